/**
 * papamu in a worker: commands of the line protocol go in, the lines of its replies come out. It has the interface of a
 * `Worker`, in browsers and in Node.
 */
export class Papamu {
  /** Starts the engine. Commands may be sent at once: they wait until it has been loaded. */
  constructor(options?: {
    /** Where `papamu.wasm` is, if not beside `papamu.js`. */
    wasm?: string | URL;
  });

  /** Called with each line of a reply, without its line feed. An empty line ends a reply. */
  onmessage: ((event: { data: string }) => void) | null;
  /** Called when the engine cannot be loaded or has failed; it is of no use any more. Without it the error is thrown. */
  onerror: ((error: Error) => void) | null;
  /** Called when the engine has ended after `quit` or `end`. */
  onexit: (() => void) | null;

  /** Sends a command, or several of them with line feeds between. */
  postMessage(text: string): void;
  /** Tells that no more commands come: the engine answers those it has, and ends. */
  end(): void;
  /** Ends the engine at once, whatever it does. */
  terminate(): Promise<void>;
}
