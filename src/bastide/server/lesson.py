"""The lesson: a short scripted game with a text for every step, which the browser plays frame by frame.

The learner has the first seat and must choose the scripted options; the partner's choices and the draws are fixed. The
game is played by the engine with a small bag, so it ends and is scored like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bastide.play import land
from bastide.play.dealer import Scripted
from bastide.play.game import Game
from bastide.play.notation import parse_action
from bastide.rules.events import Event
from bastide.rules.model import Action, Seat
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
"""The letters of the tiles in the order of the draws."""
PLACE: Final = "place"
DEPLOY: Final = "deploy"
NO_FOLLOWER: Final = "play.no_follower"
"""The label of the button that deploys nothing."""


@dataclass(frozen=True)
class LessonStep:
    """One step of the lesson. One without a choice of the learner is only read."""

    text: str
    """The key of its text."""
    play: str = ""
    """What is played, in the notation."""
    partner: bool = False
    """Whether the partner plays it, before the text is shown."""
    control: str = ""
    """A part of the page to highlight, besides the target of the learner's choice."""


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


def lesson_frames(language: str) -> list[LessonFrame]:
    """Return all frames of the lesson, in order."""
    table, game = _new_table(language)
    events = [event for events in game.events for event in events]
    frames: list[LessonFrame] = []
    for step in STEPS:
        if step.partner:
            events += game.play(step.play)
            _update_table(table, game)
        choice = parse_action(game.state, step.play) if step.play and not step.partner else None
        frames.append(_frame(step, table, game, events, choice, language))
        events = []
        if choice is not None:
            events += game.play(choice)
            _update_table(table, game)
    return frames


def _new_table(language: str) -> tuple[Table, Game]:
    """Return the table of the lesson and its game at the start."""
    ids = {tile.letter: tile.id for tile in load("base").tiles}
    tiles = tuple(ids[letter] for letter in (START, *DRAWS))
    options = complete_options(TableOptions(preset=PRESET, tiles=tiles, bots=(None, None)))
    names = _names(language)
    game = Game(options.rules(), names, Scripted(DRAWS))
    table = Table("lesson", options, "00" * 32)
    table.seats = [Occupant(name, "") for name in names]
    table.game = game
    _update_table(table, game)
    return table, game


def _names(language: str) -> list[str]:
    """Return the names of the seats, which are those of their colours."""
    return say(language, "table.colours").split()[:2]


def _update_table(table: Table, game: Game) -> None:
    """Update a table after a play in its game, which has no entries."""
    table.version = table.position_version = len(game.log)
    table.ended = "played" if game.over else ""


def _frame(
    step: LessonStep, table: Table, game: Game, events: list[Event], choice: Action | None, language: str
) -> LessonFrame:
    """Return one frame; ``choice`` is the action that the learner must choose, if any."""
    state = state_for(table, LEARNER)
    state["undo"] = False
    if choice is None:
        state.pop("options", None)
    return {
        "state": state,
        "land": [feature.to_json() for feature in land.features(game.state)],
        "events": events_for(events, table, LEARNER, language),
        "say": _text(step, game, language),
        "want": None if choice is None else [game.options().index(choice)],
        "why": None if choice is None else _correction(step, action_data(game, choice), language),
        "point": _pointer(step, game, choice),
    }


def _text(step: LessonStep, game: Game, language: str) -> LessonText:
    you, partner = _names(language)
    mine, theirs = game.scores
    skip = say(language, NO_FOLLOWER)
    values = {"you": you, "partner": partner, "mine": mine, "theirs": theirs, "skip": skip}
    title, text = (say(language, f"lesson.{step.text}.{part}", values) for part in ("title", "text"))
    return {"title": title, "text": text}


def _correction(step: LessonStep, action: ActionData, language: str) -> str:
    """Return the text for a learner who chooses another legal option."""
    own = f"lesson.{step.text}.why"
    if own in catalogue(language):
        return say(language, own)
    kinds = {PLACE: "place", DEPLOY: "piece"}
    key = f"lesson.why.{kinds.get(action['do'], 'pass')}"
    return say(language, key, {"skip": say(language, NO_FOLLOWER)})


def _pointer(step: LessonStep, game: Game, choice: Action | None) -> LessonPointer | None:
    """Return what to highlight: a part of the page, and the cell or segment of the learner's choice."""
    pointer: LessonPointer = {"control": step.control} if step.control else {}
    action = None if choice is None else action_data(game, choice)
    if action is not None and action["do"] == PLACE:
        pointer["cell"] = action["cell"]
    elif action is not None and action["do"] == DEPLOY:
        pointer["slot"] = [*action["cell"], action["segment"]]
    return pointer or None
