// The start page: play now, continue a game, or find other players.

import { get, post } from "../api.js";
import { loadArt } from "../art.js";
import { fill, h, patchChildren } from "../dom.js";
import { characterCard, characters, defaultCharacter } from "../lobby/characters.js";
import { pageHeader } from "../lobby/header.js";
import { icon } from "../icons.js";
import { clockOrDate, openRow, tableRow } from "../lobby/rows.js";
import { alertField, createTable, errorText, ownName, parseTableId } from "../lobby/seats.js";
import { freeSeats, playerNames } from "../lobby/tables.js";
import { navigate } from "../router.js";
import { saveSeat, seats } from "../settings.js";
import { listing, say } from "../words.js";

/** @typedef {import("../types.js").TableFacts} TableFacts */
/** @typedef {import("../types.js").OwnTable} OwnTable */

/** Milliseconds between refreshes. */
const REFRESH_INTERVAL = 15_000;
/** The maximum number of tokens in a request, of own games shown at once, and of open tables. */
const MAX_TOKENS = 200;
const MAX_SHOWN = 5;
const MAX_OPEN = 4;
const BOT_KEY = "bastide.bot";

/** @param {HTMLElement} root */
export async function show(root) {
  document.title = "Bastide";
  const games = h("div", { class: "own-games" });
  const open = h("div", { class: "open-tables" });
  const refresh = () => Promise.all([showOwnGames(games), showOpenTables(open)]);
  const refreshIfVisible = () => {
    if (document.visibilityState === "visible") refresh();
  };
  // Shown only when complete: late parts would move the buttons.
  await Promise.all([loadArt([], { tokens: false }), refresh()]);
  fill(
    root,
    pageHeader("start"),
    h(
      "main",
      { class: "page start-page" },
      playPanel(),
      h(
        "div",
        { class: "hero-board panel" },
        h("img", { src: "/web/pictures/hero.svg", alt: "", width: 560, height: 500, decoding: "async" }),
      ),
      h(
        "section",
        { class: "panel blk", "aria-labelledby": "my-games" },
        h("h2", { id: "my-games" }, say("start.mine")),
        games,
      ),
      h(
        "section",
        { class: "panel blk", "aria-labelledby": "others" },
        h("h2", { id: "others" }, say("start.others")),
        joinPanel(),
        open,
      ),
    ),
  );

  const timer = setInterval(refreshIfVisible, REFRESH_INTERVAL);
  document.addEventListener("visibilitychange", refreshIfVisible);
  addEventListener("online", refreshIfVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", refreshIfVisible);
    removeEventListener("online", refreshIfVisible);
  };
}

/** The panel to play against a bot. */
function playPanel() {
  const errorMessage = alertField();
  let bot = localStorage.getItem(BOT_KEY) ?? "";
  if (!characters().includes(bot)) bot = defaultCharacter();
  const button = h(
    "button",
    {
      type: "button",
      class: "btn pri big",
      "data-do": "play",
      onclick: async () => {
        if (button.getAttribute("aria-disabled") === "true") return;
        button.setAttribute("aria-disabled", "true");
        fill(errorMessage);
        try {
          const id = await createTable({ preset: "second", seats: 2, bots: [null, bot] }, ownName());
          await navigate(`/table/${id}`);
        } catch (error) {
          fill(errorMessage, errorText(error));
          button.removeAttribute("aria-disabled");
        }
      },
    },
    icon("play"),
    say("start.play"),
  );
  const row = h("div", { class: "go" }, button, errorMessage);

  const cards = characters().map((id) =>
    h(
      "label",
      { class: "bot" },
      h("input", {
        type: "radio",
        name: "bot",
        value: id,
        class: "sr",
        checked: id === bot,
        onchange: () => {
          bot = id;
          localStorage.setItem(BOT_KEY, id);
        },
      }),
      characterCard(id),
    ),
  );
  const bots = h(
    "div",
    { class: "bots" },
    h("fieldset", {}, h("legend", { class: "sr" }, say("start.against")), cards),
  );

  return h(
    "section",
    { class: "panel hero" },
    h("h1", {}, h("span", {}, say("start.lay")), " ", h("span", {}, say("start.build"))),
    h("p", { class: "intro" }, say("start.lead")),
    bots,
    row,
    h("a", { class: "btn quiet learn", href: "/learn" }, icon("book", "s"), say("start.learn")),
  );
}

/** The link to create a table, and the form to join one. */
function joinPanel() {
  const field = h("input", {
    id: "code",
    name: "code",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: say("start.code_hint"),
    "aria-label": say("start.code"),
  });
  const form = h(
    "form",
    {
      class: "field join",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const id = parseTableId(field.value);
        if (id) navigate(`/table/${id}`);
        else field.focus();
      },
    },
    icon("link"),
    field,
    h("button", { class: "btn small quiet" }, say("start.join")),
  );
  return h("div", { class: "piled" }, h("a", { class: "btn", href: "/new" }, icon("plus"), say("start.new")), form);
}

/** @param {HTMLElement} box */
async function showOwnGames(box) {
  const stored = seats();
  const tokens = [...new Set(Object.values(stored).map((seat) => seat.token))].slice(-MAX_TOKENS);
  if (!tokens.length) return patchChildren(box, noGames());
  /** @type {OwnTable[]} */
  let tables;
  try {
    tables = await post("/api/mine", { tokens });
  } catch (error) {
    if (!box.childElementCount) fill(box, h("p", { class: "meta quiet-note" }, icon("offline"), errorText(error)));
    return undefined;
  }
  for (const table of tables) {
    if (!stored[table.id])
      saveSeat(table.id, { token: tokens[table.token], seat: table.seat, name: table.seats[table.seat]?.name ?? "" });
  }
  if (!tables.length) return patchChildren(box, noGames());
  const sorted = tables.sort((a, b) => rank(a) - rank(b) || b.updated - a.updated);
  const first = sorted.slice(0, MAX_SHOWN);
  const rest = sorted.slice(MAX_SHOWN);
  const open = box.querySelector("details")?.open ?? false;
  return patchChildren(
    box,
    h("ul", {}, first.map(ownGame)),
    rest.length
      ? h("details", { open }, h("summary", {}, say("start.older", { n: rest.length })), h("ul", {}, rest.map(ownGame)))
      : null,
  );
}

/** The sort order of own games: those where the player must act first. @param {OwnTable} table */
const rank = (table) =>
  table.your_turn || table.kept ? 0 : table.status === "playing" ? 1 : table.status === "open" ? 2 : 3;

/** @param {OwnTable} table */
function ownGame(table) {
  const others = playerNames(table, table.seat);
  const players = others.length ? say("start.with", { names: listing(others) }) : say("start.alone");
  return tableRow(table, players, statusChip(table), table.kept ? say("start.kept_is") : clockOrDate(table));
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

function noGames() {
  return h(
    "div",
    { class: "no-games" },
    h("span", { class: "thumb empty" }),
    h("b", { class: "serif" }, say("start.none")),
    h("p", { class: "meta" }, say("start.none_why")),
  );
}

/** @param {HTMLElement} box */
async function showOpenTables(box) {
  /** @type {TableFacts[]} */
  let tables;
  try {
    tables = await get("/api/tables");
  } catch {
    return;
  }
  const own = seats();
  const free = tables.filter((table) => freeSeats(table).length && !own[table.id]).slice(0, MAX_OPEN);
  const watchable = tables.filter((table) => table.status === "playing" && table.options.spectators).length;
  patchChildren(
    box,
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
      watchable ? say("start.watch_now", { n: watchable }) : say("start.watch"),
    ),
  );
}
