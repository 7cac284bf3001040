/**
 * Loads what somebody has pasted. A position does not name its game, nor do some files: the engine tells which games fit.
 *
 * @import { Engine } from "../engine/protocol.js"
 * @import { GameInfo } from "../types.js"
 * @import { Loaded } from "./load.js"
 * @import { Setup } from "./setup.js"
 * @import { Candidate } from "./library.js"
 */

import { EngineError } from "../engine/protocol.js";
import { identify, sizeOf } from "./identify.js";
import { fromFragment } from "./link.js";
import { loadLink, loadSgf, loadTurns } from "./load.js";
import { parse } from "./sgf.js";

/** The text fits several games, and the user has to choose one. */
export class Ambiguous extends Error {
  /** @param {string} what @param {Candidate[]} candidates */
  constructor(what, candidates) {
    super(`${what} fits several games: choose one`);
    this.candidates = candidates;
  }
}

/**
 * @param {Engine} engine @param {string} text @param {Setup} setup of the game on the board
 * @param {GameInfo[]} games @param {Candidate | null} chosen the game of a position, or of a file
 * @returns {Promise<Loaded>}
 * @throws {Ambiguous}
 */
export async function loadPasted(engine, text, setup, games, chosen) {
  const pasted = identify(text);
  if (pasted.kind === "file") {
    const game = chosen ?? (await gameOfFile(engine, pasted.text, games));
    if (game) {
      await engine.ask(`set_game ${game.game} ${game.options}`);
    }
    return loadSgf(engine, pasted.text);
  }
  if (pasted.kind === "turns") {
    return loadTurns(engine, setup, pasted.turns);
  }
  if (pasted.kind === "link") {
    const linked = fromFragment(pasted.fragment);
    if (!linked) {
      throw new Error("the link contains no game");
    }
    return loadLink(engine, linked);
  }
  const { position } = pasted;
  const game = chosen ?? (await gameOf(engine, position, setup, games));
  return loadLink(engine, { ...game, start: position, komi: 0, turns: [] });
}

/** The game of a position: the present one, if the position fits it.
 * @param {Engine} engine @param {string} position @param {Setup} setup @param {GameInfo[]} games */
async function gameOf(engine, position, setup, games) {
  const present = { game: setup.game, options: setup.options };
  const refusal = await refusalOf(engine, [`set_game ${setup.game} ${setup.options}`, `set_position ${position}`]);
  if (refusal === "") {
    return present;
  }
  const candidates = await gamesOf(engine, games, sizeOf(position), `set_position ${position}`);
  const same = candidates.filter(({ game }) => game === setup.game);
  if (candidates.length === 0) {
    throw new Error(`no game has this position; ${setup.game} refuses it: ${refusal}`);
  }
  return same.length === 1 ? same[0] : only("this position", candidates);
}

/** The game of a file; null if it names its game, or has no board that one could look for.
 * @param {Engine} engine @param {string} text @param {GameInfo[]} games */
async function gameOfFile(engine, text, games) {
  const { properties } = parse(text);
  const size = properties.get("SZ")?.[0];
  if (!size || properties.get("RU")?.[0].includes("=")) {
    return null;
  }
  const candidates = await gamesOf(engine, games, size.replace(":", " "));
  return candidates.length > 0 ? only("the file does not name its game, and its board", candidates) : null;
}

/** @param {string} what @param {Candidate[]} candidates at least one */
function only(what, candidates) {
  if (candidates.length > 1) {
    throw new Ambiguous(what, candidates);
  }
  return candidates[0];
}

/** The games that have a board of this size, and accept further commands there.
 * @param {Engine} engine @param {GameInfo[]} games @param {string} size @param {...string} commands */
async function gamesOf(engine, games, size, ...commands) {
  /** @type {Candidate[]} */
  const candidates = [];
  for (const { name, options } of games) {
    // A game may have boards of several shapes.
    const shapes = options.find(({ key }) => key === "board")?.words ?? [""];
    for (const shape of shapes) {
      const start = `set_game ${name} ${shape && `board=${shape}`}`.trim();
      if ((await refusalOf(engine, [start, `boardsize ${size}`, ...commands])) === "") {
        const [game, ...words] = (await engine.ask("get_game")).split(" ");
        const isDefault = (/** @type {string} */ word) =>
          options.some(({ key, default: value }) => word === `${key}=${value}`);
        candidates.push({ game, options: words.filter((word) => !isDefault(word)).join(" ") });
      }
    }
  }
  return candidates;
}

/** Why the engine refuses one of these commands; empty if it accepts all.
 * @param {Engine} engine @param {string[]} commands */
async function refusalOf(engine, commands) {
  try {
    for (const command of commands) {
      await engine.ask(command);
    }
    return "";
  } catch (error) {
    if (error instanceof EngineError) {
      return error.reason;
    }
    throw error;
  }
}
