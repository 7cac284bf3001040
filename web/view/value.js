/**
 * The value of a move, as the list and the board show it: its win rate, or the lead in points if the user prefers that
 * and the game counts points.
 *
 * @typedef {import("../types.js").Line} Line
 */

/** The value in the list of moves.
 * @param {Line} line @param {boolean} inPoints */
export function valueText({ winrate, score, proven, win_in, loss_in }, inPoints) {
  if (proven) {
    const turns = win_in ?? loss_in;
    return `${proven === "win" ? "wins" : "loses"}${turns === null ? "" : ` in ${turns}`}`;
  }
  return inPoints && score !== null ? leadText(score) : `${Math.round(100 * winrate)} %`;
}

/** The same value in a badge on the board, which has room for four characters.
 * @param {Line} line @param {boolean} inPoints */
export function badgeText(line, inPoints) {
  return line.proven ?? valueText(line, inPoints).replace(" ", "");
}

/** A lead in points: `+3.5`.
 * @param {number} points */
export function leadText(points) {
  const rounded = Math.round(10 * points) / 10;
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : ""}${Math.abs(rounded)}`;
}

/** How strongly each line is marked, from 0 to 1, in the order of the list: the best most, and worse ones less.
 * @param {Line[]} lines */
export function strengths(lines) {
  return lines.map(({ winrate }, index) => (index === 0 ? 1 : Math.max(0.1, 0.7 - 3 * (lines[0].winrate - winrate) - 0.05 * index)));
}
