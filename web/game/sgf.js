/**
 * Games with variations as SGF (Smart Game Format, version 4). Each turn is a node with the point of its last click
 * and, in the private property PT, its text, from which papamu plays it. Files of other programs may have one node per
 * click.
 *
 * @import { Cell, Color } from "../types.js"
 * @import { TreeNode } from "./tree.js"
 *
 * @typedef {object} SgfNode
 * @property {Map<string, string[]>} properties
 * @property {SgfNode[]} children
 */

import { isForfeit } from "./forfeit.js";

/**
 * Writes a tree.
 * @param {string} header the engine's SGF of the empty game: one node in brackets
 * @param {TreeNode} root
 * @param {Cell[]} cells
 * @param {string | null} result of the main line
 */
export function write(header, root, cells, result) {
  const rows = 1 + Math.max(...cells.map((cell) => cell.row));
  const byName = new Map(cells.map((cell) => [cell.name, cell]));
  const letter = (/** @type {number} */ index) => String.fromCharCode(index < 26 ? 97 + index : 39 + index);
  const point = (/** @type {string | undefined} */ name) => {
    const cell = byName.get(name ?? "");
    return cell ? letter(cell.column) + letter(rows - 1 - cell.row) : "";
  };
  const clean = header.trim().replace(/\)\s*$/, "").replace(/RE\[[^\]]*\]/, "");
  const parts = [clean + propertiesText(Object.entries(root.notes)) + (result ? `RE[${escape(result)}]` : "")];
  // No recursion, because a long game would overflow the stack.
  /** @type {(TreeNode | ")")[]} */
  const todo = [];
  const branch = (/** @type {TreeNode[]} */ children) => {
    for (const child of [...children].reverse()) {
      if (children.length > 1) {
        todo.push(")");
      }
      todo.push(child);
    }
  };
  branch(root.children);
  while (todo.length > 0) {
    const node = /** @type {TreeNode | ")"} */ (todo.pop());
    if (node === ")") {
      parts.push(")");
      continue;
    }
    const siblings = node.parent?.children.length ?? 1;
    const turn = node.turn;
    parts.push(siblings > 1 ? "\n(" : "");
    const name = turn?.player === "black" ? "B" : "W";
    // Other programs do not know forfeits as moves.
    const move = turn && isForfeit(turn) ? `PT[${turn.player} ${turn.text}]` : `${name}[${point(turn?.clicks.at(-1))}]PT[${escape(turn?.text ?? "")}]`;
    parts.push(`;${move}${propertiesText(Object.entries(node.notes))}`);
    branch(node.children);
  }
  return `${parts.join("")})\n`;
}

/** @param {[name: string, values: string[]][]} properties */
function propertiesText(properties) {
  return properties.map(([name, values]) => name + values.map((value) => `[${escape(value)}]`).join("")).join("");
}

/** @param {string} text */
function escape(text) {
  return text.replace(/[\\\]]/g, "\\$&");
}

/** The next part of a file: a sign, the name of a property, or a value with its escapes. */
const PART = /[ \t\r\n]*(?:([();])|([A-Za-z]+)|\[([^\]\\]*(?:\\[^][^\]\\]*)*)\])/y;

/**
 * Reads the first game of a file.
 * @param {string} text
 * @returns {SgfNode} the first node
 */
export function parse(text) {
  /** The nodes before the open variations.
   * @type {(SgfNode | null)[]} */
  const open = [];
  /** @type {SgfNode | null} */
  let first = null;
  /** @type {SgfNode | null} */
  let last = null;
  /** The values of the property that is being read.
   * @type {string[] | null} */
  let values = null;
  let [at, isInNode] = [text.startsWith("\u{feff}") ? 1 : 0, false];
  do {
    PART.lastIndex = at;
    const [, sign, name, value] = PART.exec(text) ?? [];
    const isBare = values?.length === 0;
    if (value !== undefined && values) {
      // An escaped line break is none; it is one or two characters.
      values.push(value.replace(/\\(?:\r\n|\n\r|\n|\r|([^]))/g, "$1"));
    } else if (name && last && isInNode && !isBare) {
      const key = name.replace(/[a-z]/g, "");
      values = last.properties.get(key) ?? [];
      last.properties.set(key, values);
    } else if (sign === "(" && !isBare) {
      open.push(last);
      [values, isInNode] = [null, false];
    } else if (sign === ")" && open.length > 0 && !isBare) {
      last = open.pop() ?? null;
      [values, isInNode] = [null, false];
    } else if (sign === ";" && open.length > 0 && !isBare) {
      const node = { properties: new Map(), children: [] };
      last?.children.push(node);
      first ??= node;
      last = node;
      [values, isInNode] = [null, true];
    } else {
      break;
    }
    at = PART.lastIndex;
  } while (open.length > 0);
  if (!first || open.length > 0) {
    throw new Error(`this is not SGF: unexpected text at character ${at + 1 + text.slice(at).search(/[^ \t\r\n]|$/)}`);
  }
  return first;
}

/**
 * The move of a node: its token and whether that is a whole turn; null if there is none.
 * @param {SgfNode} node
 * @param {Cell[]} cells
 * @returns {{player: Color, token: string, whole: boolean} | null}
 */
export function moveOf(node, cells) {
  const player = node.properties.has("B") ? "black" : node.properties.has("W") ? "white" : null;
  const token = node.properties.get("PT")?.[0];
  const forfeit = /^(black|white) (resign|timeout)$/.exec(token ?? "");
  if (!player) {
    return forfeit && { player: /** @type {Color} */ (forfeit[1]), token: forfeit[2], whole: true };
  }
  if (token) {
    return { player, token, whole: true };
  }
  const point = (node.properties.get(player === "black" ? "B" : "W")?.[0] ?? "").trim();
  if (point === "") {
    return { player, token: "PASS", whole: false };
  }
  const rows = 1 + Math.max(...cells.map((cell) => cell.row));
  const index = (/** @type {string} */ letter) =>
    letter >= "a" ? letter.charCodeAt(0) - 97 : letter.charCodeAt(0) - 39;
  const cell = cells.find(({ column, row }) => column === index(point[0]) && row === rows - 1 - index(point[1] ?? "a"));
  if (!cell) {
    throw new Error(`the point '${point}' is not on the board`);
  }
  return { player, token: cell.name, whole: false };
}

/** The forfeit in a file's result.
 * @param {SgfNode} first
 * @returns {{player: Color, text: string} | null} */
export function forfeitOf(first) {
  const found = /^([BW])\+(R|RESIGN|T|TIME)$/i.exec(first.properties.get("RE")?.[0] ?? "");
  return (
    found && {
      player: found[1].toUpperCase() === "B" ? "white" : "black",
      text: found[2].toUpperCase().startsWith("R") ? "resign" : "timeout",
    }
  );
}

/**
 * A file that contains only this node, for the engine to load.
 * @param {SgfNode} node
 */
export function writeAlone(node) {
  const properties = [...node.properties].filter(([name]) => !["B", "W", "PT", "RE"].includes(name));
  return `(;${propertiesText(properties)})`;
}
