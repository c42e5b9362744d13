// Offline support: the service worker, and callbacks once the server is reachable again.

/** Milliseconds until a page has loaded everything. */
const SETTLED = 4000;
/** Milliseconds between attempts to reach the server. */
const POLL_INTERVAL = 3000;

/** Called once the server is reachable again. @type {Set<() => void>} */
const callbacks = new Set();
let timer = 0;

/** Register the service worker, and keep track of whether the server is reachable. */
export function registerServiceWorker() {
  addEventListener("offline", () => setReachable(false));
  addEventListener("online", poll);
  if (!navigator.onLine) setReachable(false);
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  // The worker caches what was fetched before it was active: now, and again once the page has loaded everything.
  const sendResources = (/** @type {ServiceWorker|null} */ worker) =>
    worker?.postMessage(performance.getEntriesByType("resource").map(({ name }) => name));
  navigator.serviceWorker.ready
    .then(({ active }) => {
      sendResources(active);
      setTimeout(sendResources, SETTLED, active);
    })
    .catch(() => {});
}

/**
 * Record whether the server is reachable. If not, poll it until it responds.
 * @param {boolean} reachable
 */
export function setReachable(reachable) {
  document.documentElement.dataset.reachable = String(reachable);
  if (!reachable) {
    timer ||= setInterval(poll, POLL_INTERVAL);
    return;
  }
  clearInterval(timer);
  timer = 0;
  const due = [...callbacks];
  callbacks.clear();
  for (const callback of due) callback();
}

async function poll() {
  const response = await fetch("/healthz").catch(() => null);
  if (response?.ok) setReachable(true);
}

/**
 * Call back once the server is reachable again. Returns a function that cancels it.
 * @param {() => void} callback
 */
export function onceReachable(callback) {
  callbacks.add(callback);
  setReachable(false);
  return () => {
    callbacks.delete(callback);
  };
}
