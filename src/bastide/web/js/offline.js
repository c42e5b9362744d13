// Offline behaviour: the service worker, and retries once the server is reachable again.

const SETTLED = 4000;
const POLL = 3000;

/** Called once the server is reachable again. @type {Set<() => void>} */
const callbacks = new Set();
let timer = 0;

/** Register the service worker, and show on the page whether the server is reachable. */
export function registerServiceWorker() {
  addEventListener("offline", () => setReachable(false));
  addEventListener("online", poll);
  if (!navigator.onLine) setReachable(false);
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  // The worker caches what was fetched before it took over: what there is now, and once the page has settled.
  const tell = (/** @type {ServiceWorker|null} */ worker) =>
    worker?.postMessage(performance.getEntriesByType("resource").map(({ name }) => name));
  navigator.serviceWorker.ready
    .then(({ active }) => {
      tell(active);
      setTimeout(tell, SETTLED, active);
    })
    .catch(() => {});
}

/**
 * Record whether the server was reached. If not, poll it until it answers.
 * @param {boolean} reached
 */
export function setReachable(reached) {
  document.documentElement.dataset.reachable = String(reached);
  if (!reached) {
    timer ||= setInterval(poll, POLL);
    return;
  }
  clearInterval(timer);
  timer = 0;
  const due = [...callbacks];
  callbacks.clear();
  for (const callback of due) callback();
}

async function poll() {
  const answer = await fetch("/healthz").catch(() => null);
  if (answer?.ok) setReachable(true);
}

/**
 * Call back once the server answers again. Returns a function that cancels it.
 * @param {() => void} callback
 */
export function onceReachable(callback) {
  callbacks.add(callback);
  setReachable(false);
  return () => {
    callbacks.delete(callback);
  };
}
