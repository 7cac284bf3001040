/**
 * The tree of turns: the game and its variations. The engine holds only one line of play; the page holds all.
 *
 * @import { Report, Turn } from "../types.js"
 */

export class TreeNode {
  /** Turns since the root. */
  depth = 0;

  /**
   * @param {Turn | null} turn the turn that leads here; null at the root
   * @param {TreeNode | null} parent
   */
  constructor(turn, parent) {
    this.turn = turn;
    this.parent = parent;
    /** The first child is the main line.
     * @type {TreeNode[]} */
    this.children = [];
    /** The child that was visited last, which "forward" goes to.
     * @type {TreeNode | null} */
    this.preferred = null;
    /** Black's win probability after this turn, from 0 to 1, if an analysis at full strength or a proof has found one.
     * @type {number | null} */
    this.chance = null;
    /** Whether that probability is proven. */
    this.isProven = false;
    /** The deepest analysis of this node; it is not stored.
     * @type {Report | null} */
    this.report = null;
    /** How long the engine has analysed this position, in milliseconds; infinite when it is done. */
    this.studied = 0;
    /** The known results of the turns here; they are not stored.
     * @type {import("../types.js").Solution | null} */
    this.solution = null;
    /** Whether the time for a proof has been used. */
    this.isTried = false;
    /** What the engine has said of this turn in a review.
     * @type {import("../types.js").TurnReview | null} */
    this.review = null;
    /** The players' remaining times after this turn, in milliseconds.
     * @type {{black: number, white: number} | null} */
    this.clocks = null;
    /** The result after this turn, if the game is over, or if its file says so.
     * @type {string | null} */
    this.result = null;
    /** What a file says about this turn; at the root, about the game.
     * @type {import("./notes.js").Notes} */
    this.notes = {};
    this.depth = parent ? parent.depth + 1 : 0;
  }

  /** The nodes from the first turn to this one. */
  path() {
    /** @type {TreeNode[]} */
    const nodes = [];
    for (let node = /** @type {TreeNode} */ (this); node.parent; node = node.parent) {
      nodes.push(node);
    }
    return nodes.reverse();
  }

  /** The next node: the one visited last, or the main line. */
  next() {
    return this.preferred ?? this.children[0] ?? null;
  }

  /** The end of the line through this node. */
  end() {
    let node = /** @type {TreeNode} */ (this);
    for (let next = node.next(); next; next = node.next()) {
      node = next;
    }
    return node;
  }

  /** The end of the main line. */
  mainEnd() {
    let node = /** @type {TreeNode} */ (this);
    while (node.children.length > 0) {
      node = node.children[0];
    }
    return node;
  }

  /**
   * Stores an analysis of this node, unless a deeper one with as many moves is known. The graph shows its value, and the list its moves.
   * @param {import("../types.js").Color} player who is to move @param {Report} report
   */
  learn(player, report) {
    const known = this.report;
    const isWorse = known && (known.proven === null) === (report.proven === null) ? report.depth < known.depth : known?.proven;
    const hasMore = known && report.moves.length > known.moves.length;
    if (isWorse && !hasMore) {
      return;
    }
    this.report = report;
    if (!this.isProven) {
      this.chance = player === "black" ? report.winrate : 1 - report.winrate;
    }
  }

  /** Black's expected share of the win after this turn, from 0 to 1: the result, or else the probability.
   * @type {number | null} */
  get value() {
    return this.result === null ? this.chance : this.result.startsWith("B+") ? 1 : this.result.startsWith("W+") ? 0 : 0.5;
  }

  /** Stores what a review says of this turn: its verdict, and the value after it unless an analysis has found one.
   * @param {import("../types.js").TurnReview} review */
  judge(review) {
    this.review = review;
    const { player, winrate_after, proven_after } = review;
    if (!this.isProven && (proven_after !== null || this.chance === null)) {
      this.chance = player === "black" ? winrate_after : 1 - winrate_after;
      this.isProven = proven_after !== null;
    }
  }

  /** Stores a proof of who wins.
   * @param {import("../types.js").Color | null} winner null for a draw */
  prove(winner) {
    this.chance = winner === null ? 0.5 : winner === "black" ? 1 : 0;
    this.isProven = true;
  }

  /**
   * The child for a turn, which is created if there is none.
   * @param {Turn} turn
   */
  add(turn) {
    const same = this.children.find((child) => child.turn?.text === turn.text && child.turn?.player === turn.player);
    const child = same ?? new TreeNode(turn, this);
    if (!same) {
      this.children.push(child);
    }
    return child;
  }

  /** Makes the path to this node the one that "forward" follows. */
  visit() {
    for (let node = /** @type {TreeNode} */ (this); node.parent; node = node.parent) {
      node.parent.preferred = node;
    }
  }

  /** Makes the line through this node the main line. */
  promote() {
    for (let node = /** @type {TreeNode} */ (this); node.parent; node = node.parent) {
      const siblings = node.parent.children;
      siblings.splice(siblings.indexOf(node), 1);
      siblings.unshift(node);
    }
  }

  /** Whether no variation leads here. */
  get isOnMainLine() {
    return this.path().every((node) => node.parent?.children[0] === node);
  }

  /** Removes this node and its descendants from the tree. */
  remove() {
    const parent = this.parent;
    if (parent) {
      parent.children.splice(parent.children.indexOf(this), 1);
      parent.preferred = parent.preferred === this ? null : parent.preferred;
    }
  }

  /** Whether this node is `other` or one of its descendants.
   * @param {TreeNode} other */
  isWithin(other) {
    return other.parent === null || this.path()[other.depth - 1] === other;
  }
}

/**
 * The last node that two lines share.
 * @param {TreeNode} one
 * @param {TreeNode} other
 */
export function commonAncestor(one, other) {
  let [low, high] = one.depth > other.depth ? [one, other] : [other, one];
  while (low.depth > high.depth) {
    low = /** @type {TreeNode} */ (low.parent);
  }
  while (low !== high) {
    low = /** @type {TreeNode} */ (low.parent);
    high = /** @type {TreeNode} */ (high.parent);
  }
  return low;
}

/**
 * A tree as plain data: a list of nodes, parents first, each with the index of its parent.
 * @param {TreeNode} root
 */
export function toData(root) {
  const nodes = [root];
  const numbers = new Map([[root, 0]]);
  for (let at = 0; at < nodes.length; at += 1) {
    for (const child of nodes[at].children) {
      numbers.set(child, nodes.length);
      nodes.push(child);
    }
  }
  return {
    nodes: nodes.slice(1).map(({ parent, turn, chance, isProven, review, clocks, result, notes }) => {
      return { parent: numbers.get(parent ?? root) ?? 0, turn, chance, isProven, review, clocks, result, notes };
    }),
    number: (/** @type {TreeNode} */ node) => numbers.get(node) ?? 0,
  };
}

/**
 * The nodes of such data, the root first.
 * @param {({parent: number, turn: Turn | null} & Partial<ReturnType<typeof toData>["nodes"][number]>)[]} data
 */
export function fromData(data) {
  const nodes = [new TreeNode(null, null)];
  for (const { parent, turn, ...known } of data) {
    const above = nodes[parent];
    if (!above || !turn) {
      throw new Error("the stored game is damaged");
    }
    const node = Object.assign(new TreeNode(turn, above), known);
    above.children.push(node);
    nodes.push(node);
  }
  return nodes;
}
