/**
 * What screen readers announce: the turns of both players, and each step of a turn that has begun. Sentences are added to
 * a log, because a reply that comes at once must not replace the turn before it.
 *
 * @typedef {import("../game/table.js").Table} Table
 * @typedef {import("../types.js").Turn} Turn
 * @typedef {import("../types.js").State} State
 */

import { nameOf } from "../game/color.js";
import { deed, sentence } from "../game/words.js";
import { h } from "./dom.js";
import { findings } from "./analysis.js";
import { exerciseText } from "./learn.js";

/** The number of sentences that the log keeps. */
const KEPT = 8;

/** Announces what happens at a table.
 * @param {HTMLElement} log @param {Table} table */
export function announce(log, table) {
  const say = (/** @type {string} */ text) => {
    log.append(h("p", {}, text));
    while (log.childElementCount > KEPT) {
      log.firstElementChild?.remove();
    }
  };
  let { node } = table;
  let clicks = 0;
  let exercise = "";
  let found = "";
  table.addEventListener("say", (event) => say(/** @type {CustomEvent<string>} */ (event).detail));
  table.addEventListener("turn", (event) => {
    const turn = /** @type {CustomEvent<Turn>} */ (event).detail;
    say(`${sentenceOf(turn, table.state)} ${table.isVariation && !table.learning ? "This is a variation; the game waits." : ""}`.trim());
  });
  table.addEventListener("change", () => {
    const { state } = table;
    const now = state?.clicks.length ?? 0;
    if (state && table.node === node && now !== clicks) {
      const step = `${state.clicks.at(-1)} is part of this turn. ${sentence(state.instruction)}`;
      say(now > clicks ? step : "The turn is cancelled.");
    }
    [node, clicks] = [table.node, now];
    const before = found;
    found = table.isBusy ? found : findings(table).join(". ");
    if (found !== before && found !== "") {
      say(`${found}.`);
    }
    const text = table.learning && table.queued === 0 ? exerciseText(table, table.learning) : exercise;
    if (text !== exercise) {
      exercise = text;
      say(text);
    }
  });
}

/** @param {Turn} turn @param {State | null} state after it */
function sentenceOf({ player, text, captured, recoloured = [] }, state) {
  const parts = [
    `${nameOf(player)} ${deed(text)}.`,
    captured.length > 0 && `Captured: ${captured.join(", ")}.`,
    recoloured.length > 0 && `Recoloured: ${recoloured.join(", ")}.`,
    state?.score && `Points: Black ${state.score.points.black}, White ${state.score.points.white}.`,
    state && (state.result ? `${state.result.sentence}.` : `${nameOf(state.to_move)} to move.`),
  ];
  return parts.filter(Boolean).join(" ");
}
