// A turn in words: what its seat does, clause by clause, with the places that are mentioned.

import { KINDS, LAND } from "../kinds.js";
import { settings } from "../settings.js";
import { capital, listing, say, typeset, word } from "../words.js";
import { cellText } from "./score-texts.js";
import { winners } from "./scores.js";

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {(seat: number|null) => string} Names */

/** Surround the index of a place within a text. */
const [OPEN, CLOSE] = ["\u0002", "\u0003"];
/** Pieces that are called by their role. */
const PLAIN = ["follower", "cowboy"];

/** A text that mentions places. */
export class PlaceText {
  constructor() {
    this.text = "";
    /** @type {Place[]} */
    this.places = [];
  }

  /**
   * Mention a place: returns what to put into the text.
   * @param {Place} place
   */
  mention(place) {
    return `${OPEN}${this.places.push(place) - 1}${CLOSE}`;
  }

  /**
   * The text in parts, with an element for each place.
   * @template T
   * @param {(place: Place, text: string) => T} element
   * @returns {(string|T)[]}
   */
  parts(element) {
    return this.text
      .split(new RegExp(`${OPEN}(\\d+)${CLOSE}`))
      .map((part, i) => (i % 2 ? element(this.places[Number(part)], placeName(this.places[Number(part)])) : part))
      .filter((part) => part !== "");
  }

  toString() {
    return this.parts((_, text) => text).join("");
  }
}

/**
 * The name of a place, with its coordinates if the player wants them.
 * @param {Place} place
 */
export function placeName({ text = "", at: [x, y] }) {
  return settings.coordinates ? `${typeset(text)} ${cellText([x, y])}` : typeset(text);
}

/** Events that are told as what their seat does. */
const DONE = ["placed", "deployed", "put"];

/**
 * What a seat does in a turn: "Maïa adds to the western city and puts a knight there"; of other events, their sentence.
 * @param {GameEvent[]} events of one turn
 * @param {Names} names
 * @param {boolean} [subject] whether the seat is named
 */
export function turnText(events, names, subject = true) {
  if (!DONE.includes(events[0].event)) return eventText(events[0]);
  const told = new PlaceText();
  const clause = listing(clauses(events, names, told));
  told.text = subject ? say("story.line", { seat: names(events[0].seat), clause }) : capital(clause);
  return told;
}

/**
 * An event by its sentence, in which its places are found.
 * @param {GameEvent} event
 */
export function eventText(event) {
  const told = new PlaceText();
  told.text = event.text;
  const places = [...(event.joined ?? []), ...(event.place ? [event.place] : [])];
  for (const place of places) {
    const text = typeset(place.text ?? "");
    const found = text ? told.text.toLowerCase().indexOf(text.toLowerCase()) : -1;
    if (found < 0) continue;
    const shown = told.text.slice(found, found + text.length);
    const mark = told.mention({ ...place, text: shown });
    told.text = told.text.slice(0, found) + mark + told.text.slice(found + text.length);
  }
  return told;
}

/**
 * @param {GameEvent[]} events
 * @param {Names} names
 * @param {PlaceText} told
 */
function clauses(events, names, told) {
  const [first] = events;
  const { seat } = first;
  const scored = events.filter((event) => event.event === "scored");
  const said = [];
  /** The place that was mentioned last. @type {number|undefined} */
  let last;
  for (const event of events) {
    const here = event.place !== undefined && event.place.id === last;
    if (event.event === "placed") {
      const score = scored.find(({ place }) => place?.id === event.place?.id);
      said.push(placedClause(event, score, names, told));
    } else if (event.event === "deployed" || event.event === "put") said.push(putClause(event, here, told));
    else if (event.event === "scored" && event.place && event.place.id !== first.place?.id)
      said.push(finishedClause(event, event, seat, names, told));
    last = event.place?.id ?? last;
  }
  const back = events.filter((event) => event.event === "returned" && event.seat === seat);
  if (back.length === 1) said.push(say("story.takes", { piece: word(pieceWord(back[0])) }));
  else if (back.length) said.push(say("story.takes_all", { count: back.length }));
  return said;
}

/**
 * @param {GameEvent} event
 * @param {GameEvent|undefined} score of the feature that the tile finishes
 * @param {Names} names
 * @param {PlaceText} told
 */
function placedClause(event, score, names, told) {
  const { place, change, size: tiles, joined = [] } = event;
  if (!place || !change) return say("story.lays");
  if (change === "finishes") return finishedClause(event, score, event.seat, names, told);
  if (change === "joins") return say("story.joins", { joined: listing(joined.map((one) => told.mention(one))), tiles });
  const grows = change === "adds" && LAND.includes(place.kind);
  return say(grows ? "story.grows" : `story.${change}`, { place: told.mention(place), tiles });
}

/**
 * @param {GameEvent} event
 * @param {GameEvent|undefined} score
 * @param {number|null} seat
 * @param {Names} names
 * @param {PlaceText} told
 */
function finishedClause({ place }, score, seat, names, told) {
  const mention = place ? told.mention(place) : "";
  const gain = score ? winners(score) : [];
  if (!gain.length || (gain.length === 1 && gain[0] === seat)) return say("story.finishes", { place: mention });
  return say("story.finishes_for", { place: mention, winners: listing(gain.map((one) => names(one))) });
}

/**
 * @param {GameEvent} event
 * @param {boolean} here whether the place was just mentioned
 * @param {PlaceText} told
 */
function putClause(event, here, told) {
  const { place, role, plain } = event;
  const as = role && !plain;
  const values = {
    piece: word(role && plain ? `role.${role}` : `piece.${event.piece}`),
    role: role ? word(`role.${role}`) : "",
  };
  if (here || !place) return say(as ? "story.puts_there_as" : "story.puts_there", values);
  const within = say(`place_in.${place.kind}`, { place: told.mention(place) });
  return say(as ? "story.puts_as" : "story.puts", { ...values, place: within });
}

/** @param {GameEvent} event */
function pieceWord({ piece = "follower", feature = "" }) {
  const role = KINDS[feature]?.role;
  return role && PLAIN.includes(piece) ? `role.${role}` : `piece.${piece}`;
}
