/** The review of a game, and the exercises that its mistakes become. The positions are proven, so that the verdicts are certain. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board, browser, server, startBoard } from "../support.js";

startBoard();

/** A slow machine may take this long for a review, in milliseconds. */
const LONG = 120_000;

/** @param {(board: Board) => Promise<void>} task @param {string} wishes
 * @param {import("playwright-core").BrowserContextOptions} [options] */
async function onBoard(task, wishes, options) {
  const board = await Board.open(browser, server, wishes, options);
  try {
    await board.press("Settings");
    await board.page.getByLabel("You play").selectOption("both");
    await board.press("Close");
    await task(board);
    assert.deepEqual(board.errors, []);
  } finally {
    await board.close();
  }
}

/** @param {Board} board */
const tool = (board) => board.page.locator("#tools").getByRole("button", { name: "Review" });

/** Reviews the game on the board to its end. @param {Board} board */
async function review(board) {
  await tool(board).click();
  await board.page.locator("#review table").waitFor();
  await board.page.locator("#review progress").waitFor({ state: "detached", timeout: LONG });
  await board.settled();
}

/** The verdicts in the list of turns: a turn with its sign. @param {Board} board */
const signs = (board) =>
  board.page
    .locator(".turn-list button:has(.verdict)")
    .evaluateAll((buttons) => buttons.map((button) => /** @type {HTMLElement} */ (button).innerText.replace(/\s+/g, " ").trim()));

/** @param {Board} board @param {string} side */
const row = async (board, side) => (await board.page.locator("#review tbody tr", { hasText: side }).innerText()).split(/\s+/).filter(Boolean);

/** @param {Board} board */
const words = async (board) => (await board.page.locator("#turn .instruction").innerText()).replaceAll("\u00a0", " ");

/** @param {Board} board */
async function giveStone(board) {
  await board.press("Give a stone and count …");
  await board.click("F2");
}

/**
 * A game with a blunder, a turn that is wrong in its place, and the only turns that are right.
 * @type {Record<string, {wishes: string, play: (board: Board) => Promise<void>, sign: string, side: string, wrong: string[], right: string[]}>}
 */
const GAMES = {
  Kōnane: {
    wishes: "game=konane,width=5,height=5",
    play: (board) => board.openText("E5 D5 E3-E5 D3-D5 E1-E3 C2-E2 C1-E1 B3-D3 C5-C3 E2-E4 E5-E3 B5-B3 A1-C1 B3-B1"),
    sign: "B3-B1 ?? W→L",
    side: "White",
    wrong: [],
    right: ["A2", "C2"],
  },
  Kanga: {
    wishes: "game=kanga,width=4,height=3",
    play: (board) => board.click("B2", "C2", "A1"),
    sign: "A1 ?? W→L",
    side: "Black",
    wrong: ["A2"],
    right: ["B1"],
  },
  "Send It": {
    wishes: "game=send_it,size=2",
    play: (board) => board.openText("A1 A2,B1,C3"),
    sign: "A2,B1,C3 ?? W→L",
    side: "White",
    wrong: ["B1", "A2", "C3"],
    right: ["B2"],
  },
  Kangaroo: {
    wishes: "game=kangaroo,size=6",
    play: async (board) => {
      await board.openText("5x/x2x2/2x3/o1x3/o2ooo/1xo1oo w -");
      await giveStone(board);
    },
    sign: "Give F2 and count ?? W→L",
    side: "White",
    wrong: [],
    right: ["D2", "B4", "D4", "D6"],
  },
};

for (const [name, { wishes, play, sign, side, wrong, right }] of Object.entries(GAMES)) {
  test(`a game of ${name} is reviewed, and one learns from its blunder`, () =>
    onBoard(async (board) => {
      await play(board);
      const game = await board.turns();
      await review(board);
      assert.ok((await signs(board)).includes(sign), `${await signs(board)}`);
      assert.ok((await row(board, side)).includes("Learn"));
      await board.press(`Learn from ${side}'s mistakes`);
      // Earlier mistakes of the same player are skipped.
      while (!(await words(board)).startsWith(`${sign.split(" ??")[0]}: gave away a proven win, now a proven loss.`)) {
        await board.press("Skip");
      }
      assert.match(await words(board), new RegExp(`Find a better turn for ${side}`));
      assert.equal(await board.page.locator("#board-place .mark").count(), 0, "the solution is not shown");
      for (const isRight of wrong.length > 0 ? [false, true] : [true]) {
        await board.click(...(isRight ? right : wrong));
        const end = board.button("End turn");
        if ((await end.count()) > 0) {
          await board.press("End turn");
        }
        assert.match(await words(board), isRight ? /^Well found\. / : /Try again\.$/);
        assert.match((await board.page.locator("#live").textContent()) ?? "", isRight ? /Well found/ : /Try again/);
      }
      while ((await board.button("Done").count()) === 0) {
        await board.page.locator("#turn").getByRole("button", { name: /^(Skip|Next)$/ }).click();
        await board.settled();
      }
      assert.match(await words(board), /You have found a better turn for 1 of \d/);
      await board.press("Done");
      assert.equal(await board.page.locator("#review table").count(), 1);
      assert.equal((await board.turns()).replace(/ (\?\?|\?!?)( \w→\w)?/g, ""), game, "tries are no part of the game");
    }, wishes));
}

test("a hint shows where the best turn begins, and the solution shows it", () =>
  onBoard(async (board) => {
    await board.click("A1");
    await review(board);
    await board.press("Learn from Black's mistakes");
    assert.equal(await board.page.locator("#board-place .mark").count(), 0);
    await board.press("A hint");
    assert.equal(await board.page.locator("#board-place .mark").count(), 1);
    await board.press("Solution");
    assert.equal(await words(board), "Better: B2.");
    for (const name of ["Hint", "Take back", "Redo"]) {
      assert.equal(await board.button(name).isEnabled(), false, name);
    }
    await board.press("End");
    assert.equal(await board.turns(), "A1 ?? W→L");
  }, "game=send_it,size=2"));

test("the better turn is drawn before the mistake, and played on the board as a variation", () =>
  onBoard(async (board) => {
    await board.click("A1");
    await review(board);
    assert.match(await board.page.locator("#review .verdict-line").innerText(), /^A1: gave away a proven win, now a proven loss\./);
    assert.equal((await row(board, "Black"))[1], "0", "the only turn that counts lost everything");
    assert.equal((await row(board, "White"))[1], "n/a");
    assert.match((await board.page.locator("#live").textContent()) ?? "", /White: accuracy n\/a, no turn to judge\./);
    await board.page.locator("body").press("Home");
    await board.settled();
    assert.equal(await board.page.locator("#board-place .mark").count(), 1);
    await board.page.locator("body").press("End");
    await board.settled();
    await board.press("Better: B2");
    assert.match((await board.describe("B2")) ?? "", /black stone/);
    assert.match(await board.turns(), /^A1 \?\? W→L \(B2\)$/);
  }, "game=send_it,size=2"));

test("a review is stopped, goes on, waits for what is played, and survives a reload", () =>
  onBoard(async (board) => {
    await board.openText("D4 E5 C3 F6 B2 A1 A2 A3 A4 A5 A6 A7 B7 B6 B5 B4");
    await tool(board).click();
    await board.button("Stop review").click();
    await board.button("Go on").waitFor();
    const text = board.page.locator("#review .progress span");
    const stopped = await text.innerText();
    assert.match(stopped, /^\d+ of 16 turns$/);
    await board.page.locator("body").press("Home");
    await board.settled();
    assert.match(await board.status(), /turn 1$/);
    assert.equal(await text.innerText(), stopped);
    await board.button("Go on").click();
    await board.button("Stop review").waitFor();
    await board.click("G7");
    assert.match(await board.turns(), /^D4.* \(G7\)/, "turns are played while it goes on");
    await board.page.reload();
    await board.ready();
    await board.page.locator("#review progress").waitFor({ state: "detached", timeout: LONG });
    assert.match((await row(board, "Black"))[1], /^\d+$/);
    await board.press("Back to game");
    assert.equal(await board.page.locator(".graph .dot").count(), (await signs(board)).length, "the graph has the marks of the list");
    await board.press("Close review");
    assert.equal(await board.page.locator("#review").isVisible(), false);
    assert.equal(await tool(board).isEnabled(), true);
  }, "game=kanga"));

test("the game against papamu goes on during a review", async () => {
  const board = await Board.open(browser, server, "game=kanga&level=1");
  await board.openText("#game=kanga&turns=bD4.wE5"); // papamu waits for the first turn
  await tool(board).click();
  await board.page.locator("#review table").waitFor();
  await board.click((await board.choices())[0]);
  assert.match(await board.turns(), /^D4( \?\S*)? E5( \?\S*)? \w\d \w\d$/);
  assert.deepEqual(board.errors, []);
  await board.close();
});

test("a review by touch on a phone", () =>
  onBoard(
    async (board) => {
      await board.click("A1");
      await review(board);
      await board.page.getByRole("button", { name: "Learn from Black's mistakes" }).tap();
      await board.settled();
      const skip = board.button("Skip");
      assert.ok(await skip.isVisible());
      const { y = 0, height = 0 } = (await skip.boundingBox()) ?? {};
      assert.ok(y + height <= 640, "the buttons of the exercise are on the screen");
      await board.cell("B2").tap();
      await board.settled();
      assert.match(await words(board), /^Well found/);
    },
    "game=send_it,size=2",
    { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
  ));
