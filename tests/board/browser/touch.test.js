/** Fingers on the board: dragging, small cells; and what a drag shows, with the mouse too. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board, browser, server, startBoard } from "../support.js";

startBoard();

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

/** @param {string} wishes @param {(board: Board) => Promise<void>} task
 * @param {import("playwright-core").BrowserContextOptions} [options] */
async function onBoard(wishes, task, options = PHONE) {
  const board = await Board.open(browser, server, wishes, options);
  try {
    await task(board);
    assert.deepEqual(board.errors, []);
  } finally {
    await board.close();
  }
}

/** The middle of a cell on the screen.
 * @param {Board} board @param {string} name */
async function middle(board, name) {
  const box = await board.cell(name).boundingBox();
  assert.ok(box, name);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Moves a finger from a cell to another one as the browser sees it, which may scroll the page.
 * @param {Board} board @param {string} from @param {string} to */
async function swipe(board, from, to) {
  const session = await board.page.context().newCDPSession(board.page);
  const [start, end] = [await middle(board, from), await middle(board, to)];
  const send = (/** @type {string} */ type, /** @type {{x: number, y: number}[]} */ touchPoints) =>
    session.send("Input.dispatchTouchEvent", { type: /** @type {"touchStart"} */ (type), touchPoints });
  await send("touchStart", [start]);
  for (let step = 1; step <= 8; step += 1) {
    await send("touchMove", [{ x: start.x + ((end.x - start.x) * step) / 8, y: start.y + ((end.y - start.y) * step) / 8 }]);
  }
  await send("touchEnd", []);
  await board.settled();
}

for (const [game, from, to, hole] of [
  ["kangaroo&level=1", "D8", "D6", ""],
  ["konane,width=6,height=6&level=1", "", "", "first"],
]) {
  test(`a finger drags a stone, and does not scroll the page: ${game}`, () =>
    onBoard(`game=${game}`, async (board) => {
      let [start, end] = [from, to];
      if (hole) {
        // The opening removes a stone of each side; after that, stones jump.
        await board.cell((await board.choices())[0]).tap();
        await board.settled();
        [start] = await board.choices();
        await board.cell(start).tap();
        await board.settled();
        [end] = (await board.choices()).filter((name) => name !== start);
        await board.page.keyboard.press("Escape");
        await board.settled();
      }
      const scroll = await board.page.evaluate(() => scrollY);
      await swipe(board, start, end);
      assert.equal(await board.page.evaluate(() => scrollY), scroll, "the page has not scrolled");
      assert.match((await board.describe(end)) ?? "", /black stone/);
      assert.match((await board.describe(start)) ?? "", /empty/);
    }));
}

test("a finger on an empty cell scrolls the page", () =>
  onBoard("game=kangaroo", async (board) => {
    const before = await board.cell("D5").boundingBox();
    await swipe(board, "D5", "D2");
    await board.page.waitForFunction(
      (top) => Math.abs((document.querySelector('[data-cell="D5"]')?.getBoundingClientRect().top ?? 0) - top) > 10,
      before?.y ?? 0,
    );
  }));

test("a drag of the mouse shows the destinations, and one that leads nowhere plays nothing", () =>
  onBoard(
    "game=kangaroo&level=1",
    async (board) => {
      const { mouse } = board.page;
      const [start, end, own] = await Promise.all(["B8", "B6", "C8"].map((name) => middle(board, name)));
      await mouse.move(start.x, start.y);
      await mouse.down();
      await mouse.move(end.x, (start.y + end.y) / 2, { steps: 4 });
      await mouse.move(end.x, end.y, { steps: 4 });
      await board.page.locator("#board-place .target").waitFor();
      assert.deepEqual(await board.choices(), ["B6", "D6"], "the destinations of the stone that is dragged");
      await mouse.move(own.x, own.y, { steps: 4 });
      await mouse.up();
      await board.settled();
      assert.ok((await board.message()).length > 5, "the engine says why not");
      assert.match((await board.describe("B8")) ?? "", /black stone.*part of this turn/, "the stone is back, and still chosen");
      assert.equal(await board.page.locator("#board-place .target").count(), 0);
      await board.click("B6");
      assert.match((await board.describe("B6")) ?? "", /black stone/);
      await board.press("End turn");
      assert.match(await board.turns(), /^B8-B6 /);
    },
    {},
  ));

test("a drag never removes a stone of the opening", () =>
  onBoard(
    "game=konane,width=6,height=6&level=1",
    async (board) => {
      const [choice, other] = await board.choices();
      await board.cell(choice).dragTo(board.cell(other));
      await board.settled();
      assert.equal(await board.turns(), "");
      assert.match((await board.describe(choice)) ?? "", /black stone/);
    },
    {},
  ));

test("a stone that was dropped in this turn cannot be dragged", () =>
  onBoard(
    "game=send_it,size=4&level=1",
    async (board) => {
      await board.click((await board.choices())[0]);
      const [dropped] = await board.choices();
      await board.click(dropped);
      const other = (await board.choices()).find((name) => name !== dropped) ?? "";
      await board.cell(dropped).dragTo(board.cell(other));
      await board.settled();
      assert.match((await board.describe(dropped)) ?? "", /black stone.*part of this turn/);
      assert.match((await board.describe(other)) ?? "", /empty/);
    },
    {},
  ));

for (const game of ["send_it", "kanga,width=19,height=19", "konane,width=16,height=16"]) {
  test(`a tap on a small cell enlarges the board, and the next one chooses: ${game}`, () =>
    onBoard(`game=${game}&level=1`, async (board) => {
      const svg = board.page.locator("#board-place .board");
      const size = async (/** @type {string} */ name) => (await board.cell(name).boundingBox())?.width ?? 0;
      const whole = await svg.getAttribute("viewBox");
      const [choice] = await board.choices();
      assert.ok((await size(choice)) < 24);
      await board.cell(choice).tap();
      assert.equal(await board.turns(), "", "one tap plays nothing");
      assert.ok((await size(choice)) >= 40);
      await board.button("Show the whole board").tap();
      assert.equal(await svg.getAttribute("viewBox"), whole);
      assert.equal(await board.button("Show the whole board").count(), 0);
      await board.cell(choice).tap();
      await board.cell(choice).tap();
      await board.settled();
      assert.match(await board.turns(), new RegExp(`^${choice} `));
      assert.equal(await svg.getAttribute("viewBox"), whole);
    }));
}

test("a tap on a cell that is large enough chooses at once, and so does the mouse on a small one", async () => {
  await onBoard("game=kanga&level=1", async (board) => {
    await board.cell("D4").tap();
    await board.settled();
    assert.match(await board.turns(), /^D4 /);
  });
  await onBoard("game=kanga,width=19,height=19&level=1", (board) => board.click("K10"), { viewport: { width: 360, height: 640 } });
});
