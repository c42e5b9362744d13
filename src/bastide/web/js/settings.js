// Local storage: the player's settings, and the tokens of their seats.

/** @typedef {{token: string, seat: number, name: string}} Seat */
/**
 * @typedef {object} Settings
 * @property {string} language
 * @property {string} theme
 * @property {string} name
 * @property {boolean} sound whether it is not muted
 * @property {number} volume of sounds, from 0 to 100
 * @property {boolean} keys whether single letters are shortcuts
 * @property {boolean} notices whether to notify the player of their turn
 * @property {boolean} quick whether the first click on a cell lays the tile if only one rotation fits
 * @property {boolean} speak whether bots say a few words
 * @property {boolean} looks whether others see where the player looks
 * @property {boolean} ghosts whether to show where others look
 * @property {boolean} coordinates whether cells are numbered, in the story and on the board
 * @property {"always"|"away"|"never"} follow whether the board pans to moves of others
 */

const DEFAULTS = {
  language: "",
  theme: "",
  name: "",
  sound: true,
  volume: 70,
  keys: true,
  notices: false,
  quick: false,
  speak: true,
  looks: true,
  ghosts: true,
  coordinates: false,
  follow: "away",
};

/** Fallback if the browser blocks storage. @type {Map<string, string>} */
const memory = new Map();

/** @param {string} name @returns {string|null} */
function getItem(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return memory.get(name) ?? null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
function setItem(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    memory.set(name, value);
  }
}

/** @param {string} name */
function read(name) {
  const stored = getItem(`bastide.${name}`);
  const fallback = DEFAULTS[/** @type {keyof typeof DEFAULTS} */ (name)];
  if (stored === null) return fallback;
  if (typeof fallback === "number") return Number(stored) || 0;
  return typeof fallback === "boolean" ? stored === "true" : stored;
}

/** The player's settings; assigning one stores it. @type {Settings} */
export const settings = new Proxy(/** @type {Settings} */ ({}), {
  get: (_, name) => read(String(name)),
  set(_, name, value) {
    setItem(`bastide.${String(name)}`, String(value));
    return true;
  },
});

/** The volume of sounds, from 0 to 100; 0 if they are muted. */
export const soundVolume = () => (settings.sound ? settings.volume : 0);

/**
 * Set the volume of sounds; above 0 they are no longer muted.
 * @param {number} volume from 0 to 100
 */
export function setVolume(volume) {
  settings.volume = volume;
  if (volume > 0) settings.sound = true;
}

/** Mute sounds, or make them audible again. */
export function toggleSound() {
  const audible = soundVolume() > 0;
  settings.sound = !audible;
  if (!audible && settings.volume === 0) settings.volume = DEFAULTS.volume;
}

const SEATS_KEY = "bastide.seats";

/** The seats taken in this browser, by table. @returns {Record<string, Seat>} */
export function seats() {
  try {
    const stored = JSON.parse(getItem(SEATS_KEY) ?? "{}");
    return typeof stored === "object" && stored !== null && !Array.isArray(stored) ? stored : {};
  } catch {
    return {};
  }
}

/**
 * Store the token of a seat.
 * @param {string} table
 * @param {Seat} seat
 */
export function saveSeat(table, seat) {
  setItem(SEATS_KEY, JSON.stringify({ ...seats(), [table]: seat }));
}

/** @param {string} table */
export function forgetSeat(table) {
  const { [table]: _, ...rest } = seats();
  setItem(SEATS_KEY, JSON.stringify(rest));
}

/** A random nonce: the player's contribution to the seed of the draws. */
export function nonce() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
