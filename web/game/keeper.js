/**
 * Keeps the game on the board: in the tab, so that a reload shows it again, and among the games that were played, so
 * that it can be opened again.
 *
 * @import { Table } from "./table.js"
 * @import { GameRecord } from "./records.js"
 */

import { nameOfPlayer } from "./notes.js";
import { saveGame } from "./store.js";

/** The time between a change and its storage, in milliseconds: an analysis changes the game several times a second. */
const DELAY = 300;

/** How long another tab may hold the game on the board before this one keeps a copy of its own, in milliseconds. A tab that is
 * being reloaded lets go of its game at once. */
const PATIENCE = 2000;

export class Keeper {
  /** @param {Table} table @param {import("./records.js").Records} records */
  constructor(table, records) {
    this.table = table;
    this.records = records;
    /** The game as it was stored last. */
    this.stored = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** The game that no other tab may keep now. */
    this.claimed = "";
    this.release = () => {};
    table.addEventListener("change", () => {
      this.timer ??= setTimeout(() => void this.save(), DELAY);
    });
    table.addEventListener("turn", () => void this.save());
    addEventListener("pagehide", () => this.close());
  }

  /** Stores the game, if it has changed. */
  async save() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { table } = this;
    if (!table.state) {
      return;
    }
    const data = table.toData();
    const text = JSON.stringify(data);
    if (text === this.stored) {
      return;
    }
    this.stored = text;
    saveGame(data);
    await this.claim();
    const record = this.record();
    if (record) {
      await this.records.put(record);
    }
  }

  /** Claims the game on the board for this tab. If another tab has it, this one goes on with a copy, so that neither overwrites
   * what the other has played. */
  async claim() {
    const { table } = this;
    const { id } = table;
    if (id === this.claimed || !navigator.locks) {
      return;
    }
    this.release();
    this.claimed = id;
    await new Promise((resolve) => {
      const hold = () => {
        resolve(undefined);
        return this.claimed === id ? new Promise((release) => (this.release = () => release(undefined))) : undefined;
      };
      navigator.locks.request(`papamu.game.${id}`, { signal: AbortSignal.timeout(PATIENCE) }, hold).catch(() => {
        if (table.id === id) {
          table.copy();
        }
        resolve(undefined);
      });
    });
    await this.claim();
  }

  /** Stores the game when its page is closed. */
  close() {
    if (this.table.state) {
      saveGame(this.table.toData());
      const record = this.record();
      if (record) {
        this.records.putBeforeClosing(record);
      }
    }
  }

  /** The game on the board as a record; null if nothing would be lost with it.
   * @returns {GameRecord | null} */
  record() {
    const { table } = this;
    const { state, root, setup } = table;
    if (!state || !table.isWorthKeeping) {
      return null;
    }
    const end = root.mainEnd();
    return {
      summary: {
        id: table.id,
        game: setup.game,
        name: root.notes.GN?.[0] ?? "",
        players: { black: nameOfPlayer(root.notes, setup, "black"), white: nameOfPlayer(root.notes, setup, "white") },
        turns: end.depth,
        result: end.result,
        changed: Date.now(),
        board: { shape: state.cell_shape, flipped: table.flipped, cells: state.cells, stones: state.stones_now, blocked: state.blocked },
      },
      kept: { id: table.id, data: table.toData(), header: table.header },
    };
  }
}
