"""A match in progress: finished and missing games, and the sequential test that may stop it early."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bastide.bots.arena import Match, MatchGame
from bastide.bots.match_statistics import MatchStanding, trial_score
from bastide.bots.statistics import bounds, log_likelihood_ratio

GAME_SCORES: Final = (0.0, 0.5, 1.0)
PAIR_SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Possible scores of side A in a trial, between 0 and 1."""


class Sprt:
    """A sequential probability ratio test of two hypotheses: side A is better by ``elo0``, or by ``elo1``."""

    def __init__(self, match: Match, elo0: float, elo1: float) -> None:
        self.elo0, self.elo1 = elo0, elo1
        self.counts = dict.fromkeys(PAIR_SCORES if match.paired else GAME_SCORES, 0)
        self.ratio = 0.0
        """The log-likelihood ratio so far."""
        self.accepted: int | None = None
        """The number of the accepted hypothesis, 0 or 1, if there is one."""

    def add(self, score: float) -> None:
        """Add the score of the next trial, unless a hypothesis is accepted already."""
        if self.accepted is not None:
            return
        self.counts[score] += 1
        self.ratio = log_likelihood_ratio(self.counts, self.elo0, self.elo1)
        low, high = bounds()
        if not low < self.ratio < high:
            self.accepted = int(self.ratio >= high)

    def to_json(self) -> dict[str, object]:
        """Return the test as plain data."""
        return {
            "elo0": self.elo0,
            "elo1": self.elo1,
            "log_likelihood_ratio": round(self.ratio, 3),
            "bounds": [round(bound, 3) for bound in bounds()],
            "accepted": self.accepted,
        }


class MatchRun:
    """The games of a match, added in the order in which they finish."""

    def __init__(self, match: Match, games: int, sprt: Sprt | None = None, known: Iterable[MatchGame] = ()) -> None:
        self.match = match
        self.asked = games
        self.sprt = sprt
        self.played: dict[int, MatchGame] = {}
        self._seen = 0
        """Number of trials in the sequential test: the first ones, without a gap."""
        for played in known:
            if played.number < games:
                self.add(played)

    @property
    def over(self) -> bool:
        """Whether all games are finished or the test has accepted a hypothesis."""
        return len(self.played) == self.asked or (self.sprt is not None and self.sprt.accepted is not None)

    def missing(self) -> list[int]:
        """Return the numbers of the games that are left to play."""
        return [] if self.over else [number for number in range(self.asked) if number not in self.played]

    def add(self, played: MatchGame) -> None:
        """Add a game. The test takes games by number, so its result does not depend on which finishes first."""
        self.played[played.number] = played
        if self.sprt is None:
            return
        size = 2 if self.match.paired else 1
        while self.sprt.accepted is None:
            numbers = range(self._seen * size, (self._seen + 1) * size)
            if not all(number in self.played for number in numbers):
                return
            self.sprt.add(trial_score([self.played[number] for number in numbers]))
            self._seen += 1

    def standing(self) -> MatchStanding:
        """Return the statistics of all finished games, or of those in the test once it has accepted a hypothesis."""
        size = 2 if self.match.paired else 1
        decided = self.sprt is not None and self.sprt.accepted is not None
        return MatchStanding(
            self.match, [g for g in self.played.values() if not decided or g.number < self._seen * size]
        )

    def to_json(self) -> dict[str, object]:
        """Return the standing and the test as plain data."""
        return {**self.standing().to_json(), "sprt": self.sprt.to_json() if self.sprt else None, "complete": self.over}
