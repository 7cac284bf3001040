/**
 * The games that were played, in the browser's database. If the browser has none, they last as long as the page.
 *
 * @typedef {object} Summary What the list of games shows.
 * @property {string} id
 * @property {string} game
 * @property {string} name the name that the user gave the game, or an empty one
 * @property {{black: string, white: string}} players
 * @property {number} turns of the main line
 * @property {string | null} result
 * @property {number} changed the time of the last change, in milliseconds
 * @property {Thumbnail} board as it was seen last
 *
 * @typedef {object} Kept The game itself.
 * @property {string} id
 * @property {ReturnType<import("./table.js").Table["toData"]>} data
 * @property {string} header the engine's SGF of the game without turns
 *
 * @typedef {object} Thumbnail
 * @property {"square" | "hexagon"} shape
 * @property {boolean} flipped
 * @property {import("../types.js").Cell[]} cells
 * @property {{black: string[], white: string[]}} stones
 * @property {string[]} [blocked] missing in games stored by earlier versions
 *
 * @typedef {{summary: Summary, kept: Kept}} GameRecord
 */

import { write } from "./sgf.js";
import { fromData } from "./tree.js";

/** The prefix of the storage keys of games whose page was closed before the database had stored them. */
const CLOSED = "papamu.closed.";

export class Records {
  constructor() {
    /** @type {Promise<IDBDatabase | null>} */
    this.database = open();
    /** Used if there is no database.
     * @type {Map<string, GameRecord>} */
    this.memory = new Map();
    /** Resolves when the games of closed pages are in the database. */
    this.collected = this.collect();
  }

  /** The summaries of all games, the latest first.
   * @returns {Promise<Summary[]>} */
  async list() {
    const found = await this.run("readonly", (summaries) => summaries.getAll());
    const all = found ?? [...this.memory.values()].map(({ summary }) => summary);
    return all.sort((/** @type {Summary} */ one, /** @type {Summary} */ other) => other.changed - one.changed);
  }

  /** @param {string} id @returns {Promise<GameRecord | null>} */
  async get(id) {
    const [summary, kept] = await Promise.all([
      this.run("readonly", (summaries) => summaries.get(id)),
      this.run("readonly", (_, games) => games.get(id)),
    ]);
    return summary && kept ? { summary, kept } : (this.memory.get(id) ?? null);
  }

  /** @param {GameRecord} record */
  async put(record) {
    const isStored = await this.run("readwrite", (summaries, games) => {
      games.put(record.kept);
      return summaries.put(record.summary);
    });
    if (isStored === undefined) {
      this.memory.set(record.summary.id, structuredClone(record));
    }
  }

  /** @param {string} id */
  async remove(id) {
    this.memory.delete(id);
    await this.run("readwrite", (summaries, games) => {
      games.delete(id);
      return summaries.delete(id);
    });
  }

  /** Stores a game at once, when the page is being closed. A database may be too slow then.
   * @param {GameRecord} record */
  putBeforeClosing(record) {
    try {
      localStorage.setItem(CLOSED + record.summary.id, JSON.stringify(record));
    } catch {
      // The storage is full or forbidden; the database has all but the last moment.
    }
  }

  /** Moves the games of closed pages into the database. */
  async collect() {
    try {
      for (const key of Object.keys(localStorage).filter((key) => key.startsWith(CLOSED))) {
        const record = /** @type {GameRecord} */ (JSON.parse(localStorage.getItem(key) ?? ""));
        await this.put(record);
        localStorage.removeItem(key);
      }
    } catch {
      // The storage is forbidden, or somebody else has written into it.
    }
  }

  /**
   * Runs a request in a transaction on both stores. Undefined if there is no database, or if it fails.
   * @param {IDBTransactionMode} mode @param {(summaries: IDBObjectStore, games: IDBObjectStore) => IDBRequest} ask
   * @returns {Promise<any>}
   */
  async run(mode, ask) {
    const database = await this.database;
    if (!database) {
      return undefined;
    }
    return new Promise((resolve) => {
      try {
        const transaction = database.transaction(["summaries", "games"], mode);
        const request = ask(transaction.objectStore("summaries"), transaction.objectStore("games"));
        transaction.oncomplete = () => resolve(request.result ?? null);
        transaction.onabort = () => resolve(undefined);
      } catch {
        resolve(undefined);
      }
    });
  }
}

/** @returns {Promise<IDBDatabase | null>} */
function open() {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open("papamu", 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("summaries", { keyPath: "id" });
        request.result.createObjectStore("games", { keyPath: "id" });
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}

/** A game as SGF. @param {GameRecord} record */
export function sgfOf({ summary, kept }) {
  const [root] = fromData(kept.data.nodes);
  root.notes = kept.data.notes;
  return write(kept.header, root, summary.board.cells, summary.result);
}
