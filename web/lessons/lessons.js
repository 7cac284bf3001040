/**
 * The lessons of a game, one after the other on a board of their own. They have a connection of their own, so
 * that neither a search nor the game on the table is disturbed.
 *
 * @typedef {import("../types.js").GameInfo} GameInfo
 * @typedef {import("../engine/protocol.js").Engine} Engine
 */

import { openDialog } from "../dialogs/dialog.js";
import { nameOf } from "../game/color.js";
import { BoardView } from "../view/board.js";
import { button, fill, h } from "../view/dom.js";
import { lessonsDone, markDone } from "./done.js";
import { Lesson } from "./lesson.js";
import { pictureOf } from "./picture.js";

/**
 * @param {GameInfo} game
 * @param {boolean} coordinates whether to show the names of columns and rows
 * @param {() => Promise<Engine>} connect
 */
export function openLessons(game, coordinates, connect) {
  const title = `${game.display_name}: lessons`;
  if (game.lessons.length === 0) {
    openDialog(title, h("p", {}, "The engine has no lessons for this game."));
    return;
  }
  void new Lessons(game, coordinates, title).begin(connect);
}

class Lessons {
  /** @param {GameInfo} game @param {boolean} coordinates @param {string} title */
  constructor(game, coordinates, title) {
    this.game = game;
    this.coordinates = coordinates;
    this.done = lessonsDone(game.name);
    /** The index of the lesson shown: at first, the first one that is not done. */
    this.index = Math.max(0, game.lessons.findIndex(({ title }) => !this.done.has(title)));
    /** @type {Engine | null} */
    this.engine = null;
    /** @type {Lesson | null} */
    this.lesson = null;
    this.place = h("div", { class: "lesson-board" });
    this.list = h("ol", { class: "lessons", "aria-label": "Lessons" });
    this.heading = h("h3", { tabIndex: -1 });
    this.text = h("p", {});
    this.task = h("p", { class: "task" });
    this.verdict = h("p", { class: "verdict", role: "status" }, "Connecting …");
    this.buttons = h("p", { class: "buttons" });
    const words = h("div", { class: "lesson-words" }, this.heading, this.text, this.task, this.verdict, this.buttons);
    this.dialog = openDialog(title, this.place, words, this.list);
    this.dialog.classList.add("lesson-dialog");
    this.dialog.addEventListener("close", () => this.engine?.close());
    this.board = new BoardView(this.place, {
      click: (name) => void this.play(name),
      lift: (from) => void this.play(from),
      drag: (from, to) => this.drag(from, to),
    });
  }

  /** @param {() => Promise<Engine>} connect */
  async begin(connect) {
    try {
      this.engine = await connect();
      this.engine.onclose = (reason) => this.fail(reason || "the connection to papamu was lost");
      if (!this.dialog.open) {
        this.engine.close();
        return;
      }
      await this.engine.askAll(["style steps", `set_game ${this.game.name}`]);
      await this.open(this.index);
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string} reason */
  fail(reason) {
    this.verdict.textContent = `${sentence(reason)} Close the lessons and open them again.`;
    fill(this.buttons);
  }

  /** @param {number} index */
  async open(index) {
    if (!this.engine) {
      return;
    }
    this.index = index;
    this.lesson = new Lesson(this.engine, index + 1, this.game.lessons[index].solution);
    await this.lesson.restart();
    this.draw();
    this.dialog.querySelector(".content")?.scrollTo(0, 0);
    this.heading.focus({ preventScroll: true });
  }

  /** Does something with the lesson and shows it. @param {(lesson: Lesson) => Promise<boolean>} action */
  async act(action) {
    const { lesson } = this;
    if (!lesson) {
      return false;
    }
    try {
      const isAccepted = await action(lesson);
      if (lesson.state?.reached && !lesson.isSolution) {
        const { title } = this.game.lessons[lesson.number - 1];
        this.done.add(title);
        markDone(this.game.name, title);
      }
      if (lesson === this.lesson) {
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
    return (this.lesson?.state?.clicks.at(-1) === from || (await this.play(from))) && this.play(to);
  }

  /** Shows the position again, and returns to the board. */
  async again() {
    await this.act((lesson) => lesson.restart());
    this.board.hits?.get(this.board.cursor)?.focus({ preventScroll: true });
  }

  draw() {
    const { lesson, game, index } = this;
    const state = lesson?.state;
    if (!lesson || !state) {
      return;
    }
    const { title, text, task } = game.lessons[index];
    this.board.draw(pictureOf(state, this.coordinates));
    fill(this.list, ...game.lessons.map((_, number) => this.entry(number)));
    this.heading.textContent = `${index + 1}. ${title}`;
    this.text.textContent = text;
    this.task.textContent = `${nameOf(state.turns_played === 0 ? state.to_move : this.learner())} to move: ${task}`;
    this.verdict.className = lesson.isJudged && !lesson.isSolution ? `verdict ${state.reached ? "right" : "missed"}` : "verdict";
    this.verdict.textContent = this.words();
    const focused = this.buttons.contains(document.activeElement);
    fill(this.buttons, ...this.choices());
    if (focused) {
      this.buttons.querySelector("button")?.focus({ preventScroll: true });
    }
  }

  /** The player of the turn that has been judged. */
  learner() {
    const { black, white } = /** @type {import("../types.js").LessonState} */ (this.lesson?.state).last_turns;
    return (black ?? white)?.player ?? "black";
  }

  words() {
    const { lesson, game } = this;
    if (!lesson?.state || lesson.message) {
      return sentence(lesson?.message ?? "");
    }
    if (!lesson.isJudged) {
      return lesson.state.instruction === "" ? "" : sentence(lesson.state.instruction);
    }
    const all = game.lessons.every(({ title }) => this.done.has(title)) ? " You have done all lessons." : "";
    const head = lesson.isSolution ? "The solution." : lesson.state.reached ? "Right." : "Not yet.";
    return `${head} ${lesson.state.sentence}${lesson.state.reached ? all : ""}`;
  }

  choices() {
    const { lesson, index, game } = this;
    const state = lesson?.state;
    if (!lesson || !state) {
      return [];
    }
    const isBegun = lesson.tokens.length > 0;
    const { isJudged } = lesson;
    const isDone = isJudged && state.reached;
    const gifts = state.resignations ?? [];
    // A pass that gives a stone has a button for each stone.
    const end = state.legal_ends.find((token) => isBegun || token !== "PASS" || gifts.length === 0);
    const isLast = index + 1 === game.lessons.length;
    const next = button("Next lesson", () => void this.open(index + 1), "", isDone ? "primary" : "");
    return [
      isDone && !isLast && next,
      isJudged && button("Try again", () => void this.again(), "Show the position again", isDone ? "" : "primary"),
      !isJudged && end && button(isBegun ? "End turn" : "Pass", () => void this.play(end), "", isBegun ? "primary" : ""),
      !isJudged && isBegun && button("Cancel turn", () => void this.again()),
      ...(isJudged || isBegun ? [] : gifts.map(({ token }) => button(`Give ${token.split("@")[1]}`, () => void this.play(token), "Give this stone, and have the stones counted"))),
      !isDone && button("Show the solution", () => void this.act((lesson) => lesson.solve())),
      !isDone && !isLast && next,
    ];
  }

  /** @param {number} number */
  entry(number) {
    const { title } = this.game.lessons[number];
    const isDone = this.done.has(title);
    const mark = h("span", { class: "tick", "aria-hidden": "true" }, isDone ? "✓" : "");
    const name = h("button", { type: "button", "aria-current": number === this.index ? "step" : null, onclick: () => void this.open(number) }, title);
    return h("li", {}, name, mark, isDone && h("span", { class: "hidden" }, "done"));
  }
}

/** The engine's text as a sentence. @param {string} words */
function sentence(words) {
  return words === "" ? "" : `${words[0].toUpperCase()}${words.slice(1)}.`;
}
