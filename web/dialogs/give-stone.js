/**
 * The dialog that asks which stone to give up to end the game.
 *
 * @typedef {import("../types.js").State} State
 */

import { nameOf } from "../game/color.js";
import { h } from "../view/dom.js";
import { openDialog } from "./dialog.js";

/**
 * @param {State} state
 * @param {(token: string) => void} give
 */
export function openGiveStone({ resignations, to_move }, give) {
  /** Stones grouped by the result they lead to, best for the player first.
   * @type {Map<string, State["resignations"]>} */
  const groups = new Map();
  for (const resignation of resignations) {
    groups.set(resignation.result, [...(groups.get(resignation.result) ?? []), resignation]);
  }
  const value = (/** @type {string} */ result) => {
    const margin = Number(result.split("+")[1] ?? 0);
    return result.startsWith(to_move === "black" ? "B" : "W") ? margin : -margin;
  };
  const sorted = [...groups].sort(([one], [other]) => value(other) - value(one));
  const dialog = openDialog(
    "Give a stone and count",
    h("p", {}, "The game ends. The stone that you give leaves the board, and then both sides are counted. Which one do you give?"),
    ...sorted.flatMap(([result, stones]) => [
      h("h3", {}, sentence(result, stones[0].winner)),
      h(
        "p",
        { class: "buttons stones" },
        ...stones.map(({ token }) => {
          const name = token.split("@")[1] ?? token;
          const label = `Give ${name}: ${sentence(result, stones[0].winner)}`;
          return h("button", { type: "button", "aria-label": label, onclick: () => (dialog.close(), give(token)) }, name);
        }),
      ),
    ]),
  );
}

/** @param {string} result @param {State["to_move"] | null} winner */
function sentence(result, winner) {
  return winner ? `${nameOf(winner)} wins by ${result.split("+")[1]}` : "A draw";
}
