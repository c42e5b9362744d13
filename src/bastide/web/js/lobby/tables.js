// Summaries of tables for lists: title, players, time control and thumbnail.

import { h } from "../dom.js";
import { day, listing, say } from "../words.js";

/** @typedef {import("../types.js").TableFacts} TableFacts */
/** @typedef {import("../types.js").TableSettings} TableSettings */
/** @typedef {TableSettings["clock"]} Clock */

/** The number of expansions named in a title. */
const MAX_NAMED = 2;
/** The size of tiles in a thumbnail. */
const THUMBNAIL_TILE = 12;
/** Milliseconds before a table is closed in which lists say so. */
const NOTICE = 7 * 86_400_000;

/**
 * The title of a game: its expansions, or the base game.
 * @param {{preset: string, expansions: string[]}} options
 */
export function gameTitle({ preset, expansions }) {
  if (!expansions.length) return preset === "gold_rush" ? say("title.gold_rush") : say("tables.base");
  const names = expansions.map((id) => say(`title.${id}`));
  if (names.length <= MAX_NAMED + 1) return listing(names);
  return listing([...names.slice(0, MAX_NAMED), say("tables.more", { n: names.length - MAX_NAMED })]);
}

/**
 * The time control.
 * @param {Clock} clock
 */
export function clockText({ kind, time, increment }) {
  if (kind === "days") return say("tables.days", { n: time });
  if (kind !== "live") return "";
  const minutes =
    time < 60 || time % 60 ? say("tables.seconds_each", { n: time }) : say("tables.minutes_each", { n: time / 60 });
  return increment ? say("tables.increment", { time: minutes, n: increment }) : minutes;
}

/**
 * A duration in its largest unit.
 * @param {number} milliseconds
 */
export function durationText(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 60) return say("tables.seconds", { n: seconds });
  if (seconds < 3600) return say("tables.minutes", { n: Math.floor(seconds / 60) });
  if (seconds < 2 * 86_400) return say("tables.hours", { n: Math.floor(seconds / 3600) });
  return say("tables.whole_days", { n: Math.floor(seconds / 86_400) });
}

/**
 * The names at a table, without the player's own.
 * @param {TableFacts} table
 * @param {number|null} [own]
 */
export function playerNames(table, own = null) {
  const names = table.seats.flatMap((sitting, seat) => (sitting && seat !== own ? [sitting.name] : []));
  const bots = table.status === "open" ? table.options.bots.filter(Boolean).length : 0;
  if (bots) names.push(say("tables.bots", { n: bots }));
  return names;
}

/**
 * The free seats.
 * @param {TableFacts} table
 */
export function freeSeats(table) {
  return table.status === "open"
    ? table.seats.flatMap((sitting, seat) => (sitting === null && !table.options.bots[seat] ? [seat] : []))
    : [];
}

/**
 * A thumbnail of the board; empty if there is none to be seen.
 * @param {TableFacts} table
 */
export function thumbnail(table) {
  const visible = table.status === "over" || (table.status === "playing" && table.options.spectators);
  const frame = h("span", { class: visible ? "thumb" : "thumb empty" });
  if (visible) {
    const src = `/api/tables/${table.id}/picture.svg?size=${THUMBNAIL_TILE}&scores=false`;
    frame.append(
      h("img", {
        src,
        alt: "",
        loading: "lazy",
        decoding: "async",
        onerror: (/** @type {Event} */ event) => {
          if (event.target instanceof Element) event.target.remove();
          frame.classList.add("empty");
        },
      }),
    );
  }
  return frame;
}

/** When a table is closed unless somebody plays, in milliseconds since 1970. @param {TableFacts} table */
export const closingTime = (table) => (table.lifetime === null ? null : table.updated + table.lifetime);

/**
 * The time control of a running game, when the table last changed, or when it is closed if nobody plays soon.
 * @param {TableFacts} table
 */
export function clockOrDate(table) {
  const closing = closingTime(table);
  if (closing !== null && closing - Date.now() < NOTICE) return say("tables.closes", { when: timeText(closing) });
  return (table.status === "over" ? "" : clockText(table.options.clock)) || timeText(table.updated);
}

/**
 * The time if it is today, else the date.
 * @param {number} milliseconds
 */
export function timeText(milliseconds) {
  const date = new Date(milliseconds);
  if (date.toDateString() !== new Date().toDateString()) return day(milliseconds);
  return date.toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}
