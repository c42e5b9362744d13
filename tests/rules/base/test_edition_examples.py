from bastide import OVER, Game, Scripted
from tests.boards import BLUE, RED, board, each, finish, followers, play

HAND = "second hand_size=3"


def held(game: Game, seat: int) -> list[str]:
    return sorted(game.rules.catalogue.tiles[tile].name for tile in game.state.hand_of(seat))


def texts(game: Game) -> set[str]:
    return {game.text(action) for action in game.options()}


def placed_by(game: Game, seat: int) -> int:
    return sum(entry.actor == seat and game.rules.kind_of(entry.action).name == "place" for entry in game.log)


def test_ED_EX_1_same_board_three_editions() -> None:
    text = "T(0,0) CCRC, E(0,-1) FFCF +blue:field, E(1,0) FFFC +red:field, E(-1,0) FCFF +blue:field"
    assert finish(board(text, "first")) == each(blue=4)
    assert finish(board(text, "second")) == each(blue=3)
    assert finish(board(text, "bigbox2014")) == each(blue=6, red=3)


def test_ED_EX_2_two_tile_city_in_three_editions() -> None:
    for edition, points in {"first": 2, "second": 2, "bigbox2014": 4}.items():
        state = play(board("E(0,-1) FFCF ; to red", edition), "E(0,0)/CFFF +city")
        assert state.score == each(red=points)
        assert followers(state) == each(7)


def test_ED_EX_3_half_points() -> None:
    text = """
        U(0,0) FRFR +red:road, U(1,0) FRFR, U(2,0) FRFR, U(3,0) FRFR, U(4,0) FRFR {rival},
        B(1,1) FFFF +green:monastery, B(0,1) FFFF, B(2,1) FFFF,
        E(4,1) FFCF +yellow:city, F(4,2) CFCF, G(4,3) CFCF, G(4,4) CFCF
    """
    one_owner = text.format(rival="")
    assert finish(board(one_owner, "first")) == each(red=5, green=6, yellow=5)
    assert finish(board(one_owner, "first half_points=on")) == each(red=2, green=3, yellow=5)
    tied = text.format(rival="+blue:road")
    assert finish(board(tied, "first half_points=on")) == each(red=2, blue=2, green=3, yellow=5)


def test_ED_EX_4_hands_run_out() -> None:
    dealer = Scripted(["U", "V", "B", "E", "W", "A", "U"])
    game = Game(HAND, 2, dealer, position="D(0,0) CRFR ; step hand.deal ; bag U:2 V B E W A")
    p1, p2 = 0, 1
    assert (held(game, p1), held(game, p2), game.state.left) == (["B", "U", "V"], ["A", "E", "W"], 1)
    assert game.actor == p1

    # Who plays, what, and how many tiles both hold afterwards
    turns = (
        (p1, "U(1,0)/FRFR +road", (3, 3)),
        (p2, "E(0,-1)/FFCF +city", (3, 2)),
        (p1, "U(-1,0)/FRFR -", (2, 2)),
        (p2, "W(2,0)/FRRR -", (2, 1)),
        (p1, "V(-2,0)/FRRF -", (1, 1)),
        (p2, "A(2,1)/RFFF +monastery", (1, 0)),
        (p1, "B(0,1) +monastery", (0, 0)),
    )
    for seat, line, sizes in turns:
        assert game.actor == seat
        game.play(line)
        assert (len(held(game, p1)), len(held(game, p2))) == sizes
        assert game.state.left == 0

    assert game.over
    assert (placed_by(game, p1), placed_by(game, p2)) == (4, 3)
    assert len(game.state.board.laid) == 1 + 7
    # FINAL: a road of 5 tiles and a monastery with 3 neighbours; a two-tile city and a monastery with 2 neighbours
    assert game.scores == [5 + 4, 2 + 3]


def test_ED_EX_5_blocked_hand_draws_a_tile_that_fits() -> None:
    game = Game(HAND, 2, Scripted(["E", "X"]), position="C(0,0) CCCC ; hand U,B,V E,-,- ; bag E X")
    assert texts(game) == {"xU", "xB", "xV"}
    game.play("xU")
    assert (held(game, RED), game.state.left) == (["B", "E", "V"], 1)
    assert texts(game) == {"E"}
    game.play("E(1,0)/FFFC -")
    assert (held(game, RED), game.state.left) == (["B", "V", "X"], 0)
    assert game.actor == BLUE


def test_ED_EX_5_blocked_hand_passes_when_the_supply_is_empty() -> None:
    game = Game(HAND, 2, Scripted(["A", "X"]), position="C(0,0) CCCC ; hand U,B,V E,-,- ; bag A X")
    game.play("xU")
    assert (held(game, RED), game.state.left) == (["A", "B", "V"], 1)
    assert texts(game) == {"xA", "xB", "xV"}
    game.play("xB")
    assert (held(game, RED), game.state.left) == (["A", "V", "X"], 0)
    assert (game.actor, game.state.turn) == (BLUE, 2)
    assert len(game.state.board.laid) == 1

    # The tiles kept can be played once somebody has opened the board
    game.play("E(1,0)/FFFC -")
    assert game.actor == RED
    assert texts(game) == {"A", "V"}
    game.play("A(2,0)/FFRF - X(2,1) - V(2,2)/RFFR -")
    assert game.actor == OVER
    assert len(game.state.board.laid) == 5
