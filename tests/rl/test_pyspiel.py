"""The game registered with OpenSpiel: its own tests, its types, and its algorithms."""

from __future__ import annotations

import pickle
import sys
from importlib import import_module
from random import Random

import numpy as np
import pytest

from bastide.errors import BastideError
from bastide.rl.spiel import SpielGame
from tests.rl.test_spiel import FEW_THROWS, HAND, new_game, state_after

pyspiel = pytest.importorskip("pyspiel")
import_module("bastide.rl.openspiel")
mcts = import_module("open_spiel.python.algorithms.mcts")
evaluate_bots = import_module("open_spiel.python.algorithms.evaluate_bots")
uniform_random = import_module("open_spiel.python.bots.uniform_random")

FEW_TILES = "second tiles=BA-FRFR,BA-CFFF,BA-RSTU,BA-FFFF-monastery,BA-CRFR,BA-CFFC"
"""A short game."""


@pytest.mark.parametrize(
    ("rules", "players", "reward", "window"),
    [
        ("second", 2, "win", 0),
        (HAND, 3, "win", 0),
        ("gold_rush", 2, "score", 0),
        (FEW_THROWS, 2, "margin", 25),
        ("bigbox2014 expansions=hills_and_sheep tiles=hills_and_sheep,river", 4, "score", 0),
    ],
)
def test_the_random_simulation_test_passes(rules: str, players: int, reward: str, window: int) -> None:
    game = pyspiel.load_game("bastide", {"rules": rules, "players": players, "reward": reward, "window": window})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_the_random_simulation_test_passes_repeatedly_for_a_short_game() -> None:
    game = pyspiel.load_game("bastide", {"rules": FEW_TILES, "window": 21})
    pyspiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)


def test_game_types_and_game_infos() -> None:
    kinds = pyspiel.GameType
    perfect = pyspiel.load_game("bastide").get_type()
    assert (perfect.information, perfect.utility, perfect.reward_model) == (
        kinds.Information.PERFECT_INFORMATION,
        kinds.Utility.ZERO_SUM,
        kinds.RewardModel.TERMINAL,
    )
    assert (perfect.min_num_players, perfect.max_num_players) == (2, 5)
    hidden = pyspiel.load_game("bastide", {"rules": HAND, "reward": "score"})
    assert hidden.get_type().information == kinds.Information.IMPERFECT_INFORMATION
    assert hidden.get_type().utility == kinds.Utility.GENERAL_SUM
    assert hidden.get_type().reward_model == kinds.RewardModel.REWARDS
    assert hidden.get_type().chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC
    own = SpielGame(HAND, reward="score")
    assert hidden.num_distinct_actions() == own.num_distinct_actions()
    assert hidden.max_chance_outcomes() == own.max_chance_outcomes()
    assert hidden.max_game_length() == own.max_game_length()
    assert hidden.max_chance_nodes_in_history() == own.max_chance_nodes_in_history()
    assert hidden.observation_tensor_shape() == own.observation_tensor_shape()
    assert (hidden.min_utility(), hidden.max_utility()) == (own.min_utility(), own.max_utility())


def test_rules_in_game_strings() -> None:
    rules = "second expansions=abbot,river hand_size=3"
    game = pyspiel.load_game("bastide", {"rules": rules, "players": 3, "window": 41})
    text = "bastide(players=3,reward=win,rules=second expansions:abbot+river hand_size:3,window=41)"
    assert str(game) == text
    again = pyspiel.load_game(text)
    assert (str(again), again.num_players()) == (text, 3)
    assert str(again.new_initial_state()) == str(game.new_initial_state())
    assert str(pickle.loads(pickle.dumps(game))) == text


def test_invalid_parameters_are_refused() -> None:
    for parameters in ({"rules": "third"}, {"players": 1}, {"players": 6}, {"window": 4}, {"reward": "luck"}):
        with pytest.raises(BastideError):
            pyspiel.load_game("bastide", parameters)


def test_states_are_equal_to_those_without_openspiel() -> None:
    own = state_after(HAND, most=40)
    state = pyspiel.load_game("bastide", {"rules": HAND}).new_initial_state()
    for action in own.history():
        state.apply_action(action)
    copies = [state.clone(), pickle.loads(pickle.dumps(state)), state.get_game().deserialize_state(state.serialize())]
    for copy in (state, *copies):
        assert str(copy) == str(own)
        assert copy.history() == own.history()
        assert copy.legal_actions() == own.legal_actions()
        assert copy.current_player() == own.current_player()
        for seat in range(2):
            assert copy.observation_string(seat) == own.observation_string(seat)
            assert copy.information_state_string(seat) == own.information_state_string(seat)
            assert np.array_equal(copy.observation_tensor(seat), own.observation_tensor(seat))
    for action in own.legal_actions():
        assert state.action_to_string(action) == own.action_to_string(own.current_player(), action)


def test_masks_are_equal_to_those_of_openspiel() -> None:
    own, generator, draws = SpielGame("first").new_initial_state(), Random(1), 0
    state = pyspiel.load_game("bastide", {"rules": "first"}).new_initial_state()
    for _ in range(12):
        assert own.legal_actions_mask() == state.legal_actions_mask()
        player = own.current_player()
        assert own.legal_actions_mask(player) == state.legal_actions_mask(player)
        draws += own.is_chance_node()
        action = generator.choice(own.legal_actions())
        own.apply_action(action)
        state.apply_action(action)
    assert 0 < draws < 12


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    state = pyspiel.load_game("bastide").new_initial_state()
    before = state.serialize()
    with pytest.raises(BastideError, match="not an action"):
        state.apply_action(24)
    assert state.serialize() == before


def test_observers() -> None:
    game = pyspiel.load_game("bastide")
    state = game.new_initial_state()
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    assert list(observer.dict) == ["board", "table"]
    assert np.array_equal(observer.tensor, state.observation_tensor(0))
    assert observer.string_from(state, 1) == state.observation_string(1)
    recall = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    recall.set_from(state, 0)
    assert (recall.tensor, recall.dict) == (None, {})
    assert recall.string_from(state, 1) == state.information_state_string(1)
    assert game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True, public_info=False)) is None


def test_tree_search_beats_random() -> None:
    game = pyspiel.load_game("bastide", {"rules": FEW_TILES, "window": 21, "reward": "win"})
    generator = np.random.RandomState(1)
    search = mcts.MCTSBot(game, 1.0, 12, mcts.RandomRolloutEvaluator(1, generator), random_state=generator)
    other = uniform_random.UniformRandomBot(1, generator)
    wins = [evaluate_bots.evaluate_bots(game.new_initial_state(), [search, other], generator)[0] for _ in range(6)]
    assert sum(wins) > 0


def test_algorithms_accept_states_without_openspiel() -> None:
    state = new_game(FEW_THROWS).new_initial_state()
    generator = np.random.RandomState(2)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    value = mcts.RandomRolloutEvaluator(1, generator).evaluate(state)
    assert len(value) == 2


def test_without_openspiel_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "bastide.rl.openspiel")
    with pytest.raises(BastideError, match=r"pip install 'bastide\[spiel\]'"):
        import_module("bastide.rl.openspiel")
