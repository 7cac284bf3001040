/** The lessons that were done in this browser, by game and title. */

import { load, save } from "../game/store.js";

const KEY = "papamu.lessons";

/** The titles of the lessons done. @param {string} game @returns {Set<string>} */
export function lessonsDone(game) {
  const titles = load(KEY)?.[game];
  return new Set(Array.isArray(titles) ? titles : []);
}

/** @param {string} game @param {string} title */
export function markDone(game, title) {
  save(KEY, { ...load(KEY), [game]: [...lessonsDone(game).add(title)] });
}
