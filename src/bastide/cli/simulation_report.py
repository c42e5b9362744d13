"""The report of `bastide simulate`, as plain data and as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final

from bastide.words import say

MOST_VIOLATIONS: Final = 20
"""Maximum number of violations listed: after the first, a game usually has one per action."""


@dataclass(frozen=True)
class Violation:
    """A violated invariant: the seed of the game, the number of the action, and a description."""

    seed: int
    action: int
    what: str


@dataclass(frozen=True)
class GameOutcome:
    """The statistics of one game."""

    scores: tuple[int, ...]
    turns: int
    placed: int
    discarded: int
    actions: int
    seconds: float


@dataclass(frozen=True)
class Summary:
    """The mean, minimum and maximum of some numbers."""

    mean: float
    min: int
    max: int


def summary_of(numbers: Sequence[int]) -> Summary:
    """Return the mean, minimum and maximum of some numbers."""
    return Summary(round(sum(numbers) / len(numbers), 2), min(numbers), max(numbers))


@dataclass(frozen=True)
class SimulationReport:
    """The results of all simulated games."""

    rules: str
    players: int
    seed: int
    outcomes: Sequence[GameOutcome]
    violations: Sequence[Violation]
    checked: bool
    """Whether invariants were checked after every action, not only at the end of a game."""

    def scores(self, seat: int) -> Summary:
        """Return a summary of the scores of a seat."""
        return summary_of([outcome.scores[seat] for outcome in self.outcomes])

    def wins(self, seat: int) -> tuple[int, int]:
        """Return the number of games that a seat won, and the number of these that it shared."""
        won = [outcome.scores for outcome in self.outcomes if outcome.scores[seat] == max(outcome.scores)]
        return len(won), sum(scores.count(max(scores)) > 1 for scores in won)

    @property
    def lengths(self) -> dict[str, Summary]:
        """The lengths of the games, in turns and tiles."""
        return {
            "turns": summary_of([outcome.turns for outcome in self.outcomes]),
            "tiles_placed": summary_of([outcome.placed for outcome in self.outcomes]),
            "tiles_discarded": summary_of([outcome.discarded for outcome in self.outcomes]),
        }

    @property
    def actions(self) -> int:
        """The number of actions played in all games."""
        return sum(outcome.actions for outcome in self.outcomes)

    @property
    def seconds(self) -> float:
        """The duration of the games, without checks at their ends."""
        return sum(outcome.seconds for outcome in self.outcomes)

    def to_json(self) -> dict[str, object]:
        """Return the report as plain data."""
        seats = []
        for seat in range(self.players):
            wins, shared = self.wins(seat)
            seats.append({"seat": seat + 1, "score": asdict(self.scores(seat)), "wins": wins, "shared_wins": shared})
        return {
            "rules": self.rules,
            "players": self.players,
            "games": len(self.outcomes),
            "seed": self.seed,
            "seats": seats,
            **{name: asdict(length) for name, length in self.lengths.items()},
            "actions": self.actions,
            "seconds": round(self.seconds, 3),
            "games_per_second": round(len(self.outcomes) / self.seconds, 1),
            "invariants": {
                "checked": "every action" if self.checked else "every end",
                "broken_in_all": len(self.violations),
                "broken": [asdict(fault) for fault in self.violations[:MOST_VIOLATIONS]],
            },
        }

    def text(self, language: str) -> str:
        """Return the report as text."""
        games = len(self.outcomes)
        last = self.seed + games - 1
        values = {"games": games, "players": self.players, "rules": self.rules, "first": self.seed, "last": last}
        lines = [say(language, "report.games", values), "", say(language, "report.seats")]
        for seat in range(self.players):
            wins, shared = self.wins(seat)
            lines.append(f"{seat + 1:>6}{_columns(self.scores(seat))}{wins:>10}{shared:>10}")
        lines += ["", say(language, "report.lengths")]
        for name, length in self.lengths.items():
            lines.append(f"{say(language, f'report.{name}'):<18}{_columns(length)}")
        speed = {"seconds": f"{self.seconds:.2f}", "speed": f"{games / self.seconds:.1f}"}
        lines += ["", say(language, "report.speed", speed), *self._invariants(language)]
        return "\n".join(lines)

    def _invariants(self, language: str) -> list[str]:
        if not self.violations:
            if self.checked:
                return [say(language, "report.sound", {"actions": self.actions})]
            return [say(language, "report.sound_at_end", {"games": len(self.outcomes)})]
        lines = [say(language, "report.broken", {"count": len(self.violations)})]
        lines += [say(language, "report.fault", asdict(fault)) for fault in self.violations[:MOST_VIOLATIONS]]
        return [*lines, "…"] if len(self.violations) > MOST_VIOLATIONS else lines


def _columns(numbers: Summary) -> str:
    return f"{numbers.mean:>10.2f}{numbers.min:>8}{numbers.max:>8}"
