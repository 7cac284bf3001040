/**
 * The dialog that starts a game.
 *
 * @import { GameInfo, GameOption } from "../types.js"
 * @import { Setup } from "../game/setup.js"
 */

import { button, fill, h } from "../view/dom.js";
import { finish, openDialog } from "./dialog.js";
import { playerFields } from "./players.js";

/** The value of the choice for boards that have no name. No list of options looks like it. */
const OTHER = "other";
/** The words before and after the limits of a game.
 * @type {Record<string, [string, string]>} */
const LIMITS = { max_moves: ["Ends after", "turns"], repetition: ["Ends when a position occurs", "times"] };

/**
 * @param {GameInfo[]} games
 * @param {string[]} levels of papamu, in words
 * @param {Setup} setup of the current game
 * @param {Record<string, string>} lastOptions of each game
 * @param {(setup: Setup, isStored?: boolean) => Promise<string>} start starts the game, or returns what is wrong; a setup that is not
 * stored is none that one chose
 */
export function openNewGame(games, levels, setup, lastOptions, start) {
  const names = games.map(({ name }) => name);
  let game = games[Math.max(0, names.indexOf(setup.game))];
  let options = optionFields(game, game.name === setup.game ? setup.options : (lastOptions[game.name] ?? ""));
  const place = h("div", { class: "options" });
  const players = playerFields(setup, levels);
  const [side, level, levelWords, time] = players.elements;
  const more = h("details", {}, h("summary", {}, "More: board, rules, time"), place);
  const message = h("p", { class: "message", role: "alert" });
  const cards = games.map(({ name, display_name, tagline }) => {
    const input = h("input", { type: "radio", name: "game", value: name, checked: name === game.name });
    input.addEventListener("change", () => {
      game = games[names.indexOf(name)];
      options = optionFields(game, lastOptions[name] ?? "");
      message.textContent = "";
      fill(place, ...options.elements, time, studyOffer());
    });
    return h("label", { class: "card" }, input, h("strong", {}, display_name), tagline !== "" && h("span", {}, tagline));
  });
  /** A board on which each move can be solved, against papamu at full strength. */
  const studyOffer = () => {
    const { name, study = "" } = game;
    const begin = () => {
      const { players: given } = players.read();
      const against = given.black === given.white ? /** @type {const} */ ({ black: "person", white: "engine" }) : given;
      const perfect = { study: false, level: 10, pace: { seconds: 1, minutes: 0, increment: 0 }, isPerfect: true };
      return finish(message, start({ game: name, options: study, start: null, komi: 0, players: against, ...perfect }, false));
    };
    const offer = `Play against perfect play: ${study.replaceAll(" ", ", ").replaceAll("=", " ")}`;
    const title = "A board so small that papamu plays it perfectly, and Perfect play shows the result of every move";
    return study !== "" && h("p", { class: "buttons" }, button(offer, () => void begin(), title));
  };
  fill(place, ...options.elements, time, studyOffer());
  const form = h(
    "form",
    { class: "new-game" },
    h("fieldset", { class: "cards" }, h("legend", {}, "Game"), ...cards),
    h("div", { class: "options" }, side, level, levelWords),
    more,
    message,
    h("p", { class: "buttons" }, h("button", { type: "submit", class: "primary" }, "Start the game")),
  );
  // A field that is hidden cannot say what is wrong with it.
  form.addEventListener("invalid", () => (more.open = true), true);
  openDialog("New game", form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void finish(message, start({ game: game.name, options: options.read(), start: null, komi: options.komi(), ...players.read() }));
  });
}

/**
 * The fields of a game's options.
 * @param {GameInfo} game
 * @param {string} given `key=value` words
 */
function optionFields(game, given) {
  /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
  const inputs = new Map();
  const defaultOf = (/** @type {GameOption} */ option) => {
    const other = option.other_defaults.find(({ option: key, value }) => inputs.get(key)?.value === String(value));
    return String(other?.default ?? option.default);
  };
  const fields = game.options.map((option) => {
    const input = option.kind === "word" ? words(option) : number(option);
    inputs.set(option.key, input);
    const [before, after] = LIMITS[option.key] ?? [labelOf(option), ""];
    return h("label", { class: "field", title: `${option.key}: ${option.allowed}` }, h("span", {}, before), h("span", { class: "range" }, input, after));
  });
  /** @param {string} given `key=value` words */
  const write = (given) => {
    const values = new Map(given.split(" ").filter(Boolean).map((word) => /** @type {[string, string]} */ (word.split("="))));
    // Defaults may depend on other options.
    for (const option of game.options) {
      const input = /** @type {HTMLInputElement} */ (inputs.get(option.key));
      const value = values.get(option.key) ?? defaultOf(option);
      input.value = option.zero && value === "0" ? "" : value;
    }
  };
  /** Only the options that differ from their defaults. */
  const read = () =>
    game.options
      .map((option) => ({ option, value: inputs.get(option.key)?.value.trim() || (option.zero ? "0" : "") }))
      .filter(({ option, value }) => value !== "" && value !== defaultOf(option))
      .map(({ option, value }) => `${option.key}=${value}`)
      .join(" ");
  const { presets } = game;
  const preset = h("select", {}, ...presets.map(({ name, options }) => h("option", { value: options }, name)), h("option", { value: OTHER }, "another"));
  const showPreset = () => {
    const present = read();
    preset.value = presets.some(({ options }) => options === present) ? present : OTHER;
  };
  preset.addEventListener("change", () => {
    if (preset.value !== OTHER) {
      write(preset.value);
    }
  });
  write(given);
  showPreset();
  for (const [key, input] of inputs) {
    input.addEventListener("change", () => {
      for (const option of game.options.filter(({ other_defaults }) => other_defaults.some(({ option: other }) => other === key))) {
        /** @type {HTMLInputElement} */ (inputs.get(option.key)).value = defaultOf(option);
      }
      showPreset();
    });
  }
  const komi = h("input", { type: "number", required: true, min: "-1000000", max: "1000000", step: "0.5", value: "0", inputMode: "decimal" });
  const elements = [
    presets.length > 0 && h("label", { class: "field" }, h("span", {}, "Board"), preset),
    ...fields,
    game.has_komi && h("label", { class: "field" }, h("span", {}, "Komi: points added to White's score"), komi),
  ];
  return { elements, read, komi: () => (game.has_komi ? komi.valueAsNumber : 0) };
}

/** What the engine says of a value: `value: what it means; …`; empty if its help is not such a list.
 * @param {GameOption} option @param {string} value */
function meaning({ help }, value) {
  return help.split("; ").find((part) => part.startsWith(`${value}: `))?.slice(value.length + 2) ?? "";
}

/** @param {GameOption} option */
function labelOf(option) {
  const { key, words, help } = option;
  const text = words.length > 0 && words.every((word) => meaning(option, word) !== "") ? key : help;
  return `${text[0].toUpperCase()}${text.slice(1)}`;
}

/** @param {GameOption} option */
function words(option) {
  const names = /** @type {Record<string, string>} */ ({ false: "no", true: "yes" });
  return h("select", {}, ...option.words.map((value) => h("option", { value }, meaning(option, value) || (names[value] ?? value))));
}

/** A number; an empty field is no limit. @param {GameOption} option */
function number({ min, max, zero }) {
  const limits = { min: zero ? "0" : String(min ?? 0), max: String(max ?? "") };
  return h("input", { type: "number", required: !zero, placeholder: zero ? "no limit" : "", ...limits, inputMode: "numeric" });
}
