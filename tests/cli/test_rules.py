"""The rule index and the command that lists it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import pytest

from bastide import BastideError, rulebook
from bastide.cli.layout import glued
from bastide.cli.main import main
from bastide.cli.rulebook_pages import overview, printed, title
from bastide.cli.rules import expansions_present, reading_order
from bastide.games import GAMES
from bastide.rulebook import ORIGINAL, Rule, every_rule, in_force, missing, module_rules, modules, parse, translated
from bastide.words import LANGUAGES

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
TRANSLATIONS = [
    (path.parent.name, path.stem)
    for path in sorted(Path(rulebook.__file__).parent.glob("*/*.rules"))
    if path.parent.name != ORIGINAL
]


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


def test_a_comment_directly_above_a_rule_is_a_heading() -> None:
    text = "# All about A.\n\nA-1  Before.\n\n# First\nA-2  One.\n# A remark.\n\nA-3  Two.\n\n# Second\nA-4  Three.\n"
    assert [rule.heading for rule in parse(text, "made_up")] == ["", "First", "First", "Second"]


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
    [("base", "BASE", 124), ("editions", "ED", 33), ("anniversary_edition", "ANNED", 47), ("turn_order", "ORD", 10)],
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


def test_worked_examples_and_rulings_have_sections_of_their_own() -> None:
    for rule in every_rule():
        assert rule.is_example == (rule.heading == "Worked examples"), rule.id
        assert rule.is_ruling == (rule.heading == "Rulings"), rule.id


# Translations


def test_long_modules_begin_with_a_heading_and_sections_are_about_one_thing() -> None:
    """The titles have a section of what they are worth, apart from how the Robber Baron is taken."""
    by_module: dict[str, list[Rule]] = {}
    for rule in every_rule():
        by_module.setdefault(rule.module, []).append(rule)
    assert {module for module, rules in by_module.items() if not rules[0].heading} == {"turn_order"}
    sections = {rule.id.rpartition("-")[0]: rule.heading for rule in by_module["king_and_robber"]}
    assert sections["KR-FINAL"] not in (sections["KR-ROBBER"], sections["KR-KING"])


def headings(rules: Sequence[Rule]) -> list[int]:
    """Return the number of rules under each heading."""
    return [len(list(section)) for _, section in groupby(rules, key=lambda rule: rule.heading)]


@pytest.mark.parametrize(("language", "module"), TRANSLATIONS)
def test_a_translation_has_the_same_rules_under_as_many_headings(language: str, module: str) -> None:
    text = (Path(rulebook.__file__).parent / language / f"{module}.rules").read_text(encoding="utf-8")
    rules, original = parse(text, module, language), module_rules(module)
    assert [rule.id for rule in rules] == [rule.id for rule in original]
    assert headings(rules) == headings(original)
    assert [rule.id for rule in rules if rule.needs] == [], "what a rule needs stands in the English index alone"
    assert [rule.id for rule, other in zip(rules, original, strict=True) if rule.text == other.text] == []


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != ORIGINAL])
def test_every_module_is_translated(language: str) -> None:
    assert [module for other, module in TRANSLATIONS if other == language] == list(modules())


def test_rules_are_told_in_a_language() -> None:
    english, french = ({rule.id: rule for rule in module_rules("turn_order", language)} for language in ("en", "fr"))
    volcano = f"ORD-{5}"
    assert all(french[rule].text != english[rule].text for rule in english)
    assert (french[volcano].language, english[volcano].language) == ("fr", "en")
    assert french[volcano].needs == english[volcano].needs == ("river_2",)
    assert french[f"ORD-RUL-{1}"].heading not in {"", english[f"ORD-RUL-{1}"].heading}
    assert list(french) == list(english)


def test_what_is_not_translated_is_in_english() -> None:
    both = (Rule("A-1", "One.", ("river",), "a", "First"), Rule("A-2", "Two.", (), "a", "First"))
    one = [Rule("A-1", "Un.", (), "a", "Début", "fr"), Rule("A-9", "Trop.", (), "a", "Début", "fr")]
    assert translated(both, one) == (Rule("A-1", "Un.", ("river",), "a", "Début", "fr"), both[1])
    assert module_rules("base", "xx") == module_rules("base")
    assert every_rule("xx") == every_rule()


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


def test_the_command_gives_an_overview(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules_command() == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["Rulebook", "Rules", "Examples", "Rulings"]
    listed = {line.split()[-4]: line for line in lines if line.split()[-4:-3] and line.split()[-4] in modules()}
    assert list(listed) == reading_order()
    assert set(listed) == set(modules())
    assert listed["gold_rush"].startswith("Gold Rush ")
    for module, line in listed.items():
        assert sum(map(int, line.split()[-3:])) == len(module_rules(module))
    assert sum(map(int, next(line for line in lines if line.startswith("Together")).split()[1:])) == len(every_rule())
    assert main(["rules", "--lang", "fr"]) == 0
    assert capsys.readouterr().out.startswith("Livre de règles ")


@pytest.mark.parametrize("width", [30, 40, 60, 79])
def test_a_narrow_overview_has_all_names_and_no_numbers(width: int) -> None:
    lines = printed(overview(reading_order(), "fr", width), width, colour=False).splitlines()
    assert max(map(len, lines)) <= width
    words = " ".join(" ".join(lines).split())
    assert words.startswith(" ".join(f"{module} {title(module, 'fr')}" for module in reading_order()))


def test_the_base_game_comes_first_and_other_games_last() -> None:
    order = reading_order()
    assert order[0] == "base"
    assert order[-1] == "gold_rush"
    assert order[1:4] == ["anniversary_edition", "editions", "turn_order"]
    assert [name for name in order if name in {e.id for e in GAMES["carcassonne"].expansions}] == order[4:-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_module_has_a_title(language: str) -> None:
    assert len({title(module, language) for module in modules()}) == len(modules())


def text_of(lines: Sequence[str]) -> str:
    """Return the running text of a page, without ids."""
    return " ".join(word for line in lines for word in line.split() if not re.fullmatch(r"[A-Z0-9-]+-[0-9]+|•", word))


@pytest.mark.parametrize("word", ["gold_rush", "gold-rush", "Gold_Rush"])
def test_the_command_prints_a_module_like_a_rulebook(capsys: pytest.CaptureFixture[str], word: str) -> None:
    assert rules_command(word) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Gold Rush ──")
    rules = module_rules("gold_rush")
    inner = [line for line in lines[1:] if line and not line.startswith(("•", " "))]
    assert inner == list(dict.fromkeys(rule.heading for rule in rules))
    assert inner[-2:] == ["Worked examples", "Rulings"]
    assert [line.split()[-1] for line in lines if line.startswith("•")] == [rule.id for rule in rules]
    assert all(rule.text in text_of(lines) for rule in rules)
    assert len({len(line) for line in lines if line.startswith("•")}) == 1, "ids end at the right margin"


def test_the_rules_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "turn_order", "--lang", "fr"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("L'ordre d'un tour ──")
    rules = module_rules("turn_order", "fr")
    assert rules[-1].heading in lines
    assert " ".join(f"{rules[4].text} (avec La Rivière II)".split()) in text_of(lines)
    assert all(" ".join(rule.text.split()) in text_of(lines) for rule in rules)


def test_modules_and_rules_can_be_mixed(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules_command("base-farm-2", "turn_order", "BASE_CITY_2", "ORD-1", "BASE-FARM-2") == 0
    lines = capsys.readouterr().out.splitlines()
    shown = [line.split()[-1] for line in lines if line.startswith("•")]
    assert shown == ["BASE-FARM-2", *(rule.id for rule in module_rules("turn_order")), "BASE-CITY-2"]
    titles = [line.split(" ─")[0] for line in lines if "──" in line]
    assert titles == ["The base game", "The order of a turn", "The base game"]
    assert "Scoring during the game" in lines
    assert "(with Mage and Witch, Hills and Sheep)" in text_of(lines)


@pytest.mark.parametrize("width", [40, 80, 100, 200])
def test_pages_fit_the_terminal(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bastide.cli.rules.window_width", lambda: width)
    assert rules_command("editions", "wheel_of_fortune") == 0
    pages = capsys.readouterr().out
    assert main(["rules", "editions", "--lang", "fr"]) == 0
    french = capsys.readouterr().out
    widest = max(map(len, (pages + french).splitlines()))
    assert widest <= min(width, 100)
    assert widest > min(width, 100) - 5
    assert not re.search(r"^ *[;:?!»]|« *$", french, re.MULTILINE), "no line begins or ends with a lone sign"


def test_lines_are_not_broken_at_spaces_that_do_not_break() -> None:
    text = "Une case\u202f: « deux » tours\u00a0!"
    assert printed(iter([glued(text)]), 9, colour=False).splitlines() == ["Une", "case :", "« deux »", "tours !"]


def test_pages_have_colours_only_where_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules_command("turn_order") == 0
    plain = capsys.readouterr().out
    assert rules_command("turn_order", "--color", "always") == 0
    coloured = capsys.readouterr().out
    assert "\033" not in plain
    assert "\033[1mRulings\033[0m" in coloured
    assert "\033[2mORD-RUL-1\033[0m" in coloured.replace("  ", "")
    assert re.sub(r"\033\[[0-9;]*m", "", coloured) == plain


def test_brackets_in_a_rule_are_no_markup() -> None:
    assert printed(iter(["[bold] :smile: 5"]), 80, colour=True) == "[bold] :smile: 5\n"


@pytest.mark.parametrize(
    ("word", "module", "rule"),
    [("BASE-CITI", "base", "BASE-CITY-"), ("gold_rsh", "gold_rush", "GOLD-"), ("wheel", "wheel_of_fortune", "WOF-")],
)
def test_an_unknown_word_is_answered_with_the_nearest(
    capsys: pytest.CaptureFixture[str], word: str, module: str, rule: str
) -> None:
    assert rules_command("gold_rush", word) == 2
    written = capsys.readouterr()
    assert written.out == ""
    said = re.fullmatch(
        rf"There is no module or rule {word}. Nearest modules: (.*). Nearest rules: (.*)\.\n", written.err
    )
    assert said is not None
    assert said[1].split(", ")[0] == module
    assert said[2].startswith(rule)


def test_modules_have_the_names_that_players_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "la rivière", "L'Abbé", "--lang", "fr"]) == 0
    by_name = capsys.readouterr().out
    assert main(["rules", "river", "abbot", "--lang", "fr"]) == 0
    assert capsys.readouterr().out == by_name
    assert main(["rules", "roi", "--lang", "fr"]) == 2
    assert "Parties les plus proches : king_and_robber," in capsys.readouterr().err


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
        "heading": first.heading,
        "language": "en",
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


def test_rules_as_data_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--json", "turn_order", "--lang", "fr"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [rule["id"] for rule in data] == [rule.id for rule in module_rules("turn_order")]
    assert {rule["language"] for rule in data} == {"fr"}
    assert [rule["heading"] for rule in data] == [rule.heading for rule in module_rules("turn_order", "fr")]
    assert data[0]["text"] == module_rules("turn_order", "fr")[0].text


def test_the_verdict_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--missing", "--tests", str(TESTS), "--lang", "fr"]) == 0
    assert capsys.readouterr().out.startswith("Chaque règle en vigueur (")
