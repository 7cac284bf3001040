/**
 * The data of a game at the table: its turns and variations, its players and clocks, and what is known of the position on the board.
 *
 * @import { Color, Report, State } from "../types.js"
 * @import { Setup } from "./setup.js"
 */

import { Clock } from "./clock.js";
import { opponent } from "./color.js";
import { Desk } from "./desk.js";
import { Review } from "./review.js";
import { DEFAULT_SETUP } from "./setup.js";
import { TreeNode, fromData, toData } from "./tree.js";

export class Game extends Desk {
  /** @type {Setup} */
  setup = structuredClone(DEFAULT_SETUP);
  /** Tells the game from others among those that are kept. */
  id = newId();
  /** The game before this one, until a turn is played.
   * @type {ReturnType<Game["toData"]> | null} */
  previous = null;
  root = new TreeNode(null, null);
  /** The node on the board. */
  node = this.root;
  /** The node from which the game continues. Any other node on the board is only being viewed. */
  live = this.root;
  /** The node on the engine's board; null if the engine has another game.
   * @type {TreeNode | null} */
  at = null;
  /** @type {State | null} */
  state = null;
  /** The clicks of the turn that was begun in a stored game, until it is shown.
   * @type {string[]} */
  begun = [];
  /** The state at the beginning of the current turn.
   * @type {State | null} */
  before = null;
  /** Whether the engine waits although it is to move. */
  paused = false;
  analysing = false;
  /** Whether the analysis tries to prove the result of every turn. */
  isPerfect = false;
  /** Whether nobody sees the page, so that the analysis waits. */
  isAway = false;
  /** Whether the next click chooses the stone that is given up to end the game. */
  isGiving = false;
  /** When the turn on the board was played. */
  shownSince = 0;
  /** Ends the time for which a turn of papamu against itself stays on the board. */
  release = () => {};
  /** The number of lines that an analysis looks for. */
  lines = 4;
  /** The move that the engine suggests.
   * @type {import("./advice.js").Hint | null} */
  hint = null;
  /** The review of a line, while it is shown.
   * @type {Review | null} */
  review = null;
  /** The exercises that are made of the mistakes in it.
   * @type {import("./learn.js").Learning | null} */
  learning = null;
  /** How far the proof of a position has come. */
  progress = "";
  /** The engine's SGF of the game without turns. */
  header = "";
  clock = new Clock(0, 0);
  /** The player whose strip is below the board.
   * @type {Color} */
  bottom = "white";
  /** Whether the board is rotated by 180 degrees. */
  flipped = false;

  get result() {
    return this.state?.result ?? null;
  }

  /** Whether a person is to move on the board that is shown. */
  get isPersonToMove() {
    const state = this.state;
    return Boolean(state && !state.result && (this.isBrowsing || this.setup.players[state.to_move] === "person"));
  }

  /** Whether papamu plays against itself. */
  get isWatched() {
    const { black, white } = this.setup.players;
    return black === "engine" && white === "engine" && !this.setup.study;
  }

  /** The person who may resign, also while the engine thinks; null if there is none.
   * @type {Color | null} */
  get resigning() {
    const { players, study } = this.setup;
    if (!this.state || this.state.result || this.isBrowsing || study) {
      return null;
    }
    const mover = this.state.to_move;
    return players[mover] === "person" ? mover : players[opponent(mover)] === "person" ? opponent(mover) : null;
  }

  /** Whether the current turn has any clicks. */
  get isBegun() {
    return Boolean(this.state && this.state.clicks.length > 0);
  }

  get hasClock() {
    return this.setup.pace.minutes > 0 && !this.setup.study;
  }

  /** Whether an earlier turn or a variation is on the board while the game waits elsewhere. */
  get isBrowsing() {
    return this.node !== this.live || this.isAtExercise;
  }

  /** Whether the board shows an exercise. */
  get isAtExercise() {
    return this.learning !== null && this.learning.mistake !== null;
  }

  /** Whether a variation is on the board: a turn to which the game has not come. */
  get isVariation() {
    return this.isBrowsing && !this.live.isWithin(this.node);
  }

  /** The engine's analysis of the position on the board, while analyses are shown and nothing better is known.
   * @returns {Report | null} */
  get report() {
    // The engine does not help with an exercise.
    return this.analysing && !this.isAtExercise && !this.isSolved ? this.node.report : null;
  }

  /** Whether a proof of the position on the board is shown. */
  get isSolved() {
    return this.solution !== null && this.solution.result !== "unknown";
  }

  /** The known results of the turns, while perfect play is shown. */
  get solution() {
    return this.analysing && this.isPerfect && !this.isAtExercise ? this.node.solution : null;
  }

  /** Whether a game against the engine is going on. */
  get isContest() {
    const { players, study } = this.setup;
    return players.black !== players.white && !study && !this.paused && this.live.result === null;
  }

  /** Whether the win probabilities of the turns may be seen: while analyses are shown, and in every game that is not being played
   * against the engine. */
  get showsChances() {
    return this.analysing || this.review !== null || !this.isContest;
  }

  /** Black's win probability at the node on the board. */
  get chance() {
    const result = this.result;
    if (result) {
      return result.winner === null ? 0.5 : result.winner === "black" ? 1 : 0;
    }
    return this.node.chance;
  }

  /** The resignations that the rules of the game allow, by the stones that are given. */
  get gifts() {
    return new Map(this.state?.resignations.map((gift) => [gift.token.split("@")[1] ?? "", gift]));
  }

  /** The token that ends the current turn, or passes; undefined if the turn cannot end.
   * @type {string | undefined} */
  get end() {
    const ends = this.state?.legal_ends ?? [];
    return ends.find((token) => token !== "PASS") ?? ends[0];
  }

  /** Whether something would be lost with the game: turns, or stones that were set up. */
  get isWorthKeeping() {
    return this.root.children.length > 0 || this.setup.start !== null;
  }

  /** Makes the game another one among those that are kept. */
  copy() {
    this.id = newId();
    this.changed();
  }

  /** The game as it is, to return to from the next one; null if it is not worth keeping. */
  leave() {
    return this.isWorthKeeping ? this.toData() : null;
  }

  /** Puts a single human player below the board, and flips the board if that player's stones would be above. */
  orient() {
    const { black, white } = this.setup.players;
    this.bottom = black === "person" && white === "engine" ? "black" : "white";
    const { cells, stones } = /** @type {State} */ (this.state);
    const heights = new Map(cells.map(({ name, y }) => [name, y]));
    const mean = (/** @type {string[]} */ names) => names.reduce((sum, name) => sum + (heights.get(name) ?? 0), 0) / names.length;
    // The difference must exceed a row, because on a board full of alternating stones neither side is above.
    this.flipped = mean(stones[this.bottom]) > mean(stones[opponent(this.bottom)]) + 1;
  }

  flip() {
    this.bottom = opponent(this.bottom);
    this.flipped = !this.flipped;
    this.changed();
  }

  /** Clears the turns. */
  reset() {
    this.id = newId();
    this.previous = null;
    this.root = new TreeNode(null, null);
    this.node = this.live = this.root;
    this.paused = false;
    this.review = null;
    this.learning = null;
    this.setClock();
    this.hint = null;
  }

  /** Resets both clocks to the pace of the game. */
  setClock() {
    const { minutes, increment } = this.setup.pace;
    this.clock = new Clock(minutes * 60_000, increment * 1000);
  }

  /** Lets the game continue from a node. The line that is played is the main line; an analysis board has none.
   * @param {TreeNode} node */
  continueFrom(node) {
    this.live = node;
    if (!this.setup.study) {
      node.promote();
    }
  }

  toData() {
    const { nodes, number } = toData(this.root);
    return {
      id: this.id,
      setup: structuredClone(this.setup),
      notes: this.root.notes,
      nodes,
      node: number(this.node),
      clicks: this.state?.clicks ?? this.begun,
      live: number(this.live),
      clocks: this.hasClock ? this.clock.left() : null,
      paused: this.paused,
      analysing: this.analysing,
      isPerfect: this.isPerfect,
      review: this.review && { end: number(this.review.end), isRunning: this.review.isRunning },
      bottom: this.bottom,
      flipped: this.flipped,
    };
  }

  /** Restores a game from such data. It is shown when an engine is attached.
   * @param {ReturnType<Game["toData"]>} data */
  restore(data) {
    const nodes = fromData(data.nodes);
    this.setup = { ...structuredClone(DEFAULT_SETUP), ...data.setup };
    this.reset();
    this.id = data.id ?? this.id;
    this.root = nodes[0];
    this.root.notes = data.notes ?? {};
    this.node = nodes[data.node] ?? this.root;
    this.begun = data.clicks ?? [];
    this.live = nodes[data.live] ?? this.node;
    if (data.clocks) {
      this.clock.set(data.clocks);
    }
    this.paused = data.paused;
    this.analysing = data.analysing;
    this.isPerfect = data.isPerfect ?? false;
    if (data.review && nodes[data.review.end]) {
      this.review = new Review(nodes[data.review.end]);
      this.review.isRunning = data.review.isRunning;
    }
    this.bottom = data.bottom;
    this.flipped = data.flipped;
    this.node.visit();
  }
}

function newId() {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}
