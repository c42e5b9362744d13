"""The rules and rulings of shepherds and their flocks."""

from __future__ import annotations

import pytest

from bastide import (
    Game,
    Seeded,
    make_rules,
)
from bastide import weights as chances
from bastide.expansions.hills_and_sheep import TOKENS
from bastide.rules.pieces import in_supply
from bastide.rules.scoring import strengths
from tests.boards import (
    BLUE,
    RED,
    board,
    choices,
    feature_at,
    finish,
    followers,
    legal_kinds,
    play,
    refusal,
)
from tests.games import plies
from tests.rules.base.playing import names, told
from tests.rules.hills_and_sheep.flocks import (
    CLOSED,
    DOUBLE_FIELD,
    FIELD_MODES,
    RULES,
    TRADERS,
    TWO,
    flocks,
    shepherds,
    stock,
    tokens,
)

# The shepherd


def test_HS_SHEPHERD_1_a_shepherd_needs_a_field_without_shepherd() -> None:
    state = play(board("U(0,0) FRFR +red:shepherd:field.N ; to blue", RULES), "U(1,0)")
    assert {token for token in choices(state) if "shepherd" in token} == {"+shepherd:field.S"}
    assert refusal(state, "+shepherd:field.N")
    # Nor a second one where one's own would be
    own = play(board("U(0,0) FRFR +red:shepherd:field.N ; players 2" + flocks([1]), RULES), "U(1,0) expand token:1")
    assert not [token for token in choices(own) if "shepherd" in token], "the only shepherd is on the board"


def test_HS_SHEPHERD_1_farmers_and_pigs_do_not_matter() -> None:
    state = board("U(0,0) FRFR +blue:field.N +blue:pig:field.N ; players 2", TRADERS)
    play(state, "U(1,0)")
    assert "+shepherd:field.N" in choices(state)
    assert "+field.N" not in choices(state)
    play(state, "+shepherd:field.N token:2")
    assert shepherds(state) == [0, 1]


def test_HS_SHEPHERD_1_a_shepherd_does_not_keep_farmers_out() -> None:
    state = play(board("U(0,0) FRFR +red:shepherd:field.N ; to blue ; players 2", RULES), "U(1,0) +field.N")
    assert followers(state) == [7, 6]
    assert finish(board("E(0,-1) FFCF, E(0,0) CFFF +red:shepherd:field +blue:field ; players 2", RULES)) == [0, 3]


def test_HS_SHEPHERD_1_only_fields_of_the_new_tile() -> None:
    state = play(board("E(0,0) CFFF, D(0,-1) FRCR", RULES), "J(1,0)")
    assert {token for token in choices(state) if "shepherd" in token} == {"+shepherd:field.W", "+shepherd:field.Er"}
    for spot in ("city", "road", "(0,0).field"):
        assert refusal(state, f"+shepherd:{spot}")


@pytest.mark.parametrize("sheep", [1, 2, 3, 4])
def test_HS_SHEPHERD_2_sheep_stay_with_him(sheep: int) -> None:
    state = play(board("U(0,0) FRFR", RULES, players=2), "U(1,0) +shepherd:field.N")
    assert chances(state) == [2, 4, 5, 5, 2]
    assert legal_kinds(state) == {"token"}
    play(state, f"token:{sheep}")
    assert tokens(state) == [[sheep], []]
    assert shepherds(state) == [0, 1]
    assert sum(stock(state)) == 17
    assert stock(state)[sheep] == TOKENS[sheep] - 1
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"}), "the piece step is used"


def test_HS_SHEPHERD_2_a_wolf_sends_him_home() -> None:
    """HS-RUL-10: nothing else may be put down instead."""
    state = play(board("U(0,0) FRFR", RULES, players=2), "U(1,0) +shepherd:field.N token:0")
    assert shepherds(state) == [1, 1]
    assert not state.pieces
    assert stock(state) == [2, 4, 5, 5, 2]
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"})


def test_HS_SHEPHERD_3_a_shepherd_is_no_follower() -> None:
    state = board("E(0,-1) FFCF, E(0,0) CFFF +red:shepherd:field ; players 2", RULES)
    assert strengths(state, [feature_at(state, 0, 0, "field")]) == [0, 0]
    for mode, _ in FIELD_MODES:
        text = "E(0,-1) FFCF, E(0,0) CFFF +red:shepherd:field, B(0,1) +blue:field ; players 2"
        gained = finish(board(text, f"{RULES} field_scoring={mode}"))
        assert gained[RED] == 0
        assert gained[BLUE] > 0
    monastery = play(board("B(0,0) +red:shepherd:field ; to blue", RULES), "A(0,1)/FFRF")
    assert "+field" in choices(monastery), "the field is not occupied"


# The flock

ONE = "E(0,0) CFFF +red:shepherd:field ; players 2" + flocks([3])


def test_HS_FLOCK_1_expand_or_herd_one_of_them_before_the_piece() -> None:
    """HS-RUL-2."""
    state = play(board(ONE, RULES), "B(0,1)")
    assert choices(state) == {"expand", "herd"}
    assert refusal(state, "-") == refusal(state, "+monastery") == "wrong_moment"
    play(state, "herd")
    assert "+monastery" in choices(state)
    assert refusal(state, "herd") == refusal(state, "expand") == "wrong_moment", "once only"


def test_HS_FLOCK_1_only_the_field_of_the_shepherd_counts() -> None:
    state = board("U(0,0) FRFR +red:shepherd:field.N, B(0,2) ; players 2" + flocks([3]), RULES)
    assert choices(play(state.copy(), "B(0,1)")) >= {"-", "+field", "+monastery"}
    assert choices(play(state.copy(), "B(0,-1)")) == {"expand", "herd"}


def test_HS_FLOCK_1_a_shepherd_put_down_now_waits_for_the_next_tile() -> None:
    state = play(board("E(0,0) CFFF ; players 2", RULES), "B(0,1) +shepherd:field token:2")
    assert (state.seat, state.score) == (BLUE, [0, 0])
    play(state, "B(0,2)")
    assert legal_kinds(state) == {"pass", "deploy"}
    play(state, "- B(0,3)")
    assert choices(state) == {"expand", "herd"}


def test_HS_FLOCK_1_once_in_every_part_of_a_double_turn() -> None:
    state = board(
        """
        W(0,0) FRRR +red:road.E, U(1,0) FRFR +red:builder:road +red:shepherd:field.N ; players 2
        """
        + flocks([3]),
        TRADERS,
    )
    play(state, "U(2,0)")
    assert choices(state) == {"expand", "herd"}
    play(state, "expand token:1 - U(3,0)")
    assert (state.part, choices(state)) == (1, {"expand", "herd"})
    play(state, "herd")
    assert state.score == [4, 0]


def test_HS_FLOCK_1_a_shepherd_of_the_first_part_acts_in_the_second() -> None:
    state = board("W(0,0) FRRR +red:road.E, U(1,0) FRFR +red:builder:road ; players 2", TRADERS)
    play(state, "U(2,0) +shepherd:field.N token:2 U(3,0)")
    assert (state.part, choices(state)) == (1, {"expand", "herd"})


def test_HS_FLOCK_2_other_shepherds_do_not_act() -> None:
    """HS-RUL-8: another player's tile gives the shepherd's owner nothing."""
    state = play(board(f"{ONE} ; to blue", RULES), "B(0,1)")
    assert legal_kinds(state) == {"pass", "deploy"}
    play(state, "-")
    assert (state.score, tokens(state), shepherds(state)) == ([0, 0], [[3], []], [0, 1])


def test_HS_FLOCK_3_the_new_token_goes_to_the_player_on_turn() -> None:
    state = play(board(f"{TWO} ; to blue", RULES), "B(0,1) expand")
    assert legal_kinds(state) == {"token"}
    assert chances(state) == [2, 3, 5, 4, 1]
    play(state, "token:2")
    assert tokens(state) == [[3], [1, 2, 4]]
    assert stock(state) == [2, 3, 4, 4, 1]
    assert state.score == [0, 0]
    assert shepherds(state) == [0, 0]
    assert legal_kinds(state) == {"pass", "deploy"}


def test_HS_FLOCK_4_a_wolf_clears_only_its_own_field() -> None:
    state = board(
        """
        E(0,0) CFFF +red:shepherd:field, E(1,0) CFFF +blue:shepherd:field, E(9,9) +green:shepherd:field ; players 3
        """
        + flocks([3], [1, 4], [2], players=3),
        RULES,
    )
    play(state, "B(0,1) expand token:0")
    assert tokens(state) == [[], [], [2]]
    assert shepherds(state) == [1, 1, 0]
    assert stock(state) == [2, 4, 4, 5, 2]
    assert state.score == [0, 0, 0]


def test_HS_FLOCK_5_all_shepherds_of_the_field_get_the_whole_sum() -> None:
    """HS-FLOCK-6, HS-RUL-9: several tokens of one player are one sum. HS-RUL-12: farmers get nothing."""
    state = board(
        """
        E(0,0) CFFF +red:shepherd:field, E(1,0) CFFF +blue:shepherd:field +green:field, E(9,9) +yellow:shepherd:field
        ; players 4
        """
        + flocks([3], [1, 4], [], [2], players=4),
        RULES,
    )
    events = told(state, "B(0,1) herd")
    assert state.score == [8, 8, 0, 0]
    assert tokens(state) == [[], [], [], [2]]
    assert shepherds(state) == [1, 1, 1, 0]
    assert followers(state) == [7, 7, 6, 7], "farmers stay"
    assert [event.seat for event in events if event.name == "herded"] == [RED, BLUE]


def test_HS_FLOCK_7_a_shepherd_who_came_home_may_stand_on_the_same_tile() -> None:
    """HS-RUL-13, after herding and after a wolf; ORD-1."""
    for way in ("herd", "expand token:0"):
        state = play(board(ONE, RULES), f"B(0,1) {way}")
        assert "+shepherd:field" in choices(state)
        play(state, "+shepherd:field token:1")
        assert tokens(state) == [[1], []]
    grown = play(board(ONE, RULES), "B(0,1) expand token:1")
    assert "+shepherd:field" not in choices(grown)


def test_HS_FLOCK_8_joined_fields_share_shepherds_and_tokens() -> None:
    text = "E(0,0) FCFF +red:shepherd:field, E(2,0) FFFC +blue:shepherd:field ; players 2" + flocks([3], [1, 4])
    apart = play(board(text, RULES), "B(0,1) herd")
    assert (apart.score, tokens(apart)) == ([3, 0], [[], [1, 4]])
    joined = play(board(text, RULES), "B(0,1) expand token:2 - B(1,1) - B(2,1) herd")
    assert (joined.score, tokens(joined), shepherds(joined)) == ([10, 10], [[], []], [1, 1])


def test_HS_FLOCK_9_a_shepherd_put_into_a_closed_field_herds_at_once() -> None:
    """HS-RUL-6: only if the option is on, which it is in no preset."""
    text = "V(0,0) FRRF, V(1,0) FFRR, V(1,1) RFFR ; players 2"
    state = play(board(text, CLOSED), "V(0,1)/RRFF +shepherd:field.Nr")
    assert legal_kinds(state) == {"token"}
    assert play(state.copy(), "token:wolf").score == [0, 0]
    play(state, "token:4")
    assert (state.score, tokens(state), shepherds(state)) == ([4, 0], [[], []], [1, 1])
    assert stock(state) == list(TOKENS)

    off = play(board(text, RULES), "V(0,1)/RRFF +shepherd:field.Nr token:4")
    assert (off.score, tokens(off), shepherds(off)) == ([0, 0], [[4], []], [0, 1])
    for preset in ("first", "second", "bigbox2014", "anniversary"):
        assert make_rules(preset, expansions=["hills_and_sheep"]).options["closed_field_herd"] is False


def test_HS_FLOCK_9_every_closed_field_is_herded_whoever_closed_it() -> None:
    """HS-RUL-7."""
    text = """
        V(0,0) FRRF +red:shepherd:field.Er, V(1,0) FFRR, V(1,1) RFFR, B(2,1) +blue:shepherd:field ; players 2
    """ + flocks([2], [4])
    state = board(text, CLOSED)
    play(state, "V(0,1)/RRFF expand token:1")
    assert state.score == [3, 0]
    assert tokens(state) == [[], [4]], "the outer field is open"
    other = play(board(f"{text} ; to blue", CLOSED), "V(0,1)/RRFF")
    assert (choices(other), other.score) == ({"expand", "herd"}, [0, 0]), "the choice comes first"
    play(other, "expand token:1")
    assert (other.score, tokens(other)) == ([2, 0], [[], [1, 4]])


def test_HS_FLOCK_9_a_half_side_towards_an_empty_cell_keeps_a_field_open() -> None:
    start = f"{DOUBLE_FIELD}(0,0) CFFF +red:shepherd:field.E, R(1,0) CCCF, R(1,1) CCCF ; to blue ; players 2"
    state = board(start + flocks([2]), CLOSED)
    still = play(state.copy(), "E(0,-1)/FFCF -")
    assert (still.score, tokens(still)) == ([0, 0], [[2], []])
    closed = play(state.copy(), f"{DOUBLE_FIELD}(0,1)/FFCF")
    assert (closed.score, tokens(closed)) == ([2, 0], [[], []])
    # An undivided side joins the western half, which is open
    joined = play(state.copy(), "E(0,1)/FFCF")
    assert (joined.score, tokens(joined)) == ([0, 0], [[2], []])


def test_HS_FLOCK_10_the_wolves_are_always_there() -> None:
    text = ONE.split(";")[0] + "; players 2 ; column sheep.flock 4 5 5 2 0 0 0 0"
    state = play(board(text, RULES), "B(0,1) expand")
    assert choices(state) == {"token:wolf"}
    play(state, "token:wolf")
    assert stock(state) == [2, 4, 5, 5, 2]


@pytest.mark.parametrize("rules", [RULES, CLOSED, f"{RULES} farmers=off", f"{RULES},river closed_field_herd=on"])
def test_HS_FLOCK_10_tokens_are_conserved_through_whole_games(rules: str) -> None:
    seen = set()
    for seed in (1, 2):
        game = Game(rules, seats=4, dealer=Seeded(seed))
        for events in plies(game, seed):
            state = game.state
            seen.update(names(events))
            held = [sum(tokens_of.count(size) for tokens_of in tokens(state)) for size in range(1, 5)]
            assert [here + there for here, there in zip(stock(state)[1:], held, strict=True)] == [4, 5, 5, 2]
            assert stock(state)[0] == 2
            waiting = "shepherd.token" in (game.rules.program[state.pc].name if not game.over else "")
            for seat in range(4):
                on_board = in_supply(state, seat, game.rules.piece_number["shepherd"]) == 0
                assert on_board == bool(tokens(state)[seat]) or waiting
    assert {"sheep_came", "wolf_came", "herded", "buried"} <= seen


def test_HS_FLOCK_11_sheep_are_worth_nothing_at_the_end() -> None:
    assert finish(board(TWO, RULES)) == [0, 0]
    assert finish(board(TWO, CLOSED)) == [0, 0]
