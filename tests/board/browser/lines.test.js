/** The game and its variations: what is played, what is only looked at, and what a file keeps of both. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board, browser, server, startBoard } from "../support.js";

startBoard();

/** @param {(board: Board) => Promise<void>} task @param {string} [wishes] */
async function onBoard(task, wishes = "game=kanga&level=1") {
  const board = await Board.open(browser, server, wishes);
  try {
    await task(board);
    assert.deepEqual(board.errors, []);
  } finally {
    await board.close();
  }
}

/** @param {Board} board @param {string} sides */
async function choosePlayers(board, sides) {
  await board.press("Settings");
  await board.page.getByLabel("You play").selectOption(sides);
  await board.press("Close");
}

/** @param {Board} board @param {...string} keys */
async function pressKeys(board, ...keys) {
  for (const key of keys) {
    await board.page.locator("body").press(key);
    await board.settled();
  }
}

/** @param {Board} board */
async function sgf(board) {
  await board.press("Share");
  const text = await board.page.getByLabel("Game in SGF").inputValue();
  await board.press("Close");
  return text;
}

/** @param {Board} board */
const place = (board) => board.page.locator("#turn .place").innerText();

test("the game that was played is the main line, and its result is in the file", () =>
  onBoard(async (board) => {
    await choosePlayers(board, "both");
    await board.click("A1", "A3", "B1");
    await board.press("Take back");
    await board.press("Take back");
    await board.click("B3", "B1", "A3", "C1");
    assert.ok((await board.turns()).startsWith("A1 B3 (A3 B1) B1 A3 C1"), await board.turns());
    await board.press("Resign");
    await board.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await board.settled();
    const text = await sgf(board);
    assert.match(text, /RE\[B\+R\]/);
    assert.match(text, /PB\[Player\]PW\[Player\]DT\[\d{4}-\d\d-\d\d\]/);
    assert.match(text, /PT\[A1\]\s*\(;W\[\w\w\]PT\[B3\]/, "the first variation is the game");
  }, "game=kanga,width=5,height=5"));

test("a file keeps its names, its date, its result and its comments", () =>
  onBoard(async (board) => {
    const head = "PB[Ann]PW[Bo \\] Li]DT[1985-07-04]EV[Cup]C[two\nlines]RE[W+3.5]";
    // The second turn is three clicks, of which two have comments.
    const text = `(;FF[4]GM[1]RU[send_it board=hex size=3]KM[1.5]${head};B[cc]C[first];W[ae]C[drop];W[ea]C[and drop]N[x];W[ac](;B[ec]C[main];B[ec])(;B[ce]GB[1];B[ce]))`;
    await board.openText(text);
    assert.match(await board.page.locator("#player-bottom").innerText(), /Ann \(You\)/);
    const written = await sgf(board);
    for (const part of ["PB[Ann]", "PW[Bo \\] Li]", "DT[1985-07-04]", "EV[Cup]", "C[two\nlines]", "RE[W+3.5]", "KM[1.5]", "PT[C3]C[first]", "C[drop\nand drop]N[x]", "GB[1]"]) {
      assert.ok(written.includes(part), `${part} in ${written}`);
    }
    assert.ok(written.indexOf("C[main]") < written.indexOf("GB[1]"));
    await pressKeys(board, "Home");
    assert.equal(await board.page.locator("#turn .comment").innerText(), "two\nlines");
    await board.page.reload();
    await board.ready();
    assert.equal(await sgf(board), written, "a reload keeps them too");
    await board.openText(written);
    assert.equal(await sgf(board), written);
  }));

test("a turn at an earlier place is a variation: the game waits, and papamu does not answer", () =>
  onBoard(async (board) => {
    await board.click("D4");
    const game = await board.turns();
    await pressKeys(board, "Home");
    assert.match(await place(board), /^This is an earlier turn\. The game waits at turn 3\. Playing here starts a variation\.$/);
    await board.click("A1", "G7");
    assert.equal(await place(board), "This is a variation. The game waits at turn 3.");
    assert.equal(await board.turns(), game.replace(" ", " (A1 G7) "), "both sides are played by hand");
    assert.match((await board.page.locator("#live").textContent()) ?? "", /variation/);
    await board.press("Take back");
    assert.match((await board.describe("G7")) ?? "", /empty/);
    await board.press("Back to game");
    assert.equal(await place(board), "");
    await board.click((await board.choices())[0]);
    assert.match(await board.turns(), /^D4 \(A1 G7\) \w\d \w\d \w\d$/, "the game goes on, and papamu answers");
    await pressKeys(board, "Home", "ArrowRight");
    await board.press("Play from here");
    assert.match(await board.turns(), /^D4 /);
  }));

test("papamu does not answer in a review of a finished game", () =>
  onBoard(async (board) => {
    await board.click("D4");
    await board.press("Resign");
    await board.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await board.settled();
    const game = await board.turns();
    await board.page.locator("#turn").getByRole("button", { name: "Review" }).click();
    await pressKeys(board, "Home");
    await board.click("A1");
    assert.equal(await place(board), "This is a variation. The game is over.");
    assert.equal(await board.turns(), game.replace(" ", " (A1) "));
    await board.press("Back to game");
    assert.ok(await board.isOver());
  }));

test("an analysis board has no opponent and no game that waits", () =>
  onBoard(async (board) => {
    await choosePlayers(board, "study");
    await board.click("D4", "E5", "C3");
    await pressKeys(board, "ArrowLeft", "ArrowLeft");
    assert.equal(await place(board), "");
    await board.click("B2");
    assert.equal(await board.turns(), "D4 E5 (B2) C3", "the main line stays as it was entered");
    assert.equal(await place(board), "");
    assert.equal(await board.button("Resign").isEnabled(), false);
    await board.page.reload();
    await board.ready();
    await board.click("A7");
    assert.equal(await board.turns(), "D4 E5 (B2 A7) C3");
    await choosePlayers(board, "black");
    assert.match(await board.turns(), /^D4 B2 \(E5 C3\) A7 \w\d$/, "the game against papamu continues from the board");
  }));

test("one can resign while papamu thinks", () =>
  onBoard(async (board) => {
    await board.press("Settings");
    await board.page.getByRole("combobox", { name: /^Time/ }).selectOption("30");
    await board.press("Close");
    await board.cell("D4").click();
    await board.button("Move now").waitFor();
    await board.button("Resign").click();
    await board.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await board.page.locator("#turn .result").waitFor();
    assert.match(await board.status(), /White wins/);
    assert.equal(await board.turns(), "D4 resign");
  }, "game=kanga&level=10"));

test("a hint gives way to the analysis, which waits for no finished game", () =>
  onBoard(async (board) => {
    await board.press("Hint");
    await board.press("Analyse");
    assert.doesNotMatch(await board.page.locator("#analysis .proof").innerText(), /would play/);
    assert.equal(await board.button("Hint").isEnabled(), false);
    await board.press("Resign");
    await board.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await board.settled();
    assert.equal(await board.page.locator("#analysis .effort").innerText(), "");
  }));

test("the title of a tab in the background says whose turn it is", () =>
  onBoard(async (board) => {
    assert.equal(await board.page.title(), "Your turn · Kanga · papamu");
    await board.page.evaluate(() => {
      Object.defineProperty(document, "hidden", { get: () => true });
      window.requestAnimationFrame = () => 0; // as in a hidden tab
      document.title = "old";
      document.querySelector('[data-cell="D4"]')?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    });
    await board.page.waitForFunction(() => document.title === "Your turn · Kanga · papamu");
  }));
