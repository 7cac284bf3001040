/**
 * The clocks of a game: a main time and an increment per turn, in milliseconds. The page runs the clocks, because only
 * the page knows when a person has seen the board.
 *
 * @import { Color } from "../types.js"
 * @typedef {{black: number, white: number}} Times
 */

export class Clock {
  /**
   * @param {number} main
   * @param {number} increment
   * @param {() => number} now a clock that never goes back
   */
  constructor(main, increment, now = () => performance.now()) {
    this.main = main;
    this.increment = increment;
    this.now = now;
    /** @type {Times} */
    this.times = { black: main, white: main };
    /** @type {Color | null} */
    this.running = null;
    this.since = 0;
  }

  /** The remaining times of both players, at least 0. */
  left() {
    const times = { ...this.times };
    if (this.running) {
      times[this.running] = Math.max(0, times[this.running] - (this.now() - this.since));
    }
    return times;
  }

  /** Starts the clock of a player and stops the other; null stops both.
   * @param {Color | null} player */
  run(player) {
    if (player !== this.running) {
      this.times = this.left();
      this.running = player;
      this.since = this.now();
    }
  }

  /** Stops the clock of a player who has completed a turn, and adds the increment.
   * @param {Color} player */
  press(player) {
    this.run(null);
    this.times[player] += this.increment;
  }

  /** Sets both clocks to these times, and stops them.
   * @param {Times | null} times null for the start of a game */
  set(times) {
    this.running = null;
    this.times = times ? { ...times } : { black: this.main, white: this.main };
  }

  /** The player whose time is up. */
  expired() {
    const left = this.left();
    return this.running && left[this.running] <= 0 ? this.running : null;
  }
}

/**
 * A time as a clock shows it: `5:07`, and `0:07.3` below ten seconds.
 * @param {number} ms
 */
export function clockText(ms) {
  const tenths = Math.ceil(ms / 100);
  const seconds = ms < 10_000 ? (tenths / 10).toFixed(1).padStart(4, "0") : String(Math.ceil(ms / 1000) % 60).padStart(2, "0");
  const minutes = ms < 10_000 ? Math.floor(tenths / 600) : Math.floor(Math.ceil(ms / 1000) / 60);
  return `${minutes}:${seconds}`;
}
