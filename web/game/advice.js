/**
 * Analyses and hints. Each runs until it is done or the table ends it.
 *
 * @typedef {import("../types.js").Report} Report
 * @typedef {import("../types.js").Choice} Choice
 * @typedef {import("../types.js").State} State
 * @typedef {import("./table.js").Table} Table
 *
 * @typedef {object} Hint
 * @property {string} text
 * @property {string[]} done the clicks of the moves that the turn had when the hint was asked for
 * @property {string[][]} moves the moves after them
 */

import { movesOf } from "./words.js";

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

/** Asks for the move that the engine would play.
 * @param {Table} table @param {State} state */
export async function findHint(table, state) {
  const settings = ["param level 10", "param move_time_ms 1000", "time_settings 0 1 0"];
  /** @type {Choice} */
  const choice = JSON.parse(await table.needed().askLast([...settings, `reg_genmove ${state.to_move} json`]));
  // Of a turn that has begun, the engine tells the rest.
  const { clicks, unfinished } = state;
  const [first = [], ...others] = movesOf(choice.move);
  const done = clicks.slice(0, clicks.length - unfinished.length);
  table.hint = { text: choice.move, done, moves: [[...unfinished, ...first], ...others].filter(({ length }) => length > 0) };
}
