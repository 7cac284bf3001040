/** Turns in words: the engine writes some of them in a notation that only programs need. */

/** What to do to end the game by giving a stone. */
export const GIVING = "Click the stone that you give. It leaves the board, both sides are counted, and the game ends.";

/** The engine's text as a sentence. @param {string} words */
export function sentence(words) {
  return words === "" ? "" : `${words[0].toUpperCase()}${words.slice(1)}.`;
}

/**
 * The text of a turn or of a token, for lists and sentences.
 * @param {string} text as the engine writes it
 */
export function turnText(text) {
  const given = /^resign@(\w+)$/i.exec(text);
  return given ? `Give ${given[1]} and count` : text === "timeout" ? "out of time" : text;
}

/**
 * The moves of a turn, each with its clicks; none if the turn is not made of clicks.
 * @param {string} text in whole style: `A1-C3,D4`
 */
export function movesOf(text) {
  const moves = text.split(",").map((move) => move.split("-"));
  return moves.flat().every((name) => /^[A-Z]\d+$/.test(name)) ? moves : [];
}

/**
 * What a player does with a turn, after the player's name: `plays D4`.
 * @param {string | null} text as the engine writes it; null for a turn without a text
 */
export function deed(text) {
  const given = /^resign@(\w+)$/i.exec(text ?? "");
  if (given) {
    return `gives ${given[1]}, and both sides are counted`;
  }
  /** @type {Record<string, string>} */
  const words = { resign: "resigns", timeout: "has run out of time", PASS: "passes" };
  return words[text ?? ""] ?? `plays ${text ?? "a turn"}`;
}

/** The result of a game as files write it: without points, the winner alone.
 * @param {import("../types.js").State} state @returns {string | undefined} */
export function shortResult({ result }) {
  return result?.margin === null ? result.text.replace("+1", "+") : result?.text;
}

/** Such a result in words. @param {string} result */
export function resultWords(result) {
  const [, winner, how] = /^([BW])\+(.*)$/.exec(result) ?? [];
  const ways = { "": "", R: " by resignation", T: " on time" };
  return winner ? `${winner === "B" ? "Black" : "White"} wins${ways[/** @type {"R"} */ (how)] ?? ` by ${how}`}` : "a draw";
}
