/**
 * papamu in a worker: you send commands of the line protocol and receive the lines of the replies. It has the interface
 * of a `Worker`, in browsers and in Node.
 */
export class Papamu {
  /** Starts the engine. You can send commands at once; they wait until the engine has been loaded. */
  constructor(options?: {
    /** Where `papamu.wasm` is, if not beside `papamu.js`. */
    wasm?: string | URL;
  });

  /** Called with each line of a reply, without its line feed. An empty line ends a reply. */
  onmessage: ((event: { data: string }) => void) | null;
  /** Called when the engine cannot be loaded or has failed; it is then unusable. Without a listener the error is thrown. */
  onerror: ((error: Error) => void) | null;
  /** Called when the engine has ended after `quit` or `end`. */
  onexit: (() => void) | null;

  /** Sends a command, or several of them with line feeds between. */
  postMessage(text: string): void;
  /** Ends the input: the engine answers the remaining commands, then ends. */
  end(): void;
  /** Kills the engine at once. */
  terminate(): Promise<void>;
}
