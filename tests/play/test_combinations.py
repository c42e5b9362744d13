"""Expansions in any combination compile, play and keep all invariants."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from bastide.errors import BadRules
from bastide.games import GameRules, make_rules, parse_rules
from bastide.play.picture import picture
from bastide.rules import engine
from tests.games import some_action, watched_game
from tests.rulesets import EXPANSIONS, FULL, PRESETS, playable

EVERY_SUBSET = [subset for size in range(len(EXPANSIONS) + 1) for subset in combinations(EXPANSIONS, size)]
SUBSETS = [subset for subset in EVERY_SUBSET if playable(subset)]
REFUSED = [pair for pair in combinations(EXPANSIONS, 2) if not playable(pair)]
PAIRS = [pair for pair in combinations(EXPANSIONS, 2) if playable(pair)]
SHARES = 16
"""Number of tests that share the subsets between them; together they take one subset in sixteen."""


# Compiling


@pytest.mark.parametrize("share", range(SHARES))
def test_subsets_compile_to_the_same_program_in_any_order(share: int) -> None:
    for n, subset in enumerate(SUBSETS[share :: 64 * SHARES]):
        order = Random(f"{share} {n}").sample(subset, len(subset))
        hand_size = 3 * (n % 2)
        made = GameRules(make_rules(expansions=subset, hand_size=hand_size).choice)
        other = parse_rules(f"bigbox2014 hand_size={hand_size} " + f"expansions={','.join(order)}" * bool(order))
        assert made.program == other.program
        assert made.kinds == other.kinds
        assert made.pieces == other.pieces
        assert made.bag == other.bag
        assert made.starts == other.starts
        assert made.columns == other.columns
        assert str(made.choice) == str(other.choice)
        names = {step.name for step in made.program}
        for expansion, step in STEPS.items():
            assert (step in names) == (expansion in subset)
        assert made.warnings == tuple(
            (message, {"expansion": one, "other": other})
            for message, one, other in WARNINGS
            if {one, other} <= set(subset)
        )


STEPS = {
    "wheel_of_fortune": "wheel.turn",
    "traders_and_builders": "goods.take",
    "hills_and_sheep": "hill.bury",
    "king_and_robber": "king.take",
    "cult": "cult.duel",
    "count": "count.enter",
    "river_2": "volcano.again",
    "mage_and_witch": "magic.move",
    "catapult": "fair.aim",
    "crop_circles": "circle.act",
    "abbot": "abbot.recall",
    "anniversary_mini": "arrow.choose",
}
"""A step that only this expansion has."""
WARNINGS = [("discouraged", "count", "river"), ("unadvised", "count", "river_2"), ("discouraged", "count", "river_20")]


def test_what_cannot_be_played_together_is_refused_in_words() -> None:
    rivers = [("river", "river_2"), ("river", "river_20"), ("river_2", "river_20")]
    assert [("count", "wheel_of_fortune"), *rivers] == REFUSED
    said = []
    for subset in [*REFUSED, *(subset for subset in EVERY_SUBSET[::29] if not playable(subset))]:
        with pytest.raises(BadRules) as error:
            make_rules(expansions=subset)
        said.append((error.value.text("en"), error.value.text("fr")))
    assert {english for english, _ in said} == {
        "The expansions count and wheel_of_fortune cannot be played together: leave one out.",
        "The expansions river_2 and river cannot be played together: leave one out.",
        "The expansions river_20 and river cannot be played together: leave one out.",
        "The expansions river_2 and river_20 cannot be played together: leave one out.",
    }
    assert all("ne se jouent pas" in french or "ne peuvent" in french for _, french in said)


@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_listing_changes_no_game(seed: int) -> None:
    full, rng = FULL[seed % len(FULL)], Random(seed)
    sorted_one, listed = (
        GameRules(make_rules(expansions=names).choice) for names in (full, rng.sample(full, len(full)))
    )
    assert sorted_one is not listed
    states = [engine.start(made, 3) for made in (sorted_one, listed)]
    for _ in range(120):
        assert states[0].legal == states[1].legal
        action = some_action(states[0], rng)
        for state in states:
            engine.apply(state, action)
    assert states[0].key() == states[1].key()


SIZES = {
    "inns_and_cathedrals": 18,
    "traders_and_builders": 24,
    "hills_and_sheep": 18,
    "wheel_of_fortune": 12,
    "river": 11,
    "king_and_robber": 5,
    "cult": 5,
    "count": 0,
    "river_2": 11,
    "mage_and_witch": 8,
    "catapult": 12,
    "crop_circles": 6,
    "river_20": 16,
    "abbot": 0,
    "anniversary_mini": 15,
}
"""Number of tiles that each expansion adds to the supply of 71; the source of a river lies on the table."""
LAID = {"wheel_of_fortune": 16, "count": 12, "river": 1, "river_2": 1, "river_20": 2}


@pytest.mark.parametrize("share", range(SHARES))
def test_the_supply_is_the_sum_of_its_sets(share: int) -> None:
    for n, subset in enumerate(SUBSETS[share :: 64 * SHARES]):
        state = engine.start(make_rules(PRESETS[n % len(PRESETS)], expansions=subset), 2)
        assert state.left == sum(state.bag) == 71 + sum(SIZES[name] for name in subset), subset
        assert len(state.board.laid) == (sum(LAID.get(name, 0) for name in subset) or 1)
        assert len(picture(state).splitlines()) > 3


# Playing


SAMPLE = [pytest.param(n, id="+".join(pair), marks=[pytest.mark.slow] if n % 3 else []) for n, pair in enumerate(PAIRS)]
"""Every pair, by its number; every third of them is played by `make check`."""


@pytest.mark.parametrize("n", SAMPLE)
def test_every_pair_keeps_everything(n: int) -> None:
    """By one of the presets each, half of them with hands; `make long` plays them by all, with and without."""
    made = make_rules(PRESETS[n % len(PRESETS)], expansions=PAIRS[n], hand_size=3 * (n // 2 % 2))
    watched_game(made, 2 + n % 4, n, every=20)


@pytest.mark.long
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
@pytest.mark.parametrize("hand_size", [0, 3])
def test_every_pair_by_every_preset_keeps_everything(pair: tuple[str, str], preset: str, hand_size: int) -> None:
    made = make_rules(preset, expansions=pair, hand_size=hand_size)
    watched_game(made, 2 + len(preset) % 4, hash_of(pair, preset, hand_size), every=2)


def hash_of(*values: object) -> int:
    """Return a seed that is the same in every process."""
    return sum(i * ord(letter) for i, letter in enumerate(str(values), start=1))


MORE = ("", "hand_size=3", "farmers=off", "closed_field_herd=on", "followers=2")
TOGETHER = [
    pytest.param(full, preset, options, marks=pytest.mark.slow if (i + 2 * j + 3 * k) % 13 == 0 else pytest.mark.long)
    for i, full in enumerate(FULL)
    for j, preset in enumerate(PRESETS)
    for k, options in enumerate(MORE)
]
"""All that goes together, by every preset and with every option; all in `make long`, every thirteenth before."""


@pytest.mark.parametrize(("full", "preset", "options"), TOGETHER)
def test_all_together_keep_everything(full: tuple[str, ...], preset: str, options: str) -> None:
    made = parse_rules(f"{preset} expansions={','.join(full)} {options} circles=both")
    watched_game(made, 3, hash_of(preset, options), every=12)
