// The end of a game: the portrait of the land with the final scoring, the result, where the points came from, and fairness.

import { post } from "../api.js";
import { seatToken } from "../art.js";
import { fill, h, reducedMotion, smallScreen } from "../dom.js";
import { icon } from "../icons.js";
import { navigate } from "../router.js";
import { scoreChart } from "../chart.js";
import { saveSeat, nonce } from "../settings.js";
import { listing, say } from "../words.js";
import { levelText, seatPicture } from "../lobby/characters.js";
import { pageHeader } from "../lobby/header.js";
import { download } from "./download.js";
import { fairness } from "./fairness.js";
import { FinalScoring } from "./final-scoring.js";
import { Portrait } from "./portrait.js";
import { scoreSize, scoreTitle } from "./score-texts.js";
import { scoreHistory, finalScoringStart, sourceOf, hasPoints, breakdown, total, winners } from "./scores.js";

/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("./store.js").TableStore} TableStore */

const CHART_HEIGHT = 260;

/**
 * The panel of the result.
 * @param {Shell} shell
 * @param {{back: () => void}} options `back` shows the board again
 */
export function resultPanel(shell, { back }) {
  const { store } = shell;
  const status = h("p", { class: "meta status", role: "status" });
  const finals = store.events.slice(finalScoringStart(store.events)).filter(hasPoints);
  const portrait = new Portrait(store);
  const steps = finals.length ? new FinalScoring(store, finals, portrait) : null;
  const title = h("h1", { tabindex: -1 }, headline(store));
  const scored = store.events.some(hasPoints);
  const el = h(
    "section",
    { class: "final", "data-final": "", "aria-label": say("final.label") },
    pageHeader("", { name: false }),
    h(
      "div",
      { class: "final-page" },
      h(
        "div",
        { class: "col lands" },
        h(
          "section",
          { class: "panel portrait steps", "aria-label": say("final.land", { names: listing(store.names) }) },
          h("div", { class: "frame" }, portrait.el),
          landCaption(shell, portrait, steps),
          steps?.el,
        ),
        scored ? chart(store) : null,
      ),
      h(
        "div",
        { class: "col" },
        h(
          "section",
          { class: "panel outcome" },
          h("p", { class: "meta" }, caption(store)),
          title,
          ranking(store),
          actions(shell, back, status),
          status,
        ),
        scored ? sourceTable(store) : null,
        fairness(store),
      ),
    ),
  );
  steps?.start();
  requestAnimationFrame(() => title.focus({ preventScroll: true }));
  return el;
}

/**
 * The name of the land, and what can be done with its portrait.
 * @param {Shell} shell
 * @param {Portrait} portrait
 * @param {FinalScoring|null} steps
 */
function landCaption(shell, portrait, steps) {
  const { store } = shell;
  const { id } = store.state.table;
  const button = (
    /** @type {string} */ name,
    /** @type {Parameters<typeof icon>[0]} */ picture,
    /** @type {() => void} */ act,
    /** @type {Record<string, string>} */ more = {},
  ) =>
    h(
      "button",
      { type: "button", class: "btn small", "data-do": name, onclick: act, ...more },
      icon(picture, "s"),
      h("span", {}, say(`final.${name}`)),
    );
  const owners = button(
    "owners",
    "fields",
    () => {
      const on = owners.getAttribute("aria-pressed") !== "true";
      owners.setAttribute("aria-pressed", String(on));
      void portrait.showOwners(on);
    },
    { "aria-pressed": "false" },
  );
  const grow = button("grow", "play", () => {
    steps?.finish();
    if (portrait.isGrowing) portrait.stop();
    else portrait.grow();
  });
  portrait.onGrowth = () =>
    fill(
      grow,
      icon(portrait.isGrowing ? "pause" : "play", "s"),
      h("span", {}, say(portrait.isGrowing ? "final.stop" : "final.grow")),
    );
  return h(
    "div",
    { class: "land-caption" },
    h(
      "p",
      { class: "grow" },
      h("b", { class: "serif" }, say("final.land", { names: listing(store.names) })),
      " ",
      h("span", { class: "meta" }, say("final.tiles", { tiles: store.board.length })),
    ),
    h(
      "div",
      { class: "row" },
      owners,
      reducedMotion() ? null : grow,
      button(
        "save",
        "download",
        () => void download(shell.notices, `/api/tables/${id}/portrait.png`, `bastide-${id}.png`),
      ),
    ),
  );
}

/** @param {TableStore} store */
function caption(store) {
  const { options } = store.state.table;
  const named = [options.preset, ...options.expansions].map((name) => say(`title.${name}`));
  return [
    named.slice(0, 3).join(", ") + (named.length > 3 ? "…" : ""),
    say("final.tiles", { tiles: store.board.length }),
    say(`final.${store.state.ended}`),
  ].join(" · ");
}

/** @param {TableStore} store */
function headline(store) {
  const { winners: winning, table: facts, ended } = store.state;
  const names = listing(winning.map((seat) => store.name(seat)));
  const mine = winning[0] === store.seat;
  if (winning.length > 1) return say("final.tie", { names });
  const out = facts.seats.flatMap((sitting, seat) => (sitting?.out ? [seat] : []));
  const rest = facts.seats.flatMap((sitting, seat) =>
    sitting?.out || winning.includes(seat) ? [] : [store.view.scores[seat]],
  );
  const losers = listing(out.map((seat) => store.name(seat)));
  if (!rest.length && out.length)
    return ended === "flagged"
      ? say("final.left_flagged", { losers, names })
      : say("final.left_resigned", { losers, names });
  const points = store.view.scores[winning[0]] - Math.max(0, ...rest);
  if (points > 0 && rest.length)
    return mine ? say("final.you_win_by", { points }) : say("final.wins_by", { names, points });
  return mine ? say("final.you_win") : say("final.wins", { names });
}

/**
 * The buttons of the result.
 * @param {Shell} shell
 * @param {() => void} back
 * @param {HTMLElement} status
 */
function actions(shell, back, status) {
  const { store } = shell;
  const { id } = store.state.table;
  const setStatus = (/** @type {string} */ text) => {
    status.textContent = text;
  };
  const again = store.state.rematch ? say("final.join_rematch") : say("final.rematch");
  const mayPlayAgain = store.live && store.seat !== null && store.token;
  return h(
    "div",
    { class: "outcome-acts" },
    h(
      "div",
      { class: "row main-acts" },
      mayPlayAgain
        ? h(
            "button",
            { type: "button", class: "btn pri big", "data-do": "rematch", onclick: () => void rematch(store, status) },
            icon("turn"),
            again,
          )
        : null,
      h("a", { class: "btn big", href: `/replay/${id}`, "data-do": "replay" }, icon("chart"), say("final.replay")),
    ),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          type: "button",
          class: "btn",
          "data-do": "share",
          onclick: () => void share(`${location.origin}/replay/${id}`, say("final.copied"), setStatus),
        },
        icon("share", "s"),
        say("final.share"),
      ),
      h("a", { class: "btn", href: "/", "data-do": "another" }, say("final.another")),
      h(
        "button",
        { type: "button", class: "btn", "data-do": "look", onclick: back },
        icon("eye", "s"),
        say("final.board"),
      ),
    ),
  );
}

/**
 * Share a link with the device's own dialog, or copy it.
 * @param {string} url
 * @param {string} copied the text after copying
 * @param {(text: string) => void} notify
 */
export async function share(url, copied, notify) {
  try {
    if (smallScreen() && navigator.share) {
      await navigator.share({ url });
      return;
    }
    await navigator.clipboard.writeText(url);
    notify(copied);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError"))
      notify(say("final.copy_failed", { link: url }));
  }
}

/**
 * Go to the rematch; its seats are reserved for the same players.
 * @param {TableStore} store
 * @param {HTMLElement} status
 */
async function rematch(store, status) {
  const { token, seat } = store;
  if (!token || seat === null) return;
  try {
    const id = store.state.rematch ?? (await post(`/api/tables/${store.state.table.id}/rematch`, undefined, token)).id;
    saveSeat(id, { token, seat, name: store.name(seat) });
    await post(`/api/tables/${id}/seats`, { nonce: nonce() }, token).catch(() => null);
    navigate(`/table/${id}`);
  } catch (error) {
    status.textContent = error instanceof Error ? error.message : String(error);
  }
}

/**
 * The ranking; players who left come last.
 * @param {TableStore} store
 */
function ranking(store) {
  const { winners: winning, table: facts } = store.state;
  const points = store.view.scores;
  const value = (/** @type {number} */ seat) =>
    (winning.includes(seat) ? 1e9 : facts.seats[seat]?.out ? -1e9 : 0) + points[seat];
  const order = facts.seats.map((_, seat) => seat).sort((a, b) => value(b) - value(a));
  const place = (/** @type {number} */ seat) => 1 + order.filter((other) => value(other) > value(seat)).length;
  return h(
    "ol",
    { class: "ranking", "aria-label": say("final.ranking") },
    order.map((seat) =>
      h(
        "li",
        { class: `card ${winning.includes(seat) ? "won" : ""}` },
        h("span", { class: "place num" }, place(seat)),
        seatPicture(seat, store.state.table.seats[seat]?.bot),
        h(
          "div",
          { class: "grow" },
          h("div", { class: "nm" }, h("b", {}, store.name(seat)), tags(store, seat)),
          h("div", { class: "cap" }, bestScore(store, seat)),
        ),
        h("span", { class: "num points" }, points[seat]),
      ),
    ),
  );
}

/**
 * @param {TableStore} store
 * @param {number} seat
 */
function tags(store, seat) {
  const sitting = store.state.table.seats[seat];
  const texts = [];
  if (seat === store.seat) texts.push(say("players.you"));
  if (sitting?.bot) texts.push(say("players.bot", { level: levelText(sitting.bot) }));
  if (sitting?.out) texts.push(sitting.out === "flagged" ? say("players.flagged") : say("players.resigned"));
  if (sitting?.before?.length) texts.push(say("seats.before", { names: listing(sitting.before) }));
  return texts.map((tag) => h("span", { class: "tag" }, tag));
}

/**
 * The best single score of a seat.
 * @param {TableStore} store
 * @param {number} seat
 */
function bestScore(store, seat) {
  const own = store.events.filter((event) => winners(event).includes(seat) && (event.points ?? 0) > 0);
  if (!own.length) return "";
  const highest = own.reduce((most, event) => ((event.points ?? 0) > (most.points ?? 0) ? event : most));
  return say(`final.best.${sourceOf(highest)}`, { points: highest.points ?? 0 });
}

/**
 * The table of points by source; each number expands to its parts.
 * @param {TableStore} store
 */
function sourceTable(store) {
  const seats = store.view.scores.length;
  const rows = breakdown(store.events, seats);
  const body = h(
    "tbody",
    {},
    rows.map(({ id, points }) => {
      const most = Math.max(...points);
      const row = h(
        "tr",
        { "data-origin": id },
        h("th", { scope: "row" }, say(`final.origin.${id}`)),
        points.map((sum, seat) => {
          const star = sum === most && sum > 0 && points.some((other) => other < most);
          if (!sum) return h("td", {}, h("span", { class: "none" }, "0"));
          const button = h(
            "button",
            {
              type: "button",
              "aria-expanded": "false",
              "aria-label": say("final.cell", {
                name: store.name(seat),
                origin: say(`final.origin.${id}`),
                points: sum,
              }),
              onclick: () => toggleDetail(store, row, button, id, seat),
            },
            sum,
          );
          return h(
            "td",
            { class: star ? "most" : "" },
            button,
            star
              ? h(
                  "span",
                  { class: "star", title: say("final.most") },
                  "★",
                  h("span", { class: "sr" }, say("final.most")),
                )
              : null,
          );
        }),
      );
      return row;
    }),
  );
  const sums = total(store.events, seats);
  return h(
    "section",
    { class: "panel part" },
    h("h2", {}, say("final.origins")),
    h(
      "div",
      { class: "scrolls", tabindex: 0, role: "group", "aria-label": say("final.origins") },
      h(
        "table",
        { class: "origins" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("td", {}),
            sums.map((_, seat) =>
              h(
                "th",
                { scope: "col" },
                h("span", { class: "row" }, seatToken(seat, "s"), h("span", { class: "name" }, store.name(seat))),
              ),
            ),
          ),
        ),
        body,
        h(
          "tfoot",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "row" }, say("final.total")),
            sums.map((sum) => h("td", {}, sum)),
          ),
        ),
      ),
    ),
  );
}

/**
 * Expand or collapse a number of the table.
 * @param {TableStore} store
 * @param {HTMLTableRowElement} row
 * @param {HTMLElement} button
 * @param {string} id
 * @param {number} seat
 */
function toggleDetail(store, row, button, id, seat) {
  const open = button.getAttribute("aria-expanded") === "true";
  for (const other of row.parentElement?.querySelectorAll("tr.detail") ?? []) other.remove();
  for (const other of row.parentElement?.querySelectorAll("[aria-expanded=true]") ?? [])
    other.setAttribute("aria-expanded", "false");
  if (open) return;
  button.setAttribute("aria-expanded", "true");
  const own = store.events.filter(
    (event) => hasPoints(event) && winners(event).includes(seat) && sourceOf(event) === id,
  );
  const sums = own.flatMap((event) => [
    h("dt", {}, [scoreTitle(event), scoreSize(event)].filter(Boolean).join(", ")),
    h("dd", {}, event.points ?? 0),
  ]);
  row.after(
    h(
      "tr",
      { class: "detail" },
      h(
        "td",
        { colspan: row.childElementCount },
        h(
          "div",
          { class: "why" },
          h("p", { class: "row" }, seatToken(seat, "s"), h("b", {}, store.name(seat))),
          h("dl", { class: "sums" }, sums),
        ),
      ),
    ),
  );
}

/** @param {TableStore} store */
function chart(store) {
  const names = store.names;
  const sums = store.view.scores;
  const history = scoreHistory(store.events, sums.length);
  const box = h("div", { class: "plot-box" });
  const label = say("final.plot", {
    scores: sums.map((points, seat) => say("players.points", { name: names[seat], points })).join(", "),
  });
  const draw = () => {
    const width = Math.floor(box.clientWidth);
    if (width > 0)
      fill(
        box,
        scoreChart(history, {
          width,
          height: CHART_HEIGHT,
          names,
          ends: width < 480 ? "points" : "names",
          label,
          final: say("final.axis"),
        }),
      );
  };
  new ResizeObserver(draw).observe(box);
  return h("section", { class: "panel part" }, h("h2", {}, say("final.over_time")), box);
}
