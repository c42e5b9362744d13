"""Thousands of games in one process, as arrays: a Gymnasium vector environment on the compiled simulator."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from hashlib import blake2b
from itertools import pairwise
from operator import index
from typing import Final, Literal, cast, get_args

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from bastide.bots.evaluation import WEIGHTS
from bastide.errors import BadRecord, BadRules, BastideError, BeyondWindow, IllegalAction
from bastide.fast import check
from bastide.fast.batch import SHARE, cores
from bastide.fast.candidates import CANDIDATES_DTYPE
from bastide.fast.conversion import from_state, to_state
from bastide.fast.evaluation import EVALUATION_DTYPE
from bastide.fast.layout import GAME_DTYPE
from bastide.fast.rule_tables import tables_of
from bastide.games import parse_rules
from bastide.rl import step_kernel
from bastide.rl.actions import Mask
from bastide.rl.encoder_layout import lens_of, spreads_of
from bastide.rl.encoding import at_least_one, check_options, check_word, make_encoding, whole
from bastide.rl.episode import BEYOND, FORMAT, Beyond, damaged, digest, generator_in, generator_state
from bastide.rl.observation_kernel import ENV_STATE_DTYPE, NOBODY
from bastide.rl.rewards import REWARDS, Reward
from bastide.rules import engine
from bastide.rules.model import Json
from bastide.rules.state import State

Opponent = Literal["self", "random", "greedy"]
OPPONENTS: Final[tuple[Opponent, ...]] = get_args(Opponent)
OTHERS: Final[Mapping[Opponent, int]] = {
    "self": step_kernel.SELF,
    "random": step_kernel.RANDOM,
    "greedy": step_kernel.GREEDY,
}
KINDS: Final[Mapping[Reward, int]] = {"win": step_kernel.WIN, "margin": step_kernel.MARGIN, "score": step_kernel.SCORE}
SPARE: Final = 2
"""Games that are needed to find out what looks best."""
SEEDS: Final = 1 << 64
REMADE: Final = ("_tables", "_pool")
"""What a copy makes for itself."""
ARRAYS: Final = (
    "_games",
    "_sights",
    "_board",
    "_table",
    "_mask",
    "_gains",
    "_rewards",
    "_seats",
    "_ended",
    "_left",
)
"""What tells how all games stand."""
WISHES: Final = ("players", "window", "reward", "beyond", "copy", "threads")
"""What may be asked for by name, beside how many games, by which rules and whom against."""

Numbers = npt.NDArray[np.int64]
Reals = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Seen = dict[str, npt.NDArray[np.int8] | npt.NDArray[np.float32]]
Facts = dict[str, Mask | Numbers | Reals | Flags]
Given = Reals | Flags
Seeds = int | Sequence[int | None] | None


class BastideVectorEnv(VectorEnv[Seen, Numbers, Given]):
    """Many games by the same rules, each at a moment of its own; a step is an action in every one of them.

    What is seen, the numbers of actions and the rewards are those of `bastide_v0` with planes. With
    ``opponents="self"`` the caller plays for all seats: a game is shown to the seat that is to act, and the reward is
    for the seat that has acted. Otherwise it has one seat, the next one in every new game; the others play at random or
    as looks best ("greedy"), and the reward is for all that happened since its last action.

    The infos are arrays, too: ``action_mask``, the ``seat`` to which a game is shown, the ``scores`` and ``rewards`` of
    all seats, and whether a game has ``left_window``. A game that has ended begins anew with the next step, which
    ignores the action there (`AutoresetMode.NEXT_STEP`).

    All planes of a cell lie together in memory (what PyTorch calls channels last). Unless a ``copy`` is asked for,
    boards, tables and masks are the environment's own, and the next step overwrites them: to copy them takes several
    times as long as to play.
    """

    def __init__(
        self,
        num_envs: int,
        rules: str = "second",
        players: int = 2,
        window: int | str | None = None,
        reward: Reward = "win",
        opponents: Opponent = "self",
        beyond: Beyond = "raise",
        copy: bool = False,
        threads: int | None = None,
    ) -> None:
        check_word("reward", reward, REWARDS)
        check_word("opponents", opponents, OPPONENTS)
        check_word("beyond", beyond, BEYOND)
        num_envs, players = at_least_one("num_envs", num_envs), whole("players", players)
        threads = None if threads is None else at_least_one("threads", threads)
        self.encoding: Final = make_encoding(rules, players, window, "planes")
        self._tables = tables_of(self.encoding.rules)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
        self.single_observation_space = self.encoding.observation_space()
        self.single_action_space = self.encoding.action_space()
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._wishes: Final[dict[str, Json]] = {
            "num_envs": num_envs,
            "rules": str(self.encoding.rules.choice),
            "players": players,
            "window": self.encoding.window.side,
            "reward": reward,
            "opponents": opponents,
            "beyond": beyond,
            "copy": bool(copy),
        }
        self._copies: Final = copy
        self._kind: Final = KINDS[reward]
        self._others: Final = OTHERS[opponents]
        self._raises: Final = beyond == "raise"
        self._begun = False
        self._lens: Final = lens_of(self.encoding)
        self._spreads: Final = spreads_of(self.encoding)
        self._weights: Final = np.array(WEIGHTS.row())
        self._start: Final = np.zeros(1, GAME_DTYPE)
        self._set_up(players)
        self._games: Final = np.zeros(num_envs, GAME_DTYPE)
        self._sights: Final = np.zeros(num_envs, ENV_STATE_DTYPE)
        self._sights["own"] = NOBODY if opponents == "self" else 0
        planes, side, _ = self.encoding.planes.shape
        self._board: Final = np.zeros((num_envs, side * side, planes), np.int8)
        self._table: Final = np.zeros((num_envs, self.encoding.table.size), np.float32)
        self._mask: Final = np.zeros((num_envs, self.encoding.actions.size), np.int8)
        self._gains: Final = np.zeros((num_envs, players), np.float64)
        self._rewards: Final = np.zeros(num_envs, np.float64)
        self._seats: Final = np.zeros(num_envs, np.int64)
        self._ended: Final = np.zeros(num_envs, np.bool_)
        self._left: Final = np.zeros(num_envs, np.bool_)
        self._shares: Final = _shares(num_envs, threads or min(cores(), -(-num_envs // SHARE)))
        rooms = len(self._shares) if opponents == "greedy" else 0
        self._spare: Final = np.zeros(SPARE * rooms, GAME_DTYPE)
        self._turns: Final = np.zeros(rooms, CANDIDATES_DTYPE)
        self._notes: Final = np.zeros(rooms, EVALUATION_DTYPE)
        self._pool: ThreadPoolExecutor | None = None

    def _set_up(self, players: int) -> None:
        """Make the game with which all begin. Raises BeyondWindow if its first tiles lie beyond the window."""
        start = engine.start(self.encoding.rules, players)
        for cell in start.board.cell:
            self.encoding.window.index(cell)
        from_state(start, self._start)

    @cached_property
    def observation_space(self) -> spaces.Space[Seen]:  # type: ignore[override]
        """The space of what is seen of all games; it takes several times as much memory as they do."""
        return batch_space(self.single_observation_space, self.num_envs)

    # Playing

    def reset(self, *, seed: Seeds = None, options: Mapping[str, object] | None = None) -> tuple[Seen, Facts]:
        """Begin all games anew, or those that are True in ``options["reset_mask"]``.

        All draws of a game follow from its own seed: from a list there is one for each, and from a single number one
        for each is made. Without a seed its generator goes on.
        """
        check_options(options, ("reset_mask",))
        asked = np.array((options or {}).get("reset_mask", [True] * self.num_envs), np.bool_)
        if asked.shape != (self.num_envs,):
            raise BastideError("rl_vector_count", what="reset_mask", count=self.num_envs)
        if not (self._begun or asked.all()):
            raise BastideError("rl_no_reset")
        self._seed(seed, asked)
        self._begun = True
        self._ended[asked] = True
        self._play(asked, np.zeros(self.num_envs, np.int64))
        return self._seen(), self._facts()

    def _seed(self, seed: Seeds, asked: Flags) -> None:
        """Give the games asked for generators, where a seed is given or where they have none."""
        own: list[int | None] | None = None
        if seed is None or isinstance(seed, int | np.integer):
            super().reset(seed=None if seed is None else int(seed))
        else:
            own = self._own_seeds(seed)
        seeds = self.np_random.integers(SEEDS, size=self.num_envs, dtype=np.uint64)
        given = asked & (not self._begun or (own is None and seed is not None))
        for number, each in enumerate(own or ()):
            if each is not None:
                seeds[number], given[number] = each % SEEDS, asked[number]
        step_kernel.seed(self._start, self._games, self._sights, given, seeds)

    def _own_seeds(self, seeds: Sequence[int | None]) -> list[int | None]:
        """Return a seed for every game, as whole numbers. Raises BastideError if they are something else."""
        try:
            own = [None if seed is None else index(seed) for seed in seeds]
        except TypeError:
            own = []
        if len(own) != self.num_envs or min((seed for seed in own if seed is not None), default=0) < 0:
            raise BastideError("rl_vector_count", what="seed", count=self.num_envs)
        return own

    def step(self, actions: Numbers) -> tuple[Seen, Reals, Flags, Flags, Facts]:
        """Play an action in every game. Raises BastideError, changing nothing, if one of them cannot be chosen."""
        if not self._begun:
            raise BastideError("rl_no_reset")
        taken = np.asarray(actions)
        if taken.shape != (self.num_envs,) or taken.dtype.kind not in "iu":
            raise BastideError("rl_vector_count", what="actions", count=self.num_envs)
        self._check_window()
        numbers = np.ascontiguousarray(taken, np.int64)
        refused = step_kernel.find_refused(self._sights, self._ended, self._left, numbers)
        if refused >= 0:
            reason = self.encoding.actions.refusal(self.to_engine(refused), int(taken[refused]))
            raise IllegalAction("rl_vector_refused", game=refused, reason=reason) from reason
        self._play(np.ones(self.num_envs, np.bool_), numbers)
        return self._seen(), self._rewards.copy(), self._ended.copy(), self._left.copy(), self._facts()

    def _play(self, asked: Flags, numbers: Numbers) -> None:
        def play(share: int) -> None:
            first, last = self._shares[share]
            step_kernel.step(
                self._lens,
                self._tables,
                self.encoding.planes.printed,
                self._spreads,
                self._start,
                self._games[first:last],
                self._sights[first:last],
                asked[first:last],
                numbers[first:last],
                self._kind,
                self._others,
                self._spare[SPARE * share : SPARE * (share + 1)],
                self._turns[share : share + 1],
                self._notes[share : share + 1],
                self._weights,
                self._board[first:last],
                self._table[first:last],
                self._mask[first:last],
                self._gains[first:last],
                self._rewards[first:last],
                self._seats[first:last],
                self._ended[first:last],
                self._left[first:last],
            )

        self._share_out(play)
        self._check_window()

    def _share_out(self, work: Callable[[int], None]) -> None:
        """Do some work for every share of the games: the first here, each of the others in a thread of its own."""
        others = range(1, len(self._shares))
        if others and self._pool is None:
            self._pool = ThreadPoolExecutor(len(others), "games")
        waiting = [self._pool.submit(work, share) for share in others] if self._pool else []
        work(0)
        for each in waiting:
            each.result()

    def _check_window(self) -> None:
        """Raise BeyondWindow if a game has left the window, unless that is to end it."""
        if self._raises and self._left.any():
            first = int(self._left.argmax())
            try:
                self.encoding.actions.legal(self.to_engine(first))
            except BeyondWindow as reason:
                raise BeyondWindow("rl_vector_left", game=first, reason=reason) from reason

    @property
    def left_window(self) -> Flags:
        """Which games cannot go on because they have left the window; as ``reset_mask`` it begins them anew."""
        return self._left.copy()

    # Looking

    def _seen(self) -> Seen:
        planes, side, _ = self.encoding.planes.shape
        board = self._board.reshape(self.num_envs, side, side, planes).transpose(0, 3, 1, 2)
        if self._copies:
            return {"board": board.copy("K"), "table": self._table.copy()}
        return {"board": board, "table": self._table}

    def _facts(self) -> Facts:
        return {
            "action_mask": self.action_masks(),
            "seat": self._seats.copy(),
            "scores": self._games["score"][:, : self.encoding.players].copy(),
            "rewards": self._gains.copy(),
            "left_window": self._left.copy(),
        }

    def action_masks(self) -> Mask:
        """Return 1 for every action that can be chosen now, 0 for all others, a row for each game."""
        return self._mask.copy() if self._copies else self._mask

    def sample_actions(self) -> Numbers:
        """Return an action for every game, each that can be chosen being as likely as any other.

        They are picked by generators of their own, which a seed sets, too. For a game that has ended it is 0.
        """
        numbers = np.empty(self.num_envs, np.int64)
        step_kernel.pick(self._sights, numbers)
        return numbers

    @property
    def generators(self) -> npt.NDArray[np.uint64]:
        """The states of all generators, two for each game: for its draws, and for picking actions. They can be set."""
        return np.stack([self._games["random"], self._sights["luck"]], axis=1)

    @generators.setter
    def generators(self, states: npt.NDArray[np.uint64]) -> None:
        given = np.asarray(states)
        if given.shape != (self.num_envs, 2) or given.dtype.kind not in "iu":
            raise BastideError("rl_vector_generators", count=self.num_envs)
        self._games["random"], self._sights["luck"] = given.astype(np.uint64).T

    def digest(self, number: int) -> str:
        """Return what stands for this moment of a game: the same in every process."""
        return digest(self.encoding, self.to_engine(number))

    def to_engine(self, number: int) -> State:
        """Return a game as a state of the engine."""
        at = range(self.num_envs)[number]
        return to_state(self.encoding.rules, self._games[at : at + 1])

    # Copies

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in self.__dict__.items() if name not in REMADE}

    def __setstate__(self, state: Mapping[str, object]) -> None:
        self.__dict__.update(state)
        self._tables, self._pool = tables_of(self.encoding.rules), None

    def to_json(self) -> dict[str, object]:
        """Return the environment in the middle of its games as plain data; how they stand is packed into text."""
        data: dict[str, object] = {
            "wishes": self._wishes,
            "begun": self._begun,
            "generator": generator_state(self.np_random),
            "arrays": {name: b64encode(zlib.compress(getattr(self, name).tobytes(), 1)).decode() for name in ARRAYS},
        }
        return {**data, "seal": _seal(data)}

    @classmethod
    def from_json(cls, data: Mapping[str, object], threads: int | None = None) -> BastideVectorEnv:
        """Return the environment that was written down. Raises BadRecord if it cannot be."""
        try:
            if data["seal"] != _seal({name: told for name, told in data.items() if name != "seal"}):
                raise BadRecord("rl_vector_record")
            new = cls(**cast(dict[str, Json], data["wishes"]), threads=threads)  # type: ignore[arg-type]
            new._begun = bool(data["begun"])
            new.np_random = generator_in(cast(Mapping[str, Json], data["generator"]))
            for name, packed in cast(Mapping[str, str], data["arrays"]).items():
                array = getattr(new, name)
                array[:] = np.frombuffer(zlib.decompress(b64decode(packed)), array.dtype).reshape(array.shape)
        except (BastideError, KeyError, TypeError, ValueError, AttributeError) as error:
            raise damaged(error) from error
        return new

    def close_extras(self, **_: object) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


def against_bots(
    num_envs: int, rules: str = "second", opponents: Opponent = "random", **wishes: object
) -> BastideVectorEnv:
    """Return the environment that Gymnasium makes by name: others have the other seats, as in the single one.

    Raises BastideError, saying what to do, if it cannot be had in one process.
    """
    for name in wishes:
        if name not in WISHES:
            raise BastideError("rl_vector_wish", name=name, known=", ".join(WISHES))
    if opponents not in OPPONENTS:
        raise BastideError("rl_vector_opponents", word=opponents, known=", ".join(OPPONENTS))
    made = parse_rules(rules)
    try:
        check(made)
    except BadRules as reason:
        raise BadRules("rl_vector_rules", reason=reason) from reason
    return BastideVectorEnv(num_envs, rules, opponents=opponents, **wishes)  # type: ignore[arg-type]


def _seal(data: Mapping[str, object]) -> str:
    """Return what tells whether games are as this version wrote them: compiled code trusts whatever it is given."""
    told = f"{FORMAT} {GAME_DTYPE.descr} {ENV_STATE_DTYPE.descr} {json.dumps(data, sort_keys=True)}"
    return blake2b(told.encode(), digest_size=16).hexdigest()


def _shares(count: int, threads: int) -> list[tuple[int, int]]:
    """Return the games of each thread: the first, and the one after the last."""
    ends = [count * number // threads for number in range(threads + 1)]
    return [(first, last) for first, last in pairwise(ends) if first < last]
