"""A game being played: rules, seats, dealer, the log of all actions, and the state they lead to."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_hex

from bastide.errors import BadNotation, BadRules, BastideError, IllegalAction
from bastide.games import GameRules, make_rules, parse_rules
from bastide.kernel.notebook import render_svg
from bastide.play.dealer import Dealer, Seeded
from bastide.play.fair import Fair, Sealed, terms_of
from bastide.play.history import Entry, Happened, History
from bastide.play.masking import redact_all
from bastide.play.notation import action_text, parse_action, tokens, turn_text
from bastide.play.picture import picture
from bastide.play.places import Names
from bastide.play.position import parse_position, position_text
from bastide.play.view import view
from bastide.rules import engine
from bastide.rules.actions import from_json, to_json
from bastide.rules.events import Event
from bastide.rules.model import CHANCE, OVER, Action, Json, Seat
from bastide.rules.scoring import leaders
from bastide.rules.state import State
from bastide.wire.views import View


class Game:
    """A game from its start to its end, with every state in between at hand.

    Draws are made by the dealer as soon as they are due, so whenever a game rests somebody has a choice, the dealer
    waits for word from a real bag, a choice is held, or the game is over.
    """

    def __init__(
        self,
        rules: GameRules | str | None = None,
        seats: Sequence[str] | int = 2,
        dealer: Dealer | None = None,
        position: str | None = None,
    ) -> None:
        if isinstance(rules, str):
            rules = parse_rules(rules)
        start = None
        first_events: list[Event] = []
        if position is not None:
            start = parse_position(position, rules, first_events)
            rules = start.rules if isinstance(start.rules, GameRules) else rules
            seats = start.players if isinstance(seats, int) else seats
        self.rules: GameRules = rules or make_rules()
        self.seats: tuple[str, ...] = _seat_names(self.rules, seats)
        if start is not None and start.players != len(self.seats):
            raise BadRules("position_players", players=start.players, seats=len(self.seats))
        self.dealer: Dealer = dealer if dealer is not None else Seeded(token_hex(16))
        self.position = " ".join(position.split()) if position is not None else None
        if isinstance(self.dealer, Fair):
            self.dealer = self.dealer.bound(terms_of(self.rules.choice.to_json(), self.seats, self.position))
        self.held = False
        """Whether what follows from the last choice is still to come: draws, another seat's choice or the end."""
        self._draws = 0
        self.state: State = start or engine.start(self.rules, len(self.seats), first_events)
        self._history = History(self.state, first_events)
        self._draw()

    @property
    def log(self) -> list[Entry]:
        """All actions so far, draws included."""
        return self._history.log

    @property
    def events(self) -> list[list[Event]]:
        """What followed from each action; the first list is what followed from setting up."""
        return self._history.by_ply()

    @property
    def event_count(self) -> int:
        """The number of all events so far."""
        return len(self._history)

    @property
    def actor(self) -> int:
        """The seat that chooses now, or CHANCE while the dealer waits, or OVER."""
        return engine.actor(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.actor == OVER

    @property
    def scores(self) -> list[int]:
        """The points of every seat."""
        return list(self.state.score)

    @property
    def winners(self) -> list[Seat]:
        """The seats with most points once the game is over; several share the victory."""
        return leaders(self.state) if self.over else []

    def options(self) -> list[Action]:
        """Return every legal action for the actor."""
        return engine.options(self.state)

    def play(self, action: Action | str | dict[str, Json], hold: bool = False) -> Sequence[Event]:
        """Play an action, given packed, as a token of the notation or as plain data; return what happened.

        The draws that follow are made by the dealer and their events included. With ``hold`` neither a draw nor the
        final scoring follows before `release`. Raises IllegalAction (or BadNotation) if it cannot be played; then
        nothing has changed.
        """
        before, told = len(self.log), len(self._history)
        try:
            if isinstance(action, str):
                found = list(tokens(action))
                if not found:
                    raise BadNotation("nothing_to_play", text=action)
                for token in found:
                    self._apply(parse_action(self.state, token))
                    self._draw()
            else:
                self._apply(from_json(self.rules, action) if isinstance(action, dict) else action, hold)
                self._draw()
        except BastideError:
            if len(self.log) > before:
                self._rewind(before)
            raise
        return Happened(self._history, told)

    def release(self) -> Sequence[Event]:
        """Let follow what a held choice leads to, and return it: the draws that are due, or the final scoring."""
        told = len(self._history)
        self.held = False
        if engine.is_held(self.state):
            self._count()
            self._history.checkpoint(self.state)
        self._draw()
        return Happened(self._history, told)

    def _apply(self, action: Action, hold: bool = False) -> None:
        state = self.state
        actor, turn = engine.actor(state), state.turn
        state.events = []
        try:
            engine.apply(state, action, hold=True)
        finally:
            events, state.events = state.events, None
        self._history.add(Entry(actor, action, turn), state, events)
        self._draws += actor == CHANCE
        if engine.is_held(state) and not hold:
            self._count()
        self.held = hold and (engine.actor(state) != actor or engine.is_held(state))
        self._history.checkpoint(state)

    def _count(self) -> None:
        """Count the end of the game, apart from the last choice: places keep the names they had in play."""
        state = self.state
        state.events = []
        engine.settle(state, arrived=True)
        events, state.events = state.events, None
        self._history.add_count(state, events)

    def _draw(self) -> None:
        while not self.held and self.actor == CHANCE:
            action = self.dealer.pick(self.state, self._draws)
            if action is None:
                return
            self._apply(action)

    def deal_with(self, dealer: Dealer) -> None:
        """Hand the bag to another dealer, who makes the draw that may be due.

        If both are fair dealers, the salt of the new one is bound to the same terms.
        """
        before, ply = self.dealer, len(self.log)
        if isinstance(dealer, Fair) and isinstance(before, Fair | Sealed):
            dealer = dealer.bound_like(before.salt)
        self.dealer = dealer
        try:
            self._draw()
        except BastideError:
            self.dealer = before
            self._rewind(ply)
            raise

    def at(self, ply: int) -> State:
        """Return the state after that many actions of the log, as an independent copy."""
        if not 0 <= ply <= len(self.log):
            raise BastideError("no_such_moment", moment=ply, last=len(self.log))
        return self.state.copy() if ply == len(self.log) else self._history.at(ply)

    def undo(self, ply: int | None = None) -> None:
        """Go back to a ply of the log, or to before the last choice.

        If a draw is due there, the dealer makes it: a seeded dealer draws the same again.
        """
        if ply is None:
            choices = [i for i, entry in enumerate(self.log) if entry.actor != CHANCE]
            if not choices:
                raise IllegalAction("nothing_to_undo")
            ply = choices[-1]
        undone = self.log[ply:]
        self._rewind(ply)
        try:
            self._draw()
        except BastideError:
            self._rewind(ply)
            for entry in undone:
                self._apply(entry.action)
            raise

    def _rewind(self, ply: int) -> None:
        self.state, self.held = self.at(ply), False
        self._draws -= sum(entry.actor == CHANCE for entry in self.log[ply:])
        self._history = self._history.until(ply)

    def branch(self, ply: int | None = None, dealer: Dealer | None = None) -> Game:
        """Return a new game that shares the log up to a ply and continues independently."""
        if ply is None:
            ply = len(self.log)
        new = Game.__new__(Game)
        new.rules, new.seats, new.position = self.rules, self.seats, self.position
        new.dealer = dealer if dealer is not None else self.dealer
        new.state = self.at(ply)
        new.held = self.held and ply == len(self.log)
        new._history = self._history.until(ply)
        new._draws = self._draws - sum(entry.actor == CHANCE for entry in self.log[ply:])
        new._draw()
        return new

    def view(self, seat: Seat | None, board_from: int = 0) -> View:
        """Return what a seat (or, with None, a spectator) may see now, with the tiles of the board from an index on."""
        return view(self.state, seat, board_from)

    def names(self, ply: int | None = None) -> Names:
        """Return the names that places have now, or had at a ply, each by a segment of its feature."""
        return self._history.names(len(self.log) if ply is None else ply)

    def told(self, first: int = 0, last: int | None = None) -> list[Event]:
        """Return events by their numbers, all by default."""
        return self._history.events(first, last)

    def story(self, seat: Seat | None) -> list[Event]:
        """Return all events so far as a seat (or a spectator) may see them."""
        return redact_all(self.told(), seat)

    def text(self, action: Action) -> str:
        """Return the token of an action that could be played now."""
        return action_text(self.state, action)

    def json(self, action: Action) -> dict[str, Json]:
        """Return an action as plain data."""
        return to_json(self.rules, action)

    def turns(self) -> list[str]:
        """Return the game so far as one line a turn, secret draws included: it is not for other players' eyes."""
        lines, begin = [], 0
        state = self.at(0)
        for end in range(1, len(self.log) + 1):
            if end == len(self.log) or self.log[end].turn != self.log[begin].turn:
                actions = [entry.action for entry in self.log[begin:end]]
                lines.append(f"{self.log[begin].turn}. {turn_text(state, actions)}")
                for action in actions:
                    engine.apply(state, action)
                begin = end
        return lines

    def position_text(self) -> str:
        """Return the position now as one line."""
        return position_text(self.state)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return render_svg(self)

    def __str__(self) -> str:
        return picture(self.state)


def _seat_names(rules: GameRules, seats: Sequence[str] | int) -> tuple[str, ...]:
    engine.check_players(rules, seats if isinstance(seats, int) else len(seats))
    names = tuple(f"Seat {i + 1}" for i in range(seats)) if isinstance(seats, int) else tuple(seats)
    for name in names:
        if name != name.strip() or not name or "," in name or len(name.splitlines()) != 1 or names.count(name) > 1:
            raise BadRules("seat_name", name=name)
    return names
