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
import { movesOf } from "../game/words.js";
import { exerciseMoves } from "./learn.js";
import { solutionMarks } from "./solution.js";
import { badgeText, strengths } from "./value.js";

/** The longest line that the board shows, in turns. */
const LONGEST = 6;

/**
 * @param {Table} table @param {State} state @param {Choices} choices
 * @param {VariationTurn[] | null} line the line that is played out
 * @param {boolean} blocks whether the game has blocked cells
 * @returns {Mark[]}
 */
export function marksOf(table, state, choices, line, blocks) {
  const { hint, report, learning, review } = table;
  const solved = solutionMarks(table, state);
  if (table.isGiving) {
    return solved;
  }
  if (learning?.mistake) {
    // Before it is found, the engine helps with nothing else. A try stays visible, with what refutes it.
    const { phase, isHinted, refutation } = learning;
    const tried = phase === "wrong" && state.clicks.length === 0 ? refutation.line.slice(0, isHinted ? 1 : LONGEST) : [];
    return table.node === learning.place ? [...lineMarks(tried, state, blocks), ...moveMarks(exerciseMoves(learning), state, 1)] : [];
  }
  if (line) {
    return lineMarks(line.slice(0, LONGEST), state, blocks);
  }
  if (solved.length > 0) {
    return solved;
  }
  if (hint) {
    return hintMarks(hint, state);
  }
  if (!choices.arrows) {
    return [];
  }
  if (!report) {
    const next = review && table.node.next()?.review;
    return next && !isFine(next) ? moveMarks(movesOf(next.best), state, 1) : [];
  }
  const lines = report.moves.slice(0, table.lines);
  const strength = strengths(lines);
  // Of a turn of several moves, only the best has marks for all of them.
  return lines.flatMap((line, index) => {
    const moves = movesOf(line.move);
    const shown = index > 0 && !state.clicks.length ? moves.slice(0, 1) : moves;
    return moveMarks(shown, state, strength[index], badgeText(line, choices.points));
  });
}

/** The marks of a hint; none once the turn goes on otherwise. @param {import("../game/advice.js").Hint} hint @param {State} state */
export function hintMarks({ moves, done }, state) {
  return moveMarks(moves, state, 1, "", done);
}

/**
 * The marks of a turn, or of what is left of it; none if the turn has begun otherwise. The moves of a turn of several have numbers.
 * @param {string[][]} moves @param {State} state @param {number} strength
 * @param {string} [value] the label of the first move @param {string[]} [before] clicks of complete moves before these
 * @returns {Mark[]}
 */
function moveMarks(moves, { clicks, unfinished }, strength, value = "", before = []) {
  let done = clicks.slice(0, clicks.length - unfinished.length);
  const begins = (/** @type {string[]} */ move, /** @type {string[]} */ start) => start.every((name, index) => move[index] === name);
  if (!begins(done, before)) {
    return [];
  }
  done = done.slice(before.length);
  const left = moves.map((move, index) => ({ clicks: move, label: (index === 0 && value) || (moves.length > 1 ? String(index + 1) : ""), strength }));
  // The moves of a turn may be made in another order.
  while (done.length > 0) {
    const made = left.findIndex((mark) => begins(done, mark.clicks));
    if (made < 0) {
      return [];
    }
    done = done.slice(left.splice(made, 1)[0].clicks.length);
  }
  if (unfinished.length === 0) {
    return left;
  }
  const begun = left.find((mark) => mark.clicks.length > unfinished.length && begins(mark.clicks, unfinished));
  return begun ? left.map((mark) => (mark === begun ? { ...mark, clicks: mark.clicks.slice(unfinished.length - 1) } : mark)) : [];
}

/** A line: stones that come and stones that move, numbered in their order.
 * @param {VariationTurn[]} line @param {State} state @param {boolean} blocks
 * @returns {Mark[]} */
function lineMarks(line, { stones_now }, blocks) {
  const occupied = new Set([...stones_now.black, ...stones_now.white]);
  const moves = line.flatMap(({ player, tokens }, turn) => movesOf(tokens.join(",")).map((clicks) => ({ player, clicks, turn })));
  return moves.map(({ player, clicks, turn }, step) => {
    const mark = { clicks, label: String(step + 1), step };
    const comes = clicks.length === 1 && !occupied.has(clicks[0]);
    // Where cells can be blocked, a click on an empty cell need not place a stone.
    return comes && !blocks ? { ...mark, strength: 1, stone: player } : { ...mark, strength: 1 - turn / LONGEST };
  });
}
