"""Abbots and gardens (rulebook of the 20th Anniversary Edition)."""

from __future__ import annotations

from typing import Final

from bastide.rules.model import (
    NUMBERS,
    SPOT,
    SPOT_BITS,
    SPOT_MASK,
    Action,
    Expansion,
    Kind,
    Line,
    Option,
    Piece,
    Scope,
    Site,
    StateColumn,
    Step,
    Values,
)
from bastide.rules.pieces import (
    feature_of,
    find_piece,
    kind_of,
    lift,
    pieces_named,
    segment_at,
    segment_of,
    spot_of,
    unpack_piece,
    where,
)
from bastide.rules.ruleset import MOST_PIECES
from bastide.rules.scoring import grant
from bastide.rules.state import State
from bastide.rules.turn import RESTING

SITES: Final = ("monastery", "shrine", "garden")
RECALLED: Final = "abbot.recalled"
"""Where the seat on turn has just taken its abbot back, as a spot; 0 if it has not."""


def abbots_out(state: State) -> list[int]:
    """Return the abbots of the seat on turn that are on features that are not complete."""
    still_open = state.board.features.open
    own = pieces_named(state, "abbot", state.seat)
    return [abbot for abbot in own if still_open[feature_of(state, abbot)]]


def choose_recall(state: State) -> list[Action]:
    """Instead of any other piece, the abbot may come back from a feature that is not complete (ABBOT-RECALL-1, -6)."""
    return [state.rules.pack("recall")] if abbots_out(state) else []


def choose_recall_from(state: State) -> list[Action]:
    """Of several abbots any one may come back (ABBOT-RECALL-8)."""
    spots = sorted({spot_of(state, segment_of(abbot)) for abbot in abbots_out(state)})
    return [state.rules.pack("recall_from", spot) for spot in spots]


def enter_ready(state: State) -> None:
    """From a seat's next piece step on, an abbot that was taken back may be put down again (ABBOT-RECALL-5)."""
    state.ext[RESTING][state.seat] = 0


def do_recall(state: State, values: Values) -> None:
    """The abbot is back at once; his points follow at the head of the scoring (ABBOT-RECALL-5)."""
    for abbot in abbots_out(state)[:1]:
        bring_back(state, abbot)


def do_recall_from(state: State, values: Values) -> None:
    """The abbot there is back."""
    (spot,) = values
    bring_back(state, find_piece(state, state.seat, state.rules.piece_number["abbot"], spot))


def bring_back(state: State, abbot: int) -> None:
    """Put an abbot into the supply, and remember where he was."""
    state.ext[RECALLED][0] = spot_of(state, segment_of(abbot))
    state.ext[RESTING][state.seat] = kind_of(abbot) + 1
    lift(state, abbot)


def enter_recall(state: State) -> None:
    """The feature he left pays a point for its tile and for every tile around it (ABBOT-RECALL-2)."""
    if state.ext[RECALLED][0]:
        segment = segment_at(state, state.ext[RECALLED][0])
        tiles = state.board.features.size(state.board.features.root[segment])
        grant(state, state.seat, [Line("tiles", tiles, 1)], "recalled", where(state, segment))


def recalled_from_nowhere(state: State) -> bool:
    """An abbot was recalled from a segment that is on the board."""
    spot, board = state.ext[RECALLED][0], state.board
    number = board.tile_at.get(spot >> SPOT_BITS)
    return bool(spot) and (number is None or spot & SPOT_MASK >= len(board.segments_of(number)))


def abbots_stand_on_their_sites(state: State) -> list[str]:
    """On the land an abbot is on a monastery, shrine or garden, and only he is in a garden (ABBOT-PLACE-3)."""
    sites, features = state.rules.sites, state.board.features
    found = []
    for segment, _, kind in map(unpack_piece, state.pieces):
        name, site = state.rules.pieces[kind].name, sites[features.kind[segment]]
        if site is not None and (site.kind not in SITES if name == "abbot" else site.kind == "garden"):
            found.append(f"a piece {name} on a {site.kind}")
    return found


ONE_ABBOT = Expansion("abbot.one", kinds=(Kind("recall", do_recall),), choices=(choose_recall,))
SEVERAL_ABBOTS = Expansion(
    "abbot.several", kinds=(Kind("recall_from", do_recall_from, (SPOT,)),), choices=(choose_recall_from,)
)
BY_NUMBER = tuple((number, SEVERAL_ABBOTS if number > 1 else ONE_ABBOT) for number in NUMBERS)

EXPANSION = Expansion(
    "abbot",
    pieces=(Piece("abbot", "abbots", sites=SITES),),
    # A garden is worth as much as a monastery, but only an abbot goes there (ABBOT-PLACE-3, ABBOT-SCORE-1)
    sites=(Site("garden", "gardener", order=2, like="monastery", reserved=True),),
    steps=(Step("abbot.ready", enter_ready), Step("abbot.recall", enter_recall)),
    columns=(
        StateColumn(RECALLED, until=Scope.PART, most=1 << 40),
        StateColumn(RESTING, per_seat=True, most=MOST_PIECES),
    ),
    impossible=(recalled_from_nowhere,),
    invariants=(abbots_stand_on_their_sites,),
    options=(Option("abbots", NUMBERS, 1, BY_NUMBER),),
    # Gardens are on the tiles of the later printings (ABBOT-SETUP-2)
    prefers=(("tile_edition", "garden"),),
)
