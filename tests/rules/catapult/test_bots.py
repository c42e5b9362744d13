"""How a computer player decides at the fair (CAT-BOT-*)."""

from __future__ import annotations

from random import Random

import pytest

from bastide.expansions.catapult import CATCH, KNOCKOUT, SEDUCTION, TARGET, map_box, on_the_map
from bastide.expansions.catapult_aims import SAMPLES, SCARCITY, Thrower, best_of, choose, points_now
from bastide.games import make_rules
from bastide.kernel import ballistics
from bastide.kernel.geometry import Point, point_xy
from bastide.rules import engine
from bastide.rules.model import CHANCE
from bastide.rules.pieces import seat_of
from bastide.rules.state import State
from tests.boards import BLUE, RED, board, play
from tests.games import some_action

RULES = "bigbox2014 expansions=catapult"
MIDDLE = (32767, 32768) * 4
STRAIGHT = "scatter:" + ":".join(map(str, (*MIDDLE, 0)))


def at_the_fair(pieces: str = "", players: int = 2) -> State:
    """Return a game in which red has just laid a fair and is to choose a game; the map is four tiles wide."""
    text = f"U(0,0){pieces} U(1,0) U(2,0) ; players {players} ; to red"
    return play(board(text, RULES), "CAT-RFSF-09(3,0)/1 -")


def thrower(state: State, seat: int = RED, seed: int = 1) -> Thrower:
    return Thrower(state, seat, Random(seed), points_now)


def aim_of(state: State, seed: int = 1) -> Point:
    """Return where the computer player whose throw it is aims."""
    action = choose(state, seed)
    assert action is not None
    kind = state.rules.kind_of(action)
    assert kind.name == "hurl"
    return point_xy(kind.unpack(action)[0])


def test_CAT_BOT_1_decisions_follow_from_the_bots_own_seed_turn_and_seat() -> None:
    state = play(at_the_fair("+blue:road"), "fair:catch")
    before = state.key()
    decided = [choose(state, seed) for seed in range(40)]
    assert decided == [choose(state, seed) for seed in range(40)], "nothing but the seed matters"
    assert len(set(decided)) > 1
    assert state.key() == before, "the game, and so its draws, are untouched"
    later = state.copy()
    later.turn += 1
    assert decided != [choose(later, seed) for seed in range(40)]


def test_CAT_BOT_1_whatever_the_game_draws_next_the_decision_is_the_same() -> None:
    state = at_the_fair("+blue:road")
    assert len({choose(state.copy(), "bot") for _ in range(3)}) == 1


def test_no_decision_is_made_where_there_is_none_of_the_fair() -> None:
    state = board("U(0,0)", RULES)
    assert engine.actor(state) == CHANCE
    assert choose(state, 1) is None
    assert choose(play(state, "V"), 1) is None, "laying a tile is no business of the fair's"


def test_CAT_BOT_2_all_aims_are_tried_with_the_same_64_errors() -> None:
    thinking = thrower(at_the_fair("+blue:road"))
    assert SAMPLES == len(thinking.samples) == 64
    assert all(len(numbers) == 9 and max(numbers) < 65536 for numbers in thinking.samples)
    assert thinking.samples is thinking.samples
    near, far = thinking.flights(RED, (500, 500)), thinking.flights(RED, (3500, 500))
    for a, b, numbers in zip(near, far, thinking.samples, strict=True):
        assert a == ballistics.throw(a.origin, (500, 500), numbers)
        assert b == ballistics.throw(b.origin, (3500, 500), numbers)


def test_CAT_BOT_3_a_knock_out_is_aimed_at_the_opponents_best_follower() -> None:
    state = play(at_the_fair("+blue:road"), "fair:knockout")
    (blue,) = on_the_map(state)
    aim = aim_of(state)
    short = thrower(state).short_of(RED, blue.centre, 94, 100)
    assert aim in (blue.centre, short), "at the follower, or short of it by the slide"
    _, promise = thrower(state).best_knock(RED)
    assert 0 < promise <= points_now(state, blue.piece)


def test_CAT_BOT_3_between_two_followers_that_stand_close_there_is_a_mark() -> None:
    text = "U(0,0)+blue:field.N U(0,-1)+blue:field.S U(1,0) U(2,0)+blue:road ; to red"
    state = board(text, RULES, players=2)
    a, b, c = (there.centre for there in on_the_map(state))
    assert ballistics.square(a, b) < 800**2 < ballistics.square(a, c)
    tried: list[Point] = []

    class Watching(Thrower):
        def aims_at(self, seat: int, marks: object) -> list[Point]:
            tried.extend(marks)  # type: ignore[arg-type]
            return []

    Watching(state, RED, Random(1), points_now).best_knock(RED)
    assert tried == [a, b, c, ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)]


def test_CAT_BOT_3_every_aim_is_also_shortened_by_the_expected_slide() -> None:
    state = at_the_fair("+blue:road")
    thinking = thrower(state)
    (x, y), (sx, sy) = (1500, 500), thinking.origin(RED)
    assert thinking.aims_at(RED, [(x, y)]) == [
        (x, y),
        (sx + round((x - sx) * 94 / 100), sy + round((y - sy) * 94 / 100)),
    ]


def test_CAT_BOT_3_own_followers_weigh_against_a_throw_and_are_scarce() -> None:
    state = play(at_the_fair("+red:road"), "fair:knockout")
    (own,) = on_the_map(state)
    _, promise = thrower(state).best_knock(RED)
    hit = sum(
        bool(ballistics.knocked(flight, [own.centre]))
        for flight in thrower(state).flights(RED, thrower(state).aims_at(RED, [own.centre])[0])
    )
    assert promise < 0
    assert promise == pytest.approx(-(points_now(state, own.piece) + SCARCITY) * hit / SAMPLES, rel=0.5)


def test_CAT_BOT_3_if_every_aim_does_harm_the_farthest_corner_is_taken() -> None:
    state = play(at_the_fair("+red:road"), "fair:knockout")
    (own,) = on_the_map(state)
    corners = map_box(state).grown().corners()
    assert aim_of(state) == max(corners, key=lambda corner: ballistics.square(corner, own.centre))


def test_CAT_BOT_4_a_seduction_is_aimed_at_the_follower_worth_most() -> None:
    text = "U(0,0)+blue:road U(1,0) U(2,0) B(0,1)+blue:monastery B(1,1) B(0,2) B(1,2) ; to red"
    state = play(board(text, RULES, players=2), "CAT-RFSF-09(3,0)/1 - fair:seduction")
    worth = {there.centre: points_now(state, there.piece) for there in on_the_map(state)}
    best = max(worth, key=lambda centre: worth[centre])
    aim = aim_of(state)
    assert min(worth, key=lambda centre: ballistics.square(centre, aim)) == best
    _, promise = thrower(state).best_seduction(RED)
    assert 0 < promise <= 2 * worth[best], "both what red gains and what blue loses"


def test_CAT_BOT_4_the_exchange_that_gains_most_is_made_and_a_bad_one_declined() -> None:
    state = play(at_the_fair("+blue:road"), f"fair:seduction hurl:(500,500) {STRAIGHT}")
    chosen = choose(state, 1)
    assert chosen is not None
    assert state.rules.kind_of(chosen).name == "send"

    def keep_out(state: State, piece: int) -> float:
        return -3.0 if seat_of(piece) == RED else 0.0

    assert choose(state, 1, keep_out) == state.rules.pack("pass")


def test_CAT_BOT_4_without_followers_of_others_there_is_nothing_to_gain() -> None:
    assert thrower(at_the_fair("+red:road")).best_seduction(RED) == (None, 0.0)


def test_CAT_BOT_5_a_target_is_aimed_at_short_of_its_middle() -> None:
    state = play(at_the_fair(), "fair:target")
    x, y = thrower(state).origin(RED)
    assert aim_of(state) == (x + round((3500 - x) * 100 / 106), y + round((500 - y) * 100 / 106))


def test_CAT_BOT_6_hurler_and_catcher_choose_evenly_among_a_few_points() -> None:
    state = play(at_the_fair(), "fair:catch")
    aims = [aim_of(state, seed) for seed in range(600)]
    assert set(aims) == {(x, y) for x in (4200, 5200) for y in (-900, 0, 900)}
    assert min(aims.count(aim) for aim in set(aims)) > 60
    play(state, "hurl:(5000,0)")
    assert engine.actor(state) == BLUE
    hands = []
    for seed in range(600):
        action = choose(state, seed)
        assert action is not None
        hands.append(point_xy(state.rules.kind_of(action).unpack(action)[0]))
    assert set(hands) == {(5000, 0), (4600, -600), (4600, 600)}
    assert min(hands.count(hand) for hand in set(hands)) > 150


def test_CAT_BOT_6_the_catcher_does_not_know_the_aim() -> None:
    state = play(at_the_fair(), "fair:catch")
    seen = set()
    for aim in ("(5000,0)", "(4200,-900)", "(0,0)"):
        seen.add(choose(play(state.copy(), f"hurl:{aim}"), "same"))
    assert len(seen) == 1


def test_CAT_BOT_7_the_game_that_promises_most_is_chosen() -> None:
    state = at_the_fair("+blue:road")
    thinking = thrower(state)
    ahead = {
        KNOCKOUT: thinking.best_knock(RED)[1] - thinking.best_knock(BLUE)[1],
        SEDUCTION: thinking.best_seduction(RED)[1] - thinking.best_seduction(BLUE)[1],
    }
    assert ahead[SEDUCTION] > ahead[KNOCKOUT] > 0
    assert thrower(state).best_game() in (SEDUCTION, TARGET)
    assert state.rules.pack("fair", thrower(state).best_game()) in state.legal


def test_CAT_BOT_7_chances_at_the_target_add_up() -> None:
    chances = thrower(at_the_fair(players=4)).chances_at_target()
    assert len(chances) == 4
    assert 1 <= sum(chances) <= 4
    assert all(0 <= chance <= 1 for chance in chances)


def test_CAT_BOT_7_among_equals_target_comes_first_and_catch_is_worth_nothing() -> None:
    class Even(Thrower):
        def chances_at_target(self) -> list[float]:
            return [0.5, 0.5]

    class Behind(Thrower):
        def chances_at_target(self) -> list[float]:
            return [0.2, 0.8]

    class Hurt(Behind):
        def best_knock(self, seat: int) -> tuple[Point | None, float]:
            return None, -float(seat == RED)

        def best_seduction(self, seat: int) -> tuple[Point | None, float]:
            return None, float(seat != RED)

    state = at_the_fair()
    assert Even(state, RED, Random(1), points_now).best_game() == TARGET
    assert Behind(state, RED, Random(1), points_now).best_game() == KNOCKOUT
    assert Hurt(state, RED, Random(1), points_now).best_game() == CATCH


def test_the_first_of_equal_aims_is_taken() -> None:
    assert best_of([(1, 1), (2, 2)], lambda aim: 0.0) == ((1, 1), 0.0)
    assert best_of([], lambda aim: 1.0) == (None, 0.0)


def test_all_its_decisions_are_legal_in_whole_games() -> None:
    made = make_rules(expansions=["catapult", "inns_and_cathedrals", "traders_and_builders", "cult", "crop_circles"])
    decided = set()
    for seed in range(2):
        state, rng = engine.start(made, 2), Random(seed)
        while state.legal:
            action = None if engine.actor(state) == CHANCE else choose(state, seed)
            if action is not None:
                decided.add(state.rules.kind_of(action).name)
                assert engine.is_legal(state, action)
            engine.apply(state, some_action(state, rng) if action is None else action)
    assert {"fair", "hurl", "reach", "send", "fetch"} <= decided
