/**
 * A small picture of a board, flat and in the colours of its game.
 *
 * @typedef {import("../types.js").Palette} Palette
 * @typedef {import("../game/records.js").Thumbnail} Thumbnail
 */

import { s } from "./dom.js";
import { Geometry, UNIT, pathOf } from "./geometry.js";

/** @param {Thumbnail} thumbnail @param {Palette} palette */
export function drawThumbnail({ shape, flipped, cells, stones, blocked = [] }, palette) {
  const geometry = new Geometry(cells, shape, flipped);
  const color = (/** @type {Palette[string]} */ value) => (typeof value === "string" ? value : "none");
  const middle = (/** @type {Palette[string]} */ stone) => (typeof stone === "object" && stone ? color(stone.middle) : "none");
  const discs = (/** @type {"black" | "white"} */ side) =>
    stones[side].map((name) => {
      const { x, y } = geometry.centre(name);
      return s("circle", { cx: x, cy: y, r: 0.4 * UNIT, fill: middle(palette[side]), stroke: "#0008", "stroke-width": 3 });
    });
  return s(
    "svg",
    { class: "thumbnail", viewBox: `${geometry.left} ${geometry.top} ${geometry.width} ${geometry.height}`, "aria-hidden": "true" },
    s("path", { d: pathOf(geometry.outline), fill: color(palette.frame) }),
    ...cells.map(({ name, column, row }) =>
      s("path", {
        d: pathOf(geometry.corners(name)),
        fill: color((column + row) % 2 ? (palette.odd_cell ?? palette.cell) : palette.cell),
        stroke: color(palette.line),
        "stroke-width": 3,
      }),
    ),
    ...blocked.map((name) => s("path", { d: geometry.block(name), class: "blocked" })),
    ...discs("black"),
    ...discs("white"),
  );
}
