/**
 * The sides.
 *
 * @import { Color } from "../types.js"
 */

/** @param {Color} color
 * @returns {Color} */
export const opponent = (color) => (color === "black" ? "white" : "black");

/** @param {Color} color */
export const nameOf = (color) => (color === "black" ? "Black" : "White");
