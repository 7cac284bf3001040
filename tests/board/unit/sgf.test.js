import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { moveOf, parse, write, writeAlone } from "../../../web/game/sgf.js";
import { TreeNode } from "../../../web/game/tree.js";
import { squares } from "./boards.js";

const { cells } = squares("....", "....", "....");
const HEADER = "(;FF[4]CA[UTF-8]GM[40]RE[?]C[a \\] in it])\n";

/** @param {"black" | "white"} player @param {string} text @param {string[]} clicks */
const turn = (player, text, clicks) => ({ player, text, clicks, from: null, to: null, dropped: clicks, captured: [] });

test("variations are written in brackets and read again", () => {
  const root = new TreeNode(null, null);
  const a = root.add(turn("black", "A1", ["A1"]));
  a.add(turn("white", "D3", ["D3"]));
  a.add(turn("white", "B1,C1", ["B1", "C1"])).add(turn("black", "resign", []));
  const text = write(HEADER, root, cells, "W+1");
  assert.equal(text, "(;FF[4]CA[UTF-8]GM[40]C[a \\] in it]RE[W+1];B[ac]PT[A1]\n(;W[da]PT[D3])\n(;W[cc]PT[B1,C1];PT[black resign]))\n");
  const first = parse(text);
  assert.deepEqual(first.properties.get("C"), ["a ] in it"]);
  const black = first.children[0];
  assert.deepEqual(moveOf(black, cells), { player: "black", token: "A1", whole: true });
  assert.deepEqual(black.children.map((node) => moveOf(node, cells)?.token), ["D3", "B1,C1"]);
  assert.deepEqual(moveOf(black.children[1].children[0], cells), { player: "black", token: "resign", whole: true });
  assert.equal(writeAlone(first), "(;FF[4]CA[UTF-8]GM[40]C[a \\] in it])");
});

test("points of other programs are clicks", () => {
  const first = parse("\u{feff} (;GM[1];B[dd];W[] ;AB[aa]\n[bb] ; W [ aa ])");
  const [black] = first.children;
  assert.throws(() => moveOf(black, cells), /point 'dd' is not on the board/);
  const pass = black.children[0];
  assert.deepEqual(moveOf(pass, cells), { player: "white", token: "PASS", whole: false });
  const setup = pass.children[0];
  assert.equal(moveOf(setup, cells), null);
  assert.deepEqual(setup.properties.get("AB"), ["aa", "bb"]);
  assert.deepEqual(moveOf(setup.children[0], cells), { player: "white", token: "A3", whole: false });
});

test("a long game needs no deep stack", () => {
  const root = new TreeNode(null, null);
  let node = root;
  for (let index = 0; index < 50_000; index += 1) {
    node = node.add(turn(index % 2 ? "white" : "black", "A1", ["A1"]));
  }
  let found = parse(write(HEADER, root, cells, null));
  let length = 0;
  for (; found.children.length > 0; found = found.children[0]) {
    length += 1;
  }
  assert.equal(length, 50_000);
});

test("text that is not SGF is rejected with the place of the error", () => {
  for (const text of ["", "hello", "(", "(;B[aa]", "(;B[aa)", ";B[aa]", "(;B)", ")", "()"]) {
    assert.throws(() => parse(text), /this is not SGF: unexpected text at character \d+/, text);
  }
});

/** What a reader makes of a text, or null if it refuses it.
 * @template T @param {() => T} read */
function orNull(read) {
  try {
    return read();
  } catch {
    return null;
  }
}

// src/sgf.rs is held to the same table.
test("texts are read as the engine reads them", () => {
  const cases = JSON.parse(readFileSync(new URL("../../data/sgf.json", import.meta.url), "utf8"));
  for (const { written, read } of cases.values) {
    assert.equal(orNull(() => parse(`(;B[aa]PT[${written}])`).properties.get("PT")?.[0]), read, JSON.stringify(written));
  }
  const moves = (/** @type {string} */ text) => {
    let found = 0;
    for (let node = /** @type {import("../../../web/game/sgf.js").SgfNode | undefined} */ (parse(text)); node; node = node.children[0]) {
      found += node.properties.has("B") || node.properties.has("W") ? 1 : 0;
    }
    return found;
  };
  for (const { text, moves: expected } of cases.files) {
    assert.equal(orNull(() => moves(text)), expected, JSON.stringify(text));
  }
});

test("values of a property that stands twice are one list", () => {
  assert.deepEqual(parse("(;AB[aa]AW[bb]AB[cc])").properties.get("AB"), ["aa", "cc"]);
});
