/** The engine behind a WebSocket of the server that the page came from. */

import { Engine } from "./protocol.js";

/** Whether a link to a game opens for everybody. A link to this server needs the server and its token. */
export const OPENS_ALONE = false;

/** The storage key of the token. The address that `papamu board` opens contains the token, but a reload does not. */
const KEY = "papamu.token";

/** The token from the page's address. Any site can link to this page with a token, so it is stored only once the server accepts it.
 * @type {string | null} */
let offered = null;
let isAccepted = false;

/**
 * Takes the token from the page's address.
 * @param {URLSearchParams} query of the page's address
 */
export function offerToken(query) {
  [offered, isAccepted] = [query.get("token"), false];
}

/** Whether `papamu board` printed the page's address. Only then may its settings be stored. */
export function isOwnAddress() {
  return isAccepted;
}

/** The server rejects this page, and retrying does not help. */
export class Refused extends Error {}

/** Calls back when another tab has received a new token.
 * @param {() => void} action */
export function onNewToken(action) {
  addEventListener("storage", ({ key }) => key === KEY && action());
}

/**
 * Connects to the engine, with the token from the page's address or else with the stored one. A token that the server
 * accepts is stored for all tabs, so that a tab opened before a restart of the server can reconnect.
 * @returns {Promise<Engine>} rejected with the server's message if it refuses
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
        throw error; // the server may be full, so the token is not rejected
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
 * Browsers do not report why a WebSocket was refused, but the server tells it in reply to a plain request.
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
