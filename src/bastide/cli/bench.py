"""`bastide bench`: the speed of the engine and the compiled simulator, and how it scales with the number of tiles."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from bastide.cli.arguments import duration
from bastide.cli.timings import (
    Timing,
    copy_seconds,
    final_state_bytes,
    interleaved,
    open_cells,
    states_at,
    timed,
    turns_played,
    unit_seconds,
)
from bastide.errors import BastideError
from bastide.games import DEFAULT_GAME, make_rules
from bastide.rules.ruleset import Ruleset

GAMES: Final = range(10)
"""The seeds of the games in every round."""
MIDDLE: Final = 36
"""The middle turn of a base game, which has 71."""
MIDDLE_STATES: Final = 20
COMPILED_GAMES: Final = 500
GROWTH: Final = (1, 2, 4)
"""Numbers of copies of the base tile set in play."""


@dataclass(frozen=True)
class Growth:
    """The cost of turns with a number of tiles."""

    tiles: int
    turn: Timing
    open_cells: float
    bytes: int


@dataclass(frozen=True)
class Speed:
    """The results of the benchmark."""

    unit: float
    game: Timing
    turn: Timing
    full: Timing
    """A game with all expansions that can be played together, on all their tiles."""
    full_tiles: int
    copy: Timing
    compiled: Timing | None
    """A base game in the compiled simulator, if it is installed."""
    growth: tuple[Growth, ...]

    def to_json(self) -> dict[str, object]:
        """Return the results as plain data; ``units`` are reference units."""
        return {
            "unit_nanoseconds": round(self.unit * 1e9, 1),
            "games_per_second": round(1 / self.game.seconds, 1),
            "game_units": round(self.game.units),
            "turn_microseconds": _micro(self.turn.seconds),
            "turn_units": round(self.turn.units, 1),
            "full_games_per_second": round(1 / self.full.seconds, 1),
            "full_game_units": round(self.full.units),
            "full_tiles": self.full_tiles,
            "copy_microseconds": _micro(self.copy.seconds),
            "copy_units": round(self.copy.units, 1),
            "compiled_games_per_second": round(1 / self.compiled.seconds) if self.compiled else None,
            "compiled_times_as_fast": round(self.game.seconds / self.compiled.seconds, 1) if self.compiled else None,
            "growth": [
                {
                    "tiles": row.tiles,
                    "turn_microseconds": _micro(row.turn.seconds),
                    "turn_units": round(row.turn.units, 1),
                    "open_cells": round(row.open_cells, 1),
                    "turn_microseconds_per_open_cell": round(row.turn.seconds * 1e6 / row.open_cells, 3),
                    "turn_units_per_open_cell": round(row.turn.units / row.open_cells, 2),
                    "final_state_bytes": row.bytes,
                }
                for row in self.growth
            ],
        }

    def text(self) -> str:
        """Return the results as a table."""
        lines = [
            "Random games of two with farmers (bigbox2014), through options and apply, draws included.",
            f"One unit is one pass of a fixed loop of plain Python; here it takes {self.unit * 1e9:.0f} ns.",
            "",
            f"{'':20}{'best':>12}{'':6}{'units':>12}",
            f"{'base games':20}{1 / self.game.seconds:>12.1f} /s   {self.game.units:>12.0f} a game",
            f"{'a turn of these':20}{self.turn.seconds * 1e6:>12.1f} µs   {self.turn.units:>12.1f}",
            f"{'with all expansions':20}{1 / self.full.seconds:>12.1f} /s   {self.full.units:>12.0f} a game"
            f" of {self.full_tiles} tiles",
            f"{'copy in mid-game':20}{self.copy.seconds * 1e6:>12.1f} µs   {self.copy.units:>12.1f}",
            self._compiled_text(),
            "",
            f"{'tiles':>6}{'µs a turn':>12}{'units':>10}{'open cells':>12}{'µs a turn':>14}{'units':>12}{'state':>12}",
            f"{'':6}{'':12}{'':10}{'':12}{'and open cell':>14}{'':12}{'':12}",
        ]
        for row in self.growth:
            each, units = row.turn.seconds * 1e6 / row.open_cells, row.turn.units / row.open_cells
            lines.append(
                f"{row.tiles:>6}{row.turn.seconds * 1e6:>12.1f}{row.turn.units:>10.1f}{row.open_cells:>12.1f}"
                f"{each:>14.3f}{units:>12.2f}{row.bytes / 1024:>8.1f} KiB"
            )
        return "\n".join(lines)

    def _compiled_text(self) -> str:
        if self.compiled is None:
            return f"{'compiled base games':20}{'-':>12}      pip install 'bastide[fast]'"
        times = self.game.seconds / self.compiled.seconds
        return (
            f"{'compiled base games':20}{1 / self.compiled.seconds:>12.1f} /s   {self.compiled.units:>12.1f} a game,"
            f" {times:.0f} times as fast"
        )


def _micro(seconds: float) -> float:
    return round(seconds * 1e6, 2)


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand and its arguments."""
    parser = commands.add_parser(
        "bench",
        help="measure the speed of the engine",
        description="Measure random games, copies of states, and how the time of a turn grows with the board. Results "
        "are also given in units of a fixed loop of plain Python, timed alongside, to compare machines and noisy runs.",
        epilog="examples:\n  bastide bench\n  bastide bench --seconds 3 --json",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", action="store_true", help="print the report as one JSON object")
    parser.add_argument("--seconds", type=duration, default=10, metavar="S", help="approximate duration (default: 10)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure and report."""
    speed = measure(args.seconds)
    print(json.dumps(speed.to_json(), indent=1) if args.json else speed.text())
    return 0


def measure(seconds: float) -> Speed:
    """Run the benchmark for about the given number of seconds."""
    base = make_rules("bigbox2014")
    full = make_rules("bigbox2014", expansions=DEFAULT_GAME.together())
    turns_played(full, GAMES[:1])  # fills lazily computed tables
    grown = {times: make_rules("bigbox2014", tiles=["base"] * times) for times in GROWTH}
    turns = {times: turns_played(rules, GAMES[:2]) for times, rules in grown.items()}
    turns_in_all = turns_played(base, GAMES)
    states = states_at(base, MIDDLE, range(MIDDLE_STATES))
    jobs: dict[str, Callable[[], float]] = {
        "games": partial(_timed_games, base, GAMES),
        "full": partial(_timed_games, full, GAMES[:4]),
        "copy": partial(copy_seconds, states),
    }
    if (compiled_games := _compiled_games(base)) is not None:
        jobs["compiled"] = compiled_games
    for times, rules in grown.items():
        jobs[f"×{times}"] = partial(_timed_games, rules, GAMES[:2])
    timings = interleaved(jobs, seconds)
    return Speed(
        unit=min(unit_seconds() for _ in range(10)),
        game=_per(timings["games"], len(GAMES)),
        turn=_per(timings["games"], turns_in_all),
        full=_per(timings["full"], len(GAMES[:4])),
        full_tiles=full.tiles_in_all,
        copy=timings["copy"],
        compiled=_per(timings["compiled"], COMPILED_GAMES) if "compiled" in timings else None,
        growth=tuple(
            Growth(
                rules.tiles_in_all,
                _per(timings[f"×{times}"], turns[times]),
                open_cells(rules, GAMES[:2]),
                final_state_bytes(rules, 0),
            )
            for times, rules in grown.items()
        ),
    )


def _timed_games(rules: Ruleset, seeds: Sequence[int]) -> float:
    return timed(lambda: turns_played(rules, seeds))


def _compiled_games(rules: Ruleset) -> Callable[[], float] | None:
    """Return a job that plays games in the compiled simulator on one core, or None if it is not installed."""
    try:
        from bastide.fast import Batch
    except BastideError:
        return None
    batch = Batch(rules, 1)
    batch.playouts(0, 1, threads=1)  # compiles, or loads the compile cache
    return lambda: timed(lambda: batch.playouts(0, COMPILED_GAMES, threads=1))


def _per(timing: Timing, count: int) -> Timing:
    return Timing(timing.seconds / count, timing.units / count)
