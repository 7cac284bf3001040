/** The site that scripts/web.sh site makes: the board with the engine in a worker, from a server of files. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Board, Files, randomNumbers, startBrowser } from "../support.js";

const SITE = process.env.PAPAMU_SITE ?? fileURLToPath(new URL("../../../dist/site", import.meta.url));
const GAMES = ["konane,width=6,height=6", "kanga,width=5,height=5", "send_it,size=3", "kangaroo,size=6,max_moves=40"];

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

for (const game of GAMES) {
  test(`a game of ${game} against the engine in the page`, async () => {
    const board = await Board.open(browser, files, `game=${game}&level=1`);
    const random = randomNumbers(7);
    for (let turns = 0; !(await board.isOver()); turns += 1) {
      assert.ok(turns < 80, "it does not end");
      await board.anyTurn(random);
    }
    assert.deepEqual(board.errors, []);
    await board.close();
  });
}

test("an analysis streams, and the page works without a network once it was there", async () => {
  const board = await Board.open(browser, files, "game=kanga");
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
