// The score card: where the points of a score come from, who gets them, and why. In the rail, on phones in a sheet.

import { seatToken } from "../art.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { say } from "../words.js";
import { reasonText, rulesPage, scoreLines, scoreSize, scoreTitle, strengthText, winnerNames } from "./score-texts.js";
import { winners } from "./scores.js";

/**
 * Build the card of a score.
 * @param {import("./store.js").TableStore} store
 * @param {import("./score-pill.js").Score} score
 * @param {{waits: boolean, close: () => void}} options `waits`: whether the game goes on once it is closed
 */
export function scoreCard(store, { event, before, after }, { waits, close }) {
  const winning = winners(event);
  const rows = winning.map((seat) =>
    h(
      "div",
      { class: "row" },
      seatToken(seat, "m"),
      h("b", {}, store.name(seat)),
      h("span", { class: "cap grow" }, strengthText(store, event, seat)),
      h("span", { class: "pt", "aria-hidden": "true" }, `${before[seat]} → `, h("b", {}, after[seat])),
      h("span", { class: "sr" }, say("score.from_to_spoken", { before: before[seat], after: after[seat] })),
    ),
  );
  const totalLabel = winning.length === 1 ? say("score.gets", { name: store.name(winning[0]) }) : say("score.each");
  const reason = reasonText(store, event);
  const button = h(
    "button",
    { type: "button", class: "btn pri grow", "data-do": waits ? "continue" : "close-card", onclick: close },
    say(waits ? "score.continue" : "play.close"),
    h("kbd", { "aria-hidden": "true" }, waits ? "↵" : "Esc"),
  );
  const el = h(
    "section",
    {
      class: `scorecard still scrolls ${waits ? "waits" : ""}`,
      role: "dialog",
      "aria-labelledby": "scorecard-what scorecard-title",
    },
    h(
      "div",
      { class: "head" },
      h(
        "div",
        { class: "grow" },
        h("p", { class: "glow-eyebrow", id: "scorecard-what" }, scoreTitle(event)),
        h("h2", { id: "scorecard-title" }, scoreSize(event) || winnerNames(store, event)),
      ),
      h("div", { class: "bigpts" }, event.points ?? 0),
    ),
    scoreLines(event, totalLabel),
    h("div", { class: "who" }, rows),
    reason ? h("p", { class: "meta" }, reason) : null,
    h(
      "div",
      { class: "row acts" },
      button,
      h("a", { class: "btn quiet", href: rulesPage(event), target: "_blank" }, icon("book"), say("score.rule")),
    ),
  );
  return { el, button };
}
