/**
 * The browser's storage: preferences (shared by all tabs) and the game (one per tab, so that two tabs are two games).
 * The page also works without storage.
 */

import { NO_LOSSES } from "./losses.js";

const CHOICES = "papamu.choices";
const GAME = "papamu.game";

/** @typedef {typeof DEFAULTS} Choices */
const DEFAULTS = {
  /** The last game, without its position.
   * @type {import("./setup.js").Setup | null} */
  setup: null,
  /** The last options of each game.
   * @type {Record<string, string>} */
  options: {},
  /** @type {"auto" | "light" | "dark"} */
  theme: "auto",
  sounds: false,
  coordinates: true,
  /** Whether to show the cells that may be clicked. */
  legal: true,
  /** Whether to show controlled cells. */
  control: true,
  /** Whether to draw the best moves of an analysis. */
  arrows: true,
  /** Whether keys of a single letter work. */
  letters: true,
  /** Whether to show points instead of win rates, in games that count them. */
  points: false,
  losses: NO_LOSSES,
};

/** @returns {Choices} */
export function loadChoices() {
  return { ...DEFAULTS, ...load(CHOICES) };
}

/** @param {Choices} choices */
export function saveChoices(choices) {
  save(CHOICES, choices);
}

/** The game of this tab, or null; records.js keeps all games. */
export function loadGame() {
  return attempt(() => JSON.parse(sessionStorage.getItem(GAME) ?? "null"));
}

/** @param {unknown} game */
export function saveGame(game) {
  attempt(() => sessionStorage.setItem(GAME, JSON.stringify(game)));
}

/** What all tabs have stored under a key, or null. @param {string} key */
export function load(key) {
  return attempt(() => JSON.parse(localStorage.getItem(key) ?? "null"));
}

/** @param {string} key @param {unknown} value */
export function save(key, value) {
  attempt(() => localStorage.setItem(key, JSON.stringify(value)));
}

/** What the action returns; null if the storage is full or forbidden, or if somebody else has written into it.
 * @template T @param {() => T} action @returns {T | null} */
export function attempt(action) {
  try {
    return action();
  } catch {
    return null;
  }
}
