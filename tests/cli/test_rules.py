"""The rule index and the command that lists it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bastide import BastideError, rulebook
from bastide.cli.main import main
from bastide.cli.rules import expansions_present
from bastide.rulebook import Rule, every_rule, in_force, missing, modules, parse

PLANNED = {
    "inns_and_cathedrals",
    "traders_and_builders",
    "hills_and_sheep",
    "wheel_of_fortune",
    "river",
    "river_2",
    "river_20",
    "abbot",
    "anniversary_mini",
    "count",
    "cult",
    "catapult",
    "crop_circles",
    "mage_and_witch",
    "king_and_robber",
}
TESTS = Path(__file__).parents[1]


def rules_command(*words: str) -> int:
    return main(["rules", *words, "--lang", "en"])


# The index


def test_a_line_is_an_id_the_expansions_it_needs_and_a_sentence() -> None:
    text = (
        "# comment\n\nAB-CD-1  One thing.\nAB-2 [river, count]  Another.\nR2-X-10 [abbot]  A third, with [brackets].\n"
    )
    assert parse(text, "made_up") == [
        Rule("AB-CD-1", "One thing.", (), "made_up"),
        Rule("AB-2", "Another.", ("river", "count"), "made_up"),
        Rule("R2-X-10", "A third, with [brackets].", ("abbot",), "made_up"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "AB-CD-1",
        "AB-CD-1 One space only.",
        "AB-CD  No number.",
        "ab-cd-1  Small letters.",
        "AB-CD-1x  A letter too many.",
        "AB-CD-1 []  Needs nothing.",
        "AB-CD-1 [river count]  No comma.",
        "AB-CD-1 [River]  A capital.",
        "AB-CD-1 [river]One breath.",
        " AB-CD-1  Indented.",
        "A sentence alone.",
    ],
)
def test_a_broken_line_is_refused_by_its_number(line: str) -> None:
    with pytest.raises(BastideError, match=r"Line 3 of the rules of made_up cannot be read") as refused:
        parse(f"# rules\nAB-1  Fine.\n{line}\n", "made_up")
    assert line in str(refused.value)
    assert "ligne 3" in refused.value.text("fr")


def test_an_id_is_given_once() -> None:
    with pytest.raises(BastideError, match="gives AB-1 a second time"):
        parse("AB-1  Fine.\nAB-2  Fine.\nAB-1  Not fine.\n", "made_up")


def test_every_id_is_there_once() -> None:
    assert {"base", "editions", "anniversary_edition", "turn_order"} <= set(modules())
    ids = [rule.id for rule in every_rule()]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize(
    ("module", "prefix", "count"),
    [("base", "BASE", 121), ("editions", "ED", 32), ("anniversary_edition", "ANNED", 47), ("turn_order", "ORD", 10)],
)
def test_every_module_has_all_its_rules(module: str, prefix: str, count: int) -> None:
    ids = [rule.id for rule in every_rule() if rule.module == module]
    assert len(ids) == count
    assert all(rule.startswith(f"{prefix}-") for rule in ids)
    families: dict[str, list[int]] = {}
    for rule in ids:
        family, number = rule.rsplit("-", 1)
        families.setdefault(family, []).append(int(number))
    assert all(sorted(numbers) == list(range(1, len(numbers) + 1)) for numbers in families.values()), "a gap"


def test_a_rule_needs_only_expansions_that_are_planned_or_present() -> None:
    for rule in every_rule():
        assert set(rule.needs) <= PLANNED | expansions_present(), rule.id


def test_a_rule_is_in_force_when_all_it_needs_is_present() -> None:
    rule = Rule("AB-1", "Both.", ("river", "count"), "made_up")
    assert not in_force(rule, {"river"})
    assert in_force(rule, {"river", "count", "abbot"})
    base = rulebook.rules(set())
    assert base == [rule for rule in every_rule() if not rule.needs]
    more = {rule.id for rule in rulebook.rules({"river_2"})} - {rule.id for rule in base}
    assert more == {rule.id for rule in every_rule() if rule.needs == ("river_2",)}
    assert f"ORD-{5}" in more


# Citations


def uncited(folder: Path) -> set[str]:
    return {rule.id for rule in missing(folder, set())}


def test_an_id_is_cited_with_dashes_or_underscores(tmp_path: Path) -> None:
    everything = {rule.id for rule in rulebook.rules(set())}
    assert uncited(tmp_path) == everything
    inner = tmp_path / "deeper"
    inner.mkdir()
    (inner / "test_a.py").write_text(f"def test_BASE_CITY_{2}_pays() -> None: ...", encoding="utf-8")
    (tmp_path / "test_b.py").write_text(f'"""ED-HAND-{4}, ORD-RUL-{3}."""', encoding="utf-8")
    assert everything - uncited(tmp_path) == {f"BASE-CITY-{2}", f"ED-HAND-{4}", f"ORD-RUL-{3}"}


@pytest.mark.parametrize("text", [f"BASE_EX_{10}", f"BASE-EX-{12}", f"ANNED-EX-{10}", f"BASE-EX--{1}", "BASE-EX-"])
def test_a_longer_number_or_another_prefix_is_another_rule(tmp_path: Path, text: str) -> None:
    (tmp_path / "test_a.py").write_text(f"# {text}", encoding="utf-8")
    assert {f"BASE-EX-{1}", f"ED-EX-{1}"} <= uncited(tmp_path)


def test_only_python_files_cite(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text(f"BASE-CITY-{2}", encoding="utf-8")
    assert f"BASE-CITY-{2}" in uncited(tmp_path)


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BastideError, match=r"There is no folder .*nowhere with tests"):
        missing(tmp_path / "nowhere", set())


def test_every_rule_in_force_is_cited_by_a_test() -> None:
    assert missing(TESTS, expansions_present()) == []


# The command


def test_the_command_lists_all_rules_by_module(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules_command() == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line and not line.startswith(" ")] == list(modules())
    listed = [line.split()[0] for line in lines if line.startswith("  ")]
    assert listed == [rule.id for rule in every_rule()]
    volcano = next(line for line in lines if f"ORD-{5} " in line)
    assert volcano.endswith("(needs river_2)")


def test_the_command_shows_the_rules_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = every_rule()[30], every_rule()[3]
    assert rules_command(first.id, second.id.lower()) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(maxsplit=1) for line in lines] == [[first.id, first.text], [second.id, second.text]]


def test_an_unknown_rule_is_answered_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules_command("BASE-CITI") == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err.startswith("There is no rule BASE-CITI: did you mean BASE-CITY-")


def test_missing_rules_fail_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "test_a.py").write_text(f"# BASE-CITY-{2}", encoding="utf-8")
    assert rules_command("--missing", "--tests", str(tmp_path)) == 1
    lines = capsys.readouterr().out.splitlines()
    listed = [line.split()[0] for line in lines if line.startswith("  ")]
    assert listed == [rule.id for rule in missing(tmp_path, expansions_present())]
    assert lines[-1] == f"{len(listed)} rules in force are cited by no test."


def test_missing_can_be_asked_of_some_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "test_a.py").write_text(f"# BASE-CITY-{2}", encoding="utf-8")
    asked = ("--missing", "--tests", str(tmp_path), f"BASE-CITY-{2}")
    assert rules_command(*asked) == 0
    assert rules_command(*asked, f"BASE-CITY-{1}") == 1
    assert capsys.readouterr().out.splitlines()[1].startswith(f"BASE-CITY-{1} ")


def test_nothing_missing_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules_command("--missing", "--tests", str(TESTS)) == 0
    count = len(rulebook.rules(expansions_present()))
    assert capsys.readouterr().out == f"Every one of the {count} rules in force is cited by a test.\n"


def test_missing_searches_the_folder_tests_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert rules_command("--missing") == 2
    assert "There is no folder tests with tests" in capsys.readouterr().err
    monkeypatch.chdir(TESTS.parent)
    assert rules_command("--missing") == 0


def test_rules_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rules_command("--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert len(data) == len(every_rule())
    first = every_rule()[0]
    assert data[0] == {
        "id": first.id,
        "module": first.module,
        "text": first.text,
        "needs": [],
        "in_force": True,
    }
    volcano = next(rule for rule in data if rule["id"] == f"ORD-{5}")
    assert (volcano["needs"], volcano["in_force"]) == (["river_2"], "river_2" in expansions_present())
    assert rules_command("--json", "--missing", "--tests", str(tmp_path)) == 1
    assert [rule["in_force"] for rule in json.loads(capsys.readouterr().out)] == [True] * len(
        rulebook.rules(expansions_present())
    )


def test_the_verdict_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--missing", "--tests", str(TESTS), "--lang", "fr"]) == 0
    assert capsys.readouterr().out.startswith("Chaque règle en vigueur (")
