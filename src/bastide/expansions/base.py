"""The base game, in all its rule editions (rulebooks of the first, second and Big Box 2014 editions)."""

from __future__ import annotations

from bastide.kernel.features import Column, Merge
from bastide.rules import turn
from bastide.rules.model import Expansion, Layer, Line, Option, Piece, Site, Step, Term
from bastide.rules.ruleset import MOST_SEATS
from bastide.rules.scoring import award, in_telling_order, points, value
from bastide.rules.state import State
from bastide.rules.turn import occupied
from bastide.tiles import editions

# The value of features


def tile_points(state: State, feature: int, lines: list[Line]) -> None:
    """One point a tile: roads, and monasteries with the tiles around them (BASE-ROAD-3, BASE-MON-1, BASE-FINAL-2)."""
    lines.append(Line("tiles", state.board.features.size(feature), 1))


def city_points(state: State, feature: int, lines: list[Line]) -> None:
    """Two points a tile and a shield in a complete city, one in an incomplete one (BASE-CITY-2, BASE-FINAL-2)."""
    features = state.board.features
    each = 1 if features.open[feature] else 2
    lines.append(Line("tiles", features.size(feature), each))
    if shields := state.board["pennant"][feature]:
        lines.append(Line("pennants", shields, each))


def tiny_city_points(state: State, feature: int, lines: list[Line]) -> None:
    """A complete city of exactly two tiles is worth 2 points in all (BASE-CITY-3, BASE-RUL-4)."""
    features = state.board.features
    if not features.open[feature] and features.size(feature) == 2:
        lines[:] = [Line("tiny_city", 2, 1)]


def tiny_city_pennants(state: State, feature: int, lines: list[Line]) -> None:
    """Every pennant in a complete city of two tiles that is worth 2 points brings one more (BASE-CITY-4)."""
    features, pennants = state.board.features, state.board["pennant"][feature]
    if pennants and not features.open[feature] and features.size(feature) == 2:
        lines.append(Line("pennants", pennants, 1))


def no_points(state: State, feature: int, lines: list[Line]) -> None:
    """An incomplete road or monastery is worth nothing (BASE-FINAL-7)."""
    if state.board.features.open[feature]:
        lines[:] = [Line("unfinished", 0, 1)]


def half_points(state: State, feature: int, lines: list[Line]) -> None:
    """Half the points of an incomplete road or monastery, rounded down (BASE-FINAL-3)."""
    if state.board.features.open[feature]:
        whole = points(lines)
        if whole:
            lines.append(Line("half_points", whole // 2 - whole, 1))


# The end of the game


def completed_cities(state: State, field: int) -> list[int]:
    """Return the complete cities that a field touches, each once (BASE-FIELD-3, BASE-FARM-1)."""
    features = state.board.features
    return [city for city in features.touched(field) if not features.open[city]]


def field_points(state: State, feature: int, lines: list[Line]) -> None:
    """Three points for every complete city that the field touches (BASE-FARM-2)."""
    if cities := len(completed_cities(state, feature)):
        lines.append(Line("cities", cities, 3))


def enter_fields_by_field(state: State) -> None:
    """Every field is scored on its own (BASE-FARM-2)."""
    for feature in in_telling_order(state, occupied(state, completes=False)):
        if lines := value(state, feature):
            award(state, feature, lines, event="farmed")


def _fields_by_city(state: State, each: int) -> None:
    """Every complete city pays once, to those with most farmers in all fields around it (BASE-FARM-3, BASE-RUL-2)."""
    fields_of: dict[int, list[int]] = {}
    for field in in_telling_order(state, occupied(state, completes=False)):
        for city in completed_cities(state, field):
            fields_of.setdefault(city, []).append(field)
    for city in in_telling_order(state, list(fields_of)):
        award(state, city, [Line("cities", 1, each)], fields_of[city], "farmed")


def enter_fields_by_city_3(state: State) -> None:
    """Second edition: three points a city."""
    _fields_by_city(state, 3)


def enter_fields_by_city_4(state: State) -> None:
    """First edition: four points a city."""
    _fields_by_city(state, 4)


FARMERS = Expansion("base.farmers", sites=(Site("field", "farmer", order=3, completes=False),))
TINY_CITY = Expansion("base.tiny_city", points=(Term(Layer.RATE, ("city",), tiny_city_points),))
TINY_CITY_PENNANTS = Expansion("base.tiny_city_pennants", points=(Term(Layer.RATE, ("city",), tiny_city_pennants),))
CITIES_ALONE = Expansion("base.cities_alone", points=(Term(Layer.VOID, ("road", "monastery"), no_points),))
HALF_POINTS = Expansion("base.half_points", points=(Term(Layer.SCALE, ("road", "monastery"), half_points),))
PER_FIELD_3 = Expansion(
    "base.per_field_3",
    steps=(Step("final.fields", enter_fields_by_field),),
    points=(Term(Layer.BASE, ("field",), field_points),),
)
PER_CITY_3 = Expansion("base.per_city_3", steps=(Step("final.fields", enter_fields_by_city_3),))
PER_CITY_4 = Expansion("base.per_city_4", steps=(Step("final.fields", enter_fields_by_city_4),))

OPTIONS = (
    Option(
        "field_scoring",
        ("per_field_3", "per_city_3", "per_city_4"),
        "per_field_3",
        (("per_field_3", PER_FIELD_3), ("per_city_3", PER_CITY_3), ("per_city_4", PER_CITY_4)),
    ),
    Option("tiny_city", (2, 4), 4, ((2, TINY_CITY),)),
    Option("tiny_city_pennants", (False, True), False, ((True, TINY_CITY_PENNANTS),), under=("tiny_city", 2)),
    Option("farmers", (False, True), True, ((True, FARMERS),)),
    Option("unfinished", ("all", "cities"), "all", (("cities", CITIES_ALONE),)),
    Option("half_points", (False, True), False, ((True, HALF_POINTS),)),
    Option("followers", range(1, 21), 7),
    Option("tile_edition", editions(), "plain"),
)

EXPANSION = Expansion(
    "base",
    revision=1,
    tiles=("base",),
    start="base",
    pieces=(Piece("follower", each="followers"),),
    sites=(Site("city", "knight", order=0), Site("road", "thief", order=1), Site("monastery", "monk", order=2)),
    kinds=turn.KINDS,
    steps=turn.STEPS,
    choices=turn.CHOICES,
    columns=turn.COLUMNS,
    feature_columns=(Column("pennant", Merge.ADD, ("city",)),),
    points=(Term(Layer.BASE, ("road", "monastery"), tile_points), Term(Layer.BASE, ("city",), city_points)),
    options=(*turn.options(MOST_SEATS), *OPTIONS),
)
