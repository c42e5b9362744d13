"""Games of a match: mirrored, reproducible, and lost by whoever is at fault."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from math import inf
from random import Random

import pytest

from bastide import parse_game
from bastide.bots.arena import Contender, Match, MatchGame, parse_contender, play_game
from bastide.bots.interface import Budget
from bastide.bots.reference import OPPONENTS
from bastide.errors import BastideError
from bastide.games import GameRules, make_rules, parse_rules
from bastide.rules.model import Action
from bastide.rules.state import State

DICE = Contender("random")


def match(rules: str = "bigbox2014", seats: int = 2, seed: int = 1, paired: bool = True) -> Match:
    return Match(DICE, DICE, parse_rules(rules), seats, seed, paired)


def played(scores: Sequence[int], sides: str = "AB") -> MatchGame:
    return MatchGame(0, sides, tuple(scores), (), {"A": (), "B": ()})


@pytest.mark.parametrize(
    ("text", "seconds", "simulations"),
    [("random", 2.5, None), ("random@0.1s", 0.1, None), ("random@3s", 3.0, None), ("random@400", 2.5, 400)],
)
def test_contenders_are_levels_with_budgets(text: str, seconds: float, simulations: int | None) -> None:
    found = parse_contender(text, 2.5)
    assert found == Contender("random", Budget(seconds, simulations))
    assert parse_contender(str(found), 2.5) == found


@pytest.mark.parametrize("text", ["", "random@", "random@fast", "random@-1s", "random@1s@2"])
def test_other_contenders_are_not_understood(text: str) -> None:
    with pytest.raises(BastideError) as error:
        parse_contender(text)
    assert error.value.message == "arena_contender"


@pytest.mark.parametrize(
    ("text", "seconds"), [("random@0s", 1), ("random@0", 1), ("random", 0), ("random", -1), ("random", inf)]
)
def test_nobody_chooses_in_no_time(text: str, seconds: float) -> None:
    with pytest.raises(BastideError) as error:
        parse_contender(text, seconds)
    assert error.value.message == "arena_budget"


def test_an_unknown_level_is_told_with_those_that_are_known() -> None:
    with pytest.raises(BastideError, match=r"“wizard”.*random.*reference"):
        parse_contender("wizard@1s")


def test_sides_take_turns_around_the_table_and_in_who_begins() -> None:
    assert [match().sides(number) for number in range(4)] == ["AB", "BA", "AB", "BA"]
    assert [match(seats=5).sides(number) for number in range(2)] == ["ABABA", "BABAB"]


def test_pairs_share_a_deck_and_other_games_do_not() -> None:
    assert [match().deck(number) for number in range(4)] == ["1/0", "1/0", "1/1", "1/1"]
    assert [match(paired=False).deck(number) for number in range(3)] == ["1/0", "1/1", "1/2"]


def drawn(game: MatchGame) -> list[str]:
    """Return the tiles of a game of the base game, as its turns begin with them."""
    return [turn.split()[1].split("(")[0] for turn in game.turns]


def test_the_games_of_a_pair_see_the_same_tiles() -> None:
    first, second, third = (play_game(match(), number) for number in range(3))
    assert drawn(first) == drawn(second) != drawn(third)
    assert first.turns != second.turns


def without_times(game: MatchGame) -> tuple[object, ...]:
    return game.number, game.sides, game.scores, game.turns, {side: len(game.seconds[side]) for side in game.seconds}


def test_a_game_follows_from_its_number() -> None:
    assert without_times(play_game(match(), 5)) == without_times(play_game(match(), 5))
    assert play_game(match(), 5).turns != play_game(match(seed=2), 5).turns


def test_a_match_can_be_sent_to_another_process() -> None:
    sent = pickle.loads(pickle.dumps(match("bigbox2014 expansions=abbot", seats=3)))
    assert isinstance(sent, Match)
    assert without_times(play_game(sent, 1)) == without_times(
        play_game(match("bigbox2014 expansions=abbot", seats=3), 1)
    )


@pytest.mark.parametrize("rules", ["bigbox2014", "second hand_size=3", "gold_rush"])
def test_the_moves_are_the_game(rules: str) -> None:
    game = play_game(match(rules, seats=3), 0)
    again = parse_game("\n".join([f"rules {rules}", "seats 1,2,3", *game.turns]))
    assert again.over
    assert tuple(again.scores) == game.scores


@pytest.mark.parametrize(
    ("sides", "scores", "score", "margin"),
    [
        ("AB", [40, 30], 1, 10),
        ("BA", [40, 30], 0, -10),
        ("AB", [30, 30], 0.5, 0),
        ("ABA", [30, 40, 20], 0, -15),
        ("ABA", [30, 20, 30], 1, 10),
        ("ABAB", [30, 30, 10, 0], 0.5, 5),
    ],
)
def test_the_most_points_of_any_seat_win(sides: str, scores: list[int], score: float, margin: float) -> None:
    assert (played(scores, sides).score, played(scores, sides).margin) == (score, margin)


class Faulty:
    """Fails in some way at its tenth choice."""

    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.asked = 0

    def choose(self, state: State, budget: Budget) -> Action:
        assert len(state.legal) > 1
        self.asked += 1
        if self.asked < 10:
            return state.legal[0]
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (ZeroDivisionError("oops"), "ZeroDivisionError: oops"),
        (-1, "chose -1, which is not an option"),
        (None, "TypeError"),
    ],
)
@pytest.mark.parametrize(("number", "score"), [(0, 0), (1, 0)])
def test_a_bot_at_fault_has_lost(
    answer: object, told: str, number: int, score: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(OPPONENTS, "faulty", lambda rules, generator: Faulty(answer))
    game = play_game(Match(Contender("faulty"), DICE, make_rules(), paired=True), number)
    assert game.score == score
    assert game.fault is not None
    assert game.fault.side == "A"
    assert told in game.fault.reason
    assert game.fault.reason.startswith("turn ")
    assert len(game.seconds["A"]) == 9


def test_a_bot_that_cannot_even_sit_down_has_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(rules: GameRules, generator: Random) -> Faulty:
        raise OSError("no memory")

    monkeypatch.setitem(OPPONENTS, "absent", refuse)
    game = play_game(Match(DICE, Contender("absent"), make_rules()), 0)
    assert (game.score, game.fault and game.fault.reason) == (1, "OSError: no memory")
