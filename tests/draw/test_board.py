"""Pictures of boards: every tile and piece once, at its position, with the requested overlays only."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from io import BytesIO
from itertools import pairwise
from math import atan2, degrees, dist, hypot
from xml.etree import ElementTree as ET

import numpy as np
import pytest
import shapely
from PIL import Image
from shapely import Point, Polygon
from shapely.geometry.base import BaseGeometry

import bastide
from bastide import draw
from bastide.draw import palette as ink
from bastide.draw.board import HELD
from bastide.draw.scene import Drawable, scene_of
from bastide.draw.stance import BESIDE, FARTHEST, FOOT, STEPS
from bastide.draw.svg import PREFIX, moved
from bastide.draw.tabletop import LINEN
from bastide.draw.tile import COPIES, tile_shapes
from bastide.draw.tokens import low_detail_piece
from bastide.expansions import count
from bastide.expansions.catapult import on_the_map
from bastide.kernel.anchors import centre
from bastide.kernel.board import Board
from bastide.kernel.catalogue import Catalogue
from bastide.kernel.geometry import cell_at, xy
from bastide.kernel.kinds import LAND
from bastide.rules.model import NOBODY, Json
from bastide.rules.pieces import segment_of, strength_of, tokens, unpack_piece
from bastide.rules.state import State
from bastide.tiles import load
from tests.boards import board, feature_at
from tests.draw.lands import played, wide_land
from tests.rulesets import FULL, FULL_NAMES

SVG = "{http://www.w3.org/2000/svg}"
GAMES = {name: f"bigbox2014 expansions={','.join(ids)}" for name, ids in zip(FULL_NAMES, FULL, strict=True)} | {
    "base": "second",
    "gold rush": "gold_rush farmers=on",
}
MOVES = {"base": 70, "gold rush": 90}
NUMBER = re.compile(r"-?\d*\.?\d+")
SEATS = range(3)
EDGE = 25
"""The margin of a picture."""
STEPS_MOST = max(hypot(*step) for step in STEPS)
CROWDED = (
    "U(0,0)+1:builder:road+2:road+1:big:road+3:road D(1,0)+1:pig:field.S+1:field.S+2:field.S+2:city+1:city"
    " ; rules bigbox2014 expansions=catapult,inns_and_cathedrals,traders_and_builders"
)


@cache
def game(name: str) -> bastide.Game:
    return played(GAMES[name], moves=MOVES.get(name, 250))


def page(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def numbers(words: str) -> list[float]:
    return [float(word) for word in NUMBER.findall(words)]


@cache
def everything(name: str, pixels: int = 96) -> str:
    """Return a picture with all overlays."""
    return draw.board(
        game(name), tile_pixels=pixels, owners=True, fields=True, legal=True, labels=True, scores=True, around=[(0, 0)]
    )


# The document


@pytest.mark.parametrize("pixels", [96, 24])
@pytest.mark.parametrize("name", GAMES)
def test_ids_are_ours_and_unique_and_whatever_is_referred_to_is_there(name: str, pixels: int) -> None:
    svg = everything(name, pixels)
    ids = [element.attrib["id"] for element in page(svg).iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert all(name.startswith(PREFIX) for name in ids)
    assert set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(ids)
    assert not re.search(r'href="[^#]|url\([^#]', svg), "nothing comes from elsewhere"


@pytest.mark.parametrize("name", GAMES)
def test_every_symbol_that_is_on_the_page_is_used(name: str) -> None:
    svg = draw.board(game(name))
    symbols = [element.attrib["id"] for element in page(svg).iter(f"{SVG}symbol")]
    assert [symbol for symbol in symbols if f'href="#{symbol}"' not in svg] == []


def test_the_same_board_is_drawn_the_same_twice() -> None:
    name = FULL_NAMES[0]
    assert draw.board(game(name), owners=True, fields=True) == draw.board(game(name), owners=True, fields=True)


# Tiles


def tiles_on(svg: str) -> list[tuple[str, float, float]]:
    """Return the tiles of a picture: the ids of their symbols, columns and rows."""
    uses = [use.attrib for use in page(svg).findall(f"{SVG}use") if "width" in use.attrib]
    assert all((use["width"], use["height"]) == ("100", "100") for use in uses)
    return [(use["href"].removeprefix(f"#{PREFIX}"), float(use["x"]) / 100, float(use["y"]) / 100) for use in uses]


def tiles_of(land: Board, copies: int) -> list[tuple[str, float, float]]:
    """Return the tiles that the picture of a board should show."""
    seen = Counter[str]()
    found = []
    for number, cell in enumerate(land.cell):
        tile = land.tile(number).id
        column, row = xy(cell)
        found.append((f"{tile}-{land.rotation(number)}-{seen[tile] % copies}", float(column), float(row)))
        seen[tile] += 1
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_tile_lies_in_its_cell_by_reference(name: str) -> None:
    state = game(name).state
    expected = tiles_of(state.board, COPIES)
    shown: list[Drawable] = [game(name), state, state.board, *(game(name).view(seat) for seat in (*SEATS, None))]
    for what in shown:
        assert tiles_on(draw.board(what)) == expected


def test_a_board_of_many_tiles_has_one_symbol_for_each_tile_turn_and_copy() -> None:
    land = wide_land(120)
    svg = draw.board(land)
    assert tiles_on(svg) == tiles_of(land, COPIES)
    symbols = [element.attrib["id"] for element in page(svg).iter(f"{SVG}symbol")]
    assert sorted(symbols) == sorted({f"{PREFIX}{name}" for name, _, _ in tiles_of(land, COPIES)})
    assert len(symbols) < 120


def test_a_symbol_shows_its_own_tile_turned_and_copied() -> None:
    land = wide_land(120)
    for symbol in page(draw.board(land)).iter(f"{SVG}symbol"):
        name, turns, copy = symbol.attrib["id"].removeprefix(PREFIX).rsplit("-", 2)
        tile = land.catalogue.tiles[land.catalogue.number[name]]
        drawn = page(f'<symbol xmlns="{SVG[1:-1]}">{tile_shapes(tile, int(turns), int(copy))}</symbol>')
        assert symbol.attrib["viewBox"] == "0 0 100 100"
        assert [ET.tostring(part) for part in symbol] == [ET.tostring(part) for part in drawn]


def test_tiles_under_32_pixels_are_drawn_in_low_detail() -> None:
    land = wide_land(120)
    small, large = draw.board(land, tile_pixels=31), draw.board(land, tile_pixels=32)
    assert tiles_on(small) == tiles_of(land, copies=1)
    assert tiles_on(large) == tiles_of(land, COPIES)
    assert len(small) < len(large) / 3
    for number in range(10):
        assert tile_shapes(land.tile(number), land.rotation(number), 0, True) in small
        assert tile_shapes(land.tile(number), land.rotation(number), 0, True) not in large


# Pieces


def pieces_on(svg: str) -> list[tuple[str, str, bool, int, float, float]]:
    """Return the pieces of a picture: kind, seat, whether lying, number in the pile, and position."""
    found = []
    for use in page(svg).findall(f"{SVG}use"):
        if match := re.fullmatch(rf"#{PREFIX}piece-(\w+)-(\w+)-([01])-(\d+)", use.attrib["href"]):
            x, y, scale = numbers(use.attrib["transform"])
            found.append((match[1], match[2], match[3] == "1", int(match[4]), x, y - FOOT * scale))
    return found


def pieces_of(state: State) -> list[tuple[str, str, bool, int, float, float]]:
    """Return the pieces that the picture of a state should show, at the positions where thrown tokens hit them."""
    followers = {there.place: there.centre for there in on_the_map(state)}
    ranks = Counter(segment_of(state.pieces[place]) for place in followers)
    found, piles = [], Counter(piece for piece in state.pieces if unpack_piece(piece)[1] == NOBODY)
    owned = [place for place, piece in enumerate(state.pieces) if piece not in piles]
    for place in [*owned, *map(state.pieces.index, piles)]:
        segment, seat, kind = unpack_piece(state.pieces[place])
        spot = followers.get(place) or centre(state.board, segment, ranks[segment])
        ranks[segment] += place not in followers
        named, on = state.rules.pieces[kind], state.board.catalogue.kinds[state.board.features.kind[segment]]
        lies = bool(named.strength) and on in ("field", "prairie")
        whose, number = (None, piles[state.pieces[place]]) if seat == NOBODY else (seat, 1)
        found.append((named.name, str(whose), lies, number, spot[0] / 10, spot[1] / 10))
    return found


def centres_in(what: Drawable) -> list[tuple[str, str, int, float, float]]:
    """Return the pieces of a scene with the centres that thrown tokens hit."""
    places = scene_of(what).places()
    return [(piece.kind, str(piece.seat), piece.number, x / 10, y / 10) for piece, (x, y) in places]


@pytest.mark.parametrize("name", GAMES)
def test_every_piece_is_drawn_near_its_centre_from_every_source(name: str) -> None:
    state = game(name).state
    expected = pieces_of(state)
    assert len(expected) > 5
    near = STEPS_MOST + FARTHEST + (BESIDE - 1) * 14
    drawn = pieces_on(draw.board(state))
    assert sorted(piece[:4] for piece in drawn) == sorted(piece[:4] for piece in expected)
    for there in drawn:
        assert any(there[:4] == piece[:4] and dist(there[4:], piece[4:]) <= near for piece in expected), there
    shown: list[Drawable] = [game(name), *(game(name).view(seat) for seat in (*SEATS, None))]
    for source in shown:
        assert sorted(centres_in(source)) == sorted((a, b, d, x, y) for a, b, _, d, x, y in expected)
        assert sorted(pieces_on(draw.board(source))) == sorted(drawn)


def test_in_a_crowd_every_centre_is_where_the_anchors_say() -> None:
    state = board(CROWDED, players=3)
    assert sorted(centres_in(state)) == sorted((a, b, d, x, y) for a, b, _, d, x, y in pieces_of(state))
    assert {(kind, lies) for kind, _, lies, *_ in pieces_on(draw.board(state)) if kind in ("follower", "pig")} == {
        ("follower", False),
        ("follower", True),
        ("pig", False),
    }


@pytest.mark.parametrize("name", GAMES)
def test_pieces_look_like_what_they_are(name: str) -> None:
    svg = draw.board(game(name))
    for kind, seat, lies, number, *_ in pieces_on(svg):
        shown = f'<g id="{PREFIX}piece-{kind}-{seat}-{int(lies)}-{number}">'
        shape = draw.piece(kind, None if seat == "None" else int(seat), lies)
        assert number > 1 or f"{shown}{shape}</g>" in svg


def test_pieces_to_the_south_stand_before_those_to_the_north() -> None:
    feet = [y for *_, y in pieces_on(draw.board(game(FULL_NAMES[1])))]
    assert all(before <= after + 0.2 for before, after in pairwise(feet))  # positions are rounded
    assert len(set(feet)) > 5


def test_what_lies_on_one_spot_and_is_nobodys_is_one_pile() -> None:
    state = board("GR-MHPH-10s(0,0)" + 3 * "+0:gold:mountain" + " ; rules gold_rush", players=2)
    assert [(kind, number) for kind, _, _, number, *_ in pieces_on(draw.board(state))] == [("gold", 3)]


@pytest.mark.parametrize("pixels", [20, 36])
def test_pieces_on_small_tiles_are_counters(pixels: int) -> None:
    state = board(CROWDED, players=3)
    svg = draw.board(state, tile_pixels=pixels)
    assert sorted(piece[:4] for piece in pieces_on(svg)) == sorted(piece[:4] for piece in pieces_of(state))
    assert low_detail_piece("follower", 1) in svg
    assert draw.piece("follower", 1) not in svg


# Tokens


def tokens_on(svg: str, shapes: str) -> list[tuple[float, float]]:
    """Return the position of a token with these shapes."""
    found = re.findall(rf'<g transform="translate\(([^)]+)\)(?:scale\([\d.]+\))?">{re.escape(shapes)}</g>', svg)
    return [(x, y) for x, y in map(numbers, found)]


def test_sheep_lie_beside_their_shepherd() -> None:
    state = board(
        "U(0,0)+1:shepherd:field.N+2:shepherd:field.S ; rules bigbox2014 expansions=hills_and_sheep"
        " ; column sheep.flock 1 0 0 2 0 1 0 0",
        players=2,
    )
    shown: list[Drawable] = [state, bastide.view(state, 0)]
    for what in shown:
        svg = draw.board(what)
        feet = {seat: (x, y) for _, seat, _, _, x, y in pieces_on(svg)}
        beside = {"0": Counter[int](), "1": Counter[int]()}
        for size in range(1, 5):
            for spot in tokens_on(svg, draw.token("sheep", size)):
                nearest = min(feet, key=lambda seat: dist(spot, feet[seat]))
                assert 6 < dist(spot, feet[nearest]) < 40
                beside[nearest][size] += 1
        assert beside == {"0": {1: 1, 4: 2}, "1": {2: 1}}


def test_the_count_stands_in_his_district() -> None:
    state = bastide.Game(GAMES[FULL_NAMES[0]], dealer=bastide.Seeded(1)).state
    spaces = {district: count.space_of(state, district) for district in range(4)}
    middles = {district: centre(state.board, space) for district, space in spaces.items() if space is not None}
    assert len(middles) == 4
    for district in range(4):
        state.ext[count.STANDS][0] = district
        (spot,) = tokens_on(draw.board(state), draw.token("count"))
        assert min(middles, key=lambda d: dist(spot, (middles[d][0] / 10, middles[d][1] / 10))) == district


def wheel_board(turns: int) -> Board:
    block = load("wheel_of_fortune").block
    assert block is not None
    land = Board(Catalogue([cell for _, _, cell in block.parts]))
    for column, row, cell in block.parts:
        x, y = column, row
        for _ in range(turns):
            x, y = 3 - y, x
        land.place(land.catalogue.number[cell.id], turns, cell_at(x, y))
    return land


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("sector", range(1, 7))
def test_the_pig_stands_in_its_sector_however_the_wheel_lies(sector: int, turns: int) -> None:
    land = wheel_board(turns)
    crowns = [
        (x / 10 - 200, y / 10 - 200)
        for number in range(len(land.laid))
        for local, segment in enumerate(land.tile(number).segments)
        if segment.kind == "crown" and ("sector", sector) in segment.marks
        for x, y in [centre(land, land.first[number] + local)]
    ]
    view: dict[str, Json] = {
        "board": [
            {"tile": land.tile(number).id, "cell": list(xy(cell)), "rotation": turns}
            for number, cell in enumerate(land.cell)
        ],
        "pieces": [],
        "tokens": [{"token": "wheel-pig", "number": sector, "seat": None}],
        "scores": [0, 0],
        "on_turn": 0,
    }
    ((x, y),) = tokens_on(draw.board(view), draw.token("wheel-pig", sector))
    east, south = (sum(values) for values in zip(*crowns, strict=True))
    apart = degrees(atan2(y - 200, x - 200)) - degrees(atan2(south, east))
    assert (apart + 180) % 360 - 180 == pytest.approx(0, abs=1)


def test_tokens_before_the_seats_are_not_on_the_board() -> None:
    rules = "rules bigbox2014 expansions=traders_and_builders"
    state = board(f"D(0,0) ; {rules} ; column goods.held 1 2 0 0 0 3", players=2)
    assert [token.name for token in tokens(state)] == ["wine", "grain", "cloth"]
    assert draw.board(state) == draw.board(board(f"D(0,0) ; {rules}"))


# Overlays


def painted(svg: str, fill: str) -> BaseGeometry:
    """Return the area that the picture covers with a fill, by the even-odd rule."""
    found: BaseGeometry = Polygon()
    for shape in page(svg).findall(f"{SVG}path"):
        if shape.attrib["fill"] == fill and shape.attrib.get("fill-rule") == "evenodd":
            rings = [numbers(ring) for ring in shape.attrib["d"].split("Z") if ring]
            whole: BaseGeometry = Polygon()
            for ring in rings:
                whole = whole.symmetric_difference(Polygon(zip(ring[::2], ring[1::2], strict=True)).buffer(0))
            found = shapely.union(found, whole)
    return found


def pattern_of(state: State, root: int) -> str:
    """Return the fill that a feature should have: the pattern of its majority by the engine."""
    strength = [strength_of(state, root, seat) for seat in range(state.players)]
    seats = [str(seat) for seat, n in enumerate(strength) if n and n == max(strength)]
    plural = "seats" if len(seats) > 1 else "seat"
    return f"url(#{PREFIX}{plural}-{'-'.join(seats)})" if seats else "none"


@pytest.mark.parametrize("name", GAMES)
def test_features_are_covered_with_the_patterns_of_those_who_hold_them_and_others_are_not(name: str) -> None:
    state = game(name).state
    land, kinds = state.board, state.board.catalogue.kinds
    pictures = {kind: draw.board(state, owners=kind in HELD, fields=kind in LAND) for kind in (HELD[0], LAND[0])}
    fills = {pattern_of(state, root) for root in land.features.root} | {"none"}
    covered = {(kind, fill): painted(svg, fill) for kind, svg in pictures.items() for fill in fills}
    checked = Counter[str]()
    for segment, root in enumerate(land.features.root):
        kind = kinds[land.features.kind[root]]
        if kind not in (*HELD, *LAND):
            continue
        x, y = centre(land, segment)
        own = pattern_of(state, root)
        for (shown, fill), ground in covered.items():
            there = ground.covers(Point(x / 10, y / 10))
            asked = kind in (LAND if shown in LAND else HELD)
            assert there == (asked and fill == own and (fill != "none" or kind in LAND)), (segment, kind, shown, fill)
        checked[own] += 1
    assert len(checked) > 2
    assert checked["none"]


def test_a_tie_is_covered_with_the_patterns_of_all_who_hold_it() -> None:
    state = board("U(0,0)+1:road+3:road V(1,0)+2:field.Sr", players=3)
    svg = draw.board(state, owners=True, fields=True)
    assert painted(svg, f"url(#{PREFIX}seats-0-2)").area > 500
    (both,) = (pattern for pattern in page(svg).iter(f"{SVG}pattern") if pattern.attrib["id"] == f"{PREFIX}seats-0-2")
    assert [stripe.attrib["fill"] for stripe in both] == [f"url(#{PREFIX}seat-{seat})" for seat in (0, 2)]
    assert painted(svg, f"url(#{PREFIX}seat-0)").is_empty
    assert pattern_of(state, feature_at(state, 0, 0, "road")) == f"url(#{PREFIX}seats-0-2)"


def test_a_field_that_nobody_holds_is_only_outlined() -> None:
    svg = draw.board(board("U(0,0)+1:field.N"), fields=True)
    edges = [shape.attrib for shape in page(svg).findall(f"{SVG}path") if "stroke-opacity" in shape.attrib]
    assert [(edge["fill"], "stroke-dasharray" in edge) for edge in edges] == [
        (f"url(#{PREFIX}seat-0)", False),
        ("none", True),
    ]


def test_a_picture_has_no_overlays_by_default() -> None:
    svg = draw.board(game("base"), last_move=False)
    assert re.findall(r"<pattern id=\"([^\"]+)", svg) == [LINEN]
    assert "<text" not in svg
    assert "stroke-dasharray" not in "".join(ET.tostring(part, "unicode") for part in page(svg)[1:])


def lit(svg: str) -> dict[tuple[int, int], int]:
    """Return the highlighted cells of a picture, with their numbers of dots."""
    root = page(svg)
    found = {}
    for frame in root.findall(f"{SVG}rect"):
        if frame.attrib.get("stroke") == ink.GLOW:
            assert frame.attrib["width"] == frame.attrib["height"] == "90"
            found[round(float(frame.attrib["x"])) // 100, round(float(frame.attrib["y"])) // 100] = 0
    for dot in root.findall(f"{SVG}circle"):
        assert dot.attrib["fill"] == ink.GLOW
        found[int(float(dot.attrib["cx"]) // 100), int(float(dot.attrib["cy"]) // 100)] += 1
    return found


@pytest.mark.parametrize("tile", ["U", "X", "B", "H", "D", "V"])
def test_legal_cells_are_highlighted_with_a_dot_per_rotation(tile: str) -> None:
    state = board(f"D(0,0) U(1,0) V(2,0) E(0,-1)/2 ; tile {tile}")
    placements = [re.fullmatch(r"\((-?\d+),(-?\d+)\)(/.*)?", text) for text in choices_of(state)]
    expected = Counter((int(match[1]), int(match[2])) for match in placements if match)
    assert lit(draw.board(state, legal=True, last_move=False)) == expected
    assert lit(draw.board(state, last_move=False)) == {}


def choices_of(state: State) -> list[str]:
    return [bastide.action_text(state, action) for action in bastide.options(state)]


def test_given_cells_are_highlighted_and_included() -> None:
    state = board("D(0,0) ; tile U")
    cells = [(3, 0), (-1, -2)]
    svg = draw.board(state, legal=iter(cells), last_move=False)
    assert lit(svg) == dict.fromkeys(cells, 0)
    assert box(svg)[2:] == [5 * 100 + 2 * EDGE, 3 * 100 + 2 * EDGE]
    assert draw.board(state, legal=[]) == draw.board(state)


def frames(svg: str) -> dict[tuple[int, int], str]:
    """Return the framed cells of a picture, with their numbers."""
    root = page(svg)
    cells = [
        (round(float(frame.attrib["x"])) // 100, round(float(frame.attrib["y"])) // 100)
        for frame in root.findall(f"{SVG}rect")
        if frame.attrib.get("stroke") == ink.INK
    ]
    words = {
        (int(float(text.attrib["x"]) // 100), int(float(text.attrib["y"]) // 100)): str(text.text)
        for text in root.findall(f"{SVG}text")
    }
    return {cell: words.get(cell, "") for cell in cells}


def test_the_tile_laid_last_is_framed_and_two_of_one_turn_are_numbered() -> None:
    position = "D(0,0)+1:road+1:builder:road ; rules bigbox2014 expansions=traders_and_builders ; tile U"
    game = bastide.Game(position=position, dealer=bastide.Scripted(["U", "U"]))
    seen = [frames(draw.board(game))]
    for word in ("(1,0)", "-", "(-1,0)", "-", "(2,0)"):
        game.play(word)
        seen.append(frames(draw.board(game)))
    both = {(1, 0): "1", (-1, 0): "2"}
    assert seen == [{}, {(1, 0): ""}, {(1, 0): ""}, both, both, {(2, 0): ""}]
    assert frames(draw.board(game, last_move=False)) == {}
    assert frames(draw.board(game.state)) == frames(draw.board(game.view(0))) == {(2, 0): ""}


@pytest.mark.parametrize("name", FULL_NAMES)
def test_before_the_first_turn_nothing_is_framed(name: str) -> None:
    start = bastide.Game(GAMES[name], dealer=bastide.Given())
    assert frames(draw.board(start)) == {}


def test_columns_and_rows_are_numbered() -> None:
    state = board("D(-1,0) U(0,0) U(1,0) B(1,-1)")
    root = page(draw.board(state, labels=True, last_move=False))
    words = [(str(text.text), text.attrib) for text in root.findall(f"{SVG}text")]
    columns = {word: float(at["x"]) for word, at in words if at["text-anchor"] == "middle"}
    rows = {word: float(at["y"]) for word, at in words if at["text-anchor"] == "end"}
    assert {word: x // 100 for word, x in columns.items()} == {"-1": -1, "0": 0, "1": 1}
    assert {word: y // 100 for word, y in rows.items()} == {"-1": -1, "0": 0}
    assert all(float(at["y"]) < -100 for _, at in words if at["text-anchor"] == "middle")


def test_numbers_of_far_rows_are_not_cut_off() -> None:
    svg = draw.board(board("D(-10,-12) U(-9,-12)"), labels=True)
    image = Image.open(BytesIO(draw.png(svg))).convert("RGB")
    cloth = np.array([int(ink.CLOTH[i : i + 2], 16) for i in (1, 3, 5)])
    assert np.abs(np.asarray(image)[:, 0] - cloth).max() < 16


# Sizes


def box(svg: str) -> list[float]:
    return numbers(page(svg).attrib["viewBox"])


@pytest.mark.parametrize("pixels", [8, 17, 31, 33, 40, 63, 96, 97, 211, 400])
def test_tiles_begin_on_whole_pixels(pixels: int) -> None:
    state = board("D(-1,0) U(0,0) U(1,0) B(1,-1)")
    sides: list[Callable[[], str]] = [
        lambda: draw.board(state, tile_pixels=pixels),
        lambda: draw.board(state, tile_pixels=pixels, labels=True),
        lambda: draw.board(state, tile_pixels=pixels, scores=True),
        lambda: draw.board(state, tile_pixels=pixels, scores=True, labels=True, legal=[(4, 4)]),
    ]
    for side in sides:
        svg = side()
        x, y, width, height = (length * pixels / 100 for length in box(svg))
        for length in (x, y, width, height):
            assert length == pytest.approx(round(length), abs=0.01)
        size = page(svg).attrib
        assert (float(size["width"]), float(size["height"])) == (round(width), round(height))


def test_the_picture_holds_all_tiles_and_what_should_be_around() -> None:
    svg = draw.board(board("D(0,0)"), around=[(2, 1), (-3, 0)])
    assert box(svg) == [-300 - EDGE, -EDGE, 600 + 2 * EDGE, 200 + 2 * EDGE]


def test_a_narrow_board_is_wide_enough_for_the_score_track() -> None:
    assert box(draw.board(board("D(0,0)"), scores=True))[2] >= 400
    wide = draw.board(wide_land(120), scores=True)
    assert box(wide)[2] == box(draw.board(wide_land(120)))[2]


def test_the_score_track_is_as_wide_as_the_picture_and_not_wider() -> None:
    for what in (board("D(0,0)", players=2), game("base"), game(FULL_NAMES[1])):
        svg = draw.board(what, scores=True)
        (paper,) = re.findall(rf'<g transform="translate\([^)]+\)scale\(([\d.]+)\)"><rect[^>]*fill="{ink.PAPER}"', svg)
        assert float(paper) * 1040 == pytest.approx(box(svg)[2], abs=0.5)


# Names and scores


NAMES = ['<script>alert("1")</script>', "Tom & Jerry's", "👑 Éléonore", "a" * 200]


def test_names_are_escaped() -> None:
    state = board("D(0,0)", players=4)
    svg = draw.board(state, scores=True, names=NAMES)
    words = [str(text.text) for text in page(svg).iter(f"{SVG}text")]
    assert [word for word in words if not word.isdigit()] == [f"{name} 0" for name in NAMES]
    assert "<script" not in svg


def test_characters_that_xml_forbids_are_replaced() -> None:
    page(draw.board(bastide.Game("second", seats=["bell\x07", "\x1b[31mred", "\ufffe"]), scores=True))


def test_a_game_has_its_own_names_unless_others_are_given() -> None:
    game = bastide.Game("second", seats=["Ann", "Bob"], dealer=bastide.Seeded(1))
    assert ">Ann 0<" in draw.board(game, scores=True)
    assert ">Zoe 0<" in draw.board(game, scores=True, names=["Zoe"])
    assert ">Ann 0<" not in draw.board(game.state, scores=True)


def test_shapes_of_tokens_are_found_by_these_tests() -> None:
    assert tokens_on(moved(draw.token("sheep", 2, 0), 3, -4, 0.72), draw.token("sheep", 2, 0)) == [(3, -4)]
