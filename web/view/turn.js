/**
 * The turn under way: whose it is, what to do, what is left, and the buttons that end it; after the game, its result.
 *
 * @typedef {import("../game/table.js").Table} Table
 * @typedef {import("../types.js").State} State
 */

import { nameOf } from "../game/table.js";
import { h } from "./dom.js";

/**
 * @typedef {object} TurnActions
 * @property {() => void} giveStone
 * @property {() => void} rematch
 * @property {() => void} review
 */

/**
 * @param {HTMLElement} element
 * @param {Table} table
 * @param {TurnActions} actions
 */
export function drawTurn(element, table, actions) {
  const { state } = table;
  const focused = element.contains(document.activeElement) ? document.activeElement?.textContent : null;
  element.replaceChildren(...(state ? contents(table, state, actions) : [h("p", { class: "status" }, "Connecting …")]));
  // The button that had the focus is made anew.
  const again = [...element.querySelectorAll("button")].find((button) => focused && button.textContent === focused);
  again?.focus({ preventScroll: true });
}

/** @param {Table} table @param {State} state @param {TurnActions} actions */
function contents(table, state, actions) {
  const message = h("p", { class: "message", role: "alert" }, sentence(table.message));
  if (state.result) {
    return [...resultOf(table, state, actions), message];
  }
  const player = nameOf(state.to_move);
  const isBrowsing = table.node !== table.live;
  const engineIsToMove = table.setup.players[state.to_move] === "engine";
  const status = table.working === "move" ? `${player} is thinking …` : `${player} to move`;
  return [
    h("p", { class: "status" }, h("strong", {}, status), ` · turn ${state.turn_number}`, table.isPersonToMove ? "" : left(state)),
    h("p", { class: "instruction" }, table.isPersonToMove ? sentence(state.instruction) : ""),
    message,
    h(
      "p",
      { class: "buttons" },
      ...(table.isPersonToMove ? turnButtons(table, state, actions) : []),
      table.working === "move" && button("Move now", () => table.moveNow(), "Play the best move found so far"),
      table.working === "move" && button("Stop", () => table.stop(), "Stop thinking and play nothing"),
      !isBrowsing && table.paused && engineIsToMove && button("Let papamu move", () => table.engineMoves(), "Let the engine go on"),
      isBrowsing && button("Play from here", () => table.playHere(), "Go on with the game from this turn"),
    ),
  ];
}

/** The engine's words as a sentence. @param {string} words */
function sentence(words) {
  return words === "" ? "" : `${words[0].toUpperCase()}${words.slice(1)}.`;
}

/** What is left of the turn. @param {State} state */
function left({ drops_left, obligatory_moves_left }) {
  const count = (/** @type {number} */ number, /** @type {string} */ noun) => ` · ${number} ${noun}${number === 1 ? "" : "s"} left`;
  if (drops_left !== null) {
    return count(drops_left, "drop");
  }
  return obligatory_moves_left === null ? "" : count(obligatory_moves_left, "obligatory move");
}

/** @param {Table} table @param {State} state @param {TurnActions} actions */
function turnButtons(table, state, { giveStone }) {
  const end = state.legal_ends.find((token) => token !== "PASS") ?? state.legal_ends[0];
  // A PASS that would resign has a button of its own.
  const isResignation = end === "PASS" && !table.isBegun && state.resignations.length > 0;
  return [
    end && !isResignation && button(table.isBegun ? "End turn" : "Pass", () => table.playToken(end), "", "primary"),
    table.isBegun && button("Cancel turn", () => table.cancelTurn(), "Take the begun turn back (Escape)"),
    state.resignations.length > 0 && !table.isBegun && button("Give a stone and count …", giveStone, "End the game for the price of a stone"),
  ];
}

/** @param {Table} table @param {State} state @param {TurnActions} actions */
function resultOf(table, state, { rematch, review }) {
  const result = /** @type {import("../types.js").GameResult} */ (state.result);
  const head = result.winner ? `${nameOf(result.winner)} wins` : "A draw";
  const margin = result.margin ? ` by ${result.margin}` : "";
  return [
    h("p", { class: "status result" }, h("strong", {}, head + margin), h("span", { class: "score" }, result.text)),
    h("p", { class: "instruction" }, sentence(result.sentence)),
    h(
      "p",
      { class: "buttons" },
      button("Rematch", rematch, "The same game with the sides changed", "primary"),
      !table.analysing && button("Review", review, "Go through the game with the engine's opinion"),
    ),
  ];
}

/**
 * @param {string} text @param {() => void} action @param {string} [title] @param {string} [kind]
 */
export function button(text, action, title = "", kind = "") {
  return h("button", { type: "button", class: kind || null, title, onclick: action }, text);
}
