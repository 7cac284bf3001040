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
import { leadText } from "./value.js";

/** The number of moves with the same result that are listed in words. */
const LISTED = 12;

/** @type {{result: "win" | "draw" | "loss", letter: string, verb: string}[]} */
const RESULTS = [
  { result: "win", letter: "W", verb: "wins" },
  { result: "draw", letter: "D", verb: "draws" },
  { result: "loss", letter: "L", verb: "loses" },
];

/** The cells with a known result: of the turns that begin there, or of giving the stone there.
 * @param {Table} table @param {State} state
 * @returns {Map<string, {result: SolvedMove["result"], distance: number | null, margin?: number}>} */
function solvedCells({ solution, isGiving, gifts }, { clicks, unfinished, to_move }) {
  if (isGiving) {
    return new Map(
      [...gifts].map(([name, { result, winner }]) => {
        const margin = (winner === to_move ? 1 : -1) * Number(result.split("+")[1] ?? 0);
        return [name, { result: winner === null ? "draw" : winner === to_move ? "win" : "loss", distance: null, margin }];
      }),
    );
  }
  // Of a turn of several moves, the engine tells the first only, not those that follow.
  const isRest = unfinished.length < clicks.length;
  return solution && !isRest ? nextCells(solution, clicks) : new Map();
}

/** @param {Table} table @param {State} state
 * @returns {Mark[]} */
export function solutionMarks(table, state) {
  return [...solvedCells(table, state)].map(([name, { result, distance, margin }]) => ({
    clicks: [name],
    label: margin === undefined ? `${RESULTS.find((one) => one.result === result)?.letter}${distance ?? ""}` : leadText(margin),
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

/** @param {{result: string, distance: number | null, margin?: number}} solved */
function inWords({ result, distance, margin }) {
  const verb = RESULTS.find((one) => one.result === result)?.verb ?? "";
  const lead = margin ? ` by ${Math.abs(margin)}` : "";
  return margin === undefined ? `${verb}${distance === null ? "" : ` in ${turns(distance)}`}` : `giving it ${verb}${lead}`;
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
