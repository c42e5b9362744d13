"""The Wheel of Fortune together with other expansions."""

from __future__ import annotations

from collections import Counter

import pytest

from bastide.games import make_rules
from bastide.kernel.geometry import cell_at
from bastide.rules import engine
from tests.boards import (
    BLUE,
    EDITIONS,
    RED,
    board,
    choices,
    each,
    feature_at,
    followers,
    legal_kinds,
    play,
)
from tests.games import random_game
from tests.rules.base.playing import scored
from tests.rules.wheel_of_fortune.wheel import (
    ALL_FIVE,
    CELLS,
    FAMINE,
    FORTUNE,
    HS,
    IC,
    INQUISITION,
    PLAGUE,
    STORM,
    TAXES,
    TB,
    beside,
    icons,
    pig,
    rules,
    space,
    start,
    supply_of,
    turn,
    turned,
    wheel,
)

# Together with other expansions


def test_WOF_WHEEL_1_the_second_part_of_a_double_turn_turns_the_wheel_again() -> None:
    state = board(f"{wheel()}, U(4,2) +red:road +red:builder:road ; column wheel.pig 5 ; to red", rules(TB))
    play(state, "WOF-FRFR-icon-1(5,2) -")
    assert (state.score, state.part) == (each(red=3), 1)
    state.ext["wheel.pig"][0] = STORM
    play(state, "WOF-FRFR-icon-3(6,2) -")
    assert state.score == each(red=6), "fortune pays the same player again"
    assert (state.seat, state.part) == (BLUE, 0)


def test_WOF_PLAGUE_3_the_plague_can_cost_the_second_part() -> None:
    land = "U(0,0) +red:road +red:builder:road, U(0,5) +red:road ; column wheel.pig 4 ; to red ; players 2"
    state = turned(beside(land), 1, rules(TB))
    lost = play(state.copy(), "flee:follower:(0,0).road (1,0) -")
    assert (lost.seat, lost.part) == (BLUE, 0)
    kept = play(state.copy(), "flee:follower:(0,5).road (1,0) -")
    assert (kept.seat, kept.part) == (RED, 1)


@pytest.mark.parametrize("sector", range(6))
def test_WOF_PLAGUE_2_WOF_STORM_1_no_sector_touches_shepherds_or_sheep(sector: int) -> None:
    text = f"""
        B(0,0) +red:shepherd:field, E(0,-1) CFFF, E(0,-2) FFCF ; column wheel.pig {(sector - 1) % 6} ; to blue
        ; players 2 ; column sheep.flock 0 1 0 0 0 0 0 0 ; supply 0/0 0/1
    """
    state = board(text, rules(HS))
    pieces, flocks = state.pieces[:], state.ext["sheep.flock"][:]
    turn(state, 1)
    assert legal_kinds(state) == {"place"}
    assert state.score == [0, 3 if sector == FORTUNE else 0]
    assert (state.pieces, state.ext["sheep.flock"]) == (pieces, flocks)


def test_WOF_TAXES_1_WOF_FAMINE_1_hills_never_matter() -> None:
    city = "HS-CFFC-hill(0,0) CFFC +red:city, E(0,-1) FFCF +blue:city"
    assert turned(beside(city), 1, rules(HS)).score == each(red=1, blue=1)
    field = "E(0,0) CFFF +blue:field, E(0,-1) FFCF, HS-CFFC-hill(1,0) FCCF +red:field"
    state = turned(beside(field), 2, rules(HS))
    assert feature_at(state, 0, 0, "field") == feature_at(state, 1, 0, "field")
    assert state.score == each(red=1, blue=1)


def test_WOF_STORM_1_a_big_follower_is_one_everywhere_on_the_wheel() -> None:
    """WOF-TAXES-2, WOF-FAMINE-2, WOF-INQUISITION-1, WOF-CROWN-3."""
    land = {
        TAXES: "E(0,0) CFFF +red:{p}city",
        FAMINE: "E(0,0) CFFF +red:{p}field, E(0,-1) FFCF",
        INQUISITION: "B(0,0) +red:{p}monastery",
    }
    for sector, text in land.items():
        small, big = (
            turned(f"{text.format(p=p)} ; column wheel.pig {sector - 1}", 1, rules(IC)).score for p in ("", "big:")
        )
        assert small == big
        assert big[RED] == (2 if sector == INQUISITION else 1)
    state = board("B(0,0) ; column wheel.pig 2 ; supply 0/1 1/0 0/0 1/1 7/1", rules(IC))
    assert turn(state, 1).score == [1, 1, 0, 2, 8]


@pytest.mark.parametrize("edition", EDITIONS)
def test_WOF_FAMINE_1_without_farmers_famine_pays_nothing(edition: str) -> None:
    """ED-3: and nobody can become one."""
    state = start(rules(preset=edition, options="farmers=off"))
    play(state, "E(4,0)/FFFC")
    assert not [token for token in choices(state) if "field" in token]
    play(state, "+city")
    before = state.score[:]
    turn(state, 2)
    assert (pig(state), state.score) == (FAMINE, before)


def test_WOF_SETUP_1_with_the_river_the_wheel_comes_first_then_the_source() -> None:
    state = start(rules("river"))
    assert len(state.board.laid) == 17
    assert state.board.cell[:16] == [cell_at(*cell) for cell in CELLS]
    source = state.board.tile(16)
    assert source.mark("source")
    assert state.board.cell[16] == cell_at(4, 1)
    assert source.edges[(1 - state.board.rotation(16)) % 4] == "river", "it flows away from the wheel"
    assert sum(state.bag) == 83 + 11


def test_WOF_WHEEL_1_the_river_has_no_numbers_but_the_crown_is_open() -> None:
    game = random_game(rules("river"), players=3, seed=11)
    marks = game.rules.catalogue.marks("icon")
    river = [n for n, tile in enumerate(game.rules.catalogue.tiles) if tile.id.startswith("R1-")]
    assert len(river) > 9
    assert not [n for n in river if marks[n]]
    state = start(rules("river"))
    play(state, "R1-FWRW-monastery(5,1)")
    assert space(PLAGUE) in choices(state)
    assert pig(play(state, space(PLAGUE))) == FORTUNE
    assert followers(state) == [6, 7]


def test_BASE_TERM_3_the_big_pig_belongs_to_nobody() -> None:
    for players in (2, 5, 8):
        state = start(players=players)
        assert [piece.name for piece in state.rules.pieces] == ["follower"], "no player gets a new piece"
        assert state.ext["wheel.pig"] == [FORTUNE], "there is one of it, however many play"
        before = state.supply[:], state.pieces[:]
        turn(state, 2)
        assert state.ext["wheel.pig"] == [FAMINE]
        assert (state.supply, state.pieces) == before
        tb = start(rules(TB), players)
        assert tb.rules.piece_number.keys() == {"follower", "builder", "pig"}
        play(tb, f"WOF-FRFR-icon-1(4,2) {space(FORTUNE)}")
        assert [supply_of(tb, seat, "pig") for seat in range(players)] == [1] * players, "not the players' small pigs"


@pytest.mark.parametrize("options", ["", "hand_size=3", "farmers=off", "half_points=on tiny_city=2"])
def test_WOF_WHEEL_4_wheel_points_are_told_apart_from_features(options: str) -> None:
    """WOF-WHEEL-5: all points of a game are those of features, fields, herds, goods and the wheel."""
    game = random_game(f"bigbox2014 expansions={ALL_FIVE} {options}", players=3, seed=5)
    total = [0, 0, 0]
    seen: Counter[str] = Counter()
    for events in game.events:
        for _, worth, winners in scored(events):
            assert isinstance(winners, list)
            assert isinstance(worth, int)
            for seat in winners:
                total[seat] += worth
        for event in events:
            if event.name in ("wheel", "herded", "goods"):
                assert event.seat is not None
                total[event.seat] += int(str(event.facts["points"]))
                seen[event.name] += 1
    assert game.scores == total
    assert seen["wheel"] > 5


def test_WOF_SETUP_1_any_edition_has_the_wheel() -> None:
    for edition in EDITIONS:
        state = engine.start(make_rules(edition, expansions=["wheel_of_fortune"]), 2)
        assert state.left == 83
        assert icons(state) == {1: 7, 2: 6, 3: 6}
