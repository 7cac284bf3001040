/** The engine in a worker: what takes the place of `engine/socket.js` where there is no server. */

import { Papamu } from "./papamu.js";
import { Engine } from "./protocol.js";

/** A worker refuses nobody. */
export class Refused extends Error {}

/** There is no token. */
export function offerToken() {}

/** Any site can link to this one: nothing that an address asks for is stored. */
export function isOwnAddress() {
  return false;
}

/** There is no token. */
export function onNewToken() {}

/**
 * Starts the engine.
 * @returns {Promise<Engine>} rejected if it cannot be loaded
 */
export async function connect() {
  const worker = new Papamu();
  /** @type {import("./protocol.js").Transport} */
  const transport = {
    send: (text) => worker.postMessage(text),
    close: () => void worker.terminate(),
    ontext: () => {},
    onclose: () => {},
  };
  const engine = new Engine(transport);
  worker.onmessage = ({ data }) => transport.ontext(`${data}\n`);
  worker.onerror = (error) => {
    void worker.terminate();
    transport.onclose(error.message);
  };
  worker.onexit = () => transport.onclose("the engine has ended");
  // A click is a vertex.
  await engine.ask("style steps");
  return engine;
}

// Keeps the site for use without a network.
void navigator.serviceWorker?.register(new URL("../service-worker.js", import.meta.url)).catch(() => {});
