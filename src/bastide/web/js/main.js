// The way in: which page an address is, and how to go from one to another without leaving.

import { h } from "./dom.js";
import { pageBar } from "./game/bar.js";
import { closedGate } from "./lobby/gate.js";
import { keepShell, whenBack } from "./offline.js";
import { loadWords, say } from "./words.js";

/** @typedef {{id?: string, page?: string, query: URLSearchParams}} Params */
/** @typedef {(root: HTMLElement, params: Params) => Promise<(() => void)|void>} Show */

/** Addresses and the pages they are; a page is fetched when it is first needed. @type {[RegExp, string, () => Promise<{show: Show}>][]} */
const ROUTES = [
  [/^\/$/, "start", () => import("./pages/start.js")],
  [/^\/new$/, "new", () => import("./pages/new.js")],
  [/^\/table\/(?<id>[\w-]+)$/, "table", () => import("./pages/table.js")],
  [/^\/replay\/(?<id>[\w-]+)$/, "replay", () => import("./pages/replay.js")],
  [/^\/rules(?:\/(?<page>[\w-]+))?$/, "rules", () => import("./pages/rules.js")],
  [/^\/learn$/, "learn", () => import("./pages/learn.js")],
  [/^\/watch$/, "watch", () => import("./pages/watch.js")],
];

const root = h("div", {});
/** @type {(() => void)|void} */
let leave = undefined;
let going = 0;
/** So long after a failure the words are asked for again. */
const AGAIN = 3000;

/** What stands in for a page that could not be fetched. @type {Show} */
const unreachable = () => Promise.reject(new TypeError("no line"));

/** An address that is none of ours. @type {(typeof ROUTES)[0]} */
const NOWHERE = [
  /./,
  "nowhere",
  async () => ({ show: async (page) => page.replaceChildren(pageBar(), closedGate(say("start.no_page"))) }),
];

/** Show the page of the address. */
async function arrive() {
  const number = ++going;
  const [pattern, name, load] = ROUTES.find(([known]) => known.test(location.pathname)) ?? NOWHERE;
  const { show } = await load().catch(() => ({ show: unreachable }));
  if (number !== going) return;
  leave?.();
  leave = undefined;
  // Whatever a page that was left still does, it does out of sight.
  const page = h("div", { id: "page" });
  root.replaceChildren(page);
  document.body.dataset.page = name;
  document.title = "Bastide";
  scrollTo(0, 0);
  try {
    const left = await show(page, {
      ...pattern.exec(location.pathname)?.groups,
      query: new URLSearchParams(location.search),
    });
    if (number === going) leave = left;
    else left?.();
  } catch (problem) {
    if (!(problem instanceof Error)) throw problem;
    if (number !== going) return;
    const known = "code" in problem || problem instanceof TypeError;
    if (!known) console.error(problem);
    if ("code" in problem) page.replaceChildren(pageBar(), closedGate(problem.message));
    else {
      page.replaceChildren(pageBar(), closedGate(say("start.no_line"), say("bar.unreachable")));
      // A module that could not be fetched is not fetched again by the same document.
      leave = whenBack(() => {
        if (show === unreachable) location.reload();
        else arrive();
      });
    }
  }
}

/**
 * Go to another page.
 * @param {string} address
 * @param {{instead?: boolean}} [how] take the place of this page
 */
export function go(address, { instead = false } = {}) {
  if (instead) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  return arrive();
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.origin !== location.origin || link.target || link.download || event.defaultPrevented) return;
  if (
    event.button ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    !ROUTES.some(([pattern]) => pattern.test(link.pathname))
  )
    return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});
addEventListener("popstate", () => {
  arrive();
});

// Pages import this module, so it must not wait for them itself.
async function begin() {
  try {
    await loadWords();
  } catch {
    root.replaceChildren(
      h("p", { class: "page" }, "The server does not answer; trying again… Le serveur ne répond pas ; nouvel essai…"),
    );
    setTimeout(begin, AGAIN);
    return;
  }
  await arrive();
}

document.body.append(root);
begin();
keepShell();
