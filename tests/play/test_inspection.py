"""Inspection of a board: tiles, features, and whether two spots are one feature."""

from __future__ import annotations

import pytest

import bastide
from bastide import Game, feature_at, features, parse_position, same_feature, spots, tile_at
from bastide.errors import BadNotation
from tests.games import random_game

LAND = "D(0,0) V(1,0)+1:road E(0,-1)/2+2:city ; rules first"


def test_a_tile_is_told_as_it_lies() -> None:
    state = parse_position(LAND)
    tile = tile_at(state, 0, -1)
    assert tile is not None
    assert (tile.id, tile.name, tile.rotation, tile.edges) == ("BA-CFFF", "E", 2, "FFCF")
    assert tile.segments == ("city", "field")
    assert tile_at(state, 1, -1) is None


def test_a_feature_knows_its_spots_its_owners_and_its_worth() -> None:
    state = parse_position(LAND)
    road = feature_at(state, "(0,0).road")
    assert (road.kind, road.complete, road.owners, road.now) == ("road", False, (0,), 2)
    assert spots(state, road) == ["(0,0).road", "(1,0).road"]
    city = feature_at(state, "(0,-1).city")
    assert (city.complete, city.holders, city.owners, city.now) == (True, ((1, 1),), (1,), 2)
    assert feature_at(state, "city") == city, "without a cell, the tile laid last is meant"


def test_two_spots_are_one_feature_or_not() -> None:
    state = parse_position(LAND)
    assert same_feature(state, "(0,0).road", "(1,0).road")
    assert same_feature(state, "(0,0).field.S", "(1,0).field.Sr")
    assert not same_feature(state, "(0,0).field.S", "(0,0).field.El")


@pytest.mark.parametrize("spot", ["(5,5).road", "(0,0).monastery", "(0,0).field", "nonsense"])
def test_a_spot_that_is_not_there_is_refused(spot: str) -> None:
    state = parse_position(LAND)
    with pytest.raises(BadNotation):
        feature_at(state, spot)
    with pytest.raises(BadNotation):
        same_feature(state, "(0,0).road", spot)


def test_every_spot_of_a_game_leads_to_its_feature() -> None:
    game = random_game("bigbox2014", 2, 2)
    found = features(game.state)
    named = {spot: feature for feature in found for spot in spots(game.state, feature)}
    tiles = [tile_at(game.state, x, y) for x, y in {place[:2] for feature in found for place in feature.at}]
    assert sum(len(tile.segments) for tile in tiles if tile is not None) == len(named)
    for spot in list(named)[::29]:
        assert feature_at(game.state, spot) == named[spot]
    first, *others = found
    assert not any(
        same_feature(game.state, spots(game.state, first)[0], spots(game.state, other)[0]) for other in others
    )


def test_all_that_is_exported_is_there() -> None:
    assert all(hasattr(bastide, name) for name in bastide.__all__)
    assert isinstance(Game("first").state, bastide.State)
