"""Short sayings about what is on the table: a piece and where it stands, a drawn value, what is kept beside the board.

All words come from the catalogues: what has none there is not spoken of, so expansions add their own as data.
"""

from __future__ import annotations

from bastide.kernel.geometry import cell_text
from bastide.rules.model import PIECE, SEAT, SPOT, SPOT_BITS, SPOT_MASK, Field, Seat
from bastide.rules.pieces import feature_kind, segment_at
from bastide.rules.scoring import is_complete
from bastide.rules.state import State
from bastide.words import Word, catalogue, say


def deployment(state: State, piece: int, spot: int, language: str) -> str:
    """Return what a piece is on a spot, and how far the feature that it stands on has come."""
    board = state.board
    features, segment = board.features, board.segment(spot >> SPOT_BITS, spot & SPOT_MASK)
    feature = features.root[segment]
    site = state.rules.sites[features.kind[feature]]
    name = state.rules.pieces[piece].name
    values = {
        "role": Word(f"role.{site.role}") if site is not None and name == state.rules.plain else Word(f"piece.{name}"),
        "feature": Word(f"feature.{board.catalogue.kinds[features.kind[feature]]}"),
        "tiles": features.size(feature),
        "mark": ", ".join(printed(state, spot, language)),
    }
    if site is None and values["mark"]:
        return say(language, "table.deploy_marked", values)
    complete = site is not None and site.completes and is_complete(state, feature)
    return say(language, "table.deploy_complete" if complete else "table.deploy", values)


def printed(state: State, spot: int, language: str) -> list[str]:
    """Return in words what is printed on a spot, as far as it has words."""
    number = state.board.tile_at[spot >> SPOT_BITS]
    marks = state.board.tile(number).segments[spot & SPOT_MASK].marks
    return [say(language, message) for message in (f"mark.{n}.{v}" for n, v in marks) if message in catalogue(language)]


def value_word(state: State, field: Field, value: int, language: str) -> str:
    """Return a value of an action in words, or as a number if it has none."""
    if field is PIECE:
        return say(language, f"piece.{state.rules.pieces[value].name}")
    if field is SPOT:
        feature = feature_kind(state, segment_at(state, value))
        return f"{say(language, f'feature.{feature}')} {cell_text(value >> SPOT_BITS)}"
    if field is SEAT:
        return str(value + 1)
    message = f"value.{field.name}.{value}"
    return say(language, message) if message in catalogue(language) else str(value)


def kept_by(state: State, seat: Seat | None, language: str, eyes: Seat | None = None) -> list[str]:
    """Return what the rules keep beside the board for a seat, or with None for the whole table.

    What is secret is told only to the eyes it belongs to.
    A column with a message of its own has one number, which chooses a word; of any other column, the numbers that are
    not zero and have a message are told as counts.
    """
    found: list[str] = []
    for column in state.rules.columns:
        if column.per_seat != (seat is not None) or (column.secret and seat != eyes):
            continue
        size, head = len(column.initial), f"column.{column.name}"
        numbers = state.ext[column.name][(seat or 0) * size :][:size]
        if head in catalogue(language):
            found.append(say(language, head, {"value": Word(f"{head}.{numbers[0]}")}))
            continue
        labels = [(count, f"{head}.{place}") for place, count in enumerate(numbers)]
        found += [
            say(language, label, {"count": count}) for count, label in labels if count and label in catalogue(language)
        ]
    return found
