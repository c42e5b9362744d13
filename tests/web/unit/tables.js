// States, messages and events as the server sends them.

/**
 * The state of a table with Ada on seat 0 and Ben on seat 1.
 * @param {object} [changes]
 */
export function state(changes = {}) {
  return {
    table: {
      id: "abc",
      seats: [
        { name: "Ada", bot: null, out: null },
        { name: "Ben", bot: null, out: null },
      ],
      options: { aids: ["forecast"] },
    },
    moment: 1,
    actor: 0,
    clocks: [],
    running: null,
    awaited: [],
    grace: null,
    question: null,
    ended: null,
    winners: [],
    rematch: null,
    board_from: 0,
    view: { board: [laid(0, 0)], step: "place", scores: [0, 0] },
    ...changes,
  };
}

/**
 * @param {number} x
 * @param {number} y
 */
export const laid = (x, y) => ({ tile: "base/D", cell: [x, y], rotation: 0 });

/**
 * @param {string} name
 * @param {object} [fields]
 */
export const event = (name, fields = {}) => ({ event: name, seat: 0, text: name, ...fields });

/**
 * @param {number} x
 * @param {number} y
 * @param {number} [seat]
 */
export const placed = (x, y, seat = 0) => event("placed", { cell: [x, y], seat });

/** @param {object} [changes] */
export const welcome = (changes = {}) => ({ seat: 0, state: state(), chat: [], missed: [], again: false, ...changes });
