// What only games with expansions need; it is fetched when a table has any, so that a base game begins sooner.

export { showThrow, showToken, showWheel } from "./throw.js";
export { special, SPECIAL } from "./special.js";
export { beside, common } from "../game/beside.js";
