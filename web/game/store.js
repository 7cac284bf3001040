/**
 * The browser's storage: preferences (shared by all tabs) and the game (one per tab, so that two tabs are two games).
 * The page also works without storage.
 */

import { NO_LOSSES } from "./losses.js";

const CHOICES = "papamu.choices";
const GAME = "papamu.game";

/**
 * @typedef {object} Choices
 * @property {import("./setup.js").Setup | null} setup the last game, without its position
 * @property {Record<string, string>} options the last options of each game
 * @property {"auto" | "light" | "dark"} theme
 * @property {boolean} sounds
 * @property {boolean} coordinates
 * @property {boolean} legal whether to show the cells that may be clicked
 * @property {boolean} control whether to show controlled cells
 * @property {boolean} arrows whether to draw the best moves of an analysis
 * @property {boolean} letters whether keys of a single letter work
 * @property {import("./losses.js").Losses} losses
 * @property {boolean} points whether to show points instead of win rates, in games that count them
 */

/** @type {Choices} */
const DEFAULTS = {
  setup: null,
  options: {},
  theme: "auto",
  sounds: false,
  coordinates: true,
  legal: true,
  control: true,
  arrows: true,
  letters: true,
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
