/**
 * The announcement of a turn for screen readers.
 *
 * @typedef {import("../types.js").Turn} Turn
 * @typedef {import("../types.js").State} State
 */

import { nameOf } from "../game/color.js";
import { deed } from "../game/words.js";

/**
 * @param {Turn} turn
 * @param {State | null} state after it
 */
export function sentenceOf({ player, text, captured }, state) {
  const parts = [`${nameOf(player)} ${deed(text)}.`];
  if (captured.length > 0) {
    parts.push(`Captured: ${captured.join(", ")}.`);
  }
  if (state?.result) {
    parts.push(`${state.result.sentence}.`);
  } else if (state) {
    parts.push(`${nameOf(state.to_move)} to move.`);
  }
  return parts.join(" ");
}
