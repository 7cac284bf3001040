/** Keys, the wheel, the look of lists, and words: what makes the page pleasant to use. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board, browser, server, startBoard } from "../support.js";

startBoard();

/** A board on which both sides are people's.
 * @param {(board: Board) => Promise<void>} task @param {string} [wishes] */
async function onBoard(task, wishes = "game=kanga&level=1") {
  const board = await Board.open(browser, server, wishes);
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
const shown = (board) => board.page.locator('.turn-list [aria-current="true"]').allInnerTexts();

test("the keys do what their list says", () =>
  onBoard(async (board) => {
    const { page } = board;
    await board.click("D4", "E5");
    await page.locator("body").press("u");
    await board.settled();
    assert.deepEqual(await shown(board), ["D4"]);
    await page.locator("body").press("r");
    await board.settled();
    assert.deepEqual(await shown(board), ["E5"]);
    await page.locator("body").press("Home");
    await page.locator("body").press("g");
    await board.settled();
    assert.deepEqual(await shown(board), ["E5"]);
    await page.locator("body").press("a");
    await page.locator("#analysis .lines li").first().waitFor();
    await page.locator("body").press("?");
    const keys = await page.getByRole("dialog").locator("dt").allInnerTexts();
    assert.deepEqual(keys.slice(0, 4), ["←", "→", "Home", "End"]);
    for (const key of ["u", "r", "h", "a", "s", "f", "n", "o", "g", "?", "Escape", "wheel"]) {
      assert.ok(keys.includes(key), key);
    }
    await board.press("Close");
    await board.press("Settings");
    await page.getByLabel("Use keys of a single letter").setChecked(false);
    await board.press("Close");
    await page.locator("body").press("u");
    await page.locator("body").press("n");
    await board.settled();
    assert.deepEqual(await shown(board), ["E5"]);
    assert.equal(await page.getByRole("dialog").count(), 0);
  }));

test("the wheel over the board steps through the turns, but does not keep a page from scrolling", () =>
  onBoard(async (board) => {
    await board.click("D4", "E5", "C3");
    await board.cell("D4").hover();
    await board.page.mouse.wheel(0, -120);
    await board.page.locator('.turn-list [aria-current="true"]', { hasText: "E5" }).waitFor();
    await board.page.mouse.wheel(0, -120);
    await board.page.locator('.turn-list [aria-current="true"]', { hasText: "D4" }).waitFor();
    await board.page.mouse.wheel(0, 120);
    await board.page.locator('.turn-list [aria-current="true"]', { hasText: "E5" }).waitFor();
    await board.page.setViewportSize({ width: 360, height: 640 });
    await board.cell("D4").hover();
    await board.page.mouse.wheel(0, 200);
    await board.page.waitForFunction(() => scrollY > 0);
    assert.deepEqual(await shown(board), ["E5"]);
  }));

test("the turns stand in two columns, Black's on the left, with variations between", () =>
  onBoard(async (board) => {
    await board.click("D4", "E5", "C3", "F6");
    await board.page.locator("body").press("ArrowLeft");
    await board.page.locator("body").press("ArrowLeft");
    await board.settled();
    await board.click("B2");
    const [d4, e5, c3, f6, b2] = await Promise.all(
      ["D4", "E5", "C3", "F6", "B2"].map((name) => board.page.locator(".turn-list button", { hasText: name }).boundingBox()),
    );
    assert.ok(d4 && e5 && c3 && f6 && b2);
    assert.deepEqual([d4.y, d4.x], [e5.y, c3.x]);
    assert.ok(e5.x > d4.x + 50 && f6.x > c3.x + 50 && c3.y > d4.y && b2.y > c3.y && f6.y > b2.y);
  }));

test("large square boards have points for orientation, and only boards with lines show them", async () => {
  for (const [game, count] of /** @type {[string, number][]} */ ([["kanga,width=19,height=19", 9], ["kanga,width=9,height=10", 6], ["kanga", 0], ["send_it", 0]])) {
    const board = await Board.open(browser, server, `game=${game}`);
    assert.equal(await board.page.locator("#board-place .star").count(), count, game);
    await board.close();
  }
  const board = await Board.open(browser, server, "game=konane,width=16,height=16");
  assert.equal(await board.page.locator("#board-place .star").first().evaluate((star) => getComputedStyle(star).fill), "none");
  await board.close();
});

test("a notice does not move the page", () =>
  onBoard(async (board) => {
    const places = () => Promise.all(["#board-place .board", "#turn", "#tools"].map((part) => board.page.locator(part).boundingBox()));
    const before = await places();
    await board.page.locator("#notice").evaluate((notice) => {
      /** @type {HTMLElement} */ (notice).hidden = false;
      notice.textContent = "The connection was lost.";
    });
    assert.deepEqual(await places(), before);
  }));

test("Kangaroo's ending has one name, and a result without points is the winner alone", () =>
  onBoard(async (board) => {
    await board.openText("8/8/8/3x4/8/8/xx4o1/4x3 b -");
    await board.press("Give a stone and count …");
    await board.click("D5");
    assert.equal(await board.turns(), "Give D5 and count");
    assert.match((await board.page.locator("#live").textContent()) ?? "", /Black gives D5, and both sides are counted\./);
    assert.equal(await board.page.locator("#turn .score").innerText(), "B+2");
    await board.openText("#game=kanga&options=width=3,height=3&turns=bA1.wA3.bB1.wB3.bC1");
    assert.equal(await board.status(), "Black wins");
    assert.equal(await board.page.locator("#turn .score").count(), 0);
  }, "game=kangaroo"));

test("the stones that have won are marked", () =>
  onBoard(async (board) => {
    await board.openText("x4/5/xxxx1/5/5 b");
    const winning = board.page.locator("#board-place .winning");
    assert.equal(await winning.count(), 0);
    await board.click("E3");
    assert.ok(await board.isOver());
    assert.equal(await winning.count(), 5);
    assert.match((await board.describe("A3")) ?? "", /wins the game/);
    assert.doesNotMatch((await board.describe("A5")) ?? "", /wins the game/);
  }));

test("the menu has one row; in small windows its last buttons are behind More", () =>
  onBoard(async (board) => {
    const { page } = board;
    for (const [width, height, isShort] of /** @type {[number, number, boolean][]} */ ([[360, 640, true], [390, 844, true], [683, 325, true], [844, 390, true], [960, 540, false], [1366, 650, false]])) {
      await page.setViewportSize({ width, height });
      const tops = await page.locator("#menu button:visible").evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
      assert.equal(new Set(tops).size, 1, `${width} by ${height}: ${tops}`);
      assert.equal(await board.button("More").isVisible(), isShort);
      assert.equal(await board.button("Settings").isVisible(), !isShort);
    }
    await page.setViewportSize({ width: 360, height: 640 });
    await board.button("More").press("Enter");
    await page.keyboard.press("Tab");
    assert.equal(await page.locator(":focus").innerText(), "Open");
    await page.keyboard.press("Escape");
    assert.equal(await board.button("Settings").isVisible(), false);
    assert.equal(await page.locator(":focus").innerText(), "More");
    await board.press("Settings");
    assert.equal(await page.getByRole("dialog", { name: "Settings" }).count(), 1);
    await board.press("Close");
    assert.equal(await page.locator(":focus").innerText(), "More");
  }));
