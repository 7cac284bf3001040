/**
 * The geometry of the board, computed from the engine's cells, for squares and hexagons. A cell is UNIT wide; y points
 * down, as on the screen.
 *
 * @typedef {import("../types.js").Cell} Cell
 * @typedef {{x: number, y: number}} Point
 */

export const UNIT = 100;
/** The width of the frame around the cells, if its labels are large enough to read. */
export const BAND = 0.28;

export class Geometry {
  /**
   * @param {Cell[]} cells
   * @param {"square" | "hexagon"} shape
   * @param {boolean} flipped whether the board is rotated by 180 degrees
   * @param {number} [band] the width of the frame, which has the labels
   */
  constructor(cells, shape, flipped, band = BAND) {
    this.band = band;
    this.cells = cells;
    this.shape = shape;
    const sign = flipped ? -1 : 1;
    /** The centre of each cell.
     * @type {Map<string, Point>} */
    this.centres = new Map(cells.map(({ name, x, y }) => [name, { x: sign * x * UNIT, y: -sign * y * UNIT }]));
    const points = cells.flatMap((cell) => this.corners(cell.name));
    /** The outline of all cells. */
    this.outline = hull(points);
    const xs = points.map(({ x }) => x);
    const ys = points.map(({ y }) => y);
    const margin = (band + 0.34) * UNIT;
    this.left = Math.min(...xs) - margin;
    this.top = Math.min(...ys) - margin;
    this.width = Math.max(...xs) + margin - this.left;
    this.height = Math.max(...ys) + margin - this.top;
  }

  /** @param {string} name */
  centre(name) {
    return this.centres.get(name) ?? { x: 0, y: 0 };
  }

  /** The corners of a cell.
   * @param {string} name @param {number} [scale] */
  corners(name, scale = 1) {
    const { x, y } = this.centre(name);
    const [count, radius, first] = this.shape === "hexagon" ? [6, UNIT / Math.sqrt(3), 30] : [4, UNIT / Math.sqrt(2), 45];
    return Array.from({ length: count }, (_, index) => {
      const angle = ((first + (index * 360) / count) * Math.PI) / 180;
      return { x: x + scale * radius * Math.cos(angle), y: y + scale * radius * Math.sin(angle) };
    });
  }

  /** The path of a blocked cell: an inset cell with its diagonals.
   * @param {string} name */
  block(name) {
    const corners = this.corners(name, 0.84);
    const half = corners.length / 2;
    return pathOf(corners) + corners.slice(0, half).map((corner, index) => pathOf([corner, corners[index + half]], false)).join("");
  }

  /** The cells that large square boards mark for orientation. */
  stars() {
    const [columns, rows] = [1 + Math.max(...this.cells.map(({ column }) => column)), 1 + Math.max(...this.cells.map(({ row }) => row))];
    if (this.shape !== "square" || Math.min(columns, rows) < 9) {
      return [];
    }
    const lines = (/** @type {number} */ length) => {
      const edge = length < 12 ? 2 : 3;
      return [edge, length - 1 - edge, ...(length % 2 ? [(length - 1) / 2] : [])];
    };
    const [across, up] = [lines(columns), lines(rows)];
    return this.cells.filter(({ column, row }) => across.includes(column) && up.includes(row)).map(({ name }) => name);
  }

  /** The cell with the lowest cost; null if there is none below a limit.
   * @param {(centre: Point) => number} cost @param {number} [limit] */
  cheapest(cost, limit = Infinity) {
    /** @type {string | null} */
    let best = null;
    for (const [name, centre] of this.centres) {
      if (cost(centre) < limit) {
        [best, limit] = [name, cost(centre)];
      }
    }
    return best;
  }

  /** The cell at a point, if the point is near one.
   * @param {Point} point */
  cellAt(point) {
    return this.cheapest(({ x, y }) => Math.hypot(x - point.x, y - point.y), 0.75 * UNIT);
  }

  /** The next cell from one in a direction; null at the edge.
   * @param {string} from @param {Point} direction a unit vector
   * @param {Point} [anchor] a point on the line to stay near: on a hexagon, no cell is straight above another */
  neighbour(from, direction, anchor = this.centre(from)) {
    const start = this.centre(from);
    return this.cheapest(({ x, y }) => {
      const [dx, dy] = [x - start.x, y - start.y];
      const along = dx * direction.x + dy * direction.y;
      const aside = Math.abs(dx * direction.y - dy * direction.x);
      // The nearest cell within 60 degrees of the direction; straight ones first.
      const isThere = along > 0.3 * UNIT && aside <= 1.75 * along;
      return isThere ? Math.hypot(dx, dy) + Math.abs((x - anchor.x) * direction.y - (y - anchor.y) * direction.x) : Infinity;
    });
  }

  /** The labels of columns and rows, with their positions beside the board. */
  labels() {
    /** @param {(cell: Cell) => number} line @param {(cell: Cell) => number} along */
    const ends = (line, along) => {
      /** @type {Map<number, Cell[]>} */
      const lines = new Map();
      for (const cell of this.cells) {
        lines.set(line(cell), [...(lines.get(line(cell)) ?? []), cell]);
      }
      const sorted = [...lines.values()].map((cells) => cells.sort((one, other) => along(one) - along(other)));
      const longest = sorted.reduce((one, other) => (other.length > one.length ? other : one));
      const [first, second] = [longest[0], longest[1] ?? longest[0]].map(({ name }) => this.centre(name));
      return sorted.map((cells) => {
        const { x, y } = this.centre(cells[0].name);
        const at = (/** @type {number} */ far) => ({ x: x + far * (first.x - second.x), y: y + far * (first.y - second.y) });
        // At the corners of a hexagon, the frame ends sooner in that direction.
        let far = (this.shape === "hexagon" ? 0.59 : 0.5) + this.band / 2;
        while (this.shape === "hexagon" && far > 0.5 && distance(at(far), this.outline) > (this.band / 2 - 0.03) * UNIT) {
          far -= 0.01;
        }
        return { cell: cells[0], at: at(far) };
      });
    };
    const rows = ends(({ row }) => row, ({ column }) => column);
    const columns = ends(({ column }) => column, ({ row }) => row);
    return [
      ...rows.map(({ cell, at }) => ({ text: cell.name.replace(/^[A-Z]+/, ""), at })),
      ...columns.map(({ cell, at }) => ({ text: cell.name.replace(/\d+$/, ""), at })),
    ];
  }
}

/** The convex hull of points, in order (Andrew's monotone chain).
 * @param {Point[]} points */
export function hull(points) {
  const sorted = [...points].sort((one, other) => one.x - other.x || one.y - other.y);
  const turn = (/** @type {Point} */ a, /** @type {Point} */ b, /** @type {Point} */ c) =>
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  const half = (/** @type {Point[]} */ order) => {
    /** @type {Point[]} */
    const chain = [];
    for (const point of order) {
      while (chain.length > 1 && turn(/** @type {Point} */ (chain.at(-2)), /** @type {Point} */ (chain.at(-1)), point) <= 1e-6) {
        chain.pop();
      }
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** Points as an SVG path.
 * @param {Point[]} points @param {boolean} [closed] */
export function pathOf(points, closed = true) {
  const text = points.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L");
  return `M${text}${closed ? "Z" : ""}`;
}

/** The distance of a point outside a polygon from it.
 * @param {Point} point @param {Point[]} polygon */
function distance({ x, y }, polygon) {
  return Math.min(
    ...polygon.map((from, index) => {
      const to = polygon[(index + 1) % polygon.length];
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      const share = Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1)));
      return Math.hypot(x - from.x - share * dx, y - from.y - share * dy);
    }),
  );
}
