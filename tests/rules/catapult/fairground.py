"""Fairs on text boards and on meadows where followers stand to the thousandth, and throws without any error."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.expansions import base, catapult, hand
from bastide.expansions.catapult import CHOSEN, GAMES, MISSED, PLAYED, RESTS, THROWN, VICTIM, on_the_map
from bastide.kernel.anchors import anchor
from bastide.kernel.geometry import cell_at
from bastide.play.notation import read_spot
from bastide.rules import engine
from bastide.rules.pieces import put, seat_of
from bastide.rules.ruleset import Ruleset
from bastide.rules.state import State
from bastide.tiles.loader import parse
from tests.boards import COLOURS, board, choices, play

Point = tuple[int, int]

RULES = "bigbox2014 expansions=catapult"
KNOCKOUT, SEDUCTION, TARGET, CATCH = (f"fair:{game}" for game in GAMES)
MID = (32767, 32768) * 4
"""Numbers r0 to r7 of a throw that lands where it was aimed."""
FAIR = "CAT-FFFF-06"
"""The fair on a meadow."""
CLEAN = {PLAYED: 1, THROWN: 1, RESTS: 1, VICTIM: 1}
COLUMNS = 4
ROWS = 3


def scatter(slide: int = 0, numbers: Sequence[int] = MID) -> str:
    """Return the token of the nine numbers of a throw."""
    return ":".join(["scatter", *map(str, (*numbers, slide))])


def hurl(x: int, y: int, slide: int = 0, numbers: Sequence[int] = MID) -> str:
    """Return the tokens of a throw at a point."""
    return f"hurl:({x},{y}) {scatter(slide, numbers)}"


def duel(aim: Point, hands: Point, last: int = 0) -> str:
    """Return the tokens of a duel: where the hurler aims, where the catcher's hands are, and the last number."""
    return f"hurl:({aim[0]},{aim[1]}) reach:({hands[0]},{hands[1]}) {scatter(last)}"


def fair(text: str, *others: str, players: int = 2, options: str = "") -> State:
    """Return a text board with the catapult and other expansions."""
    return board(text, ",".join((RULES, *others)) + f" {options}", players=players)


def is_tidy(state: State) -> bool:
    """Return whether nothing of a fair is left behind in the state."""
    per_seat = {CHOSEN: state.players, MISSED: state.players}
    return all(state.ext[name] == [0] * size for name, size in {**CLEAN, **per_seat}.items())


def meadow(followers: Sequence[tuple[str, Point]], players: int = 2, cell: Point = (0, 0)) -> State:
    """Return the map of the worked examples, four tiles by three, with a fair about to be chosen by red.

    Every follower is a farmer in a field of its own, and stands exactly at its point; the fair lies at a cell.
    """
    cells = [(x, y) for y in range(ROWS) for x in range(COLUMNS) if (x, y) != cell]
    lines = []
    for x, y in cells:
        own = [at for _, at in followers if (at[0] // 1000, at[1] // 1000) == (x, y)]
        fields = "".join(f"; field @{at[0] % 1000},{at[1] % 1000}" for at in own)
        lines.append(f"- FFFF-{x}{y} 1 field N E S W{fields}")
    count = len(cells) + 1
    head = f"set meadow\nprefix MW\ntitle Meadow\neditions plain\ntotal plain {count} in {count} kinds\n"
    tiles = parse("\n".join([head, *lines, "- FFFF-fair 1 field N E S W ! fair"]))
    rules = Ruleset([base.EXPANSION, hand.EXPANSION, catapult.EXPANSION], [(tile, 2) for tile in tiles.tiles])
    state = State(rules, players)
    for n, (x, y) in enumerate(cells):
        state.board.place(n, 0, cell_at(x, y))
    used: dict[tuple[int, int], int] = {}
    for colour, at in followers:
        x, y = at[0] // 1000, at[1] // 1000
        used[x, y] = used.get((x, y), 0) + 1
        segment = state.board.segment(cell_at(x, y), used[x, y])
        put(state, COLOURS.index(colour), rules.piece_number["follower"], segment)
    engine.settle(state, arrived=True)
    play(state, f"MW-FFFF-fair({cell[0]},{cell[1]})")
    return play(state, "-") if state.rules.pack("pass") in state.legal else state


KNOCK, SEDUCE = "fair:knockout", "fair:seduction"
AWAY = hurl(-400, -400)
"""A throw that touches nobody."""
MONK = "B(0,0) +blue:monastery ; to red"
"""Blue's monk at (500,500); the fair will lie south of him."""
OPEN_FAIR = f"{FAIR}(0,1) -"
ALL = {"fair:knockout", "fair:seduction", "fair:target", "fair:catch"}


def opened(text: str, *others: str, players: int = 2, options: str = "") -> State:
    """Return a board on which red has just laid a fair south of (0,0) and is to choose a game."""
    return lay(fair(text, *others, players=players, options=options))


def lay(state: State, tile: str = f"{FAIR}(0,1)") -> State:
    """Lay a tile, in place, and put nothing on it, if there is a choice."""
    play(state, tile)
    return play(state, "-") if "-" in choices(state) else state


def feet(state: State, x: int, y: int, spot: str) -> Point:
    """Return where the first piece on a spot of a text board stands, as the tile that lies there says."""
    number = state.board.tile_at[cell_at(x, y)]
    tile, rotation = state.board.tile(number), state.board.rotation(number)
    own = anchor(tile.segments[read_spot(tile, rotation, spot)], rotation)
    return 1000 * x + own[0], 1000 * y + own[1]


def beside(point: Point, dx: int, dy: int) -> Point:
    """Return a point so far from another one."""
    return point[0] + dx, point[1] + dy


def midway(a: Point, b: Point) -> Point:
    """Return the point halfway between two others, which must be whole."""
    assert (a[0] + b[0]) % 2 == (a[1] + b[1]) % 2 == 0
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


def spots(tile: str) -> set[str]:
    """Return where pieces could go on a tile that lies alone."""
    return choices(fair(f"{tile}(0,0) ; step piece")) - {"-"}


def seats(state: State) -> list[int]:
    """Return whose pieces stand on the board, in order."""
    return [seat_of(piece) for piece in state.pieces]


def centres(state: State) -> list[tuple[int, Point]]:
    """Return the followers that a token can reach: whose they are and where they stand."""
    return [(seat_of(there.piece), there.centre) for there in on_the_map(state)]
