/**
 * The engine's analysis: a bar with the win probability, the best moves, and proven results.
 *
 * @typedef {import("../game/table.js").Table} Table
 * @typedef {import("../types.js").Report} Report
 */

import { nameOf } from "../game/color.js";
import { h } from "./dom.js";
import { leadText, valueText } from "./value.js";
import { turnText } from "../game/words.js";

/** The number of best moves shown. */
export const SHOWN = 4;

/**
 * @param {HTMLElement} element
 * @param {Table} table
 * @param {boolean} inPoints whether the user prefers points to win rates
 */
export function drawAnalysis(element, table, inPoints) {
  const { report, state, chance } = table;
  const isOn = table.analysing || table.working === "hint" || table.working === "proof" || table.proof || table.hint;
  element.hidden = !isOn;
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
  const lines = report?.moves.slice(0, SHOWN) ?? [];
  element.replaceChildren(
    bar,
    h("p", { class: "proof" }, texts(table).join(" · ")),
    h(
      "ol",
      { class: "lines" },
      ...lines.map((line, index) =>
        h(
          "li",
          { "data-line": index, title: pvText(line.pv) },
          h("span", { class: "rate" }, valueText(line, inPoints)),
          h("strong", {}, turnText(line.move)),
          h("span", { class: "pv" }, pvText(line.pv.slice(1))),
        ),
      ),
    ),
    h("p", { class: "effort" }, table.analysing && !state.result ? effort(report) : ""),
  );
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
function texts({ working, proof, hint, state, report, analysing }) {
  const best = analysing ? report?.moves[0] : null;
  const player = nameOf(state?.to_move ?? "black");
  const turns = best?.pv.length ?? 0;
  return [
    working === "hint" && "Looking for a good move …",
    working === "proof" && "Trying to prove who wins …",
    hint && `papamu would play: ${turnText(hint.text)}`,
    proof,
    best?.proven === "win" && !proof && `Proven: ${player} wins in ${turns} ${turns === 1 ? "turn" : "turns"}`,
  ].filter((text) => typeof text === "string" && text !== "");
}

/** @param {Report["moves"][0]["pv"]} pv */
function pvText(pv) {
  return pv.map(({ tokens }) => tokens.map(turnText).join(" ")).join("  ");
}

/** @param {Report | null} report */
function effort(report) {
  if (!report) {
    return "Thinking …";
  }
  const depth = report.depth > 0 ? `depth ${report.depth} · ` : "";
  return `${depth}${short(report.nodes)} nodes · ${short(report.nodes_per_second)} per second`;
}

/** @param {number} number */
function short(number) {
  if (number < 1000) {
    return String(Math.round(number));
  }
  return number < 1e6 ? `${(number / 1000).toFixed(0)} k` : `${(number / 1e6).toFixed(1)} M`;
}
