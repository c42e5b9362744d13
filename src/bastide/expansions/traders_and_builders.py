"""Traders & Builders (rulebook of the Big Box of 2014, pages 10 and 11)."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.kernel.features import Column, Merge
from bastide.rules.bag import time_left
from bastide.rules.events import tell
from bastide.rules.model import NUMBERS, Bonus, Expansion, Line, Option, Piece, Seat, StateColumn, Step, Token
from bastide.rules.pieces import (
    every_feature,
    feature_kind,
    feature_of,
    features_of_last_tile,
    in_supply,
    pieces_named,
    strength_of,
)
from bastide.rules.scoring import grant, is_complete
from bastide.rules.state import State
from bastide.rules.turn import AGAIN

GOODS = ("wine", "grain", "cloth")
GOOD_HOPE = 1.0
BUILDER_HOPE = 5.0
KEPT_HOPE = 2.0
SECOND_HOPE = 4.0
"""For bots: what a good is worth beyond the majority it gives now, a builder at work, one (or a pig) at home, and a
second part that was earned."""
HELD = "goods.held"
"""The goods of every seat, in that order."""


def enter_builder(state: State) -> None:
    """Whoever extends the feature of his own builder earns a second part (TB-BUILDER-5, TB-BUILDER-6)."""
    new = features_of_last_tile(state)
    if any(feature_of(state, builder) in new for builder in pieces_named(state, "builder", state.seat)):
        state.ext[AGAIN][0] = 1


def builder_goes_on(state: State, segment: int) -> bool:
    """On a road or city that holds a follower of one's own (TB-BUILDER-1, TB-BUILDER-2)."""
    return feature_kind(state, segment) in ("road", "city") and _beside_own(state, segment)


def pig_goes_on(state: State, segment: int) -> bool:
    """In a field that holds a farmer of one's own (TB-PIG-1)."""
    return feature_kind(state, segment) == "field" and _beside_own(state, segment)


def _beside_own(state: State, segment: int) -> bool:
    return strength_of(state, state.board.features.root[segment], state.seat) > 0


def enter_goods(state: State) -> None:
    """Whoever completes a city takes the goods shown in it, occupied or not (TB-GOODS-1, TB-GOODS-2)."""
    held = state.ext[HELD]
    taken = [sum(state.board[good][feature] for feature in state.completed) for good in GOODS]
    for i, number in enumerate(taken):
        held[len(GOODS) * state.seat + i] += number
    if any(taken):
        tell(state, "traded", state.seat, {"goods": {good: n for good, n in zip(GOODS, taken, strict=True) if n}})


def pig_bonus(state: State, fields: Sequence[int], seat: Seat, lines: list[Line]) -> None:
    """A pig in the field makes every city worth one point more to its owner (TB-PIG-3, TB-PIG-6)."""
    if any(feature_of(state, pig) in fields for pig in pieces_named(state, "pig", seat)):
        lines.append(Line("pig", sum(line.times for line in lines if line.label == "cities"), 1))


def pigsty_bonus(state: State, fields: Sequence[int], seat: Seat, lines: list[Line]) -> None:
    """A pigsty in a field with farmers of one's own makes a city worth one point more (RIV2-PIG-1 to RIV2-PIG-4)."""
    if any(state.board["pigsty"][field] and strength_of(state, field, seat) for field in fields):
        lines.append(Line("pigsty", sum(line.times for line in lines if line.label == "cities"), 1))


def enter_final_goods(state: State) -> None:
    """Ten points for the most of each kind of goods, ties included (TB-GOODS-6)."""
    for i, good in enumerate(GOODS):
        numbers = state.ext[HELD][i :: len(GOODS)]
        for seat, number in enumerate(numbers):
            if number and number == max(numbers):
                grant(state, seat, [Line(good, 1, 10)], "goods")


def prospect(state: State, seat: Seat) -> float:
    """Goods may still become a majority, builders and pigs may still be of use, and a second part may be due."""
    goods = sum(state.ext[HELD][len(GOODS) * seat : len(GOODS) * (seat + 1)])
    at_work = sum(not is_complete(state, feature_of(state, piece)) for piece in pieces_named(state, "builder", seat))
    at_home = sum(in_supply(state, seat, state.rules.piece_number[name]) for name in ("builder", "pig"))
    due = SECOND_HOPE if seat == state.seat and state.left and (state.part or state.ext[AGAIN][0]) else 0.0
    return due + time_left(state, 10) * (GOOD_HOPE * goods + BUILDER_HOPE * at_work + KEPT_HOPE * at_home)


def goods_held(state: State) -> list[Token]:
    """Return the goods that every seat has, with their number."""
    held = [
        (good, state.ext[HELD][len(GOODS) * seat + i], seat)
        for seat in range(state.players)
        for i, good in enumerate(GOODS)
    ]
    return [Token(good, number, seat) for good, number, seat in held if number]


def goods_come_from_cities(state: State) -> list[str]:
    """Nobody has goods that no complete city shows (TB-GOODS-1)."""
    complete = [city for city in every_feature(state, "city") if is_complete(state, city)]
    printed = [sum(state.board[good][city] for city in complete) for good in GOODS]
    held = [sum(state.ext[HELD][i :: len(GOODS)]) for i in range(len(GOODS))]
    return [
        f"{number} {good} held, {shown} shown"
        for good, number, shown in zip(GOODS, held, printed, strict=True)
        if number > shown
    ]


EXPANSION = Expansion(
    "traders_and_builders",
    tiles=("traders_and_builders",),
    tokens=(goods_held,),
    prospects=(prospect,),
    pieces=(
        Piece("builder", "builders", strength=0, goes_on=builder_goes_on, companion=True),
        Piece("pig", "pigs", strength=0, goes_on=pig_goes_on, companion=True),
    ),
    columns=(StateColumn(HELD, initial=(0, 0, 0), per_seat=True, grows=True),),
    feature_columns=(
        *(Column(good, Merge.ADD, ("city",)) for good in GOODS),
        Column("pigsty", Merge.OR, ("field",)),
    ),
    steps=(
        Step("builder.see", enter_builder),
        Step("goods.take", enter_goods),
        Step("final.goods", enter_final_goods),
    ),
    bonuses=(Bonus(("field",), pig_bonus), Bonus(("field",), pigsty_bonus)),
    invariants=(goods_come_from_cities,),
    options=(Option("builders", NUMBERS, 1), Option("pigs", NUMBERS, 1)),
)
