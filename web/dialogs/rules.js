/**
 * The dialog with the rules, as the engine describes them.
 *
 * @import { Diagram, GameInfo } from "../types.js"
 */

import { BoardView } from "../view/board.js";
import { h } from "../view/dom.js";
import { openDialog } from "./dialog.js";

/** @param {GameInfo} game */
export function openRules({ display_name, rules, diagrams, credit }) {
  openDialog(
    `${display_name}: the rules`,
    rules.length > 0
      ? h("ol", { class: "rules" }, ...rules.map((rule) => h("li", {}, rule)))
      : h("p", {}, "The engine does not describe the rules of this game."),
    diagrams.length > 0 && h("div", { class: "diagrams" }, ...diagrams.map(figure)),
    credit !== "" && h("p", { class: "credit" }, credit),
  );
}

/** @param {Diagram} diagram */
function figure({ caption, cell_shape, cells, stones, blocked, choices, turn, path, captured }) {
  const place = h("div", {});
  const view = new BoardView(place);
  const fading = (/** @type {string[]} */ names) => names.filter((name) => captured.includes(name));
  view.draw({
    cells,
    shape: cell_shape,
    flipped: false,
    coordinates: true,
    stones,
    fading: { black: fading(stones.black), white: fading(stones.white) },
    blocked,
    choices,
    showChoices: true,
    ghost: null,
    clicks: turn,
    last: { paths: [], cells: [], captured: [] },
    control: null,
    marks: path.length > 0 ? [{ clicks: path, strength: 1 }] : [],
    describe: (name) => name,
  });
  view.svg.setAttribute("role", "img");
  view.svg.setAttribute("aria-label", caption);
  return h("figure", {}, place, h("figcaption", {}, caption));
}
