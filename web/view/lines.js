/**
 * The best lines of an analysis. The line under the pointer, or with the keyboard's focus, or that was opened by a tap, is
 * played out on the board; a click on one of its turns goes there. The list stands still meanwhile, because a line must
 * not change under the pointer.
 *
 * @typedef {import("../game/table.js").Table} Table
 * @typedef {import("../game/tree.js").TreeNode} TreeNode
 * @typedef {import("../types.js").Report} Report
 * @typedef {import("../types.js").Line} Line
 * @typedef {import("../types.js").VariationTurn} VariationTurn
 */

import { followLine } from "../game/lines.js";
import { turnText } from "../game/words.js";
import { h, turnSpan, update } from "./dom.js";
import { valueText } from "./value.js";

/** The numbers of lines that can be asked for. */
const COUNTS = [4, 8, 16];

export class LineList {
  /** @param {Table} table @param {() => void} onchange is called when another line is played out */
  constructor(table, onchange) {
    this.table = table;
    this.onchange = onchange;
    this.list = h("ol", { class: "lines" });
    this.more = h("button", { type: "button", class: "more", onclick: () => void table.setLines(this.next) }, "");
    /** The line under the pointer or with the focus.
     * @type {number | null} */
    this.hovered = null;
    /** The line that was opened.
     * @type {number | null} */
    this.opened = null;
    /** The report that is shown, and its node.
     * @type {{node: TreeNode, report: Report} | null} */
    this.shown = null;
    const { list } = this;
    list.addEventListener("pointerover", ({ target }) => this.hover(lineOf(target)));
    list.addEventListener("pointerleave", () => this.hover(null));
    list.addEventListener("focusin", ({ target }) => this.hover(lineOf(target)));
    list.addEventListener("focusout", () => this.hover(null));
    list.addEventListener("click", ({ target }) => this.click(target));
  }

  /** The number of lines after the next click on the button. */
  get next() {
    return COUNTS[(COUNTS.indexOf(this.table.lines) + 1) % COUNTS.length];
  }

  /** The line to play out.
   * @type {VariationTurn[] | null} */
  get current() {
    const index = this.hovered ?? this.opened;
    return index === null || this.shown?.node !== this.table.node ? null : (this.shown.report.moves[index]?.pv ?? null);
  }

  /** @param {Report | null} report @param {boolean} inPoints */
  draw(report, inPoints) {
    const { table } = this;
    const isHeld = this.shown?.node === table.node && report && (this.hovered !== null || this.opened !== null);
    if (!isHeld) {
      this.shown = report && { node: table.node, report };
      [this.hovered, this.opened] = [null, null];
    }
    const lines = this.shown?.report.moves.slice(0, table.lines) ?? [];
    const { hovered } = this;
    update(this.list, ...lines.map((line, index) => this.item(line, index, inPoints)));
    this.hovered = hovered; // the button with the focus may have been re-created
    this.more.hidden = lines.length === 0;
    this.more.textContent = this.next > table.lines ? "More lines" : "Fewer lines";
  }

  /** @param {Line} line @param {number} index @param {boolean} inPoints */
  item(line, index, inPoints) {
    const isOpen = index === this.opened;
    const value = valueText(line, inPoints);
    return h(
      "li",
      { "data-line": index, class: isOpen ? "open" : null },
      h("button", { type: "button", class: "rate", "data-key": index, "aria-expanded": String(isOpen), "aria-label": `${value}, ${turnText(line.move)}: play this line out` }, value),
      ...line.pv.map(({ tokens }, step) =>
        h(
          "button",
          // With the keyboard, the turns of a line are reached after it has been opened.
          { type: "button", class: step === 0 ? "turn-step best" : "turn-step", "data-key": `${index} ${step}`, "data-step": step + 1, tabIndex: isOpen ? 0 : -1, title: "Go to the position after this turn" },
          turnSpan(tokens.map(turnText).join(" ")),
        ),
      ),
    );
  }

  /** @param {number | null} index */
  hover(index) {
    if (index !== this.hovered) {
      this.hovered = index;
      this.onchange();
    }
  }

  /** @param {EventTarget | null} target */
  click(target) {
    const button = target instanceof Element ? target.closest("button") : null;
    const index = lineOf(target);
    const line = index === null ? null : this.shown?.report.moves[index];
    if (!button || !line) {
      return;
    }
    const step = Number(button.dataset.step ?? 0); // 0 for the button of the line
    if (step > 0) {
      void followLine(this.table, line.pv.slice(0, step));
      return;
    }
    [this.opened, this.hovered] = this.opened === index ? [null, null] : [index, index];
    this.onchange();
  }
}

/** @param {EventTarget | null} target */
function lineOf(target) {
  const line = target instanceof Element ? target.closest("[data-line]") : null;
  return line ? Number(line.getAttribute("data-line")) : null;
}
