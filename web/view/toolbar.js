/**
 * The tools below the list of turns.
 *
 * @typedef {import("../game/table.js").Table} Table
 */

import { h } from "./dom.js";

/**
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} title
 * @property {string} icon the path of a 24 by 24 picture
 * @property {() => void} action
 * @property {(table: Table) => boolean} [isEnabled]
 * @property {(table: Table) => boolean} [isShown]
 * @property {(table: Table) => boolean} [isPressed] for a tool that is switched on and off
 */

export class Toolbar {
  /** @param {HTMLElement} element @param {Table} table @param {Tool[]} tools */
  constructor(element, table, tools) {
    this.table = table;
    this.buttons = tools.map((tool) => ({ tool, button: toolButton(tool) }));
    element.append(...this.buttons.map(({ button }) => button));
  }

  /** Presses a tool, if it is enabled.
   * @param {string} name */
  press(name) {
    this.buttons.find(({ tool }) => tool.name === name)?.button.click();
  }

  draw() {
    for (const { tool, button } of this.buttons) {
      button.hidden = !(tool.isShown?.(this.table) ?? true);
      button.disabled = button.hidden || !(tool.isEnabled?.(this.table) ?? true);
      if (tool.isPressed) {
        button.setAttribute("aria-pressed", String(tool.isPressed(this.table)));
      }
    }
  }
}

/** @param {Tool} tool */
function toolButton({ name, title, icon, action }) {
  const button = h("button", { type: "button", class: "tool", title, onclick: action });
  // The paths are constants of this page, so no outside text becomes markup.
  button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${icon}"/></svg>`;
  button.append(h("span", {}, name));
  return button;
}

/** The icons of the tools. */
export const ICONS = {
  back: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.500 1 2.500h6c0-1 .2-1.700 1-2.500A6 6 0 0 0 12 3z",
  analyse: "M4 20V10M10 20V4M16 20v-7M21 20H3",
  perfect: "M4 12l5 5L20 6",
  review: "M11 4a7 7 0 1 0 0 14a7 7 0 1 0 0-14M16 16l5 5M8 11l2 2 4-4",
  flip: "M7 4v16M7 4 4 7M7 4l3 3M17 20V4M17 20l-3-3M17 20l3-3",
  resign: "M5 21V4M5 4h12l-2 4 2 4H5",
};
