"""The first game: a short game of the real rules, played by a script, with somebody who tells what to do and why.

The learner sits on the first seat and chooses; the partner's choices are fixed, and so are the draws. The bag is small,
so the game truly ends and is counted as any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from fastapi import APIRouter, Request, Response

from bastide.play import land
from bastide.play.dealer import Scripted
from bastide.play.game import Game
from bastide.play.notation import parse_action
from bastide.rules.events import Event
from bastide.rules.model import Action, Seat
from bastide.server.cached_response import CachedResponse, cached_json
from bastide.server.dependencies import Language
from bastide.server.http_errors import ERROR_RESPONSES
from bastide.server.messages import action_data, events_for, state_for
from bastide.server.options import TableOptions, complete_options
from bastide.server.table import Occupant, Table
from bastide.tiles import load
from bastide.wire.messages import ActionData, LessonFrame, LessonPointer, LessonText
from bastide.words import catalogue, say

LEARNER: Final[Seat] = 0
PRESET: Final = "second"
START: Final = "D"
DRAWS: Final = tuple("UWAEMEGFUVUEWUDVF")
"""The tiles in the order they are drawn, by their letters."""
PLACING: Final = "place"
PUTTING: Final = "deploy"
NO_FOLLOWER: Final = "play.no_follower"
"""What the button is called that puts nothing down."""


@dataclass(frozen=True)
class LessonStep:
    """One step of the lesson: what is said, what is played, and what to look at.

    A step without anything to play, or with a play of the partner, is read and then left behind.
    """

    say: str
    play: str = ""
    partner: bool = False
    control: str = ""
    """A part of the table to look at, besides the cell or the spot that is to be chosen."""


STEPS: Final = (
    LessonStep("hello", control="players"),
    LessonStep("lay", "(-1,0)"),
    LessonStep("thief", "+road"),
    LessonStep("crossing", "(1,0) +road.S", partner=True),
    LessonStep("finish", "(-2,0)/3"),
    LessonStep("monk", "+monastery"),
    LessonStep("road_done", control="players"),
    LessonStep("rival", "(-2,-1)/1 +city", partner=True),
    LessonStep("turn", "(0,-1)/3", control="turn"),
    LessonStep("knight", "+city"),
    LessonStep("second_city", "(-3,-1) +city", partner=True),
    LessonStep("join", "(-1,-1)"),
    LessonStep("keep", "-", control="skip"),
    LessonStep("city_done", control="log"),
    LessonStep("grow", "(-3,-2)/1 -", partner=True),
    LessonStep("field", "(-1,1)"),
    LessonStep("farmer", "+field.N"),
    LessonStep("beside", "(-3,0) +road", partner=True),
    LessonStep("longer", "(-2,1)"),
    LessonStep("thief_again", "+road"),
    LessonStep("theirs_done", "(-3,-3)/2 -", partner=True),
    LessonStep("surround", "(-3,1)/3", control="turn"),
    LessonStep("spare", "-", control="skip"),
    LessonStep("monastery_done", control="players"),
    LessonStep("stretch", "(-4,0) -", partner=True),
    LessonStep("both", "(0,1)/2"),
    LessonStep("knight_again", "+city"),
    LessonStep("joined", "(1,1)/1 -", partner=True),
    LessonStep("last", "(0,2)/1", control="tiles"),
    LessonStep("ending", "-", control="skip"),
    LessonStep("end", control="log"),
    LessonStep("bye"),
)
router = APIRouter(prefix="/api", responses=ERROR_RESPONSES)


@router.get("/lesson", response_model=None)
async def lesson(request: Request, language: Language) -> Response:
    """The first game, frame by frame: how things stand, what has happened, what is said, and what to choose."""
    return _told(language).respond(request)


@cache
def _told(language: str) -> CachedResponse:
    return cached_json({"frames": frames(language)})


def frames(language: str) -> list[LessonFrame]:
    """Return all frames of the lesson, in the order they are shown."""
    table, game = _seated(language)
    news = [event for events in game.events for event in events]
    made: list[LessonFrame] = []
    for step in STEPS:
        if step.partner:
            news += game.play(step.play)
            _note(table, game)
        chosen = parse_action(game.state, step.play) if step.play and not step.partner else None
        made.append(_frame(step, table, game, news, chosen, language))
        news = []
        if chosen is not None:
            news += game.play(chosen)
            _note(table, game)
    return made


def _seated(language: str) -> tuple[Table, Game]:
    """Return the table of the lesson and its game, at the first moment."""
    ids = {tile.letter: tile.id for tile in load("base").tiles}
    tiles = tuple(ids[letter] for letter in (START, *DRAWS))
    options = complete_options(TableOptions(preset=PRESET, tiles=tiles, bots=(None, None)))
    names = _names(language)
    game = Game(options.rules(), names, Scripted(DRAWS))
    table = Table("lesson", options, "00" * 32)
    table.seats = [Occupant(name, "") for name in names]
    table.game = game
    _note(table, game)
    return table, game


def _names(language: str) -> list[str]:
    """Return what the seats are called: by their colours."""
    return say(language, "table.colours").split()[:2]


def _note(table: Table, game: Game) -> None:
    """Let the table know that its game has gone on."""
    table.version = table.position_version = len(game.log)
    table.ended = "played" if game.over else ""


def _frame(
    step: LessonStep, table: Table, game: Game, news: list[Event], chosen: Action | None, language: str
) -> LessonFrame:
    """Return one frame; ``chosen`` is what the learner is asked to choose, if anything."""
    state = state_for(table, LEARNER)
    state["undo"] = False
    want: list[int] | None = None
    if chosen is None:
        state.pop("options", None)
    else:
        want = [game.options().index(chosen)]
    return {
        "state": state,
        "land": [feature.to_json() for feature in land.features(game.state)],
        "events": events_for(news, table, LEARNER, language),
        "say": _said(step, game, language),
        "want": want,
        "why": None if chosen is None else _why(step, action_data(game, chosen), language),
        "point": _point(step, game, chosen),
    }


def _said(step: LessonStep, game: Game, language: str) -> LessonText:
    you, partner = _names(language)
    mine, theirs = game.scores
    skip = say(language, NO_FOLLOWER)
    values = {"you": you, "partner": partner, "mine": mine, "theirs": theirs, "skip": skip}
    title, text = (say(language, f"lesson.{step.say}.{part}", values) for part in ("title", "text"))
    return {"title": title, "text": text}


def _why(step: LessonStep, wanted: ActionData, language: str) -> str:
    """Return what is said to whoever chooses something else that is legal."""
    own = f"lesson.{step.say}.why"
    if own in catalogue(language):
        return say(language, own)
    kinds = {PLACING: "place", PUTTING: "piece"}
    why = f"lesson.why.{kinds.get(wanted['do'], 'pass')}"
    return say(language, why, {"skip": say(language, NO_FOLLOWER)})


def _point(step: LessonStep, game: Game, chosen: Action | None) -> LessonPointer | None:
    """Return what to look at: a cell, a spot of the tile just laid, a part of the table."""
    point: LessonPointer = {"control": step.control} if step.control else {}
    wanted = None if chosen is None else action_data(game, chosen)
    if wanted is not None and wanted["do"] == PLACING:
        point["cell"] = wanted["cell"]
    elif wanted is not None and wanted["do"] == PUTTING:
        point["slot"] = [*wanted["cell"], wanted["segment"]]
    return point or None
