/** The dialog with the rules. */

import { RULES } from "../rules/index.js";
import { BoardView } from "../view/board.js";
import { h } from "../view/dom.js";
import { openDialog } from "./dialog.js";

/** @param {string} game @param {string} title of the engine */
export function openRules(game, title) {
  const rules = RULES[game];
  if (!rules) {
    openDialog(title, h("p", {}, "See protocol.md for the rules of this game."));
    return;
  }
  openDialog(
    `${rules.title}: the rules`,
    h("ol", { class: "rules" }, ...rules.lines.map((line) => h("li", {}, line))),
    h("div", { class: "diagrams" }, ...rules.diagrams.map((diagram) => figure(game, diagram))),
    h("p", { class: "credit" }, rules.credit),
  );
}

/** @param {string} game @param {import("../rules/index.js").Diagram} diagram */
function figure(game, { caption, shape, cells, stones, fading, choices, clicks, way }) {
  const place = h("div", {});
  const view = new BoardView(place);
  view.draw({
    cells,
    shape,
    game,
    flipped: false,
    coordinates: true,
    stones,
    fading: fading ?? { black: [], white: [] },
    choices: choices ?? [],
    showChoices: true,
    toMove: "black",
    clicks: clicks ?? [],
    last: { from: [], to: [], captured: [] },
    control: null,
    marks: way ? [{ clicks: way, drops: false, label: "", strength: 1 }] : [],
    describe: (name) => name,
  });
  view.svg.setAttribute("role", "img");
  view.svg.setAttribute("aria-label", caption);
  return h("figure", {}, place, h("figcaption", {}, caption));
}
