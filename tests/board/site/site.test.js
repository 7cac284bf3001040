/** The site that scripts/web.sh site makes: the board with the engine in a worker, from a server of files. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Board, Files, randomNumbers, startBrowser } from "../support.js";

const SITE = process.env.PAPAMU_SITE ?? fileURLToPath(new URL("../../../dist/site", import.meta.url));
const GAMES = [
  { game: "konane,width=6,height=6", title: /^Kōnane · / },
  { game: "kanga,width=5,height=5", title: /^Kanga · / },
  { game: "send_it,size=3", title: /^Send It · / },
  { game: "kangaroo,size=6,max_moves=40", title: /^Kangaroo · / },
];

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Files} */
let files;

before(async () => {
  [files, browser] = await Promise.all([Files.serve(SITE), startBrowser()]);
});
after(async () => {
  await browser.close();
  await files.stop();
});

for (const { game, title } of GAMES) {
  test(`a game of ${game} against the engine in the page`, async () => {
    const board = await Board.open(browser, files, `game=${game}&level=1`);
    assert.match(await board.page.locator("#title").innerText(), title);
    const random = randomNumbers(7);
    for (let turns = 0; !(await board.isOver()); turns += 1) {
      assert.ok(turns < 80, "it does not end");
      await board.anyTurn(random);
    }
    assert.deepEqual(board.errors, []);
    await board.close();
  });
}

/** On the first visit there is no shared memory. */
test("work can be ended without shared memory", async () => {
  const board = await Board.open(browser, files, "game=kanga&level=10");
  assert.equal(await board.page.evaluate(() => crossOriginIsolated), false);
  const replies = await board.page.evaluate(async () => {
    const { Papamu } = await import(new URL("papamu.js", location.href).href);
    const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const engine = new Papamu();
    /** @type {string[]} */
    let lines = [];
    /** @type {((reply: string) => void)[]} */
    const waiting = [];
    engine.onmessage = (/** @type {{ data: string }} */ { data }) => {
      if (data !== "") {
        lines.push(data);
      } else {
        waiting.shift()?.(lines.join("\n"));
        lines = [];
      }
    };
    /** @type {(command: string) => Promise<string>} */
    const ask = (command) => {
      const reply = new Promise((resolve) => waiting.push(resolve));
      engine.postMessage(command);
      return reply;
    };
    /** @type {(command: string, end: string) => Promise<string>} */
    const end = async (command, line) => {
      const reply = ask(command);
      await sleep(400);
      engine.postMessage(line);
      return reply;
    };
    await ask("param move_time_ms 0");
    const replies = {
      played: await end("genmove b", "# interrupt"),
      cancelled: await end("genmove w", "# cancel"),
      side: await ask("side_to_move"),
      level: await ask("param level 9").then(() => end("solve 1000", "# interrupt")),
      count: await end("perft 30", "# cancel"),
      analysis: await end("analyze w 5", ""),
      again: await ask("name"),
    };
    engine.terminate();
    return replies;
  });
  assert.match(replies.played, /^= [A-Z]\d/);
  assert.match(replies.cancelled, /^\? interrupted/);
  assert.equal(replies.side, "= w");
  assert.match(replies.level, /unknown|interrupted/);
  assert.match(replies.count, /interrupted/);
  assert.ok(replies.analysis.split("\n").length > 3, replies.analysis);
  assert.equal(replies.again, "= papamu");
  assert.deepEqual(board.errors, []);
  await board.close();
});

test("an analysis streams, and the page works without a network once it was there", async () => {
  const board = await Board.open(browser, files, "game=kanga");
  const requests = await board.page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  assert.ok(requests.length < 10, requests.join(" "));
  await board.button("Analyse").click();
  await board.page.locator("#analysis [data-line]").first().waitFor();
  await board.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await board.page.reload();
  await board.ready();
  assert.equal(await board.page.evaluate(() => crossOriginIsolated), true, "the service worker isolates the page");
  await board.page.context().setOffline(true);
  await files.stop();
  await board.page.reload();
  await board.ready();
  await board.anyTurn(randomNumbers(1));
  assert.deepEqual(board.errors, []);
  await board.close();
});
