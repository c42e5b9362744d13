// The outlines of a table, shown until its board is there.

import { h } from "../dom.js";
import { emblem } from "../icons.js";
import { say } from "../words.js";

/** The number of lines in the rail. */
const LINES = 2;

const bone = (/** @type {string} */ name) => h("span", { class: `bone ${name}` });
const centre = () =>
  h(
    "div",
    { class: "bones" },
    h("p", { class: "sr", role: "status" }, say("play.loading")),
    h("div", { class: "cells" }, bone("cell"), bone("cell"), bone("cell")),
    h("div", { class: "dock" }, bone("hand"), bone("line")),
  );
const rows = () =>
  h(
    "div",
    { class: "bones rows", "aria-hidden": "true" },
    Array.from({ length: LINES }, () => bone("row")),
  );

/** The outlines of a whole page. */
export const skeleton = () =>
  h(
    "div",
    { class: "table skeleton" },
    h("div", { class: "topbar" }, h("span", { class: "brand" }, emblem(), h("span", {}, "Bastide"))),
    h("div", { class: "centre" }, centre()),
    h("div", { class: "rail" }, rows()),
  );

/**
 * Add the outlines of board, dock and rail to a table until it is first rendered.
 * @param {import("./shell.js").Shell} shell
 * @param {number} since when the outlines of the page were shown
 */
export function outlineUntilShown(shell, since) {
  const parts = [centre(), rows()];
  for (const part of parts) part.style.setProperty("--waited", `${performance.now() - since}ms`);
  shell.board.el.after(parts[0]);
  shell.rail.prepend(parts[1]);
  const remove = () => {
    for (const part of parts) part.remove();
    shell.listeners.delete(remove);
  };
  shell.listeners.add(remove);
}
