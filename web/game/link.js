/**
 * A game as the fragment of an address, after the `#`: `game=NAME&options=width=6,height=6&turns=bD3.wC3`. A link
 * opens on any board of papamu, so it contains no token.
 *
 * @typedef {object} LinkedGame
 * @property {string} game
 * @property {string} options as set_game takes them
 * @property {string | null} start a position string
 * @property {number} komi
 * @property {{player: import("../types.js").Color, text: string}[]} turns
 */

/** @param {LinkedGame} linked */
export function toFragment({ game, options, start, komi, turns }) {
  const query = new URLSearchParams({ game });
  if (options) {
    query.set("options", options.replaceAll(" ", ","));
  }
  if (start) {
    query.set("position", start);
  }
  if (komi !== 0) {
    query.set("komi", String(komi));
  }
  if (turns.length > 0) {
    query.set("turns", turns.map(({ player, text }) => player[0] + text).join("."));
  }
  // These characters are legal in a fragment, and easier to read than their escapes.
  return query.toString().replaceAll("%2C", ",").replaceAll("%3D", "=").replaceAll("%2F", "/").replaceAll("%40", "@");
}

/**
 * @param {string} fragment with or without the `#`
 * @returns {LinkedGame | null} null if it contains no game
 * @throws {Error} if it is damaged
 */
export function fromFragment(fragment) {
  const query = new URLSearchParams(fragment.replace(/^#/, ""));
  const game = query.get("game");
  if (!game) {
    return null;
  }
  const words = (query.get("turns") ?? "").split(".").filter(Boolean);
  const wrong = words.find((word) => !/^[bw]./.test(word));
  if (wrong) {
    throw new Error(`the link is damaged: '${wrong}' is not a turn`);
  }
  return {
    game,
    options: (query.get("options") ?? "").replaceAll(",", " "),
    start: query.get("position"),
    komi: Number(query.get("komi") ?? 0) || 0,
    turns: words.map((word) => ({ player: word[0] === "b" ? "black" : "white", text: word.slice(1) })),
  };
}
