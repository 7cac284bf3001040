/** The engine behind a WebSocket of the server that the page came from. */

import { Engine } from "./protocol.js";

/** Where the token is kept: the address that `papamu board` opens holds it, and a reload does not. */
const KEY = "papamu.token";

/**
 * Takes the token from the page's address, or from the last time.
 * @param {URLSearchParams} query of the page's address
 */
export function takeToken(query) {
  const given = query.get("token");
  if (given) {
    localStorage.setItem(KEY, given);
  }
  return given ?? localStorage.getItem(KEY) ?? "";
}

/**
 * Connects to the engine.
 * @param {string} token
 * @returns {Promise<Engine>} rejected with the server's words if it refuses
 */
export function connect(token) {
  const path = `/session?token=${encodeURIComponent(token)}`;
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
  /** @type {import("./protocol.js").Transport} */
  const transport = {
    send: (text) => socket.send(text),
    close: () => socket.close(),
    ontext: () => {},
    onclose: () => {},
  };
  return new Promise((resolve, reject) => {
    let opened = false;
    socket.addEventListener("open", () => {
      opened = true;
      resolve(new Engine(transport));
    });
    socket.addEventListener("message", (event) => transport.ontext(String(event.data)));
    socket.addEventListener("close", async (event) => {
      if (opened) {
        transport.onclose(event.reason);
      } else {
        reject(new Error(await whyRefused(path)));
      }
    });
  });
}

/**
 * A browser does not tell why a WebSocket was refused; the server says it in answer to a plain request.
 * @param {string} path
 */
async function whyRefused(path) {
  try {
    const answer = await fetch(path);
    return answer.ok ? "the engine did not answer" : (await answer.text()).trim();
  } catch {
    return "papamu board is not running; start it again";
  }
}
