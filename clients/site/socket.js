/** The engine in a worker. This file replaces `engine/socket.js` if there is no server. */

import { Papamu } from "./papamu.js";
import { Engine } from "./protocol.js";

/** Whether a link to a game opens for everybody. A link to this site does. */
export const OPENS_ALONE = true;

/** Never thrown, because a worker refuses no connection. */
export class Refused extends Error {}

/** Does nothing: there is no token. */
export function offerToken() {}

/** False: any site can link to this one, so no setting from an address is stored. */
export function isOwnAddress() {
  return false;
}

/** Does nothing: there is no token. */
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

// Caches the site for offline use.
void navigator.serviceWorker?.register("service-worker.js").catch(() => {});
