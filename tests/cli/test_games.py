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
