import { squares } from "./diagram.js";

/** @type {import("./index.js").Rules} */
export const konane = {
  title: "Kōnane",
  tagline: "Jump until you cannot. From Hawaiʻi.",
  credit: "A traditional Hawaiian game, played on boards of lava and wood called papamū.",
  lines: [
    "The board starts full: black and white stones alternate.",
    "Black first removes a black stone from a corner or from the middle of the board.",
    "White then removes a white stone next to that hole.",
    "From then on, you must jump with one of your stones in each turn.",
    "A jump goes over one adjacent opposing stone, along a row or a column, to the empty cell just behind it.",
    "The stone jumped over is removed.",
    "The same stone may jump on in the same direction, and may stop after any jump.",
    "There are no diagonal jumps, no changes of direction within a turn, and no passing.",
    "A player who cannot jump loses. There are no draws.",
    "On the board, click the stone, then the cell where it is to land.",
  ],
  diagrams: [
    {
      caption: "Black may remove a stone in a corner or in the middle.",
      ...squares("xoxoxo", "oxoxox", "xoxoxo", "oxoxox", "xoxoxo", "oxoxox"),
      choices: ["A6", "F1", "C4", "D3"],
    },
    {
      caption: "Black jumps twice and removes two stones, or stops after the first jump.",
      ...squares("oxoxo", "xo.o.", "oxoxo"),
      way: ["A2", "C2", "E2"],
    },
  ],
};
