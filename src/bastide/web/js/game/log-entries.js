// Log entries: the events of a turn together, and changes at the table besides the game.

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").TableState} TableState */
/** @typedef {{events: GameEvent[]}} LogEntry */

/** Events without an entry, because others imply them. */
const SILENT = ["drawn", "dealt", "picked"];

export class LogEntries {
  constructor() {
    /** @type {LogEntry[]} */
    this.entries = [];
    /** The events covered by the entries. @type {GameEvent[]} */
    this.events = [];
  }

  /**
   * Update the entries after events were taken back, added, or both.
   * @param {GameEvent[]} events
   * @returns {{fresh: Set<LogEntry>, rewritten: LogEntry[], removed: LogEntry[], rewound: boolean}}
   */
  update(events) {
    let common = 0;
    while (common < this.events.length && common < events.length && this.events[common] === events[common]) common++;
    const rewound = common < this.events.length;
    const { rewritten, removed } = this.remove(new Set(this.events.slice(common)));
    /** @type {Set<LogEntry>} */
    const fresh = new Set();
    for (let i = common; i < events.length; i++) {
      const entry = this.add(events, i);
      if (entry) fresh.add(entry);
    }
    this.events = [...events];
    return { fresh, rewritten, removed, rewound };
  }

  /**
   * Group some events.
   * @param {GameEvent[]} events
   */
  split(events) {
    this.update(events);
    return this.entries;
  }

  /** @param {Set<GameEvent>} gone */
  remove(gone) {
    const touched = this.entries.filter((entry) => entry.events.some((event) => gone.has(event)));
    for (const entry of touched) entry.events = entry.events.filter((event) => !gone.has(event));
    const removed = touched.filter((entry) => !entry.events.length);
    this.entries = this.entries.filter((entry) => entry.events.length);
    return { rewritten: touched.filter((entry) => entry.events.length), removed };
  }

  /**
   * Add an event to the last entry or to a new one. Return the entry, or null if the event has none.
   * @param {GameEvent[]} events
   * @param {number} i
   */
  add(events, i) {
    const event = events[i];
    if (SILENT.includes(event.event)) return null;
    const last = this.entries.at(-1);
    const expected = event.event === "returned" && isExpected(events, i);
    if (last && joins(event, last) && (event.event !== "returned" || expected)) {
      last.events.push(event);
      return last;
    }
    if (expected) return null;
    const entry = { events: [event] };
    this.entries.push(entry);
    return entry;
  }
}

/**
 * Whether a piece returns because its feature has just been scored.
 * @param {GameEvent[]} events
 * @param {number} i
 */
function isExpected(events, i) {
  for (let k = i - 1; k >= 0; k--) {
    if (events[k].event === "scored" || events[k].event === "recalled") return true;
    if (events[k].event === "placed") return false;
  }
  return false;
}

/**
 * Whether an event continues the turn of an entry: what its seat puts down, what that completes, and what comes back.
 * @param {GameEvent} event
 * @param {LogEntry} entry
 */
function joins(event, { events: [tile] }) {
  if (tile.event !== "placed") return false;
  if (event.event === "deployed") return event.seat === tile.seat;
  return event.event === "scored" ? Boolean(event.complete) : event.event === "returned";
}

/**
 * The changes at the table between two states: message ids, and the seats they concern.
 * @param {TableState} before
 * @param {TableState} state
 * @param {boolean} rewound whether events were taken back
 */
export function tableChanges(before, state, rewound) {
  /** @type {{id: string, seat: number|null}[]} */
  const changes = [];
  if (before.table.id !== state.table.id) return changes;
  state.table.seats.forEach((sitting, seat) => {
    if (sitting?.out && !before.table.seats[seat]?.out)
      changes.push({ id: sitting.out === "flagged" ? "log.flagged" : "log.resigned", seat });
    if (sitting && before.table.seats[seat] && sitting.name !== before.table.seats[seat].name)
      changes.push({ id: sitting.bot ? "log.given" : "log.sat", seat });
    if (sitting?.open && !before.table.seats[seat]?.open) changes.push({ id: "log.opened", seat });
  });
  const { question } = state;
  if (question && question.version !== before.question?.version)
    changes.push({ id: question.kind === "end" ? "log.asked_end" : "log.asked_takeback", seat: question.seat });
  if (rewound && before.question?.kind === "takeback" && !question) changes.push({ id: "log.taken_back", seat: null });
  if (state.ended === "agreed" && !before.ended) changes.push({ id: "log.agreed", seat: null });
  if (state.ended === "expired" && !before.ended) changes.push({ id: "log.expired", seat: null });
  if (state.rematch && !before.rematch) changes.push({ id: "log.rematch", seat: null });
  return changes;
}
