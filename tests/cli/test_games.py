"""`bastide games`: presets, options, expansions and tile sets."""

import json

from tests.cli.conftest import Bastide


def test_presets_and_options_are_listed_with_their_values(bastide: Bastide) -> None:
    told = bastide("games")
    assert told.code == 0
    rows = [line.split() for line in told.out.splitlines()]
    assert ["tiny_city", "2", "2", "4", "4"] in rows
    assert ["followers", "1–20"] in [row[:2] for row in rows]
    assert "Partisans de chaque joueur" in bastide("games", "--lang", "fr").out


def test_the_list_as_json(bastide: Bastide) -> None:
    found = json.loads(bastide("games", "--json").out)["carcassonne"]
    assert found["presets"]["first"]["field_scoring"] == "per_city_4"
    assert found["options"]["hand_size"] == [0, 3]
    assert found["tiles"]["base"] == ["plain", "garden"]
    assert found["expansions"]["wheel_of_fortune"] == {"tiles": 12}


def test_every_expansion_says_how_many_tiles_it_adds(bastide: Bastide) -> None:
    rows = [line.split() for line in bastide("games").out.splitlines()]
    for row in (["wheel_of_fortune", "+12", "tiles"], ["river_20", "+17", "tiles"], ["count", "no", "tiles"]):
        assert row in rows
