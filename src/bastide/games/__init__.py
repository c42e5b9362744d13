"""The games that can be played, and the line of text that selects their rules.

`spec`: what a game is made of.
`carcassonne`, `gold_rush`: the two games, as values.
`rules`: rules made from a preset, expansions, tile sets and options, and the parser for them.
`sites`: where followers stand in all games, by kind of feature.
"""

from bastide.games.rules import DEFAULT_GAME, GAMES, Choice, GameRules, choose_rules, make_rules, parse_rules, presets
from bastide.games.sites import sites
from bastide.games.spec import GameSpec

__all__ = [
    "DEFAULT_GAME",
    "GAMES",
    "Choice",
    "GameRules",
    "GameSpec",
    "choose_rules",
    "make_rules",
    "parse_rules",
    "presets",
    "sites",
]
