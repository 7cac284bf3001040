/**
 * The setup of a game: its board, its players, and the engine's strength and time.
 *
 * @typedef {"person" | "engine"} Player
 *
 * @typedef {object} Pace The engine's thinking time: a time per move, or a clock for both players.
 * @property {number} seconds per move; not used with a clock
 * @property {number} minutes of the clock; 0: no clock
 * @property {number} increment seconds after each turn
 *
 * @typedef {object} Setup
 * @property {string} game
 * @property {string} options as set_game takes them
 * @property {string | null} start a position string
 * @property {{black: Player, white: Player}} players
 * @property {number} komi points for White
 * @property {boolean} study whether the board is for analysis: no game is being played, and every turn is entered by hand
 * @property {number} level
 * @property {Pace} pace
 * @property {boolean} [isPerfect] whether the game begins with perfect play shown, which can be switched off
 */

/** @type {Setup} */
export const DEFAULT_SETUP = {
  game: "", // the page takes the first of the engine's games
  options: "",
  start: null,
  players: { black: "person", white: "engine" },
  komi: 0,
  study: false,
  level: 3,
  pace: { seconds: 1, minutes: 0, increment: 0 },
};

/** The commands that set up the engine's board at the beginning of a game.
 * @param {Setup} setup */
export function setUpCommands({ game, options, start, komi }) {
  return ["style steps", `set_game ${game} ${options}`, `komi ${komi}`, ...(start ? [`set_position ${start}`] : [])];
}

/**
 * The commands that set the engine's strength and time.
 * @param {Setup} setup @param {import("./clock.js").Clock | null} clock of the game, if it has one
 */
export function paceCommands({ level, pace }, clock) {
  const commands = [`param level ${level}`, `param move_time_ms ${Math.round(pace.seconds * 1000)}`];
  if (!clock) {
    return [...commands, "time_settings 0 1 0"];
  }
  const left = clock.left();
  const seconds = (/** @type {number} */ ms) => Math.max(0.05, ms / 1000).toFixed(2);
  return [
    ...commands,
    `kata-time_settings fischer ${pace.minutes * 60} ${pace.increment}`,
    `time_left black ${seconds(left.black)} 0`,
    `time_left white ${seconds(left.white)} 0`,
  ];
}
