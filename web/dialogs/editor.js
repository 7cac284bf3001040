/**
 * The dialog for setting up stones by hand.
 *
 * @typedef {import("../types.js").State} State
 * @typedef {import("../types.js").Color} Color
 */

import { BoardView } from "../view/board.js";
import { h } from "../view/dom.js";
import { choice, openDialog } from "./dialog.js";

/**
 * @param {State} state
 * @param {boolean} flipped
 * @param {(stones: {vertex: string, color: Color}[], toMove: Color) => Promise<string>} setUp returns what is wrong, or nothing
 */
export function openEditor(state, flipped, setUp) {
  /** @type {Map<string, Color>} */
  const stones = new Map();
  const put = () => {
    stones.clear();
    state.stones.black.forEach((name) => stones.set(name, "black"));
    state.stones.white.forEach((name) => stones.set(name, "white"));
  };
  put();
  /** @type {Color | null} */
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
  const of = (/** @type {Color} */ side) => [...stones].filter(([, color]) => color === side).map(([name]) => name);
  const draw = () =>
    view.draw({
      cells: state.cells,
      shape: state.cell_shape,
      flipped,
      coordinates: true,
      stones: { black: of("black"), white: of("white") },
      fading: { black: [], white: [] },
      // The cells from which a stone can be dragged, or on which one can be placed.
      choices: brush ? state.cells.map(({ name }) => name) : [...stones.keys()],
      showChoices: false,
      toMove: brush ?? toMove,
      clicks: [],
      last: { from: [], to: [], captured: [] },
      control: null,
      marks: [],
      describe: (name) => `${name}, ${stones.get(name) ?? "empty"}`,
    });
  draw();
  const brushes = /** @type {[Color | null, string][]} */ ([
    ["black", "Black"],
    ["white", "White"],
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
  const change = (/** @type {() => void} */ action) => () => {
    action();
    draw();
  };
  const dialog = openDialog(
    "Edit the board",
    h("div", { class: "brushes", role: "radiogroup", "aria-label": "What a click places" }, ...brushes),
    place,
    choice("To move", [["black", "Black"], ["white", "White"]], toMove, (value) => (toMove = /** @type {Color} */ (value))).element,
    message,
    h(
      "p",
      { class: "buttons" },
      h(
        "button",
        {
          type: "button",
          class: "primary",
          onclick: async () => {
            const wrong = await setUp([...stones].map(([vertex, color]) => ({ vertex, color })), toMove);
            if (wrong) {
              message.textContent = wrong;
            } else {
              dialog.close();
            }
          },
        },
        "Play from this position",
      ),
      h("button", { type: "button", onclick: change(() => stones.clear()) }, "Clear"),
      h("button", { type: "button", onclick: change(put) }, "Reset"),
    ),
  );
}
