"""Episodes: the state of a game, its log, and the generator of its draws.

A copied, pickled or serialized episode continues exactly like the original.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from copy import deepcopy
from hashlib import blake2b
from typing import Final, Literal, cast, get_args

import numpy as np
from gymnasium.utils import seeding

from bastide.errors import BadRecord, BastideError, BeyondWindow
from bastide.rl.actions import Mask
from bastide.rl.encoding import Encoding, Observation
from bastide.rl.rendering import Mode, Rendered, render
from bastide.rl.rewards import Reward, rewards
from bastide.rules import engine
from bastide.rules.model import CHANCE, OVER, Action, Json, Seat
from bastide.rules.state import State

Beyond = Literal["raise", "truncate"]
BEYOND: Final[tuple[Beyond, ...]] = get_args(Beyond)
DEFAULT_PENALTY: Final = -1.0
"""The default reward for an illegal action."""
FORMAT: Final = 1
WORD_BITS: Final = 32
MAX_DIRECT: Final = 1 << 62
"""The greatest range that NumPy's generators are used for directly."""
GENERATORS: Final = {
    kind.__name__: kind
    for kind in (np.random.PCG64, np.random.PCG64DXSM, np.random.MT19937, np.random.Philox, np.random.SFC64)
}
"""The bit generators that can be serialized."""
UNKNOWN_SEED: Final = -1
"""Gymnasium's value of ``np_random_seed`` for a generator that was set by the caller."""


class Episode:
    """One game from its first draw to its end."""

    def __init__(
        self, encoding: Encoding, generator: np.random.Generator, reward: Reward = "win", beyond: Beyond = "raise"
    ) -> None:
        self.encoding: Final = encoding
        self.generator = generator
        self.reward: Final = reward
        self.beyond: Final = beyond
        self.log: list[Action] = []
        """Every action so far, draws included."""
        self.state: State = engine.start(encoding.rules, encoding.players)
        self.paid = self.state.score[:]
        """The scores at the last reward. Points before the first action are part of its reward."""
        self.left_window: BeyondWindow | None = None
        """The error with which the game has left the window, if it has."""
        self.legal: dict[int, Action] = {}
        """The legal actions by number."""
        self._advance()

    @property
    def actor(self) -> Seat:
        """The seat to act, or OVER."""
        return engine.actor(self.state) if self.left_window is None else OVER

    def _advance(self, strict: bool = True) -> None:
        """Draw until a seat is to act, and compute its legal actions."""
        while engine.actor(self.state) == CHANCE:
            self._apply(engine.outcome(self.state, random_below(self.generator, engine.chances(self.state))))
        try:
            self.legal = self.encoding.actions.legal(self.state)
        except BeyondWindow as error:
            self.left_window, self.legal = error, {}
            if strict and self.beyond == "raise":
                raise
            if strict:
                warnings.warn(str(error), RuntimeWarning, stacklevel=3)

    def _apply(self, action: Action) -> None:
        engine.apply(self.state, action)
        self.log.append(action)

    def play(self, index: int) -> list[float]:
        """Apply the action with a number and return the rewards of all seats.

        If it is illegal, raises BastideError and changes nothing. If the game leaves the window, raises BeyondWindow,
        also on every later call, unless the episode is to be truncated.
        """
        if self.left_window is not None:
            raise self.left_window
        if index not in self.legal:
            raise self.encoding.actions.refusal(self.state, index)
        before = self.paid
        self._apply(self.legal[index])
        self._advance()
        self.paid = self.state.score[:]
        return rewards(self.reward, before, self.state)

    def observe(self, seat: Seat | None) -> Observation:
        """Return the observation of a seat, or of a spectator."""
        return self.encoding.observe(self.state, seat)

    def mask(self, seat: Seat | None = None) -> Mask:
        """Return the action mask of a seat, by default of the one to act."""
        mask = np.zeros(self.encoding.actions.size, np.int8)
        if seat is None or seat == self.actor:
            mask[list(self.legal)] = 1
        return mask

    def digest(self) -> str:
        """Return a digest of the state without the generator, the same in every process."""
        return digest(self.encoding, self.state)

    def __deepcopy__(self, memo: dict[int, object]) -> Episode:
        """Return an independent copy that continues exactly like this episode."""
        new = Episode.__new__(Episode)
        new.__dict__.update(self.__dict__)
        new.generator = deepcopy(self.generator, memo)
        new.log = self.log[:]
        new.state = self.state.copy()
        return new

    def to_json(self) -> dict[str, Json]:
        """Return the episode as plain data, including secrets and the state of the generator."""
        return {
            "format": FORMAT,
            "rules": str(self.encoding.rules.choice),
            "players": self.encoding.players,
            "reward": self.reward,
            "beyond": self.beyond,
            "log": list(self.log),
            "paid": list(self.paid),
            "generator": generator_state(self.generator),
        }

    @classmethod
    def from_json(cls, encoding: Encoding, data: Mapping[str, Json]) -> Episode:
        """Restore an episode from a `to_json` record. Raises BadRecord if it does not match the encoding."""
        rules, players = data.get("rules"), data.get("players")
        if data.get("format") != FORMAT or (rules, players) != (str(encoding.rules.choice), encoding.players):
            raise BadRecord("rl_record", rules=str(encoding.rules.choice), players=encoding.players)
        new = cls.__new__(cls)
        try:
            attributes = {"encoding": encoding, "reward": data["reward"], "beyond": data["beyond"], "left_window": None}
            new.__dict__.update(attributes)
            new.generator = restored_generator(cast(Mapping[str, Json], data["generator"]))
            paid = cast(list[int], data["paid"])
            new.paid = [int(paid[seat]) for seat in range(encoding.players)]
            new.log, new.state = [], engine.start(encoding.rules, encoding.players)
            for action in cast(list[int], data["log"]):
                new._apply(action)
        except (BastideError, LookupError, TypeError, ValueError, AttributeError) as error:
            raise damaged_record(error) from error
        new._advance(strict=False)
        return new


class EpisodeMixin:
    """Mixin for environments of a single game: its episode, generator and rendering."""

    _episode: Episode | None = None
    _np_random: np.random.Generator | None = None
    _np_random_seed: int | None = None
    """These two attributes have the names of Gymnasium."""
    _mode: Mode | None = None
    """The render mode."""

    @property
    def np_random(self) -> np.random.Generator:
        """The generator of all randomness, which can be replaced."""
        if self._np_random is None:
            self._np_random, self._np_random_seed = seeding.np_random()
        return self._np_random

    @np_random.setter
    def np_random(self, generator: np.random.Generator) -> None:
        self._np_random, self._np_random_seed = generator, UNKNOWN_SEED
        if self._episode is not None:
            self._episode.generator = generator

    @property
    def episode(self) -> Episode:
        """The current episode."""
        if self._episode is None:
            raise BastideError("rl_no_reset")
        return self._episode

    @property
    def has_left_window(self) -> bool:
        """Whether the game has left the window and cannot continue."""
        return self.episode.left_window is not None

    @property
    def generator(self) -> dict[str, Json]:
        """The state of the generator of all randomness, which can be set to reproduce a game."""
        return generator_state(self.np_random)

    @generator.setter
    def generator(self, state: Mapping[str, Json]) -> None:
        self.np_random = restored_generator(state)

    def digest(self) -> str:
        """Return a digest of the state of the game, the same in every process."""
        return self.episode.digest()

    def render(self) -> Rendered:
        """Render the game in the render mode of the environment."""
        return render(self.episode.state, self._mode)

    def _show_to_human(self) -> None:
        """Render the game if the render mode is "human"."""
        if self._mode == "human":
            self.render()


def damaged_record(error: Exception) -> BadRecord:
    """Return the error for a damaged record."""
    if isinstance(error, BadRecord):
        return error
    return BadRecord("rl_record_damaged", reason=error if isinstance(error, BastideError) else repr(error))


def digest(encoding: Encoding, state: State) -> str:
    """Return a digest of a state, the same in every process."""
    key = (str(encoding.rules.choice), state.key())
    return blake2b(repr(key).encode(), digest_size=16).hexdigest()


def random_below(generator: np.random.Generator, count: int) -> int:
    """Return a uniformly random int from 0 to ``count`` exclusive, which may exceed 64 bits."""
    if count <= MAX_DIRECT:
        return int(generator.integers(count))
    bits = (count - 1).bit_length()
    while True:
        words = generator.integers(1 << WORD_BITS, size=-(-bits // WORD_BITS)).tolist()
        number = sum(int(word) << WORD_BITS * place for place, word in enumerate(words)) & (1 << bits) - 1
        if number < count:
            return number


def generator_state(generator: np.random.Generator) -> dict[str, Json]:
    """Return the state of a generator as plain data."""
    return cast(dict[str, Json], _without_arrays(generator.bit_generator.state))


def restored_generator(state: Mapping[str, Json]) -> np.random.Generator:
    """Restore a generator from a `generator_state`. Raises BadRecord if it is damaged."""
    try:
        bit_generator = GENERATORS[str(state["bit_generator"])]()
        bit_generator.state = _with_arrays(state)  # type: ignore[assignment]
    except (LookupError, TypeError, ValueError, OverflowError) as error:
        raise damaged_record(error) from error
    return np.random.Generator(bit_generator)


def _without_arrays(value: object) -> object:
    """Return the state of a generator with arrays converted to lists."""
    if isinstance(value, Mapping):
        return {name: _without_arrays(part) for name, part in value.items()}
    return value.tolist() if isinstance(value, np.ndarray) else value


def _with_arrays(value: object) -> object:
    """Return the state of a generator with lists converted to arrays, as some bit generators require."""
    if isinstance(value, Mapping):
        return {name: _with_arrays(part) for name, part in value.items()}
    return np.array(value, np.uint64) if isinstance(value, list) else value
