"""Pages of the rules guide."""

from collections.abc import Sequence
from typing import Literal, TypedDict

from bastide.wire.values import BlockSize, NumberedToken

PageKind = Literal["base", "edition", "expansion"]


class GuidePart(TypedDict):
    """A paragraph."""

    head: str
    text: str


class GuidePage(TypedDict):
    """A page about a part of the base game, an edition or an expansion, and the pictures it shows."""

    id: str
    kind: PageKind
    game: str
    title: str
    summary: str
    parts: Sequence[GuidePart]
    block: BlockSize | None
    """A board or a tile of several cells."""
    board: bool
    """Whether the block is a board."""
    tiles: Sequence[str]
    """Ids of tiles."""
    pieces: Sequence[str]
    """Kinds of pieces, shown upright."""
    lying: Sequence[str]
    """Kinds of pieces, shown lying down."""
    figures: Sequence[str]
    """Kinds of neutral pieces."""
    tokens: Sequence[NumberedToken]
