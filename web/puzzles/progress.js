/** The puzzles that were solved in this browser, and the streak. */

import { load, save } from "../game/store.js";

const KEY = "papamu.puzzles";

/** The beginning of a hash of the engine's puzzles: the numbers of puzzles are those of other ones when the engine has others. A unit
 * test compares it with them. */
export const EDITION = "b31c3e17";

/**
 * @typedef {object} Progress
 * @property {number} grade the grade chosen last
 * @property {number} streak the puzzles solved in a row at the first try, without a hint
 * @property {number} best the longest streak
 * @property {number[][]} solved the seeds of the puzzles solved, by grade
 */

/** @param {unknown} value @returns {number} */
function count(value) {
  return Number.isInteger(value) && Number(value) > 0 ? Number(value) : 0;
}

/** The progress in a game. @param {string} game @param {number[]} shipped how many puzzles each grade has @returns {Progress} */
export function progressOf(game, shipped) {
  const { grade, streak, best, solved, edition } = load(KEY)?.[game] ?? {};
  const seeds = edition === EDITION && Array.isArray(solved) ? solved : [];
  return {
    grade: Math.min(Math.max(count(grade), 1), shipped.length),
    streak: count(streak),
    best: count(best),
    solved: shipped.map((last, index) => (Array.isArray(seeds[index]) ? seeds[index].filter((seed) => count(seed) > 0 && seed <= last) : [])),
  };
}

/** @param {string} game @param {Progress} progress */
export function keep(game, progress) {
  save(KEY, { ...load(KEY), [game]: { ...progress, edition: EDITION } });
}

/**
 * The next puzzle to solve after one: the next one that is not solved, or, once all of them are, the next one.
 * @param {number[]} solved the seeds of the puzzles solved @param {number} shipped how many there are @param {number} seed
 */
export function nextSeed(solved, shipped, seed) {
  const others = Array.from({ length: shipped }, (_, step) => ((seed + step) % shipped) + 1);
  return others.find((other) => !solved.includes(other)) ?? others[0];
}
