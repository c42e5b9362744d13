"""What is told of a board does not depend on hidden hands, on buried tiles or on secret numbers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bastide.bots.determinization import determinize
from bastide.rules.engine import actor
from bastide.rules.model import CHANCE, OVER, Json, Seat
from bastide.rules.state import NO_TILE, State
from bastide.server.board_routes import _land
from bastide.server.options import AIDS
from bastide.words import LANGUAGES
from tests.hidden import with_other_secrets
from tests.rulesets import FULL
from tests.server.sessions import Session, begun

HANDS: dict[str, Json] = {"options": {"hand_size": 3}, "preset": "bigbox2014"}
RULES: dict[str, dict[str, Json]] = {
    "hands": HANDS,
    "buried": {**HANDS, "expansions": ["hills_and_sheep"], "tiles": ["hills_and_sheep"]},
    "everything": {**HANDS, "expansions": list(FULL[1])},
    "gold rush": {"preset": "gold_rush"},
}


def with_options(state: State) -> State | None:
    """Return a state with the options that its own secrets give; None if there are none, which everybody would see."""
    step = state.rules.program[state.pc]
    if actor(state) in (CHANCE, OVER) or step.options is None:
        return state
    state.legal = list(step.options(state))
    return state if state.legal else None


def same_to(viewer: Seat | None, state: State, rng: Random) -> Iterator[State]:
    """Return states that a viewer cannot tell from a given one: other hands, bag and secret numbers."""
    others = [with_other_secrets(state, viewer, rng) for _ in range(3)]
    if viewer is not None:
        others.append(determinize(state, viewer, rng))
    for other in others:
        changed = other if viewer == actor(state) else with_options(other)
        if changed is not None:
            yield changed


def played(options: dict[str, Json], seed: int) -> Iterator[Session]:
    """Return a table at moments of its game, more of them towards the end, when the bag is empty."""
    session, rng = begun(seats=3, aids=list(AIDS), **options), Random(seed)
    every = 40
    while not session.table.ended:
        if not session.game.state.left:
            every = 3
        if rng.randrange(every) == 0:
            yield session
        session.choose(rng.randrange(len(session.game.options())))


@pytest.mark.parametrize("rules", ["hands", "buried", "gold rush", pytest.param("everything", marks=pytest.mark.long)])
def test_land_is_the_same_for_states_that_a_viewer_cannot_tell_apart(rules: str) -> None:
    compared = emptied = buried = 0
    for seed in range(2):
        for session in played(RULES[rules], seed):
            table, state, names = session.table, session.game.state, session.game.names()
            rng = Random(f"{seed} {session.table.version}")
            for viewer in (*range(state.players), None):
                told = _land(table, state, names, (viewer, LANGUAGES[0]))
                for other in same_to(viewer, state, rng):
                    assert _land(table, other, names, (viewer, LANGUAGES[0])) == told
                    differs = other.key() != state.key()
                    compared += differs
                    emptied += differs and not state.left and any(tile != NO_TILE for tile in state.hand)
                    buried += differs and not state.left and state.buried
    assert compared > 50
    assert emptied or rules == "gold rush"
    assert buried or rules not in ("buried", "everything")
