// Scores in words: what scored, its lines, who won it, and why.

import { h } from "../dom.js";
import { KINDS } from "../kinds.js";
import { capital, has, listing, say } from "../words.js";
import { winners } from "./scores.js";

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("./store.js").TableStore} TableStore */

/** The page of the rules about each event that is not a scored feature. @type {Record<string, string>} */
const RULES_PAGES = {
  goods: "traders_and_builders",
  wheel: "wheel_of_fortune",
  king: "king_and_robber",
  robber: "king_and_robber",
  king_paid: "king_and_robber",
  robber_paid: "king_and_robber",
  fair: "catapult",
  herded: "hills_and_sheep",
  recalled: "abbot",
  comforted: "anniversary_mini",
  panned: "gold_rush",
};

/**
 * What scored: "City finished".
 * @param {GameEvent} event
 */
export function scoreTitle(event) {
  const { feature = "" } = event;
  const id =
    event.event === "farmed"
      ? `score.farmed.${feature}`
      : event.event === "scored"
        ? `score.${event.complete ? "finished" : "unfinished"}.${feature}`
        : `score.event.${event.event}`;
  if (has(id)) return say(id);
  return has(`feature.${feature}`) ? capital(say(`feature.${feature}`)) : say("score.card");
}

/**
 * The size of a scored feature: "8 tiles, 2 pennants"; empty for other scores.
 * @param {GameEvent} event
 */
export function scoreSize(event) {
  if (!event.cells) return "";
  const pennants = event.lines?.find(([label]) => label.startsWith("pennants"))?.[1] ?? 0;
  const tiles = say("score.tiles", { tiles: event.cells.length });
  return pennants ? `${tiles}, ${say("score.pennants", { pennants })}` : tiles;
}

/**
 * A summand with its sign.
 * @param {number} value
 * @param {boolean} [first]
 */
const added = (value, first = false) => (value < 0 ? `−\u202f${-value}` : first ? String(value) : `+\u202f${value}`);

/**
 * The label of a line, without its points.
 * @param {[string, number, number]} line
 */
function lineLabel([label, times, each]) {
  const end = new RegExp(`[\\s\\u202f\\u00a0]*:\\s*${times * each}$`);
  return say(`line.${label}`, { times, each }).replace(end, "");
}

/**
 * The lines of a score, with their total.
 * @param {GameEvent} event
 * @param {string} name the label of the total
 */
export function scoreLines(event, name) {
  const lines = event.lines ?? [];
  const rows = lines.flatMap((line, i) => [
    h("dt", {}, capital(lineLabel(line))),
    h("dd", {}, added(line[1] * line[2], i === 0)),
  ]);
  return h(
    "dl",
    { class: "sums" },
    rows,
    h("dt", { class: "tot" }, name),
    h("dd", { class: "tot" }, event.points ?? 0),
  );
}

/**
 * The lines of a score as a list: "8 tiles × 2, 2 pennants × 2".
 * @param {GameEvent} event
 */
export function linesText({ lines = [] }) {
  return lines.length === 1
    ? lineLabel(lines[0])
    : lines.map(([label, times, each]) => say(`line.${label}`, { times, each })).join(", ");
}

/**
 * The winners: "Red and Blue".
 * @param {TableStore} store
 * @param {GameEvent} event
 */
export const winnerNames = (store, event) => listing(winners(event).map((seat) => store.name(seat)));

/**
 * A score in short, as the pill shows it, and as it is spoken.
 * @param {Pick<TableStore, "name">} store
 * @param {GameEvent} event
 * @param {number[]} before the scores of all seats
 * @param {number[]} after
 */
export function pillText(store, event, before, after) {
  const title = [scoreTitle(event), scoreSize(event)].filter(Boolean).join(", ");
  const winning = winners(event);
  const change = (/** @type {number} */ seat) => `${before[seat]} → ${after[seat]}`;
  const spoken = (/** @type {number} */ seat) =>
    say("score.spoken", { name: store.name(seat), before: before[seat], after: after[seat] });
  const points = event.points ?? 0;
  return {
    title,
    sum: linesText(event),
    changes:
      winning.length === 1
        ? change(winning[0])
        : winning.map((seat) => `${store.name(seat)} ${change(seat)}`).join(" · "),
    points: points < 0 ? added(points) : say("score.plus", { points }),
    spoken: say("score.pill", { what: title, changes: listing(winning.map(spoken)), points }),
  };
}

/**
 * The strength of a seat: "1 knight".
 * @param {TableStore} store
 * @param {GameEvent} event
 * @param {number} seat
 */
export function strengthText(store, event, seat) {
  const count = event.strengths?.[seat] ?? 0;
  if (!count) return "";
  const role = KINDS[event.event === "farmed" ? "field" : (event.feature ?? "")]?.role;
  const alike = !("big" in (store.view.supply[seat] ?? {}));
  return alike && role ? say(`score.role.${role}`, { count }) : say("score.strength", { count });
}

/**
 * The reason: alone, by majority, or a tie; empty for scores without followers.
 * @param {TableStore} store
 * @param {GameEvent} event
 */
export function reasonText(store, event) {
  const present = (event.strengths ?? []).filter((count) => count).sort((a, b) => b - a);
  if (!present.length) return "";
  if (present.length === 1) return say("score.alone");
  const strengths = present
    .slice(1)
    .reduce((/** @type {string|number} */ a, b) => say("score.to", { a, b }), present[0]);
  const best = present.filter((count) => count === present[0]).length;
  if (best === 1) return say("score.majority", { strengths, names: winnerNames(store, event) });
  const tied = present
    .slice(1, best)
    .reduce((/** @type {string|number} */ a, b) => say("score.to", { a, b }), present[0]);
  if (event.tie)
    return has(`score.${event.tie}`)
      ? say(`score.${event.tie}`, { strengths: tied, names: winnerNames(store, event) })
      : "";
  return say(best === 2 ? "score.tied_both" : "score.tied_all", { strengths: tied });
}

/**
 * The page of the rules about a score.
 * @param {GameEvent} event
 */
export function rulesPage(event) {
  const expansion = KINDS[event.feature ?? ""]?.expansion || "base";
  const farmed = event.event === "farmed" && expansion === "base";
  return `/rules/${RULES_PAGES[event.event] ?? (farmed ? "fields" : expansion)}`;
}

/**
 * A cell as text: "(3, −2)".
 * @param {readonly [number, number]} cell
 */
export const cellText = ([x, y]) => `(${x}, ${y})`.replaceAll("-", "−");
