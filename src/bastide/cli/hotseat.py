"""The loop of a hot-seat game: show the screen, read a choice, play it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import Final

from bastide.cli.layout import clear_screen, fitted, window_width
from bastide.cli.menu import Form, MenuItem, by_number, choice_form, drawn_token, menu_items
from bastide.cli.screen import help_lines, menu_lines, rotation_lines, screen_lines
from bastide.errors import BadNotation, BadRecord, BastideError, IllegalAction
from bastide.play.game import Game
from bastide.play.masking import redact_all
from bastide.play.record import save
from bastide.play.sentences import sentence
from bastide.rules.actions import to_json
from bastide.rules.events import Event
from bastide.rules.model import CHANCE, Scope, Seat
from bastide.words import LANGUAGES, in_edition, say

HIDDEN_TOKEN: Final = re.compile(r"<\S+")
"""A tile drawn into a hand, in the notation."""


class HotSeat:
    """A game at one terminal. Hidden information is shown to its owner only."""

    def __init__(self, game: Game, language: str, colour: bool, given: bool = False, path: str | None = None) -> None:
        self.game = game
        self.language = in_edition(language, game.rules.choice.preset)
        self.colour = colour
        self.given = given
        self.path = path
        """The file to save to after every action, if any."""
        self.hidden = bool(game.rules.options.get("hand_size"))
        self.viewer: Seat | None = None
        """The seat whose hidden information may be on the screen."""
        self.seen: dict[Seat, int] = {seat: len(game.log) for seat in range(len(game.seats))}
        """The length of the log that each seat has seen."""
        self.listed: list[MenuItem] = []
        self.rotating: MenuItem | None = None
        """The chosen cell, until its rotation is chosen."""
        self.unsaved = False
        self.warned = False
        self.running = True

    def play(self) -> int:
        """Run until the players quit or standard input ends."""
        if self.path:
            self.save(self.path)
        self.say("welcome")
        try:
            self.show([event for events in self.game.events for event in events][-3:])
            while self.running:
                self.answer(self.ask())
        except EOFError:
            print()
        self.say("bye_unsaved" if self.unsaved else "bye")
        return 0

    def say(self, message: str, **values: object) -> None:
        """Print a message."""
        self.write(say(self.language, f"table.{message}", values))

    def write(self, text: str) -> None:
        """Print a text, in lines that fit the terminal."""
        print("\n".join(fitted(text, window_width())))

    # Output

    def show(self, events: Sequence[Event] = ()) -> None:
        """Show the screen and the events that led to it. Before hidden information is shown, wait for its owner."""
        news = [] if self.change_viewer() else self.sentences(events)
        self.rotating = None
        self.listed = menu_items(self.game.state, self.language)
        print(
            "\n".join(
                screen_lines(self.game, self.listed, self.viewer, news, language=self.language, colour=self.colour)
            )
        )

    def sentences(self, events: Sequence[Event]) -> list[str]:
        """Return the public events as sentences, without tiles that are drawn into hidden hands."""
        public = redact_all([event for event in events if not event.private or not self.hidden], None)
        return [sentence(event, self.game.seats, self.language) for event in public]

    def change_viewer(self) -> bool:
        """If another seat takes over a game with secrets, clear the screen, show what it missed, and wait for it."""
        seat = self.seat_at_screen()
        if not self.hidden and not self.secrets() and self.receiver() is None:
            self.viewer = None
            self.seen = dict.fromkeys(self.seen, len(self.game.log))
            return False
        if seat is None or seat == self.viewer:
            return False
        if self.viewer is not None:
            self.seen[self.viewer] = len(self.game.log)
        missed = [event for events in self.game.events[self.seen[seat] + 1 :] for event in events]
        clear_screen()
        self.write("\n".join(self.sentences(missed)))
        prompt = say(self.language, "table.hand_over", {"seat": self.game.seats[seat]})
        while self.command_of(self.read(prompt)) == "q":
            self.leave("")
            if not self.running:
                raise EOFError
        self.viewer = seat
        return True

    def secrets(self, lasting: bool = True) -> bool:
        """Return whether there are secrets now; unless ``lasting``, those that last all game do not count."""
        columns = [column for column in self.game.rules.columns if column.secret]
        counted = [column for column in columns if lasting or column.until is not Scope.GAME]
        return any(any(self.game.state.ext[column.name]) for column in counted)

    def receiver(self) -> Seat | None:
        """Return the seat that alone may see the pending draw, if there is one."""
        if self.game.actor != CHANCE:
            return None
        seat = to_json(self.game.rules, self.game.options()[0]).get("seat")
        return seat if isinstance(seat, int) else None

    def seat_at_screen(self) -> Seat | None:
        """Return the seat that should be at the screen: the actor, or the receiver of a pending draw."""
        if self.game.over:
            return None
        if self.game.actor != CHANCE:
            return self.game.actor
        seat = self.receiver()
        return self.game.state.seat if seat is None else seat

    # Input

    def read(self, prompt: str) -> str:
        """Read a line of input, and echo it if it does not come from a terminal."""
        line = input("\n".join(fitted(prompt.rstrip(), window_width())) + " ").strip()
        if not sys.stdin.isatty():
            print(line)
        return line

    def ask(self) -> str:
        """Prompt for the next choice and return the input."""
        first, last = (self.listed[0].number, self.listed[-1].number) if self.listed else (0, 0)
        if self.rotating is not None:
            message, last = "choose_rotation", len(self.rotating.actions)
        elif self.game.over:
            message = "choose_end"
        elif self.game.actor == CHANCE:
            message = "choose_tile" if choice_form(self.game.state, self.listed) is Form.TILE else "choose_draw"
        else:
            message = "choose_cell" if choice_form(self.game.state, self.listed) is Form.CELL else "choose"
        return self.read(say(self.language, f"table.{message}", {"first": first, "last": last}))

    def command_of(self, text: str) -> str:
        """Return the letter of a command, given as a letter or as a word in any language; empty if it is none."""
        return WORDS.get(text.partition(" ")[0], "")

    def answer(self, text: str) -> None:
        """Execute a command or play a choice."""
        letter = self.command_of(text)
        if letter != "q":
            self.warned = False
        try:
            if letter:
                COMMANDS[letter](self, text.partition(" ")[2].strip())
            elif text:
                self.choose(text)
            elif self.game.over:
                self.running = False
            elif self.rotating is not None:
                self.rotating = None
                print("\n".join(menu_lines(self.listed)))
        except BastideError as error:
            self.write(error.text(self.language))

    def choose(self, text: str) -> None:
        """Play the action that a number or a token selects."""
        game = self.game
        if game.over:
            raise IllegalAction("game_over")
        before = len(game.log)
        if game.actor == CHANCE:
            events = game.play(drawn_token(game.state, text))
        elif self.rotating is not None and text.isdecimal():
            numbers = [str(number) for number in range(1, len(self.rotating.actions) + 1)]
            if text not in numbers:
                raise BadNotation("not_a_choice", found=text, first=1, last=len(numbers))
            events = game.play(self.rotating.actions[numbers.index(text)])
        elif selected := by_number(self.listed, text):
            item, index = selected
            if index is None:
                self.rotating = item
                print("\n".join(rotation_lines(game.state, item, self.colour)))
                return
            events = game.play(item.actions[index])
        else:
            events = game.play(text)
        if len(game.log) == before:
            raise BadNotation("token", token=text)
        self.changed()
        self.show(events)

    def changed(self) -> None:
        """Save the game if it has a file. Errors are printed, and the game goes on."""
        self.unsaved = True
        try:
            if self.path:
                self.save(self.path)
        except BadRecord as error:
            self.write(error.text(self.language))

    # Commands

    def undo(self, _: str) -> None:
        """Undo the last choice, or, with a real bag, the last action of any kind."""
        self.game.undo(len(self.game.log) - 1 if self.given and self.game.log else None)
        self.changed()
        self.show()
        self.say("undone")

    def save_as(self, path: str) -> None:
        """Save the game to a file, asking for its name if there is none."""
        if path := path or self.path or self.read(say(self.language, "table.ask_path")):
            self.save(path)
            self.say("saved", path=path)

    def save(self, path: str) -> None:
        """Save the game to a file."""
        save(self.game, path)
        self.unsaved = False

    def log(self, _: str) -> None:
        """Print the turns so far, without tiles in hands, and without the last turn if it contains a secret."""
        turns = self.game.turns()
        self.write("\n".join(HIDDEN_TOKEN.sub("<", line) for line in turns[: len(turns) - self.secrets(lasting=False)]))

    def board(self, _: str) -> None:
        """Show the screen again."""
        self.show()

    def help(self, _: str) -> None:
        """Print the commands, the input formats, and what the signs on the board do."""
        self.say("help")
        if tips := help_lines(self.game, self.viewer, self.language, self.colour):
            self.say("signs")
            print("\n".join(tips))

    def leave(self, _: str) -> None:
        """Quit. If the game is not saved, ask for confirmation first."""
        self.running = self.warned = self.unsaved and not self.game.over and not self.warned
        if self.running:
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
