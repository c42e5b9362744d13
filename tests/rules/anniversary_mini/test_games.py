"""Whole games at random, with a referee who works out for himself what arrows do."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bastide import Game, Seeded
from bastide.kernel.geometry import xy
from bastide.play.notation import action_text
from bastide.rules.events import Event
from bastide.rules.pieces import unpack_piece
from bastide.rules.state import State
from tests.boards import choices
from tests.games import play_on
from tests.rules.anniversary_mini.arrows import RULES, TILES, activated, arrow, beyond, comforted, symbol
from tests.rules.base.playing import kind_of

Place = tuple[int, int]
OTHERS = (
    "",
    ",abbot,river_20,cult",
    ",inns_and_cathedrals,traders_and_builders,hills_and_sheep",
    ",count,mage_and_witch",
    ",wheel_of_fortune,river_2,crop_circles",
)
STAYS = ("city", "road", "monastery", "shrine", "garden")


class Map:
    """The tiles as the referee sees them: by their cells, with the side their arrows point at."""

    def __init__(self, state: State) -> None:
        board = state.board
        self.state = state
        self.tiles: dict[Place, str] = {}
        self.points: dict[Place, Place] = {}
        for number, cell in enumerate(board.cell):
            place = xy(cell)
            self.tiles[place] = board.tile(number).id
            if self.tiles[place] in TILES:
                self.points[place] = beyond(*place, arrow(self.tiles[place], board.rotation(number)))
        self.last = xy(board.cell[-1])

    def candidates(self) -> set[Place]:
        """Return the tiles whose arrows the tile laid last could set off."""
        own = {self.last} if self.points.get(self.last) in self.tiles else set()
        return own | {place for place, aim in self.points.items() if aim == self.last}

    def pairs(self) -> set[tuple[Place, int]]:
        """Return where exactly one normal or big follower of the player on turn stands, not counting abbots."""
        state = self.state
        kinds = state.rules.pieces
        spots: Counter[tuple[Place, int]] = Counter()
        for segment, seat, kind in map(unpack_piece, state.pieces):
            cell, local = state.board.place_of(segment)
            feature = state.board.catalogue.kinds[state.board.features.kind[segment]]
            if seat == state.seat and kinds[kind].name in ("follower", "big") and feature in (*STAYS, "field"):
                spots[xy(cell), local] += 1
        return {spot for spot, number in spots.items() if number == 1}

    def free(self) -> set[tuple[Place, int, str]]:
        """Return every spot away from the last tile whose feature is incomplete and holds nobody, with its kind."""
        state, board = self.state, self.state.board
        root = board.features.root
        people = [p for p in state.pieces if unpack_piece(p)[1] < state.players]
        taken = {root[s] for s, _, kind in map(unpack_piece, people) if state.rules.pieces[kind].strength}
        found = set()
        for segment, feature in enumerate(root):
            cell, local = board.place_of(segment)
            place, kind = xy(cell), board.catalogue.kinds[board.features.kind[segment]]
            if place == self.last or feature in taken or self.tiles[place].endswith("volcano-lake"):
                continue
            if kind == "field" or (kind in STAYS and board.features.open[feature]):
                found.add((place, local, kind))
        return found


def offered(state: State) -> dict[str, set[tuple[Place, int]]]:
    """Return where pieces of every kind may go on other tiles than the last one, the crown excepted."""
    found = {piece.name: set[tuple[Place, int]]() for piece in state.rules.pieces}
    for action in state.legal:
        kind = state.rules.kind_of(action)
        if kind.name == "deploy" and "(" in (text := action_text(state, action)) and not text.endswith(".crown"):
            number, spot = kind.unpack(action)
            x, y = text.partition("(")[2].partition(")")[0].split(",")
            found[state.rules.pieces[number].name].add(((int(x), int(y)), spot & 31))
    return found


def goes(state: State, kind: str, piece: str) -> bool:
    """Return whether a piece of the player on turn may stand on features of a kind."""
    number = state.rules.piece_number[piece]
    if not state.supply[state.seat * len(state.rules.pieces) + number]:
        return False
    if piece == "abbot":
        return kind in ("monastery", "shrine", "garden")
    return piece in ("follower", "big") and kind != "garden"


def check_pieces(state: State, works: str) -> None:
    """Compare what is offered on other tiles with what the symbol at work allows."""
    seen, found = Map(state), offered(state)
    for piece in state.rules.pieces:
        expected: set[tuple[Place, int]] = set()
        if works == "pair" and piece.name in ("follower", "big") and goes(state, "field", piece.name):
            expected = seen.pairs()
        elif works == "remote":
            expected = {(place, local) for place, local, kind in seen.free() if goes(state, kind, piece.name)}
        assert found[piece.name] == expected, (works, piece.name)


@pytest.mark.parametrize("others", OTHERS)
def test_ANNIV_ARROW_4_ANNIV_PAIR_1_and_ANNIV_REMOTE_1_as_the_referee_sees_them(others: str) -> None:
    """ANNIV-ARROW-1 to ANNIV-ARROW-6, ANNIV-PAIR-3, ANNIV-REMOTE-1 to ANNIV-REMOTE-4, ANNIV-AGAIN-1, ANNIV-AGAIN-2."""
    seen: Counter[str] = Counter()
    for seed in range(6):
        game = Game(f"{RULES}{others} followers=12", seats=2 + seed % 4, dealer=Seeded(seed))
        follow(game, Random(seed), seen)
    assert min(seen[name] for name in ("activated", "comforted", "again", "pair offered", "remote offered")) > 5


def follow(game: Game, generator: Random, seen: Counter[str]) -> None:
    """Play a game at random and compare everything that arrows do with what the referee expects."""
    works, earned = "", False
    while not game.over:
        state = game.state
        turn, part, moment = state.turn, state.part, len(game.log)
        assert len(set(state.legal)) == len(state.legal), "a choice is offered twice"
        if state.rules.program[state.pc].name == "piece":
            check_pieces(state, works)
            seen[f"{works} offered"] += 1
        action = generator.choice(game.options())
        kind = state.rules.kind_of(action)
        seen.update(event.name for event in game.play(action))
        if kind.name == "place":
            works = after_placing(game.at(moment + 1), game.events[moment + 1])
        elif kind.name == "activate":
            works = after_choosing(game.at(moment + 1), game.events[moment + 1], xy(kind.unpack(action)[0]))
        earned |= works == "again" and part == 0
        if game.state.turn != turn:
            assert part == 1 or not earned, "an extra turn was lost"
            works, earned = "", False
        elif game.state.part != part:
            assert (earned or "builder" in game.rules.piece_number, part) == (True, 0)
            works = ""


def after_placing(state: State, events: list[Event]) -> str:
    """Compare what followed at once from laying a tile with what the referee expects; return what works."""
    laid = Map(state)
    found = laid.candidates()
    if len(found) > 1:
        assert (activated(events), comforted(events)) == ([], [])
        assert choices(state) == {f"activate:({x},{y})" for x, y in found}
        return ""
    works = [symbol(TILES[laid.tiles[place]]) for place in found]
    assert activated(events) == works
    assert [points for _, points in comforted(events)] == [2] * (laid.last in laid.points and laid.last not in found)
    return works[0] if works else ""


def after_choosing(state: State, events: list[Event], chosen: Place) -> str:
    """Compare what followed from choosing an arrow; return what works."""
    laid = Map(state)
    works = symbol(TILES[laid.tiles[chosen]])
    assert activated(events) == [works]
    assert [points for _, points in comforted(events)] == [2] * (laid.last in laid.points and laid.last != chosen)
    return works


def test_ANNIV_AGAIN_1_no_seat_draws_more_than_two_tiles_in_a_row() -> None:
    """ANNIV-AGAIN-2, ANNIV-INT-1: whatever earned the second."""
    doubled = 0
    for seed in range(8):
        game = Game(f"{RULES},traders_and_builders", seats=2, dealer=Seeded(seed))
        play_on(game, Random(seed))
        laid = Counter(entry.turn for moment, entry in enumerate(game.log) if kind_of(game, moment) == "place")
        assert max(laid.values()) == 2
        doubled += sum(number == 2 for number in laid.values())
    assert doubled > 10
