"""The bag: tiles in any order within a stage; the stage to be drawn first comes last."""

from __future__ import annotations

from bastide.fast.compilation import compiled
from bastide.fast.layout import GameRecord, RuleTables
from bastide.fast.rng import random_below


@compiled
def bag_size(game: GameRecord) -> int:
    """Return the number of tiles in the bag, those counted that are buried."""
    return game.left + game.buried


@compiled
def time_left(game: GameRecord, turns: float) -> float:
    """Return which share of so many turns every seat can still expect, 1 at most."""
    return min(1.0, game.left / game.players / turns)


@compiled
def current_stage(tables: RuleTables, game: GameRecord) -> int:
    """Return the stage that is being drawn: the first that is not empty, or the last."""
    stage = 0
    while stage < tables.stages - 1 and game.stage[stage] >= bag_size(game):
        stage += 1
    return stage


@compiled
def stage_begins(tables: RuleTables, game: GameRecord) -> int:
    """Return the index in the bag at which the current stage begins; it extends to the end of the bag."""
    return game.stage[current_stage(tables, game)]


@compiled
def main_size(tables: RuleTables, game: GameRecord) -> int:
    """Return the number of tiles of the last stage in the bag, those counted that are buried."""
    return min(game.stage[tables.stages - 2], bag_size(game)) if tables.stages > 1 else bag_size(game)


@compiled
def main_left(tables: RuleTables, game: GameRecord) -> int:
    """Return how many tiles of the last stage can still be drawn."""
    return main_size(tables, game) - game.buried


@compiled
def random_tile(tables: RuleTables, game: GameRecord) -> int:
    """Return the index in the bag of a random tile of the current stage."""
    begin = stage_begins(tables, game)
    return begin + random_below(game, bag_size(game) - begin)


@compiled
def index_of(tables: RuleTables, game: GameRecord, tile: int) -> int:
    """Return the index in the bag of a tile of the current stage, or -1."""
    for at in range(stage_begins(tables, game), bag_size(game)):
        if game.bag[at] == tile:
            return at
    return -1


@compiled
def take(game: GameRecord, at: int) -> int:
    """Take a tile of the current stage from the bag, given its index, and return it."""
    tile = game.bag[at]
    game.bag[at] = game.bag[bag_size(game) - 1]
    game.left -= 1
    return tile


@compiled
def take_main(tables: RuleTables, game: GameRecord, tile: int) -> None:
    """Take a given tile of the last stage from the bag, whichever stage is being drawn."""
    hole = 0
    while game.bag[hole] != tile:
        hole += 1
    for stage in range(tables.stages - 1, -1, -1):
        end = game.stage[stage - 1] if stage > 0 else bag_size(game)
        game.bag[hole] = game.bag[end - 1]
        hole = end - 1
        if stage > 0:
            game.stage[stage - 1] -= 1
    game.left -= 1


@compiled
def bury(game: GameRecord) -> None:
    """Remove a tile of the last stage from the bag that nobody sees."""
    game.buried += 1
    game.left -= 1
