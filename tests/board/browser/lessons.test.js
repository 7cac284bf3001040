import assert from "node:assert/strict";
import { test } from "node:test";

import { Board, browser, server, startBoard } from "../support.js";

startBoard();

/** The dialog with the lessons of the game on the board. */
class Lessons {
  /** @param {Board} board */
  static async open(board) {
    await board.press("Lessons");
    const lessons = new Lessons(board);
    await lessons.dialog.locator(".hit").first().waitFor();
    return lessons;
  }

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.dialog = board.page.getByRole("dialog");
    this.verdict = this.dialog.getByRole("status");
  }

  /** @param {string} name */
  cell(name) {
    return this.dialog.locator(`[data-cell="${name}"]`);
  }

  /** @param {string} name */
  button(name) {
    return this.dialog.getByRole("button", { name, exact: true });
  }

  /** Waits until the verdict begins with these words. @param {string} words */
  async says(words) {
    await this.dialog.locator(".verdict", { hasText: new RegExp(`^${words}`) }).waitFor();
  }

  /** Waits until the lesson with this number is shown. @param {number} number */
  async shows(number) {
    await this.dialog.locator("h3", { hasText: new RegExp(`^${number}\\. `) }).waitFor();
  }

  /** The titles of the lessons that have been done. */
  async done() {
    return this.dialog.locator(".lessons li", { hasText: "done" }).getByRole("button").allInnerTexts();
  }
}

/** A turn that misses the goal of a lesson, and one that reaches it, as cells and names of buttons.
 * @type {Record<string, {title: string, wrong: string[], fact: string, right: string[]}>} */
const LESSONS = {
  konane: { title: "Jump on", wrong: ["A2", "C2"], fact: "This turn captures 1 stone.", right: ["A2", "E2"] },
  kanga: { title: "Capture to defend", wrong: ["E3"], fact: "White wins at once with E2.", right: ["D1"] },
  send_it: { title: "One stone for a group", wrong: ["D7", "G7", "End turn"], fact: "You have placed 2 stones.", right: ["D7", "G7", "G4", "D1"] },
  kangaroo: { title: "Which stone to give", wrong: ["Give C1"], fact: "The game is a draw.", right: ["Give B5"] },
};

for (const [game, { title, wrong, fact, right }] of Object.entries(LESSONS)) {
  test(`a lesson is missed, tried again and done: ${game}`, async () => {
    const board = await Board.open(browser, server, `game=${game}&level=1`);
    const lessons = await Lessons.open(board);
    await lessons.button(title).click();
    const number = (await lessons.dialog.locator(".lessons button").allInnerTexts()).indexOf(title) + 1;
    await lessons.shows(number);
    const play = async (/** @type {string[]} */ names) => {
      for (const name of names) {
        await (/^[A-Z]\d+$/.test(name) ? lessons.cell(name) : lessons.button(name)).click();
      }
    };
    const own = game === "send_it" ? ": \\d+ points?\\s+\\d+ controlled" : ": \\d+ points?";
    const counted = ["send_it", "kangaroo"].includes(game) ? new RegExp(`^Black${own}\\s+White${own}$`) : /^$/;
    assert.match(await lessons.dialog.locator(".points").innerText(), counted);
    await play(wrong);
    await lessons.says(`Not yet. ${fact}`);
    assert.deepEqual(await lessons.done(), []);
    assert.equal(await lessons.dialog.locator(".hit.legal").count(), 0, "the turn is over");
    await lessons.button("Try again").click();
    await lessons.dialog.locator(".hit.legal").first().waitFor();
    await play(right);
    await lessons.says("Right.");
    assert.deepEqual(await lessons.done(), [title]);
    if (await lessons.button("Next lesson").isVisible()) {
      await lessons.button("Next lesson").click();
      await lessons.shows(number + 1);
    }
    // What was done is remembered, and the lessons begin with the first one that was not.
    await board.press("Close");
    await board.page.reload();
    await board.ready();
    const again = await Lessons.open(board);
    assert.deepEqual(await again.done(), [title]);
    await again.shows(number === 1 ? 2 : 1);
    assert.deepEqual(board.errors, []);
    await board.close();
  });

  test(`the solution of every lesson is shown: ${game}`, async () => {
    const board = await Board.open(browser, server, `game=${game}&level=1`);
    const lessons = await Lessons.open(board);
    const count = await lessons.dialog.locator(".lessons button").count();
    assert.ok(count >= 6);
    for (let number = 1; number <= count; number += 1) {
      await lessons.shows(number);
      await lessons.button("Show the solution").click();
      await lessons.says("The solution.");
      if (number < count) {
        await lessons.button("Next lesson").click();
      }
    }
    assert.deepEqual(await lessons.done(), [], "a solution that is shown is not a lesson done");
    assert.deepEqual(board.errors, []);
    await board.close();
  });
}

test("lessons leave the game and a running analysis as they are", async () => {
  const board = await Board.open(browser, server, "game=kanga,width=5,height=5&level=1");
  await board.click("C3");
  await board.page.locator("#turn .status", { hasText: "Black to move" }).waitFor();
  await board.settled();
  const turns = await board.turns();
  await board.press("Analyse");
  await board.page.locator("#analysis .lines li").first().waitFor();
  const lessons = await Lessons.open(board);
  await lessons.button("Show the solution").click();
  await lessons.says("The solution.");
  await board.press("Close");
  assert.equal(await board.turns(), turns);
  assert.equal(await board.button("Analyse").getAttribute("aria-pressed"), "true");
  assert.match(await board.page.locator("#title").innerText(), /Kanga · 5×5/);
  assert.deepEqual(board.errors, []);
  await board.close();
});

test("a lesson is done with the keyboard alone", async () => {
  const board = await Board.open(browser, server, "game=konane&level=1");
  await board.button("Lessons").focus();
  await board.page.keyboard.press("Enter");
  const lessons = new Lessons(board);
  await lessons.shows(1);
  const focused = () => board.page.evaluate(() => document.activeElement?.getAttribute("data-cell") ?? document.activeElement?.textContent ?? "");
  for (let presses = 0; presses < 40 && !/^[A-Z]\d+$/.test(await focused()); presses += 1) {
    await board.page.keyboard.press("Tab");
  }
  for (let presses = 0; presses < 20 && (await focused()) !== "C4"; presses += 1) {
    const [column, row] = await focused();
    await board.page.keyboard.press(column < "C" ? "ArrowRight" : column > "C" ? "ArrowLeft" : row < "4" ? "ArrowUp" : "ArrowDown");
  }
  await board.page.keyboard.press("Enter");
  await lessons.says("Right.");
  await lessons.button("Next lesson").focus();
  await board.page.keyboard.press("Enter");
  await lessons.shows(2);
  assert.match(await focused(), /^2\. /, "the focus is where the next lesson begins");
  await board.page.keyboard.press("Escape");
  await lessons.dialog.waitFor({ state: "detached" });
  assert.deepEqual(board.errors, []);
  await board.close();
});

test("a refused click says why, and another stone begins another turn", async () => {
  const board = await Board.open(browser, server, "game=kangaroo&level=1");
  const lessons = await Lessons.open(board);
  await lessons.button("Capture").click();
  await lessons.shows(2);
  const instruction = await lessons.verdict.innerText();
  assert.notEqual(instruction, "");
  await lessons.cell("F6").click();
  await board.page.waitForFunction((words) => document.querySelector(".verdict")?.textContent !== words, instruction);
  assert.match(await lessons.verdict.innerText(), /^[A-Z].*\.$/);
  for (const [name, other] of [["B5", "C5"], ["C5", "B5"]]) {
    await lessons.cell(name).click();
    await lessons.dialog.locator(`[data-cell="${name}"][aria-label*="part of this turn"]`).waitFor();
    assert.ok(!(await lessons.cell(other).getAttribute("aria-label"))?.includes("part of this turn"));
  }
  await lessons.button("Cancel turn").click();
  await lessons.button("Cancel turn").waitFor({ state: "detached" });
  assert.deepEqual(board.errors, []);
  await board.close();
});

for (const [width, height] of [
  [1366, 650],
  [1280, 600],
  [960, 540],
  [390, 844],
  [360, 640],
  [844, 390],
  [683, 325],
  [2560, 1440],
]) {
  test(`a lesson fits a window of ${width}×${height}, and its buttons can be reached`, async () => {
    const board = await Board.open(browser, server, "game=send_it&level=1", { viewport: { width, height }, hasTouch: true });
    const lessons = await Lessons.open(board);
    const box = await lessons.dialog.locator(".board").boundingBox();
    assert.ok(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, JSON.stringify(box));
    assert.ok(Math.min(box.width, box.height) >= Math.min(width, height) * 0.5, `the board is small: ${JSON.stringify(box)}`);
    const excess = await lessons.dialog.evaluate((dialog) => [...dialog.querySelectorAll(".content, :scope")].map((part) => part.scrollWidth - part.clientWidth));
    assert.ok(excess.every((pixels) => pixels <= 0), `too wide: ${excess}`);
    await lessons.cell("G7").tap();
    await lessons.button("End turn").tap();
    await lessons.says("Right.");
    await lessons.button("Next lesson").tap();
    await lessons.shows(2);
    const points = await lessons.dialog.locator(".points").boundingBox();
    const buttons = await lessons.dialog.locator(".lesson-words .buttons").boundingBox();
    assert.ok(height < 600 || (points && buttons && points.y + points.height <= buttons.y), `the buttons cover the points: ${JSON.stringify([points, buttons])}`);
    await lessons.button("Pass at the end").tap();
    await lessons.shows(8);
    assert.deepEqual(board.errors, []);
    await board.close();
  });
}
