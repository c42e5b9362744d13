// Tile, piece and token art from the server: fetched once, and added to an SVG sprite on first use.

import { svgGroup, s } from "./dom.js";

/** @typedef {import("./types.js").TileArt} TileArt */
/** @typedef {{dye: string, charge: string, token: string, pattern: string}} SeatArt */

/** The number of variants of each tile. */
const COPIES = 3;
/** @type {Map<string, TileArt>} */
const tiles = new Map();
/** Markup that tiles share, by name. @type {Map<string, string>} */
const shared = new Map();
/** The number of tiles above which whole sets are fetched. */
const MAX_SINGLE = 24;
/** Attempts to fetch a file, and milliseconds between them. */
const ATTEMPTS = 5;
const RETRY = 1000;
/** Requests by name. @type {Map<string, Promise<boolean>>} */
const loading = new Map();
/**
 * @type {{
 *   pieces: Record<string, string>,
 *   sizes: Record<string, [number, number]>,
 *   counters: Record<string, string>,
 *   seats: SeatArt[],
 *   helpers: string[],
 * }}
 */
let figures = { pieces: {}, sizes: {}, counters: {}, seats: [], helpers: [] };
/** @type {{tokens: Record<string, string>, sizes: Record<string, [number, number]>}} */
let tokens = { tokens: {}, sizes: {} };

const sprite = s("svg", { "aria-hidden": "true", width: 0, height: 0, class: "sprite" });
const definitions = s("defs");
sprite.append(definitions);
/** The ids in the sprite. @type {Set<string>} */
const added = new Set();

/** @param {number} milliseconds */
const delay = (milliseconds) =>
  new Promise((done) => {
    setTimeout(done, milliseconds);
  });

/**
 * The URL of a file of pictures. It names the version of the files, so that browsers keep them.
 * @param {string} name
 */
export const artUrl = (name) => `/art/${document.documentElement.dataset.art}/${name}`;

/**
 * Fetch a file once; concurrent calls share the request. Resolves to false if the server is still painting it.
 * @param {string} name
 * @param {(data: any) => void} receive
 * @param {RequestPriority} [priority]
 * @returns {Promise<boolean>}
 */
function fetchOnce(name, receive, priority = "auto") {
  let job = loading.get(name);
  if (!job) {
    job = request(artUrl(name), priority).then((data) => {
      if (data) receive(data);
      else loading.delete(name);
      return data !== null;
    });
    job.catch(() => loading.delete(name));
    loading.set(name, job);
  }
  return job;
}

/**
 * Fetch JSON, or null if it is not painted yet. A lost connection is retried some times.
 * @param {string} url
 * @param {RequestPriority} priority
 */
async function request(url, priority) {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(url, { priority });
      if (response.status === 202) return null;
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      return await response.json();
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof TypeError)) throw error;
      await delay(RETRY);
    }
  }
}

/** @param {{things: Record<string, string>, tiles: Record<string, TileArt>}} data */
function addTiles(data) {
  for (const [name, markup] of Object.entries(data.things)) shared.set(name, markup);
  for (const [id, tile] of Object.entries(data.tiles)) tiles.set(id, tile);
}

/**
 * Fetch a set of tiles, once the server has painted it.
 * @param {string} set
 */
async function loadSet(set) {
  while (!(await fetchOnce(`sets/${set}.json`, addTiles, "low"))) await delay(RETRY);
}

/**
 * Fetch the pieces, the tiles of some sets and, unless told otherwise, the tokens and the pieces of expansions.
 * @param {string[]} sets
 * @param {{tokens?: boolean}} [options]
 */
export async function loadArt(sets, { tokens: withTokens = true } = {}) {
  if (!sprite.isConnected) document.body.append(sprite);
  await Promise.all([
    fetchOnce("pieces.json", (data) => {
      figures = { ...data, pieces: { ...figures.pieces, ...data.pieces } };
    }),
    withTokens
      ? fetchOnce("tokens.json", (data) => {
          tokens = data;
          Object.assign(figures.pieces, data.pieces);
        })
      : null,
    ...sets.map(loadSet),
  ]);
}

/**
 * Fetch some tiles of a game: a single set as a whole, of several only those few that are needed now. The rest of the sets
 * follows in the background.
 * @param {string[]} ids
 * @param {string[]} sets
 */
export async function loadTiles(ids, sets) {
  const missing = () => [...new Set(ids)].filter((id) => !tiles.has(id));
  if (missing().length && (sets.length === 1 || missing().length > MAX_SINGLE))
    await Promise.all(sets.map((set) => fetchOnce(`sets/${set}.json`, addTiles)));
  await Promise.all(missing().map((id) => fetchOnce(`tiles/${id}.json`, addTiles)));
  for (const set of sets) loadSet(set).catch(() => {});
}

/**
 * Add a picture to the sprite, unless it is there already. Return its id.
 * @param {string} id
 * @param {() => string} markup
 * @param {"symbol"|"g"} [tag]
 */
function addToSprite(id, markup, tag = "symbol") {
  if (!added.has(id)) {
    added.add(id);
    const shapes = markup();
    for (const name of sharedIn(shapes)) {
      if (added.has(name)) continue;
      added.add(name);
      definitions.append(svgGroup(shared.get(name) ?? "", { id: `b-${name}` }));
    }
    const element =
      tag === "symbol"
        ? s("symbol", { id, viewBox: "0 0 100 100", "stroke-linecap": "round", "stroke-linejoin": "round" })
        : s("g", { id, "stroke-linecap": "round", "stroke-linejoin": "round" });
    element.innerHTML = shapes;
    definitions.append(element);
  }
  return id;
}

/**
 * The art of a tile: its pictures and segments.
 * @param {string} id
 * @returns {TileArt}
 */
export function tileArt(id) {
  const art = tiles.get(id);
  if (!art) throw new Error(`no art for tile ${id}`);
  return art;
}

/** @param {string} id */
export const hasTile = (id) => tiles.has(id);

/**
 * A tile of 100 by 100 units, with its corner at a point.
 * @param {string} id
 * @param {number} turns
 * @param {{copy?: number, x?: number, y?: number, simple?: boolean, class?: string}} [options]
 */
export function tile(id, turns, { copy = 0, x = 0, y = 0, simple = false, class: name } = {}) {
  const art = tileArt(id);
  const turn = turns % art.period;
  const key = simple ? String(turn) : `${turn}-${copy % COPIES}`;
  const symbol = addToSprite(`t-${id}-${simple ? "s" : ""}${key}`, () =>
    simple ? art.simple[key] : (art.pictures[key] ?? art.pictures[`${turn}-0`]),
  );
  return s("use", { href: `#${symbol}`, x, y, width: 100, height: 100, class: name });
}

/** The view boxes of tiles and of everything else. */
const TILE = { x: 0, y: 0, side: 100 };
const FIGURE = { x: -40, y: -60, side: 80 };
/** Object URLs of decoded images, by the id in the sprite. @type {Map<string, Promise<string>>} */
const images = new Map();

/**
 * Return an image to replace a `use` of the sprite, once it is decoded: browsers draw many images far faster than all their
 * shapes.
 * @param {SVGUseElement} use
 * @param {boolean} [plain] without fine detail
 */
export async function toImage(use, plain = false) {
  const id = (use.getAttribute("href") ?? "").slice(1);
  const isTile = id.startsWith("t-");
  const box = isTile ? TILE : FIGURE;
  const key = isTile && plain ? `${id}/plain` : id;
  const url =
    images.get(key) ?? decode(definitions.querySelector(`#${CSS.escape(id)}`)?.innerHTML ?? "", box, isTile && plain);
  images.set(key, url);
  // Positioned by attributes, because browsers make a layer of every transform.
  const { a: scale, e, f } = use.transform.baseVal.consolidate()?.matrix ?? new DOMMatrix();
  const [x, y] = ["x", "y"].map((name) => Number(use.getAttribute(name) ?? 0));
  const side = scale * box.side;
  return s("image", {
    href: await url,
    x: e + scale * (x + box.x),
    y: f + scale * (y + box.y),
    width: side,
    height: side,
  });
}

/**
 * @param {string} shapes
 * @param {typeof TILE} box
 * @param {boolean} plain without fine detail
 */
async function decode(shapes, { x, y, side }, plain) {
  const defs = [...sharedIn(shapes)].map((name) => `<g id="b-${name}">${shared.get(name)}</g>`).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${side} ${side}" width="${side}" height="${side}" stroke-linecap="round" stroke-linejoin="round"><defs>${defs}</defs>${shapes}</svg>`;
  const drawn = plain ? svg.replaceAll('class="b-fine"', 'display="none"') : svg;
  const picture = new Image();
  picture.src = URL.createObjectURL(new Blob([drawn], { type: "image/svg+xml" }));
  await picture.decode();
  return picture.src;
}

/**
 * The names of all shared markup that some shapes refer to, directly or not.
 * @param {string} shapes
 * @param {Set<string>} [found]
 */
function sharedIn(shapes, found = new Set()) {
  for (const [, name] of shapes.matchAll(/href="#b-([\w-]+)"/g)) {
    const markup = shared.get(name);
    if (markup === undefined || found.has(name)) continue;
    found.add(name);
    sharedIn(markup, found);
  }
  return found;
}

/**
 * A tile as a standalone picture.
 * @param {string} id
 * @param {number} [turns]
 * @param {string} [label]
 */
export function tilePicture(id, turns = 0, label = "") {
  const labelled = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return s("svg", { viewBox: "0 0 100 100", class: "tile", ...labelled }, tile(id, turns));
}

/**
 * A piece, with its foot at a point.
 * @param {string} kind
 * @param {number|null} seat
 * @param {{lying?: boolean, x?: number, y?: number, class?: string}} [options]
 */
export function piece(kind, seat, { lying = false, x = 0, y = 0, class: name } = {}) {
  const owner = seat === null ? "none" : seat;
  const flat = `${kind}-${owner}-lying`;
  const key = lying && flat in figures.pieces ? flat : `${kind}-${owner}`;
  const symbol = addToSprite(`p-${key}`, () => figures.pieces[key] ?? figures.pieces[`follower-${seat ?? 0}`], "g");
  return s("use", { href: `#${symbol}`, x, y, class: name });
}

/**
 * A piece on a small board: a counter in the colour and with the charge of its seat, whose shape tells followers, helpers
 * and farmers apart. Pieces that belong to no seat look as usual.
 * @param {string} kind
 * @param {number|null} seat
 * @param {boolean} lying
 */
export function counter(kind, seat, lying) {
  if (seat === null) return piece(kind, seat);
  const big = kind === "big";
  const shape = isHelper(kind) ? "square" : lying ? (big ? "flat-big" : "flat") : big ? "big" : "round";
  const symbol = addToSprite(`c-${shape}-${seat}`, () => figures.counters[`${shape}-${seat}`] ?? "", "g");
  return s("use", { href: `#${symbol}` });
}

/**
 * Half the width, and the height of a piece.
 * @param {string} kind
 * @param {boolean} lying
 */
export const pieceSize = (kind, lying) =>
  (lying ? figures.sizes[`${kind}-lying`] : undefined) ?? figures.sizes[kind] ?? [12, 26];

/**
 * A piece as a standalone picture.
 * @param {string} kind
 * @param {number|null} seat
 * @param {string} [label]
 */
export function piecePicture(kind, seat, label = "") {
  const [half, height] = pieceSize(kind, false);
  const labelled = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return s(
    "svg",
    { viewBox: `${-half} ${-height} ${2 * half} ${height + 4}`, class: "pc", ...labelled },
    piece(kind, seat),
  );
}

/**
 * A token, centred: goods, sheep, mine tokens, king, robber, count, pig …
 * @param {string} name
 * @param {number} [number]
 * @param {number|null} [seat]
 */
export function token(name, number = 0, seat = null) {
  const key = `${name}-${number}${seat === null ? "" : `-${seat}`}`;
  const known = key in tokens.tokens ? key : `${name}-0${seat === null ? "" : `-${seat}`}`;
  const symbol = addToSprite(`k-${known}`, () => tokens.tokens[known] ?? "", "g");
  return s("use", { href: `#${symbol}` });
}

/**
 * A token as a standalone picture.
 * @param {string} name
 * @param {number} [number]
 * @param {number|null} [seat]
 * @param {string} [label]
 */
export function tokenPicture(name, number = 0, seat = null, label = "") {
  const [half, height] = tokens.sizes[name] ?? [12, 12];
  const labelled = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return s(
    "svg",
    { viewBox: `${-half} ${-height} ${2 * half} ${2 * height}`, class: "tk", ...labelled },
    token(name, number, seat),
  );
}

/**
 * The token of a seat, in its colour and with its charge.
 * @param {number} seat
 * @param {string} [size] "", "m" or "s"
 */
export function seatToken(seat, size = "") {
  const symbol = addToSprite(`seat-${seat}`, () => figures.seats[seat]?.token ?? "", "g");
  return s(
    "svg",
    { viewBox: "-10 -10 20 20", class: `seat ${size}`, "aria-hidden": "true" },
    s("use", { href: `#${symbol}` }),
  );
}

/**
 * The name of the colour of a seat.
 * @param {number} seat
 */
export const seatDye = (seat) => figures.seats[seat]?.dye ?? "";

/**
 * The fill of a feature by its owners; several owners are striped.
 * @param {number[]} owners
 */
export function ownerFill(owners) {
  for (const seat of owners) {
    if (added.has(`pattern-${seat}`)) continue;
    added.add(`pattern-${seat}`);
    definitions.append(...svgGroup(figures.seats[seat].pattern).childNodes);
  }
  if (owners.length === 1) return `url(#b-seat-${owners[0]})`;
  const id = `b-seats-${owners.join("-")}`;
  if (!added.has(id)) {
    added.add(id);
    const stripes = owners.map((seat, i) =>
      s("rect", { x: 25 * i, width: 25, height: 50, fill: `url(#b-seat-${seat})` }),
    );
    definitions.append(
      s("pattern", { id, patternUnits: "userSpaceOnUse", width: 25 * owners.length, height: 50 }, stripes),
    );
  }
  return `url(#${id})`;
}

/** Whether there is a picture of a token. @param {string} name */
export const hasToken = (name) => name in tokens.sizes;

/** Whether a kind of piece is a helper rather than a follower. @param {string} kind */
export const isHelper = (kind) => figures.helpers.includes(kind);

/**
 * Rotate a point of a tile by quarter turns.
 * @param {[number, number]} spot
 * @param {number} turns
 * @returns {[number, number]}
 */
export function turned([x, y], turns) {
  for (let i = 0; i < ((turns % 4) + 4) % 4; i++) [x, y] = [100 - y, x];
  return [x, y];
}
