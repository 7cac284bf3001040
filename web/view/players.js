/**
 * The strips above and below the board: player, captured stones, points and clock.
 *
 * @typedef {import("../game/table.js").Table} Table
 * @typedef {import("../types.js").Color} Color
 */

import { clockText } from "../game/clock.js";
import { nameOf } from "../game/color.js";
import { nameOfPlayer } from "../game/notes.js";
import { h, update } from "./dom.js";

/**
 * @param {HTMLElement} element
 * @param {Table} table
 * @param {Color} side
 */
export function drawPlayer(element, table, side) {
  const { state, setup } = table;
  const isToMove = state !== null && !state.result && state.to_move === side;
  const who = nameOfPlayer(table.root.notes, setup, side);
  const captured = state?.captured[side] ?? 0;
  const points = state?.score?.points[side];
  element.classList.toggle("to-move", isToMove);
  update(
    element,
    h("span", { class: `disc ${side}`, "aria-hidden": "true" }),
    h("span", { class: "who" }, h("strong", {}, nameOf(side)), h("span", {}, who)),
    table.working === "move" && isToMove ? h("span", { class: "thinking", title: "thinking" }) : null,
    captured > 0 ? h("span", { class: "count", title: "captured stones" }, `${captured} captured`) : null,
    points !== undefined ? h("span", { class: "count points" }, `${points} ${points === 1 ? "point" : "points"}`) : null,
    table.hasClock ? h("span", { class: "clock", id: `clock-${side}`, role: "timer" }) : null,
  );
  drawClock(table, side);
}

/** @param {Table} table @param {Color} side */
export function drawClock(table, side) {
  const element = document.getElementById(`clock-${side}`);
  if (element) {
    const left = table.clock.left()[side];
    element.textContent = clockText(left);
    element.classList.toggle("low", left < 10_000);
    element.classList.toggle("running", table.clock.running === side);
  }
}
