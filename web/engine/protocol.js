/**
 * The line protocol: commands are sent as lines, and replies arrive in the same order. A reply begins with `=` or `?`
 * and ends with a blank line. A long command may write lines of its reply while it works.
 */

/** The transport of the lines: a WebSocket or a worker.
 *
 * @typedef {object} Transport
 * @property {(text: string) => void} send Sends one or more lines.
 * @property {() => void} close Ends the connection.
 * @property {(text: string) => void} ontext Called with text as it arrives; set by the user of the transport.
 * @property {(reason: string) => void} onclose Called once, when the connection has ended.
 */

/** The engine answered `?`. */
export class EngineError extends Error {
  /** @param {string} text the engine's message, such as `illegal move: the cell is not empty` */
  constructor(text) {
    super(text);
    this.name = "EngineError";
  }

  /** The reason, without the protocol's error class. */
  get reason() {
    const at = this.message.indexOf(": ");
    return at < 0 ? this.message : this.message.slice(at + 2);
  }

  /** Whether the command was interrupted, and did not fail. */
  get isInterruption() {
    return this.message.startsWith("interrupted");
  }
}

/** The connection has ended. */
export class ConnectionLost extends Error {
  /** @param {string} reason why, if it is known */
  constructor(reason) {
    super(reason || "the connection to the engine was lost");
    this.name = "ConnectionLost";
  }
}

/** The longest message in characters; a server takes at most 64 KiB. */
const LONGEST = 30_000;

export class Engine {
  /** @param {Transport} transport */
  constructor(transport) {
    this.transport = transport;
    /** Requests without a complete reply, oldest first.
     * @type {{resolve: (text: string) => void, reject: (error: Error) => void, online?: (line: string) => void}[]} */
    this.waiting = [];
    /** The lines of the incomplete reply.
     * @type {string[]} */
    this.lines = [];
    /** The beginning of an incomplete line. */
    this.rest = "";
    /** @type {string | null} */
    this.closed = null;
    /** Called when the connection ends. */
    this.onclose = (/** @type {string} */ _reason) => {};
    transport.ontext = (text) => this.read(text);
    transport.onclose = (reason) => this.end(reason);
  }

  /**
   * Sends a command and returns the text of its reply.
   * @param {string} command
   * @param {(line: string) => void} [online] receives the lines of the reply as they arrive
   * @returns {Promise<string>} rejected with an EngineError if the command fails
   */
  ask(command, online) {
    return this.enqueue([command], online)[0];
  }

  /**
   * Sends a command whose reply is JSON.
   * @param {string} command
   */
  async askJson(command) {
    return JSON.parse(await this.ask(command));
  }

  /**
   * Sends several commands at once. All are executed, even after one that fails; the first failure is thrown.
   * @param {string[]} commands
   * @returns {Promise<string[]>}
   */
  async askAll(commands) {
    /** @type {Promise<string>[]} */
    const replies = [];
    for (let from = 0; from < commands.length; ) {
      let to = from;
      for (let length = 0; to < commands.length && (to === from || length + commands[to].length < LONGEST); to += 1) {
        length += commands[to].length + 1;
      }
      const sent = this.enqueue(commands.slice(from, to));
      replies.push(...sent);
      await Promise.allSettled(sent);
      from = to;
    }
    return Promise.all(replies);
  }

  /**
   * Sends several commands at once and returns the reply to the last one. They are sent before this returns, so an
   * interrupt that is sent later arrives after them.
   * @param {string[]} commands
   * @param {(line: string) => void} [online] receives the lines of the last reply as they arrive
   */
  async askLast(commands, online) {
    const before = this.enqueue(commands.slice(0, -1));
    const last = this.enqueue(commands.slice(-1), online)[0];
    last.catch(() => {}); // in case an earlier one fails first
    await Promise.all(before);
    return last;
  }

  /** Ends the running search, which plays or reports the best move so far. */
  interrupt() {
    this.send("# interrupt");
  }

  /** Ends the running search without playing a move. */
  cancel() {
    this.send("# cancel");
  }

  endAnalysis() {
    this.send("");
  }

  close() {
    this.transport.close();
  }

  /**
   * @param {string[]} commands
   * @param {(line: string) => void} [online]
   */
  enqueue(commands, online) {
    const broken = commands.find((command) => /[\r\n]/.test(command));
    if (this.closed !== null || broken !== undefined) {
      const error = this.closed === null ? new Error(`a command is one line: ${JSON.stringify(broken)}`) : new ConnectionLost(this.closed);
      return commands.map(() => Promise.reject(error));
    }
    const replies = commands.map(
      () => /** @type {Promise<string>} */ (new Promise((resolve, reject) => this.waiting.push({ resolve, reject, online }))),
    );
    if (commands.length > 0) {
      this.send(commands.join("\n"));
    }
    return replies;
  }

  /** @param {string} text */
  send(text) {
    if (this.closed === null) {
      this.transport.send(text);
    }
  }

  /** @param {string} text */
  read(text) {
    const lines = (this.rest + text).split("\n");
    this.rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line !== "") {
        this.lines.push(line);
        if (this.lines.length > 1) {
          this.waiting[0]?.online?.(line);
        }
      } else if (this.lines.length > 0) {
        const reply = this.lines.splice(0).join("\n");
        const request = this.waiting.shift();
        const text = reply.slice(1).trim();
        if (reply.startsWith("=")) {
          request?.resolve(text);
        } else {
          request?.reject(new EngineError(text));
        }
      }
    }
  }

  /** @param {string} reason */
  end(reason) {
    if (this.closed !== null) {
      return;
    }
    this.closed = reason;
    const error = new ConnectionLost(reason);
    for (const request of this.waiting.splice(0)) {
      request.reject(error);
    }
    this.onclose(reason);
  }
}
