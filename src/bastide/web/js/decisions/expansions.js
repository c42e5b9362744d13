// What only games with expansions need, fetched with the first table that has any.

export { animate } from "./animations.js";
export { fallback, SPECIAL } from "./expansion-controls.js";
export { holdings, sharedPanel } from "../game/holdings.js";
