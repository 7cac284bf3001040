/**
 * The dialog with the user's preferences and the players of the current game.
 *
 * @import { Choices } from "../game/store.js"
 * @import { Setup } from "../game/setup.js"
 */

import { h } from "../view/dom.js";
import { check, choice, openDialog } from "./dialog.js";
import { playerFields } from "./players.js";

/** @type {[keyof Choices, string][]} */
const SWITCHES = [
  ["legal", "Show the cells that can be chosen"],
  ["coordinates", "Show coordinates"],
  ["control", "Show controlled cells, in games that count them"],
  ["arrows", "Draw the best moves of an analysis"],
  ["points", "Show points instead of win rates, in games that count them"],
  ["letters", "Use keys of a single letter; ? lists them"],
  ["sounds", "Play sounds"],
];

/**
 * @param {Choices} choices
 * @param {(change: Partial<Choices>) => void} onchange
 * @param {Setup} setup
 * @param {string[]} levels in words
 * @param {(change: Partial<Setup>) => void} onplayers
 */
export function openSettings(choices, onchange, setup, levels, onplayers) {
  const players = playerFields(setup, levels);
  const form = h("form", {}, ...players.elements);
  form.addEventListener("change", () => onplayers(players.read()));
  form.addEventListener("submit", (event) => event.preventDefault());
  openDialog(
    "Settings",
    h("fieldset", {}, h("legend", {}, "This game"), form),
    h(
      "fieldset",
      {},
      h("legend", {}, "The page"),
      choice("Colours", [["auto", "Same as system"], ["light", "Light"], ["dark", "Dark"]], choices.theme, (theme) => {
        onchange({ theme: /** @type {Choices["theme"]} */ (theme) });
      }).element,
      ...SWITCHES.map(([key, label]) => check(label, Boolean(choices[key]), (on) => onchange({ [key]: on }))),
    ),
  );
}
