"""The rules guide: a page for everything that can be played, in both languages, with correct numbers."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from bastide.draw.layout import lay_out
from bastide.draw.pieces import KINDS as PIECES
from bastide.draw.pieces import NEUTRAL
from bastide.draw.tokens import TOKEN_FIGURES
from bastide.games import DEFAULT_GAME, GAMES, choose_rules, presets, tiles_added
from bastide.kernel.kinds import KINDS as FEATURES
from bastide.kernel.tile import Tile
from bastide.server.art_files import art_version
from bastide.server.guide_routes import guide_pages, page_pictures
from bastide.tiles import available, by_id, load
from bastide.wire.guide import GuidePage
from bastide.words import LANGUAGES, catalogue, own_words
from tests.server.threaded_server import ThreadedServer, ask

EXPANSIONS = [(expansion.id, expansion.tiles) for game in GAMES.values() for expansion in game.expansions]
LEAST_WORDS, MOST_WORDS = 80, 200
WHOLE_GAMES = {"base", "gold_rush"}
"""Pages that explain a whole game, and take a few words more."""


def page(name: str, language: str = "en") -> GuidePage:
    (found,) = (page for page in guide_pages(language) if page["id"] == name)
    return found


def parts(name: str, language: str) -> list[str]:
    return [part["text"] for part in page(name, language)["parts"] if part["head"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_can_be_played_has_a_page(language: str) -> None:
    found = [page["id"] for page in guide_pages(language)]
    assert len(found) == len(set(found))
    assert set(found) == {"base", "fields", "hand", *presets(), *(name for name, _ in EXPANSIONS)}
    for name in found:
        assert page(name, language)["title"]
        assert page(name, language)["summary"]


def test_pages_have_the_same_paragraphs_in_all_languages() -> None:
    for name in page_pictures():
        assert len({len(parts(name, language)) for language in LANGUAGES}) == 1, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_are_short(language: str) -> None:
    for name in page_pictures():
        words = sum(len(re.findall(r"\w[\w’.-]*", text)) for text in parts(name, language))
        assert LEAST_WORDS <= words <= MOST_WORDS * (1.2 if name in WHOLE_GAMES else 1), (name, words)


def test_no_paragraph_is_left_over() -> None:
    told = {f"guide.{name}.{i + 1}" for name in page_pictures() for i in range(len(parts(name, "en")))}
    written = {key.rsplit(".", 1)[0] for key in catalogue("en") if re.match(r"guide\.\w+\.\d", key)}
    assert written == told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name, _ in EXPANSIONS])
def test_the_number_of_tiles_in_a_box_is_right(name: str, language: str) -> None:
    tiles = tiles_added(DEFAULT_GAME, name)
    first = parts(name, language)[0]
    if not tiles:
        assert not re.search(r"\d", first)
        return
    assert re.search(rf"(?<!\d){tiles}\b", first), (first, tiles)


def test_the_first_edition_names_both_of_its_suggestions_for_the_end() -> None:
    """BASE-FINAL-3, BASE-FINAL-7: half points, or cities alone."""
    assert "half their points" in parts("first", "en")[-1]
    assert "cities alone" in parts("first", "en")[-1]
    assert "moitié de leurs points" in parts("first", "fr")[-1]
    assert "les villes seules" in parts("first", "fr")[-1]


def marked(tile_set: str, mark: str) -> int:
    found = load(tile_set)
    return sum(n for tile, n in found.copies(found.editions[0]) if any(m.name == mark for m in lay_out(tile).marks))


@pytest.mark.parametrize(
    ("name", "tile_set", "mark", "number"),
    [
        ("inns_and_cathedrals", "inns_and_cathedrals", "inn", 6),
        ("inns_and_cathedrals", "inns_and_cathedrals", "cathedral", 2),
        ("traders_and_builders", "traders_and_builders", "wine", 9),
        ("traders_and_builders", "traders_and_builders", "grain", 6),
        ("traders_and_builders", "traders_and_builders", "cloth", 5),
        ("hills_and_sheep", "hills_and_sheep", "hill", 8),
        ("hills_and_sheep", "hills_and_sheep", "vineyard", 8),
        ("crop_circles", "corn_circles_2", "circle-1", 2),
        ("anniversary_mini", "anniversary", "again", 5),
    ],
)
def test_numbers_of_marks_are_right(name: str, tile_set: str, mark: str, number: int) -> None:
    assert marked(tile_set, mark) == number
    spelt = {2: "two", 5: "five", 6: "six"}
    assert re.search(rf"\b({number}|{spelt.get(number, number)})\b", parts(name, "en")[0])


def test_other_numbers_are_those_of_the_tiles() -> None:
    icons = [f"icon-{i}" for i in (1, 2, 3)]
    wheel = load("wheel_of_fortune")
    assert sum(marked("wheel_of_fortune", icon) for icon in icons) == 19
    assert wheel.block is not None
    assert len(wheel.block.parts) == 16
    assert re.search(r"16 .*19 ", parts("wheel_of_fortune", "en")[0])
    gardens = sum(n for tile, n in load("base").copies("garden") if any(s.kind == "garden" for s in tile.segments))
    assert gardens == 8
    assert "eight" in parts("abbot", "en")[0]
    assert "Eight" in parts("anniversary", "en")[2]
    gold = choose_rules("gold_rush", [], [], {})
    assert gold.tiles_in_all == 72
    assert {piece.name: piece.count for piece in gold.pieces}["cowboy"] == 4


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", [name for name, game in presets().items() if game.name == "carcassonne"])
def test_editions_say_what_their_options_are(preset: str, language: str) -> None:
    options = choose_rules(preset, [], [], {}).options
    fields, small, rest, _ = parts(preset, language)
    points = str(options["field_scoring"])[-1]
    assert f"{points} points" in fields
    per_field = str(options["field_scoring"]).startswith("per_field")
    assert fields.startswith({"en": "Each field", "fr": "Chaque pré"}[language]) == per_field
    assert f"{options['tiny_city']} points" in small
    assert re.search(rf"(?<!\d){options['followers']} (followers|partisans|meeple)", rest)
    most = {5: ("to five", "à cinq"), 8: ("to eight", "à huit")}[int(options["max_players"])]
    assert most[LANGUAGES.index(language)] in rest


def test_all_pictures_exist() -> None:
    for name, pictures in page_pictures().items():
        found = page(name)
        assert set(found["tiles"]) <= by_id().keys(), name
        assert pictures.keys() <= {"tiles", "pieces", "lying", "figures", "tokens"}
        assert {*found["pieces"], *found["lying"]} <= set(PIECES) - set(NEUTRAL)
        assert set(found["figures"]) <= set(NEUTRAL)
        assert {token for token, _ in found["tokens"]} <= TOKEN_FIGURES.keys()
        assert found["tiles"] or found["block"], name


def test_what_lies_there_from_the_start_is_shown_whole() -> None:
    assert page("count")["block"] == ["count", 4, 3]
    assert page("wheel_of_fortune")["block"] == ["wheel_of_fortune", 4, 4]
    assert page("river_20")["block"] == ["river_20", 2, 1]
    assert [found["id"] for found in guide_pages("en") if found["board"]] == ["wheel_of_fortune"]
    assert page("river")["block"] is None


def all_tiles(tile_set: str) -> list[Tile]:
    found = load(tile_set)
    return [*found.tiles, *(tile for _, _, tile in found.block.parts)] if found.block else list(found.tiles)


def test_every_feature_mark_piece_and_token_has_its_sentence() -> None:
    words = catalogue("en").keys()
    assert {f"tip.{kind}" for kind in FEATURES} <= words
    scoring = next(o for game in GAMES.values() for e in game.base for o in e.options if o.name == "field_scoring")
    assert {f"tip.field.{value}" for value in scoring.values} <= words
    marks = Counter(mark.name for s in available() for tile in all_tiles(s) for mark in lay_out(tile).marks)
    told = {key.removeprefix("mark_tip.") for key in words if key.startswith("mark_tip.")}
    assert {mark for mark in marks if mark not in told and re.sub(r"-\d+$", "", mark) not in told} == set()
    assert {f"piece_tip.{kind}" for kind in PIECES} <= words
    assert {f"token_tip.{name}" for name in TOKEN_FIGURES} - {"token_tip.mine-back"} <= words


def test_french_is_written_as_french_is() -> None:
    editions = [item for words in own_words("fr").values() for item in words.items()]
    for key, text in [*catalogue("fr").items(), *editions]:
        if key.split(".")[0] in ("guide", "lesson", "learn", "tip", "mark_tip", "piece_tip", "token_tip", "rules"):
            assert not re.search(r"[^\u202f][;:!?»]|«[^\u202f]|'", text), (key, text)


def test_pages_are_served(tmp_path: Path) -> None:
    with ThreadedServer(tmp_path / "store") as server:
        for language in LANGUAGES:
            answer = ask(server.address, "GET", f"/api/guide?lang={language}")
            assert answer.code == 200
            assert json.loads(answer.text) == json.loads(json.dumps(guide_pages(language)))
        assert "guide.base.1.text" not in ask(server.address, "GET", "/web/words/en.json").json()


def test_pictures_are_served(tmp_path: Path) -> None:
    with ThreadedServer(tmp_path / "store") as server:
        for path in ("tiles/BA-CRFR", "tiles/CO-IIII-06", "blocks/count", "blocks/river_20"):
            answer = ask(server.address, "GET", f"/art/{art_version()}/{path}.svg")
            assert answer.code == 200
            assert answer.headers["content-type"] == "image/svg+xml"
            assert answer.text.startswith("<svg ")
        for path in ("tiles/BA", "blocks/base", "blocks/none"):
            assert ask(server.address, "GET", f"/art/{art_version()}/{path}.svg").code == 404
