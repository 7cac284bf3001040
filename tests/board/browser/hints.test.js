/** The engine's suggestions on the board, and the lines of an analysis. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board, browser, server, startBoard } from "../support.js";

startBoard();

/** @param {string} wishes @param {(board: Board) => Promise<void>} task
 * @param {import("playwright-core").BrowserContextOptions} [options] */
async function onBoard(wishes, task, options) {
  const board = await Board.open(browser, server, wishes, options);
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

/** The labels of the marks on the board, in order.
 * @param {Board} board */
async function labels(board) {
  return (await board.page.locator("#board-place .mark .share").allTextContents()).sort();
}

/** @param {Board} board */
function lines(board) {
  return board.page.locator("#analysis .lines li");
}

test("a hint of several drops is numbered, and stays until the turn is over", () =>
  onBoard("game=send_it,size=5", async (board) => {
    await board.click("E5", "A1", "J9", "A5");
    await board.press("Hint");
    const text = await board.page.locator("#analysis .proof").innerText();
    const drops = text.replace("papamu would play: ", "").split(",");
    assert.equal(drops.length, 4, text);
    assert.deepEqual(await labels(board), ["1", "2", "3", "4"]);
    await board.click(drops[1]);
    assert.deepEqual(await labels(board), ["1", "3", "4"]);
    await board.click(drops[0]);
    await board.press("Cancel turn");
    assert.deepEqual(await labels(board), ["1", "2", "3", "4"], "a cancelled turn has its hint again");
    for (const drop of drops) {
      await board.click(drop);
    }
    assert.match(await board.turns(), new RegExp(`${text.split(" ").at(-1)}$`));
    assert.deepEqual(await labels(board), []);
  }));

test("a hint during a turn is the rest of it", () =>
  onBoard("game=send_it,size=5", async (board) => {
    await board.click("E5", "A1", "J9", "A5", "E7");
    await board.press("Hint");
    const drops = (await board.page.locator("#analysis .proof").innerText()).replace("papamu would play: ", "").split(",");
    const first = await labels(board);
    assert.equal(first.length, drops.length);
    await board.click(drops[0]);
    assert.deepEqual(await labels(board), first.slice(1));
  }));

test("a hint of several jumps stays while it is followed", () =>
  onBoard("game=kangaroo", async (board) => {
    await board.openText("xx1o4/x2o4/o7/o1oo4/8/8/8/8 b -");
    await board.press("Hint");
    const cells = (await board.page.locator("#analysis .proof").innerText()).replace("papamu would play: ", "").split("-");
    assert.ok(cells.length > 2, "several jumps");
    await board.click(cells[0], cells[1]);
    assert.equal(await board.page.locator("#board-place .mark").count(), 1);
    const wrong = (await board.choices()).find((name) => !cells.includes(name));
    if (wrong) {
      await board.click(wrong);
      assert.equal(await board.page.locator("#board-place .mark").count(), 0, "the turn went on otherwise");
      assert.equal(await board.page.locator("#analysis").isVisible(), false);
    }
  }));

for (const game of ["send_it,size=4", "kanga,width=5,height=5", "konane,width=6,height=6", "kangaroo,size=6"]) {
  test(`a line is played out under the pointer, and a click on a turn of it goes there: ${game}`, () =>
    onBoard(`game=${game}`, async (board) => {
      await board.press("Analyse");
      const line = lines(board).nth(1);
      await line.locator('[data-step="2"]').waitFor();
      await line.locator(".rate").hover();
      const steps = await board.page.locator("#board-place .mark.step .share").count();
      assert.ok(steps >= 2, `${steps} steps`);
      const shown = await line.innerText();
      const [first, second] = await line.locator(".turn-step").allInnerTexts();
      // The analysis goes on, but the lines stand still.
      await board.page.waitForTimeout(700);
      assert.equal(await line.innerText(), shown);
      await line.locator('[data-step="2"]').click();
      await board.settled();
      assert.equal(await board.turns(), `${first} ${second}`);
      assert.match(await board.status(), /turn 3$/);
      await board.button("Back to game").click();
      await board.settled();
      assert.match(await board.status(), /turn 1$/, "the game has not moved");
    }));
}

test("a tap opens a line, and keeps it on the board", () =>
  onBoard(
    "game=send_it,size=4",
    async (board) => {
      await board.press("Analyse");
      const rate = lines(board).first().locator(".rate");
      await rate.waitFor();
      await rate.tap();
      await board.page.locator("#board-place .mark.step").first().waitFor();
      assert.equal(await rate.getAttribute("aria-expanded"), "true");
      const width = await board.page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 390);
      await rate.tap();
      await board.page.locator("#board-place .mark.step").first().waitFor({ state: "detached" });
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  ));

test("a line is opened and followed with the keyboard", () =>
  onBoard("game=kanga,width=5,height=5", async (board) => {
    await board.press("Analyse");
    const line = lines(board).first();
    await line.locator('[data-step="1"]').waitFor();
    await line.locator(".rate").focus();
    await board.page.locator("#board-place .mark.step").first().waitFor();
    await board.page.keyboard.press("Enter");
    await board.page.locator('#analysis .rate[aria-expanded="true"]').waitFor();
    await board.page.keyboard.press("Tab");
    const first = await line.locator('[data-step="1"]').innerText();
    await board.page.keyboard.press("Enter");
    await board.settled();
    assert.equal(await board.turns(), first);
  }));

test("more lines come on demand", () =>
  onBoard("game=send_it,size=4", async (board) => {
    await board.press("Analyse");
    await lines(board).nth(3).waitFor();
    assert.equal(await lines(board).count(), 4);
    await board.press("More lines");
    await lines(board).nth(7).waitFor();
    await board.press("More lines");
    await lines(board).nth(15).waitFor();
    await board.press("Fewer lines");
    await lines(board).nth(4).waitFor({ state: "detached" });
    assert.equal(await lines(board).count(), 4);
  }));

test("the best drops of an analysis are numbered, and stay while they are played", () =>
  onBoard("game=send_it,size=4", async (board) => {
    await board.click("D4", "A1", "G7", "A4");
    await board.press("Analyse");
    await lines(board).nth(3).waitFor();
    await board.page.waitForFunction(() => /^\S+ %\S*[A-Z]\d,/.test(document.querySelector("#analysis .lines li")?.textContent ?? ""));
    const best = lines(board).first().locator(".best");
    for (let tries = 0; tries < 20; tries += 1) {
      const [drop] = (await best.innerText()).split(",");
      await board.click(drop);
      // The list stands still during a turn. The analysis may have found another best turn before it ended.
      const drops = (await best.innerText()).split(",");
      const left = drops.map((name, index) => (name === drop ? "" : index === 0 ? "first" : String(index + 1))).filter(Boolean);
      if (drops.includes(drop)) {
        const marks = await labels(board);
        assert.ok(left.every((label) => label === "first" || marks.includes(label)), `${drops}: ${marks}`);
        return;
      }
      await board.press("Cancel turn");
    }
    assert.fail("the best turn changes all the time");
  }));

test("a wrong try is refuted on the board with facts, and a hint takes their place", () =>
  onBoard("game=konane,width=5,height=5", async (board) => {
    const words = () => board.page.locator("#turn .instruction").innerText();
    await board.openText("E5 D5 E3-E5 D3-D5 E1-E3 C2-E2 C1-E1 B3-D3 C5-C3 E2-E4 E5-E3 B5-B3 A1-C1 B3-B1");
    await board.page.locator("#tools").getByRole("button", { name: "Review" }).click();
    await board.page.locator("#review progress").waitFor({ state: "detached", timeout: 120_000 });
    await board.press("Learn from White's mistakes");
    while (!(await words()).startsWith("B3-B1")) {
      await board.press("Skip");
    }
    await board.click("B3", "B1");
    await board.settled();
    assert.match(await words(), /Black plays \S+; Black had \d+ moves?, and White is left with \d+ moves?; Black wins by force in \d+ turns?\. Try again\.$/);
    const marks = await board.page.locator("#board-place .mark").count();
    assert.ok(marks > 1, "the try and the reply are on the board");
    await board.press("A hint");
    assert.match(await words(), /^Hint: the best turn begins with A2\.$/);
    assert.equal(await board.page.locator("#board-place .mark").count(), 2, "the try stays beside the hint");
  }));
