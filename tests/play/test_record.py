"""Saved games that are damaged, foreign or from the future are refused in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bastide.errors import BadRecord, BastideError
from bastide.play.dealer import Given, Seeded
from bastide.play.game import Game
from bastide.play.record import VERSION, _checksum, from_record, load, loads, save, to_record
from bastide.rules.model import Json


def some_game(turns: int = 6) -> Game:
    game = Game("second hand_size=3", ["Red", "Blue"], Seeded(11))
    while game.state.turn <= turns:
        game.play(game.options()[-1])
    return game


def signed(data: dict[str, Json], **changes: Json) -> dict[str, Json]:
    """Return a record with something changed and a checksum that fits."""
    body = {key: value for key, value in {**data, **changes}.items() if key != "checksum"}
    return {**body, "checksum": _checksum(body)}


def test_a_file_gives_the_game_back(tmp_path: Path) -> None:
    game = some_game()
    path = tmp_path / "game.json"
    save(game, path)
    again = load(path, Seeded(11))
    assert again.state.key() == game.state.key()
    assert (again.seats, again.log, again.events) == (game.seats, game.log, game.events)
    for each in (game, again):
        each.play(each.options()[0])
    assert again.state.key() == game.state.key()
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]


def test_a_game_from_a_position_is_kept_with_it() -> None:
    game = Game(position="D(0,0) U(1,0)+2:road ; to 2 ; tile V ; scores 3 4", dealer=Seeded(1))
    game.play("(2,0)/1 -")
    again = from_record(to_record(game))
    assert again.state.key() == game.state.key()
    assert again.position == game.position


def test_an_unfinished_record_waits_for_its_dealer() -> None:
    game = Game(None, 2, Seeded(4))
    game.play(game.options()[0])
    game.play(game.options()[0])
    cut = to_record(game)
    log = cut["log"]
    assert isinstance(log, list)
    short = signed(cut, log=log[:-1])
    again = from_record(short)
    assert again.actor == -1
    again.deal_with(Seeded(4))
    assert again.state.key() == game.state.key()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it is not JSON"),
        ("{", "it is not JSON"),
        ("[1, 2]", "This is not a saved game"),
        ('{"format": "chess"}', "This is not a saved game"),
        ('{"format": "bastide-game"}', "“version” is missing"),
        ('{"format": "bastide-game", "version": true}', "“version” is missing"),
        ('{"format": "bastide-game", "version": 1}', "its checksum does not match"),
    ],
)
def test_what_is_no_record_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadRecord) as error:
        loads(text)
    assert words in str(error.value)


def test_a_record_from_the_future_is_refused_by_its_version() -> None:
    with pytest.raises(BadRecord, match=f"version {VERSION + 1}, but this program reads up to {VERSION}"):
        from_record(signed(to_record(some_game()), version=VERSION + 1))


@pytest.mark.parametrize("part", ["rules", "seats", "log", "position", "result"])
def test_a_record_with_a_part_changed_is_refused(part: str) -> None:
    record = to_record(some_game())
    with pytest.raises(BadRecord, match="checksum"):
        from_record({**record, part: 7})
    with pytest.raises(BadRecord, match=f"“{part}” is missing|a different result"):
        from_record(signed(record, **{part: 7}))


def test_every_cut_of_the_text_is_refused() -> None:
    text = json.dumps(to_record(some_game(2)))
    for end in range(0, len(text), 97):
        with pytest.raises(BadRecord):
            loads(text[:end])


def test_an_action_that_does_not_replay_is_named_by_its_place() -> None:
    record = to_record(some_game())
    log = record["log"]
    assert isinstance(log, list)
    with pytest.raises(BadRecord, match=r"at action 8, .*There is a tile at|at action 8, "):
        from_record(signed(record, log=[*log[:7], {"do": "place", "cell": [0, 0], "rotation": 0}, *log[8:]]))
    with pytest.raises(BadRecord, match=r"at action 1, There is no action 'fly'.*\"base\": 1"):
        from_record(signed(record, log=[{"do": "fly"}]))


TURNED_BACK = (
    "bigbox2014 expansions=river tile_edition=plain river_bends=immediate",
    "R1-FWFW (1,0) - R1-FFWW (2,0) - R1-FWFW (2,1)/1 - R1-FFWW (2,2)/1 -",
)
"""A river that bends twice to one hand, with a straight tile between."""


def test_a_river_of_the_first_revision_is_replayed_by_the_rules_of_then() -> None:
    """RIV-PLACE-3: only curves next to each other were looked at."""
    made, moves = TURNED_BACK
    game = Game(made, 2, Given())
    game.play(moves)
    now = to_record(game)
    rules = now["rules"]
    assert isinstance(rules, dict)
    assert rules["revisions"] == {"base": 1, "hand": 1, "river": 2}
    then: dict[str, Json] = {**rules, "options": {"tile_edition": "plain"}}
    older = signed(now, rules={**then, "revisions": {"base": 1, "hand": 1, "river": 1}})
    read = from_record(older)
    assert read.log == game.log
    assert str(read.rules.choice) == str(game.rules.choice)
    with pytest.raises(BadRecord) as refused:
        from_record(signed(now, rules=then))
    assert refused.value.message == "record_replay"
    chosen = {**then, "options": {"tile_edition": "plain", "river_bends": "alternate"}, "revisions": {"river": 1}}
    with pytest.raises(BadRecord):
        from_record(signed(now, rules=chosen))


def test_unknown_rules_in_a_record_are_refused_in_words() -> None:
    record = to_record(some_game())
    rules = record["rules"]
    assert isinstance(rules, dict)
    for changed, words in (
        ({"preset": "ninth"}, "no preset ninth"),
        ({"expansions": ["dragons"]}, "no expansion dragons"),
        ({"options": {"rain": True}}, "no option rain"),
        ({"tiles": 3}, "“tiles” is missing"),
        ({"preset": None}, "“rules” is missing"),
    ):
        with pytest.raises(BastideError) as error:
            from_record(signed(record, rules={**rules, **changed}))
        assert words in str(error.value)


def test_a_missing_file_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="cannot be read"):
        load(tmp_path / "nothing.json")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="cannot be read"):
        load(tmp_path / "binary")


def test_a_record_that_says_something_odd_is_not_loaded_as_something_else() -> None:
    record = to_record(some_game())
    rules = record["rules"]
    assert isinstance(rules, dict)
    for changed in (
        {"options": {"followers": 3.5}},
        {"options": {"hand_size": None}},
        {"options": {"preset": "first"}},
        {"expansions": [5]},
        {"game": "chess"},
    ):
        with pytest.raises(BadRecord):
            from_record(signed(record, rules={**rules, **changed}))  # type: ignore[dict-item]
    with pytest.raises(BadRecord, match="cannot be set up: 9 cannot play"):
        from_record(signed(record, seats=[f"Seat {number}" for number in range(9)]))
    with pytest.raises(BadRecord, match="not JSON"):
        loads('{"format":"bastide-game","version":' + "1" * 5000 + "}")


def test_a_game_that_cannot_be_saved_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="cannot be saved"):
        save(some_game(1), tmp_path / "no" / "where.json")
