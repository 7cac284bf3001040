/**
 * A dialog with a board on which a turn is to be found, and the words beside it. It has a connection of its own, so that neither
 * a search nor the game on the table is disturbed.
 *
 * @import { Color, GameInfo, LessonState } from "../types.js"
 * @import { Engine } from "../engine/protocol.js"
 * @import { Lesson } from "./lesson.js"
 */

import { openDialog } from "../dialogs/dialog.js";
import { nameOf, opponent } from "../game/color.js";
import { sentence } from "../game/words.js";
import { BoardView } from "../view/board.js";
import { button, fill, h } from "../view/dom.js";
import { boardOf, controlOf } from "../view/picture.js";

const SIDES = /** @type {const} */ (["black", "white"]);

export class Exercise {
  /**
   * @param {GameInfo} game
   * @param {boolean} coordinates whether to show the names of columns and rows
   * @param {string} title
   * @param {HTMLElement} list below the words
   */
  constructor(game, coordinates, title, list) {
    this.game = game;
    this.coordinates = coordinates;
    /** @type {Engine | null} */
    this.engine = null;
    /** @type {Lesson | null} */
    this.lesson = null;
    this.place = h("div", { class: "lesson-board" });
    this.heading = h("h3", { tabIndex: -1 });
    this.text = h("p", {});
    this.task = h("p", { class: "task" });
    this.points = h("p", { class: "points" });
    this.verdict = h("p", { class: "verdict", role: "status" }, "Connecting …");
    this.buttons = h("p", { class: "buttons" });
    const words = h("div", { class: "lesson-words" }, this.heading, this.text, this.task, this.points, this.verdict, this.buttons);
    this.dialog = openDialog(title, this.place, words, list);
    this.dialog.classList.add("lesson-dialog");
    this.dialog.addEventListener("close", () => this.engine?.close());
    this.board = new BoardView(this.place, {
      click: (name) => void this.play(name),
      lift: (from) => void this.play(from),
      drag: (from, to) => this.drag(from, to),
    });
  }

  /** Connects, and shows the first exercise. @param {() => Promise<Engine>} connect */
  async begin(connect) {
    try {
      this.engine = await connect();
      this.engine.onclose = (reason) => this.fail(reason || "the connection to papamu was lost");
      if (!this.dialog.open) {
        this.engine.close();
        return;
      }
      await this.engine.askAll(["style steps", `set_game ${this.game.name}`]);
      await this.start();
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** Shows the first exercise; each kind has its own. @returns {Promise<void>} */
  async start() {}

  /** Shows the exercise; each kind has its own words. */
  draw() {}

  /** A turn has been judged, or clicks have been taken back. @param {Lesson} _lesson */
  judged(_lesson) {}

  /** @param {string} reason */
  fail(reason) {
    this.verdict.textContent = `${sentence(reason)} Close this window and open it again.`;
    fill(this.buttons);
  }

  /** Does something with the exercise and shows it. @param {(lesson: Lesson) => Promise<boolean>} action */
  async act(action) {
    const { lesson } = this;
    if (!lesson) {
      return false;
    }
    try {
      const isAccepted = await action(lesson);
      if (lesson === this.lesson) {
        this.judged(lesson);
        this.draw();
        if (lesson.isJudged || lesson.message) {
          this.buttons.scrollIntoView({ block: "nearest" });
          this.verdict.scrollIntoView({ block: "nearest" });
        }
      }
      return isAccepted;
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  /** @param {string} token */
  play(token) {
    return this.act((lesson) => lesson.play(token));
  }

  /** A stone has been dragged. @param {string} from @param {string} to */
  async drag(from, to) {
    return (this.lesson?.state?.unfinished.at(-1) === from || (await this.play(from))) && this.play(to);
  }

  /** Shows the position again, and returns to the board. */
  async again() {
    await this.act((lesson) => lesson.restart());
    this.board.hits?.get(this.board.cursor)?.focus({ preventScroll: true });
  }

  /** Shows the board, and the points in games that count them.
   * @param {LessonState} state @param {boolean} isOver whether the turn is complete @param {import("../view/marks.js").Mark[]} [marks] */
  drawBoard(state, isOver, marks = []) {
    const turn = state.last_turns[opponent(state.to_move)] ?? state.last_turns[state.to_move];
    const board = boardOf(state, state.clicks.length > 0 ? null : turn, !isOver, this.game.blocked);
    const control = controlOf(state);
    const controls = (/** @type {string} */ name) => SIDES.flatMap((side) => (control?.[side].includes(name) ? [`, ${nameOf(side)} controls it`] : []));
    const describe = (/** @type {string} */ name) => [board.describe(name), ...controls(name)].join("");
    this.board.draw({ ...board, coordinates: this.coordinates, control, marks, describe });
    const { points } = state.score ?? { points: null };
    const count = (/** @type {Color} */ side) => [
      h(
        "span",
        {},
        `${nameOf(side)}: ${points?.[side]} ${points?.[side] === 1 ? "point" : "points"}`,
        control && h("span", { class: `square ${side}`, "aria-hidden": "true" }),
        control && ` ${control[side].length} controlled`,
      ),
      " ",
    ];
    fill(this.points, ...(points ? SIDES.flatMap(count) : []));
  }

  /** Replaces the buttons, and keeps the focus among them. @param {(HTMLButtonElement | string | null | undefined | false)[]} buttons */
  offerChoices(buttons) {
    const focused = this.buttons.contains(document.activeElement);
    fill(this.buttons, ...buttons);
    if (focused) {
      this.buttons.querySelector("button")?.focus({ preventScroll: true });
    }
  }

  /** The buttons that end the turn, or take its clicks back. */
  turnButtons() {
    const { lesson } = this;
    const state = lesson?.state;
    if (!lesson || !state || lesson.isJudged) {
      return [];
    }
    const { isBegun } = lesson;
    const gifts = state.resignations;
    // A pass that gives a stone has a button for each stone.
    const end = state.legal_ends.find((token) => isBegun || token !== "PASS" || gifts.length === 0);
    return [
      end && button(isBegun ? "End turn" : "Pass", () => void this.play(end), "", isBegun ? "primary" : ""),
      isBegun && button("Cancel turn", () => void this.again()),
      ...(isBegun ? [] : gifts.map(({ token }) => button(`Give ${token.split("@")[1]}`, () => void this.play(token), "Give this stone, and have the stones counted"))),
    ];
  }
}
