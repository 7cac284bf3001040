/**
 * What is known of a game besides its turns: names, dates, comments, and every other property of its file. The page does
 * not interpret them, except those that it shows; they are written again as they were read.
 *
 * @typedef {Record<string, string[]>} Notes the properties of a node by their names in SGF
 * @import { Setup } from "./setup.js"
 * @import { Color } from "../types.js"
 */

import { opponent } from "./color.js";

/** The properties that describe the game and its turns, which are written anew. */
const WRITTEN = new Set("FF GM CA AP SZ RU KM AB AW AE PL PS RE B W PT".split(" "));

/** The notes among the properties of a node of a file.
 * @param {Map<string, string[]>} properties
 * @returns {Notes} */
export function notesOf(properties) {
  return Object.fromEntries([...properties].filter(([name]) => !WRITTEN.has(name)));
}

/** Adds notes to others: several nodes of a file may be one turn.
 * @param {Notes} to @param {Notes} from */
export function addNotes(to, from) {
  for (const [name, values] of Object.entries(from)) {
    to[name] = to[name] ? (name === "C" ? [[...to[name], ...values].join("\n")] : to[name]) : values;
  }
}

/** The notes of a game that begins now.
 * @param {Setup} setup
 * @returns {Notes} */
export function newNotes(setup) {
  const now = new Date();
  const date = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  return { PB: [nameIn(setup, "black")], PW: [nameIn(setup, "white")], DT: [date] };
}

/** Renames the players after a change of the setup, but not those that a file has named.
 * @param {Notes} notes @param {Setup} before @param {Setup} after */
export function renamePlayers(notes, before, after) {
  for (const [key, side] of /** @type {["PB" | "PW", Color][]} */ ([["PB", "black"], ["PW", "white"]])) {
    if (notes[key]?.[0] === nameIn(before, side)) {
      notes[key] = [nameIn(after, side)];
    }
  }
}

/** Who plays a side: the name in the file, in whose place one may play on, or the player of the setup.
 * @param {Notes} notes @param {Setup} setup @param {Color} side */
export function nameOfPlayer(notes, setup, side) {
  const isAlone = setup.players[side] === setup.players[opponent(side)];
  const player = setup.players[side] === "engine" ? nameIn(setup, side) : setup.study ? "" : isAlone ? "Player" : "You";
  const name = notes[side === "black" ? "PB" : "PW"]?.[0] ?? "";
  if (name === "" || name === nameIn(setup, side)) {
    return player;
  }
  return isAlone ? name : `${name} (${player})`;
}

/** @param {Setup} setup @param {Color} side */
function nameIn({ players, level }, side) {
  return players[side] === "engine" ? `papamu, level ${level}` : "Player";
}
