/**
 * What the board marks of the engine's suggestions: a line that is played out, a hint, or the best moves of an analysis.
 *
 * @typedef {import("../game/table.js").Table} Table
 * @typedef {import("../game/store.js").Choices} Choices
 * @typedef {import("../types.js").State} State
 * @typedef {import("../types.js").VariationTurn} VariationTurn
 * @typedef {import("./marks.js").Mark} Mark
 */

import { isFine } from "../game/review.js";
import { exerciseClicks } from "./learn.js";
import { solutionMarks } from "./solution.js";
import { badgeText, strengths } from "./value.js";

/** The longest line that the board shows, in turns. */
const LONGEST = 6;

/**
 * @param {Table} table @param {State} state @param {Choices} choices
 * @param {VariationTurn[] | null} line the line that is played out
 * @returns {Mark[]}
 */
export function marksOf(table, state, choices, line) {
  const { hint, report, learning, review } = table;
  if (learning?.mistake) {
    // Before it is found, the engine helps with nothing else.
    const clicks = exerciseClicks(learning);
    return table.node === learning.place && clicks.length > 0 ? moveMarks(clicks, state, String, 1) : [];
  }
  if (line) {
    return lineMarks(line.slice(0, LONGEST), state);
  }
  if (table.solution) {
    return solutionMarks(table, state);
  }
  if (hint) {
    return moveMarks(hint.clicks, state, (number) => String(number), 1);
  }
  if (!choices.arrows) {
    return [];
  }
  if (!report) {
    const next = review && table.node.next()?.review;
    return next && !isFine(next) ? moveMarks(next.pv[0]?.clicks ?? [], state, String, 1) : [];
  }
  const moves = report.moves.slice(0, table.lines);
  const strength = strengths(moves);
  // Of several drops, only those of the best move are marked; after the value of the first, the others have numbers.
  return moves.flatMap((move, index) => {
    const clicks = move.pv[0]?.clicks ?? [];
    const value = badgeText(move, choices.points);
    const shown = index > 0 && hasDrops(state) && !state.clicks.length ? clicks.slice(0, 1) : clicks;
    return moveMarks(shown, state, (number) => (number === 1 ? value : String(number)), strength[index], value);
  });
}

/** Whether several clicks are several stones; elsewhere they are the path of one stone.
 * @param {State} state */
function hasDrops({ drops_left }) {
  return drops_left !== undefined;
}

/**
 * The mark of a move, or of what is left of it after the first clicks of the turn; none if the turn has begun otherwise.
 * @param {string[]} clicks @param {State} state @param {(number: number) => string} labelOf a drop
 * @param {number} strength @param {string} [label] of a path
 * @returns {Mark[]}
 */
function moveMarks(clicks, state, labelOf, strength, label = "") {
  const done = state.clicks;
  if (hasDrops(state)) {
    if (!done.every((name) => clicks.includes(name))) {
      return [];
    }
    const left = clicks.map((name, index) => ({ name, label: labelOf(index + 1) })).filter(({ name }) => !done.includes(name));
    return [{ clicks: left.map(({ name }) => name), drops: true, labels: left.map(({ label }) => label), strength }];
  }
  if (done.length >= clicks.length || !done.every((name, index) => clicks[index] === name)) {
    return done.length === 0 ? [{ clicks, drops: false, labels: [label], strength }] : [];
  }
  return [{ clicks: clicks.slice(Math.max(0, done.length - 1)), drops: false, labels: [label], strength }];
}

/** A line: stones that come and stones that move, numbered in their order.
 * @param {VariationTurn[]} line @param {State} state
 * @returns {Mark[]} */
function lineMarks(line, state) {
  const occupied = new Set([...state.stones_now.black, ...state.stones_now.white]);
  /** @type {Mark[]} */
  const marks = [];
  for (const [turn, { player, clicks }] of line.entries()) {
    const isPath = !hasDrops(state) && (clicks.length !== 1 || occupied.has(clicks[0]));
    for (const part of isPath ? [clicks] : clicks.map((name) => [name])) {
      const step = marks.length;
      const mark = { clicks: part, labels: [String(step + 1)], step };
      marks.push(isPath ? { ...mark, drops: false, strength: 1 - turn / LONGEST } : { ...mark, drops: true, strength: 1, stone: player });
    }
  }
  return marks;
}
