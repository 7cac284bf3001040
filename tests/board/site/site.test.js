/** The site that scripts/site.sh makes: the board with the engine in a worker, from a server of files. */

import assert from "node:assert/strict";
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Board, randomNumbers, startBrowser } from "../support.js";

const SITE = process.env.PAPAMU_SITE ?? fileURLToPath(new URL("../../../dist/site", import.meta.url));
/** @type {Record<string, string>} */
const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", wasm: "application/wasm" };
const GAMES = ["konane,width=6,height=6", "kanga,width=5,height=5", "send_it,size=3", "kangaroo,size=6,max_moves=40"];

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("node:http").Server} */
let files;
let url = "";

before(async () => {
  browser = await startBrowser();
  // No more than files: what a host of static pages does.
  files = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://site").pathname).replace(/\/$/, "/index.html");
    const file = join(SITE, path);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader("Content-Type", TYPES[file.split(".").pop() ?? ""] ?? "application/octet-stream");
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => files.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = /** @type {import("node:net").AddressInfo} */ (files.address());
  url = `http://127.0.0.1:${address.port}/?`;
});

after(async () => {
  await browser.close();
  files.closeAllConnections();
  files.close();
});

/** @param {string} wishes */
function open(wishes) {
  return Board.open(browser, /** @type {any} */ ({ url }), wishes);
}

for (const game of GAMES) {
  test(`a game of ${game} against the engine in the page`, async () => {
    const board = await open(`game=${game}&level=1`);
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
  const board = await open("game=kanga");
  await board.button("Analyse").click();
  await board.page.locator("#analysis [data-line]").first().waitFor();
  await board.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await board.page.reload();
  await board.ready();
  assert.equal(await board.page.evaluate(() => crossOriginIsolated), true, "the service worker isolates the page");
  await board.page.context().setOffline(true);
  files.closeAllConnections();
  await board.page.reload();
  await board.ready();
  await board.anyTurn(randomNumbers(1));
  assert.deepEqual(board.errors, []);
  await board.close();
});
