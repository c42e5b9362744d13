// The service worker: caches the client, so that pages open offline. Network first; tables are not cached.

/// <reference lib="webworker" />

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const CACHE = "bastide";
const SHELL = "/";
/** Prefixes of paths to cache: modules, styles, messages, tile art. */
const ASSETS = ["/web/", "/art/", "/manifest.webmanifest"];
/** Paths of pages, which are all served the same document. */
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
  else if (isAsset(url)) event.respondWith(networkFirst(request, event));
});

worker.addEventListener("message", (event) => {
  if (Array.isArray(event.data))
    event.waitUntil(addAll(event.data.filter((url) => typeof url === "string" && isAsset(new URL(url)))));
});

/** @param {URL} url */
const isAsset = (url) =>
  url.origin === worker.location.origin && ASSETS.some((prefix) => url.pathname.startsWith(prefix));

/**
 * Cache resources that a page fetched before this worker was active.
 * @param {string[]} urls
 */
async function addAll(urls) {
  const cache = await caches.open(CACHE);
  await Promise.all(
    urls.map(async (url) => {
      if (!(await cache.match(url, { ignoreVary: true }))) await cache.add(url).catch(() => {});
    }),
  );
}

/**
 * Respond from the network and update the cache; respond from the cache if the server is unreachable.
 * @param {Request|string} key
 * @param {FetchEvent} event
 * @returns {Promise<Response>}
 */
async function networkFirst(key, event) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(event.request);
    if (response.ok) event.waitUntil(cache.put(key, response.clone()));
    return response;
  } catch (error) {
    const cached = await cache.match(key, { ignoreVary: true });
    if (cached) return cached;
    throw error;
  }
}
