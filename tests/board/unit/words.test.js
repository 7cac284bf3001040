import assert from "node:assert/strict";
import { test } from "node:test";

import { resultWords, shortResult } from "../../../web/game/words.js";

test("a result without points names the winner alone", () => {
  const short = (/** @type {string} */ text, /** @type {number | null} */ margin) =>
    shortResult(/** @type {any} */ ({ result: { text, margin } }));
  assert.deepEqual([short("B+1", null), short("W+1", 1), short("W+R", null), short("0", 0)], ["B+", "W+1", "W+R", "0"]);
  assert.equal(shortResult(/** @type {any} */ ({ result: null })), undefined);
});

test("a result is said in words", () => {
  const words = ["B+", "W+3.5", "W+R", "B+T", "0"].map(resultWords);
  assert.deepEqual(words, ["Black wins", "White wins by 3.5", "White wins by resignation", "Black wins on time", "a draw"]);
});
