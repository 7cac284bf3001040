/** The puzzles that were solved in this browser, and the streak. The page also works without storage. */

const KEY = "papamu.puzzles";

/**
 * @typedef {object} Progress
 * @property {number} grade the grade chosen last
 * @property {number} streak the puzzles solved in a row at the first try, without a hint
 * @property {number} best the longest streak
 * @property {number[][]} solved the seeds of the puzzles solved, by grade
 */

/** @returns {Record<string, Progress>} */
function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {unknown} value @returns {number} */
function count(value) {
  return Number.isInteger(value) && Number(value) > 0 ? Number(value) : 0;
}

/** The progress in a game. @param {string} game @param {number[]} shipped how many puzzles each grade has @returns {Progress} */
export function progressOf(game, shipped) {
  const { grade, streak, best, solved } = load()[game] ?? {};
  const seeds = (/** @type {unknown} */ list, /** @type {number} */ last) => (Array.isArray(list) ? list.map(count).filter((seed) => seed > 0 && seed <= last) : []);
  return {
    grade: Math.min(Math.max(count(grade), 1), shipped.length),
    streak: count(streak),
    best: count(best),
    solved: shipped.map((last, index) => seeds(Array.isArray(solved) && solved[index], last)),
  };
}

/** @param {string} game @param {Progress} progress */
export function keep(game, progress) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...load(), [game]: progress }));
  } catch {
    // The storage is full or forbidden.
  }
}

/**
 * The next puzzle to solve after one: the next one that is not solved, or, once all of them are, the next one.
 * @param {number[]} solved the seeds of the puzzles solved @param {number} shipped how many there are @param {number} seed
 */
export function nextSeed(solved, shipped, seed) {
  for (let step = 1; step <= shipped; step += 1) {
    const next = ((seed + step - 1) % shipped) + 1;
    if (!solved.includes(next)) {
      return next;
    }
  }
  return (seed % shipped) + 1;
}
