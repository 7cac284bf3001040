import assert from "node:assert/strict";
import { test } from "node:test";

import { Clock, clockText } from "../../../web/game/clock.js";

test("only the clock of the player to move runs, and a turn adds the increment", () => {
  let now = 0;
  const clock = new Clock(60_000, 5_000, () => now);
  assert.deepEqual(clock.left(), { black: 60_000, white: 60_000 });
  clock.run("black");
  now = 10_000;
  assert.deepEqual(clock.left(), { black: 50_000, white: 60_000 });
  clock.run("black"); // again: it goes on
  now = 12_000;
  clock.press("black");
  clock.run("white");
  now = 20_000;
  assert.deepEqual(clock.left(), { black: 53_000, white: 52_000 });
  assert.equal(clock.expired(), null);
  now = 100_000;
  assert.equal(clock.expired(), "white");
  assert.deepEqual(clock.left(), { black: 53_000, white: 0 });
});

test("a take-back sets both clocks, stopped", () => {
  let now = 0;
  const clock = new Clock(60_000, 0, () => now);
  clock.run("black");
  now = 5_000;
  clock.set({ black: 30_000, white: 40_000 });
  now = 9_000;
  assert.deepEqual(clock.left(), { black: 30_000, white: 40_000 });
  clock.set(null);
  assert.deepEqual(clock.left(), { black: 60_000, white: 60_000 });
});

test("times are written as on a clock", () => {
  const texts = [0, 40, 7_340, 9_999, 10_000, 59_001, 60_000, 61_000, 3_600_000].map(clockText);
  assert.deepEqual(texts, ["0:00.0", "0:00.1", "0:07.4", "0:10.0", "0:10", "1:00", "1:00", "1:01", "60:00"]);
});
