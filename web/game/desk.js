/**
 * The order of what happens on the table: actions run one after the other, and each ends the engine's work first. Work
 * runs until it is done or an action ends it.
 *
 * @import { Engine } from "../engine/protocol.js"
 */

import { ConnectionLost, EngineError } from "../engine/protocol.js";

export class Desk extends EventTarget {
  /** @type {Engine | null} */
  engine = null;
  /** What the engine works on.
   * @type {"move" | "analysis" | "hint" | "proof" | "review" | "verdict" | null} */
  working = null;
  /** Resolves when the work ends.
   * @type {Promise<void>} */
  workEnds = Promise.resolve();
  /** Whether the engine's work was ended before it was done. */
  isCancelled = false;
  /** The error message to show. */
  message = "";
  /** The queue of actions.
   * @type {Promise<void>} */
  queue = Promise.resolve();
  queued = 0;

  /** Whether something is running that one waits for: an action, or any work of the engine except in the background. */
  get isBusy() {
    return this.queued > 0 || (this.working !== null && this.working !== "analysis" && this.working !== "review");
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  /** Announces something to screen readers. @param {string} words */
  say(words) {
    this.dispatchEvent(new CustomEvent("say", { detail: words }));
  }

  /**
   * Runs an action. An error is shown as a message.
   * @param {() => Promise<void>} action
   */
  act(action) {
    this.queued += 1;
    this.changed();
    const run = this.queue.then(async () => {
      try {
        await this.stopWork();
        this.message = "";
        await action();
      } catch (error) {
        await this.fail(error);
      } finally {
        this.queued -= 1;
      }
      if (this.queued === 0) {
        this.changed();
        this.proceed();
      }
    });
    this.queue = run;
    return run;
  }

  /** @param {unknown} error */
  async fail(error) {
    if (error instanceof ConnectionLost) {
      this.message = "papamu is not connected";
      return;
    }
    this.message = error instanceof EngineError ? error.reason : error instanceof Error ? error.message : String(error);
    try {
      await this.refresh();
    } catch {
      // Ignored: the first error is the one to show.
    }
  }

  /**
   * Starts work that an action can end.
   * @param {"move" | "analysis" | "hint" | "proof" | "review" | "verdict"} kind @param {() => Promise<void>} task
   */
  work(kind, task) {
    this.working = kind;
    this.isCancelled = false;
    this.changed();
    this.workEnds = (async () => {
      try {
        await task();
      } catch (error) {
        // Cancelled work reports no error, and the reconnect code reports a lost connection.
        if (!(error instanceof ConnectionLost || (error instanceof EngineError && error.isInterruption))) {
          await this.fail(error);
        }
      }
      this.working = null;
      if (this.queued === 0) {
        this.changed();
        this.proceed();
      }
    })();
  }

  /** Ends the engine's work. */
  async stopWork() {
    this.isCancelled = true;
    if (this.working === "analysis") {
      this.engine?.endAnalysis();
    } else if (this.working) {
      this.engine?.cancel();
    }
    await this.workEnds;
  }

  needed() {
    if (!this.engine) {
      throw new ConnectionLost("");
    }
    return this.engine;
  }

  /** Starts the next work when no action is running. */
  proceed() {}

  /** Reads the engine's state again. */
  async refresh() {}
}
