/**
 * The dialog for setting up stones by hand.
 *
 * @import { Color, State } from "../types.js"
 * @import { Marks } from "../game/load.js"
 */

import { BoardView } from "../view/board.js";
import { button, h } from "../view/dom.js";
import { boardOf } from "../view/picture.js";
import { choice, finish, openDialog } from "./dialog.js";

/**
 * @param {State} state
 * @param {boolean} flipped
 * @param {string} blocked what a blocked cell is called; empty if the game has none
 * @param {(marks: Marks, toMove: Color) => Promise<string>} setUp returns what is wrong, or nothing
 */
export function openEditor(state, flipped, blocked, setUp) {
  /** @type {Marks} */
  const stones = new Map();
  const put = () => {
    stones.clear();
    state.stones.black.forEach((name) => stones.set(name, "black"));
    state.stones.white.forEach((name) => stones.set(name, "white"));
    state.blocked.forEach((name) => stones.set(name, "blocked"));
  };
  put();
  /** @type {Color | "blocked" | null} */
  let brush = "black";
  let toMove = state.to_move;
  const place = h("div", { class: "editor-board" });
  const click = (/** @type {string} */ name) => {
    if (brush === null || stones.get(name) === brush) {
      stones.delete(name);
    } else {
      stones.set(name, brush);
    }
    draw();
  };
  const move = (/** @type {string} */ from, /** @type {string} */ to) => {
    const color = stones.get(from);
    if (color) {
      stones.delete(from);
      stones.set(to, color);
      draw();
    }
    return true;
  };
  const view = new BoardView(place, { click, lift: () => {}, drag: move });
  const of = (/** @type {Color | "blocked"} */ side) => [...stones].filter(([, color]) => color === side).map(([name]) => name);
  const draw = () =>
    view.draw({
      ...boardOf({ ...state, clicks: [], taken: [], winning: [] }, null, false, blocked),
      flipped,
      coordinates: true,
      stones: { black: of("black"), white: of("white") },
      blocked: of("blocked"),
      // The cells from which a stone can be dragged, or on which one can be placed.
      choices: brush ? state.cells.map(({ name }) => name) : [...stones.keys()],
      showChoices: false,
      lifted: undefined,
      ghost: brush === "blocked" ? null : brush,
      describe: (name) => `${name}, ${(stones.get(name) === "blocked" && blocked) || (stones.get(name) ?? "empty")}`,
    });
  draw();
  const brushes = /** @type {[Color | "blocked" | null, string][]} */ ([
    ["black", "Black"],
    ["white", "White"],
    ...(blocked ? [["blocked", `${blocked[0].toUpperCase()}${blocked.slice(1)}`]] : []),
    [null, "Remove"],
  ]).map(([color, text]) => {
    const input = h("input", { type: "radio", name: "brush", checked: color === brush });
    input.addEventListener("change", () => {
      brush = color;
      draw();
    });
    return h("label", { class: "check" }, input, color ? h("span", { class: `disc small ${color}` }) : null, h("span", {}, text));
  });
  const message = h("p", { class: "message", role: "alert" });
  openDialog(
    "Edit the board",
    h("div", { class: "brushes", role: "radiogroup", "aria-label": "What a click places" }, ...brushes),
    place,
    choice("To move", [["black", "Black"], ["white", "White"]], toMove, (value) => (toMove = /** @type {Color} */ (value))).element,
    message,
    h(
      "p",
      { class: "buttons" },
      button("Play from this position", () => void finish(message, setUp(new Map(stones), toMove)), "", "primary"),
      button("Clear", () => (stones.clear(), draw())),
      button("Reset", () => (put(), draw())),
    ),
  );
}
