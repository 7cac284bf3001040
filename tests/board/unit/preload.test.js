/** The page names its modules, so that a browser asks for all of them at once and not for each after the one that imports it. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";

const read = (/** @type {string} */ path) => readFileSync(new URL(`../../../web/${path}`, import.meta.url), "utf8");

test("index.html preloads the modules that main.js imports, and none that is loaded later", () => {
  const found = new Set(["main.js"]);
  for (const path of found) {
    for (const [, name] of read(path).matchAll(/^(?:import|export) (?:[^;]* from )?"(.*)";/gm)) {
      found.add(posix.join(posix.dirname(path), name));
    }
  }
  found.delete("main.js");
  const preloaded = [...read("index.html").matchAll(/rel="modulepreload" href="(.*?)"/g)].map(([, path]) => path);
  assert.deepEqual(preloaded, [...found].sort());
});
