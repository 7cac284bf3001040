/**
 * The marks of suggested moves: arrows, rings on cells, and the stones of a line that is played out.
 *
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Point} Point
 *
 * @typedef {object} Mark
 * @property {string[]} clicks of a move: a path, or a single cell
 * @property {string} [label]
 * @property {number} strength from 0 to 1
 * @property {import("../types.js").Color | null} [stone] draws a stone on a single cell, not a ring
 * @property {import("../types.js").Proven | "unknown"} [result] marks a cell with a proven result
 * @property {number} [step] the place in a line that is played out, from 0
 */

import { UNIT, pathOf } from "./geometry.js";
import { s } from "./dom.js";

/** @param {Geometry} geometry @param {Mark} mark */
export function drawMark(geometry, { clicks, label, strength, stone, step, result }) {
  const points = clicks.map((name) => geometry.centre(name));
  const end = /** @type {Point} */ (points.at(-1));
  if (result) {
    return s("g", { class: `mark solved ${result}` }, ...seal(end, result, label ?? ""));
  }
  const width = (0.06 + 0.1 * strength) * UNIT;
  const body = s("g", { opacity: 0.35 + 0.6 * strength });
  const group = s("g", { class: step === undefined ? "mark" : "mark step" }, body);
  group.style.setProperty("--step", String(step ?? 0));
  body.append(...(points.length > 1 ? arrow(points, width) : stone ? [s("use", { ...end, href: `#stone-${stone}`, class: "line-stone" })] : ring(end, width)));
  group.append(...(label ? badge(end, label) : []));
  return group;
}

/** @param {Point[]} points @param {number} width */
function arrow(points, width) {
  const [before, end] = points.slice(-2);
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const [ux, uy] = [(end.x - before.x) / length, (end.y - before.y) / length];
  const tip = { x: end.x - 0.08 * UNIT * ux, y: end.y - 0.08 * UNIT * uy };
  const neck = { x: tip.x - 2.6 * width * ux, y: tip.y - 2.6 * width * uy };
  const side = 1.5 * width;
  const shaft = pathOf([...points.slice(0, -1), neck], false);
  return [
    s("path", { d: shaft, class: "casing", style: `stroke-width: ${width + 6}` }),
    s("path", { d: shaft, class: "arrow", "stroke-width": width }),
    s("path", {
      d: pathOf([tip, { x: neck.x - side * uy, y: neck.y + side * ux }, { x: neck.x + side * uy, y: neck.y - side * ux }]),
      class: "head",
    }),
  ];
}

/** @param {Point} point @param {number} width */
function ring({ x, y }, width) {
  const circle = { cx: x, cy: y, r: 0.36 * UNIT };
  return [
    s("circle", { ...circle, class: "casing", style: `stroke-width: ${0.6 * width + 6}` }),
    s("circle", { ...circle, class: "spot", "stroke-width": 0.6 * width }),
  ];
}

/** @param {Point} point @param {string} label */
function badge({ x, y }, label) {
  return [s("circle", { cx: x, cy: y, class: "badge" }), s("text", { x, y, class: "share" }, label)];
}

/** A proven result: a disc for a win, a square for a draw, a diamond for a loss, with its letter.
 * @param {Point} point @param {string} result @param {string} label */
function seal({ x, y }, result, label) {
  const half = 0.27 * UNIT;
  const square = { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 4, class: "seal" };
  const shape =
    result === "win"
      ? s("circle", { cx: x, cy: y, r: 0.31 * UNIT, class: "seal" })
      : s("rect", result === "draw" ? square : { ...square, transform: `rotate(45 ${x} ${y})` });
  return [shape, s("text", { x, y, class: "share" }, label)];
}
