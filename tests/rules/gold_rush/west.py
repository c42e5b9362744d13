"""Boards of the test tiles that the worked examples of Gold Rush use, gold by the pile, and the real box.

Tiles are named as in the examples: ``a`` straight rail, ``b`` curve, ``c`` junction, ``d`` mountain cap, ``e`` mountain
through, ``f`` cap with a rail that ends at it, ``h`` town, ``p`` prairie. A number is how many nuggets (or locomotives)
the tile shows. Others are ``g`` cap beside a rail, ``m`` all mountain, ``n`` two caps, ``q`` town with four rails,
``s`` prairie with a herd, ``t`` with a camp, ``x`` two rails that pass each other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import cast

from bastide.expansions import gold_rush
from bastide.expansions.gold_rush import HELD, RESERVE, TAKEN, VALUES
from bastide.games import GameRules
from bastide.rules import engine
from bastide.rules.events import Event
from bastide.rules.model import NOBODY
from bastide.rules.pieces import pieces_named
from bastide.rules.ruleset import Ruleset
from bastide.rules.state import State
from bastide.tiles import parse
from tests import boards

TILES = {
    "a": "PHPH-a      9  rail H; prairie N El Wr; prairie Er S Wl",
    "a1": "PHPH-a1    9  rail H locomotive; prairie N El Wr; prairie Er S Wl",
    "b": "PPHH-b      9  rail H; prairie N E Sl Wr; prairie Sr Wl",
    "b1": "PPHH-b1    9  rail H locomotive; prairie N E Sl Wr; prairie Sr Wl",
    "c": "PHJK-c      9  rail H; rail J; rail K; prairie N El Wr; prairie Er Sl; prairie Sr Wl",
    "d": "MPPP-d      9  mountain M; prairie E S W",
    "d1": "MPPP-d1    9  mountain M nuggets; prairie E S W",
    "d2": "MPPP-d2    9  mountain M nuggets=2; prairie E S W",
    "e": "PMPM-e      9  mountain M; prairie N; prairie S",
    "e1": "PMPM-e1    9  mountain M nuggets; prairie N; prairie S",
    "e2": "PMPM-e2    9  mountain M nuggets=2; prairie N; prairie S",
    "e3": "PMPM-e3    9  mountain M nuggets=3; prairie N; prairie S",
    "f": "MPHP-f      9  mountain M; rail H; prairie E Sl; prairie Sr W",
    "g": "MHPH-g      9  mountain M; rail H; prairie El Wr; prairie Er S Wl",
    "g1": "MHPH-g1    9  mountain M nuggets; rail H; prairie El Wr; prairie Er S Wl",
    "h": "PHJK-h      9  town ~H ~J ~K; rail H; rail J; rail K; prairie N El Wr; prairie Er Sl; prairie Sr Wl",
    "m2": "MMMM-m2    9  mountain M nuggets=2",
    "n1": "MPNP-n1    9  mountain M nuggets; mountain N nuggets; prairie E W",
    "p": "PPPP-p      9  prairie N E S W",
    "q": "HJKL-q      9  town ~H ~J ~K ~L; rail H; rail J; rail K; rail L; prairie Nr El; prairie Er Sl; prairie Sr Wl;"
    " prairie Nl Wr",
    "s": "PPPP-s      9  prairie N E S W horses",
    "t": "PPPP-t      9  prairie N E S W camps",
    "x": "HJHJ-x      9  rail H; rail J; prairie Nr El; prairie Er Sl; prairie Sr Wl; prairie Nl Wr",
}
NAMES = {name: "WE-" + line.split()[0] for name, line in TILES.items()}
NAMED = re.compile(r"(?<![\w:.)-])([a-z][0-9]?)(?=\()")


@cache
def rules(farmers: bool = True) -> GameRules:
    """Return the rules of Gold Rush for the test tiles."""
    count = f"total plain {9 * len(TILES)} in {len(TILES)} kinds"
    lines = ["set west", "prefix WE", "title West", "editions plain", count, *(f"- {line}" for line in TILES.values())]
    copies = parse("\n".join(lines)).copies("plain")
    # Text boards ask for rules that know their choice only to write them down
    return cast(GameRules, Ruleset([gold_rush.EXPANSION], copies, (), {"farmers": farmers, "max_players": 5}))


def spelled(text: str) -> str:
    """Return a text with the ids of the test tiles for their names: ``a1(2,0)``."""
    return NAMED.sub(lambda found: NAMES[found[1]], text)


def gold(count: int) -> str:
    """Return so many mine tokens for a tile of a text board."""
    return " +0:gold:mountain" * count


def west(text: str, players: int = 5, farmers: bool = True) -> State:
    """Return a text board of test tiles; tokens that lie on it or before a seat are not in the reserve."""
    state = boards.board(spelled(text), rules(farmers), players)
    if "gold.reserve" not in text:
        state.ext[RESERVE][0] -= tokens(state) + sum(state.ext[TAKEN])
    return state


def taken(*numbers: int) -> str:
    """Return the clauses of tokens that seats hold, all of them stones."""
    held = " ".join(f"{number} 0 0 0 0" for number in numbers)
    return f"column gold.taken {' '.join(map(str, numbers))} ; column gold.held {held}"


def play(state: State, line: str) -> State:
    """Play tokens in a state, in place, with the names of the test tiles."""
    return boards.play(state, spelled(line))


def told(state: State, line: str) -> list[Event]:
    """Play tokens in a state, in place, and return what happened."""
    events: list[Event] = []
    state.events = events
    play(state, line)
    state.events = None
    return events


def refusal(state: State, line: str) -> str:
    """Return why tokens may not be played; empty if they may."""
    return boards.refusal(state, spelled(line))


def placements(state: State, tile: str) -> set[str]:
    """Return where a test tile could be laid now."""
    return boards.placements(state, NAMES[tile])


def chosen(state: State, line: str) -> set[str]:
    """Return the choices after tokens; the state is not changed."""
    return boards.choices(play(state.copy(), line))


def tents(options: set[str]) -> set[str]:
    """Return where the tent may go, of all choices."""
    return {option.removeprefix("pitch:") for option in options if option.startswith("pitch:")}


def cowboys(options: set[str]) -> set[str]:
    """Return where a cowboy may go, of all choices."""
    return {option for option in options if option.startswith("+")}


def tokens(state: State, x: int | None = None, y: int = 0, spot: str = "mountain") -> int:
    """Return how many tokens lie on the mountain of a tile, or on the whole map."""
    found = pieces_named(state, "gold", NOBODY)
    if x is None:
        return len(found)
    root = state.board.features.root
    return sum(root[piece >> 9] == boards.feature_at(state, x, y, spot) for piece in found)


def reserve(state: State) -> int:
    """Return how many tokens have not been laid out."""
    return state.ext[RESERVE][0]


def holds(state: State, seat: int) -> list[int]:
    """Return the values of a seat's tokens, in ascending order."""
    size = len(VALUES)
    held = state.ext[HELD][size * seat : size * (seat + 1)]
    return [value for value, number in zip(VALUES, held, strict=True) for _ in range(number)]


def held(*values: Sequence[int]) -> str:
    """Return the clauses of the tokens that seats hold, by their values."""
    counts = [str(list(own).count(value)) for own in values for value in VALUES]
    return f"column gold.taken {' '.join(str(len(own)) for own in values)} ; column gold.held {' '.join(counts)}"


def public(state: State) -> list[int]:
    """Return how many tokens every seat has taken."""
    return list(state.ext[TAKEN])


def real(players: int = 2, options: str = "") -> State:
    """Return the start of a game with the tiles of the box."""
    return engine.start(boards.rules(f"gold_rush {options}"), players)
