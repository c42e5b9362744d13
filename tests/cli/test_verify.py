"""`bastide verify`: fair games, unfair games, unverifiable games, and unreadable files."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from bastide import Fair, Game, Seeded, from_record, save, to_record
from bastide.rules.model import Json
from tests.cli.conftest import Bastide
from tests.games import play_on
from tests.play.test_record import signed

DEALER = Fair("5ec7e7" * 10 + "0123", "a word of Ann, a word of Bob")


@pytest.fixture
def record() -> dict[str, Json]:
    return to_record(play_on(Game(None, ["Ann", "Bob"], DEALER), Random(1)))


def written(record: dict[str, Json], folder: Path) -> str:
    path = folder / "game.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    return str(path)


def swapped(record: dict[str, Json]) -> dict[str, Json]:
    """Return a record with the first and the last tile swapped."""
    log = record["log"]
    assert isinstance(log, list)
    log = list(log)
    draws = [place for place, entry in enumerate(log) if isinstance(entry, dict) and entry["do"] == "draw"]
    other = next(place for place in reversed(draws) if log[place] != log[0])
    log[0], log[other] = log[other], log[0]
    return signed(record, log=log)


def test_a_fair_game(bastide: Bastide, record: dict[str, Json], tmp_path: Path) -> None:
    ran = bastide("verify", written(record, tmp_path))
    said = f"All 71 draws follow from the secret committed to by {DEALER.commitment}, from the salt"
    assert (ran.code, ran.err) == (0, "")
    verdict, bound, unproven, compare = ran.out.splitlines()
    assert verdict == f"{said} and from their numbers."
    assert bound.startswith("Proven too: the rules and the names of the seats at the start")
    assert unproven.startswith("No record proves who sat at the seats, when they played,")
    assert f"compare {DEALER.commitment} with the commitment that the table showed before" in compare


def test_a_fair_game_as_it_is_saved_and_from_standard_input(
    bastide: Bastide, record: dict[str, Json], tmp_path: Path
) -> None:
    save(from_record(record), tmp_path / "game.json")
    assert bastide("verify", str(tmp_path / "game.json")).code == 0
    assert bastide("verify", "-", typed=[json.dumps(record)]).code == 0


def test_a_log_that_was_cut_says_that_the_game_is_not_over(
    bastide: Bastide, record: dict[str, Json], tmp_path: Path
) -> None:
    log = record["log"]
    assert isinstance(log, list)
    ran = bastide("verify", written(signed(record, log=log[:-10]), tmp_path))
    assert (ran.code, ran.err) == (1, "")
    assert [line[:20] for line in ran.out.splitlines()] == ['The log leads to {"o', "The game is not over"]
    cut = to_record(from_record(record).branch(40))
    ran = bastide("verify", written(cut, tmp_path))
    assert (ran.code, ran.err) == (3, "")
    assert "The game is not over: the log stops after 40 actions, and the record does not say why." in ran.out
    ran = bastide("verify", written(cut, tmp_path), "--lang", "fr")
    assert "La partie n'est pas finie : le journal s'arrête après 40 actions" in ran.out


def test_a_game_that_is_not_fair_has_a_line_for_every_finding(
    bastide: Bastide, record: dict[str, Json], tmp_path: Path
) -> None:
    ran = bastide("verify", written(swapped(record), tmp_path))
    assert (ran.code, ran.err) == (1, "")
    lines = ran.out.splitlines()
    assert lines[0].startswith("Draw 0 (action 1 of the log) was ")
    assert " but the secret, the salt and its number give " in lines[0]
    assert lines[-1].startswith("From action ")


def test_a_secret_that_does_not_match_its_commitment(bastide: Bastide, record: dict[str, Json], tmp_path: Path) -> None:
    block = record["fair"]
    assert isinstance(block, dict)
    ran = bastide("verify", written(signed(record, fair={**block, "commitment": "00" * 32}), tmp_path))
    assert (ran.code, len(ran.out.splitlines())) == (1, 1)
    assert ran.out.startswith("The secret does not match its commitment: ")


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (Game(None, 2, DEALER), "The game is not over: "),
        (Game(None, 2, Seeded(1)), "This game was not dealt by a fair dealer: "),
    ],
)
def test_an_unverifiable_game_is_not_called_fair(bastide: Bastide, tmp_path: Path, game: Game, said: str) -> None:
    ran = bastide("verify", written(to_record(game), tmp_path))
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.startswith(said)


def test_in_french(bastide: Bastide, record: dict[str, Json], tmp_path: Path) -> None:
    ran = bastide("verify", written(record, tmp_path), "--lang", "fr")
    assert ran.code == 0
    assert ran.out.startswith(f"Toutes les pioches (71 pioches) découlent du secret promis par {DEALER.commitment},")
    ran = bastide("--lang", "fr", "verify", written(swapped(record), tmp_path))
    assert ran.code == 1
    assert ran.out.startswith("Pioche 0 (action 1 du journal) : ")
    assert "From" not in ran.out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The saved game is damaged: it is not JSON"),
        ("[]", "This is not a saved game"),
        ("D(0,0) U(1,0)", "The saved game is damaged: it is not JSON"),
        ('{"format": "bastide-game", "version": 99}', "The saved game is of version 99"),
        ('{"format": "bastide-game", "version": 1}', "The saved game is damaged: its checksum does not match."),
    ],
)
def test_an_unreadable_record_is_reported(bastide: Bastide, text: str, said: str) -> None:
    ran = bastide("verify", "-", typed=[text])
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(said)


def test_a_missing_file(bastide: Bastide) -> None:
    ran = bastide("verify", "nothing.json")
    assert ran == (2, "", "The file nothing.json cannot be read: No such file or directory\n")
    assert bastide("verify").code == 2
