/**
 * The engine's analysis: a bar with the win probability, the best moves, and proven results.
 *
 * @typedef {import("../game/table.js").Table} Table
 * @typedef {import("../types.js").Report} Report
 */

import { nameOf } from "../game/color.js";
import { h } from "./dom.js";

/** The number of best moves shown. */
export const SHOWN = 4;

/**
 * @param {HTMLElement} element
 * @param {Table} table
 */
export function drawAnalysis(element, table) {
  const { report, state, chance } = table;
  const isOn = table.analysing || table.working === "hint" || table.working === "proof" || table.proof || table.hint;
  element.hidden = !isOn;
  if (!isOn || !state) {
    return;
  }
  const percent = chance === null ? null : Math.round(100 * chance);
  const bar = h(
    "div",
    { class: "bar", role: "meter", "aria-label": "Black's chance to win", "aria-valuenow": percent ?? 50, "aria-valuemin": 0, "aria-valuemax": 100 },
    h("span", { class: "black-part" }, percent === null ? "" : `${percent} %`),
    h("span", { class: "white-part" }, percent === null ? "" : `${100 - percent} %`),
  );
  bar.style.setProperty("--black", `${percent ?? 50}%`);
  const lines = table.analysing && report ? report.moves.slice(0, SHOWN) : [];
  element.replaceChildren(
    bar,
    h("p", { class: "proof" }, texts(table).join(" · ")),
    h(
      "ol",
      { class: "lines" },
      ...lines.map(({ move, winrate, proven, pv }, index) =>
        h(
          "li",
          { "data-line": index, title: pvText(pv) },
          h("span", { class: "rate" }, proven ? { win: "wins", loss: "loses" }[proven] : `${Math.round(100 * winrate)} %`),
          h("strong", {}, move),
          h("span", { class: "pv" }, pvText(pv.slice(1))),
        ),
      ),
    ),
    h("p", { class: "effort" }, table.analysing ? effort(report) : ""),
  );
}

/** @param {Table} table */
function texts({ working, proof, hint, state, report, analysing }) {
  const best = analysing ? report?.moves[0] : null;
  const player = nameOf(state?.to_move ?? "black");
  const turns = best?.pv.length ?? 0;
  return [
    working === "hint" && "Looking for a good move …",
    working === "proof" && "Trying to prove who wins …",
    hint && `papamu would play ${hint.text}`,
    proof,
    best?.proven === "win" && !proof && `Proven: ${player} wins in ${turns} ${turns === 1 ? "turn" : "turns"}`,
  ].filter((text) => typeof text === "string" && text !== "");
}

/** @param {Report["moves"][0]["pv"]} pv */
function pvText(pv) {
  return pv.map(({ tokens }) => tokens.join(" ")).join("  ");
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
