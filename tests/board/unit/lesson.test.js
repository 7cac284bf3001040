import assert from "node:assert/strict";
import { test } from "node:test";

import { EngineError } from "../../../web/engine/protocol.js";
import { Lesson } from "../../../web/lessons/lesson.js";

/** An engine for a game whose turns are `A1 B1`, `A2 B2` and, of two moves, `A3 C3`; the first one reaches the goal. */
class FakeEngine {
  /** The commands that it was sent.
   * @type {string[]} */
  asked = [];

  /** @param {string} command */
  async ask(command) {
    this.asked.push(command);
    return "";
  }

  /** @param {string} command */
  async askJson(command) {
    this.asked.push(command);
    const [, , ...tokens] = command.split(" ");
    const turn = tokens.join(" ");
    if (!["", "A1", "A1 B1", "A1-B1", "A2", "A2 B2", "A3"].includes(turn)) {
      throw new EngineError(`illegal move: no turn begins with ${turn}`);
    }
    return { reached: turn.includes("B") ? turn.startsWith("A1") : null, sentence: "", clicks: tokens, unfinished: turn === "A3" ? [] : tokens };
  }
}

async function begin() {
  const engine = new FakeEngine();
  const lesson = new Lesson(/** @type {any} */ (engine), "lesson 3", "A1-B1");
  await lesson.restart();
  return { engine, lesson };
}

test("clicks are sent with all clicks before them", async () => {
  const { engine, lesson } = await begin();
  assert.equal(await lesson.play("A1"), true);
  assert.equal(lesson.isJudged, false);
  assert.equal(await lesson.play("B1"), true);
  assert.deepEqual([lesson.isJudged, lesson.state?.reached], [true, true]);
  assert.deepEqual(engine.asked, ["lesson 3", "lesson 3 A1", "lesson 3 A1 B1"]);
});

test("a refused click keeps the turn and says why", async () => {
  const { lesson } = await begin();
  await lesson.play("A1");
  assert.equal(await lesson.play("C3"), false);
  assert.deepEqual([lesson.tokens, lesson.message], [["A1"], "no turn begins with A1 C3"]);
  assert.equal(await lesson.play("B1"), true);
  assert.equal(lesson.message, "");
});

test("another stone begins another turn", async () => {
  const { lesson } = await begin();
  await lesson.play("A1");
  assert.equal(await lesson.play("A2"), true);
  assert.deepEqual(lesson.tokens, ["A2"]);
  await lesson.play("B2");
  assert.equal(lesson.state?.reached, false);
});

test("a turn with a complete move is not begun again by another stone", async () => {
  const { lesson } = await begin();
  await lesson.play("A3");
  assert.equal(await lesson.play("A2"), false);
  assert.deepEqual([lesson.tokens, lesson.message], [["A3"], "no turn begins with A3 A2"]);
});

test("after the turn, nothing is played until it is tried again", async () => {
  const { engine, lesson } = await begin();
  // Clicks that come faster than the replies are sent one after the other.
  const [, , third] = await Promise.all([lesson.play("A2"), lesson.play("B2"), lesson.play("A1")]);
  assert.equal(third, false);
  assert.equal(engine.asked.length, 3);
  await lesson.restart();
  assert.deepEqual([lesson.isJudged, lesson.tokens], [false, []]);
});

test("the solution is a whole turn, and leaves the style as it was", async () => {
  const { engine, lesson } = await begin();
  await lesson.solve();
  assert.deepEqual(engine.asked.slice(1), ["style whole", "lesson 3 A1-B1", "style steps"]);
  assert.deepEqual([lesson.isSolution, lesson.state?.reached], [true, true]);
  await lesson.restart();
  assert.equal(lesson.isSolution, false);
});
