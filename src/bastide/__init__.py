"""Bastide plays Carcassonne: every rule edition, as a library.

>>> import bastide
>>> game = bastide.Game("bigbox2014", seats=["Red", "Blue"], dealer=bastide.Seeded(1))
>>> game.rules.options["field_scoring"]
'per_field_3'
"""

from bastide.errors import BadNotation, BadRecord, BadRules, BadTiles, BastideError, IllegalAction
from bastide.games import make_rules, parse_rules
from bastide.play.dealer import Dealer, Given, Scripted, Seeded, Uniform
from bastide.play.fair import Fair
from bastide.play.game import Game
from bastide.play.inspection import PlacedTile, feature_at, same_feature, spots, tile_at
from bastide.play.land import Feature, features
from bastide.play.masking import mask, redact
from bastide.play.notation import action_text, parse_action
from bastide.play.picture import picture
from bastide.play.position import parse_position, position_text
from bastide.play.record import from_record, load, save, to_record
from bastide.play.telling import sentence
from bastide.play.transcript import game_text, parse_game
from bastide.play.verify import verify
from bastide.play.view import view
from bastide.rules.engine import actor, apply, options, start, weights
from bastide.rules.model import CHANCE, OVER
from bastide.rules.state import State

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "OVER",
    "BadNotation",
    "BadRecord",
    "BadRules",
    "BadTiles",
    "BastideError",
    "Dealer",
    "Fair",
    "Feature",
    "Game",
    "Given",
    "IllegalAction",
    "PlacedTile",
    "Scripted",
    "Seeded",
    "State",
    "Uniform",
    "action_text",
    "actor",
    "apply",
    "feature_at",
    "features",
    "from_record",
    "game_text",
    "load",
    "make_rules",
    "mask",
    "options",
    "parse_action",
    "parse_game",
    "parse_position",
    "parse_rules",
    "picture",
    "position_text",
    "redact",
    "same_feature",
    "save",
    "sentence",
    "spots",
    "start",
    "tile_at",
    "to_record",
    "verify",
    "view",
    "weights",
]
