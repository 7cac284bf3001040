/** How long a turn of papamu against itself stays on the board, so that a person can follow. */

const LEAST = 700;

export class Showing {
  /** When the turn on the board was played. */
  since = 0;
  /** Ends the wait. */
  release = () => {};

  begin() {
    this.since = performance.now();
  }

  /** Waits until the turn has been shown long enough, or the wait is ended.
   * @returns {Promise<void>} */
  wait() {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, LEAST - (performance.now() - this.since)));
      this.release = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
