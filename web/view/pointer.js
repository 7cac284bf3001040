/**
 * Mouse, finger and pen on the board: clicks, stones that are dragged, and an enlarged view of cells that are too small
 * for a finger.
 *
 * @typedef {import("./board.js").BoardView} BoardView
 *
 * @typedef {object} Listener
 * @property {(name: string) => void} click
 * @property {(name: string) => void} lift a stone is being dragged, so that its destinations should be shown
 * @property {(from: string, to: string) => boolean | Promise<boolean>} drag a stone has been dragged; whether it may move so
 */

import { UNIT, pathOf } from "./geometry.js";
import { button, changes, s } from "./dom.js";

/** The smallest cell that a finger hits reliably, and the size of an enlarged one, in pixels. */
const SMALL = 24;
const ENLARGED = 44;

export class Pointer {
  /** @param {BoardView} view @param {Listener} listener */
  constructor(view, listener) {
    this.view = view;
    this.listener = listener;
    /** @type {{from: string, pointer: number, moved: boolean, stone: SVGElement | null, over: string | null} | null} */
    this.pressed = null;
    const { svg } = view;
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.release(event));
    svg.addEventListener("pointercancel", () => this.end());
    svg.addEventListener("pointerleave", () => view.showGhost(null));
    // A finger on a stone that can be dragged must not scroll the page.
    svg.addEventListener("touchstart", (event) => this.pressed?.stone && event.preventDefault(), { passive: false });
    svg.after(button("Show the whole board", () => view.showAll(), "", "whole-board"));
  }

  /** @param {PointerEvent} event */
  pointAt({ clientX, clientY }) {
    const matrix = this.view.svg.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
    return { x, y };
  }

  /** @param {PointerEvent} event */
  press(event) {
    const { view } = this;
    const name = view.geometry.cellAt(this.pointAt(event));
    if (event.button !== 0 || !event.isPrimary || !name || !view.picture) {
      return;
    }
    event.preventDefault();
    this.leaveTo(name);
    const { choices, clicks, lifted } = view.picture;
    const stone = view.stones.black.get(name) ?? view.stones.white.get(name) ?? null;
    // The last click again ends the turn; only the stone of a move that is not complete goes on.
    const canDrag = clicks.at(-1) === name ? lifted === name : choices.includes(name);
    this.pressed = { from: name, pointer: event.pointerId, moved: false, stone: canDrag ? stone : null, over: null };
    if (this.pressed.stone) {
      view.svg.setPointerCapture(event.pointerId);
    }
  }

  /** Moves the keyboard cursor to where the pointer is, and leaves the arrow keys to the list of turns.
   * @param {string} name */
  leaveTo(name) {
    const { activeElement } = document;
    if (activeElement instanceof SVGElement && this.view.svg.contains(activeElement)) {
      activeElement.blur();
    }
    this.view.moveCursor(name);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { view, pressed } = this;
    const point = this.pointAt(event);
    if (!pressed) {
      view.showGhost(event.pointerType === "mouse" ? view.geometry.cellAt(point) : null);
      return;
    }
    const { stone } = pressed;
    if (event.pointerId !== pressed.pointer || !stone) {
      return;
    }
    const start = view.geometry.centre(pressed.from);
    if (!pressed.moved && Math.hypot(point.x - start.x, point.y - start.y) > 0.45 * UNIT) {
      pressed.moved = true;
      stone.classList.add("dragged");
      view.layers.stones.append(stone); // above the others
      this.listener.lift(pressed.from);
    }
    if (pressed.moved) {
      stone.style.transform = `translate(${point.x}px, ${point.y}px)`;
      pressed.over = view.geometry.cellAt(point);
      this.showTarget();
    }
  }

  /** Outlines the cell on which the dragged stone would land. The destinations may be known only after the pointer has reached it. */
  showTarget() {
    const { geometry, layers, picture } = this.view;
    const { from = "", over = null } = this.pressed ?? {};
    const isTarget = over && over !== from && picture?.choices.includes(over);
    if (changes(layers.ghost, ["target", isTarget && over])) {
      const d = isTarget ? pathOf(geometry.corners(over, 0.9)) : "";
      layers.ghost.replaceChildren(...(isTarget ? ["casing", "target"].map((kind) => s("path", { d, class: kind })) : []));
    }
  }

  /** @param {PointerEvent} event */
  async release(event) {
    const { pressed } = this;
    if (pressed && event.pointerId !== pressed.pointer) {
      return;
    }
    const point = this.pointAt(event);
    const name = this.view.geometry.cellAt(point);
    const isMove = pressed?.moved && name && name !== pressed.from;
    this.end(isMove ? name : undefined);
    if (!pressed || !name) {
      return;
    }
    if (isMove) {
      const { from, stone } = pressed;
      if (!(await this.listener.drag(from, name)) && stone) {
        this.view.place(stone, from);
      }
    } else if (name === pressed.from && !pressed.moved) {
      // A dragged stone that is put back stays chosen.
      if (event.pointerType === "touch" && this.cellSize() < SMALL) {
        this.enlarge(point);
      } else {
        this.view.showAll();
        this.view.clickAt(name);
      }
    }
  }

  /** Ends a drag.
   * @param {string} [at] where the stone is left; it goes back to its cell without that */
  end(at = this.pressed?.from) {
    const { pressed, view } = this;
    this.pressed = null;
    if (pressed?.stone) {
      pressed.stone.classList.remove("dragged");
      view.place(pressed.stone, at ?? pressed.from);
    }
    this.showTarget();
  }

  /** The width of a cell on the screen, in pixels; a page that is enlarged with two fingers has larger ones. */
  cellSize() {
    return UNIT * (this.view.svg.getScreenCTM()?.a ?? 1) * (visualViewport?.scale ?? 1);
  }

  /** Shows the part of the board around a point, with cells that a finger can hit. The next tap on a cell chooses it.
   * @param {import("./geometry.js").Point} point */
  enlarge({ x, y }) {
    const { svg, geometry } = this.view;
    const share = Math.max(0.2, this.cellSize() / ENLARGED);
    const [width, height] = [share * geometry.width, share * geometry.height];
    const left = Math.min(Math.max(x - width / 2, geometry.left), geometry.left + geometry.width - width);
    const top = Math.min(Math.max(y - height / 2, geometry.top), geometry.top + geometry.height - height);
    svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    svg.classList.add("enlarged");
  }
}
