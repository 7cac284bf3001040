/**
 * The fields for the players, the level of the engine and its thinking time.
 *
 * @import { Pace, Player, Setup } from "../game/setup.js"
 */

import { h } from "../view/dom.js";
import { choice } from "./dialog.js";

/** @type {[key: string, text: string, black: Player, white: Player, study: boolean][]} */
const SIDES = [
  ["black", "Black", "person", "engine", false],
  ["white", "White", "engine", "person", false],
  ["both", "Both: two people here", "person", "person", false],
  ["none", "Neither: watch papamu", "engine", "engine", false],
  ["study", "Analysis: no game", "person", "person", true],
];

const SECONDS = [0.2, 0.5, 1, 2, 5, 10, 30];
/** Minutes, and the increment in seconds per turn. */
const CLOCKS = [[1, 0], [3, 2], [5, 5], [10, 5], [20, 10], [60, 30]];

/** @param {Pace} pace */
const paceKey = ({ seconds, minutes, increment }) => (minutes > 0 ? `${minutes}+${increment}` : `${seconds}`);

/**
 * @param {Pick<Setup, "players" | "level" | "pace" | "study">} setup
 * @param {string[]} levels in words, from level 1
 */
export function playerFields({ players, level, pace, study }, levels) {
  const found = SIDES.find((side) => players.black === side[2] && players.white === side[3] && study === side[4]);
  const sides = choice("You play", SIDES.map(([key, text]) => [key, text]), found?.[0] ?? "black");
  const range = h("input", { type: "range", min: "1", max: String(levels.length), step: "1", value: String(level), "aria-describedby": "level-words" });
  const number = h("output", {}, String(level));
  const words = h("small", { id: "level-words", class: "level-words", "aria-live": "polite" });
  const describe = () => {
    number.value = range.value;
    words.textContent = levels[Number(range.value) - 1];
  };
  range.addEventListener("input", describe);
  describe();
  const times = SECONDS.map((seconds) => h("option", { value: paceKey({ seconds, minutes: 0, increment: 0 }) }, `${seconds} s a turn`));
  const clocks = CLOCKS.map(([minutes, increment]) =>
    h("option", { value: paceKey({ seconds: 0, minutes, increment }) }, `${minutes} min${increment ? ` + ${increment} s a turn` : ""}`),
  );
  const select = h(
    "select",
    {},
    h("optgroup", { label: "papamu thinks at most" }, ...times),
    h("optgroup", { label: "A clock for both players" }, ...clocks),
  );
  select.value = paceKey(pace);
  if (select.selectedIndex < 0) {
    select.value = "1";
  }
  const elements = [
    sides.element,
    h("label", { class: "field" }, h("span", {}, "Level of papamu"), h("span", { class: "range" }, range, number)),
    words,
    h("label", { class: "field" }, h("span", {}, "Time"), select),
  ];
  /** @returns {Pick<Setup, "players" | "level" | "pace" | "study">} */
  const read = () => {
    const [, , black, white, study] = SIDES.find(([key]) => key === sides.select.value) ?? SIDES[0];
    const [first, increment] = select.value.split("+").map(Number);
    const isClock = select.value.includes("+");
    return {
      players: { black, white },
      study,
      level: Number(range.value),
      pace: isClock ? { seconds: 1, minutes: first, increment } : { seconds: first, minutes: 0, increment: 0 },
    };
  };
  return { elements, read };
}
