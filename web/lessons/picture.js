/**
 * The picture of a lesson on the board.
 *
 * @typedef {import("../types.js").LessonState} LessonState
 * @typedef {import("../view/board.js").Picture} Picture
 */

import { opponent } from "../game/color.js";

/** @param {LessonState} state @param {boolean} coordinates @param {boolean} isOver whether the turn is complete @returns {Picture} */
export function pictureOf(state, coordinates, isOver) {
  const { cells, stones, stones_now, taken, clicks, legal_clicks, legal_ends, last_turns } = state;
  const names = new Set(cells.map(({ name }) => name));
  const ends = clicks.length > 0 ? legal_ends.filter((end) => names.has(end)) : [];
  const choices = isOver ? [] : [...new Set([...legal_clicks, ...ends])];
  const turn = last_turns[opponent(state.to_move)] ?? last_turns[state.to_move];
  const fading = (/** @type {"black" | "white"} */ side) =>
    isOver ? [] : stones[side].filter((name) => taken.includes(name) && !stones_now[side].includes(name));
  const [black, white] = [new Set(stones_now.black), new Set(stones_now.white)];
  const words = (/** @type {string} */ name) => [
    name,
    black.has(name) ? "black stone" : white.has(name) ? "white stone" : "empty",
    clicks.includes(name) && "part of this turn",
    choices.includes(name) && "can be chosen",
  ];
  // If nearly every empty cell can be chosen, dots carry no information.
  const isTelling = choices.some((name) => black.has(name) || white.has(name)) || choices.length < 0.7 * (cells.length - black.size - white.size);
  return {
    cells,
    shape: state.cell_shape,
    flipped: false,
    coordinates,
    stones: stones_now,
    fading: { black: fading("black"), white: fading("white") },
    choices,
    showChoices: isTelling,
    toMove: state.to_move,
    clicks: isOver ? [] : clicks,
    last: {
      from: isOver && turn?.from ? [turn.from] : [],
      to: isOver && turn ? (turn.from && turn.to ? turn.clicks.slice(1) : turn.dropped) : [],
      captured: isOver && turn ? turn.captured : [],
    },
    control: null,
    marks: [],
    describe: (name) => words(name).filter(Boolean).join(", "),
  };
}
