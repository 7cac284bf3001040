/** The package against the engine that scripts/web.sh has built: `node --test` in this folder. */

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

import { Papamu } from "../papamu.js";

const PROGRAM = fileURLToPath(new URL("../papamu.js", import.meta.url));
const GAMES = ["konane", "kanga", "send_it", "kangaroo"];

/** Sends commands one after the other, and waits for the reply to each. */
class Client {
  constructor(engine = new Papamu()) {
    this.engine = engine;
    this.lines = [];
    this.waiting = [];
    engine.onmessage = ({ data }) => {
      if (data !== "") {
        this.lines.push(data);
        this.online?.(data);
      } else if (this.lines.length > 0) {
        this.waiting.shift()?.(this.lines.join("\n"));
        this.lines = [];
      }
    };
  }

  ask(command) {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.engine.postMessage(command);
    });
  }
}

/** The worker by itself, without shared memory: it works in slices, as on a page without cross-origin isolation. */
class Sliced {
  constructor() {
    this.worker = new Worker(PROGRAM, { workerData: "papamu" });
    this.worker.on("message", (data) => this.onmessage?.({ data }));
  }

  postMessage(text) {
    this.worker.postMessage(text);
  }

  terminate() {
    return this.worker.terminate();
  }
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

for (const [name, start] of [["with shared memory", () => new Papamu()], ["in slices", () => new Sliced()]]) {
  test(`a game of each ends, ${name}`, async () => {
    const client = new Client(start());
    assert.equal(await client.ask("name"), "= papamu");
    assert.equal(await client.ask("param move_time_ms 3"), "=");
    for (const game of GAMES) {
      assert.equal(await client.ask(`set_game ${game} max_moves=30`), "=");
      for (let turns = 0; (await client.ask("result")) === "= none"; turns += 1) {
        assert.ok(turns < 40, game);
        const side = (await client.ask("side_to_move")).slice(2);
        assert.match(await client.ask(`genmove ${side}`), /^= \S+$/);
      }
      // The state is what the board of papamu draws.
      assert.equal(JSON.parse((await client.ask("state")).slice(2)).game, game);
    }
    await client.engine.terminate();
  });

  test(`a search can be interrupted and cancelled, ${name}`, async () => {
    const client = new Client(start());
    await client.ask("param move_time_ms 0");
    const move = client.ask("genmove b");
    await sleep(150);
    client.engine.postMessage("# interrupt");
    assert.match(await move, /^= /);
    const discarded = client.ask("genmove w");
    await sleep(150);
    client.engine.postMessage("# cancel");
    assert.match(await discarded, /^\? interrupted/);
    assert.equal(await client.ask("side_to_move"), "= w");
    await client.engine.terminate();
  });

  test(`an analysis streams until the next line, ${name}`, async () => {
    const client = new Client(start());
    await client.ask("set_game kanga");
    const reports = [];
    client.online = (line) => line.startsWith("{") && reports.push(JSON.parse(line));
    const analysis = client.ask("analyze b 5 json maxmoves 3");
    while (reports.length < 4) {
      await sleep(20);
    }
    assert.equal(await Promise.all([analysis, client.ask("name")]).then((replies) => replies[1]), "= papamu");
    const nodes = reports.map((report) => report.nodes);
    assert.deepEqual(nodes, nodes.toSorted((a, b) => a - b));
    assert.equal(reports[0].moves.length, 3);
    await client.engine.terminate();
  });
}

/** With shared memory, commands that do not work in slices can be interrupted too. */
test("a count and a proof can be interrupted with shared memory", async () => {
  const client = new Client();
  for (const command of ["perft 30", "solve 1000"]) {
    const reply = client.ask(command);
    await sleep(100);
    client.engine.postMessage("# interrupt");
    assert.match(await reply, /interrupted|unknown/);
  }
  await client.engine.terminate();
});

/** A search that has found everything is over, whatever time is left. */
test("a search that has found everything answers, with and without shared memory", async () => {
  for (const engine of [new Papamu(), new Sliced()]) {
    const client = new Client(engine);
    await client.ask("set_game kanga width=4 height=4 max_moves=2");
    await client.ask("param move_time_ms 0");
    assert.match(await client.ask("genmove b"), /^= /);
    await engine.terminate();
  }
});

test("only what the engine reads as an interrupt interrupts", async () => {
  const client = new Client();
  await client.ask("param move_time_ms 600");
  const took = async (message) => {
    const begun = performance.now();
    const replies = [client.ask("genmove b"), sleep(100).then(() => client.engine.postMessage(message))];
    await Promise.all(replies);
    await client.ask("undo");
    return performance.now() - begun;
  };
  // Lines without a reply: only the genmove and the undo are answered.
  for (const message of ["# interrupt", "7 # interrupt\r", "#\u0000interrupt", "\n# interrupt"]) {
    assert.ok((await took(message)) < 450, JSON.stringify(message));
  }
  for (const message of ["# interrupted", "# not\r# interrupt", "# \u2028# interrupt"]) {
    assert.ok((await took(message)) > 500, JSON.stringify(message));
  }
  await client.engine.terminate();
});

test("the end of the input ends a search without limits, and is the end", async () => {
  const { stdout, status } = spawnSync(process.execPath, [PROGRAM], {
    input: "param move_time_ms 0\ngenmove b\nanalyze w 10\n",
    encoding: "utf8",
    timeout: 60_000,
  });
  assert.equal(status, 0);
  assert.match(stdout, /^=\n\n= \S+\n\n=\n/);
  const engine = new Papamu();
  const ended = new Promise((resolve) => (engine.onexit = () => resolve(undefined)));
  engine.end();
  engine.postMessage("name");
  await ended;
});

test("a line feed at the end of a message is not a blank line", async () => {
  const client = new Client();
  const reports = [];
  client.online = (line) => line.startsWith("info") && reports.push(line);
  client.engine.postMessage("analyze b 5\n");
  await sleep(700);
  assert.ok(reports.length >= 2, `${reports.length} reports`);
  await client.engine.terminate();
});

test("the program tells what has failed", () => {
  const folder = mkdtempSync(join(tmpdir(), "papamu-"));
  copyFileSync(PROGRAM, join(folder, "papamu.mjs"));
  const { status, stderr } = spawnSync(process.execPath, [join(folder, "papamu.mjs")], { input: "name\n", encoding: "utf8" });
  rmSync(folder, { recursive: true });
  assert.equal(status, 1);
  assert.match(stderr, /papamu\.wasm/);
});

test("games are loaded from text, and there are no files", async () => {
  const client = new Client();
  assert.equal(await client.ask('loadsgf_inline "(;GM[1]SZ[8];B[dd])"'), "=");
  assert.equal(await client.ask("side_to_move"), "= w");
  assert.match(await client.ask("loadsgf game.sgf"), /^\? unknown command/);
  const names = (await client.ask("list_commands")).slice(2).split("\n");
  assert.deepEqual(names.filter((name) => /^(loadsgf|savesgf|cputime)$/.test(name)), []);
  await client.engine.terminate();
});

test("the memory is bounded by what a page can have", async () => {
  const client = new Client();
  assert.match(await client.ask("param hash_mb 4096"), /^\? syntax error: .*more memory than this machine has; allowed: up to 2048 MiB/);
  assert.equal(await client.ask("param hash_mb 2048"), "=");
  await client.ask("param move_time_ms 50");
  assert.match(await client.ask("genmove b"), /^= /);
  await client.engine.terminate();
});

test("quit ends the worker, and a missing engine is an error", async () => {
  const engine = new Papamu();
  const ended = new Promise((resolve) => (engine.onexit = () => resolve(undefined)));
  engine.postMessage("quit");
  await ended;
  const broken = new Papamu({ wasm: new URL("missing.wasm", import.meta.url) });
  const error = await new Promise((resolve) => (broken.onerror = resolve));
  assert.match(error.message, /missing\.wasm/);
  await broken.terminate();
});

test("the program speaks on stdin and stdout", () => {
  const { stdout, status } = spawnSync(process.execPath, [PROGRAM], {
    input: "1 name\nset_game kanga\nparam nodes 200\ngenmove b\nanalyze w 10\n",
    encoding: "utf8",
  });
  assert.equal(status, 0);
  assert.match(stdout, /^=1 papamu\n\n=\n\n=\n\n= [A-Z]\d\n\n=\n/);
});

test("the example of docs/embedding.md prints a move", () => {
  const page = readFileSync(new URL("../../../docs/embedding.md", import.meta.url), "utf8");
  const example = /```js\n(.*?)```/s.exec(page)?.[1].replace('"papamu"', JSON.stringify(PROGRAM)) ?? "";
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", example], { encoding: "utf8" });
  assert.match(printed, /^=\n\n=\n\n= [A-Z]\d\n\n$/);
});

test("the engine counts and searches as everywhere", () => {
  const printed = execFileSync(process.execPath, [PROGRAM, "bench"], { encoding: "utf8" });
  assert.match(printed, /^signature 246715089 /m);
});

test("the package holds what it needs and nothing else", () => {
  const folder = fileURLToPath(new URL("..", import.meta.url));
  const [packed] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: folder, encoding: "utf8" }));
  const files = packed.files.map(({ path }) => path).sort();
  assert.deepEqual(files, ["LICENSE", "README.md", "package.json", "papamu.d.ts", "papamu.js", "papamu.wasm"]);
});
