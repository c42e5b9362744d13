// The error page: what went wrong, and links to other pages.

import { h, s } from "../dom.js";
import { icon } from "../icons.js";
import { say } from "../words.js";

/**
 * An error page.
 * @param {string} why a sentence
 * @param {string} [title]
 */
export function errorPage(why, title = say("room.gone")) {
  return h(
    "main",
    { class: "page gone" },
    h(
      "section",
      { class: "panel" },
      s(
        "svg",
        { class: "gate", viewBox: "0 0 64 48", "aria-hidden": "true" },
        s("path", { class: "wall", d: "M4 46V10h8v6h8v-6h8v6h8v-6h8v6h8v-6h8v36z" }),
        s("path", { class: "bars", d: "M24 46V34a8 8 0 0 1 16 0v12M29 46V28M35 46V28M24 38h16" }),
      ),
      h("h1", {}, title),
      h("p", { class: "meta" }, why),
      h(
        "div",
        { class: "row" },
        h("a", { class: "btn pri", href: "/" }, icon("home"), say("room.home")),
        h("a", { class: "btn quiet", href: "/watch" }, say("room.watch")),
      ),
    ),
  );
}
