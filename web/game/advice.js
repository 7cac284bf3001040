/**
 * Analyses, hints, and what refutes a mistake. Each runs until it is done or the table ends it.
 *
 * @import { Choice, Report, State, TurnReview, VariationTurn } from "../types.js"
 * @import { Table } from "./table.js"
 *
 * @typedef {object} Hint
 * @property {string} text
 * @property {string[]} done the clicks of the moves that the turn had when the hint was asked for
 * @property {string[][]} moves the moves after them
 */

import { nameOf, opponent } from "./color.js";
import { turns } from "./solve.js";
import { deed, movesOf } from "./words.js";

/** The longest line that refutes a turn, the turn included. */
const LONGEST = 4;

/** The time for the analysis of a position, in seconds. */
export const LIMIT = 60;

/** Shows the engine's analysis of the position until its result is proven, its time is up, or an action ends it.
 * @param {Table} table */
export async function analyse(table) {
  const engine = table.needed();
  const { node } = table;
  const player = /** @type {State} */ (table.state).to_move;
  const begun = performance.now();
  const timer = setTimeout(() => engine.endAnalysis(), 1000 * LIMIT - node.studied);
  try {
    await engine.askLast(["param level 10", "style whole", `analyze ${player} 20 maxmoves ${table.lines} json`], (line) => {
      /** @type {Report} */
      const report = JSON.parse(line);
      if (report.moves.length > 0) {
        node.learn(player, report);
        table.changed();
      }
      if (report.proven) {
        engine.endAnalysis();
      }
    });
  } finally {
    clearTimeout(timer);
    node.studied = table.isCancelled ? node.studied + performance.now() - begun : Infinity;
    await engine.ask("style steps");
  }
}

/** The turn that the engine would play at full strength.
 * @param {Table} table @param {State} state @param {number} time in milliseconds @returns {Promise<Choice>} */
async function choose(table, { to_move }, time) {
  const settings = ["param level 10", `param move_time_ms ${time}`, "time_settings 0 1 0"];
  return JSON.parse(await table.needed().askLast([...settings, `reg_genmove ${to_move} json`]));
}

/** Asks for the move that the engine would play.
 * @param {Table} table @param {State} state */
export async function findHint(table, state) {
  const { move } = await choose(table, state, 1000);
  // Of a turn that has begun, the engine tells the rest.
  const { clicks, unfinished } = state;
  const [first = [], ...others] = movesOf(move);
  const done = clicks.slice(0, clicks.length - unfinished.length);
  table.hint = { text: move, done, moves: [[...unfinished, ...first], ...others].filter(({ length }) => length > 0) };
}

/**
 * The best line after a turn that was not good enough, which is on the engine's board, and what it does: only facts.
 * @param {Table} table @param {TurnReview} review @param {State} state after the turn
 * @returns {Promise<{line: VariationTurn[], reasons: string}>}
 */
export async function refute(table, { player, played, proven_after }, state) {
  /** @type {VariationTurn[]} */
  const line = [{ player, tokens: [played], clicks: [] }];
  const [other, you] = [opponent(player), nameOf(player)];
  if (state.result || state.to_move !== other) {
    return { line, reasons: "" };
  }
  const engine = table.needed();
  const { move, pv } = await choose(table, state, 300);
  const replies = await engine.askAll(["style whole", "legal_moves", `play ${other} ${move}`, "state", "legal_moves", "undo_turn", "style steps"]);
  const [before, after] = [replies[1], replies[4]].map((list) => list.split(" ").filter(Boolean).length);
  /** @type {State} */
  const { result, score, last_turns } = JSON.parse(replies[3]);
  const { captured = [], from = null } = last_turns[other] ?? {};
  /** @type {import("../types.js").SolvedMove[]} */
  const solved = proven_after === "loss" && !result ? JSON.parse((await engine.ask("solve moves 1 json")).split("\n").at(-1) ?? "").moves : [];
  const distance = solved.find((one) => one.move === move && one.result === "win")?.distance ?? null;
  const facts = [
    `${nameOf(other)} ${deed(move)}`,
    captured.length > 0 && !from && `which captures ${captured.length} ${captured.length === 1 ? "stone" : "stones"}`,
    result && `and ${result.winner ? `${nameOf(result.winner)} wins` : "it is a draw"}`,
    !result && score && `the points are then ${score.points[other]} for ${nameOf(other)} and ${score.points[player]} for ${you}`,
    !result && !score && from && `${nameOf(other)} had ${count(before)}, and ${you} is left with ${count(after)}`,
    distance !== null && `${nameOf(other)} wins by force in ${turns(distance)}`,
  ];
  return { line: [...line, ...pv].slice(0, LONGEST), reasons: `${facts.filter(Boolean).join("; ")}.` };
}

/** @param {number} moves */
const count = (moves) => `${moves} ${moves === 1 ? "move" : "moves"}`;
