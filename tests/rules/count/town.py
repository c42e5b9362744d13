"""The City of Carcassonne on text boards: its twelve tiles, followers in the districts, and the Count."""

from __future__ import annotations

from collections.abc import Mapping

from bastide.expansions.count import DISTRICTS, STANDS
from bastide.rules.pieces import feature_kind, unpack_piece
from bastide.rules.state import State
from tests.boards import COLOURS, board, play

CASTLE, MARKET, SMITHY, CATHEDRAL = DISTRICTS

CELLS = {
    (0, 0): "CO-FIIR-01",
    (1, 0): "CO-FIII-02",
    (2, 0): "CO-FIII-03",
    (3, 0): "CO-RFII-04",
    (0, 1): "CO-IIIF-05",
    (1, 1): "CO-IIII-06",
    (2, 1): "CO-IIII-07",
    (3, 1): "CO-IFII-08",
    (0, 2): "CO-IICF-09",
    (1, 2): "CO-IIFI-10",
    (2, 2): "CO-IIRI-11",
    (3, 2): "CO-ICFI-12",
}
SPACES = {(2, 0): "castle", (3, 1): "market", (2, 2): "smithy", (1, 1): "cathedral"}
"""The tiles on which the pieces of each district stand."""

ROAD = "A(10,0) FRFF {}, U(11,0) FRFR"
"""A road that A(12,0)/FFFR completes: three tiles."""
CITY = "E(10,5) FCFF {}, G(11,5) FCFC"
"""A city that E(12,5)/FFFC completes: three tiles."""
ABBEY = "B(11,11) {}, B(10,10), B(11,10), B(12,10), B(10,11), B(12,11), B(10,12), B(11,12)"
"""A monastery that B(12,12) completes."""
LAST = {"road": "A(12,0)/FFFR -", "city": "E(12,5)/FFFC -", "monastery": "B(12,12) -"}
LAND = {"road": ROAD, "city": CITY, "monastery": ABBEY}
WORTH = {"road": 3, "city": 6, "monastery": 9}
SPOT = {"road": "(10,0).road", "city": "(10,5).city", "monastery": "(11,11).monastery"}
FROM = {"road": SMITHY, "city": CASTLE, "monastery": CATHEDRAL}
"""The district that serves each kind of feature."""
SAFE = {"road": CASTLE, "city": MARKET, "monastery": CASTLE}
"""Where the Count is not in the way."""
BOTH = "A(10,0) FRFF {}, U(11,0) FRFR, E(12,-2) FFCF {}, G(12,-1) CFCF"
"""A road of three tiles and a city of three that L(12,0)/CRRR completes at once."""
ISLAND = "B(30,30)"
"""Where a tile can be laid that completes nothing: B(31,30)."""
SHRINE = """
    B(10,0) {}, E(11,0) CFFF, E(12,0) CFFF, E(10,1) FFFC, CU-FFFF-shrine(11,1) {}, E(12,1) FCFF,
    E(10,2) FFCF, E(11,2) FFCF
"""
"""A shrine that E(12,2)/FFCF completes, beside a monastery that lacks five tiles."""
FARM = "E(0,-1) CFFF +blue:field, E(0,-2) FFCF, E(1,-1) CFFF, E(1,-2) FFCF"
"""A field north of Carcassonne, with blue's farmer, that touches two more complete cities."""
NORTH = f"leave:follower:{MARKET}:(0,0).field.N"
"""To the field north of Carcassonne."""


def rules(*others: str, options: str = "", preset: str = "bigbox2014") -> str:
    """Return the line of rules with the Count and other expansions."""
    return f"{preset} expansions={','.join(['count', *others])} {options}"


def block(held: Mapping[str, str]) -> str:
    """Return the twelve tiles; a district may hold followers: ``{"castle": "red red green:big"}``."""
    assert set(held) <= set(DISTRICTS)
    pieces = {cell: "".join(f" +{who}:district" for who in held.get(name, "").split()) for cell, name in SPACES.items()}
    return ", ".join(f"{tile}({x},{y}){pieces.get((x, y), '')}" for (x, y), tile in CELLS.items())


def town(
    land: str,
    *others: str,
    count: str = CASTLE,
    options: str = "",
    preset: str = "bigbox2014",
    players: int = 3,
    held: Mapping[str, str] | None = None,
    **inside: str,
) -> State:
    """Return a board of Carcassonne and some land, with the Count in a district and followers in some."""
    text = f"{block({**(held or {}), **inside})}, {land} ; column {STANDS} {DISTRICTS.index(count)}"
    return board(text, rules(*others, options=options, preset=preset), players)


def inside(state: State) -> dict[str, str]:
    """Return who is in Carcassonne: ``{"castle": "red red green:big"}``, in the order of the seats."""
    found: dict[str, list[tuple[int, str]]] = {}
    for segment, seat, kind in map(unpack_piece, state.pieces):
        if feature_kind(state, segment) == "district":
            district = DISTRICTS[state.board["district"][segment] - 1]
            name = state.rules.pieces[kind].name
            who = COLOURS[seat] + ("" if name == "follower" else f":{name}")
            found.setdefault(district, []).append((seat, who))
    return {district: " ".join(who for _, who in sorted(there)) for district, there in found.items()}


def stands(state: State) -> str:
    """Return the district of the Count."""
    return DISTRICTS[state.ext[STANDS][0]]


def enters(*kinds: str, market: bool = True) -> set[str]:
    """Return the tokens of all ways to enter, with a normal follower if nothing else is said, and of not entering."""
    districts = [name for name in DISTRICTS if market or name != MARKET]
    return {"-", *(f"enter:{kind}:{name}" for kind in kinds or ("follower",) for name in districts)}


def leave(kind: str, piece: str = "follower") -> str:
    """Return the token with which a follower leaves for the feature of a kind."""
    return f"leave:{piece}:{FROM[kind]}:{SPOT[kind]}"


def completed(kind: str, who: str = "", held: Mapping[str, str] | None = None, **inside: str) -> State:
    """Return the state when red has completed a feature of a kind, with followers in it and in its open district."""
    text = f"{LAND[kind].format(who)} ; to red"
    return play(town(text, count=SAFE[kind], held={**(held or {}), **inside}), LAST[kind])


def ended(
    land: str,
    *others: str,
    options: str = "",
    players: int = 3,
    count: str = CASTLE,
    held: Mapping[str, str] | None = None,
    **inside: str,
) -> State:
    """Return the state when red has laid the last tile of the game, which completed nothing."""
    text = f"{land}, {ISLAND} ; bag B:1 ; to red"
    state = town(text, *others, options=options, players=players, count=count, held=held, **inside)
    return play(state, "B(31,30) -")
