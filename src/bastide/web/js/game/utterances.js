// What bots say: a greeting, a word about their first big score, and a goodbye. It follows from what happened, so every
// viewer sees the same, and nothing is stored.

import { CHARACTERS } from "../lobby/character-data.js";
import { settings } from "../settings.js";
import { say } from "../words.js";
import { winners } from "./scores.js";

/** @typedef {import("./store.js").TableStore} TableStore */
/** @typedef {{seat: number, kind: "hello"|"score"|"goodbye", text: string}} Utterance */

/** The points of a score that a bot has a word about. */
const BIG_SCORE = 12;
/** The number of tiles up to which a game has just begun. */
const JUST_BEGUN = 13;

/**
 * All that the bots of a table have said so far, three times each at most.
 * @param {TableStore} store
 * @returns {Utterance[]}
 */
export function utterances(store) {
  return store.state.table.seats.flatMap((sitting, seat) => {
    const bot = sitting?.bot;
    if (!bot || !(bot in CHARACTERS)) return [];
    const big = store.events.some((event) => winners(event).includes(seat) && (event.points ?? 0) >= BIG_SCORE);
    /** @type {Utterance["kind"][]} */
    const kinds = ["hello", ...(big ? /** @type {const} */ (["score"]) : [])];
    if (store.isOver) kinds.push("goodbye");
    return kinds.map((kind) => ({ seat, kind, text: say(`character.${bot}_${kind}`) }));
  });
}

export class Utterances {
  /** @param {import("./shell.js").Shell} shell */
  constructor(shell) {
    this.shell = shell;
    /** What was said, or was old when the page was opened. @type {Set<string>|null} */
    this.known = null;
  }

  /** Say what is new. */
  update() {
    const { store, players, notices } = this.shell;
    const all = utterances(store);
    const key = (/** @type {Utterance} */ { seat, kind }) => `${store.name(seat)}.${kind}`;
    if (this.known === null) {
      const begun = store.board.length <= JUST_BEGUN;
      this.known = new Set(all.filter(({ kind }) => kind !== "hello" || !begun).map(key));
    }
    for (const utterance of all) {
      if (this.known.has(key(utterance))) continue;
      this.known.add(key(utterance));
      if (!settings.speak) continue;
      players.speak(utterance.seat, utterance.text);
      notices.announce(say("character.says", { name: store.name(utterance.seat), text: utterance.text }));
    }
  }
}
