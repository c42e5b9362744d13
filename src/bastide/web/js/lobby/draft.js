// The draft of a table: the choices so far, and what follows from them by the rules of the server.

import { CHARACTERS } from "./character-data.js";

/** @typedef {boolean|number|string} Value */
/** @typedef {import("../types.js").RuleChoice} RuleChoice */
/** @typedef {import("../types.js").SetupChoices} SetupChoices */
/** @typedef {import("../types.js").ClockSettings} Clock */
/**
 * @typedef {object} Choices
 * @property {string} box
 * @property {string} preset
 * @property {string[]} expansions
 * @property {Record<string, Value>} options rule options that differ from the defaults
 * @property {(string|null)[]} bots by seat: a character, or null for a person; the first seat is the player's
 * @property {Clock} clock
 * @property {boolean} confirm
 * @property {boolean} looks
 * @property {string[]} aids
 * @property {boolean} spectators
 * @property {string} joining
 */

const STORAGE_KEY = "bastide.draft";
/** Estimated seconds per turn, of people and of bots. */
const TURN_SECONDS = 25;
const BOT_TURN_SECONDS = 2;

/** Boxes to start from: an edition with expansions and options. @type {{id: string, preset: string, expansions?: string[], options?: Record<string, Value>, clock?: Clock, aids?: string[]}[]} */
export const BOXES = [
  { id: "beginner", preset: "second", options: { farmers: false } },
  { id: "classic", preset: "second" },
  {
    id: "bigbox",
    preset: "bigbox2014",
    expansions: ["inns_and_cathedrals", "traders_and_builders", "hills_and_sheep", "wheel_of_fortune", "river"],
  },
  { id: "anniversary", preset: "anniversary", expansions: ["river_20", "abbot", "anniversary_mini"] },
  { id: "duel", preset: "second", clock: { kind: "live", time: 900, increment: 0, flag: "loses" }, aids: [] },
  { id: "gold_rush", preset: "gold_rush" },
];
const DEFAULT_BOX = "classic";

export class Draft {
  /** @param {SetupChoices} rules */
  constructor(rules) {
    this.rules = rules;
    /** @type {Choices} */
    this.chosen = {
      box: "",
      preset: "",
      expansions: [],
      options: {},
      bots: [null, null],
      clock: { kind: "none", time: 0, increment: 0, flag: "loses" },
      confirm: false,
      looks: true,
      aids: this.allAids,
      spectators: true,
      joining: "link",
    };
    this.useBox(DEFAULT_BOX);
  }

  get allAids() {
    return Object.keys(this.rules.choices.aids.values);
  }

  /** The characters that can be chosen. */
  get characters() {
    return Object.keys(CHARACTERS).filter((id) => id in this.rules.choices.bots.values);
  }

  /** A character for another seat: the first that is not at the table, beginning with a gentle one. */
  get nextCharacter() {
    const [first, ...rest] = this.characters;
    return [...rest, first].find((id) => !this.chosen.bots.includes(id)) ?? rest[0];
  }

  /** @returns {import("../types.js").PresetChoice} */
  get preset() {
    return this.rules.presets.find(({ preset }) => preset === this.chosen.preset) ?? this.rules.presets[0];
  }

  /**
   * Start from a box. Seats and access do not change.
   * @param {string} id
   */
  useBox(id) {
    const box = BOXES.find((other) => other.id === id) ?? BOXES[0];
    const clock = box.clock ?? { kind: "none", time: 0, increment: 0, flag: "loses" };
    Object.assign(this.chosen, {
      box: box.id,
      preset: box.preset,
      expansions: [...(box.expansions ?? [])],
      options: { ...box.options },
      clock: { ...clock },
      aids: box.aids ?? this.allAids,
    });
    if (box.id === "duel") this.chosen.bots.length = 2;
    this.normalize();
  }

  /** @param {string} preset */
  setPreset(preset) {
    this.chosen.preset = preset;
    const { expansions } = this.preset;
    this.chosen.expansions = this.chosen.expansions.filter((id) => expansions.includes(id));
    this.normalize();
  }

  /** Remove options that equal their default or no longer apply. */
  normalize() {
    const changed = Object.entries(this.chosen.options).filter(
      ([name, value]) =>
        this.ruleOptions.some(([known]) => known === name) &&
        this.isValue(name, value) &&
        this.defaultOf(name) !== value,
    );
    this.chosen.options = Object.fromEntries(changed);
    this.chosen.bots.length = Math.min(this.chosen.bots.length, this.maxPlayers);
    if (Number(this.value("first_player")) >= this.chosen.bots.length) delete this.chosen.options.first_player;
  }

  /**
   * @param {string} id
   * @param {boolean} on
   */
  setExpansion(id, on) {
    const { expansions } = this.chosen;
    this.chosen.expansions = on ? [...expansions, id] : expansions.filter((other) => other !== id);
    for (const needed of on ? this.rules.expansions[id].needs : [])
      if (!this.has(needed)) this.setExpansion(needed, true);
    if (!on)
      for (const other of this.chosen.expansions)
        if (this.rules.expansions[other].needs.includes(id)) this.setExpansion(other, false);
    this.normalize();
  }

  /** @param {string} id */
  has(id) {
    return this.chosen.expansions.includes(id);
  }

  /**
   * The chosen expansions that exclude another one.
   * @param {string} id
   */
  clashes(id) {
    const { expansions } = this.rules;
    return this.chosen.expansions.filter(
      (other) => expansions[id].excludes.includes(other) || expansions[other].excludes.includes(id),
    );
  }

  /** Advice of the rulebooks against this combination of expansions. */
  get advice() {
    return this.rules.advice.filter(({ together }) => together.every((id) => this.has(id))).map(({ text }) => text);
  }

  /** The default options of the edition with these expansions. @returns {Record<string, Value>} */
  get defaults() {
    const options = Object.entries(this.rules.options[this.preset.game]);
    return Object.assign(
      Object.fromEntries(options.map(([name, option]) => [name, option.default])),
      this.preset.options,
      ...this.chosen.expansions.map((id) => this.rules.expansions[id].prefers),
    );
  }

  /** The options of the rules that apply and change something. @returns {[string, RuleChoice][]} */
  get ruleOptions() {
    return Object.entries(this.rules.options[this.preset.game]).filter(
      ([name, { expansions, under }]) =>
        (!expansions.length || expansions.some((id) => this.has(id))) &&
        this.values(name).length > 0 &&
        (!under || this.value(under.option) === under.value),
    );
  }

  /**
   * An option of the rules.
   * @param {string} name
   * @returns {RuleChoice}
   */
  option(name) {
    return this.rules.options[this.preset.game][name];
  }

  /**
   * The values that an option can have with these expansions.
   * @param {string} name
   * @returns {Value[]}
   */
  values(name) {
    const { values, beside } = this.option(name);
    if (!beside) return values;
    const other = Object.keys(beside).find((id) => this.has(id));
    return other ? beside[other] : [];
  }

  /**
   * Whether an option can have a value: one of its values, or some of its tiles.
   * @param {string} name
   * @param {Value} value
   */
  isValue(name, value) {
    if (this.values(name).includes(value)) return true;
    const known = this.option(name).parts?.flat() ?? [];
    return String(value)
      .split(",")
      .every((id) => known.includes(id));
  }

  /**
   * The default of an option with this edition and these expansions.
   * @param {string} name
   */
  defaultOf(name) {
    const { beside, default: usual } = this.option(name);
    return this.defaults[name] ?? (beside ? this.values(name)[0] : usual);
  }

  /** @param {string} name */
  value(name) {
    const { options } = this.chosen;
    return name in options ? options[name] : this.defaultOf(name);
  }

  /**
   * The ids of the tiles that an option stands for.
   * @param {string} name
   */
  parts(name) {
    const { values, parts } = this.option(name);
    const value = this.value(name);
    return parts?.[values.indexOf(value)] ?? String(value).split(",");
  }

  /**
   * The value of an option that stands for some tiles.
   * @param {string} name
   * @param {string[]} ids
   * @returns {Value}
   */
  partsValue(name, ids) {
    const { values, parts } = this.option(name);
    const sets = parts ?? [];
    const named = sets.findIndex((set) => set.length === ids.length && set.every((id) => ids.includes(id)));
    if (named >= 0) return values[named];
    const order = [...new Set([...sets].sort((a, b) => b.length - a.length).flat())];
    return order.filter((id) => ids.includes(id)).join(",");
  }

  /**
   * @param {string} name
   * @param {Value} value
   */
  set(name, value) {
    this.chosen.options = { ...this.chosen.options, [name]: value };
    this.normalize();
  }

  /**
   * Assign a seat to a character, or to a person.
   * @param {number} seat
   * @param {string|null} bot null for a person
   */
  setBot(seat, bot) {
    this.chosen.bots[seat] = bot;
  }

  /** @param {number} seat */
  removeSeat(seat) {
    this.chosen.bots.splice(seat, 1);
    this.normalize();
  }

  /** The maximum number of players. */
  get maxPlayers() {
    return Number(this.value("max_players"));
  }

  /** The number of tiles, as the boxes count them. */
  get tiles() {
    return this.chosen.expansions.reduce((sum, id) => sum + this.tilesOf(id), this.preset.tiles);
  }

  /**
   * The number of tiles that an expansion adds, with its options as they are.
   * @param {string} id
   */
  tilesOf(id) {
    const { tiles } = this.rules.expansions[id];
    if (!this.has(id)) return tiles;
    const counted = this.ruleOptions.find(([, option]) => option.expansions.includes(id) && option.tiles);
    if (!counted) return tiles;
    const [name, option] = counted;
    const known = option.tiles?.[option.values.indexOf(this.value(name))];
    return known ?? (option.parts ? this.parts(name).length : tiles);
  }

  /** The estimated duration in minutes, a multiple of five. */
  get minutes() {
    const { bots } = this.chosen;
    const people = bots.filter((level) => level === null).length / bots.length;
    const seconds = this.tiles * (people * TURN_SECONDS + (1 - people) * BOT_TURN_SECONDS);
    return Math.max(5, 5 * Math.round(seconds / 300));
  }

  /** The number of seats for other people. */
  get openSeats() {
    return this.chosen.bots.slice(1).filter((level) => level === null).length;
  }

  /** The request body that creates the table. */
  get request() {
    const { preset, expansions, options, bots, clock, confirm, looks, aids, spectators, joining } = this.chosen;
    const timeControl = clock.kind === "none" ? { kind: "none" } : clock;
    return {
      preset,
      expansions,
      options,
      seats: bots.length,
      bots,
      clock: timeControl,
      confirm,
      looks,
      aids,
      spectators,
      joining,
    };
  }

  /** Store the draft for this session. */
  save() {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(this.chosen));
  }

  /** Restore the stored draft, as far as it is still valid. */
  restore() {
    try {
      const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
      if (!stored || !this.rules.presets.some(({ preset }) => preset === stored.preset)) return;
      Object.assign(this.chosen, stored);
      this.chosen.expansions = this.chosen.expansions.filter((id) => this.preset.expansions.includes(id));
      this.chosen.bots = this.chosen.bots
        .map((bot) => (bot !== null && this.characters.includes(bot) ? bot : null))
        .slice(0, this.maxPlayers);
      this.normalize();
    } catch {
      sessionStorage.removeItem(STORAGE_KEY);
    }
  }

  static clear() {
    sessionStorage.removeItem(STORAGE_KEY);
  }
}
