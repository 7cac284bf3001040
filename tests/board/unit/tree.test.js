import assert from "node:assert/strict";
import { test } from "node:test";

import { TreeNode, commonAncestor, fromData, toData } from "../../../web/game/tree.js";

/** @param {"black" | "white"} player @param {string} text */
const turn = (player, text) => ({ player, text, clicks: [text], from: null, to: null, dropped: [text], captured: [] });

function example() {
  const root = new TreeNode(null, null);
  const a = root.add(turn("black", "A1"));
  const b = a.add(turn("white", "B1"));
  const c = a.add(turn("white", "C1"));
  const d = c.add(turn("black", "D1"));
  return { root, a, b, c, d };
}

test("a turn that is there already is not added again", () => {
  const { a, b } = example();
  assert.equal(a.add(turn("white", "B1")), b);
  assert.notEqual(a.add(turn("black", "B1")), b);
  assert.equal(a.children.length, 3);
});

test("forward goes where one was last", () => {
  const { root, a, b, c, d } = example();
  assert.equal(root.end(), b);
  d.visit();
  assert.equal(root.end(), d);
  assert.equal(a.next(), c);
  b.visit();
  assert.equal(root.end(), b);
});

test("a branch is promoted and removed", () => {
  const { root, a, b, c, d } = example();
  d.promote();
  assert.deepEqual(a.children, [c, b]);
  d.visit();
  c.remove();
  assert.deepEqual(a.children, [b]);
  assert.equal(root.end(), b);
  assert.ok(d.isWithin(c) && !b.isWithin(c));
});

/** @param {number} winrate @param {number} depth @param {"win" | "loss" | null} proven
 * @returns {import("../../../web/types.js").Report} */
const report = (winrate, depth, proven = null) => ({ nodes: 1, nodes_per_second: 1, depth, winrate, proven, moves: [] });

test("a node keeps its deepest analysis, and its value is that of this analysis", () => {
  const { b } = example();
  b.learn("black", report(0.75, 5));
  b.learn("black", report(0.25, 4));
  assert.equal(b.chance, 0.75);
  assert.equal(b.report?.depth, 5);
  b.learn("white", report(0.375, 5));
  assert.equal(b.chance, 0.625);
  b.learn("white", report(1, 3, "win"));
  b.learn("white", report(0.5, 20));
  assert.equal(b.chance, 0, "a proven value stays");
  assert.equal(b.report?.depth, 3);
});

test("a proof is worth more than an analysis, and a result more than both", () => {
  const { b } = example();
  b.prove("white");
  b.learn("black", report(0.75, 9));
  assert.equal(b.value, 0);
  b.result = "B+R";
  assert.equal(b.value, 1);
  b.result = "0";
  assert.equal(b.value, 0.5);
});

test("two lines part at one node", () => {
  const { root, a, b, d } = example();
  assert.equal(commonAncestor(b, d), a);
  assert.equal(commonAncestor(d, a), a);
  assert.equal(commonAncestor(root, d), root);
  assert.deepEqual(d.path().map(({ depth }) => depth), [1, 2, 3]);
});

test("a tree survives as data", () => {
  const { root, c, d } = example();
  c.chance = 0.25;
  c.isProven = true;
  c.clocks = { black: 1, white: 2 };
  const { nodes, number } = toData(root);
  const again = fromData(JSON.parse(JSON.stringify(nodes)));
  const node = again[number(d)];
  assert.deepEqual(node.path().map(({ turn }) => turn?.text), ["A1", "C1", "D1"]);
  assert.equal(node.parent?.chance, 0.25);
  assert.equal(node.parent?.isProven, true);
  assert.deepEqual(node.parent?.clocks, { black: 1, white: 2 });
  assert.deepEqual(again[0].children[0].children.map(({ turn }) => turn?.text), ["B1", "C1"]);
  assert.throws(() => fromData([{ parent: 5, turn: turn("black", "A1") }]), /damaged/);
});
