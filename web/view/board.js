/**
 * The board as a picture that can be clicked, dragged on and navigated with the keyboard. It draws what it is given and
 * reports clicks on cells; it knows nothing about the games.
 *
 * @typedef {import("../types.js").Cell} Cell
 * @typedef {import("../types.js").Color} Color
 *
 * @typedef {import("./marks.js").Mark} Mark
 *
 * @typedef {object} Picture
 * @property {Cell[]} cells
 * @property {"square" | "hexagon"} shape
 * @property {boolean} flipped
 * @property {boolean} coordinates
 * @property {{black: string[], white: string[]}} stones
 * @property {{black: string[], white: string[]}} fading stones that the current turn has captured
 * @property {string[]} blocked cells that are neither empty nor hold a stone
 * @property {string[]} choices cells that may be clicked
 * @property {boolean} showChoices
 * @property {Color | null} ghost the stone that a click on an empty cell places
 * @property {string[]} clicks of the current turn
 * @property {string} [lifted] the stone that is chosen, and can be dragged on
 * @property {{paths: string[][], cells: string[], captured: string[]}} last the last turn: stones that moved, and other cells
 * @property {string[]} [winning] cells that have won the game
 * @property {{black: string[], white: string[]} | null} control
 * @property {Mark[]} marks
 * @property {(name: string) => string} describe a cell, for screen readers
 */

import { BAND, Geometry, UNIT, pathOf } from "./geometry.js";
import { changes, s } from "./dom.js";
import { drawMark } from "./marks.js";
import { fall, jump } from "./motion.js";
import { Pointer } from "./pointer.js";

/** The smallest letters on and beside the board, and the frame that they need, in pixels. */
const LETTERS = 9;
const FRAME = 13;

/** More stones than these that come at once belong to another position, not to a turn. */
const MOST = 4;

const SIDES = /** @type {const} */ (["black", "white"]);

export class BoardView {
  /**
   * @param {HTMLElement} parent
   * @param {import("./pointer.js").Listener | null} [listener] null for a static picture
   */
  constructor(parent, listener = null) {
    this.listener = listener;
    this.layers = Object.fromEntries(
      ["base", "blocked", "last", "control", "labels", "stones", "choices", "marks", "ghost", "cells", "focus"].map((name) => [
        name,
        s("g", { class: `layer-${name}` }),
      ]),
    );
    this.svg = /** @type {SVGSVGElement} */ (
      s("svg", { class: "board", role: "group", "aria-label": "Board" }, ...Object.values(this.layers))
    );
    parent.append(this.svg);
    /** @type {Picture | null} */
    this.picture = null;
    /** @type {Geometry} */
    this.geometry = new Geometry([], "square", false);
    /** Stones on the board by side and cell.
     * @type {{black: Map<string, SVGElement>, white: Map<string, SVGElement>}} */
    this.stones = { black: new Map(), white: new Map() };
    /** What is pressed of each cell; none in a static picture.
     * @type {Map<string, SVGElement>} */
    this.hits = new Map();
    /** The cell with the keyboard focus. */
    this.cursor = "";
    /** Where arrow keys in one direction began, and the direction.
     * @type {{isVertical: boolean, point: import("./geometry.js").Point} | null} */
    this.anchor = null;
    this.band = BAND;
    this.isFitting = false;
    new ResizeObserver(() => this.fit()).observe(this.svg);
    /** The pointers on the board; null for a static picture. */
    this.pointer = listener ? new Pointer(this, listener) : null;
    if (listener) {
      this.listen();
    }
  }

  /** @param {Picture} picture */
  draw(picture) {
    const key = JSON.stringify([picture.flipped, picture.coordinates, picture.shape, picture.cells, this.band]);
    this.picture = picture;
    if (changes(this.svg, [key])) {
      this.drawBase(picture);
      this.fit();
    }
    this.drawStones(picture);
    this.drawMarks(picture);
    this.describeCells(picture);
  }

  /** @param {Picture} picture */
  drawBase({ cells, shape, flipped, coordinates }) {
    const geometry = new Geometry(cells, shape, flipped, this.band);
    this.geometry = geometry;
    this.showAll();
    this.svg.style.setProperty("--frame", String(2 * UNIT * geometry.band));
    this.svg.setAttribute("data-shape", shape);
    this.svg.style.setProperty("--ratio", String(geometry.width / geometry.height));
    const slab = pathOf(geometry.outline);
    this.layers.base.replaceChildren(
      s("path", { d: slab, class: "slab" }),
      s("path", { d: slab, class: "field" }),
      ...cells.map(({ name, column, row }) => {
        const tile = s("path", { d: pathOf(geometry.corners(name)), class: "tile" });
        return s("g", { class: (column + row) % 2 ? "cell odd" : "cell" }, tile, this.circle(name, 0.36, "pit"));
      }),
      ...geometry.stars().map((name) => this.circle(name, 0.09, "star")),
    );
    this.layers.labels.replaceChildren(
      ...(coordinates ? geometry.labels() : []).map(({ text, at }) => s("text", { ...at, class: text.length > 1 ? "label long" : "label" }, text)),
    );
    const hit = (/** @type {string} */ name) => s("path", { d: pathOf(geometry.corners(name)), class: "hit", "data-cell": name, role: "button", tabindex: -1 });
    this.hits = new Map((this.listener ? cells : []).map(({ name }) => [name, hit(name)]));
    this.layers.cells.replaceChildren(...this.hits.values());
    if (!this.hits.has(this.cursor)) {
      this.cursor = cells[Math.floor(cells.length / 2)]?.name ?? "";
    }
    this.drawFocus();
    this.stones = { black: new Map(), white: new Map() };
    this.layers.stones.replaceChildren();
  }

  /** Widens the frame of a small board, so that its labels stay large enough to read. */
  fit() {
    const { width } = this.svg.getBoundingClientRect();
    if (!this.picture || width === 0) {
      return;
    }
    const cells = this.geometry.width / UNIT - 2 * (this.band + 0.34);
    // The band that has the width FRAME on a board with that band, in steps, so that it rarely changes.
    const needed = Math.ceil((20 * FRAME * (cells + 0.68)) / (width - 2 * FRAME)) / 20;
    const band = this.picture.coordinates ? Math.min(1, Math.max(BAND, needed)) : BAND;
    if (band !== this.band && !this.isFitting) {
      [this.band, this.isFitting] = [band, true]; // another frame may be another shape, but that is no reason to begin again
      this.draw(this.picture);
      this.isFitting = false;
    }
    const smallest = (LETTERS * this.geometry.width) / this.svg.getBoundingClientRect().width;
    this.svg.style.setProperty("--smallest", `${smallest}px`);
  }

  /** Shows the whole board, not a part of it. */
  showAll() {
    const { left, top, width, height } = this.geometry;
    this.svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    this.svg.classList.remove("enlarged");
  }

  /** Stones that stay keep their elements. If one disappears while another of its colour appears, it has moved, and is animated.
   * @param {Picture} picture */
  drawStones({ stones, fading, clicks, last }) {
    for (const side of SIDES) {
      const shown = this.stones[side];
      const wanted = new Set([...stones[side], ...fading[side]]);
      const gone = [...shown.keys()].filter((name) => !wanted.has(name));
      const come = [...wanted].filter((name) => !shown.has(name));
      // The stone of the last or the current turn; otherwise the only one that moves.
      const ways = [
        [clicks[0], clicks.at(-1)],
        ...last.paths.flatMap((path) => [[path[0], path.at(-1)], [path.at(-1), path[0]]]),
        gone.length === 1 && come.length === 1 ? [gone[0], come[0]] : [],
      ];
      const way = ways.find(([from, to]) => from && to && gone.includes(from) && come.includes(to));
      const moving = way ? shown.get(/** @type {string} */ (way[0])) : undefined;
      for (const name of gone) {
        if (!moving || shown.get(name) !== moving) {
          shown.get(name)?.remove();
        }
        shown.delete(name);
      }
      for (const name of come) {
        const isMoved = moving && way && name === way[1];
        const stone = isMoved ? moving : s("use", { href: `#stone-${side}`, class: `stone ${side}` });
        shown.set(name, stone);
        this.place(stone, name);
        this.layers.stones.append(stone); // above those that it jumps over
        const path = last.paths.find((path) => path.length > 2 && path.at(-1) === name);
        if (isMoved && path) {
          jump(stone, path.map((cell) => this.geometry.centre(cell)));
        } else if (!isMoved && come.length <= MOST) {
          fall(stone, this.geometry.centre(name), Math.max(0, last.cells.indexOf(name)));
        }
      }
      for (const [name, stone] of shown) {
        stone.classList.toggle("fading", fading[side].includes(name));
      }
    }
  }

  /** @param {string} name @param {number} radius @param {string} kind */
  circle(name, radius, kind) {
    const { x, y } = this.geometry.centre(name);
    return s("circle", { cx: x, cy: y, r: radius * UNIT, class: kind });
  }

  /** @param {SVGElement} stone @param {string} name */
  place(stone, name) {
    const { x, y } = this.geometry.centre(name);
    stone.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** @param {Picture} picture */
  drawMarks(picture) {
    const { geometry } = this;
    const { stones, last, clicks, control, choices, showChoices, marks } = picture;
    const occupied = new Set([...stones.black, ...stones.white]);
    const controlled = new Set([...(control?.black ?? []), ...(control?.white ?? [])]);
    const at = (/** @type {string} */ name) => geometry.centre(name);
    const ring = (/** @type {string} */ name, /** @type {number} */ radius, /** @type {string} */ kind) =>
      ["casing", kind].map((one) => this.circle(name, radius, one));
    const tile = (/** @type {string} */ name, /** @type {string} */ kind) =>
      s("path", { d: pathOf(geometry.corners(name, 0.98)), class: kind });
    const cross = (/** @type {string} */ name) => {
      const { x, y } = at(name);
      const arm = 0.13 * UNIT;
      return s("path", { d: `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x - arm} ${y + arm}L${x + arm} ${y - arm}`, class: "taken" });
    };
    this.layers.blocked.replaceChildren(...picture.blocked.map((name) => s("path", { d: geometry.block(name), class: "blocked" })));
    this.layers.last.replaceChildren(
      ...[...new Set([...last.paths.flat(), ...last.cells])].map((name) => tile(name, "last")),
      ...last.paths.map((path) => s("path", { d: pathOf(path.map(at), false), class: "way" })),
      ...last.captured.filter((name) => !occupied.has(name)).map(cross),
      ...clicks.map((name) => tile(name, "clicked")),
      ...(picture.winning ?? []).map((name) => tile(name, "winning")),
    );
    this.layers.control.replaceChildren(
      ...SIDES.flatMap((side) =>
        (control?.[side] ?? []).map((name) => {
          const { x, y } = at(name);
          return s("rect", { x: x - 11, y: y - 11, width: 22, height: 22, rx: 3, class: `control ${side}` });
        }),
      ),
    );
    this.layers.choices.replaceChildren(
      ...(showChoices ? choices : []).flatMap((name) =>
        occupied.has(name)
          ? ring(name, 0.43, "choice ring")
          : controlled.has(name)
            ? ring(name, 0.2, "choice circle")
            : [this.circle(name, 0.1, "choice dot")],
      ),
      ...clicks.map((name, index) => {
        const isNumbered = clicks.length > 1 && (occupied.has(name) || !choices.includes(name));
        return s("text", { ...at(name), class: "number" }, isNumbered ? String(index + 1) : "");
      }),
    );
    if (changes(this.layers.marks, [geometry, JSON.stringify(marks)])) {
      this.layers.marks.replaceChildren(...marks.slice().reverse().map((mark) => drawMark(geometry, mark)));
    }
    this.showGhost(null);
    this.pointer?.showTarget();
  }

  /** @param {Picture} picture */
  describeCells({ describe, choices }) {
    const legal = new Set(choices);
    for (const [name, hit] of this.hits) {
      const text = describe(name);
      if (hit.getAttribute("aria-label") !== text) {
        hit.setAttribute("aria-label", text);
      }
      hit.setAttribute("tabindex", name === this.cursor ? "0" : "-1");
      hit.classList.toggle("legal", legal.has(name));
    }
  }

  // The keyboard. Pointers are in pointer.js.

  listen() {
    const { svg } = this;
    svg.addEventListener("keydown", (event) => this.onKey(event));
    // Assistive technology clicks without a pointer.
    svg.addEventListener("click", (event) => {
      if (event.detail === 0) {
        this.clickAt(cellOf(event.target));
      }
    });
    svg.addEventListener("focusin", (event) => {
      const name = cellOf(event.target);
      if (name && name !== this.cursor) {
        this.moveCursor(name);
      }
    });
  }

  /** @param {string} name */
  moveCursor(name) {
    this.hits.get(this.cursor)?.setAttribute("tabindex", "-1");
    this.cursor = name;
    this.anchor = null;
    this.hits.get(name)?.setAttribute("tabindex", "0");
    this.drawFocus();
  }

  /** The ring of the keyboard's cursor, in two colours, of which one stands out from every cell. */
  drawFocus() {
    const d = pathOf(this.geometry.corners(this.cursor, 0.9));
    this.layers.focus.replaceChildren(s("path", { d, class: "casing" }), s("path", { d, class: "core" }));
  }

  /** @param {string | null} name */
  clickAt(name) {
    if (name) {
      this.listener?.click(name);
    }
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const direction = directions[/** @type {keyof typeof directions} */ (event.key)];
    if (direction) {
      const isVertical = direction[1] !== 0;
      const anchor = this.anchor?.isVertical === isVertical ? this.anchor.point : this.geometry.centre(this.cursor);
      const next = this.geometry.neighbour(this.cursor, { x: direction[0], y: direction[1] }, anchor);
      this.hits.get(next ?? this.cursor)?.focus({ preventScroll: true });
      this.anchor = { isVertical, point: anchor };
    } else if (event.key === "Enter" || event.key === " ") {
      this.clickAt(this.cursor);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string | null} name */
  showGhost(name) {
    const picture = this.picture;
    const isFree = name && picture && !picture.stones.black.includes(name) && !picture.stones.white.includes(name);
    const shown = isFree && picture.choices.includes(name) ? name : "";
    if (!changes(this.layers.ghost, [shown])) {
      return;
    }
    this.layers.ghost.replaceChildren();
    if (shown && picture?.ghost) {
      const stone = s("use", { href: `#stone-${picture.ghost}`, class: "stone ghost" });
      this.place(stone, shown);
      this.layers.ghost.append(stone);
    }
  }
}

/** @param {EventTarget | null} target */
function cellOf(target) {
  return target instanceof Element ? target.getAttribute("data-cell") : null;
}
