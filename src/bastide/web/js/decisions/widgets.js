// Widgets of decisions: cards to choose from, buttons, chips and emblems.

import { piecePicture } from "../art.js";
import { h, s } from "../dom.js";
import { capital, say } from "../words.js";

/** @typedef {import("../game/shell.js").Shell} Shell */
/** @typedef {import("../game/dock.js").Decision} Decision */
/** @typedef {import("../game/store.js").TableStore} TableStore */
/** @typedef {import("../types.js").ActionData} Option */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").PlacedPiece} PlacedPiece */
/** @typedef {import("../types.js").FeatureFacts} FeatureFacts */
/**
 * @typedef {object} Card
 * @property {string} key identifies it
 * @property {string} title
 * @property {string} [text]
 * @property {string} [big] a large number
 * @property {Node|null} [picture] before the text
 * @property {(Node|null)[]} [more] below the text
 * @property {string} [off] why it is disabled, if so
 */

/**
 * Cards as a group of radio buttons; the keys 1 to 9 choose too.
 * @param {Card[]} list
 * @param {{label: string, picked?: number, pick?: (i: number) => void, go?: () => void, class?: string}} how
 */
export function cards(list, { label, picked = -1, pick = () => {}, go = () => {}, class: name = "" }) {
  const free = list.flatMap((card, i) => (card.off ? [] : [i]));
  const numbered = list.length > 1 && list.length < 10;
  const captions = list.map((card) =>
    card.off || card.text !== undefined ? h("span", { class: "cap" }, card.off || card.text) : null,
  );
  const buttons = list.map((card, i) =>
    h(
      "button",
      {
        type: "button",
        class: `choice${card.off ? " off" : ""}`,
        role: "radio",
        "data-choose": card.key,
        "aria-checked": "false",
        "aria-disabled": card.off ? "true" : null,
        onclick: () => choose(i),
        onkeydown: (/** @type {KeyboardEvent} */ event) => step(event, i),
      },
      numbered && h("kbd", { "aria-hidden": "true" }, i + 1),
      card.picture,
      h(
        "span",
        { class: "says" },
        h("b", {}, card.title),
        card.big && h("span", { class: "big num" }, card.big),
        captions[i],
      ),
      card.more ?? [],
    ),
  );
  const el = h("div", { class: `cards ${name}`, role: "radiogroup", "aria-label": label }, buttons);
  let now = -1;

  /** @param {number} i */
  function choose(i, told = true) {
    if (!free.includes(i)) return;
    now = i;
    mark();
    if (told) pick(i);
  }

  function mark() {
    buttons.forEach((button, i) => {
      button.setAttribute("aria-checked", String(i === now));
      button.tabIndex = i === (now < 0 ? free[0] : now) ? 0 : -1;
    });
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} i
   */
  function step(event, i) {
    const move = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (event.key === "Enter" && i === now) {
      event.preventDefault();
      event.stopPropagation();
      go();
    }
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    const next = free[(free.indexOf(i) + move + free.length) % free.length];
    choose(next);
    buttons[next].focus();
  }

  mark();
  if (picked >= 0) choose(picked, false);
  /** @type {Record<string, () => void>} */
  const keys = {};
  if (numbered)
    list.forEach((_, i) => {
      keys[String(i + 1)] = () => choose(i);
    });
  return {
    el,
    keys,
    get picked() {
      return now;
    },
    /** Choose a card without a callback. @param {number} i */
    set(i) {
      choose(i, false);
      buttons[i]?.scrollIntoView({ block: "nearest" });
    },
    /**
     * Replace the text of a card.
     * @param {number} i
     * @param {string} text
     */
    say(i, text) {
      const caption = captions[i];
      if (caption) caption.textContent = text;
    },
  };
}

/**
 * The button that submits a decision.
 * @param {string} label
 * @param {() => void} act
 */
export function goButton(label, act) {
  const words = h("span", {}, label);
  const button = h(
    "button",
    {
      type: "button",
      class: "btn pri",
      "data-do": "go",
      onclick: () => {
        if (button.getAttribute("aria-disabled") !== "true") act();
      },
    },
    words,
  );
  return {
    el: button,
    /**
     * @param {string} text
     * @param {string} [off] why it is disabled, if so
     */
    say(text, off = "") {
      words.textContent = text;
      button.classList.toggle("off", off !== "");
      button.setAttribute("aria-disabled", String(off !== ""));
      button.title = off;
    },
  };
}

/**
 * The button that passes, if that is an option.
 * @param {Shell} shell
 * @param {Option[]} options
 * @param {string} label
 * @returns {HTMLElement[]}
 */
export function leaveButtons(shell, options, label) {
  const pass = options.find((option) => option.do === "pass");
  if (!pass) return [];
  return [
    h("button", { type: "button", class: "btn", "data-do": "skip", onclick: () => void shell.choose(pass) }, label),
  ];
}

/**
 * The emblem at the head of a decision.
 * @param {Node} picture
 */
export const emblem = (picture) => h("span", { class: "emblem", "aria-hidden": "true" }, picture);

/**
 * A drawing for an emblem, in a square of 40 units.
 * @param {...[string, string]} strokes the class of each path, and its data
 */
export function sign(...strokes) {
  return s(
    "svg",
    { viewBox: "0 0 40 40", class: "sign" },
    strokes.map(([name, d]) => s("path", { class: name, d })),
  );
}

/**
 * A row of pieces as a group of radio buttons.
 * @param {string[]} kinds
 * @param {{label: string, seat: number|null, pick: (kind: string) => void, names?: (kind: string) => string, pictures?: (kind: string) => Node}} how
 */
export function pieceChips(
  kinds,
  { label, seat, pick, names = (kind) => capital(say(`piece.${kind}`)), pictures = (kind) => piecePicture(kind, seat) },
) {
  const group = h("div", { class: "pieces", role: "radiogroup", "aria-label": label });
  const buttons = kinds.map((kind) =>
    h(
      "button",
      {
        type: "button",
        class: "piece",
        role: "radio",
        "data-piece": kind,
        "aria-checked": "false",
        onclick: () => choose(kind),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          const move = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
          if (!move) return;
          event.preventDefault();
          event.stopPropagation();
          const next = (kinds.indexOf(kind) + move + kinds.length) % kinds.length;
          choose(kinds[next]);
          buttons[next].focus();
        },
      },
      pictures(kind),
      h("span", {}, names(kind)),
    ),
  );
  /** @param {string} kind */
  function choose(kind, told = true) {
    buttons.forEach((button, i) => {
      button.setAttribute("aria-checked", String(kinds[i] === kind));
      button.tabIndex = kinds[i] === kind ? 0 : -1;
    });
    if (told) pick(kind);
  }
  group.append(...buttons);
  choose(kinds[0], false);
  return group;
}
