/** Perfect play on the board: the proven results of all moves. The positions are small, so that they are proven at once. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board, browser, server, startBoard } from "../support.js";

startBoard();

/** @param {(board: Board) => Promise<void>} task @param {string} [link] of the game */
async function onBoard(task, link = "") {
  const board = await Board.open(browser, server, "game=kanga&level=1");
  try {
    await board.press("Settings");
    await board.page.getByLabel("You play").selectOption("both");
    await board.press("Close");
    if (link !== "") {
      await board.openText(link);
    }
    await task(board);
    assert.deepEqual(board.errors, []);
  } finally {
    await board.close();
  }
}

/** Shows perfect play. @param {Board} board */
async function showPerfectPlay(board) {
  await board.press("Analyse");
  await board.press("Perfect play");
}

/** The labels on the board by their shapes, sorted. @param {Board} board */
async function seals(board) {
  const marks = await board.page
    .locator("#board-place .solved")
    .evaluateAll((groups) => groups.map((group) => `${group.querySelector("circle") ? "disc" : "diamond"} ${group.textContent}`));
  return marks.sort();
}

/** @param {Board} board */
const list = async (board) => (await board.page.locator(".solved-moves").innerText()).replace(/\s+/g, " ");

/** A position, what is painted, the description of a cell, what the list says, and what is painted after the first click of a turn.
 * @type {Record<string, {link: string, painted: string[], cell: [string, RegExp], listed: RegExp, then?: [string, string[]]}>} */
const GAMES = {
  Kōnane: {
    link: "#game=konane&options=width=5,height=5&position=x2o1/o4/xoxox/ox3/2x1x+w",
    painted: ["diamond L4", "disc W1"],
    cell: ["A2", /white stone, .*wins in 1 turn$/],
    listed: /^W wins: A2-C2 \(1\) L loses: B3-B1 \(4\)$/,
    then: ["B3", ["diamond L4"]],
  },
  Kanga: {
    link: "#game=kanga&options=width=3,height=3&turns=bA1.wB2",
    painted: ["diamond L6", "diamond L6", "diamond L6", "diamond L6", "disc W5", "disc W5", "disc W9"],
    cell: ["C1", /empty, .*loses in 6 turns$/],
    listed: /^W wins: A2 \(5\), B1 \(5\), C3 \(9\) L loses: /,
  },
  "Send It": {
    link: "#game=send_it&options=size=2",
    painted: [...Array(6).fill("diamond L8"), "disc W7"],
    cell: ["B2", /empty, .*wins in 7 turns$/],
    listed: /^W wins: B2 \(7\) L loses: A1 \(8\), /,
  },
  Kangaroo: {
    link: "#game=kangaroo&options=size=6&position=6/6/2xo2/2o3/6/6+w+-",
    painted: ["disc W1", "disc W1"],
    cell: ["C3", /white stone, .*wins in 1 turn$/],
    listed: /^W wins: C3-C5 \(1\), .* L loses: .*Give D4 and count \(1\)$/,
    then: ["C3", ["diamond L2", "disc W1"]],
  },
};

for (const [name, { link, painted, cell, listed, then }] of Object.entries(GAMES)) {
  test(`every move of ${name} is painted with its result`, () =>
    onBoard(async (board) => {
      await showPerfectPlay(board);
      await board.page.locator("#analysis .proof", { hasText: "Proven" }).waitFor();
      assert.deepEqual(await seals(board), painted);
      assert.match((await board.describe(cell[0])) ?? "", cell[1]);
      assert.match(await list(board), listed);
      if (then) {
        await board.click(then[0]);
        assert.deepEqual(await seals(board), then[1], "the turns that go on with this click");
        await board.press("Cancel turn");
        assert.deepEqual(await seals(board), painted);
      }
      await board.anyTurn(() => 0);
      assert.equal((await seals(board)).length === 0, await board.isOver(), "the next turn is painted, too");
    }, link));
}

test("a small board is offered to play against perfect play", () =>
  onBoard(async (board) => {
    await board.press("New game");
    await board.page.getByText("More:").click();
    const offer = board.page.getByRole("dialog").getByRole("button", { name: /^Play against perfect play: / });
    await board.page.getByRole("radio", { name: /Kangaroo/ }).check({ force: true });
    assert.equal(await offer.count(), 0, "no board of this game is solved at once");
    await board.page.getByRole("radio", { name: /Send It/ }).check({ force: true });
    assert.equal(await offer.innerText(), "Play against perfect play: size 2");
    await offer.click();
    await board.page.getByRole("dialog").waitFor({ state: "detached" });
    await board.settled();
    assert.match(await board.page.locator("#player-top").innerText(), /papamu, level 10/);
    await board.page.locator("#analysis .proof", { hasText: /^Proven: Black wins with B2 in 7 turns/ }).waitFor();
    assert.equal(await board.button("Perfect play").getAttribute("aria-pressed"), "true");
  }));

test("a long proof shows how far it has come, and can be stopped", () =>
  onBoard(async (board) => {
    const proof = board.page.locator("#analysis .proof");
    await board.page.locator("body").press("s");
    await proof.filter({ hasText: /Trying to prove who wins … \d+ of \d+ moves known · can (Black|White) (win|draw) after .+\? · [\d,]+ positions/ }).waitFor();
    await board.press("Perfect play");
    assert.doesNotMatch(await proof.innerText(), /prove/i);
  }));
