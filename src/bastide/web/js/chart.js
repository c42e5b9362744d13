// A chart of scores over time: one line per seat, distinguished by its dashes and the token at its end, not by colour alone.

import { seatToken } from "./art.js";
import { s } from "./dom.js";

/** @typedef {import("./game/scores.js").ScoreHistory} ScoreHistory */
/**
 * @typedef {object} ChartOptions
 * @property {number} width
 * @property {number} height
 * @property {string[]} names
 * @property {"names"|"points"|"none"} ends the labels at the ends of lines
 * @property {string} [label] the accessible name
 * @property {string} [final] the label of the final scoring on the axis
 */
/** @typedef {{x: (at: number) => number, y: (points: number) => number, left: number, right: number, top: number, bottom: number}} Scale */

/** The dashes of each seat's line. */
const DASHES = ["", "9 3 2 3", "1.5 4", "6 4", "12 4", "2 3 2 7", "14 3 2 3 2 3", "4 2"];
/** The height of a label. */
const LABEL = 15;
/** The width of the final scoring, as a fraction of the chart. */
const FINAL = 0.1;
/** The padding of a chart without labels: half the thumb of the slider over it. */
export const CHART_PADDING = 14;

/**
 * A round step for the ticks of an axis.
 * @param {number} range
 * @param {number} steps the number of ticks, at most
 */
function tickStep(range, steps) {
  const rough = Math.max(1, range / steps);
  const unit = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 3, 5, 10].find((n) => n * unit >= rough) ?? 10) * unit;
}

/**
 * The width of the labels at the ends of the lines.
 * @param {ChartOptions} options
 * @param {number[]} last
 */
function margin({ names, ends }, last) {
  if (ends === "none") return CHART_PADDING;
  const longest = Math.max(
    ...last.map((points, i) => String(points).length + (ends === "names" ? names[i].length + 1 : 0)),
  );
  return 26 + Math.min(longest, 24) * 7;
}

/**
 * Move labels apart so that none covers another.
 * @param {number[]} wanted
 * @param {number} top
 * @param {number} bottom
 */
function spread(wanted, top, bottom) {
  const order = wanted.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  const gap = Math.min(LABEL, (bottom - top) / Math.max(1, order.length - 1));
  order.forEach((label, n) => {
    label.y = Math.max(label.y, n ? order[n - 1].y + gap : top);
  });
  for (let n = order.length - 1; n >= 0; n--) {
    order[n].y = Math.min(order[n].y, n === order.length - 1 ? bottom : order[n + 1].y - gap);
  }
  /** @type {number[]} */
  const positions = [];
  for (const { y, i } of order) positions[i] = y;
  return positions;
}

/**
 * The path of one seat's line, in steps.
 * @param {ScoreHistory} history
 * @param {number} seat
 * @param {Scale} scale
 * @param {(i: number) => number} x
 */
function linePath(history, seat, scale, x) {
  let path = "";
  let before = NaN;
  history.samples.forEach(({ scores }, i) => {
    if (scores[seat] === before) return;
    path += path
      ? `H${x(i).toFixed(1)}V${scale.y(scores[seat]).toFixed(1)}`
      : `M${x(i).toFixed(1)} ${scale.y(scores[seat]).toFixed(1)}`;
    before = scores[seat];
  });
  return `${path}H${scale.right.toFixed(1)}`;
}

/**
 * Draw a chart.
 * @param {ScoreHistory} history
 * @param {ChartOptions} options
 */
export function scoreChart(history, options) {
  const { width, height, ends } = options;
  const last = history.samples[history.samples.length - 1].scores;
  const bare = ends === "none";
  const best = Math.max(10, ...history.samples.flatMap(({ scores }) => scores));
  const lowest = Math.min(0, ...history.samples.flatMap(({ scores }) => scores));
  const step = tickStep(best - lowest, Math.max(2, Math.floor(height / 56)));
  const roof = Math.ceil(best / step) * step;
  const floor = Math.floor(lowest / step) * step;
  const [left, right, top, bottom] = bare
    ? [CHART_PADDING, width - CHART_PADDING, 6, height - 6]
    : [34, width - margin(options, last), 8, height - 24];
  const finals = history.samples.filter(({ final }) => final).length;
  const end = right - (finals && !bare ? Math.max(34, (right - left) * FINAL) : 0);
  /** @type {Scale} */
  const scale = {
    x: (at) => left + ((end - left) * at) / Math.max(1, history.end),
    y: (points) => bottom - ((bottom - top) * (points - floor)) / (roof - floor),
    left,
    right,
    top,
    bottom,
  };
  const first = history.samples.length - finals;
  const x = (/** @type {number} */ i) =>
    i < first || bare ? scale.x(history.samples[i].at) : end + ((right - end) * (i - first + 1)) / (finals + 1);
  const lines = last.map((_, seat) =>
    s("path", {
      d: linePath(history, seat, scale, x),
      class: `plot-line plot-${seat}`,
      "stroke-dasharray": DASHES[seat],
    }),
  );
  const labelled = options.label ? { role: "img", "aria-label": options.label } : { "aria-hidden": "true" };
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "plot", ...labelled });
  if (!bare) svg.append(...grid(history, options, scale, { end, step, floor, roof, finals }));
  svg.append(...lines.reverse());
  if (!bare) svg.append(...labels(last, options, scale));
  return svg;
}

/**
 * The grid with the numbers of its axes.
 * @param {ScoreHistory} history
 * @param {ChartOptions} options
 * @param {Scale} scale
 * @param {{end: number, step: number, floor: number, roof: number, finals: number}} axes
 */
function grid(history, options, scale, { end, step, floor, roof, finals }) {
  /** @type {SVGElement[]} */
  const elements = [];
  if (finals)
    elements.push(
      s("rect", {
        x: end,
        y: scale.top,
        width: scale.right - end,
        height: scale.bottom - scale.top,
        class: "plot-final",
      }),
    );
  for (let points = floor; points <= roof; points += step) {
    const y = scale.y(points);
    elements.push(s("path", { d: `M${scale.left} ${y}H${scale.right}`, class: "plot-grid" }));
    elements.push(s("text", { x: scale.left - 7, y: y + 4, class: "plot-number", "text-anchor": "end" }, points));
  }
  const every = tickStep(history.end, Math.max(2, Math.floor((end - scale.left) / 58)));
  for (let at = 0; at <= history.end; at += every) {
    if (at && history.end - at < every * 0.4 && at !== history.end) continue;
    elements.push(
      s("text", { x: scale.x(at), y: scale.bottom + 18, class: "plot-number", "text-anchor": "middle" }, at),
    );
  }
  if (finals && options.final) {
    elements.push(
      s(
        "text",
        { x: (end + scale.right) / 2 + 4, y: scale.bottom + 18, class: "plot-number", "text-anchor": "middle" },
        options.final,
      ),
    );
  }
  return elements;
}

/**
 * The labels at the ends of the lines.
 * @param {number[]} last
 * @param {ChartOptions} options
 * @param {Scale} scale
 */
function labels(last, { names, ends }, scale) {
  const at = spread(last.map(scale.y), scale.top + 4, scale.bottom - 4);
  return last.map((points, seat) => {
    const token = seatToken(seat, "");
    for (const [name, value] of Object.entries({ x: scale.right + 4, y: at[seat] - 7, width: 14, height: 14 }))
      token.setAttribute(name, String(value));
    const label = s(
      "text",
      { x: scale.right + 22, y: at[seat] + 4, class: "plot-name" },
      ends === "names" ? `${names[seat]} ${points}` : points,
    );
    return s("g", {}, token, label);
  });
}
