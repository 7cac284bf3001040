/** The package against the engine that scripts/web.sh has built: `node --test` in this folder. */

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

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

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

test("a game of each ends", async () => {
  const client = new Client();
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

test("a search can be interrupted and cancelled", async () => {
  const client = new Client();
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

test("an analysis streams until the next line", async () => {
  const client = new Client();
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

test("an analysis is one report", async () => {
  const client = new Client();
  const { engine } = client;
  await client.ask("set_game kanga");
  const report = await engine.analyze({ nodes: 500, moves: 3 });
  assert.ok(report.final && report.nodes >= 500);
  const rates = report.moves.map((move) => move.winrate);
  assert.deepEqual([rates.length, rates], [3, rates.toSorted((a, b) => b - a)]);
  assert.equal(report.winrate, rates[0]);
  // The requests are answered in order, and others are not disturbed.
  const [again, reply, allowed, side] = await Promise.all([
    engine.analyze({ color: "black", nodes: 500, moves: 3 }),
    client.ask("7 name"),
    engine.analyze({ depth: 1, allow: ["D4", "E5"], ownership: true }),
    client.ask("side_to_move"),
  ]);
  assert.deepEqual(again.moves, report.moves);
  assert.deepEqual([reply, side], ["=7 papamu", "= b"]);
  assert.deepEqual(allowed.moves.map(({ move }) => move).sort(), ["D4", "E5"]);
  assert.deepEqual([allowed.depth, allowed.ownership], [1, null]);
  assert.ok((await engine.analyze({ time: 20, avoid: ["D4"], moves: 100 })).moves.every(({ move }) => move !== "D4"));
  await client.ask("play b D4");
  assert.deepEqual((await engine.analyze({ nodes: 10, allow: ["A1"] })).moves.map(({ move }) => move), ["A1"], "of White");
  await engine.terminate();
});

test("a stream ends by a limit, a message, or a break", async () => {
  const client = new Client();
  const { engine } = client;
  await client.ask("set_game kanga");
  const finals = [];
  for await (const { final } of engine.stream({ interval: 10, time: 300 })) {
    finals.push(final);
  }
  assert.equal(finals.pop(), true);
  assert.ok(!finals.includes(true));
  const hours = 1e8;
  for (const options of [{ interval: 10 }, { interval: 10, time: hours }]) {
    for await (const report of engine.stream(options)) {
      assert.equal(report.final, false);
      break;
    }
    assert.equal(await client.ask("name"), "= papamu");
  }
  let reply;
  for await (const report of engine.stream({ interval: 10 })) {
    assert.ok(report.moves.length > 0);
    reply ??= client.ask("version");
  }
  assert.match(await reply, /^= \d/);
  // Left before it has begun, it ends with its first report, and the move before it is chosen undisturbed.
  const move = client.ask("genmove b");
  const stream = engine.stream({ interval: 10, time: hours });
  const [first] = await Promise.all([stream.next(), stream.return(undefined)]);
  assert.equal(first.value.final, false);
  assert.match(await move, /^= [A-Z]\d$/);
  assert.equal(await client.ask("side_to_move"), "= w");
  await engine.terminate();
});

test("an analysis can be interrupted", async () => {
  const client = new Client();
  const report = client.engine.analyze({ time: 1e8 });
  await sleep(150);
  client.engine.postMessage("# interrupt");
  assert.equal((await report).final, true);
  assert.equal(await client.ask("name"), "= papamu");
  await client.engine.terminate();
});

test("what the engine refuses is an error, and so are moves that are none", async () => {
  const client = new Client();
  const { engine } = client;
  await assert.rejects(engine.analyze({ color: "white", nodes: 9 }), /^Error: analyze: illegal move: it is Black's turn/);
  await assert.rejects(engine.stream({ color: "white" }).next(), /illegal move/);
  await assert.rejects(engine.analyze({ nodes: -1 }), /analyze: syntax error/);
  for (const wrong of ["D4", ["D4,E5"], ["D4 json"], [""], ["D4\nquit"]]) {
    await assert.rejects(engine.analyze({ avoid: wrong }), /^TypeError: avoid: .* is not a/);
  }
  await assert.rejects(engine.analyze({ color: "red" }), /^TypeError: color/);
  assert.equal(await client.ask("name"), "= papamu");
  await engine.terminate();
});

test("after the end of a game, a report has the same fields and no moves", async () => {
  const client = new Client();
  const usual = await client.engine.analyze({ nodes: 9 });
  await client.ask("set_game konane width=4 height=4");
  await client.ask("set_position x3/4/4/3o b");
  const report = await client.engine.analyze();
  assert.deepEqual([report.final, report.moves, report.winrate], [true, [], null]);
  assert.deepEqual(Object.keys(report).sort(), Object.keys(usual).sort());
  await client.engine.terminate();
});

/** papamu.d.ts describes every field of a report. */
test("the types have the fields of a report", async () => {
  const types = readFileSync(new URL("../papamu.d.ts", import.meta.url), "utf8");
  const fields = (name) => {
    const [, parent, body] = new RegExp(`interface ${name}(?: extends (\\w+))? {\n(.*?)\n}`, "s").exec(types) ?? [];
    const own = [...body.matchAll(/^ {2}(\w+)\??:/gm)].map((found) => found[1]);
    return parent === undefined ? own : [...own, ...fields(parent)];
  };
  const engine = new Papamu();
  const report = await engine.analyze({ nodes: 100, ownership: true });
  assert.deepEqual(fields("Report").sort(), Object.keys(report).sort());
  assert.deepEqual(fields("Move").sort(), Object.keys(report.moves[0]).sort());
  assert.deepEqual(fields("VariationTurn").sort(), Object.keys(report.moves[0].pv[0]).sort());
  await engine.terminate();
});

test("an engine that ends or fails rejects its analyses", async () => {
  const killed = new Papamu();
  const waits = [killed.analyze({ time: 1e8 }), killed.stream({ time: 1e8 }).next()];
  const rejected = waits.map((wait) => assert.rejects(wait, /the engine was ended/));
  await killed.terminate();
  await Promise.all(rejected);
  await assert.rejects(killed.analyze(), /the engine was ended/);
  const left = new Papamu();
  const last = left.analyze({ nodes: 50 });
  left.postMessage("quit");
  const never = assert.rejects(left.analyze({ nodes: 50 }), /the engine has ended/);
  assert.equal((await last).final, true);
  await never;
  // Nobody listens to its errors, but the promise tells.
  const broken = new Papamu({ wasm: new URL("missing.wasm", import.meta.url) });
  await assert.rejects(broken.analyze(), /missing\.wasm/);
});

test("a count and a proof can be interrupted", async () => {
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
test("a search that has found everything answers", async () => {
  const client = new Client();
  await client.ask("set_game kanga width=4 height=4 max_moves=2");
  await client.ask("param move_time_ms 0");
  assert.match(await client.ask("genmove b"), /^= /);
  await client.engine.terminate();
});

/** Its reply ends with the next line. */
test("an analysis that has found everything waits", async () => {
  const client = new Client();
  await client.ask("set_game konane width=4 height=4");
  let isOver = false;
  const analysis = client.ask("analyze 5 json").then(() => (isOver = true));
  await sleep(1000);
  assert.equal(isOver, false);
  client.engine.postMessage("");
  await analysis;
  assert.equal(await client.ask("name"), "= papamu");
  await client.engine.terminate();
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
  const engine = new Papamu();
  /** Two reports, or the end of the reply. */
  const lines = await new Promise((resolve) => {
    const lines = [];
    engine.onmessage = ({ data }) => {
      lines.push(data);
      if (data === "" || lines.length === 3) {
        resolve(lines);
      }
    };
    engine.postMessage("analyze b 5\n");
  });
  assert.deepEqual(lines.map((line) => line.split(" ")[0]), ["=", "info", "info"]);
  await engine.terminate();
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

for (const page of ["../README.md", "../../../docs/embedding.md"]) {
  test(`the analysis in ${page} prints moves`, () => {
    const text = readFileSync(new URL(page, import.meta.url), "utf8");
    const examples = [...text.matchAll(/```js\n(.*?)```/gs)].map((found) => found[1]).filter((code) => code.includes("analyze("));
    assert.equal(examples.length, 1);
    const example = examples[0].replace('"papamu"', JSON.stringify(PROGRAM));
    const printed = execFileSync(process.execPath, ["--input-type=module", "-e", example], { encoding: "utf8" });
    assert.match(printed, /^([A-Z]\d [\d.]+\n){3}(\d+ [A-Z]\d\n)*$/);
  });
}

test("the engine chooses as everywhere", () => {
  const table = readFileSync(new URL("../../../tests/data/choices.tsv", import.meta.url), "utf8");
  const rows = table.split("\n").map((line) => line.split("\t")).filter((row) => row[3] === "nodes 400");
  assert.ok(rows.length > 50);
  const lines = rows.map(([game, options, position]) => {
    return `set_game ${game} ${options}\nparam nodes 400\nset_position ${position}\ngenmove ${position.split(" ")[1]}\n`;
  });
  const { stdout } = spawnSync(process.execPath, [PROGRAM], { input: lines.join(""), encoding: "utf8" });
  const moves = stdout.split("\n\n").filter((_, index) => index % 4 === 3).map((reply) => reply.replace("= ", ""));
  assert.deepEqual(moves.slice(0, rows.length), rows.map((row) => row[4]));
});

test("the package holds what it needs and nothing else", () => {
  const folder = fileURLToPath(new URL("..", import.meta.url));
  const [packed] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: folder, encoding: "utf8" }));
  const files = packed.files.map(({ path }) => path).sort();
  assert.deepEqual(files, ["LICENSE", "README.md", "package.json", "papamu.d.ts", "papamu.js", "papamu.wasm"]);
});
