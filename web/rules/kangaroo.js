import { squares } from "./diagram.js";

/** @type {import("./index.js").Rules} */
export const kangaroo = {
  title: "Kangaroo",
  tagline: "Jump in all directions, and stop counting in time.",
  credit: "By John Flagg, 1977.",
  lines: [
    "Each player starts with two full ranks. Black begins.",
    "In each turn you jump with one stone, in any of the eight directions, over one adjacent stone to the empty cell just behind it.",
    "An opposing stone that you jump over is removed at once. Your own stones stay.",
    "The same stone may jump on in any direction, and may stop after any jump.",
    "At the end, a stone counts one point, or two on the rank furthest from where it started.",
    "Instead of moving you may give a stone: you lose its value, your opponent gains a point, and the game ends and is counted.",
    "So a lead of three points wins at once.",
    "A player who cannot jump is stranded: the opponent then makes up to five obligatory moves in a row.",
    "If the stranded player can jump again, play goes on. Otherwise the game ends and is counted.",
    "The game also ends when a player has no stones left.",
  ],
  diagrams: [
    {
      caption: "Black jumps over its own stone, then over four white stones, which are removed.",
      ...squares("xx.o.", "x..o.", "o....", "o.oo.", "....."),
      way: ["A5", "C5", "E5", "C3", "C1", "E3"],
    },
  ],
};
