/**
 * Loads what somebody has pasted. A position does not name its game: the engine tells which games it fits.
 *
 * @typedef {import("../engine/protocol.js").Engine} Engine
 * @typedef {import("../types.js").GameInfo} GameInfo
 * @typedef {import("./load.js").Loaded} Loaded
 * @typedef {import("./setup.js").Setup} Setup
 */

import { EngineError } from "../engine/protocol.js";
import { identify, sizeOf } from "./identify.js";
import { fromFragment } from "./link.js";
import { loadLink, loadSgf, loadTurns } from "./load.js";

/** The position fits several games, and the user has to choose one. */
export class Ambiguous extends Error {
  /** @param {{game: string, options: string}[]} candidates */
  constructor(candidates) {
    super("this position fits several games: choose one");
    this.candidates = candidates;
  }
}

/**
 * @param {Engine} engine @param {string} text @param {Setup} setup of the game on the board
 * @param {GameInfo[]} games @param {{game: string, options: string} | null} chosen the game of a position
 * @returns {Promise<Loaded>}
 * @throws {Ambiguous}
 */
export async function loadPasted(engine, text, setup, games, chosen) {
  const pasted = identify(text);
  if (pasted.kind === "file") {
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
  const candidates = [];
  for (const { name, options } of games) {
    // A game may have boards of several shapes.
    const shapes = options.find(({ key }) => key === "board")?.words ?? [""];
    for (const shape of shapes) {
      const start = `set_game ${name} ${shape && `board=${shape}`}`.trim();
      if ((await refusalOf(engine, [start, `boardsize ${sizeOf(position)}`, `set_position ${position}`])) === "") {
        const [game, ...words] = (await engine.ask("get_game")).split(" ");
        const isDefault = (/** @type {string} */ word) =>
          options.some(({ key, default: value }) => word === `${key}=${value}`);
        candidates.push({ game, options: words.filter((word) => !isDefault(word)).join(" ") });
      }
    }
  }
  const same = candidates.filter(({ game }) => game === setup.game);
  if (same.length === 1) {
    return same[0];
  }
  if (candidates.length > 1) {
    throw new Ambiguous(candidates);
  }
  if (candidates.length === 0) {
    throw new Error(`no game has this position; ${setup.game} refuses it: ${refusal}`);
  }
  return candidates[0];
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
