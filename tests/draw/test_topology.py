"""The topology of tiles, inferred from their fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import pytest

from bastide.draw.topology import JUNCTION, OPEN, Topology, sides_of
from bastide.kernel.geometry import turned
from bastide.kernel.kinds import BUILDINGS, PATHS, REGIONS
from bastide.kernel.tile import Tile
from bastide.tiles import available, load
from bastide.tiles.lines import read_tile
from tests.each import each_of

SETS: Final = [load(name) for name in available()]
CELLS: Final = [cell for found in SETS if found.block for _, _, cell in found.block.parts]
TILES: Final = {tile.id: tile for tile in (*(tile for found in SETS for tile in found.tiles), *CELLS)}

CROSSINGS: Final[Mapping[str, tuple[tuple[int, int], ...]]] = {
    "KR-CDCD": ((0, 1),),
    "R1-CWRW": ((1, 2),),
    "R1-FWRW-monastery": ((0, 1),),
    "R1-WRWR": ((0, 1),),
    "R2-CWRW": ((1, 2),),
    "R2-WCWC": ((0, 1),),
    "R2-WRWR-inn": ((0, 1),),
    "R20-CWRW-b": ((2, 1),),
    "R20-FWRW-h": ((2, 1),),
    "R20-RWRW-n": ((2, 1),),
    "R20-WRWR-k": ((1, 0),),
    "TB-CFRS": ((2, 1),),
    "TB-RSRS": ((1, 0),),
}
REACHES: Final[Mapping[str, Mapping[int, tuple[int, ...]]]] = {
    "CAT-FCFF-05": {0: (0,)},
    "HS-CFFF-deep-vineyard": {0: (6,)},
    "IC-CFFF-deep": {0: (2,)},
    "KR-CRSC-deep": {0: (2,)},
    "TB-CFRC-grain-deep": {0: (2,)},
    "TB-CRFC-wine-deep": {0: (2,)},
    "TB-CRSC-cloth-deep": {0: (2,)},
}
TOUCHING: Final[Mapping[str, tuple[int, ...]]] = {
    "CAT-CFDF-03": (0, 1),
    "HS-FCFD-vineyard": (0, 1),
    "K2-CFDF": (0, 1),
}
ENDS_IN_THE_OPEN: Final[Mapping[str, Mapping[int, int]]] = {
    "20AE-CFDR-f": {2: OPEN},
    "CAT-FRRS-10": {0: OPEN},
    "CAT-RRFS-12": {1: OPEN},
    "HS-FRSR-vineyard": {1: OPEN},
    "K1-CRFF": {1: OPEN},
    "K2-CFRF": {1: OPEN},
    "R1-FFFW-lake": {0: OPEN},
    "R1-FWFF-source": {0: OPEN},
    "R2-FFFW-volcano-lake": {0: OPEN},
    "R20-WRWF-p": {1: OPEN},
}
ENDS_AT_GATES: Final[Mapping[str, Mapping[int, int]]] = {
    "BA-CCRC": {1: 0},
    "CO-FIIR-01": {0: 1},
    "GR-MMMH-03": {1: 0},
    "IC-CFRF": {1: 0},
    "IC-CRFC": {1: 0},
    "IC-RCSC-pennant": {1: 0, 2: 0},
    "KR-CRRS": {2: 0},
    "KR-CRSC-deep": {1: 0, 2: 0},
    "R1-CWRW": {1: 0},
    "R2-FCFW": {1: 0},
    "TB-CRSC-wine": {1: 0, 2: 0},
    "WOF-CRRS-25": {1: 0},
}
ENDS_AT_BUILDINGS: Final[Mapping[str, Mapping[int, int]]] = {
    "BA-FFRF-monastery": {0: 1},
    "CU-RFSF-shrine": {0: 2, 1: 2},
    "GR-HJKL-19": {1: 0, 2: 0, 3: 0, 4: 0},
    "HS-RRSF-monastery": {1: 2},
    "IC-FRFS-monastery": {0: 2, 1: 2},
    "R1-FWRW-monastery": {0: 2},
    "TB-FRST-monastery": {0: 3, 1: 3, 2: 3},
    "WOF-FRFS-30": {1: 0, 2: 0},
}
HUBS: Final[Mapping[str, tuple[int, ...]]] = {
    "BA-CRST": (1, 2, 3),
    "BA-FRST": (0, 1, 2),
    "BA-RSTU": (0, 1, 2, 3),
    "CAT-FFRS-07": (0, 1),
    "CAT-RFSF-09": (0, 1),
    "GR-HJKL-17": (0, 1, 2, 3),
    "IC-CRDS": (2, 3),
    "K2-CRFS": (1, 2),
    "K2-RSTT": (0, 1),
}


def of(tile_id: str) -> Topology:
    return Topology(TILES[tile_id])


def own(name: str, text: str) -> Topology:
    return Topology(read_tile("MY", "-", name, text))


def turned_tile(tile: Tile, turns: int) -> Tile:
    a, b, c, d = (tile.edges[(side - turns) % 4] for side in range(4))
    segments = [
        replace(segment, ports=tuple(sorted(turned(port, turns) for port in segment.ports)))
        for segment in tile.segments
    ]
    return replace(tile, edges=(a, b, c, d), segments=tuple(segments))


@pytest.mark.parametrize("tile_id", ENDS_IN_THE_OPEN)
def test_a_path_with_the_same_field_on_both_sides_ends_in_the_open(tile_id: str) -> None:
    assert of(tile_id).ends == ENDS_IN_THE_OPEN[tile_id]


@pytest.mark.parametrize("tile_id", ENDS_AT_GATES)
def test_a_path_whose_fields_both_touch_a_city_ends_at_its_gate(tile_id: str) -> None:
    assert of(tile_id).ends == ENDS_AT_GATES[tile_id]


def test_the_nearer_of_two_touched_cities_has_the_gate() -> None:
    topology = of("MW-CDRE")
    assert TILES["MW-CDRE"].segments[4].touches == (1,)
    assert topology.ends == {3: 1}
    near, far = "city C; city D; road R; field E Sl ~C ~D; field Sr ~C ~D", "city D; city C; road R"
    assert own("CFRD", near).ends == {2: 1}
    assert own("CFRD", f"{far}; field E Sl ~C ~D; field Sr ~C ~D").ends == {2: 0}


@pytest.mark.parametrize("tile_id", ENDS_AT_BUILDINGS)
def test_roads_lead_to_the_building_of_their_tile(tile_id: str) -> None:
    assert of(tile_id).ends == ENDS_AT_BUILDINGS[tile_id]
    assert of(tile_id).junction == ()


def test_a_river_does_not_lead_to_a_monastery_but_ends_in_a_lake() -> None:
    assert of("R1-WFFF-monastery-lake").ends == {0: OPEN}
    assert of("R20-WFFF-l").ends == {0: OPEN}


@pytest.mark.parametrize("tile_id", HUBS)
def test_roads_with_different_fields_on_their_sides_meet(tile_id: str) -> None:
    assert of(tile_id).junction == HUBS[tile_id]
    assert all(of(tile_id).ends[way] == JUNCTION for way in HUBS[tile_id])


def test_roads_that_meet_are_given_clockwise_however_the_line_lists_them() -> None:
    topology = own("FRST", "road T; road R; field N El Wr; field Er Sl; field Sr Wl; road S")
    assert topology.junction == (1, 5, 0)


def test_a_road_that_passes_a_crossing_is_no_part_of_it() -> None:
    assert of("K2-RSTT").dead_ends == (0, 1)
    assert of("K2-RSTT").junction == (0, 1)
    assert of("CAT-RRRR-11").dead_ends == ()
    assert of("CAT-RRRR-11").junction == ()


@pytest.mark.parametrize("tile_id", ["WOF-RIII-n3", "WOF-IRII-e3", "WOF-IIFR-sw"])
def test_a_road_of_the_board_ends_at_the_wheel_alone(tile_id: str) -> None:
    assert of(tile_id).ends == {0: JUNCTION}
    assert of(tile_id).junction == (0,)
    assert of(tile_id).tied == ()


def test_two_cities_are_tied_to_the_roads_that_part_their_fields() -> None:
    assert of("IC-CRDS").tied == (0, 1)
    assert of("IC-CRDS").ends == {2: JUNCTION, 3: JUNCTION}


def test_on_no_other_tile_is_a_city_tied_to_a_crossing() -> None:
    assert {tile_id for tile_id in TILES if of(tile_id).tied} == {"IC-CRDS"}


def test_a_city_of_two_sides_is_tied_once() -> None:
    text = "city C; road R; road S; field El ~C; field Er Sl; field Sr ~C"
    assert own("CRSC", text).ends == {1: JUNCTION, 2: JUNCTION}
    assert own("CRSC", text).tied == (0,)


def test_bridges_and_viaducts_are_just_these() -> None:
    assert {tile_id: found for tile_id in TILES if (found := of(tile_id).crossings)} == CROSSINGS


@pytest.mark.parametrize("tile_id", [tile_id for tile_id in CROSSINGS if tile_id not in ("KR-CDCD", "R2-WCWC")])
def test_roads_pass_over_rivers(tile_id: str) -> None:
    for over, under in CROSSINGS[tile_id]:
        assert TILES[tile_id].segments[over].kind == "road"
        assert TILES[tile_id].segments[under].kind in ("river", "road")


def test_a_road_passes_over_a_river_in_whatever_order_the_line_lists_them() -> None:
    fields = "field Nl Wr; field Nr El; field Er Sl; field Sr Wl"
    assert own("WRWR", f"river W; road R; {fields}").crossings == ((1, 0),)
    assert own("WRWR", f"road R; river W; {fields}").crossings == ((0, 1),)


def test_a_city_passes_over_a_river_in_whatever_order_the_line_lists_them() -> None:
    fields = "field Nl Sr ~C; field Nr Sl ~C"
    assert own("WCWC", f"river W; city C; {fields}").crossings == ((1, 0),)
    assert own("WCWC", f"city C; river W; {fields}").crossings == ((0, 1),)


def test_a_road_over_a_river_ends_at_the_gate_beyond() -> None:
    assert of("R1-CWRW").ends == {1: 0}
    assert of("R20-CWRW-b").ends == {2: 0}


def test_a_road_over_a_river_ends_in_the_open_beyond_if_the_land_there_is_one_field() -> None:
    topology = own("FWRW", "river W; road R; field N El Wr; field Er Sl; field Sr Wl")
    assert topology.ends == {1: OPEN}
    assert topology.crossings == ((1, 0),)


def test_a_road_marked_as_a_bridge_ends_in_the_open_beyond_the_road_it_passes() -> None:
    assert of("TB-CFRS").ends == {1: 0, 2: OPEN}
    assert of("TB-CFRS").crossings == ((2, 1),)


def test_roads_that_lead_to_neighbouring_sides_do_not_cross() -> None:
    assert of("IC-RSSR").crossings == ()
    assert of("R1-RRWW").crossings == ()
    assert of("R20-RWWR-i").crossings == ()


def test_a_road_to_all_sides_crosses_nothing() -> None:
    assert of("CAT-RRRR-11").crossings == ()


def test_cities_reach_corners_and_middles_of_sides_just_here() -> None:
    assert {tile_id: dict(found) for tile_id in TILES if (found := of(tile_id).reaches)} == REACHES


@pytest.mark.parametrize(
    ("name", "fields", "corner"),
    [
        ("FCFF", "field N ~C; field S W ~C", 0),
        ("FFCF", "field N W ~C; field E ~C", 1),
        ("FFFC", "field N E ~C; field S ~C", 2),
        ("CFFF", "field E S ~C; field W ~C", 3),
    ],
)
def test_a_city_reaches_any_corner_that_parts_its_fields(name: str, fields: str, corner: int) -> None:
    assert own(name, f"city C; {fields}").reaches == {0: (corner,)}


def test_a_corner_between_fields_that_touch_no_common_city_is_reached_by_nothing() -> None:
    assert of("BA-RSTU").reaches == {}
    assert of("BA-FRFR").reaches == {}


def test_facing_cities_touch_where_the_fields_beside_them_are_two() -> None:
    assert {tile_id: found for tile_id in TILES if (found := of(tile_id).touching)} == TOUCHING


def test_facing_cities_with_one_field_beside_them_do_not_touch() -> None:
    assert of("BA-CFDF").touching == ()
    assert of("HS-CFDF-hill").touching == ()
    assert of("GR-MPNP-08a").touching == ()


def test_facing_cities_with_a_river_between_them_do_not_touch() -> None:
    assert of("R1-CWDW").touching == ()


def test_the_only_road_between_the_fields_of_a_passing_road_ends_at_its_side() -> None:
    assert of("K2-FRSS").ends == {0: 1}
    assert of("K2-FRSS").junction == ()


def test_the_only_river_between_the_fields_of_a_road_springs_there() -> None:
    assert of("R1-RRWF-source").ends == {1: 0}


def test_the_land_beside_a_path_is_seen_from_the_middle_of_the_tile() -> None:
    assert of("BA-CRST").land_beside(1) == (4, 5)
    assert of("BA-CRST").land_beside(3) == (6, 4)


def test_prairie_touches_the_mountains_beside_it_on_the_rim() -> None:
    assert of("GR-MHPH-10a").touched(2) == {0}
    assert of("GR-MHPH-10a").touched(3) == set()
    assert of("GR-MNPP-05a").touched(2) == {0, 1}


@each_of(TILES)
def test_every_way_to_one_side_has_an_end_and_no_other(tile_id: str) -> None:
    topology, segments = of(tile_id), TILES[tile_id].segments
    single = {i for i, s in enumerate(segments) if s.kind in PATHS and len(sides_of(s)) == 1}
    assert set(topology.ends) == single
    for way, end in topology.ends.items():
        assert end in (OPEN, JUNCTION) or (end != way and segments[end].kind in (*REGIONS, *PATHS, *BUILDINGS))


@each_of(TILES)
def test_what_meets_what_does_not_depend_on_how_a_tile_lies(tile_id: str) -> None:
    home = of(tile_id)
    for turns in (1, 2, 3):
        away = Topology(turned_tile(TILES[tile_id], turns))
        assert away.ends == home.ends
        assert set(away.junction) == set(home.junction)
        assert away.crossings == home.crossings
        assert away.tied == home.tied
        assert away.touching == home.touching
        moved = {i: {4 * (p // 4) + (p + turns) % 4 for p in found} for i, found in home.reaches.items()}
        assert {i: set(found) for i, found in away.reaches.items()} == moved
