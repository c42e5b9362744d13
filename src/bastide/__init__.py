"""Carcassonne in every rule edition: a rules engine, a table server, bots and learning environments.

Whatever a program needs to play and study games is imported from here. The packages, from the bottom up:

`words`: sentences for players and users, in English and French.
`text`: parsing of whole numbers.
`wire`: types of everything that crosses a process boundary as JSON.
`errors`: the exceptions.
`compile_cache`: the cache of compiled code.
`kernel`: the grid, the tiles and the features they form.
`rulebook`: the index of rules by id.
`tiles`: the tile sets and their loader.
`rules`: the engine: from the description of an expansion to a state that is played.
`expansions`: the expansions, one module each.
`games`: the games that can be played, and their presets.
`play`: games with logs, dealers, views, text and records.
`draw`: tiles, pieces and boards as SVG.
`fast`: the compiled simulator.
`bots`: bots and the arena.
`rl`: learning environments.
`server`: the table server.
`client`: a client of the table server, for bots.
`load_testing`: load tests of a table server.
`cli`: the `bastide` command.

The folder ``web`` holds the browser client.

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
from bastide.play.inspection import BoardTile, feature_at, same_feature, spots, tile_at
from bastide.play.land import Feature, features
from bastide.play.masking import mask, redact
from bastide.play.notation import action_text, parse_action
from bastide.play.picture import picture
from bastide.play.position import parse_position, position_text
from bastide.play.record import from_record, load, save, to_record
from bastide.play.sentences import sentence
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
    "BoardTile",
    "Dealer",
    "Fair",
    "Feature",
    "Game",
    "Given",
    "IllegalAction",
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
