"""The games that can be played, and the line of text that selects their rules.

`spec`: the specification of a game.
`carcassonne`: Carcassonne.
`gold_rush`: Gold Rush.
`rules`: rules from a preset, expansions, tile sets and options, and the parser of that choice.
`sites`: where followers stand, by kind of feature, in all games.
"""

from bastide.games.rules import (
    DEFAULT_GAME,
    GAMES,
    Choice,
    GameRules,
    choose_rules,
    earlier_options,
    make_rules,
    parse_rules,
    presets,
    tiles_added,
)
from bastide.games.sites import sites
from bastide.games.spec import GameSpec

__all__ = [
    "DEFAULT_GAME",
    "GAMES",
    "Choice",
    "GameRules",
    "GameSpec",
    "choose_rules",
    "earlier_options",
    "make_rules",
    "parse_rules",
    "presets",
    "sites",
    "tiles_added",
]
