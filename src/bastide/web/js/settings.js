// What this browser remembers: how the player likes things, and the secrets that open their seats.

/** @typedef {{token: string, seat: number, name: string}} Seat */
/**
 * @typedef {object} Likes
 * @property {string} language
 * @property {string} theme
 * @property {string} name
 * @property {boolean} sound
 * @property {boolean} keys single letters as short cuts
 * @property {boolean} notices notifications when it is one's turn
 * @property {boolean} ask ask before each move
 * @property {"always"|"away"|"never"} follow whether the board follows moves of others
 * @property {boolean} taught the first hints have been seen
 */

const USUAL = {
  language: "",
  theme: "",
  name: "",
  sound: true,
  keys: true,
  notices: false,
  ask: false,
  follow: "away",
  taught: false,
};

/** What is remembered where the browser keeps nothing for us. @type {Map<string, string>} */
const unkept = new Map();

/** @param {string} name @returns {string|null} */
function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return unkept.get(name) ?? null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    unkept.set(name, value);
  }
}

/** @param {string} name */
function read(name) {
  const found = kept(`bastide.${name}`);
  const usual = USUAL[/** @type {keyof typeof USUAL} */ (name)];
  return found === null ? usual : typeof usual === "boolean" ? found === "true" : found;
}

/** The player's likes; setting one keeps it. @type {Likes} */
export const settings = new Proxy(/** @type {Likes} */ ({}), {
  get: (_, name) => read(String(name)),
  set(_, name, value) {
    keep(`bastide.${String(name)}`, String(value));
    return true;
  },
});

const SEATS = "bastide.seats";

/** All seats of this browser by table. @returns {Record<string, Seat>} */
export function seats() {
  try {
    const found = JSON.parse(kept(SEATS) ?? "{}");
    return typeof found === "object" && found !== null && !Array.isArray(found) ? found : {};
  } catch {
    return {};
  }
}

/**
 * Remember the secret of a seat.
 * @param {string} table
 * @param {Seat} seat
 */
export function saveSeat(table, seat) {
  keep(SEATS, JSON.stringify({ ...seats(), [table]: seat }));
}

/** @param {string} table */
export function forgetSeat(table) {
  const { [table]: _, ...rest } = seats();
  keep(SEATS, JSON.stringify(rest));
}

/** A fresh part in the draws, that nobody can guess. */
export function nonce() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
