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
  c.weight = 7;
  c.clocks = { black: 1, white: 2 };
  const { nodes, number } = toData(root);
  const again = fromData(JSON.parse(JSON.stringify(nodes)));
  const node = again[number(d)];
  assert.deepEqual(node.path().map(({ turn }) => turn?.text), ["A1", "C1", "D1"]);
  assert.equal(node.parent?.chance, 0.25);
  assert.deepEqual(node.parent?.clocks, { black: 1, white: 2 });
  assert.deepEqual(again[0].children[0].children.map(({ turn }) => turn?.text), ["B1", "C1"]);
  assert.throws(() => fromData([{ parent: 5, turn: turn("black", "A1") }]), /damaged/);
});
