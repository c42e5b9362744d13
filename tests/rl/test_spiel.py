"""The game with OpenSpiel's methods: agreement with the engine, chance outcomes, copies, secrets and rewards."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from copy import deepcopy
from fractions import Fraction
from itertools import product
from math import inf, prod
from random import Random

import numpy as np
import pytest

from bastide.errors import BadRecord, BastideError, BeyondWindow, IllegalAction
from bastide.games import parse_rules
from bastide.play.notation import action_text
from bastide.play.position import position_text
from bastide.rl.chance_outcomes import BASE, ChanceEncoder, digit_count, digit_weights, from_digits
from bastide.rl.rewards import Reward, rewards
from bastide.rl.spiel import SpielGame, SpielState
from bastide.rules import engine
from bastide.rules.model import CHANCE, OVER, Action
from bastide.rules.state import State
from tests.rl.test_actions import RULE_SETS

HAND = "second hand_size=3"
FEW_THROWS = "second expansions=catapult tiles=BA-RSTU,BA-FFFF-monastery,CAT-CFDF-03,CAT-RRRR-11"
"""A short game with two fairs."""
SHORT_RULE_SETS = tuple(FEW_THROWS if "catapult" in rules else rules for rules in RULE_SETS)


def new_game(rules: str, players: int = 2, reward: Reward = "win") -> SpielGame:
    """Return a game whose window holds the lane of the catapult even if there are few tiles."""
    return SpielGame(rules, players, 25 if rules == FEW_THROWS else None, reward)


def random_action(state: SpielState, generator: Random) -> int:
    """Return a random legal action, or a chance outcome sampled by the probabilities."""
    if not state.is_chance_node():
        return generator.choice(state.legal_actions())
    outcomes = state.chance_outcomes()
    return generator.choices([outcome for outcome, _ in outcomes], [weight for _, weight in outcomes])[0]


def play_on(state: SpielState, seed: int, most: int | None = None) -> SpielState:
    """Play at random to the end, or at most a number of actions."""
    generator = Random(seed)
    while not state.is_terminal() and most != 0:
        state.apply_action(random_action(state, generator))
        most = None if most is None else most - 1
    return state


def state_after(rules: str, seed: int = 1, most: int = 60, players: int = 2, reward: Reward = "win") -> SpielState:
    """Return the state after a number of random actions."""
    return play_on(new_game(rules, players, reward).new_initial_state(), seed, most)


def outcome_named(state: SpielState, name: str) -> int:
    """Return the chance outcome with a notation."""
    return next(n for n in state.legal_actions() if state.action_to_string(-1, n) == name)


class Twin:
    """A game of the engine, played with the same action numbers."""

    def __init__(self, game: SpielGame) -> None:
        self.game = game
        self.state: State = engine.start(game.encoding.rules, game.num_players())
        self.digits: list[int] = []

    def action(self, number: int) -> Action | None:
        if engine.actor(self.state) != CHANCE:
            return self.game.encoding.actions.action(self.state, number)
        if self.state.rules.program[self.state.pc].span is None:
            return self.game.draws.action(number)
        self.digits.append(number)
        if len(self.digits) < digit_count(engine.chances(self.state)):
            return None
        action = engine.outcome(self.state, from_digits(self.digits))
        self.digits = []
        return action

    def apply(self, number: int) -> None:
        if (action := self.action(number)) is not None:
            engine.apply(self.state, action)


@pytest.mark.parametrize("rules", SHORT_RULE_SETS)
def test_states_agree_with_the_engine(rules: str) -> None:
    game, generator = new_game(rules, 3), Random(3)
    state, twin = game.new_initial_state(), Twin(game)
    while not state.is_terminal():
        actor = engine.actor(twin.state)
        assert (state.current_player(), state.is_chance_node()) == (actor, actor == CHANCE)
        legal = state.legal_actions()
        assert legal == state.legal_actions(actor) == sorted(set(legal))
        assert all(state.legal_actions(seat) == [] for seat in range(3) if seat != actor)
        if not twin.digits:
            assert str(state) == position_text(twin.state)
        if actor != CHANCE:
            assert len(legal) == len(twin.state.legal)
            assert state.chance_outcomes() == []
        number = random_action(state, generator)
        state.apply_action(number)
        twin.apply(number)
    assert engine.actor(twin.state) == OVER
    assert state.current_player() == -4
    assert state.legal_actions() == []
    assert state.chance_outcomes() == []
    assert state.returns() == rewards("win", [0] * 3, twin.state)


@pytest.mark.parametrize("rules", SHORT_RULE_SETS)
def test_chance_probabilities_are_those_of_the_engine(rules: str) -> None:
    game, generator = new_game(rules), Random(4)
    state, twin, drawn = game.new_initial_state(), Twin(game), set()
    while not state.is_terminal():
        if state.is_chance_node():
            step = twin.state.rules.program[twin.state.pc]
            drawn.add(step.name)
            outcomes = state.chance_outcomes()
            assert sum(probability for _, probability in outcomes) == pytest.approx(1)
            assert all(0 <= outcome < game.max_chance_outcomes() for outcome, _ in outcomes)
            if step.span is None:
                weights = dict(zip(twin.state.legal, engine.weights(twin.state), strict=True))
                assert {game.draws.action(n): probability for n, probability in outcomes} == {
                    action: weight / sum(weights.values()) for action, weight in weights.items()
                }
            else:
                assert outcomes == [(digit, 1 / BASE) for digit in range(BASE)]
        number = random_action(state, generator)
        state.apply_action(number)
        twin.apply(number)
    assert drawn


def test_tiles_are_drawn_in_proportion_to_their_copies_in_the_bag() -> None:
    state = SpielGame("second").new_initial_state()
    rules = parse_rules("second")
    names = {tile.letter: tile.id for tile in rules.catalogue.tiles}
    bag = {rules.catalogue.tiles[tile].id: copies for tile, copies in enumerate(rules.bag) if copies}
    before = {names[state.action_to_string(-1, n)]: p for n, p in state.chance_outcomes()}
    assert before == {tile: copies / 71 for tile, copies in bag.items()}
    state.apply_action(outcome_named(state, "U"))
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    after = {names[state.action_to_string(-1, n)]: p for n, p in state.chance_outcomes()}
    assert after["BA-FRFR"] == (bag["BA-FRFR"] - 1) / 70


@pytest.mark.parametrize("rules", SHORT_RULE_SETS)
def test_the_numbers_of_draws_round_trip(rules: str) -> None:
    encoder = ChanceEncoder(parse_rules(rules), 2)
    count = sum(prod(block.sizes) for block in encoder.blocks)
    assert [encoder.index(encoder.action(number)) for number in range(count)] == list(range(count))
    for number in (-1, count):
        with pytest.raises(BastideError, match="not an action"):
            encoder.action(number)


@pytest.mark.parametrize("count", [1, 2, 255, 256, 257, 1000, 65536, 65537, 70000])
def test_digits_give_every_outcome_the_same_probability(count: int) -> None:
    length = digit_count(count)
    assert BASE ** (length - 1) < count <= BASE**length or count == length == 1
    for number in {0, 1, 254, 255, 256, 511, 512, 999, 65535, 65536, count // 2, count - 1}:
        digits = [number // BASE**place % BASE for place in reversed(range(length))]
        if number >= count:
            continue
        probability = Fraction(1)
        for place, digit in enumerate(digits):
            weights = digit_weights(count, digits[:place])
            probability *= Fraction(weights[digit], sum(weights))
        assert (probability, from_digits(digits)) == (Fraction(1, count), number)
    assert sum(digit_weights(count, [])) == count


def test_a_throw_is_drawn_digit_by_digit() -> None:
    state = new_game(FEW_THROWS).new_initial_state()
    generator = Random(1)
    while len(state.chance_outcomes()) != BASE:
        state.apply_action(random_action(state, generator))
    before = state.observation_string(0)
    for place in range(1, 19):
        assert state.is_chance_node()
        assert state.action_to_string(-1, 7) == f"digit {place}: 7"
        assert state.observation_string(0) == before
        with pytest.raises(BastideError, match="from 0 to 255"):
            state.apply_action(BASE)
        state.apply_action(generator.randrange(BASE))
    assert state.observation_string(0) != before


@pytest.mark.parametrize("rules", RULE_SETS)
def test_copies_continue_identically(rules: str) -> None:
    state = state_after(rules, most=90)
    before = state.history()
    copies = [
        state.clone(),
        deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        state.get_game().deserialize_state(state.serialize()),
        new_game(rules).deserialize_state(state.serialize()),
    ]
    for copy in copies:
        assert copy == state
        assert hash(copy) == hash(state)
        assert str(copy) == str(state)
        assert copy.information_state_string(1) == state.information_state_string(1)
        play_on(copy, 5, 40)
    assert state.history() == before
    play_on(state, 5, 40)
    for copy in copies:
        assert copy == state
        assert copy.serialize() == state.serialize()
        assert copy.returns() == state.returns()
        assert copy.information_state_string(0) == state.information_state_string(0)


def test_a_child_does_not_change_its_parent() -> None:
    state = state_after("second")
    text = state.serialize()
    children = {action: state.child(action) for action in state.legal_actions()}
    assert state.serialize() == text
    assert len(set(children.values())) == len(children)
    for action, child in children.items():
        assert child.history() == [*state.history(), action]
        assert child != state


def test_states_of_different_games_are_different() -> None:
    games = [SpielGame(), SpielGame(HAND), SpielGame(players=3), SpielGame(window=5), SpielGame(reward="margin")]
    for one, other in product(games, games):
        assert (one == other) == (one is other) == (one.new_initial_state() == other.new_initial_state())
    assert len({hash(game) for game in games}) == len({str(game) for game in games}) == len(games)
    assert SpielGame() == SpielGame("second")
    assert SpielGame().new_initial_state() != "second"


def test_the_hash_is_the_same_in_every_process() -> None:
    state = state_after(HAND)
    code = f"from bastide.rl.spiel import SpielGame; print(hash(SpielGame({HAND!r}).deserialize_state(input())))"
    process = subprocess.run(
        [sys.executable, "-c", code],
        input=state.serialize(),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "12345"},
    )
    assert int(process.stdout) == hash(state)


@pytest.mark.parametrize("rules", SHORT_RULE_SETS)
def test_illegal_actions_are_refused_and_change_nothing(rules: str) -> None:
    game, generator = new_game(rules), Random(7)
    state = game.new_initial_state()
    while not state.is_terminal():
        if generator.random() < 0.1:
            before, legal = state.serialize(), set(state.legal_actions())
            size = game.max_chance_outcomes() if state.is_chance_node() else game.num_distinct_actions()
            for number in [-1, size, 1 << 40, *generator.sample(range(size), min(size, 20))]:
                if number not in legal:
                    with pytest.raises(BastideError) as refused:
                        state.apply_action(number)
                    assert str(refused.value)
                    with pytest.raises(BastideError):
                        state.action_to_string(state.current_player(), number)
            assert (state.serialize(), set(state.legal_actions())) == (before, legal)
        state.apply_action(random_action(state, generator))
    with pytest.raises(IllegalAction, match="over"):
        state.apply_action(0)


def test_the_error_for_an_illegal_draw_names_the_rule() -> None:
    state, generator = SpielGame("second").new_initial_state(), Random(1)
    while not state.is_chance_node() or len(state.legal_actions()) > 10:
        state.apply_action(random_action(state, generator))
    gone = next(number for number in range(24) if number not in state.legal_actions())
    with pytest.raises(IllegalAction, match="left"):
        state.apply_action(gone)


@pytest.mark.parametrize("rules", SHORT_RULE_SETS)
def test_actions_are_described_in_notation(rules: str) -> None:
    game, generator = new_game(rules), Random(8)
    state, twin = game.new_initial_state(), Twin(game)
    while not state.is_terminal():
        texts = {n: state.action_to_string(state.current_player(), n) for n in state.legal_actions()}
        assert len(set(texts.values())) == len(texts)
        if not state.is_chance_node():
            actions = game.encoding.actions.legal(twin.state)
            assert texts == {n: action_text(twin.state, action) for n, action in actions.items()}
        number = random_action(state, generator)
        state.apply_action(number)
        twin.apply(number)


def test_numpy_integers_are_accepted() -> None:
    state = new_game(FEW_THROWS).new_initial_state()
    number = np.int64(state.legal_actions()[0])
    assert state.action_to_string(-1, int(number)) == state.action_to_string(-1, number)  # type: ignore[arg-type]
    state.apply_action(number)  # type: ignore[arg-type]
    assert [type(action) for action in state.history()] == [int]


def test_action_to_string_requires_the_player_to_act() -> None:
    state = SpielGame().new_initial_state()
    with pytest.raises(BastideError, match="Player 0 does not act now: player -1 does"):
        state.action_to_string(0, 0)


def deal(first: str, second: str) -> SpielState:
    """Deal three tiles to each of two seats."""
    state = SpielGame(HAND).new_initial_state()
    for tile in first + second:
        state.apply_action(outcome_named(state, f"<{tile}"))
    return state


def observations(state: SpielState, seat: int) -> tuple[str, str, bytes]:
    """Return everything that a seat can observe."""
    return (
        state.observation_string(seat),
        state.information_state_string(seat),
        state.observation_tensor(seat).tobytes(),
    )


def act(state: SpielState, notation: str) -> None:
    """Apply an action or a chance outcome in notation."""
    player = state.current_player()
    state.apply_action({state.action_to_string(player, n): n for n in state.legal_actions()}[notation])


def test_hands_are_hidden_from_other_seats() -> None:
    one, other = deal("UUV", "VWK"), deal("UUV", "KVE")
    assert one != other
    assert observations(one, 0) == observations(other, 0)
    assert not set(observations(one, 1)) & set(observations(other, 1))
    for notation in ("U", "(1,0)", "-", "<W", "V"):
        act(one, notation)
        act(other, notation)
        assert observations(one, 0) == observations(other, 0)
        assert observations(one, 1)[:2] != observations(other, 1)[:2]


def test_mined_tokens_are_hidden_from_other_seats() -> None:
    game, generator = SpielGame("gold_rush"), Random(1)
    state = game.new_initial_state()
    while not (state.is_chance_node() and state.action_to_string(-1, state.legal_actions()[0]).startswith("<")):
        state.apply_action(random_action(state, generator))
    one, other = (state.child(n) for n in state.legal_actions()[:2])
    equal = [observations(one, seat) == observations(other, seat) for seat in range(2)]
    assert sorted(equal) == [False, True]


def test_the_aim_of_a_throw_is_hidden_from_other_seats() -> None:
    state, generator = new_game(FEW_THROWS).new_initial_state(), Random(2)
    while state.is_chance_node() or "hurl" not in state.action_to_string(
        state.current_player(), state.legal_actions()[0]
    ):
        state.apply_action(random_action(state, generator))
    hurler = state.current_player()
    one, other = (state.child(n) for n in state.legal_actions()[:2])
    assert observations(one, 1 - hurler) == observations(other, 1 - hurler)
    assert one.observation_string(hurler) != other.observation_string(hurler)
    assert one.information_state_string(hurler) != other.information_state_string(hurler)


@pytest.mark.parametrize("rules", [HAND, "gold_rush", FEW_THROWS])
def test_information_states_have_perfect_recall(rules: str) -> None:
    state, generator = new_game(rules).new_initial_state(), Random(6)
    lines: list[list[str]] = [[], []]
    while not state.is_terminal():
        for seat in range(2):
            *history, digest, view = state.information_state_string(seat).splitlines()
            assert history[: len(lines[seat])] == lines[seat]
            assert view == state.observation_string(seat)
            assert len(digest) == 32
            lines[seat] = history
        actor, number = state.current_player(), random_action(state, generator)
        notation = state.action_to_string(actor, number)
        state.apply_action(number)
        if actor >= 0:
            assert f'"did":"{notation}"' in state.information_state_string(actor).splitlines()[-3]
            assert '"did":null' in state.information_state_string(1 - actor).splitlines()[-3]


def test_information_states_include_the_public_actions_of_others() -> None:
    state = state_after("second", most=1)
    texts = {state.child(action).information_state_string(1) for action in state.legal_actions()}
    assert len(texts) == len(state.legal_actions()) > 1


def test_observations_require_a_seat() -> None:
    state = state_after("second")
    for player in (-1, 2):
        for observe in (state.observation_string, state.observation_tensor, state.information_state_string):
            with pytest.raises(BastideError, match="seat"):
                observe(player)
    acting = play_on(state, 1, 1) if state.is_chance_node() else state
    assert acting.observation_string() == acting.observation_string(acting.current_player())
    assert acting.information_state_string() == acting.information_state_string(acting.current_player())
    assert np.array_equal(acting.observation_tensor(), acting.observation_tensor(acting.current_player()))


def test_the_observation_tensor_is_the_flattened_observation() -> None:
    state = state_after("second", players=3)
    game = state.get_game()
    observation = game.encoding.observe(engine_state(state), 2)
    tensor = state.observation_tensor(2)
    assert tensor.dtype == np.float32
    assert list(tensor.shape) == game.observation_tensor_shape()
    expected = np.concatenate([observation["board"].ravel(), observation["table"]])
    assert np.array_equal(tensor, expected.astype(np.float32))


def engine_state(state: SpielState) -> State:
    """Return the engine's state after the same actions."""
    twin = Twin(state.get_game())
    for number in state.history():
        twin.apply(number)
    return twin.state


@pytest.mark.parametrize("rules", SHORT_RULE_SETS)
@pytest.mark.parametrize("reward", ["win", "margin", "score"])
def test_rewards_add_up_to_returns_within_the_bounds_of_the_game(rules: str, reward: Reward) -> None:
    game, generator = new_game(rules, 2, reward), Random(9)
    state = game.new_initial_state()
    total, choices, draws = [0.0, 0.0], 0, 0
    while True:
        if not state.is_chance_node():
            total = [before + reward for before, reward in zip(total, state.rewards(), strict=True)]
            assert total == state.returns() == [state.player_return(0), state.player_return(1)]
            assert state.rewards() == [state.player_reward(0), state.player_reward(1)]
        if state.is_terminal():
            break
        choices, draws = choices + (not state.is_chance_node()), draws + state.is_chance_node()
        state.apply_action(random_action(state, generator))
    assert choices <= game.max_game_length()
    assert draws <= game.max_chance_nodes_in_history()
    assert all(game.min_utility() <= value <= game.max_utility() for value in state.returns())
    if game.utility_sum() is not None:
        assert sum(state.returns()) == pytest.approx(game.utility_sum())


def test_the_properties_of_games() -> None:
    perfect = {rules: new_game(rules).perfect_information() for rules in RULE_SETS}
    assert {rules for rules, is_perfect in perfect.items() if not is_perfect} == {
        HAND,
        "second expansions=catapult",
        "gold_rush",
    }
    win, margin, score = (SpielGame(players=3, reward=reward) for reward in ("win", "margin", "score"))
    assert [game.zero_sum() for game in (win, margin, score, SpielGame(reward="margin"))] == [True, False, False, True]
    assert [game.utility_sum() for game in (win, margin, score)] == [0.0, None, None]
    assert [game.min_utility() for game in (win, margin, score)] == [-0.5, -inf, 0.0]
    assert [game.max_utility() for game in (win, margin, score)] == [1.0, inf, inf]
    assert win.num_players() == win.new_initial_state().num_players() == 3
    assert win.num_distinct_actions() == win.encoding.actions.size
    assert (win.max_chance_outcomes(), new_game(FEW_THROWS).max_chance_outcomes()) == (24, BASE)
    with pytest.raises(BastideError, match="reward cannot be “luck”"):
        SpielGame(reward="luck")  # type: ignore[arg-type]


def test_damaged_serializations_are_refused() -> None:
    state = state_after("second", most=5)
    game, text = state.get_game(), state.serialize()
    assert game.deserialize_state(text) == state
    for wrong in (
        "",
        "{",
        "[]",
        "null",
        "{}",
        text.replace("second", "first"),
        text.replace('"format":1', '"format":2'),
    ):
        with pytest.raises(BadRecord):
            game.deserialize_state(wrong)
    for other in (SpielGame(players=3), SpielGame(window=9), SpielGame(reward="score"), SpielGame(HAND)):
        with pytest.raises(BadRecord, match="not a record"):
            other.deserialize_state(text)
    for damage in ("null", '"5"', "[null]", "[true]", "[1.5]", "[-1]", "[99999999]", "[[]]"):
        start = text.index('"history":') + len('"history":')
        with pytest.raises(BadRecord, match="damaged"):
            game.deserialize_state(text[:start] + damage + text[text.index("]") + 1 :])


def test_leaving_the_window_raises_an_error() -> None:
    state = SpielGame(window=3).new_initial_state()
    with pytest.raises(BeyondWindow, match="window of 3 by 3"):
        play_on(state, 1)
    assert SpielGame(window="safe").num_distinct_actions() > SpielGame().num_distinct_actions()
