"""Random rules and random games for hypothesis."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from bastide.games import GameRules, make_rules
from bastide.play.dealer import Uniform
from bastide.play.game import Game
from bastide.rules.model import OptionValue
from tests.rulesets import EXPANSIONS, PRESETS, playable

OPTIONS: dict[str, st.SearchStrategy[OptionValue]] = {
    "field_scoring": st.sampled_from(["per_field_3", "per_city_3", "per_city_4"]),
    "tiny_city": st.sampled_from([2, 4]),
    "farmers": st.booleans(),
    "half_points": st.booleans(),
    "hand_size": st.sampled_from([0, 3]),
    "followers": st.integers(1, 9),
    "tile_edition": st.sampled_from(["plain", "garden"]),
    "first_player": st.integers(0, 1),
}


@st.composite
def rules(draw: st.DrawFn) -> GameRules:
    """Any preset with any options changed, any expansions, and the base tiles once or twice."""
    if draw(st.integers(0, 7)) == 0:
        return make_rules("gold_rush", farmers=draw(st.booleans()))
    preset = draw(st.sampled_from(PRESETS))
    options = {name: draw(values) for name, values in OPTIONS.items() if draw(st.booleans())}
    chosen = draw(st.lists(st.sampled_from(EXPANSIONS), unique=True, max_size=6).filter(playable))
    tiles = draw(st.sampled_from([(), (), ("base", "base")]))
    return make_rules(preset, expansions=chosen, tiles=tiles, **options)


@st.composite
def games(draw: st.DrawFn) -> tuple[Game, Random]:
    """A game that has not begun, and the generator that will play it."""
    made = draw(rules())
    seats = draw(st.integers(2, int(str(made.options["max_players"]))))
    seed = draw(st.integers(0, 2**32))
    return Game(made, seats, Uniform(Random(seed))), Random(seed + 1)
