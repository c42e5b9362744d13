"""What hurler and catcher choose is secret until both have chosen, and a recorded throw can be thrown again.

Two games that differ only in a choice look the same, byte for byte, to everyone else, up to the moment of the throw.
"""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bastide import CHANCE, Game, Given, Seeded
from bastide.errors import BadRecord
from bastide.expansions.catapult import CHOSEN, PLAYED
from bastide.games import make_rules
from bastide.kernel.geometry import point_at
from bastide.play.masking import redact_all
from bastide.play.record import _checksum, from_record, to_record
from bastide.play.view import view
from bastide.rules import engine
from bastide.rules.events import Event
from bastide.rules.model import Action, Json
from tests.games import random_game

RULES = "bigbox2014 expansions=catapult"
CATCH = "fair:catch"
Point = tuple[int, int]
AIMS = st.tuples(st.integers(0, 6500), st.integers(-1500, 1500))
HANDS = st.tuples(st.integers(3000, 6500), st.integers(-1500, 1500))
NUMBERS = "scatter:" + ":".join(["32767:32768"] * 4) + ":0"


def duel(players: int, duels: int = 0, dealer: str = "") -> Game:
    """Return a game at a duel of a catch, after so many others; the dealer waits, or draws by a seed."""
    position = f"B(0,0)+2:monastery ; players {players} ; tile CAT-FFFF-06"
    game = Game(RULES, players, Seeded(dealer) if dealer else Given(), position)
    game.play(f"(0,1) - {CATCH}")
    for _ in range(duels):
        game.play("hurl:(5000,0) reach:(5000,0)")
        if game.actor == CHANCE:
            game.play(NUMBERS)
    return game


def token(kind: str, point: Point) -> str:
    return f"{kind}:({point[0]},{point[1]})"


def seen(game: Game, viewer: int | None) -> bytes:
    """Return all that somebody may see of a game: the position and the story so far."""
    told = [event.to_json() for event in game.story(viewer)]
    return json.dumps([game.view(viewer), told]).encode()


@settings(max_examples=25, deadline=None)
@given(AIMS, AIMS, st.integers(2, 5), st.integers(0, 1))
@example((0, 0), (6500, 1500), 2, 0)
def test_CAT_CATCH_2_the_aim_is_seen_by_nobody_but_the_hurler(a: Point, b: Point, players: int, duels: int) -> None:
    games = [duel(players, duels) for _ in range(2)]
    hurler = games[0].actor
    for game, aim in zip(games, (a, b), strict=True):
        assert game.play(token("hurl", aim)) == []
        assert game.actor == (hurler + 1) % players
    for viewer in (None, *range(players)):
        same = seen(games[0], viewer) == seen(games[1], viewer)
        assert same == (viewer != hurler or a == b)
    assert games[0].options() == games[1].options(), "what the catcher may do says nothing either"


@settings(max_examples=25, deadline=None)
@given(AIMS, AIMS, HANDS, HANDS, st.integers(2, 5))
def test_CAT_CATCH_2_the_hands_are_seen_by_nobody_but_the_catcher(
    a: Point, b: Point, c: Point, d: Point, players: int
) -> None:
    """Both have chosen, and the numbers are still to be drawn: each of the two knows one half, the others nothing."""
    games = [duel(players) for _ in range(2)]
    for game, aim, hands in zip(games, (a, b), (c, d), strict=True):
        assert game.play(f"{token('hurl', aim)} {token('reach', hands)}") == []
        assert game.actor == CHANCE
    for viewer in (None, *range(players)):
        differs = {0: a != b, 1: c != d}.get(-1 if viewer is None else viewer, False)
        assert (seen(games[0], viewer) != seen(games[1], viewer)) == differs


def test_CAT_CATCH_2_each_sees_the_choice_of_ones_own() -> None:
    game = duel(3)
    game.play("hurl:(4321,-1234)")
    aim = point_at(4321, -1234)
    columns = [game.view(viewer)["columns"] for viewer in (0, 1, 2, None)]
    chosen = [column[CHOSEN] for column in columns]
    assert chosen == [[aim, None, None], [None, 0, None], [None, None, 0], [None, None, None]]
    for text in (str(aim), "4321", "1234"):
        for viewer in (1, 2, None):
            assert text not in seen(game, viewer).decode()
    assert str(aim) in seen(game, 0).decode()


def test_CAT_CATCH_2_both_choices_are_told_with_the_throw() -> None:
    game = duel(3)
    game.play("hurl:(4321,-1234) reach:(3456,1001)")
    events = game.play(NUMBERS)
    for viewer in (0, 1, 2, None):
        told = json.dumps([event.to_json() for event in redact_all(events, viewer)])
        assert "4321" in told
        assert "3456" in told
    assert game.state.ext[CHOSEN] == [0, 0, 0], "and nothing is left of them"


def test_CAT_CATCH_2_a_dealer_that_draws_at_once_gives_nothing_away() -> None:
    """The numbers are drawn after the catcher's choice, whatever the hurler's was."""
    games = [duel(2, dealer="same") for _ in range(2)]
    games[0].play("hurl:(5000,0)")
    games[1].play("hurl:(100,1500)")
    assert seen(games[0], 1) == seen(games[1], 1)
    assert [entry.actor for entry in games[0].log].count(CHANCE) == 0
    for game in games:
        game.play("reach:(5000,0)")
    drawn = [[entry.action for entry in game.log if entry.actor == CHANCE] for game in games]
    assert drawn[0] == drawn[1]
    assert len(drawn[0]) == 1


def watch_duels(seed: int, players: int, most: int = 6) -> int:
    """Play a game at random and look at its duels: whichever point is chosen, the others see the same."""
    game = Game(make_rules(expansions=["catapult"]), players, Seeded(seed))
    rng, duels = Random(seed), 0
    while not game.over and duels < most:
        if game.state.ext[PLAYED][0] == 4:
            chooser = game.actor
            pair = [game.state.copy(), game.state.copy()]
            told: list[list[Event]] = [[], []]
            for state, events, action in zip(pair, told, rng.sample(game.options(), 2), strict=True):
                state.events = events
                engine.apply(state, action)
            for viewer in {None, *range(players)} - {chooser}:
                assert json.dumps(view(pair[0], viewer)) == json.dumps(view(pair[1], viewer))
                assert redact_all(told[0], viewer) == redact_all(told[1], viewer)
            duels += 1
        game.play(choice(game, rng))
    return duels


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 4))
def test_CAT_CATCH_2_in_the_midst_of_random_games(seed: int, players: int) -> None:
    assert watch_duels(seed, players) == 6


def choice(game: Game, rng: Random) -> Action:
    """Choose at random, but of the games at a fair always the catch."""
    options = game.options()
    kinds = {game.rules.kind_of(action).name for action in options}
    return options[3] if kinds == {"fair"} else rng.choice(options)


# The same throw again


def thrown(seed: int, players: int = 3) -> Game:
    """Return a whole game with many fairs and much to hit."""
    expansions = ["catapult", "traders_and_builders", "inns_and_cathedrals", "wheel_of_fortune"]
    return random_game(make_rules(expansions=expansions), players, seed)


@pytest.mark.parametrize("seed", range(4))
def test_CAT_PHYS_13_a_replay_gives_every_removal_and_point_again(seed: int) -> None:
    game = thrown(seed)
    names = [event.name for events in game.events for event in events]
    assert names.count("hurled") > 6
    text = json.dumps(to_record(game))
    again = from_record(json.loads(text))
    assert again.events == game.events
    assert again.state.key() == game.state.key()
    for moment in range(0, len(game.log), 50):
        assert again.at(moment).key() == game.at(moment).key()


def test_CAT_PHYS_13_the_recorded_numbers_are_fed_not_drawn_anew() -> None:
    game = thrown(1)
    again = from_record(to_record(game), Seeded("quite another"))
    assert [entry.action for entry in again.log] == [entry.action for entry in game.log]
    scattered = [game.json(entry.action) for entry in game.log if game.rules.kind_of(entry.action).name == "scatter"]
    assert len(scattered) > 6
    for numbers in scattered:
        assert list(numbers) == ["do", *(f"r{i}" for i in range(9))]
        assert all(isinstance(n, int) and 0 <= n < 65536 for n in list(numbers.values())[1:])


@given(st.lists(st.integers(0, 65535), min_size=9, max_size=9))
@settings(max_examples=40, deadline=None)
def test_CAT_PHYS_13_the_outcome_is_a_function_of_the_numbers(numbers: list[int]) -> None:
    position = "B(0,0)+2:monastery+1:field E(0,1)/2+2:city ; tile CAT-FFFF-08"
    token = "scatter:" + ":".join(map(str, numbers))
    ends = []
    for _ in range(2):
        game = Game(RULES, 2, Given(), position)
        game.play("(1,0) - fair:knockout hurl:(500,900)")
        events = game.play(token)
        ends.append((game.state.key(), [event.to_json() for event in events]))
        assert from_record(json.loads(json.dumps(to_record(game)))).state.key() == game.state.key()
    assert ends[0] == ends[1]


def test_CAT_PHYS_13_a_number_changed_in_the_record_is_another_throw() -> None:
    game = Game(RULES, 2, Given(), "B(0,0)+2:monastery ; tile CAT-FFFF-06")
    game.play(f"(0,1) - fair:target hurl:(500,1500) {NUMBERS} hurl:(500,900) {NUMBERS}")
    assert game.scores == [5, 0]
    record = to_record(game)
    log = record["log"]
    assert isinstance(log, list)
    place = max(i for i, entry in enumerate(log) if isinstance(entry, dict) and entry["do"] == "scatter")
    entry = log[place]
    assert isinstance(entry, dict)
    farther = {**entry, **dict.fromkeys(("r0", "r1", "r2", "r3"), 45000)}
    changed: dict[str, Json] = {**record, "log": [*log[:place], farther, *log[place + 1 :]]}
    changed.pop("checksum")
    with pytest.raises(BadRecord, match="a different result"):
        from_record({**changed, "checksum": _checksum(changed)})


def test_CAT_PHYS_13_a_game_taken_back_throws_the_same_again() -> None:
    game = thrown(2)
    kinds = [game.rules.kind_of(entry.action).name for entry in game.log]
    place = [i for i, kind in enumerate(kinds) if kind == "hurl" and kinds[i + 1] == "scatter"][3]
    before, after, aim = game.at(place), game.at(place + 2), game.log[place].action
    game.undo(place)
    assert game.state.key() == before.key()
    game.play(aim)
    assert game.at(place + 2).key() == after.key()
