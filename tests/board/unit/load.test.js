import assert from "node:assert/strict";
import { test } from "node:test";

import { Engine } from "../../../web/engine/protocol.js";
import { loadSgf } from "../../../web/game/load.js";
import { squares } from "./boards.js";

const { cells } = squares("....", "....", "....");

test("a file that is refused is told with the game that it was read as", async () => {
  const state = JSON.stringify({ game: "kanga", title: "Kanga", options: {}, cells });
  /** @type {import("../../../web/engine/protocol.js").Transport} */
  const transport = {
    send: (text) =>
      queueMicrotask(() => {
        for (const line of text.split("\n")) {
          const refused = "? illegal move: the cell is not empty";
          transport.ontext(`${line === "state" ? `= ${state}` : line.startsWith("play") ? refused : "="}\n\n`);
        }
      }),
    close: () => {},
    ontext: () => {},
    onclose: () => {},
  };
  const engine = new Engine(transport);
  await assert.rejects(loadSgf(engine, "(;GM[1];B[aa])"), /^Error: the file was read as Kanga: the cell is not empty$/);
  await assert.rejects(loadSgf(engine, "(;GM[1];B[zz])"), /read as Kanga: the point 'zz' is not on the board/);
});
