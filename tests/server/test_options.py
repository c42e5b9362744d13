"""The options of a table: valid values, and an error for every invalid one."""

from __future__ import annotations

import json

import pytest

from bastide.bots import BOTS
from bastide.errors import BadRules, BadTiles, BastideError
from bastide.games import GAMES
from bastide.rules.model import Json
from bastide.server.options import AIDS, CLOCKS, FLAGS, JOINING, MAX_TIMES, ClockOptions, read_options
from bastide.words import LANGUAGES
from tests.rulesets import FULL, FULL_NAMES


def test_a_table_of_nothing_said_has_the_usual_things() -> None:
    made = read_options({})
    assert (made.preset, made.expansions, made.tiles, made.options) == ("second", (), (), {})
    assert (made.seats, made.bots, made.joining, made.spectators, made.confirm) == (
        2,
        (None, None),
        "link",
        True,
        False,
    )
    assert made.aids == AIDS
    assert made.clock == ClockOptions(time=0)


def good(name: str, *values: Json) -> list[dict[str, Json]]:
    """Return habits with a value each."""
    return [{name: value} for value in values]


def good_clock(kind: str, name: str, *values: Json) -> list[dict[str, Json]]:
    return [{"clock": {"kind": kind, name: value}} for value in values]


GOOD: list[dict[str, Json]] = [
    {},
    *good("preset", *(preset for game in GAMES.values() for preset in game.presets)),
    *good("expansions", *(list(expansions) for expansions in FULL)),
    *good("seats", *range(2, 6)),
    {"preset": "bigbox2014", "seats": 8},
    *good("joining", *JOINING),
    *good("aids", [], list(AIDS), list(AIDS[:1]), list(AIDS[2:])),
    *good("bots", [], ["random"], *([None, level] for level in BOTS)),
    *good("tiles", ["base", "base"], ["BA-CRFR", "BA-FFRR"]),
    *good("spectators", True, False),
    *good("confirm", True, False),
    *good_clock("live", "time", 1, 600, MAX_TIMES["live"]),
    *good_clock("days", "time", 1, MAX_TIMES["days"]),
    *good_clock("live", "increment", 0, 3600),
    *good_clock("days", "flag", *FLAGS),
    *good("options", {"first_player": 1}, {"followers": 3, "half_points": True, "hand_size": 3}),
    {"seats": 6, "options": {"max_players": 6}},
]


@pytest.mark.parametrize("options", GOOD, ids=str)
def test_what_is_chosen_is_kept_and_read_again(options: dict[str, Json]) -> None:
    made = read_options(options)
    stored = json.loads(json.dumps(made.to_json()))
    assert read_options(stored) == made
    for name, value in options.items():
        if name not in ("clock", "bots"):
            assert stored[name] == value
    if "clock" in options:
        assert isinstance(clock := options["clock"], dict)
        assert clock.items() <= stored["clock"].items()
    assert len(made.bots) == made.seats
    assert made.rules().options


@pytest.mark.parametrize("name", GAMES)
def test_every_option_of_every_game_can_be_chosen_with_every_value(name: str) -> None:
    game = GAMES[name]
    for part in (*game.base, *game.expansions):
        own = [part.id] * (part in game.expansions)
        for option in part.options:
            others = [other for other, _ in option.beside[:1]]
            options: dict[str, Json] = {"preset": game.default_preset, "expansions": [*own, *others]}
            for value in option.values:
                seats = int(value) + 1 if option.name == "first_player" else 2
                made = read_options({**options, "seats": max(2, seats), "options": {option.name: value}})
                assert made.rules().options[option.name] == value


def test_the_usual_times_are_ten_minutes_and_three_days() -> None:
    assert read_options({"clock": {"kind": "live"}}).clock == ClockOptions(kind="live", time=600)
    assert read_options({"clock": {"kind": "days"}}).clock == ClockOptions(kind="days", time=3)
    assert [kind for kind in CLOCKS if read_options({"clock": {"kind": kind}}).clock.kind == kind] == list(CLOCKS)


HALF, TWO = json.loads("[1.5, 2.0]")


def bad(name: str, message: str, *values: Json) -> list[tuple[dict[str, Json], str]]:
    """Return habits with a bad value each, and why each is refused."""
    return [({name: value}, message) for value in values]


def bad_option(name: str, message: str, *values: Json) -> list[tuple[dict[str, Json], str]]:
    return [({"options": {name: value}}, message) for value in values]


def bad_clock(kind: str, name: str, message: str, *values: Json) -> list[tuple[dict[str, Json], str]]:
    return [({"clock": {"kind": kind, name: value}}, message) for value in values]


BAD: list[tuple[dict[str, Json], str]] = [
    *bad("preset", "unknown_preset", "third", ""),
    *bad("preset", "table_option", None, 2, ["second"], {}),
    *bad("expansions", "unknown_expansion", ["moon"], [""]),
    ({"preset": "gold_rush", "expansions": ["river"]}, "unknown_expansion"),
    *bad("expansions", "named_twice", ["river", "river"]),
    *bad("expansions", "expansion_excludes", ["count", "wheel_of_fortune"]),
    *bad("expansions", "table_option", None, "river", 1, {"river": True}, [1], [None], [["river"]]),
    *bad("tiles", "unknown_tile_set", ["moon"], ["../words/en"]),
    *bad("tiles", "table_option", ["base"] * 60),
    *bad("tiles", "table_option", None, "base", [0]),
    *bad("options", "table_option", None, False, 0, "", [], "followers=1"),
    *bad_option("moon", "unknown_option", 1),
    *bad_option("circles", "option_absent", "both"),
    *bad_option("followers", "option_value", 0, True, "7"),
    *bad_option("followers", "table_option", None, HALF, [], {}),
    *bad_option("half_points", "option_value", 1),
    *bad_option("first_player", "first_player", 2),
    *bad_option("first_player", "option_value", -1),
    *bad("seats", "table_number", None, 1, 0, -2, 9, TWO, "2", True, [2]),
    *bad("seats", "player_count", 6),
    ({"seats": 3, "options": {"max_players": 2}}, "player_count"),
    *bad("bots", "bots_alone", ["random", "random"]),
    *bad("bots", "table_option", [None, None, None], None, 0, False, "", "random", {}),
    *bad("bots", "table_choice", ["genius"], [""], [1], [False], [["random"]], [{}]),
    *bad("joining", "table_choice", None, "", "friends", 1, ["link"], {}),
    *bad("spectators", "table_option", None, 0, 1, "yes", []),
    *bad("confirm", "table_option", None, 0, 1, "no", {}),
    *bad("aids", "table_choice", ["stars"], [1], [None]),
    *bad("aids", "table_option", "fields", 1, {}),
    *bad("clock", "table_option", None, 0, False, "", [], "live"),
    *bad("clock", "table_choice", {"kind": None}, {"kind": ""}, {"kind": "sand"}, {"kind": 1}, {"kind": ["live"]}),
    *bad_clock("live", "time", "table_number", 0, -1, HALF, "9", True, MAX_TIMES["live"] + 1),
    *bad_clock("days", "time", "table_number", 0, MAX_TIMES["days"] + 1),
    *bad_clock("live", "increment", "table_number", None, -1, 3601, "2", False),
    *bad_clock("days", "flag", "table_choice", None, "", "explodes", 1),
]


@pytest.mark.parametrize(("options", "message"), BAD, ids=str)
def test_what_makes_no_table_is_refused_in_sentences(options: dict[str, Json], message: str) -> None:
    with pytest.raises((BadRules, BadTiles)) as error:
        read_options(options)
    assert error.value.message == message
    said = {error.value.text(language) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    assert all(sentence.endswith(".") for sentence in said)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"clock": {"kind": "sand"}}, ("sand", "none, live, days")),
        ({"aids": ["stars"]}, ("stars", ", ".join(AIDS))),
        ({"bots": ["genius"]}, ("genius", ", ".join(BOTS))),
        ({"seats": 12}, ("12", "2 to 8")),
        ({"options": {"first_player": 4}, "seats": 3}, ("4", "0 to 2")),
    ],
)
def test_a_mistake_names_what_is_wrong_and_what_is_possible(options: dict[str, Json], words: tuple[str, str]) -> None:
    with pytest.raises(BastideError) as error:
        read_options(options)
    assert all(word in str(error.value) for word in words)


@pytest.mark.parametrize("expansions", FULL, ids=FULL_NAMES)
def test_rules_of_a_table_are_those_that_were_chosen(expansions: tuple[str, ...]) -> None:
    made = read_options({"preset": "anniversary", "expansions": list(expansions), "options": {"followers": 5}})
    assert made.rules().choice.expansions == expansions
    assert dict(made.rules().choice.options)["followers"] == 5
