/**
 * The tools below the list of turns.
 *
 * @typedef {import("../game/table.js").Table} Table
 */

import { h, s } from "./dom.js";

/**
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} title
 * @property {string} icon the symbol `icon-…` in index.html
 * @property {() => void} action
 * @property {(table: Table) => boolean} [isEnabled]
 * @property {(table: Table) => boolean} [isShown]
 * @property {(table: Table) => boolean} [isPressed] for a tool that is switched on and off
 */

export class Toolbar {
  /** @param {HTMLElement} element @param {Table} table @param {Tool[]} tools */
  constructor(element, table, tools) {
    this.table = table;
    this.buttons = tools.map((tool) => {
      const { name, title, icon, action } = tool;
      const picture = s("svg", { "aria-hidden": "true" }, s("use", { href: `#icon-${icon}` }));
      return { tool, button: h("button", { type: "button", class: "tool", title, onclick: action }, picture, h("span", {}, name)) };
    });
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
