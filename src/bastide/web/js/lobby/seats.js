// Creating tables, and taking seats.

import { post, put, remove } from "../api.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { navigate } from "../router.js";
import { saveSeat, nonce, seats, settings } from "../settings.js";
import { say } from "../words.js";

/** The player's name; by default the colour of a seat. @param {number} [seat] */
export function ownName(seat = 0) {
  return settings.name || (say("table.colours").split(" ")[seat] ?? "");
}

/**
 * Take a seat, and store its token.
 * @param {string} table
 * @param {{name?: string, seat?: number|null, token?: string}} [options] with a token, the seat reserved for it
 */
export async function takeSeat(table, { name, seat = null, token } = {}) {
  /** @type {{nonce: string, name?: string, seat?: number}} */
  const body = { nonce: nonce() };
  if (name !== undefined) body.name = name;
  if (seat !== null) body.seat = seat;
  const taken = await post(`/api/tables/${table}/seats`, body, token);
  saveSeat(table, { token: taken.token, seat: taken.seat, name: name ?? seats()[table]?.name ?? "" });
  return taken.seat;
}

/**
 * Give a seat to a bot: a free one, one that left the game, or the own one.
 * @param {string} table
 * @param {number} seat
 * @param {string} bot
 */
export const giveSeat = (table, seat, bot) =>
  put(`/api/tables/${table}/seats/${seat}/bot`, { bot }, seats()[table]?.token);

/**
 * Open the seat of a bot for a person.
 * @param {string} table
 * @param {number} seat
 */
export const openSeat = (table, seat) => remove(`/api/tables/${table}/seats/${seat}/bot`, seats()[table]?.token);

/**
 * The button that opens the seat of a bot for a person.
 * @param {number} seat
 * @param {() => void} onclick
 */
export function openButton(seat, onclick) {
  const attributes = {
    type: "button",
    class: "btn small",
    "data-do": "open-seat",
    "data-key": `open-${seat}`,
    onclick,
  };
  return h("button", attributes, icon("person", "s"), say("seats.open"));
}

/**
 * Create a table and take its first seat. Returns its id.
 * @param {object} body
 * @param {string} name
 * @param {(id: string) => void} [created] called once the table is created
 */
export async function createTable(body, name, created = () => {}) {
  const { id } = await post("/api/tables", body);
  created(id);
  await takeSeat(id, { name, seat: 0 });
  return id;
}

/**
 * Parse the id of a table from an id or a link.
 * @param {string} text
 */
export function parseTableId(text) {
  const matched = text.match(/\/(?:table|replay)\/([\w-]{1,32})/) ?? text.trim().match(/^([\w-]{1,32})$/);
  return matched ? matched[1] : null;
}

/** The form that leads to a table by its link or code. */
export function joinForm() {
  const field = h("input", {
    id: "code",
    name: "code",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: say("start.code_hint"),
    "aria-label": say("start.code"),
  });
  return h(
    "form",
    {
      class: "field join",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const id = parseTableId(field.value);
        if (id) navigate(`/table/${id}`);
        else field.focus();
      },
    },
    icon("link"),
    field,
    h("button", { class: "btn small quiet" }, say("start.join")),
  );
}

/**
 * The text of an error for players.
 * @param {unknown} error
 */
export function errorText(error) {
  return error instanceof Error && "code" in error ? error.message : say("trouble.unreachable_why");
}

/** An empty element for the text of an error. */
export const alertField = () => h("p", { class: "error-text", role: "alert" });
