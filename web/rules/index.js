/**
 * The rules in short, for people. The page plays without them: a game that has none here gets its title and its options from the
 * engine.
 *
 * @typedef {import("../types.js").Cell} Cell
 *
 * @typedef {object} Diagram
 * @property {string} caption
 * @property {"square" | "hexagon"} shape
 * @property {Cell[]} cells
 * @property {{black: string[], white: string[]}} stones
 * @property {{black: string[], white: string[]}} [fading] stones that are being taken
 * @property {string[]} [choices] cells with a dot or a ring
 * @property {string[]} [clicks] cells of the turn under way
 * @property {string[]} [way] where a stone goes
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
