import assert from "node:assert/strict";
import { test } from "node:test";

import { ConnectionLost, Engine, EngineError } from "../../../web/engine/protocol.js";

function connection() {
  /** @type {string[]} */
  const sent = [];
  const transport = {
    send: (/** @type {string} */ text) => void sent.push(text),
    close: () => {},
    ontext: (/** @type {string} */ _text) => {},
    onclose: (/** @type {string} */ _reason) => {},
  };
  return { sent, transport, engine: new Engine(transport) };
}

test("replies belong to commands in their order, however the text is cut", async () => {
  const { sent, transport, engine } = connection();
  const replies = engine.askAll(["name", "version", "showboard"]);
  for (const letter of "= papamu\n\n=\n\n= one\n  two\n\n") {
    transport.ontext(letter);
  }
  assert.deepEqual(await replies, ["papamu", "", "one\n  two"]);
  assert.deepEqual(sent, ["name\nversion\nshowboard"]);
});

test("a failure is thrown, and later commands get their own replies", async () => {
  const { transport, engine } = connection();
  const failing = engine.ask("play b Z99");
  const following = engine.ask("name");
  transport.ontext("? illegal move: the cell is not empty\n\n= papamu\n\n");
  await assert.rejects(failing, (error) => error instanceof EngineError && error.reason === "the cell is not empty");
  assert.equal(await following, "papamu");
});

test("lines of a long reply come while it goes on", async () => {
  const { transport, engine } = connection();
  /** @type {string[]} */
  const lines = [];
  const done = engine.ask("analyze b 20 json", (line) => lines.push(line));
  transport.ontext('=\n{"nodes":1}\n');
  assert.deepEqual(lines, ['{"nodes":1}']);
  transport.ontext('{"nodes":2}\n\n');
  await done;
  assert.deepEqual(lines, ['{"nodes":1}', '{"nodes":2}']);
});

test("the last of several commands is not waited for before an interrupt", async () => {
  const { sent, transport, engine } = connection();
  const last = engine.askLast(["param level 3", "genmove b"]);
  engine.interrupt();
  engine.cancel();
  engine.endAnalysis();
  assert.deepEqual(sent, ["param level 3", "genmove b", "# interrupt", "# cancel", ""]);
  transport.ontext("=\n\n= D5\n\n");
  assert.equal(await last, "D5");
});

test("a command is one line", async () => {
  const { sent, engine } = connection();
  await assert.rejects(engine.ask("set_game kanga\nquit"), /one line/);
  assert.deepEqual(sent, []);
});

test("a lost connection fails what waits and what comes", async () => {
  const { transport, engine } = connection();
  let told = "";
  engine.onclose = (reason) => (told = reason);
  const waiting = engine.ask("name");
  transport.onclose("the server has ended");
  transport.onclose("again");
  await assert.rejects(waiting, ConnectionLost);
  await assert.rejects(engine.ask("name"), /the server has ended/);
  assert.equal(told, "the server has ended");
});

test("many commands go out in messages that a server takes", async () => {
  const { sent, transport, engine } = connection();
  const count = 8000;
  const replies = engine.askAll(Array.from({ length: count }, () => "play b C3-E3"));
  for (let answered = 0; answered < count; ) {
    const commands = sent.join("\n").split("\n").length;
    transport.ontext("=\n\n".repeat(commands - answered));
    answered = commands;
    await new Promise((resolve) => setTimeout(resolve));
  }
  assert.equal((await replies).length, count);
  assert.ok(sent.length > 1 && sent.every((text) => text.length < 60_000));
});
