// Scores from events: who got how much for what. Every point comes with an event that has lines.

import { KINDS, LAND } from "../kinds.js";

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {{id: string, points: number[]}} Row the points of each seat from one source */
/** @typedef {{at: number, scores: number[], final: boolean}} ScoreSample the scores after a number of tiles */
/** @typedef {{end: number, samples: ScoreSample[]}} ScoreHistory the scores over time, and the number of tiles */

/** Where points come from, in the order of the table; several features may be told together. */
const ORIGINS = [
  ...Object.keys(KINDS).filter((kind) => KINDS[kind].completes),
  "sheep",
  "wheel",
  "fair",
  "arrow",
  "other",
  "unfinished",
  ...LAND,
  "goods",
  "king",
  "robber",
  "gold",
];
/** @type {Record<string, string>} */
const BY_EVENT = {
  goods: "goods",
  wheel: "wheel",
  king: "king",
  robber: "robber",
  fair: "fair",
  herded: "sheep",
  comforted: "arrow",
  panned: "gold",
};
/** Events of the final scoring. */
const AT_THE_END = ["farmed", "goods", "king", "robber", "panned"];

/**
 * Whether an event has points.
 * @param {GameEvent} event
 */
export const hasPoints = (event) => event.lines !== undefined;

/**
 * The seats that get the points of an event.
 * @param {GameEvent} event
 * @returns {number[]}
 */
export const winners = (event) => (event.points === undefined ? [] : (event.winners ?? []));

/**
 * The source of the points of an event.
 * @param {GameEvent} event
 */
export function sourceOf(event) {
  if (event.event === "scored" && event.complete === false) return "unfinished";
  if (event.event === "farmed") return LAND.find((kind) => kind === event.feature) ?? "field";
  const found = BY_EVENT[event.event] ?? event.feature ?? "other";
  return ORIGINS.includes(found) ? found : "other";
}

/**
 * The total scores of some events.
 * @param {readonly GameEvent[]} events
 * @param {number} seats
 */
export function total(events, seats) {
  /** @type {number[]} */
  const sums = Array(seats).fill(0);
  for (const event of events) for (const seat of winners(event)) sums[seat] += event.points ?? 0;
  return sums;
}

/**
 * The scores before an event; those at the end if it is not among them.
 * @param {readonly GameEvent[]} events
 * @param {GameEvent} event
 * @param {number} seats
 */
export function totalBefore(events, event, seats) {
  const place = events.indexOf(event);
  return total(place < 0 ? events : events.slice(0, place), seats);
}

/**
 * The index of the first event of the final scoring.
 * @param {readonly GameEvent[]} events
 */
export function finalScoringStart(events) {
  const last = events.map((event) => event.event).lastIndexOf("placed");
  const first = events.findIndex((event, i) => i > last && isFinal(event));
  return first < 0 ? events.length : first;
}

/** @param {GameEvent} event */
const isFinal = (event) => AT_THE_END.includes(event.event) || (event.event === "scored" && event.complete === false);

/**
 * The points of each seat by source.
 * @param {readonly GameEvent[]} events
 * @param {number} seats
 * @returns {Row[]}
 */
export function breakdown(events, seats) {
  /** @type {Map<string, number[]>} */
  const rows = new Map();
  for (const event of events.filter(hasPoints)) {
    const id = sourceOf(event);
    const row = rows.get(id) ?? Array(seats).fill(0);
    for (const seat of winners(event)) row[seat] += event.points ?? 0;
    rows.set(id, row);
  }
  return ORIGINS.filter((id) => rows.get(id)?.some((points) => points)).map((id) => ({
    id,
    points: rows.get(id) ?? [],
  }));
}

/**
 * The scores over time.
 * @param {readonly GameEvent[]} events
 * @param {number} seats
 * @returns {ScoreHistory}
 */
export function scoreHistory(events, seats) {
  const from = finalScoringStart(events);
  let at = 0;
  let now = /** @type {number[]} */ (Array(seats).fill(0));
  const samples = [{ at, scores: now, final: false }];
  events.forEach((event, i) => {
    if (event.event === "placed") at++;
    const got = winners(event);
    if (!got.length) return;
    now = now.map((sum, seat) => (got.includes(seat) ? sum + (event.points ?? 0) : sum));
    samples.push({ at, scores: now, final: i >= from });
  });
  return { end: at, samples };
}
