"""The scene of a game is the same from the game, its state and every view."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import bastide
from bastide import draw
from bastide.draw.scene import Drawable, Scene, cell_of, scene_of
from bastide.errors import BadRecord
from bastide.expansions.catapult import on_the_map
from bastide.kernel.anchors import BESIDE, centre
from bastide.kernel.board import Board
from bastide.kernel.geometry import Point, cell_at, xy
from bastide.rules.model import Json
from bastide.rules.pieces import strength_of, unpack_piece
from bastide.rules.state import State
from tests.boards import BLUE, GREEN, RED, board, feature_at
from tests.draw.lands import played
from tests.rulesets import FULL, FULL_NAMES

GAMES = {name: f"bigbox2014 expansions={','.join(ids)}" for name, ids in zip(FULL_NAMES, FULL, strict=True)} | {
    "base": "second",
    "hands": "second hand_size=3",
    "gold rush": "gold_rush farmers=on",
}
CROWDS = (
    "U(0,0)+1:road+2:road+3:road+2:road+1:road",
    "U(0,0)+1:builder:road+2:road+1:big:road+2:builder:road+3:road",
    "U(0,0)+1:field.N+2:field.N+1:pig:field.N+2:field.S D(1,0)+1:city+1:shepherd:field.S+2:field.S",
    "E(0,0)+0:mage:city+1:city+2:city+0:witch:field",
)
ALL = "rules bigbox2014 expansions=catapult,inns_and_cathedrals,traders_and_builders,hills_and_sheep,mage_and_witch"


@cache
def moments(name: str) -> list[State]:
    """Return states throughout a game, including its end."""
    game = played(GAMES[name], moves=10_000)
    step = max(1, len(game.log) // 12)
    return [*(game.at(moment) for moment in range(0, len(game.log), step)), game.state]


def crowd(text: str) -> State:
    return board(f"{text} ; {ALL}", players=3)


def told(scene: Scene) -> dict[str, object]:
    """Return the parts of a scene that a view determines."""
    land, count = scene.board, range(len(scene.board.laid))
    return {
        "tiles": [(land.tile(number).id, cell_of(land, number), land.rotation(number)) for number in count],
        "features": land.features.root,
        "pieces": scene.pieces,
        "tokens": scene.tokens,
        "scores": scene.scores,
        "on turn": scene.on_turn,
        "last": scene.last,
        "owners": scene.owners(land.catalogue.kinds),
        "places": scene.places(),
    }


@pytest.mark.parametrize("name", GAMES)
def test_a_view_tells_what_the_state_tells(name: str) -> None:
    for state in moments(name):
        expected = told(scene_of(state))
        for seat in (*range(state.players), None):
            assert told(scene_of(bastide.view(state, seat))) == expected
        assert told(scene_of(json.loads(json.dumps(bastide.view(state, None))))) == expected


def test_the_games_of_these_tests_have_much_to_show() -> None:
    scenes = [scene_of(state) for name in GAMES for state in moments(name)]
    assert {token.name for scene in scenes for token in scene.tokens} > {"sheep", "count", "wheel-pig", "mine", "king"}
    assert {"mage", "witch", "gold"} <= {piece.kind for scene in scenes for piece in scene.pieces if piece.seat is None}
    assert sum(len(scene.pieces) for scene in scenes) > 500


def test_a_game_tells_its_names_and_its_last_turn_besides() -> None:
    game = played("second", moves=50)
    scene, state = scene_of(game), scene_of(game.state)
    assert scene.names == list(game.seats)
    assert replace(scene, names=[], last=state.last) == state
    assert scene_of(game.state.board) == Scene(game.state.board, [], [], [])


def followers_seen(state: State) -> list[tuple[int, int, Point]]:
    """Return the followers on the board as the picture shows them."""
    kinds = state.board.catalogue.kinds
    return sorted(
        (there.segment, -1 if there.seat is None else there.seat, spot)
        for there, spot in scene_of(state).places()
        if there.strength and kinds[state.board.features.kind[there.segment]] != "district"
    )


def followers_hit(state: State) -> list[tuple[int, int, Point]]:
    """Return them as thrown tokens hit them."""
    return sorted((*unpack_piece(piece)[:2], spot) for _, piece, spot in on_the_map(state))


@pytest.mark.parametrize("text", CROWDS)
def test_in_a_crowd_what_a_player_sees_is_what_a_token_hits(text: str) -> None:
    state = crowd(text)
    assert followers_seen(state) == followers_hit(state)
    assert Counter(segment for segment, _, _ in followers_hit(state)).most_common(1)[0][1] > 1


@pytest.mark.parametrize("name", FULL_NAMES)
def test_all_along_a_game_what_a_player_sees_is_what_a_token_hits(name: str) -> None:
    seen = 0
    for state in moments(name):
        assert followers_seen(state) == followers_hit(state)
        seen += len(followers_hit(state))
    assert seen > 20


def test_a_guest_does_not_move_those_who_stand_there() -> None:
    state = board("U(0,0)+2:guest:road+1:road ; rules bigbox2014 expansions=catapult,count")
    standing = {there.seat: spot for there, spot in scene_of(state).places()}
    assert [standing[RED]] == [spot for _, _, spot in followers_hit(state)]


@pytest.mark.parametrize("text", CROWDS)
def test_no_two_pieces_share_a_spot(text: str) -> None:
    spots = [spot for _, spot in scene_of(crowd(text)).places()]
    assert len(set(spots)) == len(spots) == len(crowd(text).pieces)


def test_a_sixth_piece_goes_where_the_first_is() -> None:
    spots = [spot for _, spot in scene_of(crowd("U(0,0)" + 6 * "+1:road")).places()]
    middle = centre(crowd("U(0,0)").board, 0)
    assert [(x - middle[0], y - middle[1]) for x, y in spots] == [*BESIDE, (0, 0)]


def test_what_is_nobodys_and_alike_is_a_pile() -> None:
    text = "GR-MHPH-10s(0,0)+1:tent:mountain" + 3 * "+0:gold:mountain" + " ; rules gold_rush"
    places = scene_of(board(text, players=2)).places()
    assert [(there.kind, there.seat, there.number) for there, _ in places] == [("tent", 0, 1), ("gold", None, 3)]


# Owners


def holders(state: State) -> dict[int, tuple[int, ...]]:
    """Return the majority in every feature according to the engine."""
    found = {}
    for root in set(state.board.features.root):
        strength = [strength_of(state, root, seat) for seat in range(state.players)]
        if any(strength):
            found[root] = tuple(seat for seat, n in enumerate(strength) if n == max(strength))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_owners_are_those_whom_the_engine_counts_strongest(name: str) -> None:
    for state in moments(name):
        assert scene_of(state).owners(state.board.catalogue.kinds) == holders(state)


def test_a_tie_is_told_as_a_tie_and_strength_counts() -> None:
    state = crowd("U(0,0)+1:road+1:builder:road+2:road U(1,0)+3:big:field.N+1:field.N+2:field.S")
    owners = scene_of(state).owners(("road", "field"))
    assert owners[feature_at(state, 0, 0, "road")] == (RED, BLUE)
    assert owners[feature_at(state, 1, 0, "field.N")] == (GREEN,)
    assert owners[feature_at(state, 1, 0, "field.S")] == (BLUE,)
    assert set(scene_of(state).owners(("road",))) == {feature_at(state, 0, 0, "road")}


# The tile in hand


@pytest.mark.parametrize("tile", ["U", "X", "B", "H", "D"])
def test_legal_cells_are_those_where_the_tile_fits(tile: str) -> None:
    state = board(f"D(0,0) U(1,0) V(2,0) E(0,-1)/2 ; tile {tile}")
    land = state.board
    fits = {xy(cell): len(land.fits(state.tile, cell)) for cell in land.wanted}
    assert scene_of(state).legal == {cell: ways for cell, ways in fits.items() if ways}
    assert len(scene_of(state).legal) > 1


def test_nothing_is_legal_without_a_tile_and_after_the_end() -> None:
    assert scene_of(board("D(0,0)")).legal == {}
    assert scene_of(played("second", moves=10_000).state).legal == {}


# The last turn


def test_the_last_turn_of_a_double_turn_has_both_tiles() -> None:
    position = "D(0,0)+1:road+1:builder:road ; rules bigbox2014 expansions=traders_and_builders ; tile U"
    game = bastide.Game(position=position, dealer=bastide.Scripted(["U", "U"]))
    assert scene_of(game).last == []
    game.play("(1,0)")
    assert scene_of(game).last == [1]
    game.play("-")
    game.play("(2,0)")
    assert scene_of(game).last == [1, 2]
    game.play("-")
    assert scene_of(game).last == [1, 2], "until the next tile is laid"
    game.play("(3,0)")
    assert scene_of(game).last == [3]


def test_undoing_a_tile_takes_its_frame_away() -> None:
    game = played("second", moves=20)
    for moment in range(len(game.log)):
        scene = scene_of(game.branch(moment, bastide.Given()))
        assert all(number < len(scene.board.laid) for number in scene.last)
        assert bool(scene.last) == (len(scene.board.laid) > 1)


# What cannot be drawn

GOOD: Mapping[str, object] = bastide.view(board("D(0,0)+1:road U(1,0)", players=2), None)
TILE: Mapping[str, Json] = {"tile": "BA-CRFR", "cell": [0, 0], "rotation": 0}
PIECE: Mapping[str, Json] = {"piece": "follower", "seat": 0, "strength": 1, "cell": [0, 0], "segment": 0}
SHEEP: Mapping[str, Json] = {"token": "sheep", "number": 1, "seat": 0, "cell": [0, 0], "segment": 0}
BAD: Mapping[str, Mapping[str, object]] = {
    "no board": {"board": None},
    "no pieces": {"pieces": None},
    "no tokens": {"tokens": None},
    "no scores": {"scores": None},
    "nobody's turn": {"on_turn": None},
    "a board that is a word": {"board": "BA-CRFR"},
    "a tile that is a word": {"board": ["BA-CRFR"]},
    "an unknown tile": {"board": [{**TILE, "tile": "BA-ZZZZ"}]},
    "no tile": {"board": [{**TILE, "tile": None}]},
    "no rotation": {"board": [{**TILE, "rotation": None}]},
    "a fifth rotation": {"board": [{**TILE, "rotation": 4}]},
    "a rotation backwards": {"board": [{**TILE, "rotation": -1}], "pieces": []},
    "half a cell": {"board": [{**TILE, "cell": [0]}]},
    "a cell of words": {"board": [{**TILE, "cell": ["0", "0"]}]},
    "a cell far away": {"board": [{**TILE, "cell": [10**9, 0]}], "pieces": []},
    "two tiles on one cell": {"board": [TILE, TILE]},
    "a score in words": {"scores": ["1", 1]},
    "a score of none": {"scores": [None, 1]},
    "a piece without a kind": {"pieces": [{**PIECE, "piece": None}]},
    "a piece with markup": {"pieces": [{**PIECE, "piece": '"><script>'}]},
    "a piece of no seat at all": {"pieces": [{**PIECE, "seat": "red"}]},
    "a piece of a negative seat": {"pieces": [{**PIECE, "seat": -1}]},
    "a piece on no tile": {"pieces": [{**PIECE, "cell": [5, 5]}]},
    "a piece on a segment too many": {"pieces": [{**PIECE, "segment": 99}]},
    "a piece on another tile's segment": {"pieces": [{**PIECE, "segment": 5}]},
    "a piece on a negative segment": {"pieces": [{**PIECE, "segment": -1}]},
    "a token without a number": {"tokens": [{**SHEEP, "number": None}]},
    "a token on no tile": {"tokens": [{**SHEEP, "cell": [5, 5]}]},
    "a pig in a ninth sector": {"tokens": [{"token": "wheel-pig", "number": 9, "seat": None}]},
}


def refused(what: Drawable) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        draw.board(what, scores=True, owners=True)
    return caught.value


def test_the_view_of_these_tests_is_good_before_it_is_spoilt() -> None:
    assert draw.board({**GOOD, "board": [TILE], "pieces": [PIECE], "tokens": [SHEEP]}, owners=True)


@pytest.mark.parametrize("what", BAD)
def test_an_invalid_view_is_refused(what: str) -> None:
    wheel = [] if what != "a pig in a ninth sector" else bastide.view(moments(FULL_NAMES[1])[0], None)["board"]
    error = refused({**GOOD, **({"board": wheel, "pieces": []} if wheel else {}), **BAD[what]})
    assert error.text("en").startswith("This cannot be drawn: it is neither a game, a state nor a view (")
    assert error.text("fr").startswith("Impossible à dessiner : ce n'est ni une partie, ni un état, ni une vue")


@pytest.mark.parametrize("field", ["board", "pieces", "tokens", "scores", "on_turn"])
def test_a_view_needs_every_part_that_is_drawn(field: str) -> None:
    assert field in str(refused({name: value for name, value in GOOD.items() if name != field}))


@pytest.mark.parametrize("what", [{}, None, 7, "D(0,0)", [], b"", object()])
def test_what_is_no_view_at_all_is_refused_in_a_sentence(what: Drawable) -> None:
    assert "This cannot be drawn" in str(refused(what))


def test_a_view_without_tiles_is_an_empty_table() -> None:
    empty = draw.board({"board": [], "pieces": [], "tokens": [], "scores": [0, 0], "on_turn": 0})
    assert "<symbol" not in empty
    assert 'viewBox="-25 -25 150 150"' in empty


# Secrets


def drawn(what: Drawable) -> str:
    return draw.board(what, owners=True, fields=True, legal=True, labels=True, scores=True)


def test_a_view_is_drawn_from_what_the_picture_shows_alone() -> None:
    """Hands, the bag, columns and the tile are optional, so they cannot be in the picture."""
    view = played(GAMES["hands"], moves=30).view(1)
    shown = {name: view[name] for name in ("board", "pieces", "tokens", "scores", "on_turn", "turn")}
    assert drawn(shown) == drawn(view)


# Tiles of one's own


def test_a_view_knows_tiles_from_ones_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BASTIDE_TILES", str(tmp_path))
    head = "set my_tiles\nprefix MY\ntitle My tiles\neditions plain\ntotal plain 1 in 1 kinds\n"
    (tmp_path / "my_tiles.tiles").write_text(f"{head}-  FRFR-own  1  road R; field N El Wr; field Er S Wl\n", "utf-8")
    state = bastide.parse_position("D(0,0) MY-FRFR-own(1,0) ; rules second tiles=base,my_tiles")
    assert told(scene_of(bastide.view(state, None))) == told(scene_of(state))


def test_a_board_of_tiles_alone_is_drawn_like_that_of_a_state() -> None:
    state = board("D(0,0) U(1,0)")
    bare = Board(state.board.catalogue)
    bare.place(state.board.laid[0] // 4, 0, cell_at(0, 0))
    bare.place(state.board.laid[1] // 4, 0, cell_at(1, 0))
    assert draw.board(bare) == draw.board(state.board)
