/**
 * papamu in a worker: you send commands of the line protocol and receive the lines of the replies. It has the interface
 * of a `Worker`, in browsers and in Node.
 */
export class Papamu {
  /** Starts the engine. You can send commands at once; they wait until the engine has been loaded. */
  constructor(options?: {
    /** Where `papamu.wasm` is, if not beside `worker.js`. */
    wasm?: string | URL;
  });

  /** Called with each line of a reply, without its line feed. An empty line ends a reply. */
  onmessage: ((event: { data: string }) => void) | null;
  /** Called when the engine cannot be loaded or has failed; it is then unusable. Without a listener the error is thrown. */
  onerror: ((error: Error) => void) | null;
  /** Called when the engine has ended after `quit` or `end`. */
  onexit: (() => void) | null;

  /** Sends a command, or several of them with line feeds between. Their replies reach `onmessage`. */
  postMessage(text: string): void;
  /**
   * Sends one command, and returns the text of its reply without the leading `=`. The reply does not reach `onmessage`. The promise is
   * rejected if the engine refuses the command or ends.
   */
  ask(command: string): Promise<string>;
  /**
   * Analyses the position, and returns one report when the search has reached a limit: by default after one second. The search is
   * rejected if the engine refuses it or ends. After the end of the game, the report has no moves.
   *
   * A message `# interrupt` ends the search with what it has found.
   */
  analyze(options?: AnalyzeOptions): Promise<Report>;
  /**
   * Analyses the position, and returns the reports as they arrive. The search begins when you ask for the first report. Leaving the
   * loop ends it; with limits it also ends by itself, and without limits your next message ends it. If you read more slowly than
   * reports arrive, you receive the newest one.
   */
  stream(options?: StreamOptions): AsyncGenerator<Report, void, undefined>;

  /** Ends the input: the engine answers the remaining commands, then ends. */
  end(): void;
  /** Kills the engine at once. */
  terminate(): Promise<void>;
}

export type Color = "black" | "white";

/** The limits and options of an analysis. The first limit reached ends it. */
export interface AnalyzeOptions {
  /** The player to move; an error if it is not that player's turn. */
  color?: Color;
  /** The limit in positions visited. With it, results are reproducible. */
  nodes?: number;
  /** The limit in milliseconds. */
  time?: number;
  /** The limit in plies. */
  depth?: number;
  /** The most moves to report, by default 5. */
  moves?: number;
  /** The only moves to consider, or beginnings of turns. */
  allow?: readonly string[];
  /** The moves not to consider, or beginnings of turns. */
  avoid?: readonly string[];
  /** Whether to report the expected ownership. */
  ownership?: boolean;
}

export interface StreamOptions extends AnalyzeOptions {
  /** The time between two reports in milliseconds, by default 200. */
  interval?: number;
}

/** The value of a move or a position, for the player to move. */
export interface Value {
  /** The expected lead in points at the end of the game; `null` in games without points. */
  score: number | null;
  /** The result with perfect play, if it is proven. */
  proven: "win" | "loss" | null;
  /** Within how many turns, counting those of both players, a won game can be ended; `null` if that is not known. */
  win_in: number | null;
  /** The same for a lost game. */
  loss_in: number | null;
}

/** A report of an analysis. Its value is that of the position. */
export interface Report extends Value {
  schema_version: number;
  /** Whether it is the last report. */
  final: boolean;
  nodes: number;
  nodes_per_second: number;
  depth: number;
  elapsed_ms: number;
  /** The expected score, from 0 (a loss) to 1 (a win); `null` after the end of the game. */
  winrate: number | null;
  /** The best moves, best first. */
  moves: Move[];
  /**
   * If you asked for it: the expected owner of each cell, from 1 (Black) to -1 (White), in the order of `cells` in `state`; `null` in
   * games without ownership.
   */
  ownership?: number[] | null;
}

/** A move of an analysis. */
export interface Move extends Value {
  move: string;
  /** Positions visited for this move. This says nothing about its quality. */
  visits: number;
  /** The depth of the search that gave the value, in plies. */
  depth: number;
  /** Whether the value is only a bound; `null` if it is exact at this depth. */
  bound: "lower" | "upper" | null;
  /** The expected score, from 0 (a loss) to 1 (a win). */
  winrate: number;
  /** The principal variation. */
  pv: VariationTurn[];
}

/** A turn of a variation. */
export interface VariationTurn {
  player: Color;
  tokens: string[];
  clicks: string[];
}
