"""The rules and rulings of Traders & Builders: tiles, the pig and the goods."""

from __future__ import annotations

from collections import Counter

import pytest

from bastide import Game, Seeded
from bastide.expansions.traders_and_builders import GOODS, HELD
from bastide.rules import engine
from bastide.rules.scoring import strengths
from tests.boards import (
    BLUE,
    RED,
    board,
    choices,
    feature_at,
    finish,
    placements,
    play,
    refusal,
    rules,
)
from tests.games import plies
from tests.rules.base.playing import names, told
from tests.rules.special import over, said, standing, stop_at, supply
from tests.rules.traders_and_builders.works import MODES, ROAD, RULES, TWO_FIELDS, spots, tokens, turn, two

# Tiles


def test_TB_TILE_1_twenty_four_tiles_more_in_one_supply() -> None:
    state, plain = engine.start(rules(RULES), 2), engine.start(rules(), 2)
    assert (plain.left, state.left) == (71, 71 + 24)
    assert len(state.rules.stages) == 1
    assert {"TB-RSRS", "TB-CFFC-wine", "U"} <= choices(state), "any of them may be drawn at once"
    assert placements(state, "TB-CCRC-wine") == placements(plain, "T")


def test_TB_TILE_2_bridge() -> None:
    assert spots("TB-RSRS") == {"+road.N", "+road.E", "+field.Nl", "+field.Nr", "+field.Er", "+field.Sr"}
    text = "W(-1,0) RRRF +red:road.E, W(1,0) RFRR, W(0,-1) FRRR, W(0,1) RRFR"
    state = play(two(f"{text} ; to blue"), "TB-RSRS(0,0)")
    assert feature_at(state, -1, 0, "road.E") == feature_at(state, 1, 0, "road.W")
    assert feature_at(state, 0, -1, "road.S") == feature_at(state, 0, 1, "road.N")
    assert feature_at(state, 0, -1, "road.S") != feature_at(state, 1, 0, "road.W")
    play(state, "+road.N")
    assert state.score == [3, 3], "two roads of three tiles pass over each other"


def test_TB_TILE_3_monastery_ends_three_roads() -> None:
    roads = {"+road.E", "+road.S", "+road.W"}
    assert spots("TB-FRST-monastery") == roads | {"+monastery", "+field.N", "+field.Er", "+field.Sr"}
    state = two("W(-1,0) RRRF +red:road.E, W(1,0) RFRR +blue:road.W")
    assert play(state, "TB-FRST-monastery(0,0) -").score == [2, 2]


def test_TB_TILE_4_road_that_ends_at_a_house() -> None:
    assert spots("TB-CFRS") == {"+city", "+road.S", "+road.W", "+field.E", "+field.Sr", "+field.Wr"}
    state = two("W(-1,0) RRRF +red:road.E, W(0,1) RRFR +blue:road.N")
    assert play(state, "TB-CFRS(0,0) -").score == [2, 2], "both roads end on the tile"


def test_TB_TILE_5_three_cities_and_inner_fields() -> None:
    assert spots("TB-CDEC-cloth") == {"+city.N", "+city.E", "+city.S", "+field"}
    state = two("TB-CDEC-cloth(0,0) +red:field, E(0,-1) FFCF, E(1,0) FFFC, E(0,1) CFFF, E(-1,0) FCFF")
    around = {feature_at(state, x, y, "city") for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0))}
    assert len(around) == 3, "north and west are one city"
    assert feature_at(state, 0, 0, "field") != feature_at(state, 0, -1, "field")
    assert finish(state) == [9, 0]
    for tile in ("TB-FCDC-cloth", "TB-FCDC-wine", "TB-CDDC-wine"):
        segments = next(t for t in state.rules.catalogue.tiles if t.id == tile).segments
        (inner,) = (s for s in segments if s.kind == "field" and not s.ports)
        assert len(inner.touches) == 2, f"the inner field of {tile} lies between both cities"


# The pig


def test_TB_PIG_1_joins_a_farmer_of_ones_own() -> None:
    state = play(two("B(0,0) +red:field +blue:field +blue:pig:field ; to red"), "B(1,0)")
    assert choices(state) == {"-", "+monastery", "+pig:field"}
    play(state, "+pig:field")
    assert {"red pig (1,0)", "blue pig (0,0)"} <= standing(state)
    assert (turn(state), supply(state, "pig")) == ((BLUE, 0), [0, 0])
    assert not tokens(play(two("B(0,0) +blue:field ; to red"), "B(1,0)"), "pig")
    assert not tokens(play(two("B(0,0) ; to red"), "B(1,0)"), "pig"), "not together with the farmer"


def test_TB_PIG_1_only_the_field_of_the_farmer() -> None:
    state = play(two("U(0,0) FRFR +red:field.N ; to red"), "U(1,0)")
    assert tokens(state, "pig") == {"+pig:field.N"}
    second = play(two(ROAD), "U(2,0) +field.N")
    assert turn(second) == (RED, 1)
    assert tokens(play(second, "B(0,-1)"), "pig") == {"+pig:field"}, "the farmer of the first part is there"


@pytest.mark.parametrize("farmers", ["on", "off"])
def test_TB_PIG_1_needs_farmers(farmers: str) -> None:
    """ED-3: without farmers there are no pigs."""
    state = two("D(0,0) CRFR ; to red", options=f"farmers={farmers}")
    play(state, "U(1,0)")
    assert ("+field.N" in choices(state)) == (farmers == "on")
    play(state, "+field.N" if farmers == "on" else "-")
    play(state, "B(0,1) - U(2,0)")
    assert tokens(state, "pig") == ({"+pig:field.N"} if farmers == "on" else set())


FARM = "E(0,-1) FFCF, E(0,0) CFFF +red:field, E(0,1) FFCF {}, E(0,2) CFFF, B(1,1) {}"


def test_TB_PIG_2_stays_to_the_end_and_is_no_farmer() -> None:
    state = two("E(0,0) CFFF +red:field +red:pig:field, B(1,0) +blue:field ; to red")
    play(state, "E(0,-1)/FFCF -")
    assert "red pig (0,0)" in standing(state), "a completed city sends no pig home"
    assert strengths(state, [feature_at(state, 0, 0, "field")]) == [1, 1]
    free = play(two("B(0,0) +blue:pig:field ; to red"), "B(1,0)")
    assert "+field" in choices(free), "a pig by itself occupies nothing"


@pytest.mark.parametrize(
    ("mode", "without", "with_pig"), [("per_field_3", 6, 8), ("per_city_3", 6, 8), ("per_city_4", 8, 10)]
)
def test_TB_PIG_3_one_point_more_a_city(mode: str, without: int, with_pig: int) -> None:
    """TB-PIG-6, TB-RUL-7: the same where cities pay."""
    options = f"field_scoring={mode}"
    assert finish(two(FARM.format("", ""), options=options)) == [without, 0]
    assert finish(two(FARM.format("", "+red:pig:field"), options=options)) == [with_pig, 0]
    open_city = "E(0,0) CFFF +red:field +red:pig:field"
    assert finish(two(open_city, options=options)) == [0, 0], "incomplete cities give the pig nothing"


@pytest.mark.parametrize("mode", MODES)
def test_TB_PIG_4_only_for_holders(mode: str) -> None:
    """TB-RUL-4: tied holders are owners. TB-RUL-8: a lost pig has no other effect."""
    options, each = f"field_scoring={mode}", 4 if mode == "per_city_4" else 3
    lost = FARM.format("+blue:field +blue:field", "+red:pig:field")
    assert finish(two(lost, options=options)) == [0, 2 * each]
    tied = FARM.format("+blue:field", "+red:pig:field")
    assert finish(two(tied, options=options)) == [2 * (each + 1), 2 * each]
    both = FARM.format("+blue:field", "+red:pig:field +blue:pig:field")
    assert finish(two(both, options=options)) == [2 * (each + 1)] * 2


def test_TB_PIG_5_goes_home_when_left_alone() -> None:
    text = "B(0,0) +red:field {}, B(1,0) +red:pig:field +blue:field +blue:pig:field ; to red"
    state = two(text.format(""), "wheel_of_fortune")
    stop_at(state, "plague")
    play(state, "flee:follower:(0,0).field")
    assert standing(state) == {"blue follower (1,0)", "blue pig (1,0)"}
    assert supply(state, "pig") == [1, 0]
    kept = two(text.format("+red:field"), "wheel_of_fortune")
    stop_at(kept, "plague")
    play(kept, "flee:follower:(0,0).field")
    assert {"red follower (0,0)", "red pig (1,0)"} <= standing(kept)


@pytest.mark.parametrize(("mode", "points"), [("per_city_3", 7), ("per_city_4", 9), ("per_field_3", 10)])
def test_TB_PIG_6_only_for_cities_that_the_pigs_field_touches(mode: str, points: int) -> None:
    state = two(TWO_FIELDS.format("+red:field", "+red:field +red:pig:field"), options=f"field_scoring={mode}")
    assert feature_at(state, 0, -2, "field") == feature_at(state, 0, -1, "field")
    assert finish(state) == [points, 0]


def test_TB_PIG_6_any_field_of_the_city_but_only_for_who_scores_it() -> None:
    tied = TWO_FIELDS.format("+red:field", "+blue:field +blue:pig:field")
    assert finish(two(tied, options="field_scoring=per_city_3")) == [6, 4]
    beaten = TWO_FIELDS.format("+red:field +red:field", "+blue:field +blue:pig:field")
    assert finish(two(beaten, options="field_scoring=per_city_3")) == [6, 0]
    assert finish(two(beaten)) == [6, 4], "field by field blue holds the southern one"


def test_TB_PIG_7_does_nothing_during_the_game() -> None:
    """WOF-FAMINE-2: nor does it change the famine."""
    for pig in ("", "+red:pig:field"):
        state = two(FARM.format("", pig), "wheel_of_fortune")
        assert stop_at(state, "famine") == [2, 0]
    quiet = two("E(0,0) CFFF +red:field +red:pig:field ; to red")
    assert play(quiet, "E(0,-1)/FFCF -").score == [0, 0]


# Goods


def test_TB_GOODS_1_after_the_score_for_whoever_laid_the_tile() -> None:
    """ORD-RUL-5: goods come after the followers went home."""
    state = two("E(0,0) FCFF +red:city, TB-FCFC-wine(1,0) FCFC ; to blue")
    events = told(state, "E(2,0)/FFFC -")
    assert [name for name in names(events) if name in ("scored", "returned", "traded")] == [
        "scored",
        "returned",
        "traded",
    ]
    assert state.score == [6, 0]
    assert state.ext[HELD] == [0, 0, 0, 1, 0, 0]


def test_TB_GOODS_1_the_tile_laid_last_brings_its_own_goods() -> None:
    state = play(two("E(0,0) FCFF, E(1,-1) FFCF ; to red"), "TB-CFFC-grain(1,0)/CFFC -")
    assert state.ext[HELD] == [0, 1, 0, 0, 0, 0]


@pytest.mark.parametrize("knights", ["", "+red:city", "+blue:city", "+red:city +blue:city +blue:city"])
def test_TB_GOODS_2_knights_do_not_matter(knights: str) -> None:
    state = two(f"E(0,0) FCFF {knights}, TB-FCFC-wine(1,0) FCFC ; to blue")
    play(state, "E(2,0)/FFFC -")
    assert state.ext[HELD] == [0, 0, 0, 1, 0, 0]


def test_TB_GOODS_3_from_all_cities_of_the_tile() -> None:
    left = "E(-2,0) FCFF, TB-FCFC-wine(-1,0) FCFC"
    right = "TB-FCRC-grain(1,0) FCRC, E(2,0) FFFC"
    state = play(two(f"{left}, {right} ; to red"), "H(0,0)/FCFC")
    assert feature_at(state, 0, 0, "city.E") != feature_at(state, 0, 0, "city.W")
    events = told(state, "-")
    assert state.ext[HELD] == [1, 1, 0, 0, 0, 0]
    assert names(events).count("traded") == 1


def test_TB_GOODS_4_are_public_and_never_lost() -> None:
    game, before = Game(rules(RULES), seats=3, dealer=Seeded(5)), [0] * 9
    for _ in plies(game, 5):
        held = game.state.ext[HELD]
        assert all(now >= then for now, then in zip(held, before, strict=True))
        before = list(held)
        seen = [game.view(watcher)["columns"] for watcher in (0, 1, None)]
        assert seen[0] == seen[1] == seen[2]
    assert sum(before) > 0, "nobody ever traded"
    assert str(before) in str(game.view(None)["columns"])


def test_TB_GOODS_5_open_cities_give_none() -> None:
    state = two("E(0,0) FCFF +red:city, TB-FCFC-wine(1,0) FCFC ; to red")
    play(state, "TB-FCRC-grain(2,0)/FCRC -")
    assert state.ext[HELD] == [0] * 6
    end, events = over(state)
    assert end.ext[HELD] == [0] * 6
    assert end.score == [3, 0]
    assert "goods" not in names(events)


@pytest.mark.parametrize(
    ("held", "points"),
    [
        ("0 0 0 0 0 0 0 0 0", [0, 0, 0]),
        ("1 0 0 0 0 0 0 0 0", [10, 0, 0]),
        ("1 0 0 1 0 0 0 0 0", [10, 10, 0]),
        ("2 2 2 2 2 2 2 2 2", [30, 30, 30]),
        ("9 0 1 0 6 2 0 0 2", [10, 20, 10]),
    ],
)
def test_TB_GOODS_6_ten_points_for_the_most_of_each_kind(held: str, points: list[int]) -> None:
    """TB-RUL-5: none for nothing."""
    assert finish(board(f"D(0,0) ; column goods.held {held}", RULES, players=3)) == points


def test_TB_RUL_6_as_many_tokens_as_goods_on_the_tiles() -> None:
    state = engine.start(rules(RULES), 2)
    found: Counter[str] = Counter()
    for tile, copies in zip(state.rules.catalogue.tiles, state.rules.copies, strict=True):
        for segment in tile.segments:
            for mark, number in segment.marks:
                found[mark] += number * copies
    assert [found[good] for good in GOODS] == [9, 6, 5]
    rich = two("E(0,0) FCFF, TB-FCFC-wine(1,0) FCFC ; to blue ; column goods.held 9 6 5 0 0 0")
    assert play(rich, "E(2,0)/FFFC -").ext[HELD] == [9, 6, 5, 1, 0, 0], "the stock cannot run out"


# In words


def test_TB_GOODS_1_and_TB_GOODS_6_in_words() -> None:
    state = two("E(0,0) FCFF, TB-FCFC-wine(1,0) FCFC ; to blue")
    events = told(state, "E(2,0)/FFFC -")
    assert said(events, "traded", players=2) == ["Blue takes goods: 1 × wine."]
    assert said(events, "traded", "fr", players=2) == ["Blue prend des marchandises : 1 × vin."]
    _, events = over(two("D(0,0) ; column goods.held 0 2 1 1 1 1"))
    assert said(events, "goods", players=2) == [
        "Blue, goods: most wine: 10 = 10 points.",
        "Red, goods: most grain: 10 = 10 points.",
        "Red, goods: most cloth: 10 = 10 points.",
        "Blue, goods: most cloth: 10 = 10 points.",
    ]
    assert said(events, "goods", "fr", players=2) == [
        "Blue, marchandises : le plus de vin : 10 = 10 points.",
        "Red, marchandises : le plus de blé : 10 = 10 points.",
        "Red, marchandises : le plus de tissu : 10 = 10 points.",
        "Blue, marchandises : le plus de tissu : 10 = 10 points.",
    ]


def test_TB_PIG_3_in_words() -> None:
    _, events = over(two(FARM.format("+blue:field", "+red:pig:field")))
    assert said(events, "farmed", players=2) == [
        "The field (0,0): 2 complete cities × 3, pig: 2 cities × 1 more = 8 points for Red."
        " Strength there: Red 1, Blue 1.",
        "The field (0,0): 2 complete cities × 3 = 6 points for Blue. Strength there: Red 1, Blue 1.",
    ]
    _, events = over(two("E(0,-1) FFCF, E(0,0) CFFF +red:field +red:pig:field", options="field_scoring=per_city_4"))
    assert said(events, "farmed", "fr", players=2) == [
        "Paysans autour de la ville (0,-1) : 1 ville complète × 4, cochon : 1 ville × 1 de plus = 5 points pour Red."
    ]


def test_TB_BUILDER_1_in_words() -> None:
    events = told(two("U(0,0) FRFR +red:road ; to red"), "U(1,0) +builder:road")
    assert said(events, "deployed", players=2) == ["Red puts a builder on the road (1,0)."]
    assert said(events, "deployed", "fr", players=2) == ["Red place un bâtisseur sur la route (1,0)."]
    fleeing = two(ROAD, "wheel_of_fortune")
    stop_at(fleeing, "plague")
    events = told(fleeing, "flee:follower:(0,0).road")
    assert said(events, "returned", players=2) == [
        "Red takes back a follower that stood on the road (0,0).",
        "Red takes back a builder that stood on the road (1,0).",
    ]


@pytest.mark.parametrize("position", ["U(0,0) FRFR +blue:road", "U(0,0) FRFR"])
def test_TB_BUILDER_1_a_refused_builder_is_told_where_he_belongs(position: str) -> None:
    state = play(board(f"{position} ; to red", RULES), "U(1,0)")
    assert refusal(state, "+builder:road") == "piece_belongs"
