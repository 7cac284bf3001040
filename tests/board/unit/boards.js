/**
 * Boards for the tests, with the cells that the engine would report.
 *
 * @typedef {import("../../../web/types.js").Cell} Cell
 */

const LETTERS = "ABCDEFGHJKLMNOPQRST";

/**
 * A board of squares from its rows, the top one first: `x` is a black stone, `o` a white one.
 * @param {...string} rows
 */
export function squares(...rows) {
  /** @type {Cell[]} */
  const cells = [];
  /** @type {{black: string[], white: string[]}} */
  const stones = { black: [], white: [] };
  rows.forEach((signs, index) => {
    const row = rows.length - 1 - index;
    [...signs].forEach((sign, column) => {
      const name = `${LETTERS[column]}${row + 1}`;
      cells.push({ name, column, row, x: column, y: row });
      if (sign !== ".") {
        stones[sign === "x" ? "black" : "white"].push(name);
      }
    });
  });
  return { shape: /** @type {const} */ ("square"), cells, stones };
}

/**
 * A hexagonal board.
 * @param {number} side @param {string[]} black @param {string[]} white
 */
export function hexagon(side, black, white) {
  /** @type {Cell[]} */
  const cells = [];
  for (let row = 0; row < 2 * side - 1; row += 1) {
    for (let column = 0; column < 2 * side - 1; column += 1) {
      if (Math.abs(column - row) < side) {
        const [x, y] = [(column + row) / 2, ((row - column) * Math.sqrt(3)) / 2];
        cells.push({ name: `${LETTERS[column]}${row + 1}`, column, row, x, y });
      }
    }
  }
  return { shape: /** @type {const} */ ("hexagon"), cells, stones: { black, white } };
}
