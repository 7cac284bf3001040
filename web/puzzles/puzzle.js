/**
 * A puzzle on the board: the clicks of the solver, the engine's verdicts, its replies, and the line that proves them.
 *
 * @import { LineTurn, PuzzleState } from "../types.js"
 * @import { Engine } from "../engine/protocol.js"
 */

import { Lesson } from "../lessons/lesson.js";

export class Puzzle extends Lesson {
  /** @param {Engine} engine in steps style, with the game of the puzzle @param {number} grade @param {number} seed */
  constructor(engine, grade, seed) {
    super(engine, `puzzle ${grade} ${seed}`, "");
    this.grade = grade;
    this.seed = seed;
    /** The turns before the solver's present one.
     * @type {string[]} */
    this.turns = [];
    /** The best turns from there on, after a right turn.
     * @type {LineTurn[]} */
    this.rest = [];
    /** The verdict on the turn, or the solution: the turns before the line, and those of the line that are on the board.
     * @type {{reached: boolean | null, sentence: string, before: string[], line: LineTurn[], shown: number} | null} */
    this.proof = null;
  }

  /** @returns {PuzzleState | null} */
  get puzzle() {
    return /** @type {PuzzleState | null} */ (this.state);
  }

  get isJudged() {
    return this.proof !== null;
  }

  /** Whether a turn was right that ends the game, or after which nothing is left to find. */
  get isWon() {
    const { proof, puzzle, isSolution } = this;
    const isClear = () => isSolution || puzzle?.result || proof?.line.every(({ turn }) => turn === "PASS") || (proof?.before.length ?? 0) >= (puzzle?.depth ?? 0);
    return proof?.reached === true && Boolean(isClear());
  }

  /** Shows the position without a turn; once the puzzle is over, that of its beginning. */
  restart() {
    if (this.isSolution || this.isWon) {
      [this.base, this.turns, this.rest] = [[], [], []];
    }
    return super.restart();
  }

  /** @param {string[]} tokens */
  async show(tokens) {
    const isAccepted = await super.show(tokens);
    if (isAccepted && this.puzzle && this.solver) {
      const { reached, sentence, line, last_turns } = this.puzzle;
      const before = [...this.turns, last_turns[this.solver]?.text ?? ""];
      this.proof = reached === null ? null : { reached, sentence, before, line, shown: 0 };
    }
    return isAccepted;
  }

  /** Plays the opponent's turns up to the solver's next one. */
  answer() {
    return this.inTurn(async () => {
      const { before = [], line = [] } = this.proof ?? {};
      const own = line.findIndex(({ player }) => player === this.solver);
      const replies = own < 0 ? line : line.slice(0, own);
      for (const { turn } of replies) {
        await this.show([...this.tokens, turn]);
        if (this.state && this.state.clicks.length > 0) {
          // In steps style, a single cell may be only a part of the turn.
          await this.show([...this.tokens, this.state.legal_ends[0]]);
        }
      }
      this.base = this.tokens;
      this.turns = [...before, ...replies.map(({ turn }) => turn)];
      this.rest = line.slice(replies.length);
      const { result } = this.state ?? {};
      this.proof = result ? { reached: true, sentence: result.sentence, before: this.turns, line: [], shown: 0 } : null;
      return true;
    });
  }

  /** Takes the proof line of the position, and plays its first turn. */
  solve() {
    return this.inTurn(async () => {
      const isFound = this.base.length > 0;
      const line = isFound ? this.rest : (await this.engine.askJson(`${this.command} solution`)).line;
      this.proof = { reached: isFound && this.proof === null ? true : null, sentence: "", before: this.turns, line, shown: 0 };
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
