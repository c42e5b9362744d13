"""Abbots and gardens, rule by rule; what they do with other expansions is in test_together."""

from __future__ import annotations

import json

import pytest

from bastide import OVER, BadRules, Game, Seeded, actor, game_text, make_rules, parse_game, parse_rules, start
from bastide.errors import IllegalAction
from bastide.kernel.geometry import AROUND, cell_at
from bastide.kernel.tile import Tile
from bastide.play.invariants import wrong_with
from bastide.play.position import parse_position, position_text
from bastide.play.record import from_record, to_record
from bastide.rules.pieces import feature_kind, unpack_piece
from bastide.rules.state import State
from bastide.tiles import find, load
from tests.boards import (
    BLUE,
    EDITIONS,
    RED,
    choices,
    feature_at,
    finish,
    followers,
    legal_kinds,
    play,
    refusal,
)
from tests.games import plies, random_game
from tests.rules.abbot.gardens import CENTRE, ELSEWHERE, HOMES, ISLAND, LAST, RULES, abbots, home, rules
from tests.rules.base.playing import names, scored, told
from tests.rules.special import over, said, standing, supply

GARDENS = {
    "base": 8,
    "inns_and_cathedrals": 2,
    "traders_and_builders": 2,
    "hills_and_sheep": 1,
    "river": 1,
    "river_2": 1,
    "king_and_robber": 1,
    "mage_and_witch": 1,
    "river_20": 2,
    "anniversary": 1,
    "cult": 0,
    "count": 0,
    "wheel_of_fortune": 0,
    "catapult": 0,
    "corn_circles_1": 0,
    "corn_circles_2": 0,
}
"""How many tiles with a garden the sets of the garden printing hold."""


def gardens(state: State) -> list[str]:
    """Return the tiles with a garden that are left to draw."""
    tiles = zip(state.rules.catalogue.tiles, state.bag, strict=True)
    return [tile.id for tile, left in tiles if left and any(part.kind == "garden" for part in tile.segments)]


# Setting up


@pytest.mark.parametrize("players", [2, 5, 8])
def test_ABBOT_SETUP_1_an_abbot_besides_the_followers(players: int) -> None:
    state = start(parse_rules(RULES), players)
    assert supply(state, "abbot") == [1] * players
    assert followers(state) == [7] * players
    few = start(parse_rules(f"{RULES} followers=2"), players)
    assert (supply(few, "abbot"), followers(few)) == ([1] * players, [2] * players)
    game = Game(RULES, seats=players, dealer=Seeded(1))
    assert game.view(None)["supply"] == [{"abbot": 1, "follower": 7}] * players


@pytest.mark.parametrize("preset", EDITIONS)
def test_ABBOT_SETUP_2_tiles_with_gardens(preset: str) -> None:
    made = make_rules(preset, expansions=["abbot"])
    assert made.options["tile_edition"] == "garden"
    state = start(made, 2)
    assert len(gardens(state)) == 8
    assert state.left == 71
    without = start(make_rules(preset), 2)
    assert len(gardens(without)) == (8 if preset == "anniversary" else 0), "nothing else changes it"


@pytest.mark.parametrize("preset", EDITIONS)
@pytest.mark.parametrize("edition", ["plain", "garden", "bigbox2014", "c3"])
def test_ABBOT_SETUP_2_unless_another_printing_is_asked_for(preset: str, edition: str) -> None:
    """The choice is the same again when it is read from text or from a record."""
    made = make_rules(preset, expansions=["abbot"], tile_edition=edition)
    assert made.options["tile_edition"] == edition
    assert len(gardens(start(made, 2))) == (8 if edition == "garden" else 0)
    assert parse_rules(str(made.choice)) is made
    assert ("tile_edition" in str(made.choice)) == (edition != "garden"), "only what differs is written"
    assert parse_rules(f"{preset} expansions=abbot tile_edition={edition}") is made
    record = json.loads(json.dumps(made.choice.to_json()))
    assert make_rules(record["preset"], expansions=record["expansions"], **record["options"]) is made


@pytest.mark.parametrize("options", ["", "tile_edition=plain", "tile_edition=garden", "tile_edition=bigbox2014"])
def test_ABBOT_SETUP_2_a_game_remembers_the_printing(options: str) -> None:
    made = f"bigbox2014 expansions=abbot,river {options}"
    game = random_game(made, 2, 4, most=60)
    for again in (parse_game(game_text(game)), from_record(json.loads(json.dumps(to_record(game))))):
        assert again.rules is game.rules
        assert again.state.key() == game.state.key()
    assert parse_position(position_text(game.state)).rules is game.rules


def test_ABBOT_SETUP_2_without_the_abbot_the_preset_decides() -> None:
    assert parse_rules("bigbox2014").options["tile_edition"] == "bigbox2014"
    assert parse_rules("second expansions=count").options["tile_edition"] == "plain"
    asked = parse_rules("bigbox2014 expansions=abbot tile_edition=bigbox2014")
    assert str(asked.choice).endswith("tile_edition=bigbox2014"), "written, for it is not what abbots would have"
    with pytest.raises(BadRules):
        parse_rules("bigbox2014 expansions=abbot tile_edition=flowers")


@pytest.mark.parametrize(("name", "count"), GARDENS.items())
def test_ABBOT_SETUP_2_which_sets_have_gardens(name: str, count: int) -> None:
    copies = [(tile, n) for tile, n in load(name).copies("garden") if any(s.kind == "garden" for s in tile.segments)]
    assert sum(n for _, n in copies) == count
    known = {"river_20": {"R20-FWWF-j", "R20-RWRW-n"}, "anniversary": {"20AE-CRSC-d"}}
    assert name not in known or {tile.id for tile, _ in copies} == known[name]


# Putting the abbot down


def test_ABBOT_PLACE_1_a_follower_or_the_abbot() -> None:
    state = play(abbots(f"{ISLAND}, E(0,0) FFCF ; to red"), "B(0,-1)")
    assert choices(state) == {"-", "+monastery", "+field", "+abbot:monastery"}
    put = play(state.copy(), "+abbot:monastery")
    assert (put.seat, legal_kinds(put)) == (BLUE, {"draw"}), "that was all"
    assert (supply(put, "abbot"), followers(put), standing(put)) == ([0, 1], [7, 7], {"red abbot (0,-1)"})
    play(state, "+monastery")
    assert (state.seat, supply(state, "abbot"), followers(state)) == (BLUE, [1, 1], [6, 7])


def test_ABBOT_PLACE_1_in_words() -> None:
    state = abbots(f"{ISLAND}, E(0,0) FFCF ; to red")
    events = told(state, "BA-FRFR-garden(0,-1) +abbot:garden")
    (event,) = (event for event in events if event.name == "deployed")
    assert (event.facts["piece"], event.facts["role"], event.facts["feature"]) == ("abbot", "gardener", "garden")
    (monk,) = (e for e in told(state, "B(1,0) +abbot:monastery") if e.name == "deployed")
    assert (monk.facts["piece"], monk.facts["role"]) == ("abbot", "monk")
    assert said([event], "deployed", "en", 2) == ["Red puts an abbot in the garden (0,-1) as gardener."]
    assert said([event], "deployed", "fr", 2) == ["Red place un abbé dans le jardin (0,-1) comme jardinier."]


def test_ABBOT_PLACE_2_on_monastery_garden_and_shrine_only() -> None:
    land = f"{ISLAND}, E(0,0) FFCF, W(5,0) FRRR ; to red"
    for line, spots in (
        ("A(4,0)/FRFF", {"monastery"}),
        ("BA-FRFR-garden(4,0)", {"garden"}),
        ("BA-CFFF-garden(0,1)", {"garden"}),
        ("BA-CFDF-garden(0,1)", {"garden"}),
        ("CU-FFRF-shrine(4,0)/FRFF", {"shrine"}),
        ("W(4,0)/RRFR", set()),
        ("E(0,1)", set()),
    ):
        tokens = choices(play(abbots(land, "cult"), line))
        assert {token for token in tokens if "abbot" in token} == {f"+abbot:{spot}" for spot in spots}, line


@pytest.mark.parametrize("spot", ["road", "field.N"])
def test_ABBOT_PLACE_2_refused_elsewhere(spot: str) -> None:
    state = play(abbots(f"{ISLAND}, W(0,0) FRRR ; to red"), "BA-FRFR-garden(1,0)")
    assert refusal(state, f"+abbot:{spot}") == "deployment_forbidden"
    away = play(abbots(f"{ISLAND}, W(0,0) FRRR, B(5,5) ; to red"), "U(1,0)")
    assert refusal(away, "+abbot:(5,5).monastery") == "spot_not_new"


@pytest.mark.parametrize("tile", [tile.id for tile in load("base").tiles if tile.id.endswith("garden")])
def test_ABBOT_PLACE_3_no_follower_in_a_garden(tile: str) -> None:
    state = abbots(f"{tile}(0,0) ; to red ; step piece", "inns_and_cathedrals", "traders_and_builders")
    assert "+abbot:garden" in choices(state)
    for piece in ("", "big:", "builder:", "pig:"):
        assert f"+{piece}garden" not in choices(state)
    assert refusal(state, "+garden") == refusal(state, "+big:garden") == "deployment_forbidden"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "A follower may not stand on that garden: a rule of an expansion forbids it."),
        ("fr", "Un partisan ne peut pas se tenir ici (jardin) : la règle d'une extension l'interdit."),
    ],
)
def test_ABBOT_PLACE_3_refused_in_words(language: str, text: str) -> None:
    state = play(abbots(f"{ISLAND}, W(0,0) FRRR ; to red"), "BA-FRFR-garden(1,0)")
    with pytest.raises(IllegalAction) as refused:
        play(state, "+garden")
    assert refused.value.text(language) == text


def test_ABBOT_PLACE_3_with_farmers_off_a_garden_is_still_a_garden() -> None:
    state = abbots("BA-CFFF-garden(0,0) ; to red ; step piece", options="farmers=off")
    assert choices(state) == {"-", "+city", "+abbot:garden"}


def test_ABBOT_PLACE_4_only_one_abbot() -> None:
    state = abbots(f"{home('garden', 3)}, B(9,9) ; to red")
    play(state, "B(9,10)")
    assert choices(state) == {"-", "+monastery", "+field", "recall"}
    assert refusal(state, "+abbot:monastery") == "supply_empty"
    other = abbots(f"{home('garden', 3)}, B(9,9) ; to blue")
    assert "+abbot:monastery" in choices(play(other, "B(9,10)")), "blue has one of his own"


@pytest.mark.parametrize("who", ["+blue:monastery", "+blue:abbot:monastery", "+red:monastery"])
def test_ABBOT_PLACE_5_only_where_nobody_is(who: str) -> None:
    state = abbots(f"B(0,0) {who} ; to red ; step piece")
    assert choices(state) == {"-", "+field"}
    assert refusal(state, "+abbot:monastery") == "occupied"
    assert "+abbot:monastery" in choices(abbots("B(0,0) ; to red ; step piece"))


def test_ABBOT_PLACE_5_an_abbot_keeps_followers_out() -> None:
    state = abbots("B(0,0) +blue:abbot:monastery ; to red ; step piece")
    assert refusal(state, "+monastery") == "occupied"


# Completion


@pytest.mark.parametrize("who", [RED, BLUE])
@pytest.mark.parametrize("kind", HOMES)
def test_ABBOT_SCORE_1_nine_points_and_home(kind: str, who: int) -> None:
    """Whoever lays the last tile."""
    state = abbots(f"{home(kind, 7)} ; to {['red', 'blue'][who]}")
    play(state, f"{LAST}")
    assert "recall" not in choices(state)
    events = told(state, "-")
    assert scored(events) == [(kind, 9, [RED])]
    assert (state.score, supply(state, "abbot"), standing(state)) == ([9, 0], [1, 1], set())


@pytest.mark.parametrize("kind", HOMES)
def test_ABBOT_SCORE_1_put_into_a_hole_it_is_complete_at_once(kind: str) -> None:
    around = home(kind, 8).partition(", ")[2]
    tile, _, rest = CENTRE[kind].partition("(")
    state = abbots(f"{around} ; to red", "cult")
    play(state, f"{tile}({rest.replace(' ', '/')} +abbot:{kind}")
    assert (state.score, supply(state, "abbot")) == ([9, 0], [1, 1])


def test_ABBOT_SCORE_1_in_words() -> None:
    state = abbots(f"{home('garden', 7)} ; to blue")
    events = told(state, f"{LAST} -")
    assert "garden" in said(events, "scored", "en", 2)[0]
    assert "9 points" in said(events, "scored", "en", 2)[0]
    assert "jardin" in said(events, "scored", "fr", 2)[0]


@pytest.mark.parametrize("near", range(8))
def test_ABBOT_SCORE_2_only_with_all_eight_tiles(near: int) -> None:
    state = abbots(f"{home('garden', near)} ; to blue")
    play(state, f"{ELSEWHERE} -")
    assert (state.score, supply(state, "abbot")) == ([0, 0], [0, 1])


def test_ABBOT_SCORE_2_an_empty_garden_earns_nothing() -> None:
    state = abbots(f"{home('garden', 7, who='')} ; to red")
    events = told(state, f"{LAST} -")
    assert scored(events) == []
    assert (state.score, names(events).count("returned")) == ([0, 0], 0)


def test_ABBOT_SCORE_2_two_gardens_with_one_tile() -> None:
    """BASE-SCORE-2: after the road, and as one reads the board."""
    rows = "B(-1,-1), E(0,-1) FFCF, B(1,-1), E(2,-1) FFCF, B(3,-1), B(-1,0), B(3,0), B(-1,1), B(0,1), B(2,1), B(3,1)"
    blue, red = (f"BA-CFFF-garden({x},0) CFFF +{who}:abbot:garden" for x, who in ((0, "blue"), (2, "red")))
    state = abbots(f"{rows}, {red}, {blue}, A(1,1) RFFF +red:road ; to red")
    events = told(state, "A(1,0) -")
    assert scored(events) == [("road", 2, [RED]), ("garden", 9, [BLUE]), ("garden", 9, [RED])]
    assert (state.score, supply(state, "abbot")) == ([11, 9], [1, 1])


def printed(tile: Tile) -> list[tuple[object, ...]]:
    """Return what a tile shows besides a garden."""
    own = [part for part in tile.segments if part.kind != "garden"]
    return sorted((part.kind, part.ports, part.marks, [tile.segments[i].ports for i in part.touches]) for part in own)


@pytest.mark.parametrize(
    "tile",
    [tile.id for name in GARDENS for tile in load(name).tiles if "garden" in tile.id],
)
def test_ABBOT_SCORE_3_a_garden_changes_nothing_else_on_its_tile(tile: str) -> None:
    """It is the same as the tile that it takes the place of."""
    garden, plain = find(tile), find(tile.replace("-garden", ""))
    assert garden is not None
    assert plain is not None
    assert (garden.edges, garden.marks, printed(garden)) == (plain.edges, plain.marks, printed(plain))
    assert len(garden.segments) == len(plain.segments) + 1


def test_ABBOT_SCORE_3_the_road_runs_on() -> None:
    state = abbots(f"W(0,0) FRRR +blue:road.E, BA-FRFR-garden(1,0), {ISLAND} ; to red")
    assert play(state, "W(2,0)/FRRR -").score == [0, 3]
    bend = abbots(f"{ISLAND}, BA-FFRR-garden(0,0) FFRR ; to red")
    assert feature_at(bend, 0, 0, "road") == feature_at(bend, 0, 0, "road.S")


def test_ABBOT_SCORE_3_the_field_is_one() -> None:
    state = abbots(f"BA-CFFF-garden(0,0) CFFF, B(1,0), B(-1,0), B(0,1), {ISLAND}")
    assert len({feature_at(state, x, y, "field") for x, y in ((0, 0), (1, 0), (-1, 0), (0, 1))}) == 1
    farm = abbots("BA-CFFF-garden(0,0) CFFF +red:abbot:garden +blue:field, E(0,-1) FFCF")
    assert finish(farm) == [2, 3], "the farmer has his city, whoever is in the garden"


# Taking him back


@pytest.mark.parametrize("near", range(8))
@pytest.mark.parametrize("kind", HOMES)
def test_ABBOT_RECALL_1_from_any_open_place(kind: str, near: int) -> None:
    """ABBOT-RECALL-2: a point for his own tile and for each around it."""
    state = play(abbots(f"{home(kind, near)} ; to red"), ELSEWHERE)
    assert choices(state) == {"-", "+city", "+field", "recall"}
    declined = play(state.copy(), "-")
    assert (declined.score, supply(declined, "abbot")) == ([0, 0], [0, 1])
    play(state, "recall")
    assert (state.score, supply(state, "abbot"), standing(state)) == ([near + 1, 0], [1, 1], set())
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"})


def test_ABBOT_RECALL_1_only_ones_own() -> None:
    state = play(abbots(f"{home('garden', 4)} ; to blue"), ELSEWHERE)
    assert choices(state) == {"-", "+city", "+field"}
    assert refusal(state, "recall") == "wrong_moment"
    monk = play(abbots(f"{home('monastery', 4, '+red:{}')} ; to red"), ELSEWHERE)
    assert "recall" not in choices(monk), "an ordinary monk stays"


def test_ABBOT_RECALL_1_with_nothing_else_to_do() -> None:
    state = abbots(f"{home('garden', 2)} ; to red ; supply 0/0 1/7", options="farmers=off")
    assert choices(play(state, ELSEWHERE)) == {"-", "recall"}
    play(state, "recall")
    assert (state.score, supply(state, "abbot"), followers(state)) == ([3, 0], [1, 1], [0, 7])


@pytest.mark.parametrize("options", ["", "half_points=on"])
@pytest.mark.parametrize("kind", HOMES)
def test_ABBOT_RECALL_2_the_new_tile_counts_and_nothing_is_halved(kind: str, options: str) -> None:
    state = abbots(f"{home(kind, 4)} ; to red", options=options)
    play(state, "E(0,1)/FFCF recall")
    assert state.score == [6, 0]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Red takes the abbot back who was in the garden (0,0): 5 tiles × 1 = 5 points."),
        ("fr", "Red reprend l'abbé dans le jardin (0,0) : 5 tuiles × 1 = 5 points."),
    ],
)
def test_ABBOT_RECALL_2_in_words(language: str, text: str) -> None:
    events = told(abbots(f"{home('garden', 4)} ; to red"), f"{ELSEWHERE} recall")
    assert said(events, "recalled", language, 2) == [text]


def test_ABBOT_RECALL_2_at_the_very_place_where_the_first_tile_lies() -> None:
    """Wherever it is on the board."""
    for x, y in ((0, 0), (-7, -9), (40, -3)):
        state = abbots(f"B({x},{y}) +red:abbot:monastery ; to red")
        assert play(state, f"B({x + 1},{y}) recall").score == [2, 0]


def test_ABBOT_RECALL_3_then_what_the_tile_completed() -> None:
    """ABBOT-RUL-1: paid at the head of the scoring."""
    city = "E(10,0) FCFF +red:city, G(11,0) FCFC"
    state = abbots(f"{home('garden', 4)}, {city} ; to red")
    play(state, "E(12,0)/FFFC")
    assert state.score == [0, 0], "nothing is paid before"
    events = told(state, "recall")
    assert state.score == [5 + 6, 0]
    assert [n for n in names(events) if n in ("recalled", "scored")] == ["recalled", "scored"]
    assert (followers(state), supply(state, "abbot")) == ([7, 7], [1, 1])


ALL_PIECES = ("inns_and_cathedrals", "traders_and_builders", "hills_and_sheep")


def test_ABBOT_RECALL_4_instead_of_any_other_piece() -> None:
    """ABBOT-RUL-2: of any kind."""
    land = f"{home('garden', 4)}, U(10,0) FRFR +red:road +red:field.N"
    state = play(abbots(f"{land} ; to red", *ALL_PIECES), "U(11,0)")
    put = choices(state) - {"-", "recall"}
    assert {"+builder:road", "+pig:field.N", "+shepherd:field.N", "+field.S", "+big:field.S"} <= put
    for token in sorted(put):
        after = play(state.copy(), token)
        assert "recall" not in choices(after), token
        assert (after.score, supply(after, "abbot")) == ([0, 0], [0, 1])
    play(state, "recall")
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"}), "and nothing is put down after it"
    assert (supply(state, "builder"), supply(state, "shepherd")) == ([1, 1], [1, 1])


def test_ABBOT_RECALL_5_home_at_once_but_out_again_only_later() -> None:
    state = play(abbots(f"{home('garden', 4)}, B(9,9) ; to red"), "B(9,10)")
    play(state, "recall")
    assert supply(state, "abbot") == [1, 1]
    assert state.seat == BLUE, "though there was a monastery"
    play(state, f"{ELSEWHERE} - B(9,11)")
    assert "+abbot:monastery" in choices(state)
    play(state, "+abbot:monastery")
    assert (supply(state, "abbot"), state.score) == ([0, 1], [5, 0])


@pytest.mark.parametrize("kind", HOMES)
def test_ABBOT_RECALL_6_not_from_what_the_tile_completes(kind: str) -> None:
    """ABBOT-RUL-3."""
    state = play(abbots(f"{home(kind, 7)} ; to red"), LAST)
    assert choices(state) == {"-", "+city", "+field"}
    assert refusal(state, "recall") == "wrong_moment"
    play(state, "+field")
    assert (state.score, followers(state), supply(state, "abbot")) == ([9, 0], [6, 7], [1, 1])


def test_ABBOT_RECALL_6_the_abbot_of_a_finished_garden_is_not_there_for_this_piece_step() -> None:
    """ORD-1: he comes home with the scoring."""
    ring = home("garden", 7).replace("E(0,1) FFCF", "B(0,1)")
    state = play(abbots(f"{ring} ; to red"), "E(-1,0)/FFFC")
    assert not [token for token in choices(state) if "abbot" in token]


def test_ABBOT_RECALL_7_even_on_the_very_next_turn() -> None:
    state = abbots(f"{ISLAND}, E(0,0) FFCF ; to red")
    play(state, f"BA-FRFR-garden(0,-1) +abbot:garden {ELSEWHERE} -")
    play(state, "B(1,0)")
    assert choices(state) == {"-", "+monastery", "recall"} | {t for t in choices(state) if t.startswith("+field")}
    play(state, "recall")
    assert state.score == [3, 0], "the garden, and the tiles south and south-east of it"


@pytest.mark.parametrize("tile", ["X(20,20)", "C(10,9)", "B(21,30)", "A(20,20)/RFFF"])
def test_ABBOT_RECALL_7_whatever_the_tile(tile: str) -> None:
    land = f"{home('garden', 1)}, U(20,19) RFRF, E(10,10) CFFF, B(20,30)"
    state = play(abbots(f"{land} ; to red"), tile)
    assert "recall" in choices(state)
    assert play(state, "recall").score == [2, 0]


# The end of the game


@pytest.mark.parametrize("near", range(8))
@pytest.mark.parametrize("kind", HOMES)
def test_ABBOT_FINAL_1_like_a_monk(kind: str, near: int) -> None:
    assert finish(abbots(home(kind, near))) == [near + 1, 0]


@pytest.mark.parametrize("kind", HOMES)
def test_ABBOT_FINAL_1_half_points_as_for_a_monk(kind: str) -> None:
    """ED-5: gardens and shrines are among the features that half points concern."""
    assert finish(abbots(home(kind, 4), options="half_points=on")) == [2, 0]


def test_ABBOT_FINAL_1_the_last_turn_may_still_take_him_back() -> None:
    text = f"{home('garden', 4)} ; bag E:1 ; to red"
    taken = play(abbots(text, options="half_points=on"), f"{ELSEWHERE} recall")
    assert (actor(taken), taken.score, supply(taken, "abbot")) == (OVER, [5, 0], [1, 1]), "whole, and only once"
    left = play(abbots(text, options="half_points=on"), f"{ELSEWHERE} -")
    assert (actor(left), left.score) == (OVER, [2, 0])


def test_ABBOT_FINAL_1_he_goes_home_and_it_is_told() -> None:
    state, events = over(abbots(home("garden", 2)))
    assert supply(state, "abbot") == [1, 1]
    assert "garden" in said(events, "scored", "en", 2)[0]


# Records and whole games


def test_a_position_remembers_that_an_abbot_was_taken_back() -> None:
    """The points of ABBOT-RECALL-2 are neither lost nor paid twice."""
    state = abbots(f"{home('garden', 4)}, E(30,31) CFFF ; to red", "catapult")
    play(state, "CAT-FFFF-06(30,32)")
    again = parse_position(position_text(state))
    play(state, "recall")
    assert (state.score, legal_kinds(state)) == ([5, 0], {"fair"})
    assert parse_position(position_text(state)).key() == state.key()
    assert play(again, "recall").key() == state.key()


MIXES = [
    (),
    ("cult", "inns_and_cathedrals", "traders_and_builders"),
    ("count", "cult", "hills_and_sheep"),
    ("wheel_of_fortune", "river_20"),
    ("river_2", "catapult", "crop_circles", "mage_and_witch", "king_and_robber"),
    ("anniversary_mini", "river_20"),
]


def tiles_around(state: State, place: object) -> int:
    """Return how many of the nine cells at and around one have tiles."""
    assert isinstance(place, tuple)
    cell = cell_at(*place)
    return sum(cell + step in state.board.tile_at for step in (0, *AROUND))


def check_places(state: State) -> None:
    """Abbots stand where abbots can be, and nobody else in a garden (ABBOT-PLACE-2, ABBOT-PLACE-3)."""
    for segment, _, kind in map(unpack_piece, state.pieces):
        place, piece = feature_kind(state, segment), state.rules.pieces[kind].name
        if piece == "abbot":
            assert place in ("monastery", "garden", "shrine", "district")
        else:
            assert place != "garden"


@pytest.mark.parametrize("others", MIXES)
def test_ABBOT_RECALL_2_counted_anew_in_whole_games(others: tuple[str, ...]) -> None:
    """ABBOT-FINAL-1: what is paid in many games, counted by somebody else."""
    taken = stayed = 0
    for seed in range(12):
        game = Game(rules(*others), seats=2 + seed % 4, dealer=Seeded(seed))
        for number, events in enumerate(plies(game, seed)):
            check_places(game.state)
            for event in events:
                if event.name == "recalled":
                    assert event.facts["points"] == tiles_around(game.state, event.facts["cell"]) < 9
                    taken += 1
                elif event.name == "scored" and event.facts["feature"] == "garden":
                    assert event.facts["points"] == tiles_around(game.state, event.facts["cell"])
                    stayed += 1
            if number % 25 == 0:
                assert wrong_with(game.state) == []
    assert taken > 10
    assert stayed


@pytest.mark.parametrize("options", ["", "hand_size=3", "farmers=off half_points=on"])
def test_ABBOT_RECALL_1_whole_games_can_be_written_down(options: str) -> None:
    for seed in range(3):
        game = Game(rules("river_20", "cult", options=options), seats=3, dealer=Seeded(seed))
        for _ in plies(game, seed):
            pass
        assert "recall" in game_text(game)
        again = parse_game(game_text(game))
        assert (again.scores, again.state.key()) == (game.scores, game.state.key())
