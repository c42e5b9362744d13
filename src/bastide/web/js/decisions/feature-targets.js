// Features as targets: highlighted as a whole, and clickable anywhere.

import { outlineOf } from "../board/geometry.js";
import { onPick } from "../board/slots.js";
import { s } from "../dom.js";
import { featureSpots } from "../game/segments.js";

/** @typedef {import("./widgets.js").Shell} Shell */
/** @typedef {import("./widgets.js").Spot} Spot */

/**
 * Show features to choose from.
 * @param {Shell} shell
 * @param {{spot: Spot, label: string}[]} list
 * @param {import("../board/slots.js").PickHandlers} handlers
 */
export function featureTargets({ store, board }, list, handlers) {
  const group = s("g", { class: "feature-targets", role: "group" });
  const elements = list.map(({ spot, label }, i) => {
    const border = outlineOf(featureSpots(store, spot), (x, y) => store.tileAt(x, y));
    const [ax, ay] = board.anchor(spot);
    const back = `translate(${-ax} ${-ay})`;
    const target = s(
      "g",
      {
        class: "feature-target",
        transform: `translate(${ax} ${ay})`,
        tabindex: -1,
        role: "button",
        "aria-pressed": "false",
        "aria-label": `${label} ${i + 1}/${list.length}`,
        "data-target": spot.join(","),
      },
      s("path", { d: border, transform: back, class: "feature-target-area", "fill-rule": "evenodd" }),
      s("path", { d: border, transform: back, class: "feature-target-edge0" }),
      s("path", { d: border, transform: back, class: "feature-target-edge" }),
      s("circle", { r: 15, class: "slot-hit" }),
      s("circle", { r: 7, class: "feature-target-dot", "data-target": spot.join(",") }),
    );
    onPick(target, i, handlers);
    return target;
  });
  group.append(...elements);
  board.over.append(group);
  board.input.choices(group);
  return {
    /** @param {number} chosen */
    mark(chosen) {
      elements.forEach((target, i) => {
        target.classList.toggle("on", i === chosen);
        target.setAttribute("aria-pressed", String(i === chosen));
      });
      if (elements[chosen]) group.append(elements[chosen]);
    },
    close: () => group.remove(),
  };
}
