// Rows in lists of tables: open ones, running ones and finished ones.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { navigate } from "../router.js";
import { settings } from "../settings.js";
import { listing, say } from "../words.js";
import { errorText, takeSeat } from "./seats.js";
import { clockText, company, freeSeats, gameTitle, thumbnail, when } from "./tables.js";

/** @typedef {import("../types.js").TableFacts} TableFacts */

/**
 * The row of an open table.
 * @param {TableFacts} table
 */
export function openRow(table) {
  const trouble = h("p", { class: "trouble", role: "alert" });
  const bots = table.options.bots.filter(Boolean).length;
  const taken = table.options.seats - freeSeats(table).length;
  const facts = [clockText(table.options.clock), listing(company(table))].filter(Boolean).join(" · ");
  const button = h(
    "button",
    {
      type: "button",
      class: "btn small",
      "data-sit": table.id,
      onclick: async () => {
        if (!settings.name) return navigate(`/table/${table.id}`);
        try {
          await takeSeat(table.id, { name: settings.name });
          return await navigate(`/table/${table.id}`);
        } catch (error) {
          return fill(trouble, errorText(error));
        }
      },
    },
    say("start.sit"),
  );
  return h(
    "li",
    { class: "open-table" },
    icon(bots ? "bot" : "people"),
    h(
      "div",
      { class: "grow" },
      h("b", {}, gameTitle(table.options)),
      facts && h("p", { class: "meta" }, facts),
      trouble,
    ),
    h(
      "span",
      { class: "cap nowrap", "aria-label": say("start.seats_taken", { taken, all: table.options.seats }) },
      `${taken} / ${table.options.seats}`,
    ),
    button,
  );
}

/**
 * The row of a running or finished table.
 * @param {TableFacts} table
 */
export function lookRow(table) {
  const over = table.status === "over";
  return h(
    "li",
    {},
    h(
      "a",
      { class: "game", href: over ? `/replay/${table.id}` : `/table/${table.id}`, "data-game": table.id },
      thumbnail(table),
      h(
        "span",
        { class: "grow" },
        h("b", {}, gameTitle(table.options)),
        h("span", { class: "meta" }, listing(company(table))),
      ),
      h(
        "span",
        { class: "st" },
        h("span", { class: "chip" }, over ? say("watch.replay") : say("watch.look")),
        h("span", { class: "cap" }, (over ? "" : clockText(table.options.clock)) || when(table.updated)),
      ),
      icon("chevron-right"),
    ),
  );
}
