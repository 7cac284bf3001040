import assert from "node:assert/strict";
import { test } from "node:test";

import { Engine } from "../../../web/engine/protocol.js";
import { loadSgf, loadStones } from "../../../web/game/load.js";
import { squares } from "./boards.js";

const { cells } = squares("....", "....", "....");

/** An engine with these replies, and the commands that it was sent.
 * @param {(command: string) => string} reply */
function fake(reply) {
  /** @type {string[]} */
  const asked = [];
  /** @type {import("../../../web/engine/protocol.js").Transport} */
  const transport = {
    send: (text) =>
      queueMicrotask(() => {
        for (const line of text.split("\n").filter(Boolean)) {
          asked.push(line);
          transport.ontext(`${reply(line)}\n\n`);
        }
      }),
    close: () => {},
    ontext: () => {},
    onclose: () => {},
  };
  return { engine: new Engine(transport), asked };
}

test("blocked cells of the editor are written as * into the position", async () => {
  /** @param {[string, "black" | "white" | "blocked"][]} marks */
  const load = async (...marks) => {
    const { engine, asked } = fake((line) => (line === "position" ? "= 4/x*2/3o w 2 -" : line === "history" ? '= {"turns":[]}' : "="));
    const { start } = await loadStones(engine, { game: "amazons", options: "" }, cells, new Map(marks), "white");
    return { start, asked };
  };
  const { start, asked } = await load(["A2", "black"], ["D1", "white"], ["A3", "blocked"], ["C2", "blocked"]);
  assert.equal(start, "*3/x1*1/3o w 2 -");
  assert.ok(asked.includes("gogui-setup b A2 w D1"), asked.join("; "));
  assert.ok(asked.includes("set_position *3/x1*1/3o w 2 -"), asked.join("; "));
  assert.equal((await load(["A2", "black"], ["D1", "white"])).start, "4/x3/3o w 2 -", "one that is removed");
});

test("a file that is refused is told with the game that it was read as", async () => {
  const state = JSON.stringify({ game: "kanga", title: "Kanga", options: {}, cells });
  const refused = "? illegal move: the cell is not empty";
  const { engine } = fake((line) => (line === "state" ? `= ${state}` : line.startsWith("play") ? refused : "="));
  await assert.rejects(loadSgf(engine, "(;GM[1];B[aa])"), /^Error: the file was read as Kanga: the cell is not empty$/);
  await assert.rejects(loadSgf(engine, "(;GM[1];B[zz])"), /read as Kanga: the point 'zz' is not on the board/);
});
