// The service worker: caches the client, so that pages open offline. Network first; tables are never cached.

/// <reference lib="webworker" />

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const CACHE = "bastide";
const SHELL = "/";
/** Paths to cache: modules, styles, messages, tile pictures. */
const PARTS = ["/web/", "/art/", "/manifest.webmanifest"];
/** Paths that are served the same document. */
const PAGES = /^\/(new|table\/.*|replay\/.*|rules(\/.*)?|learn|watch)?$/;

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.add(SHELL))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  if (request.mode === "navigate" && PAGES.test(url.pathname)) event.respondWith(networkFirst(SHELL, event));
  else if (isPart(url)) event.respondWith(networkFirst(request, event));
});

worker.addEventListener("message", (event) => {
  if (Array.isArray(event.data))
    event.waitUntil(addAll(event.data.filter((address) => typeof address === "string" && isPart(new URL(address)))));
});

/** @param {URL} url */
const isPart = (url) => url.origin === worker.location.origin && PARTS.some((part) => url.pathname.startsWith(part));

/**
 * Cache what a page fetched before this worker was active.
 * @param {string[]} addresses
 */
async function addAll(addresses) {
  const cache = await caches.open(CACHE);
  await Promise.all(
    addresses.map(async (address) => {
      if (!(await cache.match(address, { ignoreVary: true }))) await cache.add(address).catch(() => {});
    }),
  );
}

/**
 * Answer from the network and update the cache; answer from the cache if the server is unreachable.
 * @param {Request|string} wanted
 * @param {FetchEvent} event
 * @returns {Promise<Response>}
 */
async function networkFirst(wanted, event) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(cache.put(wanted, answer.clone()));
    return answer;
  } catch (lost) {
    const cached = await cache.match(wanted, { ignoreVary: true });
    if (cached) return cached;
    throw lost;
  }
}
