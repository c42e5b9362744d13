// Scores from events: the points of each seat, by source and over time. Every event with points has lines.

import { KINDS, LAND } from "../kinds.js";

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {{id: string, points: number[]}} Row the points of each seat from one source */
/** @typedef {{at: number, scores: number[], final: boolean}} ScoreSample the scores after a number of tiles */
/** @typedef {{end: number, samples: ScoreSample[]}} ScoreHistory the scores over time, and the final number of tiles */

/** Sources of points, in display order. */
const SOURCES = [
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
/** The source of each event that is not a scored feature. @type {Record<string, string>} */
const SOURCE_BY_EVENT = {
  goods: "goods",
  wheel: "wheel",
  king: "king",
  robber: "robber",
  king_paid: "king",
  robber_paid: "robber",
  fair: "fair",
  herded: "sheep",
  comforted: "arrow",
  panned: "gold",
};
/** Events of the final scoring. */
const FINAL_EVENTS = ["farmed", "goods", "king", "robber", "panned"];

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
  const source = SOURCE_BY_EVENT[event.event] ?? event.feature ?? "other";
  return SOURCES.includes(source) ? source : "other";
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
 * The index of the first event of the final scoring.
 * @param {readonly GameEvent[]} events
 */
export function finalScoringStart(events) {
  const last = events.map((event) => event.event).lastIndexOf("placed");
  const first = events.findIndex((event, i) => i > last && isFinal(event));
  return first < 0 ? events.length : first;
}

/** @param {GameEvent} event */
const isFinal = (event) => FINAL_EVENTS.includes(event.event) || (event.event === "scored" && event.complete === false);

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
  return SOURCES.filter((id) => rows.get(id)?.some((points) => points)).map((id) => ({
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
    const winning = winners(event);
    if (!winning.length) return;
    now = now.map((sum, seat) => (winning.includes(seat) ? sum + (event.points ?? 0) : sum));
    samples.push({ at, scores: now, final: i >= from });
  });
  return { end: at, samples };
}
