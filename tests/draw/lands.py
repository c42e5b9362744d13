"""Boards to draw: random boards of many tile sets, and random games."""

from __future__ import annotations

import random
from functools import cache

import bastide
from bastide.kernel.board import Board
from bastide.kernel.catalogue import Catalogue
from bastide.kernel.geometry import cell_at
from bastide.tiles import load
from tests.games import play_on
from tests.rulesets import FULL

SETS = (
    "base",
    "inns_and_cathedrals",
    "traders_and_builders",
    "hills_and_sheep",
    "mage_and_witch",
    "anniversary",
    "catapult",
    "cult",
)
EVERYTHING = f"bigbox2014 expansions={','.join(FULL[1])}"


@cache
def wide_land(count: int, seed: int = 1) -> Board:
    """Return a random board with a number of tiles, from two copies of many sets."""
    rng = random.Random(seed)
    kinds = {tile: copies for name in SETS for tile, copies in load(name).copies("garden")}
    board = Board(Catalogue(list(kinds)))
    bag = [number for number, copies in enumerate(kinds.values()) for _ in range(2 * copies)]
    rng.shuffle(bag)
    board.place(bag.pop(), 0, cell_at(0, 0))
    while len(board.laid) < count:
        tile = bag.pop(0)
        places = [(cell, turn) for cell in board.wanted for turn in board.fits(tile, cell)]
        if places:
            cell, turn = rng.choice(places)
            board.place(tile, turn, cell)
        else:
            bag.append(tile)
    return board


@cache
def played(rules: str = EVERYTHING, seats: int = 3, moves: int = 250, seed: int = 1) -> bastide.Game:
    """Return a game after a number of random actions."""
    return play_on(bastide.Game(rules, seats=seats, dealer=bastide.Seeded(str(seed))), random.Random(seed), moves)
