#!/usr/bin/env node
/**
 * papamu, an engine for Kōnane, Kanga, Send It and Kangaroo, in a worker. It speaks the line protocol: you send
 * commands as messages and receive the lines of the replies.
 *
 * This file is three things:
 * - a module: `import { Papamu } from "papamu"` starts the engine in a worker;
 * - that worker: `new Worker("papamu.js", { type: "module" })` works as well;
 * - a program for Node: `npx papamu` speaks the protocol on stdin and stdout.
 */

/** @typedef {{ post: (line: string) => void, end: () => void }} Output */
/** @typedef {{ take: (line: string) => void, fail: (error: Error) => void }} Request a command whose reply is incomplete */
/** @typedef {import("./papamu.d.ts").Report} Report */
/** @typedef {import("./papamu.d.ts").AnalyzeOptions} AnalyzeOptions */
/** @typedef {import("./papamu.d.ts").StreamOptions} StreamOptions */

const inNode = typeof process === "object" && typeof process.versions?.node === "string";

/** The kinds of interruption: indices of the signals, and arguments of the engine's `interrupt`. */
const KINDS = { line: 1, interrupt: 2, cancel: 3, end: 4 };

/** Without shared memory, the time between two looks for signals, in milliseconds. A look takes one to five. */
const LOOK_MS = 100;
/** If the worker cannot look for signals, the time after which an analysis without limits ends. */
const BLIND_MS = 1000;

/**
 * Tells a worker of messages that cannot arrive while it works. With shared memory, an array holds the number of the last message
 * of each kind. Other pages revoke the address of an empty file for each kind, and the worker asks whether there still is one.
 */
class Signals {
  /** @param {boolean} shares whether there is shared memory */
  constructor(shares) {
    this.latest = shares ? new Int32Array(new SharedArrayBuffer(4 * 5)) : null;
    /** The addresses. The first one is never revoked: if it is not readable, no address is.
     * @type {string[] | null} */
    this.addresses = shares ? null : Array.from({ length: 5 }, newAddress);
  }

  /** @param {number[]} kinds @param {number} message the number of the message */
  raise(kinds, message) {
    for (const kind of kinds) {
      if (this.latest !== null) {
        Atomics.store(this.latest, kind, message);
      }
      if (this.addresses !== null) {
        URL.revokeObjectURL(this.addresses[kind]);
        this.addresses[kind] = newAddress();
      }
    }
  }
}

function newAddress() {
  return URL.createObjectURL(new Blob());
}

/** Whether there is a file at an address. A worker may wait for the reply. @param {string} address */
function isReadable(address) {
  try {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    request.send();
    return true;
  } catch {
    return false;
  }
}

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
    this.signals = new Signals(inNode || globalThis.crossOriginIsolated === true);
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
    /** @type {Promise<import("node:worker_threads").Worker> | Worker} */
    this.worker = inNode ? this.startInNode() : this.startInPage();
    Promise.resolve(this.worker).catch((error) => this.fail(error));
    this.send({ wasm: wasm === undefined ? undefined : String(wasm), latest: this.signals.latest });
  }

  startInPage() {
    const worker = new Worker(new URL(import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => this.receive(data);
    worker.onerror = (event) => this.fail(new Error(event.message || "the engine cannot be loaded"));
    return worker;
  }

  async startInNode() {
    const { Worker } = await import("node:worker_threads");
    const worker = new Worker(new URL(import.meta.url), { workerData: "papamu", execArgv: [] });
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

  /** @param {object} message */
  async send(message) {
    const worker = await this.worker;
    worker.postMessage(message);
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
    this.send({ ...message, number: this.sent, addresses: this.signals.addresses?.slice() });
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
    (await this.worker).terminate();
  }
}

/** The engine inside the worker: a WebAssembly module, and the few system functions that it needs. */
class Instance {
  /** @param {Output} output */
  constructor(output) {
    this.output = output;
    /** The bytes received, in pieces.
     * @type {Uint8Array[]} */
    this.input = [];
    /** The number of pieces that the engine has read. Removing each from the front would take time proportional to the rest. */
    this.inputRead = 0;
    this.line = "";
    this.decoder = new TextDecoder();
    this.encoder = new TextEncoder();
    /** The signals, in one of two forms.
     * @type {Int32Array | null} */
    this.latest = null;
    /** @type {string[] | null} */
    this.addresses = null;
    /** Whether no address can be asked for, once that is known.
     * @type {boolean | null} */
    this.isBlind = null;
    /** The number of the last message received. */
    this.received = 0;
    /** The kinds of later messages that have been reported to the engine. */
    this.reported = new Set();
    /** When the engine began to work on a line, and when to look for signals next. */
    this.begun = 0;
    this.nextLook = 0;
    this.hasEnded = false;
    this.isScheduled = false;
    /** @type {{ memory: WebAssembly.Memory, step: () => number, interrupt: (kind: number) => void, bench: () => void } | null} */
    this.exports = null;
  }

  /** @param {BufferSource | Response} source */
  async load(source) {
    const imports = { wasi_snapshot_preview1: this.system() };
    const { instance } =
      source instanceof Response
        ? await WebAssembly.instantiateStreaming(source, imports)
        : await WebAssembly.instantiate(source, imports);
    this.exports = /** @type {any} */ (instance.exports);
    this.schedule();
  }

  /** A view of the memory, made anew each time because the memory may have moved. */
  get memory() {
    return new DataView(/** @type {NonNullable<typeof this.exports>} */ (this.exports).memory.buffer);
  }

  /** The functions of WASI (preview 1). There are no files, no arguments and no environment. */
  system() {
    const [SUCCESS, AGAIN, BAD_FILE] = [0, 6, 8];
    /** @type {Record<string, (...values: any[]) => number>} */
    const known = {
      random_get: (pointer, length) => {
        for (let at = 0; at < length; at += 65_536) {
          const size = Math.min(65_536, length - at);
          crypto.getRandomValues(new Uint8Array(this.memory.buffer, pointer + at, size));
        }
        return SUCCESS;
      },
      environ_sizes_get: (count, size) => {
        this.memory.setUint32(count, 0, true);
        this.memory.setUint32(size, 0, true);
        return SUCCESS;
      },
      environ_get: () => SUCCESS,
      clock_time_get: (id, _precision, pointer) => {
        const now = performance.now();
        this.look(now);
        const ms = id === 0 ? Date.now() : now;
        this.memory.setBigUint64(pointer, BigInt(Math.round(ms * 1e6)), true);
        return SUCCESS;
      },
      fd_read: (file, list, _count, read) => {
        if (file !== 0 || this.input.length === 0) {
          return file === 0 ? AGAIN : BAD_FILE;
        }
        const [pointer, length] = [this.memory.getUint32(list, true), this.memory.getUint32(list + 4, true)];
        const piece = this.input[this.inputRead];
        const bytes = piece.subarray(0, length);
        new Uint8Array(this.memory.buffer, pointer, length).set(bytes);
        this.input[this.inputRead] = piece.subarray(bytes.length);
        if (bytes.length === piece.length) {
          this.inputRead += 1;
        }
        if (this.inputRead === this.input.length) {
          [this.input, this.inputRead] = [[], 0];
        }
        this.memory.setUint32(read, bytes.length, true);
        return SUCCESS;
      },
      fd_write: (file, list, count, written) => {
        let total = 0;
        for (let index = 0; index < count; index += 1) {
          const pointer = this.memory.getUint32(list + 8 * index, true);
          const length = this.memory.getUint32(list + 8 * index + 4, true);
          const bytes = new Uint8Array(this.memory.buffer, pointer, length);
          if (file === 1) {
            this.write(this.decoder.decode(bytes, { stream: true }));
          } else {
            console.error(new TextDecoder().decode(bytes).trimEnd());
          }
          total += length;
        }
        this.memory.setUint32(written, total, true);
        return SUCCESS;
      },
      proc_exit: (code) => {
        throw new Error(`the engine has ended with status ${code}`);
      },
    };
    return new Proxy(known, { get: (functions, name) => functions[String(name)] ?? (() => BAD_FILE) });
  }

  /** Called whenever the engine reads the clock. It reports messages that have been sent but cannot arrive while it works.
   * @param {number} now */
  look(now) {
    if (this.addresses !== null) {
      if (now < this.nextLook) {
        return;
      }
      this.nextLook = now + LOOK_MS;
      this.isBlind ??= !isReadable(this.addresses[0]);
      if (this.isBlind) {
        if (now > this.begun + BLIND_MS) {
          this.exports?.interrupt(KINDS.line);
        }
        return;
      }
    }
    if (this.report(KINDS.line)) {
      [KINDS.interrupt, KINDS.cancel, KINDS.end].forEach((kind) => this.report(kind));
    }
  }

  /** Reports a message of a kind, once, if one has been sent that has not arrived. Returns whether there is one.
   * @param {number} kind */
  report(kind) {
    const isThere = this.reported.has(kind) || this.isRaised(kind);
    if (isThere && !this.reported.has(kind)) {
      this.reported.add(kind);
      this.exports?.interrupt(kind);
    }
    return isThere;
  }

  /** @param {number} kind */
  isRaised(kind) {
    if (this.latest !== null) {
      return Atomics.load(this.latest, kind) > this.received;
    }
    return this.addresses !== null && !isReadable(this.addresses[kind]);
  }

  /** @param {string} text the engine's output */
  write(text) {
    const lines = (this.line + text).split("\n");
    this.line = lines.pop() ?? "";
    lines.forEach((line) => this.output.post(line));
  }

  /** @param {string} text lines for the engine */
  push(text) {
    this.input.push(this.encoder.encode(text));
    this.schedule();
  }

  /** Ends the input. */
  endInput() {
    this.hasEnded = true;
    this.exports?.interrupt(KINDS.end);
  }

  schedule() {
    if (!this.isScheduled && this.exports !== null) {
      this.isScheduled = true;
      soon(() => this.work());
    }
  }

  work() {
    this.isScheduled = false;
    if (this.hasEnded) {
      this.endInput(); // also for lines that arrived before the engine was loaded
    }
    this.begun = performance.now();
    this.nextLook = this.begun + LOOK_MS;
    const state = this.exports?.step();
    if (state === 1) {
      this.schedule();
    } else if (state === 2 || this.hasEnded) {
      this.output.end();
    }
  }
}

/**
 * Runs a function after the messages that have arrived. A timer would wait for milliseconds.
 * @type {(work: () => void) => void}
 */
const soon = (() => {
  if (typeof setImmediate === "function") {
    return (work) => setImmediate(work);
  }
  const channel = new MessageChannel();
  /** @type {(() => void)[]} */
  const waiting = [];
  channel.port1.onmessage = () => waiting.shift()?.();
  return (work) => {
    waiting.push(work);
    channel.port2.postMessage(null);
  };
})();

/** Loads the WebAssembly module, as bytes or as a response to stream.
 *
 * @param {string} [wasm] its address, if it is not beside this file
 */
async function load(wasm) {
  const url = wasm === undefined ? new URL("papamu.wasm", import.meta.url) : new URL(wasm, import.meta.url);
  if (inNode && url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url} cannot be loaded: ${response.status} ${response.statusText}`);
  }
  // Some hosts do not know the media type, which streaming compilation requires.
  return response.headers.get("content-type") === "application/wasm" ? response : response.arrayBuffer();
}

/**
 * The worker behind `Papamu`, whose messages it receives.
 * @param {(data: unknown) => void} post
 * @param {() => void} close
 */
function serve(post, close) {
  const instance = new Instance({ post, end: () => (post({ ended: true }), close()) });
  /** @type {string | undefined} */
  let wasm;
  /** @param {unknown} error */
  const fail = (error) => post({ error: error instanceof Error ? error.message : String(error) });
  // The first message of `Papamu` contains the address of the engine, and arrives at once.
  let loading = false;
  const start = () => {
    if (!loading) {
      loading = true;
      load(wasm).then((source) => instance.load(source)).catch(fail);
    }
  };
  /** @param {any} message */
  return (message) => {
    try {
      if ("latest" in message) {
        [wasm, instance.latest] = [message.wasm, message.latest];
      } else {
        [instance.received, instance.addresses] = [message.number, message.addresses ?? null];
        instance.reported.clear();
        instance.push(message.text);
        if (message.end === true) {
          instance.endInput();
        }
      }
      start();
    } catch (error) {
      fail(error);
    }
  };
}

/** The program for Node: it speaks the protocol on stdin and stdout. `papamu bench` measures the engine's speed. */
async function main() {
  if (process.argv[2] === "bench") {
    const instance = new Instance({ post: (line) => console.log(line), end: () => {} });
    await instance.load(await load());
    instance.exports?.bench();
    return;
  }
  const engine = new Papamu();
  engine.onmessage = ({ data }) => process.stdout.write(`${data}\n`);
  engine.onerror = (error) => {
    process.stderr.write(`papamu: ${error.message}\n`);
    process.exitCode = 1;
    process.stdin.destroy();
  };
  // A closed output is a normal end.
  process.stdout.on("error", (/** @type {NodeJS.ErrnoException} */ error) => process.exit(error.code === "EPIPE" ? 0 : 1));
  engine.onexit = () => process.stdin.destroy();
  let rest = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach((line) => engine.postMessage(line));
  });
  process.stdin.on("end", () => {
    if (rest !== "") {
      engine.postMessage(rest);
    }
    engine.end();
  });
}

/** Starts the role of this file: worker, program, or only a module. */
async function begin() {
  if (!inNode) {
    beginInPage();
    return;
  }
  const { isMainThread, parentPort, workerData } = await import("node:worker_threads");
  if (!isMainThread && workerData === "papamu" && parentPort !== null) {
    const port = parentPort;
    port.on("message", serve((data) => port.postMessage(data), () => port.close()));
  } else if (isMainThread && process.argv[1] !== undefined) {
    const [{ existsSync, realpathSync }, { fileURLToPath }] = [await import("node:fs"), await import("node:url")];
    if (existsSync(process.argv[1]) && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
      await main();
    }
  }
}

/**
 * Serves as a worker, unless a page or another worker imports this file as a module. A worker whose messages are lines passes them on
 * to one that it starts, because while it works itself, nobody could tell it of a message.
 */
function beginInPage() {
  const isThisFile = self.location.href.split(/[?#]/)[0] === import.meta.url.split(/[?#]/)[0];
  if (typeof document === "undefined" && isThisFile) {
    self.onmessage = ({ data: first }) => {
      const receive = typeof first === "string" ? relay() : serve((data) => self.postMessage(data), () => self.close());
      self.onmessage = ({ data }) => receive(data);
      receive(first);
    };
  }
}

/** Starts the engine, and returns what sends it lines. */
function relay() {
  const engine = new Papamu();
  engine.onmessage = ({ data }) => self.postMessage(data);
  engine.onerror = ({ message }) => self.postMessage({ error: message });
  engine.onexit = () => (self.postMessage({ ended: true }), self.close());
  return (/** @type {string} */ text) => engine.postMessage(text);
}

void begin();
