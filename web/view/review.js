/**
 * The review of a line: its progress, what it says of the turn on the board, and the summary of both players.
 *
 * @typedef {import("../game/table.js").Table} Table
 * @typedef {import("../game/review.js").Review} Review
 * @typedef {import("../game/review.js").Summary} Summary
 * @typedef {import("../types.js").Color} Color
 */

import { nameOf, opponent } from "../game/color.js";
import { startLearning } from "../game/learn.js";
import { followLine } from "../game/lines.js";
import { SIDES, accuracyText, closeReview, isFine, runReview } from "../game/review.js";
import { turnText } from "../game/words.js";
import { button, h, update } from "./dom.js";
import { verdictSentence } from "./verdict.js";

/** The columns of the summary: a short head, its full name, and a number; the last two are shown only if a player has such turns.
 * @type {[string, string, (summary: Summary) => number, boolean][]} */
const COLUMNS = [
  ["?!", "Inaccuracies", ({ counts }) => counts.inaccuracy, true],
  ["?", "Mistakes", ({ counts }) => counts.mistake, true],
  ["??", "Blunders", ({ counts }) => counts.blunder, true],
  ["W→", "Proven wins given away", ({ wins }) => wins, false],
  ["D→", "Proven draws given away", ({ draws }) => draws, false],
];

/** @param {HTMLElement} element @param {Table} table */
export function drawReview(element, table) {
  const { review } = table;
  element.hidden = review === null || table.learning !== null;
  update(element, ...(review && !table.learning ? [progress(table, review), ...verdict(table), summary(table, review)] : []));
}

/** @param {Table} table @param {Review} review */
function progress(table, review) {
  const [done, all] = [review.judged.length, review.turns.length];
  if (review.isComplete) {
    return null;
  }
  return h(
    "p",
    { class: "progress" },
    h("progress", { max: all, value: done, "aria-label": "Progress of the review" }),
    h("span", {}, `${done} of ${all} turns`),
    review.isRunning
      ? button("Stop review", () => runReview(table, false), "Let the review wait")
      : button("Go on", () => runReview(table, true), "Review the other turns too"),
  );
}

/** What the review says of the turn that has led to the board.
 * @param {Table} table */
function verdict(table) {
  const { review } = table.node;
  if (!review) {
    return [];
  }
  const better = isFine(review) ? null : `Better: ${turnText(review.best)}`;
  return [
    h(
      "p",
      { class: "verdict-line" },
      h("span", {}, verdictSentence(review)),
      better && button(better, () => showBetter(table), "Play this turn on the board, as a variation"),
    ),
  ];
}

/** Plays the better turn in place of the one that has led to the board.
 * @param {Table} table */
async function showBetter(table) {
  const { review, parent } = table.node;
  if (review && parent) {
    await table.go(() => parent);
    await followLine(table, review.pv.slice(0, 1));
  }
}

/** @param {Table} table @param {Review} review */
function summary(table, review) {
  const both = SIDES.map((side) => review.summary(side));
  const columns = COLUMNS.filter(([, , count, isAlways]) => isAlways || both.some((one) => count(one) > 0));
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        h("th", { scope: "col" }, "Accuracy"),
        ...columns.map(([sign, name]) => h("th", { scope: "col", "aria-label": name, title: name }, sign)),
        h("td", {}, h("button", { type: "button", class: "close", "aria-label": "Close review", title: "Close review", onclick: () => closeReview(table) }, "×")),
      ),
    ),
    h(
      "tbody",
      {},
      ...SIDES.map((side, index) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, h("span", { class: `disc small ${side}`, "aria-hidden": "true" }), nameOf(side)),
          h("td", {}, both[index].accuracy === null ? h("abbr", { title: "no turn to judge" }, "n/a") : accuracyText(both[index])),
          ...columns.map(([, , count]) => h("td", {}, String(count(both[index])))),
          h("td", {}, learn(table, review, side)),
        ),
      ),
    ),
  );
}

/** The button to the exercises of a player, which stands out for a player who may be meant.
 * @param {Table} table @param {Review} review @param {Color} side */
function learn(table, review, side) {
  const mistakes = review.mistakes(side);
  const { players } = table.setup;
  const isOther = players[side] === "engine" && players[opponent(side)] === "person";
  const whose = isOther || players.black === players.white ? `${nameOf(side)}'s` : "your";
  const words = `Learn from ${whose} mistakes`;
  const kind = isOther ? null : "primary";
  return (
    review.isComplete &&
    mistakes.length > 0 &&
    h("button", { type: "button", class: kind, "aria-label": words, title: words, onclick: () => startLearning(table, mistakes) }, "Learn")
  );
}
