// Public tables: games to watch, open tables to join, finished games to replay.

import { get } from "../api.js";
import { fill, h, patchChildren } from "../dom.js";
import { pageHeader } from "../lobby/header.js";
import { icon } from "../icons.js";
import { gameRow, openRow } from "../lobby/rows.js";
import { errorText } from "../lobby/seats.js";
import { freeSeats } from "../lobby/tables.js";
import { seats } from "../settings.js";
import { say } from "../words.js";

/** @typedef {import("../types.js").TableFacts} TableFacts */

/** Milliseconds between refreshes. */
const REFRESH_INTERVAL = 15_000;

/**
 * @param {HTMLElement} root
 * @param {{query: URLSearchParams}} params
 */
export async function show(root, { query }) {
  const finished = query.has("finished");
  document.title = `${finished ? say("watch.replays") : say("watch.title")} · Bastide`;
  const box = h("div", { class: "piled roomy" });
  fill(
    root,
    pageHeader(finished ? "replays" : "watch"),
    h(
      "main",
      { class: "page watch" },
      h("h1", {}, finished ? say("watch.replays") : say("watch.title")),
      h("p", { class: "intro" }, finished ? say("watch.replays_lead") : say("watch.lead")),
      box,
    ),
  );

  async function refresh() {
    try {
      const tables = await get("/api/tables");
      patchChildren(box, finished ? finishedTables(tables) : currentTables(tables));
    } catch (error) {
      if (!box.querySelector("section"))
        fill(box, h("p", { class: "meta quiet-note" }, icon("offline"), errorText(error)));
    }
  }

  const refreshIfVisible = () => {
    if (document.visibilityState === "visible") refresh();
  };
  const timer = setInterval(refreshIfVisible, REFRESH_INTERVAL);
  addEventListener("online", refreshIfVisible);
  await refresh();
  return () => {
    clearInterval(timer);
    removeEventListener("online", refreshIfVisible);
  };
}

/**
 * @param {string} id
 * @param {string} title
 * @param {HTMLElement[]} rows
 * @param {string} none
 */
function section(id, title, rows, none) {
  return h(
    "section",
    { class: "panel blk", "aria-labelledby": id },
    h("h2", { id }, title),
    rows.length ? h("ul", {}, rows) : h("p", { class: "meta" }, none),
  );
}

/** @param {TableFacts[]} tables */
function currentTables(tables) {
  const own = seats();
  const playing = tables.filter((table) => table.status === "playing" && table.options.spectators);
  const open = tables.filter((table) => freeSeats(table).length && !own[table.id]);
  return [
    section("playing", say("watch.playing"), playing.map(gameRow), say("watch.playing_none")),
    section("open", say("start.open"), open.map(openRow), say("start.open_none")),
  ];
}

/** @param {TableFacts[]} tables */
function finishedTables(tables) {
  const ended = tables.filter((table) => table.status === "over");
  return [section("over", say("watch.finished"), ended.map(gameRow), say("watch.finished_none"))];
}
