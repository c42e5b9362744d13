"""Names of places: what tells a feature apart, how long a name stays, and the words for it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bastide.kernel.geometry import cell_at
from bastide.play.dealer import Given, Seeded
from bastide.play.game import Game
from bastide.play.places import places_at
from bastide.play.record import from_record, to_record
from bastide.play.sentences import Reader, new_place_text, place_text, sentence
from bastide.rules.events import Event
from bastide.wire.values import PlaceName

NAMES = ("Maïa", "Odile", "Aubin")


def finished(seed: int, rules: str = "first", undo: bool = False) -> Game:
    """Play a game at random with many followers; with ``undo``, take every seventh choice back and repeat it."""
    random, game = Random(seed), Game(rules, NAMES, Seeded(f"places {seed}"))
    for choice in range(10_000):
        if game.over:
            break
        options = game.options()
        deploying = [option for option in options if game.json(option)["do"] == "deploy"]
        action = random.choice(deploying or options)
        game.play(action)
        if undo and choice % 7 == 0 and not game.over:
            game.undo()
            game.play(action)
    return game


def told(game: Game) -> list[str]:
    return [sentence(event, game.seats) for event in game.story(None)]


def named(game: Game, event: str) -> list[PlaceName]:
    return [found.facts["place"] for found in game.story(None) if found.name == event]  # type: ignore[misc]


def test_a_feature_is_named_after_whoever_alone_holds_it() -> None:
    game = Game("first", NAMES, Given())
    game.play("U (1,0) +road V (2,0)/1 - U (0,1) -")
    assert named(game, "deployed")[0].get("owner") == 0
    assert "Odile extends Maïa's road to 3 tiles." in told(game)
    assert "Maïa extends the central road to 2 tiles." in told(game)
    assert "Maïa puts a thief on their road." in told(game)


@pytest.mark.parametrize("seed", [1, 2])
def test_no_two_features_that_are_spoken_of_share_a_name_unless_nothing_tells_them_apart(seed: int) -> None:
    game = finished(seed)
    for ply in range(len(game.log) + 1):
        names, root = game.names(ply), game.at(ply).board.features.root if ply % 40 == 0 else None
        if root is None:
            continue
        unlike = Counter(str(name) for name in names.values() if "quarter" not in name)
        assert all(count == 1 for count in unlike.values())
        assert all(0 <= segment < len(root) for segment in names)


def test_a_name_stays_until_two_named_features_merge() -> None:
    game = finished(3)
    before: dict[int, PlaceName] = {}
    for ply in range(1, len(game.log) + 1):
        names = game.names(ply)
        joined = [e for e in game.events[ply] if e.facts.get("change") == "joins" or e.name == "deployed"]
        for segment in before.keys() & names.keys():
            assert before[segment] == names[segment] or joined
        before = dict(names)


def test_what_merges_is_told_by_the_names_it_had() -> None:
    merged = [e for seed in range(4) for e in finished(seed).story(None) if e.facts.get("change") == "joins"]
    assert merged
    for event in merged:
        joined = event.facts["joined"]
        assert isinstance(joined, list)
        assert len(joined) > 1


def test_names_follow_from_the_log_alone() -> None:
    game = finished(5)
    again = from_record(to_record(game, ended="agreed"))
    undone = finished(5, undo=True)
    assert told(again) == told(game)
    assert told(undone) == told(game)
    half = game.branch(len(game.log) // 2, Given())
    assert told(half) == told(game)[: len(told(half))]


def test_every_feature_can_be_spoken_of() -> None:
    game = finished(6, "bigbox2014")
    board = game.state.board
    spots = [(x, y, i) for x in range(-3, 4) for y in range(-3, 4) for i in range(_segments(game, x, y))]
    places = places_at(game.state, game.names(), spots)
    assert len(places) == len(spots)
    assert {place["kind"] for place in places} <= set(board.catalogue.kinds)
    for language in ("en", "fr"):
        assert all(place_text(place, Reader(NAMES, language)) for place in places)


def _segments(game: Game, x: int, y: int) -> int:
    board = game.state.board
    number = board.tile_at.get(cell_at(x, y))
    return 0 if number is None else len(board.segments_of(number))


@pytest.mark.parametrize(
    ("name", "english", "french"),
    [
        ({"kind": "city", "owner": 1}, "Odile's city", "la ville d’Odile"),
        ({"kind": "monastery", "owner": 0}, "Maïa's monastery", "l’abbaye de Maïa"),
        ({"kind": "city", "owner": 2}, "your city", "votre ville"),
        ({"kind": "city", "size": 9}, "the city of 9", "la ville de 9 tuiles"),
        ({"kind": "road", "quarter": "W"}, "the western road", "la route de l’ouest"),
        ({"kind": "field", "quarter": "N", "far": True}, "the field in the far north", "le pré tout au nord"),
        (
            {"kind": "city", "beside": {"side": "S", "name": {"kind": "field", "quarter": "E"}}},
            "the city south of the eastern field",
            "la ville au sud du pré de l’est",
        ),
        (
            {"kind": "road", "beside": {"side": "NE", "name": {"kind": "city", "owner": 2}}},
            "the road north-east of your city",
            "la route au nord-est de votre ville",
        ),
    ],
)
def test_names_in_words(name: PlaceName, english: str, french: str) -> None:
    assert place_text(name, Reader(NAMES, "en", 2)) == english
    assert place_text(name, Reader(NAMES, "fr", 2)) == french


def test_of_ones_own_place_and_of_a_new_one() -> None:
    city: PlaceName = {"kind": "city", "owner": 0}
    assert place_text(city, Reader(NAMES), subject=0) == "their city"
    assert place_text(city, Reader(NAMES, "fr"), subject=0) == "sa ville"
    new: PlaceName = {"kind": "monastery", "quarter": "SE", "far": True}
    assert new_place_text(new, Reader(NAMES)) == "a monastery in the far south-east"
    assert new_place_text(new, Reader(NAMES, "fr")) == "une abbaye tout au sud-est"


def test_coordinates_are_an_option() -> None:
    game = finished(7)
    plain, exact = told(game), [sentence(event, game.seats, coordinates=True) for event in game.story(None)]
    assert not any("(" in text for text in plain)
    assert sum("(" in text for text in exact) > len(exact) / 3


def test_an_event_without_a_log_names_the_kind_alone() -> None:
    event = Event("put", 0, {"piece": "follower", "cell": (0, 0), "segment": 0, "feature": "city"})
    assert sentence(event, NAMES) == "Maïa puts a follower in the city."
