"""Carcassonne: the base game, the expansions it is played with, and the rule editions as presets."""

from __future__ import annotations

from bastide.expansions import (
    base,
    hand,
    hills_and_sheep,
    inns_and_cathedrals,
    river,
    traders_and_builders,
    wheel_of_fortune,
)
from bastide.games.spec import GameSpec
from bastide.rules.model import OptionValue

PRESETS: dict[str, dict[str, OptionValue]] = {
    # Rulebook of the first edition (ED-1)
    "first": {
        "field_scoring": "per_city_4",
        "tiny_city": 2,
        "farmers": True,
        "half_points": False,
        "hand_size": 0,
        "tile_edition": "plain",
        "followers": 7,
        "max_players": 5,
    },
    # Rulebook of the second edition of the rules
    "second": {
        "field_scoring": "per_city_3",
        "tiny_city": 2,
        "farmers": True,
        "half_points": False,
        "hand_size": 0,
        "tile_edition": "plain",
        "followers": 7,
        "max_players": 5,
    },
    # Rulebook of the Big Box of 2014
    "bigbox2014": {
        "field_scoring": "per_field_3",
        "tiny_city": 4,
        "farmers": True,
        "half_points": False,
        "hand_size": 0,
        "tile_edition": "bigbox2014",
        "followers": 7,
        "max_players": 8,
    },
    # Rulebook of the 20th Anniversary Edition
    "anniversary": {
        "field_scoring": "per_field_3",
        "tiny_city": 4,
        "farmers": True,
        "half_points": False,
        "hand_size": 0,
        "tile_edition": "garden",
        "followers": 7,
        "max_players": 5,
    },
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
    ),
    presets=PRESETS,
    default_preset="bigbox2014",
)
