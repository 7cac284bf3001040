/** The package against the engine that scripts/web.sh has built: `node --test` in this folder. */

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { Papamu } from "../papamu.js";

const PROGRAM = fileURLToPath(new URL("../program.js", import.meta.url));
const GAMES = ["konane", "kanga", "send_it", "kangaroo"];

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

test("a game of each ends", async () => {
  const engine = new Papamu();
  assert.equal(await engine.ask("name"), "papamu");
  assert.equal(await engine.ask("param move_time_ms 3"), "");
  for (const game of GAMES) {
    assert.equal(await engine.ask(`set_game ${game} max_moves=30`), "");
    for (let turns = 0; (await engine.ask("result")) === "none"; turns += 1) {
      assert.ok(turns < 40, game);
      const side = await engine.ask("side_to_move");
      assert.match(await engine.ask(`genmove ${side}`), /^\S+$/);
    }
    // The state is what the board of papamu draws.
    assert.equal(JSON.parse(await engine.ask("state")).game, game);
  }
  await engine.terminate();
});

test("a command is asked", async () => {
  const engine = new Papamu();
  /** @type {string[]} */
  const others = [];
  engine.onmessage = ({ data }) => others.push(data);
  engine.postMessage("7 name");
  // Sent at once, and answered in order.
  const replies = await Promise.all(["name", "param nodes 50", "genmove b # a comment", "side_to_move", "showboard"].map((line) => engine.ask(line)));
  assert.deepEqual(replies.slice(0, 2), ["papamu", ""]);
  assert.match(replies[2], /^[A-Z]\d$/);
  assert.equal(replies[3], "w");
  assert.match(replies[4], /^ +A B C/, "as it is drawn");
  assert.equal(JSON.parse(await engine.ask("state")).game, "konane");
  await assert.rejects(engine.ask("play b D5"), /^Error: play: illegal move: /);
  await assert.rejects(engine.ask("frobnicate"), /^Error: frobnicate: unknown command/);
  for (const line of ["", " \t\r", "# interrupt", "name\nname", "name\n"]) {
    await assert.rejects(engine.ask(line), /^TypeError: ask: .* is not a command/);
  }
  assert.deepEqual(others, ["=7 papamu", ""]);
  const search = engine.ask("param move_time_ms 0").then(() => engine.ask("param nodes 0")).then(() => engine.ask("genmove w"));
  const left = assert.rejects(search, /the engine was ended/);
  await sleep(200);
  await engine.terminate();
  await left;
  await assert.rejects(engine.ask("name"), /the engine was ended/);
});

test("a search can be interrupted and cancelled", async () => {
  const engine = new Papamu();
  await engine.ask("param move_time_ms 0");
  const move = engine.ask("genmove b");
  await sleep(150);
  engine.postMessage("# interrupt");
  assert.match(await move, /^[A-Z]\d$/);
  const discarded = assert.rejects(engine.ask("genmove w"), /^Error: genmove: interrupted/);
  await sleep(150);
  engine.postMessage("# cancel");
  await discarded;
  assert.equal(await engine.ask("side_to_move"), "w");
  await engine.terminate();
});

test("an analysis streams until the next line", async () => {
  const engine = new Papamu();
  await engine.ask("set_game kanga");
  const reports = [];
  const lines = [];
  engine.onmessage = ({ data }) => (data.startsWith("{") ? reports.push(JSON.parse(data)) : lines.push(data));
  engine.postMessage("analyze b 5 json maxmoves 3");
  while (reports.length < 4) {
    await sleep(20);
  }
  assert.deepEqual(lines, ["="]);
  assert.equal(await engine.ask("name"), "papamu");
  assert.deepEqual(lines, ["=", ""]);
  const nodes = reports.map((report) => report.nodes);
  assert.deepEqual(nodes, nodes.toSorted((a, b) => a - b));
  assert.equal(reports[0].moves.length, 3);
  await engine.terminate();
});

test("an analysis is one report", async () => {
  const engine = new Papamu();
  await engine.ask("set_game kanga");
  const report = await engine.analyze({ nodes: 500, moves: 3 });
  assert.ok(report.final && report.nodes >= 500);
  const rates = report.moves.map((move) => move.winrate);
  assert.deepEqual([rates.length, rates], [3, rates.toSorted((a, b) => b - a)]);
  assert.equal(report.winrate, rates[0]);
  // The requests are answered in order, and others are not disturbed.
  const [again, reply, allowed, side] = await Promise.all([
    engine.analyze({ color: "black", nodes: 500, moves: 3 }),
    engine.ask("name"),
    engine.analyze({ depth: 1, allow: ["D4", "E5"], ownership: true }),
    engine.ask("side_to_move"),
  ]);
  assert.deepEqual(again.moves, report.moves);
  assert.deepEqual([reply, side], ["papamu", "b"]);
  assert.deepEqual(allowed.moves.map(({ move }) => move).sort(), ["D4", "E5"]);
  assert.deepEqual([allowed.depth, allowed.ownership], [1, null]);
  assert.ok((await engine.analyze({ time: 20, avoid: ["D4"], moves: 100 })).moves.every(({ move }) => move !== "D4"));
  await engine.ask("play b D4");
  assert.deepEqual((await engine.analyze({ nodes: 10, allow: ["A1"] })).moves.map(({ move }) => move), ["A1"], "of White");
  await engine.terminate();
});

test("a stream ends by a limit, a message, or a break", async () => {
  const engine = new Papamu();
  await engine.ask("set_game kanga");
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
    assert.equal(await engine.ask("name"), "papamu");
  }
  let reply;
  for await (const report of engine.stream({ interval: 10 })) {
    assert.ok(report.moves.length > 0);
    reply ??= engine.ask("version");
  }
  assert.match(await reply, /^\d/);
  // Left before it has begun, it ends with its first report, and the move before it is chosen undisturbed.
  const move = engine.ask("genmove b");
  const stream = engine.stream({ interval: 10, time: hours });
  const [first] = await Promise.all([stream.next(), stream.return(undefined)]);
  assert.equal(first.value.final, false);
  assert.match(await move, /^[A-Z]\d$/);
  assert.equal(await engine.ask("side_to_move"), "w");
  await engine.terminate();
});

test("an analysis can be interrupted, also while the engine is loaded", async () => {
  for (let ms = 0; ms < 200; ms += 4) {
    const engine = new Papamu();
    const report = engine.analyze({ time: 1e8 });
    await sleep(ms);
    engine.postMessage("# interrupt");
    assert.equal((await report).final, true);
    assert.equal(await engine.ask("name"), "papamu");
    await engine.terminate();
  }
});

test("what the engine refuses is an error, and so are moves that are none", async () => {
  const engine = new Papamu();
  await assert.rejects(engine.analyze({ color: "white", nodes: 9 }), /^Error: analyze: illegal move: it is Black's turn/);
  await assert.rejects(engine.stream({ color: "white" }).next(), /illegal move/);
  await assert.rejects(engine.analyze({ nodes: -1 }), /analyze: syntax error/);
  for (const wrong of ["D4", ["D4,E5"], ["D4 json"], [""], ["D4\nquit"]]) {
    await assert.rejects(engine.analyze({ avoid: wrong }), /^TypeError: avoid: .* is not a/);
  }
  await assert.rejects(engine.analyze({ color: "red" }), /^TypeError: color/);
  assert.equal(await engine.ask("name"), "papamu");
  await engine.terminate();
});

test("after the end of a game, a report has the same fields and no moves", async () => {
  const engine = new Papamu();
  const usual = await engine.analyze({ nodes: 9 });
  await engine.ask("set_game konane width=4 height=4");
  await engine.ask("set_position x3/4/4/3o b");
  const report = await engine.analyze();
  assert.deepEqual([report.final, report.moves, report.winrate], [true, [], null]);
  assert.deepEqual(Object.keys(report).sort(), Object.keys(usual).sort());
  await engine.terminate();
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
  const engine = new Papamu();
  for (const command of ["perft 30", "solve 1000"]) {
    const reply = engine.ask(command);
    await sleep(100);
    engine.postMessage("# interrupt");
    assert.match(await reply.catch(String), /interrupted|unknown/);
  }
  await engine.terminate();
});

/** A search that has found everything is over, whatever time is left. */
test("a search that has found everything answers", async () => {
  const engine = new Papamu();
  await engine.ask("set_game kanga width=4 height=4 max_moves=2");
  await engine.ask("param move_time_ms 0");
  assert.match(await engine.ask("genmove b"), /^[A-Z]\d$/);
  await engine.terminate();
});

/** Its reply ends with the next line. */
test("an analysis that has found everything waits", async () => {
  const engine = new Papamu();
  await engine.ask("set_game konane width=4 height=4");
  let isOver = false;
  const analysis = engine.ask("analyze 5 json").then(() => (isOver = true));
  await sleep(1000);
  assert.equal(isOver, false);
  engine.postMessage("");
  await analysis;
  assert.equal(await engine.ask("name"), "papamu");
  await engine.terminate();
});

test("only what the engine reads as an interrupt interrupts", async () => {
  const engine = new Papamu();
  await engine.ask("param move_time_ms 600");
  const took = async (message) => {
    const begun = performance.now();
    const replies = [engine.ask("genmove b"), sleep(100).then(() => engine.postMessage(message))];
    await Promise.all(replies);
    await engine.ask("undo");
    return performance.now() - begun;
  };
  // Lines without a reply: only the genmove and the undo are answered.
  for (const message of ["# interrupt", "7 # interrupt\r", "#\u0000interrupt", "\n# interrupt"]) {
    assert.ok((await took(message)) < 450, JSON.stringify(message));
  }
  for (const message of ["# interrupted", "# not\r# interrupt", "# \u2028# interrupt"]) {
    assert.ok((await took(message)) > 500, JSON.stringify(message));
  }
  await engine.terminate();
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
  for (const file of ["package.json", "papamu.js", "program.js", "signals.js", "worker.js"]) {
    copyFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), join(folder, file));
  }
  const { status, stderr } = spawnSync(process.execPath, [join(folder, "program.js")], { input: "name\n", encoding: "utf8" });
  rmSync(folder, { recursive: true });
  assert.equal(status, 1);
  assert.match(stderr, /papamu\.wasm/);
});

test("games are loaded from text, and there are no files", async () => {
  const engine = new Papamu();
  assert.equal(await engine.ask('loadsgf_inline "(;GM[1]SZ[8];B[dd])"'), "");
  assert.equal(await engine.ask("side_to_move"), "w");
  assert.match(await engine.ask("printsgf"), /^\(;.*B\[/s);
  await assert.rejects(engine.ask("loadsgf game.sgf"), /files are switched off/);
  await assert.rejects(engine.ask("savesgf game.sgf"), /files are switched off/);
  await engine.terminate();
});

test("the memory is bounded by what a page can have", async () => {
  const engine = new Papamu();
  await assert.rejects(engine.ask("param hash_mb 4096"), /syntax error: .*more memory than this machine has; allowed: up to 2048 MiB/);
  assert.equal(await engine.ask("param hash_mb 2048"), "");
  await engine.ask("param move_time_ms 50");
  assert.match(await engine.ask("genmove b"), /^[A-Z]\d$/);
  await engine.terminate();
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

for (const page of ["../README.md", "../../../docs/embedding.md"]) {
  test(`the examples in ${page} print moves, and end`, () => {
    const text = readFileSync(new URL(page, import.meta.url), "utf8");
    const [move, analysis, ...others] = [...text.matchAll(/```js\n(.*?)```/gs)].map(([, example]) => {
      const script = example.replace('"papamu"', JSON.stringify(fileURLToPath(new URL("../papamu.js", import.meta.url))));
      return execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8", timeout: 60_000 });
    });
    assert.match(move, /^[A-Z]\d\n$/);
    assert.match(analysis, /^([A-Z]\d [\d.]+\n){3}(\d+ [A-Z]\d\n)*$/);
    assert.deepEqual(others, []);
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
  // scripts/notices.sh makes NOTICES.
  assert.deepEqual(files.filter((name) => name !== "NOTICES"), ["LICENSE", "README.md", "package.json", "papamu.d.ts", "papamu.js", "papamu.wasm", "program.js", "signals.js", "worker.js"]);
});
