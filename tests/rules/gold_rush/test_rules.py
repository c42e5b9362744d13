"""The rules and rulings of Gold Rush, one by one."""

from __future__ import annotations

from collections import Counter

import pytest

from bastide import BadRules, Game, Seeded
from bastide.expansions.gold_rush import TOKENS
from bastide.kernel.geometry import xy
from bastide.play.view import view
from bastide.rules import engine
from bastide.rules.model import CHANCE
from bastide.rules.state import State
from tests.boards import (
    BLUE,
    GREEN,
    RED,
    choices,
    draw,
    each,
    finish,
    legal_kinds,
)
from tests.boards import rules as make
from tests.games import plies, random_game
from tests.rules.base.playing import names, scored
from tests.rules.gold_rush.west import (
    chosen,
    cowboys,
    gold,
    held,
    holds,
    placements,
    play,
    public,
    real,
    refusal,
    reserve,
    tents,
    tokens,
    told,
    west,
)
from tests.rules.special import said, standing, supply

# Setup


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_GOLD_SETUP_1_the_start_tile_with_one_token(players: int) -> None:
    state = real(players)
    assert [state.board.tile(0).id, len(state.board.laid)] == ["GR-MHPH-10s", 1]
    assert tokens(state, 0, 0) == tokens(state) == 1
    assert standing(state) == {"nobody's gold (0,0)"}


@pytest.mark.parametrize("players", [0, 6, 8])
def test_GOLD_SETUP_1_no_more_than_five_and_no_fewer_than_one(players: int) -> None:
    with pytest.raises(BadRules, match="for 1 to 5 players"):
        engine.start(make("gold_rush"), players)


def test_GOLD_SETUP_1_the_first_token_is_any_of_them() -> None:
    """It is worth what it turns out to be when somebody takes it: any of the values, as likely as there are tokens."""
    dug = digging(west(f"e1(0,0) PMPM +red:tent:mountain {gold(1)}"))
    assert choices(dug) == {"<stone", "<1", "<2", "<3", "<5"}
    assert engine.weights(dug) == list(TOKENS)


def digging(state: State) -> State:
    """Lay a tile and take a token whose value is still to be seen."""
    return play(state, "p(0,1) dig")


def test_GOLD_SETUP_2_seventy_one_tiles_and_sixty_two_tokens() -> None:
    state = real()
    assert (state.left, reserve(state), tokens(state)) == (71, 62, 1)
    assert engine.actor(state) == CHANCE
    assert sum(engine.weights(state)) == 71


def test_GOLD_SETUP_2_any_tile_may_come_first() -> None:
    rules = make("gold_rush")
    firsts = {Game(rules, 2, Seeded(seed)).state.tile for seed in range(300)}
    assert len(firsts) > 30
    other = [tile for tile, copies in enumerate(rules.bag) if copies]
    assert firsts <= set(other)
    assert rules.catalogue.number["GR-MHPH-10s"] not in other, "the start has its own back"


@pytest.mark.parametrize("players", [2, 5])
def test_GOLD_SETUP_3_four_cowboys_and_a_tent_each(players: int) -> None:
    """GOLD-RUL-9: the fifth cowboy is on the score track."""
    state = real(players)
    assert supply(state, "cowboy") == [4] * players
    assert supply(state, "tent") == [1] * players
    assert supply(state, "gold") == [0] * players
    assert state.score == public(state) == [0] * players


def test_GOLD_SETUP_4_who_begins_is_configured_and_turns_go_round() -> None:
    game = Game("gold_rush first_player=2", 4, Seeded(3))
    order = [game.state.seat]
    for _ in plies(game, 3):
        if not game.over and game.state.seat != order[-1]:
            order.append(game.state.seat)
        if len(order) == 9:
            break
    assert order == [2, 3, 0, 1, 2, 3, 0, 1, 2]
    assert real().seat == 0


FARMS = "t(0,0), s(1,0) {} ; to red"


def test_GOLD_SETUP_5_with_farmers_unless_they_are_left_out() -> None:
    assert make("gold_rush").options["farmers"] is True
    on = play(west(FARMS.format("")), "p(0,1)")
    assert cowboys(choices(on)) == {"+prairie"}
    off = play(west(FARMS.format(""), farmers=False), "p(0,1)")
    assert legal_kinds(off) == {"draw"}, "nowhere to put anything, so nobody is asked"
    rail = play(west(FARMS.format(""), farmers=False), "a(0,-1)")
    assert cowboys(choices(rail)) == {"+rail"}
    assert refusal(rail, "+prairie.S") == "no_site"


def test_GOLD_SETUP_5_without_farmers_prairies_are_not_scored() -> None:
    assert finish(west(FARMS.format("+red:prairie"))) == each(0, red=6)
    assert finish(west(FARMS.format("+red:prairie"), farmers=False)) == each(0)
    for seed in range(5):
        game = random_game("gold_rush farmers=off", 2 + seed % 4, seed)
        assert not any(event.name == "farmed" for events in game.events for event in events)


# The tile


def test_GOLD_PLACE_1_beside_another_tile_and_alike_on_every_side() -> None:
    state = west("a(0,0) PRPR, d1(1,1) MPPP")
    assert refusal(state, "p(5,5)") == "cell_apart"
    assert refusal(state, "p(1,-1)") == "cell_apart", "a corner is not enough"
    assert refusal(state, "a(1,0)") == "edges_clash", "it matches to the west, but not to the south"
    assert placements(state, "g1") >= {"(1,0)/2"}
    assert refusal(state, "g1(1,0)/2 -") == ""
    assert refusal(state, "p(0,0)") == "cell_taken"
    assert refusal(west("a(0,0) PRPR ; tile WE-PPPP-p"), "-") == "wrong_moment", "it has to be laid"


def test_GOLD_PLACE_2_a_tile_that_fits_nowhere_is_replaced() -> None:
    state = west("p(0,0) ; bag WE-MMMM-m2:1 WE-PPPP-t:1 ; to green")
    state.events = []
    draw(state, "WE-MMMM-m2")
    assert names(state.events) == ["drawn", "discarded"]
    assert (state.seat, state.left, choices(state)) == (GREEN, 1, {"WE-PPPP-t"}), "it is out of the game"
    assert (tokens(state), reserve(state)) == (0, 63), "and brings no token"


# Mine tokens


@pytest.mark.parametrize(
    ("tile", "laid"),
    [("d/PPMP", 0), ("d1/PPMP", 1), ("d2/PPMP", 2), ("e/PMPM", 0), ("e3/PMPM", 3), ("a/PRPR", 0), ("g1/PRMR", 1)],
)
def test_GOLD_MINE_1_as_many_tokens_as_nuggets(tile: str, laid: int) -> None:
    state = west("p(0,0)")
    events = told(state, tile.replace("/", "(0,1)/"))
    assert (tokens(state), reserve(state)) == (laid, 63 - laid)
    assert [event.facts["tokens"] for event in events if event.name == "gold_laid"] == [laid] * (laid > 0)


def test_GOLD_MINE_1_each_mountain_of_the_tile_gets_its_own() -> None:
    state = west("d2(0,0) PPMP +0:gold:mountain +0:gold:mountain")
    events = told(state, "n1(0,1)/MPMP")
    assert (tokens(state, 0, 1, "mountain.N"), tokens(state, 0, 1, "mountain.S")) == (3, 1)
    assert said(events, "gold_laid") == ["Mine tokens on the mountain (0,1): 1."] * 2
    assert said(events, "gold_laid", "fr") == ["Jetons Mine sur la montagne (0,1) : 1."] * 2


def test_GOLD_MINE_1_before_the_action_even_for_a_tile_that_completes() -> None:
    state = play(west("d1(0,0) PMPP +red:tent:mountain ; to red"), "d1(1,0)/PPPM")
    assert choices(state) >= {"dig"}, "the token of the new tile can be taken at once"


def test_GOLD_MINE_2_piles_that_meet_are_one() -> None:
    """GOLD-RUL-6: what lies above what in a joined pile shows in nothing that can be seen or drawn."""
    text = "e1(0,0) PMPM {}, e1(2,0) PMPM {}"
    states = [play(west(text.format(gold(k), gold(n))), "e3(1,0)") for k, n in ((1, 3), (3, 1), (4, 0))]
    assert [tokens(state, x) for state in states for x in range(3)] == [7] * 9
    assert [tokens(state) for state in states] == [7] * 3
    digs = [
        play(west(text.format(gold(k) + " +red:tent:mountain", gold(n))), "e3(1,0) dig") for k, n in ((1, 3), (3, 1))
    ]
    assert engine.weights(digs[0]) == engine.weights(digs[1]) == list(TOKENS)
    assert choices(digs[0]) == choices(digs[1])


def test_GOLD_MINE_2_apart_until_a_tile_joins_them() -> None:
    state = west("e1(0,0) PMPM +0:gold:mountain, e1(3,0) PMPM +0:gold:mountain +0:gold:mountain")
    assert (tokens(state, 0), tokens(state, 3)) == (1, 2)
    play(state, "e1(1,0) -")
    assert (tokens(state, 0), tokens(state, 3)) == (2, 2)
    play(state, "e(2,0) -")
    assert tokens(state, 0) == tokens(state, 3) == 4


@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_GOLD_MINE_3_only_what_the_reserve_has(left: int) -> None:
    state = west(f"p(0,0) ; column gold.reserve {left}")
    events = told(state, "e2(0,1)")
    assert (tokens(state), reserve(state)) == (min(left, 2), max(left - 2, 0))
    assert said(events, "gold_laid") == [f"Mine tokens on the mountain (0,1): {min(left, 2)}."] * (left > 0)


def test_GOLD_MINE_3_the_first_mountain_of_a_tile_first() -> None:
    state = play(west("p(1,0) ; column gold.reserve 1"), "n1(0,0)")
    assert (tokens(state, 0, 0, "mountain.N"), tokens(state, 0, 0, "mountain.S"), reserve(state)) == (1, 0, 0)


def test_GOLD_MINE_4_nobody_knows_what_lies_on_the_map() -> None:
    state = play(west(f"e1(0,0) PMPM {gold(3)} ; {held([5, 5], [0], [], [], [])}"), "p(0,1)")
    for seat in (None, *range(5)):
        pieces = view(state, seat)["pieces"]
        assert isinstance(pieces, list)
        where = {"cell": (0, 0), "segment": 0, "feature": "mountain"}
        assert pieces == [{"seat": None, "piece": "gold", "strength": 0, "guest": False, **where}] * 3


# One action


def test_GOLD_ACT_1_one_of_three_or_none() -> None:
    text = f"e1(0,0) PMPM +red:tent:mountain {gold(1)}, p(0,1)"
    options = chosen(west(text), "e1(1,0)")
    assert options == {"-", "+prairie.N", "+prairie.S", "+mountain", "pitch:(1,0).mountain", "dig"}
    for token in ("-", "+mountain", "pitch:(1,0).mountain"):
        state = play(west(text), f"e1(1,0) {token}")
        assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"}), "nothing more after it"
    dug = play(west(text), "e1(1,0) dig")
    assert (engine.actor(dug), legal_kinds(dug)) == (CHANCE, {"gold"})
    play(dug, "<1")
    assert (dug.seat, legal_kinds(dug)) == (BLUE, {"draw"})


def test_GOLD_ACT_1_in_whole_games_no_turn_has_two() -> None:
    for seed in range(6):
        game = random_game("gold_rush", 2 + seed % 4, seed)
        done: Counter[int] = Counter()
        for entry in game.log:
            done[entry.turn] += game.rules.kind_of(entry.action).name in ("deploy", "pitch", "dig", "pass")
        assert max(done.values()) == 1


# Cowboys


def test_GOLD_COWBOY_1_a_role_on_every_feature_of_the_new_tile() -> None:
    rail = told(west("a(0,0) PRPR"), "g1(1,0) +rail")
    assert said(rail, "deployed") == ["Red puts a railwayman on the railroad (1,0)."]
    mountain = told(west("a(0,0) PRPR"), "g1(1,0) +mountain")
    assert said(mountain, "deployed") == ["Red puts a prospector on the mountain (1,0)."]
    prairie = told(west("a(0,0) PRPR"), "g1(1,0) +prairie.S")
    assert said(prairie, "deployed") == ["Red puts a farmer in the prairie (1,0)."]
    town = told(west("a(0,0) PRPR"), "h(1,0) +town")
    assert said(town, "deployed") == ["Red puts a merchant in the town (1,0)."]
    assert said(town, "deployed", "fr") == ["Red place un marchand dans la ville (1,0)."]


def test_GOLD_COWBOY_1_only_on_the_tile_just_laid() -> None:
    state = play(west("g1(0,0), h(5,0)"), "a(1,0)")
    assert cowboys(choices(state)) == {"+rail", "+prairie.N", "+prairie.S"}
    assert refusal(state, "+(0,0).mountain") == refusal(state, "+(5,0).town") == "spot_not_new"
    assert refusal(state, "+tent:rail") == "piece_belongs", "a tent is not put down like a cowboy"
    play(state, "+rail")
    assert supply(state, "cowboy") == each(4, red=3)


def test_GOLD_COWBOY_1_junctions_are_no_place() -> None:
    state = play(west("a(0,0) PRPR"), "c(1,0)")
    assert cowboys(choices(state)) == {"+rail.E", "+rail.S", "+rail.W", "+prairie.N", "+prairie.Er", "+prairie.Sr"}


@pytest.mark.parametrize("who", ["red", "blue"])
@pytest.mark.parametrize(
    ("text", "line", "spot"),
    [
        ("a(0,0) PRPR {}, a(1,0) PRPR", "a(2,0)", "rail"),
        ("e1(0,0) PMPM {}, e1(1,0) PMPM", "e1(2,0)", "mountain"),
        ("p(0,0) {}, p(1,0), e1(0,1) PMPM", "p(2,0)", "prairie"),
    ],
)
def test_GOLD_COWBOY_2_not_where_anybody_stands_already(who: str, text: str, line: str, spot: str) -> None:
    assert f"+{spot}" in chosen(west(text.format("")), line)
    taken_by = play(west(text.format(f"+{who}:{spot}")), line)
    assert f"+{spot}" not in choices(taken_by)
    assert refusal(taken_by, f"+{spot}") in ("occupied", "wrong_moment")


def test_GOLD_COWBOY_3_a_tent_does_not_occupy() -> None:
    """GOLD-RUL-4: neither a foreign one nor one's own."""
    for who in ("red", "blue"):
        state = west(f"e1(0,0) PMPM +{who}:tent:mountain, e1(1,0) PMPM +green:tent:mountain ; to red")
        assert "+mountain" in chosen(state, "e1(2,0)")
        play(state, "e1(2,0) +mountain")
        assert supply(state, "cowboy") == each(4, red=3)


def test_GOLD_COWBOY_4_a_new_town_is_always_free() -> None:
    state = west("a(1,0) PRPR +red:rail, a(-1,0) PRPR +blue:rail, a(0,1) RPRP +red:rail ; to red")
    assert cowboys(chosen(state, "h(0,0)")) == {"+town", "+prairie.N", "+prairie.Er", "+prairie.Sr"}


def test_GOLD_COWBOY_5_what_is_just_complete_may_be_entered() -> None:
    """GOLD-RETURN-2: and the cowboy is back in the same turn."""
    state = play(west("f(0,0) PMPR, f(-2,0) PRPM ; to blue"), "a1(-1,0) +rail")
    assert (state.score, supply(state, "cowboy")) == (each(0, blue=6), each(4))
    mountain = play(west("d2(0,0) PMPP ; to blue"), "d(1,0)/PPPM +mountain")
    assert (mountain.score, supply(mountain, "cowboy")) == (each(0, blue=2), each(4))
    town = "c(1,0) PRRR, c(-1,0) PRRR, c(0,1) RRRP ; to blue"
    merchant = play(west(town), "h(0,0) +town")
    assert (merchant.score, supply(merchant, "cowboy")) == (each(0, blue=9), each(4))


def test_GOLD_COWBOY_6_nothing_without_cowboys() -> None:
    state = west("a(0,0) PRPR, e1(0,1) PMPM ; supply 0/1/0 4/1/0 4/1/0 4/1/0 4/1/0")
    options = chosen(state, "a(1,0)")
    assert options == {"-", "pitch:(0,1).mountain"}, "the tent is another matter"
    assert refusal(state, "a(1,0) +rail") == "wrong_moment"
    bare = west("a(0,0) PRPR ; supply 0/1/0 4/1/0 4/1/0 4/1/0 4/1/0")
    assert legal_kinds(play(bare, "a(1,0)")) == {"draw"}


# Tents


def test_GOLD_TENT_1_from_the_supply_to_any_tile() -> None:
    state = west("e1(0,0) PMPM, d1(9,9), g1(5,0) ; to blue")
    assert tents(chosen(state, "e1(1,0)")) == {"(0,0).mountain", "(9,9).mountain", "(5,0).mountain", "(1,0).mountain"}
    events = told(state, "e1(1,0) pitch:(9,9).mountain")
    assert (supply(state, "tent"), supply(state, "cowboy")) == (each(1, blue=0), each(4))
    assert "blue tent (9,9)" in standing(state)
    assert said(events, "pitched") == ["Blue pitches the tent on the mountain (9,9)."]
    assert said(events, "pitched", "fr") == ["Blue dresse sa tente sur la montagne (9,9)."]


def test_GOLD_TENT_1_a_seat_without_tent_pitches_none() -> None:
    """A position may say that a tent is neither on the map nor in the supply."""
    state = play(west("a(0,0) PRPR, e1(0,1) PMPM ; supply 4/0/0 4/1/0 4/1/0 4/1/0 4/1/0"), "a(1,0)")
    assert tents(choices(state)) == set()


def test_GOLD_TENT_1_only_on_mountains() -> None:
    state = play(west("h(0,0), a(1,0), t(0,-1)"), "p(1,-1)")
    assert tents(choices(state)) == set()
    for spot in ("(0,0).town", "(1,0).rail", "(0,-1).prairie", "(1,-1).prairie"):
        assert refusal(state, f"pitch:{spot}") == "wrong_moment"


def test_GOLD_TENT_1_from_its_present_place() -> None:
    state = west(f"e1(0,0) PMPM +red:tent:mountain, e1(5,0) PMPM {gold(2)}")
    play(state, "p(0,1) pitch:(5,0).mountain")
    assert {who for who in standing(state) if "tent" in who} == {"red tent (5,0)"}
    assert supply(state, "tent") == each(1, red=0)


def test_GOLD_TENT_2_the_mountain_must_be_open_after_the_tile() -> None:
    state = west("d1(0,0) PMPP, d1(5,0) PMPP, d1(6,0) PPPM ; to blue")
    assert tents(chosen(state, "e1(1,0)")) == {"(0,0).mountain", "(1,0).mountain"}, "the complete one is no place"
    assert tents(chosen(state, "d1(1,0)/PPPM")) == set()


def test_GOLD_TENT_3_the_spot_must_be_free() -> None:
    """GOLD-RUL-7: neither cowboy nor tent on it; who stands on other features of the tile does not matter."""
    text = """
    e1(0,0) PMPM +red:mountain, e1(1,0) PMPM +blue:tent:mountain, e1(2,0) PMPM,
    g1(3,0) RPRM +green:rail +green:prairie.E ; to yellow
    """
    state = play(west(text), "p(0,1)")
    assert tents(choices(state)) == {"(2,0).mountain", "(3,0).mountain"}
    assert refusal(state, "pitch:(0,0).mountain") == refusal(state, "pitch:(1,0).mountain") == "not_an_option"
    own = play(west("e1(0,0) PMPM +yellow:mountain, e1(1,0) PMPM ; to yellow"), "p(0,1)")
    assert tents(choices(own)) == {"(1,0).mountain"}, "not beside one's own prospector either"


def test_GOLD_TENT_3_tokens_do_not_take_the_spot() -> None:
    assert tents(chosen(west(f"e1(0,0) PMPM {gold(3)}"), "p(0,1)")) == {"(0,0).mountain"}


def test_GOLD_TENT_4_anybody_may_be_elsewhere_on_the_mountain() -> None:
    text = (
        "e1(0,0) PMPM +red:mountain, e1(1,0) PMPM +blue:tent:mountain, e1(2,0) PMPM +green:tent:mountain, e1(3,0) PMPM"
    )
    for seat in ("red", "yellow", "black"):
        assert tents(chosen(west(f"{text} ; to {seat}"), "p(0,1)")) == {"(3,0).mountain"}


def test_GOLD_TENT_5_a_move_ends_on_another_tile() -> None:
    state = west("n1(0,0) +red:tent:mountain.N, e1(1,1) PMPM ; to red")
    assert tents(chosen(state, "p(1,0)")) == {"(1,1).mountain"}, "not on the other mountain of its tile"
    blue = west("n1(0,0) +red:tent:mountain.N, e1(1,1) PMPM ; to blue")
    assert tents(chosen(blue, "p(1,0)")) == {"(1,1).mountain", "(0,0).mountain.S"}
    same = west("e1(0,0) PMPM +red:tent:mountain, e1(1,0) PMPM ; to red")
    assert tents(chosen(same, "p(0,1)")) == {"(1,0).mountain"}, "along the same mountain"


def test_GOLD_TENT_6_no_majority_and_no_points() -> None:
    text = "d1(0,0) PMPP +red:tent:mountain, e1(1,0) PMPM +blue:mountain, e1(2,0) PMPM +green:tent:mountain ; to red"
    state = west(text)
    events = told(state, "d1(3,0)/PPPM - <0")
    assert scored(events) == [("mountain", 4, [BLUE])]
    assert said(events, "scored") == ["Complete: the mountain (0,0), 4 nuggets × 1 = 4 points for Blue."]
    assert finish(west(text)) == each(0, blue=3)
    assert finish(west("e1(0,0) PMPM +red:tent:mountain")) == each(0)


def test_GOLD_TENT_7_it_stays_until_the_mountain_is_complete() -> None:
    state = play(west("e1(0,0) PMPM +red:tent:mountain"), "p(0,1)")
    assert choices(state) == {"-", "+prairie"}, "there is no taking it back"
    returned = 0
    for seed in range(12):
        game = random_game("gold_rush", 2 + seed % 4, seed)
        for moment, events in enumerate(game.events[:-1]):
            for tent in (
                event.facts for event in events if event.name == "returned" and event.facts["piece"] == "tent"
            ):
                board = game.at(moment).board
                spots = [
                    board.place_of(s) for s, root in enumerate(board.features.root) if not board.features.open[root]
                ]
                assert (tent["cell"], tent["segment"]) in [(xy(cell), local) for cell, local in spots]
                returned += 1
    assert returned > 2


# Taking gold


def test_GOLD_TAKE_1_the_tent_and_a_pile() -> None:
    with_gold = west(f"e1(0,0) PMPM +red:tent:mountain, e1(1,0) PMPM {gold(2)} ; to red")
    assert "dig" in chosen(with_gold, "p(0,1)")
    digging(with_gold)
    play(with_gold, "<2")
    assert (tokens(with_gold, 0), holds(with_gold, RED), with_gold.score) == (1, [2], each(0))
    empty = west("e1(0,0) PMPM +red:tent:mountain ; to red")
    assert "dig" not in chosen(empty, "p(0,1)"), "no token"
    elsewhere = west(f"e1(0,0) PMPM +red:tent:mountain, e1(5,0) PMPM {gold(2)} ; to red")
    assert "dig" not in chosen(elsewhere, "p(0,1)"), "another mountain's token"
    no_tent = west(f"e1(0,0) PMPM +blue:tent:mountain, e1(1,0) PMPM +red:mountain {gold(2)} ; to red")
    assert "dig" not in chosen(no_tent, "p(0,1)"), "somebody else's tent"


def test_GOLD_TAKE_1_not_in_the_turn_the_tent_is_pitched() -> None:
    state = play(west(f"e1(0,0) PMPM {gold(2)}"), "p(0,1) pitch:(0,0).mountain")
    assert (state.seat, tokens(state)) == (BLUE, 2)


def test_GOLD_TAKE_2_no_matter_who_else_is_there() -> None:
    state = west(
        f"""
        e1(0,0) PMPM +blue:mountain, e1(1,0) PMPM +green:mountain, e1(2,0) PMPM +yellow:tent:mountain,
        e1(3,0) PMPM +red:tent:mountain {gold(1)} ; to red
        """
    )
    digging(state)
    play(state, "<5")
    assert (holds(state, RED), tokens(state)) == ([5], 0)


def test_GOLD_TAKE_3_on_a_mountain_just_completed() -> None:
    """GOLD-RUL-8, GOLD-INT-3: the token comes first, then the scoring of the same turn."""
    state = west(f"d1(0,0) PMPP +red:tent:mountain {gold(1)}, e1(1,0) PMPM +blue:mountain ; to red")
    events = told(state, "d1(2,0)/PPPM dig <3 <0")
    happened = [name for name in names(events) if name in ("gold_taken", "scored", "returned")]
    assert happened == ["gold_taken", "gold_taken", "scored", "returned", "returned"]
    assert (holds(state, RED), holds(state, BLUE), state.score) == ([3], [0], each(0, blue=3))


def test_GOLD_TAKE_3_it_may_be_the_last_token() -> None:
    state = west("d1(0,0) PMPP +red:tent:mountain +0:gold:mountain, e(1,0) PMPM +blue:mountain ; to red")
    play(state, "d(2,0)/PPPM dig <1")
    assert (state.seat, legal_kinds(state)) == (BLUE, {"draw"}), "nothing is left to share out"
    assert (holds(state, RED), state.score) == ([1], each(0, blue=1))


def test_GOLD_TAKE_4_face_down_before_the_owner() -> None:
    state = west(f"e1(0,0) PMPM +red:tent:mountain {gold(2)} ; to red")
    events = told(state, "p(0,1) dig <3")
    (event,) = [event for event in events if event.name == "gold_taken"]
    assert (event.seat, event.facts, event.private) == (RED, {}, {"gold": 3})
    assert said([event], "gold_taken") == ["Red takes a mine token: 3."]
    assert said([event], "gold_taken", "fr") == ["Red prend un jeton Mine : 3."]
    mine, others = view(state, RED)["columns"], view(state, BLUE)["columns"]
    assert isinstance(mine, dict)
    assert isinstance(others, dict)
    assert mine["gold.held"] == [0, 0, 0, 1, 0] + [None] * 20
    assert others["gold.held"] == [None] * 5 + [0] * 5 + [None] * 15
    assert mine["gold.taken"] == others["gold.taken"] == [1, 0, 0, 0, 0]
