"""The engine itself: the program, jumps, pools, what happens once, and refusals in words."""

import copy
import pickle

import pytest

from bastide.errors import BadRules, IllegalAction
from bastide.expansions import base, hand
from bastide.games import make_rules
from bastide.kernel.geometry import cell_at
from bastide.play.notation import parse_action
from bastide.rules import engine
from bastide.rules.model import CHANCE, OVER, Action, Expansion, Kind, Piece, Scope, StateColumn, Step, Values, Veto
from bastide.rules.pieces import feature_kind
from bastide.rules.ruleset import Ruleset, Start
from bastide.rules.state import State
from bastide.tiles import load
from tests.boards import BLUE, RED, board, choices, draw, legal_kinds, play

START = load("base").start("plain")


def rules_with(*more: Expansion) -> Ruleset:
    assert START is not None
    return Ruleset([base.EXPANSION, hand.EXPANSION, *more], load("base").copies("plain"), [Start(START, cell_at(0, 0))])


def first(state: State) -> Action:
    return engine.options(state)[0]


def test_a_game_starts_with_a_draw_and_the_start_tile_on_the_board() -> None:
    state = engine.start(make_rules(), 2)
    assert engine.actor(state) == CHANCE
    assert sum(engine.weights(state)) == state.left == 71
    assert [state.board.tile(n).letter for n in range(len(state.board.laid))] == ["D"]


def test_options_is_a_list_of_ones_own() -> None:
    state = engine.start(make_rules(), 2)
    engine.options(state).clear()
    assert engine.options(state)


def test_the_first_player_must_be_at_the_table() -> None:
    with pytest.raises(BadRules, match="cannot be seat 2: seats go from 0 to 1"):
        engine.start(make_rules(first_player=2), 2)
    with pytest.raises(BadRules, match="9 cannot play: these rules are for 1 to 8 players"):
        engine.start(make_rules(), 9)


def test_a_finished_game_has_no_actor_and_no_options() -> None:
    state = engine.start(make_rules(), 2)
    while engine.options(state):
        engine.apply(state, first(state))
    assert engine.actor(state) == OVER
    with pytest.raises(IllegalAction, match="The game is over"):
        engine.apply(state, state.rules.pack("pass"))


WALK: list[str] = []


def walker() -> Expansion:
    """A step that asks its seats one after the other, and a second part for whoever said yes."""

    def enter(state: State) -> None:
        state.ext["walk.asked"][0] = 0
        WALK.append(f"enter {state.part} {state.ext['walk.part'][0]} {state.ext['walk.turn'][0]}")

    def options(state: State) -> list[Action]:
        asked = state.ext["walk.asked"][0]
        return [state.rules.pack("walk")] if asked < state.players else []

    def actor(state: State) -> int:
        return (state.seat + 1 + state.ext["walk.asked"][0]) % state.players

    def do(state: State, values: Values) -> None:
        WALK.append(f"asked {actor(state)} {state.ext['walk.step'][0]}")
        for name in ("walk.turn", "walk.part", "walk.step"):
            state.ext[name][0] = 1
        state.ext["walk.asked"][0] += 1

    def again(state: State) -> None:
        WALK.append(f"leave {state.ext['walk.step'][0]} {state.ext['walk.part'][0]}")
        if state.part == 0:
            engine.next_part(state)

    return Expansion(
        "walk",
        kinds=(Kind("walk", do),),
        steps=(Step("hand.discard", enter, options, actor, repeats=True), Step("hand.refill", again)),
        columns=(
            StateColumn("walk.asked"),
            StateColumn("walk.turn", until=Scope.TURN),
            StateColumn("walk.part", until=Scope.PART),
            StateColumn("walk.step", until=Scope.STEP),
        ),
    )


def test_a_repeating_step_asks_seat_after_seat_and_once_is_forgotten_at_its_scope() -> None:
    WALK.clear()
    state = engine.start(rules_with(walker()), 3)
    turn = state.turn
    while state.turn == turn:
        engine.apply(state, first(state))
    assert WALK == [
        "enter 0 0 0",
        "asked 1 0",
        "asked 2 1",
        "asked 0 1",
        "leave 0 1",
        "enter 1 0 1",
        "asked 1 0",
        "asked 2 1",
        "asked 0 1",
        "leave 0 1",
    ]
    assert not any(state.ext[name][0] for name in ("walk.turn", "walk.part", "walk.step"))
    assert (state.seat, state.part) == (1, 0)


def test_the_piece_pool_takes_alternatives_of_every_expansion() -> None:
    def wave(state: State) -> list[Action]:
        return [state.rules.pack("wave")]

    def do_wave(state: State, values: Values) -> None:
        state.score[state.seat] += 1

    def on_fields(state: State, segment: int) -> bool:
        return feature_kind(state, segment) == "field"

    dog = Piece("dog", 1, strength=0, goes_on=on_fields)
    big = Piece("big", 1, strength=2)
    state = engine.start(
        rules_with(Expansion("x", pieces=(big, dog), choices=(wave,), kinds=(Kind("wave", do_wave),))), 2
    )
    draw(state, "B")
    engine.apply(state, parse_action(state, "(0,1)"))
    expected = {"-", "+monastery", "+field", "+big:monastery", "+big:field", "+dog:field", "wave"}
    assert choices(state) == expected
    engine.apply(state, parse_action(state, "+dog:field"))
    assert state.board.features.column[0][-1] == 0
    assert state.score == [0, 0]


def test_vetoes_take_options_away_and_say_so() -> None:
    def no_north(state: State, tile: int, rotation: int, cell: int) -> bool:
        return cell != cell_at(0, -1)

    def no_monks(state: State, piece: int, segment: int) -> bool:
        return state.rules.catalogue.kinds[state.board.features.kind[segment]] != "monastery"

    state = engine.start(rules_with(Expansion("x", fits=(Veto(no_north),), may_deploy=(no_monks,))), 2)
    draw(state, "E")
    assert "(0,-1)/2" not in choices(state)
    with pytest.raises(IllegalAction, match="a rule of an expansion forbids it"):
        engine.apply(state, parse_action(state, "(0,-1)/2"))
    state = engine.start(rules_with(Expansion("x", fits=(Veto(no_north),), may_deploy=(no_monks,))), 2)
    draw(state, "B")
    engine.apply(state, parse_action(state, "(0,1)"))
    assert choices(state) == {"-", "+field"}
    with pytest.raises(IllegalAction, match="A follower may not stand on that monastery"):
        engine.apply(state, parse_action(state, "+monastery"))


@pytest.mark.parametrize(
    ("position", "token", "words"),
    [
        ("D(0,0) ; tile U", "(0,0)", "There is a tile at (0,0) already: choose an empty cell."),
        ("D(0,0) ; tile U", "(5,5)", "A tile at (5,5) would touch no other: choose a cell beside the board."),
        (
            "D(0,0) ; tile U",
            "(0,-1)",
            "U does not fit at (0,-1): to the south it shows a field where its neighbour shows a city.",
        ),
        ("D(0,0) ; tile U", "-", "It is time to lay the tile, not to put nothing down."),
        ("D(0,0) ; tile U", "+road", "It is time to lay the tile, not to put down a follower."),
        ("D(0,0) ; tile U", "U", "It is time to lay the tile, not to draw a tile."),
        ("D(0,0) ; bag U:1", "V", "No tile V is left to draw."),
        ("E(0,0)/1+1:city E(1,0)/3 ; to 2 ; step piece", "+city", "That city is occupied already, by seat 1."),
        (
            "E(0,0)+2:field E(0,1)/2 ; to 2 ; step piece ; supply 7 3",
            "+field",
            "That field is occupied already, by seat 2.",
        ),
        (
            "E(0,0) ; step piece ; rules bigbox2014 farmers=off",
            "+field",
            "A field takes no follower under these rules.",
        ),
    ],
)
def test_an_illegal_action_is_refused_in_words_and_changes_nothing(position: str, token: str, words: str) -> None:
    state = board(position, players=2)
    before, legal = state.key(), engine.options(state)
    with pytest.raises(IllegalAction) as error:
        engine.apply(state, parse_action(state, token))
    assert str(error.value) == words
    assert error.value.text("fr") != words
    assert state.key() == before
    assert engine.options(state) == legal


def test_a_symmetric_tile_has_only_its_different_rotations() -> None:
    state = board("D(0,0) ; tile U", players=2)
    with pytest.raises(IllegalAction, match="U turned 2 times looks the same as turned 0 times"):
        engine.apply(state, state.rules.pack("place", 2, cell_at(1, 0)))
    # The notation accepts it all the same and means the rotation that looks like it.
    engine.apply(state, parse_action(state, "(1,0)/2"))
    assert legal_kinds(state) == {"pass", "deploy"}


def test_a_follower_goes_on_the_new_tile_and_on_nothing_else() -> None:
    state = play(board("D(0,0)", players=2), "U(1,0)")
    old = cell_at(0, 0) << 5
    with pytest.raises(IllegalAction, match=r"A follower goes on the tile just laid, at \(1,0\)"):
        engine.apply(state, state.rules.pack("deploy", 0, old))
    with pytest.raises(IllegalAction, match="no kind of piece number 9"):
        engine.apply(state, state.rules.pack("deploy", 9, cell_at(1, 0) << 5))
    with pytest.raises(IllegalAction, match="no tile number 999"):
        engine.apply(engine.start(make_rules(), 2), state.rules.pack("draw", 999))


@pytest.mark.parametrize("action", [-1, 63, 10**30, 2**70])
def test_a_number_that_is_no_action_is_refused(action: int) -> None:
    state = engine.start(make_rules(), 2)
    before = state.key()
    with pytest.raises(IllegalAction):
        engine.apply(state, action)
    assert state.key() == before


def test_a_copy_goes_its_own_way() -> None:
    state = play(board("D(0,0)", players=2), "U(1,0) +road V(2,0)/1 -")
    for twin in (state.copy(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert twin.key() == state.key()
        assert twin.rules is state.rules
        assert engine.options(twin) == engine.options(state)
        before = state.key()
        for _ in range(30):
            engine.apply(twin, first(twin))
        assert state.key() == before != twin.key()


def test_seats_play_clockwise_from_the_first_player() -> None:
    state = engine.start(make_rules(first_player=2), 3)
    seen: list[tuple[int, int]] = []
    while len(seen) < 4:
        if engine.actor(state) != CHANCE and (not seen or seen[-1] != (state.turn, state.seat)):
            seen.append((state.turn, state.seat))
        engine.apply(state, first(state))
    assert seen == [(1, 2), (2, RED), (3, BLUE), (4, 2)]
