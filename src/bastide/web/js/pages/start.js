// The start page: continue a game that waits, play a bot, or find other players.

import { get, post } from "../api.js";
import { loadArt } from "../art.js";
import { fill, h, patchChildren } from "../dom.js";
import { icon } from "../icons.js";
import { characterCard, characterName, characters, defaultCharacter } from "../lobby/characters.js";
import { Draft } from "../lobby/draft.js";
import { pageHeader } from "../lobby/header.js";
import { openRow, tableRow } from "../lobby/rows.js";
import { alertField, createTable, errorText, joinForm, ownName } from "../lobby/seats.js";
import { clockOrDate, durationText, freeSeats, gameTitle, playerNames, thumbnail, timeText } from "../lobby/tables.js";
import { navigate } from "../router.js";
import { saveSeat, seats, settings } from "../settings.js";
import { listing, say } from "../words.js";

/** @typedef {import("../types.js").TableFacts} TableFacts */
/** @typedef {import("../types.js").OwnTable} OwnTable */

/** Milliseconds between refreshes. */
const REFRESH_INTERVAL = 15_000;
/** The maximum number of tokens in a request, of own games shown at once, and of open tables. */
const MAX_TOKENS = 200;
const MAX_SHOWN = 5;
const MAX_OPEN = 4;
/** The size of tiles in the picture of a running game. */
const LIVE_TILE = 40;
/** Boxes to play against a bot. */
const BOXES = ["beginner", "classic", "bigbox", "gold_rush"];

/** @param {HTMLElement} root */
export async function show(root) {
  document.title = "Bastide";
  const waiting = h("div", { class: "waiting-game" });
  const mine = h("div", { class: "own-games" });
  const open = h("div", { class: "open-tables" });
  const live = h("div", { class: "hero-board panel" });
  const refresh = () => Promise.all([showOwnGames(waiting, mine), showOthers(open, live)]);
  const refreshIfVisible = () => {
    if (document.visibilityState === "visible") refresh();
  };
  // Shown only when complete: late parts would move the buttons.
  const [rules] = await Promise.all([get("/api/rules"), loadArt([], { tokens: false }), refresh()]);
  const bots = new BotPanel(rules);
  fill(
    root,
    pageHeader("start"),
    h(
      "main",
      { class: "page start-page" },
      waiting,
      bots.el,
      live,
      mine,
      h(
        "section",
        { class: "panel blk", "aria-labelledby": "others" },
        h("h2", { id: "others" }, say("start.others")),
        h(
          "div",
          { class: "piled" },
          h("a", { class: "btn", href: "/new" }, icon("plus"), say("start.new")),
          joinForm(),
          open,
        ),
      ),
    ),
  );

  /** `C` continues the game that waits, `P` plays the chosen bot. @param {KeyboardEvent} event */
  const press = (event) => {
    const typing = event.target instanceof Element && event.target.closest("input:not([type=radio]), select, textarea");
    if (typing || !settings.keys || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "c") waiting.querySelector("a")?.click();
    if (key === "p") bots.play();
  };
  const timer = setInterval(refreshIfVisible, REFRESH_INTERVAL);
  document.addEventListener("visibilitychange", refreshIfVisible);
  document.addEventListener("keydown", press);
  addEventListener("online", refreshIfVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", refreshIfVisible);
    document.removeEventListener("keydown", press);
    removeEventListener("online", refreshIfVisible);
  };
}

/** The panel to play against a bot: whom, which game, and for how long. */
class BotPanel {
  /** @param {import("../types.js").SetupChoices} rules */
  constructor(rules) {
    this.draft = new Draft(rules);
    this.bot = localStorage.getItem("bastide.bot") ?? "";
    if (!characters().includes(this.bot)) this.bot = defaultCharacter();
    const box = localStorage.getItem("bastide.box") ?? "classic";
    this.draft.useBox(BOXES.includes(box) ? box : "classic");
    this.intro = h("p", { class: "intro", role: "status" });
    this.error = alertField();
    this.name = h("span", {});
    this.button = h(
      "button",
      { type: "button", class: "btn pri big", "data-do": "play", onclick: () => this.play() },
      icon("play"),
      this.name,
      settings.keys ? h("kbd", { class: "wide-only" }, "P") : null,
    );
    this.el = h(
      "section",
      { class: "panel hero" },
      h("h1", {}, h("span", {}, say("start.lay")), " ", h("span", {}, say("start.build"))),
      this.intro,
      h("fieldset", { class: "bots" }, h("legend", { class: "sr" }, say("start.against")), this.botCards()),
      h("fieldset", { class: "segments" }, h("legend", { class: "sr" }, say("start.box")), this.boxChoices()),
      h("div", { class: "go" }, this.button, this.error),
      h("a", { class: "btn quiet learn", href: "/learn" }, icon("book", "s"), say("start.learn")),
    );
    this.update();
  }

  botCards() {
    return characters().map((id) =>
      h(
        "label",
        { class: "bot" },
        radio("bot", id, id === this.bot, () => {
          this.bot = id;
          localStorage.setItem("bastide.bot", id);
          this.update();
        }),
        characterCard(id),
      ),
    );
  }

  boxChoices() {
    return BOXES.map((id) =>
      h(
        "label",
        {},
        radio("box", id, id === this.draft.chosen.box, () => {
          this.draft.useBox(id);
          localStorage.setItem("bastide.box", id);
          this.update();
        }),
        h("span", {}, say(`box.${id}`)),
      ),
    );
  }

  update() {
    this.draft.chosen.bots = [null, this.bot];
    fill(this.intro, say("start.lead", { n: this.draft.minutes }));
    fill(this.name, say("start.play", { name: characterName(this.bot) }));
  }

  async play() {
    if (this.button.getAttribute("aria-disabled") === "true") return;
    this.button.setAttribute("aria-disabled", "true");
    fill(this.error);
    try {
      await navigate(`/table/${await createTable(this.draft.request, ownName())}`);
    } catch (error) {
      fill(this.error, errorText(error));
      this.button.removeAttribute("aria-disabled");
    }
  }
}

/**
 * @param {string} name
 * @param {string} value
 * @param {boolean} checked
 * @param {() => void} onchange
 */
const radio = (name, value, checked, onchange) =>
  h("input", { type: "radio", class: "sr", name, value, checked, onchange });

/**
 * Show the game that waits, and the list of the others.
 * @param {HTMLElement} waiting
 * @param {HTMLElement} list
 */
async function showOwnGames(waiting, list) {
  const stored = seats();
  const tokens = [...new Set(Object.values(stored).map((seat) => seat.token))].slice(-MAX_TOKENS);
  /** @type {OwnTable[]} */
  let tables;
  try {
    tables = tokens.length ? await post("/api/mine", { tokens }) : [];
  } catch (error) {
    if (!list.childElementCount)
      fill(list, h("p", { class: "panel blk meta quiet-note" }, icon("offline"), errorText(error)));
    return;
  }
  for (const table of tables) {
    if (!stored[table.id])
      saveSeat(table.id, { token: tokens[table.token], seat: table.seat, name: table.seats[table.seat]?.name ?? "" });
  }
  const sorted = tables.sort((a, b) => rank(a) - rank(b) || timeLeft(a) - timeLeft(b) || b.updated - a.updated);
  const waits = sorted.filter((table) => rank(table) <= 1);
  patchChildren(waiting, waits.length ? waitingGame(waits[0], waits.length - 1) : null);
  showList(list, waits.length ? sorted.slice(1) : sorted);
}

/** The sort order of own games: those where the player must act, then rematches. @param {OwnTable} table */
const rank = (table) =>
  table.your_turn ? 0 : table.kept ? 1 : table.status === "playing" ? 2 : table.status === "open" ? 3 : 4;

/** @param {OwnTable} table */
const timeLeft = (table) => table.left ?? Infinity;

/**
 * The game that waits for the player.
 * @param {OwnTable} table
 * @param {number} more the number of others that wait
 */
function waitingGame(table, more) {
  const status = table.kept
    ? say("start.rematch")
    : table.left === null
      ? say("start.turn_since", { when: timeText(table.updated) })
      : say("start.turn_left", { time: durationText(table.left) });
  const facts = [opponents(table), table.scores.join(" : ")].filter(Boolean).join(" · ");
  return h(
    "section",
    { class: "panel", "aria-labelledby": "waits" },
    thumbnail(table),
    h(
      "div",
      { class: "grow" },
      h("p", { class: "flag" }, icon("clock", "s"), status),
      h("h2", { id: "waits" }, gameTitle(table.options)),
      h("p", { class: "meta" }, facts),
    ),
    more ? h("span", { class: "meta more-wait" }, say("start.more_wait", { n: more })) : null,
    h(
      "a",
      { class: "btn pri big", href: `/table/${table.id}`, "data-game": table.id },
      icon("play"),
      say("start.continue"),
      settings.keys ? h("kbd", { class: "wide-only" }, "C") : null,
    ),
  );
}

/**
 * @param {HTMLElement} list
 * @param {OwnTable[]} tables
 */
function showList(list, tables) {
  const rest = tables.slice(MAX_SHOWN);
  const open = list.querySelector("details")?.open ?? false;
  const more = h("summary", {}, say("start.older", { n: rest.length }));
  patchChildren(
    list,
    tables.length
      ? h(
          "section",
          { class: "panel blk", "aria-labelledby": "my-games" },
          h("h2", { id: "my-games" }, say("start.mine")),
          h("ul", {}, tables.slice(0, MAX_SHOWN).map(ownGame)),
          rest.length ? h("details", { open }, more, h("ul", {}, rest.map(ownGame))) : null,
        )
      : null,
  );
}

/** @param {OwnTable} table */
function opponents(table) {
  const others = playerNames(table, table.seat);
  return others.length ? say("start.with", { names: listing(others) }) : say("start.alone");
}

/** @param {OwnTable} table */
function ownGame(table) {
  return tableRow(table, opponents(table), statusChip(table), table.kept ? say("start.kept_is") : clockOrDate(table));
}

/** @param {OwnTable} table */
function statusChip(table) {
  if (table.kept) return h("span", { class: "chip gold" }, say("start.kept"));
  if (table.your_turn) return h("span", { class: "chip gold" }, say("start.your_turn"));
  if (table.status === "over")
    return h("span", { class: "chip" }, table.winners.includes(table.seat) ? say("start.won") : say("start.over"));
  if (table.status === "open")
    return h(
      "span",
      { class: "chip" },
      say("start.waiting", { n: freeSeats(table).length + table.seats.filter((sitting) => sitting?.kept).length }),
    );
  const actor = table.actor === null ? null : table.seats[table.actor];
  return h("span", { class: "chip" }, actor ? say("start.their_turn", { name: actor.name }) : say("start.playing"));
}

/**
 * Show public tables with free seats, and one game that is being played, or a picture of one.
 * @param {HTMLElement} open
 * @param {HTMLElement} live
 */
async function showOthers(open, live) {
  /** @type {TableFacts[]} */
  let tables;
  try {
    tables = await get("/api/tables");
  } catch (error) {
    if (!open.childElementCount) fill(open, h("p", { class: "meta quiet-note" }, icon("offline"), errorText(error)));
    if (!live.childElementCount) fill(live, heroPicture());
    return;
  }
  const own = seats();
  const free = tables.filter((table) => freeSeats(table).length && !own[table.id]).slice(0, MAX_OPEN);
  const running = tables.filter((table) => table.status === "playing" && table.options.spectators);
  patchChildren(
    open,
    h("h3", {}, say("start.open")),
    free.length
      ? h(
          "ul",
          {},
          free.map((table) => openRow(table)),
        )
      : h("p", { class: "meta" }, say("start.open_none")),
    h(
      "a",
      { class: "watching", href: "/watch" },
      icon("eye", "s"),
      running.length ? say("start.watch_now", { n: running.length }) : say("start.watch"),
    ),
  );
  const game = running.find((table) => !own[table.id]);
  live.classList.toggle("live", Boolean(game));
  patchChildren(live, game ? liveGame(game) : heroPicture());
}

const heroPicture = () =>
  h("img", { src: "/web/pictures/hero.svg", alt: "", width: 560, height: 500, decoding: "async" });

/** A game that is being played. @param {TableFacts} table */
function liveGame(table) {
  const src = `/api/tables/${table.id}/picture.svg?size=${LIVE_TILE}&scores=false&v=${table.version}`;
  return [
    h("img", { src, alt: "", decoding: "async" }),
    h(
      "div",
      { class: "live-facts" },
      h(
        "div",
        { class: "grow" },
        h("p", { class: "flag" }, say("start.live")),
        h("b", {}, listing(playerNames(table))),
        h("p", { class: "meta" }, gameTitle(table.options)),
      ),
      h("a", { class: "btn", href: `/table/${table.id}` }, icon("eye"), say("start.look")),
    ),
  ];
}
