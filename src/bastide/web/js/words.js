// Every word a player reads, in the player's language. Templates: {name}, and {n:tile|tiles} for a number with its word.

import { settings } from "./settings.js";

export const LANGUAGES = ["en", "fr"];
/** @type {Record<string, string>} */
let known = Object.create(null);
let spoken = "en";

/** The language the player reads: the one chosen, or the browser's if it is one of ours. */
export function language() {
  const chosen = settings.language;
  if (LANGUAGES.includes(chosen)) return chosen;
  return navigator.languages.map((l) => l.slice(0, 2)).find((l) => LANGUAGES.includes(l)) ?? "en";
}

/** Fetch all words of the language; must be done once before anything is said. */
export async function loadWords() {
  spoken = language();
  const answer = await fetch(`/web/words/${spoken}.json`);
  if (!answer.ok) throw new TypeError(`words: ${answer.status}`);
  known = Object.assign(Object.create(null), await answer.json());
  document.documentElement.lang = spoken;
}

/** What marks a value as a message; no name and nothing that people say can hold it. */
const MARK = "\u0001";

/**
 * A value that is itself a message: it is said in the language of the sentence around it.
 * @param {string} id
 */
export const word = (id) => MARK + id;

/** @param {string} id */
export const has = (id) => id in known;

/**
 * Set a sentence as its language wants it: in French narrow spaces before ; : ! ? and inside « », and real apostrophes.
 * @param {string} text
 */
export function typeset(text) {
  if (spoken !== "fr") return text;
  return text
    .replace(/[ \u00a0](?=[;:!?»])/g, "\u202f")
    .replace(/«[ \u00a0]/g, "«\u202f")
    .replace(/(?<=\p{L})'/gu, "’");
}

/**
 * Say a message. A value made by `word` is itself a message.
 * @param {string} id
 * @param {Record<string, string|number|null|undefined>} [values]
 * @returns {string}
 */
export function say(id, values = {}) {
  const template = known[id];
  if (template === undefined) {
    console.error(`no words for ${id}`);
    return id;
  }
  return typeset(
    template.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => {
      const value = values[name] ?? "";
      if (typeof value === "string" && value.startsWith(MARK)) {
        const word = say(value.slice(1));
        if (one === undefined) return word;
        return `${known[`article.${value.slice(1)}`] === "other" ? many : one} ${word}`;
      }
      if (one === undefined) return String(value);
      const single = spoken === "en" ? Math.abs(Number(value)) === 1 : Math.abs(Number(value)) < 2;
      return `${value} ${single ? one : many}`;
    }),
  );
}

/**
 * Names in a row: "Red, Blue and Green".
 * @param {string[]} names
 */
export function listing(names) {
  return new Intl.ListFormat(spoken === "en" ? "en-GB" : spoken, { type: "conjunction" }).format(names);
}

/**
 * A first letter in upper case, for a word that begins a line.
 * @param {string} text
 */
export const capital = (text) => text.charAt(0).toLocaleUpperCase(spoken) + text.slice(1);

/**
 * A moment as people say it: "12 Nov".
 * @param {number} milliseconds
 */
export function day(milliseconds) {
  return new Date(milliseconds).toLocaleDateString(spoken === "en" ? "en-GB" : spoken, {
    day: "numeric",
    month: "short",
  });
}
