"""Rule sets for tests: presets, each expansion alone, as many as go together, hands of three tiles, and house rules."""

from __future__ import annotations

from collections.abc import Iterable

from bastide.games import DEFAULT_GAME, presets

PRESETS = tuple(DEFAULT_GAME.presets)
EXPANSIONS = tuple(sorted(expansion.id for expansion in DEFAULT_GAME.expansions))
APART = [{e.id, other} for e in DEFAULT_GAME.expansions for other in e.excludes]
"""Pairs that cannot be played together."""
FULL = tuple(
    tuple(name for name in EXPANSIONS if name not in left_out)
    for left_out in (
        ("wheel_of_fortune", "river", "river_20"),
        ("count", "river_2", "river_20"),
        ("count", "river", "river_2"),
    )
)
"""Three combinations of as many expansions as can be played together; every expansion is in one of them."""
FULL_NAMES = ("count and river_2", "wheel and river", "wheel and river_20")

ALONE = {name: f"bigbox2014 expansions={name}" for name in EXPANSIONS}
TOGETHER = {
    name: f"bigbox2014 expansions={','.join(full)} circles=both" for name, full in zip(FULL_NAMES, FULL, strict=True)
}
WITH_HANDS = {
    "hand": "second hand_size=3",
    "hand with all": f"bigbox2014 expansions={','.join(FULL[1])} hand_size=3",
}
WITH_OPTIONS = {
    "house rules": (
        "first expansions=abbot,count,hills_and_sheep,inns_and_cathedrals,king_and_robber,traders_and_builders "
        "tiny_city_pennants=on unfinished=cities hand_size=3 hand_end=drawn unfinished_inns=ignored big_followers=2 "
        "builders=2 pigs=2 shepherds=3 garden_vineyards=on titles=at_once count_moves=follower abbots=2"
    ),
}
"""Options that other tables know, all at once."""
RULE_SETS = {**{name: name for name in presets()}, **ALONE, **TOGETHER, **WITH_HANDS, **WITH_OPTIONS}
"""The rule sets of the conformance suite as text, by name."""


def playable(expansions: Iterable[str]) -> bool:
    """Return whether expansions can be played together."""
    chosen = set(expansions)
    return not any(pair <= chosen for pair in APART)
