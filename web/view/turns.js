/**
 * The list of turns with its variations, and the graph of the win probability.
 *
 * @typedef {import("../game/table.js").Table} Table
 * @typedef {import("../game/tree.js").TreeNode} TreeNode
 */

import { nameOf } from "../game/color.js";
import { isFine } from "../game/review.js";
import { turnText } from "../game/words.js";
import { button, changes, h, s, turnSpan } from "./dom.js";
import { verdictSign } from "./verdict.js";

export class TurnList {
  /** @param {HTMLElement} element @param {Table} table */
  constructor(element, table) {
    this.table = table;
    this.graph = s("svg", { class: "graph", viewBox: "0 0 100 30", preserveAspectRatio: "none", role: "img" });
    this.list = h("ol", { class: "turn-list" });
    const move = (/** @type {string} */ sign, /** @type {string} */ title, /** @type {(from: TreeNode) => TreeNode | null} */ find) =>
      h("button", { type: "button", title, "aria-label": title, onclick: () => void table.go(find) }, sign);
    this.buttons = h(
      "p",
      { class: "navigation" },
      move("«", "First turn (Home)", () => table.root),
      move("‹", "Previous turn (←)", (node) => node.parent),
      move("›", "Next turn (→)", (node) => node.next()),
      move("»", "Last turn (End)", (node) => node.end()),
    );
    this.branch = h(
      "p",
      { class: "buttons branch" },
      button("Make this the main line", () => void table.promoteBranch()),
      button("Delete from here", () => void table.removeBranch()),
    );
    /** The buttons of the nodes.
     * @type {Map<TreeNode, HTMLElement>} */
    this.items = new Map();
    element.append(this.graph, this.list, this.branch, this.buttons);
    this.graph.addEventListener("click", (event) => {
      const { left, width } = this.graph.getBoundingClientRect();
      const line = table.node.end().path();
      const share = (/** @type {MouseEvent} */ (event).clientX - left) / width;
      void table.go(() => line[Math.round(share * line.length) - 1] ?? table.root);
    });
  }

  draw() {
    const { table } = this;
    if (changes(this.list, contentsOf(table.root))) {
      this.items = new Map();
      this.list.replaceChildren(...this.line(table.root));
    }
    for (const [node, item] of this.items) {
      const isShown = node === table.node;
      item.setAttribute("aria-current", String(isShown));
      item.classList.toggle("live", node === table.live);
      if (isShown) {
        // scrollIntoView would scroll the page, too.
        const { offsetTop, offsetHeight } = item;
        const { scrollTop, clientHeight } = this.list;
        if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) {
          this.list.scrollTop = offsetTop - clientHeight / 2;
        }
      }
    }
    this.branch.hidden = table.node.isOnMainLine;
    this.drawGraph();
  }

  /**
   * The turns after a node: its main line, with variations in between.
   * @param {TreeNode} from
   * @returns {HTMLElement[]}
   */
  line(from) {
    const parts = [];
    let isFirst = true;
    for (let node = from; node.children.length > 0; node = node.children[0]) {
      const [main, ...others] = node.children;
      parts.push(this.item(main, isFirst || main.turn?.player === node.turn?.player));
      isFirst = false;
      for (const other of others) {
        parts.push(h("li", { class: "variation" }, h("ol", {}, this.item(other, true), ...this.line(other))));
        isFirst = true;
      }
    }
    return parts;
  }

  /** @param {TreeNode} node @param {boolean} isNumbered */
  item(node, isNumbered) {
    const { turn } = node;
    const isBlack = turn?.player === "black";
    const button = h(
      "button",
      { type: "button", class: turn?.player, onclick: () => void this.table.go(() => node) },
      h("span", { class: `disc small ${turn?.player}`, "aria-label": turn ? nameOf(turn.player) : "" }),
      turnSpan(turnText(turn?.text ?? "")),
      verdictSign(node.review),
    );
    this.items.set(node, button);
    const number = isNumbered || isBlack ? h("span", { class: "turn-number" }, `${node.depth}.`) : null;
    return h("li", { class: turn?.player }, number, button);
  }

  drawGraph() {
    const { table } = this;
    const line = table.node.end().path();
    const known = line.map((node, index) => ({
      chance: table.showsChances ? node.value : null,
      x: ((index + 1) / line.length) * 100,
      verdict: node.review && !isFine(node.review) ? node.review.verdict : null,
    }));
    const points = known.filter(({ chance }) => chance !== null);
    this.graph.classList.toggle("empty", points.length < 2);
    const y = (/** @type {number} */ chance) => 30 - 30 * chance;
    const curve = points.map(({ x, chance }) => `${x.toFixed(2)} ${y(chance ?? 0.5).toFixed(2)}`).join("L");
    const at = line.indexOf(table.node);
    const first = points[0]?.x.toFixed(2);
    const last = points.at(-1)?.x.toFixed(2);
    this.graph.setAttribute("aria-label", "Black's chance to win over the game");
    this.graph.replaceChildren(
      ...(points.length > 1
        ? [
            s("path", { d: `M${first} 30L${curve}L${last} 30Z`, class: "area" }),
            s("path", { d: `M${curve}`, class: "curve" }),
            ...points.flatMap(({ x, chance, verdict }) =>
              // A line without a length, with a width in pixels: a dot that is not stretched with the graph.
              verdict ? [s("path", { d: `M${x.toFixed(2)} ${y(chance ?? 0.5).toFixed(2)}h0`, class: `dot ${verdict}` })] : [],
            ),
          ]
        : []),
      s("path", { d: "M0 15H100", class: "half" }),
      ...(at >= 0 ? [s("path", { d: `M${(((at + 1) / line.length) * 100).toFixed(2)} 0V30`, class: "here" })] : []),
    );
  }
}

/** What the list shows.
 * @param {TreeNode} root */
function contentsOf(root) {
  const [parts, todo] = [/** @type {unknown[]} */ ([]), [root]];
  for (let node = todo.pop(); node; node = todo.pop()) {
    parts.push(node, node.review?.verdict);
    todo.push(...node.children);
  }
  return parts;
}
