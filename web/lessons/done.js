/** The lessons that were done in this browser, by game and title. The page also works without storage. */

const KEY = "papamu.lessons";

/** @returns {Record<string, string[]>} */
function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** The titles of the lessons done. @param {string} game @returns {Set<string>} */
export function lessonsDone(game) {
  const titles = load()[game];
  return new Set(Array.isArray(titles) ? titles : []);
}

/** @param {string} game @param {string} title */
export function markDone(game, title) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...load(), [game]: [...lessonsDone(game).add(title)] }));
  } catch {
    // The storage is full or forbidden.
  }
}
