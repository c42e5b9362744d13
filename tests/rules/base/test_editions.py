"""Rule editions as presets of options, options by themselves, and the number of players."""

from __future__ import annotations

import pytest

from bastide import BadRules, Game, Seeded, make_rules, parse_rules
from bastide.games import GameRules, presets
from bastide.rules.model import OptionValue
from bastide.rules.ruleset import option_text
from tests.boards import EDITIONS, RED, board, choices, finish, play, scores
from tests.games import random_game

FIRST: dict[str, OptionValue] = {
    "field_scoring": "per_city_4",
    "tiny_city": 2,
    "tiny_city_pennants": False,
    "farmers": True,
    "unfinished": "all",
    "half_points": False,
    "hand_size": 0,
    "hand_end": "placed",
    "tile_edition": "plain",
    "followers": 7,
    "max_players": 5,
    "first_player": 0,
}
COLUMNS: dict[str, dict[str, OptionValue]] = {
    "first": FIRST,
    "second": {**FIRST, "field_scoring": "per_city_3"},
    "bigbox2014": {
        **FIRST,
        "field_scoring": "per_field_3",
        "tiny_city": 4,
        "max_players": 8,
        # Plain tiles for every set but the river, which has a printing of its own in that box.
        "tile_edition": "bigbox2014",
    },
    "anniversary": {**FIRST, "field_scoring": "per_field_3", "tiny_city": 4, "tile_edition": "garden"},
}


def with_options(edition: str, options: dict[str, OptionValue]) -> GameRules:
    """Return the rules of an edition with options changed."""
    return parse_rules(" ".join([edition, *(f"{name}={option_text(value)}" for name, value in options.items())]))


def compiled(rules: GameRules) -> tuple[object, ...]:
    """Return everything the engine plays by."""
    tiles = rules.catalogue.tiles
    engine = (rules.program, rules.kinds, rules.sites, rules.terms, rules.ties, rules.choices, rules.fits)
    return (*engine, rules.may_deploy, rules.pieces, rules.columns, tiles, rules.bag, rules.starts, rules.options)


@pytest.mark.parametrize("edition", EDITIONS)
def test_ED_1_a_preset_is_exactly_its_column(edition: str) -> None:
    assert make_rules(edition).options == COLUMNS[edition]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("other", EDITIONS)
def test_ED_1_nothing_else_depends_on_the_name(edition: str, other: str) -> None:
    same = with_options(other, COLUMNS[edition])
    assert compiled(same) == compiled(make_rules(edition))
    assert random_game(same, seed=5).state.key() == random_game(edition, seed=5).state.key()


def test_ED_1_the_presets_differ_from_each_other() -> None:
    assert len({str(compiled(make_rules(edition))) for edition in EDITIONS}) == 4


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("field_scoring", "per_city_3"),
        ("field_scoring", "per_city_4"),
        ("field_scoring", "per_field_3"),
        ("tiny_city", 2),
        ("tiny_city", 4),
        ("farmers", False),
        ("half_points", True),
        ("hand_size", 3),
        ("tile_edition", "garden"),
        ("followers", 5),
        ("max_players", 6),
        ("first_player", 2),
    ],
)
def test_ED_2_an_option_overrides_the_preset_and_leaves_the_others(
    edition: str, option: str, value: OptionValue
) -> None:
    expected = {**COLUMNS[edition], option: value}
    assert with_options(edition, {option: value}).options == expected


def test_ED_2_an_overriding_option_is_played() -> None:
    state = play(board("E(0,0) FCFF +red:city ; to blue", make_rules("first", tiny_city=4)), "E(1,0)/FFFC -")
    assert state.score[RED] == 4
    farmed = "E(0,-1) FFCF, E(0,0) CFFF +red:field"
    assert finish(board(farmed, make_rules("bigbox2014", field_scoring="per_city_4")))[RED] == 4
    game = Game(make_rules(followers=3), seats=2, dealer=Seeded(1))
    assert game.view(0)["supply"] == [{"follower": 3}, {"follower": 3}]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"tiny_city": 3}, "choose among"),
        ({"hand_size": 2}, "choose among"),
        ({"farmers": 1}, "choose among"),
        ({"field_scoring": "per_field_4"}, "choose among"),
        ({"sheep": True}, "no option sheep"),
    ],
)
def test_ED_2_only_real_values_of_real_options(options: dict[str, OptionValue], why: str) -> None:
    with pytest.raises(BadRules, match=why):
        with_options("first", options)


@pytest.mark.parametrize("edition", EDITIONS)
def test_ED_3_without_farmers_nobody_farms_and_no_field_is_scored(edition: str) -> None:
    rules = make_rules(edition, farmers=False)
    assert not any("field" in token for token in choices(play(board("D(0,0) CRFR", rules), "A(1,0)/FFFR")))
    game = random_game(rules, seed=2)
    stories = game.story(None)
    assert {event.facts["role"] for event in stories if event.name == "deployed"} == {"knight", "thief", "monk"}
    assert not any(event.name == "farmed" or event.facts.get("feature") == "field" for event in stories)


@pytest.mark.parametrize(("edition", "most"), [("first", 5), ("second", 5), ("bigbox2014", 8), ("anniversary", 5)])
def test_ED_4_up_to_the_most_of_the_edition_and_alone_for_study(edition: str, most: int) -> None:
    """BASE-RUL-21: the first edition is for two to five."""
    for players in range(1, most + 1):
        assert len(Game(edition, seats=players, dealer=Seeded(1)).scores) == players
    for players in (0, most + 1):
        with pytest.raises(BadRules, match=f"these rules are for 1 to {most} players"):
            Game(edition, seats=players, dealer=Seeded(1))


def test_ED_4_max_players_is_an_option_up_to_eight_piece_sets() -> None:
    assert len(Game(make_rules("first", max_players=8), seats=8, dealer=Seeded(1)).scores) == 8
    with pytest.raises(BadRules):
        Game(make_rules(max_players=3), seats=4, dealer=Seeded(1))
    with pytest.raises(BadRules):
        make_rules(max_players=9)
    with pytest.raises(BadRules):
        make_rules(max_players=1)


@pytest.mark.parametrize("players", range(2, 9))
def test_ED_4_every_number_of_players_plays_to_the_end(players: int) -> None:
    game = random_game(players=players, seed=players)
    assert game.over
    assert {entry.actor for entry in game.log if entry.actor >= 0} == set(range(players))


@pytest.mark.parametrize("edition", EDITIONS)
def test_ED_5_half_points_change_only_open_roads_and_monasteries(edition: str) -> None:
    """ED-RUL-6: cities stay whole. ED-RUL-7: half of the usual value, rounded down."""
    whole, half = make_rules(edition), make_rules(edition, half_points=True)
    position = (
        "U(0,0) FRFR +red:road, U(1,0) FRFR, U(2,0) FRFR, B(9,0) +blue:monastery, B(9,1), B(9,2),"
        "E(0,9) FCFF +green:city, F(1,9) FCFC, E(20,-1) FFCF, E(20,0) CFFF +yellow:field"
    )
    assert finish(board(position, whole))[:3] == [3, 2, 3]
    assert finish(board(position, half))[:3] == [1, 1, 3]
    assert finish(board(position, half))[3] == finish(board(position, whole))[3] > 0, "fields are not halved"
    for rules in (whole, half):
        completed = play(board("A(0,0) FRFF +red:road, U(1,0) FRFR ; to blue", rules), "A(2,0)/FFFR -")
        assert completed.score[RED] == 3, "nor is anything complete"


def test_ED_5_tied_players_each_get_the_same_half() -> None:
    road = "U(0,0) FRFR +red:road, U(1,0) FRFR +blue:road, U(2,0) FRFR"
    assert finish(board(road, make_rules(half_points=True)))[:2] == [1, 1]


def test_ED_RUL_1_the_editions_by_name() -> None:
    assert {"first", "second", "bigbox2014"} < set(presets())
    with pytest.raises(BadRules, match="There is no preset third: choose among first, second, bigbox2014"):
        make_rules("third")
    assert make_rules("second").options["tile_edition"] == "plain", "an edition of the rules, not of the pictures"


@pytest.mark.parametrize(("players", "first"), [(2, 1), (5, 4), (5, 0)])
@pytest.mark.parametrize("edition", EDITIONS)
def test_ED_RUL_8_who_begins_is_a_parameter(edition: str, players: int, first: int) -> None:
    game = Game(make_rules(edition, first_player=first), seats=players, dealer=Seeded(1))
    assert game.actor == first
    game.play(game.options()[0])
    if game.actor == first:
        game.play("-")
    assert game.actor == (first + 1) % players


def test_ED_RUL_8_the_first_player_sits_at_the_table() -> None:
    with pytest.raises(BadRules, match="seats go from 0 to 2"):
        Game(make_rules(first_player=3), seats=3, dealer=Seeded(1))
    assert scores(board("D(0,0)", players=3), 0, 1, 2) == [0, 0, 0]
