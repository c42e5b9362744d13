"""The colours of tiles, symbols and seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

INK: Final = "#4b3728"
SHADE: Final = "#3d3a1c"
PAPER: Final = "#efe6d2"
CLOTH: Final = "#bdb093"
"""The linen under boards, with its threads."""
CLOTH_LIT: Final = "#c2b59a"
CLOTH_DARK: Final = "#b7a98c"
CARD: Final = "#efe3c6"
"""The edge of tiles."""
HALO: Final = "#fffaf0"
PALE: Final = "#fff6df"

GRASS: Final = "#b7c977"
GRASS_2: Final = "#a9bf68"
TUFT: Final = "#879f4d"
CROPS: Final = (("#dcd68c", "#c7c073"), ("#9dbb62", "#8ba853"), ("#c9d88b", "#b3c673"), ("#d3c988", "#beb371"))
"""Grounds and furrows of farms: corn, young corn, hay, stubble."""
HEDGE: Final = "#86a45a"
HAY: Final = "#dcc982"
HAY_DARK: Final = "#b9a35c"
LEAF: Final = "#6d9150"
LEAF_DARK: Final = "#4f7344"
LEAF_LIT: Final = "#8db062"
TRUNK: Final = "#7b5a3c"
CYPRESS: Final = "#476a4c"
CYPRESS_LIT: Final = "#638a5c"
FLOWERS: Final = ("#fbf6e6", "#f4d35e", "#e9806e")
LILAC: Final = "#a884c8"
DOWN: Final = "#b3bf5f"
"""For hills: base, highlight, shadow and contour."""
DOWN_LIT: Final = "#eef0b6"
DOWN_DARK: Final = "#6f7f34"
DOWN_EDGE: Final = "#56652c"
EARTH: Final = "#dcb87c"
EARTH_DARK: Final = "#9b7740"

CREAM: Final = "#f6ead0"
RIM: Final = "#b6935f"
RUT: Final = "#e2cfa3"
COBBLE: Final = "#cdb58b"
COBBLE_DARK: Final = "#b99b6b"
YARD: Final = "#ecdcae"

SHORE: Final = "#dccb95"
WATER: Final = "#8fc3c9"
DEEP: Final = "#71adbb"
RIPPLE: Final = "#cbe6e3"

STONE: Final = "#d8c8a8"
STONE_LIT: Final = "#f3e9d3"
STONE_MID: Final = "#bfa983"
STONE_FRONT: Final = "#ab9570"
STONE_DARK: Final = "#957d5d"
GROUND: Final = "#e4cb9b"
"""The ground of cities: lanes and squares."""
COURT: Final = "#cbab7b"
"""The ground under houses."""
PLASTER: Final = "#f0dfbc"
PLASTER_DARK: Final = "#d6bc92"
DOOR: Final = "#b08560"
ROOFS: Final = (("#c46f50", "#965039"), ("#d59060", "#a76a44"), ("#aa6152", "#80453c"))
"""Lit and shaded sides of the roofs of cities: terracotta, apricot, old rose."""
BRICK: Final = (("#cf5b3c", "#a8432f"), ("#dd7a45", "#b85c33"), ("#c24a3a", "#97372e"), ("#e09a4a", "#bb7733"))
"""Lit and shaded sides of brighter roofs, for buildings that stand alone."""
SLATE: Final = "#62798f"
SLATE_DARK: Final = "#475b70"
GLASS: Final = "#5d86a0"
OAK: Final = "#6b4028"

GOLD: Final = "#f2bf3d"
TEAL: Final = "#1f6a70"
"""For pennants only."""
TEAL_DARK: Final = "#164e55"
WINE: Final = "#7c2f4f"
STRAW: Final = "#eec35a"
"""For inns and hats only."""
STRAW_DARK: Final = "#c69433"
SIGNAL: Final = "#c8402f"
"""For inn signs, awnings and flags."""
FIRE: Final = "#ef7d2b"
SMOKE: Final = "#d6cec2"
PIG: Final = "#f09aa6"
PIG_DARK: Final = "#cf6f80"
MUD: Final = "#a3794f"
WALNUT: Final = "#9c5b34"
WOVEN: Final = "#2f62a3"
"""For cloth and awnings."""
WOVEN_LIT: Final = "#78a8d8"
DUSK: Final = "#857a9e"
"""For the stones of cult places."""
DUSK_LIT: Final = "#b7adc8"
DUSK_DARK: Final = "#43385c"
VIOLET: Final = "#6b3aa6"
"""For magic only."""
CORN: Final = "#e6b030"
CORN_DARK: Final = "#a97414"
CORN_LIT: Final = "#f6d678"
BADGE: Final = "#2c3f78"
"""For the arrows of the anniversary tiles only."""
BADGE_DARK: Final = "#1c2a55"
BASALT: Final = "#6d5654"
BASALT_LIT: Final = "#927672"
BASALT_DARK: Final = "#4d3a3b"

PRAIRIE: Final = "#e3cf8e"
PRAIRIE_2: Final = "#d9c27b"
PRAIRIE_LIT: Final = "#ebdca4"
SAGE: Final = "#9aa860"
ROCK: Final = "#c99f82"
ROCK_LIT: Final = "#efd3b0"
ROCK_DARK: Final = "#8d6458"
ROCK_EDGE: Final = "#6d483d"
SCREE: Final = "#c19a7c"
PINE: Final = "#5d7a50"
PINE_DARK: Final = "#46613f"
BALLAST: Final = "#cdb894"
BALLAST_RIM: Final = "#a98a5c"
TIE: Final = "#7d5636"
STEEL: Final = "#5c5a5e"
SNOW: Final = "#fdf6e8"
FIRN: Final = "#dcd6dc"
"""Snow in the shade."""
SAGE_LIT: Final = "#b9c383"
SAGE_DARK: Final = "#76854a"
HIDE: Final = "#f6e8cc"
"""For tipis, lit and shaded."""
HIDE_DARK: Final = "#d9bd92"
CHESTNUT: Final = "#9c5a2e"
"""For horses: coat, shaded coat and mane."""
CHESTNUT_DARK: Final = "#74401f"
MANE: Final = "#3c2416"
IRON: Final = "#45525f"
IRON_DARK: Final = "#303b47"
RUST: Final = "#b5472f"
"""The red of locomotives and painted hides."""
EMBER: Final = "#e8862e"
HOLLOW: Final = "#2e1d14"
"""The dark inside a tunnel."""

GLOW: Final = "#f0b429"
"""Highlight of legal cells."""
SKIN: Final = "#f3cda6"
WOOD: Final = "#8a5a33"
BONE: Final = "#f0e3c4"
LEATHER: Final = "#d8a565"
LEATHER_DARK: Final = "#a9773f"
SECTORS: Final = ("#f1cd6c", "#bb523b", "#e3cf9f", "#587892", "#70425f", "#93a262")
"""Backgrounds of the sectors of the wheel: fortune, taxes, famine, storm, inquisition, plague."""


@dataclass(frozen=True)
class Dye:
    """The colours of a seat's pieces, and its charge: a shape that distinguishes seats without colour."""

    name: str
    cloak: str
    shade: str
    tint: str
    """Colour of the charge."""
    charge: str


LIGHT: Final = "#fff4df"
DARK: Final = "#3a2a1c"
DYES: Final = (
    Dye("madder", "#b3161b", "#7d0d12", LIGHT, "disc"),
    Dye("woad", "#3b48d2", "#272f93", LIGHT, "bar"),
    Dye("pine", "#0a9159", "#06663e", LIGHT, "diamond"),
    Dye("saffron", "#f3cb2a", "#cb9c12", DARK, "chevron"),
    Dye("ink", "#2d2b34", "#15141a", LIGHT, "cross"),
    Dye("rose", "#c56ba2", "#93467a", LIGHT, "stripes"),
    Dye("lagoon", "#5ad5f7", "#2ba3c8", DARK, "star"),
    Dye("linen", "#f4f4dc", "#cfcaa8", DARK, "ring"),
)
"""By seat: red, blue, green, yellow, black, purple, cyan and white, which are also the default names of seats."""
NOBODYS: Final = Dye("nobody", "#8d8577", "#6b6458", LIGHT, "none")
"""For pieces that belong to no seat."""
