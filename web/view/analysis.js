/**
 * The engine's analysis: a bar with the win probability, the best moves, and proven results.
 *
 * @typedef {import("../game/table.js").Table} Table
 * @typedef {import("../types.js").Report} Report
 */

import { LIMIT } from "../game/advice.js";
import { h } from "./dom.js";
import { SECONDS, proofText } from "../game/solve.js";
import { turnText } from "../game/words.js";
import { LineList } from "./lines.js";
import { solutionList } from "./solution.js";
import { hintMarks } from "./suggestions.js";
import { leadText } from "./value.js";

export class AnalysisView {
  /** @param {HTMLElement} element @param {Table} table @param {() => void} online is called when another line is played out */
  constructor(element, table, online) {
    this.element = element;
    this.table = table;
    this.lines = new LineList(table, online);
    this.head = h("div", { class: "head" });
    this.effort = h("p", { class: "effort" });
    const tool = (/** @type {string} */ text, /** @type {string} */ title, /** @type {() => void} */ onclick) =>
      h("button", { type: "button", class: "more", title, onclick }, text);
    this.further = tool("Go on", `Analyse this position for another ${LIMIT} seconds`, () => void table.setLines(table.lines));
    const prove = `Try for ${SECONDS} seconds to prove the result of every turn, in each position (s)`;
    this.perfect = tool("Perfect play", prove, () => void table.setAnalysing(true, !table.isPerfect));
    element.append(this.head, this.lines.list, h("div", { class: "foot" }, this.effort, this.further, this.perfect, this.lines.more));
  }

  /** @param {boolean} inPoints whether the user prefers points to win rates */
  draw(inPoints) {
    const { table } = this;
    const { report, state, chance } = table;
    const isFollowed = state && table.hint && (table.hint.moves.length === 0 || hintMarks(table.hint, state).length > 0);
    const hint = isFollowed ? table.hint : null;
    const isOn = table.analysing || table.working === "hint" || hint;
    this.element.hidden = !isOn;
    this.lines.draw(report, inPoints);
    if (!isOn || !state) {
      return;
    }
    const percent = chance === null || !table.showsChances ? null : Math.round(100 * chance);
    const [black, white] = percent === null ? ["", ""] : (inPoints && leads(report, state)) || [`${percent} %`, `${100 - percent} %`];
    const bar = h(
      "div",
      { class: "bar", role: "meter", "aria-label": "Black's chance to win", "aria-valuenow": percent ?? 50, "aria-valuemin": 0, "aria-valuemax": 100 },
      h("span", { class: "black-part" }, black),
      h("span", { class: "white-part" }, white),
    );
    bar.style.setProperty("--black", `${percent ?? 50}%`);
    this.head.replaceChildren(bar, h("p", { class: "proof" }, texts(table, hint).join(" · ")), solutionList(table));
    const isAnalysed = table.analysing && !state.result && !table.isAtExercise;
    this.effort.textContent = isAnalysed ? effort(table, report) : "";
    this.perfect.hidden = !isAnalysed;
    this.perfect.setAttribute("aria-pressed", String(table.isPerfect));
    this.further.hidden = !isAnalysed || table.node.studied < Infinity || report?.proven != null;
  }
}

/** The leads of both sides in points, of which only the positive one is shown; null if the game has no points.
 * @param {Report | null} report @param {import("../types.js").State} state */
function leads(report, { to_move }) {
  const score = report?.moves[0]?.score ?? null;
  if (score === null) {
    return null;
  }
  const black = to_move === "black" ? score : -score;
  return [black >= 0 ? leadText(black) : "", black < 0 ? leadText(-black) : ""];
}

/** @param {Table} table @param {Table["hint"]} hint */
function texts({ working, progress, state, report, solution, node }, hint) {
  const player = state?.to_move ?? "black";
  const [best] = report?.moves ?? [];
  const solved = solution !== null && solution.result !== "unknown" ? solution : null;
  return [
    working === "hint" && "Looking for a good move …",
    working === "proof" && `Trying to prove who wins … ${progress}`,
    hint && `papamu would play: ${turnText(hint.text)}`,
    solved && proofText(solved.result, solved.moves[0].move, solved.moves[0].distance, player),
    !solved && report?.proven && proofText(report.proven, best.move, best.win_in ?? best.loss_in, player),
    !solved && !report?.proven && solution && node.isTried && `Not proven within ${SECONDS} seconds`,
  ].filter((text) => typeof text === "string" && text !== "");
}

/** @param {Table} table @param {Report | null} report */
function effort({ node, working, isAway, isBegun }, report) {
  if (isAway) {
    return "Paused while the page is hidden.";
  }
  if (!report) {
    return isBegun ? "The analysis goes on when the turn is over." : working === "analysis" ? "Thinking …" : "";
  }
  const depth = report.depth > 0 ? `depth ${report.depth} · ` : "";
  const pace = node.studied < Infinity ? `${short(report.nodes_per_second)} per second` : report.proven ? "done" : `stopped after ${LIMIT} seconds`;
  return `${depth}${short(report.nodes)} nodes · ${pace}`;
}

/** @param {number} number */
function short(number) {
  if (number < 1000) {
    return String(Math.round(number));
  }
  return number < 1e6 ? `${(number / 1000).toFixed(0)} k` : `${(number / 1e6).toFixed(1)} M`;
}
