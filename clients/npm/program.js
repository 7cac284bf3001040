#!/usr/bin/env node
/** The program for Node: it speaks the protocol on stdin and stdout. `papamu bench` measures the engine's speed. */

import { Papamu } from "./papamu.js";
import { Instance, load } from "./worker.js";

if (process.argv[2] === "bench") {
  const instance = new Instance({ post: (line) => console.log(line), end: () => {} });
  await instance.load(await load());
  instance.exports?.bench();
} else {
  speak();
}

function speak() {
  const engine = new Papamu();
  engine.onmessage = ({ data }) => process.stdout.write(`${data}\n`);
  engine.onerror = (error) => {
    process.stderr.write(`papamu: ${error.message}\n`);
    process.exitCode = 1;
    process.stdin.destroy();
  };
  // A closed output is a normal end.
  process.stdout.on("error", (/** @type {NodeJS.ErrnoException} */ error) => process.exit(error.code === "EPIPE" ? 0 : 1));
  engine.onexit = () => process.stdin.destroy();
  let rest = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach((line) => engine.postMessage(line));
  });
  process.stdin.on("end", () => {
    if (rest !== "") {
      engine.postMessage(rest);
    }
    engine.end();
  });
}
