/**
 * Caches the files of the site, so that it works offline. It also isolates the pages, which gives the engine shared
 * memory on hosts that cannot set headers. `scripts/web.sh site` fills in the version and the files.
 */

/** The prefix of this site's caches; other sites on the same host have other caches. */
const PREFIX = `papamu ${new URL("./", location.href).pathname} `;
const VERSION = `${PREFIX}{{version}}`;
/** @type {string[]} */
const FILES = JSON.parse('{{files}}');

const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

scope.addEventListener("install", (event) => {
  // Bypass the browser's HTTP cache, which may hold files of another version.
  const requests = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(requests)));
  void scope.skipWaiting();
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(tidy());
});

async function tidy() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== VERSION).map((name) => caches.delete(name)));
  await scope.clients.claim();
}

scope.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && new URL(event.request.url).origin === scope.location.origin) {
    event.respondWith(answer(event.request));
  }
});

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(VERSION);
  const kept = await cache.match(request, { ignoreSearch: true });
  const response = kept ?? (await fetch(request));
  if (response.status === 0) {
    return response; // a redirection, which cannot be copied
  }
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
