"""The kinds of features that are printed on tiles, in one table.

Who stands on a feature, and whether it can be completed, is a matter of the rules: expansions declare it as `Site`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final


class Shape(Enum):
    """How a feature lies on a tile."""

    REGION = "region"
    """It fills whole sides: a city."""
    ROAD = "road"
    """It leaves the tile in the middle of sides, with land on either hand: a road, a railroad."""
    RIVER = "river"
    """Likewise, and nobody stands on it."""
    LAND = "land"
    """What the others leave over. Followers lie down there: a field."""
    BUILDING = "building"
    """It stands inside the tile, and paths may lead to it: a monastery."""
    PLOT = "plot"
    """It lies inside the tile, and no path leads to it: a garden."""
    SPACE = "space"
    """A place for pieces that is on no feature of the land: a district."""
    WALL = "wall"
    """The end of a region that reaches the middle of a side and parts the land there."""


@dataclass(frozen=True)
class FeatureKind:
    """A kind of feature: what a tile file, the notation and pictures need to know of it."""

    name: str
    """Its id in tile files, actions and views; the word for people is ``feature.<name>``."""
    shape: Shape
    land: str
    """The kind of land around it."""
    characters: str
    """Its character in a picture made of text; for one drawn as lines: level, upright, and where lines meet."""
    colour: int
    """The colour of these characters, as an ANSI code."""
    letters: str = ""
    """The letters of sides it fills in names of tiles."""
    edge: str = ""
    """The letter of such a side in the notation, if it is not the first of these."""
    touches: str = ""
    """The kind of feature whose contact with it matters to rules."""
    surrounded: bool = False
    """Complete when all eight cells around the tile are filled."""

    @property
    def edge_letter(self) -> str:
        """The letter of its sides in the notation; empty if it fills none."""
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
"""Every kind by name, in the order in which people are told of them."""


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
