"""An option that other tables know: how many builders and pigs everybody has."""

from __future__ import annotations

import pytest

from bastide.rules import engine
from tests.boards import RED, finish, play, rules
from tests.rules.base.playing import names, told
from tests.rules.special import standing, supply
from tests.rules.traders_and_builders.works import MODES, ROAD, RULES, TWO_FIELDS, tokens, turn, two


@pytest.mark.parametrize("number", range(4))
def test_TB_BUILDER_18_TB_PIG_8_so_many_builders_and_pigs(number: int) -> None:
    state = engine.start(rules(f"{RULES} builders={number} pigs={3 - number}"), 2)
    assert (supply(state, "builder"), supply(state, "pig")) == ([number] * 2, [3 - number] * 2)
    state = two("U(0,0) FRFR +red:road, B(0,1) +red:field ; to red", options=f"builders={number} pigs={3 - number}")
    play(state, "U(1,0)")
    assert bool(tokens(state, "builder")) == (number > 0)
    assert bool(tokens(state, "pig")) == (number < 3)


def test_TB_BUILDER_18_two_builders_on_two_roads() -> None:
    state = two(f"{ROAD.replace(' ; to red', '')}, U(10,0) FRFR +red:road ; to red", options="builders=2")
    play(state, "U(11,0) +builder:road")
    assert (supply(state, "builder"), turn(state)) == ([0, 2], (1, 0)), "put down now, it earns nothing yet"
    for tile, y in (("U(2,0)", 1), ("U(12,0)", 3)):
        play(state, f"B(0,{y}) - {tile} -")
        assert turn(state) == (RED, 1), "either of them earns a second part"
        play(state, f"B(0,{y + 1}) -")


def test_TB_BUILDER_18_two_builders_in_one_feature_earn_one_part() -> None:
    state = two(ROAD, options="builders=2")
    events = told(state, "U(2,0) +builder:road")
    assert (names(events).count("again"), turn(state)) == (1, (RED, 1))
    events = told(state, "U(3,0) -")
    assert (names(events).count("again"), turn(state)) == (0, (1, 0)), "a second part is the last one"
    assert standing(state) == {"red follower (0,0)", "red builder (1,0)", "red builder (2,0)"}


def test_TB_BUILDER_18_all_of_them_go_home_with_the_road() -> None:
    text = "W(-1,0) RRRF, U(0,0) FRFR +red:road +red:builder:road, U(1,0) FRFR +red:builder:road ; to red"
    state = play(two(text, options="builders=2"), "W(2,0)/RFRR -")
    assert (standing(state), supply(state, "builder")) == (set(), [2, 2])


@pytest.mark.parametrize("mode", MODES)
def test_TB_PIG_8_two_pigs_in_a_field_do_no_more_than_one(mode: str) -> None:
    options = f"pigs=2 field_scoring={mode}"
    one = TWO_FIELDS.format("+red:field +red:pig:field", "")
    both = TWO_FIELDS.format("+red:field +red:pig:field +red:pig:field", "")
    assert finish(two(one, options=options)) == finish(two(both, options=options))
    assert finish(two(one, options=options)) > finish(two(TWO_FIELDS.format("+red:field", ""), options=options))


def test_TB_PIG_8_two_pigs_in_two_fields() -> None:
    text = TWO_FIELDS.format("+red:field +red:pig:field", "+red:field +red:pig:field")
    assert finish(two(text, options="pigs=2")) == [4 + 4 + 4, 0]
