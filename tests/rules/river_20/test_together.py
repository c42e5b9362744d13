"""The river of the 20th Anniversary together with other expansions."""

from __future__ import annotations

import pytest

from bastide import BadRules, start
from bastide.games import make_rules, parse_rules
from bastide.rules.state import State
from bastide.tiles import load
from tests.boards import (
    BLUE,
    RED,
    choices,
    draw,
    feature_at,
    finish,
    followers,
    legal_kinds,
    placements,
    play,
    refusal,
)
from tests.rules.base.playing import names, told
from tests.rules.count.town import block
from tests.rules.cult.shrines import SHRINE
from tests.rules.river_2.arms import cells, stages
from tests.rules.river_20.branches import (
    CURVES,
    EAST,
    FOURTEEN,
    PAST,
    RULES,
    SOURCE,
    TB,
    WEST,
    WOF,
    after_turns,
    laid,
    moment,
    two,
)
from tests.rules.special import standing, stop_at, supply
from tests.rules.wheel_of_fortune.wheel import beside

# With other expansions


def test_RIV20_INT_1_gardens_and_monasteries_of_the_river_are_ordinary() -> None:
    state = start(parse_rules(f"{RULES},abbot"), 2)
    for line, spot in (("R20-FWWF-j(2,0)/FFWW", "garden"), ("R20-RWRW-n(2,0)", "garden")):
        laid = play(state.copy(), line)
        assert f"+abbot:{spot}" in choices(laid)
        assert "+garden" not in choices(laid)
        play(laid, f"+abbot:{spot} R20-WFWF-d(-1,0)/FWFW -")
        play(laid, "R20-WFWF-f(-2,0)/FWFW recall")
        assert laid.score == [2, 0], "the tile itself and the eastern half of the source"
    abbey = play(state.copy(), "R20-FWRW-h(2,0)")
    assert {"+abbot:monastery", "+monastery"} <= choices(abbey)
    assert finish(play(abbey, "+abbot:monastery")) == [2, 0]
    lake = two(f"{SOURCE} ; bag R20-WFFF-l:1 B:1", "abbot")
    assert "+abbot:monastery" in choices(play(lake, "R20-WFFF-l(2,0)/FFFW"))


def test_RIV20_INT_2_arrows_are_never_in_the_river_stack() -> None:
    state = start(parse_rules(f"{RULES},anniversary_mini"), 2)
    assert choices(state) == FOURTEEN
    assert stages(state) == [14, 2, 71 + 15]
    assert refusal(state, "20AE-FRFR-n") == "stage_not_yet"
    done, _ = after_turns(16, f"{RULES},anniversary_mini")
    assert len([tile for tile in choices(done) if tile.startswith("20AE-")]) == 15


@pytest.mark.parametrize(("x", "half"), [(0, WEST), (1, EAST)])
def test_RIV20_INT_2_an_arrow_that_points_at_the_source_is_activated(x: int, half: str) -> None:
    state = two(f"{SOURCE} ; {PAST}", "anniversary_mini")
    assert state.board.tile(x).id == half
    events = told(draw(state, "20AE-CFFF-g"), f"({x},-1)")
    assert "activated" in names(events)
    assert (state.score, "comforted" in names(events)) == ([0, 0], False)
    away = two(f"{SOURCE} ; {PAST}", "anniversary_mini")
    assert "activated" not in names(told(draw(away, "20AE-CFFF-g"), f"({x},1)/1")), "this one points away"
    assert away.score == [2, 0]


def test_RIV20_INT_2_an_arrow_that_points_at_another_river_tile() -> None:
    state = two(f"{SOURCE}, R20-WFWF-d(2,0) FWFW ; {PAST}", "anniversary_mini")
    assert "activated" in names(told(draw(state, "20AE-CFFF-g"), "(2,-1)"))


ROAD = "U(2,-1) RFRF +red:road +red:builder:road"
"""A road of red's with a builder, north of the eastern end."""


def test_RIV20_INT_3_a_builder_works_during_the_river() -> None:
    state = play(two(f"{SOURCE}, {ROAD} ; to red", TB), "R20-RWRW-n(2,0) -")
    assert (moment(state), choices(state)) == ((RED, 1, 1), FOURTEEN - {"R20-RWRW-n"})
    assert moment(play(state, "R20-WFWF-d(-1,0)/FWFW -")) == (BLUE, 2, 0)
    put = play(two(f"{SOURCE}, U(2,-1) RFRF +red:road ; to red", TB), "R20-RWRW-n(2,0)")
    assert "+builder:road" in choices(put)
    assert supply(play(put, "+builder:road"), "builder") == [0, 1]


@pytest.mark.parametrize(("bag", "drawn"), [("R20-WFFF-q:1 B:2", "R20-WFFF-q"), ("B:2", "B")])
def test_RIV20_INT_3_the_second_part_takes_what_is_left_of_the_river_first(bag: str, drawn: str) -> None:
    state = two(f"{SOURCE}, {ROAD} ; to red ; bag R20-RWRW-n:1 {bag}", TB)
    play(state, "R20-RWRW-n(2,0) -")
    assert (moment(state), choices(state)) == ((RED, 1, 1), {drawn})


def test_RIV20_INT_4_beside_the_wheel() -> None:
    state = start(parse_rules(f"{RULES},{WOF}"), 2)
    places = laid(state)
    assert {cell for _, cell in places[:16]} == {(x, y) for x in range(4) for y in range(4)}
    assert places[16:] == [(WEST, (3, 4)), (EAST, (4, 4))]
    assert stages(state) == [14, 2, 71 + 12]
    ends = {cell for tile in CURVES for cell in cells(placements(state, tile))}
    assert ends == {"(2,4)", "(5,4)"}, "water leaves to the west and to the east"
    assert feature_at(state, 3, 3, "field") == feature_at(state, 3, 4, "field.N"), "field to field"
    tiles = state.rules.catalogue.tiles
    assert not [tiles[tile].id for stage in state.rules.stages[:-1] for tile in stage if tiles[tile].mark("icon")]


def test_RIV20_INT_4_the_river_abbey_for_the_inquisition() -> None:
    land = f"{SOURCE}, R20-FWRW-h(2,0) +blue:monastery, R20-WFFF-l(-1,0) FWFF +blue:monastery"
    assert stop_at(two(f"{beside(land)} ; {PAST}", WOF), "inquisition") == [0, 4]


@pytest.mark.parametrize("others", ["river", "river_2", "river,river_2"])
def test_RIV20_INT_5_only_one_river(others: str) -> None:
    with pytest.raises(BadRules) as refused:
        parse_rules(f"{RULES},{others}")
    assert refused.value.message == "expansion_excludes"


def test_RIV20_INT_5_whatever_the_order() -> None:
    for other in ("river", "river_2"):
        with pytest.raises(BadRules):
            make_rules("anniversary", expansions=[other, "river_20"])
        assert make_rules("anniversary", expansions=[other]).tiles_in_all > 72


@pytest.mark.parametrize("abbey", ["R20-FWRW-h(0,0) WRWF", "R20-WFFF-l(0,0) WFFF"])
def test_RIV20_INT_6_a_monastery_for_shrines(abbey: str) -> None:
    """CULT-INT-9: it has one rival at most, and may win a challenge."""
    open_side = "R20-WFWF-d(0,-1)"
    one = two(f"{abbey}, {open_side} ; {PAST}", "cult")
    assert "(-1,0)" in cells(placements(one, SHRINE))
    pair = two(f"{abbey}, {open_side}, B(-2,0) ; {PAST}", "cult")
    assert "(-1,0)" not in cells(placements(pair, SHRINE))
    south = "E(0,1) FFCF" if "-l" in abbey else "R20-WFFF-q(0,1)"
    ring = f"{open_side}, E(-1,-1) CFFF, E(1,-1) CFFF, E(-1,1) FFCF, E(1,1) FFCF, {south}"
    east = "E(1,0) FCFF" if "-l" in abbey else "A(1,0) FFFR"
    state = two(f"{abbey} +red:monastery, {ring}, {east} ; to blue ; {PAST}", "cult")
    play(state, f"{SHRINE}(-1,0) +shrine")
    assert state.score == [9, 0]
    assert standing(state) == set(), "the heretic has lost the challenge"


def test_RIV20_INT_7_with_the_count_there_is_a_warning() -> None:
    """COUNT-INT-14: the block lies first, then the source. The warning is ours, not the rulebook's."""
    made = parse_rules(f"{RULES},count")
    assert made.warnings == (("discouraged", {"expansion": "count", "other": "river_20"}),)
    assert parse_rules(RULES).warnings == ()
    state = start(made, 2)
    places = laid(state)
    assert sorted(cell for _, cell in places[:12]) == [(x, y) for x in range(4) for y in range(3)]
    assert places[12:] == [(WEST, (-1, -1)), (EAST, (0, -1))]
    assert choices(state) == FOURTEEN
    assert {cell for tile in CURVES for cell in cells(placements(state, tile))} == {"(-2,-1)", "(1,-1)"}
    assert feature_at(state, 0, 0, "field.N") == feature_at(state, 0, -1, "field.S")


def test_RIV20_INT_7_points_of_others_on_the_river_open_carcassonne() -> None:
    away = block({}).replace("(", "(2")
    state = two(f"{away}, {SOURCE}, A(2,-1) FFRF +blue:road, A(2,1) RFFF ; to red", "count")
    play(state, "R20-RWRW-n(2,0) -")
    assert (state.score, legal_kinds(state)) == ([0, 3], {"pass", "enter"})


def remote(state: State) -> State:
    """Lay a tile, in place, whose arrow points north at the western half of the source."""
    return play(draw(state, "20AE-FRST-o"), "(0,1)")


def test_RIV20_INT_8_an_arrow_may_send_a_follower_to_the_source() -> None:
    state = remote(two(f"{SOURCE}, R20-WFFF-q(2,0) FFFW ; {PAST}", "anniversary_mini"))
    assert "+(0,0).field.N" in choices(state)
    play(state, "+(0,0).field.N")
    assert (standing(state), followers(state)) == ({"red follower (0,0)"}, [6, 7])
    taken = two(f"{SOURCE}, R20-WFWF-d(2,0) FWFW +blue:field.N ; {PAST}", "anniversary_mini")
    sent = {token for token in choices(remote(taken)) if token.startswith(("+(0,0)", "+(1,0)"))}
    assert sent == {"+(0,0).field.S", "+(1,0).field.S"}, "where blue farms nobody may go, and nobody on the water"
    plain = two(f"{SOURCE} ; {PAST}", "anniversary_mini", options="farmers=off")
    assert not [token for token in choices(remote(plain)) if token.startswith("+(")]


def test_RIV20_RUL_1_the_double_source_is_one_of_seventeen_pieces() -> None:
    """ANNED-INT-3: with this river the start tile of the edition is not used."""
    sets = [load(name) for name in ("base", "river_20", "anniversary")]
    tiles = [sum(count for _, count in tile_set.copies("garden")) for tile_set in sets]
    assert tiles == [72, 16, 15]
    source = sets[1].start("plain")
    assert source is not None
    assert len(source.parts) == 2
    assert tiles[0] + tiles[1] + 1 + tiles[2] == 104
    state = start(parse_rules("anniversary expansions=abbot,anniversary_mini,river_20"), 5)
    assert stages(state) == [14, 2, 71 + 15]
    assert [piece for piece, _ in laid(state)] == [WEST, EAST]
    assert supply(state, "abbot") == [1] * 5
