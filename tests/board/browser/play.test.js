import assert from "node:assert/strict";
import { test } from "node:test";

import { Board, browser, randomNumbers, server, startBoard } from "../support.js";

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

/** Sets up a position by pasting it; both sides are people's.
 * @param {Board} board @param {string} position */
async function setUp(board, position) {
  await playBothSides(board);
  await board.openText(position);
}

/** @param {Board} board */
async function playBothSides(board) {
  await board.press("Settings");
  await board.page.getByLabel("You play").selectOption("both");
  await board.press("Close");
}

const GAMES = [
  "konane,width=6,height=6",
  "kanga,width=5,height=5",
  "send_it,size=3,max_moves=60",
  "kangaroo,size=6,max_moves=60",
];
for (const [seed, game] of GAMES.entries()) {
  test(`a whole game by clicks against level 1: ${game}`, () =>
    onBoard(`game=${game}&level=1`, async (board) => {
      const random = randomNumbers(seed + 1);
      for (let turns = 0; turns < 200 && !(await board.isOver()); turns += 1) {
        await board.anyTurn(random);
      }
      assert.ok(await board.isOver());
      assert.match(await board.status(), /^(Black wins|White wins|A draw)/);
      assert.ok((await board.page.locator("#turn .instruction").innerText()).endsWith("."));
      assert.ok((await board.page.locator("#live").textContent())?.length);
      assert.deepEqual(await board.choices(), []);
      await board.press("Rematch");
      assert.equal(await board.isOver(), false);
      assert.match(await board.page.locator("#player-bottom").innerText(), /White\s+You/);
    }));
}

test("the stone moves with each jump, and a jump can go on", () =>
  onBoard("game=kangaroo", async (board) => {
    await setUp(board, "xx1o4/x2o4/o7/o1oo4/8/8/8/8 b -");
    await board.click("A8", "C8");
    assert.match((await board.describe("C8")) ?? "", /^C8, black stone/);
    assert.match((await board.describe("A8")) ?? "", /^A8, empty/);
    await board.click("E8", "C6", "C4");
    assert.match((await board.describe("D7")) ?? "", /^D7, empty/, "the stone that was jumped over is gone");
    assert.equal(await board.turns(), "", "the turn goes on");
    await board.click("E6");
    assert.equal(await board.turns(), "A8-C8-E8-C6-C4-E6", "a turn without another jump ends by itself");
    assert.match(await board.page.locator("#player-bottom, #player-top").filter({ hasText: "Black" }).innerText(), /4 captured/);
  }));

test("a begun turn can be cancelled, by the button and by Escape", () =>
  onBoard("game=kangaroo", async (board) => {
    await board.click("B8", "B6");
    assert.match((await board.describe("B6")) ?? "", /black stone/);
    await board.press("Cancel turn");
    assert.match((await board.describe("B8")) ?? "", /black stone/);
    await board.click("B8", "B6");
    await board.page.keyboard.press("Escape");
    await board.settled();
    assert.match((await board.describe("B8")) ?? "", /black stone/);
    assert.equal(await board.turns(), "");
  }));

test("another stone can be chosen, and a stone can be dragged", () =>
  onBoard("game=kangaroo&level=1", async (board) => {
    await board.click("B8");
    await board.click("C8");
    await board.click("C6");
    await board.press("Cancel turn");
    await board.cell("D8").dragTo(board.cell("D6"));
    await board.settled();
    assert.match((await board.describe("D6")) ?? "", /black stone/);
    await board.press("End turn");
    assert.match(await board.turns(), /^D8-D6 /);
  }));

test("a turn of four drops ends by itself, and one of two drops by the button", () =>
  onBoard("game=send_it,size=5", async (board) => {
    await playBothSides(board);
    await board.click("E5");
    await board.click("A1", "J9", "A5");
    assert.match(await board.page.locator("#turn .instruction").innerText(), /4 drops/);
    assert.equal(await board.button("Pass").getAttribute("class"), null, "there is more to do than to pass");
    await board.click("E7", "E3", "G5", "B5");
    assert.match(await board.turns(), /^E5 A1,J9,A5 E7,E3,G5,B5$/);
    const broken = await board.page.locator(".turn-list").evaluate((list) => {
      /** @type {HTMLElement} */ (list).style.width = "9rem";
      const range = document.createRange();
      return [...list.querySelectorAll("button > span:not(.disc)")].map((turn) => {
        range.selectNodeContents(turn);
        const isHigh = new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
        return [isHigh, [...turn.childNodes].some((move) => (range.selectNodeContents(move), new Set([...range.getClientRects()].map(({ top }) => top)).size > 1))];
      });
    });
    assert.deepEqual(broken.at(-1), [true, false], "a long turn breaks between its drops");
    const random = randomNumbers(7);
    const first = await board.choices();
    await board.cell(first[Math.floor(random() * first.length)]).click();
    await board.settled();
    assert.match(await board.page.locator("#turn .instruction").innerText(), /3 drops left/);
    await board.press("End turn");
    assert.equal((await board.turns()).split(" ").length, 4);
    assert.match(await board.status(), /Black to move/);
  }));

test("a stone is given for the end of a game by a click, and its result is shown before", () =>
  onBoard("game=kangaroo", async (board) => {
    const give = board.button("Give a stone and count …");
    assert.equal(await give.count(), 0, "not in the first turn");
    await setUp(board, "8/8/8/3x4/8/8/xx4o1/4x3 b -");
    await board.press("Give a stone and count …");
    assert.deepEqual((await board.choices()).sort(), ["A2", "B2", "D5", "E1"]);
    assert.match((await board.describe("D5")) ?? "", /^D5, black stone, .*giving it wins by 2$/);
    assert.deepEqual((await board.page.locator("#board-place .solved.win").allTextContents()).sort(), ["+1", "+2", "+2", "+2"]);
    await board.page.keyboard.press("Escape");
    await board.settled();
    await board.press("Give a stone and count …");
    await board.click("D5");
    assert.match(await board.status(), /Black wins by/);
    assert.match(await board.turns(), /^Give D5 and count$/);
  }));

test("giving up asks first", () =>
  onBoard("game=konane,width=6,height=6", async (board) => {
    await board.press("Resign");
    await board.press("Keep playing");
    assert.equal(await board.isOver(), false);
    await board.press("Resign");
    await board.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await board.settled();
    assert.match(await board.status(), /White wins/);
  }));

test("a click that is not allowed says why, in the engine's words", () =>
  onBoard("game=konane", async (board) => {
    await board.click("B8");
    const message = await board.message();
    assert.ok(message.length > 5 && message.endsWith("."), message);
    assert.equal(await board.turns(), "");
    await board.click("D5");
    assert.match(await board.turns(), /^D5 \w\d$/);
    assert.equal(await board.message(), "");
  }));

test("a board of 16 by 4 is a wide one", () =>
  onBoard("game=konane,width=16,height=4", async (board) => {
    assert.equal(await board.page.locator("#board-place .hit").count(), 64);
    const box = await board.page.locator("#board-place .board").boundingBox();
    assert.ok(box && box.width > 2.5 * box.height, JSON.stringify(box));
    assert.match(await board.page.locator("#title").innerText(), /width 16.*height 4/);
    const [choice] = await board.choices();
    await board.click(choice);
    assert.ok((await board.turns()).startsWith(`${choice} `));
  }));

test("a turn is taken back with the engine's, and played again", () =>
  onBoard("game=kanga&level=1", async (board) => {
    await board.click("D4");
    const two = await board.turns();
    assert.match(two, /^D4 \w\d$/);
    await board.press("Take back");
    assert.match(await board.status(), /Black to move.*turn 1$/s);
    assert.match((await board.describe("D4")) ?? "", /empty/);
    await board.press("Redo");
    assert.match(await board.status(), /Black to move.*turn 3$/s);
    assert.equal(await board.turns(), two);
  }));

test("a reload keeps the game and the clicks of a begun turn, and two tabs are two games", () =>
  onBoard("game=kanga&level=1", async (board) => {
    await board.click("D4");
    const turns = await board.turns();
    assert.equal(new URL(board.page.url()).search, "", "the token does not stay in the address");
    const other = new Board(await board.page.context().newPage());
    await other.goto(`${server.url}&game=kangaroo`);
    await other.click("B8", "B6");
    for (const { page } of [board, other]) {
      await page.reload();
    }
    await board.ready();
    await other.ready();
    assert.equal(await board.turns(), turns);
    assert.match(await board.page.locator("#title").innerText(), /Kanga/);
    assert.match(await other.page.locator("#title").innerText(), /Kangaroo/);
    await other.press("End turn");
    assert.match(await other.turns(), /^B8-B6 /);
    await board.click("E5");
    assert.equal((await board.turns()).split(" ").length, 4);
  }));

test("a move can be asked for at once, and stopped", () =>
  onBoard("game=kanga&level=10", async (board) => {
    await board.press("Settings");
    await board.page.getByRole("combobox", { name: /^Time/ }).selectOption("30");
    await board.press("Close");
    await board.cell("D4").click();
    await board.button("Move now").click();
    await board.settled();
    assert.match(await board.turns(), /^D4 \w\d$/);
    await board.cell((await board.choices())[0]).click();
    await board.button("Stop").click();
    await board.settled();
    assert.equal((await board.turns()).split(" ").length, 3, "nothing was played");
    await board.button("Let papamu move").click();
    await board.button("Move now").click();
    await board.settled();
    assert.equal((await board.turns()).split(" ").length, 4);
  }));

test("a player whose time is up loses, and a take-back restores the clock", () =>
  onBoard("game=kanga", async (board) => {
    await board.page.clock.install();
    await board.page.reload();
    await board.ready();
    await board.press("New game");
    await board.page.getByLabel("You play").selectOption("both");
    await board.page.getByText("More:").click();
    await board.page.getByRole("combobox", { name: /^Time/ }).selectOption("3+2");
    await board.press("Start the game");
    await board.click("D4");
    await board.page.clock.runFor(10_000);
    await board.click("E5");
    const clock = (/** @type {string} */ side) => board.page.locator(`#clock-${side}`).innerText();
    // The clock that the test moves on goes on by itself as well.
    assert.match(await clock("white"), /^2:5[12]$/);
    await board.page.clock.runFor(30_000);
    assert.match(await clock("black"), /^2:3[123]$/);
    await board.press("Take back");
    assert.equal(await clock("white"), "3:00");
    await board.page.clock.runFor(190_000);
    await board.page.locator("#turn .result").waitFor();
    assert.equal(await board.status(), "Black wins");
    assert.match(await board.page.locator("#turn .instruction").innerText(), /time/);
  }));

test("a game is played with the keyboard alone", () =>
  onBoard("game=kanga,width=3,height=3&level=1", async (board) => {
    const { keyboard } = board.page;
    const focused = () => board.page.evaluate(() => document.activeElement?.getAttribute("data-cell") ?? null);
    for (let tabs = 0; tabs < 20 && (await focused()) === null; tabs += 1) {
      await keyboard.press("Tab");
    }
    assert.equal(await focused(), "B2", "the board is reached with Tab");
    // From the middle to the upper left, row by row to the lower right, and back.
    await keyboard.press("ArrowLeft");
    await keyboard.press("ArrowUp");
    const keys = [..."RRDLLDRRLLURRULL"].map((key) => ({ R: "ArrowRight", L: "ArrowLeft", U: "ArrowUp", D: "ArrowDown" })[key] ?? "");
    for (let turn = 0; turn < 80 && !(await board.isOver()); turn += 1) {
      await keyboard.press("Enter");
      await board.settled();
      await keyboard.press(keys[turn % keys.length]);
    }
    assert.ok(await board.isOver());
    for (let tabs = 0; tabs < 20; tabs += 1) {
      await keyboard.press("Tab");
      if (await board.page.evaluate(() => document.activeElement?.textContent === "Rematch")) {
        break;
      }
    }
    await keyboard.press("Enter");
    await board.settled();
    assert.equal(await board.isOver(), false);
  }));
