/** Turns that consist of a word instead of clicks. */

/**
 * @param {import("../types.js").Color} player @param {string} text `resign`, `timeout`, or another token without clicks
 * @returns {import("../types.js").Turn}
 */
export function forfeitTurn(player, text) {
  return { player, text, clicks: [], from: null, to: null, dropped: [], captured: [] };
}

/** @param {{text: string | null}} turn */
export function isForfeit({ text }) {
  return text === "resign" || text === "timeout";
}
