"""Text boards of hills and sheep: the clauses that give shepherds their sheep, and a monastery among vineyards."""

from __future__ import annotations

from bastide.expansions.hills_and_sheep import FLOCK, SIZES, stock
from bastide.kernel.geometry import STEPS, cell_at, xy
from bastide.rules.pieces import in_supply
from bastide.rules.state import State

__all__ = ["AROUND", "CLOSED", "RULES", "flocks", "shepherds", "stock", "tokens"]

RULES = "bigbox2014 expansions=hills_and_sheep"
CLOSED = f"{RULES} closed_field_herd=on"

AROUND = {
    (0, 0): "B(0,0) +red:monastery",
    (0, -1): "HS-CFFF-deep-vineyard(0,-1) CFFF",
    (-1, -1): "HS-CFFC-vineyard(-1,-1) CFFC",
    (1, -1): "N(1,-1) CCFF",
    (1, 0): "E(1,0) FCFF",
    (1, 1): "N(1,1) FCCF",
    (0, 1): "E(0,1) FFCF",
    (-1, 1): "N(-1,1) FFCC",
    (-1, 0): "E(-1,0) FFFC",
}
"""A monastery with two vineyards around it, by cell."""


def flocks(*sheep: list[int], players: int = 2) -> str:
    """Return the clauses for the tokens of some seats, each token by its sheep: ``flocks([3, 1], [2, 2])``."""
    held = [[tokens.count(size) for size in range(1, 5)] for tokens in (*sheep, *[[]] * (players - len(sheep)))]
    column = " ".join(str(number) for flock in held for number in flock)
    return f"; column sheep.flock {column}"


def tokens(state: State) -> list[list[int]]:
    """Return the tokens of every seat's shepherd, by their sheep."""
    held = [state.ext[FLOCK][SIZES * seat : SIZES * (seat + 1)] for seat in range(state.players)]
    return [[size for size, number in enumerate(flock, start=1) for _ in range(number)] for flock in held]


def shepherds(state: State) -> list[int]:
    """Return every seat's shepherds in supply."""
    return [in_supply(state, seat, state.rules.piece_number["shepherd"]) for seat in range(state.players)]


BIG = "bigbox2014 expansions=hills_and_sheep,inns_and_cathedrals"
TRADERS = "bigbox2014 expansions=hills_and_sheep,traders_and_builders"
WHEEL = "bigbox2014 expansions=hills_and_sheep,wheel_of_fortune"
FIELD_MODES = [("per_field_3", 3), ("per_city_3", 3), ("per_city_4", 4)]
DOUBLE_CITY, DOUBLE_FIELD = "HS-CDFC-vineyard", "HS-CFFF-deep-vineyard"
SIDES = range(4)


def part(state: State, cell: tuple[int, int], number: int) -> int:
    """Return the feature of a tile's segment, by its number on the tile."""
    return state.board.features.root[state.board.segment(cell_at(*cell), number)]


def beyond(side: int) -> tuple[int, int]:
    return xy(cell_at(0, 0) + STEPS[side])


def at(tile: str, cell: tuple[int, int], rotation: int) -> str:
    return f"{tile}({cell[0]},{cell[1]})/{rotation % 4}"


TWO = "E(0,0) CFFF +red:shepherd:field, E(1,0) CFFF +blue:shepherd:field ; players 2" + flocks([3], [1, 4])
