"""Executors of a match: this process, a pool of processes, or a Ray cluster.

Each generator takes the numbers of games and yields them in the order in which they finish. Closing it stops all work.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import active_children, get_context
from typing import Final

from bastide.bots.arena import Match, MatchGame, play_game
from bastide.bots.processes import begin_worker
from bastide.errors import BastideError

Games = Generator[MatchGame, None, None]
AHEAD: Final = 2
"""Games submitted per core: one running, one queued."""
LOCAL: Final = "local"
"""Address that starts Ray on this machine for the match."""


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_sequentially(match: Match, numbers: Sequence[int]) -> Games:
    """Play games one after the other in this process."""
    for number in numbers:
        yield play_game(match, number)


def play_in_processes(match: Match, numbers: Sequence[int], cores: int) -> Games:
    """Play games in a pool of processes. Raises BastideError if one of them dies."""
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


def play_on_ray(match: Match, numbers: Sequence[int], cores: int, address: str) -> Games:
    """Play games as tasks on a Ray cluster, or on Ray with some cores of this machine. Raises BastideError."""
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
