// Error pages: what went wrong, and a way on.

import { h, s } from "../dom.js";
import { icon } from "../icons.js";
import { forgetSeat, seats } from "../settings.js";
import { say } from "../words.js";
import { joinForm } from "./seats.js";

/**
 * What a page can fail with: a bad address, an unknown table, one that is no longer there, one that was closed because
 * nobody came, a full one, a server that does not answer or cannot reach its store, or anything else that the server
 * refuses.
 * @typedef {"nowhere"|"unknown"|"expired"|"closed"|"full"|"unreachable"|"away"|"refused"} Trouble
 */
/** Troubles that pass by themselves. @type {Trouble[]} */
export const PASSING = ["unreachable", "away"];
/** @typedef {{preset: string, expansions: readonly string[]}} GameOptions */

/**
 * The trouble behind an error of the server with a table.
 * @param {string} error its id
 * @param {string} table
 * @returns {Trouble}
 */
export function troubleWith(error, table) {
  if (error === "no_spectators") return "full";
  if (error === "store_away") return "away";
  if (error !== "no_such_table" && error !== "table_expired") return "refused";
  const seated = Boolean(seats()[table]);
  if (seated) forgetSeat(table);
  return error === "table_expired" ? "closed" : seated ? "expired" : "unknown";
}

/**
 * @param {Trouble} trouble
 * @param {{why?: string, options?: GameOptions}} [details] a sentence instead of the usual one; the options of a full table
 */
export function errorPage(trouble, { why = say(`trouble.${trouble}_why`), options } = {}) {
  document.title = `${say(`trouble.${trouble}`)} · Bastide`;
  return h(
    "main",
    { class: "page gone", "data-trouble": trouble },
    h(
      "section",
      { class: "panel" },
      s(
        "svg",
        { class: "gate", viewBox: "0 0 64 48", "aria-hidden": "true" },
        s("path", { class: "wall", d: "M4 46V10h8v6h8v-6h8v6h8v-6h8v6h8v-6h8v36z" }),
        s("path", { class: "bars", d: "M24 46V34a8 8 0 0 1 16 0v12M29 46V28M35 46V28M24 38h16" }),
      ),
      h("h1", {}, say(`trouble.${trouble}`)),
      h("p", { class: "meta" }, why),
      trouble === "unknown" && joinForm(),
      h("div", { class: "row" }, waysOn(trouble, options)),
    ),
  );
}

/**
 * Links to other pages, the most useful one first.
 * @param {Trouble} trouble
 * @param {GameOptions} [options]
 */
function waysOn(trouble, options) {
  const home = (/** @type {string} */ kind) =>
    h("a", { class: `btn ${kind}`, href: "/" }, icon("home"), say("trouble.home"));
  if (PASSING.includes(trouble)) return [home("quiet")];
  if (trouble === "full" && options) {
    const query = new URLSearchParams({ preset: options.preset, expansions: options.expansions.join(",") });
    return [h("a", { class: "btn pri", href: `/new?${query}` }, icon("plus"), say("trouble.same")), home("quiet")];
  }
  const other = ["expired", "closed"].includes(trouble) ? ["/new", say("start.new")] : ["/watch", say("start.watch")];
  return [home("pri"), h("a", { class: "btn quiet", href: other[0] }, other[1])];
}
