import { hexagon } from "./diagram.js";

/** @type {import("./index.js").Rules} */
export const sendIt = {
  title: "Send It",
  tagline: "Four stones a turn, each in sight of another.",
  credit: "By João Neto, 2004.",
  lines: [
    "The board starts empty. Black drops one stone, then White drops three; from then on, a turn is up to four drops.",
    "Drop a stone on an empty cell that one of your stones sees: along a straight line with nothing in between.",
    "A stone that you dropped earlier in the turn counts as well.",
    "A player without stones may drop anywhere in the first turn.",
    "A group may get only one new stone in a turn: the stones that you drop must end up in different groups.",
    "Opposing groups without an adjacent empty cell are captured after each drop, as in Go.",
    "A drop that leaves a group of yours without an adjacent empty cell is illegal.",
    "You may end your turn after any drop, or pass. The game ends when both players pass.",
    "You score a point for each of your stones and for each cell that you control: an empty cell where your opponent cannot drop.",
    "The higher score wins.",
  ],
  diagrams: [
    {
      caption: "The black stone sees the cells with a dot. The white stone stops its view.",
      ...hexagon(4, ["D4"], ["F4"]),
      choices: ["A4", "B4", "C4", "E4", "D1", "D2", "D3", "D5", "D6", "D7", "A1", "B2", "C3", "E5", "F6", "G7"],
    },
    {
      caption: "A turn with three drops: each stone is in sight of another, and in a group of its own.",
      ...hexagon(4, ["D4", "B2", "B5", "F6"], ["E4", "D6", "C2"]),
      clicks: ["B2", "B5", "F6"],
    },
  ],
};
