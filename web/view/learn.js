/**
 * The exercise that a mistake has become: its words and its buttons, in the place of those of the turn.
 *
 * @typedef {import("../game/table.js").Table} Table
 * @typedef {import("../game/learn.js").Learning} Learning
 * @typedef {import("../types.js").TurnReview} TurnReview
 */

import { nameOf } from "../game/color.js";
import { hintAtExercise, nextExercise, solveExercise, startLearning, stopLearning } from "../game/learn.js";
import { movesOf, turnText } from "../game/words.js";
import { button, h } from "./dom.js";
import { verdictSentence } from "./verdict.js";

/** What the exercise asks, and its state.
 * @param {Table} table @param {Learning} learning */
export function exerciseText(table, learning) {
  const { review, tried } = learning;
  if (!review) {
    const [found, all] = [learning.found.size, learning.mistakes.length];
    return `That was the last one. You have found a better turn for ${found} of ${all}.`;
  }
  if (table.working === "verdict") {
    return `papamu judges ${turnText(tried?.node.turn?.text ?? "the turn")} …`;
  }
  const hint = `Hint: the best turn begins with ${movesOf(review.best)[0]?.[0] ?? turnText(review.best)}.`;
  /** @type {Record<Learning["phase"], string>} */
  const texts = {
    open: `${verdictSentence(review)} Find a better turn for ${nameOf(review.player)}.`,
    wrong: `${learning.lastWrong ? verdictSentence(learning.lastWrong) : ""} ${learning.refutation.reasons} Try again.`,
    found: `Well found. ${tried?.node.review ? verdictSentence(tried.node.review) : ""}`,
    shown: `Better: ${turnText(review.best)}.`,
  };
  return learning.isHinted && (learning.phase === "open" || learning.phase === "wrong") ? hint : texts[learning.phase];
}

/** @param {Table} table @param {Learning} learning */
export function exerciseWords(table, learning) {
  const { mistake, index, mistakes } = learning;
  const turn = mistake ? `turn ${mistake.depth} · mistake ${index + 1} of ${mistakes.length}` : "";
  return [
    h("p", { class: "status" }, h("strong", {}, mistake ? `${nameOf(mistake.turn?.player ?? "black")} to move` : "Learn from mistakes"), mistake ? ` · ${turn}` : ""),
    h("p", { class: "instruction" }, exerciseText(table, learning)),
  ];
}

/** @param {Table} table @param {Learning} learning @param {(Node | string | false | null | undefined)[]} turnButtons those that end a turn */
export function exerciseButtons(table, learning, turnButtons) {
  const isOpen = learning.phase === "open" || learning.phase === "wrong";
  if (!learning.mistake) {
    return [
      button("Once more", () => startLearning(table, learning.mistakes), "Begin with the first mistake again"),
      button("Done", () => stopLearning(table), "Return to the game", "primary"),
    ];
  }
  return [
    ...turnButtons,
    isOpen && !learning.isHinted && button("A hint", () => hintAtExercise(table), "Mark where the best turn begins"),
    isOpen && button("Solution", () => solveExercise(table), "Show the best turn"),
    button(isOpen ? "Skip" : "Next", () => nextExercise(table), "Go on to the next mistake", isOpen ? "" : "primary"),
    button("End", () => stopLearning(table), "Return to the game"),
  ];
}

/** The moves of the best turn that the board marks: none, the first click, or all.
 * @param {Learning} learning */
export function exerciseMoves({ review, phase, isHinted }) {
  const moves = movesOf(review?.best ?? "");
  return phase === "shown" ? moves : isHinted && phase !== "found" ? moves.slice(0, 1).map(([first]) => [first]) : [];
}
