// Summaries of tables for lists: what is played, by whom, how fast, and a thumbnail.

import { h } from "../dom.js";
import { day, listing, say } from "../words.js";

/** @typedef {import("../types.js").TableFacts} TableFacts */
/** @typedef {import("../types.js").TableSettings} TableSettings */
/** @typedef {TableSettings["clock"]} Clock */

const NAMED = 2;
const THUMB = 12;

/**
 * What is played: the expansions, or the base game.
 * @param {{preset: string, expansions: string[]}} options
 */
export function gameTitle({ preset, expansions }) {
  if (!expansions.length) return preset === "gold_rush" ? say("title.gold_rush") : say("tables.base");
  const names = expansions.map((id) => say(`title.${id}`));
  if (names.length <= NAMED + 1) return listing(names);
  return listing([...names.slice(0, NAMED), say("tables.more", { n: names.length - NAMED })]);
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
 * The names at a table, without the player's own.
 * @param {TableFacts} table
 * @param {number|null} [own]
 */
export function company(table, own = null) {
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
 * A thumbnail of the board; empty if there is none, or none that may be seen.
 * @param {TableFacts} table
 */
export function thumbnail(table) {
  const seen = table.status === "over" || (table.status === "playing" && table.options.spectators);
  const frame = h("span", { class: seen ? "thumb" : "thumb empty" });
  if (seen) {
    const src = `/api/tables/${table.id}/picture.svg?size=${THUMB}&scores=false`;
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

/**
 * A time of today, or an earlier date.
 * @param {number} milliseconds
 */
export function when(milliseconds) {
  const then = new Date(milliseconds);
  if (then.toDateString() !== new Date().toDateString()) return day(milliseconds);
  return then.toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}
