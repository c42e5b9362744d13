"""Cult places and heretics (rulebook of Count, King & Cohorts)."""

from __future__ import annotations

from typing import Final

from bastide.kernel.geometry import AROUND, Cell, cell_text
from bastide.rules.events import tell
from bastide.rules.model import Expansion, Site, Step, Veto
from bastide.rules.pieces import every_feature, feature_kind, take_all_home
from bastide.rules.ruleset import FOLLOWERS
from bastide.rules.scoring import strengths
from bastide.rules.state import State

RIVAL: Final = {"shrine": "monastery", "monastery": "shrine"}


def rivals_around(state: State, kind: str, cell: Cell) -> list[Cell]:
    """Return the cells around one with a building of the other kind."""
    board = state.board
    found = [cell + step for step in AROUND if cell + step in board.tile_at]
    return [at for at in found if building(state, at, RIVAL[kind]) is not None]


def building(state: State, cell: Cell, kind: str) -> int | None:
    """Return the building of a kind on the tile at a cell, if there is one."""
    segments = state.board.segments_of(state.board.tile_at[cell])
    return next((segment for segment in segments if feature_kind(state, segment) == kind), None)


def keeps_apart(state: State, tile: int, rotation: int, cell: Cell) -> bool:
    """A shrine and a monastery may be neighbours, but neither may have two (CULT-PLACE-1 to CULT-PLACE-3)."""
    for kind in {segment.kind for segment in state.rules.catalogue.tiles[tile].segments} & RIVAL.keys():
        around = rivals_around(state, kind, cell)
        if len(around) > 1 or any(rivals_around(state, RIVAL[kind], rival) for rival in around):
            return False
    return True


def enter_duel(state: State) -> None:
    """Of two neighbours with followers, the first complete one sends the other's home (CULT-SCORE-2, CULT-SCORE-3)."""
    board = state.board
    followers = board.features.column[FOLLOWERS]
    for winner in state.completed:
        kind = feature_kind(state, winner)
        if kind not in RIVAL or not followers[winner]:
            continue
        for cell in rivals_around(state, kind, board.cell[board.tile_of(winner)]):
            loser = building(state, cell, RIVAL[kind])
            if loser is not None and board.features.open[loser]:
                for seat, strength in enumerate(strengths(state, [loser])):
                    if strength:
                        tell(state, "challenge_lost", seat, {"feature": RIVAL[kind]})
                take_all_home(state, {loser})


def neighbours_are_single(state: State) -> list[str]:
    """No shrine has two monasteries around it, and no monastery two shrines (CULT-PLACE-2)."""
    board = state.board
    return [
        f"several neighbours of the {kind} at {cell_text(cell)}"
        for kind in RIVAL
        for segment in every_feature(state, kind)
        if len(rivals_around(state, kind, cell := board.cell[board.tile_of(segment)])) > 1
    ]


EXPANSION = Expansion(
    "cult",
    tiles=("cult",),
    # A shrine works like a monastery in everything that is counted (CULT-SCORE-1, CULT-FINAL-2, CULT-INT-4)
    sites=(Site("shrine", "heretic", order=2, like="monastery"),),
    fits=(Veto(keeps_apart, shows=("shrine", "monastery"), why_not="shrine_and_monastery"),),
    steps=(Step("cult.duel", enter_duel),),
    invariants=(neighbours_are_single,),
)
