// The players: rows in the rail, a column of tokens on tablets, a strip on phones.

import { piecePicture, seatToken } from "../art.js";
import { fill, h, reducedMotion, smallScreen } from "../dom.js";
import { icon } from "../icons.js";
import { CHARACTERS, levelText, seatPicture, strengthText, temperText } from "../lobby/characters.js";
import { listing, say } from "../words.js";
import { expansionControls } from "../decisions/index.js";
import { breakdown } from "./scores.js";

/** @typedef {import("./store.js").TableStore} TableStore */
/**
 * @typedef {object} Row
 * @property {HTMLElement} el
 * @property {string|null} bot the bot on the seat that is shown
 * @property {Element} picture
 * @property {HTMLElement} name
 * @property {HTMLElement} tags
 * @property {HTMLElement} supply
 * @property {HTMLElement} score
 * @property {HTMLElement} forecast
 * @property {HTMLElement} clock
 * @property {HTMLElement} action
 */

/** Milliseconds left below which the clock is marked. */
const HURRY = 30_000;
/** Seconds left when the player is warned. */
const WARNINGS = [60, 30, 10];
/** Milliseconds of counting a score up or down. */
const COUNT_DURATION = 600;
/** Milliseconds that the words of a bot are shown. */
const SPEECH_DURATION = 6000;

/**
 * A clock as text.
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
    this.breakdown = h("section", { class: "breakdown panel", hidden: true });
    this.el = h("section", { class: "seats", "aria-label": say("players.label") }, this.list, this.breakdown);
    /** @type {Row[]} */
    this.rows = [];
    /** @type {number[]} */
    this.scores = [];
    /** The scores to show while points are on their way to them. @type {number[]|null} */
    this.held = null;
    /** @type {number|null} */
    this.expanded = null;
    this.warned = Infinity;
    /** What spectators can do about a seat, if anything. @type {(seat: number) => HTMLElement|null} */
    this.action = () => null;
    this.timer = setInterval(() => this.tick(), 250);
  }

  close() {
    clearInterval(this.timer);
  }

  /**
   * Render all rows.
   * @param {number[]} [scores] the scores to show; by default those of the view
   * @param {number|null} [actor] the seat to mark as active
   */
  update(scores = this.store.view.scores, actor = this.store.activeSeat) {
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
      this.updateOccupant(row, seat);
      fill(row.tags, this.tags(seat));
      fill(row.supply, this.supply(seat), expansionControls?.holdings(store, seat) ?? []);
      const forecast = store.isOver ? undefined : this.forecast()?.[seat];
      fill(
        row.forecast,
        forecast === undefined
          ? null
          : h("span", { title: say("players.forecast", { points: forecast }) }, `≈ ${forecast}`),
      );
    });
    this.show(this.held ?? scores);
    this.tick();
    const active = actor === null ? undefined : this.rows[actor];
    if (active && this.list.scrollWidth > this.list.clientWidth)
      active.el.scrollIntoView({ block: "nearest", inline: "center" });
  }

  /** @param {number} seat */
  add(seat) {
    const part = (/** @type {string} */ name, /** @type {keyof HTMLElementTagNameMap} */ tag = "div") =>
      h(tag, { class: name });
    const [tags, supply, forecast, clock] = [part("tags", "span"), part("sub"), part("fc"), part("ck")];
    const score = h(
      "button",
      { type: "button", class: "sc", "data-score": seat, onclick: () => this.toggleBreakdown(seat) },
      "0",
    );
    const picture = seatToken(seat);
    const name = h("b", {});
    const el = h(
      "li",
      { class: "pl", "data-seat": seat },
      picture,
      h("div", { class: "who" }, h("div", { class: "nm" }, name, tags), supply),
      h("div", { class: "end" }, score, forecast, clock),
    );
    const action = part("act");
    el.append(action);
    this.rows.push({ el, bot: null, picture, name, tags, supply, score, forecast, clock, action });
    this.list.append(el);
  }

  /**
   * Show who sits on a seat: the token of the seat, or the face of a bot.
   * @param {Row} row
   * @param {number} seat
   */
  updateOccupant(row, seat) {
    const bot = this.store.state.table.seats[seat]?.bot ?? null;
    const sitting = this.store.state.table.seats[seat];
    row.name.textContent = this.store.name(seat);
    row.name.title = sitting?.before?.length ? say("seats.before", { names: listing(sitting.before) }) : "";
    const offer = this.action(seat);
    if (offer?.outerHTML !== row.action.firstElementChild?.outerHTML) fill(row.action, offer);
    if (row.bot === bot) return;
    row.bot = bot;
    const picture = seatPicture(seat, bot);
    row.picture.replaceWith(picture);
    row.picture = picture;
  }

  /**
   * Show what a bot says, for some seconds.
   * @param {number} seat
   * @param {string} text
   */
  speak(seat, text) {
    const bubble = h(
      "p",
      { class: "speech", "aria-hidden": "true" },
      h("b", {}, this.store.name(seat)),
      h("q", {}, text),
    );
    if (smallScreen()) {
      for (const other of this.list.querySelectorAll(".speech")) other.remove();
      bubble.style.setProperty("--below", `${this.el.getBoundingClientRect().bottom}px`);
    }
    this.rows[seat]?.el.append(bubble);
    setTimeout(() => bubble.remove(), SPEECH_DURATION);
  }

  /**
   * The tags of a seat.
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
          say("players.bot", { level: levelText(sitting.bot) }),
          "bot-level",
          sitting.bot in CHARACTERS ? `${strengthText(sitting.bot)} · ${temperText(sitting.bot)}` : "",
        ),
      );
    if (sitting?.open) tags.push(tag(say("seats.is_open"), "", say("seats.opened")));
    if (sitting?.keeper) tags.push(tag(say("seats.is_kept"), "", say("seats.keeper", { name: sitting.keeper })));
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
   * The pieces in the supply of a seat.
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
   * Show scores.
   * @param {number[]} scores
   */
  show(scores) {
    cancelAnimationFrame(this.animation);
    scores.forEach((points, seat) => {
      const row = this.rows[seat];
      if (!row) return;
      row.score.textContent = String(points);
      row.score.setAttribute("aria-label", say("players.why", { name: this.store.name(seat), points }));
    });
    this.scores = [...scores];
    if (this.expanded !== null) this.fillBreakdown(this.expanded);
  }

  /**
   * Count the scores up or down to new ones.
   * @param {number[]} scores
   */
  count(scores) {
    if (reducedMotion()) return this.show(scores);
    const before = this.scores;
    const start = performance.now();
    cancelAnimationFrame(this.animation);
    const step = (/** @type {number} */ now) => {
      const part = Math.max(0, Math.min(1, (now - start) / COUNT_DURATION));
      if (part === 1) return this.show(scores);
      for (const [seat, row] of this.rows.entries()) {
        const text = String(Math.round(before[seat] + (scores[seat] - before[seat]) * part));
        if (row.score.textContent !== text) row.score.textContent = text;
      }
      this.animation = requestAnimationFrame(step);
    };
    this.animation = requestAnimationFrame(step);
  }

  animation = 0;

  /**
   * The position of a seat's score on the page.
   * @param {number} seat
   */
  scoreRect(seat) {
    return this.rows[seat]?.score.getBoundingClientRect() ?? null;
  }

  /**
   * Where the pieces of a seat are on the page: in its supply, or where there is none, in its row.
   * @param {number} seat
   */
  homeRect(seat) {
    const row = this.rows[seat];
    const supply = row?.supply.getBoundingClientRect();
    return supply?.width ? supply : (row?.el.getBoundingClientRect() ?? null);
  }

  /** Update the clocks. */
  tick() {
    const { store } = this;
    if (!store.current) return;
    this.rows.forEach((row, seat) => {
      const left = store.clock(seat);
      if (left === null) return;
      const { stopped } = store.time;
      const timed = store.time.running === seat;
      const running = timed && !stopped;
      const hurry = running && left < HURRY;
      const state = hurry ? "hurry" : running ? "running" : timed ? "stopped" : "";
      if (row.clock.dataset.state === state && row.clock.dataset.left === clockText(left)) return;
      row.clock.dataset.state = state;
      row.clock.dataset.left = clockText(left);
      const reason = timed && stopped ? say(`players.stopped_${stopped}`) : "";
      row.clock.title = [say("players.time", { time: clockText(left) }), reason].filter(Boolean).join(". ");
      fill(
        row.clock,
        hurry ? icon("warn", "s") : reason ? icon("pause-clock", "s") : null,
        clockText(left),
        hurry ? h("span", { class: "word" }, say("players.hurry")) : null,
        reason ? h("span", { class: "word" }, say("players.stopped")) : null,
      );
      if (seat === store.seat) this.warn(running, left);
    });
  }

  /**
   * Announce the remaining time, once per threshold.
   * @param {boolean} running
   * @param {number} left
   */
  warn(running, left) {
    if (!running) this.warned = Infinity;
    const seconds = Math.ceil(left / 1000);
    const due = WARNINGS.find((at) => seconds === at);
    if (!running || due === undefined || due >= this.warned) return;
    this.warned = due;
    this.notices.announce(say("players.seconds", { seconds: due }), true);
    if (due <= HURRY / 1000) this.notices.play("tick");
  }

  /**
   * Toggle the breakdown of a seat's points.
   * @param {number} seat
   */
  toggleBreakdown(seat) {
    if (this.expanded === seat) {
      this.hideBreakdown();
      return;
    }
    this.expanded = seat;
    this.fillBreakdown(seat);
    this.breakdown.hidden = false;
    for (const [other, row] of this.rows.entries()) row.score.setAttribute("aria-expanded", String(other === seat));
  }

  /** Hide the breakdown, and return the focus to the score that opened it. */
  closeBreakdown() {
    const row = this.expanded === null ? null : this.rows[this.expanded];
    this.hideBreakdown();
    row?.score.focus();
  }

  hideBreakdown() {
    if (this.expanded !== null) this.rows[this.expanded].score.setAttribute("aria-expanded", "false");
    this.expanded = null;
    this.breakdown.hidden = true;
  }

  /** @param {number} seat */
  fillBreakdown(seat) {
    const { store } = this;
    const rows = breakdown(store.events, this.rows.length).filter(({ points }) => points[seat]);
    const sums = rows.flatMap(({ id, points }) => [h("dt", {}, say(`final.origin.${id}`)), h("dd", {}, points[seat])]);
    const head = h(
      "div",
      { class: "row" },
      seatToken(seat, "m"),
      h("h3", { class: "grow", "aria-level": 2 }, say("players.whence", { name: store.name(seat) })),
      h(
        "button",
        {
          type: "button",
          class: "tool",
          "aria-label": say("players.close"),
          onclick: () => this.closeBreakdown(),
        },
        icon("close", "s"),
      ),
    );
    fill(
      this.breakdown,
      head,
      sums.length ? h("dl", { class: "sums" }, sums) : h("p", { class: "meta" }, say("players.no_points")),
    );
  }
}
