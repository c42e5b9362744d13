// The set-up page: a box to start from, expansions, seats and rules.

import { get } from "../api.js";
import { loadArt } from "../art.js";
import { fill, h } from "../dom.js";
import { MAX_NAME, pageHeader, cleanName } from "../lobby/header.js";
import { icon } from "../icons.js";
import { formRow, framed, selectField, toggle } from "../lobby/controls.js";
import { CHARACTERS, levelText, ratingText, seatPicture, temperText } from "../lobby/characters.js";
import { BOXES, Draft } from "../lobby/draft.js";
import { expansionChoice, PICTURED } from "../lobby/expansion-choices.js";
import { expansionIcon } from "../lobby/expansion-icons.js";
import { optionTitle, valueText } from "../lobby/option-texts.js";
import { alertField, createTable, errorText, ownName, takeSeat } from "../lobby/seats.js";
import { clockText, gameTitle } from "../lobby/tables.js";
import { TimeControl } from "../lobby/time-control.js";
import { navigate } from "../router.js";
import { settings } from "../settings.js";
import { has, listing, say, useEdition } from "../words.js";

/** @typedef {import("../lobby/draft.js").Value} Value */
/** @typedef {"seats"|"expansions"|"rules"|"start"} Part */

/** Options with a separate control on the page. */
const SEPARATE_OPTIONS = ["max_players", "hand_size", ...PICTURED];
/** The part of the page that shows an error, by a pattern of its id. @type {[RegExp, Part][]} */
const ERROR_PARTS = [
  [/^(guest_name|player_count|bots|seat)/, "seats"],
  [/expansion/, "expansions"],
  [/option|first_player|table_number|table_choice/, "rules"],
];

/**
 * @param {HTMLElement} root
 * @param {{query: URLSearchParams}} params
 */
export async function show(root, { query }) {
  document.title = `${say("setup.title")} · Bastide`;
  fill(root, pageHeader("new", { name: false }), h("main", { class: "setup" }, h("h1", {}, say("setup.title"))));
  const [rules] = await Promise.all([get("/api/rules"), loadArt([], { tokens: false })]);
  if (!root.isConnected) return;
  const draft = new Draft(rules);
  draft.restore();
  if (query.size) {
    applyQuery(draft, query);
    history.replaceState(null, "", "/new");
  }
  fill(root, pageHeader("new", { name: false }), new Setup(draft).el);
}

/**
 * Apply the query of a link.
 * @param {Draft} draft
 * @param {URLSearchParams} query
 */
function applyQuery(draft, query) {
  const preset = query.get("preset") ?? "";
  const expansions = (query.get("expansions") ?? "").split(",").filter((id) => id in draft.rules.expansions);
  const similarBox = BOXES.find((box) => box.preset === preset && !box.options && !box.aids)?.id;
  draft.useBox(query.get("box") ?? similarBox ?? (preset || expansions.length ? "classic" : draft.chosen.box));
  if (draft.rules.presets.some((known) => known.preset === preset)) draft.setPreset(preset);
  for (const id of expansions) if (!draft.has(id) && !draft.clashes(id).length) draft.setExpansion(id, true);
  draft.save();
}

class Setup {
  /** @param {Draft} draft */
  constructor(draft) {
    this.draft = draft;
    /** @type {Record<Part, HTMLElement>} */
    this.errors = { seats: alertField(), expansions: alertField(), rules: alertField(), start: alertField() };
    this.boxes = this.makeBoxes();
    this.total = h("span", { class: "chip act", role: "status" });
    this.advice = h("div", { class: "advice", role: "status" });
    this.expansions = h("div", { class: "exs" });
    this.name = h("input", {
      id: "own",
      maxlength: MAX_NAME,
      autocomplete: "nickname",
      spellcheck: "false",
      placeholder: ownName(),
      "aria-label": say("setup.your_name"),
      oninput: () => {
        settings.name = cleanName(this.name.value);
      },
    });
    this.name.value = settings.name;
    this.seats = h("ul", {});
    this.more = h("div", {});
    this.rules = h("div", { class: "ops" });
    this.aids = h("div", { class: "ops" });
    this.bar = h("div", { class: "grow" });
    this.button = h("button", {
      type: "button",
      class: "btn pri big",
      "data-do": "start",
      onclick: () => this.start(),
    });
    this.timeControl = new TimeControl(draft, (act) => this.change(act));
    /** A table that was created, but whose seat is not taken yet. @type {{id: string, request: string}|null} */
    this.created = null;
    this.el = h(
      "main",
      { class: "setup-page" },
      h(
        "div",
        { class: "setup" },
        h(
          "div",
          { class: "chosen" },
          h("h1", {}, say("setup.title")),
          h("section", { "aria-labelledby": "boxes" }, h("h2", { id: "boxes" }, say("setup.boxes")), this.boxes),
          h(
            "section",
            { "aria-labelledby": "expansions" },
            h(
              "div",
              { class: "row wrap heading" },
              h("h2", { id: "expansions", class: "grow" }, say("setup.expansions")),
              this.total,
            ),
            this.advice,
            this.errors.expansions,
            this.expansions,
          ),
        ),
        h(
          "div",
          { class: "setup-side" },
          h(
            "section",
            { class: "panel blk", "aria-labelledby": "seats" },
            h("h3", { id: "seats" }, say("setup.seats")),
            this.seats,
            this.more,
            this.errors.seats,
          ),
          h(
            "section",
            { class: "panel blk", "aria-labelledby": "rules" },
            h("h3", { id: "rules" }, say("setup.rules")),
            this.rules,
            this.errors.rules,
          ),
          h(
            "section",
            { class: "panel blk", "aria-labelledby": "aids" },
            h("h3", { id: "aids" }, say("setup.aids")),
            this.aids,
          ),
        ),
      ),
      h("div", { class: "startbar" }, h("div", { class: "in" }, this.bar, this.button), this.errors.start),
    );
    this.draw();
  }

  /** @param {() => void} act */
  change(act) {
    act();
    this.draft.save();
    for (const shown of Object.values(this.errors)) fill(shown);
    this.draw();
  }

  /** Render the draft without moving the focus. */
  draw() {
    useEdition(this.draft.chosen.preset);
    const focused = document.activeElement?.id;
    const { draft } = this;
    for (const radio of this.boxes.querySelectorAll("input")) radio.checked = radio.value === draft.chosen.box;
    fill(this.total, icon("bag", "s"), this.sizeText());
    fill(
      this.advice,
      draft.advice.map((text) => h("p", { class: "note" }, icon("info"), h("span", {}, text))),
    );
    this.drawExpansions();
    this.drawSeats();
    this.drawRules();
    this.drawAids();
    this.drawStart();
    if (focused && document.activeElement?.id !== focused)
      document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** The number of tiles, and the estimated duration. */
  sizeText() {
    const tiles = say("setup.tiles", { n: this.draft.tiles });
    return this.draft.chosen.clock.kind === "days" ? tiles : say("setup.size", { tiles, n: this.draft.minutes });
  }

  makeBoxes() {
    return h(
      "div",
      { class: "boxes", role: "radiogroup", "aria-labelledby": "boxes" },
      BOXES.filter(({ preset }) => this.draft.rules.presets.some((known) => known.preset === preset)).map(({ id }) =>
        h(
          "label",
          { class: "box" },
          h("input", {
            type: "radio",
            class: "sr",
            name: "box",
            value: id,
            id: `box-${id}`,
            onchange: () => this.change(() => this.draft.useBox(id)),
          }),
          h("img", { src: `/web/pictures/box-${id}.svg`, alt: "", width: 168, height: 104, decoding: "async" }),
          h("b", {}, say(`box.${id}`)),
          h("span", { class: "cap" }, say(`box.${id}_is`)),
        ),
      ),
    );
  }

  drawExpansions() {
    const { draft } = this;
    const known = Object.keys(draft.rules.expansions).filter((id) => draft.preset.expansions.includes(id));
    if (!known.length) return fill(this.expansions, h("p", { class: "meta" }, say("setup.no_expansions")));
    return fill(
      this.expansions,
      known.flatMap((id) => {
        const expansion = draft.rules.expansions[id];
        const clashes = draft.has(id) ? [] : draft.clashes(id);
        const box = h("input", {
          type: "checkbox",
          class: "sr",
          id: `ex-${id}`,
          value: id,
          "aria-describedby": `ex-${id}-text`,
          "aria-disabled": clashes.length ? "true" : null,
          onclick: (/** @type {Event} */ event) => {
            if (clashes.length) event.preventDefault();
          },
          onchange: () => this.change(() => draft.setExpansion(id, box.checked)),
        });
        box.checked = draft.has(id);
        const tiles = draft.tilesOf(id);
        const card = h(
          "label",
          { class: clashes.length ? "ex no" : "ex" },
          box,
          expansionIcon(id),
          h(
            "span",
            { class: "grow" },
            h("b", {}, say(`title.${id}`)),
            h(
              "span",
              { class: "d", id: `ex-${id}-text` },
              expansion.text,
              clashes.length
                ? h(
                    "span",
                    { class: "clash" },
                    icon("warn", "s"),
                    say("setup.not_with", { names: listing(clashes.map((other) => say(`title.${other}`))) }),
                  )
                : null,
            ),
          ),
          h("span", { class: "mk" }, icon("check", "s")),
          h("span", { class: "tl" }, tiles ? say("setup.more_tiles", { n: tiles }) : say("setup.no_tiles")),
        );
        const set = (/** @type {string} */ name, /** @type {Value} */ value) =>
          this.change(() => draft.set(name, value));
        return [card, expansionChoice(id, draft, set, () => this.draw())];
      }),
    );
  }

  drawSeats() {
    const { draft } = this;
    const { bots, joining } = draft.chosen;
    const colours = say("table.colours").split(" ");
    const levels = [
      { value: "", text: say("setup.free") },
      ...draft.characters.map((id) => ({ value: id, text: `${CHARACTERS[id].name} · ${levelText(id)}` })),
    ];
    const rows = bots.map((level, seat) =>
      h(
        "li",
        { class: "sl" },
        seatPicture(seat, level, { token: "m" }),
        seat === 0
          ? h("span", { class: "grow own" }, this.name, h("span", { class: "tag" }, say("setup.you")))
          : h(
              "span",
              { class: "grow" },
              framed(
                selectField(
                  `place-${seat}`,
                  levels,
                  level ?? "",
                  (value) => this.change(() => draft.setBot(seat, value || null)),
                  say("setup.seat", { n: seat + 1, colour: colours[seat] }),
                ),
              ),
              level ? h("span", { class: "cap" }, `${ratingText(level)} · ${temperText(level)}`) : null,
            ),
        seat > 0 && bots.length > 2
          ? h(
              "button",
              {
                type: "button",
                id: `drop-${seat}`,
                class: "btn quiet icon small",
                "aria-label": say("setup.remove", { n: seat + 1 }),
                onclick: () => this.change(() => draft.removeSeat(seat)),
              },
              icon("close", "s"),
            )
          : null,
      ),
    );
    fill(this.seats, rows);
    const add = (/** @type {string|null} */ level) =>
      this.change(() => {
        bots.push(level);
      });
    const hasRoom = bots.length < draft.maxPlayers;
    fill(
      this.more,
      hasRoom
        ? h(
            "div",
            { class: "row wrap" },
            h(
              "button",
              { type: "button", id: "add-seat", class: "btn small", "data-do": "add-seat", onclick: () => add(null) },
              icon("plus", "s"),
              say("setup.add_seat"),
            ),
            h(
              "button",
              {
                type: "button",
                id: "add-bot",
                class: "btn small",
                "data-do": "add-bot",
                onclick: () => add(draft.nextCharacter),
              },
              icon("bot", "s"),
              say("setup.add_bot"),
            ),
          )
        : h("p", { class: "cap" }, say("setup.most", { n: draft.maxPlayers })),
      draft.openSeats
        ? h(
            "fieldset",
            { class: "joining" },
            h("legend", { class: "cap" }, say("setup.joining")),
            Object.keys(draft.rules.choices.joining.values).map((mode) => {
              const radio = h("input", {
                type: "radio",
                name: "joining",
                id: `joining-${mode}`,
                value: mode,
                class: "sr",
                onchange: () =>
                  this.change(() => {
                    draft.chosen.joining = mode;
                  }),
              });
              radio.checked = joining === mode;
              return h("label", {}, radio, icon(mode === "link" ? "lock" : "globe", "s"), say(`setup.joining_${mode}`));
            }),
          )
        : null,
    );
  }

  drawRules() {
    const { draft } = this;
    const { chosen, rules } = draft;
    const editions = rules.presets.filter(({ game }) => game === draft.preset.game);
    const { hand_size: hand } = Object.fromEntries(draft.ruleOptions);
    const others = draft.ruleOptions.filter(([name]) => !SEPARATE_OPTIONS.includes(name));
    const changed = others.filter(([name]) => name in chosen.options).length;
    const details = h(
      "details",
      { class: "all-options", open: this.rules.querySelector("details")?.open ?? false },
      h(
        "summary",
        { id: "all-options" },
        say("setup.all_options"),
        changed ? h("span", { class: "tag changed" }, say("setup.n_changed", { n: changed })) : null,
      ),
      others.map(([name]) => this.option(name)),
      changed
        ? h(
            "button",
            {
              type: "button",
              id: "reset-options",
              class: "btn small quiet",
              onclick: () =>
                this.change(() => {
                  chosen.options = {};
                }),
            },
            icon("undo", "s"),
            say("setup.as_usual"),
          )
        : null,
    );
    fill(
      this.rules,
      editions.length > 1
        ? formRow(
            { id: "edition", title: say("setup.edition"), text: this.editionSummary() },
            framed(
              selectField(
                "edition",
                editions.map(({ preset }) => ({ value: preset, text: say(`title.${preset}`) })),
                chosen.preset,
                (value) => this.change(() => draft.setPreset(value)),
              ),
            ),
          )
        : null,
      this.timeControl.rows(),
      hand ? this.option("hand_size") : null,
      formRow(
        { id: "confirm", title: say("setup.confirm"), text: say("setup.confirm_is"), switched: true },
        toggle("confirm", chosen.confirm, (on) =>
          this.change(() => {
            chosen.confirm = on;
          }),
        ),
      ),
      formRow(
        { id: "looks", title: say("setup.looks"), text: say("setup.looks_is"), switched: true },
        toggle("looks", chosen.looks, (on) =>
          this.change(() => {
            chosen.looks = on;
          }),
        ),
      ),
      formRow(
        { id: "spectators", title: say("setup.spectators"), switched: true },
        toggle("spectators", chosen.spectators, (on) =>
          this.change(() => {
            chosen.spectators = on;
          }),
        ),
      ),
      details,
    );
  }

  /** The main rules of the edition in brief. */
  editionSummary() {
    const parts = ["field_scoring", "tiny_city"].filter((name) =>
      this.draft.ruleOptions.some(([known]) => known === name),
    );
    return parts.map((name) => say(`short.${name}.${this.draft.value(name)}`)).join(", ");
  }

  /**
   * The control of an option of the rules.
   * @param {string} name
   */
  option(name) {
    const { draft } = this;
    const { text } = draft.option(name);
    const values = draft.values(name);
    const value = draft.value(name);
    const id = `option-${name}`;
    const row = {
      id,
      title: optionTitle(name),
      text: has(`opt.${name}_is`) ? say(`opt.${name}_is`) : text,
      changed: name in draft.chosen.options,
    };
    const set = (/** @type {Value} */ chosen) => this.change(() => draft.set(name, chosen));
    if (typeof value === "boolean") return formRow({ ...row, switched: true }, toggle(id, value, set));
    if (values.length === 2 && values[0] === 0)
      return formRow(
        { ...row, switched: true },
        toggle(id, value !== 0, (on) => set(values[on ? 1 : 0])),
      );
    const offered = name === "first_player" ? values.slice(0, draft.chosen.bots.length) : values;
    return formRow(
      row,
      framed(
        selectField(
          id,
          offered.map((option) => ({ value: String(option), text: valueText(name, option) })),
          String(value),
          (selected) => set(offered.find((option) => String(option) === selected) ?? value),
        ),
      ),
    );
  }

  drawAids() {
    const { chosen } = this.draft;
    fill(
      this.aids,
      this.draft.allAids.map((aid) =>
        formRow(
          { id: `aid-${aid}`, title: say(`aid.${aid}`), switched: true },
          toggle(`aid-${aid}`, chosen.aids.includes(aid), (on) =>
            this.change(() => {
              chosen.aids = this.draft.allAids.filter((other) => (other === aid ? on : chosen.aids.includes(other)));
            }),
          ),
        ),
      ),
    );
  }

  drawStart() {
    const { chosen, openSeats } = this.draft;
    const time = clockText(chosen.clock);
    fill(
      this.bar,
      h("b", {}, gameTitle(chosen)),
      h(
        "span",
        { class: "meta" },
        [say("setup.players", { n: chosen.bots.length }), say("setup.tiles", { n: this.draft.tiles }), time]
          .filter(Boolean)
          .join(", "),
      ),
    );
    fill(this.button, openSeats ? say("setup.open") : say("setup.start", { n: chosen.bots.length }));
  }

  async start() {
    if (this.button.getAttribute("aria-disabled") === "true") return;
    this.button.setAttribute("aria-disabled", "true");
    const request = JSON.stringify(this.draft.request);
    const name = cleanName(this.name.value) || ownName();
    try {
      let id;
      if (this.created?.request === request) {
        id = this.created.id;
        await takeSeat(id, { name, seat: 0 });
      } else
        id = await createTable(this.draft.request, name, (newId) => {
          this.created = { id: newId, request };
        });
      Draft.clear();
      await navigate(`/table/${id}`);
    } catch (error) {
      const part = ERROR_PARTS.find(([pattern]) => error instanceof Error && pattern.test(error.name))?.[1] ?? "start";
      fill(this.errors[part], errorText(error));
      this.errors[part].scrollIntoView({ block: "center" });
      this.button.removeAttribute("aria-disabled");
    }
  }
}
