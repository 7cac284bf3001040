/** Watching papamu play itself, the movements of stones, and sounds. */

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

test("papamu against itself shows each turn for a while, pauses and goes step by step", () =>
  onBoard("game=kanga&level=1", async (board) => {
    const { page } = board;
    await page.evaluate(() => {
      const times = /** @type {number[]} */ ([]);
      Object.assign(window, { times });
      const log = /** @type {Element} */ (document.getElementById("live"));
      new MutationObserver(() => times.push(performance.now())).observe(log, { childList: true });
    });
    await board.press("Settings");
    await page.getByRole("combobox", { name: /^Time/ }).selectOption("0.2");
    await page.getByLabel("You play").selectOption("none");
    await page.getByRole("button", { name: "Close" }).click();
    const times = () => page.evaluate(() => /** @type {any} */ (window).times.slice());
    await page.waitForFunction(() => /** @type {any} */ (window).times.length >= 4, undefined, { timeout: 60_000 });
    const shown = await times();
    for (let turn = 1; turn < shown.length; turn += 1) {
      // The page begins to count a little before the observer does.
      assert.ok(shown[turn] - shown[turn - 1] >= 600, `turn ${turn} was shown for ${shown[turn] - shown[turn - 1]} ms`);
    }
    await board.press("Pause");
    const count = async () => (await board.turns()).split(" ").length;
    const paused = await count();
    await board.press("Step");
    assert.equal(await count(), paused + 1);
    await board.press("Step");
    assert.equal(await count(), paused + 2);
    await board.button("Play on").click();
    await page.waitForFunction((least) => document.querySelectorAll(".turn-list button").length > least, paused + 2);
    await board.press("Pause");
  }));

/** Records what the page animates.
 * @param {import("playwright-core").Page} page */
function record(page) {
  return page.evaluate(() => {
    const seen = /** @type {any[]} */ ([]);
    Object.assign(window, { seen });
    const animate = Element.prototype.animate;
    /** @param {any} frames @param {any} options */
    Element.prototype.animate = function (frames, options) {
      seen.push({ frames: frames.length, duration: options.duration });
      return animate.call(this, frames, options);
    };
  });
}

/** What has been animated since the last call.
 * @param {import("playwright-core").Page} page @returns {Promise<{frames: number, duration: number}[]>} */
function recorded(page) {
  return page.evaluate(() => /** @type {any} */ (window).seen.splice(0));
}

for (const reducedMotion of /** @type {const} */ (["no-preference", "reduce"])) {
  const isStill = reducedMotion === "reduce";

  test(`a stone drops in a fifth of a second: ${reducedMotion}`, () =>
    onBoard(
      "game=kanga&level=1",
      async (board) => {
        await record(board.page);
        await board.click("D4");
        await board.page.waitForFunction(() => document.querySelectorAll("#board-place .stone:not(.ghost)").length === 2);
        const drops = await recorded(board.page);
        assert.equal(drops.length > 0, !isStill);
        assert.ok(drops.every(({ duration }) => duration >= 150 && duration <= 250));
      },
      { reducedMotion },
    ));

  test(`a stone jumps along its way, each jump in a fifth of a second: ${reducedMotion}`, () =>
    onBoard(
      "game=kangaroo&level=1",
      async (board) => {
        await board.openText("xx1o4/x2o4/o7/o1oo4/8/8/8/8 b -");
        await board.click("A8", "C8", "E8", "C6", "C4", "E6");
        await board.page.locator("body").press("Home");
        await board.settled();
        await record(board.page);
        await board.page.locator("body").press("ArrowRight");
        await board.settled();
        await board.page.waitForFunction(() => document.querySelector('[data-cell="E6"]')?.getAttribute("aria-label")?.includes("black"));
        const jumps = (await recorded(board.page)).filter(({ frames }) => frames > 2);
        assert.deepEqual(jumps, isStill ? [] : [{ frames: 6, duration: 1000 }]);
        const transition = await board.page.locator("#board-place .stone").first().evaluate((stone) => getComputedStyle(stone).transitionDuration);
        assert.match(transition, isStill ? /^0s$/ : /^0\.22s$/);
      },
      { reducedMotion },
    ));
}

test("sounds are a choice in Settings, and no question", () =>
  onBoard("game=kanga&level=1", async (board) => {
    await board.click("D4");
    assert.equal(await board.page.locator("#invitation").isVisible(), false);
    await board.press("Settings");
    await board.page.getByLabel("Play sounds").check();
    await board.page.reload();
    await board.ready();
    await board.press("Settings");
    assert.ok(await board.page.getByLabel("Play sounds").isChecked());
  }));
