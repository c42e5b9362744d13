"""The Gymnasium vector environment: thousands of games in one process, on the compiled simulator."""

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
from typing import Final, Literal, Unpack, cast, get_args

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from bastide.bots.evaluation import WEIGHTS
from bastide.errors import BadRecord, BadRules, BastideError, BeyondWindow, IllegalAction
from bastide.fast.batch import CHUNK, cores
from bastide.fast.conversion import from_state, to_state
from bastide.fast.layout import GAME_DTYPE
from bastide.fast.rule_tables import tables_of
from bastide.fast.support import check, is_plain
from bastide.fast.workspace import make_workspace
from bastide.games import parse_rules
from bastide.rl import step_kernel
from bastide.rl.actions import Mask
from bastide.rl.encoder_layout import encoder_layout, weight_table
from bastide.rl.encoder_records import ALL_SEATS, ENV_STATE_DTYPE, EncoderTables
from bastide.rl.encoding import as_int, as_positive_int, check_choice, check_options, make_encoding
from bastide.rl.episode import FORMAT, damaged_record, digest, generator_state, restored_generator
from bastide.rl.options import EpisodeOptions, episode_options
from bastide.rl.rewards import Reward
from bastide.rl.step_kernel import StepOutputs, StepWorkspace
from bastide.rules import engine
from bastide.rules.model import Json
from bastide.rules.ruleset import Ruleset
from bastide.rules.state import State

Opponent = Literal["self", "random", "greedy"]
OPPONENTS: Final[tuple[Opponent, ...]] = get_args(Opponent)
OPPONENT_CODES: Final[Mapping[Opponent, int]] = {
    "self": step_kernel.SELF,
    "random": step_kernel.RANDOM,
    "greedy": step_kernel.GREEDY,
}
REWARD_CODES: Final[Mapping[Reward, int]] = {
    "win": step_kernel.WIN,
    "margin": step_kernel.MARGIN,
    "score": step_kernel.SCORE,
}
SEED_RANGE: Final = 1 << 64
TRANSIENT: Final = ("_tables", "_workspaces", "_pool")
"""Attributes that are not copied or pickled but created anew."""
ARRAYS: Final = (
    "_games",
    "_envs",
    "_board",
    "_table",
    "_mask",
    "_seat_rewards",
    "_rewards",
    "_seats",
    "_terminated",
    "_truncated",
)
"""The attributes with the state of all environments."""
OPTIONS: Final = ("players", "window", "reward", "beyond", "copy", "threads")
"""The keyword options of `against_bots`."""

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Observations = dict[str, npt.NDArray[np.int8] | npt.NDArray[np.float32]]
Infos = dict[str, Mask | Ints | Floats | Bools]
Outcome = Floats | Bools
Seeds = int | Sequence[int | None] | None


class BastideVectorEnv(VectorEnv[Observations, Ints, Outcome]):
    """Many games with the same rules; a step applies one action in each of them.

    Observations, action numbers and rewards are those of `bastide_v0` with planes. With ``opponents="self"`` the
    learner plays all seats: the observation is that of the seat to act, the reward that of the seat that has acted.
    Otherwise the learner has one seat, the next one in every episode, against random or greedy opponents, and the
    reward covers everything since its last action.

    Infos are arrays: ``action_mask``, the observing ``seat``, the ``scores`` and ``rewards`` of all seats, and
    ``left_window``. An episode that has ended is reset by the next step, which ignores its action
    (`AutoresetMode.NEXT_STEP`).

    The planes of a cell are contiguous (channels last, in PyTorch's terms). Unless ``copy`` is set, boards, tables and
    masks are internal arrays that the next step overwrites: copying takes several times as long as playing.
    """

    def __init__(
        self,
        num_envs: int,
        rules: str = "second",
        players: int = 2,
        opponents: Opponent = "self",
        copy: bool = False,
        threads: int | None = None,
        **options: Unpack[EpisodeOptions],
    ) -> None:
        chosen = episode_options(options)
        check_choice("opponents", opponents, OPPONENTS)
        num_envs, players = as_positive_int("num_envs", num_envs), as_int("players", players)
        threads = None if threads is None else as_positive_int("threads", threads)
        self.encoding: Final = make_encoding(rules, players, chosen["window"], "planes")
        check_support(self.encoding.rules, opponents)
        self._tables = tables_of(self.encoding.rules)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
        self.single_observation_space = self.encoding.observation_space()
        self.single_action_space = self.encoding.action_space()
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._options: Final[dict[str, Json]] = {
            "num_envs": num_envs,
            "rules": str(self.encoding.rules.choice),
            "players": players,
            "window": self.encoding.window.side,
            "reward": chosen["reward"],
            "opponents": opponents,
            "beyond": chosen["beyond"],
            "copy": bool(copy),
        }
        self._copies: Final = copy
        self._reward: Final = REWARD_CODES[chosen["reward"]]
        self._opponents: Final = OPPONENT_CODES[opponents]
        self._raises: Final = chosen["beyond"] == "raise"
        self._started = False
        self._encoder: Final = encoder_layout(self.encoding)
        self._piece_weights: Final = weight_table(self.encoding)
        self._weights: Final = np.array(WEIGHTS.row())
        self._start: Final = np.zeros(1, GAME_DTYPE)
        self._make_start(players)
        self._games: Final = np.zeros(num_envs, GAME_DTYPE)
        self._envs: Final = np.zeros(num_envs, ENV_STATE_DTYPE)
        self._envs["learner"] = ALL_SEATS if opponents == "self" else 0
        planes, side, _ = self.encoding.planes.shape
        self._board: Final = np.zeros((num_envs, side * side, planes), np.int8)
        self._table: Final = np.zeros((num_envs, self.encoding.table.size), np.float32)
        self._mask: Final = np.zeros((num_envs, self.encoding.actions.size), np.int8)
        self._seat_rewards: Final = np.zeros((num_envs, players), np.float64)
        self._rewards: Final = np.zeros(num_envs, np.float64)
        self._seats: Final = np.zeros(num_envs, np.int64)
        self._terminated: Final = np.zeros(num_envs, np.bool_)
        self._truncated: Final = np.zeros(num_envs, np.bool_)
        self._chunks: Final = _chunks(num_envs, threads or min(cores(), -(-num_envs // CHUNK)))
        self._workspaces = self._make_workspaces()
        self._pool: ThreadPoolExecutor | None = None

    def _make_start(self, players: int) -> None:
        """Create the initial game. Raises BeyondWindow if its tiles lie outside the window."""
        start = engine.start(self.encoding.rules, players)
        for cell in start.board.cell:
            self.encoding.window.index(cell)
        from_state(start, self._start)

    def _make_workspaces(self) -> list[StepWorkspace]:
        """Return a workspace per chunk: views of the arrays of its environments."""
        tables = EncoderTables(self._encoder, self._tables, self.encoding.planes.printed, self._piece_weights)
        return [
            StepWorkspace(
                tables,
                self._start,
                self._games[first:last],
                self._envs[first:last],
                make_workspace(self._tables, self._weights, self._weights),
                StepOutputs(
                    self._board[first:last],
                    self._table[first:last],
                    self._mask[first:last],
                    self._seat_rewards[first:last],
                    self._rewards[first:last],
                    self._seats[first:last],
                    self._terminated[first:last],
                    self._truncated[first:last],
                ),
            )
            for first, last in self._chunks
        ]

    @cached_property
    def observation_space(self) -> spaces.Space[Observations]:  # type: ignore[override]
        """The space of batched observations, which takes several times as much memory as they do."""
        return batch_space(self.single_observation_space, self.num_envs)

    def reset(self, *, seed: Seeds = None, options: Mapping[str, object] | None = None) -> tuple[Observations, Infos]:
        """Reset all environments, or those that are True in ``options["reset_mask"]``.

        Every environment has its own seed, from a list or derived from a single number. Without a seed, its generator
        continues.
        """
        check_options(options, ("reset_mask",))
        selected = np.array((options or {}).get("reset_mask", [True] * self.num_envs), np.bool_)
        if selected.shape != (self.num_envs,):
            raise BastideError("rl_vector_count", what="reset_mask", count=self.num_envs)
        if not (self._started or selected.all()):
            raise BastideError("rl_no_reset")
        self._seed(seed, selected)
        self._started = True
        self._terminated[selected] = True
        self._play(selected, np.zeros(self.num_envs, np.int64))
        return self._observations(), self._infos()

    def _seed(self, seed: Seeds, selected: Bools) -> None:
        """Seed the selected environments that get a seed or have none yet."""
        listed: list[int | None] | None = None
        if seed is None or isinstance(seed, int | np.integer):
            super().reset(seed=None if seed is None else int(seed))
        else:
            listed = self._checked_seeds(seed)
        seeds = self.np_random.integers(SEED_RANGE, size=self.num_envs, dtype=np.uint64)
        seeded = selected & (not self._started or (listed is None and seed is not None))
        for number, own_seed in enumerate(listed or ()):
            if own_seed is not None:
                seeds[number], seeded[number] = own_seed % SEED_RANGE, selected[number]
        step_kernel.seed(self._start, self._games, self._envs, seeded, seeds)

    def _checked_seeds(self, seeds: Sequence[int | None]) -> list[int | None]:
        """Return the seeds of all environments as ints. Raises BastideError if they are invalid."""
        try:
            listed = [None if seed is None else index(seed) for seed in seeds]
        except TypeError:
            listed = []
        if len(listed) != self.num_envs or min((seed for seed in listed if seed is not None), default=0) < 0:
            raise BastideError("rl_vector_count", what="seed", count=self.num_envs)
        return listed

    def step(self, actions: Ints) -> tuple[Observations, Floats, Bools, Bools, Infos]:
        """Apply an action in every game. If one is illegal, raises BastideError and changes nothing."""
        if not self._started:
            raise BastideError("rl_no_reset")
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise BastideError("rl_vector_count", what="actions", count=self.num_envs)
        self._check_window()
        numbers = np.ascontiguousarray(given, np.int64)
        illegal = step_kernel.find_illegal(self._envs, self._terminated, self._truncated, numbers)
        if illegal >= 0:
            reason = self.encoding.actions.refusal(self.to_engine(illegal), int(given[illegal]))
            raise IllegalAction("rl_vector_refused", game=illegal, reason=reason) from reason
        self._play(np.ones(self.num_envs, np.bool_), numbers)
        return (
            self._observations(),
            self._rewards.copy(),
            self._terminated.copy(),
            self._truncated.copy(),
            self._infos(),
        )

    def _play(self, selected: Bools, numbers: Ints) -> None:
        """Step or reset the selected environments."""

        def play(chunk: int) -> None:
            first, last = self._chunks[chunk]
            workspace = self._workspaces[chunk]
            step_kernel.step(workspace, selected[first:last], numbers[first:last], self._reward, self._opponents)

        self._in_threads(play)
        self._check_window()

    def _in_threads(self, work: Callable[[int], None]) -> None:
        """Process all chunks: the first in this thread, the others in the thread pool."""
        others = range(1, len(self._chunks))
        if others and self._pool is None:
            self._pool = ThreadPoolExecutor(len(others), "games")
        futures = [self._pool.submit(work, chunk) for chunk in others] if self._pool else []
        work(0)
        for future in futures:
            future.result()

    def _check_window(self) -> None:
        """Raise BeyondWindow if a game has left the window, unless episodes are truncated then."""
        if self._raises and self._truncated.any():
            first = int(self._truncated.argmax())
            try:
                self.encoding.actions.legal(self.to_engine(first))
            except BeyondWindow as reason:
                raise BeyondWindow("rl_vector_left", game=first, reason=reason) from reason

    @property
    def left_window(self) -> Bools:
        """Whether each game has left the window and cannot continue; usable as ``reset_mask``."""
        return self._truncated.copy()

    def _observations(self) -> Observations:
        planes, side, _ = self.encoding.planes.shape
        board = self._board.reshape(self.num_envs, side, side, planes).transpose(0, 3, 1, 2)
        if self._copies:
            return {"board": board.copy("K"), "table": self._table.copy()}
        return {"board": board, "table": self._table}

    def _infos(self) -> Infos:
        return {
            "action_mask": self.action_masks(),
            "seat": self._seats.copy(),
            "scores": self._games["score"][:, : self.encoding.players].copy(),
            "rewards": self._seat_rewards.copy(),
            "left_window": self._truncated.copy(),
        }

    def action_masks(self) -> Mask:
        """Return the action masks of all games: 1 for legal actions, else 0."""
        return self._mask.copy() if self._copies else self._mask

    def sample_actions(self) -> Ints:
        """Return a uniformly random legal action for every game, 0 if its episode has ended.

        Sampling has generators of its own, which `reset` seeds, too.
        """
        numbers = np.empty(self.num_envs, np.int64)
        step_kernel.sample(self._envs, numbers)
        return numbers

    @property
    def generators(self) -> npt.NDArray[np.uint64]:
        """The states of all generators, which can be set: two per game, for its draws and for sampling actions."""
        return np.stack([self._games["random"], self._envs["sampler"]], axis=1)

    @generators.setter
    def generators(self, states: npt.NDArray[np.uint64]) -> None:
        rows = np.asarray(states)
        if rows.shape != (self.num_envs, 2) or rows.dtype.kind not in "iu":
            raise BastideError("rl_vector_generators", count=self.num_envs)
        self._games["random"], self._envs["sampler"] = rows.astype(np.uint64).T

    def digest(self, number: int) -> str:
        """Return a digest of the state of a game, the same in every process."""
        return digest(self.encoding, self.to_engine(number))

    def to_engine(self, number: int) -> State:
        """Return a game as a state of the engine."""
        at = range(self.num_envs)[number]
        return to_state(self.encoding.rules, self._games[at : at + 1])

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in self.__dict__.items() if name not in TRANSIENT}

    def __setstate__(self, state: Mapping[str, object]) -> None:
        self.__dict__.update(state)
        self._tables, self._pool = tables_of(self.encoding.rules), None
        self._workspaces = self._make_workspaces()

    def to_json(self) -> dict[str, object]:
        """Return the environment in the middle of its episodes as plain data, with arrays compressed into text."""
        data: dict[str, object] = {
            "options": self._options,
            "begun": self._started,
            "generator": generator_state(self.np_random),
            "arrays": {name: b64encode(zlib.compress(getattr(self, name).tobytes(), 1)).decode() for name in ARRAYS},
        }
        return {**data, "seal": _checksum(data)}

    @classmethod
    def from_json(cls, data: Mapping[str, object], threads: int | None = None) -> BastideVectorEnv:
        """Restore an environment from a `to_json` record. Raises BadRecord if it is damaged."""
        try:
            if data["seal"] != _checksum({name: value for name, value in data.items() if name != "seal"}):
                raise BadRecord("rl_vector_record")
            new = cls(**cast(dict[str, Json], data["options"]), threads=threads)  # type: ignore[arg-type]
            new._started = bool(data["begun"])
            new.np_random = restored_generator(cast(Mapping[str, Json], data["generator"]))
            for name, packed in cast(Mapping[str, str], data["arrays"]).items():
                array = getattr(new, name)
                array[:] = np.frombuffer(zlib.decompress(b64decode(packed)), array.dtype).reshape(array.shape)
        except (BastideError, KeyError, TypeError, ValueError, AttributeError) as error:
            raise damaged_record(error) from error
        return new

    def close_extras(self, **_: object) -> None:
        """Shut down the thread pool."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


def against_bots(
    num_envs: int, rules: str = "second", opponents: Opponent = "random", **options: object
) -> BastideVectorEnv:
    """Return a vector environment with bots in the other seats, for `gymnasium.make_vec`.

    Raises BastideError, suggesting an alternative, if rules or options are not supported.
    """
    for name in options:
        if name not in OPTIONS:
            raise BastideError("rl_vector_option", name=name, known=", ".join(OPTIONS))
    if opponents not in OPPONENTS:
        raise BastideError("rl_vector_opponents", word=opponents, known=", ".join(OPPONENTS))
    ruleset = parse_rules(rules)
    try:
        check_support(ruleset, opponents)
    except BadRules as reason:
        raise BadRules("rl_vector_rules", reason=reason) from reason
    return BastideVectorEnv(num_envs, rules, opponents=opponents, **options)  # type: ignore[arg-type]


def check_support(rules: Ruleset, opponents: Opponent) -> None:
    """Raise BadRules unless the vector environment supports a ruleset with some opponents."""
    check(rules)
    if opponents == "greedy" and not is_plain(rules):
        raise BadRules("rl_vector_greedy")


def _checksum(data: Mapping[str, object]) -> str:
    """Return a checksum of a record and of the memory layout, since compiled code does not validate its arrays."""
    text = f"{FORMAT} {GAME_DTYPE.descr} {ENV_STATE_DTYPE.descr} {json.dumps(data, sort_keys=True)}"
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _chunks(count: int, threads: int) -> list[tuple[int, int]]:
    """Return the ranges of environments that the threads process."""
    bounds = [count * number // threads for number in range(threads + 1)]
    return [(first, last) for first, last in pairwise(bounds) if first < last]
