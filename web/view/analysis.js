/**
 * The engine's analysis: a bar with the win probability, the best moves, and proven results.
 *
 * @typedef {import("../game/table.js").Table} Table
 * @typedef {import("../types.js").Report} Report
 */

import { LIMIT } from "../game/advice.js";
import { nameOf } from "../game/color.js";
import { h } from "./dom.js";
import { turnText } from "../game/words.js";
import { LineList } from "./lines.js";
import { solutionList } from "./solution.js";
import { leadText } from "./value.js";

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
    const isOn = table.analysing || table.working === "hint" || table.working === "proof" || table.proof || table.hint;
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
    this.head.replaceChildren(bar, h("p", { class: "proof" }, texts(table).join(" · ")), solutionList(table));
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

/** @param {Table} table */
function texts({ working, progress, proof, hint, state, report, analysing }) {
  const best = analysing ? report?.moves[0] : null;
  const player = nameOf(state?.to_move ?? "black");
  const turns = best?.win_in ?? best?.pv.length ?? 0;
  return [
    working === "hint" && "Looking for a good move …",
    working === "proof" && `Trying to prove who wins … ${progress}`,
    hint && `papamu would play: ${turnText(hint.text)}`,
    proof,
    best?.proven === "win" && !proof && `Proven: ${player} wins in ${turns} ${turns === 1 ? "turn" : "turns"}`,
  ].filter((text) => typeof text === "string" && text !== "");
}

/** @param {Table} table @param {Report | null} report */
function effort({ node, isAway, isBegun }, report) {
  if (isAway) {
    return "Paused while the page is hidden.";
  }
  if (!report) {
    return isBegun ? "The analysis goes on when the turn is over." : "Thinking …";
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
