"""Commands: each is checked against the state of a table and returns the entry to be stored.

No command changes the table. A command that is refused raises BastideError.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bastide.errors import BastideError, IllegalAction
from bastide.play.fair import terms_of
from bastide.play.game import Game
from bastide.rules.actions import from_json, to_json
from bastide.rules.model import Action, Json, Seat
from bastide.server.confusables import clean_name, find_lookalike, is_visible
from bastide.server.entries import PendingEntry, TableEntry
from bastide.server.options import TableOptions
from bastide.server.table import Proposal, Table

MAX_NAME: Final = 40
MAX_CHAT: Final = 500
MAX_NONCE: Final = 64
PHRASES: Final = ("hello", "luck", "well_played", "oh_no", "thanks", "moment", "sorry", "good_game")
"""The ids of the quick phrases of the chat, which everybody reads in their own language."""
GRACE: Final = 2_500
"""Milliseconds of the grace in which a turn that is over may be undone."""
SLOW_GRACE: Final = 30_000
"""The same with days for each move."""
FAST_GRACE: Final = 1_000
"""The same with little time for the game."""
FAST_CLOCK: Final = 5 * 60_000
"""Milliseconds for the game up to which that is little time."""
BOARD_WAIT: Final = 10_000
"""Milliseconds after the beginning of a game in which the first clock waits for the boards of all people."""
PASS: Final = "pass"
"""The kind of the action that passes."""


def wall_clock() -> int:
    """Return the wall clock time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def take_seat(table: Table, seat: Seat | None, name: str, token_hash: str, nonce: str) -> PendingEntry:
    """Take a seat, by default the first free one; in a running game, one of a bot that was opened."""
    free = table.free_seats()
    if not free or (seat is not None and seat not in free):
        raise _not_free(table, seat)
    return _take(table, free[0] if seat is None else seat, name, token_hash, nonce)


def reserve_seat(table: Table, seat: Seat, name: str, token_hash: str) -> PendingEntry:
    """Reserve a free seat for the holder of a token."""
    if seat not in table.free_seats():
        raise _not_free(table, seat)
    return _pending(table, "kept", seat, {"name": name, "stored": token_hash})


def claim_seat(
    table: Table, seat: Seat, nonce: str, name: str | None = None, wanted: Seat | None = None
) -> PendingEntry:
    """Take a reserved seat, or take one back from a bot, by default under the name it is reserved for."""
    occupant = table.seats[seat]
    if occupant is None or not (occupant.reserved or occupant.keeper) or wanted not in (None, seat):
        raise _not_free(table, seat if wanted is None else wanted)
    return _take(table, seat, (occupant.keeper or occupant.name) if name is None else name, occupant.token_hash, nonce)


def leave_seat(table: Table, seat: Seat) -> PendingEntry:
    """Leave a table whose game has not begun, or give up a reserved seat."""
    if table.game is not None:
        raise BastideError("too_late_to_leave")
    return _pending(table, "stood", seat, {})


def act(table: Table, seat: Seat, message: Mapping[str, Json]) -> PendingEntry:
    """Choose an option by its index, or an action as plain data, in the position that the message was meant for."""
    game = _game_on_turn(table, seat)
    if message.get("moment") != table.position_version:
        raise IllegalAction("stale_moment", moment=table.position_version)
    return play_action(table, seat, _chosen(game, message), message.get("hold") is True)


def play_action(table: Table, seat: Seat, action: Action, hold: bool = False) -> PendingEntry:
    """Play an action in the current position.

    With ``hold``, and always at a table where turns are confirmed, a person's choice that ends the turn has a grace.
    """
    after = _game_on_turn(table, seat).branch()
    hold = (hold or table.options.confirm) and not table.is_bot(seat)
    after.play(action, hold)
    if not after.held:
        return _acted(table, seat, after)
    data: dict[str, Json] = {"actions": [to_json(after.rules, action)], "grace": grace_duration(table.options)}
    return _pending(table, "acted", seat, data, game=after)


def grace_duration(options: TableOptions) -> int | None:
    """Return the milliseconds in which a turn that is over may be undone; None where turns are confirmed."""
    clock = options.clock
    if options.confirm:
        return None
    if clock.kind == "days":
        return SLOW_GRACE
    return FAST_GRACE if clock.kind == "live" and clock.start <= FAST_CLOCK else GRACE


def confirm(table: Table, seat: Seat) -> PendingEntry:
    """Confirm the choice that ended the seat's turn: what follows from it happens, and it can no longer be undone."""
    _game_taking_part(table, seat)
    if table.grace is None or table.grace.seat != seat:
        raise IllegalAction("nothing_planned")
    return _confirmed(table, seat)


def ready(table: Table, seat: Seat) -> PendingEntry | None:
    """Say that the seat's board is shown, so that clocks may run; None if that is known."""
    return _pending(table, "ready", seat, {}) if seat in table.awaited else None


def undo(table: Table, seat: Seat) -> PendingEntry:
    """Undo the seat's last choice in this turn, unless a draw or another seat followed it.

    A grace is no time to think in: what was used of it is taken off the seat's clock.
    """
    _game_taking_part(table, seat)
    ply = table.undo_ply(seat)
    if ply is None:
        raise IllegalAction("nothing_to_take_back")
    left = list(_clocks_before(table, ply))
    if left:
        left[seat] -= table.grace_used(seat)
    return _pending(table, "undone", seat, {"moment": ply}, tuple(left))


def propose_takeback(table: Table, seat: Seat) -> PendingEntry:
    """Propose to take back the seat's last choice and everything after it, draws included."""
    game = _game_taking_part(table, seat)
    own = [ply for ply, entry in enumerate(game.log) if entry.actor == seat]
    if not own:
        raise IllegalAction("nothing_to_take_back")
    return _propose(table, Proposal("takeback", seat, own[-1]))


def propose_end(table: Table, seat: Seat) -> PendingEntry:
    """Propose to end the game now."""
    _game_taking_part(table, seat)
    return _propose(table, Proposal("end", seat))


def answer(table: Table, seat: Seat, yes: bool, version: int | None = None) -> PendingEntry:
    """Accept or decline the proposal, optionally identified by its version. Bots accept every proposal."""
    proposal = table.proposal
    if (
        proposal is None
        or seat == proposal.seat
        or seat not in table.active_seats()
        or version not in (None, proposal.version)
    ):
        raise IllegalAction("no_question")
    after = replace(proposal, accepted=proposal.accepted | {seat} if yes else proposal.accepted)
    return _pending(table, "answered", seat, {"yes": yes}, _clocks_after(table, after))


def resign(table: Table, seat: Seat) -> PendingEntry:
    """Resign from the game."""
    _game_taking_part(table, seat)
    return _pending(table, "resigned", seat, {})


def say(table: Table, seat: Seat | None, text: str, name: str = "") -> PendingEntry:
    """Send a line of chat."""
    text = " ".join(text.split())
    if not text or len(text) > MAX_CHAT or not text.isprintable():
        raise BastideError("chat_text", most=MAX_CHAT)
    return _pending(table, "said", seat, {"text": text, "name": name})


def say_phrase(table: Table, seat: Seat, phrase: Json) -> PendingEntry:
    """Send a quick phrase to the chat."""
    if not isinstance(phrase, str) or phrase not in PHRASES:
        raise BastideError("bad_message", reason=f"phrase: {', '.join(PHRASES)}")
    return _pending(table, "said", seat, {"text": "", "name": "", "phrase": phrase})


def link_rematch(table: Table, seat: Seat, table_id: str) -> PendingEntry:
    """Link the table of the rematch."""
    if not table.ended:
        raise IllegalAction("not_ended")
    return _pending(table, "invited", seat, {"table": table_id})


def close_idle(table: Table) -> PendingEntry | None:
    """Close a table where nothing has happened for its lifetime; None if it has not run out."""
    if table.expires is None or wall_clock() < table.expires:
        return None
    return _pending(table, "expired", None, {})


def expire(table: Table) -> PendingEntry | None:
    """Do what is due by time alone: run clocks again, start them, end a grace, or flag a seat; None if nothing is."""
    grace = table.grace
    if table.clocks.paused:
        return _pending(table, "resumed", None, {})
    if grace is not None and (table.grace_left() == 0 or table.is_automatic(grace.seat)):
        return _confirmed(table, grace.seat)
    if table.awaited and board_wait(table) == 0:
        return _pending(table, "ready", None, {})
    return flag(table)


def board_wait(table: Table) -> int:
    """Return the remaining milliseconds until clocks run even if boards are not shown yet."""
    return max(0, BOARD_WAIT - (table.clocks.now() - table.begun))


def flag(table: Table) -> PendingEntry | None:
    """Flag the seat whose time has run out, or choose for it, as the clock's options say; return None if none has."""
    seat = table.clocks.flagged()
    if seat is None or table.timed_seat != seat or seat not in table.active_seats():
        return None
    if table.options.clock.flag == "loses":
        return _pending(table, "flagged", seat, {})
    return _confirmed(table, seat) if table.grace is not None else play_default(table, seat)


def play_default(table: Table, seat: Seat) -> PendingEntry:
    """Choose the default action for a seat that left the game or ran out of time."""
    game = _running_game(table)
    if table.actor != seat:
        raise IllegalAction("not_your_turn")
    after = game.branch()
    after.play(default_action(after))
    return _acted(table, seat, after, passed=True)


def default_action(game: Game) -> Action:
    """Return the action of a seat that does not choose: a pass if that is an option, else the first option."""
    options = game.options()
    return next((option for option in options if game.rules.kind_of(option).name == PASS), options[0])


def _pending(
    table: Table,
    kind: str,
    seat: Seat | None,
    data: Mapping[str, Json],
    clocks: tuple[int, ...] = (),
    game: Game | None = None,
) -> PendingEntry:
    entry = TableEntry(table.version + 1, kind, seat, data, wall_clock(), clocks or table.clocks.all())
    return PendingEntry(entry, game)


def _not_free(table: Table, seat: Seat | None) -> BastideError:
    """Return the error for a seat that cannot be taken, or for a table without a free one."""
    free = table.free_seats()
    reserved = [s for s in table.empty_seats() if s not in free]
    if seat in reserved or (seat is None and reserved):
        return BastideError("seat_kept", kept=_numbers(reserved), free=_numbers(free))
    return BastideError("seat_taken", seat="–" if seat is None else seat + 1, free=_numbers(free))


def _take(table: Table, seat: Seat, name: str, token_hash: str, nonce: str) -> PendingEntry:
    name, nonce = _valid_name(table, seat, name), nonce[:MAX_NONCE]
    table.dealer([nonce])  # raises BastideError if the nonce cannot be part of a salt
    data: dict[str, Json] = {"name": name, "stored": token_hash}
    if table.game is not None:
        _running_game(table)
        return _pending(table, "sat", seat, data)
    data["nonce"] = nonce
    if table.empty_seats() == [seat]:
        data |= beginning(table, seat, nonce, table.names_with(seat, name))
    return _pending(table, "sat", seat, data)


def _valid_name(table: Table, seat: Seat, name: str) -> str:
    """Return a name with normalized spaces. Raises BastideError if it is invalid, taken, or looks like another one.

    Whoever has a name already keeps it, even if it looks like another one.
    """
    name = clean_name(name)
    if not name or len(name) > MAX_NAME or not is_visible(name) or "," in name:
        raise BastideError("guest_name", most=MAX_NAME)
    others, own = table.names_besides(seat), table.seats[seat]
    if name in others:
        raise BastideError("guest_name_taken", name=name)
    if own is not None and name in (own.keeper, own.name):
        return name
    if (other := find_lookalike(name, others)) is not None:
        raise BastideError("guest_name_alike", name=name, other=other)
    return name


def beginning(table: Table, seat: Seat, nonce: str, names: Sequence[str]) -> dict[str, Json]:
    """Return how the game begins when the last seat is taken: the terms, the first draws, and whether clocks wait."""
    nonces = [nonce if s == seat else other for s, other in enumerate(table.nonces)]
    game = Game(table.rules, names, table.dealer(nonces))
    begins: dict[str, Json] = {
        "terms": terms_of(table.rules.choice.to_json(), names, None),
        "begins": [to_json(game.rules, entry.action) for entry in game.log],
    }
    return {**begins, "awaited": True} if table.clocks.left else begins


def _acted(table: Table, seat: Seat, after: Game, passed: bool = False) -> PendingEntry:
    actions = [to_json(after.rules, entry.action) for entry in after.log[table.ply :]]
    data: dict[str, Json] = {"actions": [*actions]}
    if passed:
        data["passed"] = True
    return _moved(table, "acted", seat, data, after)


def _confirmed(table: Table, seat: Seat) -> PendingEntry:
    """Return the entry that ends a grace, with the draws that follow from the held choice."""
    after = _running_game(table).branch()
    after.release()
    draws = [to_json(after.rules, entry.action) for entry in after.log[table.ply :]]
    return _moved(table, "confirmed", seat, {"actions": [*draws]}, after)


def _moved(table: Table, kind: str, seat: Seat, data: dict[str, Json], after: Game) -> PendingEntry:
    """Return the entry of a choice after which everything has followed; it earns time if the turn has moved on."""
    moved = seat if after.actor != seat else None
    if moved is not None and table.clocks.left:
        data["had"] = table.clocks.remaining(seat)
    return _pending(table, kind, seat, data, table.clocks.stopped(moved), after)


def _running_game(table: Table) -> Game:
    """Return the game. Raises IllegalAction if none is running."""
    if table.game is None:
        raise IllegalAction("not_begun", free=_numbers(table.empty_seats()))
    if table.ended:
        raise IllegalAction("already_ended")
    return table.game


def _game_taking_part(table: Table, seat: Seat) -> Game:
    """Return the game. Raises IllegalAction if the seat does not take part in it."""
    game = _running_game(table)
    if seat not in table.active_seats():
        raise IllegalAction("not_taking_part")
    return game


def _game_on_turn(table: Table, seat: Seat) -> Game:
    """Return the game. Raises IllegalAction if it is not the seat's turn."""
    game = _game_taking_part(table, seat)
    if table.actor != seat:
        raise IllegalAction("not_your_turn")
    return game


def _chosen(game: Game, message: Mapping[str, Json]) -> Action:
    if "option" in message:
        number, options = message["option"], game.options()
        if type(number) is not int or not 0 <= number < len(options):
            raise IllegalAction("no_such_option", found=number, last=len(options) - 1)
        return options[number]
    return from_json(game.rules, message.get("action"))


def _propose(table: Table, proposal: Proposal) -> PendingEntry:
    if table.proposal is not None:
        raise IllegalAction("question_open")
    data: dict[str, Json] = {"question": proposal.kind, "moment": proposal.ply}
    proposal.accepted = table.active_bots()
    return _pending(table, "asked", proposal.seat, data, _clocks_after(table, proposal))


def _clocks_after(table: Table, proposal: Proposal) -> tuple[int, ...]:
    """Return the clocks after a proposal: empty, which leaves them unchanged, unless it is an accepted takeback."""
    is_takeback = proposal.kind == "takeback" and table.is_accepted(proposal)
    return _clocks_before(table, proposal.ply) if is_takeback else ()


def _clocks_before(table: Table, ply: int) -> tuple[int, ...]:
    """Return the clocks after a takeback to a ply: without the time that was gained since, but also not refunded."""
    left = list(table.clocks.all())
    for granted_ply, seat, before in table.time_grants:
        if granted_ply >= ply:
            left[seat] = min(left[seat], before)
    return tuple(left)


def _numbers(seats: Sequence[Seat]) -> str:
    return ", ".join(str(seat + 1) for seat in seats) or "–"
