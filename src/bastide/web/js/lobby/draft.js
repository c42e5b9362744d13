// The table that is being set up: what was chosen so far, and what follows from it. What may be chosen, the server tells.

/** @typedef {boolean|number|string} Value */
/** @typedef {import("../types.js").RuleChoice} RuleChoice */
/** @typedef {import("../types.js").SetupChoices} SetupChoices */
/** @typedef {import("../types.js").ClockSettings} Clock */
/**
 * @typedef {object} Chosen
 * @property {string} box
 * @property {string} preset
 * @property {string[]} expansions
 * @property {Record<string, Value>} options those that differ from the edition
 * @property {(string|null)[]} bots by seat: the level of a bot, or null for a person; the first seat is one's own
 * @property {Clock} clock
 * @property {boolean} confirm
 * @property {string[]} aids
 * @property {boolean} spectators
 * @property {string} joining
 */

const KEPT = "bastide.draft";
/** Seconds that a person thinks about a turn, and a bot. */
const THINKS = 25;
const BOT_THINKS = 2;

/** Boxes to start from: an edition with what comes with it. @type {{id: string, preset: string, expansions?: string[], options?: Record<string, Value>, clock?: Clock, aids?: string[]}[]} */
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
const USUAL_BOX = "classic";

export class Draft {
  /** @param {SetupChoices} rules */
  constructor(rules) {
    this.rules = rules;
    /** @type {Chosen} */
    this.chosen = {
      box: "",
      preset: "",
      expansions: [],
      options: {},
      bots: [null, null],
      clock: { kind: "none", time: 0, increment: 0, flag: "loses" },
      confirm: false,
      aids: this.allAids,
      spectators: true,
      joining: "link",
    };
    this.take(USUAL_BOX);
  }

  get allAids() {
    return Object.keys(this.rules.choices.aids.values);
  }

  get levels() {
    return Object.keys(this.rules.choices.bots.values);
  }

  /** @returns {import("../types.js").PresetChoice} */
  get preset() {
    return this.rules.presets.find(({ preset }) => preset === this.chosen.preset) ?? this.rules.presets[0];
  }

  /**
   * Start from a box; seats and who may come stay as they are.
   * @param {string} id
   */
  take(id) {
    const box = BOXES.find((one) => one.id === id) ?? BOXES[0];
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
    this.tidy();
  }

  /** @param {string} preset */
  edition(preset) {
    this.chosen.preset = preset;
    const { expansions } = this.preset;
    this.chosen.expansions = this.chosen.expansions.filter((id) => expansions.includes(id));
    this.tidy();
  }

  /** Forget changes that are none, and those of options that are not there any more. */
  tidy() {
    const usual = this.usual;
    const kept = Object.entries(this.chosen.options).filter(
      ([name, value]) => this.ruleOptions.some(([known]) => known === name) && usual[name] !== value,
    );
    this.chosen.options = Object.fromEntries(kept);
    this.chosen.bots.length = Math.min(this.chosen.bots.length, this.most);
    if (Number(this.value("first_player")) >= this.chosen.bots.length) delete this.chosen.options.first_player;
  }

  /**
   * @param {string} id
   * @param {boolean} on
   */
  expansion(id, on) {
    const { expansions } = this.chosen;
    this.chosen.expansions = on ? [...expansions, id] : expansions.filter((other) => other !== id);
    for (const needed of on ? this.rules.expansions[id].needs : []) if (!this.has(needed)) this.expansion(needed, true);
    if (!on)
      for (const other of this.chosen.expansions)
        if (this.rules.expansions[other].needs.includes(id)) this.expansion(other, false);
    this.tidy();
  }

  /** @param {string} id */
  has(id) {
    return this.chosen.expansions.includes(id);
  }

  /**
   * The chosen expansions that one cannot be played with.
   * @param {string} id
   */
  clashes(id) {
    const { expansions } = this.rules;
    return this.chosen.expansions.filter(
      (other) => expansions[id].excludes.includes(other) || expansions[other].excludes.includes(id),
    );
  }

  /** What rulebooks advise against, of what is chosen. */
  get advice() {
    return this.rules.advice.filter(({ together }) => together.every((id) => this.has(id))).map(({ text }) => text);
  }

  /** The values of options as edition and expansions have them. @returns {Record<string, Value>} */
  get usual() {
    return Object.assign(
      {},
      this.preset.options,
      ...this.chosen.expansions.map((id) => this.rules.expansions[id].prefers),
    );
  }

  /** The options of the rules that can be chosen now. @returns {[string, RuleChoice][]} */
  get ruleOptions() {
    return Object.entries(this.rules.options[this.preset.game]).filter(
      ([, { expansion }]) => expansion === null || this.has(expansion),
    );
  }

  /** @param {string} name */
  value(name) {
    const { options } = this.chosen;
    return name in options ? options[name] : (this.usual[name] ?? this.rules.options[this.preset.game][name].values[0]);
  }

  /**
   * @param {string} name
   * @param {Value} value
   */
  set(name, value) {
    this.chosen.options = { ...this.chosen.options, [name]: value };
    this.tidy();
  }

  /**
   * Put a bot of a level on a seat, or leave it to somebody.
   * @param {number} seat
   * @param {string|null} level
   */
  sit(seat, level) {
    this.chosen.bots[seat] = level;
  }

  /** @param {number} seat */
  removeSeat(seat) {
    this.chosen.bots.splice(seat, 1);
    this.tidy();
  }

  /** How many may play. */
  get most() {
    return Number(this.value("max_players"));
  }

  get tiles() {
    const { expansions } = this.rules;
    const options = this.ruleOptions;
    const begins = this.chosen.expansions.some((id) => expansions[id].begins);
    return this.chosen.expansions.reduce(
      (sum, id) => {
        const counted = options.find(([, option]) => option.expansion === id && option.tiles);
        const [name, option] = counted ?? ["", null];
        return sum + (option?.tiles?.[option.values.indexOf(this.value(name))] ?? expansions[id].tiles);
      },
      this.preset.tiles - Number(begins),
    );
  }

  /** About how many minutes it takes; a multiple of five. */
  get minutes() {
    const { bots } = this.chosen;
    const people = bots.filter((level) => level === null).length / bots.length;
    const seconds = this.tiles * (people * THINKS + (1 - people) * BOT_THINKS);
    return Math.max(5, 5 * Math.round(seconds / 300));
  }

  /** The seats that wait for somebody. */
  get free() {
    return this.chosen.bots.slice(1).filter((level) => level === null).length;
  }

  /** What the server is asked to open. */
  get wish() {
    const { preset, expansions, options, bots, clock, confirm, aids, spectators, joining } = this.chosen;
    const asked = clock.kind === "none" ? { kind: "none" } : clock;
    return { preset, expansions, options, seats: bots.length, bots, clock: asked, confirm, aids, spectators, joining };
  }

  /** Remember the draft while the window is open. */
  keep() {
    sessionStorage.setItem(KEPT, JSON.stringify(this.chosen));
  }

  /** Take up what was remembered, as far as it can still be chosen. */
  recall() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
      if (!kept || !this.rules.presets.some(({ preset }) => preset === kept.preset)) return;
      Object.assign(this.chosen, kept);
      this.chosen.expansions = this.chosen.expansions.filter((id) => this.preset.expansions.includes(id));
      this.chosen.bots = this.chosen.bots
        .map((level) => (level !== null && this.levels.includes(level) ? level : null))
        .slice(0, this.most);
      this.tidy();
    } catch {
      sessionStorage.removeItem(KEPT);
    }
  }

  static forget() {
    sessionStorage.removeItem(KEPT);
  }
}
