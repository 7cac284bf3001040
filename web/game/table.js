/**
 * The table: a game with its variations, the players, the clocks, and the engine's work. It knows no rules: the
 * engine's state tells which cells may be clicked, what a click does and who has won. Views listen for `change`.
 *
 * @typedef {import("../types.js").State} State
 * @typedef {import("../types.js").Turn} Turn
 * @typedef {import("../types.js").Color} Color
 * @typedef {import("../types.js").Report} Report
 * @typedef {import("../types.js").Choice} Choice
 * @typedef {import("../engine/protocol.js").Engine} Engine
 * @typedef {import("./setup.js").Setup} Setup
 */

import { analyse, findHint } from "./advice.js";
import { Clock } from "./clock.js";
import { opponent } from "./color.js";
import { Desk } from "./desk.js";
import { forfeitTurn, isForfeit } from "./forfeit.js";
import { loadLink, loadStones } from "./load.js";
import { endLearning, judgeTry } from "./learn.js";
import { newNotes, renamePlayers } from "./notes.js";
import { Showing } from "./pace.js";
import { Review, judgeTurns } from "./review.js";
import { DEFAULT_SETUP, paceCommands, setUpCommands } from "./setup.js";
import { write } from "./sgf.js";
import { solve } from "./solve.js";
import { TreeNode, commonAncestor, fromData, toData } from "./tree.js";
import { GIVING, shortResult } from "./words.js";

export class Table extends Desk {
  constructor() {
    super();
    /** @type {Setup} */
    this.setup = structuredClone(DEFAULT_SETUP);
    /** Tells the game from others among those that are kept. */
    this.id = newId();
    /** The game before this one, until a turn is played.
     * @type {ReturnType<Table["toData"]> | null} */
    this.previous = null;
    this.root = new TreeNode(null, null);
    /** The node on the board. */
    this.node = this.root;
    /** The node from which the game continues. Any other node on the board is only being viewed. */
    this.live = this.root;
    /** The node on the engine's board; null if the engine has another game.
     * @type {TreeNode | null} */
    this.at = null;
    /** @type {State | null} */
    this.state = null;
    /** The clicks of the turn that was begun in a stored game, until it is shown.
     * @type {string[]} */
    this.begun = [];
    /** The state at the beginning of the current turn.
     * @type {State | null} */
    this.before = null;
    /** Whether the engine waits although it is to move. */
    this.paused = false;
    this.analysing = false;
    /** Whether the analysis tries to prove the result of every turn. */
    this.isPerfect = false;
    /** Whether nobody sees the page, so that the analysis waits. */
    this.isAway = false;
    /** Whether the next click chooses the stone that is given up to end the game. */
    this.isGiving = false;
    this.showing = new Showing();
    /** The number of lines that an analysis looks for. */
    this.lines = 4;
    /** The move that the engine suggests.
     * @type {import("./advice.js").Hint | null} */
    this.hint = null;
    /** The review of a line, while it is shown.
     * @type {Review | null} */
    this.review = null;
    /** The exercises that are made of the mistakes in it.
     * @type {import("./learn.js").Learning | null} */
    this.learning = null;
    /** How far the proof of a position has come. */
    this.progress = "";
    /** The engine's SGF of the game without turns. */
    this.header = "";
    this.clock = new Clock(0, 0);
    /** The player whose strip is below the board.
     * @type {Color} */
    this.bottom = "white";
    /** Whether the board is rotated by 180 degrees. */
    this.flipped = false;
  }

  // Queries of the views.

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

  /** Starts a new game. If the engine refuses it, the old one stays.
   * @param {Setup} setup */
  start(setup) {
    return this.act(async () => {
      const engine = this.needed();
      const previous = this.leave() ?? this.previous;
      this.at = null;
      for (const command of setUpCommands(setup)) {
        await engine.ask(command); // one after the other, because those after a refused one would change the old game
      }
      this.header = await engine.ask("printsgf");
      this.setup = structuredClone(setup);
      this.reset();
      this.previous = previous;
      this.root.notes = newNotes(setup);
      this.at = this.root;
      await this.refresh();
      this.orient();
    });
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

  /** Flips the board. */
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

  /** The token that ends the current turn, or passes; undefined if the turn cannot end.
   * @type {string | undefined} */
  get end() {
    const ends = this.state?.legal_ends ?? [];
    return ends.find((token) => token !== "PASS") ?? ends[0];
  }

  /** Ends the turn. */
  endTurn() {
    return this.act(async () => {
      if (this.end !== undefined && this.isPersonToMove) {
        await this.play(this.end);
      }
    });
  }

  /** The resignations that the rules of the game allow, by the stones that are given. */
  get gifts() {
    return new Map(this.state?.resignations.map((gift) => [gift.token.split("@")[1] ?? "", gift]));
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

  /** Cancels the current turn. */
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
    this.showing.release();
  }

  /** Ends the running search. The engine plays nothing and waits. */
  stop() {
    return this.act(async () => {
      this.paused = true;
    });
  }

  /** Asks for a hint. */
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
      const { game, options, start, komi, root, end } = await read(engine);
      const previous = this.leave() ?? this.previous;
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

  // The engine's work, which runs until it is done or an action ends it.

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
    this.showing.release();
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
        await this.showing.wait();
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

  // Steps of actions.

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
    this.showing.begin();
    this.dispatchEvent(new CustomEvent("turn", { detail: turn }));
  }

  /** Lets the game continue from a node. The line that is played is the main line; an analysis board has none.
   * @param {TreeNode} node */
  continueFrom(node) {
    this.live = node;
    if (!this.setup.study) {
      node.promote();
    }
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
    if (this.learning && !this.learning.covers(node, this.live)) {
      endLearning(this);
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

  // The game as data, for the browser's storage.

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
   * @param {ReturnType<Table["toData"]>} data */
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
