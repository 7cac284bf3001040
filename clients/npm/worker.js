/** The engine in a worker, which `Papamu` in papamu.js starts: a WebAssembly module and what it needs of a system. */

import { KINDS, isReadable } from "./signals.js";

/** @typedef {{ post: (line: string) => void, end: () => void }} Output */

/** Node; undefined in a page. */
const node = typeof process === "object" && process.versions?.node ? process : undefined;

/** Without shared memory, the time between two looks for signals, in milliseconds. A look takes one to five. */
const LOOK_MS = 100;
/** If the worker cannot look for signals, the time after which an analysis without limits ends. */
const BLIND_MS = 1000;

/** The engine inside the worker: a WebAssembly module, and the few system functions that it needs. */
export class Instance {
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
export async function load(wasm) {
  // Tools that bundle know the first of these words as a whole.
  const url = wasm === undefined ? new URL("./papamu.wasm", import.meta.url) : new URL(wasm, import.meta.url);
  if (node && url.protocol === "file:") {
    return node.getBuiltinModule("node:fs/promises").readFile(url);
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

const port = node?.getBuiltinModule("node:worker_threads").parentPort;
if (port) {
  port.on("message", serve((data) => port.postMessage(data), () => port.close()));
} else if (typeof document === "undefined" && !node) {
  const receive = serve((data) => self.postMessage(data), () => self.close());
  self.onmessage = ({ data }) => receive(data);
}
