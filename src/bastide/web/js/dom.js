// DOM helpers: creating and replacing elements, and media queries.

const SVG = "http://www.w3.org/2000/svg";
/** @typedef {string|number|Node|null|undefined|false} Child */
/** @typedef {Record<string, string|number|boolean|null|undefined|((event: any) => void)>} Attributes */

/**
 * @param {Element} element
 * @param {Attributes} attributes
 * @param {(Child|Child[])[]} children
 */
function apply(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "boolean" && name.startsWith("aria-")) {
      element.setAttribute(name, String(value));
      continue;
    }
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false)
      element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An HTML element: attributes by name, listeners as `onclick`, children as text or elements.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Child|Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  apply(element, attributes, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Child|Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  apply(element, attributes, children);
  return element;
}

/**
 * A group of SVG shapes; the markup must come from our own server.
 * @param {string} markup
 * @param {Attributes} [attributes]
 */
export function svgGroup(markup, attributes = {}) {
  const group = s("g", attributes);
  group.innerHTML = markup;
  return group;
}

/**
 * Replace the children of an element.
 * @param {Element} parent
 * @param {...(Child|Child[])} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren();
  apply(parent, {}, children);
}

/**
 * Replace the children of an element if they differ, and keep the focus on the same link.
 * @param {Element} parent
 * @param {...(Child|Child[])} children
 */
export function patchChildren(parent, ...children) {
  const wanted = h("div", {}, ...children);
  if (wanted.innerHTML === parent.innerHTML) return;
  const focused = document.activeElement;
  const href = focused && parent.contains(focused) ? focused.getAttribute("href") : null;
  parent.replaceChildren(...wanted.childNodes);
  if (href)
    [...parent.querySelectorAll("a")]
      .find((link) => link.getAttribute("href") === href)
      ?.focus({ preventScroll: true });
}

/**
 * The first element that matches a selector; throws if there is none.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement}
 */
export function $(selector, within = document) {
  const element = within.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`no ${selector}`);
  return element;
}

/** @param {string} query */
const matches = (query) => matchMedia(query).matches;
/** Whether the user prefers reduced motion. */
export const reducedMotion = () => matches("(prefers-reduced-motion: reduce)");
/** Whether the window is as small as a phone, in either orientation. */
export const smallScreen = () => matches("(max-width: 759px), (max-height: 559px)");

/**
 * Wait some milliseconds, or not at all with reduced motion.
 * @param {number} milliseconds
 */
export function pause(milliseconds) {
  return reducedMotion()
    ? Promise.resolve()
    : new Promise((done) => {
        setTimeout(done, milliseconds);
      });
}

/** Milliseconds after a press in which another one belongs to the same double click. */
export const DOUBLE_CLICK = 300;

/**
 * Disable or enable a button without taking the focus away from it.
 * @param {HTMLElement} button
 * @param {boolean} disabled
 */
export function setDisabled(button, disabled) {
  button.classList.toggle("off", disabled);
  button.setAttribute("aria-disabled", String(disabled));
}
