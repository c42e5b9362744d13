"""One game at one terminal: shows each moment, asks for a choice, tells what follows."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import Final

from bastide.cli.choices import Entry, Form, asked, by_number, drawn_token, entries
from bastide.cli.layout import clear_screen
from bastide.cli.moment import choice_lines, moment_lines, way_lines
from bastide.errors import BadNotation, BadRecord, BastideError, IllegalAction
from bastide.play.game import Game
from bastide.play.record import save
from bastide.play.telling import sentence
from bastide.play.view import redact_all
from bastide.rules.actions import to_json
from bastide.rules.events import Event
from bastide.rules.model import CHANCE, Scope, Seat
from bastide.words import LANGUAGES, say

HIDDEN_TOKEN: Final = re.compile(r"<\S+")
"""A tile taken into a hand, in the notation of a turn."""


class HotSeat:
    """A table with one terminal. In games with hands, it makes sure that only their owners see them."""

    def __init__(self, game: Game, language: str, colour: bool, given: bool = False, path: str | None = None) -> None:
        self.game = game
        self.language = language
        self.colour = colour
        self.given = given
        self.path = path
        """Where to save after every action, or nowhere."""
        self.hidden = bool(game.rules.options.get("hand_size"))
        self.eyes: Seat | None = None
        """Whose hand may be on the screen."""
        self.seen: dict[Seat, int] = {seat: len(game.log) for seat in range(len(game.seats))}
        """How much of the log each seat has seen: all of it, or up to when it left the screen to another."""
        self.listed: list[Entry] = []
        self.turning: Entry | None = None
        """The cell that was chosen while the rotation is still open."""
        self.unsaved = False
        self.warned = False
        self.sitting = True

    def play(self) -> int:
        """Go on until the players leave or nothing more is typed."""
        if self.path:
            self.save(self.path)
        self.say("welcome")
        try:
            self.show([event for events in self.game.events for event in events][-3:])
            while self.sitting:
                self.answer(self.ask())
        except EOFError:
            print()
        self.say("bye_unsaved" if self.unsaved else "bye")
        return 0

    def say(self, message: str, **values: object) -> None:
        """Print a sentence of the table."""
        print(say(self.language, f"table.{message}", values))

    # What is shown

    def show(self, events: Sequence[Event] = ()) -> None:
        """Show the moment and what led to it. In games with hands, wait first until their owner sits at the screen."""
        told = [] if self.change_eyes() else self.tell(events)
        self.turning = None
        self.listed = entries(self.game.state, self.language)
        print(
            "\n".join(moment_lines(self.game, self.listed, self.eyes, told, language=self.language, colour=self.colour))
        )

    def tell(self, events: Sequence[Event]) -> list[str]:
        """Return in sentences what everybody at the table saw; that a hand was filled goes without saying."""
        seen = redact_all([event for event in events if not event.private or not self.hidden], None)
        return [sentence(event, self.game.seats, self.language) for event in seen]

    def change_eyes(self) -> bool:
        """Before a screen with secrets goes to another seat, empty it, tell what was missed and wait for that seat."""
        seat = self.looker()
        if not self.hidden and not self.secrets() and self.receiver() is None:
            self.eyes = None
            self.seen = dict.fromkeys(self.seen, len(self.game.log))
            return False
        if seat is None or seat == self.eyes:
            return False
        if self.eyes is not None:
            self.seen[self.eyes] = len(self.game.log)
        missed = [event for events in self.game.events[self.seen[seat] + 1 :] for event in events]
        clear_screen()
        print("\n".join(self.tell(missed)))
        prompt = say(self.language, "table.hand_over", {"seat": self.game.seats[seat]})
        while self.command_of(self.read(prompt)) == "q":
            self.leave("")
            if not self.sitting:
                raise EOFError
        self.eyes = seat
        return True

    def secrets(self, lasting: bool = True) -> bool:
        """Say whether somebody knows something that others may not, be it for the whole game or only for now."""
        columns = [column for column in self.game.rules.columns if column.secret]
        known = [column for column in columns if lasting or column.until is not Scope.GAME]
        return any(any(self.game.state.ext[column.name]) for column in known)

    def receiver(self) -> Seat | None:
        """Return the seat that alone may see the draw that is due, if there is such a draw."""
        if self.game.actor != CHANCE:
            return None
        seat = to_json(self.game.rules, self.game.options()[0]).get("seat")
        return seat if isinstance(seat, int) else None

    def looker(self) -> Seat | None:
        """Return who should sit at the screen: who chooses, or to whom the tile goes that is to be typed."""
        if self.game.over:
            return None
        if self.game.actor != CHANCE:
            return self.game.actor
        seat = self.receiver()
        return self.game.state.seat if seat is None else seat

    # What is typed

    def read(self, prompt: str) -> str:
        """Return a line that somebody typed; a line from elsewhere is repeated, so that the game can be followed."""
        line = input(prompt).strip()
        if not sys.stdin.isatty():
            print(line)
        return line

    def ask(self) -> str:
        """Return the answer to the question of the moment."""
        first, last = (self.listed[0].number, self.listed[-1].number) if self.listed else (0, 0)
        if self.turning is not None:
            message, last = "choose_way", len(self.turning.ways)
        elif self.game.over:
            message = "choose_end"
        elif self.game.actor == CHANCE:
            message = "choose_tile" if asked(self.game.state, self.listed) is Form.TILE else "choose_draw"
        else:
            message = "choose_cell" if asked(self.game.state, self.listed) is Form.CELL else "choose"
        return self.read(say(self.language, f"table.{message}", {"first": first, "last": last}))

    def command_of(self, text: str) -> str:
        """Return the letter of a command, given as such or as its word in any language, or nothing."""
        return WORDS.get(text.partition(" ")[0], "")

    def answer(self, text: str) -> None:
        """Do what was typed."""
        letter = self.command_of(text)
        if letter != "q":
            self.warned = False
        try:
            if letter:
                COMMANDS[letter](self, text.partition(" ")[2].strip())
            elif text:
                self.choose(text)
            elif self.game.over:
                self.sitting = False
            elif self.turning is not None:
                self.turning = None
                print("\n".join(choice_lines(self.listed)))
        except BastideError as error:
            print(error.text(self.language))

    def choose(self, text: str) -> None:
        """Play what a number or a token stands for."""
        game = self.game
        if game.over:
            raise IllegalAction("game_over")
        before = len(game.log)
        if game.actor == CHANCE:
            events = game.play(drawn_token(game.state, text))
        elif self.turning is not None and text.isdecimal():
            numbers = [str(number) for number in range(1, len(self.turning.ways) + 1)]
            if text not in numbers:
                raise BadNotation("not_a_choice", found=text, first=1, last=len(numbers))
            events = game.play(self.turning.ways[numbers.index(text)])
        elif found := by_number(self.listed, text):
            entry, way = found
            if way is None:
                self.turning = entry
                print("\n".join(way_lines(game.state, entry, self.colour)))
                return
            events = game.play(entry.ways[way])
        else:
            events = game.play(text)
        if len(game.log) == before:
            raise BadNotation("token", token=text)
        self.changed()
        self.show(events)

    def changed(self) -> None:
        """Save the game if it has a file of its own; if that fails, the game goes on all the same."""
        self.unsaved = True
        try:
            if self.path:
                self.save(self.path)
        except BadRecord as error:
            print(error.text(self.language))

    # Commands

    def undo(self, _: str) -> None:
        """Take back the last choice; with a real bag, the last tile typed as well."""
        self.game.undo(len(self.game.log) - 1 if self.given and self.game.log else None)
        self.changed()
        self.show()
        self.say("undone")

    def save_as(self, path: str) -> None:
        """Save the game in a file that is named, or that is asked for."""
        if path := path or self.path or self.read(say(self.language, "table.ask_path")):
            self.save(path)
            self.say("saved", path=path)

    def save(self, path: str) -> None:
        """Save the game in a file."""
        save(self.game, path)
        self.unsaved = False

    def log(self, _: str) -> None:
        """Print the turns so far, without what is in hands, and without the last one if a choice of it is secret."""
        turns = self.game.turns()
        print("\n".join(HIDDEN_TOKEN.sub("<", line) for line in turns[: len(turns) - self.secrets(lasting=False)]))

    def board(self, _: str) -> None:
        """Show the moment again."""
        self.show()

    def help(self, _: str) -> None:
        """Print the commands and how choices are typed."""
        self.say("help")

    def leave(self, _: str) -> None:
        """Leave the table; a game that would be lost is asked about once."""
        self.sitting = self.warned = self.unsaved and not self.game.over and not self.warned
        if self.sitting:
            self.say("unsaved")


COMMANDS: Final[dict[str, Callable[[HotSeat, str], None]]] = {
    "u": HotSeat.undo,
    "s": HotSeat.save_as,
    "l": HotSeat.log,
    "b": HotSeat.board,
    "h": HotSeat.help,
    "q": HotSeat.leave,
}
WORDS: Final = {letter: letter for letter in COMMANDS} | {
    say(language, f"command.{letter}"): letter for language in LANGUAGES for letter in COMMANDS
}
