// The controls of the set-up page: rows with a name, a sentence, and a switch or a list.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { say } from "../words.js";

/**
 * One thing that can be chosen.
 * @param {{id: string, title: string, text?: string, changed?: boolean, switched?: boolean}} about
 * @param {HTMLElement} control
 */
export function choice({ id, title, text = "", changed = false, switched = false }, control) {
  const words = [
    h("b", {}, title, changed ? h("span", { class: "tag changed" }, say("setup.changed")) : null),
    text ? h("span", { class: "cap", id: `${id}-text` }, text) : null,
  ];
  if (text) control.setAttribute("aria-describedby", `${id}-text`);
  return h(
    "div",
    { class: changed ? "op changed" : "op" },
    switched ? h("span", { class: "grow", id: `${id}-name` }, words) : h("label", { class: "grow", for: id }, words),
    control,
  );
}

/**
 * Something that is on or off.
 * @param {string} id
 * @param {boolean} on
 * @param {(on: boolean) => void} turn
 */
export function toggle(id, on, turn) {
  return h("button", {
    type: "button",
    id,
    class: on ? "switch on" : "switch",
    role: "switch",
    "aria-checked": String(on),
    "aria-labelledby": `${id}-name`,
    onclick: () => turn(!on),
  });
}

/**
 * One of a few.
 * @param {string} id
 * @param {{value: string, text: string}[]} values
 * @param {string} chosen
 * @param {(value: string) => void} choose
 * @param {string} [label] if there is no label beside it
 */
export function list(id, values, chosen, choose, label) {
  const select = h(
    "select",
    { id, "aria-label": label, onchange: () => choose(select.value) },
    values.map(({ value, text }) => h("option", { value, selected: value === chosen }, text)),
  );
  return select;
}

/**
 * A list in the clothes of a control.
 * @param {HTMLSelectElement} select
 */
export const framed = (select) => h("span", { class: "sel" }, select, icon("chevron-down", "s"));

/**
 * A whole number.
 * @param {string} id
 * @param {number} value
 * @param {[number, number]} within
 * @param {(value: number) => void} choose
 * @param {string} label
 */
export function number(id, value, [least, most], choose, label) {
  const field = h("input", {
    id,
    type: "number",
    inputmode: "numeric",
    min: least,
    max: most,
    value,
    onchange: () => {
      const typed = Math.round(Number(field.value));
      choose(Math.max(least, Math.min(most, Number.isFinite(typed) ? typed : least)));
    },
  });
  return h("label", { class: "num-field" }, h("span", { class: "cap" }, label), field);
}
