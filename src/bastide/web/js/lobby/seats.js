// Opening tables and sitting down at them.

import { post } from "../api.js";
import { saveSeat, nonce, seats, settings } from "../settings.js";
import { say } from "../words.js";

/** The name one plays under: one's own, or the colour of the seat. @param {number} [seat] */
export function ownName(seat = 0) {
  return settings.name || (say("table.colours").split(" ")[seat] ?? "");
}

/**
 * Sit down at a table, and remember the secret of the seat.
 * @param {string} table
 * @param {{name?: string, seat?: number|null, token?: string}} [how] a token takes the seat that is kept for it
 */
export async function takeSeat(table, { name, seat = null, token } = {}) {
  /** @type {{nonce: string, name?: string, seat?: number}} */
  const wish = { nonce: nonce() };
  if (name !== undefined) wish.name = name;
  if (seat !== null) wish.seat = seat;
  const taken = await post(`/api/tables/${table}/seats`, wish, token);
  saveSeat(table, { token: taken.token, seat: taken.seat, name: name ?? seats()[table]?.name ?? "" });
  return taken.seat;
}

/**
 * Open a table and sit down on its first seat; returns its id.
 * @param {object} wish
 * @param {string} name
 * @param {(id: string) => void} [opened] told as soon as the table is there
 */
export async function createTable(wish, name, opened = () => {}) {
  const { id } = await post("/api/tables", wish);
  opened(id);
  await takeSeat(id, { name, seat: 0 });
  return id;
}

/**
 * The id of a table in what somebody typed or pasted: an id, or a link to it.
 * @param {string} text
 */
export function parseTableId(text) {
  const found = text.match(/\/(?:table|replay)\/([\w-]{1,32})/) ?? text.trim().match(/^([\w-]{1,32})$/);
  return found ? found[1] : null;
}

/**
 * Why something did not work, in words.
 * @param {unknown} reason
 */
export function errorText(reason) {
  return reason instanceof Error && "code" in reason ? reason.message : say("start.no_line");
}
