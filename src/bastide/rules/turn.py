"""The turn that all games of laying tiles share: draw, lay, put a piece down, score what is complete, go on.

A game's own base rules give it their sites, their points and their pieces; these steps, kinds and options are the rest.
"""

from __future__ import annotations

from bastide.kernel.geometry import xy
from bastide.rules import rounds
from bastide.rules.bag import copies, take, to_draw
from bastide.rules.engine import LEAST_PLAYERS, begin_again, finish, next_part, next_turn
from bastide.rules.events import tell, tile_facts
from bastide.rules.model import (
    CELL,
    KIND_BITS,
    PIECE,
    ROTATION,
    SPOT,
    TILE,
    Action,
    Kind,
    Option,
    Scope,
    StateColumn,
    Step,
    Values,
    chance,
)
from bastide.rules.pieces import deployments, feature_of, put, segment_at, take_all_home, where
from bastide.rules.placing import placements
from bastide.rules.reasons import why_not_deploy, why_not_draw, why_not_pass, why_not_place
from bastide.rules.ruleset import FOLLOWERS
from bastide.rules.scoring import award, completed_by_last_tile, in_telling_order, leaders, value
from bastide.rules.state import NO_TILE, State

AGAIN = "turn.again"
"""Whether the seat on turn has earned a second part."""
RESTING = "turn.resting"
"""For every seat, a kind of piece, counted from 1, that it may not put down before its next piece step; 0 for none.

For expansions to declare, and for those to read that put pieces down elsewhere than in that step."""


def enter_draw(state: State) -> None:
    """With nothing left to draw, the game goes to its final scoring (BASE-DRAW-3)."""
    if not state.left:
        finish(state)


def options_draw(state: State) -> list[Action]:
    """Every tile left in the bag may be drawn (BASE-DRAW-1)."""
    code, bag = state.rules.code["draw"], state.bag
    return [tile << KIND_BITS | code for tile in to_draw(state) if bag[tile]]


def weights_draw(state: State) -> list[int]:
    """A tile is as likely as it has copies left (BASE-SETUP-2)."""
    return copies(state, to_draw(state))


def do_draw(state: State, values: Values) -> None:
    """The tile leaves the bag and is shown to all."""
    (state.tile,) = values
    take(state, state.tile)
    if state.events is not None:
        tell(state, "drawn", state.seat, tile_facts(state, state.tile))


def options_place(state: State) -> list[Action]:
    """Every open cell and rotation where all touching edges match (BASE-PLACE-1, BASE-PLACE-2)."""
    return placements(state, state.tile)


def do_place(state: State, values: Values) -> None:
    """The tile is laid and its features are joined with the neighbours' (BASE-TERM-5)."""
    rotation, cell = values
    if state.events is not None:
        tell(state, "placed", state.seat, {**tile_facts(state, state.tile), "cell": xy(cell), "rotation": rotation})
    state.board.place(state.tile, rotation, cell)
    state.tile = NO_TILE


def enter_redraw(state: State) -> None:
    """A tile that fits nowhere leaves the game, and another one is drawn (BASE-DRAW-2)."""
    if state.tile == NO_TILE:
        return
    if state.events is not None:
        tell(state, "discarded", state.seat, tile_facts(state, state.tile))
    state.tile = NO_TILE
    begin_again(state)


def options_piece(state: State) -> list[Action]:
    """One of all expansions' alternatives, or none of them (BASE-TURN-2, BASE-PIECE-1)."""
    pool = [action for choice in state.rules.choices for action in choice(state)]
    return [state.rules.code["pass"], *pool] if pool else []


def do_pass(state: State, values: Values) -> None:
    """Nothing is put down; in a round of the table, the next seat is asked."""
    if rounds.LEFT in state.ext:
        rounds.passed(state)


def do_deploy(state: State, values: Values) -> None:
    """A piece goes from the supply to a segment (BASE-PIECE-2)."""
    kind, spot = values
    segment = segment_at(state, spot)
    put(state, state.seat, kind, segment)
    if state.events is not None:
        piece, site = state.rules.pieces[kind], state.rules.sites[state.board.features.kind[segment]]
        role = site.role if site is not None and piece.strength else None
        plain = piece.name == state.rules.plain
        tell(
            state, "deployed", state.seat, {"piece": piece.name, "plain": plain, "role": role, **where(state, segment)}
        )


def enter_collect(state: State) -> None:
    """Find what the new tile completed, occupied or not, in order of scoring (BASE-SCORE-1, BASE-SCORE-2)."""
    state.completed = completed_by_last_tile(state)


def enter_award(state: State) -> None:
    """Every completed feature pays those who hold it; one without followers pays nobody (BASE-SCORE-4)."""
    followers = state.board.features.column[FOLLOWERS]
    for feature in state.completed:
        if followers[feature]:
            award(state, feature, value(state, feature))


def enter_return(state: State) -> None:
    """All pieces in the completed features go home, whoever scored (BASE-SCORE-5)."""
    if state.completed:
        take_all_home(state, state.completed)


def enter_end(state: State) -> None:
    """The game ends with the turn in which the supply becomes empty (BASE-END-1)."""
    if not state.left:
        finish(state)


def goes_on(state: State) -> bool:
    """Say whether the turn has a second part: it has been earned, and there is a tile for it."""
    earned = state.ext[AGAIN][0] and not state.part
    return bool(earned and (state.left or state.hand_of(state.seat)))


def enter_next(state: State) -> None:
    """The next seat clockwise, unless this one's turn goes on (BASE-SETUP-4)."""
    if goes_on(state):
        tell(state, "again", state.seat, {})
        next_part(state)
    else:
        next_turn(state)


# The end of the game


def enter_final_features(state: State) -> None:
    """Incomplete features pay those who hold them (BASE-FINAL-1)."""
    for feature in in_telling_order(state, occupied(state, completes=True)):
        award(state, feature, value(state, feature))


def enter_final_return(state: State) -> None:
    """The pieces on features that could have been completed are removed; farmers stay (BASE-FINAL-4)."""
    take_all_home(state, set(occupied(state, completes=True)))


def occupied(state: State, completes: bool) -> list[int]:
    """Return the features with pieces, of kinds that can be completed or of those that cannot."""
    kinds, sites = state.board.features.kind, state.rules.sites
    found = [(feature, sites[kinds[feature]]) for feature in {feature_of(state, piece) for piece in state.pieces}]
    return [feature for feature, site in found if site is not None and site.completes == completes]


def enter_winner(state: State) -> None:
    """Most points win; equal points share the victory (BASE-FINAL-5)."""
    if state.events is not None:
        tell(state, "won", None, {"winners": leaders(state), "scores": list(state.score)})


KINDS = (
    Kind("draw", do_draw, (TILE,), why_not_draw, drawn=True, sign=""),
    Kind("place", do_place, (ROTATION, CELL), why_not_place, sign=""),
    Kind("pass", do_pass, (), why_not_pass, sign="-"),
    Kind("deploy", do_deploy, (PIECE, SPOT), why_not_deploy, on_new_tile=True, sign="+"),
)

STEPS = (
    Step("draw", enter_draw, options_draw, chance, weights_draw),
    Step("place", options=options_place),
    Step("redraw", enter_redraw),
    Step("piece", options=options_piece),
    Step("collect", enter_collect),
    Step("award", enter_award),
    Step("return", enter_return),
    Step("end", enter_end),
    Step("next", enter_next),
    Step("final.features", enter_final_features),
    Step("final.return", enter_final_return),
    Step("final.winner", enter_winner),
)

CHOICES = (deployments,)
COLUMNS = (StateColumn(AGAIN, until=Scope.TURN, most=1),)


def options(most_players: int) -> tuple[Option, ...]:
    """Return the options that every game has: how many may play it, and who begins."""
    return (
        Option("max_players", range(LEAST_PLAYERS, most_players + 1), most_players),
        Option("first_player", range(most_players), 0),
    )
