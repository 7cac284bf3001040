import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Refused, connect, isOwnAddress, offerToken } from "../../../web/engine/socket.js";

/** What the browser has stored. */
const stored = new Map();
/** What the server answers to a token: a status of HTTP.
 * @type {(token: string) => number} */
let answer = () => 200;
/** The tokens that were tried.
 * @type {string[]} */
let tried = [];

const tokenOf = (/** @type {string} */ url) => new URL(url, "http://board").searchParams.get("token") ?? "";

/** A socket to a server that answers at once. */
class Socket extends EventTarget {
  /** @param {string} url */
  constructor(url) {
    super();
    tried.push(tokenOf(url));
    const type = answer(tokenOf(url)) === 200 ? "open" : "close";
    queueMicrotask(() => this.dispatchEvent(new Event(type)));
  }
}

beforeEach(() => {
  stored.clear();
  tried = [];
  Object.assign(globalThis, {
    WebSocket: Socket,
    location: { protocol: "http:", host: "board" },
    localStorage: {
      getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
    },
    fetch: async (/** @type {string} */ url) => new Response("words", { status: answer(tokenOf(url)) }),
  });
});

const offer = (/** @type {string} */ query) => offerToken(new URLSearchParams(query));

test("a token is stored when the server has accepted it", async () => {
  stored.set("papamu.token", "old");
  answer = (token) => (token === "new" ? 200 : 403);
  offer("token=new");
  assert.equal(stored.get("papamu.token"), "old", "not before");
  await connect();
  assert.equal(stored.get("papamu.token"), "new");
  assert.ok(isOwnAddress());
  // A later connection takes what another tab may have stored since.
  stored.set("papamu.token", "newer");
  answer = (token) => (token === "newer" ? 200 : 403);
  await connect();
  assert.deepEqual(tried, ["new", "newer"]);
});

test("a link with another token changes nothing and does no harm", async () => {
  stored.set("papamu.token", "good");
  answer = (token) => (token === "good" ? 200 : 403);
  offer("token=evil&game=kanga");
  await connect();
  assert.deepEqual(tried, ["evil", "good"]);
  assert.equal(stored.get("papamu.token"), "good");
  assert.ok(!isOwnAddress(), "nothing that the link asks for is stored");
});

test("an address without a token is not the user's own", async () => {
  stored.set("papamu.token", "good");
  answer = () => 200;
  offer("game=kanga");
  await connect();
  assert.ok(!isOwnAddress());
});

test("a token that the server has not decided on is tried again, and not stored", async () => {
  answer = () => 503;
  offer("token=new");
  await assert.rejects(connect(), (error) => !(error instanceof Refused));
  assert.equal(stored.size, 0);
  answer = () => 200;
  await connect();
  assert.equal(stored.get("papamu.token"), "new");
});

test("a refusal of both tokens is told in the server's words", async () => {
  answer = () => 403;
  offer("token=evil");
  await assert.rejects(connect(), (error) => error instanceof Refused && error.message === "words");
  assert.equal(stored.size, 0);
});
