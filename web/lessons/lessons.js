/**
 * The lessons of a game, one after the other on a board of their own.
 *
 * @import { GameInfo } from "../types.js"
 * @import { Engine } from "../engine/protocol.js"
 */

import { openDialog } from "../dialogs/dialog.js";
import { nameOf } from "../game/color.js";
import { sentence } from "../game/words.js";
import { button, fill, h } from "../view/dom.js";
import { lessonsDone, markDone } from "./done.js";
import { Exercise } from "./exercise.js";
import { Lesson } from "./lesson.js";

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

class Lessons extends Exercise {
  /** @param {GameInfo} game @param {boolean} coordinates @param {string} title */
  constructor(game, coordinates, title) {
    const list = h("ol", { class: "lessons", "aria-label": "Lessons" });
    super(game, coordinates, title, list);
    this.list = list;
    this.done = lessonsDone(game.name);
    /** The index of the lesson shown: at first, the first one that is not done. */
    this.index = Math.max(0, game.lessons.findIndex(({ title }) => !this.done.has(title)));
  }

  start() {
    return this.open(this.index);
  }

  /** @param {number} index */
  async open(index) {
    if (!this.engine) {
      return;
    }
    this.index = index;
    this.lesson = new Lesson(this.engine, `lesson ${index + 1}`, this.game.lessons[index].solution);
    await this.lesson.restart();
    this.draw();
    this.dialog.querySelector(".content")?.scrollTo(0, 0);
    this.heading.focus({ preventScroll: true });
  }

  /** @param {Lesson} lesson */
  judged(lesson) {
    if (lesson.state?.reached && !lesson.isSolution) {
      const { title } = this.game.lessons[this.index];
      this.done.add(title);
      markDone(this.game.name, title);
    }
  }

  draw() {
    const { lesson, game, index } = this;
    const state = lesson?.state;
    if (!lesson || !state) {
      return;
    }
    const { title, text, task } = game.lessons[index];
    this.drawBoard(state, lesson.isJudged);
    fill(this.list, ...game.lessons.map((_, number) => this.entry(number)));
    this.heading.textContent = `${index + 1}. ${title}`;
    this.text.textContent = text;
    this.task.textContent = `${nameOf(lesson.solver ?? state.to_move)} to move: ${task}`;
    this.verdict.className = lesson.isJudged && !lesson.isSolution ? `verdict ${state.reached ? "right" : "missed"}` : "verdict";
    this.verdict.textContent = this.words();
    this.offerChoices(this.choices());
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
    if (!lesson?.state) {
      return [];
    }
    const { isJudged } = lesson;
    const isDone = isJudged && lesson.state.reached;
    const isLast = index + 1 === game.lessons.length;
    const next = button("Next lesson", () => void this.open(index + 1), "", isDone ? "primary" : "");
    return [
      isDone && !isLast && next,
      isJudged && button("Try again", () => void this.again(), "Show the position again", isDone ? "" : "primary"),
      ...this.turnButtons(),
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
