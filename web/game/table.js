/**
 * The table: what people can do there, and the engine's work. It knows no rules: the engine's state tells which cells may be
 * clicked, what a click does and who has won. Views listen for `change`.
 *
 * @import { Choice, Color, State, Turn } from "../types.js"
 * @import { Engine } from "../engine/protocol.js"
 * @import { Setup } from "./setup.js"
 */

import { analyse, findHint } from "./advice.js";
import { forfeitTurn } from "./forfeit.js";
import { endLearning, judgeTry } from "./learn.js";
import { loadLink, loadStones } from "./load.js";
import { newNotes, renamePlayers } from "./notes.js";
import { Play } from "./play.js";
import { Review, judgeTurns } from "./review.js";
import { paceCommands } from "./setup.js";
import { write } from "./sgf.js";
import { solve } from "./solve.js";
import { TreeNode } from "./tree.js";
import { GIVING } from "./words.js";

/** How long a turn of papamu against itself stays on the board, so that a person can follow, in milliseconds. */
const SHOWN = 700;

export class Table extends Play {
  /** Starts a new game. If the engine refuses it, the old one stays.
   * @param {Setup} setup */
  start({ isPerfect = false, ...setup }) {
    const root = new TreeNode(null, null);
    root.notes = newNotes(setup);
    return this.load(async () => {
      this.setup = structuredClone(setup);
      if (isPerfect) {
        [this.analysing, this.isPerfect] = [true, true];
      }
      return { ...setup, root, end: root };
    });
  }

  /** Handles a click on a cell. A click on another stone that could begin the turn restarts the turn.
   * @param {string} vertex */
  click(vertex) {
    if (this.working === "move") {
      return Promise.resolve(); // the engine continues thinking
    }
    const gift = this.isGiving && this.gifts.get(vertex);
    return this.act(async () => {
      if (gift) {
        return this.play(gift.token);
      }
      const state = this.state;
      if (!state || !this.isPersonToMove) {
        return;
      }
      const isEnd = state.legal_ends.includes(vertex);
      const isOtherStart = state.clicks.length === 1 && state.unfinished.length === 1 && this.before?.legal_clicks.includes(vertex);
      if (!isEnd && !state.legal_clicks.includes(vertex) && isOtherStart) {
        const isSame = state.clicks[0] === vertex;
        await this.cancelBegun();
        if (isSame) {
          return this.refresh();
        }
      }
      await this.play(vertex);
    });
  }

  endTurn() {
    return this.act(async () => {
      if (this.end !== undefined && this.isPersonToMove) {
        await this.play(this.end);
      }
    });
  }

  /** Lets the next click choose the stone that is given. */
  giveStone() {
    this.isGiving = true;
    this.say(GIVING);
    this.changed();
  }

  /** Resigns the game, or loses it on time.
   * @param {Color} player @param {"resign" | "timeout"} token */
  forfeit(player, token) {
    return this.act(async () => {
      if (!this.state || this.state.result) {
        return;
      }
      if (this.isBegun) {
        await this.cancelBegun();
      }
      await this.needed().ask(`play ${player} ${token}`);
      await this.take(forfeitTurn(player, token));
    });
  }

  cancelTurn() {
    if (!this.isBegun && !this.isGiving) {
      return Promise.resolve();
    }
    return this.act(async () => {
      if (this.isBegun) {
        await this.cancelBegun();
        await this.refresh();
      }
    });
  }

  /** Takes turns back until a person is to move. The game continues from there. While an earlier turn or a variation is viewed, the
   * game waits, and this shows the turn before. */
  takeBack() {
    return this.act(async () => {
      if (this.isBegun) {
        await this.cancelBegun();
        return this.refresh();
      }
      if (this.isBrowsing) {
        return this.show(this.node.parent ?? this.root);
      }
      const { players } = this.setup;
      const isMixed = players.black !== players.white;
      let node = this.node.parent;
      // The player whose turn is taken back is to move again.
      let mover = this.node.turn?.player;
      while (isMixed && node?.parent && mover && players[mover] === "engine") {
        mover = node.turn?.player;
        node = node.parent;
      }
      if (node) {
        await this.playFrom(node, this.paused || players.black === "engine" && players.white === "engine");
      }
    });
  }

  /** Replays turns that were taken back, until a person is to move; or shows the next turn while the game waits. */
  redo() {
    return this.act(async () => {
      if (this.isBrowsing) {
        return this.show(this.node.next() ?? this.node);
      }
      const { players } = this.setup;
      let node = this.node.next();
      for (let next = node?.next(); node && next && players[/** @type {Turn} */ (next.turn).player] === "engine"; next = node.next()) {
        node = next;
      }
      if (node) {
        await this.playFrom(node, this.paused);
      }
    });
  }

  /** Shows a node. If the game stands at this node, it continues.
   * @param {(from: TreeNode) => TreeNode | null} find finds the node from the one on the board, after all earlier
   * actions */
  go(find) {
    return this.act(async () => {
      const node = find(this.node);
      if (node) {
        await this.show(node);
      }
    });
  }

  /** Shows where the game stands. */
  goLive() {
    return this.go(() => this.live);
  }

  /** Continues the game from the node on the board. */
  playHere() {
    return this.act(() => this.playFrom(this.node));
  }

  /** Lets the engine move for the player to move.
   * @param {boolean} [paused] whether the engine waits after one move */
  engineMoves(paused = false) {
    return this.act(async () => {
      this.paused = paused;
      this.continueFrom(this.node);
      void this.choose();
    });
  }

  /** Removes the turn on the board and all later ones. */
  removeBranch() {
    return this.act(async () => {
      const node = this.node;
      if (!node.parent) {
        return;
      }
      await this.show(node.parent);
      if (this.live.isWithin(node)) {
        this.live = node.parent;
        this.clock.set(this.live.clocks);
      }
      if (this.review?.end.isWithin(node)) {
        this.review = new Review(node.parent);
      }
      node.remove();
    });
  }

  /** Makes the line on the board the main line. */
  promoteBranch() {
    return this.act(async () => this.node.promote());
  }

  /** @param {boolean} on @param {boolean} [isPerfect] whether the analysis tries to prove the result of every turn */
  setAnalysing(on, isPerfect = this.isPerfect) {
    const set = async () => {
      this.analysing = on;
      this.isPerfect = isPerfect;
      this.hint = null;
    };
    // The engine continues to think about its move.
    return this.working === "move" ? set().then(() => this.changed()) : this.act(set);
  }

  /** @param {boolean} isAway whether nobody sees the page */
  setAway(isAway) {
    this.isAway = isAway;
    return this.working === null || this.working === "analysis" ? this.act(async () => {}) : Promise.resolve();
  }

  /** Lets the analysis look for so many lines, and takes its time for this position again.
   * @param {number} lines */
  setLines(lines) {
    return this.act(async () => {
      this.lines = lines;
      this.node.studied = 0;
    });
  }

  /** Ends the running search. The engine plays the best move so far. */
  moveNow() {
    this.engine?.interrupt();
    this.release();
  }

  /** Ends the running search. The engine plays nothing and waits. */
  stop() {
    return this.act(async () => {
      this.paused = true;
    });
  }

  askHint() {
    return this.act(async () => {
      if (this.state && !this.state.result) {
        this.work("hint", () => findHint(this, /** @type {State} */ (this.state)));
      }
    });
  }

  /** Changes the players, the level or the pace of the current game.
   * @param {Partial<Setup>} change */
  change(change) {
    return this.act(async () => {
      const before = this.setup;
      const pace = JSON.stringify(before.pace);
      this.setup = { ...before, ...structuredClone(change) };
      renamePlayers(this.root.notes, before, this.setup);
      if (this.setup.study || before.study) {
        this.continueFrom(this.node);
      }
      if (JSON.stringify(this.setup.pace) !== pace) {
        this.setClock();
      }
      this.paused = false;
    });
  }

  /**
   * Starts from stones that are set up.
   * @param {import("./load.js").Marks} marks @param {Color} toMove
   */
  setUp(marks, toMove) {
    return this.load((engine) => loadStones(engine, this.setup, this.state?.cells ?? [], marks, toMove));
  }

  /**
   * Opens the game of a link, or of a position string.
   * @param {import("./link.js").LinkedGame} linked
   */
  open(linked) {
    return this.load((engine) => loadLink(engine, linked));
  }

  /** Loads a game.
   * @param {(engine: Engine) => Promise<import("./load.js").Loaded>} read */
  load(read) {
    return this.replace(async (engine) => {
      const previous = this.leave() ?? this.previous;
      const { game, options, start, komi, root, end } = await read(engine);
      this.setup = { ...this.setup, game, options, start, komi };
      this.reset();
      this.previous = previous;
      this.root = root;
      this.live = end;
      this.paused = end !== root;
      await this.show(root);
      this.orient();
      await this.show(end);
    });
  }

  /** Opens a game that was kept.
   * @param {ReturnType<Table["toData"]>} data */
  reopen(data) {
    return this.replace(async () => {
      const previous = this.leave();
      this.restore(data);
      this.previous = previous;
      await this.resume(this.begun);
    });
  }

  /** Puts another game on the board. If that fails, the present one stays.
   * @param {(engine: Engine) => Promise<void>} put */
  replace(put) {
    return this.act(async () => {
      const engine = this.needed();
      const before = this.toData();
      const { previous } = this;
      this.at = null;
      try {
        await put(engine);
      } catch (error) {
        this.restore(before);
        this.previous = previous;
        this.at = null;
        await this.resume(this.begun);
        throw error;
      }
    });
  }

  /** Returns to the game before this one. */
  goBack() {
    return this.previous ? this.reopen(this.previous) : Promise.resolve();
  }

  /** The game with its variations as SGF. */
  writeSgf() {
    return write(this.header, this.root, this.state?.cells ?? [], this.root.mainEnd().result);
  }

  /** Starts the next work when no action is running. */
  proceed() {
    const { state, engine } = this;
    if (!engine || !state || this.working || this.queued > 0) {
      return;
    }
    if (this.hasClock) {
      // The clock stops while another turn is viewed, because the engine does not think then either.
      const isRunning = !this.isBrowsing && !state.result && !this.paused && this.node.parent;
      this.clock.run(isRunning ? state.to_move : null);
    }
    const { learning, review } = this;
    const isStudied = this.analysing && !this.isAway && !state.result && !this.isAtExercise;
    if (!state.result && !this.isBrowsing && !this.paused && this.setup.players[state.to_move] === "engine") {
      void this.choose();
    } else if (this.isBegun) {
      return; // the engine judges no half of a turn
    } else if (learning?.isWaiting(this.node)) {
      this.work("verdict", () => judgeTry(this, learning));
    } else if (isStudied && this.isPerfect && !this.node.isTried) {
      this.work("proof", () => solve(this));
    } else if (review?.isRunning && !review.isComplete) {
      this.work("review", () => judgeTurns(this, review));
    } else if (isStudied && this.node.studied < Infinity && !this.isSolved) {
      this.work("analysis", () => analyse(this));
    }
  }

  /** Ends the engine's work, the time for which its turn waits to be seen, and the choice of a stone. */
  stopWork() {
    this.isGiving = false;
    const ended = super.stopWork();
    this.release();
    return ended;
  }

  choose() {
    const state = /** @type {State} */ (this.state);
    const player = state.to_move;
    this.work("move", async () => {
      const engine = this.needed();
      const begun = this.isBegun;
      /** @type {Choice} */
      const choice = JSON.parse(await engine.askLast([...paceCommands(this.setup, this.hasClock ? this.clock : null), `genmove ${player} json`]));
      if (this.isWatched && !this.isCancelled) {
        await new Promise((resolve) => {
          this.release = () => resolve(undefined);
          setTimeout(resolve, this.shownSince + SHOWN - performance.now());
        });
      }
      if (choice.turn && choice.turn.text !== "resign") {
        await this.take(choice.turn);
      } else if (choice.move === "resign") {
        await this.take(forfeitTurn(player, "resign"));
      } else if (begun) {
        await this.refresh();
      }
    });
  }

  /** Puts a node on the board. @param {TreeNode} node */
  async show(node) {
    if (this.learning && !this.learning.covers(node, this.live)) {
      endLearning(this);
    }
    await super.show(node);
  }
}
