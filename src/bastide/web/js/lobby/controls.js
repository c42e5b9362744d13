// Form controls of the set-up page: labelled rows with a switch, a select or a number.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { say } from "../words.js";

/**
 * A row with a label and a control.
 * @param {{id: string, title: string, text?: string, changed?: boolean, switched?: boolean}} options `switched` if the control is a switch
 * @param {HTMLElement} control
 */
export function formRow({ id, title, text = "", changed = false, switched = false }, control) {
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
 * A switch.
 * @param {string} id
 * @param {boolean} on
 * @param {(on: boolean) => void} set
 */
export function toggle(id, on, set) {
  return h("button", {
    type: "button",
    id,
    class: on ? "switch on" : "switch",
    role: "switch",
    "aria-checked": String(on),
    "aria-labelledby": `${id}-name`,
    onclick: () => set(!on),
  });
}

/**
 * A select.
 * @param {string} id
 * @param {{value: string, text: string}[]} values
 * @param {string} chosen
 * @param {(value: string) => void} choose
 * @param {string} [label] if it has no label element
 */
export function selectField(id, values, chosen, choose, label) {
  const select = h(
    "select",
    { id, "aria-label": label, onchange: () => choose(select.value) },
    values.map(({ value, text }) => h("option", { value, selected: value === chosen }, text)),
  );
  return select;
}

/**
 * Put a select into a frame.
 * @param {HTMLSelectElement} select
 */
export const framed = (select) => h("span", { class: "sel" }, select, icon("chevron-down", "s"));

/**
 * A number field.
 * @param {string} id
 * @param {number} value
 * @param {[number, number]} range
 * @param {(value: number) => void} choose
 * @param {string} label
 */
export function numberField(id, value, [min, max], choose, label) {
  const field = h("input", {
    id,
    type: "number",
    inputmode: "numeric",
    min,
    max,
    value,
    onchange: () => {
      const typed = Math.round(Number(field.value));
      choose(Math.max(min, Math.min(max, Number.isFinite(typed) ? typed : min)));
    },
  });
  return h("label", { class: "num-field" }, h("span", { class: "cap" }, label), field);
}
