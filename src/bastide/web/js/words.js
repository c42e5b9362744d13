// Localization: messages in the player's language. Templates have {name}, and {n:tile|tiles} for plurals. Where the rulebook
// of an edition has a word of its own, `role.thief@anniversary` replaces `role.thief` at its tables.

import { settings } from "./settings.js";

export const LANGUAGES = ["en", "fr"];
/** @type {Record<string, string>} */
let messages = Object.create(null);
let current = "en";
/** The edition whose words are shown, if any. */
let edition = "";

/** The player's language: the chosen one, or the first available one of the browser. */
export function language() {
  const chosen = settings.language;
  if (LANGUAGES.includes(chosen)) return chosen;
  return navigator.languages.map((l) => l.slice(0, 2)).find((l) => LANGUAGES.includes(l)) ?? "en";
}

/** Fetch the messages of the language. Must finish before `say` is called. */
export async function loadMessages() {
  current = language();
  const response = await fetch(`/web/words/${current}.json`);
  if (!response.ok) throw new TypeError(`messages: ${response.status}`);
  messages = Object.assign(Object.create(null), await response.json());
  document.documentElement.lang = current;
}

/**
 * Show the words of an edition where it has its own; with "" those that hold for all.
 * @param {string} preset
 */
export function useEdition(preset) {
  edition = preset;
}

/** Prefix of values that are message ids; names and chat cannot contain it. */
const MARK = "\u0001";

/**
 * A value that is itself a message, to be localized with the sentence around it.
 * @param {string} id
 */
export const word = (id) => MARK + id;

/** @param {string} id */
export const has = (id) => id in messages;

/**
 * What follows a start of message ids in them.
 * @param {string} start
 */
export const endings = (start) =>
  Object.keys(messages)
    .filter((id) => id.startsWith(start))
    .map((id) => id.slice(start.length));

/**
 * Apply the typography of the language: in French, narrow spaces before ; : ! ? and inside « », and typographic apostrophes.
 * @param {string} text
 */
export function typeset(text) {
  if (current !== "fr") return text;
  return text
    .replace(/[ \u00a0](?=[;:!?»])/g, "\u202f")
    .replace(/«[ \u00a0]/g, "«\u202f")
    .replace(/(?<=\p{L})'/gu, "’");
}

/**
 * Localize a message. Values from `word` are messages themselves.
 * @param {string} id
 * @param {Record<string, string|number|null|undefined>} [values]
 * @returns {string}
 */
export function say(id, values = {}) {
  const template = messages[`${id}@${edition}`] ?? messages[id];
  if (template === undefined) {
    console.error(`no message ${id}`);
    return id;
  }
  return typeset(
    template.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => {
      const value = values[name] ?? "";
      if (typeof value === "string" && value.startsWith(MARK)) {
        const word = say(value.slice(1));
        if (one === undefined) return word;
        return `${messages[`article.${value.slice(1)}`] === "other" ? many : one} ${word}`;
      }
      if (one === undefined) return String(value);
      const single = current === "en" ? Math.abs(Number(value)) === 1 : Math.abs(Number(value)) < 2;
      return `${value} ${single ? one : many}`;
    }),
  );
}

/**
 * Join names: "Red, Blue and Green".
 * @param {string[]} names
 */
export function listing(names) {
  return new Intl.ListFormat(current === "en" ? "en-GB" : current, { type: "conjunction" }).format(names);
}

/**
 * Capitalize the first letter.
 * @param {string} text
 */
export const capital = (text) => text.charAt(0).toLocaleUpperCase(current) + text.slice(1);

/**
 * A short date: "12 Nov".
 * @param {number} milliseconds
 */
export function day(milliseconds) {
  return new Date(milliseconds).toLocaleDateString(current === "en" ? "en-GB" : current, {
    day: "numeric",
    month: "short",
  });
}
