"""Whatever is changed in the record of a table is found by `verify`, or it says that this part is not proven."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from bastide.errors import BadRecord
from bastide.play.fair import terms_in
from bastide.play.record import from_record, to_record
from bastide.play.verify import Verification, verify
from bastide.rules.model import CHANCE, Json
from bastide.server import commands
from bastide.server.seat_commands import give_seat
from bastide.server.table import Table
from bastide.words import LANGUAGES
from tests.play.test_record import signed
from tests.server.sessions import SHORT, begun, turns
from tests.server.table.test_stored import loaded

Path = tuple[str | int, ...]
TILES: list[Json] = [
    *("BA-CRFR", "BA-FFRF-monastery", "BA-FFFF-monastery", "BA-CCCC-pennant", "BA-CFFF", "BA-FCFC"),
    *("BA-CFDF", "BA-CRRF", "BA-CFRR", "BA-CRST", "BA-CFFC", "BA-CRRC", "BA-CCFC", "BA-FRFR", "BA-FFRR", "BA-FRST"),
]
REMARKS = {
    "log": {"unproven", "stopped", "stopped_as"},
    "players": {"later_names"},
    "revisions": {"other_revisions"},
    "ended": {"stopped", "stopped_as"},
}
"""The remark that says of a part of a record that it is not proven."""


def record_of(table: Table) -> dict[str, Json]:
    """Return the record of a table as the server tells it."""
    assert table.game is not None
    players = [(ply, names) for _, ply, names in table.names_history]
    record: dict[str, Json] = json.loads(json.dumps(to_record(table.game, ended=table.ended, players=players)))
    return record


@cache
def played() -> Table:
    """Return a table whose game was played to the end."""
    session = begun(seats=3, tiles=TILES, options={"followers": 7})
    session.until(lambda: bool(session.table.ended))
    return session.table


@cache
def handed_over() -> Table:
    """Return a table where a bot played on for a person, who came back under another name."""
    session = turns(begun(seats=3, tiles=TILES), 3)
    session.do(give_seat(session.table, 0, 0, "odile"))
    turns(session, 7)
    session.do(commands.claim_seat(session.table, 0, "", "Zoé"))
    session.until(lambda: bool(session.table.ended))
    return session.table


@cache
def resigned() -> Table:
    """Return a table whose game somebody gave up."""
    session = turns(begun(tiles=TILES), 9)
    session.do(commands.resign(session.table, 0))
    return session.table


TABLES: tuple[Callable[[], Table], ...] = (played, handed_over, resigned)


def changes(value: Json, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """Return every value with one change somewhere in it, and where: parts changed, left out, doubled and swapped."""
    if isinstance(value, dict):
        for key, part in value.items():
            if part is not None:
                yield (*path, key), {name: other for name, other in value.items() if name != key}
            for place, changed in changes(part, (*path, key)):
                yield place, {**value, key: changed}
    elif isinstance(value, list):
        numbers = range(0, len(value), 1 if len(value) < 20 else 3)
        yield path, [*value, *(value[-1:] or ["more"])]
        for number in numbers:
            yield (*path, number), [*value[:number], *value[number + 1 :]]
            if number and value[number - 1] != value[number]:
                yield (*path, number), [*value[: number - 1], value[number], value[number - 1], *value[number + 1 :]]
            for place, changed in changes(value[number], (*path, number)):
                yield place, [*value[:number], changed, *value[number + 1 :]]
    else:
        yield path, other_than(value)


def other_than(value: Json) -> Json:
    """Return another plain value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return f"{value[:-1]}{'0' if value[-1:] != '0' else '1'}"
    return "D(0,0)"


def answer(record: dict[str, Json]) -> Verification | None:
    """Return the result of verifying a record; None if it is refused as unreadable."""
    try:
        return verify(signed(record))
    except BadRecord:
        return None


@pytest.mark.parametrize("table", TABLES)
def test_every_change_of_a_record_is_found_or_said_to_be_unproven(table: Callable[[], Table]) -> None:
    record = record_of(table())
    assert verify(record).fair_so_far
    body = {name: value for name, value in record.items() if name != "checksum"}
    missed: list[tuple[Path, object]] = []
    found = 0
    for path, changed in changes(body):
        assert isinstance(changed, dict)
        verification = answer(changed)
        if verification is None or verification.findings:
            found += 1
            continue
        part = "revisions" if "revisions" in path else str(path[0])
        told = {remark.message for remark in verification.remarks}
        if not told & REMARKS.get(part, set()):
            missed.append((path, verification.lines()))
    assert missed == []
    assert found > 60


def test_changed_names_are_found_although_the_draws_replay() -> None:
    record = record_of(played())
    names = record["seats"]
    assert isinstance(names, list)
    for other in (["Zoé", *names[1:]], [names[1], names[0], *names[2:]]):
        verification = verify(signed(record, seats=other))
        assert [finding.message for finding in verification.findings] == ["terms"]
        assert "The rules or the names are not those that the game began with" in str(verification)


def test_changed_rules_are_found_although_the_draws_replay() -> None:
    record = record_of(played())
    rules = record["rules"]
    assert isinstance(rules, dict)
    options = rules["options"]
    assert isinstance(options, dict)
    changed = signed(record, rules={**rules, "options": {**options, "followers": 8}})
    assert [finding.message for finding in verify(changed).findings] == ["terms"]


def test_the_digest_cannot_be_made_to_fit_since_every_draw_depends_on_it() -> None:
    record = record_of(played())
    names, fair = record["seats"], record["fair"]
    assert isinstance(names, list)
    assert isinstance(fair, dict)
    said, other = str(fair["salt"]), signed(record, seats=["Zoé", *names[1:]])
    due = verify(other).findings[0].values["real"]
    for salt in (said.partition("/terms:")[0], f"{said.partition('/terms:')[0]}/terms:{due}"):
        verification = verify(signed(other, fair={**fair, "salt": salt}))
        assert [finding.message for finding in verification.findings].count("draw") > 8
        assert "perhaps the salt is wrong" in str(verification)


def test_a_cut_log_is_not_over_whatever_the_record_says() -> None:
    record = record_of(played())
    log = record["log"]
    assert isinstance(log, list)
    kept = verify(signed(record, log=log[:-3]))
    assert [finding.message for finding in kept.findings] == ["result"]
    cut = to_record(from_record(record).branch(len(log) - 3))
    for ended in ("", "resigned", "flagged", "agreed", "somehow"):
        verification = verify(signed(cut, ended=ended))
        assert verification.fair_so_far
        assert not verification.fair
        assert not verification
        assert f"The game is not over: the log stops after {len(log) - 3} actions" in str(verification)
        assert ("“somehow”" in str(verification)) == (ended == "somehow")


def test_a_whole_game_that_is_said_to_have_ended_early_contradicts_itself() -> None:
    verification = verify(signed(record_of(played()), ended="flagged"))
    assert [finding.message for finding in verification.findings] == ["ended"]
    assert "“Out of time”" in str(verification)


def test_tables_of_older_logs_draw_as_before_and_say_what_is_not_bound() -> None:
    table = loaded("over")
    assert table.salt() == "table/nonce 0/nonce 1/nonce 2"
    record = record_of(table)
    assert isinstance(record["fair"], dict)
    assert terms_in(str(record["fair"]["salt"])) is None
    verification = verify(record)
    assert verification.fair_so_far
    assert "Not proven: the rules and the names." in str(verification)
    running = loaded("running")
    assert running.game is not None
    draws = [entry.action for entry in running.game.log if entry.actor == CHANCE]
    assert terms_in(running.salt()) is None
    for number, entry in enumerate(running.game.log):
        if entry.actor == CHANCE:
            index = sum(other.actor == CHANCE for other in running.game.log[:number])
            assert running.dealer().pick(running.game.at(number), index) == draws[index]


def test_draws_without_a_choice_prove_little() -> None:
    session = begun(**SHORT)
    session.until(lambda: bool(session.table.ended))
    assert "Hardly proven: so little was left to chance" in str(verify(record_of(session.table)))
    assert "Hardly proven" not in str(verify(record_of(played())))


@pytest.mark.parametrize("table", TABLES)
def test_what_is_told_is_told_in_every_language(table: Callable[[], Table]) -> None:
    verification = verify(record_of(table()))
    assert len({tuple(verification.lines(language)) for language in LANGUAGES}) == len(LANGUAGES)
