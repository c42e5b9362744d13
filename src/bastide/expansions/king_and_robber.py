"""The King and the Robber Baron (rulebook of Count, King & Cohorts)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bastide.rules.events import tell
from bastide.rules.model import Expansion, Line, Option, Seat, StateColumn, Step, Token
from bastide.rules.pieces import every_feature, feature_kind
from bastide.rules.scoring import grant
from bastide.rules.state import State
from bastide.wire.views import ViewFacts


@dataclass(frozen=True)
class Title:
    """A token that whoever completes the greatest feature of a kind holds."""

    name: str
    kind: str

    @property
    def held(self) -> str:
        """The column that says who holds it."""
        return f"{self.name}.held"

    @property
    def record(self) -> str:
        """The column with the size of the greatest feature so far."""
        return f"{self.name}.record"


TEN: Final = 10
FIFTEEN: Final = 15
BOTH: Final = 40
"""What the titles are worth at the end by the option, each of them or both together."""
TITLES: Final = (Title("king", "city"), Title("robber", "road"))


def enter_take(state: State) -> None:
    """Whoever completes a larger city or a longer road than any before takes the token (KR-KING-1, KR-ROBBER-1)."""
    features = state.board.features
    for title in TITLES:
        sizes = [features.size(feature) for feature in state.completed if feature_kind(state, feature) == title.kind]
        if max(sizes, default=0) > state.ext[title.record][0]:
            holds = state.ext[title.held][state.seat]
            state.ext[title.record][0] = max(sizes)
            state.ext[title.held] = [int(seat == state.seat) for seat in range(state.players)]
            tell(state, f"kept_{title.name}" if holds else f"took_{title.name}", state.seat, {"tiles": max(sizes)})


def holder(state: State, title: Title) -> Seat | None:
    """Return the seat that holds a token."""
    held = state.ext[title.held]
    return held.index(1) if any(held) else None


def enter_pay(state: State) -> None:
    """Whoever holds a token then scores every feature of its kind that the tile completed (KR-FINAL-4)."""
    for title in TITLES:
        complete = sum(feature_kind(state, feature) == title.kind for feature in state.completed)
        seat = holder(state, title)
        if complete and seat is not None:
            grant(state, seat, [Line(title.name, complete, 1)], f"{title.name}_paid")


def enter_final(state: State) -> None:
    """Whoever holds a token at the end scores every complete feature of its kind (KR-KING-8, KR-ROBBER-5)."""
    still_open = state.board.features.open
    for title in TITLES:
        complete = sum(not still_open[feature] for feature in every_feature(state, title.kind))
        if (seat := holder(state, title)) is not None:
            grant(state, seat, [Line(title.name, complete, 1)], title.name)


def enter_final_ten(state: State) -> None:
    """Every token is worth 10 points at the end (KR-FINAL-2)."""
    for title in TITLES:
        if (seat := holder(state, title)) is not None:
            grant(state, seat, [Line(f"{title.name}_held", 1, TEN)], title.name)


def enter_final_fifteen(state: State) -> None:
    """One token is worth 15 points at the end, and both together are worth 40 (KR-FINAL-3)."""
    paid: Seat | None = None
    for title in TITLES:
        if (seat := holder(state, title)) is not None:
            more = [Line("both_titles", 1, BOTH - 2 * FIFTEEN)] if seat == paid else []
            grant(state, seat, [Line(f"{title.name}_held", 1, FIFTEEN), *more], title.name)
            paid = seat


def titles_held(state: State) -> list[Token]:
    """Return the tokens of the titles, before those who hold them."""
    held = [(title.name, seat) for title in TITLES for seat in range(state.players) if state.ext[title.held][seat]]
    return [Token(name, seat=seat) for name, seat in held]


def records(state: State) -> ViewFacts:
    """Return how great a feature must be surpassed for each title."""
    king, robber = (state.ext[title.record][0] for title in TITLES)
    return {"king_record": king, "robber_record": robber}


def several_hold(state: State) -> bool:
    """There is one token of each title."""
    return any(sum(state.ext[title.held]) > 1 for title in TITLES)


def records_are_real(state: State) -> list[str]:
    """A title is held exactly once it has been won, by a feature as large as its record (KR-KING-1, KR-ROBBER-1)."""
    found = []
    for title in TITLES:
        held, record = sum(state.ext[title.held]), state.ext[title.record][0]
        largest = max(map(state.board.features.size, every_feature(state, title.kind)), default=0)
        if held != bool(record) or record > largest:
            found.append(
                f"{title.name}: {held} seats hold it with {record} tiles, the largest {title.kind} has {largest}"
            )
    return found


EACH_FEATURE = Expansion("king_and_robber.each_feature", steps=(Step("final.king", enter_final),))
TEN_EACH = Expansion("king_and_robber.ten", steps=(Step("final.king", enter_final_ten),))
FIFTEEN_OR_FORTY = Expansion("king_and_robber.fifteen_forty", steps=(Step("final.king", enter_final_fifteen),))
AT_ONCE = Expansion("king_and_robber.at_once", steps=(Step("king.pay", enter_pay),))

EXPANSION = Expansion(
    "king_and_robber",
    tiles=("king_and_robber",),
    impossible=(several_hold,),
    invariants=(records_are_real,),
    tokens=(titles_held,),
    facts=(records,),
    steps=(Step("king.take", enter_take),),
    columns=tuple(
        column
        for title in TITLES
        for column in (StateColumn(title.held, per_seat=True, most=1), StateColumn(title.record, grows=True))
    ),
    options=(
        Option(
            "titles",
            ("each_feature", "ten", "fifteen_forty", "at_once"),
            "each_feature",
            (
                ("each_feature", EACH_FEATURE),
                ("ten", TEN_EACH),
                ("fifteen_forty", FIFTEEN_OR_FORTY),
                ("at_once", AT_ONCE),
            ),
        ),
    ),
)
