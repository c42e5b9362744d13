// Rows in lists of tables: open ones, running ones and finished ones.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { navigate } from "../router.js";
import { settings } from "../settings.js";
import { listing, say } from "../words.js";
import { alertField, errorText, takeSeat } from "./seats.js";
import { clockText, playerNames, freeSeats, gameTitle, thumbnail, timeText } from "./tables.js";

/** @typedef {import("../types.js").TableFacts} TableFacts */

/**
 * The row of an open table.
 * @param {TableFacts} table
 */
export function openRow(table) {
  const errorMessage = alertField();
  const bots = table.options.bots.filter(Boolean).length;
  const taken = table.options.seats - freeSeats(table).length;
  const details = [clockText(table.options.clock), listing(playerNames(table))].filter(Boolean).join(" · ");
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
          return fill(errorMessage, errorText(error));
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
      details && h("p", { class: "meta" }, details),
      errorMessage,
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
export function gameRow(table) {
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
        h("span", { class: "meta" }, listing(playerNames(table))),
      ),
      h(
        "span",
        { class: "st" },
        h("span", { class: "chip" }, over ? say("watch.replay") : say("watch.look")),
        h("span", { class: "cap" }, (over ? "" : clockText(table.options.clock)) || timeText(table.updated)),
      ),
      icon("chevron-right"),
    ),
  );
}
