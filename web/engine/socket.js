/** The engine behind a WebSocket of the server that the page came from. */

import { Engine } from "./protocol.js";

/** Where the token is kept: the address that `papamu board` opens holds it, and a reload does not. */
const KEY = "papamu.token";

/** The token of the page's address. Any site can link to this page with a token of its own, so the server decides first.
 * @type {string | null} */
let offered = null;
let isAccepted = false;

/**
 * Takes the token of the page's address.
 * @param {URLSearchParams} query of the page's address
 */
export function offerToken(query) {
  [offered, isAccepted] = [query.get("token"), false];
}

/** Whether the page's address is one that `papamu board` printed: only then may what it asks for be stored. */
export function isOwnAddress() {
  return isAccepted;
}

/** The server does not let this page in; it will not change its mind. */
export class Refused extends Error {}

/** Calls back when another tab has been given a new token.
 * @param {() => void} action */
export function onNewToken(action) {
  addEventListener("storage", ({ key }) => key === KEY && action());
}

/**
 * Connects to the engine, with the token of the page's address or else with the stored one. A token that the server accepts is
 * kept for all tabs: one that was opened before the server was started anew can go on.
 * @returns {Promise<Engine>} rejected with the server's words if it refuses
 */
export async function connect() {
  if (offered) {
    try {
      const engine = await connectWith(offered);
      localStorage.setItem(KEY, offered);
      [offered, isAccepted] = [null, true];
      return engine;
    } catch (error) {
      if (!(error instanceof Refused)) {
        throw error; // the server may be full: it has not decided
      }
      offered = null;
    }
  }
  return connectWith(localStorage.getItem(KEY) ?? "");
}

/** @param {string} token @returns {Promise<Engine>} */
function connectWith(token) {
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
