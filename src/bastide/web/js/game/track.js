// The score track: fifty stones, a token for each seat, and a flag for each lap.

import { seatToken } from "../art.js";
import { s } from "../dom.js";
import { say } from "../words.js";

/** The number of stones. */
const LAP = 50;
/** The position of the first stone, and the distance between stones. */
const FIRST = 22;
const STEP = 14.6;
/** The height of the stones, and the size of a token. */
const STONE_Y = 33;
const TOKEN_SIZE = 20;
/** Flags switch sides if another token is within this number of stones ahead. */
const NEAR = 3;
const WIDTH = FIRST * 2 + STEP * (LAP - 1);

export class Track {
  /** @param {import("./store.js").TableStore} store */
  constructor(store) {
    this.store = store;
    const stones = Array.from({ length: LAP }, (_, i) => {
      const x = FIRST + STEP * i;
      return i % 5
        ? [s("circle", { cx: x, cy: STONE_Y, r: 2.2, class: "stone" })]
        : [s("circle", { cx: x, cy: STONE_Y, r: 3.6, class: "stone5" }), s("text", { x, y: 50 }, i)];
    });
    this.tokens = s("g");
    this.el = s(
      "svg",
      { viewBox: `0 0 ${WIDTH} 54`, class: "track", role: "img", preserveAspectRatio: "xMidYMid meet" },
      stones.flat(),
      this.tokens,
    );
    /** @type {SVGGElement[]} */
    this.seats = [];
  }

  /**
   * Show scores; tokens move to their stones.
   * @param {number[]} [scores] by default those of the view
   */
  update(scores = this.store.view.scores) {
    const { store } = this;
    this.el.setAttribute(
      "aria-label",
      say("track.label", {
        scores: scores.map((points, seat) => say("players.points", { name: store.name(seat), points })).join(", "),
      }),
    );
    while (this.seats.length < scores.length) {
      const token = seatToken(this.seats.length, "");
      for (const [name, value] of Object.entries({
        x: -TOKEN_SIZE / 2,
        y: -TOKEN_SIZE / 2,
        width: TOKEN_SIZE,
        height: TOKEN_SIZE,
      }))
        token.setAttribute(name, String(value));
      const pin = s("path", { d: "M-5 8L0 14.5L5 8Z", class: `pin plot-fill-${this.seats.length}` });
      this.seats.push(s("g", { class: "walker" }, pin, token));
      this.tokens.append(this.seats[this.seats.length - 1]);
    }
    /** @type {Map<number, number>} */
    const stacked = new Map();
    scores.forEach((points, seat) => {
      const stone = ((points % LAP) + LAP) % LAP;
      const rank = stacked.get(stone) ?? 0;
      stacked.set(stone, rank + 1);
      const walker = this.seats[seat];
      walker.style.setProperty(
        "transform",
        `translate(${FIRST + STEP * stone + rank * 5}px, ${STONE_Y - 16 - rank * 3}px)`,
      );
      const laps = Math.floor(points / LAP);
      const followed = scores.some((other) => other % LAP > stone && other % LAP <= stone + NEAR);
      const x = followed ? -34 : 8;
      const flag =
        laps > 0
          ? s(
              "g",
              { class: "lap" },
              s("rect", { x, y: -12, width: 26, height: 14, rx: 3 }),
              s("text", { x: x + 13, y: -1.5 }, `+${laps * LAP}`),
            )
          : null;
      walker.querySelector(".lap")?.remove();
      if (flag) walker.append(flag);
    });
  }
}
