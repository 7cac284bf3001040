/**
 * A lesson on the board: the clicks of the learner, and what the engine says about them. The engine knows the rules; this only
 * keeps the clicks and sends them again with each new one.
 *
 * @import { LessonState } from "../types.js"
 * @import { Engine } from "../engine/protocol.js"
 */

import { EngineError } from "../engine/protocol.js";

export class Lesson {
  /**
   * @param {Engine} engine in steps style, with the game of the lesson
   * @param {string} command that shows it: `lesson` and its number
   * @param {string} solution a whole turn
   */
  constructor(engine, command, solution) {
    this.engine = engine;
    this.command = command;
    this.solution = solution;
    /** @type {import("../types.js").Color | null} */
    this.solver = null;
    /** The tokens before the turn.
     * @type {string[]} */
    this.base = [];
    /** Those, and the tokens of the turn so far.
     * @type {string[]} */
    this.tokens = [];
    /** @type {LessonState | null} */
    this.state = null;
    /** Why the last click was refused. */
    this.message = "";
    /** Whether the turn on the board is the engine's solution. */
    this.isSolution = false;
    /** Clicks are sent one after the other.
     * @type {Promise<unknown>} */
    this.work = Promise.resolve();
  }

  get isJudged() {
    return typeof this.state?.reached === "boolean";
  }

  get isBegun() {
    return this.tokens.length > this.base.length;
  }

  /** Shows the position without a turn. */
  restart() {
    return this.inTurn(() => this.show(this.base));
  }

  /** Plays a token: a cell, `PASS`, or a whole turn. Returns whether it was accepted.
   * @param {string} token */
  play(token) {
    return this.inTurn(async () => {
      if (this.isJudged) {
        this.message = "The turn is over. Try again, or go on";
        return false;
      }
      const { base, tokens, isBegun } = this;
      if (await this.show([...tokens, token])) {
        return true;
      }
      // A click on another stone begins another turn, unless a move of this one is complete.
      const reason = this.message;
      const { clicks, unfinished } = /** @type {LessonState} */ (this.state);
      if (isBegun && unfinished.length === clicks.length && (await this.show([...base, token]))) {
        return true;
      }
      this.message = reason;
      return false;
    });
  }

  /** Plays the solution on the board. */
  solve() {
    return this.inTurn(async () => {
      // In steps style, a single cell may be only a part of the turn.
      await this.engine.ask("style whole");
      await this.show([this.solution]);
      await this.engine.ask("style steps");
      this.isSolution = true;
      return true;
    });
  }

  /** @param {string[]} tokens @returns {Promise<boolean>} whether the engine accepts them */
  async show(tokens) {
    try {
      /** @type {LessonState} */
      const state = await this.engine.askJson([this.command, ...tokens].join(" "));
      this.state = state;
      this.solver ??= state.to_move;
      this.tokens = tokens;
      this.message = "";
      this.isSolution = false;
      return true;
    } catch (error) {
      if (!(error instanceof EngineError)) {
        throw error;
      }
      this.message = error.reason;
      return false;
    }
  }

  /** Waits for the work before. @param {() => Promise<boolean>} action @returns {Promise<boolean>} */
  inTurn(action) {
    const result = this.work.then(action);
    this.work = result.catch(() => {});
    return result;
  }
}
