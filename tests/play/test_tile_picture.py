"""Tiles as text: everything printed on them is there, in every rotation, and nothing hides a road or a piece."""

from __future__ import annotations

from collections import Counter

import pytest

from bastide.kernel.geometry import PORT_NAMES, turned
from bastide.kernel.kinds import BUILDINGS, KINDS, PATHS, REGIONS, ROADS
from bastide.kernel.marks import MARKS
from bastide.kernel.tile import Tile
from bastide.play.tile_picture import (
    CENTRE,
    HEIGHT,
    WIDTH,
    Sign,
    draw_tile,
    lines_of,
    marks_of,
    tile_layout,
)
from bastide.tiles import by_id
from bastide.tiles.lines import read_tile

TILES = by_id()
TURNED = [(tile, rotation) for tile in TILES.values() for rotation in range(4)]
SIDES = ((0, 3), (1, 6), (2, 3), (1, 0))
"""The place in the middle of each side."""


def shown(tile: Tile | str, rotation: int = 0, **pieces: str) -> list[str]:
    """Return a tile as text, given the signs on its segments as ``s0="1"``."""
    known = TILES[tile] if isinstance(tile, str) else tile
    return lines_of(draw_tile(known, rotation, {int(key[1:]): [Sign(s) for s in text] for key, text in pieces.items()}))


def inked(tile: Tile, rotation: int) -> Counter[str]:
    """Return the characters of the marks on a tile as drawn."""
    return Counter(sign.text for line in tile_layout(tile, rotation).signs for sign in line if sign.ink)


def test_every_mark_is_drawn_in_every_rotation() -> None:
    for tile, rotation in TURNED:
        wanted: Counter[str] = Counter()
        for name, value, _ in marks_of(tile):
            turned = (value - 1 + rotation) % 4 + 1 if name == "arrow" else value
            wanted += Counter(MARKS[name].sign(turned))
        assert inked(tile, rotation) == wanted, (tile.id, rotation)


def test_no_mark_hides_a_road_at_the_edge_or_a_building() -> None:
    for tile, rotation in TURNED:
        lines = shown(tile, rotation)
        for side, (line, column) in enumerate(SIDES):
            if tile.edges[(side - rotation) % 4] in PATHS:
                assert lines[line][column] in "-|~", (tile.id, rotation)
        signs = Counter("".join(lines))
        kinds = [segment.kind for segment in tile.segments]
        for kind, sign in (("monastery", "M"), ("shrine", "S"), ("town", "T"), ("garden", "*")):
            assert signs[sign] == kinds.count(kind), (tile.id, rotation)


def test_a_mark_is_where_it_is_printed() -> None:
    for tile, rotation in TURNED:
        layout = tile_layout(tile, rotation)
        for name, value, local in marks_of(tile):
            if local < 0:
                continue
            own = set(layout.places[local]) | {CENTRE}
            near = {(line, column + step) for line, column in own for step in (-1, 0, 1)}
            on_road = tile.segments[local].kind in ROADS
            text = MARKS[name].sign(value)
            places = [
                {(line, column + i) for i in range(len(text))}
                for line in range(HEIGHT)
                for column in range(WIDTH - len(text) + 1)
                if [layout.signs[line][column + i].text for i in range(len(text))] == list(text)
                and layout.signs[line][column].ink
            ]
            assert any(found <= (near if on_road else own) for found in places), (tile.id, rotation, name)


def test_a_feature_stays_visible_beside_its_marks() -> None:
    for tile, rotation in TURNED:
        layout = tile_layout(tile, rotation)
        for local, segment in enumerate(tile.segments):
            if segment.kind in REGIONS and segment.ports:
                free = [p for p in layout.places[local] if not layout.signs[p[0]][p[1]].ink]
                assert len(free) > 1, (tile.id, rotation)


def test_a_piece_on_every_segment_is_seen() -> None:
    letters = "123456789ABCDEFG"
    for tile, rotation in TURNED:
        pieces = {f"s{local}": letters[local] for local in range(len(tile.segments))}
        drawn = "".join(shown(tile, rotation, **pieces))
        marks = Counter("".join(shown(tile, rotation)))
        assert all(Counter(drawn)[sign] > marks[sign] or not marks[sign] for sign in pieces.values()), tile.id
        assert set(pieces.values()) <= set(drawn), (tile.id, rotation)


def test_as_many_pieces_as_there_are_places_are_seen() -> None:
    crowded = "".join(shown("CO-FIII-03", s2="1223334444"))
    assert Counter(crowded)["4"] == 4
    narrow = shown("CAT-RRRR-11", s1="12b")
    assert set("12b") <= set("".join(narrow))


# Examples


@pytest.mark.parametrize(
    ("tile", "rotation", "lines"),
    [
        ("IC-FRFR-inn", 0, [".......", "---I---", "......."]),
        ("IC-FRFR-inn", 1, ["...|...", "...I...", "...|..."]),
        ("IC-FRST-inn", 0, [".......", "---+-I-", "...|..."]),
        ("IC-CCCC-cathedral", 0, ["#######", "###C###", "#######"]),
        ("TB-CFFC-wine", 0, ["#Y####.", "####...", "#......"]),
        ("HS-CFDF-hill", 0, [".#####.", "../\\...", ".#####."]),
        ("HS-FRSR-vineyard", 0, ["...V...", "---+---", "...|..."]),
        ("R2-FFFW-volcano-lake", 0, [".......", "~~~/^\\.", "......."]),
        ("MW-CFDF", 0, [".#####.", "...!...", ".#####."]),
        ("K2-CDDC", 0, ["##### #", "##(#)##", "# #####"]),
        ("CAT-FFFF-06", 0, [".......", "...F...", "......."]),
        ("WOF-FFRR-29", 0, [".......", "---+³..", "...|..."]),
        ("20AE-CRSC-d", 0, ['###↑"#.', "###+---", "#..|.*."]),
        ("20AE-CRRF-k", 0, [".#####.", "...+---", "...|↓R."]),
        ("20AE-CRRF-k", 1, ["......#", "---+..#", "←R.|..#"]),
        ("GR-MMHH-06b", 0, [".$AAAAA", "---LAAA", "...|..A"]),
        ("GR-PPPP-20a", 0, [".XH....", ".......", "......."]),
        ("GR-MMMM-01", 0, ["A$$$AAA", "AAAAAAA", "AAAAAAA"]),
        ("BA-CFFC-pennant-garden", 2, ["..*...#", "...##^#", ".######"]),
    ],
)
def test_tiles_as_text(tile: str, rotation: int, lines: list[str]) -> None:
    assert shown(tile, rotation) == lines


def test_an_arrow_points_beside_a_road_and_turns_with_its_tile() -> None:
    tops = [shown("20AE-FRST-o", rotation) for rotation in range(4)]
    assert [next(line for line in lines if set(line) & set("↑→↓←")) for lines in tops] == [
        "...↑R..",
        "---+.R→",
        "...↓R..",
        "←R.+---",
    ]


def test_a_bridge_carries_its_road_over_the_other() -> None:
    bridge = next(tile for tile in TILES.values() if any(dict(s.marks).get("bridge") for s in tile.segments))
    assert shown(bridge)[1] == "----..."
    assert shown(bridge, 1)[1] == "---|..#"
    assert shown("BA-CFRR")[1] == "---+..."


@pytest.mark.parametrize("tile", ["IC-RSSR", "WOF-RSSR-34"])
def test_two_roads_that_bend_past_each_other_are_no_crossing(tile: str) -> None:
    """Which sides they join shows which way round the tile lies."""
    assert [shown(tile, rotation)[1] for rotation in range(4)] == ["---/---", "---\\---"] * 2
    assert shown(tile, s0="1", s1="2")[1][3] == "/"
    assert shown("BA-RSTU")[1] == "---+---"


def turns(tile: Tile, rotation: int) -> set[tuple[str, frozenset[str]]]:
    """Return the features on the sides of a tile as it lies, each with the middles of its sides."""
    return {
        (segment.kind, frozenset(PORT_NAMES[turned(port, rotation)] for port in segment.ports if port % 3 == 1))
        for segment in tile.segments
    }


def test_tiles_that_lie_otherwise_look_otherwise() -> None:
    """Whether cities are joined, and which roads are, shows; but one road among three that meet would not."""
    for tile in TILES.values():
        seen: dict[tuple[str, ...], set[tuple[str, frozenset[str]]]] = {}
        for rotation in range(4):
            lies = turns(tile, rotation)
            assert tile.id == "K2-RSTT" or seen.setdefault(tuple(shown(tile, rotation)), lies) == lies, tile.id


def test_cities_that_meet_at_a_corner_are_apart() -> None:
    assert shown("BA-CFFD") == ["#.####.", "#......", "#......"]
    assert shown("IC-CDEG") == ["#.###.#", "#.....#", "#.###.#"]
    assert shown("TB-CDDC-wine") == ["#Y###.#", "###.###", "#.#####"]
    assert shown("BA-CFFC") == ["######.", "####...", "#......"]


def test_a_piece_stands_beside_its_building() -> None:
    assert shown("BA-FFFF-monastery", s0="1") == [".......", "...M1..", "......."]
    assert shown("BA-FFRR-garden", s1="2")[1] == "---+*2."
    assert shown("R20-FWRW-h", s0="1")[1] == "~~~M1~~"
    for tile, rotation in TURNED:
        for local, segment in enumerate(tile.segments):
            if segment.kind in BUILDINGS:
                drawn = "".join(shown(tile, rotation, **{f"s{local}": "1"}))
                assert {"1", KINDS[segment.kind].characters} <= set(drawn), (tile.id, rotation)


def test_colours_of_marks() -> None:
    tile = TILES["BA-FCFC-pennant"]
    assert "\033[91m^\033[0m" in "".join(lines_of(draw_tile(tile, 0, {}), colour=True))


def test_marks_of_tile_files_that_are_not_known_are_left_out() -> None:
    tile = read_tile("MY", "-", "CFFF", "city C treasure pennant=0; field E S W ~C  ! windmill icon=7")
    assert list(marks_of(tile)) == [("icon", 7, -1)]
    assert shown(tile) == [".#####.", "...³...", "......."]
