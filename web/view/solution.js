/**
 * Proven results: on the cells of the board, with letters and shapes besides colours, and in words.
 *
 * @typedef {import("../game/table.js").Table} Table
 * @typedef {import("../types.js").State} State
 * @typedef {import("../types.js").SolvedMove} SolvedMove
 * @typedef {import("./marks.js").Mark} Mark
 */

import { nextCells, turns } from "../game/solve.js";
import { turnText } from "../game/words.js";
import { h } from "./dom.js";

/** The number of moves with the same result that are listed in words. */
const LISTED = 12;

/** @type {{result: "win" | "draw" | "loss", letter: string, verb: string}[]} */
const RESULTS = [
  { result: "win", letter: "W", verb: "wins" },
  { result: "draw", letter: "D", verb: "draws" },
  { result: "loss", letter: "L", verb: "loses" },
];

/** The cells with a known result.
 * @param {Table} table @param {State} state */
function solvedCells({ solution }, { clicks, unfinished }) {
  // Of a turn of several moves, the engine tells the first only, not those that follow.
  const isRest = unfinished.length < clicks.length;
  return solution && !isRest ? nextCells(solution, clicks) : new Map();
}

/** @param {Table} table @param {State} state
 * @returns {Mark[]} */
export function solutionMarks(table, state) {
  return [...solvedCells(table, state)].map(([name, { result, distance }]) => ({
    clicks: [name],
    label: `${RESULTS.find((one) => one.result === result)?.letter}${distance ?? ""}`,
    strength: 1,
    result,
  }));
}

/** What the result of a cell is called, for screen readers.
 * @param {Table} table @param {State} state
 * @returns {(name: string) => string} */
export function solutionWords(table, state) {
  const cells = solvedCells(table, state);
  return (name) => {
    const solved = cells.get(name);
    return solved ? inWords(solved) : "";
  };
}

/** @param {SolvedMove} solved */
function inWords({ result, distance }) {
  const verb = RESULTS.find((one) => one.result === result)?.verb ?? "";
  return `${verb}${distance === null ? "" : ` in ${turns(distance)}`}`;
}

/** The moves by their results.
 * @param {Table} table */
export function solutionList({ solution }) {
  const groups = RESULTS.map((one) => ({ ...one, moves: solution?.moves.filter(({ result }) => result === one.result) ?? [] }));
  return h(
    "ul",
    { class: "solved-moves" },
    ...groups.map(({ result, letter, verb, moves }) => {
      const listed = moves.slice(0, LISTED).map(({ move, distance }) => `${turnText(move)}${distance === null ? "" : ` (${distance})`}`);
      const rest = moves.length > LISTED ? ` and ${moves.length - LISTED} more` : "";
      return (
        moves.length > 0 &&
        h("li", { class: result }, h("strong", { "aria-hidden": "true" }, letter), h("span", {}, `${verb}: ${listed.join(", ")}${rest}`))
      );
    }),
  );
}
