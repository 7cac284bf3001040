/**
 * Lines of an analysis on the board: the engine plays their turns, which become a variation of the game.
 *
 * @import { Table } from "./table.js"
 * @import { State } from "../types.js"
 */

/** Shows the position after some turns from the one on the board.
 * @param {Table} table @param {import("../types.js").VariationTurn[]} turns */
export function followLine(table, turns) {
  return table.act(async () => {
    const engine = table.needed();
    const { node } = table;
    if (table.isBegun) {
      await table.cancelBegun();
    }
    table.at = null; // until all turns are played
    try {
      const asked = turns.map(({ player, tokens }) => [...tokens.map((token) => `play ${player} ${token}`), "state"]);
      const replies = await engine.askAll(["style whole", ...asked.flat(), "style steps"]);
      const states = replies.filter((reply) => reply.startsWith("{")).map((reply) => /** @type {State} */ (JSON.parse(reply)));
      table.at = states.reduce((end, { last_turns }, index) => {
        const turn = last_turns[turns[index].player];
        return turn ? end.add(turn) : end;
      }, node);
    } finally {
      await table.show(table.at ?? node);
    }
  });
}
