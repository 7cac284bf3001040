import assert from "node:assert/strict";
import { test } from "node:test";

import { hexagon, squares } from "./boards.js";
import { Geometry, UNIT, hull } from "../../../web/view/geometry.js";

test("the cell at a point is the nearest one", () => {
  for (const { shape, cells } of [squares("....", "...."), hexagon(3, [], [])]) {
    for (const flipped of [false, true]) {
      const geometry = new Geometry(cells, shape, flipped);
      for (const { name } of cells) {
        const { x, y } = geometry.centre(name);
        assert.equal(geometry.cellAt({ x: x + 0.3 * UNIT, y: y - 0.2 * UNIT }), name);
      }
      assert.equal(geometry.cellAt({ x: 1e6, y: 0 }), null);
    }
  }
});

test("arrow keys reach every cell", () => {
  for (const { shape, cells } of [squares("....", "....", "...."), hexagon(4, [], [])]) {
    const geometry = new Geometry(cells, shape, false);
    const reached = new Set([cells[0].name]);
    for (const name of reached) {
      for (const direction of [{ x: 1, y: 0 }, { x: -1, y: 0 }, { x: 0, y: 1 }, { x: 0, y: -1 }]) {
        const next = geometry.neighbour(name, direction);
        if (next) {
          reached.add(next);
        }
      }
    }
    assert.equal(reached.size, cells.length);
  }
});

test("up is up, unless the board is turned", () => {
  const { shape, cells } = squares("...", "...", "...");
  assert.equal(new Geometry(cells, shape, false).neighbour("B2", { x: 0, y: -1 }), "B3");
  assert.equal(new Geometry(cells, shape, true).neighbour("B2", { x: 0, y: -1 }), "B1");
  assert.equal(new Geometry(cells, shape, false).neighbour("C2", { x: 1, y: 0 }), null);
});

test("neighbouring hexagons share two corners exactly", () => {
  const { shape, cells } = hexagon(2, [], []);
  const geometry = new Geometry(cells, shape, false);
  const corners = (/** @type {string} */ name) => geometry.corners(name).map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`);
  const [one, other] = [corners("B2"), corners("C2")];
  assert.equal(one.filter((corner) => other.includes(corner)).length, 2);
});

test("rows and columns have their names beside the board", () => {
  const { shape, cells } = squares("...", "...");
  const labels = new Geometry(cells, shape, false).labels();
  assert.deepEqual(labels.map(({ text }) => text), ["2", "1", "A", "B", "C"]);
  const { cells: hexes } = hexagon(2, [], []);
  assert.deepEqual(new Geometry(hexes, "hexagon", false).labels().map(({ text }) => text).sort(), ["1", "2", "3", "A", "B", "C"]);
});

test("a hull leaves the inner points out", () => {
  const square = [{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 2, y: 2 }, { x: 0, y: 2 }];
  assert.deepEqual(new Set(hull([...square, { x: 1, y: 1 }, { x: 1, y: 0 }])), new Set(square));
});
