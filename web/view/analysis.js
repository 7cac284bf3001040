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

const SHORT = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

export class AnalysisView {
  /** @param {HTMLElement} element @param {Table} table @param {() => void} online is called when another line is played out */
  constructor(element, table, online) {
    this.element = element;
    this.table = table;
    this.lines = new LineList(table, online);
    this.head = h("div", { class: "head" });
    this.effort = h("p", { class: "effort" });
    this.further = h("button", { type: "button", class: "more", title: `Analyse this position for another ${LIMIT} seconds`, onclick: () => table.setLines(table.lines) }, "Go on");
    element.append(this.head, this.lines.list, h("div", { class: "foot" }, this.effort, this.further, this.lines.more));
  }

  /** @param {boolean} inPoints whether the user prefers points to win rates */
  draw(inPoints) {
    const { table } = this;
    const { report, state, chance } = table;
    const hint = followedHint(table);
    const isOn = table.analysing || table.working === "hint" || hint;
    this.element.hidden = !isOn;
    this.lines.draw(report, inPoints);
    if (!isOn || !state) {
      return;
    }
    const percent = chance === null || !table.showsChances ? null : Math.round(100 * chance);
    const [black, white] = percent === null ? ["", ""] : (inPoints && leads(report, state)) || [`${percent} %`, `${100 - percent} %`];
    const parts = [h("span", { class: "black-part" }, black), h("span", { class: "white-part" }, white)];
    const meter = { role: "meter", "aria-label": "Black's chance to win", "aria-valuenow": percent, "aria-valuemin": 0, "aria-valuemax": 100 };
    const bar = percent === null ? h("div", { class: "bar unknown" }) : h("div", { class: "bar", ...meter }, ...parts);
    bar.style.setProperty("--black", `${percent}%`);
    this.head.replaceChildren(bar, h("p", { class: "proof" }, [...progressOf(table), ...findings(table)].join(" · ")), solutionList(table));
    const isAnalysed = table.analysing && !state.result && !table.isAtExercise;
    this.effort.textContent = isAnalysed ? effort(table, report) : "";
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

/** The hint, unless the turn goes on otherwise. @param {Table} table */
function followedHint({ hint, state }) {
  return state && hint && (hint.moves.length === 0 || hintMarks(hint, state).length > 0) ? hint : null;
}

/** What the engine looks for. @param {Table} table */
function progressOf({ working, progress }) {
  return working === "hint" ? ["Looking for a good move …"] : working === "proof" ? [`Trying to prove who wins … ${progress}`] : [];
}

/** What the engine has found: a hint, and a proven result. @param {Table} table */
export function findings(table) {
  const { state, report, solution, isSolved, node } = table;
  const player = state?.to_move ?? "black";
  const hint = followedHint(table);
  const found = hint ? [`papamu would play: ${turnText(hint.text)}`] : [];
  if (solution && isSolved) {
    const [{ move, distance }] = solution.moves;
    found.push(proofText(solution.result, move, distance, player));
  } else if (report?.proven) {
    const [{ move, win_in, loss_in }] = report.moves;
    found.push(proofText(report.proven, move, win_in ?? loss_in, player));
  } else if (solution && node.isTried) {
    found.push(`Not proven within ${SECONDS} seconds`);
  }
  return found;
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
  const pace = node.studied < Infinity ? `${SHORT.format(report.nodes_per_second)} per second` : report.proven ? "done" : `stopped after ${LIMIT} seconds`;
  return `${depth}${SHORT.format(report.nodes)} nodes · ${pace}`;
}
