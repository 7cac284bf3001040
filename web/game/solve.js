/**
 * Perfect play: the proven results of all moves of a position, as they become known.
 *
 * @import { Solution, SolvedMove, State } from "../types.js"
 * @import { Table } from "./table.js"
 */

import { nameOf, opponent } from "./color.js";
import { movesOf, turnText } from "./words.js";

/** The time limit, in seconds. */
export const SECONDS = 10;

/** Tries to prove the result of each move of the position on the board.
 * @param {Table} table */
export async function solve(table) {
  const engine = table.needed();
  const { node } = table;
  const { to_move } = /** @type {State} */ (table.state);
  const learn = (/** @type {string} */ line) => {
    if (line.startsWith("{")) {
      node.solution = JSON.parse(line);
    } else if (line.startsWith("info ")) {
      table.progress = progressText(line);
    }
    table.changed();
  };
  try {
    const reply = await engine.askLast(["style whole", `solve moves ${SECONDS} json report`], learn);
    learn(reply.slice(reply.lastIndexOf("\n") + 1));
    const result = node.solution?.result ?? "unknown";
    if (result !== "unknown") {
      node.prove(result === "draw" ? null : result === "win" ? to_move : opponent(to_move));
    }
  } finally {
    node.isTried = !table.isCancelled;
    table.progress = "";
    await engine.ask("style steps");
  }
}

/** A proven result in words. @param {string} result @param {string} move the best one @param {number | null} distance to the end
 * @param {import("../types.js").Color} player who is to move */
export function proofText(result, move, distance, player) {
  const time = distance === null ? "" : ` in ${turns(distance)}`;
  if (result === "loss") {
    return `Proven: ${nameOf(opponent(player))} wins${time}, whatever ${nameOf(player)} plays`;
  }
  return result === "win" ? `Proven: ${nameOf(player)} wins with ${turnText(move)}${time}` : `Proven: a draw, for example with ${turnText(move)}`;
}

/** How far the search has come, from a line of pairs of a word and its value.
 * @param {string} line */
export function progressText(line) {
  const words = line.split(" ").slice(1);
  const value = (/** @type {string} */ name) => words[words.indexOf(name) + 1];
  const player = value("player") === "b" ? "Black" : "White";
  const question = `can ${player} ${value("goal") === "win" ? "win" : "draw"} after ${turnText(value("move"))}?`;
  return `${value("known")} of ${value("moves")} moves known · ${question} · ${Number(value("nodes")).toLocaleString("en")} positions`;
}

/** @param {number} count */
export function turns(count) {
  return `${count} ${count === 1 ? "turn" : "turns"}`;
}

/**
 * What is known of the cells that may be clicked next: for each the best of the turns that go on with it. A cell is left out
 * while a better turn may begin there.
 * @param {Solution} solution @param {string[]} done the clicks of the current turn
 * @returns {Map<string, SolvedMove>}
 */
export function nextCells({ moves }, done) {
  /** @type {Map<string, SolvedMove[]>} */
  const groups = new Map();
  for (const solved of moves) {
    const clicks = movesOf(solved.move).flat();
    if (clicks.length >= Math.max(1, done.length) && done.every((name, index) => clicks[index] === name)) {
      const name = clicks[done.length] ?? clicks[done.length - 1]; // the last cell again ends the turn
      groups.set(name, [...(groups.get(name) ?? []), solved]);
    }
  }
  /** @type {Map<string, SolvedMove>} */
  const known = new Map();
  for (const [name, [best, ...others]] of groups) {
    const isOpen = best.result !== "win" && others.some(({ result }) => result === "unknown");
    if (best.result !== "unknown" && !isOpen) {
      known.set(name, best);
    }
  }
  return known;
}
