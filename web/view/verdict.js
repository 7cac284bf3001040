/**
 * The engine's verdicts of turns in words and signs.
 *
 * @typedef {import("../types.js").TurnReview} TurnReview
 * @typedef {import("../types.js").Verdict} Verdict
 */

import { percent } from "../game/review.js";
import { turnText } from "../game/words.js";
import { h } from "./dom.js";

/** What a turn is called, and its sign in the list of turns.
 * @type {Record<Verdict, {noun: string, sign: string}>} */
const VERDICTS = {
  best: { noun: "the best turn", sign: "" },
  good: { noun: "a good turn", sign: "" },
  inaccuracy: { noun: "an inaccuracy", sign: "?!" },
  mistake: { noun: "a mistake", sign: "?" },
  blunder: { noun: "a blunder", sign: "??" },
};

/** The letters of proven results. */
const LETTERS = { win: "W", draw: "D", loss: "L" };

/** What a turn is, with its cost.
 * @param {TurnReview} review */
export function verdictSentence({ verdict, played, gave_away, winrate_before, winrate_after, proven_after }) {
  const turn = turnText(played);
  if (gave_away) {
    return `${turn}: gave away a proven ${gave_away}${proven_after ? `, now a proven ${proven_after}` : ""}.`;
  }
  const { noun, sign } = VERDICTS[verdict];
  const cost = sign === "" ? "" : `, from ${percent(100 * winrate_before)} to ${percent(100 * winrate_after)} to win`;
  return `${turn}: ${noun}${cost}.`;
}

/** The sign of a verdict behind a turn in the list; null for a turn that needs none.
 * @param {TurnReview | null} review */
export function verdictSign(review) {
  const sign = review ? VERDICTS[review.verdict].sign : "";
  if (!review || sign === "") {
    return null;
  }
  const { verdict, gave_away, proven_before, proven_after } = review;
  const change = gave_away && proven_before && proven_after ? ` ${LETTERS[proven_before]}→${LETTERS[proven_after]}` : "";
  const label = gave_away ? `${verdict}, gave away a proven ${gave_away}` : verdict;
  return h("span", { class: `verdict ${verdict}`, role: "img", "aria-label": label, title: label }, `${sign}${change}`);
}
