"""Painted tiles: copies differ, marks are visible, and pictures stay small."""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import combinations
from typing import Final
from xml.etree import ElementTree

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray
from PIL import Image
from resvg_py import svg_to_bytes

from bastide.draw import palette as ink
from bastide.draw.layout import lay_out
from bastide.draw.low_detail import paint_low_detail
from bastide.draw.svg import PREFIX, document
from bastide.draw.symbols.registry import SYMBOLS, definitions
from bastide.draw.tile import COPIES, prerender, symbol, tile, tile_shapes
from bastide.kernel.catalogue import period
from bastide.kernel.tile import Tile
from bastide.tiles import available, find, load

SETS: Final = [load(name) for name in available()]
CELLS: Final = [cell for found in SETS if found.block for _, _, cell in found.block.parts]
TILES: Final = {kind.id: kind for kind in (*(kind for found in SETS for kind in found.tiles), *CELLS)}

SMALL: Final = 48
"""Width of a tile on a crowded board, in pixels."""
COLUMNS: Final = 30
OPEN: Final = ("field", "prairie", "river")
GROWS: Final = 1500.0
"""Area of a field with room for plants that differ from copy to copy."""
UNPRINTED: Final = {"arrow", "bridge", "district", "fork", "lake", "river", "sector", "source", "start"}
"""Marks without a symbol: they change how something else is drawn, or matter to the rules only."""
SIGNS: Final = {"camps": "camp", "horses": "horse"}
"""The name of a symbol where it differs from its mark."""

Pixels = NDArray[np.int16]


def rendered(pictures: Sequence[str], pixels: int = SMALL) -> list[Pixels]:
    """Return pictures of tiles as pixels, rendered together."""
    step = pixels + 4
    placed = "".join(
        f'<svg x="{i % COLUMNS * step}" y="{i // COLUMNS * step}" width="{pixels}" height="{pixels}" '
        f'viewBox="0 0 100 100">{shapes}</svg>'
        for i, shapes in enumerate(pictures)
    )
    width, height = COLUMNS * step, -(-len(pictures) // COLUMNS) * step
    svg = document(f"<defs>{definitions(pictures)}</defs>{placed}", 0, 0, width, height)
    page = Image.open(BytesIO(bytes(svg_to_bytes(svg_string=svg, width=width)))).convert("RGB")
    whole: Pixels = np.asarray(page).astype(np.int16)
    corners = [(i // COLUMNS * step, i % COLUMNS * step) for i in range(len(pictures))]
    return [whole[y : y + pixels, x : x + pixels] for y, x in corners]


def middles(pixels: int = SMALL) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the coordinates of the middle of each pixel on the tile."""
    along = (np.arange(pixels) + 0.5) * 100 / pixels
    x, y = np.meshgrid(along, along)
    return x, y


def differing(one: Pixels, other: Pixels, by: int) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = np.abs(one - other).max(axis=2) > by
    return found


def near(spot: tuple[float, float], size: float) -> NDArray[np.bool_]:
    """Return the mask of pixels within a disc."""
    x, y = middles()
    return (x - spot[0]) ** 2 + (y - spot[1]) ** 2 <= size**2


@cache
def copies() -> dict[str, list[Pixels]]:
    """Return all copies of all tiles, unrotated."""
    shots = rendered([tile_shapes(kind, 0, copy) for kind in TILES.values() for copy in range(COPIES)])
    return {name: shots[COPIES * i : COPIES * (i + 1)] for i, name in enumerate(TILES)}


@pytest.mark.slow
def test_copies_of_a_tile_with_open_land_all_differ() -> None:
    for name, shots in copies().items():
        layout = lay_out(TILES[name])
        land = [ground.area for i, ground in layout.areas.items() if TILES[name].segments[i].kind in OPEN]
        if max(land, default=0.0) > GROWS:
            assert all(differing(a, b, 12).any() for a, b in combinations(shots, 2)), name


@pytest.mark.slow
def test_copies_differ_on_open_land_and_water_only() -> None:
    x, y = middles()
    found = {}
    for name, (first, *others) in copies().items():
        layout = lay_out(TILES[name])
        kept = [ground for i, ground in layout.areas.items() if TILES[name].segments[i].kind not in OPEN]
        ground = shapely.union_all(kept).buffer(-2) if kept else shapely.Polygon()
        changed = np.any([differing(first, other, 12) for other in others], axis=0)
        wrong = int((changed & shapely.contains_xy(ground, x, y)).sum())
        if wrong:
            found[name] = wrong
    assert found == {}


@pytest.mark.slow
def test_signs_are_the_same_on_all_copies() -> None:
    found = {}
    for name, (first, *others) in copies().items():
        for mark in lay_out(TILES[name]).marks:
            within = near(mark.spot, 0.7 * mark.size)
            changed = np.any([differing(first, other, 24) for other in others], axis=0) & within
            if changed.sum() > 0.05 * within.sum():
                found[name, mark.name] = int(changed.sum())
    assert found == {}


def test_there_are_no_more_copies_than_said() -> None:
    kind = TILES["BA-FRFR"]
    assert tile_shapes(kind, 0, COPIES) == tile_shapes(kind, 0, 0)
    assert len({tile_shapes(kind, 0, copy) for copy in range(9)}) == COPIES


PAINT_ALL: Final = """
import hashlib
from bastide.draw.tile import tile_shapes
from bastide.tiles import load
shapes = "".join(
    tile_shapes(kind, turns, copy)
    for name in ("base", "gold_rush", "river_2")
    for kind in load(name).tiles
    for turns, copy in ((0, 0), (3, 1))
)
print(hashlib.sha256(shapes.encode()).hexdigest())
"""


@pytest.mark.slow
def test_pictures_are_the_same_in_every_process() -> None:
    found = set()
    for seed in ("1", "2"):
        where = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run([sys.executable, "-c", PAINT_ALL], env=where, capture_output=True, text=True, check=True)
        found.add(run.stdout)
    assert len(found) == 1
    assert len(found.pop().strip()) == 64


def test_a_picture_is_painted_once() -> None:
    kind = TILES["BA-CRFR"]
    assert tile_shapes(kind, 1, 2) is tile_shapes(kind, 1, 2)
    assert tile_shapes(kind, 1, 2) is not tile_shapes(kind, 2, 2)


def test_the_tiles_of_a_game_can_be_painted_ahead() -> None:
    kinds = [TILES["BA-CRFR"], TILES["BA-RSTU"], TILES["BA-FCFC"]]
    assert prerender(kinds) == COPIES * sum(map(period, kinds))
    before = tile_shapes.cache_info().misses
    for kind in kinds:
        for turns in range(period(kind)):
            tile_shapes(kind, turns, 2)
    assert tile_shapes.cache_info().misses == before


def without(kind: Tile, name: str) -> Tile:
    """Return a tile without the marks of a name."""
    segments = [replace(s, marks=tuple(mark for mark in s.marks if mark[0] != name)) for s in kind.segments]
    marks = tuple(mark for mark in kind.marks if mark[0] != name)
    return replace(kind, segments=tuple(segments), marks=marks)


def with_mark(kind: Tile, old: str, name: str, number: int = 1) -> Tile:
    """Return a tile with one mark replaced by another."""
    segments = [
        replace(s, marks=tuple((name, number) if mark[0] == old else mark for mark in s.marks)) for s in kind.segments
    ]
    marks = tuple((name, number) if mark[0] == old else mark for mark in kind.marks)
    return replace(kind, segments=tuple(segments), marks=marks)


def printed(kind: Tile) -> set[str]:
    """Return the names of all marks of a tile that have a symbol."""
    found = {name for name, _ in kind.marks} | {name for segment in kind.segments for name, _ in segment.marks}
    return found - UNPRINTED


MARKED: Final = [(name, mark) for name, kind in TILES.items() for mark in sorted(printed(kind))]


def test_every_mark_has_a_sign() -> None:
    assert {mark for _, mark in MARKED} == {
        "again", "camps", "cathedral", "circle", "cloth", "fair", "grain", "hill", "horses", "icon", "inn",
        "locomotive", "magic", "nuggets", "pair", "pennant", "pigsty", "remote", "sheep", "vineyard", "volcano", "wine",
    }  # fmt: skip
    for name, mark in MARKED:
        shown = [sign.name.split("-")[0] for sign in lay_out(TILES[name]).marks]
        assert SIGNS.get(mark, mark) in shown, (name, mark)


@pytest.mark.slow
def test_a_sign_is_plain_to_see_on_a_small_tile() -> None:
    pictures = []
    for name, mark in MARKED:
        pictures += [tile_shapes(TILES[name]), tile_shapes(without(TILES[name], mark))]
    shots = rendered(pictures)
    for i, (name, mark) in enumerate(MARKED):
        changed = differing(shots[2 * i], shots[2 * i + 1], 40)
        signs = [sign for sign in lay_out(TILES[name]).marks if sign.name.split("-")[0] == SIGNS.get(mark, mark)]
        for sign in signs:
            within = near(sign.spot, max(6.0, sign.size))
            assert changed[within].mean() > 0.2, (name, mark)


def test_marks_of_the_tile_as_a_whole_are_not_drawn_small() -> None:
    for name, kind in TILES.items():
        for sign in lay_out(kind).marks:
            if sign.name.split("-")[0] in ("icon", "magic", "fair", "again", "pair", "remote"):
                assert sign.scale >= 1, (name, sign)


def test_an_arrow_hides_no_end_of_a_road() -> None:
    layout = lay_out(TILES["20AE-CFDR-f"])
    (sign,), (end,) = layout.marks, layout.houses
    assert TILES["20AE-CFDR-f"].mark("arrow") == 4
    arrow = shapely.LineString([sign.spot, (sign.spot[0] - 15 * sign.scale, sign.spot[1])]).buffer(6 * sign.scale)
    assert arrow.distance(shapely.Point(end)) > 6


def test_the_field_between_a_monastery_and_a_road_that_passes_shows() -> None:
    kind = TILES["HS-RRSF-monastery"]
    layout = lay_out(kind)
    passing, monastery = (layout.areas[[s.kind for s in kind.segments].index(name)] for name in ("road", "monastery"))
    assert passing.distance(monastery) > 8
    assert monastery.contains(shapely.Point(layout.anchors[2]))


def assert_told_apart(kinds: Sequence[Tile]) -> None:
    """Check that different marks on the same tile differ in a small picture."""
    shots = rendered([tile_shapes(kind) for kind in kinds])
    for (one, a), (other, b) in combinations(zip(kinds, shots, strict=True), 2):
        sign = lay_out(one).marks[0]
        within = near(sign.spot, 2 * sign.size)
        assert differing(a, b, 40)[within].sum() >= 6, (one.marks, other.marks)


def test_goods_are_told_apart() -> None:
    kind = TILES["TB-CFFC-wine"]
    assert_told_apart([with_mark(kind, "wine", goods) for goods in ("wine", "grain", "cloth", "pennant")])


@pytest.mark.parametrize(
    ("name", "mark"),
    [("WOF-FRFR-31", "icon"), ("K1-CFFC", "circle"), ("K1-RFST", "circle"), ("GR-MMMP-02a", "nuggets")],
)
def test_the_three_numbers_of_a_sign_are_told_apart(name: str, mark: str) -> None:
    assert_told_apart([with_mark(TILES[name], mark, mark, number) for number in (1, 2, 3)])


def test_the_three_symbols_of_arrows_are_told_apart() -> None:
    kind = TILES["20AE-FRFR-n"]
    assert_told_apart([with_mark(kind, "pair", name) for name in ("again", "pair", "remote")])


def test_an_arrow_points_at_its_side_however_the_tile_lies() -> None:
    kind = TILES["20AE-FRFR-n"]
    assert_told_apart([with_mark(kind, "arrow", "arrow", side) for side in (1, 2, 3, 4)])
    for side in (1, 2, 3, 4):
        arrow = with_mark(kind, "arrow", "arrow", side)
        for turns in range(4):
            degrees = (side - 1 + turns) % 4 * 90
            pointer = re.search(rf'href="#{PREFIX}pointer" transform="([^"]+)"', tile_shapes(arrow, turns))
            found = re.search(r"rotate\((\d+)\)", pointer.group(1)) if pointer else None
            assert degrees == (int(found.group(1)) if found else 0)


def test_a_source_is_told_from_a_lake() -> None:
    source = TILES["R1-FWFF-source"]
    one, other = rendered([tile_shapes(source), tile_shapes(with_mark(source, "source", "lake"))])
    assert differing(one, other, 40).sum() > 100


def test_monasteries_shrines_and_gardens_are_told_apart() -> None:
    kind = TILES["BA-FFFF-monastery"]
    house, field = kind.segments
    kinds = [replace(kind, segments=(replace(house, kind=name), field)) for name in ("monastery", "shrine", "garden")]
    for one, other in combinations(rendered([tile_shapes(found) for found in kinds]), 2):
        assert differing(one, other, 40)[near((50, 50), 12)].mean() > 0.4


def test_signs_stay_upright_and_in_place_when_a_tile_turns() -> None:
    for name in ("BA-CFFC-pennant", "TB-CFFC-wine", "IC-FFRR-inn", "GR-MPPP-09b", "HS-CFFC-hill"):
        for turns in range(4):
            assert re.search(r'href="#b-(pennant|wine|inn|camp|hill)"', tile_shapes(TILES[name], turns))
            assert "rotate" not in tile_shapes(TILES[name], turns)


@pytest.mark.parametrize("turns", range(4))
def test_all_that_pictures_refer_to_is_drawn(turns: int) -> None:
    for kind in TILES.values():
        for shapes in (tile_shapes(kind, turns), tile_shapes(kind, turns, low_detail=True)):
            assert set(re.findall(r'href="#([\w-]+)"', shapes)) <= {f"{PREFIX}{name}" for name in SYMBOLS}, kind.id


@pytest.mark.parametrize("simple", [False, True])
def test_pictures_are_sound_markup_without_ids_clips_gradients_or_words(simple: bool) -> None:
    for kind in TILES.values():
        elements = list(ElementTree.fromstring(f"<g>{tile_shapes(kind, 1, 0, simple)}</g>").iter())
        assert {element.tag for element in elements} <= {"g", "path", "circle", "ellipse", "rect", "use"}, kind.id
        assert not any(element.get("id") or element.text for element in elements), kind.id


def test_a_tile_on_its_own_holds_all_it_needs() -> None:
    found = tile("BA-CCCC-pennant", turns=1, pixels=96)
    names = set(re.findall(r'href="#([\w-]+)"', found))
    assert names <= set(re.findall(r' id="([\w-]+)"', found))
    assert Image.open(BytesIO(bytes(svg_to_bytes(svg_string=found)))).size == (96, 96)
    assert tile(TILES["BA-CCCC-pennant"], 5, 3) == tile("BA-CCCC-pennant", 1, 0)


def test_nothing_shows_beyond_the_square_of_a_symbol() -> None:
    kind = TILES["GR-MMMM-01"]
    shown = symbol(kind, 0, 0)
    name = re.findall(r'<symbol id="([^"]+)"', shown)[0]
    ground = '<rect x="-30" y="-30" width="160" height="160" fill="#00ff00"/>'
    defined = f"<defs>{definitions([shown])}{shown}</defs>"
    svg = document(f'{defined}{ground}<use href="#{name}" width="100" height="100"/>', -30, -30, 160, 160)
    shot = np.asarray(Image.open(BytesIO(bytes(svg_to_bytes(svg_string=svg, width=160)))).convert("RGB"))
    outside = np.ones((160, 160), dtype=bool)
    outside[30:130, 30:130] = False
    assert (shot[outside] == (0, 255, 0)).all()
    assert not (shot[~outside] == (0, 255, 0)).all(axis=1).any()


def test_pictures_are_small() -> None:
    sizes = {(kind.id, turns): len(tile_shapes(kind, turns)) for kind in TILES.values() for turns in range(4)}
    assert sum(sizes.values()) / len(sizes) < 3500
    assert max(sizes.values()) < 9000


def test_the_base_game_fits_a_page() -> None:
    kinds = [kind for kind, _ in load("base").copies("garden")]
    pictures = [tile_shapes(kind, turns, copy) for kind in kinds for turns in range(4) for copy in range(COPIES)]
    page = "".join(pictures) + definitions(pictures)
    assert len(gzip.compress(page.encode())) < 90_000


def test_simple_pictures_are_tiny() -> None:
    for kind in TILES.values():
        for turns in range(4):
            assert len(paint_low_detail(kind, turns)) < 1500, kind.id


def painted(shot: Pixels, colour: str) -> int:
    """Return the number of pixels that nearly have a colour."""
    wanted = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], dtype=np.int16)
    return int((np.abs(shot - wanted).max(axis=2) < 24).sum())


def test_simple_pictures_show_pennants_and_monasteries() -> None:
    pennants = [kind for kind in TILES.values() if "pennant" in printed(kind)]
    cloisters = [kind for kind in TILES.values() if any(s.kind == "monastery" for s in kind.segments)]
    assert len(pennants) > 10
    assert len(cloisters) > 10
    for kind, shot in zip(pennants, rendered([paint_low_detail(kind) for kind in pennants], 16), strict=True):
        assert painted(shot, ink.TEAL) >= 2, kind.id
    for kind, shot in zip(cloisters, rendered([paint_low_detail(kind) for kind in cloisters], 16), strict=True):
        assert painted(shot, ink.HALO) >= 3, kind.id


def test_simple_pictures_show_every_other_sign_too() -> None:
    pictures = []
    for name, mark in MARKED:
        pictures += [paint_low_detail(TILES[name]), paint_low_detail(without(TILES[name], mark))]
    shots = rendered(pictures, 24)
    for i, (name, mark) in enumerate(MARKED):
        assert differing(shots[2 * i], shots[2 * i + 1], 40).sum() >= 4, (name, mark)


def test_a_tile_is_found_by_its_id() -> None:
    found = find("BA-CRFR")
    assert found is not None
    assert tile("BA-CRFR") == tile(found)
