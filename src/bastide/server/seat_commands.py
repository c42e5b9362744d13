"""Commands that hand seats over: from a person to a bot, and from a bot to a person, before and during a game."""

from __future__ import annotations

from bastide.bots import BOTS
from bastide.errors import BastideError, IllegalAction
from bastide.rules.model import Json, Seat
from bastide.server.commands import beginning, wall_clock
from bastide.server.entries import PendingEntry, TableEntry
from bastide.server.table import Occupant, Table, bot_name


def give_seat(table: Table, by: Seat, seat: Seat, bot: str) -> PendingEntry:
    """Give a seat to a bot, for somebody who sits at the table.

    Before the game it is a free seat; the game begins if it was the last one. During the game it is one's own, which
    one may take back, one that left the game, or one that was opened for a person.
    """
    _check_seat(table, seat)
    _check_player(table, by)
    if bot not in BOTS:
        raise BastideError("unknown_level", level=bot, known=", ".join(BOTS))
    if table.game is None:
        return _give_free(table, by, seat, bot)
    occupant = table.seats[seat]
    if occupant is None or not (seat == by or occupant.withdrawn or occupant.open):
        raise BastideError("seat_not_given", seat=seat + 1, name=table.names()[seat])
    taken = [name for number, name in enumerate(table.names()) if number != seat]
    keepers = [other.keeper or other.name for other in table.seats if other is not None]
    data: dict[str, Json] = {"bot": bot, "by": by, "name": bot_name(bot, seat, [*taken, *keepers])}
    if seat != by:
        data["stored"] = ""
    return _entry(table, "given", seat, data, _clocks_after(table, seat))


def open_seat(table: Table, by: Seat, seat: Seat) -> PendingEntry:
    """Open the seat of a bot for a person; in a running game the bot plays on until somebody sits down."""
    _check_seat(table, seat)
    _check_player(table, by)
    occupant = table.seats[seat]
    if occupant is not None and occupant.keeper:
        raise BastideError("seat_keeper", seat=seat + 1, name=occupant.keeper)
    bot = table.options.bots[seat] if occupant is None else occupant.bot
    if bot is None or (occupant is not None and occupant.open):
        raise BastideError("seat_not_opened", seat=seat + 1)
    return _entry(table, "opened", seat, {"by": by}, table.clocks.all())


def _give_free(table: Table, by: Seat, seat: Seat, bot: str) -> PendingEntry:
    if seat not in table.free_seats():
        raise BastideError("seat_not_given", seat=seat + 1, name=table.names()[seat])
    data: dict[str, Json] = {"bot": bot, "by": by}
    if table.empty_seats() == [seat]:
        data |= beginning(table, seat, "", table.names_with(seat, "", bot))
    return _entry(table, "given", seat, data, table.clocks.all())


def _entry(table: Table, kind: str, seat: Seat, data: dict[str, Json], clocks: tuple[int, ...]) -> PendingEntry:
    return PendingEntry(TableEntry(table.version + 1, kind, seat, data, wall_clock(), clocks))


def _check_seat(table: Table, seat: Seat) -> None:
    if not 0 <= seat < table.options.seats:
        raise BastideError("seat_number", seat=seat + 1, last=table.options.seats)


def _check_player(table: Table, seat: Seat) -> None:
    """Raise BastideError unless a person plays on a seat, and the game has not ended."""
    if table.ended:
        raise IllegalAction("already_ended")
    if not _plays(table.seats[seat]):
        raise BastideError("not_seated")


def _plays(occupant: Occupant | None) -> bool:
    return occupant is not None and not (occupant.reserved or occupant.withdrawn or occupant.bot)


def _clocks_after(table: Table, seat: Seat) -> tuple[int, ...]:
    """Return the clocks after a seat was given away: one that was flagged gets what the others have left, at least."""
    left = list(table.clocks.all())
    occupant = table.seats[seat]
    if left and occupant is not None and occupant.withdrawn:
        left[seat] = max(left[seat], min(left[other] for other in table.active_seats()))
    return tuple(left)
