"""The Count of Carcassonne (rulebook of Count, King & Cohorts)."""

from __future__ import annotations

from typing import Final

from bastide.kernel.features import Column, Merge
from bastide.rules import rounds
from bastide.rules.bag import time_left
from bastide.rules.engine import actor, step_name
from bastide.rules.events import tell
from bastide.rules.model import (
    PIECE,
    SPOT,
    Action,
    Expansion,
    Field,
    Kind,
    Option,
    Scope,
    Seat,
    StateColumn,
    Step,
    Token,
    Values,
)
from bastide.rules.pieces import (
    every_feature,
    feature_kind,
    in_supply,
    is_guest,
    kind_of,
    lift,
    put,
    seat_of,
    segment_at,
    segment_of,
    spot_of,
    unpack_piece,
    where,
)
from bastide.rules.state import State
from bastide.wire.views import ViewFacts

DISTRICTS: Final = ("castle", "market", "smithy", "cathedral")
"""The districts, clockwise around the town."""
SERVES: Final = {"castle": ("city",), "market": ("field",), "smithy": ("road",), "cathedral": ("monastery", "shrine")}
"""Where followers go from a district."""
NOT_MARKET: Final = ("castle", "smithy", "cathedral")
DISTRICT: Final = Field("district", 2, DISTRICTS)
IN_TOWN_HOPE: Final = 1.5
"""For bots: what a follower in Carcassonne is worth."""
STANDS: Final = "count.stands"
"""The district where the Count stands."""
BEFORE: Final = "count.before"
"""The points of every seat before the features of this part were scored."""
ENTERED: Final = "count.entered"
"""Whether the seat on turn has just sent a follower to Carcassonne."""


def space_of(state: State, district: int) -> int | None:
    """Return the segment where the pieces of a district stand; none on a board without the City of Carcassonne."""
    printed = state.board["district"]
    return next((s for s, number in enumerate(printed) if number == district + 1), None)


def count_himself(state: State) -> list[Token]:
    """Return the Count, in the district where he stands."""
    space = space_of(state, state.ext[STANDS][0])
    return [] if space is None else [Token("count", segment=space)]


def count_district(state: State) -> ViewFacts:
    """Return the district where the Count stands."""
    return {"count_stands": DISTRICTS[state.ext[STANDS][0]]}


def held(state: State, seat: Seat, district: int) -> list[int]:
    """Return the kinds of a seat's followers in a district, each once."""
    space = space_of(state, district)
    return sorted({kind_of(p) for p in state.pieces if segment_of(p) == space and seat_of(p) == seat})


# Leaving


def moves(state: State, seat: Seat, targets: list[int], districts: tuple[str, ...]) -> list[Action]:
    """Return how a seat may send followers from some districts, save the Count's, to features that they serve."""
    found = []
    for number, district in enumerate(DISTRICTS):
        if district in districts and number != state.ext[STANDS][0]:
            there = [target for target in targets if feature_kind(state, target) in SERVES[district]]
            kinds = [kind for kind in held(state, seat, number) if there and serves(state, kind, district)]
            for kind in kinds:
                found += [state.rules.pack("leave", kind, number, spot_of(state, target)) for target in there]
    return [state.rules.pack("pass"), *found] if found else []


def can_leave(state: State, seat: Seat) -> list[Action]:
    """From castle, smithy and cathedral to what the tile completed (COUNT-MOVE-3, COUNT-MOVE-5 to COUNT-MOVE-10)."""
    members = state.board.features.members
    return moves(state, seat, [min(members(feature)) for feature in state.completed], NOT_MARKET)


def begin_round(state: State) -> None:
    """The left neighbour of the seat on turn begins, that seat is last (COUNT-MOVE-2, COUNT-FINAL-1)."""
    rounds.begin(state, (state.seat + 1) % state.players)


def enter_leave(state: State) -> None:
    """A tile that completed something opens a round (COUNT-MOVE-1)."""
    if state.completed:
        begin_round(state)


def do_leave(state: State, values: Values) -> None:
    """A follower joins a feature as a whole, on none of its tiles (COUNT-MOVE-11, COUNT-INT-9)."""
    kind, district, spot = values
    seat, segment = actor(state), segment_at(state, spot)
    space = space_of(state, district)
    lift(state, next(piece for piece in state.pieces if unpack_piece(piece) == (space, seat, kind)))
    put(state, seat, kind, segment, guest=True)
    facts = {"piece": state.rules.pieces[kind].name, "district": DISTRICTS[district], **where(state, segment)}
    tell(state, "left_town", seat, facts)


def prospect(state: State, seat: Seat) -> float:
    """Followers in Carcassonne may still go where something is completed."""
    printed = state.board["district"]
    in_town = sum(seat_of(piece) == seat and printed[segment_of(piece)] > 0 for piece in state.pieces)
    return time_left(state, 6) * IN_TOWN_HOPE * in_town


def can_go_to_field(state: State, seat: Seat) -> list[Action]:
    """From the market to any field (COUNT-FINAL-1)."""
    return moves(state, seat, list(every_feature(state, "field").values()), ("market",))


def can_go_to_unfinished(state: State, seat: Seat) -> list[Action]:
    """By the option, from the other districts to incomplete features (COUNT-RUL-3)."""
    still_open, first = state.board.features.open, every_feature(state, "city", "road", "monastery", "shrine")
    return moves(state, seat, [spot for feature, spot in first.items() if still_open[feature]], NOT_MARKET)


def serves(state: State, kind: int, district: str) -> bool:
    """Say whether a kind of follower could ever leave a district: then it may enter (COUNT-FINAL-5, COUNT-INT-5)."""
    number, stands = state.rules.catalogue.kind_number, state.rules.stands[kind]
    return any(stands[number[served]] for served in SERVES[district] if served in number)


# Entering


def enter_look(state: State) -> None:
    """Remember the points before features are scored."""
    state.ext[BEFORE] = list(state.score)


def options_enter(state: State) -> list[Action]:
    """Others scored features and the seat on turn did not: a follower of its own may enter (COUNT-ENTER-1 to -8)."""
    gained = [now - then for now, then in zip(state.score, state.ext[BEFORE], strict=True)]
    if gained[state.seat] or not any(gained):
        return []
    rules = state.rules
    found = [
        rules.pack("enter", kind, number)
        for kind in range(len(rules.pieces))
        for number, district in enumerate(DISTRICTS)
        if in_supply(state, state.seat, kind) and serves(state, kind, district) and space_of(state, number) is not None
    ]
    return [rules.pack("pass"), *found] if found else []


def do_enter(state: State, values: Values) -> None:
    """The follower goes to the district (COUNT-ENTER-4)."""
    kind, district = values
    space = space_of(state, district)
    if space is not None:
        put(state, state.seat, kind, space)
    state.ext[ENTERED][0] = 1
    tell(
        state,
        "entered_town",
        state.seat,
        {"piece": state.rules.pieces[kind].name, "district": DISTRICTS[district]},
    )


def options_escort(state: State) -> list[Action]:
    """Whoever has just entered may move the Count (COUNT-COUNT-1)."""
    if not state.ext[ENTERED][0]:
        return []
    others = [district for district in range(len(DISTRICTS)) if district != state.ext[STANDS][0]]
    return [state.rules.pack("pass"), *(state.rules.pack("escort", district) for district in others)]


def do_escort(state: State, values: Values) -> None:
    """The Count moves to another district."""
    move_count(state, values[0])


def move_count(state: State, district: int) -> None:
    """Put the Count into a district, and tell it."""
    state.ext[STANDS][0] = district
    tell(state, "count_moved", state.seat, {"district": DISTRICTS[district]})


def do_enter_clockwise(state: State, values: Values) -> None:
    """The follower goes to the district, and the Count to the one after his own (COUNT-COUNT-5)."""
    do_enter(state, values)
    move_count(state, (state.ext[STANDS][0] + 1) % len(DISTRICTS))


def do_enter_with_count(state: State, values: Values) -> None:
    """The follower goes to the district, and the Count after him (COUNT-COUNT-6)."""
    do_enter(state, values)
    if values[1] != state.ext[STANDS][0]:
        move_count(state, values[1])


ANY_AT_THE_END = Expansion(
    "count.any_at_the_end",
    steps=(
        Step(
            "final.leave",
            begin_round,
            rounds.options(can_go_to_unfinished),
            rounds.actor(can_go_to_unfinished),
            repeats=True,
        ),
    ),
)


BY_THE_PLAYER = Expansion(
    "count.by_the_player",
    kinds=(Kind("enter", do_enter, (PIECE, DISTRICT)), Kind("escort", do_escort, (DISTRICT,))),
    steps=(Step("count.escort", options=options_escort),),
)
CLOCKWISE = Expansion("count.clockwise", kinds=(Kind("enter", do_enter_clockwise, (PIECE, DISTRICT)),))
WITH_THE_FOLLOWER = Expansion("count.with_the_follower", kinds=(Kind("enter", do_enter_with_count, (PIECE, DISTRICT)),))


def only_followers_live_in_town(state: State) -> list[str]:
    """Builders, pigs and others never enter Carcassonne (COUNT-ENTER-1)."""
    living = [kind_of(piece) for piece in state.pieces if feature_kind(state, segment_of(piece)) == "district"]
    pieces = [state.rules.pieces[kind] for kind in living]
    return [f"a {piece.name} in Carcassonne" for piece in pieces if not piece.strength]


def guests_leave(state: State) -> list[str]:
    """Followers from Carcassonne come out for a scoring only, then go home (COUNT-MOVE-11)."""
    if step_name(state) in ("count.leave", "final.leave", "final.market", "over"):
        return []
    guests = [segment_of(piece) for piece in state.pieces if is_guest(piece)]
    return [f"a guest on segment {segment} at {step_name(state)}" for segment in guests]


EXPANSION = Expansion(
    "count",
    tiles=("count",),
    start="count",
    tokens=(count_himself,),
    facts=(count_district, rounds.asked_next),
    prospects=(prospect,),
    kinds=(Kind("leave", do_leave, (PIECE, DISTRICT, SPOT)),),
    steps=(
        Step("count.look", enter_look),
        Step("count.leave", enter_leave, rounds.options(can_leave), rounds.actor(can_leave), repeats=True),
        Step("count.enter", options=options_enter),
        Step("final.market", begin_round, rounds.options(can_go_to_field), rounds.actor(can_go_to_field), repeats=True),
    ),
    columns=(
        StateColumn(STANDS, most=len(DISTRICTS) - 1),
        StateColumn(BEFORE, per_seat=True, until=Scope.PART),
        StateColumn(ENTERED, until=Scope.PART, most=1),
        rounds.ROUND,
    ),
    feature_columns=(Column("district", Merge.OR, ("district",)),),
    options=(
        Option("count_final", ("market", "any"), "market", (("any", ANY_AT_THE_END),)),
        Option(
            "count_moves",
            ("player", "clockwise", "follower"),
            "player",
            (("player", BY_THE_PLAYER), ("clockwise", CLOCKWISE), ("follower", WITH_THE_FOLLOWER)),
        ),
    ),
    invariants=(only_followers_live_in_town, guests_leave),
    excludes=("wheel_of_fortune",),
    # The rulebook speaks of the River II alone (COUNT-INT-14)
    unadvised=("river_2",),
    discouraged=("river", "river_20"),
)
