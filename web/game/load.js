/**
 * Loads games from links, positions, files, and stones set up by hand. The engine plays them and so decides what is
 * legal; if it refuses something, its error is thrown.
 *
 * @import { Color, State, Turn } from "../types.js"
 * @import { Engine } from "../engine/protocol.js"
 * @import { SgfNode } from "./sgf.js"
 *
 * @typedef {object} Loaded
 * @property {string} game
 * @property {string} options as set_game takes them
 * @property {string | null} start a position string
 * @property {number} komi
 * @property {TreeNode} root
 * @property {TreeNode} end the turn to show
 *
 * @typedef {Map<string, Color | "blocked">} Marks what is on the cells that are not empty
 */

import { ConnectionLost, EngineError } from "../engine/protocol.js";
import { forfeitTurn, isForfeit } from "./forfeit.js";
import { addNotes, notesOf } from "./notes.js";
import * as sgf from "./sgf.js";
import { TreeNode } from "./tree.js";

/**
 * Stones that are set up.
 * @param {Engine} engine @param {{game: string, options: string}} setup
 * @param {import("../types.js").Cell[]} cells @param {Marks} marks @param {Color} toMove
 * @returns {Promise<Loaded>}
 */
export async function loadStones(engine, { game, options }, cells, marks, toMove) {
  await engine.ask(`set_game ${game} ${options}`);
  const stones = [...marks].filter(([, mark]) => mark !== "blocked");
  await engine.ask(`gogui-setup ${stones.map(([name, color]) => `${color[0]} ${name}`).join(" ")}`.trim());
  if (toMove === "white") {
    await engine.ask("gogui-setup_player white");
  }
  const start = withBlocked(await engine.ask("position"), cells, marks);
  return loadLink(engine, { game, options, start, komi: 0, turns: [] });
}

/** A position string with exactly these blocked cells, which `gogui-setup` cannot set.
 * @param {string} position @param {import("../types.js").Cell[]} cells @param {Marks} marks */
function withBlocked(position, cells, marks) {
  const [rows, ...rest] = position.split(" ");
  const signs = rows.replace(/\d+/g, (run) => ".".repeat(Number(run))).replaceAll("*", ".");
  let index = 0;
  const marked = signs.replace(/[^/]/g, (sign) => (marks.get(cells[index++]?.name) === "blocked" ? "*" : sign));
  return [marked.replace(/\.+/g, ({ length }) => String(length)), ...rest].join(" ");
}

/**
 * The game of a link, or of a position string.
 * @param {Engine} engine @param {import("./link.js").LinkedGame} linked
 * @returns {Promise<Loaded>}
 */
export async function loadLink(engine, { game, options, start, komi, turns }) {
  await engine.askAll([`set_game ${game} ${options}`, `komi ${komi}`]);
  if (start) {
    await engine.ask(`set_position ${start}`);
  }
  await engine.askAll(["style whole", ...turns.map(({ player, text }) => `play ${player} ${text}`)]);
  const root = new TreeNode(null, null);
  return { game, options, start, komi, root, end: addLine(root, await engine.ask("history")) };
}

/**
 * Turns that follow the start of the present game.
 * @param {Engine} engine @param {import("./setup.js").Setup} setup @param {string[]} turns their texts
 * @returns {Promise<Loaded>}
 */
export async function loadTurns(engine, setup, turns) {
  const loaded = await loadLink(engine, { ...setup, turns: [] });
  for (const text of turns) {
    try {
      await engine.ask(`play ${await engine.ask("side_to_move")} ${text}`);
    } catch (error) {
      throw error instanceof EngineError ? new Error(`${text}: ${error.reason}`) : error;
    }
  }
  return { ...loaded, end: addLine(loaded.root, await engine.ask("history")) };
}

/**
 * A file with its variations.
 * @param {Engine} engine @param {string} text SGF
 * @returns {Promise<Loaded>}
 */
export async function loadSgf(engine, text) {
  const first = sgf.parse(text);
  await engine.ask(`loadsgf_inline ${JSON.stringify(sgf.writeAlone(first)).replaceAll("#", "\\u0023")}`);
  /** @type {State} */
  const state = await engine.askJson("state");
  const root = new TreeNode(null, null);
  root.notes = notesOf(first.properties);
  try {
    await readVariations(engine, first, state.cells, root);
  } catch (error) {
    if (error instanceof ConnectionLost || !(error instanceof Error)) {
      throw error;
    }
    const reason = error instanceof EngineError ? error.reason : error.message;
    throw new Error(`the file was read as ${state.title}: ${reason}`);
  }
  return {
    game: state.game,
    options: Object.entries(state.options).map(([key, value]) => `${key}=${value}`).join(" "),
    komi: state.komi,
    start: ["PS", "AB", "AW"].some((name) => first.properties.has(name)) ? state.position : null,
    root,
    end: root.mainEnd(),
  };
}

/** Reads the nodes of a file into a tree: the engine plays each line to its end and returns its turns.
 * @param {Engine} engine @param {SgfNode} first @param {import("../types.js").Cell[]} cells @param {TreeNode} root */
async function readVariations(engine, first, cells, root) {
  /** @type {string[]} */
  const commands = [];
  /** The indices of the commands that ask for the turns of a line.
   * @type {number[]} */
  const ends = [];
  /** The notes, each with the index of the command that tells its turn, and with the first line that it is on.
   * @type {{notes: import("./notes.js").Notes, isForfeit: boolean, index: number, line: number}[]} */
  const noted = [];
  /** @type {(SgfNode | "undo")[]} */
  const todo = [first];
  while (todo.length > 0) {
    const node = /** @type {SgfNode | "undo"} */ (todo.pop());
    if (node === "undo") {
      commands.push("undo");
      continue;
    }
    const move = sgf.moveOf(node, cells);
    if (move) {
      commands.push(`style ${move.whole ? "whole" : "steps"}`, `play ${move.player} ${move.token}`);
      todo.push("undo");
    }
    const notes = notesOf(node.properties);
    if (node !== first && Object.keys(notes).length > 0) {
      noted.push({ notes, isForfeit: move !== null && isForfeit({ text: move.token }), index: commands.length, line: ends.length });
      commands.push("state");
    }
    if (node.children.length === 0) {
      ends.push(commands.length);
      commands.push("history", "result");
    }
    todo.push(...[...node.children].reverse());
  }
  const replies = await engine.askAll(commands);
  const lines = ends.map((index) => addLine(root, replies[index]));
  for (const { notes, isForfeit, index, line } of noted) {
    const { turns_played, clicks } = /** @type {State} */ (JSON.parse(replies[index]));
    const turn = turns_played + (clicks.length > 0 || isForfeit ? 1 : 0);
    // Clicks of an unfinished turn belong to the turn before.
    addNotes((turn === 0 ? root : (lines[line].path()[turn - 1] ?? lines[line])).notes, notes);
  }
  if (replies[ends[0] + 1] === "none") {
    // The players have ended the game: by a forfeit, or otherwise, which only the file knows.
    const forfeit = sgf.forfeitOf(first);
    const end = forfeit ? lines[0].add(forfeitTurn(forfeit.player, forfeit.text)) : lines[0];
    end.result = first.properties.get("RE")?.[0] ?? null;
  }
}

/** Adds the turns of a line to a tree, and returns the last node.
 * @param {TreeNode} root @param {string} history the engine's reply */
function addLine(root, history) {
  const turns = /** @type {Turn[]} */ (JSON.parse(history).turns);
  return turns.filter(({ text }) => text !== null).reduce((node, turn) => node.add(turn), root);
}
