"""The log of a match: whole lines, read back as they were, and only by the same match."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bastide.bots.arena import Contender, Fault, Match, MatchGame, play_game
from bastide.bots.interface import Budget
from bastide.bots.match_log import MatchLog, from_json, to_json
from bastide.errors import BastideError
from bastide.games import make_rules

MATCH = Match(Contender("random"), Contender("random", Budget(0.5)), make_rules(), paired=True)


def written(path: Path, games: int, match: Match = MATCH) -> list[MatchGame]:
    log = MatchLog(path, match)
    played = [play_game(match, number) for number in range(games)]
    for game in played:
        log.add(game)
    log.close()
    return played


def read(path: Path, match: Match = MATCH) -> list[MatchGame]:
    log = MatchLog(path, match, resume=True)
    log.close()
    return log.known


def refusal(path: Path, match: Match = MATCH, resume: bool = True) -> str:
    with pytest.raises(BastideError) as error:
        MatchLog(path, match, resume)
    return error.value.message


def test_a_line_holds_all_of_a_game(tmp_path: Path) -> None:
    (game,) = written(tmp_path / "log", 1)
    data = json.loads((tmp_path / "log").read_text())
    assert list(data) == ["match", "game", "seed", "seats", "scores", "fault", "moves", "times"]
    assert data["match"] == MATCH.to_json()
    assert (data["seed"], data["seats"], data["scores"]) == ("1/0", ["A", "B"], list(game.scores))
    assert data["moves"] == list(game.turns)
    assert len(data["times"]["A"]) == len(game.seconds["A"])


def test_games_are_read_as_they_were(tmp_path: Path) -> None:
    games = written(tmp_path / "log", 2)
    for found, game in zip(read(tmp_path / "log"), games, strict=True):
        assert replace(found, seconds={}) == replace(game, seconds={})
        assert found.seconds["B"] == pytest.approx(game.seconds["B"], abs=1e-6)


def test_a_fault_is_read_as_it_was() -> None:
    game = MatchGame(3, "BA", (1, 2), ("1. U(1,0)",), {"A": (), "B": ()}, Fault("B", "turn 1: “oops”"))
    assert from_json(MATCH, json.loads(json.dumps(to_json(MATCH, game)))) == replace(game, seconds={"A": (), "B": ()})


def test_a_line_that_was_cut_is_dropped_and_the_next_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "log"
    written(path, 2)
    path.write_bytes(path.read_bytes()[:-40])
    log = MatchLog(path, MATCH, resume=True)
    assert [game.number for game in log.known] == [0]
    log.add(play_game(MATCH, 1))
    log.close()
    assert [game.number for game in read(path)] == [0, 1]


def test_an_empty_or_missing_file_is_a_beginning(tmp_path: Path) -> None:
    assert read(tmp_path / "log") == []
    assert (tmp_path / "log").exists()
    written(tmp_path / "log", 1)


def test_what_is_there_is_not_written_over(tmp_path: Path) -> None:
    written(tmp_path / "log", 1)
    assert refusal(tmp_path / "log", resume=False) == "arena_log_exists"


@pytest.mark.parametrize("line", ["oops", "[]", "{}", '{"game": 1}', "\xff"])
def test_a_damaged_line_is_named(tmp_path: Path, line: str) -> None:
    written(tmp_path / "log", 1)
    with (tmp_path / "log").open("a", encoding="latin-1") as file:
        file.write(f"{line}\n")
    assert refusal(tmp_path / "log") == "arena_log_line"


@pytest.mark.parametrize(
    "change",
    [
        {"game": "x"},
        {"game": -2},
        {"game": 1},
        {"scores": []},
        {"scores": [1]},
        {"scores": [1, "x"]},
        {"seats": ["A"]},
        {"times": {"A": ["x"], "B": []}},
        {"times": []},
        {"fault": {"side": "C", "reason": ""}},
        {"fault": 5},
    ],
    ids=str,
)
def test_a_line_that_makes_no_sense_is_named(tmp_path: Path, change: dict[str, object]) -> None:
    written(tmp_path / "log", 1)
    data = json.loads((tmp_path / "log").read_text())
    (tmp_path / "log").write_text(json.dumps({**data, **change}) + "\n")
    assert refusal(tmp_path / "log") == "arena_log_line"


def test_another_match_does_not_go_on_with_it(tmp_path: Path) -> None:
    written(tmp_path / "log", 1)
    for other in (
        replace(MATCH, seed=2),
        replace(MATCH, paired=False),
        replace(MATCH, a=MATCH.b),
        replace(MATCH, seats=3),
        replace(MATCH, rules=make_rules("first")),
    ):
        assert refusal(tmp_path / "log", other) == "arena_log_other"


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    assert refusal(tmp_path / "nowhere" / "log") == "file_write"
    assert refusal(tmp_path) == "file_write"
    full = MatchLog(Path("/dev/full"), MATCH)
    with pytest.raises(BastideError, match="No space left"):
        full.add(play_game(MATCH, 0))
    full.close()
