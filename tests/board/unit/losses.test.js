import assert from "node:assert/strict";
import { test } from "node:test";

import { NO_LOSSES, areMany, countGame } from "../../../web/game/losses.js";
import { DEFAULT_SETUP } from "../../../web/game/setup.js";

/** A game of a person with Black at a level.
 * @param {string} id @param {"black" | "white" | null} winner */
const game = (id, winner, level = 3, players = DEFAULT_SETUP.players) => ({
  id,
  result: { text: "", winner, margin: null, reason: "", sentence: "" },
  setup: { ...DEFAULT_SETUP, level, players },
});

/** @param {ReturnType<typeof game>[]} games */
const after = (...games) => games.reduce(countGame, NO_LOSSES);

test("three losses in a row at one level are many, and the fourth does not ask again", () => {
  const lost = ["a", "b", "c", "d"].map((id) => game(id, "white"));
  assert.deepEqual([1, 2, 3, 4].map((count) => areMany(after(...lost.slice(0, count)))), [false, false, true, false]);
});

test("a win, a draw or another level ends the row", () => {
  for (const between of [game("x", "black"), game("x", null), game("x", "white", 4)]) {
    const losses = after(game("a", "white"), game("b", "white"), between, game("c", "white"));
    assert.deepEqual([losses.level, losses.count], [3, 1]);
  }
});

test("the end of one game counts once, and there is no level below the first", () => {
  assert.equal(after(game("a", "white"), game("a", "white"), game("a", "white")).count, 1);
  assert.equal(areMany(after(...["a", "b", "c"].map((id) => game(id, "white", 1)))), false);
});

test("only games of a person against papamu count", () => {
  for (const side of /** @type {const} */ (["person", "engine"])) {
    assert.equal(after(game("a", "white", 3, { black: side, white: side })), NO_LOSSES);
  }
  assert.equal(countGame(NO_LOSSES, { ...game("a", "white"), result: null }), NO_LOSSES);
});
