"""The game and its states with the methods of OpenSpiel, which is not required (`rl.openspiel` registers them there).

>>> state = SpielGame("second").new_initial_state()
>>> state.is_chance_node(), state.action_to_string(-1, state.legal_actions()[0])
(True, 'A')

Seats are players 0, 1 and so on. Actions are numbered by `rl.actions`, draws by `rl.chance_outcomes`. A draw with too
many outcomes to list, such as a throw, is split into consecutive chance nodes, one per digit of its outcome.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from hashlib import blake2b
from math import inf
from typing import Final

import numpy as np
import numpy.typing as npt

from bastide.errors import BadRecord, BastideError, IllegalAction
from bastide.play.notation import action_text
from bastide.play.position import position_text
from bastide.play.record import parse_json
from bastide.play.view import view
from bastide.rl.chance_outcomes import ChanceEncoder, digit_count, digit_weights, from_digits
from bastide.rl.encoding import as_int, check_choice, make_encoding
from bastide.rl.episode import damaged_record
from bastide.rl.information_state import InformationStates, canonical_json
from bastide.rl.rewards import REWARDS, Reward, rewards
from bastide.rules import engine
from bastide.rules.model import CHANCE, OVER, SLOT, Action, Json, Seat, chance
from bastide.rules.state import HAND_SLOTS

CHANCE_PLAYER: Final = -1
"""OpenSpiel's player number for chance."""
TERMINAL_PLAYER: Final = -4
"""OpenSpiel's player number in terminal states."""
FORMAT: Final = 1


class SpielGame:
    """A game with given rules, number of seats, window and kind of reward."""

    def __init__(
        self, rules: str = "second", players: int = 2, window: int | str | None = None, reward: Reward = "win"
    ) -> None:
        check_choice("reward", reward, REWARDS)
        self.encoding: Final = make_encoding(rules, players, window)
        self.reward: Final = reward
        self.draws: Final = ChanceEncoder(self.encoding.rules, players)

    @cached_property
    def key(self) -> dict[str, Json]:
        """The parameters of the game as plain data."""
        return {
            "rules": str(self.encoding.rules.choice),
            "players": self.encoding.players,
            "window": self.encoding.window.side,
            "reward": self.reward,
        }

    def new_initial_state(self) -> SpielState:
        """Return the initial state."""
        return SpielState(self)

    def deserialize_state(self, text: str) -> SpielState:
        """Return a serialized state. Raises BadRecord if it is damaged or of another game."""
        data = parse_json(text)
        if not isinstance(data, Mapping) or {**data, "history": None} != {
            "format": FORMAT,
            **self.key,
            "history": None,
        }:
            raise BadRecord("rl_record", rules=self.key["rules"], players=self.key["players"])
        history, state = data.get("history"), self.new_initial_state()
        if not isinstance(history, list):
            raise BadRecord("rl_record_damaged", reason="history")
        for action in history:
            try:
                if type(action) is not int:
                    raise BadRecord("rl_record_damaged", reason=repr(action))
                state.apply_action(action)
            except BastideError as error:
                raise damaged_record(error) from error
        return state

    def num_players(self) -> int:
        """Return the number of seats."""
        return self.encoding.players

    def num_distinct_actions(self) -> int:
        """Return the size of the action space."""
        return self.encoding.actions.size

    def max_chance_outcomes(self) -> int:
        """Return the size of the space of chance outcomes."""
        return self.draws.size

    def perfect_information(self) -> bool:
        """Return whether the rules have neither hidden hands nor secret columns."""
        rules = self.encoding.rules
        hands = any(SLOT in kind.fields for kind in rules.kinds)
        return not hands and not any(column.secret for column in rules.columns)

    def zero_sum(self) -> bool:
        """Return whether rewards are zero-sum."""
        return self.reward == "win" or (self.reward == "margin" and self.num_players() == 2)

    def utility_sum(self) -> float | None:
        """Return the sum of the returns of all seats if it is constant."""
        return 0.0 if self.zero_sum() else None

    def min_utility(self) -> float:
        """Return the minimal return of a seat. Points are never lost; margins are unbounded."""
        return {"win": -1.0 / (self.num_players() - 1), "margin": -inf, "score": 0.0}[self.reward]

    def max_utility(self) -> float:
        """Return the maximal return of a seat. Points and margins are unbounded."""
        return 1.0 if self.reward == "win" else inf

    def max_game_length(self) -> int:
        """Return an upper bound on the number of choices in a game."""
        return self._bound(drawn=False)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound on the number of chance nodes of a game."""
        return self._bound(drawn=True) * self.draws.digits

    def _bound(self, drawn: bool) -> int:
        """Return an upper bound on the number of chance nodes or choices in a game.

        Every turn consumes a tile. In each turn, a step has at most one decision per seat; a repeating step has
        another one for every piece that it moves and every tile that is drawn to a hand.
        """
        rules, players = self.encoding.rules, self.num_players()
        movable = players * HAND_SLOTS + sum(players * piece.count + piece.neutral for piece in rules.pieces)
        steps = [step for step in rules.program if step.options is not None and (step.actor is chance) == drawn]
        return (rules.tiles_in_all + 1) * sum(players + step.repeats * movable for step in steps)

    def observation_tensor_shape(self) -> list[int]:
        """Return the shape of the observation tensor."""
        return [int(np.prod(self.encoding.planes.shape)) + self.encoding.table.size]

    def __reduce__(self) -> tuple[object, tuple[Json, ...]]:
        """Pickle the game as its parameters."""
        return SpielGame, tuple(self.key.values())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpielGame) and self.key == other.key

    def __hash__(self) -> int:
        return stable_hash(canonical_json(self.key))

    def __str__(self) -> str:
        return f"bastide({canonical_json(self.key)})"


class SpielState:
    """A state of a game, possibly a chance node.

    States are equal if their games and histories are. Hashes are the same in every process.
    """

    def __init__(self, game: SpielGame) -> None:
        self._game = game
        self._state = engine.start(game.encoding.rules, game.encoding.players)
        self._history: list[int] = []
        self._log: list[Action] = []
        self._digits: list[int] = []
        self._scores_before = self._state.score[:]
        self._information: InformationStates | None = None

    def get_game(self) -> SpielGame:
        """Return the game of this state."""
        return self._game

    def num_players(self) -> int:
        """Return the number of seats."""
        return self._state.players

    def current_player(self) -> int:
        """Return the seat to act, CHANCE_PLAYER at a chance node, TERMINAL_PLAYER at the end."""
        return {CHANCE: CHANCE_PLAYER, OVER: TERMINAL_PLAYER}.get(actor := engine.actor(self._state), actor)

    def is_chance_node(self) -> bool:
        """Return whether a draw is due."""
        return engine.actor(self._state) == CHANCE

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return engine.actor(self._state) == OVER

    def is_player_node(self) -> bool:
        """Return whether a seat is to act."""
        return engine.actor(self._state) >= 0

    def is_simultaneous_node(self) -> bool:
        """Return False: seats act in turn, even in secret."""
        return False

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """Return the mask of the legal actions of a player, by default the one to act, or of the chance outcomes."""
        drawn = self.is_chance_node() and player in (None, CHANCE_PLAYER)
        mask = [0] * (self._game.max_chance_outcomes() if drawn else self._game.num_distinct_actions())
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the sorted legal actions or chance outcomes, none for a player who is not to act.

        Raises BeyondWindow if the game has left the window.
        """
        if player is not None and player != self.current_player():
            return []
        if self.is_chance_node():
            return [outcome for outcome, _ in self.chance_outcomes()]
        return sorted(self._game.encoding.actions.legal(self._state))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the sorted chance outcomes and their probabilities, none if this is not a chance node."""
        state, encoder = self._state, self._game.draws
        if not self.is_chance_node():
            return []
        if (span := state.rules.program[state.pc].span) is not None:
            weights = list(enumerate(digit_weights(span.count, self._digits)))
        else:
            weights = sorted(zip(map(encoder.index, state.legal), engine.weights(state), strict=True))
        total = sum(weight for _, weight in weights)
        return [(outcome, weight / total) for outcome, weight in weights]

    def apply_action(self, action: int) -> None:
        """Apply an action or a chance outcome. If it is illegal, raises BastideError and changes nothing."""
        number = as_int("action", action)
        decoded, digits = self._decode(number)
        if not self.is_chance_node():
            self._scores_before = self._state.score[:]
        if decoded is not None:
            engine.apply(self._state, decoded)
            self._log.append(decoded)
        self._digits = digits
        self._history.append(number)

    def _decode(self, number: int) -> tuple[Action | None, list[int]]:
        """Return the action with a number, or None if more digits are to be drawn, and the digits so far."""
        state, encoder = self._state, self._game.encoding.actions
        if self.is_terminal():
            raise IllegalAction("game_over")
        if not self.is_chance_node():
            chosen = encoder.action(state, number)
            if chosen not in state.legal:
                raise encoder.refusal(state, number)
            return chosen, []
        if (span := state.rules.program[state.pc].span) is None:
            drawn = self._game.draws.action(number)
            if drawn not in state.legal:
                raise engine.illegal(state, drawn)
            return drawn, []
        last = len(digit_weights(span.count, self._digits)) - 1
        if not 0 <= number <= last:
            raise BastideError("rl_no_action", index=number, last=last)
        digits = [*self._digits, number]
        if len(digits) < digit_count(span.count):
            return None, digits
        return span.outcome(state, from_digits(digits)), []

    def clone(self) -> SpielState:
        """Return an independent copy."""
        new = SpielState.__new__(SpielState)
        new.__dict__.update(self.__dict__)
        new._state = self._state.copy()
        new._history = self._history[:]
        new._log = self._log[:]
        return new

    def child(self, action: int) -> SpielState:
        """Return the state after an action, leaving this one unchanged."""
        new = self.clone()
        new.apply_action(action)
        return new

    def rewards(self) -> list[float]:
        """Return the rewards of all seats for the last choice and the draws after it."""
        return rewards(self._game.reward, self._scores_before, self._state)

    def returns(self) -> list[float]:
        """Return the returns of all seats so far."""
        return rewards(self._game.reward, [0] * self._state.players, self._state)

    def player_reward(self, player: Seat) -> float:
        """Return the reward of a seat for the last choice."""
        return self.rewards()[player]

    def player_return(self, player: Seat) -> float:
        """Return the return of a seat so far."""
        return self.returns()[player]

    def history(self) -> list[int]:
        """Return all actions so far, including draws."""
        return self._history[:]

    def action_to_string(self, player: int, action: int) -> str:
        """Return the notation of an action of the player to act. Raises BastideError if it is illegal."""
        if player != self.current_player():
            raise BastideError("rl_not_acting", player=player, actor=self.current_player())
        decoded, _ = self._decode(as_int("action", action))
        if decoded is None or self._digits:
            return f"digit {len(self._digits) + 1}: {action}"
        return action_text(self._state, decoded)

    def observation_string(self, player: Seat | None = None) -> str:
        """Return the view of a seat as text, by default of the one to act."""
        return canonical_json(view(self._state, self._seat(player)))

    def observation_tensor(self, player: Seat | None = None) -> npt.NDArray[np.float32]:
        """Return the observation of a seat, by default of the one to act: the planes, then the scalars, flattened.

        Raises BeyondWindow if the game has left the window.
        """
        parts = self._game.encoding.observe(self._state, self._seat(player))
        return np.concatenate([parts[name].astype(np.float32).ravel() for name in sorted(parts)])

    def information_state_string(self, player: Seat | None = None) -> str:
        """Return the information state of a seat as text, by default of the one to act."""
        seat = self._seat(player)
        if self._information is None:
            self._information = InformationStates(self._state.rules, self._state.players)
        if self._information.length < len(self._log):
            self._information = self._information.after(self._log)
        return self._information.text(seat)

    def _seat(self, player: Seat | None) -> Seat:
        seat = self.current_player() if player is None else player
        if not 0 <= seat < self._state.players:
            raise BastideError("no_such_seat", seat=seat, last=self._state.players - 1)
        return seat

    def serialize(self) -> str:
        """Return the state as text, including secrets."""
        return canonical_json({"format": FORMAT, **self._game.key, "history": self._history})

    def __reduce__(self) -> tuple[object, tuple[SpielGame, str]]:
        """Pickle the state as its game and its serialization."""
        return SpielGame.deserialize_state, (self._game, self.serialize())

    def __deepcopy__(self, memo: object) -> SpielState:
        """Return an independent copy, which shares the immutable game."""
        return self.clone()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpielState) and (self._game, self._history) == (other._game, other._history)

    def __hash__(self) -> int:
        return stable_hash(self.serialize())

    def __str__(self) -> str:
        """Return the position in one line, including secrets."""
        line = position_text(self._state)
        return f"{line} ; digits {' '.join(map(str, self._digits))}" if self._digits else line


def stable_hash(text: str) -> int:
    """Return a hash of a text that is the same in every process."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest())
