/**
 * Analyses, hints and proofs. Each runs until it is done or the table ends it.
 *
 * @typedef {import("../types.js").Report} Report
 * @typedef {import("../types.js").Choice} Choice
 * @typedef {import("../types.js").State} State
 * @typedef {import("./table.js").Table} Table
 */

import { nameOf, opponent } from "./color.js";
import { turnText } from "./words.js";

/** The time limit of a proof, in seconds. */
const PROOF_SECONDS = 10;

/** Shows the engine's analysis of the position until it is ended.
 * @param {Table} table */
export async function analyse(table) {
  const engine = table.needed();
  const { node } = table;
  const player = /** @type {State} */ (table.state).to_move;
  try {
    await engine.askLast(["param level 10", "style whole", `analyze ${player} 20 maxmoves ${table.lines} json`], (line) => {
      /** @type {Report} */
      const report = JSON.parse(line);
      if (report.moves.length > 0) {
        node.learn(player, report);
        table.changed();
      }
    });
  } finally {
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
  table.hint = { clicks: [...state.clicks, ...choice.clicks], text: choice.move };
}

/** Tries to prove who wins.
 * @param {Table} table @param {State} state */
export async function prove(table, state) {
  const engine = table.needed();
  try {
    const answer = await engine.askLast(["style whole", `solve ${PROOF_SECONDS}`]);
    const [word, move] = answer.split(" ");
    const player = nameOf(state.to_move);
    /** @type {Record<string, string>} */
    const texts = {
      win: `Proven: ${player} wins with ${turnText(move)}`,
      loss: `Proven: ${nameOf(opponent(state.to_move))} wins, whatever ${player} plays`,
      draw: `Proven: a draw, for example with ${turnText(move)}`,
    };
    table.proof = texts[word] ?? (table.isCancelled ? "Not proven: stopped" : `Not proven within ${PROOF_SECONDS} seconds`);
    if (word === "win" || word === "loss") {
      table.node.prove(word === "win" ? state.to_move : opponent(state.to_move));
    }
  } finally {
    await engine.ask("style steps");
  }
}
