"""`bastide games`: presets, options, expansions and tile sets."""

import json
import re
from pathlib import Path

from bastide.cli.games import options_of
from bastide.games import DEFAULT_GAME
from bastide.rulebook import every_rule
from tests.cli.conftest import Bastide

PAGE = (Path(__file__).parents[2] / "docs" / "options.md").read_text(encoding="utf-8")


def test_presets_and_options_are_listed_with_their_values(bastide: Bastide) -> None:
    told = bastide("games")
    assert told.code == 0
    rows = [line.split() for line in told.out.splitlines()]
    assert ["tiny_city", "2", "2", "4", "4"] in rows
    assert ["followers", "1–20"] in [row[:2] for row in rows]
    assert "Partisans de chaque joueur" in bastide("games", "--lang", "fr").out


def test_every_option_is_on_its_page_with_its_values() -> None:
    """docs/options.md names all options of Carcassonne, those of expansions with their expansion."""
    rows = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in PAGE.splitlines() if line.startswith("| ")]
    told = {row[-3]: row for row in rows}
    for option in options_of(DEFAULT_GAME):
        *_, values, cited = told[option.name]
        named = ["off", "on"] if isinstance(option.default, bool) else [str(value) for value in option.values]
        if isinstance(option.values, range) and option.name != "first_player":
            assert values == f"{named[0]} to {named[-1]}"
        elif option.name != "first_player":
            assert all(value in values for value in named)
        assert cited
    ids = {rule.id for rule in every_rule()}
    assert set(re.findall(r"\b[A-Z][A-Z0-9]*(?:-[A-Z]+)*-[0-9]+\b", PAGE)) <= ids


def test_the_list_as_json(bastide: Bastide) -> None:
    found = json.loads(bastide("games", "--json").out)["carcassonne"]
    assert found["presets"]["first"]["field_scoring"] == "per_city_4"
    assert found["options"]["hand_size"] == [0, 3]
    assert found["tiles"]["base"] == ["plain", "garden"]
    assert found["expansions"]["wheel_of_fortune"] == {"tiles": 12}


def test_every_expansion_says_how_many_tiles_it_adds(bastide: Bastide) -> None:
    rows = [line.split() for line in bastide("games").out.splitlines()]
    for row in (
        ["wheel_of_fortune", "+12", "tiles"],
        ["river_20", "+17", "tiles"],
        ["count", "+12", "tiles"],
        ["abbot", "no", "tiles"],
    ):
        assert row in rows
