/**
 * The doorway: what the page is, and one click to the board, the lessons and the puzzles of each game.
 *
 * @typedef {import("../types.js").GameInfo} GameInfo
 */

import { finish, openDialog } from "../dialogs/dialog.js";
import { lessonsDone } from "../lessons/done.js";
import { progressOf } from "../puzzles/progress.js";
import { button, h } from "./dom.js";
import { drawThumbnail } from "./thumbnail.js";

/**
 * @param {GameInfo[]} games
 * @param {(game: string) => Promise<string>} play starts a game; returns an error message, or nothing
 * @param {(what: "lessons" | "puzzles", game: GameInfo) => void} practise
 */
export function openDoorway(games, play, practise) {
  const message = h("p", { class: "message", role: "alert" });
  /** Shows the progress again.
   * @type {(() => void)[]} */
  const counts = [];
  /** @param {GameInfo} game */
  const door = (game) => {
    const { name, display_name, tagline, diagrams: [first], palette } = game;
    /** @param {"lessons" | "puzzles"} what @param {number} all @param {() => number} done */
    const way = (what, all, done) => {
      const count = h("small");
      counts.push(() => (count.textContent = `${done()} of ${all}`));
      const made = button(what === "lessons" ? "Lessons " : "Puzzles ", () => practise(what, game), `The ${what} of ${display_name}`);
      made.append(count);
      return all > 0 && made;
    };
    return h(
      "li",
      {},
      first && drawThumbnail({ ...first, shape: first.cell_shape, flipped: false }, palette),
      h("h3", {}, display_name),
      h("p", {}, tagline),
      h(
        "p",
        { class: "buttons" },
        button("Play", () => void finish(message, play(name)), `A game of ${display_name}`, "primary"),
        way("lessons", game.lessons.length, () => game.lessons.filter(({ title }) => lessonsDone(name).has(title)).length),
        way("puzzles", sum(game.puzzles), () => sum(progressOf(name, game.puzzles).solved.map(({ length }) => length))),
      ),
    );
  };
  const dialog = openDialog(
    "papamu",
    h("p", {}, "Play against papamu at any level, learn a game in short lessons, or solve puzzles. Your games and your progress stay in this browser."),
    h("ul", { class: "doors" }, ...games.map(door)),
    message,
  );
  const count = () => counts.forEach((show) => show());
  count();
  // The lessons and the puzzles open above the doorway; the focus returns when they close.
  dialog.addEventListener("focusin", count);
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
