/**
 * A puzzle on the board: the clicks of the solver, the engine's verdict, and the line that proves it.
 *
 * @typedef {import("../types.js").PuzzleState} PuzzleState
 * @typedef {import("../engine/protocol.js").Engine} Engine
 */

import { Lesson } from "../lessons/lesson.js";

export class Puzzle extends Lesson {
  /** @param {Engine} engine in steps style, with the game of the puzzle @param {number} grade @param {number} seed */
  constructor(engine, grade, seed) {
    super(engine, `puzzle ${grade} ${seed}`, "");
    this.grade = grade;
    this.seed = seed;
    /** The verdict on the turn, or the solution: the turns before the line, and those of the line that are on the board.
     * @type {{reached: boolean | null, sentence: string, before: string[], line: import("../types.js").LineTurn[], shown: number} | null} */
    this.proof = null;
  }

  /** @returns {PuzzleState | null} */
  get puzzle() {
    return /** @type {PuzzleState | null} */ (this.state);
  }

  get isJudged() {
    return this.proof !== null;
  }

  /** @param {string[]} tokens */
  async show(tokens) {
    const isAccepted = await super.show(tokens);
    if (isAccepted && this.puzzle) {
      const { reached, sentence, line, last_turns } = this.puzzle;
      const turn = last_turns.black ?? last_turns.white;
      this.proof = reached === null ? null : { reached, sentence, before: [turn?.text ?? ""], line, shown: 0 };
    }
    return isAccepted;
  }

  /** Takes the proof line of the position, and plays its first turn. */
  solve() {
    return this.inTurn(async () => {
      const { line } = await this.engine.askJson(`${this.command} solution`);
      this.proof = { reached: null, sentence: "", before: [], line, shown: 0 };
      this.isSolution = true;
      return this.place(1);
    });
  }

  /** Shows the position after so many turns of the line. @param {number} shown */
  walk(shown) {
    return this.inTurn(() => this.place(shown));
  }

  /** @param {number} shown */
  async place(shown) {
    const { proof } = this;
    if (proof && shown >= 0 && shown <= proof.line.length) {
      const turns = [...proof.before, ...proof.line.slice(0, shown).map(({ turn }) => turn)];
      // In steps style, a single cell may be only a part of the turn.
      const replies = await this.engine.askAll(["style whole", [this.command, ...turns].join(" "), "style steps"]);
      this.state = JSON.parse(replies[1]);
      proof.shown = shown;
    }
    return true;
  }
}
