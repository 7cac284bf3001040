/**
 * papamu, an engine for Kōnane, Kanga, Send It and Kangaroo, in a worker. It speaks the line protocol: you send
 * commands as messages and receive the lines of the replies.
 */

import { KINDS, Signals } from "./signals.js";

/** @typedef {{ take: (line: string) => void, fail: (error: Error) => void }} Request a command whose reply is incomplete */
/** @typedef {import("./papamu.d.ts").Report} Report */
/** @typedef {import("./papamu.d.ts").AnalyzeOptions} AnalyzeOptions */
/** @typedef {import("./papamu.d.ts").StreamOptions} StreamOptions */

/** Node; undefined in a page. No module of Node is imported, because tools that bundle for pages have none. */
const node = typeof process === "object" && process.versions?.node ? process : undefined;

/**
 * The kinds of interruption that a message causes. This matches the engine's own reader.
 * @param {string} text
 */
function kindsOf(text) {
  const kinds = [KINDS.line];
  for (const line of text.split("\n")) {
    // Control characters are ignored.
    const found = /^[ \t]*\d*[ \t]*#[ \t]*(interrupt|cancel)[ \t]*$/.exec(line.replace(/[\x00-\x08\x0b-\x1f\x7f]/g, ""));
    if (found) {
      kinds.push(found[1] === "interrupt" ? KINDS.interrupt : KINDS.cancel);
    }
  }
  return kinds;
}

/** Adds a line feed if there is none. A second one would be a blank line, which ends an analysis. @param {string} text */
function ended(text) {
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** The ids of the commands that this class sends begin here, so that they differ from yours. */
const FIRST_ID = 2 ** 40;

/** The report after the end of the game. @type {Report} */
const NOTHING = {
  schema_version: 3,
  final: true,
  nodes: 0,
  nodes_per_second: 0,
  depth: 0,
  elapsed_ms: 0,
  winrate: null,
  score: null,
  proven: null,
  win_in: null,
  loss_in: null,
  moves: [],
};

/**
 * The limits and options of an analysis, as words of the command.
 * @param {AnalyzeOptions} options
 */
function analysisWords({ nodes, time, depth, moves = 5, allow = [], avoid = [], ownership = false }) {
  const ms = time === undefined ? undefined : Math.max(1, Math.round(time));
  const limits = Object.entries({ nodes, time: ms, depth }).filter(([, limit]) => limit !== undefined);
  const lists = Object.entries({ allow, avoid }).filter(([, list]) => list.length > 0);
  for (const [name, list] of lists) {
    if (!Array.isArray(list)) {
      throw new TypeError(`${name}: ${JSON.stringify(list)} is not a list of moves`);
    }
    const wrong = list.find((move) => !/^[^\s,]+$/.test(move));
    if (wrong !== undefined) {
      throw new TypeError(`${name}: ${JSON.stringify(wrong)} is not a move, nor the first part of one`);
    }
  }
  return {
    isLimited: limits.length > 0,
    words: [
      ...limits.flat(),
      "maxmoves",
      moves,
      // The lists hold for the player to move, whoever that is.
      ...lists.flatMap(([name, list]) => ["black", "white"].flatMap((player) => [name, player, list.join(",")])),
      ...(ownership ? ["ownership"] : []),
      "json",
    ],
  };
}

/** An analysis whose reply is incomplete. */
class Analysis {
  /** @param {(line: string) => void} post sends a line */
  constructor(post, stopLine = "# cancel") {
    this.post = post;
    /** The line that ends it early. */
    this.stopLine = stopLine;
    this.isOver = false;
    /** Whether the last report has arrived. */
    this.isFinal = false;
    /** The newest report, until it is read.
     * @type {Report | null} */
    this.report = null;
    /** @type {Error | null} */
    this.error = null;
    /** Called when something arrives. */
    this.wake = () => {};
  }

  /** @param {string} line a line of the reply */
  take(line) {
    if (line === "") {
      this.isOver = true;
    } else if (line.startsWith("?")) {
      this.error = new Error(line.replace(/^\?\d+ ?/, "analyze: "));
    } else if (!line.startsWith("=") && !this.isFinal) {
      try {
        const report = JSON.parse(line);
        [this.report, this.isFinal] = [report, report.final === true];
      } catch (error) {
        this.error = new Error(`analyze: the report is not JSON: ${error}`);
      }
    }
    this.wake();
  }

  /** @param {Error} error */
  fail(error) {
    this.error ??= error;
    this.isOver = true;
    this.wake();
  }

  /** Waits for the next report; `undefined` after the last one. @returns {Promise<Report | undefined>} */
  async next() {
    for (;;) {
      const { report } = this;
      this.report = null;
      if (report !== null) {
        return report;
      }
      if (this.error !== null) {
        throw this.error;
      }
      if (this.isOver) {
        return undefined;
      }
      await new Promise((resolve) => (this.wake = () => resolve(undefined)));
    }
  }

  /** Ends the analysis, after a report. If it ends by itself, the line would end another command. */
  stop() {
    const endsByItself = this.isFinal && this.stopLine !== "";
    if (!this.isOver && !endsByItself && this.error === null) {
      this.post(this.stopLine);
    }
  }
}

/** Starts the engine in a worker. It has the interface of a worker. */
export class Papamu {
  /**
   * @param {object} [options]
   * @param {string | URL} [options.wasm] where `papamu.wasm` is, if not beside this file
   */
  constructor({ wasm } = {}) {
    /** Called with each line of a reply; an empty line ends a reply. As with a worker, the line is in `data`.
     * @type {((event: { data: string }) => void) | null} */
    this.onmessage = null;
    /** Called when the engine cannot be loaded or has failed; it is then unusable. Without a listener the error is thrown.
     * @type {((error: Error) => void) | null} */
    this.onerror = null;
    /** Called when the engine has ended after `quit`.
     * @type {(() => void) | null} */
    this.onexit = null;
    // Without cross-origin isolation, a page has no shared memory.
    this.signals = new Signals(node !== undefined || globalThis.crossOriginIsolated === true);
    this.sent = 0;
    this.nextId = FIRST_ID;
    /** The requests by their ids.
     * @type {Map<string, Request>} */
    this.requests = new Map();
    /** The id in the reply that is arriving, or an empty string; `null` between replies.
     * @type {string | null} */
    this.arriving = null;
    /** Why the engine answers nothing more.
     * @type {Error | null} */
    this.whyEnded = null;
    this.worker = node ? this.startInNode(node) : this.startInPage();
    this.worker.postMessage({ wasm: wasm === undefined ? undefined : String(wasm), latest: this.signals.latest });
  }

  startInPage() {
    // Tools that bundle know these words as a whole.
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => this.receive(data);
    worker.onerror = (event) => this.fail(new Error(event.message || "the engine cannot be loaded"));
    return worker;
  }

  /** @param {NodeJS.Process} node */
  startInNode(node) {
    const threads = node.getBuiltinModule("node:worker_threads");
    const name = "worker.js";
    const worker = new threads.Worker(new URL(name, import.meta.url), { execArgv: [] });
    worker.on("message", (data) => this.receive(data));
    worker.on("error", (error) => this.fail(error));
    return worker;
  }

  /** @param {string | { error: string } | { ended: true }} data */
  receive(data) {
    if (typeof data === "string") {
      this.receiveLine(data);
    } else if ("error" in data) {
      this.fail(new Error(data.error));
    } else {
      this.endRequests(new Error("the engine has ended"));
      this.onexit?.();
      this.terminate();
    }
  }

  /** Passes a line of a reply to the request that it belongs to, or to the listener. @param {string} data */
  receiveLine(data) {
    this.arriving ??= data === "" ? null : (/^[=?](\d+)/.exec(data)?.[1] ?? "");
    const id = this.arriving ?? "";
    const request = this.requests.get(id);
    if (data === "") {
      this.arriving = null;
      this.requests.delete(id);
    }
    if (request === undefined) {
      this.onmessage?.({ data });
    } else {
      request.take(data);
    }
  }

  /** Ends all requests with an error, and returns their number. @param {Error} error */
  endRequests(error) {
    this.whyEnded ??= error;
    const requests = [...this.requests.values()];
    this.requests.clear();
    requests.forEach((request) => request.fail(error));
    return requests.length;
  }

  /** Reports an error. If nobody listens or waits it is thrown, so that it does not go unnoticed. @param {Error} error */
  fail(error) {
    const waiting = this.endRequests(error);
    void this.terminate();
    if (this.onerror === null && waiting > 0) {
      return;
    }
    if (this.onerror === null) {
      queueMicrotask(() => {
        throw error;
      });
    } else {
      this.onerror(error);
    }
  }

  /**
   * Sends a command, or several lines of them.
   * @param {string} text
   */
  postMessage(text) {
    this.signal(kindsOf(text), { text: ended(text) });
  }

  /** Sends a message, and tells the worker of it. @param {number[]} kinds @param {object} message */
  signal(kinds, message) {
    this.sent += 1;
    this.signals.raise(kinds, this.sent);
    this.worker.postMessage({ ...message, number: this.sent, addresses: this.signals.addresses?.slice() });
  }

  /**
   * Sends one command, and returns the text of its reply. If the engine refuses the command, the promise is rejected.
   * @param {string} command
   * @returns {Promise<string>}
   */
  ask(command) {
    return new Promise((resolve, reject) => {
      // The engine does not answer other lines.
      const [name] = /[^\s\x00-\x1f\x7f]+/.exec(command.split("#")[0]) ?? [];
      if (command.includes("\n") || name === undefined) {
        throw new TypeError(`ask: ${JSON.stringify(command)} is not a command: a command is one line and has a name`);
      }
      /** @type {string[]} */
      const lines = [];
      const take = (/** @type {string} */ line) => {
        if (line !== "") {
          lines.push(line);
          return;
        }
        // A reply of several lines may begin below the sign.
        const reply = lines.join("\n");
        const text = reply.replace(/^[=?]\d+[ \n]?/, "");
        if (reply.startsWith("=")) {
          resolve(text);
        } else {
          reject(new Error(`${name}: ${text}`));
        }
      };
      this.request({ take, fail: reject }, command);
    });
  }

  /**
   * Analyses the position, and returns one report when the search has reached a limit. Without limits it takes one second.
   * @param {AnalyzeOptions} [options]
   * @returns {Promise<Report>}
   */
  async analyze(options = {}) {
    const { color, nodes, time, depth } = options;
    const isLimited = nodes !== undefined || time !== undefined || depth !== undefined;
    const { words } = analysisWords(isLimited ? options : { ...options, time: 1000 });
    const analysis = this.begin(color, ["once", ...words]);
    let last = NOTHING;
    for (let report; (report = await analysis.next()) !== undefined; ) {
      last = report;
    }
    return last;
  }

  /**
   * Analyses the position, and returns the reports as they arrive. Leaving the loop ends the analysis, and so does a limit; without
   * limits, the next message does, too.
   * @param {StreamOptions} [options]
   * @returns {AsyncGenerator<Report, void, undefined>}
   */
  async *stream(options = {}) {
    const { color, interval = 200 } = options;
    const { isLimited, words } = analysisWords(options);
    const analysis = this.begin(color, [Math.max(1, Math.round(interval / 10)), ...words], isLimited ? "# cancel" : "");
    try {
      for (let report; (report = await analysis.next()) !== undefined; ) {
        yield report;
      }
    } finally {
      analysis.stop();
    }
  }

  /**
   * Begins an analysis.
   * @param {"black" | "white" | undefined} color
   * @param {unknown[]} words
   * @param {string} [stopLine] the line that ends it early
   */
  begin(color, words, stopLine) {
    if (color !== undefined && color !== "black" && color !== "white") {
      throw new TypeError(`color: ${JSON.stringify(color)} is not "black" or "white"`);
    }
    const analysis = new Analysis((line) => this.postMessage(line), stopLine);
    this.request(analysis, ["analyze", ...(color === undefined ? [] : [color]), ...words].join(" "));
    return analysis;
  }

  /** Sends a command whose reply this request takes. @param {Request} request @param {string} command */
  request(request, command) {
    if (this.whyEnded !== null) {
      throw this.whyEnded;
    }
    const id = String(this.nextId++);
    this.requests.set(id, request);
    this.postMessage(`${id} ${command}`);
  }

  /** Ends the input: the engine answers the remaining commands, then ends. */
  end() {
    this.signal([KINDS.line, KINDS.end], { text: "\n", end: true });
  }

  /** Kills the engine at once. */
  async terminate() {
    this.endRequests(new Error("the engine was ended"));
    await this.worker.terminate();
  }
}
