"""A table is determined by its log: applying the entries again gives the same table."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from bastide.errors import BastideError
from bastide.rules.model import Json
from bastide.server import commands
from bastide.server.entries import PendingEntry, TableEntry
from bastide.server.table import Table
from tests.rulesets import FULL, FULL_NAMES
from tests.server.sessions import FEW_TILES, Session, begun, everything, random_command


def test_entries_come_in_order_only() -> None:
    session = begun()
    step = commands.say(session.table, 0, "Hello")
    for version in (session.table.version, session.table.version + 2):
        before = everything(session.table)
        with pytest.raises(BastideError) as error:
            session.table.apply(TableEntry(version, "said", 0, {"text": "Hello", "name": ""}))
        assert error.value.message == "entry_order"
        assert everything(session.table) == before
    session.do(step)


def tried(command: Callable[[], PendingEntry | None]) -> PendingEntry | None:
    """Return the step that a command makes, or None if it is refused, in both languages."""
    try:
        return command()
    except BastideError as reason:
        return None if reason.text("en") and reason.text("fr") else command()


def random_session(options: dict[str, Json], seed: int, commands: int, look: int, ends: bool = True) -> Session:
    """Try random commands; look every so often whether they change nothing by themselves."""
    session, rng = Session(options, begun=False), Random(seed)
    for number in range(commands):
        session.watch.after(rng.expovariate(0.2) if rng.random() < 0.98 else 700)
        looking = number % look == 0
        before = everything(session.table) if looking else {}
        step = tried(random_command(session.table, rng, ends))
        if looking:
            assert everything(session.table) == before
        if step is not None:
            assert step.entry.version == session.table.version + 1
            session.do(step)
    return session


CLOCKS: list[dict[str, Json]] = [
    {"kind": "none"},
    {"kind": "live", "time": 600, "increment": 10, "flag": "passes"},
    {"kind": "live", "time": 300, "increment": 2, "flag": "loses"},
    {"kind": "days", "time": 1},
]


def some_options(rng: Random) -> dict[str, Json]:
    """Return rules, seats and a clock; now and then a whole short game."""
    kind = rng.randrange(5)
    made: dict[str, Json] = {"preset": "bigbox2014", "seats": rng.choice([2, 2, 3, 4, 5])}
    if kind == 0:
        made |= {"tiles": [*FEW_TILES, *["BA-FFFF-monastery"] * 4]}
    elif kind == 1:
        made |= {"preset": "gold_rush"}
    elif kind == 2:
        made |= {"options": {"hand_size": 3, "first_player": 1}}
    else:
        made |= {"expansions": list(rng.choice(FULL))}
    bots: list[Json] = [rng.choice(["random", None, None, None]) for _ in range(int(str(made["seats"])) - 1)]
    return {**made, "bots": [None, *bots], "confirm": rng.random() < 0.3, "clock": rng.choice(CLOCKS)}


def assert_the_log_tells_everything(session: Session, rng: Random) -> None:
    assert everything(session.again()) == everything(session.table)
    middle = rng.randrange(1, len(session.log) + 1)
    halfway = session.again(middle)
    assert halfway.version == middle
    for entry in session.log[middle:]:
        halfway.apply(entry)
    assert everything(halfway) == everything(session.table)


@pytest.mark.parametrize("seed", [pytest.param(n, marks=[pytest.mark.long] if n % 3 else []) for n in range(60)])
def test_replaying_the_entries_of_any_session_gives_the_same_table(seed: int) -> None:
    rng = Random(seed)
    session = random_session(some_options(rng), seed, commands=200, look=10)
    assert session.table.game is not None
    assert_the_log_tells_everything(session, rng)


@pytest.mark.parametrize("expansions", FULL, ids=FULL_NAMES)
def test_replaying_gives_the_same_table_with_every_expansion(expansions: tuple[str, ...]) -> None:
    options: dict[str, Json] = {"preset": "bigbox2014", "expansions": list(expansions), "seats": 3, "clock": CLOCKS[1]}
    session = random_session(options, len(expansions), commands=1200, look=100, ends=False)
    assert len(session.game.log) > 250
    assert_the_log_tells_everything(session, Random(0))


def test_random_sessions_do_everything_that_can_be_done() -> None:
    kinds: set[str] = set()
    ends: set[str] = set()
    for seed in range(80):
        rng = Random(seed)
        options = {
            **some_options(rng),
            "preset": "bigbox2014",
            "expansions": [],
            "tiles": list(FEW_TILES),
            "options": {},
        }
        session = random_session(options, seed, commands=120, look=1000)
        kinds |= {entry.kind for entry in session.log}
        ends.add(session.table.ended)
    assert kinds == set(Table.HANDLERS) - {"planned", "unplanned", "resumed", "expired"}
    assert ends >= {"", "played", "resigned", "agreed", "flagged"}
