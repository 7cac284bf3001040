import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { Board, browser, server, startBoard } from "../support.js";

startBoard();

/** A game between two people with a variation: after D4 and E5, C3 is the main line and B2 another one.
 * @param {(board: Board) => Promise<void>} task @param {string} [wishes] */
async function onBoard(task, wishes = "game=kanga") {
  const board = await Board.open(browser, server, wishes, { permissions: ["clipboard-read", "clipboard-write"] });
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
async function playWithVariation(board) {
  await board.click("D4", "E5", "C3", "F6");
  await board.page.locator("body").press("ArrowLeft");
  await board.page.locator("body").press("ArrowLeft");
  await board.settled();
  await board.click("B2");
}

/** What was announced last. @param {Board} board */
const said = (board) => board.page.locator("#live p").last().innerText();

const TREE = "D4 E5 C3 (B2) F6";

test("turns are gone through with keys, buttons and the list", () =>
  onBoard(async (board) => {
    await board.click("D4", "E5", "C3");
    const body = board.page.locator("body");
    const stones = async () => (await board.page.locator("#board-place .stone:not(.ghost)").count());
    for (const [key, count] of /** @type {[string, number][]} */ ([["ArrowLeft", 2], ["Home", 0], ["ArrowRight", 1], ["End", 3]])) {
      await body.press(key);
      await board.settled();
      assert.equal(await stones(), count, key);
    }
    await board.press("First turn (Home)");
    assert.equal(await stones(), 0);
    await board.page.locator(".turn-list button", { hasText: "E5" }).click();
    await board.settled();
    assert.equal(await stones(), 2);
    assert.equal(await board.page.locator('.turn-list [aria-current="true"]').innerText(), "E5");
    await board.press("Play from here");
    await board.click("B7");
    assert.equal(await board.turns(), "D4 E5 B7 (C3)", "the line that is played is the main line");
  }));

test("a variation is kept, promoted and deleted", () =>
  onBoard(async (board) => {
    await playWithVariation(board);
    assert.equal(await board.turns(), TREE);
    await board.press("Make this the main line");
    assert.equal(await board.turns(), "D4 E5 B2 (C3 F6)");
    await board.page.locator(".turn-list button", { hasText: "C3" }).click();
    await board.settled();
    await board.press("Delete from here");
    assert.equal(await board.turns(), "D4 E5 B2");
  }));

test("SGF with variations goes out and comes in again", () =>
  onBoard(async (board) => {
    await playWithVariation(board);
    await board.press("Share");
    const text = await board.page.getByLabel("Game in SGF").inputValue();
    const saved = board.page.waitForEvent("download");
    await board.button("Save file").click();
    const download = await saved;
    assert.equal(download.suggestedFilename(), "kanga.sgf");
    assert.equal(await readFile(await download.path(), "utf8"), text);
    await board.press("Close");
    await board.press("New game");
    await board.press("Start the game");
    assert.equal(await board.turns(), "");
    await board.openText("(;this is nothing");
    assert.match(await board.page.getByRole("dialog").getByRole("alert").innerText(), /not SGF/);
    await board.page.locator('input[type="file"]').setInputFiles({ name: "a.sgf", mimeType: "text/plain", buffer: Buffer.from(text) });
    await board.page.getByRole("dialog").waitFor({ state: "detached" });
    await board.settled();
    assert.equal(await board.turns(), TREE);
    await board.press("Share");
    assert.equal(await board.page.getByLabel("Game in SGF").inputValue(), text, "it is written as it was read");
  }));

test("a file that cannot be played is refused, and the game stays", () =>
  onBoard(async (board) => {
    await board.click("D4", "E5");
    for (const text of ["(;GM[1]SZ[19];B[zz])", "(;GM[40];B[aa];W[aa])", "(;FF[4]"]) {
      await board.openText(text);
      assert.ok((await board.page.getByRole("dialog").getByRole("alert").innerText()).length > 5, text);
    }
    await board.press("Close");
    assert.equal(await board.turns(), "D4 E5");
    await board.click("C3");
    assert.equal(await board.turns(), "D4 E5 C3");
  }));

test("a link opens the game on another board, without the token", () =>
  onBoard(async (board) => {
    await board.click("D4", "E5", "C3");
    await board.press("Share");
    const link = await board.page.getByLabel("Link").inputValue();
    assert.ok(!link.includes("token"));
    await board.press("Copy link");
    assert.equal(await board.page.evaluate(() => navigator.clipboard.readText()), link);
    const other = await Board.open(browser, server);
    await other.goto(`${server.url}${new URL(link).hash}`);
    assert.equal(await other.turns(), "D4 E5 C3");
    assert.match(await other.page.locator("#title").innerText(), /Kanga/);
    assert.ok(!other.page.url().includes("token"));
    await other.close();
  }));

test("a position is pasted, and a wrong one is refused with its reason", () =>
  onBoard(async (board) => {
    await board.click("D4");
    await board.press("Share");
    assert.equal(await board.page.getByLabel("Position").inputValue(), "7/7/7/3x3/7/7/7 w");
    await board.press("Close");
    await board.openText("7/7/7/9/7/7/7 w");
    assert.match(await board.page.getByRole("dialog").getByRole("alert").innerText(), /No game has this position; kanga refuses it: ./);
    await board.openText("x6/1x5/2x4/7/xo5/o2xxxo/7 w");
    await board.click("D4");
    for (const name of ["A7", "B6", "C5"]) {
      assert.match((await board.describe(name)) ?? "", /empty/, "three stones in a line are taken");
    }
  }));

test("a position is set up by hand", () =>
  onBoard(async (board) => {
    await board.press("Share");
    await board.press("Edit the board …");
    const dialog = board.page.getByRole("dialog");
    const cell = (/** @type {string} */ name) => dialog.locator(`[data-cell="${name}"]`);
    await cell("A1").click();
    await cell("B1").click();
    await dialog.getByLabel("White", { exact: true }).check();
    await cell("C1").click();
    await dialog.getByLabel("Remove").check();
    await cell("B1").click();
    await dialog.getByLabel("To move").selectOption("white");
    await board.press("Play from this position");
    assert.match(await board.status(), /White to move/);
    assert.match((await board.describe("A1")) ?? "", /black stone/);
    assert.match((await board.describe("B1")) ?? "", /empty/);
    assert.match((await board.describe("C1")) ?? "", /white stone/);
    await board.click("G7");
    assert.equal(await board.turns(), "G7");
  }));

test("an analysis shows moves while it goes on, and ends", () =>
  onBoard(async (board) => {
    await board.click("D4");
    await board.press("Analyse");
    const lines = board.page.locator("#analysis .lines li");
    await lines.first().waitFor();
    assert.match(await lines.first().innerText(), /^\d+ %\s+[A-G][1-7]/);
    await board.page.locator("#board-place .mark").first().waitFor();
    assert.match(await board.page.locator("#analysis .bar").innerText(), /\d+ %\s*\d+ %/);
    await lines.first().hover();
    assert.ok((await board.page.locator("#board-place .mark .share").allTextContents()).includes("1"), "the line is numbered");
    await board.click("E5");
    await lines.first().waitFor();
    assert.equal(await board.turns(), "D4 E5", "turns are played while it goes on");
    await board.press("Analyse");
    assert.equal(await board.page.locator("#analysis").isVisible(), false);
    assert.equal(await board.page.locator("#board-place .mark").count(), 0);
  }));

test("an analysis waits while the page is hidden, and ends after a minute or with a proof", () =>
  onBoard(async (board) => {
    await board.page.clock.install();
    const effort = (/** @type {RegExp} */ text) => board.page.locator("#analysis .effort", { hasText: text }).waitFor();
    const hide = (/** @type {boolean} */ isHidden) =>
      board.page.evaluate((hidden) => {
        Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, isHidden);
    await board.press("Analyse");
    await effort(/per second/);
    await hide(true);
    await effort(/^Paused while the page is hidden\.$/);
    await hide(false);
    await effort(/per second/);
    await board.page.clock.runFor(61_000);
    await effort(/stopped after 60 seconds/);
    await board.press("Go on");
    await effort(/per second/);
    await board.openText("#game=konane&options=width=4,height=4");
    await effort(/done/);
    assert.equal(await board.button("Go on").isVisible(), false);
  }));

test("a hint is drawn, and nothing is played", () =>
  onBoard(async (board) => {
    await board.press("Hint");
    assert.match(await board.page.locator("#analysis .proof").innerText(), /papamu would play: [A-G][1-7]/);
    assert.equal(await board.page.locator("#board-place .mark").count(), 1);
    assert.match(await said(board), /^papamu would play: [A-G][1-7]\.$/);
    assert.equal(await board.page.getByRole("meter").count(), 0, "nothing is known of the chances");
    assert.equal(await board.turns(), "");
  }));

test("an analysis says what it has proven", () =>
  onBoard(async (board) => {
    await board.press("Analyse");
    await board.page.locator("#analysis .proof", { hasText: /^Proven: (Black|White) wins/ }).waitFor();
    assert.match(await said(board), /^Proven: (Black|White) wins/);
    assert.equal(await board.turns(), "");
  }, "game=konane,width=4,height=4"));

test("the graph shows nothing while one plays against papamu, and full-strength values when they are asked for", () =>
  onBoard(async (board) => {
    await board.press("Settings");
    await board.page.getByLabel("You play").selectOption("black");
    await board.press("Close");
    const curve = board.page.locator(".graph .curve");
    await board.click("D4");
    for (let turn = 0; turn < 3; turn += 1) {
      await board.click((await board.choices())[0]);
    }
    assert.equal(await curve.count(), 0, "papamu's own estimates are no values");
    await board.press("Analyse");
    await board.page.locator("#analysis .lines li").first().waitFor();
    await board.page.locator("body").press("ArrowLeft");
    await curve.waitFor({ state: "attached" });
    await board.press("Analyse");
    assert.equal(await curve.count(), 0, "the values are hidden while the game goes on");
  }, "game=kanga&level=1"));

test("the board and the list show the same values in the same order, and the best move is the strongest mark", () =>
  onBoard(async (board) => {
    for (const inPoints of [false, true]) {
      await board.press("Settings");
      await board.page.getByLabel("Show points instead of win rates").setChecked(inPoints);
      await board.press("Close");
      if (!inPoints) {
        await board.press("Analyse");
      }
      await board.page.locator("#analysis .lines li").nth(2).waitFor();
      // In one go, because the analysis goes on.
      const { list, marks, opacities } = await board.page.evaluate(() => ({
        list: [...document.querySelectorAll("#analysis .rate")].map((rate) => rate.textContent?.replace(" ", "")),
        marks: [...document.querySelectorAll("#board-place .mark")].map((mark) => mark.querySelector(".share")?.textContent).reverse(),
        opacities: [...document.querySelectorAll("#board-place .mark > g")].map((body) => Number(body.getAttribute("opacity"))).reverse(),
      }));
      assert.deepEqual(marks, list);
      assert.ok(list.every((text) => (inPoints ? /^[+−]?\d+(\.\d)?$/ : /^\d+%$/).test(text ?? "")), list.join(" "));
      assert.deepEqual([...opacities].sort((one, other) => other - one), opacities);
      assert.ok(opacities[0] > opacities[1]);
    }
  }, "game=send_it,size=4"));
