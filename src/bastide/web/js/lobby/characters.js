// The characters of the bots: their faces, and cards and lines that present them.

import { seatToken } from "../art.js";
import { h } from "../dom.js";
import { has, say } from "../words.js";
import { CHARACTERS } from "./character-data.js";

export { CHARACTERS };

/** The ids of all characters, the weakest first. */
export const characters = () => Object.keys(CHARACTERS);

/** The character for somebody who has not chosen one yet. */
export const defaultCharacter = () => "aubin";

/** @param {string} id */
export const characterName = (id) => CHARACTERS[id].name;

/** The bots that plain levels are shown as; the nearest character to greedy has a temper of its own. */
const FACES_OF_LEVELS = { random: "pepin", novice: "aubin", strong: "odon", master: "isaure" };

/** The markup of faces by URL, each fetched once. @type {Map<string, Promise<string>>} */
const faces = new Map();

/** @param {string} url */
function loadFace(url) {
  let markup = faces.get(url);
  if (!markup) {
    markup = fetch(url).then((response) => {
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      return response.text();
    });
    markup.catch(() => faces.delete(url));
    faces.set(url, markup);
  }
  return markup;
}

/**
 * The id of the character whose face a bot has; null if it has none.
 * @param {string|null|undefined} bot a level or a character
 * @returns {string|null}
 */
export function faceOf(bot) {
  if (!bot) return null;
  return bot in CHARACTERS ? bot : (FACES_OF_LEVELS[/** @type {keyof typeof FACES_OF_LEVELS} */ (bot)] ?? null);
}

/**
 * The face of a character, in the colour of a seat. It is loaded when it is first shown.
 * @param {string} id
 * @param {{seat?: number|null, size?: string}} [options] "xs" (24 px), "s" (40), "" (56) or "l" (72)
 */
export function face(id, { seat = null, size = "" } = {}) {
  const frame = h("span", { class: `face ${size}`, "aria-hidden": "true", "data-face": id, "data-dye": seat });
  loadFace(CHARACTERS[id].face)
    .then((markup) => {
      // The files come from our own server.
      frame.innerHTML = markup;
    })
    .catch(() => {});
  return frame;
}

/**
 * The token of a seat, or the face of the bot on it with the token at its corner.
 * @param {number} seat
 * @param {string|null|undefined} bot
 * @param {{token?: string, size?: string}} [options] the size of the token without a face, and of the face
 */
export function seatPicture(seat, bot, { token = "", size = "s" } = {}) {
  const id = faceOf(bot);
  return id === null
    ? seatToken(seat, token)
    : h("span", { class: `faced ${size}` }, face(id, { seat, size }), seatToken(seat));
}

/** The level of a bot in a word. @param {string} bot */
export function levelText(bot) {
  const level = CHARACTERS[bot]?.level ?? bot;
  return has(`level.${level}`) ? say(`level.${level}`) : level;
}

/** The rating of a character, with its interval. @param {string} id */
export const ratingText = (id) =>
  say("character.rating", { rating: CHARACTERS[id].rating, error: CHARACTERS[id].error });

/**
 * What people want to know of a bot: its level, and the rating if it is a character.
 * @param {string} bot
 */
export function strengthText(bot) {
  return bot in CHARACTERS ? `${levelText(bot)} · ${ratingText(bot)}` : levelText(bot);
}

/** What a character is like, in a sentence. @param {string} id */
export const temperText = (id) => say(`character.${id}_temper`);

/**
 * The name that the bot of a seat will have: a second one of the same name gets a number, as on the server.
 * @param {import("../types.js").TableFacts} facts
 * @param {number} seat
 */
export function botName(facts, seat) {
  const names = facts.seats.map((sitting) => sitting?.name ?? "");
  for (const [other, bot] of facts.options.bots.entries()) {
    if (!bot || names[other]) continue;
    const name = CHARACTERS[bot]?.name;
    if (name === undefined) names[other] = `Robot ${other + 1}`;
    else {
      let number = 1;
      while (names.includes(number === 1 ? name : `${name} ${number}`)) number++;
      names[other] = number === 1 ? name : `${name} ${number}`;
    }
  }
  return names[seat];
}

/**
 * What a card of a character holds: face, name, strength and temper.
 * @param {string} id
 */
export function characterCard(id) {
  return [
    face(id),
    h(
      "span",
      { class: "says" },
      h("b", {}, characterName(id)),
      h("span", { class: "rt" }, levelText(id), h("span", { class: "elo" }, ` · ${ratingText(id)}`)),
      h("span", { class: "cap" }, temperText(id)),
    ),
  ];
}
