// What happens while there is no line: the shell opens all the same, and the page says so quietly.

const SETTLED = 4000;
const EVERY = 3000;

/** Let a service worker keep the shell, and note on the page whether there is a line. */
export function keepShell() {
  const note = () => { document.documentElement.dataset.line = navigator.onLine ? "up" : "down"; };
  addEventListener("online", note);
  addEventListener("offline", note);
  note();
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  // What was fetched before the worker was there, it is told of: at once, and when the page has settled.
  const tell = (/** @type {ServiceWorker|null} */ worker) => worker?.postMessage(performance.getEntriesByType("resource").map(({ name }) => name));
  navigator.serviceWorker.ready.then(({ active }) => {
    tell(active);
    setTimeout(tell, SETTLED, active);
  }).catch(() => {});
}

/**
 * Ask from time to time whether the server answers again; return how to stop asking.
 * @param {() => void} back
 */
export function whenBack(back) {
  let waiting = true;
  const stop = () => {
    waiting = false;
    clearInterval(timer);
    removeEventListener("online", ask);
  };
  const ask = async () => {
    const answer = await fetch("/healthz").catch(() => null);
    if (!waiting || !answer?.ok) return;
    stop();
    back();
  };
  const timer = setInterval(ask, EVERY);
  addEventListener("online", ask);
  return stop;
}
