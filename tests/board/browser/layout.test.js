/** The sizes of windows in which all of the page can be reached. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board, browser, server, startBoard } from "../support.js";

startBoard();

/** A window of this size, with a game that is analysed.
 * @param {number} width @param {number} height @param {string} wishes @param {(board: Board) => Promise<void>} task
 * @param {boolean} [isAnalysed] */
async function inWindow(width, height, wishes, task, isAnalysed = true) {
  const board = await Board.open(browser, server, wishes, { viewport: { width, height } });
  try {
    if (isAnalysed) {
      await board.press("Analyse");
      await board.page.locator("#analysis .lines li").first().waitFor();
    }
    await task(board);
    assert.deepEqual(board.errors, []);
  } finally {
    await board.close();
  }
}

/** Where an element is, and whether all of it is in the window and in front, after it was scrolled there if it may be. Both in one
 * step, because a running analysis moves what is below it.
 * @param {import("playwright-core").Locator} element @param {boolean} [mayScroll] */
function look(element, mayScroll = false) {
  return element.evaluate((node, mayScroll) => {
    if (mayScroll) {
      node.scrollIntoView({ block: "center" });
    }
    const { left, top, right, bottom } = node.getBoundingClientRect();
    const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isInside = left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
    return { left, top, right, bottom, isInside, isFront: front !== null && node.contains(front) };
  }, mayScroll);
}

/** @param {import("playwright-core").Page} page */
function scrolls(page) {
  return page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [scrollWidth > innerWidth, scrollHeight > innerHeight];
  });
}

/** All buttons but those of the lines, which change while the analysis goes on.
 * @param {Board} board @param {boolean} mayScroll whether a button may be reached by scrolling the column
 * @param {string} size of the window */
async function checkButtons(board, mayScroll, size) {
  const buttons = board.page.locator("#door, #menu button:visible, #side button:visible:not(.lines button)");
  for (let index = 0; index < (await buttons.count()); index += 1) {
    const button = buttons.nth(index);
    const name = (await button.getAttribute("aria-label")) ?? (await button.innerText());
    // The analysis and the review scroll inside where it must.
    const isScrolled = mayScroll || (await button.evaluate((node) => node.closest("#analysis, #review") !== null));
    const { isInside, isFront } = await look(button, isScrolled);
    assert.ok(isInside && isFront, `${size}: ${name} is cut off`);
  }
}

for (const game of ["send_it", "konane,width=16,height=4", "kangaroo"]) {
  test(`a low window has the whole board beside the column: ${game}`, () =>
    inWindow(1366, 768, `game=${game}&level=1`, async (board) => {
      for (const [width, height] of [[1366, 650], [1280, 600], [960, 540], [844, 390], [683, 325], [568, 320]]) {
        const size = `${width} × ${height}`;
        await board.page.setViewportSize({ width, height });
        const whole = await look(board.page.locator("#board-place .board"));
        const side = await look(board.page.locator("#side"));
        assert.ok(whole.isInside && side.isInside && whole.right <= side.left, `${size}: ${JSON.stringify([whole, side])}`);
        const isLarge = whole.right - whole.left > 0.85 * side.left || whole.bottom - whole.top > 0.85 * height - 52;
        assert.ok(isLarge, `${size}: the board is smaller than it can be`);
        assert.deepEqual(await scrolls(board.page), [false, false], size);
        await checkButtons(board, height < 480, size);
        assert.ok((await look(board.button("Puzzles"))).isFront, `${size}: the puzzles are in the menu`);
      }
    }));
}

test("a review, an analysis beside it, and the exercises are reached in low windows", () =>
  inWindow(
    1366,
    768,
    "game=send_it,size=2",
    async (board) => {
      await board.openText("#game=send_it&options=size=2&turns=bA1");
      await board.page.locator("#tools").getByRole("button", { name: "Review" }).click();
      const learn = board.button("Learn from your mistakes");
      await learn.waitFor({ timeout: 60_000 });
      await board.press("Analyse");
      await board.page.locator("#analysis .lines li").first().waitFor();
      const sizes = /** @type {const} */ ([[1366, 650], [1280, 600], [960, 540], [844, 390], [683, 325]]);
      for (const isExercise of [false, true]) {
        for (const [width, height] of sizes) {
          await board.page.setViewportSize({ width, height });
          assert.deepEqual(await scrolls(board.page), [false, false], `${width} × ${height}`);
          await checkButtons(board, height < 480, `${width} × ${height}`);
        }
        if (!isExercise) {
          await learn.click();
          await board.settled();
        }
      }
    },
    false,
  ));

test("a turn can be ended without scrolling", () =>
  inWindow(
    1366,
    768,
    "game=kangaroo&level=1",
    async (board) => {
      await board.click("B8", "B6");
      for (const [width, height] of [[360, 640], [390, 844], [844, 390], [683, 325], [960, 540]]) {
        const size = `${width} × ${height}`;
        await board.page.setViewportSize({ width, height });
        for (const name of ["End turn", "Cancel turn"]) {
          const { isInside, isFront } = await look(board.button(name));
          assert.ok(isInside && isFront, `${size}: ${name}`);
        }
        assert.ok((await look(board.page.locator("#board-place .board"))).isInside, `${size}: the board is whole`);
        assert.equal(await board.page.evaluate(() => scrollY), 0, size);
      }
    },
    false,
  ));

test("a turn of a lesson can be ended without scrolling", () =>
  inWindow(
    360,
    640,
    "game=send_it",
    async (board) => {
      await board.press("Lessons");
      await board.page.locator(".lesson-board .hit.legal").first().click();
      const end = board.page.getByRole("dialog").getByRole("button", { name: "End turn" });
      await end.waitFor();
      const { isInside, isFront } = await look(end);
      assert.ok(isInside && isFront);
    },
    false,
  ));

test("New game has the game, the side, the level and the start on the screen", () =>
  inWindow(
    1366,
    768,
    "game=konane",
    async (board) => {
      await board.press("New game");
      const dialog = board.page.getByRole("dialog");
      const fields = [...(await dialog.locator(".card").all()), ...["You play", "Level of papamu"].map((name) => dialog.getByLabel(name)), dialog.getByRole("button", { name: "Start the game" })];
      assert.equal(fields.length, 7);
      for (const [width, height] of [[1366, 650], [1280, 600], [960, 540], [568, 320], [390, 844], [360, 640]]) {
        await board.page.setViewportSize({ width, height });
        for (const field of fields) {
          const { isInside, isFront } = await look(field);
          assert.ok(isInside && isFront, `${width} × ${height}: ${await field.evaluate(({ textContent, className }) => `${textContent} ${className}`)}`);
        }
      }
      await dialog.getByText("More:").click();
      assert.ok((await look(fields[6])).isFront, "the start stays on the screen");
    },
    false,
  ));

test("a large window has a larger board, letters and column", () =>
  inWindow(1366, 768, "game=kanga", async ({ page }) => {
    const sizes = async () => {
      const [board, side] = await Promise.all(["#board-place .board", "#side"].map((of) => look(page.locator(of))));
      const letters = await page.locator("#turn .status").evaluate((status) => parseFloat(getComputedStyle(status).fontSize));
      return { board: board.bottom - board.top, side: side.right - side.left, letters, isInside: board.isInside && side.isInside };
    };
    const small = await sizes();
    await page.setViewportSize({ width: 2560, height: 1440 });
    const large = await sizes();
    assert.ok(large.isInside && large.board > 0.85 * 1440, JSON.stringify(large));
    assert.ok(large.letters >= 1.3 * small.letters && large.side >= 1.3 * small.side, JSON.stringify({ small, large }));
  }));
