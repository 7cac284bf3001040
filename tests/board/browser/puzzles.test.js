import assert from "node:assert/strict";
import { test } from "node:test";

import { EDITION } from "../../../web/puzzles/progress.js";
import { Board, browser, server, startBoard } from "../support.js";

startBoard();

/** The dialog with the puzzles of the game on the board. */
class Puzzles {
  /** @param {Board} board */
  static async open(board) {
    await board.press("Puzzles");
    const puzzles = new Puzzles(board);
    await puzzles.dialog.locator(".hit").first().waitFor();
    return puzzles;
  }

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.dialog = board.page.getByRole("dialog");
    this.verdict = this.dialog.getByRole("status");
  }

  /** @param {string} name */
  button(name) {
    return this.dialog.getByRole("button", { name, exact: true });
  }

  /** Waits until the verdict begins with these words. @param {string} words */
  async says(words) {
    await this.dialog.locator(".verdict", { hasText: new RegExp(`^${words}`) }).waitFor();
  }

  /** Waits until the puzzle with this number is shown. @param {number} number */
  async shows(number) {
    await this.dialog.locator("h3", { hasText: new RegExp(`, puzzle ${number}$`) }).waitFor();
  }

  /** The turns of the solver in the proof line. */
  async solution() {
    await this.button("Show the proof line").click();
    await this.says("The proof.");
    const turns = [...(await this.verdict.innerText()).matchAll(/(Black|White) (\S+?)(?=, |\.$)/g)];
    await this.button("Try again").click();
    await this.dialog.locator(".hit.legal").first().waitFor();
    return turns.filter(([, player]) => player === turns[0][1]).map(([, , turn]) => turn);
  }

  /** Plays a turn click by click. @param {string} turn in whole style */
  async play(turn) {
    for (const cell of turn.split(/[-,]/)) {
      await this.dialog.locator(`[data-cell="${cell}"]`).click();
      await this.dialog.locator(`[data-cell="${cell}"][aria-label*="part of this turn"]`).or(this.dialog.locator(".verdict.right, .verdict.missed")).first().waitFor();
    }
    const end = this.button("End turn");
    if (await end.isVisible()) {
      await end.click();
    }
  }

  /** A turn other than the right one: the first one that can be clicked. @param {string} right */
  async playAnother(right) {
    const judged = this.dialog.locator(".verdict.right, .verdict.missed");
    const parts = right.split(/[-,]/);
    for (let clicks = 0; clicks < 8 && (await judged.count()) === 0; clicks += 1) {
      const cells = await this.dialog.locator(".hit.legal").evaluateAll((hits) => hits.map((hit) => hit.getAttribute("data-cell")));
      const cell = cells.find((name) => name !== parts[clicks]) ?? cells[0];
      await this.dialog.locator(`[data-cell="${cell}"]`).click();
      await this.dialog.locator(`[data-cell="${cell}"][aria-label*="part of this turn"]`).or(judged).first().waitFor();
      if (await this.button("End turn").isVisible()) {
        await this.button("End turn").click();
        await judged.waitFor();
      }
    }
  }
}

for (const game of ["konane", "kanga", "send_it", "kangaroo"]) {
  test(`a puzzle is missed, refuted, helped with and solved: ${game}`, async () => {
    const board = await Board.open(browser, server, `game=${game}&level=1`);
    const puzzles = await Puzzles.open(board);
    await puzzles.shows(1);
    await puzzles.button("Hint").click();
    await puzzles.says("Hint: the winning turn begins with ");
    assert.ok((await puzzles.dialog.locator(".mark").count()) > 0, "the hint is on the board");
    const [right] = await puzzles.solution();

    // The next puzzle is missed, and papamu's reply is played on the board.
    await puzzles.button("Next puzzle").click();
    await puzzles.shows(2);
    const [second] = await puzzles.solution();
    await puzzles.playAnother(second);
    await puzzles.says("Wrong. ");
    await puzzles.verdict.locator("b").first().waitFor();
    await puzzles.button("Show the solution").click();
    await puzzles.says("The proof.");
    await puzzles.button("Back").click();
    await puzzles.verdict.locator("b").waitFor({ state: "detached" });

    // Solved at the first try after a reload, the first one begins a streak, which stays. It is a win in one.
    await board.page.reload();
    await board.ready();
    const again = await Puzzles.open(board);
    await again.shows(1);
    await again.play(right);
    await again.says("Right. ");
    await again.dialog.getByText("Beginner 1 of ").waitFor();
    await board.page.reload();
    await board.ready();
    const last = await Puzzles.open(board);
    await last.shows(2);
    await last.dialog.getByText("Streak: 1. Longest streak: 1.").waitFor();

    // A longer one is played to its end, against papamu's replies.
    await last.button("Easy").click();
    await last.dialog.locator("h3", { hasText: "Easy, puzzle 1" }).waitFor();
    const turns = await last.solution();
    for (const [index, turn] of turns.filter((turn) => turn !== "PASS").entries()) {
      if (index > 0) {
        await last.says("Right. .* Find the next turn.");
      }
      await last.play(turn);
    }
    await last.dialog.locator(".verdict.right").waitFor();
    await last.dialog.getByText("Easy 1 of ").waitFor();
    await last.button("Next puzzle").click();
    await last.shows(2);
    if (game !== "send_it") {
      // The rest of it can be shown instead.
      const [first] = await last.solution();
      await last.play(first);
      await last.button("Show the rest").click();
      await last.verdict.locator("b").first().waitFor();
      await last.dialog.getByText("Easy 2 of ").waitFor();
    }
    assert.deepEqual(board.errors, []);
    await board.close();
  });
}

test("a puzzle is solved with the keyboard alone", async () => {
  const board = await Board.open(browser, server, "game=kanga&level=1");
  const puzzles = await Puzzles.open(board);
  const [right] = await puzzles.solution();
  await board.page.keyboard.press("Escape");
  await puzzles.dialog.waitFor({ state: "detached" });
  await board.button("Puzzles").focus();
  await board.page.keyboard.press("Enter");
  await puzzles.dialog.locator(`[data-cell="${right}"]`).focus();
  await board.page.keyboard.press("Enter");
  await puzzles.says("Right. ");
  await puzzles.button("Next puzzle").focus();
  await board.page.keyboard.press("Enter");
  await puzzles.shows(2);
  assert.deepEqual(board.errors, []);
  await board.close();
});

for (const [width, height] of [[390, 844], [568, 320], [1280, 600]]) {
  test(`puzzles are reached by touch and fit a window of ${width}×${height}`, async () => {
    const board = await Board.open(browser, server, "game=konane&level=1", { viewport: { width, height }, hasTouch: true });
    await board.button("Puzzles").tap();
    const puzzles = new Puzzles(board);
    await puzzles.shows(1);
    const excess = await puzzles.dialog.evaluate((dialog) => [...dialog.querySelectorAll(".content, :scope")].map((part) => part.scrollWidth - part.clientWidth));
    assert.ok(excess.every((pixels) => pixels <= 0), `${excess}`);
    await puzzles.button("Hard").tap();
    await puzzles.dialog.locator("h3", { hasText: "Hard, puzzle 1" }).waitFor();
    await puzzles.button("Hint").tap();
    await puzzles.says("Hint: ");
    if (process.env.PICTURES) {
      await board.page.screenshot({ path: `${process.env.PICTURES}/puzzle-${width}.png` });
    }
    assert.deepEqual(board.errors, []);
    await board.close();
  });
}

test("once all puzzles of a grade are solved, they begin again; other puzzles of the same numbers do not count", async () => {
  const board = await Board.open(browser, server, "game=konane&level=1");
  const store = (/** @type {string} */ edition) =>
    board.page.evaluate((edition) => {
      const solved = [Array.from({ length: 500 }, (_, index) => index + 1)];
      localStorage.setItem("papamu.puzzles", JSON.stringify({ konane: { grade: 1, streak: 2, best: 3, solved, edition } }));
    }, edition);
  await store("before");
  const others = await Puzzles.open(board);
  await others.dialog.getByText("Beginner 0 of ").waitFor();
  await board.press("Close");
  await store(EDITION);
  const puzzles = await Puzzles.open(board);
  await puzzles.shows(1);
  await puzzles.dialog.getByText(/\b(\d+) of \1 solved/).waitFor();
  await puzzles.dialog.getByText("Streak: 2. Longest streak: 3.").waitFor();
  await puzzles.solution();
  assert.deepEqual(board.errors, []);
  await board.close();
});
