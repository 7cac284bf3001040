/**
 * The current turn: whose it is, what to do, what is left, and the buttons that end it. After the game, its result.
 *
 * @typedef {import("../game/table.js").Table} Table
 * @typedef {import("../types.js").State} State
 */

import { nameOf } from "../game/color.js";
import { startReview } from "../game/review.js";
import { GIVING, sentence } from "../game/words.js";
import { button, h, update } from "./dom.js";
import { exerciseButtons, exerciseWords } from "./learn.js";

/** @param {{words: HTMLElement, buttons: HTMLElement}} places the text, and the buttons, which are kept while it changes
 * @param {Table} table */
export function drawTurn(places, table) {
  const { state } = table;
  update(places.words, ...(state ? words(table, state) : [h("p", { class: "status" }, "Connecting …")]));
  const back = table.previous !== null && !table.isBrowsing && button("Reopen the last game", () => table.goBack(), "Leave this game, and open the one before again");
  update(places.buttons, ...(state ? [...buttons(table, state), back] : []));
}

/** @param {Table} table @param {State} state */
function words(table, state) {
  const comment = table.node.notes.C?.[0] ?? "";
  const message = [
    h("p", { class: "place" }, placeOf(table)),
    comment !== "" && h("p", { class: "comment", role: "note", tabIndex: 0, "aria-label": "Comment" }, comment),
    h("p", { class: "message", role: "alert" }, sentence(table.message)),
  ];
  if (table.learning) {
    return [...exerciseWords(table, table.learning), ...message.slice(1)];
  }
  const { result } = state;
  if (result) {
    const head = result.winner ? `${nameOf(result.winner)} wins` : "A draw";
    const margin = result.margin ? ` by ${result.margin}` : "";
    return [
      // Without points, the text of the result repeats the winner.
      h("p", { class: "status result" }, h("strong", {}, head + margin), result.margin !== null && h("span", { class: "score" }, result.text)),
      h("p", { class: "instruction" }, sentence(result.sentence)),
      ...message,
    ];
  }
  const player = nameOf(state.to_move);
  const status = table.working === "move" ? `${player} is thinking …` : `${player} to move`;
  return [
    h("p", { class: "status" }, h("strong", {}, status), ` · turn ${state.turn_number}`, table.isPersonToMove ? "" : left(state)),
    // What it means to play here is said before what to click.
    h("p", { class: "instruction" }, instruction(table, state)),
    ...message,
  ];
}

/** What to click. @param {Table} table @param {State} state */
function instruction(table, { instruction }) {
  if (table.isGiving) {
    return GIVING;
  }
  return table.isPersonToMove && (table.isBegun || !table.isBrowsing) ? sentence(instruction) : "";
}

/** Where the board is while the game waits. @param {Table} table */
function placeOf({ isBrowsing, isVariation, live }) {
  if (!isBrowsing) {
    return "";
  }
  const game = live.result === null ? `The game waits at turn ${live.depth + 1}.` : "The game is over.";
  return isVariation ? `This is a variation. ${game}` : `This is an earlier turn. ${game} Playing here starts a variation.`;
}

/** @param {Table} table @param {State} state */
function buttons(table, state) {
  if (table.learning) {
    const isDone = state.result !== null || table.learning.phase === "found";
    return exerciseButtons(table, table.learning, isDone ? [] : turnButtons(table, state));
  }
  if (table.isBrowsing) {
    return [
      ...(state.result ? [] : turnButtons(table, state)),
      button("Back to game", () => table.goLive(), "Show the turn at which the game stands"),
      !state.result && button("Play from here", () => table.playHere(), "Continue the game from this turn"),
    ];
  }
  if (state.result) {
    return [
      !table.setup.study && button("Rematch", () => rematch(table), "The same game with sides swapped", "primary"),
      !table.review && button("Review", () => startReview(table), "Let papamu judge each turn of the game"),
    ];
  }
  if (table.isPersonToMove) {
    return turnButtons(table, state);
  }
  if (table.paused && table.working !== "move") {
    return table.isWatched
      ? [button("Play on", () => table.engineMoves(), "Let papamu go on", "primary"), button("Step", () => table.engineMoves(true), "Let papamu make one move")]
      : [button("Let papamu move", () => table.engineMoves(), "Let the engine continue")];
  }
  return [
    button("Move now", () => table.moveNow(), "Play the best move found so far"),
    table.isWatched
      ? button("Pause", () => table.stop(), "Stop after the turn on the board")
      : button("Stop", () => table.stop(), "Stop thinking and play nothing"),
  ];
}

/** @param {Table} table */
function rematch(table) {
  const { black, white } = table.setup.players;
  void table.start({ ...table.setup, players: { black: white, white: black } });
}

/** What is left of the turn. @param {State} state */
function left({ left_in_turn, turns_in_a_row }) {
  const count = (/** @type {number | null} */ number, /** @type {string} */ noun, /** @type {string} */ rest) =>
    number === null ? "" : ` · ${number} ${noun}${number === 1 ? "" : "s"} ${rest}`;
  return count(left_in_turn, "move", "left in this turn") + count(turns_in_a_row, "turn", "in a row");
}

/** @param {Table} table @param {State} state */
function turnButtons(table, state) {
  const { end, isBegun } = table;
  if (table.isGiving) {
    return [button("Keep playing", () => table.cancelTurn(), "Give no stone (Escape)")];
  }
  const canResign = !isBegun && state.resignations.length > 0;
  // A PASS that resigns has a separate button.
  const isResignation = end === "PASS" && canResign;
  const isBeginning = !table.node.parent && !table.setup.start;
  return [
    end && !isResignation && button(isBegun ? "End turn" : "Pass", () => table.endTurn(), "", isBegun || state.legal_clicks.length === 0 ? "primary" : ""),
    isBegun && button("Cancel turn", () => table.cancelTurn(), "Cancel the current turn (Escape)"),
    canResign && !isBeginning && button("Give a stone and count …", () => table.giveStone(), "End the game: the stone that you click leaves the board, and both sides are counted"),
  ];
}
