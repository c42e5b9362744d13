"""The geometry of tiles: the areas of segments and the positions of pieces."""

from __future__ import annotations

import math
import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from itertools import combinations, product
from typing import Final, NamedTuple

import pytest
import shapely
from shapely import box, unary_union
from shapely.affinity import rotate
from shapely.geometry.base import BaseGeometry

from bastide.draw.anchors import with_anchors
from bastide.draw.layout import TileLayout, lay_out
from bastide.draw.low_detail import paint_low_detail
from bastide.draw.outlines import anchor, area, outline
from bastide.draw.painter import paint
from bastide.draw.paths import HOUSE_SIZE, WHEEL_SIZE
from bastide.draw.svg import Point
from bastide.draw.symbols.registry import SYMBOLS, definitions
from bastide.kernel.geometry import PORT_NAMES
from bastide.kernel.tile import INNER, Tile
from bastide.tiles import TileSet, available, load, parse
from bastide.tiles.lines import read_tile
from tests.each import each_of

SETS: Final = [load(name) for name in available()]
CELLS: Final = [cell for found in SETS if found.block for _, _, cell in found.block.parts]
TILES: Final = {tile.id: tile for tile in (*(tile for found in SETS for tile in found.tiles), *CELLS)}
SQUARE: Final = box(0, 0, 100, 100)
NOT_STOOD_ON: Final = ("river", "wall")
VIADUCTS: Final = ("KR-CDCD", "R2-WCWC")
ACROSS_TWO_CELLS: Final = {("WOF-IRII-e3", 3)}
"""Crown spaces across the border of two cells of the board."""
NUMBER: Final = re.compile(r"-?(?:\d+(?:\.\d+)?|\.\d+)")


def all_tiles(found: TileSet) -> list[Tile]:
    return [*found.tiles, *((cell for _, _, cell in found.block.parts) if found.block else ())]


def rim(port: int) -> shapely.Point:
    """Return the middle of a port on the rim."""
    side, far = port // 3, (18.0, 50.0, 82.0)[port % 3]
    return shapely.Point(((far, 0.0), (100.0, far), (100.0 - far, 100.0), (0.0, 100.0 - far))[side])


def owners(layout: TileLayout, spot: shapely.Point) -> list[int]:
    return [i for i, ground in layout.areas.items() if ground.distance(spot) < 1e-6]


def parts(ground: BaseGeometry) -> int:
    return len(ground.geoms) if hasattr(ground, "geoms") else 1


def nobodys(layout: TileLayout) -> Sequence[BaseGeometry]:
    """Return the area outside all segments: junctions, houses, crop circles, the wheel."""
    found = [shapely.Point(spot).buffer(HOUSE_SIZE) for spot in layout.houses]
    found += [shapely.Point(mark.spot).buffer(mark.size) for mark in layout.marks if mark.name.startswith("circle")]
    found += [shapely.Point(layout.junction.spot).buffer(layout.junction.size)] if layout.junction else []
    return found + ([shapely.Point(layout.wheel).buffer(WHEEL_SIZE + 3)] if layout.wheel else [])


def corners_of(path: str) -> list[Point]:
    assert re.fullmatch(r"(M[^MLZ]+(L[^MLZ]+)+Z)+", path)
    pairs = [NUMBER.findall(words) for words in re.findall(r"[ML]([^MLZ]+)", path)]
    return [(float(x), float(y)) for x, y in pairs]


def assert_regions_match(tile: Tile) -> None:
    """Check that the areas of a tile do not overlap and reach the rim exactly at their ports."""
    layout = lay_out(tile)
    for a, b in combinations(layout.areas.values(), 2):
        assert a.intersection(b).area < 1e-6
    for port in range(12):
        owner = tile.owner_of(port)
        if (port % 3 != 1 and tile.edges[port // 3] != INNER) or tile.edges[port // 3] not in (INNER, "field", "city"):
            assert owners(layout, rim(port)) == [owner], PORT_NAMES[port]
    for i, segment in enumerate(tile.segments):
        if segment.kind not in NOT_STOOD_ON:
            assert layout.areas[i].covers(shapely.Point(layout.anchors[i])), i


@each_of(TILES)
def test_areas_do_not_overlap_and_reach_the_rim_at_their_ports(tile_id: str) -> None:
    assert_regions_match(TILES[tile_id])


@each_of(TILES)
def test_areas_are_sound_and_lie_on_their_tile(tile_id: str) -> None:
    for i, ground in lay_out(TILES[tile_id]).areas.items():
        assert ground.is_valid
        assert ground.area > 50
        if (tile_id, i) not in ACROSS_TWO_CELLS:
            assert ground.difference(SQUARE).area < 1e-6


@each_of(TILES)
def test_areas_and_unowned_ground_cover_the_tile(tile_id: str) -> None:
    layout = lay_out(TILES[tile_id])
    bare = SQUARE.difference(unary_union([*layout.areas.values(), *nobodys(layout)]))
    scraps = [part.area for part in getattr(bare, "geoms", [bare])]
    assert max(scraps) < 1.0


@pytest.mark.parametrize("tile_id", [cell.id for cell in CELLS])
def test_on_the_inner_sides_of_a_block_nobody_has_the_ground_of_another(tile_id: str) -> None:
    tile = TILES[tile_id]
    layout = lay_out(tile)
    for port in range(12):
        if tile.edges[port // 3] == INNER and not (layout.wheel and layout.wheel != (50.0, 50.0)):
            owner = tile.owner_of(port)
            assert owners(layout, rim(port)) == ([owner] if owner >= 0 else []), PORT_NAMES[port]


def test_fields_of_neighbouring_cells_of_a_board_meet_at_the_line_between_them() -> None:
    for found in SETS:
        cells = {(x, y): cell for x, y, cell in found.block.parts} if found.block else {}
        for (x, y), cell in cells.items():
            for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
                other = cells.get((x + dx, y + dy))
                if other is not None and not ACROSS_TWO_CELLS & {(cell.id, 3), (other.id, 3)}:
                    back = (side + 2) % 4
                    ours = {i for i, s in enumerate(cell.segments) if {p // 3 for p in s.ports} >= {side}}
                    theirs = {i for i, s in enumerate(other.segments) if {p // 3 for p in s.ports} >= {back}}
                    here = [lay_out(cell).areas[i].intersection(_line(side)).length for i in sorted(ours)]
                    there = [lay_out(other).areas[i].intersection(_line(back)).length for i in sorted(theirs)]
                    assert math.isclose(sum(here), sum(there), abs_tol=0.5), (cell.id, other.id)


def _line(side: int) -> BaseGeometry:
    return box(*((0, 0, 100, 0), (100, 0, 100, 100), (0, 100, 100, 100), (0, 0, 0, 100))[side]).boundary


@each_of(TILES)
def test_a_field_is_connected_unless_a_viaduct_passes_over_it(tile_id: str) -> None:
    tile = TILES[tile_id]
    for i, ground in lay_out(tile).areas.items():
        if tile.segments[i].kind in ("field", "prairie"):
            assert parts(ground) == (2 if tile_id in VIADUCTS else 1), i


@each_of(TILES)
def test_a_path_or_city_is_connected_unless_something_passes_over_it(tile_id: str) -> None:
    tile = TILES[tile_id]
    layout = lay_out(tile)
    below = {under for _, under in layout.topology.crossings}
    for i, ground in layout.areas.items():
        if tile.segments[i].kind not in ("field", "prairie"):
            assert parts(ground) == (2 if i in below else 1), i


@each_of(TILES)
def test_every_segment_a_piece_can_stand_on_has_an_area_and_says_where(tile_id: str) -> None:
    tile = TILES[tile_id]
    for i, segment in enumerate(tile.segments):
        assert (segment.anchor is not None) == (segment.kind not in NOT_STOOD_ON), i
        assert (i in lay_out(tile).areas) == (segment.kind != "wall"), i


@each_of(TILES)
def test_anchors_are_easy_to_type(tile_id: str) -> None:
    for segment in TILES[tile_id].segments:
        if segment.anchor is not None and segment.kind != "crown":
            assert all(value % 10 == 0 for value in segment.anchor)


@each_of(TILES)
def test_pieces_stand_well_inside_their_own_segment_however_the_tile_lies(tile_id: str) -> None:
    for i, segment in enumerate(TILES[tile_id].segments):
        if segment.kind not in NOT_STOOD_ON:
            for turns in range(4):
                ground, spot = area(TILES[tile_id], i, turns), shapely.Point(anchor(TILES[tile_id], i, turns))
                assert ground.contains(spot)
                assert ground.boundary.distance(spot) > 4


def test_pieces_on_different_segments_stand_far_enough_apart() -> None:
    pairs = (
        (math.dist(anchor(tile, i), anchor(tile, j)), tile.id)
        for tile in TILES.values()
        for i, j in combinations([i for i, s in enumerate(tile.segments) if s.kind not in NOT_STOOD_ON], 2)
    )
    assert min(pairs)[0] > 15


@each_of(TILES)
def test_pieces_stand_clear_of_signs_gates_bridges_and_houses(tile_id: str) -> None:
    layout = lay_out(TILES[tile_id])
    signs = [(mark.name, mark.spot, mark.size) for mark in layout.marks]
    signs += [("gate", gate.spot, 8.0) for mass in layout.regions.values() for gate in mass.gates]
    signs += [("bridge", bridge.spot, 11.0) for bridge in layout.bridges]
    signs += [("house", spot, HOUSE_SIZE) for spot in layout.houses]
    signs += [("hub", layout.junction.spot, layout.junction.size)] if layout.junction else []
    for i, spot in layout.anchors.items():
        for name, middle, size in signs:
            assert math.dist(spot, middle) >= size, (i, name)


@each_of(TILES)
def test_signs_do_not_cover_each_other(tile_id: str) -> None:
    for a, b in combinations(lay_out(TILES[tile_id]).marks, 2):
        assert math.dist(a.spot, b.spot) > 0.8 * (a.size + b.size), (a.name, b.name)


@each_of(TILES)
def test_outlines_turn_with_the_tile_and_are_as_large_as_the_area(tile_id: str) -> None:
    for i in lay_out(TILES[tile_id]).areas:
        home = area(TILES[tile_id], i)
        for turns in range(4):
            ground = area(TILES[tile_id], i, turns)
            assert ground.symmetric_difference(rotate(home, 90 * turns, origin=(50, 50))).area < 1e-3
            xs, ys = zip(*corners_of(outline(TILES[tile_id], i, turns)), strict=True)
            assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx(ground.bounds, abs=0.2)


def test_what_has_no_area_has_no_outline() -> None:
    tile = TILES["HS-CFFF-deep-vineyard"]
    assert tile.segments[3].kind == "wall"
    assert outline(tile, 3) == ""


def text_of(name: str) -> str:
    return (resources.files("bastide.tiles") / f"{name}.tiles").read_text(encoding="utf-8")


def without_anchors(text: str) -> str:
    return re.sub(r" @\d+,\d+", "", text)


@pytest.mark.parametrize("name", available())
def test_a_shipped_file_already_says_where_pieces_stand(name: str) -> None:
    assert with_anchors(text_of(name)) == text_of(name)


@pytest.mark.parametrize("name", available())
def test_overwriting_anchors_changes_nothing_else(name: str) -> None:
    overwritten = with_anchors(text_of(name), overwrite=True)
    assert without_anchors(overwritten) == without_anchors(text_of(name))
    assert all(
        (segment.anchor is not None) == (segment.kind not in NOT_STOOD_ON)
        for tile in all_tiles(parse(overwritten))
        for segment in tile.segments
    )


@pytest.mark.parametrize("name", available())
def test_a_file_without_anchors_gets_one_inside_each_segment(name: str) -> None:
    text = without_anchors(text_of(name))
    filled = parse(with_anchors(text))
    for tile in all_tiles(filled):
        for i, segment in enumerate(tile.segments):
            if segment.kind not in NOT_STOOD_ON:
                assert segment.anchor is not None
                assert all(value % 10 == 0 for value in segment.anchor), tile.id
                assert area(tile, i).contains(shapely.Point(anchor(tile, i))), tile.id


def test_crown_spaces_keep_their_anchors() -> None:
    def crowns(found: TileSet) -> list[tuple[int, int] | None]:
        return [segment.anchor for tile in all_tiles(found) for segment in tile.segments if segment.kind == "crown"]

    overwritten = parse(with_anchors(text_of("wheel_of_fortune"), overwrite=True))
    assert crowns(overwritten) == crowns(load("wheel_of_fortune"))


def test_anchoring_leaves_remarks_and_heads_alone() -> None:
    text = "# a remark @1,2\nset mine\nprefix MY\ntitle @ home\neditions plain\ntotal plain 1 in 1 kinds\n\n"
    line = "-  CFFF  1  city C; field E S W ~C  ! fair partly\n"
    for overwrite in (False, True):
        found = with_anchors(text + line, overwrite)
        assert found.startswith(text)
        assert re.fullmatch(
            r"-  CFFF  1  city C @\d+,\d+; field E S W ~C @\d+,\d+  ! fair partly\n", found.removeprefix(text)
        )


OWN: Final = """
set own
prefix OWN
title Whatever the format allows
editions plain
total plain 26 in 26 kinds
-  RRRF            1  road R; field Nl W Sr; field Nr El; field Er Sl
-  CRRR            1  city C pennant; road R inn; field El Wr ~C; field Er Sl; field Sr Wl
-  RRRC-fair       1  road R; city C; field Nl Sr ~C; field Nr El; field Er Sl  ! fair
-  WWWW-bends      1  river Nm Em; river Sm Wm; field Nl Er Sl Wr; field Nr El; field Sr Wl
-  WWWW-cross      1  river W; field Nl Wr; field Nr El; field Er Sl; field Sr Wl
-  WWWF-fork       1  river W; field Nl Sr W; field Nr El; field Er Sl  ! volcano
-  FFFC-reach      1  city C wine; field N E ~C; field S ~C
-  CFFF-both       1  city C; field E ~C; field S ~C; field W ~C
-  FFFF-garden     1  monastery; garden; field N E S W sheep  ! magic
-  FFFF-nothing    1  field N E S W
-  CRDS-through    1  city C; city D; road R; road S; field El Wr ~C; field Er Wl ~D
-  CRSD            1  city C grain; city D cloth; road R; road S; field El Sr ~C ~D; field Er Sl
-  RSTU-inns       1  road R inn; road S inn; road T inn; road U inn; field Nl Wr; field Nr El; field Er Sl; field Sr Wl
-  RSTC-gates      1  road R; road S; road T; city C; field Nl ~C; field Nr El ~C; field Er Sl ~C; field Sr ~C
-  RSTF-open       1  road R; road S; road T; field Nl Nr El Er Sl Sr W
-  CCCC-all        1  city C pennant=2 wine cloth grain cathedral  ! magic icon=2 circle=1 fair
-  CCFF-goods      1  city C pennant wine grain cloth; field S W pigsty sheep=2 ~C  ! hill vineyard
-  CDCD-over       1  city C; city D; field ~C ~D; field ~C ~D
-  RWRW-twice      1  road R bridge inn; river W; field Nl Wr; field Nr El; field Er Sl; field Sr Wl  ! river
-  CDFE-shared     1  city Nl Wl Wm Wr; city Nm Nr El Em Er; field S ~1 ~2
-  FFWF-town       1  river W; shrine; field N E Sl Sr W  ! lake
-  MHJN            1  mountain M nuggets; mountain N nuggets=3; rail H locomotive; rail J; prairie El Sr; prairie Er Sl
-  HHHH            1  rail H; prairie Nl Wr camps; prairie Nr El horses; prairie Er Sl; prairie Sr Wl
-  HPJP-town       1  town ~H ~J; rail H; rail J; prairie Nr E Sl camps=3; prairie Nl Sr W horses=2
-  MNOP            1  mountain M; mountain N nuggets; mountain O nuggets=2; prairie W camps horses
-  FWWF-cloister   1  river W; monastery; field N El Sr W; field Er Sl
"""


def own_lines() -> list[str]:
    return [line for line in OWN.splitlines() if line.startswith("- ")]


@pytest.mark.parametrize("line", own_lines(), ids=lambda line: line.split()[1])
def test_an_unusual_custom_tile_is_laid_out_and_painted(line: str) -> None:
    _, name, _, text = line.split(maxsplit=3)
    tile = read_tile("OWN", "-", name, text)
    for turns in range(4):
        shapes = paint(tile, turns, turns) + paint_low_detail(tile, turns)
        assert set(re.findall(r'href="#b-([\w-]+)"', shapes)) <= SYMBOLS.keys()
        assert definitions([shapes])
    for i, segment in enumerate(tile.segments):
        if segment.kind not in NOT_STOOD_ON:
            assert lay_out(tile).areas[i].covers(shapely.Point(lay_out(tile).anchors[i])), segment.kind


def test_a_custom_set_can_be_anchored() -> None:
    lines = [line for line in OWN.strip().splitlines() if "cloister" not in line]
    text = "\n".join(lines).replace("26 in 26", f"{len(lines) - 5} in {len(lines) - 5}") + "\n"
    filled = with_anchors(text)
    assert with_anchors(filled) == filled
    assert without_anchors(filled) == text


class Legal(NamedTuple):
    """A combination of features on a tile, their connections, and whether it has a monastery."""

    name: str
    text: str
    crowded: bool


Feature = tuple[str, tuple[int, ...]]
End = int | str


def groupings(items: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Yield all partitions of sides into features."""
    if not items:
        yield []
        return
    for rest in groupings(items[1:]):
        yield [(items[0],), *rest]
        for i, group in enumerate(rest):
            yield [*rest[:i], (items[0], *group), *rest[i + 1 :]]


def cross(ours: Sequence[int], theirs: Sequence[int]) -> bool:
    pairs = product(combinations(sorted(ours), 2), combinations(sorted(theirs), 2))
    return any((a < p < b) != (a < q < b) for (a, b), (p, q) in pairs)


def joined(features: Sequence[Feature], ends: Sequence[tuple[int, End]]) -> list[set[int]] | None:
    """Return the connected features, if they can connect: at gates, junctions, buildings and bridges."""
    groups = [{i} for i in range(len(features))]

    def join(a: int, b: int) -> None:
        one, other = (next(group for group in groups if i in group) for i in (a, b))
        if one is not other:
            one |= other
            groups.remove(other)

    for road, end in ends:
        join(road, end if isinstance(end, int) else next(r for r, e in ends if e == end and (e != "open" or r == road)))
    for a, b in combinations(range(len(features)), 2):
        if cross(features[a][1], features[b][1]):
            if features[a][0] == "city" or any(len(features[i][1]) != 2 for i in (a, b)):
                return None
            join(a, b)
    reached = [[side for i in group for side in features[i][1]] for group in groups]
    return None if any(cross(a, b) for a, b in combinations(reached, 2)) else groups


def written(edges: Sequence[str], features: Sequence[Feature], groups: Sequence[set[int]], crowded: bool) -> Legal:
    """Return a tile whose fields are the regions between its features."""
    owner = {
        3 * side + place: i
        for i, (kind, sides) in enumerate(features)
        for side in sides
        for place in ((0, 1, 2) if kind == "city" else (1,))
    }
    free: list[float] = [port for port in range(12) if port not in owner]
    corners = [(3 * side - 1) % 12 for side in range(4) if edges[side] == edges[side - 1] == "city"]
    free += [corner + 0.5 for corner in corners if owner[corner] != owner[(corner + 1) % 12]]
    held = [sorted(port for port, i in owner.items() if i in group) for group in groups]
    regions: dict[tuple[int, ...], list[float]] = {}
    for spot in free:
        regions.setdefault(tuple(bisect(ports, spot) % len(ports) for ports in held), []).append(spot)
    letters = {"city": iter("CDEG"), "road": iter("RSTU"), "river": iter("W")}
    names = [next(letters[kind]) for kind, _ in features]
    sides = {side: names[i] for i, (_, reached) in enumerate(features) for side in reached}
    segments = [f"{kind} {name}" for (kind, _), name in zip(features, names, strict=True)]
    segments += ["monastery"] if crowded else []
    for spots in regions.values():
        beside = {owner.get(math.ceil(spot + 0.6) % 12) for spot in spots}
        beside |= {owner.get(math.floor(spot - 0.6) % 12) for spot in spots}
        touched = sorted({j for group in groups if group & beside for j in group if features[j][0] == "city"})
        ports = [PORT_NAMES[int(spot)] for spot in spots if spot == int(spot)]
        segments.append(" ".join(["field", *ports, *(f"~{names[j]}" for j in touched)]))
    return Legal("".join(sides.get(side, "F") for side in range(4)), "; ".join(segments), crowded)


@cache
def legal_tiles() -> tuple[Legal, ...]:
    """Return all possible tiles of cities, roads, one river and a monastery, each in one rotation."""
    found = []
    for edges in product(("city", "field", "river", "road"), repeat=4):
        if edges != min(edges[turns:] + edges[:turns] for turns in range(4)):
            continue
        sides = {kind: [side for side in range(4) if edges[side] == kind] for kind in ("city", "road", "river")}
        rivers: list[Feature] = [("river", tuple(sides["river"]))] if sides["river"] else []
        for cities, roads in product(groupings(sides["city"]), groupings(sides["road"])):
            features = [*(("city", group) for group in cities), *(("road", group) for group in roads), *rivers]
            dead = [i for i, (kind, group) in enumerate(features) if kind == "road" and len(group) == 1]
            choices: list[tuple[End, ...]] = [("monastery",) * len(dead)]
            choices += product(["open", "meet", *range(len(cities))], repeat=len(dead))
            for n, chosen in enumerate(choices):
                groups = joined(features, list(zip(dead, chosen, strict=True)))
                if groups is not None and chosen.count("meet") != 1:
                    found.append(written(edges, features, groups, crowded=n == 0))
    return tuple(found)


def test_there_are_many_legal_tiles_and_those_of_the_base_game_are_among_them() -> None:
    assert len(legal_tiles()) > 400
    shapes = [shape(read_tile("LEGAL", "-", legal.name, legal.text)) for legal in legal_tiles()]
    for tile in load("base").tiles:
        if not any(segment.kind == "garden" for segment in tile.segments):
            assert any(shape(tile, turns) in shapes for turns in range(4)), tile.id


def shape(tile: Tile, turns: int = 0) -> Counter[tuple[str, tuple[int, ...], int]]:
    return Counter(
        (segment.kind, tuple(sorted((port + 3 * turns) % 12 for port in segment.ports)), len(segment.touches))
        for segment in tile.segments
    )


@each_of(legal_tiles())
def test_a_legal_tile_is_laid_out_and_painted_as_its_line_says(legal: Legal) -> None:
    tile = read_tile("LEGAL", "-", legal.name, legal.text)
    assert paint(tile, len(legal.text) % 4)
    if not legal.crowded:
        assert_regions_match(tile)
