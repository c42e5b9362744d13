// The rules: the index, or a page with its tiles and pieces.

import { get } from "../api.js";
import { artUrl, loadArt, piece, piecePicture, tokenPicture } from "../art.js";
import { h, s } from "../dom.js";
import { pageHeader } from "../lobby/header.js";
import { icon } from "../icons.js";
import { loadStyle } from "../styles.js";
import { has, say } from "../words.js";

/**
 * @typedef {object} Page a page of rules (see server/guide_routes.py)
 * @property {string} id
 * @property {"base"|"edition"|"expansion"} kind
 * @property {string} game
 * @property {string} title
 * @property {string} summary
 * @property {{head: string, text: string}[]} parts
 * @property {[string, number, number]|null} block the tile set of a block, its columns and rows
 * @property {boolean} board whether the block is a board
 * @property {string[]} tiles
 * @property {string[]} pieces
 * @property {string[]} lying pieces shown lying down
 * @property {string[]} figures neutral pieces
 * @property {[string, number][]} tokens with the number on them
 */

/** The seat in whose colour pieces are drawn. */
const SEAT = 1;
/** The number of tiles on a card. */
const CARD_TILES = 2;

/**
 * @param {HTMLElement} root
 * @param {import("../router.js").Params} params
 */
export async function show(root, params) {
  /** @type {[Page[], void]} */
  const [pages] = await Promise.all([get("/api/guide"), loadStyle("rules")]);
  const number = pages.findIndex((page) => page.id === params.page);
  document.title = `${number < 0 ? say("rules.title") : pages[number].title} · Bastide`;
  if (params.page === undefined) return void root.append(pageHeader("rules"), index(pages));
  if (number < 0) return void root.append(pageHeader("rules"), unknownPage());
  await loadArt([]);
  root.append(pageHeader("rules"), rulesPage(pages, number));
}

function unknownPage() {
  return h(
    "main",
    { class: "page rules" },
    h("h1", {}, say("rules.unknown")),
    h("p", {}, h("a", { class: "btn", href: "/rules" }, icon("book"), say("rules.index"))),
  );
}

/**
 * The index of all pages.
 * @param {Page[]} pages
 */
function index(pages) {
  const mainGame = pages[0].game;
  /**
   * @param {string} head
   * @param {(page: Page) => boolean} chosen
   */
  const section = (head, chosen) =>
    h(
      "section",
      { "aria-label": head },
      h("h2", {}, head),
      h("div", { class: "rule-cards" }, pages.filter(chosen).map(card)),
    );
  return h(
    "main",
    { class: "page rules" },
    h("header", { class: "rules-head" }, h("h1", {}, say("rules.title")), h("p", { class: "lead" }, say("rules.lead"))),
    h(
      "section",
      { class: "panel rules-lesson", "aria-label": say("rules.lesson") },
      h("div", {}, h("h2", {}, say("rules.lesson")), h("p", { class: "meta" }, say("rules.lesson_text"))),
      h("a", { class: "btn pri", href: "/learn" }, icon("play"), say("rules.lesson_go")),
    ),
    section(say("rules.base"), (page) => page.kind === "base"),
    section(say("rules.edition"), (page) => page.kind === "edition" && page.game === mainGame),
    section(say("rules.expansion"), (page) => page.kind === "expansion"),
    section(say("rules.other"), (page) => page.game !== mainGame),
  );
}

/** @param {Page} page */
function card(page) {
  return h(
    "a",
    { class: "card rule-card", href: `/rules/${page.id}` },
    h(
      "span",
      { class: "rule-card-tiles" },
      page.board || !page.tiles.length ? blockImage(page) : page.tiles.slice(0, CARD_TILES).map(tileImage),
    ),
    h("span", { class: "rule-card-words" }, h("b", {}, page.title), h("span", { class: "meta" }, page.summary)),
  );
}

/** @param {string} id */
function tileImage(id) {
  return h("img", {
    class: "rule-tile",
    src: artUrl(`tiles/${id}.svg`),
    alt: "",
    width: 100,
    height: 100,
    loading: "lazy",
    decoding: "async",
  });
}

/** @param {Page} page */
function blockImage({ block }) {
  if (!block) return null;
  const [set, columns, rows] = block;
  return h("img", {
    class: "rule-block",
    src: artUrl(`blocks/${set}.svg`),
    alt: "",
    width: 100 * columns,
    height: 100 * rows,
    loading: "lazy",
    decoding: "async",
  });
}

/**
 * One page.
 * @param {Page[]} pages
 * @param {number} number
 */
function rulesPage(pages, number) {
  const page = pages[number];
  const kinds = {
    base: say("rules.base"),
    edition: page.game === pages[0].game ? say("rules.edition") : say("rules.other"),
    expansion: say("rules.expansion"),
  };
  return h(
    "main",
    { class: "page rules rules-one" },
    h(
      "nav",
      { class: "rules-way", "aria-label": say("rules.title") },
      h("a", { href: "/rules" }, icon("chevron-left", "s"), say("rules.index")),
    ),
    h(
      "header",
      { class: "rules-head" },
      h("p", { class: "eyebrow" }, kinds[page.kind]),
      h("h1", {}, page.title),
      h("p", { class: "lead" }, page.summary),
    ),
    h(
      "article",
      { class: "panel rules-text" },
      page.parts.map(({ head, text }) => h("section", {}, h("h2", {}, head), h("p", {}, text))),
    ),
    h("aside", { class: "rules-side" }, playLink(page), tileFigures(page), pieceList(page)),
    h(
      "nav",
      { class: "rules-on", "aria-label": say("rules.index") },
      neighbour(pages[number - 1], "before"),
      neighbour(pages[number + 1], "next"),
    ),
  );
}

/** @param {Page} page */
function playLink({ id, kind, game }) {
  const [href, label] =
    kind === "expansion"
      ? [`/new?expansions=${id}`, say("rules.play")]
      : kind === "edition"
        ? [`/new?preset=${id}`, game === id ? say("rules.play_game") : say("rules.play_edition")]
        : ["/new", say("rules.play_game")];
  return h("a", { class: "btn pri", href, "data-do": "play" }, icon("play"), label);
}

/** @param {Page} page */
function tileFigures(page) {
  const figure = (/** @type {string} */ caption, /** @type {(HTMLElement|null)[]} */ ...pictures) =>
    h("figure", { class: "rules-tiles" }, h("figcaption", { class: "eyebrow" }, caption), pictures);
  const tiles = page.tiles.length ? h("div", {}, page.tiles.map(tileImage)) : null;
  if (page.board) return [figure(say("rules.board"), blockImage(page)), tiles && figure(say("rules.tiles"), tiles)];
  return tiles || page.block ? [figure(say("rules.tiles"), blockImage(page), tiles)] : [];
}

/**
 * The pieces and tokens of a page, with a sentence each.
 * @param {Page} page
 */
function pieceList(page) {
  const rows = [
    ...page.pieces.map((kind) => pieceItem([piecePicture(kind, SEAT)], `piece.${kind}`, `piece_tip.${kind}`)),
    ...page.lying.map((kind) => pieceItem([lyingPicture(kind)], "role.farmer", "tip.field")),
    ...page.figures.map((kind) => pieceItem([piecePicture(kind, null)], `piece.${kind}`, `piece_tip.${kind}`)),
    ...[...new Set(page.tokens.map(([name]) => name))].map((name) =>
      pieceItem(
        page.tokens.filter(([other]) => other === name).map(([, number]) => tokenPicture(name, number)),
        "",
        `token_tip.${name}`,
      ),
    ),
  ];
  if (!rows.length) return null;
  return h(
    "section",
    { class: "rules-pieces", "aria-label": say("rules.pieces") },
    h("p", { class: "eyebrow" }, say("rules.pieces")),
    h("ul", {}, rows),
  );
}

/**
 * @param {Element[]} pictures
 * @param {string} name
 * @param {string} tip
 */
function pieceItem(pictures, name, tip) {
  return h(
    "li",
    {},
    h("span", { class: `rules-figures${pictures.length > 1 ? " many" : ""}` }, pictures),
    h("span", { class: "meta" }, name && h("b", {}, say(name)), has(tip) ? say(tip) : ""),
  );
}

/** A piece that lies down. @param {string} kind */
function lyingPicture(kind) {
  return s("svg", { viewBox: "-18 -20 36 26", class: "pc", "aria-hidden": "true" }, piece(kind, SEAT, { lying: true }));
}

/**
 * @param {Page|undefined} page
 * @param {"before"|"next"} direction
 */
function neighbour(page, direction) {
  if (!page) return h("span", {});
  return h(
    "a",
    { class: `rules-${direction}`, href: `/rules/${page.id}`, rel: direction === "next" ? "next" : "prev" },
    h("span", { class: "cap" }, direction === "next" ? say("rules.next") : say("rules.before")),
    h("b", {}, page.title),
  );
}
