// Widgets of decisions: cards, buttons, chips, emblems and sliders.

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
 * @property {string} [disabled] why it cannot be chosen, if so
 */

/**
 * The step of an arrow key through a list: 1, -1, or undefined for any other key.
 * @param {KeyboardEvent} event
 */
function arrowStep(event) {
  return { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
}

/**
 * Cards as a group of radio buttons; the keys 1 to 9 choose as well.
 * @param {Card[]} list
 * @param {{label: string, picked?: number, pick?: (i: number) => void, submit?: () => void, class?: string}} options
 */
export function cards(list, { label, picked = -1, pick = () => {}, submit = () => {}, class: name = "" }) {
  const enabled = list.flatMap((card, i) => (card.disabled ? [] : [i]));
  const numbered = list.length > 1 && list.length < 10;
  const captions = list.map((card) =>
    card.disabled || card.text !== undefined ? h("span", { class: "cap" }, card.disabled || card.text) : null,
  );
  const buttons = list.map((card, i) =>
    h(
      "button",
      {
        type: "button",
        class: `choice${card.disabled ? " off" : ""}`,
        role: "radio",
        "data-choose": card.key,
        "aria-checked": "false",
        "aria-disabled": card.disabled ? "true" : null,
        onclick: () => choose(i),
        onkeydown: (/** @type {KeyboardEvent} */ event) => onKey(event, i),
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
  let current = -1;

  /** @param {number} i */
  function choose(i, notify = true) {
    if (!enabled.includes(i)) return;
    current = i;
    mark();
    if (notify) pick(i);
  }

  function mark() {
    buttons.forEach((button, i) => {
      button.setAttribute("aria-checked", String(i === current));
      button.tabIndex = i === (current < 0 ? enabled[0] : current) ? 0 : -1;
    });
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} i
   */
  function onKey(event, i) {
    const step = arrowStep(event);
    if (!step && !(event.key === "Enter" && i === current)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!step) return void submit();
    const next = enabled[(enabled.indexOf(i) + step + enabled.length) % enabled.length];
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
      return current;
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
    setText(i, text) {
      const caption = captions[i];
      if (caption) caption.textContent = text;
    },
  };
}

/**
 * Cards with a button that submits the chosen one.
 * @param {Card[]} list
 * @param {object} options
 * @param {string} options.label
 * @param {(i: number) => string} options.button the label of the button; the index is -1 if no card is chosen
 * @param {(i: number) => void} options.submit
 * @param {(i: number) => void} [options.pick] called with the chosen card, and at first with the one chosen already
 * @param {number} [options.picked] the card chosen at first
 * @param {string} [options.class]
 */
export function cardForm(list, { label, button, submit, pick = () => {}, picked = -1, class: name }) {
  const act = () => {
    if (shown.picked >= 0) submit(shown.picked);
  };
  const go = submitButton("", act);
  const update = () => {
    go.update(button(shown.picked), shown.picked < 0 ? say("decide.choose_first") : "");
    pick(shown.picked);
  };
  const shown = cards(list, { label, picked, class: name, pick: update, submit: act });
  update();
  return {
    el: shown.el,
    button: go.el,
    keys: shown.keys,
    setText: shown.setText,
    submit: act,
    /** Choose a card, or submit it if it is chosen already. @param {number} i */
    pick(i) {
      if (shown.picked === i) return act();
      shown.set(i);
      update();
    },
  };
}

/** The class of a list of cards, which scrolls if it is long. @param {unknown[]} list */
export const listClass = (list) => `list${list.length > 4 ? " long" : ""}`;

/**
 * The button that submits a decision.
 * @param {string} label
 * @param {() => void} submit
 */
export function submitButton(label, submit) {
  const text = h("span", {}, label);
  const button = h(
    "button",
    {
      type: "button",
      class: "btn pri",
      "data-do": "go",
      onclick: () => {
        if (button.getAttribute("aria-disabled") !== "true") submit();
      },
    },
    text,
  );
  return {
    el: button,
    /**
     * @param {string} newLabel
     * @param {string} [disabled] why it is disabled, if so
     */
    update(newLabel, disabled = "") {
      text.textContent = newLabel;
      button.classList.toggle("off", disabled !== "");
      button.setAttribute("aria-disabled", String(disabled !== ""));
      button.title = disabled;
    },
  };
}

/**
 * The button that passes, if passing is an option.
 * @param {Shell} shell
 * @param {Option[]} options
 * @param {string} label
 * @returns {HTMLElement[]}
 */
export function passButtons(shell, options, label) {
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
 * @param {{label: string, seat: number|null, pick: (kind: string) => void, names?: (kind: string) => string, pictures?: (kind: string) => Node}} options
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
          const step = arrowStep(event);
          if (!step) return;
          event.preventDefault();
          event.stopPropagation();
          const next = (kinds.indexOf(kind) + step + kinds.length) % kinds.length;
          choose(kinds[next]);
          buttons[next].focus();
        },
      },
      pictures(kind),
      h("span", {}, names(kind)),
    ),
  );
  /** @param {string} kind */
  function choose(kind, notify = true) {
    buttons.forEach((button, i) => {
      button.setAttribute("aria-checked", String(kinds[i] === kind));
      button.tabIndex = kinds[i] === kind ? 0 : -1;
    });
    if (notify) pick(kind);
  }
  group.append(...buttons);
  choose(kinds[0], false);
  return group;
}

/**
 * A labelled slider.
 * @param {string} label
 * @param {{min: number, max: number, step: number, name: string, text: (value: number) => string, set: (value: number) => void, submit: () => void}} options
 */
export function slider(label, { min, max, step, name, text, set, submit }) {
  const input = h("input", {
    type: "range",
    min,
    max,
    step,
    "data-slide": name,
    oninput: () => {
      input.setAttribute("aria-valuetext", text(input.valueAsNumber));
      set(input.valueAsNumber);
    },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      submit();
    },
  });
  return {
    el: h("label", { class: "slide" }, h("span", { class: "cap" }, label), input),
    /** @param {number} value */
    show(value) {
      input.value = String(value);
      input.setAttribute("aria-valuetext", text(value));
    },
  };
}
