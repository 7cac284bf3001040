import assert from "node:assert/strict";
import { test } from "node:test";

import { fromFragment, toFragment } from "../../../web/game/link.js";

test("a game survives as a fragment", () => {
  const linked = {
    game: "send_it",
    options: "board=square size=9",
    start: "9/9/9/9/9/9/9/9/9 b 3 0",
    komi: -2.5,
    turns: [
      { player: /** @type {const} */ ("black"), text: "A1,C3" },
      { player: /** @type {const} */ ("white"), text: "resign@B2" },
      { player: /** @type {const} */ ("black"), text: "C3-E3" },
    ],
  };
  const fragment = toFragment(linked);
  assert.match(fragment, /^[-\w=&.,/@+~]*$/);
  assert.deepEqual(fromFragment(`#${fragment}`), linked);
});

test("other fragments hold no game", () => {
  assert.equal(fromFragment(""), null);
  assert.equal(fromFragment("#top"), null);
  assert.deepEqual(fromFragment("#game=kanga&turns="), { game: "kanga", options: "", start: null, komi: 0, turns: [] });
  assert.throws(() => fromFragment("#game=kanga&turns=bD4.zz"), /'zz' is not a turn/);
});
