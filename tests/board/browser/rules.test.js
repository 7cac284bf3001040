import assert from "node:assert/strict";
import { test } from "node:test";

import { Board, browser, server, startBoard } from "../support.js";

/** A site of static files has no WebSocket whose replies a test could change. */
const WITHOUT_SERVER = process.env.PAPAMU_SITE !== undefined && "there is no server";

startBoard();

/** The colour in which the first element is filled.
 * @param {import("playwright-core").Locator} elements */
function fillOf(elements) {
  return elements.first().evaluate((element) => getComputedStyle(element).fill);
}

test("the rules of every game come with diagrams in the colours of its board", async () => {
  const board = await Board.open(browser, server, "game=konane");
  await board.press("New game");
  const games = await board.page.locator(".card").evaluateAll((cards) =>
    cards.map((card) => ({ name: card.querySelector("input")?.value ?? "", title: card.querySelector("strong")?.innerText ?? "" })),
  );
  await board.press("Close");
  assert.ok(games.length > 1);
  /** @type {Set<string>} */
  const colours = new Set();
  for (const { name, title } of games) {
    await board.goto(`${server.url}#game=${name}`);
    assert.ok((await board.page.locator("#title").innerText()).startsWith(title), title);
    await board.press("Rules");
    const dialog = board.page.getByRole("dialog");
    assert.equal(await dialog.getByRole("heading").innerText(), `${title}: the rules`);
    if ((await dialog.locator("li").count()) === 0) {
      await board.press("Close"); // a game need not say anything
      continue;
    }
    const figures = await dialog.locator("figure").evaluateAll((all) =>
      all.map((figure) => ({
        caption: figure.querySelector("figcaption")?.innerText,
        label: figure.querySelector("svg")?.getAttribute("aria-label"),
        cells: figure.querySelectorAll(".tile").length,
        stones: figure.querySelectorAll(".stone").length,
      })),
    );
    assert.ok(figures.length > 0, name);
    for (const { caption, label, cells, stones } of figures) {
      assert.ok(caption && caption === label && stones > 0 && cells >= stones, `${name}: ${caption}`);
    }
    for (const kind of [".slab", ".cell:not(.odd) .tile"]) {
      const colour = await fillOf(dialog.locator(kind));
      assert.equal(colour, await fillOf(board.page.locator("#board-place").locator(kind)), name);
      assert.match(colour, /^rgb\(/, name);
      colours.add(colour);
    }
    await board.press("Close");
  }
  assert.ok(colours.size > 4, "all boards look the same");
  assert.deepEqual(board.errors, []);
  await board.close();
});

/**
 * Opens a board of an engine whose reply to `games` is changed.
 * @param {(games: any[]) => void} change
 */
async function openChanged(change) {
  const board = await Board.open(browser, server, "", {}, (page) =>
    page.routeWebSocket(/session/, (socket) => {
      let rest = "";
      socket.connectToServer().onMessage((text) => {
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          if (!line.includes('"games":[')) {
            socket.send(`${line}\n`);
            continue;
          }
          const reply = JSON.parse(line.slice(line.indexOf("{")));
          change(reply.games);
          socket.send(`= ${JSON.stringify(reply)}\n`);
        }
      });
    }),
  );
  await board.press("Close"); // the doorway
  return board;
}

test("the page shows what the engine says about a game it does not know", { skip: WITHOUT_SERVER }, async () => {
  const board = await openChanged((games) => {
    const [game] = games;
    game.display_name = "Ludus <i>novus</i>";
    game.tagline = "A game of two cells.";
    game.credit = "By nobody.";
    game.rules = ["The first rule has <b>no</b> markup.", "The second rule."];
    game.palette.frame = "#123456";
    game.palette.line = "#345678";
    game.palette.line_width = 7;
    game.palette.pit = null;
    game.palette.black.light = "#56789a";
    game.diagrams = [
      {
        ...game.diagrams[0],
        caption: "White captures A1 & B1.",
        cell_shape: "square",
        cells: ["A1", "B1", "C1"].map((name, column) => ({ name, column, row: 0, x: column, y: 0 })),
        stones: { black: ["A1", "B1"], white: ["C1"] },
        choices: ["C1"],
        turn: [],
        path: ["C1", "A1"],
        captured: ["A1", "B1"],
      },
    ];
  });
  const { page } = board;
  assert.match(await page.locator("#title").innerText(), /^Ludus <i>novus<\/i>/);
  assert.match(await page.title(), / · Ludus <i>novus<\/i> · papamu$/);
  assert.equal(await fillOf(page.locator("#board-place .slab")), "rgb(18, 52, 86)");
  assert.equal(await fillOf(page.locator("#board-place .pit")), "none");
  const styles = await page.evaluate(() => {
    const style = (/** @type {string} */ of) => getComputedStyle(/** @type {Element} */ (document.querySelector(of)));
    return [style("#board-place .tile").stroke, style("#board-place .tile").strokeWidth, style(".black-light").stopColor];
  });
  assert.deepEqual(styles, ["rgb(52, 86, 120)", "7px", "rgb(86, 120, 154)"]);
  await board.press("Rules");
  const dialog = page.getByRole("dialog");
  assert.deepEqual(await dialog.locator("li").allInnerTexts(), ["The first rule has <b>no</b> markup.", "The second rule."]);
  assert.deepEqual(await dialog.locator("figcaption, .credit").allInnerTexts(), ["White captures A1 & B1.", "By nobody."]);
  const counts = await Promise.all(
    [".tile", ".stone", ".stone.fading.black", ".choice.ring", ".arrow"].map((kind) => dialog.locator(`figure ${kind}`).count()),
  );
  assert.deepEqual(counts, [3, 3, 2, 1, 1]);
  await board.press("Close");
  await board.press("New game");
  assert.equal(await page.locator(".card").first().innerText(), "Ludus <i>novus</i>\nA game of two cells.");
  assert.deepEqual(board.errors, []);
  await board.close();
});

test("a game without rules in words can be played all the same", { skip: WITHOUT_SERVER }, async () => {
  const board = await openChanged(([game]) => Object.assign(game, { tagline: "", credit: "", rules: [], diagrams: [] }));
  await board.press("Rules");
  const text = await board.page.getByRole("dialog").locator(".content").innerText();
  assert.equal(text, "The engine does not describe the rules of this game.");
  await board.press("Close");
  const [choice] = await board.choices();
  await board.click(choice);
  assert.notEqual(await board.turns(), "");
  assert.deepEqual(board.errors, []);
  await board.close();
});
