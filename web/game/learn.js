/**
 * Learning from mistakes: the position before each mistake is shown again, and the player looks for a better turn. The
 * engine judges what is tried. Tries are no part of the game, and are removed from the tree of turns afterwards.
 *
 * @import { State, TurnReview, VariationTurn } from "../types.js"
 * @import { Table } from "./table.js"
 * @import { TreeNode } from "./tree.js"
 */

import { refute } from "./advice.js";
import { isFine } from "./review.js";

export class Learning {
  /** @param {TreeNode[]} mistakes the turns to better, in their order */
  constructor(mistakes) {
    this.mistakes = mistakes;
    this.index = 0;
    /** The state of the exercise. A wrong turn leaves it open.
     * @type {"open" | "wrong" | "found" | "shown"} */
    this.phase = "open";
    /** Whether the first click of the best turn is shown. */
    this.isHinted = false;
    /** The turn that was tried last, and whether it is in the tree only for that.
     * @type {{node: TreeNode, isNew: boolean} | null} */
    this.tried = null;
    /** What the engine says of the last turn that was not good enough.
     * @type {TurnReview | null} */
    this.lastWrong = null;
    /** What refutes that turn: the line that begins with it, and facts about it.
     * @type {{line: VariationTurn[], reasons: string}} */
    this.refutation = { line: [], reasons: "" };
    /** The mistakes for which a better turn was found.
     * @type {Set<TreeNode>} */
    this.found = new Set();
  }

  /** The turn to better; null after the last one. */
  get mistake() {
    return this.mistakes[this.index] ?? null;
  }

  /** The position of the exercise. */
  get place() {
    return this.mistake?.parent ?? null;
  }

  /** What the engine says of the mistake. */
  get review() {
    return this.mistake?.review ?? null;
  }

  /** Whether a node belongs to the exercise; after the last one, where the game stands.
   * @param {TreeNode} node @param {TreeNode} live */
  covers(node, live) {
    return this.mistake ? node === this.place || node === this.tried?.node : node === live;
  }

  /** Whether the turn on the board is still to be judged. @param {TreeNode} node on the board */
  isWaiting(node) {
    return node === this.tried?.node && (this.phase === "open" || this.phase === "wrong");
  }

  /** Notes that a turn was tried. @param {TreeNode} node @param {boolean} isNew */
  take(node, isNew) {
    if (node.parent === this.place) {
      this.forgetTry();
      this.tried = { node, isNew };
    }
  }

  /** Removes the last try from the tree. */
  forgetTry() {
    if (this.tried?.isNew) {
      this.tried.node.remove();
    }
    this.tried = null;
  }
}

/** Begins with the first of some mistakes.
 * @param {Table} table @param {TreeNode[]} mistakes */
export function startLearning(table, mistakes) {
  return table.act(async () => {
    endLearning(table);
    table.learning = new Learning(mistakes);
    await toExercise(table, table.learning);
  });
}

/** Goes on to the next mistake, and ends after the last one.
 * @param {Table} table */
export function nextExercise(table) {
  return table.act(async () => {
    const { learning } = table;
    if (learning) {
      learning.index += 1;
      await toExercise(table, learning);
    }
  });
}

/** Shows the first click of the best turn.
 * @param {Table} table */
export function hintAtExercise(table) {
  return table.act(async () => {
    if (table.learning) {
      table.learning.isHinted = true;
    }
  });
}

/** Shows the best turn.
 * @param {Table} table */
export function solveExercise(table) {
  return table.act(async () => {
    const { learning } = table;
    if (learning?.place) {
      learning.phase = "shown";
      await table.show(learning.place);
      learning.forgetTry();
    }
  });
}

/** Leaves the exercises for where the game stands.
 * @param {Table} table */
export function stopLearning(table) {
  return table.act(async () => {
    endLearning(table);
    await table.show(table.live);
  });
}

/** @param {Table} table */
export function endLearning(table) {
  table.learning?.forgetTry();
  table.learning = null;
}

/** Shows the position of the present exercise. After the last, it stays there.
 * @param {Table} table @param {Learning} learning */
async function toExercise(table, learning) {
  learning.phase = "open";
  learning.isHinted = false;
  learning.refutation = { line: [], reasons: "" };
  await table.show(learning.place ?? table.live);
  learning.forgetTry();
}

/** Judges the turn that was tried. The board returns to the exercise if there is a better one.
 * @param {Table} table @param {Learning} learning */
export async function judgeTry(table, learning) {
  const { tried, place } = learning;
  if (!tried || !place) {
    return;
  }
  const { node } = tried;
  if (!node.review) {
    node.judge(await table.needed().askJson(`review ${node.depth}`));
  }
  const review = /** @type {TurnReview} */ (node.review);
  if (isFine(review)) {
    learning.phase = "found";
    learning.found.add(/** @type {TreeNode} */ (learning.mistake));
  } else {
    learning.refutation = await refute(table, review, /** @type {State} */ (table.state));
    learning.phase = "wrong";
    learning.isHinted = false;
    learning.lastWrong = review;
    await table.show(place);
    learning.forgetTry();
  }
}
