import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

import { Board, Server, browser, server, startBoard } from "../support.js";

/** Scenarios of the server make no sense for the site of static files. */
const WITHOUT_SERVER = process.env.PAPAMU_SITE !== undefined && "there is no server";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

startBoard();

/** Serious findings of axe-core on the page as it is.
 * @param {Board} board @param {string} where */
async function checkAccess(board, where) {
  await board.page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))));
  const findings = await board.page.evaluate(async () => {
    // @ts-expect-error axe is a global of the script that is added
    const { violations } = await axe.run();
    return violations
      .filter((/** @type {any} */ { impact }) => impact === "serious" || impact === "critical")
      .map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes.map((/** @type {any} */ node) => node.html).slice(0, 3).join(" ")}`);
  });
  assert.deepEqual(findings, [], where);
}

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`the page can be used by everybody: ${colorScheme}`, async () => {
    // The page's policy forbids scripts from elsewhere, also those of a test.
    const options = { colorScheme, bypassCSP: true };
    const board = await Board.open(browser, server, "game=kangaroo&level=1", options);
    await board.page.addScriptTag({ path: AXE });
    await checkAccess(board, "the board");
    await board.press("Analyse");
    await board.page.locator("#analysis .lines li").first().waitFor();
    await checkAccess(board, "an analysis");
    await board.press("Analyse");
    await board.openText("#game=send_it&options=size=2&turns=bA1");
    await board.page.locator("#tools").getByRole("button", { name: "Review" }).click();
    await board.page.locator("#review progress").waitFor({ state: "detached", timeout: 60_000 });
    await checkAccess(board, "a review");
    await board.page.locator("#review tbody button").first().click();
    await board.settled();
    await checkAccess(board, "an exercise");
    await board.openText("#game=kanga&turns=bD4.wE5"); // so that the list of games has one
    await board.openText("#game=kangaroo&turns=bB8-B6");
    await board.page.locator("body").press("Home");
    await board.settled();
    await checkAccess(board, "an earlier turn");
    await board.press("Play from here");
    for (const name of ["papamu", "New game", "Open", "Rules", "Lessons", "Share", "Settings", "Resign"]) {
      await board.press(name);
      await board.page.getByRole("dialog").waitFor();
      if (name === "Lessons") {
        await board.page.locator(".lesson-board .hit").first().waitFor();
      }
      await checkAccess(board, name);
      await board.page.keyboard.press("Escape");
      await board.page.getByRole("dialog").waitFor({ state: "detached" });
    }
    assert.deepEqual(board.errors, []);
    await board.close();
  });
}

for (const game of ["konane,width=16,height=4", "kanga,width=19,height=19", "send_it", "kangaroo,size=10"]) {
  test(`a narrow screen shows all of it: ${game}`, async () => {
    const board = await Board.open(browser, server, `game=${game}`, { viewport: { width: 360, height: 740 }, hasTouch: true });
    const width = await board.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `${width} pixels`);
    const box = await board.page.locator("#board-place .board").boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 360 && box.width > 320, JSON.stringify(box));
    const [choice] = await board.choices();
    await board.cell(choice).tap();
    if (await board.button("Show the whole board").isVisible()) {
      await board.cell(choice).tap(); // the cell is small, and the first tap has enlarged it
    }
    await board.settled();
    assert.ok((await board.turns()) !== "" || (await board.describe(choice))?.includes("part of this turn"));
    for (const name of ["papamu", "New game", "Open", "Rules", "Lessons", "Puzzles", "Share", "Settings"]) {
      await board.press(name);
      const dialog = await board.page.getByRole("dialog").boundingBox();
      assert.ok(dialog && dialog.x >= 0 && dialog.x + dialog.width <= 360, name);
      const inner = await board.page.getByRole("dialog").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      assert.ok(inner <= 0, `${name} is ${inner} pixels too wide`);
      await board.press("Close");
    }
    await board.close();
  });
}

test("a lost server is reported, and the game goes on when there is one again", { skip: WITHOUT_SERVER }, async () => {
  const own = await Server.start("--port", "0");
  const board = await Board.open(browser, own, "game=kanga&level=1");
  await board.click("D4");
  const turns = await board.turns();
  await own.stop();
  const notice = board.page.locator("#notice");
  await notice.waitFor();
  assert.match(await notice.innerText(), /The game is kept/);
  const again = await Server.start("--port", own.port);
  // A new server has a new token; the address that it prints tells it to all tabs.
  await notice.filter({ hasText: "open the address that it printed" }).waitFor();
  const other = new Board(await board.page.context().newPage());
  await other.goto(again.url);
  await notice.waitFor({ state: "hidden" });
  await board.settled();
  assert.equal(await board.turns(), turns);
  await board.click("E6");
  assert.equal((await board.turns()).split(" ").length, 4);
  await board.close();
  await again.stop();
});

test("a refusal is shown in the server's words", { skip: WITHOUT_SERVER }, async () => {
  const small = await Server.start("--port", "0", "--sessions", "1");
  const board = await Board.open(browser, small, "game=konane");
  const other = new Board(await board.page.context().newPage());
  await other.page.goto(small.url);
  await other.page.locator("#notice", { hasText: "1 boards are open" }).waitFor();
  await board.page.close();
  await other.ready();
  assert.equal(await other.page.locator("#notice").isVisible(), false);
  await other.close();
  await small.stop();
});

test("a link cannot change the token or the choices", { skip: WITHOUT_SERVER }, async () => {
  const board = await Board.open(browser, server, "game=kanga&level=1");
  const stored = () => board.page.evaluate(() => JSON.stringify(Object.entries(localStorage).sort()));
  const before = await stored();
  assert.match(before, /papamu\.choices.*kanga/);
  const other = new Board(await board.page.context().newPage());
  for (const query of ["token=evil&game=send_it&level=9", "game=kangaroo&level=9"]) {
    await other.goto(`${new URL(server.url).origin}/?${query}`);
    assert.equal(await stored(), before, query);
  }
  await board.close();
});

test("the first visit begins with the games, and one click leads to each, to its lessons and to its puzzles", async () => {
  const board = await Board.open(browser, server);
  const { page } = board;
  const doors = page.getByRole("dialog", { name: "papamu" });
  const door = doors.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Kanga", exact: true }) });
  assert.equal(await doors.getByRole("listitem").count(), 4);
  await door.getByRole("button", { name: /^Lessons 0 of \d+$/ }).click();
  await page.getByRole("dialog", { name: "Kanga: lessons" }).locator(".lesson-board .hit").first().waitFor();
  const title = (await page.locator(".lesson-words h3").innerText()).replace("1. ", "");
  await page.evaluate((title) => localStorage.setItem("papamu.lessons", JSON.stringify({ kanga: [title, "a lesson of another version"] })), title);
  await page.keyboard.press("Escape");
  await door.getByRole("button", { name: /^Lessons 1 of \d+$/ }).waitFor();
  await door.getByRole("button", { name: /^Puzzles 0 of \d+$/ }).click();
  await page.getByRole("dialog", { name: "Kanga: puzzles" }).waitFor();
  await page.keyboard.press("Escape");
  await door.getByRole("button", { name: "Play" }).click();
  await doors.waitFor({ state: "detached" });
  await page.locator("#title").getByText("Kanga", { exact: true }).waitFor();
  const other = new Board(await page.context().newPage());
  await other.goto(server.url);
  assert.equal(await other.page.getByRole("dialog").count(), 0, "this is the second visit");
  await other.press("papamu");
  await other.page.getByRole("dialog", { name: "papamu" }).waitFor();
  assert.deepEqual([...board.errors, ...other.errors], []);
  await board.close();
});

test("the choices are remembered", async () => {
  const board = await Board.open(browser, server, "game=konane");
  await board.press("New game");
  await board.page.getByRole("radio", { name: /Send It/ }).check({ force: true });
  await board.page.getByText("More:").click();
  await board.page.getByLabel(/^The side/).fill("4");
  await board.page.getByLabel("You play").selectOption("white");
  await board.page.getByLabel("Level of papamu").fill("1");
  await board.press("Start the game");
  await board.press("Settings");
  await board.page.getByLabel("Colours").selectOption("dark");
  await board.press("Close");
  const other = new Board(await board.page.context().newPage());
  await other.goto(server.url);
  assert.match(await other.page.locator("#title").innerText(), /Send It · size 4/);
  assert.match(await other.page.locator("#player-bottom").innerText(), /White\s+You/);
  assert.match(await other.page.locator("#player-top").innerText(), /level 1/);
  assert.equal(await other.page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await board.close();
});

test("an option that the engine refuses keeps the window open with the reason", async () => {
  const board = await Board.open(browser, server, "game=kanga");
  await board.press("New game");
  await board.page.getByRole("radio", { name: /Send It/ }).check({ force: true });
  await board.page.getByText("More:").click();
  await board.page.getByLabel(/^Ends after/).fill("-1");
  await board.page.getByText("More:").click();
  await board.press("Start the game");
  assert.ok(await board.page.getByLabel(/^Ends after/).isVisible(), "a field that is wrong is shown");
  await board.page.getByLabel(/^Ends after/).fill("");
  await board.page.getByLabel(/^Whether a lone enemy stone/).selectOption("yes");
  await board.press("Start the game");
  assert.match(await board.page.getByRole("dialog").getByRole("alert").innerText(), /push/);
  await board.press("Close");
  assert.match(await board.page.locator("#title").innerText(), /Kanga/);
  await board.click("D4");
  await board.close();
});

test("a board that people play on is chosen by its name, and its options have one too", async () => {
  const board = await Board.open(browser, server, "game=kanga");
  await board.press("New game");
  await board.page.getByRole("radio", { name: /Kōnane/ }).check({ force: true });
  await board.page.getByText("More:").click();
  const kind = board.page.getByRole("combobox", { name: "Board" });
  const chosen = () => kind.evaluate((select) => /** @type {HTMLSelectElement} */ (select).selectedOptions[0].textContent);
  assert.equal(await chosen(), "8×8");
  await kind.selectOption({ label: "Naihe 7×6" });
  assert.equal(await board.page.getByLabel("Columns").inputValue(), "7");
  await board.page.getByLabel("Columns").fill("6");
  await board.page.getByLabel("Columns").blur();
  assert.equal(await chosen(), "another");
  await board.press("Start the game");
  assert.match(await board.page.getByRole("dialog").getByRole("alert").innerText(), /opening=middle_off needs/);
  await board.page.getByLabel("Columns").fill("7");
  await board.page.getByLabel("Columns").blur();
  assert.equal(await chosen(), "Naihe 7×6");
  await board.press("Start the game");
  assert.equal(await board.page.locator("#title").innerText(), "Kōnane · Naihe 7×6");
  assert.equal(await board.page.locator(".stone").count(), 40);
  await board.press("New game");
  await board.page.getByText("More:").click();
  assert.equal(await chosen(), "Naihe 7×6");
  assert.equal(await board.page.getByLabel("Opening").evaluate((select) => /** @type {HTMLSelectElement} */ (select).selectedOptions[0].textContent), "both middle stones are off, and Black jumps first");
  assert.deepEqual(board.errors, []);
  await board.close();
});

test("the page is small, and asks nobody else for anything", { skip: WITHOUT_SERVER }, async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  /** @type {string[]} */
  const hosts = [];
  page.on("request", (request) => hosts.push(new URL(request.url()).host));
  const board = new Board(page);
  await board.goto(server.url);
  const bytes = await page.evaluate(() =>
    performance.getEntriesByType("resource").reduce((sum, entry) => sum + /** @type {PerformanceResourceTiming} */ (entry).transferSize, 0),
  );
  assert.ok(bytes > 10_000 && bytes < 340_000, `${bytes} bytes`);
  assert.deepEqual([...new Set(hosts)], [new URL(server.url).host]);
  await context.close();
});
