"""The games that can be played, by name, and the one line of text that chooses rules."""

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
