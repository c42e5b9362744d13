// The end of a game: who won, where the points came from, the final scoring step by step, and how the scores went.

import { get, post } from "../api.js";
import { seatToken } from "../art.js";
import { fill, h, narrow } from "../dom.js";
import { icon } from "../icons.js";
import { go } from "../main.js";
import { plot } from "../plot.js";
import { keepSeat, nonce } from "../settings.js";
import { listing, say } from "../words.js";
import { pageBar } from "./bar.js";
import { FinalSteps } from "./finalsteps.js";
import { size, what } from "./reckoning.js";
import { course, finalFrom, origin, scores, table, total, winners } from "./tally.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./model.js").Model} Model */

const PLOT_HEIGHT = 260;

/**
 * The result of a game.
 * @param {Desk} desk
 * @param {{back: () => void}} how what shows the board again
 */
export function finalPanel(desk, { back }) {
  const { model } = desk;
  const status = h("p", { class: "meta status", role: "status" });
  const finals = model.events.slice(finalFrom(model.events)).filter(scores);
  const steps = finals.length ? new FinalSteps(model, finals) : null;
  const title = h("h1", { tabindex: -1 }, headline(model));
  const el = h(
    "section",
    { class: "final", "data-final": "", "aria-label": say("final.label") },
    pageBar("", { name: false }),
    h(
      "div",
      { class: "final-page" },
      h(
        "div",
        { class: "final-head" },
        h("div", { class: "grow" }, h("p", { class: "meta" }, caption(model)), title),
        h("div", { class: "acts" }, actions(desk, back, status)),
      ),
      status,
      h(
        "div",
        { class: "final-cols" },
        h("div", { class: "col" }, ranking(model), steps?.el),
        h(
          "div",
          { class: "col" },
          model.events.some(scores) ? [origins(model), overTime(model)] : null,
          fairness(model),
        ),
      ),
    ),
  );
  steps?.begin();
  requestAnimationFrame(() => title.focus({ preventScroll: true }));
  return el;
}

/** @param {Model} model */
function caption(model) {
  const { options } = model.state.table;
  const named = [options.preset, ...options.expansions].map((name) => say(`title.${name}`));
  return [
    named.slice(0, 3).join(", ") + (named.length > 3 ? "…" : ""),
    say("final.tiles", { tiles: model.board.length }),
    say(`final.${model.state.ended}`),
  ].join(" · ");
}

/** @param {Model} model */
function headline(model) {
  const { winners: won, table: facts, ended } = model.state;
  const names = listing(won.map((seat) => model.name(seat)));
  if (won.length > 1) return say("final.tie", { names });
  const out = facts.seats.flatMap((sitting, seat) => (sitting?.out ? [seat] : []));
  const rest = facts.seats.flatMap((sitting, seat) =>
    sitting?.out || won.includes(seat) ? [] : [model.view.scores[seat]],
  );
  const losers = listing(out.map((seat) => model.name(seat)));
  if (!rest.length && out.length)
    return ended === "flagged"
      ? say("final.left_flagged", { losers, names })
      : say("final.left_resigned", { losers, names });
  const points = model.view.scores[won[0]] - Math.max(0, ...rest);
  return points > 0 && rest.length ? say("final.wins_by", { names, points }) : say("final.wins", { names });
}

/**
 * What can be done now.
 * @param {Desk} desk
 * @param {() => void} back
 * @param {HTMLElement} status
 */
function actions(desk, back, status) {
  const { model } = desk;
  const { id } = model.state.table;
  const tell = (/** @type {string} */ text) => {
    status.textContent = text;
  };
  const again = model.state.rematch ? say("final.join_rematch") : say("final.rematch");
  return [
    h("button", { type: "button", class: "btn", "data-do": "look", onclick: back }, icon("eye"), say("final.board")),
    h(
      "button",
      {
        type: "button",
        class: "btn",
        "data-do": "share",
        onclick: () => void share(`${location.origin}/replay/${id}`, say("final.copied"), tell),
      },
      icon("share"),
      say("final.share"),
    ),
    h("a", { class: "btn", href: `/replay/${id}`, "data-do": "replay" }, icon("play"), say("final.replay")),
    model.live && model.seat !== null && model.token
      ? h(
          "button",
          { type: "button", class: "btn pri", "data-do": "rematch", onclick: () => void rematch(model, status) },
          again,
        )
      : null,
  ];
}

/**
 * Hand on a link: by the device's own means if it has any, else by copying it.
 * @param {string} url
 * @param {string} copied what to say then
 * @param {(text: string) => void} tell
 */
export async function share(url, copied, tell) {
  try {
    if (narrow() && navigator.share) {
      await navigator.share({ url });
      return;
    }
    await navigator.clipboard.writeText(url);
    tell(copied);
  } catch (reason) {
    if (!(reason instanceof DOMException && reason.name === "AbortError"))
      tell(say("final.copy_failed", { link: url }));
  }
}

/**
 * Play again: the seats of the next table are kept for the same people.
 * @param {Model} model
 * @param {HTMLElement} status
 */
async function rematch(model, status) {
  const { token, seat } = model;
  if (!token || seat === null) return;
  try {
    const id = model.state.rematch ?? (await post(`/api/tables/${model.state.table.id}/rematch`, undefined, token)).id;
    keepSeat(id, { token, seat, name: model.name(seat) });
    await post(`/api/tables/${id}/seats`, { nonce: nonce() }, token).catch(() => null);
    go(`/table/${id}`);
  } catch (reason) {
    status.textContent = reason instanceof Error ? reason.message : String(reason);
  }
}

/**
 * All seats, the best first; those who left come last.
 * @param {Model} model
 */
function ranking(model) {
  const { winners: won, table: facts } = model.state;
  const points = model.view.scores;
  const value = (/** @type {number} */ seat) =>
    (won.includes(seat) ? 1e9 : facts.seats[seat]?.out ? -1e9 : 0) + points[seat];
  const order = facts.seats.map((_, seat) => seat).sort((a, b) => value(b) - value(a));
  const place = (/** @type {number} */ seat) => 1 + order.filter((other) => value(other) > value(seat)).length;
  return h(
    "ol",
    { class: "ranking", "aria-label": say("final.ranking") },
    order.map((seat) =>
      h(
        "li",
        { class: `card ${won.includes(seat) ? "won" : ""}` },
        h("span", { class: "place num" }, place(seat)),
        seatToken(seat),
        h(
          "div",
          { class: "grow" },
          h("div", { class: "nm" }, h("b", {}, model.name(seat)), remarks(model, seat)),
          h("div", { class: "cap" }, best(model, seat)),
        ),
        h("span", { class: "num points" }, points[seat]),
      ),
    ),
  );
}

/**
 * @param {Model} model
 * @param {number} seat
 */
function remarks(model, seat) {
  const sitting = model.state.table.seats[seat];
  const tags = [];
  if (seat === model.seat) tags.push(say("players.you"));
  if (sitting?.bot) tags.push(say("players.bot"));
  if (sitting?.out) tags.push(sitting.out === "flagged" ? say("players.flagged") : say("players.resigned"));
  return tags.map((tag) => h("span", { class: "tag" }, tag));
}

/**
 * The most that a seat got at once, in words.
 * @param {Model} model
 * @param {number} seat
 */
function best(model, seat) {
  const own = model.events.filter((event) => winners(event).includes(seat) && (event.points ?? 0) > 0);
  if (!own.length) return "";
  const found = own.reduce((most, event) => ((event.points ?? 0) > (most.points ?? 0) ? event : most));
  return say(`final.best.${origin(found)}`, { points: found.points ?? 0 });
}

/**
 * A table of what everybody got for what; any number tells what it is the sum of.
 * @param {Model} model
 */
function origins(model) {
  const seats = model.view.scores.length;
  const rows = table(model.events, seats);
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
                name: model.name(seat),
                origin: say(`final.origin.${id}`),
                points: sum,
              }),
              onclick: () => detail(model, row, button, id, seat),
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
  const sums = total(model.events, seats);
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
                h("span", { class: "row" }, seatToken(seat, "s"), h("span", { class: "name" }, model.name(seat))),
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
 * Show below a row what one of its numbers is made of, or hide it again.
 * @param {Model} model
 * @param {HTMLTableRowElement} row
 * @param {HTMLElement} button
 * @param {string} id
 * @param {number} seat
 */
function detail(model, row, button, id, seat) {
  const open = button.getAttribute("aria-expanded") === "true";
  for (const other of row.parentElement?.querySelectorAll("tr.detail") ?? []) other.remove();
  for (const other of row.parentElement?.querySelectorAll("[aria-expanded=true]") ?? [])
    other.setAttribute("aria-expanded", "false");
  if (open) return;
  button.setAttribute("aria-expanded", "true");
  const own = model.events.filter((event) => scores(event) && winners(event).includes(seat) && origin(event) === id);
  const sums = own.flatMap((event) => [
    h("dt", {}, [what(event), size(event)].filter(Boolean).join(", ")),
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
          h("p", { class: "row" }, seatToken(seat, "s"), h("b", {}, model.name(seat))),
          h("dl", { class: "sums" }, sums),
        ),
      ),
    ),
  );
}

/** @param {Model} model */
function overTime(model) {
  const names = model.names;
  const sums = model.view.scores;
  const way = course(model.events, sums.length);
  const box = h("div", { class: "plot-box" });
  const label = say("final.plot", {
    scores: sums.map((points, seat) => say("players.points", { name: names[seat], points })).join(", "),
  });
  const draw = () => {
    const width = Math.floor(box.clientWidth);
    if (width > 0)
      fill(
        box,
        plot(way, {
          width,
          height: PLOT_HEIGHT,
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

/**
 * The promise about the draws, and how to check that it was kept.
 * @param {Model} model
 */
function fairness(model) {
  const body = h("div", { class: "fair-body" });
  const box = h(
    "details",
    {
      class: "fair",
      ontoggle: () => {
        if (box.open && !body.childElementCount) void tellFairness(model, body);
      },
    },
    h("summary", {}, icon("lock", "s"), h("span", {}, say("final.fair"), " ", h("u", {}, say("final.fair_check")))),
    body,
  );
  return box;
}

/**
 * @param {Model} model
 * @param {HTMLElement} body
 */
async function tellFairness(model, body) {
  const { id } = model.state.table;
  fill(body, h("p", { class: "meta" }, say("final.fair_wait")));
  try {
    const { fair } = await get(`/api/tables/${id}/record`);
    const row = (/** @type {string} */ name, /** @type {string} */ value) => [
      h("dt", {}, name),
      h("dd", {}, h("code", {}, value)),
    ];
    fill(
      body,
      h("p", { class: "meta" }, say("final.fair_how")),
      h(
        "dl",
        { class: "fair-facts" },
        row(say("final.fair_promise"), fair.commitment),
        row(say("final.fair_secret"), fair.secret),
        row(say("final.fair_salt"), fair.salt),
      ),
      h("p", { class: "verdict", role: "status" }, await verdict(fair)),
      h("p", { class: "meta" }, say("final.fair_draws"), " ", h("code", {}, `bastide verify bastide-${id}.json`)),
      h(
        "p",
        {},
        h(
          "a",
          { class: "btn small", href: `/api/tables/${id}/record`, download: `bastide-${id}.json` },
          icon("download", "s"),
          say("final.fair_record"),
        ),
      ),
    );
  } catch (reason) {
    fill(body, h("p", { class: "meta" }, reason instanceof Error ? reason.message : String(reason)));
  }
}

/**
 * Work out whether a secret is the one that was promised.
 * @param {{secret: string, commitment: string}} fair
 */
async function verdict({ secret, commitment }) {
  if (!globalThis.crypto?.subtle) return say("final.fair_unknown");
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return found === commitment ? say("final.fair_ok") : say("final.fair_wrong");
}
