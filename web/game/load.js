/**
 * Loads games from links, positions, files, and stones set up by hand. The engine plays them and so decides what is
 * legal; if it refuses something, its error is thrown.
 *
 * @typedef {import("../types.js").Turn} Turn
 * @typedef {import("../types.js").Color} Color
 * @typedef {import("../types.js").State} State
 * @typedef {import("../engine/protocol.js").Engine} Engine
 * @typedef {import("./sgf.js").SgfNode} SgfNode
 *
 * @typedef {object} Loaded
 * @property {string} game
 * @property {string} options as set_game takes them
 * @property {string | null} start a position string
 * @property {TreeNode} root
 * @property {TreeNode} end the turn to show
 */

import { ConnectionLost, EngineError } from "../engine/protocol.js";
import { forfeitTurn } from "./forfeit.js";
import * as sgf from "./sgf.js";
import { TreeNode } from "./tree.js";

/**
 * Stones that are set up.
 * @param {Engine} engine @param {{game: string, options: string}} setup
 * @param {{vertex: string, color: Color}[]} stones @param {Color} toMove
 * @returns {Promise<Loaded>}
 */
export async function loadStones(engine, { game, options }, stones, toMove) {
  await engine.ask(`set_game ${game} ${options}`);
  await engine.ask(`gogui-setup ${stones.map(({ vertex, color }) => `${color[0]} ${vertex}`).join(" ")}`.trim());
  if (toMove === "white") {
    await engine.ask("gogui-setup_player white");
  }
  const root = new TreeNode(null, null);
  return { game, options, start: await engine.ask("position"), root, end: root };
}

/**
 * The game of a link, or of a position string.
 * @param {Engine} engine @param {import("./link.js").LinkedGame} linked
 * @returns {Promise<Loaded>}
 */
export async function loadLink(engine, { game, options, start, turns }) {
  await engine.ask(`set_game ${game} ${options}`);
  if (start) {
    await engine.ask(`set_position ${start}`);
  }
  await engine.askAll(["style whole", ...turns.map(({ player, text }) => `play ${player} ${text}`)]);
  const root = new TreeNode(null, null);
  return { game, options, start, root, end: addLine(root, await engine.ask("history")) };
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
    if (node.children.length === 0) {
      ends.push(commands.length);
      commands.push("history", "result");
    }
    todo.push(...[...node.children].reverse());
  }
  const replies = await engine.askAll(commands);
  ends.forEach((index, line) => {
    const end = addLine(root, replies[index]);
    const forfeit = sgf.forfeitOf(first);
    if (line === 0 && forfeit && replies[index + 1] === "none") {
      end.add(forfeitTurn(forfeit.player, forfeit.text));
    }
  });
}

/** Adds the turns of a line to a tree, and returns the last node.
 * @param {TreeNode} root @param {string} history the engine's reply */
function addLine(root, history) {
  const turns = /** @type {Turn[]} */ (JSON.parse(history).turns);
  return turns.filter(({ text }) => text !== null).reduce((node, turn) => node.add(turn), root);
}
