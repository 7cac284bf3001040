/**
 * The review of a line: the engine says what each turn cost. It works on that while it has nothing else to do, turn by
 * turn, so that what is known is shown, and an action can interrupt it. The verdicts are the engine's.
 *
 * @import { Color, TurnReview } from "../types.js"
 * @import { Table } from "./table.js"
 * @import { TreeNode } from "./tree.js"
 * @typedef {ReturnType<Review["summary"]>} Summary
 */

import { EngineError } from "../engine/protocol.js";
import { nameOf } from "./color.js";
import { isForfeit } from "./forfeit.js";

export const SIDES = /** @type {const} */ (["black", "white"]);

/** Whether a turn needs no better one.
 * @param {TurnReview} review */
export function isFine({ verdict }) {
  return verdict === "best" || verdict === "good";
}

export class Review {
  /** @param {TreeNode} end of the line */
  constructor(end) {
    this.end = end;
    /** Whether the engine works on it when it can. */
    this.isRunning = true;
  }

  /** The turns of the line that can be judged. */
  get turns() {
    return this.end.path().filter(({ turn }) => turn && !isForfeit(turn));
  }

  /** The turns that are judged. */
  get judged() {
    return this.turns.filter(({ review }) => review !== null);
  }

  get isComplete() {
    return this.turns.every(({ review }) => review !== null);
  }

  /** The turns of a player for which there is a better one.
   * @param {Color} side */
  mistakes(side) {
    return this.judged.filter(({ review }) => review && !isFine(review) && review.player === side);
  }

  /** The accuracy of a player in per cent, and the numbers of verdicts and of proven results given away.
   * @param {Color} side */
  summary(side) {
    const reviews = this.judged.map(({ review }) => /** @type {TurnReview} */ (review)).filter(({ player }) => player === side);
    const counts = { best: 0, good: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
    for (const { verdict } of reviews) {
      counts[verdict] += 1;
    }
    return {
      accuracy: meanAccuracy(reviews),
      counts,
      wins: reviews.filter(({ gave_away }) => gave_away === "win").length,
      draws: reviews.filter(({ gave_away }) => gave_away === "draw").length,
    };
  }
}

/** The accuracy of the turns that count, as in `papamu review`: docs/analysis.md describes it.
 * @param {TurnReview[]} reviews */
function meanAccuracy(reviews) {
  let [sum, inverse] = [0, 0];
  for (const { accuracy, winrate_before, winrate_after } of reviews) {
    if (typeof accuracy === "number") {
      const chance = (winrate_before + winrate_after) / 2;
      const weight = chance * (1 - chance);
      sum += weight * accuracy;
      inverse += weight / Math.max(1, accuracy);
    }
  }
  return inverse > 0 ? Math.sqrt(sum / inverse) : null;
}

/** Reviews the line through the board: the game, or the variation that is shown.
 * @param {Table} table */
export function startReview(table) {
  return table.act(async () => {
    const end = table.isVariation ? table.node.end() : table.live.end();
    if (end.depth === 0) {
      throw new Error("there is no turn to review yet");
    }
    table.review = new Review(end);
  });
}

/** Lets the review wait, or go on.
 * @param {Table} table @param {boolean} isRunning */
export function runReview(table, isRunning) {
  return table.act(async () => {
    if (table.review) {
      table.review.isRunning = isRunning;
    }
  });
}

/** Ends the review. What it has found stays with the turns.
 * @param {Table} table */
export function closeReview(table) {
  return table.act(async () => {
    table.review = null;
  });
}

/** Judges the turns of the line that are not judged yet, until an action ends it.
 * @param {Table} table @param {Review} review */
export async function judgeTurns(table, review) {
  const engine = table.needed();
  const { turns } = review;
  try {
    await table.moveTo(turns[turns.length - 1] ?? table.root);
    for (const node of turns.filter(({ review }) => review === null)) {
      if (table.isCancelled) {
        return;
      }
      node.judge(await engine.askJson(`review ${node.depth}`));
      table.changed();
    }
    table.say(`The review is complete. ${SIDES.map((side) => `${nameOf(side)}: accuracy ${accuracyText(review.summary(side))}.`).join(" ")}`);
  } catch (error) {
    if (error instanceof EngineError && !error.isInterruption) {
      review.isRunning = false; // the same turn would fail again
    }
    throw error;
  } finally {
    if (table.engine) {
      await table.moveTo(table.node);
    }
  }
}

/** @param {Summary} summary */
export function accuracyText({ accuracy }) {
  return accuracy === null ? "n/a, no turn to judge" : percent(accuracy);
}

/** @param {number} number in per cent */
export function percent(number) {
  return `${Math.round(number)}\u00a0%`;
}
