"""The results of a match: win rate, Elo and margin with their intervals, and times."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite

from bastide.bots.arena import SIDES, Fault, Match, MatchGame
from bastide.bots.statistics import GAMES, PAIRS, Interval, elo_of, error_of, mean_of, quantile
from bastide.bots.statistics import rate_interval as interval_of
from bastide.rules.model import Json

Number = int | float | None


def trials(match: Match, games: Iterable[MatchGame]) -> list[tuple[MatchGame, ...]]:
    """Return the games in order, singly or in complete pairs."""
    found: dict[int, list[MatchGame]] = {}
    size = 2 if match.paired else 1
    for game in sorted(games, key=lambda game: game.number):
        found.setdefault(game.number // size, []).append(game)
    return [tuple(group) for group in found.values() if len(group) == size]


def trial_score(trial: Sequence[MatchGame]) -> float:
    """Return the score of side A in a trial, between 0 and 1."""
    return mean_of([game.score for game in trial])


@dataclass(frozen=True)
class Times:
    """The times of the choices of a side, in seconds."""

    choices: int
    median: float
    percentile_95: float
    maximum: float


class MatchStanding:
    """The statistics of a match, from the point of view of side A."""

    def __init__(self, match: Match, games: Iterable[MatchGame]) -> None:
        self.match = match
        self.all = sorted(games, key=lambda game: game.number)
        self.trials = trials(match, self.all)
        self.games = [game for trial in self.trials for game in trial]
        """The games of complete trials."""

    @property
    def results(self) -> tuple[int, int, int]:
        """The numbers of games won, drawn and lost."""
        scores = [game.score for game in self.games]
        return scores.count(1), scores.count(0.5), scores.count(0)

    @property
    def win_rate(self) -> float:
        """The share of games won; a draw counts half."""
        return mean_of(self.scores)

    @cached_property
    def scores(self) -> list[float]:
        """The score of every trial."""
        return [trial_score(trial) for trial in self.trials]

    @property
    def rate_interval(self) -> Interval:
        """The confidence interval of the win rate."""
        return interval_of(self.scores, PAIRS if self.match.paired else GAMES)

    @property
    def elo(self) -> float:
        """The Elo difference."""
        return elo_of(self.win_rate)

    @property
    def elo_interval(self) -> Interval:
        """The confidence interval of the Elo difference."""
        low, high = self.rate_interval
        return elo_of(low), elo_of(high)

    @property
    def margins(self) -> list[float]:
        """The mean margin of every trial without a fault."""
        return [mean_of([game.margin for game in trial]) for trial in self.trials if not any(g.fault for g in trial)]

    @property
    def margin(self) -> float:
        """The mean lead of side A in points."""
        return mean_of(self.margins)

    @property
    def margin_error(self) -> float:
        """Half the width of the confidence interval of the margin."""
        return error_of(self.margins)

    @property
    def faults(self) -> list[tuple[int, Fault]]:
        """The faults, with the numbers of their games."""
        return [(game.number, game.fault) for game in self.all if game.fault is not None]

    def times(self, side: str) -> Times:
        """Return the times of the choices of a side."""
        taken = [seconds for game in self.games for seconds in game.seconds[side]]
        return Times(len(taken), quantile(taken, 0.5), quantile(taken, 0.95), max(taken, default=0.0))

    def to_json(self) -> dict[str, object]:
        """Return the statistics as plain data, always with the same keys; unknown or infinite values are null."""
        won, drawn, lost = self.results
        return {
            **self.match.to_json(),
            "games": len(self.games),
            "wins": won,
            "draws": drawn,
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
            "percentile_95": round(times.percentile_95, 6),
            "maximum": round(times.maximum, 6),
        }


def _rounded(number: float, digits: int) -> Number:
    return round(number, digits) if isfinite(number) else None
