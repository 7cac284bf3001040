import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Learning } from "../../../web/game/learn.js";
import { Review, accuracyText } from "../../../web/game/review.js";
import { TreeNode } from "../../../web/game/tree.js";

/** @typedef {import("../../../web/types.js").TurnReview} TurnReview */

/** A line of turns with what they lost; `null` is a turn that is not judged yet.
 * @param {(Partial<TurnReview> | null)[]} given */
function line(...given) {
  let node = new TreeNode(null, null);
  given.forEach((part, index) => {
    const player = index % 2 === 0 ? "black" : "white";
    node = node.add({ player, text: part?.played ?? `A${index + 1}`, clicks: [], from: null, to: null, dropped: [], captured: [] });
    node.review = part && /** @type {TurnReview} */ ({ player, lost: 0, verdict: "best", gave_away: null, ...part });
  });
  return node;
}

test("the accuracy is that of papamu review", () => {
  const file = new URL("../../data/accuracy.json", import.meta.url);
  for (const { turns, accuracy } of JSON.parse(readFileSync(file, "utf8"))) {
    /** @param {[number, number, number | null]} turn */
    const judged = ([winrate_before, winrate_after, accuracy]) => ({ player: /** @type {const} */ ("black"), winrate_before, winrate_after, accuracy });
    const found = new Review(line(...turns.map(judged))).summary("black").accuracy;
    assert.equal(found === null ? null : Math.round(10 * found) / 10, accuracy);
  }
});

test("a review counts the judged turns of each player", () => {
  const end = line({ verdict: "blunder", gave_away: "draw" }, { verdict: "inaccuracy" }, { verdict: "good" }, null);
  const review = new Review(end);
  assert.equal(review.isComplete, false);
  assert.deepEqual([review.judged.length, review.turns.length], [3, 4]);
  const black = review.summary("black");
  assert.deepEqual(black.counts, { best: 0, good: 1, inaccuracy: 0, mistake: 0, blunder: 1 });
  assert.deepEqual([black.wins, black.draws], [0, 1]);
  assert.deepEqual(review.mistakes("black").map(({ depth }) => depth), [1]);
  assert.deepEqual(review.mistakes("white").map(({ depth }) => depth), [2]);
});

test("a forfeit is not judged", () => {
  const review = new Review(line({}, { played: "resign" }));
  assert.deepEqual([review.turns.length, review.isComplete], [1, true]);
  assert.equal(accuracyText(review.summary("white")), "n/a, no turn to judge");
});

test("a try is removed from the turns unless it was there before", () => {
  const mistake = line({}, { verdict: "blunder" });
  const place = /** @type {TreeNode} */ (mistake.parent);
  const learning = new Learning([mistake]);
  const turn = /** @type {import("../../../web/types.js").Turn} */ (mistake.turn);
  const fresh = place.add({ ...turn, text: "B7" });
  learning.take(fresh, true);
  assert.ok(learning.isWaiting(fresh) && learning.covers(fresh, place) && !learning.isWaiting(place));
  learning.take(mistake, false);
  assert.deepEqual(place.children, [mistake]);
  learning.forgetTry();
  assert.deepEqual(place.children, [mistake]);
  assert.equal(learning.tried, null);
});
