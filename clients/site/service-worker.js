/**
 * Keeps the files of the site, so that it works without a network, and isolates its pages, which gives the engine shared
 * memory on hosts that cannot set headers. `scripts/site.sh` fills in the version and the files.
 */

const VERSION = "{{version}}";
/** @type {string[]} */
const FILES = JSON.parse('{{files}}');

const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

scope.addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)));
  void scope.skipWaiting();
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(tidy());
});

async function tidy() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)));
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
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
