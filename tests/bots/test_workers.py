"""Executors of a match: in one process, in several or on Ray, the games are the same, and no process is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from multiprocessing import active_children

import pytest

from bastide.bots.arena import Contender, Match, MatchGame
from bastide.bots.interface import Budget
from bastide.bots.workers import available_cores, play_in_processes, play_on_ray, play_sequentially
from bastide.errors import BastideError
from bastide.games import make_rules

DICE, REFERENCE = Contender("random"), Contender("reference", Budget(simulations=10))
MATCH = Match(REFERENCE, DICE, make_rules(), paired=True)


def results(games: Iterable[MatchGame]) -> list[tuple[object, ...]]:
    return sorted((game.number, game.sides, game.scores, game.turns) for game in games)


def soon(test: Callable[[], bool]) -> bool:
    """Say whether something becomes true within some seconds."""
    end = time.monotonic() + 20
    while not test() and time.monotonic() < end:
        time.sleep(0.05)
    return test()


@pytest.mark.slow
def test_processes_play_the_same_games_as_one_alone() -> None:
    numbers = [0, 1, 2, 5, 7]
    assert results(play_in_processes(MATCH, numbers, 2)) == results(play_sequentially(MATCH, numbers))
    assert soon(lambda: not active_children())


@pytest.mark.slow
def test_who_stops_asking_ends_all_work() -> None:
    games = play_in_processes(Match(DICE, DICE, make_rules()), range(1000), 2)
    assert next(games).scores
    assert len(active_children()) == 2
    games.close()
    assert soon(lambda: not active_children())


@pytest.mark.slow
def test_a_lost_process_is_told() -> None:
    games = play_in_processes(Match(DICE, DICE, make_rules()), range(1000), 2)
    next(games)
    active_children()[0].kill()
    with pytest.raises(BastideError) as error:
        list(games)
    assert error.value.message == "arena_process_lost"


def running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.slow
def test_processes_end_with_who_started_them() -> None:
    script = (
        "import time; from multiprocessing import active_children; from tests.bots.test_workers import *\n"
        "if __name__ == '__main__':\n"
        "    games = play_in_processes(MATCH, range(1000), 2); next(games)\n"
        "    print(*(child.pid for child in active_children()), flush=True)\n"
        "    time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as started:
        assert started.stdout is not None
        workers = [int(number) for number in started.stdout.readline().split()]
        assert len(workers) == 2
        started.send_signal(signal.SIGKILL)
    assert soon(lambda: not any(map(running, workers)))


def test_there_is_a_core() -> None:
    assert available_cores() >= 1


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BastideError, match=r"pip install 'bastide\[ray\]'"):
        list(play_on_ray(MATCH, [0], 1, "local"))


@pytest.mark.long
@pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed; `make long` installs it")
def test_ray_plays_the_same_games() -> None:
    # By itself: Ray warns of much that is not ours, and our tests take warnings for errors.
    script = (
        "from tests.bots.test_workers import *\n"
        "assert results(play_on_ray(MATCH, range(6), 2, 'local')) == results(play_sequentially(MATCH, range(6)))\n"
        "try:\n    list(play_on_ray(MATCH, [0], 1, 'auto'))\n"
        "except BastideError as error:\n    print(error.message)\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "arena_ray\n"), ran.stderr
