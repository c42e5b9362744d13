"""The Mage and the Witch (a mini expansion, described at the end of the rulebook of Count, King & Cohorts)."""

from __future__ import annotations

from typing import Final

from bastide.rules.engine import step_name
from bastide.rules.events import tell
from bastide.rules.model import (
    NOBODY,
    PIECE,
    SPOT,
    Action,
    Expansion,
    Kind,
    Layer,
    Line,
    Piece,
    Step,
    Term,
    Values,
)
from bastide.rules.pieces import (
    every_feature,
    feature_kind,
    feature_of,
    lift,
    pieces_named,
    put,
    segment_at,
    spot_of,
    take_home,
    where,
)
from bastide.rules.scoring import points
from bastide.rules.state import State

MAGE: Final = "mage"
WITCH: Final = "witch"
FIGURES: Final = (MAGE, WITCH)


def stands_in(state: State, figure: str) -> int | None:
    """Return the feature where a figure stands, if it is on the map."""
    return next((feature_of(state, piece) for piece in pieces_named(state, figure)), None)


def targets(state: State) -> list[int]:
    """Return all incomplete roads and cities, each by the segment that was laid first (MW-PLACE-2, MW-PLACE-9)."""
    still_open = state.board.features.open
    return [segment for feature, segment in every_feature(state, "road", "city").items() if still_open[feature]]


def options_move(state: State) -> list[Action]:
    """A magic tile moves one figure, and two on one feature must part; if neither can go anywhere, one leaves.

    One move serves both (MW-PLACE-1, MW-PLACE-7, MW-MERGE-1 to MW-MERGE-3).
    """
    at = {figure: stands_in(state, figure) for figure in FIGURES}
    together = at[MAGE] is not None and at[MAGE] == at[WITCH]
    if not together and not state.board.mark(-1, "magic"):
        return []
    rules, root, spots = state.rules, state.board.features.root, targets(state)
    moves = [
        rules.pack("enchant", rules.piece_number[figure], spot_of(state, spot))
        for figure in FIGURES
        for spot in spots
        if root[spot] not in at.values()
    ]
    return moves or [rules.pack("dispel", rules.piece_number[figure]) for figure in FIGURES if at[figure] is not None]


def do_enchant(state: State, values: Values) -> None:
    """A figure comes to a feature, from another one or from beside the board."""
    kind, spot = values
    segment, name = segment_at(state, spot), state.rules.pieces[kind].name
    for piece in pieces_named(state, name):
        lift(state, piece)
    put(state, NOBODY, kind, segment)
    if state.events is not None:
        tell(state, "enchanted", state.seat, {"piece": name, **where(state, segment)})


def do_dispel(state: State, values: Values) -> None:
    """A figure leaves the map; a later magic tile may bring it back (MW-PLACE-8)."""
    (kind,) = values
    for piece in pieces_named(state, state.rules.pieces[kind].name):
        take_home(state, piece)


def mage_points(state: State, feature: int, lines: list[Line]) -> None:
    """One point more for every tile, but none for shields (MW-SCORE-1, MW-FINAL-1, MW-FINAL-3)."""
    if stands_in(state, MAGE) == feature:
        lines.append(Line(MAGE, state.board.features.size(feature), 1))


def witch_points(state: State, feature: int, lines: list[Line]) -> None:
    """Half the points, rounded up (MW-SCORE-2, MW-FINAL-2)."""
    if stands_in(state, WITCH) == feature:
        lines.append(Line(WITCH, -(points(lines) // 2), 1))


def figures_stand_apart(state: State) -> list[str]:
    """Mage and witch stand on different roads and cities, and on none that is complete (MW-PLACE-2, MW-MERGE-1)."""
    features = [(figure, feature) for figure in FIGURES if (feature := stands_in(state, figure)) is not None]
    kinds = [(figure, feature_kind(state, feature)) for figure, feature in features]
    found = [f"the {figure} stands on a {kind}" for figure, kind in kinds if kind not in ("road", "city")]
    if len({feature for _, feature in features}) < len(features) and step_name(state) != "magic.move":
        found.append("mage and witch stand on one feature")
    if step_name(state) in ("draw", "place", "hand.pick"):
        still_open = state.board.features.open
        found += [
            f"the {figure} stayed on a complete feature" for figure, feature in features if not still_open[feature]
        ]
    return found


EXPANSION = Expansion(
    "mage_and_witch",
    tiles=("mage_and_witch",),
    pieces=tuple(Piece(figure, 1, strength=0, neutral=True) for figure in FIGURES),
    kinds=(Kind("enchant", do_enchant, (PIECE, SPOT)), Kind("dispel", do_dispel, (PIECE,))),
    steps=(Step("magic.move", options=options_move),),
    points=(
        Term(Layer.LAST, ("road", "city"), mage_points),
        Term(Layer.LAST, ("road", "city"), witch_points),
    ),
    invariants=(figures_stand_apart,),
)
