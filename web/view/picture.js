/**
 * The picture of a table on the board.
 *
 * @typedef {import("../game/table.js").Table} Table
 * @typedef {import("../game/store.js").Choices} Choices
 * @typedef {import("../types.js").State} State
 * @typedef {import("../types.js").Turn} Turn
 * @typedef {import("./board.js").Picture} Picture
 */

import { solutionWords } from "./solution.js";
import { marksOf } from "./suggestions.js";

/**
 * @param {Table} table
 * @param {State} state of the table
 * @param {Choices} choices of the user
 * @param {import("../types.js").VariationTurn[] | null} line the line that is played out
 * @returns {Picture}
 */
export function pictureOf(table, state, choices, line) {
  const { stones, stones_now, taken, clicks, cells } = state;
  const isTurn = table.isPersonToMove;
  const taking = new Set(taken);
  const fading = (/** @type {"black" | "white"} */ side) =>
    stones[side].filter((name) => taking.has(name) && !stones_now[side].includes(name));
  const shown = isTurn ? clickable(table, state) : [];
  const last = lastOf(clicks.length > 0 ? null : (table.node.turn ?? null));
  const legal = new Set(shown);
  const black = new Set(stones_now.black);
  const white = new Set(stones_now.white);
  const begun = new Set(clicks);
  const marked = new Set([...last.from, ...last.to]);
  // If nearly every empty cell can be chosen, dots carry no information.
  const empty = cells.length - black.size - white.size;
  const isTelling = shown.some((name) => black.has(name) || white.has(name)) || shown.length < 0.7 * empty;
  const solved = solutionWords(table, state);
  return {
    cells,
    shape: state.cell_shape,
    flipped: table.flipped,
    coordinates: choices.coordinates,
    stones: stones_now,
    fading: { black: fading("black"), white: fading("white") },
    choices: shown,
    showChoices: choices.legal && isTelling,
    toMove: state.to_move,
    clicks,
    last,
    winning: state.winning_stones ?? [],
    control: choices.control ? controlOf(state) : null,
    marks: marksOf(table, state, choices, line),
    describe: (name) =>
      [
        name,
        black.has(name) ? "black stone" : white.has(name) ? "white stone" : "empty",
        begun.has(name) && "part of this turn",
        marked.has(name) && "last turn",
        state.winning_stones?.includes(name) && "wins the game",
        legal.has(name) && "can be chosen",
        solved(name),
      ]
        .filter(Boolean)
        .join(", "),
  };
}

/** The cells that a person may click: the next click, or the one that ends the turn.
 * @param {Table} table @param {State} state */
function clickable({ isBegun }, { legal_clicks, legal_ends, cells }) {
  const ends = isBegun ? legal_ends.filter((end) => cells.some(({ name }) => name === end)) : [];
  return [...new Set([...legal_clicks, ...ends])];
}

/** The cells that one side alone controls.
 * @param {State} state */
function controlOf({ score }) {
  const controlled = score?.controlled;
  if (!controlled) {
    return null;
  }
  const [black, white] = [new Set(controlled.black), new Set(controlled.white)];
  return {
    black: controlled.black.filter((name) => !white.has(name)),
    white: controlled.white.filter((name) => !black.has(name)),
  };
}

/** @param {Turn | null} turn */
function lastOf(turn) {
  if (!turn) {
    return { from: [], to: [], captured: [] };
  }
  const { from, to, dropped, captured, clicks } = turn;
  const way = from && to ? clicks.slice(1) : dropped;
  return { from: from ? [from] : [], to: way, captured };
}
