/**
 * Losses in a row against papamu at one level. After three of them the page offers a lower level.
 *
 * @typedef {object} Losses
 * @property {number} level
 * @property {number} count how many games in a row a person has lost at this level
 * @property {string} game the id of the last game that counted, which counts once however often its end is replayed
 */

/** @type {Losses} */
export const NO_LOSSES = { level: 0, count: 0, game: "" };

const MANY = 3;

/**
 * The losses after the game on the table has ended; the same object if the game does not count.
 * @param {Losses} losses
 * @param {Pick<import("./table.js").Table, "id" | "result" | "setup">} table
 * @returns {Losses}
 */
export function countGame(losses, { id, result, setup: { players, level, study } }) {
  if (!result || study || players.black === players.white || losses.game === id) {
    return losses;
  }
  const isLost = result.winner !== null && players[result.winner] === "engine";
  return { level, count: isLost ? (losses.level === level ? losses.count : 0) + 1 : 0, game: id };
}

/** Whether it is time to offer a lower level: once in a row of losses, and never below the lowest.
 * @param {Losses} losses */
export function areMany({ level, count }) {
  return count === MANY && level > 1;
}
