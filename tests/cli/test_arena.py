"""`bastide arena`: the report of a match, however it ends."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from bastide.bots.arena import Match, MatchGame, play_game
from bastide.bots.interface import Budget
from bastide.bots.levels import RandomBot
from bastide.bots.reference import OPPONENTS
from bastide.cli import arena
from bastide.errors import BastideError
from bastide.rules.model import Action
from bastide.rules.state import State
from tests.cli.conftest import Bastide


def told(bastide: Bastide, *arguments: str, code: int = 0) -> dict[str, object]:
    ran = bastide("arena", "--json", "--cores", "1", *arguments)
    assert (ran.code, ran.err) == (code, "")
    found = json.loads(ran.out)
    assert isinstance(found, dict)
    return found


def without_times(found: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in found.items() if key != "seconds_per_choice"}


def test_the_report_as_text(bastide: Bastide) -> None:
    ran = bastide("arena", "reference@10", "random", "--games", "4", "--paired", "--cores", "1")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "reference@10 against random@1s: 4 games, rules bigbox2014, 2 seats, seed 1"
    assert lines[1] == "2 pairs of games with the same draws, seats swapped"
    rows = {line[:26].strip(): line[26:].split() for line in lines[4:]}
    assert rows["won, drawn, lost"] == ["4,", "0,", "0"]
    assert rows["win rate"][:2] == ["100.0", "%"]
    assert rows["Elo difference"][0] == "+∞"
    assert float(rows["mean margin"][0]) > 20
    assert float(rows["A reference@10"][3]) > float(rows["B random@1s"][3])


def test_in_french(bastide: Bastide) -> None:
    ran = bastide("arena", "random", "random", "--games", "2", "--cores", "1", "--sprt", "0", "10", "--lang", "fr")
    assert "taux de victoire" in ran.out
    assert "Rien n'est encore décidé." in ran.out


def test_equal_bots_are_distinguished_by_their_side(bastide: Bastide) -> None:
    found = told(bastide, "random", "random", "--games", "6", "--seed", "3")
    results = [found[key] for key in ("wins", "draws", "losses")]
    assert sum(int(str(number)) for number in results) == found["games"] == 6
    assert found["seed"] == 3
    assert found["complete"] is True


def test_rules_and_seats(bastide: Bastide) -> None:
    found = told(
        bastide, "random", "random", "--games", "2", "--paired", "--seats", "5", "--rules", "first farmers=off"
    )
    assert (found["rules"], found["seats"], found["games"]) == ("first farmers=off", 5, 2)


@pytest.mark.slow
def test_the_number_of_cores_does_not_matter(bastide: Bastide) -> None:
    arguments = ("reference@5", "random", "--games", "30", "--paired", "--sprt", "0", "300")
    one = told(bastide, *arguments)
    assert without_times(told(bastide, *arguments, "--cores", "2")) == without_times(one)
    assert int(str(one["games"])) < 30


def test_a_sequential_test_stops_early_and_says_what_is_accepted(bastide: Bastide) -> None:
    arguments = ("arena", "reference@10", "random", "--games", "60", "--paired", "--cores", "1", "--sprt", "0", "200")
    ran = bastide(*arguments)
    assert ran.code == 0
    assert "SPRT of 0 against 200 Elo" in ran.out
    assert "200 Elo is accepted." in ran.out
    assert "Stopped before" not in ran.out


def test_a_match_resumes_from_its_log(bastide: Bastide, tmp_path: Path) -> None:
    log = str(tmp_path / "match.jsonl")
    whole = told(bastide, "random", "random", "--games", "8", "--paired")
    told(bastide, "random", "random", "--games", "4", "--paired", "--log", log)
    assert len(Path(log).read_text().splitlines()) == 4
    again = told(bastide, "random", "random", "--games", "8", "--paired", "--log", log, "--resume")
    assert len(Path(log).read_text().splitlines()) == 8
    assert without_times(again) == without_times(whole)
    nothing_to_do = told(bastide, "random", "random", "--games", "8", "--paired", "--log", log, "--resume")
    assert len(Path(log).read_text().splitlines()) == 8
    assert without_times(nothing_to_do) == without_times(whole)


class Clumsy(RandomBot):
    """A bot that raises an error in the middle of every game."""

    def choose(self, state: State, budget: Budget) -> Action:
        if state.turn == 20:
            raise LookupError("dropped the dice")
        return super().choose(state, budget)


def test_a_bot_at_fault_loses_its_games_and_the_match_goes_on(
    bastide: Bastide, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(OPPONENTS, "clumsy", Clumsy)
    arguments = ("random", "clumsy", "--games", "4", "--paired")
    ran = bastide("arena", "--cores", "1", *arguments)
    assert ran.code == 1
    assert "2 games were lost by a fault:" in ran.out
    assert "game 0, B clumsy@1s: turn 20: LookupError: dropped the dice" in ran.out
    found = told(bastide, *arguments, code=1)
    assert found["games"] == 4
    assert found["faults"] == [
        {"game": number, "side": "B", "reason": "turn 20: LookupError: dropped the dice"} for number in (0, 2)
    ]


def test_many_faults_are_cut_short(bastide: Bastide, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OPPONENTS, "clumsy", lambda rules, generator: 1 / 0)
    ran = bastide("arena", "random", "clumsy", "--games", "25", "--cores", "1")
    assert ran.code == 1
    assert ran.out.count("ZeroDivisionError") == 20
    assert ran.out.endswith("… and 5 more\n")


def stop_after(games: int, error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    def play_sequentially(match: Match, numbers: Sequence[int]) -> Iterator[MatchGame]:
        for number in numbers[:games]:
            yield play_game(match, number)
        raise error

    monkeypatch.setattr(arena, "play_sequentially", play_sequentially)


def test_an_interrupted_match_is_reported(bastide: Bastide, monkeypatch: pytest.MonkeyPatch) -> None:
    stop_after(5, KeyboardInterrupt(), monkeypatch)
    ran = bastide("arena", "random", "random", "--games", "8", "--paired", "--cores", "1")
    assert (ran.code, ran.err) == (130, "")
    assert "4 games" in ran.out
    assert "Stopped before all games were played." in ran.out


def test_interrupted_before_the_first_game_there_is_no_report(
    bastide: Bastide, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_after(0, KeyboardInterrupt(), monkeypatch)
    ran = bastide("arena", "random", "random", "--cores", "1")
    assert ran.code == 130
    assert "No game is known that counts." in ran.out


def test_a_lost_process_is_reported_after_the_results(bastide: Bastide, monkeypatch: pytest.MonkeyPatch) -> None:
    stop_after(3, BastideError("arena_process_lost"), monkeypatch)
    ran = bastide("arena", "random", "random", "--games", "8", "--cores", "1")
    assert ran.code == 1
    assert "3 games" in ran.out
    assert ran.err.startswith("A process that played games was lost")


@pytest.mark.slow
def test_a_real_interrupt(tmp_path: Path) -> None:
    log = tmp_path / "log"
    arguments = ["arena", "random", "random", "--games", "100000", "--cores", "2", "--json", "--log", str(log)]
    with subprocess.Popen(
        [sys.executable, "-m", "bastide.cli", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        # A game is counted after it is in the log: the first one is when there are two.
        while running.poll() is None and not (log.exists() and log.read_bytes().count(b"\n") > 1):
            time.sleep(0.01)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (130, "")
    found = json.loads(out)
    assert found["complete"] is False
    assert 0 < found["games"] <= len(log.read_text().splitlines())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["wizard", "random"], "There is no bot of the level “wizard”: choose among random"),
        (["random", "random@soon"], "“random@soon” is not understood"),
        (["random", "random", "--paired", "--games", "3"], "3 games cannot be paired"),
        (["random", "random", "--sprt", "10", "0"], "The two differences in Elo must be between -2000 and 2000"),
        (["random", "random", "--sprt", "0", "nan"], "The two differences in Elo must be"),
        (["random", "random", "--resume"], "To go on with a match, name its log"),
        (["random", "random", "--seconds", "0"], "A bot cannot choose in no time at all: give random more"),
        (["random", "random", "--seats", "9"], "9 cannot play"),
        (["random", "random", "--rules", "third"], "There is no preset third"),
        (["random", "random", "--log", "/nowhere/log"], "The file /nowhere/log cannot be written"),
    ],
)
def test_bad_input_is_reported(bastide: Bastide, arguments: list[str], said: str) -> None:
    ran = bastide("arena", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(said)


def test_without_ray_it_says_what_to_install(bastide: Bastide, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    ran = bastide("arena", "random", "random", "--ray")
    assert (ran.code, ran.out) == (2, "")
    assert "pip install 'bastide[ray]'" in ran.err


OWN = '''
class First:
    """Chooses the first option."""

    def __init__(self, rules, generator):
        pass

    def choose(self, state, budget):
        return state.legal[0]
'''


def test_a_custom_bot_plays(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    command = [str(Path(sys.executable).with_name("bastide")), "arena", "own:First", "random"]
    ran = subprocess.run(
        [*command, "--games", "4", "--cores", "2", "--json"], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    found = json.loads(ran.stdout)
    assert (found["a"], found["games"], ran.stderr) == ("own:First@1s", 4, "")


@pytest.mark.parametrize(
    ("name", "words"),
    [("nowhere:First", "No module named"), ("json:First", "no attribute 'First'"), (":", "module:Name")],
)
def test_a_bot_that_cannot_be_loaded_is_reported(name: str, words: str, bastide: Bastide) -> None:
    ran = bastide("arena", name, "random")
    assert ran.code != 0
    assert words in ran.err
