// The waiting room of a table with free seats: seats, invitation, and a form to take a seat.

import { get, remove } from "../api.js";
import { loadArt } from "../art.js";
import { fill, h } from "../dom.js";
import { MAX_NAME, pageHeader, cleanName } from "../lobby/header.js";
import { icon } from "../icons.js";
import { Connection } from "../connection.js";
import { characterPicker } from "../lobby/character-picker.js";
import { botName, seatPicture, strengthText } from "../lobby/characters.js";
import { optionText } from "../lobby/option-texts.js";
import { alertField, errorText, giveSeat, openButton, openSeat, takeSeat } from "../lobby/seats.js";
import { clockText, closingTime, freeSeats, gameTitle } from "../lobby/tables.js";
import { navigate } from "../router.js";
import { forgetSeat, seats, settings } from "../settings.js";
import { day, listing, say } from "../words.js";

/** @typedef {import("../types.js").TableFacts} TableFacts */

/** Milliseconds between requests for the table. */
const POLL_INTERVAL = 3000;
/** Milliseconds that the copy button confirms. */
const COPIED_DURATION = 2500;

/**
 * @param {HTMLElement} root
 * @param {{id?: string}} params
 * @param {() => void} [begin] called once all seats are taken
 */
export async function show(
  root,
  { id = "" },
  begin = () => {
    navigate(`/table/${id}`, { replace: true });
  },
) {
  document.body.dataset.page = "room";
  const room = new WaitingRoom(root, id, begin);
  const [facts] = await Promise.all([get(`/api/tables/${id}`), loadArt([], { tokens: false })]);
  room.open(facts);
  return () => room.close();
}

class WaitingRoom {
  /**
   * @param {HTMLElement} root
   * @param {string} id
   * @param {() => void} begin
   */
  constructor(root, id, begin) {
    this.root = root;
    this.id = id;
    this.begin = begin;
    /** @type {Set<number>} */
    this.present = new Set();
    /** @type {Connection|null} */
    this.connection = null;
    /** @type {number|undefined} */
    this.timer = undefined;
    this.closed = false;
    this.seatList = h("ul", { class: "seat-rows" });
    this.formBox = h("div", { class: "seat-form" });
    this.heading = h("h1", {});
    this.live = h("p", { class: "sr", role: "status" });
    /** Whether a seat is being taken or left. */
    this.sitting = false;
    this.seatError = alertField();
    /** The seat whose characters are unfolded. @type {number|null} */
    this.picking = null;
    /** The rendered state as JSON, to skip needless updates. */
    this.rendered = "";
  }

  /** @param {TableFacts} facts */
  open(facts) {
    this.facts = facts;
    if (facts.status !== "open") return this.begin();
    fill(
      this.root,
      pageHeader("room", { name: false }),
      h(
        "main",
        { class: "page room" },
        h("div", { class: "room-head" }, this.heading, this.live, h("p", { class: "intro" }, gameTitle(facts.options))),
        h(
          "section",
          { class: "panel blk", "aria-labelledby": "seats" },
          h("h2", { id: "seats" }, say("room.seats")),
          this.seatList,
          this.seatError,
          this.formBox,
        ),
        h("div", { class: "piled roomy" }, invitation(facts), tableDetails(facts)),
      ),
    );
    this.update(facts);
    this.listen();
    return undefined;
  }

  /** Follow the table over a connection, or by polling where spectators are not allowed. */
  listen() {
    if (this.closed) return;
    this.connection?.close();
    clearInterval(this.timer);
    const token = seats()[this.id]?.token ?? null;
    if (token || this.facts?.options.spectators) {
      this.connection = new Connection(this.id, token, {
        welcome: ({ state }) => this.update(state.table),
        step: ({ state }) => this.update(state.table),
        present: (seated) => {
          this.present = new Set(seated);
          this.update(this.facts);
        },
        paused: () => {},
        status: () => {},
        refused: () => {},
        closed: () => {
          if (token) forgetSeat(this.id);
          this.poll();
        },
      });
    } else this.poll();
  }

  poll() {
    clearInterval(this.timer);
    this.timer = setInterval(() => {
      get(`/api/tables/${this.id}`)
        .then((facts) => this.update(facts))
        .catch(() => {});
    }, POLL_INTERVAL);
  }

  /** @param {TableFacts|undefined} facts */
  update(facts) {
    if (this.closed || !facts) return;
    this.facts = facts;
    // The token of a seat that is being taken may not have arrived yet.
    if (facts.status !== "open" && this.sitting) return;
    if (facts.status !== "open") {
      this.close();
      this.begin();
      return;
    }
    const state = JSON.stringify([facts.seats, facts.options.bots, [...this.present].sort(), seats()[this.id]?.seat]);
    if (state === this.rendered) return;
    this.rendered = state;
    const own = this.ownSeat();
    const missing = freeSeats(facts).length + facts.seats.filter((sitting) => sitting?.kept).length;
    const title =
      own === null && freeSeats(facts).length ? say("room.free_for_you") : say("room.waiting", { n: missing });
    fill(this.heading, title);
    this.live.textContent = title;
    document.title = `${title} · Bastide`;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
    fill(
      this.seatList,
      facts.seats.map((_, seat) => this.seatRow(facts, seat)),
    );
    if (focused) /** @type {HTMLElement|null} */ (this.seatList.querySelector(`[data-key="${focused}"]`))?.focus();
    this.updateForm(facts, own);
  }

  /** The player's seat at this table, if any. */
  ownSeat() {
    const stored = seats()[this.id];
    const sitting = stored ? this.facts?.seats[stored.seat] : null;
    return stored && sitting ? stored.seat : null;
  }

  /**
   * @param {TableFacts} facts
   * @param {number} seat
   */
  seatRow(facts, seat) {
    const sitting = facts.seats[seat];
    const bot = facts.options.bots[seat];
    const own = this.ownSeat() === seat;
    const name = sitting?.name ?? (bot ? botName(facts, seat) : say("room.free"));
    let state = say("room.waits");
    if (own) state = sitting?.kept ? say("room.kept_for_you") : say("room.you");
    else if (sitting?.kept) state = this.present.has(seat) ? say("room.kept_here") : say("room.kept");
    else if (sitting) state = this.present.has(seat) ? say("room.here") : say("room.away");
    else if (bot) state = say("room.bot", { level: strengthText(bot) });
    return h(
      "li",
      { class: sitting || bot ? "seat-row" : "seat-row free", "data-seat": seat },
      seatPicture(seat, bot),
      h("div", { class: "grow" }, h("b", {}, name), h("span", { class: "cap" }, state)),
      this.seatAction(facts, seat) ?? (bot ? icon("bot") : sitting && !sitting.kept ? icon("check") : null),
    );
  }

  /**
   * What somebody who sits at the table can do about another seat.
   * @param {TableFacts} facts
   * @param {number} seat
   */
  seatAction(facts, seat) {
    const own = this.ownSeat();
    if (own === null || facts.seats[own]?.kept || facts.seats[seat]) return null;
    const attempt = async (/** @type {() => Promise<unknown>} */ act) => {
      fill(this.seatError);
      try {
        await act();
        this.update(await get(`/api/tables/${this.id}`));
      } catch (error) {
        fill(this.seatError, errorText(error));
      }
    };
    if (facts.options.bots[seat]) return openButton(seat, () => attempt(() => openSeat(this.id, seat)));
    return characterPicker(say("seats.give"), seat, (bot) => attempt(() => giveSeat(this.id, seat, bot)), {
      open: this.picking === seat,
      toggled: (open) => {
        if (open) this.picking = seat;
        else if (this.picking === seat) this.picking = null;
      },
    });
  }

  /**
   * Render the form to take, confirm or leave a seat.
   * @param {TableFacts} facts
   * @param {number|null} own
   */
  updateForm(facts, own) {
    const hadFocus = this.formBox.contains(document.activeElement);
    const errorMessage = alertField();
    /** @param {() => Promise<unknown>} act */
    const attempt = async (act) => {
      this.sitting = true;
      try {
        await act();
        this.sitting = false;
        this.rendered = "";
        this.listen();
        this.update(await get(`/api/tables/${this.id}`));
      } catch (error) {
        this.sitting = false;
        fill(errorMessage, errorText(error));
      }
    };
    const token = seats()[this.id]?.token;
    const leave =
      own === null
        ? null
        : h(
            "button",
            {
              type: "button",
              class: "btn quiet",
              "data-do": "leave",
              onclick: () =>
                attempt(async () => {
                  await remove(`/api/tables/${this.id}/seats`, token);
                  forgetSeat(this.id);
                }),
            },
            facts.seats[own]?.kept ? say("room.give_up") : say("room.leave"),
          );
    if (own !== null && facts.seats[own]?.kept) {
      fill(
        this.formBox,
        h("p", { class: "meta" }, say("room.kept_why")),
        h(
          "div",
          { class: "row" },
          leave,
          h(
            "button",
            {
              type: "button",
              class: "btn pri",
              "data-do": "sit",
              onclick: () => attempt(() => takeSeat(this.id, { token })),
            },
            icon("check"),
            say("room.sit_again"),
          ),
        ),
        errorMessage,
      );
    } else if (own !== null) {
      fill(
        this.formBox,
        h("p", { class: "meta" }, say("room.begins")),
        h("div", { class: "row" }, leave),
        errorMessage,
      );
    } else if (freeSeats(facts).length) this.form(facts, attempt, errorMessage);
    else fill(this.formBox, h("p", { class: "meta" }, say("room.full")));
    if (hadFocus) this.formBox.querySelector("button")?.focus();
  }

  /**
   * The form to take a free seat.
   * @param {TableFacts} facts
   * @param {(act: () => Promise<unknown>) => Promise<void>} attempt
   * @param {HTMLElement} errorMessage
   */
  form(facts, attempt, errorMessage) {
    const before = this.formBox.querySelector("input");
    const field = h("input", {
      id: "sit-name",
      name: "name",
      maxlength: MAX_NAME,
      required: true,
      autocomplete: "nickname",
      spellcheck: "false",
    });
    field.value = before?.value ?? settings.name;
    const free = freeSeats(facts);
    const chosen = Number(this.formBox.querySelector("select")?.value ?? -1);
    const select = h(
      "select",
      { id: "sit-seat" },
      free.map((seat) =>
        h(
          "option",
          { value: seat, selected: seat === chosen },
          say("room.seat", { n: seat + 1, colour: say("table.colours").split(" ")[seat] }),
        ),
      ),
    );
    fill(
      this.formBox,
      h(
        "form",
        {
          class: "sit",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            const name = cleanName(field.value);
            if (!name) return field.focus();
            settings.name = name;
            return attempt(() => takeSeat(this.id, { name, seat: Number(select.value) }));
          },
        },
        h("label", { class: "meta", for: "sit-name" }, say("room.name")),
        h("div", { class: "field" }, icon("person"), field),
        free.length > 1
          ? [
              h("label", { class: "meta", for: "sit-seat" }, say("room.which")),
              h("div", { class: "field" }, select, icon("chevron-down", "s")),
            ]
          : h("span", { hidden: true }, select),
        h("button", { class: "btn pri", "data-do": "sit" }, icon("check"), say("room.sit")),
      ),
      errorMessage,
    );
  }

  close() {
    this.closed = true;
    clearInterval(this.timer);
    this.connection?.close();
  }
}

/**
 * The invitation link, and who may use it.
 * @param {TableFacts} facts
 */
function invitation(facts) {
  const link = `${location.origin}/table/${facts.id}`;
  const field = h("input", {
    id: "link",
    readonly: true,
    value: link,
    "aria-label": say("room.link"),
    onfocus: () => field.select(),
  });
  const copy = h(
    "button",
    {
      type: "button",
      class: "btn small",
      "data-do": "copy",
      onclick: async () => {
        try {
          await navigator.clipboard.writeText(link);
        } catch {
          field.select();
          document.execCommand("copy");
        }
        fill(copy, icon("check", "s"), say("room.copied"));
        setTimeout(() => fill(copy, icon("copy", "s"), say("room.copy")), COPIED_DURATION);
      },
    },
    icon("copy", "s"),
    say("room.copy"),
  );
  const share =
    "share" in navigator
      ? h(
          "button",
          {
            type: "button",
            class: "btn small",
            "data-do": "share",
            onclick: () => navigator.share({ title: say("room.invite_title"), url: link }).catch(() => {}),
          },
          icon("share", "s"),
          say("room.share"),
        )
      : null;
  const isPublic = facts.options.joining === "public";
  return h(
    "section",
    { class: "panel blk", "aria-labelledby": "invite" },
    h("h2", { id: "invite" }, say("room.invite")),
    h("p", { class: "meta" }, say("room.invite_how")),
    h("div", { class: "field link" }, icon("link"), field),
    h("div", { class: "row wrap" }, copy, share),
    h(
      "p",
      { class: "cap row" },
      icon(isPublic ? "globe" : "lock", "s"),
      isPublic ? say("room.public") : say("room.private"),
    ),
  );
}

/**
 * The rules and options of the table.
 * @param {TableFacts} facts
 */
function tableDetails(facts) {
  const { options } = facts;
  /** @type {[string, string][]} */
  const rows = [[say("room.edition"), say(`title.${options.preset}`)]];
  if (options.expansions.length)
    rows.push([say("room.expansions"), listing(options.expansions.map((id) => say(`title.${id}`)))]);
  const changed = Object.entries(options.options).map(([name, value]) => optionText(name, value));
  if (changed.length) rows.push([say("room.options"), listing(changed)]);
  rows.push([say("room.clock"), clockText(options.clock) || say("room.no_clock")]);
  rows.push([
    say("room.aids"),
    options.aids.length ? listing(options.aids.map((aid) => say(`aid.${aid}`))) : say("room.no_aids"),
  ]);
  if (options.confirm) rows.push([say("room.turns"), say("room.confirmed")]);
  if (!options.looks) rows.push([say("room.looks"), say("room.no_looks")]);
  rows.push([say("room.spectators"), options.spectators ? say("room.may_watch") : say("room.nobody_watches")]);
  const closing = closingTime(facts);
  if (closing !== null) rows.push([say("room.closes"), say("room.closes_when", { when: day(closing) })]);
  return h(
    "section",
    { class: "panel blk", "aria-labelledby": "played" },
    h("h2", { id: "played" }, say("room.played")),
    h(
      "dl",
      { class: "facts" },
      rows.map(([term, text]) => h("div", {}, h("dt", {}, term), h("dd", {}, text))),
    ),
  );
}
