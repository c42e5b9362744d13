// Animations of random outcomes: throws, the pig on the wheel, and tokens drawn from the bag.

import { piece, token } from "../art.js";
import { pigSpace } from "../board/pieces.js";
import { FOOT, scaleOf, tokenScale } from "../board/stance.js";
import { h, s, reducedMotion } from "../dom.js";
import { say } from "../words.js";
import { lane, openHands, UNIT } from "./catch-lane.js";
import { liesAt, spotOf } from "../game/segments.js";
import { laneLanding, clamp, TOKEN } from "./trajectory.js";
import { pigSector, SECTOR, sectorPath, SECTORS, wheelCentre } from "./wheel-of-fortune.js";

/** @typedef {import("../decisions/widgets.js").Shell} Shell */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("./trajectory.js").Point} Point */

/** Durations in milliseconds. */
const FLIGHT = 900;
const SLIDE = 300;
const TOPPLE = 220;
const HOP = 300;
/** Milliseconds that the sector of the wheel stays lit; nothing waits for it. */
const LIT = 1200;
/** Milliseconds that the final frame stays with reduced motion; nothing waits for it. */
const LINGER = 2500;
/** The part of the lane that is drawn. */
const SEEN = { west: -1000, north: -1600, east: 6700, south: 1600 };
/** The number of keyframes of a curved path. */
const SAMPLES = 16;
/** What ends an animation. */
const INPUTS = /** @type {const} */ (["pointerdown", "keydown"]);
/** The curve of what slows down. */
const SLOWING = "cubic-bezier(.2, .6, .35, 1)";

/** @typedef {{transform?: string, opacity?: number}} Frame */

/**
 * A transform to a point of the board.
 * @param {number} x
 * @param {number} y
 * @param {string} [rest]
 */
const to = (x, y, rest = "") => `translate(${x}px, ${y}px) ${rest}`;

/**
 * Frames of a curved path.
 * @param {(part: number) => Frame} frame from 0 to 1
 */
const sampled = (frame) => Array.from({ length: SAMPLES + 1 }, (_, i) => frame(i / SAMPLES));

/**
 * Animate some elements at the same time; a click or a key press ends it. They keep their last frames.
 * @param {number} duration
 * @param {[SVGElement|HTMLElement, Frame[]][]} elements
 * @param {string} [easing]
 */
async function animated(duration, elements, easing = "linear") {
  const moving = !reducedMotion() && !document.hidden;
  const animations = moving ? elements.map(([el, frames]) => el.animate([...frames], { duration, easing })) : [];
  for (const [el, frames] of elements) {
    const { transform, opacity } = frames[frames.length - 1];
    if (transform !== undefined) el.style.transform = transform;
    if (opacity !== undefined) el.style.opacity = String(opacity);
  }
  const end = () => animations.forEach((animation) => animation.finish());
  for (const name of INPUTS) addEventListener(name, end, { capture: true });
  // Pages in the background get no animation frames.
  document.addEventListener("visibilitychange", end);
  await Promise.all(animations.map((animation) => animation.finished.catch(() => null)));
  document.removeEventListener("visibilitychange", end);
  for (const name of INPUTS) removeEventListener(name, end, { capture: true });
}

/**
 * Let an element stay for a while.
 * @param {number} duration
 * @param {SVGElement|HTMLElement} el
 */
const stay = (duration, el) => animated(duration, [[el, [{ opacity: 1 }, { opacity: 1 }]]]);

/**
 * Remove an element, with reduced motion after a delay.
 * @param {Element} drawn
 */
function remove(drawn) {
  if (reducedMotion()) setTimeout(() => drawn.remove(), LINGER);
  else drawn.remove();
}

/** The animations by event. @type {Record<string, (shell: Shell, event: GameEvent) => Promise<void>>} */
const ANIMATIONS = {
  hurled: throwOverMap,
  pig_stops: turnWheel,
  sheep_came: drawToken,
  wolf_came: drawToken,
  gold_taken: drawToken,
};

/**
 * Show the animation of an event, if it has one.
 * @param {Shell} shell
 * @param {GameEvent} event
 */
export async function animate(shell, event) {
  const animation = event.event.startsWith("catch_") ? throwAlongLane : ANIMATIONS[event.event];
  await animation?.(shell, event);
}

/**
 * A token flies over the board, and the followers it hits topple one by one.
 * @param {Shell} shell
 * @param {GameEvent} event
 */
async function throwOverMap(shell, event) {
  const { board, store } = shell;
  const { from, landing, rest, seat } = event;
  if (!from || !landing || !rest || seat === null) return;
  const world = (/** @type {Point} */ [x, y]) => /** @type {Point} */ ([x / 10, y / 10]);
  const [[x0, y0], [x1, y1], [x2, y2]] = [world(from), world(landing), world(rest)];
  const group = s("g", { class: "flight" });
  const hit = knockedBy(shell, event);
  const fallen = hit.map((one) => {
    const spot = spotOf(one);
    const [x, y] = board.anchor(spot);
    const lying = liesAt(store, spot);
    const figure = s("g", {}, piece(one.piece ?? "follower", one.seat, { lying }));
    const scale = scaleOf(board.pixels, { lying });
    const stands = to(x, y + FOOT * scale, `scale(${scale})`);
    figure.style.transform = stands;
    return { figure, x, stands };
  });
  const shadow = s("ellipse", { rx: 9, ry: 5, class: "flight-shadow" });
  const flying = s("g", {}, token("thrown", 0, seat));
  group.append(...fallen.map(({ figure }) => figure), shadow, flying);
  board.over.append(group);
  const cells = /** @type {[number, number][]} */ (
    [
      [x0, y0],
      [x1, y1],
      [x2, y2],
    ].map(([x, y]) => [Math.floor(x / 100), Math.floor(y / 100)])
  );
  board.whenIdle(() => board.reveal(cells, { minSize: 24 }));
  const far = Math.hypot(x1 - x0, y1 - y0);
  const size = Math.max(1.6, (46 / board.pixels) * 2.2);
  const shadowAt = (/** @type {number} */ x, /** @type {number} */ y) => ({
    transform: to(x, y + 4, `scale(${size})`),
  });
  const tokenAt = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ up) => ({
    transform: to(x, y - up, `scale(${size * (1 + up / 260)}) rotate(${up / 2}deg)`),
  });
  const height = Math.min(160, 0.35 * far);
  shell.notices.play("ghost");
  await animated(FLIGHT, [
    [shadow, [shadowAt(x0, y0), shadowAt(x1, y1)]],
    [flying, sampled((t) => tokenAt(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t, 4 * t * (1 - t) * height))],
  ]);
  shell.notices.play("tile");
  // As far as the token touches followers, and the board.
  const disc = s("circle", { r: TOKEN / 10, class: "aim-disc" });
  group.insertBefore(disc, shadow);
  await animated(
    SLIDE,
    [
      [disc, [{ transform: to(x1, y1) }, { transform: to(x2, y2) }]],
      [shadow, [shadowAt(x1, y1), shadowAt(x2, y2)]],
      [flying, [tokenAt(x1, y1, 0), tokenAt(x2, y2, 0)]],
    ],
    SLOWING,
  );
  for (const { figure, x, stands } of fallen) {
    shell.notices.play("thud");
    const falls = `${stands} translateX(10px) rotate(${x2 < x ? 90 : -90}deg)`;
    await animated(TOPPLE, [
      [
        figure,
        [
          { transform: stands, opacity: 1 },
          { transform: falls, opacity: 0.25 },
        ],
      ],
    ]);
  }
  await stay(fallen.length ? 200 : 450, group);
  remove(group);
}

/**
 * The pieces returned right after a throw.
 * @param {Shell} shell
 * @param {GameEvent} event
 */
function knockedBy({ store }, event) {
  const hit = [];
  for (const next of store.events.slice(store.events.lastIndexOf(event) + 1)) {
    if (next.event !== "returned" || !next.cell) break;
    hit.push(/** @type {import("../types.js").ActionData & {seat: number|null}} */ (/** @type {unknown} */ (next)));
  }
  return hit;
}

/**
 * A token flies along the lane, and is caught or not.
 * @param {Shell} shell
 * @param {GameEvent} event
 */
async function throwAlongLane(shell, event) {
  const { store, board } = shell;
  const { aim, hands, numbers, seat } = event;
  if (!aim || !hands || seat === null) return;
  const catcher = (seat + 1) % store.names.length;
  const caught = event.event === "catch_caught" || event.event === "catch_touched";
  const [x, y] = clamp(SEEN, caught ? hands : laneLanding(aim, numbers ?? []));
  const field = lane({ hurler: seat, catcher, label: event.text });
  const held = openHands();
  held.hold(hands);
  const flying = s("g", {}, token("thrown", 0, seat));
  const shadow = s("ellipse", { rx: 9, ry: 5, class: "flight-shadow" });
  field.over.append(held.el, shadow, flying);
  const caption = h("p", { class: "meta" }, "\u00a0");
  const panel = h("div", { class: "panel lane-panel still" }, field.svg, caption);
  board.el.append(panel);
  shell.notices.play("ghost");
  const [lx, ly] = [x * UNIT, y * UNIT];
  await animated(FLIGHT, [
    [shadow, [{ transform: to(0, 6, "scale(1.8)") }, { transform: to(lx, ly + 6, "scale(1.8)") }]],
    [
      flying,
      sampled((t) => {
        const up = 4 * t * (1 - t) * 70;
        return { transform: to(lx * t, ly * t - up, `scale(${1.8 * (1 + up / 200)})`) };
      }),
    ],
  ]);
  shell.notices.play(caught ? "piece" : "tile");
  caption.textContent = say(`fair.${event.event}`, { hurler: store.name(seat), catcher: store.name(catcher) });
  if (event.event === "catch_touched")
    await animated(SLIDE, [
      [
        flying,
        [{ transform: to(lx, ly, "scale(1.8)") }, { transform: to(lx + 30, ly + 70, "scale(1.8) rotate(120deg)") }],
      ],
    ]);
  await stay(900, panel);
  remove(panel);
}

/**
 * The wheel turns: the pig goes round to its new sector, and the light with it.
 * @param {Shell} shell
 * @param {GameEvent} event `pig_stops`
 */
async function turnWheel(shell, event) {
  const { board, store } = shell;
  const centre = wheelCentre(store);
  const stops = Math.max(0, SECTORS.indexOf(event.sector ?? SECTORS[pigSector(store) - 1]));
  const steps = event.icon ?? 1;
  const goal = pigSpace(store.board, stops + 1);
  const next = pigSpace(store.board, ((stops + 1) % SECTORS.length) + 1);
  if (!centre || !goal || !next) return;
  const [cx, cy] = centre;
  const [dx, dy] = [goal[0] - cx, goal[1] - cy];
  // Sectors follow each other clockwise or not, as the tiles show them.
  const turn = Math.sign(dx * (next[1] - cy) - dy * (next[0] - cx)) * steps * SECTOR;
  board.whenIdle(() => board.reveal([[Math.floor(goal[0] / 100), Math.floor(goal[1] / 100)]]));
  /** The pig before it stops, by the part of the way. @param {string} rest @returns {(part: number) => Frame} */
  const around = (rest) => (part) => {
    const angle = -(1 - part) * turn;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return { transform: to(cx + dx * cos - dy * sin, cy + dx * sin + dy * cos, rest) };
  };
  const real = board.pieces.querySelector('[data-token="wheel-pig"]');
  real?.setAttribute("visibility", "hidden");
  const pig = s("g", { class: "flight" }, token("wheel-pig"));
  const light = s("path", { class: "wheel-light", d: sectorPath(centre, goal) });
  light.style.transformOrigin = `${cx}px ${cy}px`;
  board.over.append(light, pig);
  const inRail = shell.shared.querySelector(".wheel-pig");
  shell.notices.play("wheel");
  await animated(
    HOP * steps,
    [
      [pig, sampled(around(`scale(${tokenScale(board.pixels)})`))],
      [light, [{ transform: `rotate(${-turn}rad)` }, { transform: "rotate(0deg)" }]],
      ...(inRail instanceof SVGElement
        ? [/** @type {[SVGElement, Frame[]]} */ ([inRail, sampled(around("scale(1.5)"))])]
        : []),
    ],
    SLOWING,
  );
  pig.remove();
  real?.removeAttribute("visibility");
  setTimeout(() => light.remove(), LIT);
  shell.notices.toast(event.text, "info");
}

/**
 * A token is drawn: sheep, the wolf, or gold.
 * @param {Shell} shell
 * @param {GameEvent} event `sheep_came`, `wolf_came` or `gold_taken`
 */
async function drawToken(shell, event) {
  const { board, store } = shell;
  const at = placeOf(shell, event);
  if (!at) return;
  const open =
    event.event === "gold_taken" && event.gold === undefined
      ? "mine-back"
      : ({ sheep_came: "sheep", wolf_came: "wolf", gold_taken: "mine" }[event.event] ?? "sheep");
  const back = event.event === "gold_taken" ? token("mine-back", 1) : null;
  const face = token(open, event.event === "sheep_came" ? (event.sheep ?? 1) : (event.gold ?? 1));
  const group = s("g", { class: "flight" }, face, back);
  const [x, y] = board.anchor(at);
  board.over.append(group);
  board.whenIdle(() => board.reveal([[at[0], at[1]]]));
  const own = event.seat === store.seat;
  const size = (own ? 380 : 230) / board.pixels;
  shell.notices.play(event.event === "wolf_came" ? "thud" : "turn");
  // It rises, turns over and stays for a while; those of other players are faster.
  await animated(own ? 520 : 320, [
    [
      group,
      sampled((t) => {
        const turn = Math.max(0.06, Math.abs(Math.cos(Math.PI * t)));
        return { transform: to(x, y - 16 * size * t, `scale(${size * t * turn}, ${size * t})`) };
      }),
    ],
    ...(back ? [/** @type {[SVGElement, Frame[]]} */ ([back, sampled((t) => ({ opacity: t < 0.5 ? 1 : 0 }))])] : []),
  ]);
  await stay(own || event.event === "wolf_came" ? 700 : 180, group);
  remove(group);
}

/**
 * Where on the board a token was drawn.
 * @param {Shell} shell
 * @param {GameEvent} event
 * @returns {import("../types.js").Spot|null}
 */
function placeOf({ store }, event) {
  if (event.cell) return [event.cell[0], event.cell[1], event.segment ?? 0];
  const standing = store.view.pieces.find((one) => one.piece === "tent" && one.seat === event.seat);
  if (standing) return spotOf(standing);
  const after = store.events.slice(store.events.lastIndexOf(event) + 1);
  const gone = after.find(
    (next) => next.event === "returned" && next.piece === "tent" && next.seat === event.seat && next.cell,
  );
  if (gone?.cell) return [gone.cell[0], gone.cell[1], gone.segment ?? 0];
  const last = store.board.at(-1);
  return last ? [last.cell[0], last.cell[1], 0] : null;
}
