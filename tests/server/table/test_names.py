"""At a table no name looks like another one, and every character of a name can be seen."""

from __future__ import annotations

import pytest

from bastide.errors import BastideError
from bastide.rules.model import Json, Seat
from bastide.server import commands
from bastide.server.confusables import find_lookalike, skeletons
from bastide.server.entries import TableEntry
from bastide.server.seat_commands import give_seat, open_seat
from bastide.words import LANGUAGES
from tests.server.sessions import Session, everything, refusal

ALIKE = {
    "case": ("anna", "ANNA"),
    "no space": ("Anna Maria", "AnnaMaria"),
    "width": ("Anna", "Ａｎｎａ"),
    "Cyrillic": ("Anna", "Аnnа"),
    "Cyrillic capitals": ("Bob", "ВОВ"),
    "Greek": ("Nikos", "Νikοs"),
    "Armenian": ("Leo", "Leօ"),
    "mathematical": ("Anna", "𝐀𝐧𝐧𝐚"),
    "composed accent": ("José", "Jose\u0301"),
    "order of marks": ("a\u0323\u0301", "a\u0301\u0323"),
    "small L and capital I": ("Ilse", "llse"),
    "one and small L": ("Karl", "Kar1"),
    "zero and O": ("Otto", "0tt0"),
    "zero and small O": ("Bob", "b0b"),
    "r and n": ("Emma", "Ernma"),
    "ligature": ("ﬁnn", "finn"),
    "dotless i": ("Nina", "Nına"),
    "bar and small L": ("Karl", "Kar|"),
    "apostrophe": ("O'Neil", "O’Neil"),
    "quotation marks": ('"Anna"', "“Anna”"),
    "hyphen": ("Anne-Marie", "Anne–Marie"),
    "click": ("Anna!", "Annaǃ"),
    "Katakana": ("ロカ", "口力"),
}
APART = [
    ("Ali", "All"),
    ("José", "Jose"),
    ("Lea", "Leo"),
    ("Anna", "Anne"),
    ("Иван", "Ivan"),
    ("李", "季"),
    ("🎲", "🏰"),
    ("Robot 2", "Robot 3"),
    ("Odile", "Odile 2"),
    ("x", "xx"),
]
UNSEEN = {
    "Hangul filler": "\u3164",
    "Hangul choseong filler": "\u115f",
    "Hangul jungseong filler": "\u1160",
    "halfwidth Hangul filler": "\uffa0",
    "Braille blank": "\u2800",
    "grapheme joiner": "\u034f",
    "Khmer inherent vowel": "\u17b4",
    "Mongolian variation selector": "\u180b",
    "variation selector 1": "\ufe00",
    "variation selector 17": "\U000e0100",
    "musical null": "\U0001d159",
    "zero-width space": "\u200b",
    "zero-width joiner": "\u200d",
    "word joiner": "\u2060",
    "byte order mark": "\ufeff",
    "soft hyphen": "\u00ad",
    "left-to-right mark": "\u200e",
    "right-to-left override": "\u202e",
    "first strong isolate": "\u2068",
    "Arabic letter mark": "\u061c",
    "tag": "\U000e0041",
}


def refused(session: Session, seat: Seat, name: str) -> str:
    """Return why somebody may not take a seat under a name."""
    return refusal(lambda: commands.take_seat(session.table, seat, name, "hash", ""))


@pytest.mark.parametrize(("one", "two"), ALIKE.values(), ids=ALIKE)
def test_a_name_that_looks_like_another_one_is_refused(one: str, two: str) -> None:
    for first, second in ((one, two), (two, one)):
        session = Session(begun=False)
        session.do(commands.take_seat(session.table, 0, first, "a", ""))
        assert refused(session, 1, second) == "guest_name_alike"


@pytest.mark.parametrize(("one", "two"), APART)
def test_names_that_can_be_told_apart_sit_at_one_table(one: str, two: str) -> None:
    session = Session(begun=False)
    session.do(commands.take_seat(session.table, 0, one, "a", ""))
    session.do(commands.take_seat(session.table, 1, two, "b", ""))
    assert session.game.seats == (one, two)


def test_the_refusal_tells_the_name_that_it_looks_like() -> None:
    session = Session(begun=False)
    session.do(commands.take_seat(session.table, 0, "Anna", "a", ""))
    with pytest.raises(BastideError) as error:
        commands.take_seat(session.table, 1, "аnnа", "b", "")
    texts = [error.value.text(language) for language in LANGUAGES]
    assert texts[0].startswith("аnnа looks like Anna, who is at this table already")
    assert texts[1].startswith("аnnа ressemble à Anna")


@pytest.mark.parametrize("character", UNSEEN.values(), ids=UNSEEN)
def test_characters_that_nobody_sees_are_refused(character: str) -> None:
    session = Session(begun=False)
    for name in (character, f"An{character}na", f"Anna{character}", f"{character}Anna"):
        assert refused(session, 0, name) == "guest_name"


def test_marks_alone_are_no_name() -> None:
    session = Session(begun=False)
    assert refused(session, 0, "\u0301\u0323") == "guest_name"


def test_selectors_of_emoji_are_left_out_and_spaces_are_single() -> None:
    session = Session(begun=False)
    session.do(commands.take_seat(session.table, 0, "❤\ufe0f \u2009\u00a0Anna", "a", ""))
    assert session.table.names()[0] == "❤ Anna"
    assert refused(session, 1, "❤ \u3000Anna") == "guest_name_taken"


def test_nobody_is_called_like_a_bot_and_no_bot_like_a_person() -> None:
    session = Session({"seats": 3, "bots": [None, None, "odile"]}, begun=False)
    assert refused(session, 0, "0dile") == "guest_name_alike"
    session.do(commands.take_seat(session.table, 0, "Anna", "a", ""))
    session.do(open_seat(session.table, 0, 2))
    session.do(commands.take_seat(session.table, 2, "0DILE", "c", ""))
    session.do(give_seat(session.table, 0, 1, "odile"))
    assert session.game.seats == ("Anna", "Odile 2", "0DILE")
    assert everything(session.again()) == everything(session.table)


def test_a_robot_does_not_take_the_name_of_a_person() -> None:
    session = Session(begun=False)
    session.do(commands.take_seat(session.table, 0, "Robot 2", "a", ""))
    session.do(give_seat(session.table, 0, 1, "master"))
    assert session.game.seats == ("Robot 2", "Robot 2 2")


def test_a_person_may_be_called_by_a_number() -> None:
    session = Session(begun=False)
    session.do(commands.take_seat(session.table, 0, "2", "a", ""))
    session.do(commands.take_seat(session.table, 1, "I", "b", ""))
    assert session.game.seats == ("2", "I")


def test_the_name_of_whoever_may_come_back_is_not_imitated() -> None:
    session = Session({"seats": 3})
    session.do(give_seat(session.table, 0, 0, "odile"))
    session.do(give_seat(session.table, 1, 1, "isaure"))
    session.do(commands.resign(session.table, 2))
    session.do(commands.claim_seat(session.table, 1, ""))
    session.do(give_seat(session.table, 1, 2, "odile"))
    session.do(open_seat(session.table, 1, 2))
    assert refused(session, 2, "ANNA") == "guest_name_alike"


def test_stored_tables_with_names_alike_load_and_their_people_come_back() -> None:
    session = Session({"seats": 2}, begun=False)
    for seat, name in enumerate(("Anna", "аnnа")):
        entry = commands.take_seat(session.table, seat, f"Guest {seat}", f"hash {seat}", "").entry
        data: dict[str, Json] = {**entry.data, "name": name}
        session.log.append(TableEntry(entry.version, entry.kind, entry.seat, data, entry.at, entry.clocks))
        session.table.apply(session.log[-1])
    assert session.game.seats == ("Anna", "аnnа")
    assert everything(session.again()) == everything(session.table)
    session.do(give_seat(session.table, 0, 0, "odile"))
    session.do(commands.claim_seat(session.table, 0, ""))
    assert session.table.names() == ["Anna", "аnnа"]
    session.do(give_seat(session.table, 0, 0, "odile"))
    assert refusal(lambda: commands.claim_seat(session.table, 0, "", "ANNA")) == "guest_name_alike"


def test_looking_alike_is_mutual_and_every_name_looks_like_itself() -> None:
    names = [name for pair in (*ALIKE.values(), *APART) for name in pair]
    for one in names:
        assert skeletons(one)
        for two in names:
            assert (find_lookalike(one, [two]) is None) == (find_lookalike(two, [one]) is None)
            assert one != two or find_lookalike(one, [two]) == two
