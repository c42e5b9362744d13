// Routing: which page an address shows, and navigation between pages without leaving the document.

import { h } from "./dom.js";
import { errorPage } from "./lobby/error-page.js";
import { pageHeader } from "./lobby/header.js";
import { onceReachable } from "./offline.js";
import { say } from "./words.js";

/** @typedef {{id?: string, page?: string, query: URLSearchParams}} Params */
/**
 * A page: fills its root, and returns what cleans up when it is left.
 * @typedef {(root: HTMLElement, params: Params) => Promise<(() => void)|void>} Show
 */
/** @typedef {{name: string, params: Params, load: () => Promise<{show: Show}>}} Match */

/** Path pattern, name and loader of each page; a page is fetched when it is first needed. @type {[RegExp, string, Match["load"]][]} */
const ROUTES = [
  [/^\/$/, "start", () => import("./pages/start.js")],
  [/^\/new$/, "new", () => import("./pages/new.js")],
  [/^\/table\/(?<id>[\w-]+)$/, "table", () => import("./pages/table.js")],
  [/^\/replay\/(?<id>[\w-]+)$/, "replay", () => import("./pages/replay.js")],
  [/^\/rules(?:\/(?<page>[\w-]+))?$/, "rules", () => import("./pages/rules.js")],
  [/^\/learn$/, "learn", () => import("./pages/learn.js")],
  [/^\/watch$/, "watch", () => import("./pages/watch.js")],
];

export const root = h("div", {});
/** Cleans up the page that is shown. @type {(() => void)|void} */
let leave = undefined;
/** The number of navigations so far; a page that arrives after a later one is dropped. */
let navigations = 0;

/** Stands in for a page whose module could not be fetched. @type {Show} */
const unreachable = () => Promise.reject(new TypeError("server unreachable"));
/** @type {Show} */
const notFound = async (page) => page.replaceChildren(pageHeader(), errorPage(say("start.no_page")));

/**
 * Find the page of an address.
 * @param {{pathname: string, search: string}} address
 * @returns {Match}
 */
function match({ pathname, search }) {
  const query = new URLSearchParams(search);
  for (const [pattern, name, load] of ROUTES) {
    const found = pattern.exec(pathname);
    if (found) return { name, params: { ...found.groups, query }, load };
  }
  return { name: "nowhere", params: { query }, load: async () => ({ show: notFound }) };
}

/** Show the page of the current address. */
export async function render() {
  const number = ++navigations;
  const { name, params, load } = match(location);
  const { show } = await load().catch(() => ({ show: unreachable }));
  if (number !== navigations) return;
  leave?.();
  leave = undefined;
  // Each page has an element of its own: whatever the last one still does is not seen.
  const page = h("div", { id: "page" });
  root.replaceChildren(page);
  document.body.dataset.page = name;
  document.title = "Bastide";
  scrollTo(0, 0);
  try {
    const close = await show(page, params);
    if (number === navigations) leave = close;
    else close?.();
  } catch (problem) {
    if (!(problem instanceof Error)) throw problem;
    if (number === navigations) leave = showError(page, problem, show);
  }
}

/**
 * Show why a page failed; if the server was not reached, try again once it is.
 * @param {HTMLElement} page
 * @param {Error} problem
 * @param {Show} show
 */
function showError(page, problem, show) {
  if ("code" in problem) return void page.replaceChildren(pageHeader(), errorPage(problem.message));
  if (!(problem instanceof TypeError)) console.error(problem);
  page.replaceChildren(pageHeader(), errorPage(say("start.no_line"), say("bar.unreachable")));
  // A document never fetches a module again that it failed to fetch.
  return onceReachable(() => {
    if (show === unreachable) location.reload();
    else render();
  });
}

/**
 * Go to another page.
 * @param {string} address
 * @param {{replace?: boolean}} [how] replace this page in the history
 */
export function navigate(address, { replace = false } = {}) {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  return render();
}

/**
 * Follow plain clicks on links to our own pages without loading a document.
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
