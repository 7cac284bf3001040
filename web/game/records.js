/**
 * The games that were played, in the browser's database. Where it fails, they are kept in the browser's other storage.
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
import { attempt } from "./store.js";
import { fromData } from "./tree.js";

/** The prefix of the storage keys of games whose page was closed before the database had stored them. */
const CLOSED = "papamu.closed.";

export class Records {
  /** @type {Promise<IDBDatabase | null>} */
  database = open();
  /** The games that the database does not have.
   * @type {Map<string, GameRecord>} */
  memory = new Map();
  /** Resolves when the games of closed pages are in the database. */
  collected = this.collect();

  /** The summaries of all games, the latest first.
   * @returns {Promise<Summary[]>} */
  async list() {
    /** @type {Summary[]} */
    const found = (await this.run("readonly", (summaries) => summaries.getAll())) ?? [];
    const all = [...found.filter(({ id }) => !this.memory.has(id)), ...[...this.memory.values()].map(({ summary }) => summary)];
    return all.sort((one, other) => other.changed - one.changed);
  }

  /** @param {string} id @returns {Promise<GameRecord | null>} */
  async get(id) {
    const [summary, kept] = await Promise.all([
      this.run("readonly", (summaries) => summaries.get(id)),
      this.run("readonly", (_, games) => games.get(id)),
    ]);
    return this.memory.get(id) ?? (summary && kept ? { summary, kept } : null);
  }

  /** @param {GameRecord} record @returns {Promise<boolean>} whether the database has it */
  async put(record) {
    const { id } = record.summary;
    const stored = await this.run("readwrite", (summaries, games) => {
      games.put(record.kept);
      return summaries.put(record.summary);
    });
    if (stored === undefined) {
      this.memory.set(id, structuredClone(record));
      this.putBeforeClosing(record);
    } else if (this.memory.delete(id)) {
      forget(id);
    }
    return stored !== undefined;
  }

  /** @param {string} id */
  async remove(id) {
    this.memory.delete(id);
    forget(id);
    await this.run("readwrite", (summaries, games) => {
      games.delete(id);
      return summaries.delete(id);
    });
  }

  /** Stores a game at once: when the page is being closed, for which a database may be too slow, or where the database fails.
   * @param {GameRecord} record */
  putBeforeClosing(record) {
    attempt(() => localStorage.setItem(CLOSED + record.summary.id, JSON.stringify(record)));
  }

  /** Moves the games of closed pages into the database. */
  async collect() {
    for (const key of attempt(() => Object.keys(localStorage)) ?? []) {
      /** @type {GameRecord | null} */
      const record = key.startsWith(CLOSED) ? attempt(() => JSON.parse(localStorage.getItem(key) ?? "null")) : null;
      const id = key.slice(CLOSED.length);
      if (record?.summary?.id === id && record.kept?.id === id && (await this.put(record))) {
        forget(id);
      }
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
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(["summaries", "games"], mode);
      const request = ask(transaction.objectStore("summaries"), transaction.objectStore("games"));
      transaction.oncomplete = () => resolve(request.result ?? null);
      transaction.onabort = reject;
    }).catch(() => undefined);
  }
}

/** @returns {Promise<IDBDatabase | null>} */
function open() {
  /** @type {Promise<IDBDatabase>} */
  const opened = new Promise((resolve, reject) => {
    const request = indexedDB.open("papamu", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("summaries", { keyPath: "id" });
      request.result.createObjectStore("games", { keyPath: "id" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = reject;
  });
  return opened.catch(() => null);
}

/** @param {string} id of a game that need not be in the storage */
function forget(id) {
  attempt(() => localStorage.removeItem(CLOSED + id));
}

/** A game as SGF. @param {GameRecord} record */
export function sgfOf({ summary, kept }) {
  const [root] = fromData(kept.data.nodes);
  root.notes = kept.data.notes;
  return write(kept.header, root, summary.board.cells, summary.result);
}
