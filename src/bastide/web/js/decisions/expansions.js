// What only games with expansions need; it is fetched when a table has any, so that a base game begins sooner.

export { showThrow, showToken, showWheel } from "./animations.js";
export { special, SPECIAL } from "./expansion-controls.js";
export { holdings, sharedPanel } from "../game/holdings.js";
