/**
 * The engine's board, which follows the game at the table: it plays the turns and knows what is legal.
 *
 * @import { State, Turn } from "../types.js"
 * @import { TreeNode } from "./tree.js"
 * @import { Engine } from "../engine/protocol.js"
 */

import { forfeitTurn, isForfeit } from "./forfeit.js";
import { Game } from "./game.js";
import { setUpCommands } from "./setup.js";
import { commonAncestor } from "./tree.js";
import { shortResult } from "./words.js";

export class Play extends Game {
  /** Attaches a newly connected engine.
   * @param {Engine} engine */
  attach(engine) {
    this.engine = engine;
    this.at = null;
    this.working = null;
    return this.act(() => this.resume(this.state?.clicks ?? this.begun));
  }

  /** Handles a lost connection. The game stays unchanged. */
  detach() {
    this.engine = null;
    this.at = null;
    this.isCancelled = true;
    this.clock.run(null);
    this.changed();
  }

  async refresh() {
    const state = /** @type {State} */ (await this.needed().askJson("state"));
    if (state.clicks.length === 0) {
      this.before = state;
      this.node.result = shortResult(state) ?? this.node.result;
    }
    this.state = state;
    this.changed();
  }

  /** Plays a token for the player to move, and completes the turn if the token ends it.
   * @param {string} token */
  async play(token) {
    const state = /** @type {State} */ (this.state);
    const player = state.to_move;
    await this.needed().ask(`play ${player} ${token}`);
    const after = /** @type {State} */ (await this.needed().askJson("state"));
    if (after.turns_played > state.turns_played || after.result) {
      const turn = after.last_turns[player];
      await this.take(turn ?? forfeitTurn(player, token), after);
    } else {
      await this.refresh();
    }
  }

  async cancelBegun() {
    await this.needed().ask("undo_turn");
    this.state = this.before;
  }

  /**
   * Adds a turn to the tree that is already on the engine's board.
   * @param {Turn} turn @param {State} [after] the state after it, if it is known
   */
  async take(turn, after) {
    const wasLive = !this.isBrowsing;
    const siblings = this.node.children.length;
    const child = this.node.add(turn);
    this.learning?.take(child, this.node.children.length > siblings);
    if (this.hasClock && wasLive) {
      if (isForfeit(turn)) {
        this.clock.run(null);
      } else {
        this.clock.press(turn.player);
      }
      child.clocks = this.clock.left();
    }
    this.previous = null;
    this.node = this.at = child;
    if (wasLive) {
      this.continueFrom(child);
      // A person who plays expects a reply.
      this.paused &&= this.setup.players[turn.player] !== "person";
    }
    child.visit();
    this.hint = null;
    if (after) {
      this.state = this.before = after;
      child.result = shortResult(after) ?? child.result;
    } else {
      await this.refresh();
    }
    this.shownSince = performance.now();
    this.dispatchEvent(new CustomEvent("turn", { detail: turn }));
  }

  /** @param {TreeNode} node @param {boolean} [paused] whether the engine waits */
  async playFrom(node, paused = false) {
    this.continueFrom(node);
    this.paused = paused;
    this.clock.set(node.clocks);
    await this.show(node);
  }

  /** Moves the engine's board to a node.
   * @param {TreeNode} node */
  async moveTo(node) {
    const engine = this.needed();
    if (!this.at) {
      this.header = (await engine.askAll([...setUpCommands(this.setup), "printsgf"])).at(-1) ?? "";
      this.at = this.root;
    }
    /** @type {string[]} */
    const commands = [];
    const common = commonAncestor(this.at, node);
    for (let depth = this.at.depth; depth > common.depth; depth -= 1) {
      commands.push("undo_turn");
    }
    const down = node.path().slice(common.depth);
    if (down.length > 0) {
      commands.push("style whole");
      commands.push(...down.map(({ turn }) => `play ${turn?.player} ${turn?.text}`));
      commands.push("style steps");
    }
    this.at = null; // in case one of them fails
    await engine.askAll(commands);
    this.at = node;
  }

  /** Puts a node on the board.
   * @param {TreeNode} node */
  async show(node) {
    if (this.at && this.isBegun) {
      await this.needed().ask("undo_turn");
    }
    await this.moveTo(node);
    if (this.node !== node) {
      this.hint = null;
    }
    this.node = node;
    if (this.setup.study) {
      this.live = node;
    }
    node.visit();
    await this.refresh();
  }

  /** Puts the current node on the board again, with the turn that was begun there.
   * @param {string[]} clicks */
  async resume(clicks) {
    await this.show(this.node);
    const { to_move } = /** @type {State} */ (this.state);
    if (clicks.length > 0) {
      await this.needed().askAll(clicks.map((cell) => `play ${to_move} ${cell}`));
      await this.refresh();
    }
  }
}
