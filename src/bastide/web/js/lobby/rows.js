// Rows in lists of tables: open ones, running ones and finished ones.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { navigate } from "../router.js";
import { settings } from "../settings.js";
import { listing, say } from "../words.js";
import { alertField, errorText, takeSeat } from "./seats.js";
import { clockOrDate, clockText, playerNames, freeSeats, gameTitle, thumbnail } from "./tables.js";

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
 * The row of a running or finished table of other players.
 * @param {TableFacts} table
 */
export function gameRow(table) {
  const chip = h("span", { class: "chip" }, table.status === "over" ? say("watch.replay") : say("watch.look"));
  return tableRow(table, listing(playerNames(table)), chip, clockOrDate(table));
}

/**
 * A row that leads to a table, or to the replay of a finished game.
 * @param {TableFacts} table
 * @param {string} players
 * @param {HTMLElement} chip
 * @param {string} caption
 */
export function tableRow(table, players, chip, caption) {
  const over = table.status === "over";
  return h(
    "li",
    {},
    h(
      "a",
      { class: "game", href: over ? `/replay/${table.id}` : `/table/${table.id}`, "data-game": table.id },
      thumbnail(table),
      h("span", { class: "grow" }, h("b", {}, gameTitle(table.options)), h("span", { class: "meta" }, players)),
      h("span", { class: "st" }, chip, h("span", { class: "cap" }, caption)),
      icon("chevron-right"),
    ),
  );
}
