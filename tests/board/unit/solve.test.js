import assert from "node:assert/strict";
import { test } from "node:test";

import { nextCells, progressText } from "../../../web/game/solve.js";

/** @param {...string} words `MOVE RESULT [DISTANCE]`, as the engine writes them
 * @returns {import("../../../web/types.js").Solution} */
function solution(...words) {
  const moves = words.map((line) => {
    const [move, result, distance] = line.split(" ");
    return /** @type {import("../../../web/types.js").SolvedMove} */ ({ move, result, distance: distance ? Number(distance) : null });
  });
  return { result: moves[0].result, moves };
}

/** @param {ReturnType<typeof solution>} given @param {...string} done */
const cells = (given, ...done) => Object.fromEntries([...nextCells(given, done)].map(([name, { result, distance }]) => [name, `${result} ${distance}`]));

test("a cell has the best result of the turns that begin there", () => {
  const given = solution("B8-B6-D4 win 3", "C8-C6 draw", "B8-B6 loss 6", "A8-A6 loss 4", "A8-C6 loss 2", "resign@A8 loss 1", "PASS loss 1");
  assert.deepEqual(cells(given), { B8: "win 3", C8: "draw null", A8: "loss 4" });
  assert.deepEqual(cells(given, "A8"), { A6: "loss 4", C6: "loss 2" });
  assert.deepEqual(cells(given, "B8", "B6"), { D4: "win 3", B6: "loss 6" }, "the last cell again ends the turn");
  assert.deepEqual(cells(given, "H1"), {});
});

test("a cell where a better turn may begin has no result yet", () => {
  const given = solution("A8-A6 win 5", "B8-B6 draw", "A8-C6 unknown", "B8-D6 unknown", "C8-C6 unknown", "C8-E6 loss 2", "D8-D6 loss 2");
  assert.deepEqual(cells(given), { A8: "win 5", D8: "loss 2" });
});

test("the progress says what is being proven", () => {
  const line = "info nodes 12870 nps 12666 player w goal draw proof 412 disproof 2808 move resign@A6 known 12 moves 26";
  assert.equal(progressText(line), "12 of 26 moves known · can White draw after Give A6 and count? · 12,870 positions");
});
