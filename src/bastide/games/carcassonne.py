"""Carcassonne: the base game, its expansions, and the rule editions as presets."""

from __future__ import annotations

from bastide.expansions import (
    abbot,
    anniversary_mini,
    base,
    catapult,
    count,
    crop_circles,
    cult,
    hand,
    hills_and_sheep,
    inns_and_cathedrals,
    king_and_robber,
    mage_and_witch,
    river,
    river_2,
    river_20,
    traders_and_builders,
    wheel_of_fortune,
)
from bastide.games.spec import GameSpec
from bastide.rules.model import OptionValue

FIRST: dict[str, OptionValue] = {
    "field_scoring": "per_city_4",
    "tiny_city": 2,
    "farmers": True,
    "half_points": False,
    "hand_size": 0,
    "tile_edition": "plain",
    "followers": 7,
    "max_players": 5,
}
LATER: dict[str, OptionValue] = {**FIRST, "field_scoring": "per_field_3", "tiny_city": 4}

PRESETS: dict[str, dict[str, OptionValue]] = {
    # The rulebook of the first edition, the booklet of the second, the Big Box of 2014, the 20th Anniversary (ED-1)
    "first": FIRST,
    "second": {**FIRST, "field_scoring": "per_city_3"},
    # The tiles are plain, but that box has its own printing of the river
    "bigbox2014": {**LATER, "tile_edition": "bigbox2014", "max_players": 8},
    "anniversary": {**LATER, "tile_edition": "garden"},
}

GAME = GameSpec(
    name="carcassonne",
    base=(base.EXPANSION, hand.EXPANSION),
    expansions=(
        inns_and_cathedrals.EXPANSION,
        traders_and_builders.EXPANSION,
        hills_and_sheep.EXPANSION,
        wheel_of_fortune.EXPANSION,
        river.EXPANSION,
        king_and_robber.EXPANSION,
        cult.EXPANSION,
        count.EXPANSION,
        river_2.EXPANSION,
        mage_and_witch.EXPANSION,
        catapult.EXPANSION,
        crop_circles.EXPANSION,
        river_20.EXPANSION,
        abbot.EXPANSION,
        anniversary_mini.EXPANSION,
    ),
    presets=PRESETS,
    default_preset="bigbox2014",
)
