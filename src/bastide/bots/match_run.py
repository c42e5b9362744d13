"""A match being played: which games are known and which are missing, and whether they are enough to stop."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bastide.bots.arena import Match, Played
from bastide.bots.match_statistics import Standing, trial_score
from bastide.bots.statistics import bounds, log_likelihood_ratio

GAME_SCORES: Final = (0.0, 0.5, 1.0)
PAIR_SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What side A may score in a trial, as a share of all there is to win."""


class Sprt:
    """A sequential test: is side A better by ``elo1``, or only by ``elo0``? It looks at every trial, in order."""

    def __init__(self, match: Match, elo0: float, elo1: float) -> None:
        self.elo0, self.elo1 = elo0, elo1
        self.counts = dict.fromkeys(PAIR_SCORES if match.paired else GAME_SCORES, 0)
        self.ratio = 0.0
        """The logarithm of the ratio of likelihoods so far."""
        self.accepted: int | None = None
        """Which of the two was accepted, 0 or 1, or neither yet."""

    def add(self, score: float) -> None:
        """Take the score of the next trial into account, unless all is decided."""
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


class Contest:
    """The games of a match as they come in, in any order."""

    def __init__(self, match: Match, games: int, sprt: Sprt | None = None, known: Iterable[Played] = ()) -> None:
        self.match = match
        self.asked = games
        self.sprt = sprt
        self.played: dict[int, Played] = {}
        self._seen = 0
        """How many trials the sequential test has seen: the first ones, without a gap."""
        for played in known:
            if played.number < games:
                self.add(played)

    @property
    def over(self) -> bool:
        """Whether nothing is left to play: all games are known, or the test has decided."""
        return len(self.played) == self.asked or (self.sprt is not None and self.sprt.accepted is not None)

    def missing(self) -> list[int]:
        """Return the numbers of the games that are left to play."""
        return [] if self.over else [number for number in range(self.asked) if number not in self.played]

    def add(self, played: Played) -> None:
        """Take a game into account. The test sees the games by number, so it does not matter who finishes first."""
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

    def standing(self) -> Standing:
        """Return the figures of all games known; once the test has decided, of those it has seen."""
        size = 2 if self.match.paired else 1
        decided = self.sprt is not None and self.sprt.accepted is not None
        return Standing(self.match, [g for g in self.played.values() if not decided or g.number < self._seen * size])

    def to_json(self) -> dict[str, object]:
        """Return the standing as plain data, with the test, and whether all was played that was asked for."""
        return {**self.standing().to_json(), "sprt": self.sprt.to_json() if self.sprt else None, "complete": self.over}
