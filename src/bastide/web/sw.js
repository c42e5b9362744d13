// The service worker: caches the client, so that pages open offline. Network first, except for pictures, which never change;
// tables are not cached.

/// <reference lib="webworker" />

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const CACHE = "bastide";
const SHELL = "/";
/** Tile art, by version. */
const ART = /^\/art\/(?<version>\w+)\//;
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
  else if (ART.test(url.pathname)) event.respondWith(cacheFirst(event));
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
      if (await cache.match(url, { ignoreVary: true })) return;
      const response = await fetch(url).catch(() => null);
      if (response?.status === 200) await cache.put(url, response);
    }),
  );
  await removeOldArt(cache, urls);
}

/**
 * Remove the art of versions that a page did not use.
 * @param {Cache} cache
 * @param {string[]} urls what the page used
 */
async function removeOldArt(cache, urls) {
  const version = (/** @type {string} */ url) => ART.exec(new URL(url).pathname)?.groups?.version;
  const used = new Set(urls.map(version).filter(Boolean));
  if (!used.size) return;
  for (const request of await cache.keys()) {
    const stored = version(request.url);
    if (stored && !used.has(stored)) await cache.delete(request);
  }
}

/**
 * Respond from the cache, or from the network and store the response.
 * @param {FetchEvent} event
 * @returns {Promise<Response>}
 */
async function cacheFirst(event) {
  const cache = await caches.open(CACHE);
  const cached = await cache.match(event.request, { ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(event.request);
  const keeps = response.headers.get("Cache-Control")?.includes("immutable");
  if (response.status === 200 && keeps) event.waitUntil(cache.put(event.request, response.clone()));
  return response;
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
