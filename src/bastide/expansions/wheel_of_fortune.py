"""The Wheel of Fortune (rulebook of the Big Box of 2014, pages 14, 15 and 20)."""

from __future__ import annotations

from itertools import compress
from typing import Final

from bastide.kernel.features import Column, Merge
from bastide.rules import rounds
from bastide.rules.engine import actor
from bastide.rules.events import tell
from bastide.rules.model import (
    PIECE,
    SPOT,
    Action,
    Expansion,
    Kind,
    Line,
    Option,
    Seat,
    StateColumn,
    Step,
    Token,
    Values,
)
from bastide.rules.pieces import (
    feature_of,
    find_piece,
    followers_of,
    in_supply,
    kind_of,
    seat_of,
    segment_of,
    spot_of,
    take_home,
    withdraw,
)
from bastide.rules.ruleset import FOLLOWERS
from bastide.rules.scoring import grant
from bastide.rules.state import NO_TILE, State

SECTORS = ("fortune", "taxes", "famine", "storm", "inquisition", "plague")
CELLS = 16
"""The cells of the board; it lies there before any tile."""
SOURCES: Final = ("e2", "n2", "n4", "e4", "s1", "s3", "s4", "w2", "w3")
"""Where a plain source may lie, by the names in the tile file (RIV-WHEEL-2); the default comes first."""
SOURCE: Final = Option(
    "source",
    SOURCES,
    SOURCES[0],
    beside=(("river", SOURCES), ("river_2", SOURCES), ("river_20", ("s4",))),
)
"""The cell of the board that the source of a river touches (RIV-WHEEL-1, RIV2-INT-7, RIV20-INT-4)."""
CROWN_SPACES = (1, 2, 1, 2, 1, 2)
CROWN_HOPE = 0.6
"""For bots: how much of what a follower on the crown may score counts, since it may have to wait for long."""
PIG = "wheel.pig"
"""The sector where the big pig stands."""
STOPPED = "wheel.stopped"
"""Whether it has just come there, so that the crown of the sector is still to be scored."""


def big_pig(state: State) -> list[Token]:
    """Return the pig of the wheel, with the number of the sector where it stands, counted from one."""
    return [Token("wheel-pig", state.ext[PIG][0] + 1)]


def enter_wheel(state: State) -> None:
    """A drawn icon moves the pig, and the sector where it stops acts at once (WOF-WHEEL-1, WOF-WHEEL-2)."""
    icon = 0 if state.tile == NO_TILE else state.rules.catalogue.marks("icon")[state.tile]
    if not icon:
        return
    pig = state.ext[PIG][0] = (state.ext[PIG][0] + icon) % len(SECTORS)
    state.ext[STOPPED][0] = 1
    sector = SECTORS[pig]
    tell(state, "pig_stops", state.seat, {"sector": sector, "icon": icon})
    if sector == "fortune":
        grant(state, state.seat, [Line("fortune", 1, 3)], "wheel")
    elif sector in COUNTED:
        for seat in range(state.players):
            if lines := COUNTED[sector](state, seat):
                grant(state, seat, lines, "wheel")


def taxes(state: State, seat: Seat) -> list[Line]:
    """In every city, knights times knights and shields (WOF-TAXES-1, WOF-TAXES-2)."""
    cities = [feature_of(state, piece) for piece in followers_of(state, seat, "city")]
    shields = state.board["pennant"]
    return [Line("taxes", cities.count(city), cities.count(city) + shields[city]) for city in sorted(set(cities))]


def famine(state: State, seat: Seat) -> list[Line]:
    """For every farmer, the complete cities that his field touches (WOF-FAMINE-1)."""
    features = state.board.features
    fields = [feature_of(state, piece) for piece in followers_of(state, seat, "field")]
    cities = sum(not features.open[city] for field in fields for city in features.touched(field))
    return [Line("famine", cities, 1)] if cities else []


def storm(state: State, seat: Seat) -> list[Line]:
    """One point for every follower in the supply (WOF-STORM-1)."""
    number = sum(in_supply(state, seat, kind) for kind, piece in enumerate(state.rules.pieces) if piece.strength)
    return [Line("storm", number, 1)] if number else []


def inquisition(state: State, seat: Seat) -> list[Line]:
    """Two points for every monk (WOF-INQUISITION-1)."""
    monks = len(followers_of(state, seat, "monastery"))
    return [Line("inquisition", monks, 2)] if monks else []


COUNTED = {"taxes": taxes, "famine": famine, "storm": storm, "inquisition": inquisition}


def enter_plague(state: State) -> None:
    """Every seat must take a follower back: the seat on turn first, then clockwise (WOF-PLAGUE-1)."""
    if state.ext[STOPPED][0] and SECTORS[state.ext[PIG][0]] == "plague":
        rounds.begin(state, state.seat)


def can_flee(state: State, seat: Seat) -> list[Action]:
    """Any follower on the land, but none on the crown and no special piece (WOF-PLAGUE-2)."""
    found = [
        state.rules.pack("flee", kind_of(piece), spot_of(state, segment_of(piece)))
        for piece in followers_of(state, seat)
    ]
    return sorted(set(found))


def do_flee(state: State, values: Values) -> None:
    """The follower returns, and companions it leaves alone with it (WOF-PLAGUE-3, WOF-PLAGUE-4)."""
    kind, spot = values
    seat = actor(state)
    rounds.done(state)
    withdraw(state, find_piece(state, seat, kind, spot))


def enter_crown(state: State) -> None:
    """The crown followers of the sector score and return (WOF-CROWN-3, WOF-CROWN-4, WOF-CROWN-5)."""
    if not state.ext[STOPPED][0]:
        return
    state.ext[STOPPED][0] = 0
    pig = state.ext[PIG][0]
    sector = state.board["sector"]
    here = [piece for piece in state.pieces if sector[segment_of(piece)] == pig + 1]
    each = 3 if len(here) == CROWN_SPACES[pig] else 6
    for piece in here:
        grant(state, seat_of(piece), [Line("crown", 1, each)], "wheel")
        take_home(state, piece)


def prospect(state: State, seat: Seat) -> float:
    """The pig may still stop where somebody stands on the crown: the more tiles with an icon are left, the likelier."""
    sector = state.board["sector"]
    on_crown = [(sector[piece >> 9], seat_of(piece)) for piece in state.pieces if sector[piece >> 9]]
    standing = [number for number, _ in on_crown]
    own = [number for number, whose in on_crown if whose == seat]
    if not own:
        return 0.0
    stops = sum(compress(state.bag, state.rules.catalogue.marks("icon")))
    points = sum(3 if standing.count(number) == CROWN_SPACES[number - 1] else 6 for number in own)
    return CROWN_HOPE * points * (1 - (1 - 1 / len(SECTORS)) ** stops)


def choose_crown(state: State) -> list[Action]:
    """Instead of any other piece, a follower on a vacant crown space (WOF-CROWN-1, WOF-CROWN-2)."""
    rules, features = state.rules, state.board.features
    followers, sector = features.column[FOLLOWERS], state.board["sector"]
    end = state.board.first[CELLS] if len(state.board.first) > CELLS else len(sector)
    spaces = [segment for segment in range(end) if sector[segment] and not followers[segment]]
    kinds = [kind for kind in rules.ordinary if in_supply(state, state.seat, kind)]
    return [rules.pack("deploy", kind, spot_of(state, space)) for kind in kinds for space in spaces]


def crown_holds_followers(state: State) -> list[str]:
    """A space of the crown holds one follower, and nothing else (WOF-CROWN-1, WOF-CROWN-2)."""
    sector = state.board["sector"]
    crowned = [piece for piece in state.pieces if sector[segment_of(piece)]]
    spaces = [segment_of(piece) for piece in crowned]
    found = [f"several pieces on space {space} of the crown" for space in set(spaces) if spaces.count(space) > 1]
    odd = [piece for piece in crowned if kind_of(piece) not in state.rules.ordinary]
    return found + [f"a {state.rules.pieces[kind_of(piece)].name} on the crown" for piece in odd]


EXPANSION = Expansion(
    "wheel_of_fortune",
    tiles=("wheel_of_fortune",),
    start="wheel_of_fortune",
    tokens=(big_pig,),
    facts=(rounds.asked_next,),
    prospects=(prospect,),
    kinds=(Kind("flee", do_flee, (PIECE, SPOT)),),
    steps=(
        Step("wheel.turn", enter_wheel),
        Step("wheel.plague", enter_plague, rounds.options(can_flee), rounds.actor(can_flee), repeats=True),
        Step("wheel.crown", enter_crown),
    ),
    choices=(choose_crown,),
    elsewhere=("deploy",),
    columns=(StateColumn(PIG, most=len(SECTORS) - 1), StateColumn(STOPPED), rounds.ROUND),
    feature_columns=(Column("sector", Merge.OR, ("crown",)),),
    invariants=(crown_holds_followers,),
    options=(SOURCE,),
)
