/**
 * Short rules for people. The page does not need them to play: a game without rules here takes its title and options
 * from the engine.
 *
 * @typedef {import("../types.js").Cell} Cell
 *
 * @typedef {object} Diagram
 * @property {string} caption
 * @property {"square" | "hexagon"} shape
 * @property {Cell[]} cells
 * @property {{black: string[], white: string[]}} stones
 * @property {{black: string[], white: string[]}} [fading] stones that are being captured
 * @property {string[]} [choices] cells with a dot or a ring
 * @property {string[]} [clicks] cells of the current turn
 * @property {string[]} [way] the path of a stone
 *
 * @typedef {object} Rules
 * @property {string} title as people write it
 * @property {string} tagline
 * @property {string} credit
 * @property {string[]} lines
 * @property {Diagram[]} diagrams
 */

import { kanga } from "./kanga.js";
import { kangaroo } from "./kangaroo.js";
import { konane } from "./konane.js";
import { sendIt } from "./send_it.js";

/** @type {Record<string, Rules>} */
export const RULES = { konane, kanga, send_it: sendIt, kangaroo };

/** A game's name as people write it.
 * @param {string} game @param {string} title of the engine, in ASCII */
export function titleOf(game, title) {
  return RULES[game]?.title ?? title;
}
