"""How a computer player decides at the fair: which game, where to aim, whom to send (CAT-BOT-1 to CAT-BOT-7).

It knows what every seat knows and has a generator of its own, so it can neither see nor disturb the game's draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Final

from bastide.expansions.catapult import (
    CATCH,
    KNOCKOUT,
    PRIZE,
    SEDUCTION,
    TARGET,
    VICTIM,
    Standing,
    fetched_place,
    game_played,
    lies_on_the_map,
    map_box,
    on_the_map,
    suitable,
    victim_place,
)
from bastide.kernel import ballistics
from bastide.kernel.ballistics import Box, Flight
from bastide.kernel.geometry import UNIT, Point, point_at, rounded, xy
from bastide.rules import engine
from bastide.rules.model import Action, Seat
from bastide.rules.pieces import feature_of, in_supply, kind_of, lift, put, seat_of, segment_of
from bastide.rules.scoring import majority, points, value
from bastide.rules.state import State

SAMPLES: Final = 64
SCARCITY: Final = 1.5
"""What a follower of one's own is worth beyond its points: there are only so many."""
CLOSE: Final = 800
"""Two followers nearer to each other than this may be hit by aiming between them."""
PREFERRED: Final = (TARGET, KNOCKOUT, SEDUCTION, CATCH)
"""Among games that promise as much, the first of these is chosen."""

Worth = Callable[[State, int], float]
"""What a player expects a follower on the board to bring its owner."""
Numbers = tuple[int, ...]


def points_now(state: State, piece: int) -> float:
    """Return what the follower's feature would pay its owner if it were scored as it is."""
    feature = feature_of(state, piece)
    winners, _ = majority(state, [feature])
    return points(value(state, feature)) if seat_of(piece) in winners else 0


def choose(state: State, seed: int | str, worth: Worth = points_now) -> Action | None:
    """Return what a computer player with a seed of its own does at the fair, or None if that is not the moment."""
    kinds = {state.rules.kind_of(action).name for action in state.legal}
    seat = engine.actor(state)
    if seat < 0 or not kinds & {"fair", "hurl", "reach", "victim", "send", "fetch"}:
        return None
    return Thrower(state, seat, Random(f"{seed} {state.turn} {seat}"), worth).choose(kinds)


@dataclass
class Thrower:
    """One seat's thoughts at one moment of a fair."""

    state: State
    seat: Seat
    generator: Random
    worth: Worth

    def choose(self, kinds: set[str]) -> Action:
        """Return the best action of the kinds that are asked for."""
        if "fair" in kinds:
            return self.state.rules.pack("fair", self.best_game())
        if "reach" in kinds:
            return self._point("reach", self.generator.choice([(5000, 0), (4600, -600), (4600, 600)]))
        if "hurl" in kinds:
            return self._point("hurl", self.best_aim())
        return max(self.state.legal, key=self._gain_of)

    def _point(self, kind: str, point: Point) -> Action:
        return self.state.rules.pack(kind, point_at(*point))

    # What is known

    @cached_property
    def samples(self) -> list[Numbers]:
        """The errors that all aims of this moment are tried with (CAT-BOT-2)."""
        return self.sampled()

    def sampled(self) -> list[Numbers]:
        """Draw the numbers of as many throws as are tried."""
        bits, count = ballistics.NUMBER_BITS, ballistics.NUMBERS
        return [tuple(self.generator.getrandbits(bits) for _ in range(count)) for _ in range(SAMPLES)]

    @cached_property
    def standing(self) -> list[Standing]:
        """All followers within reach."""
        return on_the_map(self.state)

    @cached_property
    def box(self) -> Box:
        """The bounding box of the map."""
        return map_box(self.state)

    def origin(self, seat: Seat) -> Point:
        """Return where a seat stands."""
        return ballistics.stand(self.box, seat, self.state.players)

    def flights(self, seat: Seat, aim: Point) -> list[Flight]:
        """Return the throws of a seat at an aim, one for every sample."""
        origin = self.origin(seat)
        return [ballistics.throw(origin, aim, numbers) for numbers in self.samples]

    # Aiming

    def best_aim(self) -> Point:
        """Return where to aim in the game that is played."""
        game = game_played(self.state)
        if game == CATCH:
            return self.generator.choice([4200, 5200]), self.generator.choice([-900, 0, 900])
        if game == TARGET:
            return self.target_aim(self.seat)
        aim, gain = self.best_knock(self.seat) if game == KNOCKOUT else self.best_seduction(self.seat)
        return self.harmless() if aim is None or gain < 0 else aim

    def target_aim(self, seat: Seat) -> Point:
        """Return an aim that comes to rest in the middle of the fair after the usual slide (CAT-BOT-5)."""
        column, row = xy(self.state.board.cell[-1])
        return self.short_of(seat, (UNIT * column + UNIT // 2, UNIT * row + UNIT // 2), 100, 106)

    def short_of(self, seat: Seat, point: Point, part: int, whole: int) -> Point:
        """Return the point that is so much of the way from a seat's stand to another."""
        x, y = self.origin(seat)
        return x + rounded((point[0] - x) * part, whole), y + rounded((point[1] - y) * part, whole)

    def aims_at(self, seat: Seat, marks: Iterable[Point]) -> list[Point]:
        """Return marks inside the area, each as it is and short of it by the slide that is to be expected."""
        area = self.box.grown()
        found = [aim for mark in marks for aim in (mark, self.short_of(seat, mark, 94, 100))]
        return list(dict.fromkeys(aim for aim in found if area.holds(aim)))

    def harmless(self) -> Point:
        """Return the corner of the area farthest from all one's own followers."""
        own = [there.centre for there in self.standing if seat_of(there.piece) == self.seat]
        corners = self.box.grown().corners()
        return max(corners, key=lambda corner: min((ballistics.square(corner, at) for at in own), default=0))

    # Knock-out (CAT-BOT-3)

    def best_knock(self, seat: Seat) -> tuple[Point | None, float]:
        """Return the best aim of a seat in a knock-out, and what it promises."""
        centres = [there.centre for there in self.standing]
        between = [
            ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)
            for i, a in enumerate(centres)
            for b in centres[:i]
            if ballistics.square(a, b) < CLOSE**2
        ]
        worth = [
            self.worth(self.state, there.piece) * (1 if seat_of(there.piece) != seat else -1)
            - SCARCITY * (seat_of(there.piece) == seat)
            for there in self.standing
        ]

        def promise(aim: Point) -> float:
            hits = (ballistics.knocked(flight, centres) for flight in self.flights(seat, aim))
            return sum(worth[i] for hit in hits for i in hit) / SAMPLES

        return best_of(self.aims_at(seat, [*centres, *between]), promise)

    # Seduction (CAT-BOT-4)

    def best_seduction(self, seat: Seat) -> tuple[Point | None, float]:
        """Return the best aim of a seat in a seduction, and what it promises."""
        others = [there for there in self.standing if seat_of(there.piece) != seat]
        gains = {there.place: self.best_exchange(seat, there) for there in others}

        def promise(aim: Point) -> float:
            total = 0.0
            for flight in self.flights(seat, aim):
                if lies_on_the_map(self.state, flight.rest):
                    near = min(ballistics.square(there.centre, flight.rest) for there in others)
                    tied = [there for there in others if ballistics.square(there.centre, flight.rest) == near]
                    total += max(0.0, *(gains[there.place] for there in tied))
            return total / SAMPLES

        return best_of(self.aims_at(seat, [there.centre for there in others]), promise)

    def best_exchange(self, seat: Seat, victim: Standing) -> float:
        """Return what a seat gains by the best exchange against a follower; nothing if it has nobody to send."""
        kinds = suitable(self.state, victim.piece)
        sent: list[tuple[int, Standing | None]] = [(k, None) for k in kinds if in_supply(self.state, seat, k)]
        own = [there for there in self.standing if seat_of(there.piece) == seat and kind_of(there.piece) in kinds]
        sent += [(kind_of(there.piece), there) for there in own]
        return max((self.gain(seat, victim, *way) for way in sent), default=0.0)

    def gain(self, seat: Seat, victim: Standing, kind: int, fetched: Standing | None) -> float:
        """Return what a seat gains by sending a follower, from the supply or from elsewhere, in a victim's place."""
        new = self.state.copy()
        for there in sorted(filter(None, (victim, fetched)), reverse=True):
            lift(new, there.piece, there.place)
        put(new, seat, kind, segment_of(victim.piece))
        return self.lead(new, seat) - self.lead(self.state, seat)

    def lead(self, state: State, seat: Seat) -> float:
        """Return what a seat expects of its followers, less what all others expect of theirs."""
        pieces = [there.piece for there in on_the_map(state)]
        return sum(self.worth(state, piece) * (1 if seat_of(piece) == seat else -1) for piece in pieces)

    def _gain_of(self, action: Action) -> float:
        """Return what an exchange, or the choice of a victim, is worth to the seat that makes it."""
        kind = self.state.rules.kind_of(action)
        values, at = kind.unpack(action), {there.place: there for there in self.standing}
        if kind.name == "victim":
            return self.best_exchange(self.seat, at[victim_place(self.state, values)])
        victim = at[self.state.ext[VICTIM][0] - 1] if values else None
        if victim is None:
            return 0.0
        fetched = at[fetched_place(self.state, values)] if kind.name == "fetch" else None
        return self.gain(self.seat, victim, values[0], fetched)

    # The choice of a game (CAT-BOT-7)

    def best_game(self) -> int:
        """Return the game that promises most against the best of the others."""
        seats = range(self.state.players)
        promise = {
            TARGET: PRIZE * self._ahead(self.chances_at_target()),
            KNOCKOUT: self._ahead([self.best_knock(seat)[1] for seat in seats]),
            SEDUCTION: self._ahead([self.best_seduction(seat)[1] for seat in seats]),
            CATCH: 0.0,
        }
        return max(PREFERRED, key=lambda game: promise[game])

    def _ahead(self, gains: Sequence[float]) -> float:
        return gains[self.seat] - max(gain for seat, gain in enumerate(gains) if seat != self.seat)

    def chances_at_target(self) -> list[float]:
        """Return how often each seat is nearest to the target when all throw."""
        fair = xy(self.state.board.cell[-1])
        misses = []
        for seat in range(self.state.players):
            origin, aim = self.origin(seat), self.target_aim(seat)
            rests = [ballistics.throw(origin, aim, numbers).rest for numbers in self.sampled()]
            misses.append([ballistics.miss(rest, *fair) for rest in rests])
        nearest = [min(tried) for tried in zip(*misses, strict=True)]
        return [sum(m == best for m, best in zip(own, nearest, strict=True)) / SAMPLES for own in misses]


def best_of(aims: Sequence[Point], promise: Callable[[Point], float]) -> tuple[Point | None, float]:
    """Return the aim that promises most, the first of equals, and what it promises; none without aims."""
    best: tuple[Point | None, float] = (None, 0.0)
    for aim in aims:
        gain = promise(aim)
        if best[0] is None or gain > best[1]:
            best = aim, gain
    return best
