/** Contrast, forced colours, labels, arrow keys and announcements. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board, browser, server, startBoard } from "../support.js";

startBoard();

/** @param {string} wishes @param {(board: Board) => Promise<void>} task
 * @param {import("playwright-core").BrowserContextOptions} [options] */
async function onBoard(wishes, task, options) {
  const board = await Board.open(browser, server, wishes, options);
  try {
    await task(board);
    assert.deepEqual(board.errors, []);
  } finally {
    await board.close();
  }
}

/** The contrast of two opaque colours, as WCAG defines it.
 * @param {string} one @param {string} other */
function contrast(one, other) {
  const [high, low] = [one, other]
    .map((color) => {
      const [red, green, blue] = (color.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

for (const game of ["konane", "kanga", "send_it", "kangaroo"]) {
  test(`rings and the focus stand out from every cell: ${game}`, () =>
    onBoard(`game=${game}`, async (board) => {
      await board.press("Hint");
      await board.page.keyboard.press("Tab");
      await board.cell((await board.choices())[0]).focus();
      const colours = await board.page.evaluate(() => {
        const all = (/** @type {string} */ of, /** @type {"fill" | "stroke"} */ what) => [
          ...new Set([...document.querySelectorAll(`#board-place ${of}`)].map((element) => getComputedStyle(element)[what]).filter((colour) => colour !== "none")),
        ];
        /** The strokes of each kind of ring: its own and that of its casing. */
        const rings = [".layer-focus path", ".layer-choices circle", ".mark > g > :not(text), .mark > g > g > *"].map((of) => all(of, "stroke"));
        return { tiles: all(".tile", "fill"), rings };
      });
      assert.equal(await board.page.locator(".layer-focus").evaluate((layer) => getComputedStyle(layer).display), "inline");
      assert.ok(colours.tiles.length > 0 && colours.rings[0].length === 2);
      for (const ring of colours.rings.filter((strokes) => strokes.length > 0)) {
        for (const tile of colours.tiles) {
          const best = Math.max(...ring.map((stroke) => contrast(stroke, tile)));
          assert.ok(best >= 3, `${ring.join(" and ")} on ${tile}: ${best.toFixed(2)}`);
        }
      }
    }));
}

test("forced colours leave apart what colours tell", () =>
  onBoard(
    "game=kangaroo",
    async (board) => {
      const { page } = board;
      // Found and read in one step: what an analysis shows is drawn anew at any time.
      const style = (/** @type {string} */ of, /** @type {string} */ property) =>
        page.evaluate(([of, property]) => getComputedStyle(/** @type {Element} */ (document.querySelector(of))).getPropertyValue(property), [of, property]);
      assert.notEqual(await style(".player .disc.black", "background-color"), await style(".player .disc.white", "background-color"));
      const [mover, other] = ["#player-bottom", "#player-top"];
      assert.match((await page.locator(mover).getAttribute("class")) ?? "", /to-move/);
      assert.notEqual(await style(mover, "border-left-color"), await style(other, "border-left-color"));
      assert.notEqual(await style(mover, "outline-style"), await style(other, "outline-style"));
      await board.press("Analyse");
      assert.notEqual(await style(".tool[aria-pressed=true]", "background-color"), await style(".tool:not([aria-pressed=true])", "background-color"));
      await page.locator(".black-part").waitFor();
      assert.notEqual(await style(".black-part", "background-color"), await style(".bar", "background-color"));
      await board.press("Analyse");
      await board.click("B8", "B6");
      await board.press("End turn");
      assert.notEqual(
        await style(".turn-list [aria-current=true]", "background-color"),
        await style(".turn-list [aria-current=false]", "background-color"),
      );
      await board.press("New game");
      assert.notEqual(await style(".card:has(:checked)", "border-color"), await style(".card:not(:has(:checked))", "border-color"));
    },
    { forcedColors: "active" },
  ));

for (const [game, width] of /** @type {[string, number][]} */ ([
  ["send_it", 1280],
  ["send_it", 360],
  ["send_it,size=4", 360],
  ["kanga,width=19,height=19", 360],
  ["konane,width=16,height=4", 360],
  ["kangaroo", 390],
])) {
  test(`labels are inside the frame and large enough: ${game} in ${width} pixels`, () =>
    onBoard(
      `game=${game}`,
      async (board) => {
        const wrong = await board.page.evaluate(() => {
          const slab = /** @type {SVGGeometryElement} */ (document.querySelector("#board-place .slab"));
          const scale = slab.getScreenCTM()?.a ?? 0;
          return [...document.querySelectorAll("#board-place .label")].flatMap((element) => {
            const label = /** @type {SVGTextElement} */ (element);
            const size = parseFloat(getComputedStyle(label).fontSize) * scale;
            const { x, y, width, height } = label.getBBox();
            // The box of a letter is higher than the letter.
            const corners = [x, x + width].flatMap((left) => [y + 0.2 * height, y + 0.8 * height].map((top) => new DOMPoint(left, top)));
            const isInside = corners.every((corner) => slab.isPointInFill(corner) || slab.isPointInStroke(corner));
            return size < 8.99 || !isInside ? [`${label.textContent}: ${size.toFixed(1)} pixels, ${isInside ? "inside" : "outside"}`] : [];
          });
        });
        assert.deepEqual(wrong, []);
        assert.ok((await board.page.locator("#board-place .label").count()) > 5);
      },
      { viewport: { width, height: 740 } },
    ));
}

test("the frame and the labels of an analysis follow the board and the choice of coordinates", () =>
  onBoard(
    "game=kangaroo",
    async (board) => {
      const band = () => board.page.locator("#board-place .slab").evaluate((slab) => parseFloat(getComputedStyle(slab).strokeWidth));
      assert.equal(await band(), 56);
      await board.goto(`${server.url}&game=kanga,width=19,height=19`);
      assert.ok((await band()) > 70);
      await board.press("Analyse");
      await board.page.locator("#board-place .share").first().waitFor();
      // Found and read in one step: the analysis draws its labels anew at any time.
      const sizes = await board.page.evaluate(() =>
        [...document.querySelectorAll("#board-place .share")].map(
          (label) => parseFloat(getComputedStyle(label).fontSize) * (/** @type {SVGTextElement} */ (label).getScreenCTM()?.a ?? 0),
        ),
      );
      assert.ok(sizes.length > 0 && Math.min(...sizes) > 8.99, sizes.join(" "));
      await board.press("Settings");
      await board.page.getByLabel("Show coordinates").uncheck();
      await board.press("Close");
      assert.equal(await band(), 56);
    },
    { viewport: { width: 1000, height: 800 } },
  ));

test("arrow keys go up and down a hexagon without drifting", () =>
  onBoard("game=send_it,size=5", async (board) => {
    const middle = async () => {
      const box = await board.page.locator("#board-place .hit:focus").boundingBox();
      assert.ok(box);
      return { x: box.x + box.width / 2, width: box.width };
    };
    const name = () => board.page.evaluate(() => document.activeElement?.getAttribute("data-cell"));
    await board.cell("E5").focus();
    const start = await middle();
    for (const key of ["ArrowUp", "ArrowDown"]) {
      for (let step = 0; step < 4; step += 1) {
        await board.page.keyboard.press(key);
        assert.ok(Math.abs((await middle()).x - start.x) <= 0.51 * start.width, `${key} ${step}`);
      }
    }
    assert.equal(await name(), "E5", "four up and four down");
    for (const key of ["ArrowLeft", "ArrowUp", "ArrowDown", "ArrowRight"]) {
      await board.page.keyboard.press(key);
    }
    assert.equal(await name(), "E5");
  }));

test("begun turns, drops left and the turns of both players are announced", () =>
  onBoard("game=send_it,size=5&level=1", async (board) => {
    const said = () => board.page.locator("#live p").allInnerTexts();
    await board.click("E5");
    const [mine, reply] = await said();
    assert.match(mine, /^Black plays E5\. Points: Black \d+, White \d+\. White to move\.$/);
    assert.ok((await board.page.locator('[aria-label*="controlled by Black"]').count()) > 0);
    assert.match(reply, /^White .* Black to move\.$/, "the reply has not replaced the turn");
    const [first] = await board.choices();
    await board.click(first);
    assert.match((await said()).at(-1) ?? "", new RegExp(`^${first} is part of this turn\\. 3 drops left`));
    await board.press("Cancel turn");
    assert.equal((await said()).at(-1), "The turn is cancelled.");
    assert.equal(await board.page.locator("#live").getAttribute("aria-live"), "polite");
  }));
