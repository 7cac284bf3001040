/** The engine behind a WebSocket of the server that the page came from. */

import { Engine } from "./protocol.js";

/** Where the token is kept: the address that `papamu board` opens holds it, and a reload does not. */
const KEY = "papamu.token";

/**
 * Keeps the token of the page's address for all tabs: one that was opened before the server was started anew can go on.
 * @param {URLSearchParams} query of the page's address
 */
export function keepToken(query) {
  const given = query.get("token");
  if (given) {
    localStorage.setItem(KEY, given);
  }
}

/** The server does not let this page in; it will not change its mind. */
export class Refused extends Error {}

/** Calls back when another tab has been given a new token.
 * @param {() => void} action */
export function onNewToken(action) {
  addEventListener("storage", ({ key }) => key === KEY && action());
}

/**
 * Connects to the engine.
 * @returns {Promise<Engine>} rejected with the server's words if it refuses
 */
export function connect() {
  const token = localStorage.getItem(KEY) ?? "";
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
        reject(await whyRefused(path));
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
    const words = answer.ok ? "the engine did not answer" : (await answer.text()).trim();
    return answer.status === 403 ? new Refused(words) : new Error(words);
  } catch {
    return new Error("papamu board is not running; start it again");
  }
}
