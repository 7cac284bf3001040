/**
 * The puzzles of a game: positions in which exactly one first move wins. The engine judges each turn, and refutes a wrong one.
 *
 * @import { GameInfo } from "../types.js"
 * @import { Engine } from "../engine/protocol.js"
 */

import { openDialog } from "../dialogs/dialog.js";
import { nameOf, opponent } from "../game/color.js";
import { deed, sentence, turnText } from "../game/words.js";
import { Exercise } from "../lessons/exercise.js";
import { button, fill, h } from "../view/dom.js";
import { keep, nextSeed, progressOf } from "./progress.js";
import { Puzzle } from "./puzzle.js";

const GRADES = ["Beginner", "Easy", "Medium", "Hard", "Expert"];
/** The time to see a turn before it is answered, in milliseconds. */
const PAUSE = 600;

/**
 * @param {GameInfo} game
 * @param {boolean} coordinates whether to show the names of columns and rows
 * @param {() => Promise<Engine>} connect
 */
export function openPuzzles(game, coordinates, connect) {
  const title = `${game.display_name}: puzzles`;
  if (game.puzzles.every((count) => count === 0)) {
    openDialog(title, h("p", {}, "The engine has no puzzles for this game."));
    return;
  }
  void new Puzzles(game, coordinates, title).begin(connect);
}

class Puzzles extends Exercise {
  /** @param {GameInfo} game @param {boolean} coordinates @param {string} title */
  constructor(game, coordinates, title) {
    const list = h("ol", { class: "lessons", "aria-label": "Grades" });
    super(game, coordinates, title, list);
    this.list = list;
    this.progress = progressOf(game.name, game.puzzles);
    /** Whether the first try at the puzzle is over. */
    this.isSpoilt = false;
    this.isHinted = false;
    this.isHelped = false;
    /** The number of puzzles asked for; a puzzle that comes late is dropped. */
    this.asked = 0;
    this.dialog.addEventListener("close", () => (this.asked += 1));
  }

  start() {
    const { puzzles } = this.game;
    const grade = puzzles[this.progress.grade - 1] > 0 ? this.progress.grade : 1;
    return this.next(grade, 0);
  }

  /** The puzzle shown. */
  get puzzle() {
    return this.lesson instanceof Puzzle ? this.lesson : null;
  }

  /** The seeds of the puzzles of a grade that are solved. @param {number} grade */
  solved(grade) {
    return this.progress.solved[grade - 1];
  }

  /** @param {number} grade @param {number} seed */
  async open(grade, seed) {
    const { engine } = this;
    if (!engine) {
      return;
    }
    this.asked += 1;
    const { asked } = this;
    engine.cancel(); // the verdict on the puzzle before is no longer wanted
    this.progress.grade = grade;
    keep(this.game.name, this.progress);
    const puzzle = new Puzzle(engine, grade, seed);
    this.lesson = null;
    fill(this.list, ...this.entries());
    this.heading.textContent = `${GRADES[grade - 1]}, puzzle ${seed}`;
    this.verdict.className = "verdict";
    this.verdict.textContent = "";
    this.offerChoices([]);
    const isShown = await puzzle.restart();
    if (asked !== this.asked) {
      return;
    }
    if (!isShown) {
      this.verdict.textContent = sentence(puzzle.message);
      this.offerChoices([button("Next puzzle", () => void this.next(grade, seed), "", "primary")]);
      return;
    }
    this.lesson = puzzle;
    [this.isSpoilt, this.isHinted, this.isHelped] = [false, false, false];
    this.draw();
    this.dialog.querySelector(".content")?.scrollTo(0, 0);
    this.heading.focus({ preventScroll: true });
  }

  /** @param {number} grade @param {number} seed */
  next(grade, seed) {
    return this.open(grade, nextSeed(this.solved(grade), this.game.puzzles[grade - 1], seed));
  }

  async again() {
    this.isHinted = false;
    await super.again();
  }

  /** Plays a token. A wrong turn is refuted on the board, and a right one is answered. @param {string} token */
  async play(token) {
    const { puzzle } = this;
    const isAccepted = await super.play(token);
    const proof = puzzle?.proof;
    if (puzzle && isAccepted && proof && proof.line.length > 0 && !puzzle.isWon) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (puzzle === this.puzzle && puzzle.proof === proof && proof.shown === 0) {
        await this.act(() => (proof.reached ? puzzle.answer() : puzzle.walk(1)));
      }
    }
    return isAccepted;
  }

  judged() {
    const { puzzle, progress } = this;
    if (puzzle?.proof && !this.isSpoilt && (puzzle.isWon || !puzzle.proof.reached)) {
      this.isSpoilt = true;
      if (!puzzle.isWon) {
        progress.streak = 0;
      } else if (!this.isHelped) {
        progress.streak += 1;
        progress.best = Math.max(progress.best, progress.streak);
      }
    }
    if (puzzle?.isWon && !this.solved(puzzle.grade).includes(puzzle.seed)) {
      this.solved(puzzle.grade).push(puzzle.seed);
    }
    keep(this.game.name, progress);
  }

  draw() {
    const { puzzle, progress } = this;
    const state = puzzle?.puzzle;
    if (!puzzle || !state) {
      return;
    }
    const marks = this.isHinted ? state.hint.map((name) => ({ clicks: [name], strength: 1 })) : [];
    this.drawBoard(state, puzzle.isJudged, marks);
    fill(this.list, ...this.entries());
    this.heading.textContent = `${GRADES[puzzle.grade - 1]}, puzzle ${puzzle.seed}`;
    this.text.textContent = `Streak: ${progress.streak}. Longest streak: ${progress.best}.`;
    this.task.textContent = state.task;
    const { proof } = puzzle;
    this.verdict.className = proof === null || proof.reached === null ? "verdict" : `verdict ${proof.reached ? "right" : "missed"}`;
    fill(this.verdict, ...this.words(state));
    this.offerChoices(this.choices());
  }

  /** @param {import("../types.js").PuzzleState} state @returns {(Node | string)[]} */
  words(state) {
    const { puzzle } = this;
    if (!puzzle || puzzle.message) {
      return [sentence(puzzle?.message ?? "")];
    }
    const { proof } = puzzle;
    if (!proof && puzzle.turns.length > 0 && !puzzle.isBegun) {
      const { to_move, last_turns } = state;
      const reply = last_turns[opponent(to_move)]?.text ?? "";
      const answer = `${nameOf(opponent(to_move))} ${deed(reply)}`;
      return [`Right. ${puzzle.turns.at(-1) === reply ? answer : `${nameOf(to_move)} moves again`}. Find the next turn.`];
    }
    if (!proof) {
      const [first, ...others] = state.hint;
      const hint = others.length === 0 ? `with ${first}` : `with one of ${state.hint.join(", ")}`;
      return [this.isHinted ? `Hint: the winning turn begins ${hint}.` : sentence(state.instruction)];
    }
    const head = proof.reached === null ? "The proof." : proof.reached ? "Right." : "Wrong.";
    const turns = proof.line.flatMap(({ player, turn }, index) => {
      const text = `${nameOf(player)} ${turnText(turn)}`;
      return [index === 0 ? " " : ", ", index < proof.shown ? h("b", {}, text) : text];
    });
    return [`${head} ${proof.sentence}`, ...(proof.shown > 0 ? [...turns, "."] : [])];
  }

  choices() {
    const { puzzle } = this;
    if (!puzzle) {
      return [];
    }
    const { proof } = puzzle;
    const isOver = puzzle.isWon || proof?.reached === null;
    const isAnswered = proof?.reached === true && !isOver;
    const isLater = puzzle.turns.length > 0;
    const next = button("Next puzzle", () => void this.next(puzzle.grade, puzzle.seed), "", isOver ? "primary" : "");
    const walk = (/** @type {number} */ shown) => void this.act(() => puzzle.walk(shown));
    const line = proof && proof.line.length > 0 && !isAnswered ? proof : null;
    return [
      isOver && next,
      proof && !isAnswered && button("Try again", () => void this.again(), "Show the position again", isOver ? "" : "primary"),
      ...this.turnButtons(),
      !proof && !isLater && !this.isHinted && button("Hint", () => this.hint()),
      line && line.shown > 0 && button("Back", () => walk(line.shown - 1), "Take back a turn of the proof line"),
      line && line.shown > 0 && line.shown < line.line.length && button("Forward", () => walk(line.shown + 1), "Play the next turn of the proof line"),
      line && line.shown === 0 && button("Show the proof line", () => walk(1), "Play the best turns of both players"),
      (!proof || proof.reached === false) && button(proof ? "Show the solution" : isLater ? "Show the rest" : "Show the proof line", () => void this.act(() => puzzle.solve()), "Play the winning turn, and the best turns after it"),
      !isOver && next,
    ];
  }

  /** Marks the stone that makes the winning move, or the cells of a column. */
  hint() {
    [this.isHinted, this.isHelped] = [true, true];
    this.draw();
  }

  /** The grades that the game has puzzles of. */
  entries() {
    return this.game.puzzles.flatMap((shipped, index) => {
      const made = button(GRADES[index], () => void this.next(index + 1, 0));
      made.ariaCurrent = index + 1 === this.progress.grade ? "step" : null;
      return shipped > 0 ? [h("li", {}, made, ` ${this.solved(index + 1).length} of ${shipped} solved`)] : [];
    });
  }
}
