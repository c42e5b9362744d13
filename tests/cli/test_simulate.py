"""`bastide simulate`: seeds reproduce games, and violated invariants are reported."""

from __future__ import annotations

import json

import pytest

from bastide.play.invariants import InvariantChecker
from bastide.rules.state import State
from tests.cli.conftest import Bastide

KEYS = [
    "rules",
    "players",
    "games",
    "seed",
    "seats",
    "turns",
    "tiles_placed",
    "tiles_discarded",
    "actions",
    "seconds",
    "games_per_second",
    "invariants",
]


def report(bastide: Bastide, *arguments: str) -> dict[str, object]:
    ran = bastide("simulate", "--json", *arguments)
    assert ran.code == 0
    read = json.loads(ran.out)
    assert isinstance(read, dict)
    return read


def without_times(found: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in found.items() if key not in ("seconds", "games_per_second")}


def test_the_keys_of_the_report_are_stable(bastide: Bastide) -> None:
    found = report(bastide, "--games", "2")
    assert list(found) == KEYS
    assert found["rules"] == "bigbox2014"
    assert found["invariants"] == {"checked": "every end", "broken_in_all": 0, "broken": []}


def test_a_seed_gives_the_same_games(bastide: Bastide) -> None:
    first = report(bastide, "--games", "3", "--seed", "5", "--players", "3")
    again = report(bastide, "--games", "3", "--seed", "5", "--players", "3")
    other = report(bastide, "--games", "3", "--seed", "50", "--players", "3")
    assert without_times(first) == without_times(again)
    assert first["seats"] != other["seats"]


def test_any_game_can_be_reproduced_alone(bastide: Bastide) -> None:
    actions = [report(bastide, "--games", "1", "--seed", str(seed))["actions"] for seed in (7, 8, 9)]
    assert sum(int(str(n)) for n in actions) == report(bastide, "--games", "3", "--seed", "7")["actions"]


def test_all_tiles_are_accounted_for(bastide: Bastide) -> None:
    found = report(bastide, "--games", "1", "--rules", "tiles=base,base")
    placed, discarded = found["tiles_placed"], found["tiles_discarded"]
    assert isinstance(placed, dict)
    assert isinstance(discarded, dict)
    assert placed["mean"] + discarded["mean"] == 143


def test_shared_victories_count_for_all_who_share(bastide: Bastide) -> None:
    seats = report(bastide, "--games", "60", "--rules", "followers=1 farmers=off")["seats"]
    assert isinstance(seats, list)
    assert seats[0]["shared_wins"] == seats[1]["shared_wins"] > 0
    assert sum(seat["wins"] for seat in seats) == 60 + seats[0]["shared_wins"]


@pytest.mark.parametrize("rules", ["bigbox2014", "second hand_size=3", "anniversary half_points=on"])
def test_checked_games_report_no_violations(bastide: Bastide, rules: str) -> None:
    ran = bastide("simulate", "--games", "1", "--players", "3", "--rules", rules, "--check")
    assert ran.code == 0
    assert "none violated" in ran.out
    assert "checked at the end of 1 game, none violated" in bastide("simulate", "--games", "1").out


def test_in_french(bastide: Bastide) -> None:
    assert "parties par seconde" in bastide("simulate", "--games", "1", "--lang", "fr").out


def test_violations_are_reported_with_seed_and_action(bastide: Bastide, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        InvariantChecker, "check", lambda self, state: ["a tile is upside down"] if state.turn == 2 else []
    )
    ran = bastide("simulate", "--games", "1", "--seed", "4", "--check")
    assert ran.code == 1
    assert "seed 4, action 4: a tile is upside down" in ran.out
    ran = bastide("simulate", "--games", "40", "--check", "--json")
    told = json.loads(ran.out)["invariants"]
    assert ran.code == 1
    assert told["broken_in_all"] > len(told["broken"]) == 20


def test_a_crash_is_reported_with_its_seed(bastide: Bastide, monkeypatch: pytest.MonkeyPatch) -> None:
    def check(self: InvariantChecker, state: State) -> list[str]:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(InvariantChecker, "check", check)
    ran = bastide("simulate", "--games", "1", "--seed", "3", "--check")
    assert ran.code == 1
    assert "seed 3, action 2: ZeroDivisionError: oops" in ran.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--rules", "third"], "There is no preset third: choose among first, second, bigbox2014, anniversary"),
        (["--rules", "second colour=red"], "There is no option colour"),
        (["--rules", "second hand_size=2"], "The option hand_size cannot be 2: choose among 0, 3."),
        (["--rules", "second farmers"], "“farmers” is not understood"),
        (["--rules", "second expansions=dragons"], "There is no expansion dragons"),
        (["--rules", "tiles=dragons"], "There is no tile set or tile dragons"),
        (["--players", "9"], "9 cannot play: these rules are for 1 to 8 players."),
        (["--players", "6", "--rules", "first"], "6 cannot play: these rules are for 1 to 5 players."),
        (["--players", "99999999999"], "99999999999 cannot play"),
    ],
)
def test_bad_input_is_reported(bastide: Bastide, arguments: list[str], said: str) -> None:
    ran = bastide("simulate", *arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith(said)
