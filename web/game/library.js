/**
 * What the dialog that opens games does: it loads what somebody has pasted, and manages the games that were played here.
 *
 * @import { Table } from "./table.js"
 * @import { Records } from "./records.js"
 * @import { GameInfo } from "../types.js"
 * @typedef {{game: string, options: string}} Candidate a game that a pasted position fits
 */

import { Ambiguous, loadPasted } from "./paste.js";
import { sgfOf } from "./records.js";

export class Library {
  /**
   * @param {Table} table @param {Records} records
   * @param {() => Promise<void>} save stores the game on the board
   * @param {() => GameInfo[]} games of the engine
   */
  constructor(table, records, save, games) {
    this.table = table;
    this.records = records;
    this.save = save;
    this.games = games;
  }

  /** @param {string} game */
  infoOf(game) {
    return this.games().find(({ name }) => name === game);
  }

  /**
   * Opens what was pasted.
   * @param {string} text @param {Candidate | null} chosen the game of a position
   * @returns {Promise<{wrong: string, candidates: Candidate[]}>} an error message, or nothing; and the games to choose from
   */
  async open(text, chosen) {
    /** @type {Candidate[]} */
    let candidates = [];
    await this.table.load(async (engine) => {
      try {
        return await loadPasted(engine, text, this.table.setup, this.games(), chosen);
      } catch (error) {
        candidates = error instanceof Ambiguous ? error.candidates : [];
        throw error;
      }
    });
    return { wrong: this.table.message, candidates };
  }

  /** The games that were played here, but for the one on the board, the latest first. */
  async list() {
    await this.save();
    return (await this.records.list()).filter(({ id }) => id !== this.table.id);
  }

  /** The game that was played last, if it is not finished.
   * @returns {Promise<import("./records.js").Kept["data"] | null>} */
  async unfinished() {
    await this.records.collected;
    const [last] = await this.records.list();
    return last?.result === null ? ((await this.records.get(last.id))?.kept.data ?? null) : null;
  }

  /** Opens a game again. Returns an error message, or nothing.
   * @param {string} id */
  async reopen(id) {
    const record = await this.records.get(id);
    if (!record) {
      return "This game is no longer there.";
    }
    await this.table.reopen(record.kept.data);
    return this.table.message;
  }

  /** @param {string} id @param {string} name */
  async rename(id, name) {
    const record = await this.records.get(id);
    if (record) {
      record.summary.name = name;
      record.kept.data.notes.GN = [name];
      await this.records.put(record);
    }
  }

  /** A game as a file. @param {string} id */
  async file(id) {
    const record = await this.records.get(id);
    return record ? { text: sgfOf(record), name: `${record.summary.game}.sgf` } : null;
  }

  /** Deletes a game, and returns what undoes that.
   * @param {string} id */
  async remove(id) {
    const record = await this.records.get(id);
    await this.records.remove(id);
    return async () => {
      if (record) {
        await this.records.put(record);
      }
    };
  }
}
