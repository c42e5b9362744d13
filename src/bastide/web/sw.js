// Keeps the shell of the client, so that a page opens even while the line is down. Tables are never kept: they live on the
// server. Everything is asked of the server first; what was kept is only used when it does not answer.

/// <reference lib="webworker" />

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const KEPT = "bastide";
const SHELL = "/";
/** What is kept once it was fetched: modules, styles, words, pictures of tiles. */
const PARTS = ["/web/", "/art/", "/manifest.webmanifest"];
/** Addresses that are all the same page. */
const PAGES = /^\/(new|table\/.*|replay\/.*|rules(\/.*)?|learn|watch)?$/;

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
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
  if (request.mode === "navigate" && PAGES.test(url.pathname)) event.respondWith(first(SHELL, event));
  else if (isPart(url)) event.respondWith(first(request, event));
});

worker.addEventListener("message", (event) => {
  if (Array.isArray(event.data))
    event.waitUntil(keep(event.data.filter((address) => typeof address === "string" && isPart(new URL(address)))));
});

/** @param {URL} url */
const isPart = (url) => url.origin === worker.location.origin && PARTS.some((part) => url.pathname.startsWith(part));

/**
 * Keep what a page fetched before there was anybody to keep it.
 * @param {string[]} addresses
 */
async function keep(addresses) {
  const cache = await caches.open(KEPT);
  await Promise.all(
    addresses.map(async (address) => {
      if (!(await cache.match(address, { ignoreVary: true }))) await cache.add(address).catch(() => {});
    }),
  );
}

/**
 * What the server answers, which is kept; or what was kept, if it does not answer at all: old and new never mix.
 * @param {Request|string} wanted
 * @param {FetchEvent} event
 * @returns {Promise<Response>}
 */
async function first(wanted, event) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(cache.put(wanted, answer.clone()));
    return answer;
  } catch (lost) {
    const kept = await cache.match(wanted, { ignoreVary: true });
    if (kept) return kept;
    throw lost;
  }
}
