"""The base game, in all its rule editions (rulebooks of the first, second and Big Box 2014 editions)."""

from __future__ import annotations

from bastide.kernel.features import Column, Merge
from bastide.kernel.geometry import xy
from bastide.rules import rounds
from bastide.rules.bag import copies, take, to_draw
from bastide.rules.engine import actor, begin_again, finish, next_part, next_turn
from bastide.rules.events import tell, tile_facts
from bastide.rules.model import (
    CELL,
    KIND_BITS,
    PIECE,
    ROTATION,
    SPOT,
    TILE,
    Action,
    Expansion,
    Kind,
    Layer,
    Line,
    Option,
    Piece,
    Scope,
    Site,
    StateColumn,
    Step,
    Term,
    Values,
    chance,
)
from bastide.rules.pieces import deployments, feature_of, put, segment_at, take_all_home, where
from bastide.rules.placing import placements
from bastide.rules.reasons import why_not_deploy, why_not_draw, why_not_pass, why_not_place
from bastide.rules.ruleset import FOLLOWERS, MOST_SEATS
from bastide.rules.scoring import award, completed_by_last_tile, in_order, leaders, points, value
from bastide.rules.state import NO_TILE, State
from bastide.tiles import editions

AGAIN = "turn.again"
"""Whether the seat on turn has earned a second part."""

# The turn


def enter_draw(state: State) -> None:
    """With nothing left to draw, the game goes to its final scoring (BASE-DRAW-3)."""
    if not state.left:
        finish(state)


def options_draw(state: State) -> list[Action]:
    """Every tile left in the bag may be drawn (BASE-DRAW-1)."""
    code, bag = state.rules.code["draw"], state.bag
    return [tile << KIND_BITS | code for tile in to_draw(state) if bag[tile]]


def weights_draw(state: State) -> list[int]:
    """A tile is as likely as it has copies left (BASE-SETUP-2)."""
    return copies(state, to_draw(state))


def do_draw(state: State, values: Values) -> None:
    """The tile leaves the bag and is shown to all."""
    (state.tile,) = values
    take(state, state.tile)
    if state.events is not None:
        tell(state, "drawn", state.seat, tile_facts(state, state.tile))


def options_place(state: State) -> list[Action]:
    """Every open cell and rotation where all touching edges match (BASE-PLACE-1, BASE-PLACE-2)."""
    return placements(state, state.tile)


def do_place(state: State, values: Values) -> None:
    """The tile is laid and its features are joined with the neighbours' (BASE-TERM-5)."""
    rotation, cell = values
    if state.events is not None:
        tell(state, "placed", state.seat, {**tile_facts(state, state.tile), "cell": xy(cell), "rotation": rotation})
    state.board.place(state.tile, rotation, cell)
    state.tile = NO_TILE


def enter_redraw(state: State) -> None:
    """A tile that fits nowhere leaves the game, and another one is drawn (BASE-DRAW-2)."""
    if state.tile == NO_TILE:
        return
    if state.events is not None:
        tell(state, "discarded", state.seat, tile_facts(state, state.tile))
    state.tile = NO_TILE
    begin_again(state)


def options_piece(state: State) -> list[Action]:
    """One of all expansions' alternatives, or none of them (BASE-TURN-2, BASE-PIECE-1)."""
    pool = [action for choice in state.rules.choices for action in choice(state)]
    return [state.rules.code["pass"], *pool] if pool else []


def do_pass(state: State, values: Values) -> None:
    """Nothing is put down; in a round of the table, the next seat is asked."""
    rounds.passed(state, actor(state))


def do_deploy(state: State, values: Values) -> None:
    """A piece goes from the supply to a segment (BASE-PIECE-2)."""
    kind, spot = values
    segment = segment_at(state, spot)
    put(state, state.seat, kind, segment)
    if state.events is not None:
        piece, site = state.rules.pieces[kind], state.rules.sites[state.board.features.kind[segment]]
        role = site.role if site is not None and piece.strength else None
        tell(state, "deployed", state.seat, {"piece": piece.name, "role": role, **where(state, segment)})


def enter_collect(state: State) -> None:
    """Find what the new tile completed, occupied or not, in order of scoring (BASE-SCORE-1, BASE-SCORE-2)."""
    state.completed = completed_by_last_tile(state)


def enter_award(state: State) -> None:
    """Every completed feature pays those who hold it; one without followers pays nobody (BASE-SCORE-4)."""
    followers = state.board.features.column[FOLLOWERS]
    for feature in state.completed:
        if followers[feature]:
            award(state, feature, value(state, feature))


def enter_return(state: State) -> None:
    """All pieces in the completed features go home, whoever scored (BASE-SCORE-5)."""
    if state.completed:
        take_all_home(state, state.completed)


def enter_end(state: State) -> None:
    """The game ends with the turn in which the supply becomes empty (BASE-END-1)."""
    if not state.left:
        finish(state)


def enter_next(state: State) -> None:
    """The next seat clockwise, unless this one has earned a second part and has a tile for it (BASE-SETUP-4)."""
    earned = state.ext[AGAIN][0] and not state.part
    if earned and (state.left or state.hand_of(state.seat)):
        tell(state, "again", state.seat, {})
        next_part(state)
    else:
        next_turn(state)


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


def half_points(state: State, feature: int, lines: list[Line]) -> None:
    """Half the points of an incomplete road or monastery, rounded down (BASE-FINAL-3)."""
    if state.board.features.open[feature]:
        whole = points(lines)
        if whole:
            lines.append(Line("half_points", whole // 2 - whole, 1))


# The end of the game


def enter_final_features(state: State) -> None:
    """Incomplete cities, roads and monasteries pay those who hold them (BASE-FINAL-1)."""
    for feature in in_order(state, _occupied(state, completes=True)):
        award(state, feature, value(state, feature))


def enter_final_return(state: State) -> None:
    """Knights, thieves and monks are removed; farmers stay (BASE-FINAL-4)."""
    take_all_home(state, set(_occupied(state, completes=True)))


def _occupied(state: State, completes: bool) -> list[int]:
    """Return the features with pieces, of kinds that can be completed or of those that cannot."""
    features, sites = state.board.features, state.rules.sites
    found = {feature_of(state, piece) for piece in state.pieces}
    occupied = []
    for feature in found:
        site = sites[features.kind[feature]]
        if site is not None and site.completes == completes:
            occupied.append(feature)
    return occupied


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
    for feature in in_order(state, _occupied(state, completes=False)):
        if lines := value(state, feature):
            award(state, feature, lines, event="farmed")


def _fields_by_city(state: State, each: int) -> None:
    """Every complete city pays once, to those with most farmers in all fields around it (BASE-FARM-3, BASE-RUL-2)."""
    fields_of: dict[int, list[int]] = {}
    for field in in_order(state, _occupied(state, completes=False)):
        for city in completed_cities(state, field):
            fields_of.setdefault(city, []).append(field)
    for city in in_order(state, list(fields_of)):
        award(state, city, [Line("cities", 1, each)], fields_of[city], "farmed")


def enter_fields_by_city_3(state: State) -> None:
    """Second edition: three points a city."""
    _fields_by_city(state, 3)


def enter_fields_by_city_4(state: State) -> None:
    """First edition: four points a city."""
    _fields_by_city(state, 4)


def enter_winner(state: State) -> None:
    """Most points win; equal points share the victory (BASE-FINAL-5)."""
    if state.events is not None:
        tell(state, "won", None, {"winners": leaders(state), "scores": list(state.score)})


FARMERS = Expansion("base.farmers", sites=(Site("field", "farmer", order=3, completes=False),))
TINY_CITY = Expansion("base.tiny_city", points=(Term(Layer.RATE, ("city",), tiny_city_points),))
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
    Option("farmers", (False, True), True, ((True, FARMERS),)),
    Option("half_points", (False, True), False, ((True, HALF_POINTS),)),
    Option("followers", range(1, 21), 7),
    Option("max_players", range(2, MOST_SEATS + 1), MOST_SEATS),
    Option("first_player", range(MOST_SEATS), 0),
    Option("tile_edition", editions(), "plain"),
)

EXPANSION = Expansion(
    "base",
    revision=1,
    tiles=("base",),
    start="base",
    pieces=(Piece("follower", each="followers"),),
    sites=(Site("city", "knight", order=0), Site("road", "thief", order=1), Site("monastery", "monk", order=2)),
    kinds=(
        Kind("draw", do_draw, (TILE,), why_not_draw, sign=""),
        Kind("place", do_place, (ROTATION, CELL), why_not_place, sign=""),
        Kind("pass", do_pass, (), why_not_pass, sign="-"),
        Kind("deploy", do_deploy, (PIECE, SPOT), why_not_deploy, sign="+"),
    ),
    steps=(
        Step("draw", enter_draw, options_draw, chance, weights_draw),
        Step("place", options=options_place),
        Step("redraw", enter_redraw),
        Step("piece", options=options_piece),
        Step("collect", enter_collect),
        Step("award", enter_award),
        Step("return", enter_return),
        Step("end", enter_end),
        Step("next", enter_next),
        Step("final.features", enter_final_features),
        Step("final.return", enter_final_return),
        Step("final.winner", enter_winner),
    ),
    choices=(deployments,),
    columns=(StateColumn(AGAIN, until=Scope.TURN),),
    feature_columns=(Column("pennant", Merge.ADD, ("city",)),),
    points=(Term(Layer.BASE, ("road", "monastery"), tile_points), Term(Layer.BASE, ("city",), city_points)),
    options=OPTIONS,
)
