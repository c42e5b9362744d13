import pytest

from bastide.errors import BadRules, BastideError, IllegalAction
from bastide.play.dealer import Given, Scripted, Seeded
from bastide.play.game import Game
from bastide.play.sentences import sentence
from bastide.play.transcript import game_text, parse_game
from bastide.rules.model import CHANCE, OVER


def scripted() -> Game:
    return Game("bigbox2014", ["Red", "Blue"], Scripted(["V", "E", "U", "B", "W"]))


def test_a_token_a_number_and_plain_data_play_the_same() -> None:
    a, b, c = scripted(), scripted(), scripted()
    a.play("(1,0) +road")
    b.play(b.rules.pack("place", 0, next(x for x in b.options() if b.text(x) == "(1,0)") >> 8))
    b.play(next(x for x in b.options() if b.text(x) == "+road"))
    c.play({"do": "place", "cell": [1, 0], "rotation": 0})
    c.play({"do": "deploy", "piece": "follower", "cell": [1, 0], "segment": 0})
    assert a.state.key() == b.state.key() == c.state.key()


def test_play_returns_what_happened_the_next_draw_included() -> None:
    game = scripted()
    assert [event.name for event in game.play("(1,0)")] == ["placed"]
    told = game.play("+road")
    assert [event.name for event in told] == ["deployed", "drawn"]
    assert [sentence(event, game.seats) for event in told] == ["Red puts a thief on their road.", "Blue draws E."]


def test_a_score_explains_itself() -> None:
    game = scripted()
    game.play("(1,0) -")
    told = game.play("(0,-1)/2 +city")
    assert [sentence(event, game.seats) for event in told[:4]] == [
        "Blue finishes the city of 2.",
        "Blue puts a knight in the city of 2.",
        "Complete: the city of 2, 2 tiles × 2 = 4 points for Blue.",
        "Blue takes back a follower that stood in the city of 2.",
    ]
    assert sentence(told[2], game.seats, "fr") == "Terminé : la ville de 2 tuiles, 2 tuiles × 2 = 4 points pour Blue."


def test_a_line_that_fails_half_way_changes_nothing() -> None:
    game = scripted()
    before, log = game.state.key(), list(game.log)
    with pytest.raises(IllegalAction):
        game.play("(1,0) +road (0,0)")
    assert (game.state.key(), game.log) == (before, log)
    with pytest.raises(BastideError):
        game.play("(1,0) nonsense")
    assert (game.state.key(), game.log) == (before, log)


def test_a_choice_whose_draw_cannot_be_made_changes_nothing() -> None:
    game = Game(None, 2, Scripted(["V"]))
    game.play("(1,0)")
    before = game.state.key()
    with pytest.raises(BastideError, match="add more"):
        game.play(game.options()[0])
    assert game.state.key() == before
    game.deal_with(Seeded(1))
    assert game.play("-")


def test_undo_takes_back_the_last_choice_and_only_choices() -> None:
    game = scripted()
    start = game.state.key()
    with pytest.raises(IllegalAction, match="nothing to take back"):
        game.undo()
    game.play("(1,0) +road")
    game.undo()
    assert {game.text(a) for a in game.options()} == {"-", "+road", "+field.N", "+field.Sr"}
    game.undo()
    assert game.state.key() == start


def test_any_moment_can_be_looked_at() -> None:
    game = scripted()
    game.play("(1,0) +road")
    assert game.at(0).tile == -1
    assert game.at(len(game.log)).key() == game.state.key()
    for wrong in (-1, len(game.log) + 1):
        with pytest.raises(BastideError, match="There is no action"):
            game.at(wrong)
        with pytest.raises(BastideError, match="There is no action"):
            game.undo(wrong)


def test_a_branch_may_have_a_dealer_of_its_own() -> None:
    game = scripted()
    game.play("(1,0) +road")
    branch = game.branch(dealer=Given())
    branch.play("(0,-1)/2 -")
    assert branch.actor == CHANCE
    assert game.actor == 1
    assert len(game.events) == len(game.log) + 1


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        (0, "0 cannot play: these rules are for 1 to 5 players."),
        (6, "6 cannot play: these rules are for 1 to 5 players."),
        (["Red", "Red"], "“Red” cannot be the name of a seat"),
        (["Red", ""], "“” cannot be the name of a seat"),
        (["Red", "Blue, the second"], "cannot be the name of a seat"),
    ],
)
def test_seats_that_cannot_be_are_refused(seats: int | list[str], words: str) -> None:
    with pytest.raises(BadRules) as error:
        Game("first", seats)
    assert words in str(error.value)


def test_the_first_player_must_have_a_seat() -> None:
    assert Game("first first_player=1", 2, Seeded(1)).actor == 1
    with pytest.raises(BadRules, match="cannot be seat 3"):
        Game("first first_player=3", 3)


def test_a_position_brings_its_own_seats_and_rules() -> None:
    game = Game(position="D(0,0) ; rules first hand_size=0 ; players 3", dealer=Seeded(1))
    assert len(game.seats) == 3
    assert game.rules.options["tiny_city"] == 2
    with pytest.raises(BadRules, match="for 3 players, but 2 are named"):
        Game(seats=["Red", "Blue"], position="D(0,0) ; players 3")


def test_winners_are_named_only_at_the_end() -> None:
    game = Game(None, 2, Seeded(3))
    assert game.winners == []
    while not game.over:
        game.play(game.options()[-1])
    assert game.actor == OVER
    assert game.winners == [s for s in range(2) if game.scores[s] == max(game.scores)]
    with pytest.raises(IllegalAction, match="The game is over"):
        game.play("-")


def test_turns_are_lines_that_can_be_typed_again() -> None:
    game = scripted()
    game.play("(1,0) +road")
    game.play("(0,-1)/2 -")
    assert game.turns() == ["1. V(1,0) +road", "2. E(0,-1)/2 -", "3. U"]
    text = game_text(game)
    assert text == "rules bigbox2014\nseats Red, Blue\n1. V(1,0) +road\n2. E(0,-1)/2 -\n3. U\n"
    assert parse_game(text).state.key() == game.state.key()


def test_a_typed_game_with_remarks_is_read() -> None:
    game = parse_game("seats Red, Blue\n\n1. V(1,0)/FFRR +road {a long road}\n2. E(0,-1)/2 +city", Seeded(2))
    assert game.scores == [0, 4]
    assert game.actor == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1. V(1,0) -\nseats Red, Blue", "The line “seats …” stands once, before the first turn"),
        ("1. V(0,0) -", "There is a tile at"),
        (
            "1. V(1,0) +river",
            "does not name exactly one feature of V as it lies: choose among road, field.N, field.Sr.",
        ),
        ("1. V(1,0) +field", "does not name exactly one feature"),
        ("1. V(1,0) +road.Q", "“Q” is not a side"),
        ("1. V(1,0) +dragon:road", "There is no piece dragon: choose among follower."),
        ("1. V(1,0)/RRRR -", "V cannot be turned to RRRR"),
        ("1. (1,0) -", "lays a tile, but none has been drawn"),
        ("1. 7", "There is no tile 7 in this game"),
        ("1. xV", "There is no tile xV in this game"),
        ("1. +follower:junk:road", "is not understood"),
    ],
)
def test_text_that_cannot_be_read_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(BastideError) as error:
        parse_game(text)
    assert words in str(error.value)


def test_a_game_prints_its_board() -> None:
    game = Game(None, 2, Scripted(["B", "U"]))
    game.play("(0,1) +monastery")
    assert str(game) == "\n".join(
        [
            "     0",
            "  .#####.",
            "0 -------",
            "  .......",
            "  .......",
            "1 ...M1..",
            "  .......",
        ]
    )


def test_a_dealer_who_fails_leaves_the_game_as_it_was() -> None:
    game = Game("second hand_size=3", 2, Given())
    before, dealer = game.state.key(), game.dealer
    with pytest.raises(BastideError):
        game.deal_with(Scripted(["U", "V"]))
    assert (game.state.key(), game.log, game.dealer) == (before, [], dealer)


def test_undo_that_cannot_draw_again_leaves_the_game_as_it_was() -> None:
    game = Game(None, 2, Scripted(["V", "U"]))
    game.play("(1,0) -")
    before, log = game.state.key(), list(game.log)
    game.dealer = Scripted([])
    with pytest.raises(BastideError):
        game.undo(0)
    assert (game.state.key(), game.log) == (before, log)


@pytest.mark.parametrize("name", ["Red\x0bBlue", "Red\u2028Blue", " Red", "Red\n"])
def test_a_name_is_one_line(name: str) -> None:
    with pytest.raises(BadRules, match="cannot be the name of a seat"):
        Game(None, [name, "Green"])


def test_a_position_over_several_lines_is_kept_as_one() -> None:
    game = Game(position="D(0,0)\nU(1,0)", dealer=Given())
    assert parse_game(game_text(game)).state.key() == game.state.key()


def test_a_monastery_is_told_at_its_own_cell() -> None:
    game = Game(position="D(0,0) B(0,1)+1:monastery ; bag empty", seats=["Red", "Blue"])
    told = sentence(game.story(None)[0], game.seats, coordinates=True)
    assert told.startswith("Incomplete: Red's monastery (0,1), 2 tiles × 1 = 2 points")


def test_rules_that_a_position_contradicts_are_refused() -> None:
    with pytest.raises(BadRules, match="written for the rules “second”, not for “first”: give the rules once"):
        Game("first", position="D(0,0) ; rules second")
    same = Game("first half_points=on", position="D(0,0) ; rules first half_points=on")
    assert str(same.rules.choice) == "first half_points=on"
    assert str(Game("first", position="D(0,0)").rules.choice) == "first"


@pytest.mark.parametrize("position", ["D(0,0) V(1,0) ; rules second", "D(0,0) V(1,0)"])
def test_the_text_of_a_game_from_a_position_has_the_rules_once(position: str) -> None:
    game = Game("second", ["Red", "Blue"], Scripted(["E"]), position)
    game.play("(0,-1)/2")
    text = game_text(game)
    assert text.count("rules") == text.count("second") == 1
    again = parse_game(text)
    assert again.state.key() == game.state.key()
    assert game_text(again) == text


def test_an_option_of_an_expansion_that_is_not_in_play_names_the_expansion() -> None:
    with pytest.raises(BadRules, match="count_final belongs to the expansion count, which is not in play"):
        Game("bigbox2014 count_final=any")
    with pytest.raises(BadRules, match="There is no option count_finale"):
        Game("bigbox2014 count_finale=any")
    with pytest.raises(BadRules, match="There is no option count_final"):
        Game("gold_rush count_final=any")


def test_a_follower_elsewhere_is_refused_by_the_name_of_the_feature() -> None:
    game = scripted()
    game.play("(1,0)")
    with pytest.raises(IllegalAction, match=r"at \(1,0\), on one of its features; not on the road at \(0,0\)"):
        game.play("+(0,0).road")
    with pytest.raises(IllegalAction, match=r"there is no feature 9 at \(1,0\)"):
        game.play({"do": "deploy", "piece": "follower", "cell": [1, 0], "segment": 9})
    with pytest.raises(IllegalAction, match=r"there is no feature 0 at \(5,5\)"):
        game.play({"do": "deploy", "piece": "follower", "cell": [5, 5], "segment": 0})
