"""Rules compiled from a choice of preset, expansions, tile sets and options, and the parser of that choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from weakref import WeakValueDictionary

from bastide import tiles as tile_sets
from bastide.errors import BadRules
from bastide.games import carcassonne, gold_rush
from bastide.games.spec import GameSpec
from bastide.kernel.geometry import cell_at
from bastide.kernel.tile import Tile
from bastide.rules.model import Expansion, Json, OptionValue
from bastide.rules.ruleset import Ruleset, Start, brought_in, check_together, choose_options, option_text
from bastide.text import whole_number
from bastide.tiles import Position

GAMES: Final[Mapping[str, GameSpec]] = {game.name: game for game in (carcassonne.GAME, gold_rush.GAME)}
DEFAULT_GAME: Final = carcassonne.GAME
MOST_TILES: Final = 4000
CACHED_RULES: Final = 256
"""Number of rulesets that stay in memory although no game uses them."""


@dataclass(frozen=True)
class Choice:
    """A preset, expansions, tile sets and options, by name: enough to compile the same rules again."""

    game: str
    preset: str
    expansions: tuple[str, ...]
    tiles: tuple[str, ...]
    options: tuple[tuple[str, OptionValue], ...]
    """The options that differ from the preset."""

    def __str__(self) -> str:
        """Return the choice as one line, in the syntax of `parse_rules`."""
        words = [self.preset]
        if self.expansions:
            words.append("expansions=" + ",".join(self.expansions))
        if self.tiles:
            words.append("tiles=" + ",".join(self.tiles))
        return " ".join([*words, *(f"{name}={option_text(value)}" for name, value in self.options)])

    def to_json(self) -> dict[str, Json]:
        """Return the choice as plain data."""
        return {
            "game": self.game,
            "preset": self.preset,
            "expansions": list(self.expansions),
            "tiles": list(self.tiles),
            "options": dict(self.options),
        }


class GameRules(Ruleset):
    """A ruleset and the choice it was compiled from."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        spec = GAMES[choice.game]
        by_id = {e.id: e for e in spec.expansions}
        for name in choice.expansions:
            if name not in by_id:
                raise BadRules("unknown_expansion", expansion=name, known=", ".join(sorted(by_id)) or "—")
        for name, times in Counter(choice.expansions).items():
            if times > 1:
                raise BadRules("named_twice", expansion=name)
        expansions = [*spec.base, *(by_id[name] for name in choice.expansions)]
        check_together(expansions)
        known = {option.name for e in expansions for option in e.options}
        for e in spec.expansions:
            for option in e.options:
                if option.name not in known and option.name in dict(choice.options):
                    raise BadRules("option_absent", option=option.name, expansion=e.id)
        asked = {**default_options(spec, choice.preset, choice.expansions), **dict(choice.options)}
        options = choose_options(expansions, asked)
        parts = [*expansions, *brought_in(expansions, options)]
        sets = choice.tiles or tuple(name for e in parts for name in e.tiles)
        edition = str(options.get("tile_edition", ""))
        base_starts = [e.start for e in spec.base if e.start]
        brought = [e.start for e in expansions if e.start and e not in spec.base]
        starts = _starts(brought or base_starts, edition, str(options.get("source", "")))
        laid = _tiles_of(starts)
        idle = [t for name in (*base_starts, *brought) for t in _tiles_of(_starts([name], edition)) if t not in laid]
        gathered = _gathered(sets, edition)
        super().__init__(expansions, _copies(gathered, laid, idle), starts, options)
        self.box_tiles: Final = _box_tiles(gathered, starts)
        """How many tiles are in the game as boxes count them: a double tile is one, and a board is none.

        A start tile that stays in the box, since another start takes its place, is counted too.
        """

    def absent(self) -> list[Expansion]:
        """Return the expansions of the game that are not in play."""
        return [e for e in GAMES[self.choice.game].expansions if e.id not in self.choice.expansions]

    def __reduce__(self) -> tuple[object, tuple[Choice]]:
        """Pickle rules as the choice they were compiled from."""
        return compile_choice, (self.choice,)


def _tiles_of(starts: Sequence[Start]) -> list[Tile]:
    return [tile for start in starts for _, _, tile in start.block.parts]


def _gathered(sets: Sequence[str], edition: str) -> dict[str, tuple[Tile, int]]:
    """Return the tiles of some tile sets, or single tiles by id, with their numbers of copies, by id."""
    counts: dict[str, tuple[Tile, int]] = {}
    for name in sets:
        single = tile_sets.find(name)
        for tile, copies in [(single, 1)] if single else tile_sets.load(name).copies(edition):
            _, before = counts.get(tile.id, (tile, 0))
            counts[tile.id] = (tile, before + copies)
    for name in set(sets) & set(tile_sets.available()):
        for own, other in tile_sets.load(name).instead.items():
            if own in counts and other in counts:
                tile, before = counts[other]
                counts[other] = (tile, max(0, before - counts[own][1]))
    return counts


def _box_tiles(gathered: Mapping[str, tuple[Tile, int]], starts: Sequence[Start]) -> int:
    """Return the number of gathered tiles, with those of the starts that are not among them."""
    blocks = [start.block for start in starts]
    added = sum(block.tiles for block in blocks if all(tile.id not in gathered for _, _, tile in block.parts))
    return sum(copies for _, copies in gathered.values()) + added


def _copies(
    gathered: Mapping[str, tuple[Tile, int]], laid: Sequence[Tile], idle: Sequence[Tile]
) -> list[tuple[Tile, int]]:
    """Return all tiles in play with their numbers of copies.

    Besides the gathered ones, these are the start tiles in use, without the idle ones, whose place others take.
    """
    counts = dict(gathered)
    for tile in idle:
        if tile.id in counts:
            counts[tile.id] = (tile, max(0, counts[tile.id][1] - 1))
    for tile in laid:
        counts.setdefault(tile.id, (tile, 1))
    if (total := sum(n for _, n in counts.values())) > MOST_TILES:
        raise BadRules("too_many", what="tiles", count=total, most=MOST_TILES)
    return list(counts.values())


def _starts(names: Sequence[str], edition: str, spot: str = "") -> list[Start]:
    """Return the starts of some tile sets with their positions. One that leaves room for another comes first.

    Where there is a choice, the other one lies at the spot of that name.
    """
    sets = sorted((tile_sets.load(name) for name in names), key=lambda s: not s.beside)
    starts: list[Start] = []
    beside: Mapping[str, Mapping[str, Position]] = {"": {"": (0, 0, 0)}}
    for tile_set in sets:
        block = tile_set.start(edition if len(sets) == 1 else tile_set.editions[0])
        spots = beside.get(tile_set.name, beside.get("", {}))
        place = spots.get(spot, spots.get(""))
        if block is None or place is None:
            raise BadRules("starts_together", sets=", ".join(s.name for s in sets))
        x, y, turns = place
        starts.append(Start(block, cell_at(x, y), turns))
        beside = tile_set.beside
    return starts


def compile_choice(choice: Choice) -> GameRules:
    """Return the rules of a choice. Equal choices share one ruleset."""
    return _compiled(choice, tuple(type(value) for _, value in choice.options))


_in_use: Final[WeakValueDictionary[tuple[Choice, tuple[type, ...]], GameRules]] = WeakValueDictionary()


@lru_cache(CACHED_RULES)
def _compiled(choice: Choice, types: tuple[type, ...]) -> GameRules:
    # The types are part of the cache key because True == 1, but only True is a value of a switch.
    rules = _in_use.get((choice, types))
    if rules is None:
        rules = _in_use[choice, types] = GameRules(choice)
    return rules


def presets() -> dict[str, GameSpec]:
    """Return the game of every preset, by name of the preset."""
    return {name: game for game in GAMES.values() for name in game.presets}


def make_rules(
    preset: str = DEFAULT_GAME.default_preset,
    *,
    expansions: Sequence[str] = (),
    tiles: Sequence[str] = (),
    **options: OptionValue,
) -> GameRules:
    """Return the rules of a preset, with expansions added and options changed.

    >>> make_rules("first", half_points=True).options["field_scoring"]
    'per_city_4'
    """
    return choose_rules(preset, expansions, tiles, options)


def choose_rules(
    preset: str, expansions: Sequence[str], tiles: Sequence[str], options: Mapping[str, OptionValue]
) -> GameRules:
    """Return the rules of a preset, with expansions added and options changed."""
    if preset not in presets():
        raise BadRules("unknown_preset", preset=preset, known=", ".join(presets()))
    game = presets()[preset]
    defaults = default_options(game, preset, expansions)
    known = {option.name: option for e in (*game.base, *game.expansions) for option in e.options}
    asked = {name: known[name].canonical(value) if name in known else value for name, value in options.items()}
    changed = tuple(sorted((name, value) for name, value in asked.items() if not _same(defaults.get(name), value)))
    return compile_choice(Choice(game.name, preset, tuple(sorted(expansions)), tuple(sorted(tiles)), changed))


def default_options(game: GameSpec, preset: str, expansions: Sequence[str]) -> dict[str, OptionValue]:
    """Return the options of a preset, with the defaults of the added expansions."""
    preferred = {name: value for e in game.expansions if e.id in expansions for name, value in e.prefers}
    return {**game.presets[preset], **preferred}


def tiles_added(game: GameSpec, expansion: str, **options: OptionValue) -> int:
    """Return the number of tiles that an expansion adds to a game, as its box counts them.

    >>> tiles_added(DEFAULT_GAME, "wheel_of_fortune")
    12
    """
    with_it = choose_rules(game.default_preset, [expansion], [], options)
    return with_it.box_tiles - make_rules(game.default_preset).box_tiles


def earlier_options(expansions: Sequence[str], revisions: Mapping[str, object] | None = None) -> dict[str, OptionValue]:
    """Return the options that give the rules of earlier revisions of some expansions, as far as there are any.

    Without the revisions of that time, they are those of the first.
    """
    parts = [e for game in GAMES.values() for e in game.expansions if e.id in expansions and e.earlier]
    then = {e.id: 1 if revisions is None else revisions.get(e.id) for e in parts}
    return {
        name: value
        for e in parts
        for last, name, value in e.earlier
        if isinstance(revision := then[e.id], int) and revision <= last
    }


def _same(a: OptionValue | None, b: OptionValue) -> bool:
    return a == b and type(a) is type(b)


def parse_rules(text: str) -> GameRules:
    """Parse rules from one line: a preset, then ``option=value``; lists are separated by commas.

    >>> parse_rules("second hand_size=3 tiles=base,base").tiles_in_all
    144
    """
    words = text.split()
    preset = words.pop(0) if words and "=" not in words[0] else DEFAULT_GAME.default_preset
    values: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not value:
            raise BadRules("rules_word", word=word)
        if name in values:
            raise BadRules("option_twice", option=name)
        values[name] = value
    lists = [values.pop(name).split(",") if name in values else [] for name in ("expansions", "tiles")]
    return choose_rules(preset, lists[0], lists[1], {name: _option_value(value) for name, value in values.items()})


def _option_value(text: str) -> OptionValue:
    if text in ("on", "off"):
        return text == "on"
    number = whole_number(text)
    return text if number is None else number
