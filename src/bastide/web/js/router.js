// Routing: the page of each URL, and navigation between pages without a page load.

import { h } from "./dom.js";
import { errorPage, PASSING, troubleWith } from "./lobby/error-page.js";
import { pageHeader } from "./lobby/header.js";
import { onceReachable } from "./offline.js";
import { prefetchTable } from "./prefetch.js";
import { useEdition } from "./words.js";

/** @typedef {{id?: string, page?: string, query: URLSearchParams}} Params */
/**
 * Shows a page in its root. Returns a function that cleans up when the page is left.
 * @typedef {(root: HTMLElement, params: Params) => Promise<(() => void)|void>} Show
 */
/** @typedef {{name: string, params: Params, load: () => Promise<{show: Show}>}} Match */

/** Path pattern, name and loader of each page; modules are loaded on demand. @type {[RegExp, string, Match["load"]][]} */
const ROUTES = [
  [/^\/$/, "start", () => import("./pages/start.js")],
  [/^\/new$/, "new", () => import("./pages/new.js")],
  [/^\/table\/(?<id>[\w-]+)$/, "table", () => import("./pages/table.js")],
  [/^\/replay\/(?<id>[\w-]+)$/, "replay", () => import("./pages/replay.js")],
  [/^\/rules(?:\/(?<page>[\w-]+))?$/, "rules", () => import("./pages/rules.js")],
  [/^\/learn$/, "learn", () => import("./pages/learn.js")],
  [/^\/watch$/, "watch", () => import("./pages/watch.js")],
];

/** Pages whose visitors usually go on to a table. */
const LEADS_TO_TABLE = ["start", "new", "watch"];

export const root = h("div", {});
/** Cleans up the current page. @type {(() => void)|void} */
let leave = undefined;
/** The number of navigations so far; pages that load after a later navigation are dropped. */
let navigations = 0;

/** Replaces a page whose module could not be loaded. @type {Show} */
const unreachable = () => Promise.reject(new TypeError("server unreachable"));
/** @type {Show} */
const notFound = async (page) => page.replaceChildren(pageHeader(), errorPage("nowhere"));

/**
 * Find the page of a URL.
 * @param {{pathname: string, search: string}} url
 * @returns {Match}
 */
function match({ pathname, search }) {
  const query = new URLSearchParams(search);
  for (const [pattern, name, load] of ROUTES) {
    const matched = pattern.exec(pathname);
    if (matched) return { name, params: { ...matched.groups, query }, load };
  }
  return { name: "nowhere", params: { query }, load: async () => ({ show: notFound }) };
}

/** Render the page of the current URL. */
export async function render() {
  const number = ++navigations;
  const { name, params, load } = match(location);
  const { show } = await load().catch(() => ({ show: unreachable }));
  if (number !== navigations) return;
  leave?.();
  leave = undefined;
  useEdition("");
  // A new element for each page, so that late updates of the previous one are not shown.
  const page = h("div", { id: "page" });
  root.replaceChildren(page);
  document.body.dataset.page = name;
  document.title = "Bastide";
  scrollTo(0, 0);
  try {
    const close = await show(page, params);
    if (LEADS_TO_TABLE.includes(name)) prefetchTable(name === "new");
    if (number === navigations) leave = close;
    else close?.();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (number === navigations) leave = showError(page, error, params.id ?? "", show);
  }
}

/**
 * Show why a page failed. If the server or its store is unreachable, retry once it is reachable again.
 * @param {HTMLElement} page
 * @param {Error} error
 * @param {string} table the id of a table in the URL
 * @param {Show} show
 */
function showError(page, error, table, show) {
  if (!("code" in error || error instanceof TypeError)) console.error(error);
  const trouble = "code" in error ? troubleWith(error.name, table) : "unreachable";
  const why = trouble === "refused" ? error.message : undefined;
  page.replaceChildren(pageHeader(), errorPage(trouble, { why }));
  if (!PASSING.includes(trouble)) return;
  // Documents do not retry modules that failed to load.
  return onceReachable(() => {
    if (show === unreachable) location.reload();
    else render();
  });
}

/**
 * Navigate to another page.
 * @param {string} url
 * @param {{replace?: boolean}} [options] replace the current history entry
 */
export function navigate(url, { replace = false } = {}) {
  if (replace) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  return render();
}

/**
 * Navigate on plain clicks on links to our own pages.
 * @param {MouseEvent} event
 */
function followLink(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.origin !== location.origin || link.target || link.download || event.defaultPrevented) return;
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!ROUTES.some(([pattern]) => pattern.test(link.pathname))) return;
  event.preventDefault();
  navigate(link.pathname + link.search + link.hash);
}

/** Listen for clicks on links, and for the back and forward buttons. */
export function listen() {
  document.addEventListener("click", followLink);
  addEventListener("popstate", () => {
    render();
  });
}
