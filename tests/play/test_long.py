"""The exhaustive runs of `make long`: whole games by every edition, checked after every action."""

from __future__ import annotations

from random import Random

import pytest

from bastide.games import make_rules, parse_rules, presets
from bastide.play.position import parse_position, position_text
from tests.games import watched_game
from tests.rulesets import EXPANSIONS, FULL, FULL_NAMES, PRESETS, playable

pytestmark = pytest.mark.long


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("hand_size", [0, 3])
@pytest.mark.parametrize("preset", PRESETS)
def test_whole_games_are_sound_at_every_moment(preset: str, hand_size: int, seed: int) -> None:
    rng = Random(f"{preset} {hand_size} {seed}")
    chosen = rng.sample(EXPANSIONS, rng.randrange(len(EXPANSIONS) + 1))
    while not playable(chosen):
        chosen.pop()
    rules = make_rules(preset, expansions=chosen, hand_size=hand_size, farmers=rng.random() < 0.8)
    state = watched_game(rules, rng.randrange(2, 6), seed)
    assert parse_position(position_text(state)).key() == state.key()


@pytest.mark.parametrize("full", FULL, ids=FULL_NAMES)
@pytest.mark.parametrize("share", range(25))
def test_all_modules_on_all_their_tiles_complete_five_hundred_games(full: tuple[str, ...], share: int) -> None:
    """Twenty games a share, so 500 of each: by any preset, with any number of players, hands on and off."""
    for seed in range(20 * share, 20 * (share + 1)):
        rng = Random(f"all {full} {seed}")
        hand_size, players = rng.choice((0, 3)), rng.randrange(2, 6)
        rules = make_rules(rng.choice(PRESETS), expansions=full, hand_size=hand_size, circles="both")
        watched_game(rules, players, seed, every=40)


@pytest.mark.parametrize(
    "rules",
    [*presets(), "anniversary expansions=abbot,anniversary_mini,river_20", "gold_rush farmers=off"],
)
@pytest.mark.parametrize("share", range(10))
def test_five_hundred_games_of_each_preset(rules: str, share: int) -> None:
    made = parse_rules(rules)
    for seed in range(50 * share, 50 * (share + 1)):
        watched_game(made, 2 + seed % 4, seed, every=50)
