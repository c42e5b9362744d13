// What happens while there is no line: the shell opens all the same, and the page says so quietly.

const SETTLED = 4000;
const EVERY = 3000;

/** What is to be done once there is a line again. @type {Set<() => void>} */
const waiting = new Set();
let timer = 0;

/** Let a service worker keep the shell, and note on the page whether there is a line. */
export function registerServiceWorker() {
  addEventListener("offline", () => setReachable(false));
  addEventListener("online", ask);
  if (!navigator.onLine) setReachable(false);
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  // What was fetched before the worker was there, it is told of: at once, and when the page has settled.
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
 * Note whether the server was reached; if not, it is asked from time to time until it answers.
 * @param {boolean} reached
 */
export function setReachable(reached) {
  document.documentElement.dataset.line = reached ? "up" : "down";
  if (!reached) {
    timer ||= setInterval(ask, EVERY);
    return;
  }
  clearInterval(timer);
  timer = 0;
  const late = [...waiting];
  waiting.clear();
  for (const back of late) back();
}

async function ask() {
  const answer = await fetch("/healthz").catch(() => null);
  if (answer?.ok) setReachable(true);
}

/**
 * Do something once the server answers again; return how to give up.
 * @param {() => void} back
 */
export function onceReachable(back) {
  waiting.add(back);
  setReachable(false);
  return () => {
    waiting.delete(back);
  };
}
