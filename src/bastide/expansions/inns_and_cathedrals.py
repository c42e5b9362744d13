"""Inns & Cathedrals (rulebook of the Big Box of 2014, page 9)."""

from __future__ import annotations

from bastide.kernel.features import Column, Merge
from bastide.rules.model import NUMBERS, Expansion, Layer, Line, Option, Piece, Term
from bastide.rules.state import State


def inn_rate(state: State, road: int, lines: list[Line]) -> None:
    """A complete road with an inn is worth 2 points a tile, however many inns (IC-INN-2)."""
    if state.board["inn"][road] and not state.board.features.open[road]:
        lines[:] = [Line("tiles_inn", line.times, 2) for line in lines]


def inn_void(state: State, road: int, lines: list[Line]) -> None:
    """An incomplete road with an inn is worth nothing (IC-INN-3)."""
    if state.board["inn"][road] and state.board.features.open[road]:
        lines[:] = [Line("open_inn", 0, 1)]


def cathedral_rate(state: State, city: int, lines: list[Line]) -> None:
    """A complete city with a cathedral is worth 3 points a tile and a shield (IC-CATHEDRAL-2)."""
    if state.board["cathedral"][city] and not state.board.features.open[city]:
        lines[:] = [Line(f"{line.label}_cathedral", line.times, 3) for line in lines]


def cathedral_void(state: State, city: int, lines: list[Line]) -> None:
    """An incomplete city with a cathedral is worth nothing (IC-CATHEDRAL-3)."""
    if state.board["cathedral"][city] and state.board.features.open[city]:
        lines[:] = [Line("open_cathedral", 0, 1)]


UNFINISHED_WORTHLESS = Expansion(
    "inns_and_cathedrals.unfinished_worthless",
    points=(Term(Layer.VOID, ("road",), inn_void), Term(Layer.VOID, ("city",), cathedral_void)),
)

EXPANSION = Expansion(
    "inns_and_cathedrals",
    tiles=("inns_and_cathedrals",),
    # A follower in every respect that counts double in a majority (IC-BIG-1, IC-BIG-2)
    pieces=(Piece("big", "big_followers", strength=2),),
    feature_columns=(Column("inn", Merge.OR, ("road",)), Column("cathedral", Merge.OR, ("city",))),
    points=(
        Term(Layer.RATE, ("road",), inn_rate),
        Term(Layer.RATE, ("city",), cathedral_rate),
    ),
    options=(
        # Without the small expansion an incomplete feature is worth what it would be without its inn (IC-INN-6)
        Option("unfinished_inns", ("nothing", "ignored"), "nothing", (("nothing", UNFINISHED_WORTHLESS),)),
        Option("big_followers", NUMBERS, 1),
    ),
)
