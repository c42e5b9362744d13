"""Who plays the games of a match: this process alone, processes on all cores, or a Ray cluster.

Each function takes the numbers of the games and yields them as they are finished, in any order. Whoever stops asking
ends all work.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import active_children, get_context
from typing import Final

from bastide.bots.arena import Match, Played, play_game
from bastide.bots.processes import begin_worker
from bastide.errors import BastideError

Games = Generator[Played, None, None]
AHEAD: Final = 2
"""Games that are handed out for each core: one to play, one to go on with."""
LOCAL: Final = "local"
"""The address of a Ray that is started for the match, on this machine."""


def available_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def alone(match: Match, numbers: Sequence[int]) -> Games:
    """Play games one after the other in this process."""
    for number in numbers:
        yield play_game(match, number)


def in_processes(match: Match, numbers: Sequence[int], cores: int) -> Games:
    """Play games in as many processes. Raises BastideError if one of them is lost."""
    others = set(active_children())
    pool = ProcessPoolExecutor(min(cores, len(numbers)), get_context("spawn"), initializer=begin_worker)
    try:
        waiting = iter(numbers)
        running = {pool.submit(play_game, match, number) for number in islice(waiting, AHEAD * cores)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {pool.submit(play_game, match, number) for number in islice(waiting, len(done))}
            for future in done:
                yield future.result()
    except BrokenProcessPool as reason:
        raise BastideError("arena_process_lost") from reason
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(active_children()) - others:
            child.terminate()


def on_ray(match: Match, numbers: Sequence[int], cores: int, address: str) -> Games:
    """Play games as tasks of a Ray cluster, or of a Ray on some cores of this machine. Raises BastideError."""
    try:
        import ray
    except ImportError as reason:
        raise BastideError("extra_missing_ray", extra="bastide[ray]") from reason
    own = {"num_cpus": cores, "include_dashboard": False} if address == LOCAL else {}
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **own)
    except (ConnectionError, RuntimeError, ValueError) as reason:
        raise BastideError("arena_ray", address=address, reason=str(reason)) from reason
    try:
        play, shared = ray.remote(play_game), ray.put(match)
        waiting = iter(numbers)
        at_once = AHEAD * int(ray.cluster_resources().get("CPU", 1))
        running = [play.remote(shared, number) for number in islice(waiting, at_once)]
        while running:
            done, running = ray.wait(running)
            running += [play.remote(shared, number) for number in islice(waiting, len(done))]
            yield from ray.get(done)
    finally:
        ray.shutdown()
