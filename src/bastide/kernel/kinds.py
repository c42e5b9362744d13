"""The table of feature kinds: what is printed on tiles.

The rules decide who stands on a feature and whether it can be completed: expansions declare this as `Site`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final


class Shape(Enum):
    """How a feature lies on a tile."""

    REGION = "region"
    """Fills whole sides: a city, a mountain."""
    ROAD = "road"
    """Leaves the tile in the middle of a side, with land to its left and right: a road, a railroad."""
    RIVER = "river"
    """Runs like a road; no piece stands on it."""
    LAND = "land"
    """What the others leave over, where followers lie down: a field, a prairie."""
    BUILDING = "building"
    """Stands inside the tile, and roads may lead to it: a monastery, a town."""
    PLOT = "plot"
    """Lies inside the tile, and no road leads to it: a garden."""
    SPACE = "space"
    """A place for pieces apart from the land: a district, a crown space."""
    WALL = "wall"
    """The end of a region that reaches the middle of a side and separates the land there."""


@dataclass(frozen=True)
class FeatureKind:
    """A kind of feature, as tile files, the notation and pictures need it."""

    name: str
    """The id in tile files, actions and views. ``feature.<name>`` is the message id of its word."""
    shape: Shape
    land: str
    """The kind of land around it."""
    characters: str
    """The character in text pictures; for roads: horizontal, vertical, junction."""
    colour: int
    """The ANSI colour code of these characters."""
    letters: str = ""
    """The letters of its sides in the names of tiles."""
    edge: str = ""
    """The letter of its sides in the notation, if not the first of these."""
    touches: str = ""
    """The kind of feature that segments of this kind may touch."""
    surrounded: bool = False
    """Complete when all eight cells around the tile are filled."""

    @property
    def edge_letter(self) -> str:
        """The letter of its sides in the notation, empty if it has none."""
        return self.edge or self.letters[:1]


FIELD: Final = "field"
PRAIRIE: Final = "prairie"

KINDS: Final[Mapping[str, FeatureKind]] = {
    kind.name: kind
    for kind in (
        FeatureKind("city", Shape.REGION, FIELD, "#", 33, letters="CDEG"),
        FeatureKind("road", Shape.ROAD, FIELD, "-|+", 97, letters="RSTU"),
        FeatureKind(FIELD, Shape.LAND, FIELD, ".", 32, letters="F", touches="city"),
        FeatureKind("river", Shape.RIVER, FIELD, "~", 94, letters="W"),
        FeatureKind("wall", Shape.WALL, FIELD, "#", 33),
        FeatureKind("monastery", Shape.BUILDING, FIELD, "M", 95, surrounded=True),
        FeatureKind("garden", Shape.PLOT, FIELD, "*", 96, surrounded=True),
        FeatureKind("shrine", Shape.BUILDING, FIELD, "S", 95, surrounded=True),
        FeatureKind("crown", Shape.SPACE, FIELD, "o", 95),
        FeatureKind("district", Shape.SPACE, FIELD, "o", 95),
        FeatureKind("rail", Shape.ROAD, PRAIRIE, "-|+", 97, letters="HJKL", edge="R"),
        FeatureKind("mountain", Shape.REGION, PRAIRIE, "A", 33, letters="MNO"),
        FeatureKind("town", Shape.BUILDING, PRAIRIE, "T", 95, touches="rail"),
        FeatureKind(PRAIRIE, Shape.LAND, PRAIRIE, ".", 32, letters="P"),
    )
}
"""All kinds by name, in display order."""


def of_shape(*shapes: Shape) -> tuple[str, ...]:
    """Return the names of the kinds of some shapes.

    >>> of_shape(Shape.REGION)
    ('city', 'mountain')
    """
    return tuple(kind.name for kind in KINDS.values() if kind.shape in shapes)


LAND: Final = of_shape(Shape.LAND)
REGIONS: Final = of_shape(Shape.REGION)
ROADS: Final = of_shape(Shape.ROAD)
PATHS: Final = of_shape(Shape.ROAD, Shape.RIVER)
BUILDINGS: Final = of_shape(Shape.BUILDING)
SPACES: Final = of_shape(Shape.SPACE)
