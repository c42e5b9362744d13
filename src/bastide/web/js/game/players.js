// Who plays: a row for every seat in the rail, a column of tokens on a tablet, a strip on the phone.

import { piecePicture, seatToken } from "../art.js";
import { fill, h, reducedMotion } from "../dom.js";
import { icon } from "../icons.js";
import { capital, has, say } from "../words.js";
import { expansionControls } from "../decisions/index.js";
import { breakdown } from "./scores.js";

/** @typedef {import("./store.js").TableStore} TableStore */
/**
 * @typedef {object} Row
 * @property {HTMLElement} el
 * @property {HTMLElement} tags
 * @property {HTMLElement} supply
 * @property {HTMLElement} score
 * @property {HTMLElement} forecast
 * @property {HTMLElement} clock
 */

const HURRY = 30_000;
/** When a player is told how much time is left, in seconds. */
const SPOKEN = [60, 30, 10];
const COUNTING = 600;

/**
 * What is left to think, as people read it.
 * @param {number} milliseconds
 */
export function clockText(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  if (hours >= 24) return say("players.days", { days: Math.floor(hours / 24), hours: hours % 24 });
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

export class Players {
  /**
   * @param {TableStore} store
   * @param {import("./notices.js").Notices} notices
   * @param {() => number[]|null} forecast the expected final scores, if they are shown
   */
  constructor(store, notices, forecast) {
    this.store = store;
    this.notices = notices;
    this.forecast = forecast;
    this.list = h("ul", { class: "players" });
    this.whence = h("section", { class: "whence panel", hidden: true });
    this.el = h("section", { class: "seats", "aria-label": say("players.label") }, this.list, this.whence);
    /** @type {Row[]} */
    this.rows = [];
    /** @type {number[]} */
    this.scores = [];
    /** @type {number|null} */
    this.asked = null;
    this.spoken = Infinity;
    this.timer = setInterval(() => this.tick(), 250);
  }

  close() {
    clearInterval(this.timer);
  }

  /**
   * Show how things stand.
   * @param {number[]} [scores] those to show, if some points are still on their way
   * @param {number|null} [actor] whose turn is shown
   */
  update(scores = this.store.view.scores, actor = this.store.state.actor) {
    const { store } = this;
    const { seats } = store.state.table;
    while (this.rows.length < seats.length) this.add(this.rows.length);
    this.list.classList.toggle("many", seats.length > 5);
    this.rows.forEach((row, seat) => {
      const on = !store.isOver && actor === seat;
      row.el.classList.toggle("on", on);
      if (on) row.el.setAttribute("aria-current", "true");
      else row.el.removeAttribute("aria-current");
      row.el.classList.toggle("out", Boolean(seats[seat]?.out));
      fill(row.tags, this.tags(seat));
      fill(row.supply, this.supply(seat), expansionControls?.holdings(store, seat) ?? []);
      const told = store.isOver ? undefined : this.forecast()?.[seat];
      fill(
        row.forecast,
        told === undefined ? null : h("span", { title: say("players.forecast", { points: told }) }, `≈ ${told}`),
      );
    });
    this.show(scores);
    this.tick();
    const active = store.state.actor === null ? undefined : this.rows[store.state.actor];
    if (active && this.list.scrollWidth > this.list.clientWidth)
      active.el.scrollIntoView({ block: "nearest", inline: "center" });
  }

  /** @param {number} seat */
  add(seat) {
    const part = (/** @type {string} */ name, /** @type {keyof HTMLElementTagNameMap} */ tag = "div") =>
      h(tag, { class: name });
    const [tags, supply, forecast, clock] = [part("tags", "span"), part("sub"), part("fc"), part("ck")];
    const score = h("button", { type: "button", class: "sc", "data-score": seat, onclick: () => this.ask(seat) }, "0");
    const el = h(
      "li",
      { class: "pl", "data-seat": seat },
      seatToken(seat),
      h("div", { class: "who" }, h("div", { class: "nm" }, h("b", {}, this.store.name(seat)), tags), supply),
      h("div", { class: "end" }, score, forecast, clock),
    );
    this.rows.push({ el, tags, supply, score, forecast, clock });
    this.list.append(el);
  }

  /**
   * What is to be known of whoever sits there.
   * @param {number} seat
   */
  tags(seat) {
    const { store } = this;
    const sitting = store.state.table.seats[seat];
    const tags = [];
    const tag = (/** @type {string} */ text, /** @type {string} */ name = "", /** @type {string} */ title = "") =>
      h("span", { class: `tag ${name}`, title: title || null }, text);
    if (seat === store.seat) tags.push(tag(say("players.you")));
    if (sitting?.bot)
      tags.push(
        tag(
          say("players.bot"),
          "",
          has(`choice.bots.${sitting.bot}`) ? capital(say(`choice.bots.${sitting.bot}`)) : "",
        ),
      );
    if (sitting?.out === "resigned") tags.push(tag(say("players.resigned"), "bad"));
    else if (sitting?.out === "flagged") tags.push(tag(say("players.flagged"), "bad"));
    else if (sitting?.kept) tags.push(tag(say("players.kept")));
    else if (store.live && !store.isOver && !sitting?.bot && seat !== store.seat && !store.present.has(seat))
      tags.push(
        h(
          "span",
          { class: "tag bad away", title: say("players.offline") },
          icon("offline", "s"),
          h("span", {}, say("players.offline")),
        ),
      );
    return tags;
  }

  /**
   * The pieces that a seat still has, by kind.
   * @param {number} seat
   */
  supply(seat) {
    const { supply, pieces } = this.store.view;
    const owned = (/** @type {string} */ kind) =>
      pieces.some((standing) => standing.seat === seat && standing.piece === kind);
    return Object.entries(supply[seat] ?? {})
      .filter(([kind, count]) => count || owned(kind))
      .map(([kind, count]) => {
        const text = say("players.supply", { count, piece: say(`piece.${kind}`) });
        return h(
          "span",
          { class: "sup", title: text },
          piecePicture(kind, seat),
          h("span", { "aria-hidden": "true" }, count),
          h("span", { class: "sr" }, text),
        );
      });
  }

  /**
   * Set the scores that are shown.
   * @param {number[]} scores
   */
  show(scores) {
    cancelAnimationFrame(this.counting);
    scores.forEach((points, seat) => {
      const row = this.rows[seat];
      if (!row) return;
      row.score.textContent = String(points);
      row.score.setAttribute("aria-label", say("players.why", { name: this.store.name(seat), points }));
    });
    this.scores = [...scores];
    if (this.asked !== null) this.tell(this.asked);
  }

  /**
   * Count some scores up or down to others.
   * @param {number[]} scores
   */
  count(scores) {
    if (reducedMotion()) return this.show(scores);
    const before = this.scores;
    const begun = performance.now();
    const step = (/** @type {number} */ now) => {
      const part = Math.min(1, (now - begun) / COUNTING);
      this.show(scores.map((points, seat) => Math.round(before[seat] + (points - before[seat]) * part)));
      if (part < 1) this.counting = requestAnimationFrame(step);
    };
    this.counting = requestAnimationFrame(step);
  }

  counting = 0;

  /**
   * Where the score of a seat is on the page.
   * @param {number} seat
   */
  place(seat) {
    return this.rows[seat]?.score.getBoundingClientRect() ?? null;
  }

  /** Let clocks run. */
  tick() {
    const { store } = this;
    if (!store.current) return;
    this.rows.forEach((row, seat) => {
      const left = store.clock(seat);
      if (left === null) return;
      const running = store.state.actor === seat && !store.isOver;
      const hurry = running && left < HURRY;
      const state = hurry ? "hurry" : running ? "running" : "";
      if (row.clock.dataset.state === state && row.clock.dataset.left === clockText(left)) return;
      row.clock.dataset.state = state;
      row.clock.dataset.left = clockText(left);
      row.clock.title = say("players.time", { time: clockText(left) });
      fill(
        row.clock,
        hurry ? icon("warn", "s") : null,
        clockText(left),
        hurry ? h("span", { class: "word" }, say("players.hurry")) : null,
      );
      if (seat === store.seat) this.warn(running, left);
    });
  }

  /**
   * Say how much time is left, once at each of a few moments.
   * @param {boolean} running
   * @param {number} left
   */
  warn(running, left) {
    if (!running) this.spoken = Infinity;
    const seconds = Math.ceil(left / 1000);
    const due = SPOKEN.find((at) => seconds === at);
    if (!running || due === undefined || due >= this.spoken) return;
    this.spoken = due;
    this.notices.announce(say("players.seconds", { seconds: due }), true);
  }

  /**
   * Tell where a seat's points came from, or stop telling it.
   * @param {number} seat
   */
  ask(seat) {
    if (this.asked === seat) {
      this.hush();
      return;
    }
    this.asked = seat;
    this.tell(seat);
    this.whence.hidden = false;
    for (const [other, row] of this.rows.entries()) row.score.setAttribute("aria-expanded", String(other === seat));
  }

  hush() {
    if (this.asked !== null) this.rows[this.asked].score.setAttribute("aria-expanded", "false");
    this.asked = null;
    this.whence.hidden = true;
  }

  /** @param {number} seat */
  tell(seat) {
    const { store } = this;
    const found = breakdown(store.events, this.rows.length).filter(({ points }) => points[seat]);
    const sum = found.flatMap(({ id, points }) => [h("dt", {}, say(`final.origin.${id}`)), h("dd", {}, points[seat])]);
    const head = h(
      "div",
      { class: "row" },
      seatToken(seat, "m"),
      h("h3", { class: "grow" }, say("players.whence", { name: store.name(seat) })),
      h(
        "button",
        {
          type: "button",
          class: "tool",
          "aria-label": say("players.close"),
          onclick: () => {
            this.hush();
            this.rows[seat].score.focus();
          },
        },
        icon("close", "s"),
      ),
    );
    fill(
      this.whence,
      head,
      sum.length ? h("dl", { class: "sums" }, sum) : h("p", { class: "meta" }, say("players.no_points")),
    );
  }
}
