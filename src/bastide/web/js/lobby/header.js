// The page header: navigation, the player's name, language and theme.

import { fill, h } from "../dom.js";
import { emblem, icon } from "../icons.js";
import { navigate } from "../router.js";
import { settings } from "../settings.js";
import { LANGUAGES, language, loadMessages, say } from "../words.js";

/** Names of languages in the language itself. @type {Record<string, string>} */
const LANGUAGE_NAMES = { en: "English", fr: "Français" };
/** The maximum length of a name. */
export const MAX_NAME = 24;

/** The logo, linked to the start page. */
export function brand() {
  return h("a", { class: "brand", href: "/" }, emblem(), h("span", {}, "Bastide"));
}

/**
 * The header of a page.
 * @param {"start"|"new"|"room"|"watch"|"replays"|"rules"|"learn"|"replay"|""} [here] the current page
 * @param {{name?: boolean}} [options] whether to show the player's name
 */
export function pageHeader(here = "", { name = true } = {}) {
  /**
   * @param {string} page
   * @param {string} href
   * @param {string} text
   */
  const link = (page, href, text) => h("a", { href, "aria-current": page === here ? "page" : null }, text);
  const nav = h(
    "nav",
    { class: "pages", "aria-label": say("bar.pages") },
    link("watch", "/watch", say("bar.watch")),
    link("rules", "/rules", say("bar.rules")),
    link("replays", "/watch?finished", say("bar.replays")),
  );
  const more = h(
    "button",
    {
      type: "button",
      class: "btn quiet icon more",
      "aria-label": say("bar.menu"),
      "aria-expanded": "false",
      onclick: () => more.setAttribute("aria-expanded", String(nav.classList.toggle("open"))),
    },
    icon("menu"),
  );
  return h(
    "header",
    {
      class: "pagebar",
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Escape" || !nav.classList.contains("open")) return;
        nav.classList.remove("open");
        more.setAttribute("aria-expanded", "false");
        more.focus();
      },
    },
    brand(),
    nav,
    h("span", { class: "grow" }),
    h("span", { class: "chip unreachable" }, icon("offline", "s"), h("span", { class: "is" }, say("bar.offline"))),
    name && nameTag(),
    languageSwitch(),
    themeSwitch(),
    more,
  );
}

/** The player's name, with a form to change it. */
export function nameTag() {
  const shown = h("span", { class: "is" });
  const field = h("input", {
    id: "own-name",
    name: "name",
    maxlength: MAX_NAME,
    autocomplete: "nickname",
    spellcheck: "false",
  });
  const form = h(
    "form",
    { class: "name-pop panel", hidden: true },
    h("label", { class: "meta", for: "own-name" }, say("bar.name_ask")),
    h("div", { class: "field" }, field),
    h("p", { class: "cap" }, say("bar.name_why")),
    h("button", { class: "btn small pri" }, say("bar.name_keep")),
  );
  const button = h(
    "button",
    { type: "button", class: "btn quiet small", "aria-expanded": "false", "data-do": "name" },
    icon("person"),
    shown,
  );
  const tag = h("div", { class: "nametag" }, button, form);

  function show() {
    fill(shown, settings.name || say("bar.name_none"));
    button.setAttribute(
      "aria-label",
      settings.name ? say("bar.name_is", { name: settings.name }) : say("bar.name_none"),
    );
  }

  /** @param {boolean} on */
  function setOpen(on) {
    form.hidden = !on;
    button.setAttribute("aria-expanded", String(on));
    if (on) {
      field.value = settings.name;
      field.focus();
      field.select();
    } else if (tag.contains(document.activeElement)) button.focus();
  }

  button.addEventListener("click", () => setOpen(form.hidden !== false));
  tag.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !form.hidden) setOpen(false);
  });
  tag.addEventListener("focusout", (event) => {
    if (!form.hidden && event.relatedTarget instanceof Node && !tag.contains(event.relatedTarget)) setOpen(false);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    settings.name = cleanName(field.value);
    show();
    setOpen(false);
    dispatchEvent(new CustomEvent("named"));
  });
  show();
  return tag;
}

/**
 * Normalize a name: no commas, which separate names, and no surrounding whitespace.
 * @param {string} text
 */
export function cleanName(text) {
  return text
    .replace(/[,\s]+/g, " ")
    .trim()
    .slice(0, MAX_NAME);
}

/** The language selector; a change renders the page again. */
export function languageSwitch() {
  const select = h(
    "select",
    {
      id: "language",
      onchange: async () => {
        settings.language = select.value;
        await loadMessages();
        await navigate(location.pathname + location.search + location.hash, { replace: true });
        document.getElementById("language")?.focus();
      },
    },
    LANGUAGES.map((code) =>
      h("option", { value: code, lang: code, selected: code === language() }, LANGUAGE_NAMES[code]),
    ),
  );
  return h(
    "label",
    { class: "lang" },
    icon("globe", "s"),
    h("span", { class: "sr" }, say("bar.language")),
    select,
    icon("chevron-down", "s"),
  );
}

/** The switch between light and dark. */
export function themeSwitch() {
  const root = document.documentElement;
  const button = h("button", {
    type: "button",
    class: "btn quiet icon",
    "aria-label": say("bar.dark"),
    "data-do": "theme",
    onclick: () => {
      settings.theme = root.dataset.theme === "dark" ? "light" : "dark";
      root.dataset.theme = settings.theme;
      show();
    },
  });

  function show() {
    const dark = root.dataset.theme === "dark";
    button.setAttribute("aria-pressed", String(dark));
    fill(button, icon(dark ? "sun" : "moon"));
    const frame = getComputedStyle(root).getPropertyValue("--table").trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", frame);
  }

  show();
  return button;
}
