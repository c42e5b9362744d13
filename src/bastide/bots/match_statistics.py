"""How a match stands: what its games say about the two who play, with intervals, and how long they thought."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite

from bastide.bots.arena import SIDES, Fault, Match, Played
from bastide.bots.statistics import GAMES, PAIRS, Interval, elo_of, error_of, mean_of, quantile
from bastide.bots.statistics import rate_interval as interval_of
from bastide.rules.model import Json

Number = int | float | None


def trials(match: Match, games: Iterable[Played]) -> list[tuple[Played, ...]]:
    """Return the games in order, each alone, or in pairs if they are paired; one whose twin is missing is left out."""
    found: dict[int, list[Played]] = {}
    size = 2 if match.paired else 1
    for game in sorted(games, key=lambda game: game.number):
        found.setdefault(game.number // size, []).append(game)
    return [tuple(group) for group in found.values() if len(group) == size]


def trial_score(trial: Sequence[Played]) -> float:
    """Return what side A has scored in a trial, between 0 and 1."""
    return mean_of([game.score for game in trial])


@dataclass(frozen=True)
class Times:
    """How long the choices of a side took, in seconds."""

    choices: int
    median: float
    most_of: float
    """What 95 % of them did not exceed."""
    longest: float


class Standing:
    """The figures of a match, seen from side A."""

    def __init__(self, match: Match, games: Iterable[Played]) -> None:
        self.match = match
        self.all = sorted(games, key=lambda game: game.number)
        self.trials = trials(match, self.all)
        self.games = [game for trial in self.trials for game in trial]
        """The games that count."""

    @property
    def results(self) -> tuple[int, int, int]:
        """Games won, shared and lost."""
        scores = [game.score for game in self.games]
        return scores.count(1), scores.count(0.5), scores.count(0)

    @property
    def win_rate(self) -> float:
        """The share of the games that was won; one that was shared counts half."""
        return mean_of(self.scores)

    @cached_property
    def scores(self) -> list[float]:
        """The score of every trial."""
        return [trial_score(trial) for trial in self.trials]

    @property
    def rate_interval(self) -> Interval:
        """Where the true win rate lies."""
        return interval_of(self.scores, PAIRS if self.match.paired else GAMES)

    @property
    def elo(self) -> float:
        """The difference in Elo."""
        return elo_of(self.win_rate)

    @property
    def elo_interval(self) -> Interval:
        """Where the true difference in Elo lies."""
        low, high = self.rate_interval
        return elo_of(low), elo_of(high)

    @property
    def margins(self) -> list[float]:
        """The mean margin of every trial whose games came to their end."""
        return [mean_of([game.margin for game in trial]) for trial in self.trials if not any(g.fault for g in trial)]

    @property
    def margin(self) -> float:
        """By how many points side A is ahead on average."""
        return mean_of(self.margins)

    @property
    def margin_error(self) -> float:
        """How far the true margin may be from that, to either side."""
        return error_of(self.margins)

    @property
    def faults(self) -> list[tuple[int, Fault]]:
        """The games that ended with a fault, by number."""
        return [(game.number, game.fault) for game in self.all if game.fault is not None]

    def times(self, side: str) -> Times:
        """Return how long a side thought about its choices."""
        taken = [seconds for game in self.games for seconds in game.seconds[side]]
        return Times(len(taken), quantile(taken, 0.5), quantile(taken, 0.95), max(taken, default=0.0))

    def to_json(self) -> dict[str, object]:
        """Return all of it as plain data, always with the same keys; null is what is not known, or has no limit."""
        won, shared, lost = self.results
        return {
            **self.match.to_json(),
            "games": len(self.games),
            "wins": won,
            "draws": shared,
            "losses": lost,
            "win_rate": _rounded(self.win_rate, 4) if self.games else None,
            "win_rate_interval": [_rounded(bound, 4) for bound in self.rate_interval],
            "elo": _rounded(self.elo, 1) if self.games else None,
            "elo_interval": [_rounded(bound, 1) for bound in self.elo_interval],
            "margin": _rounded(self.margin, 2) if self.margins else None,
            "margin_error": _rounded(self.margin_error, 2),
            "seconds_per_choice": {side.lower(): self._times_json(side) for side in SIDES},
            "faults": [{"game": number, "side": f.side, "reason": f.reason} for number, f in self.faults],
        }

    def _times_json(self, side: str) -> dict[str, Json | float]:
        times = self.times(side)
        return {
            "choices": times.choices,
            "median": round(times.median, 6),
            "percentile_95": round(times.most_of, 6),
            "maximum": round(times.longest, 6),
        }


def _rounded(number: float, digits: int) -> Number:
    return round(number, digits) if isfinite(number) else None
