/** Faults that people found by playing, each with the steps that led to it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board, Server, browser, server, startBoard } from "../support.js";

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

/** @param {Board} board @param {string} label @param {string} value */
async function set(board, label, value) {
  await board.press("Settings");
  await board.page.getByRole("combobox", { name: new RegExp(`^${label}`) }).selectOption(value);
  await board.press("Close");
}

test("a clock that is chosen during a game begins with its full time", () =>
  onBoard(async (board) => {
    await board.click("D4");
    await set(board, "Time", "5+5");
    await board.page.waitForTimeout(400);
    assert.equal(await board.isOver(), false);
    assert.match(await board.page.locator("#clock-black").innerText(), /^(5:00|4:5\d)$/);
  }));

test("the clocks stand while an earlier turn is looked at", () =>
  onBoard(async (board) => {
    await board.page.clock.install();
    await board.page.reload();
    await board.ready();
    await set(board, "You play", "both");
    await set(board, "Time", "1+0");
    await board.click("D4", "E5", "C3", "B2");
    await board.page.locator("body").press("Home");
    await board.settled();
    await board.page.clock.runFor(200_000);
    await board.page.locator("body").press("End");
    await board.settled();
    assert.equal(await board.turns(), "D4 E5 C3 B2");
    assert.equal(await board.isOver(), false);
    await board.page.clock.runFor(70_000);
    await board.page.locator("#turn .result").waitFor();
    assert.equal(await board.turns(), "D4 E5 C3 B2 out of time");
  }));

test("a time that was used in another try does not come back", () =>
  onBoard(async (board) => {
    await board.page.clock.install();
    await board.page.reload();
    await board.ready();
    await set(board, "You play", "both");
    await set(board, "Time", "1+0");
    await board.click("D4");
    await board.page.clock.runFor(20_000);
    await board.click("E5");
    await board.press("Take back");
    await board.page.clock.runFor(5_000);
    await board.click("E5", "C3");
    await board.press("Take back");
    assert.match(await board.page.locator("#clock-white").innerText(), /^0:5[345]/);
  }));

test("the list of turns works after a file could not be opened, and after the same file was opened again", () =>
  onBoard(async (board) => {
    await set(board, "You play", "both");
    await board.click("D4", "E5", "C3");
    await board.press("Share");
    const sgf = await board.page.getByLabel("Game in SGF").inputValue();
    await board.press("Close");
    for (const text of ["1x1/9 b", sgf]) {
      await board.openText(text);
      if (text !== sgf) {
        await board.press("Close");
      }
      await board.page.locator(".turn-list button", { hasText: "E5" }).click();
      await board.settled();
      assert.equal(await board.message(), "");
      assert.equal(await board.page.locator('.turn-list [aria-current="true"]').innerText(), "E5");
    }
  }));

test("a button is pressed slowly while the panel is drawn again and again", () =>
  onBoard(async (board) => {
    await set(board, "You play", "both");
    await board.click("D4", "E5", "C3");
    await board.press("Analyse");
    for (let round = 0; round < 5; round += 1) {
      await board.page.locator("body").press("ArrowLeft");
      await board.settled();
      await board.button("Play from here").click({ delay: 300 });
      await board.settled();
      assert.equal(await board.button("Play from here").count(), 0);
      await board.page.locator("body").press("ArrowRight");
      await board.settled();
      await board.button("Play from here").click({ delay: 300 });
      await board.settled();
    }
  }));

test("clicks while papamu thinks leave it in peace", () =>
  onBoard(async (board) => {
    await board.cell("D4").dblclick();
    await board.settled();
    assert.equal(await board.message(), "");
    await set(board, "Time", "5");
    await board.press("Settings");
    await board.page.getByLabel("Level of papamu").fill("10");
    await board.press("Close");
    const count = async () => (await board.turns()).split(" ").length;
    const turns = await count();
    await board.cell((await board.choices())[0]).click();
    // Only while papamu thinks, which the page itself must decide: after that, the click would be a move.
    for (let clicks = 0, thinks = true; clicks < 4 && thinks; clicks += 1) {
      thinks = await board.cell("A1").evaluate((cell) => {
        const busy = document.body.getAttribute("aria-busy") === "true";
        if (busy) {
          cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        }
        return busy;
      });
      await board.page.waitForTimeout(300);
    }
    for (let wait = 0; wait < 60 && (await count()) < turns + 2; wait += 1) {
      await board.page.waitForTimeout(300);
    }
    assert.equal(await count(), turns + 2);
  }));

test("sharing changes nothing", () =>
  onBoard(async (board) => {
    await board.click("B8", "B6");
    await board.press("Share");
    await board.press("Close");
    assert.match((await board.describe("B6")) ?? "", /black stone/, "the turn is still under way");
    await board.press("End turn");
  }, "game=kangaroo&level=1"));

test("sharing does not forget which variation comes next", () =>
  onBoard(async (board) => {
    await set(board, "You play", "both");
    await board.click("D4");
    await board.press("Take back");
    await board.click("C3");
    await board.press("Take back");
    await board.press("Share");
    await board.press("Close");
    await board.press("Redo");
    assert.match((await board.describe("C3")) ?? "", /black stone/);
  }));

test("a resignation stays in its variation", () =>
  onBoard(async (board) => {
    await set(board, "You play", "both");
    await board.click("D4", "E5");
    await board.press("Resign");
    await board.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await board.settled();
    await board.press("Take back");
    await board.click("C3", "A1");
    const turns = await board.turns();
    assert.equal(turns, "D4 E5 C3 (resign) A1");
    await board.press("Share");
    const text = await board.page.getByLabel("Game in SGF").inputValue();
    await board.press("Close");
    await board.openText(text);
    assert.equal(await board.turns(), turns);
  }));

test("a large file with many variations is opened", () =>
  onBoard(async (board) => {
    const letters = "abcdefghijklmnopqrs";
    const points = [...letters].flatMap((column) => [...letters].map((row) => column + row)).slice(2, 302);
    const text = `(;FF[4]GM[1]SZ[19]RU[kanga width=19 height=19];B[aa]${points.map((point) => `(;W[${point}];B[ab])`).join("")})`;
    await board.openText(text);
    await board.page.getByRole("dialog").waitFor({ state: "detached" });
    await board.settled();
    assert.equal((await board.turns()).split("A18").length - 1, 300);
  }));

test("papamu answers the first turn after a link", async () => {
  const board = await Board.open(browser, server, "game=kanga&level=1");
  await board.goto(`${server.url}#game=kanga&turns=bD4.wE5`);
  await board.click("C3");
  assert.equal((await board.turns()).split(" ").length, 4);
  await board.close();
});

test("a damaged link is refused, and the game stays", async () => {
  const board = await Board.open(browser, server, "game=kanga&level=1");
  for (const [link, words] of [
    ["#game=kanga&turns=bD4.zz.wE5", /'zz' is not a turn/],
    ["#game=kanga&options=width=5%0Aname%0Aheight=5", /one line/],
    [`#game=kanga&turns=b${"A".repeat(120)}`, /A{20}/],
    ["#game=chess", /chess/],
  ]) {
    await board.page.evaluate((hash) => (location.hash = hash), /** @type {string} */ (link));
    await board.page.locator("#turn .message", { hasText: /** @type {RegExp} */ (words) }).waitFor();
    await board.settled();
  }
  await board.click("D4");
  assert.equal((await board.turns()).split(" ").length, 2);
  await board.page.setViewportSize({ width: 360, height: 740 });
  assert.ok((await board.page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  await board.close();
});

test("after Pause, papamu waits, also when a turn is taken back", () =>
  onBoard(async (board) => {
    await set(board, "Time", "0.2");
    await board.press("Settings");
    await board.page.getByRole("combobox", { name: /^You play/ }).selectOption("none");
    await board.button("Close").click();
    await board.page.waitForFunction(() => document.querySelectorAll(".turn-list li").length > 3);
    await board.button("Pause").click({ delay: 100 });
    await board.settled();
    await board.press("Take back");
    const turns = await board.turns();
    await board.page.waitForTimeout(1000);
    assert.equal(await board.turns(), turns);
  }, "game=kanga&level=10"));

test("trying again twice opens one session", async () => {
  const small = await Server.start("--port", "0", "--sessions", "2");
  const one = await Board.open(browser, small, "game=konane");
  const two = await Board.open(browser, small, "game=konane");
  const third = new Board(await one.page.context().newPage());
  await third.page.goto(small.url);
  await third.page.locator("#notice", { hasText: "2 boards are open" }).waitFor();
  await two.close();
  await third.page.evaluate(() => {
    for (const button of document.querySelectorAll("#notice button")) {
      /** @type {HTMLButtonElement} */ (button).click();
      /** @type {HTMLButtonElement} */ (button).click();
    }
  });
  await third.ready();
  await third.page.waitForTimeout(1500);
  assert.equal(await third.page.locator("#notice").isVisible(), false);
  const fourth = new Board(await one.page.context().newPage());
  await fourth.page.goto(small.url);
  await fourth.page.locator("#notice", { hasText: "2 boards are open" }).waitFor();
  await one.close();
  await small.stop();
});

test("without a connection, what cannot work is disabled, and a game that cannot start says so", async () => {
  const own = await Server.start("--port", "0");
  const board = await Board.open(browser, own, "game=kanga&level=1");
  await board.press("New game");
  await own.stop();
  const notice = board.page.locator("#notice", { hasText: "Connecting again" });
  await notice.waitFor();
  await board.press("Start the game");
  assert.equal(await board.page.getByRole("dialog").getByRole("alert").innerText(), "papamu is not connected");
  await board.page.keyboard.press("Escape");
  for (const name of ["New game", "Lessons", "Hint", "Analyse", "Resign", "First turn (Home)"]) {
    assert.equal(await board.button(name).isEnabled(), false, name);
  }
  for (const name of ["Settings", "Share", "Flip"]) {
    assert.equal(await board.button(name).isEnabled(), true, name);
  }
  assert.deepEqual(await board.choices(), []);
  await board.page.waitForTimeout(1500); // several attempts to connect fail
  assert.ok(await notice.isVisible());
  await board.close();
});
