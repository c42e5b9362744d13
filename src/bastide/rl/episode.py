"""A game that learners play: its state, the log that led there, and the one generator that makes the draws.

A copy is a true copy. Copied, pickled or written down in the middle, it goes on exactly as the original does.
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
LOST: Final = -1.0
"""What it usually costs to choose what cannot be chosen."""
FORMAT: Final = 1
WORD: Final = 32
GENERATORS: Final = {
    kind.__name__: kind
    for kind in (np.random.PCG64, np.random.PCG64DXSM, np.random.MT19937, np.random.Philox, np.random.SFC64)
}
"""The kinds of generators that can be written down."""
UNKNOWN: Final = -1
"""As the seed of a generator that somebody has made, as Gymnasium has it."""


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
        """The scores when rewards were given last: points that the first draws bring are paid with the first action."""
        self.left_window: BeyondWindow | None = None
        """If the game cannot go on because it has left the window: where it went."""
        self.legal: dict[int, Action] = {}
        """The actions that can be chosen now, by number."""
        self._go_on()

    @property
    def actor(self) -> Seat:
        """The seat that chooses now, or OVER."""
        return engine.actor(self.state) if self.left_window is None else OVER

    def _go_on(self, loudly: bool = True) -> None:
        """Draw until somebody has a choice, and look at what can be chosen."""
        while engine.actor(self.state) == CHANCE:
            self._apply(engine.outcome(self.state, below(self.generator, engine.chances(self.state))))
        try:
            self.legal = self.encoding.actions.legal(self.state)
        except BeyondWindow as error:
            self.left_window, self.legal = error, {}
            if loudly and self.beyond == "raise":
                raise
            if loudly:
                warnings.warn(str(error), RuntimeWarning, stacklevel=3)

    def _apply(self, action: Action) -> None:
        engine.apply(self.state, action)
        self.log.append(action)

    def play(self, index: int) -> list[float]:
        """Play the action with a number for the seat that chooses; return what every seat is given for it.

        Raises BastideError, saying why, if it cannot be chosen; then nothing has changed. Raises BeyondWindow, now and
        at every other try, if the game leaves the window by it and shall not end there.
        """
        if self.left_window is not None:
            raise self.left_window
        if index not in self.legal:
            raise self.encoding.actions.refusal(self.state, index)
        before = self.paid
        self._apply(self.legal[index])
        self._go_on()
        self.paid = self.state.score[:]
        return rewards(self.reward, before, self.state)

    def observe(self, seat: Seat | None) -> Observation:
        """Return what a seat, or a spectator, sees."""
        return self.encoding.observe(self.state, seat)

    def mask(self, seat: Seat | None = None) -> Mask:
        """Return which actions can be chosen now, by a seat if one is named."""
        mask = np.zeros(self.encoding.actions.size, np.int8)
        if seat is None or seat == self.actor:
            mask[list(self.legal)] = 1
        return mask

    def digest(self) -> str:
        """Return what stands for this moment of the game: the same in every process, the generator left aside."""
        return digest(self.encoding, self.state)

    def __deepcopy__(self, memo: dict[int, object]) -> Episode:
        """Return an independent copy that goes on exactly as this one."""
        new = Episode.__new__(Episode)
        new.__dict__.update(self.__dict__)
        new.generator = deepcopy(self.generator, memo)
        new.log = self.log[:]
        new.state = self.state.copy()
        return new

    def to_json(self) -> dict[str, Json]:
        """Return the game so far as plain data, secrets and the generator included."""
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
        """Return the game that was written down. Raises BadRecord if it is not one of this encoding's."""
        rules, players = data.get("rules"), data.get("players")
        if data.get("format") != FORMAT or (rules, players) != (str(encoding.rules.choice), encoding.players):
            raise BadRecord("rl_record", rules=str(encoding.rules.choice), players=encoding.players)
        new = cls.__new__(cls)
        try:
            fixed = {"encoding": encoding, "reward": data["reward"], "beyond": data["beyond"], "left_window": None}
            new.__dict__.update(fixed)
            new.generator = generator_in(cast(Mapping[str, Json], data["generator"]))
            paid = cast(list[int], data["paid"])
            new.paid = [int(paid[seat]) for seat in range(encoding.players)]
            new.log, new.state = [], engine.start(encoding.rules, encoding.players)
            for action in cast(list[int], data["log"]):
                new._apply(action)
        except (BastideError, LookupError, TypeError, ValueError, AttributeError) as error:
            raise damaged(error) from error
        new._go_on(loudly=False)
        return new


class OneGame:
    """What environments have in common that play one game at a time, with one generator."""

    _episode: Episode | None = None
    _np_random: np.random.Generator | None = None
    _np_random_seed: int | None = None
    """As Gymnasium keeps them."""
    _mode: Mode | None = None
    """How the game is shown."""

    @property
    def np_random(self) -> np.random.Generator:
        """The one generator from which all chance follows; another one may take its place."""
        if self._np_random is None:
            self._np_random, self._np_random_seed = seeding.np_random()
        return self._np_random

    @np_random.setter
    def np_random(self, generator: np.random.Generator) -> None:
        self._np_random, self._np_random_seed = generator, UNKNOWN
        if self._episode is not None:
            self._episode.generator = generator

    @property
    def episode(self) -> Episode:
        """The game that is being played."""
        if self._episode is None:
            raise BastideError("rl_no_reset")
        return self._episode

    @property
    def has_left_window(self) -> bool:
        """Whether the game cannot go on because it has left the window."""
        return self.episode.left_window is not None

    @property
    def generator(self) -> dict[str, Json]:
        """The state of the generator from which all chance follows; set it to have the same again."""
        return generator_state(self.np_random)

    @generator.setter
    def generator(self, state: Mapping[str, Json]) -> None:
        self.np_random = generator_in(state)

    def digest(self) -> str:
        """Return what stands for this moment of the game: the same in every process."""
        return self.episode.digest()

    def render(self) -> Rendered:
        """Show the game as it was asked for when the environment was made."""
        return render(self.episode.state, self._mode)

    def _show(self) -> None:
        """Show the game to people, if that was asked for."""
        if self._mode == "human":
            self.render()


def damaged(error: Exception) -> BadRecord:
    """Return the error that says what is wrong with something that was written down."""
    if isinstance(error, BadRecord):
        return error
    return BadRecord("rl_record_damaged", reason=error if isinstance(error, BastideError) else repr(error))


def digest(encoding: Encoding, state: State) -> str:
    """Return what stands for a state: the same in every process."""
    key = (str(encoding.rules.choice), state.key())
    return blake2b(repr(key).encode(), digest_size=16).hexdigest()


def below(generator: np.random.Generator, count: int) -> int:
    """Return a whole number from 0 up, smaller than the count, of any size, all being equally likely."""
    if count <= 1 << 62:
        return int(generator.integers(count))
    bits = (count - 1).bit_length()
    while True:
        words = generator.integers(1 << WORD, size=-(-bits // WORD)).tolist()
        number = sum(int(word) << WORD * place for place, word in enumerate(words)) & (1 << bits) - 1
        if number < count:
            return number


def generator_state(generator: np.random.Generator) -> dict[str, Json]:
    """Return the kind of a generator and its state as plain data."""
    return cast(dict[str, Json], _plain(generator.bit_generator.state))


def generator_in(state: Mapping[str, Json]) -> np.random.Generator:
    """Return a generator of the kind and in the state that were told. Raises BadRecord if there is none such."""
    try:
        made = GENERATORS[str(state["bit_generator"])]()
        made.state = _packed(state)  # type: ignore[assignment]
    except (LookupError, TypeError, ValueError, OverflowError) as error:
        raise damaged(error) from error
    return np.random.Generator(made)


def _plain(value: object) -> object:
    """Return a part of the state of a generator without arrays."""
    if isinstance(value, Mapping):
        return {name: _plain(part) for name, part in value.items()}
    return value.tolist() if isinstance(value, np.ndarray) else value


def _packed(value: object) -> object:
    """Return a part of the state of a generator with its lists as arrays, which some kinds insist on."""
    if isinstance(value, Mapping):
        return {name: _packed(part) for name, part in value.items()}
    return np.array(value, np.uint64) if isinstance(value, list) else value
