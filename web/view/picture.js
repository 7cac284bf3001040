/**
 * The picture of a table, or of an exercise, on the board.
 *
 * @typedef {import("../game/table.js").Table} Table
 * @typedef {import("../game/store.js").Choices} Choices
 * @typedef {import("../types.js").State} State
 * @typedef {import("../types.js").Turn} Turn
 * @typedef {import("./board.js").Picture} Picture
 */

import { movesOf } from "../game/words.js";
import { solutionWords } from "./solution.js";
import { marksOf } from "./suggestions.js";

/**
 * @param {Table} table
 * @param {State} state of the table
 * @param {Choices} choices of the user
 * @param {import("../types.js").VariationTurn[] | null} line the line that is played out
 * @param {string} blocked what a blocked cell is called
 * @returns {Picture}
 */
export function pictureOf(table, state, choices, line, blocked) {
  const turn = state.clicks.length > 0 ? null : table.node.turn;
  const shown = table.isGiving ? { ...state, legal_clicks: [...table.gifts.keys()] } : state;
  const board = boardOf(shown, turn, table.isPersonToMove && table.engine !== null, blocked);
  const solved = solutionWords(table, state);
  const control = controlOf(state);
  const controls = (/** @type {string} */ name) =>
    control?.black.includes(name) ? "controlled by Black" : control?.white.includes(name) ? "controlled by White" : "";
  return {
    ...board,
    flipped: table.flipped,
    coordinates: choices.coordinates,
    showChoices: choices.legal && board.showChoices,
    control: choices.control ? control : null,
    marks: marksOf(table, state, choices, line, blocked !== ""),
    describe: (name) => [board.describe(name), controls(name), solved(name)].filter(Boolean).join(", "),
  };
}

/**
 * The picture of a position, without what a table adds.
 * @param {State} state
 * @param {Turn | null} turn the last turn, if it is marked
 * @param {boolean} isOpen whether cells can be chosen
 * @param {string} blocked what a blocked cell is called
 * @returns {Picture}
 */
export function boardOf(state, turn, isOpen, blocked) {
  const { stones, stones_now, taken, clicks, unfinished, cells, winning } = state;
  const fading = (/** @type {"black" | "white"} */ side) =>
    stones[side].filter((name) => taken.includes(name) && !stones_now[side].includes(name));
  const [choices, last] = [isOpen ? clickable(state) : [], lastOf(turn)];
  const [legal, begun] = [new Set(choices), new Set(clicks)];
  const marked = new Set([...last.paths.flat(), ...last.cells]);
  const all = { [blocked || "blocked"]: state.blocked, "black stone": stones_now.black, "white stone": stones_now.white };
  const content = new Map(Object.entries(all).flatMap(([word, names]) => names.map((name) => [name, word])));
  // If nearly every empty cell can be chosen, dots carry no information.
  const isTelling = choices.some((name) => content.has(name)) || choices.length < 0.7 * (cells.length - content.size);
  return {
    cells,
    shape: state.cell_shape,
    flipped: false,
    coordinates: false,
    stones: stones_now,
    fading: { black: fading("black"), white: fading("white") },
    blocked: state.blocked,
    choices,
    showChoices: isTelling,
    // Where cells can be blocked, a click need not place a stone.
    ghost: blocked && unfinished.length === 0 ? null : state.to_move,
    clicks,
    lifted: unfinished.at(-1),
    last,
    winning,
    control: null,
    marks: [],
    describe: (name) =>
      [
        name,
        content.get(name) ?? "empty",
        begun.has(name) && "part of this turn",
        marked.has(name) && "last turn",
        winning.includes(name) && "wins the game",
        legal.has(name) && "can be chosen",
      ]
        .filter(Boolean)
        .join(", "),
  };
}

/** The cells that a person may click: the next click, or the one that ends the turn.
 * @param {State} state */
function clickable({ clicks, legal_clicks, legal_ends, cells }) {
  const ends = clicks.length > 0 ? legal_ends.filter((end) => cells.some(({ name }) => name === end)) : [];
  return [...new Set([...legal_clicks, ...ends])];
}

/** The cells that one side alone controls.
 * @param {State} state */
export function controlOf({ score }) {
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

/** @param {Turn | null} turn @returns {Picture["last"]} */
function lastOf(turn) {
  if (!turn) {
    return { paths: [], cells: [], captured: [] };
  }
  const { text, clicks, from, to, dropped, captured, recoloured = [], blocked = [] } = turn;
  const moves = movesOf(text ?? "");
  const paths = moves.length > 1 ? moves.filter(({ length }) => length > 1) : from && to ? [clicks] : [];
  const cells = new Set([...(moves.length > 1 ? moves.flat() : []), ...(from ? [from] : []), ...dropped, ...recoloured, ...blocked]);
  return { paths, cells: [...cells], captured };
}
