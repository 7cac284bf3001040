import assert from "node:assert/strict";
import { test } from "node:test";

import { hexagon, squares } from "./boards.js";
import { Geometry } from "../../../web/view/geometry.js";
import { boardOf } from "../../../web/view/picture.js";
import { marksOf } from "../../../web/view/suggestions.js";

/** @typedef {import("../../../web/types.js").Turn} Turn */

/** A position of a game in which a turn moves a stone, and then blocks a cell.
 * @param {Partial<import("../../../web/types.js").State>} [change]
 * @returns {import("../../../web/types.js").State} */
function state(change = {}) {
  const { shape, cells, stones } = squares("x..", "...", "..o");
  const board = { cell_shape: shape, cells, stones, stones_now: stones, blocked: ["B2"], taken: [], winning: [], to_move: "black" };
  return /** @type {any} */ ({ ...board, clicks: [], unfinished: [], legal_clicks: ["A3"], legal_ends: [], ...change });
}

/** @type {Turn} */
const TURN = { player: "white", text: "C3-C1,B2", clicks: ["C3", "C1", "B2"], from: "C3", to: "C1", dropped: [], captured: [], recoloured: ["A3"], blocked: ["B2"] };

test("a blocked cell has the name that its game gives it", () => {
  const picture = boardOf(state(), null, true, "burnt cell");
  assert.deepEqual(picture.blocked, ["B2"]);
  assert.equal(picture.describe("B2"), "B2, burnt cell");
  assert.equal(picture.describe("A3"), "A3, black stone, can be chosen");
  assert.equal(picture.describe("C2"), "C2, empty");
  assert.equal(boardOf(state(), null, true, "").describe("B2"), "B2, blocked");
});

test("a blocked cell is drawn as an inset cell with its diagonals", () => {
  for (const [{ shape, cells }, sides] of /** @type {const} */ ([[squares("..", ".."), 4], [hexagon(2, [], []), 6]])) {
    const geometry = new Geometry(cells, shape, false);
    const [outline, ...diagonals] = geometry.block("B2").split(/(?=M)/);
    assert.deepEqual([outline.split("L").length, outline.at(-1), diagonals.length], [sides, "Z", sides / 2]);
    const { x, y } = geometry.centre("B2");
    for (const diagonal of diagonals) {
      const [one, other] = diagonal.slice(1).split("L").map((point) => point.split(" ").map(Number));
      assert.ok(Math.abs(one[0] + other[0] - 2 * x) < 0.1 && Math.abs(one[1] + other[1] - 2 * y) < 0.1, diagonal);
    }
  }
});

test("the parts of the last turn are marked, each as what it is", () => {
  const { last, describe } = boardOf(state(), TURN, true, "burnt cell");
  assert.deepEqual(last.paths, [["C3", "C1"]]);
  assert.deepEqual([...last.cells].sort(), ["A3", "B2", "C1", "C3"]);
  assert.deepEqual(last.captured, []);
  assert.match(describe("A3"), /black stone, last turn/);
  const jump = { ...TURN, text: "A1-A3-C3", clicks: ["A1", "A3", "C3"], from: "A1", to: "C3", recoloured: undefined, blocked: undefined };
  assert.deepEqual(boardOf(state(), jump, true, "").last.paths, [["A1", "A3", "C3"]]);
});

test("a stone is drawn ahead of a click only where the click places one", () => {
  const ghost = (/** @type {string[]} */ unfinished, /** @type {string} */ blocked) => boardOf(state({ clicks: unfinished, unfinished }), null, true, blocked).ghost;
  assert.deepEqual([ghost([], ""), ghost(["A3"], "burnt cell"), ghost([], "burnt cell")], ["black", "black", null]);
});

test("what is left of a hint is marked", () => {
  /** @param {string[][]} moves @param {string[]} clicks @param {string[]} unfinished @param {string[]} [done] */
  const marks = (moves, clicks, unfinished, done = []) => {
    const table = /** @type {any} */ ({ hint: { text: "", moves, done }, solution: null });
    return marksOf(table, state({ clicks, unfinished }), /** @type {any} */ ({}), null, true).map(({ clicks, label }) => `${clicks.join("-")} ${label}`.trim());
  };
  const turn = [["A3", "C3"], ["A3"]];
  assert.deepEqual(marks(turn, [], []), ["A3-C3 1", "A3 2"]);
  assert.deepEqual(marks(turn, ["A3"], ["A3"]), ["A3-C3 1", "A3 2"]);
  assert.deepEqual(marks(turn, ["A3", "C3"], []), ["A3 2"], "the cell that the stone has left is blocked");
  assert.deepEqual(marks(turn, ["A3", "C2"], []), [], "the turn went on otherwise");
  assert.deepEqual(marks([["A3"]], ["A3", "C3"], [], ["A3", "C3"]), ["A3"], "the rest of a turn");
  const drops = [["A1"], ["B1"], ["C1"]];
  assert.deepEqual(marks(drops, ["B1"], []), ["A1 1", "C1 3"], "in another order");
  assert.deepEqual(marks([["A3", "A1", "C1"]], ["A3", "A1"], ["A3", "A1"]), ["A1-C1"]);
});

test("in a line, stones that come are drawn as stones, unless cells can be blocked", () => {
  const line = [{ player: /** @type {const} */ ("black"), tokens: ["A3-C3,B1"], clicks: ["A3", "C3", "B1"] }];
  const marks = (/** @type {boolean} */ blocks) => marksOf(/** @type {any} */ ({}), state(), /** @type {any} */ ({}), line, blocks);
  assert.deepEqual(marks(true).map(({ clicks, label, stone }) => [clicks.join("-"), label, stone]), [["A3-C3", "1", undefined], ["B1", "2", undefined]]);
  assert.deepEqual(marks(false).map(({ stone }) => stone), [undefined, "black"]);
});
