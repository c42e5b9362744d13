"""Mutation testing: deliberate defects, each of which the ordinary tests must catch.

``make mutants`` copies the project, plants one defect at a time and runs the tests that should fail. If none does, the
mutant has survived, and a test is missing. ``python -m tests.mutations kernel draw`` checks some packages only.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = ROOT / "src" / "bastide"
TIMEOUT: Final = 600
"""Seconds that the tests of one mutant may take."""
FAILURE: Final = re.compile("^FAILED ", re.MULTILINE)
"""A line of pytest's summary about a failed test, as opposed to one that could not be run."""


@dataclass(frozen=True)
class Mutant:
    """A copy of the project in which one text of one file is replaced."""

    file: str
    """Relative to the package."""
    defect: str
    old: str
    new: str
    tests: tuple[str, ...]
    """The tests that must fail, relative to `tests`."""

    @property
    def package(self) -> str:
        """The package that the file belongs to."""
        return self.file.split("/", maxsplit=1)[0]

    @property
    def name(self) -> str:
        """The file and the defect in one line."""
        return f"{self.file}: {self.defect}"

    def apply(self, package: Path) -> None:
        """Plant the defect in a copy of the package."""
        path = package / self.file
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(self.old, self.new), encoding="utf-8")


MUTANTS: Final = (
    Mutant(
        "kernel/features.py",
        "a tile with two segments in one feature is not counted",
        "self.tiles[a] |= self.tiles[b]",
        "self.tiles[a] ^= self.tiles[b]",
        ("kernel/test_board.py",),
    ),
    Mutant(
        "tiles/base.tiles",
        "a tile has lost its coat of arms",
        "city C pennant @180,480; field E S ~C @670,670",
        "city C @180,480; field E S ~C @670,670",
        ("kernel/test_tiles.py",),
    ),
    Mutant(
        "tiles/loader.py",
        "a set without an edition is played in its last one",
        "self.counts.get(edition, self.counts[self.editions[0]])",
        "self.counts.get(edition, self.counts[self.editions[-1]])",
        ("kernel/test_tiles.py",),
    ),
    Mutant(
        "rules/bag.py",
        "a tile under a hill is still to be drawn",
        "state.buried += 1\n    state.left -= 1",
        "state.buried += 1",
        ("rules/hills_and_sheep",),
    ),
    Mutant(
        "rules/scoring.py",
        "a tie that stands is told as decided",
        "if len(first) < len(seats):",
        "if len(first) <= len(seats):",
        ("rules/hills_and_sheep",),
    ),
    Mutant(
        "expansions/king_and_robber.py",
        "a city as large as the largest takes the king",
        "if max(sizes, default=0) > state.ext[title.record][0]:",
        "if max(sizes, default=0) >= state.ext[title.record][0] > 0:",
        ("rules/king_and_robber",),
    ),
    Mutant(
        "expansions/inns_and_cathedrals.py",
        "a city with a cathedral keeps its points at the end",
        '    if state.board["cathedral"][city] and state.board.features.open[city]:',
        '    if state.board["inn"][city] and state.board.features.open[city]:',
        ("rules/inns_and_cathedrals",),
    ),
    Mutant(
        "games/carcassonne.py",
        "the second edition scores a city of two tiles as later ones do",
        '"second": {**FIRST, "field_scoring": "per_city_3"}',
        '"second": {**LATER, "field_scoring": "per_city_3"}',
        ("rules/base/test_editions.py", "rules/base/test_edition_examples.py"),
    ),
    Mutant(
        "rulebook/__init__.py",
        "a rule counts as cited where only a longer id is",
        r"(?![0-9])",
        "",
        ("cli/test_rules.py",),
    ),
    Mutant(
        "play/game.py",
        "undo does not take back the number of the next draw",
        "        self._draws -= sum(entry.actor == CHANCE for entry in self.log[ply:])\n",
        "",
        ("play/test_dealers.py",),
    ),
    Mutant(
        "draw/curves.py",
        "tiles are turned the other way",
        "x, y = SIZE - y, x",
        "x, y = y, SIZE - x",
        ("draw/test_board.py::test_the_pig_stands_in_its_sector_however_the_wheel_lies",),
    ),
    Mutant(
        "draw/track.py",
        "the first lap of the score track has no flag",
        "if laps > 0:",
        "if laps > 1:",
        ("draw/test_track.py",),
    ),
    Mutant(
        "bots/evaluation.py",
        "every open cell makes completion less likely, the first one included",
        "self.weights.side ** (len(cells) - 1)",
        "self.weights.side ** len(cells)",
        ("bots/test_evaluation.py",),
    ),
    Mutant(
        "bots/tempers.py",
        "a tempered bot forgets what was scored in its turn",
        "scored = {root[segment] for segment in held if segment not in standing}",
        "scored = {root[segment] for segment in held if segment in standing}",
        ("bots/test_characters.py",),
    ),
    Mutant(
        "server/seat_commands.py",
        "the seat of somebody who may come back can be opened",
        "if occupant is not None and occupant.keeper:",
        "if occupant is not None and not occupant.keeper:",
        ("server/table/test_handover.py",),
    ),
    Mutant(
        "bots/decks.py",
        "copies of a tile are drawn in the reverse order",
        "return self._positions[tile][-state.bag[tile]]",
        "return self._positions[tile][state.bag[tile] - 1]",
        ("bots/test_decks.py",),
    ),
    Mutant(
        "fast/scoring.py",
        "a field with two farmers is scored twice",
        "cities * tables.city_points)\n            game.number[root] = 0\n",
        "cities * tables.city_points)\n",
        ("fast/test_agreement.py",),
    ),
    Mutant(
        "rules/rivers.py",
        "a river is finished as if lakes were never drawn",
        'return Shapes(left["straight"], left["curve"], left["fork"], left["lake"])',
        'return Shapes(left["straight"], left["curve"], left["fork"], 2)',
        ("rules/river_2/test_legality.py",),
    ),
    Mutant(
        "fast/rivers.py",
        "the search does not put an end back that it has tried in vain",
        "    game.end_cell[last] = cell\n    game.end_flow[last] = flow\n    return False",
        "    return False",
        ("fast/test_rivers.py",),
    ),
    Mutant(
        "rl/planes.py",
        "pieces are encoded as if their tiles were not turned",
        "[turned(port, rotation) for port in segment.ports]",
        "[turned(port, 0) for port in segment.ports]",
        ("rl/test_observations.py",),
    ),
    Mutant(
        "rl/rewards.py",
        "winners who share get as much as one alone",
        "won = -lost * (state.players - len(winners)) / len(winners)",
        "won = -lost * (state.players - 1) if len(winners) < state.players else 0.0",
        ("rl/test_rewards.py",),
    ),
    Mutant(
        "server/clocks.py",
        "a clock that is stopped without a move gains the increment",
        "if moved is not None and after:",
        "if (moved := self.running if moved is None else moved) is not None and after:",
        ("server/test_clocks.py",),
    ),
    Mutant(
        "server/commands.py",
        "a grace that is undone costs no time",
        "left[seat] -= table.grace_used(seat)",
        "left[seat] -= 0 * table.grace_used(seat)",
        ("server/table/test_grace.py",),
    ),
    Mutant(
        "play/game.py",
        "the last choice of a game is counted though it may be undone",
        "engine.apply(state, action, hold=True)",
        "engine.apply(state, action)",
        ("server/table/test_grace.py",),
    ),
    Mutant(
        "server/synchronizer.py",
        "a table that the store has set back stays in memory",
        "elif found < version:",
        "elif found < 0:",
        ("server/test_synchronizer.py",),
    ),
    Mutant(
        "server/heartbeat.py",
        "whoever is connected to another process is flagged by any",
        "if not self.shared or live.has_viewer(seat):",
        "if not self.shared or not live.has_viewer(seat):",
        ("server/test_heartbeat.py",),
    ),
    Mutant(
        "server/messages.py",
        "a seat is told what spectators are, even of a game with secrets",
        "table, knows = self.table, seat if self._secrets else None",
        "table, knows = self.table, None",
        ("server/table/test_audience.py",),
    ),
    Mutant(
        "load_testing/schedule.py",
        "a steady schedule waits for the server",
        "if not self.steady:",
        "if self.steady:",
        ("load_testing/test_game.py",),
    ),
    Mutant(
        "server/limits.py",
        "a rate limit drops the most recent client first",
        "self.buckets.popitem(last=False)",
        "self.buckets.popitem(last=True)",
        ("server/security/test_sizes.py",),
    ),
    Mutant(
        "wire/events.py",
        "the value of a mine token is declared as public",
        "gold: NotRequired[Annotated[int, PRIVATE]]",
        "gold: NotRequired[int]",
        ("wire/test_events.py",),
    ),
    Mutant(
        "web/js/game/score-queue.js",
        "a score disappears while the pointer is on the pill",
        "clearTimeout(time.timer);",
        "void time.timer;",
        ("web/test_units.py",),
    ),
    Mutant(
        "web/js/board/camera.js",
        "a zoom comes to rest away from the pointer",
        "const ratio = Math.round(this.size) / this.size;",
        "const ratio = this.size / Math.round(this.size);",
        ("web/test_units.py",),
    ),
    Mutant(
        "web/js/game/scores.js",
        "incomplete features count as complete ones",
        'if (event.event === "scored" && event.complete === false) return "unfinished";',
        'if (event.event === "scored" && event.complete === null) return "unfinished";',
        ("web/test_units.py",),
    ),
    Mutant(
        "cli/simulation_report.py",
        "every victory is reported as shared",
        "sum(scores.count(max(scores)) > 1 for scores in won)",
        "sum(scores.count(max(scores)) >= 1 for scores in won)",
        ("cli/test_simulate.py",),
    ),
    Mutant(
        "words/__init__.py",
        "French says 0 in the plural",
        "abs(number) < 2",
        "0 < abs(number) < 2",
        ("contract/test_words.py",),
    ),
    Mutant(
        "words/__init__.py",
        "an edition has the words of all others only",
        "{**catalogue(base), **_messages(language)}",
        "{**_messages(language), **catalogue(base)}",
        ("contract/test_french_words.py",),
    ),
    Mutant(
        "words/fr.toml",
        "a French sentence does not say who won",
        'won = "La partie est finie : {scores}. Victoire pour {winners}."',
        'won = "La partie est finie : {scores}."',
        ("contract/test_words.py",),
    ),
)


@contextmanager
def project_copy() -> Iterator[Path]:
    """Yield a temporary copy of the project, without anything that was built or installed."""
    with tempfile.TemporaryDirectory(prefix="bastide-mutant-") as folder:
        copy = Path(folder) / "bastide"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "__pycache__", "node_modules", "build", "dist"))
        yield copy


def run_tests(copy: Path, tests: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    """Run tests of a copy of the project until the first of them fails."""
    paths = [str(copy / "tests" / test) for test in tests]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:randomly", "-m", "not long", *paths]
    environment = {**os.environ, "PYTHONPATH": f"{copy / 'src'}{os.pathsep}{copy}", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        command, cwd=copy, env=environment, capture_output=True, text=True, timeout=TIMEOUT, check=False
    )


def survival(mutant: Mutant) -> str:
    """Return why a mutant was not caught; empty if a test failed because of it."""
    with project_copy() as copy:
        mutant.apply(copy / "src" / "bastide")
        try:
            ran = run_tests(copy, mutant.tests)
        except subprocess.TimeoutExpired:
            return ""
    if FAILURE.search(ran.stdout):
        return ""
    return "no test failed" if ran.returncode == 0 else ran.stdout + ran.stderr


def stale(mutant: Mutant) -> bool:
    """Return whether a mutant no longer fits the project: its text must occur exactly once."""
    path = PACKAGE / mutant.file
    return not path.is_file() or path.read_text(encoding="utf-8").count(mutant.old) != 1


def main(packages: list[str]) -> int:
    """Check the mutants of some packages, or all; return 0 if every one was caught."""
    chosen = [mutant for mutant in MUTANTS if not packages or mutant.package in packages]
    if outdated := [mutant.name for mutant in chosen if stale(mutant)]:
        print("These defects no longer fit the code:", *outdated, sep="\n  ")
        return 1
    with project_copy() as copy:
        ran = run_tests(copy, tuple(sorted({test for mutant in chosen for test in mutant.tests})))
    if ran.returncode:
        print("Tests fail without any defect:", ran.stdout, ran.stderr, sep="\n")
        return 1
    survived = 0
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for mutant, reason in zip(chosen, pool.map(survival, chosen), strict=True):
            survived += bool(reason)
            print(f"{'SURVIVED' if reason else 'caught'}  {mutant.name}  {reason}".rstrip(), flush=True)
    print(f"{len(chosen) - survived} of {len(chosen)} mutants were caught.")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
