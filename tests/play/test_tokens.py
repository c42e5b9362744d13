"""What everybody sees besides tiles and pieces: tokens on the board and before the seats, and no secret among them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from random import Random

import pytest

from bastide.expansions import gold_rush
from bastide.expansions.traders_and_builders import GOODS
from bastide.games import parse_rules
from bastide.play.view import view
from bastide.rules import engine
from bastide.rules.model import CHANCE, OVER, Token
from bastide.rules.pieces import tokens
from bastide.rules.state import State
from bastide.tiles import load
from bastide.wire.views import ShownToken
from tests.boards import BLUE, RED, board, draw, play
from tests.games import any_kind, states
from tests.rules.count import town
from tests.rules.gold_rush import west
from tests.rules.hills_and_sheep.flocks import TWO
from tests.rules.king_and_robber import court
from tests.rules.traders_and_builders import works
from tests.rules.wheel_of_fortune import wheel
from tests.rulesets import FULL, FULL_NAMES


def seen(state: State) -> list[ShownToken]:
    """Return the tokens of a view, having made sure that all see the same."""
    views = [view(state, viewer)["tokens"] for viewer in (None, *range(state.players))]
    assert all(other == views[0] for other in views)
    return views[0]


def before(seat: int, token: str, number: int = 1) -> ShownToken:
    """Return a token that lies before a seat."""
    return {"token": token, "number": number, "seat": seat}


def lying(token: str, cell: tuple[int, int], segment: int, feature: str, number: int = 1) -> ShownToken:
    """Return a token that lies on the board and is nobody's."""
    return {"token": token, "number": number, "seat": None, "cell": cell, "segment": segment, "feature": feature}


# Each expansion's own


def test_without_expansions_there_are_no_tokens() -> None:
    assert seen(board("D(0,0) +red:city +blue:road")) == []


def test_goods_are_counted_before_every_seat() -> None:
    text = "E(0,0) FCFF +red:city, TB-FCFC-wine(1,0) FCFC ; to blue ; column goods.held 0 2 0 1 0 3"
    state = works.two(text)
    assert seen(state) == [before(RED, "grain", 2), before(BLUE, "wine"), before(BLUE, "cloth", 3)]
    play(state, "E(2,0)/FFFC -")
    assert seen(state) == [before(RED, "grain", 2), before(BLUE, "wine", 2), before(BLUE, "cloth", 3)]


def sheep(seat: int, x: int, *sizes: int) -> list[ShownToken]:
    """Return the tokens of a flock in the field of the tile at a cell of the first row."""
    return [{**lying("sheep", (x, 0), 1, "field", size), "seat": seat} for size in sizes]


def test_sheep_lie_beside_their_shepherd_each_token_with_its_size() -> None:
    state = board(f"{TWO} ; to red", "bigbox2014 expansions=hills_and_sheep")
    assert seen(state) == [*sheep(RED, 0, 3), *sheep(BLUE, 1, 1, 4)]
    play(state, "B(0,1)")
    grown = play(state.copy(), "expand token:3")
    assert seen(grown) == [*sheep(RED, 0, 3, 3), *sheep(BLUE, 1, 1, 4)]
    assert seen(play(state.copy(), "expand token:1")) == [*sheep(RED, 0, 1, 3), *sheep(BLUE, 1, 1, 4)]
    assert seen(play(state.copy(), "expand token:0")) == [], "the wolf"
    assert seen(play(state, "herd")) == []


def test_a_shepherd_who_has_no_sheep_yet_has_no_token() -> None:
    state = board("E(0,0) CFFF ; players 2 ; to red", "bigbox2014 expansions=hills_and_sheep")
    play(state, "B(0,1) +shepherd:field")
    assert (engine.actor(state), seen(state)) == (CHANCE, [])
    field = {"cell": (0, 1), "segment": 1, "feature": "field"}
    assert seen(play(state, "token:4")) == [{**before(RED, "sheep", 4), **field}]


def test_king_and_robber_lie_before_whoever_holds_them() -> None:
    land = "E(0,0) FCFF, G(1,0) FCFC, A(0,5) FRFF, E(0,20) FCFF, G(1,20) FCFC, G(2,20) FCFC"
    state = court.two(f"{land} ; to red")
    assert seen(state) == []
    play(state, "E(2,0)/FFFC -")
    assert seen(state) == [before(RED, "king")]
    play(state, "A(1,5)/FFFR -")
    assert seen(state) == [before(RED, "king"), before(BLUE, "robber")]
    play(state, "B(0,1) -")
    play(state, "E(3,20)/FFFC -")
    assert seen(state) == [before(BLUE, "king"), before(BLUE, "robber")], "the city of four tiles is larger"


def test_the_count_stands_in_his_district_and_moves() -> None:
    state = town.town(f"{town.ROAD.format('+blue:road')} ; to red", count=town.MARKET)
    assert seen(state) == [lying("count", (3, 1), 2, "district")]
    play(state, f"{town.LAST['road']} enter:follower:{town.CASTLE}")
    places = {town.CASTLE: ((2, 0), 2), town.SMITHY: ((2, 2), 4), town.CATHEDRAL: ((1, 1), 1)}
    for district, (cell, segment) in places.items():
        moved = play(state.copy(), f"escort:{district}")
        assert seen(moved) == [lying("count", cell, segment, "district")]
    assert seen(play(state, "-")) == [lying("count", (3, 1), 2, "district")], "he need not move"


def test_without_carcassonne_there_is_no_place_for_the_count() -> None:
    assert seen(board("B(0,0)", town.rules())) == []


@pytest.mark.parametrize(("before_it", "icon", "sector"), [(0, 1, 2), (0, 3, 4), (3, 2, 6), (4, 2, 1), (5, 3, 3)])
def test_the_pig_of_the_wheel_shows_its_sector_counted_from_one(before_it: int, icon: int, sector: int) -> None:
    text = f"{wheel.wheel()} ; players 2 ; column wheel.pig {before_it}"
    state = board(text, wheel.rules())
    assert seen(state) == [{"token": "wheel-pig", "number": before_it + 1, "seat": None}]
    draw(state, f"WOF-FRFR-icon-{icon}")
    assert seen(state) == [{"token": "wheel-pig", "number": sector, "seat": None}]


def dug(value: int) -> State:
    """Return a game in which red has taken a mine token of a value, blue has one, and two are left on the mountain."""
    land = f"e1(0,0) PMPM +red:tent:mountain {west.gold(3)}, p(0,1)"
    return west.play(west.west(f"{land} ; {west.held([1], [2])} ; to red", players=2), f"p(0,2) dig <{value}")


def test_mine_tokens_are_counted_and_their_values_are_not_shown() -> None:
    """GOLD-TAKE-4."""
    states = [dug(value) for value in gold_rush.VALUES]
    assert [west.holds(state, RED) for state in states] == [[0, 1], [1, 1], [1, 2], [1, 3], [1, 5]]
    for state in states:
        assert seen(state) == [before(RED, "mine", 2), before(BLUE, "mine")]


def test_mine_tokens_are_counted_as_before_when_the_game_is_over() -> None:
    state = dug(5)
    state.pc = state.rules.final_start
    engine.settle(state, arrived=True)
    assert (engine.actor(state), state.score) == (OVER, [6, 2])
    assert seen(state) == [before(RED, "mine", 2), before(BLUE, "mine")]


def test_tokens_of_all_expansions_are_shown_together() -> None:
    made = "bigbox2014 expansions=hills_and_sheep,king_and_robber,traders_and_builders"
    state = board(f"{TWO} ; column goods.held 1 0 0 0 0 0 {court.holds('robber', 'blue', 5)}", made)
    assert tokens(state) == [
        Token("sheep", 3, RED, state.pieces[0] >> 9),
        Token("sheep", 1, BLUE, state.pieces[1] >> 9),
        Token("sheep", 4, BLUE, state.pieces[1] >> 9),
        Token("robber", seat=BLUE),
        Token("wine", seat=RED),
    ]
    assert seen(state) == [*sheep(RED, 0, 3), *sheep(BLUE, 1, 1, 4), before(BLUE, "robber"), before(RED, "wine")]


def test_every_piece_says_what_it_weighs() -> None:
    text = """
        E(0,0) FCFF +red:city +red:builder:city +blue:big:city +0:witch:city,
        B(5,5) +blue:abbot:monastery +red:field +red:pig:field +blue:shepherd:field ; players 2
    """
    made = "abbot,hills_and_sheep,inns_and_cathedrals,mage_and_witch,traders_and_builders"
    pieces = view(board(text, f"bigbox2014 expansions={made}"), None)["pieces"]
    assert isinstance(pieces, list)
    weights = {piece["piece"]: piece["strength"] for piece in pieces}
    assert weights == {"follower": 1, "big": 2, "abbot": 1, "builder": 0, "pig": 0, "shepherd": 0, "witch": 0}


# In whole games

GAMES = [*(f"bigbox2014 expansions={','.join(names)} hand_size=3" for names in FULL), "gold_rush"]
GAME_NAMES = [*FULL_NAMES, "Gold Rush"]


def districts() -> dict[int, tuple[str, int]]:
    """Return the tile and the segment of every district, by its number."""
    block = load("count").block
    assert block is not None
    places = [(tile.id, i, dict(s.marks)) for _, _, tile in block.parts for i, s in enumerate(tile.segments)]
    return {marks["district"]: (tile, i) for tile, i, marks in places if "district" in marks}


@cache
def moments(made: str) -> tuple[State, ...]:
    """Return some states of random games of three, the last ones among them."""
    found: list[State] = []
    for seed in range(2):
        rng = Random(seed)
        for state in states(parse_rules(made), 3, rng, any_kind):
            if rng.randrange(8) == 0 or not state.legal:
                found.append(state.copy())
    return tuple(found)


class Table:
    """The tokens that a spectator can derive from the columns and pieces of the view."""

    def __init__(self, state: State) -> None:
        self.view = view(state, None)
        self.players = state.players

    def column(self, name: str) -> list[int]:
        """Return the numbers of a column that is no secret; none if the game has no such column."""
        numbers = self.view["columns"].get(name, [])
        known = [number for number in numbers if number is not None]
        assert len(known) == len(numbers)
        return known

    def tokens(self) -> list[ShownToken]:
        """Return all tokens that there must be."""
        found = [before(s, "mine", number) for s, number in enumerate(self.column("gold.taken"))]
        for title in ("king", "robber"):
            found += [before(s, title, number) for s, number in enumerate(self.column(f"{title}.held"))]
        found += [before(i // 3, GOODS[i % 3], number) for i, number in enumerate(self.column("goods.held"))]
        found += [{"token": "wheel-pig", "number": n + 1, "seat": None} for n in self.column("wheel.pig")]
        return [token for token in found if token["number"]] + self.sheep() + self.count()

    def sheep(self) -> list[ShownToken]:
        """Return the tokens of all flocks."""
        shepherds = {piece["seat"]: piece for piece in self.view["pieces"] if piece["piece"] == "shepherd"}
        found: list[ShownToken] = []
        for i, number in enumerate(self.column("sheep.flock")):
            if number:
                shepherd = shepherds[i // 4]
                token = before(i // 4, "sheep", i % 4 + 1)
                token["cell"], token["segment"] = shepherd["cell"], shepherd["segment"]
                token["feature"] = shepherd["feature"]
                found += [token] * number
        return found

    def count(self) -> list[ShownToken]:
        """Return the Count, if he is in the game."""
        places = [districts()[number + 1] for number in self.column("count.stands")]
        return [
            {"token": "count", "number": 1, "seat": None, "cell": laid["cell"], "segment": i, "feature": "district"}
            for tile, i in places
            for laid in self.view["board"]
            if laid["tile"] == tile
        ]


def sorted_text(found: Sequence[ShownToken]) -> list[str]:
    """Return tokens as text that can be compared, whatever their order."""
    return sorted(json.dumps(token, sort_keys=True) for token in found)


@pytest.mark.parametrize("made", GAMES, ids=GAME_NAMES)
def test_tokens_are_what_a_spectator_can_make_out_from_the_rest_of_the_view(made: str) -> None:
    for state in moments(made):
        assert sorted_text(seen(state)) == sorted_text(Table(state).tokens())


def test_the_games_of_the_test_have_tokens_of_all_kinds() -> None:
    names = [token.name for made in GAMES for state in moments(made) for token in tokens(state)]
    assert set(names) == {"mine", "king", "robber", *GOODS, "wheel-pig", "sheep", "count"}
    assert min(names.count(name) for name in set(names)) > 2
