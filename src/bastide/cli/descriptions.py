"""Short descriptions: a piece and its feature, a value of an action, the holdings of a seat.

All words come from the message catalogues. What has no message is left out, so expansions add words as data.
"""

from __future__ import annotations

from bastide.kernel.geometry import cell_text
from bastide.rules.model import PIECE, SEAT, SPOT, SPOT_BITS, SPOT_MASK, Field, Seat
from bastide.rules.pieces import feature_kind, segment_at
from bastide.rules.scoring import is_complete
from bastide.rules.state import State
from bastide.words import Word, catalogue, say


def deployment(state: State, piece: int, spot: int, language: str) -> str:
    """Return the role of a piece on a spot, and the size of the feature there."""
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
    """Return the words for the marks printed on a spot, if they have any."""
    number = state.board.tile_at[spot >> SPOT_BITS]
    marks = state.board.tile(number).segments[spot & SPOT_MASK].marks
    return [say(language, message) for message in (f"mark.{n}.{v}" for n, v in marks) if message in catalogue(language)]


def value_word(state: State, field: Field, value: int, language: str) -> str:
    """Return a value of an action as a word, or as a number if there is no word for it."""
    if field is PIECE:
        return say(language, f"piece.{state.rules.pieces[value].name}")
    if field is SPOT:
        feature = feature_kind(state, segment_at(state, value))
        return f"{say(language, f'feature.{feature}')} {cell_text(value >> SPOT_BITS)}"
    if field is SEAT:
        return str(value + 1)
    message = f"value.{field.name}.{value}"
    return say(language, message) if message in catalogue(language) else str(value)


def holdings(state: State, seat: Seat | None, language: str, viewer: Seat | None = None) -> list[str]:
    """Return the holdings of a seat (or, with None, of the table) beside the board, as text.

    Secret columns are shown to their own seat only. A column with a message of its own holds one number, which selects
    a word. The numbers of other columns are counts; those that are not zero and have a message are shown.
    """
    texts: list[str] = []
    for column in state.rules.columns:
        if column.per_seat != (seat is not None) or (column.secret and seat != viewer):
            continue
        size, head = len(column.initial), f"column.{column.name}"
        numbers = state.ext[column.name][(seat or 0) * size :][:size]
        if head in catalogue(language):
            texts.append(say(language, head, {"value": Word(f"{head}.{numbers[0]}")}))
            continue
        once = size // int(column.times)
        labels = [(sum(numbers[place::once]), f"{head}.{place}") for place in range(once)]
        texts += [
            say(language, label, {"count": count}) for count, label in labels if count and label in catalogue(language)
        ]
    return texts
