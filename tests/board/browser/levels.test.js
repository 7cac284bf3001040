/** The levels in words, the offer of a lower one, and handicaps. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board, browser, server, startBoard } from "../support.js";

startBoard();

/** @param {string} wishes @param {(board: Board) => Promise<void>} task
 * @param {import("playwright-core").BrowserContextOptions} [options] */
async function onBoard(wishes, task, options) {
  const board = await Board.open(browser, server, wishes, options);
  try {
    await task(board);
    assert.deepEqual(board.errors, []);
  } finally {
    await board.close();
  }
}

/** Starts a game and resigns it. @param {Board} board */
async function loseOne(board) {
  await board.press("New game");
  await board.press("Start the game");
  await board.press("Resign");
  await board.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await board.page.locator("#turn .result").waitFor();
  await board.settled();
}

test("each level says in words what it is, in New game and in Settings", () =>
  onBoard("game=kanga&level=1", async (board) => {
    const range = board.page.getByLabel("Level of papamu");
    for (const name of ["New game", "Settings"]) {
      await board.press(name);
      const seen = new Set();
      for (let level = 1; level <= 10; level += 1) {
        await range.fill(String(level));
        const words = await board.page.locator("#level-words").innerText();
        assert.match(words, /^[A-Z].{20,110}[.]$/, `level ${level}`);
        seen.add(words);
      }
      assert.equal(seen.size, 10);
      assert.equal(await range.getAttribute("aria-describedby"), "level-words");
      await board.press("Close");
    }
  }));

test("after three losses in a row the page offers a lower level, once", () =>
  onBoard("game=kanga,width=5,height=5&level=4", async (board) => {
    const offer = board.page.locator("#invitation");
    await loseOne(board);
    await loseOne(board);
    assert.equal(await offer.isVisible(), false);
    await board.page.reload(); // the losses are remembered
    await board.ready();
    await loseOne(board);
    assert.match(await offer.innerText(), /^Three losses in a row at level 4[.] Play at level 3[?]/);
    await board.press("No, thanks");
    assert.equal(await offer.isVisible(), false);
    await loseOne(board);
    assert.equal(await offer.isVisible(), false);
  }));

test("a lower level that is offered is played at, on a phone", () =>
  onBoard("game=kanga,width=5,height=5&level=2", async (board) => {
    for (let game = 0; game < 3; game += 1) {
      await loseOne(board);
    }
    await board.press("Play at level 1");
    assert.equal(await board.isOver(), false);
    assert.equal(await board.page.locator("#invitation").isVisible(), false);
    await board.press("Settings");
    assert.equal(await board.page.getByLabel("Level of papamu").inputValue(), "1");
  }, { viewport: { width: 390, height: 844 } }));

test("New game has the handicaps of each game, and the link and the file keep them", () =>
  onBoard("game=send_it,size=3", async (board) => {
    const { page } = board;
    await board.press("New game");
    await page.getByText("More:").click();
    await page.getByLabel(/^Komi/).fill("2.5");
    await page.getByLabel("You play").selectOption("both");
    await board.press("Start the game");
    await board.press("Share");
    assert.match(await page.getByLabel("Link").inputValue(), /komi=2[.]5/);
    assert.match(await page.getByLabel("Game in SGF").inputValue(), /KM\[2[.]5\]/);
    await board.press("Close");
    await board.press("New game");
    await page.locator(".card", { hasText: "Kangaroo" }).click();
    await page.getByText("More:").click();
    assert.equal(await page.getByLabel(/^Komi/).count(), 0);
    await page.getByLabel(/^Stones that White starts without/).fill("3");
    await board.press("Start the game");
    assert.match(await page.getByRole("dialog").getByRole("alert").innerText(), /allowed: 0 to 2/);
    await page.getByLabel(/^Stones that White starts without/).fill("2");
    await board.press("Start the game");
    for (const [cell, content] of [["A1", /empty/], ["H1", /empty/], ["B1", /white/]]) {
      assert.match((await board.describe(String(cell))) ?? "", new RegExp(content, "i"));
    }
    await board.press("Share");
    assert.match(await page.getByLabel("Link").inputValue(), /handicap/);
    assert.match(await page.getByLabel("Game in SGF").inputValue(), /handicap=2/);
  }));
