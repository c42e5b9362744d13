"""Crop circles: both series of six tiles."""

from __future__ import annotations

from typing import Final

from bastide.rules import rounds
from bastide.rules.engine import actor, step_name
from bastide.rules.events import tell
from bastide.rules.model import (
    PIECE,
    SPOT,
    Action,
    Expansion,
    Kind,
    Option,
    Scope,
    Seat,
    StateColumn,
    Step,
    Values,
)
from bastide.rules.pieces import (
    find_piece,
    followers_of,
    in_supply,
    kind_of,
    put,
    segment_at,
    segment_of,
    spot_of,
    where,
    withdraw,
)
from bastide.rules.state import State
from bastide.tiles import load

KINDS: Final = ("", "city", "road", "field")
"""Whom a circle concerns: with a shield the knights, with a club the thieves, with a pitchfork the farmers."""
CHOSEN: Final = "circle.chosen"
"""What the seat on turn has chosen: nothing yet, that all may add a follower, or that all must remove one."""
ADD: Final = 1
REMOVE: Final = 2


def kind_concerned(state: State) -> str:
    """Return the kind of feature that the circle on the new tile speaks of, if it has one (CROP-TYPE-1)."""
    return KINDS[state.board.mark(-1, "circle")]


def role_concerned(state: State) -> str:
    """Return what the followers are called that the circle on the new tile concerns."""
    return next(site.role for site in state.rules.sites if site is not None and site.kind == kind_concerned(state))


def concerned(state: State, seat: Seat) -> list[int]:
    """Return the followers of a seat that the circle on the new tile concerns."""
    kind = kind_concerned(state)
    return followers_of(state, seat, kind) if kind else []


def options_choose(state: State) -> list[Action]:
    """One of the two must be chosen, unless it concerns nobody (CROP-TURN-2, CROP-TURN-3)."""
    if not any(concerned(state, seat) for seat in range(state.players)):
        return []
    return [state.rules.pack("grow"), state.rules.pack("wither")]


def do_grow(state: State, values: Values) -> None:
    """Every seat may add a follower to one of its own."""
    state.ext[CHOSEN][0] = ADD
    tell(state, "circle_grows", state.seat, {"role": role_concerned(state)})


def do_wither(state: State, values: Values) -> None:
    """Every seat must take a follower back."""
    state.ext[CHOSEN][0] = REMOVE
    tell(state, "circle_withers", state.seat, {"role": role_concerned(state)})


def enter_act(state: State) -> None:
    """All act once, clockwise, the seat on turn last (CROP-ORDER-1)."""
    if state.ext[CHOSEN][0]:
        rounds.begin(state, (state.seat + 1) % state.players)


def can_act(state: State, seat: Seat) -> list[Action]:
    """Return what a seat may do, or must; nothing if it is skipped (CROP-A-1, CROP-B-1, CROP-PASS-1)."""
    rules, own = state.rules, concerned(state, seat)
    if state.ext[CHOSEN][0] == REMOVE:
        found = {rules.pack("remove", kind_of(piece), spot_of(state, segment_of(piece))) for piece in own}
        return sorted(found)
    kinds = [kind for kind in state.rules.ordinary if in_supply(state, seat, kind)]
    beside = sorted({spot_of(state, segment_of(piece)) for piece in own})
    added = [rules.pack("add", kind, spot) for kind in kinds for spot in beside]
    return [rules.pack("pass"), *added] if added else []


def do_add(state: State, values: Values) -> None:
    """A follower of the supply joins one of its own seat, whoever else is there (CROP-A-2, CROP-A-3)."""
    kind, spot = values
    seat, segment = actor(state), segment_at(state, spot)
    rounds.done(state)
    put(state, seat, kind, segment)
    tell(state, "put", seat, {"piece": state.rules.pieces[kind].name, **where(state, segment)})


def do_remove(state: State, values: Values) -> None:
    """A follower goes home without points, and companions that it leaves alone with it (CROP-B-1, CROP-END-2)."""
    kind, spot = values
    seat = actor(state)
    rounds.done(state)
    withdraw(state, find_piece(state, seat, kind, spot))


def choice_is_forgotten(state: State) -> list[str]:
    """What was chosen at a circle binds nobody after it (CROP-ORDER-1)."""
    chosen = state.ext[CHOSEN][0]
    return [f"a circle still binds at {step_name(state)}"] if chosen and step_name(state) in ("draw", "place") else []


SERIES: Final = ("corn_circles_1", "corn_circles_2")
FIRST = Expansion("crop_circles.first", tiles=SERIES[:1])
SECOND = Expansion("crop_circles.second", tiles=SERIES[1:])
BOTH = Expansion("crop_circles.both", tiles=SERIES)
CIRCLES: Final = Option(
    "circles",
    ("first", "second", "both"),
    "second",
    (("first", FIRST), ("second", SECOND), ("both", BOTH)),
    parts=tuple(tile.id for series in SERIES for tile in load(series).tiles),
)
"""Which tiles are in play: a series, both, or single ones (CROP-SETUP-1)."""

EXPANSION = Expansion(
    "crop_circles",
    kinds=(
        Kind("grow", do_grow),
        Kind("wither", do_wither),
        Kind("add", do_add, (PIECE, SPOT)),
        Kind("remove", do_remove, (PIECE, SPOT)),
    ),
    steps=(
        Step("circle.choose", options=options_choose),
        Step("circle.act", enter_act, rounds.options(can_act), rounds.actor(can_act), repeats=True),
    ),
    columns=(StateColumn(CHOSEN, until=Scope.PART, most=REMOVE), rounds.ROUND),
    invariants=(choice_is_forgotten,),
    facts=(rounds.asked_next,),
    options=(CIRCLES,),
)
