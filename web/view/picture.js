/**
 * The picture of a table on the board.
 *
 * @typedef {import("../game/table.js").Table} Table
 * @typedef {import("../game/store.js").Choices} Choices
 * @typedef {import("../types.js").State} State
 * @typedef {import("../types.js").Turn} Turn
 * @typedef {import("./board.js").Picture} Picture
 * @typedef {import("./board.js").Mark} Mark
 */

import { SHOWN } from "./analysis.js";
import { badgeText, strengths } from "./value.js";

/**
 * @param {Table} table
 * @param {State} state of the table
 * @param {Choices} choices of the user
 * @param {number | null} hovered the line of the analysis under the pointer
 * @returns {Picture}
 */
export function pictureOf(table, state, choices, hovered) {
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
    control: choices.control ? controlOf(state) : null,
    marks: marksOf(table, state, choices, hovered),
    describe: (name) =>
      [
        name,
        black.has(name) ? "black stone" : white.has(name) ? "white stone" : "empty",
        begun.has(name) && "part of this turn",
        marked.has(name) && "last turn",
        legal.has(name) && "can be chosen",
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

/**
 * The marks for the engine's suggestions: the line under the pointer, or the best moves.
 * @param {Table} table @param {State} state @param {Choices} choices @param {number | null} hovered
 * @returns {Mark[]}
 */
function marksOf(table, state, choices, hovered) {
  // In games with drops, several clicks are several stones; elsewhere they are the path of one stone.
  const drops = state.drops_left !== undefined;
  const { hint, report } = table;
  const moves = report?.moves.slice(0, SHOWN) ?? [];
  const line = hovered === null ? null : moves[hovered];
  if (line) {
    return line.pv.slice(0, 6).map(({ clicks }, index) => ({ clicks, drops, label: String(index + 1), strength: 1 - index / 6 }));
  }
  if (hint) {
    return [{ clicks: hint.clicks, drops, label: "", strength: 1 }];
  }
  if (!choices.arrows || state.clicks.length > 0) {
    return [];
  }
  const strength = strengths(moves);
  return moves.map((move, index) => ({
    clicks: move.pv[0]?.clicks ?? [],
    drops,
    label: badgeText(move, choices.points),
    strength: strength[index],
  }));
}
