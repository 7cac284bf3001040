/** Games from elsewhere, and games that were played before: nothing is lost. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { Board, browser, server, startBoard } from "../support.js";

startBoard();

/** @param {(board: Board) => Promise<void>} task @param {string} [wishes] */
async function onBoard(task, wishes = "game=kanga&level=1") {
  const board = await Board.open(browser, server, wishes, { permissions: ["clipboard-read", "clipboard-write"] });
  try {
    await task(board);
    assert.deepEqual(board.errors, []);
  } finally {
    await board.close();
  }
}

/** @param {Board} board */
const title = (board) => board.page.locator("#title").innerText();

/** @param {Board} board */
const dialog = (board) => board.page.getByRole("dialog");

/** The games in the list, as text. @param {Board} board */
async function recent(board) {
  await board.press("Open");
  await dialog(board).locator(".recent li").first().waitFor();
  return dialog(board).locator(".recent li").allInnerTexts();
}

test("one field opens a link, a position, a file and a list of turns", () =>
  onBoard(async (board) => {
    await board.openText("http://127.0.0.1:1/#game=send_it&options=size=3&komi=1.5&turns=bC3");
    assert.equal(await title(board), "Send It · size 3");
    assert.equal(await board.turns(), "C3");
    await board.press("Share");
    assert.match(await board.page.getByLabel("Link").inputValue(), /komi=1\.5/);
    await board.press("Close");
    await board.openText("(;GM[1]RU[kanga width=5 height=5];B[cc];W[aa])");
    assert.equal(await board.turns(), "C3 A5");
    await board.openText("1. B2 D4 2. b4");
    assert.equal(await board.turns(), "B2 D4 B4");
    assert.equal(await title(board), "Kanga · 5×5");
    await board.openText("xxxxxxxx/xxxxxxxx/8/8/8/8/oooooooo/oooooooo b -");
    assert.equal(await title(board), "Kangaroo");
    await board.openText("8/9/10/11/12/13/14/7x7/14/13/12/11/10/9/8 w 2 0 -");
    assert.equal(await title(board), "Send It");
    assert.match((await board.describe("H8")) ?? "", /black stone/);
    await board.openText("H8 A1");
    assert.match(await dialog(board).getByRole("alert").innerText(), /^H8: ./);
    await board.openText("nonsense");
    assert.match(await dialog(board).getByRole("alert").innerText(), /not a link/);
  }));

test("a position that fits several games asks which one", () =>
  onBoard(async (board) => {
    await board.openText("4/1xo1/2x1/4 b");
    assert.match(await dialog(board).getByRole("alert").innerText(), /several games/);
    await board.press("Kanga width=4 height=4");
    await dialog(board).waitFor({ state: "detached" });
    assert.equal(await title(board), "Kanga · width 4 · height 4");
    await board.openText("(;GM[1]SZ[9];B[ee];W[ai])");
    assert.match(await dialog(board).getByRole("alert").innerText(), /^The file does not name its game, and its board fits several games/);
    await board.press("Send It size=5");
    await dialog(board).waitFor({ state: "detached" });
    assert.equal(await title(board), "Send It · side 5");
    await board.openText("nonsense");
    await board.page.getByLabel("A link, a position or a game").fill("");
    assert.equal(await dialog(board).locator(".message").textContent(), "", "an error belongs to its text");
    await board.openText("nonsense");
    await board.press("Close");
    assert.equal(await board.message(), "");
  }, "game=kangaroo"));

test("a game is pasted anywhere on the page", () =>
  onBoard(async (board) => {
    await board.page.evaluate(() => navigator.clipboard.writeText("#game=kanga&turns=bD4.wE5.bC3"));
    await board.page.keyboard.press("Control+v");
    await dialog(board).waitFor({ state: "detached" });
    await board.page.locator(".turn-list button", { hasText: "C3" }).waitFor();
    assert.equal(await board.turns(), "D4 E5 C3");
  }, "game=konane"));

test("the game before is not lost with a new one, a rematch or a link", () =>
  onBoard(async (board) => {
    await board.click("D4");
    const turns = await board.turns();
    const back = board.button("Reopen the last game");
    for (const leave of [
      async () => {
        await board.press("New game");
        await board.press("Start the game");
      },
      () => board.openText("#game=konane&turns=bD5"),
      () => board.goto(`${new URL(server.url).origin}/#game=kangaroo`),
    ]) {
      await leave();
      assert.notEqual(await board.turns(), turns);
      await back.click();
      await board.settled();
      assert.equal(await board.turns(), turns);
    }
    await board.press("New game");
    await board.press("Start the game");
    await board.click("C3");
    assert.equal(await back.count(), 0, "a turn settles it");
    const [first] = await recent(board);
    assert.match(first, /Kanga\nYou – papamu, level 1 · 2 turns · not finished/);
    await dialog(board).getByRole("button", { name: /^Open Kanga/ }).first().click();
    await dialog(board).waitFor({ state: "detached" });
    await board.settled();
    assert.equal(await board.turns(), turns);
  }));

test("a game whose tab was closed is in the list, which renames, saves and deletes", () =>
  onBoard(async (board) => {
    await board.click("D4");
    await board.press("Resign");
    await dialog(board).getByRole("button", { name: "Resign" }).click();
    await board.settled();
    const other = new Board(await board.page.context().newPage());
    await board.page.close({ runBeforeUnload: true });
    await other.goto(`${server.url}&game=konane`);
    const [first] = await recent(other);
    assert.match(first, /^Kanga\nYou – papamu, level 1 · 3 turns · White wins by resignation/);
    const row = dialog(other).locator(".recent li").first();
    assert.equal(await row.locator(".thumbnail circle").count(), 2);
    await row.getByRole("button", { name: /^Rename/ }).click();
    await row.getByLabel("Name of the game").fill("Sunday");
    await row.getByRole("button", { name: "Rename", exact: true }).click();
    await row.locator("strong", { hasText: "Sunday" }).waitFor();
    const saved = other.page.waitForEvent("download");
    await row.getByRole("button", { name: /^Save file Sunday/ }).click();
    const text = await readFile(await (await saved).path(), "utf8");
    assert.match(text, /GN\[Sunday\].*RE\[W\+R\];B\[\w\w\]PT\[D4\]/);
    await row.getByRole("button", { name: /^Delete Sunday/ }).click();
    await row.getByRole("button", { name: "Undo" }).click();
    await row.locator("strong", { hasText: "Sunday" }).waitFor();
    await other.press("Close");
    assert.match((await recent(other))[0], /^Sunday/);
    await dialog(other).getByRole("button", { name: /^Delete Sunday/ }).click();
    await dialog(other).getByRole("button", { name: "Undo" }).waitFor();
    await other.press("Close");
    assert.doesNotMatch((await recent(other))[0], /Sunday/);
    await other.page.close();
  }));

test("games are kept where the database fails, and a damaged entry does not hide the others", async () => {
  const board = await Board.open(browser, server, "game=kanga&level=1", {}, async (page) => {
    await page.context().addInitScript(() => {
      Object.defineProperty(window, "indexedDB", { value: { open: () => { throw new Error("forbidden"); } } });
    });
  });
  for (const cell of ["D4", "E5"]) {
    await board.click(cell);
    await board.press("New game");
    await board.press("Start the game");
  }
  await board.page.evaluate(() => localStorage.setItem("papamu.closed.0", "{"));
  const other = new Board(await board.page.context().newPage());
  await board.page.close({ runBeforeUnload: true });
  await other.goto(server.url);
  const games = await recent(other);
  assert.equal(games.filter((text) => text.startsWith("Kanga")).length, 2, games.join());
  await dialog(other).getByRole("button", { name: /^Delete Kanga/ }).first().click();
  await dialog(other).getByRole("button", { name: "Undo" }).waitFor();
  await other.page.reload();
  await other.ready();
  assert.equal((await recent(other)).length, 1, "it is deleted for good");
  assert.deepEqual(other.errors, []);
  await other.close();
});

test("the person stays below the board when a game is opened or a position is set up", () =>
  onBoard(async (board) => {
    const below = () => board.page.locator("#player-bottom").innerText();
    assert.match(await below(), /Black\s+You/);
    await board.openText("#game=kangaroo&turns=bB8-B6");
    assert.match(await below(), /Black\s+You/);
    await board.press("Share");
    await board.press("Edit the board …");
    await board.press("Play from this position");
    assert.match(await below(), /Black\s+You/);
    const [black, white] = await Promise.all([board.cell("A8").boundingBox(), board.cell("A1").boundingBox()]);
    assert.ok(black && white && black.y > white.y, "and so do the person's stones");
  }, "game=kangaroo&level=1"));

test("a game that was not finished can be continued in a new tab", () =>
  onBoard(async (board) => {
    await board.click("D4");
    const turns = await board.turns();
    const other = new Board(await board.page.context().newPage());
    await board.page.close({ runBeforeUnload: true });
    await other.goto(server.url);
    assert.equal(await other.turns(), "");
    await other.press("Reopen the last game");
    assert.equal(await other.turns(), turns);
    assert.deepEqual(other.errors, []);
  }));

test("two tabs with one game do not overwrite each other", () =>
  onBoard(async (board) => {
    await board.openText("#game=kanga&turns=bD4.wE5");
    await recent(board); // stores it
    await board.press("Close");
    const other = new Board(await board.page.context().newPage());
    await other.goto(server.url);
    await other.press("Reopen the last game");
    await other.click("A1");
    await board.click("G7");
    const lines = await Promise.all([board.turns(), other.turns()]);
    const third = new Board(await board.page.context().newPage());
    await third.goto(server.url);
    // The second tab waits for the first one to let go of the game before it takes a copy.
    for (let count = 0, tries = 0; count < 2; tries += 1) {
      assert.ok(tries < 60, "the second tab keeps no copy");
      count = (await recent(third)).filter((text) => text.includes("4 turns")).length;
      await third.press("Close");
    }
    await board.page.close();
    await other.page.close();
    const found = [];
    for (const index of [0, 1]) {
      await recent(third);
      await dialog(third).getByRole("button", { name: /^Open Kanga/ }).nth(index).click();
      await dialog(third).waitFor({ state: "detached" });
      await third.settled();
      found.push(await third.turns());
      await third.press("New game");
      await third.press("Start the game");
    }
    for (const line of lines) {
      assert.ok(found.some((turns) => turns.startsWith(line)), `${line} in ${found.join(" / ")}`);
    }
  }));
