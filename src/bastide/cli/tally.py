"""What is counted of simulated games, as plain data and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final

from bastide.words import say

MOST_BROKEN: Final = 20
"""Broken invariants that are reported: one fault usually breaks every moment after it."""


@dataclass(frozen=True)
class Broken:
    """An invariant that did not hold: the seed of the game, the number of the action, and what was wrong."""

    seed: int
    action: int
    what: str


@dataclass(frozen=True)
class Outcome:
    """What is counted of one game."""

    scores: tuple[int, ...]
    turns: int
    placed: int
    discarded: int
    actions: int
    seconds: float


@dataclass(frozen=True)
class Spread:
    """The mean, the least and the greatest of some numbers."""

    mean: float
    min: int
    max: int


def spread(numbers: Sequence[int]) -> Spread:
    """Return the mean, the least and the greatest of some numbers."""
    return Spread(round(sum(numbers) / len(numbers), 2), min(numbers), max(numbers))


@dataclass(frozen=True)
class Tally:
    """All that is known of the simulated games."""

    rules: str
    players: int
    seed: int
    outcomes: Sequence[Outcome]
    broken: Sequence[Broken]
    checked: bool
    """Whether every moment was checked, not only the end of every game."""

    def scores(self, seat: int) -> Spread:
        """Return the points of a seat."""
        return spread([outcome.scores[seat] for outcome in self.outcomes])

    def wins(self, seat: int) -> tuple[int, int]:
        """Return how many games a seat won, and how many of these it shared with another."""
        won = [outcome.scores for outcome in self.outcomes if outcome.scores[seat] == max(outcome.scores)]
        return len(won), sum(scores.count(max(scores)) > 1 for scores in won)

    @property
    def lengths(self) -> dict[str, Spread]:
        """How long the games were."""
        return {
            "turns": spread([outcome.turns for outcome in self.outcomes]),
            "tiles_placed": spread([outcome.placed for outcome in self.outcomes]),
            "tiles_discarded": spread([outcome.discarded for outcome in self.outcomes]),
        }

    @property
    def moments(self) -> int:
        """The number of actions played in all games."""
        return sum(outcome.actions for outcome in self.outcomes)

    @property
    def seconds(self) -> float:
        """How long the games took, without checking their ends."""
        return sum(outcome.seconds for outcome in self.outcomes)

    def to_json(self) -> dict[str, object]:
        """Return the tally as plain data, always with the same keys."""
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
            "actions": self.moments,
            "seconds": round(self.seconds, 3),
            "games_per_second": round(len(self.outcomes) / self.seconds, 1),
            "invariants": {
                "checked": "every action" if self.checked else "every end",
                "broken_in_all": len(self.broken),
                "broken": [asdict(fault) for fault in self.broken[:MOST_BROKEN]],
            },
        }

    def text(self, language: str) -> str:
        """Return the tally in words."""
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
        if not self.broken:
            if self.checked:
                return [say(language, "report.sound", {"moments": self.moments})]
            return [say(language, "report.sound_at_end", {"games": len(self.outcomes)})]
        lines = [say(language, "report.broken", {"count": len(self.broken)})]
        lines += [say(language, "report.fault", asdict(fault)) for fault in self.broken[:MOST_BROKEN]]
        return [*lines, "…"] if len(self.broken) > MOST_BROKEN else lines


def _columns(numbers: Spread) -> str:
    return f"{numbers.mean:>10.2f}{numbers.min:>8}{numbers.max:>8}"
