"""Every level plays every kind of rules to the end, knows only what its seat sees, and can be repeated."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random

import pytest

from bastide.bots import LEVELS, Bot, Budget, compiled_rollouts, determinize, make_bot, sequential_halving
from bastide.bots.arena import Match, parse_contender, play_game
from bastide.bots.compiled_rollouts import CompiledRollouts
from bastide.bots.engine_rollouts import EngineRollouts
from bastide.bots.evaluation import WEIGHTS
from bastide.bots.search import Master, Plan, rollouts_for
from bastide.bots.sequential_halving import rank
from bastide.bots.time_limit import TimeLimit
from bastide.errors import BastideError
from bastide.games import GameRules, make_rules, parse_rules
from bastide.play.dealer import Seeded
from bastide.play.game import Game
from bastide.rules.engine import actor
from bastide.rules.model import Action
from bastide.rules.state import State

FEW, MANY = Budget(simulations=3), Budget(simulations=64)
TINY = ("BA-CRST", "BA-CFFF", "BA-FRFR", "BA-FFRF-monastery", "BA-CRRF")


def chosen(bot: Bot, game: Game, budget: Budget = FEW) -> Action:
    """Return the action that a bot chooses."""
    return bot.choose(determinize(game.state, game.actor, Random(len(game.log))), budget)


def play(rules: GameRules, bots: list[Bot], seed: int, moves: int = 10_000, budget: Budget = FEW) -> Game:
    """Play a game, or its first moves."""
    game = Game(rules, len(bots), Seeded(seed))
    while not game.over and moves:
        game.play(chosen(bots[game.actor], game, budget))
        moves -= 1
    return game


def wins(rules: GameRules, better: str, worse: str, games: int) -> float:
    """Return the share of games that one level wins against another; a draw is half a game."""
    won = 0.0
    for seed in range(games):
        bots = [make_bot(level, rules, f"{level}/{seed}") for level in (better, worse)]
        scores = play(rules, bots if seed % 2 else bots[::-1], seed // 2, budget=Budget(simulations=60)).scores
        own, other = scores if seed % 2 else scores[::-1]
        won += 1.0 if own > other else 0.5 if own == other else 0.0
    return won / games


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_chooses_the_same(level: str) -> None:
    rules = make_rules("second", expansions=("abbot",))
    game = play(rules, [make_bot("random", rules, seat) for seat in range(2)], 4, 30)
    assert len({chosen(make_bot(level, rules, "seed"), game, Budget(simulations=20)) for _ in range(3)}) == 1


@pytest.mark.parametrize(("better", "worse"), [("novice", "random"), ("greedy", "novice")])
def test_a_level_is_better_than_the_one_before(better: str, worse: str) -> None:
    assert wins(make_rules("second"), better, worse, 6) >= 0.7


@pytest.mark.long
@pytest.mark.parametrize("level", ["strong", "master"])
def test_who_searches_is_better_than_greedy(level: str) -> None:
    assert wins(make_rules("second"), level, "greedy", 40) >= 0.6


@pytest.mark.parametrize("kind", [CompiledRollouts, EngineRollouts])
def test_a_candidate_that_is_much_better_than_all_others_wins(
    kind: type[CompiledRollouts] | type[EngineRollouts],
) -> None:
    """Rollouts and static evaluation agree where one candidate is far ahead."""
    rules, seen, right = make_rules("second"), 0, 0
    for seed in range(3):
        game = play(rules, [make_bot("novice", rules, seat) for seat in range(2)], seed)
        for moment in range(20, len(game.log), 2):
            state = game.at(moment)
            if actor(state) < 0 or len(state.legal) < 9 or state.left < 9:
                continue
            rollouts = kind(state, Random(seed), WEIGHTS, 2)
            best, second = sorted(rollouts.static_leads, reverse=True)[:2]
            if best - second > 5:
                seen += 1
                right += rollouts.static_leads[rank(rollouts, MANY, MANY.start())[0]] == best
    assert seen > 3
    assert right >= 0.8 * seen


def test_bots_in_threads_do_not_meet() -> None:
    match = Match(parse_contender("master@12"), parse_contender("strong@12"), make_rules("second"))
    alone = [play_game(match, number) for number in range(2)]
    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(lambda number: play_game(match, number), range(2)))
    assert [(game.scores, game.fault) for game in together] == [(game.scores, None) for game in alone]


FORK = """
import multiprocessing
from bastide.bots import Budget, make_bot
from bastide.games import make_rules
from bastide.play.dealer import Seeded
from bastide.play.game import Game

def search():
    game = Game(make_rules("second"), 2, Seeded(1))
    make_bot("master", game.rules, 1).choose(game.state, Budget(simulations=40, cores=2))

search()
child = multiprocessing.get_context("fork").Process(target=search, daemon=True)
child.start()
child.join(60)
print(child.exitcode)
"""


def test_a_forked_process_has_its_own_threads() -> None:
    ran = subprocess.run([sys.executable, "-c", FORK], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "0"


@pytest.mark.parametrize(
    "budget",
    [
        partial(Budget, seconds=float("inf")),
        partial(Budget, seconds=-1.0),
        partial(Budget, cores=0),
        partial(Budget, max_simulations=-1),
    ],
)
def test_an_invalid_budget_is_refused(budget: Callable[[], Budget]) -> None:
    with pytest.raises(BastideError, match="a number of seconds or simulations"):
        budget()


@pytest.mark.parametrize("most", [5, None])
def test_the_number_of_rollouts_is_limited(most: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, asked = make_rules("second"), list[int | None]()
    game = play(rules, [make_bot("random", rules, seat) for seat in range(2)], 4, 31)

    def watched(rollouts: sequential_halving.Rollouts, budget: Budget, limit: TimeLimit) -> list[int]:
        asked.append(budget.max_simulations)
        return [0]

    monkeypatch.setattr(sequential_halving, "rank", watched)
    for level in ("strong", "master"):
        chosen(make_bot(level, rules, 1), game, Budget(max_simulations=most))
    assert asked == [5, 5] if most else [48, None]


def test_rules_are_searched_where_it_is_quickest() -> None:
    for searched in ("first", "first expansions=count", "gold_rush"):
        assert rollouts_for(parse_rules(searched)) is CompiledRollouts
    assert rollouts_for(parse_rules("bigbox2014 tiles=base,base,base,base")) is EngineRollouts


def test_a_position_that_does_not_fit_the_simulator_is_searched_on_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise BastideError("fast_state")

    monkeypatch.setattr(compiled_rollouts, "from_state", refuse)
    rules = make_rules("second")
    game = play(rules, [make_bot("random", rules, seat) for seat in range(2)], 2, 20)
    assert chosen(make_bot("strong", rules, 1), game, Budget(simulations=4)) in game.options()


def test_cores_change_nothing_but_the_time() -> None:
    rules = make_rules("second", expansions=("river",))
    game = play(rules, [make_bot("random", rules, seat) for seat in range(3)], 6, 50)
    budgets = [Budget(simulations=60, cores=cores) for cores in (1, 2, 3)]
    assert len({chosen(make_bot("master", rules, "seed"), game, budget) for budget in budgets}) == 1


def test_a_clock_is_kept() -> None:
    rules = make_rules("bigbox2014")
    game = play(rules, [make_bot("random", rules, seat) for seat in range(2)], 2, 20)
    bot = make_bot("master", rules, 1)
    chosen(bot, game, Budget(seconds=0.01))
    times = []
    for _ in range(3):  # a busy machine may keep it waiting once
        began = time.perf_counter()
        chosen(bot, game, Budget(seconds=0.3))
        times.append(time.perf_counter() - began)
    assert min(times) < 0.6
    assert max(times) > 0.2, "it is made use of"


@pytest.mark.parametrize("level", ["strong", "master"])
def test_the_end_is_played_exactly(level: str) -> None:
    """With one tile in the bag, no choice leads to a better end against the best answer."""
    rules = make_rules("second", tiles=TINY)
    for seed in range(6):
        game = Game(rules, 2, Seeded(seed))
        generator = Random(seed)
        while game.state.left > 1:
            game.play(generator.choice(game.options()))
        while game.view(None)["step"] != "place" and not game.over:
            game.play(generator.choice(game.options()))
        if game.over or game.state.left != 1:
            continue
        seat = game.actor
        own = chosen(make_bot(level, rules, seed), game, Budget(simulations=5))
        ends = [best_end(game, option, seat) for option in game.options()]
        assert ends[game.options().index(own)] == max(ends)


def best_end(game: Game, option: int, seat: int) -> int:
    """Return how far ahead a seat ends with an option, if everybody then does the best."""
    after = game.branch()
    after.play(option)
    if after.over:
        return after.scores[seat] - after.scores[1 - seat]
    ends = [best_end(after, other, seat) for other in after.options()]
    return max(ends) if after.actor == seat else min(ends)


def test_what_is_wrong_is_told() -> None:
    with pytest.raises(BastideError, match="no bot of the level"):
        make_bot("genius", make_rules(), 1)


@pytest.mark.parametrize("expansions", [(), ("count",)])
def test_a_turn_is_searched_once(expansions: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where to lay the tile and which piece to put down are one plan."""
    rules = make_rules("second", expansions=expansions)
    game = play(rules, [make_bot("random", rules, seat) for seat in range(2)], 3, 14)
    bot = Master(rules, Random(1))
    searches: list[int] = []

    def searched(state: State, budget: Budget) -> Plan:
        searches.append(state.turn)
        return Master._search(bot, state, budget)

    monkeypatch.setattr(bot, "_search", searched)
    turns: dict[int, int] = {}
    other = make_bot("random", rules, 9)
    while not game.over and len(game.log) < 60:
        if game.actor == 0:
            turns[game.state.turn] = turns.get(game.state.turn, 0) + (len(game.options()) > 1)
        game.play(chosen(bot if game.actor == 0 else other, game))
    assert max(turns.values()) > 1
    assert len(searches) < sum(turns.values())


def test_only_where_tiles_alone_are_drawn_an_end_is_certain() -> None:
    for preset, expansions, certain in (("gold_rush", (), False), ("second", ("count",), True)):
        rules = make_rules(preset, expansions=expansions)
        game = play(rules, [make_bot("random", rules, seat) for seat in range(2)], 2)
        moment = next(n for n in range(len(game.log), 0, -1) if game.at(n).left == 1 and actor(game.at(n)) >= 0)
        assert EngineRollouts(game.at(moment), Random(1), WEIGHTS, 2).deterministic is certain
