/** The package for npm in a page that a bundler made: the worker and the engine are found in what it writes. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Files, startBrowser } from "../support.js";

const PACKAGE = fileURLToPath(new URL("../../../clients/npm", import.meta.url));
/** @type {[name: string, command: string[]][]} */
const BUNDLERS = [
  ["vite", ["vite", "build", "--base", "./", "--outDir", "vite"]],
  ["webpack", ["webpack", "--mode", "production", "--output-path", "webpack"]],
];

const folder = mkdtempSync(join(tmpdir(), "papamu-"));
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  writeFileSync(join(folder, "index.html"), '<!doctype html><script type="module" src="./src/index.js"></script>');
  writeFileSync(
    join(folder, "src/index.js"),
    `import { Papamu } from "papamu";
    const engine = new Papamu();
    await engine.ask("param nodes 500");
    document.title = await engine.ask("genmove b");`,
  );
  run("npm", "install", "--silent", "--install-links", PACKAGE, "vite@8", "webpack@5", "webpack-cli@6");
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/** @param {string} program @param {string[]} words */
function run(program, ...words) {
  execFileSync(program, words, { cwd: folder, encoding: "utf8" });
}

for (const [name, command] of BUNDLERS) {
  test(`a page of ${name} plays`, async () => {
    run("npx", ...command);
    if (name === "webpack") {
      writeFileSync(join(folder, name, "index.html"), '<!doctype html><script type="module" src="./main.js"></script>');
    }
    const files = await Files.serve(join(folder, name));
    const page = await browser.newPage();
    /** @type {string[]} */
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(files.url);
    await page.waitForFunction(() => document.title !== "");
    assert.match(await page.title(), /^[A-Z]\d$/);
    assert.deepEqual(errors, []);
    await page.close();
    await files.stop();
  });
}
