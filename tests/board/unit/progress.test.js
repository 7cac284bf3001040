import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { EDITION, nextSeed } from "../../../web/puzzles/progress.js";

test("the edition changes with the puzzles, because progress is stored by their numbers", () => {
  const hash = createHash("sha256");
  for (const game of ["kanga", "kangaroo", "konane", "send_it"]) {
    hash.update(readFileSync(new URL(`../../../src/games/${game}/puzzles.txt`, import.meta.url), "utf8").replace(/^#.*\n/gm, ""));
  }
  assert.equal(EDITION, hash.digest("hex").slice(0, 8), "write the second one into web/puzzles/progress.js");
});

test("the next puzzle is the next one that is not solved, or the next one", () => {
  assert.deepEqual([nextSeed([], 3, 0), nextSeed([1, 2], 3, 0), nextSeed([1], 3, 3), nextSeed([1, 2, 3], 3, 1)], [1, 3, 2, 2]);
});
