import assert from "node:assert/strict";
import { test } from "node:test";

import { identify, sizeOf } from "../../../web/game/identify.js";

test("what is pasted is recognised", () => {
  const link = "game=kanga&options=width=5,height=5&turns=bC3";
  for (const text of [`http://127.0.0.1:7272/#${link}`, `<https://board.example.org/papamu/#${link}>`, `#${link}`, link, ` "${link}"\n`]) {
    assert.deepEqual(identify(text), { kind: "link", fragment: link }, text);
  }
  for (const text of ["(;FF[4]GM[1];B[cc])", "\u{feff}\n ( ;B[aa]C[#game=kanga])"]) {
    assert.equal(identify(text).kind, "file", text);
  }
  for (const text of ["7/7/7/3x3/7/7/7 w", "set_position 7/7/7/3x3/7/7/7  W", "2/x1o/x1 w 3 0 -", "*2/x*o/3 b", "`8/8/8/3x4/8/8/xx4o1/4x3 b -`"]) {
    assert.equal(identify(text).kind, "position", text);
  }
  assert.deepEqual(identify("set_position 2/x1o/x1  w 3 0 -"), { kind: "position", position: "2/x1o/x1 w 3 0 -" });
  assert.deepEqual(identify("1. D4 E5 2. C3 PASS"), { kind: "turns", turns: ["D4", "E5", "C3", "PASS"] });
  assert.deepEqual(identify("1.B8-B6-D4\n2.d7,c8,e5 resign@B2 resign"), { kind: "turns", turns: ["B8-B6-D4", "d7,c8,e5", "resign@B2", "resign"] });
});

test("anything else is refused with what can be pasted", () => {
  for (const text of ["", "hello", "hello world", "7/7", "{}", "game", "8x8 b", "pass"]) {
    assert.throws(() => identify(text), /not a link .*position .*game file .*list of turns/, text);
  }
  assert.throws(() => identify("http://127.0.0.1:7272/?token=abc"), /the link contains no game/);
});

test("the lines of a position tell the size of its board", () => {
  assert.equal(sizeOf("16/1x14/xoxoxoxoxoxoxoxo/16 b"), "16 4");
  assert.equal(sizeOf("3/4/2x2/4/3 b 1 0 -"), "5");
  assert.equal(sizeOf("x10/11 w"), "11 2");
  assert.equal(sizeOf("*2/x*o/3 b"), "3 3");
});
