"""The legend of the board, and the table at every width."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bastide import Game, save
from bastide.cli.layout import shown_length
from bastide.cli.legend import LegendEntry, legend, legend_lines, tip_lines
from bastide.cli.screen import help_lines, table_legend
from tests.cli.conftest import Bastide
from tests.games import any_kind, random_game

SPECIAL = (
    "D(0,0)+1:builder:city+1:city+2:big:road+2:pig:field.S E(0,1)/1 ; tile IC-FRFR-inn ; "
    "rules bigbox2014 expansions=traders_and_builders,inns_and_cathedrals"
)
WIDTHS = (40, 80, 120)
Terminal = Callable[[int], None]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Return a function that makes standard output a terminal of a width."""

    def make(width: int) -> None:
        for module in ("layout", "panels", "screen", "rules", "hotseat"):
            monkeypatch.setattr(f"bastide.cli.{module}.window_width", lambda: width, raising=False)

    return make


def lines(game: Game, *shown: str, language: str = "en", width: int = 100) -> list[str]:
    """Return the legend of a game without colours, with tiles shown beside the board."""
    names = [tile.name for tile in game.rules.catalogue.tiles]
    entries = legend(game.state, [names.index(name) for name in shown], ("Ann", "Bob"), language)
    return legend_lines(entries, width, colour=False)


def test_only_what_is_on_the_board_or_in_hand_is_explained() -> None:
    assert lines(Game(position="D(0,0)+1:road V(1,0)+2:field.N")) == ["# city   -|+ road   . field   1 2 followers"]
    assert lines(Game(position="D(0,0)")) == ["# city   -|+ road   . field"]
    bends = "IC-RSSR(0,0) ; rules bigbox2014 expansions=inns_and_cathedrals"
    assert lines(Game(position=bends)) == ["-|+ / \\ road   . field"]
    assert lines(Game(position="D(0,0)"), "A", "F") == ["# city   -|+ road   . field   M monastery   ^ pennant"]


def test_pieces_say_whose_they_are_without_colours() -> None:
    assert lines(Game(position=SPECIAL)) == [
        "# city   -|+ road   . field   1 followers   2 big follower: Bob (0,0)   b builder: Ann (0,0)",
        "p pig: Bob (0,0)",
    ]


def test_figures_of_nobody_have_no_owner() -> None:
    game = Game(position="D(0,0)+0:mage:city ; rules bigbox2014 expansions=mage_and_witch")
    assert lines(game) == ["# city   -|+ road   . field   m mage"]


def test_spaces_are_told_apart_by_their_cells() -> None:
    wheel = lines(Game("bigbox2014 expansions=wheel_of_fortune", 2), width=200)[0]
    assert "o crown: inquisition (1,0), plague (2,0) (3,0), fortune (3,2), taxes (3,3) (2,3), famine (1,3)" in wheel
    count = lines(Game("bigbox2014 expansions=count", 2), language="fr", width=200)[0]
    assert "o quartier : château (2,0), cathédrale (1,1), marché (3,1), forge (2,2)" in count


@pytest.mark.parametrize(
    ("tile", "rules", "entry"),
    [
        ("IC-FRFR-inn", "expansions=inns_and_cathedrals", "I auberge"),
        ("IC-CCCC-cathedral", "expansions=inns_and_cathedrals", "C cathédrale"),
        ("TB-CFFC-wine", "expansions=traders_and_builders", "Y vin"),
        ("TB-CFFC-grain", "expansions=traders_and_builders", "% blé"),
        ("TB-FCDC-cloth", "expansions=traders_and_builders", "= tissu"),
        ("HS-CFDF-hill", "expansions=hills_and_sheep", "/\\ colline"),
        ("HS-FRSR-vineyard", "expansions=hills_and_sheep", "V vignoble"),
        ("R1-FWFW-sheep", "expansions=river", "& mouton dessiné dans le pré"),
        ("WOF-FFRR-29", "expansions=wheel_of_fortune", "³ symbole de la roue : les pas du cochon"),
        ("R2-WFFW-pigs", "expansions=river_2", "P porcherie"),
        ("R2-FFFW-volcano-lake", "expansions=river_2", "/^\\ volcan"),
        ("MW-CFDF", "expansions=mage_and_witch", "! signe magique"),
        ("CAT-CCCC-01", "expansions=catapult", "F foire"),
        ("K1-CFFC", "expansions=crop_circles circles=both", "(#) agroglyphe à l'écu"),
        ("K1-FFRR", "expansions=crop_circles circles=both", "(-) agroglyphe au gourdin"),
        ("K1-CRFF", "expansions=crop_circles circles=both", "(.) agroglyphe à la fourche"),
        ("20AE-CRSC-d", "expansions=anniversary_mini", '→ " flèche : à deux'),
        ("20AE-CCCR-b", "expansions=anniversary_mini", "→ R flèche : au loin"),
        ("20AE-CCCF-a", "expansions=anniversary_mini", "→ @ flèche : encore"),
        ("20AE-CRSC-d", "expansions=anniversary_mini", "* jardin"),
    ],
)
def test_marks_have_names(tile: str, rules: str, entry: str) -> None:
    game = Game(f"bigbox2014 {rules}", 2)
    before, after = (" ".join(lines(game, *shown, language="fr")) for shown in ((), (tile,)))
    assert entry in after
    assert entry not in before or tile in game.position_text()


def test_gold_rush_has_a_legend_of_its_own() -> None:
    game = Game("gold_rush", 2)
    assert lines(game) == ["-|+ railroad   A mountain   . prairie   $ nugget   g mine token"]
    assert lines(game, "GR-MHHP-12b", "GR-PPPP-20a", language="fr") == [
        "-|+ chemin de fer   A montagne   . prairie   $ pépite   L locomotive   X camp amérindien",
        "H chevaux sauvages   g jeton Mine",
    ]


def test_a_legend_takes_as_few_lines_as_its_width_allows() -> None:
    entries = [
        LegendEntry((("#", "33"),), "city"),
        LegendEntry((("-", "0"), ("+", "0")), "road"),
        LegendEntry((("*", "96"),), "garden"),
    ]
    assert legend_lines(entries, 20, colour=False) == ["# city   - + road", "* garden"]
    assert legend_lines(entries, 80, colour=False) == ["# city   - + road   * garden"]
    assert legend_lines(entries, 8, colour=False) == ["# city", "- + road", "* garden"]
    coloured = legend_lines(entries, 20, colour=True)
    assert coloured[0] == "\033[33m#\033[0m\033[2m city\033[0m   \033[0m-\033[0m \033[0m+\033[0m\033[2m road\033[0m"
    assert legend_lines([], 20, colour=True) == []


def test_sentences_on_marks() -> None:
    entries = [LegendEntry((("^", "91"),), "pennant", "Two points more."), LegendEntry((("#", "33"),), "city")]
    assert tip_lines(entries, 15, colour=False) == ["  ^  Two points", "     more."]
    inn = "D(0,0) ; tile IC-FRFR-inn ; rules bigbox2014 tiles=base,inns_and_cathedrals"
    assert help_lines(Game(position=inn), None, "en", colour=False) == [
        "  I  Inn: it counts only with Inns and Cathedrals."
    ]
    works = help_lines(Game(position=f"{inn} expansions=inns_and_cathedrals"), None, "en", colour=False)
    assert works[0].startswith("  I  Inn: its road gives 2 points a tile when complete,")


@pytest.mark.parametrize(
    ("tile", "rules", "said"),
    [
        ("IC-FRFR-inn", "inns_and_cathedrals unfinished_inns=ignored", "Unfinished at the end, it counts as without"),
        ("R2-WRWR-inn", "river_2", "counts only with Inns and Cathedrals"),
        ("R2-FFFW-volcano-lake", "river_2", "puts down no piece"),
        ("R2-FFFW-volcano-lake", "river_2 dormant_volcano=on", "a lake like any other"),
        ("R1-FWFW-sheep", "river,hills_and_sheep", "counts in every herding"),
        ("R1-FWFW-sheep", "river", "counts only with Hills and Sheep"),
        ("HS-FRSR-vineyard", "hills_and_sheep,abbot garden_vineyards=on", "monastery or garden"),
        ("R1-FFWW-vineyard", "river", "counts only with Hills and Sheep"),
    ],
)
def test_sentences_on_marks_are_about_the_rules_of_the_table(tile: str, rules: str, said: str) -> None:
    game = Game(f"bigbox2014 expansions={rules}", 2)
    shown = [each.name for each in game.rules.catalogue.tiles].index(tile)
    assert any(said in entry.tip for entry in legend(game.state, [shown], ("Ann", "Bob"), "en"))


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("bigbox2014", "Pennant: 2 points more for a complete city, 1 for"),
        ("first", "three tiles or more, 1 for an unfinished city"),
        ("first tiny_city_pennants=on", "three tiles or more, 1 for one of two tiles or"),
        ("first tiny_city=4", "Pennant: 2 points more for a complete city, 1 for"),
    ],
)
def test_the_sentence_on_pennants_is_about_the_edition(rules: str, said: str) -> None:
    """BASE-RUL-4, BASE-CITY-4: a pennant in a city of two tiles."""
    lines = help_lines(Game(position=f"C(0,0) ; rules {rules}"), None, "en", colour=False)
    assert said in " ".join(" ".join(lines).split())


def test_the_help_explains_the_marks_on_the_board(bastide: Bastide) -> None:
    ran = bastide("play", "--load", "F(0,0) ; tile A", typed=["h"])
    assert "On the board:\n  ^  Pennant: 2 points more for a complete city" in ran.out
    bare = bastide("play", "--load", "D(0,0) ; tile A", "--lang", "fr", typed=["h"])
    assert "Sur le plateau" not in bare.out.replace("sur le plateau [5]", "")


def test_the_hands_of_others_are_not_in_the_legend() -> None:
    hands = "D(0,0) ; hand IC-FRFR-inn,D,D A,D,D ; rules second expansions=inns_and_cathedrals hand_size=3"
    game = Game(position=hands)
    names = {seat: [entry.name for entry in table_legend(game, seats, "en")] for seat, seats in ((0, [0]), (1, [1]))}
    assert names[0] == ["city", "road", "field", "inn"]
    assert names[1] == ["city", "road", "field", "monastery"]
    assert len(table_legend(game, (), "en")) == 3


# The table


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    "rules",
    [
        "bigbox2014 expansions=hills_and_sheep,inns_and_cathedrals,river,traders_and_builders,wheel_of_fortune",
        "bigbox2014 expansions=catapult,count,crop_circles,cult,king_and_robber,mage_and_witch",
        "anniversary expansions=abbot,anniversary_mini,river_20 hand_size=3",
        "gold_rush",
    ],
)
def test_the_table_fits_the_terminal(
    bastide: Bastide, terminal: Terminal, tmp_path: Path, rules: str, width: int
) -> None:
    save(random_game(rules, 4, most=70, choose=any_kind), tmp_path / "game.json")
    terminal(width)
    for language in ("en", "fr"):
        plain = bastide("show", str(tmp_path / "game.json"), "--lang", language, "--color", "never").out
        coloured = bastide("show", str(tmp_path / "game.json"), "--lang", language, "--color", "always").out
        *table, position = plain.splitlines()
        assert max(map(len, table)) <= width
        assert max(map(len, table)) > width * 2 // 3
        assert "(0,0)" in position
        assert re.sub(r"\033\[[0-9;]*m", "", coloured) == plain
        assert max(map(shown_length, coloured.splitlines()[:-1])) <= width


@pytest.mark.parametrize("width", [30, 40, 60])
def test_narrow_lines_break_between_words(bastide: Bastide, terminal: Terminal, width: int) -> None:
    terminal(width)
    game = "D(0,0)+1:big:city ; rules bigbox2014 expansions=inns_and_cathedrals,wheel_of_fortune ; tile WOF-FFRR-29"
    out = bastide("show", game, "--lang", "fr").out.splitlines()[:-1]
    assert max(map(len, out)) <= width
    assert not [line for line in out if line.lstrip().startswith((":", ";", ",", "!", "?"))]
    assert "7 × partisan, 0 × grand partisan" in " ".join(" ".join(out).split())


def test_supplies_have_the_signs_of_their_language(bastide: Bastide) -> None:
    flock = "D(0,0) ; rules bigbox2014 expansions=hills_and_sheep ; column sheep.flock 1 0 0 0 1 0 0 0"
    assert "1 × shepherd; 1 × 1 sheep" in bastide("show", flock).out
    assert "1 × berger ; 1 × 1 mouton" in bastide("show", flock, "--lang", "fr").out


@pytest.mark.parametrize("width", [40, 70])
def test_what_is_said_in_play_fits_the_terminal(bastide: Bastide, terminal: Terminal, width: int) -> None:
    terminal(width)
    fair = ["--load", "D(0,0)+1:city ; tile CAT-CFFF-04 ; rules bigbox2014 expansions=catapult"]
    typed = ["h", "99", "1 1", "0", "fair:knockout", "l", "road.E"]
    out = bastide("play", *fair, "--seed", "1", "--lang", "fr", typed=typed).out
    assert "Chute : qui est touché" in " ".join(out.split())
    assert "n'est pas un des choix : tapez un nombre de" in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= width
    assert width == 40 or f"\n{' ' * 12}la droite\n" in out


@pytest.mark.parametrize("language", ["en", "fr"])
def test_errors_and_warnings_fit_the_terminal(bastide: Bastide, terminal: Terminal, language: str) -> None:
    terminal(40)
    for rules in ("count,wheel_of_fortune", "count,river_20", "count shepherds=2"):
        ran = bastide("play", "--given", "--rules", f"bigbox2014 expansions={rules}", "--lang", language)
        assert len(ran.err.splitlines()) > 1
        assert all(len(line) <= 40 for line in ran.err.splitlines())
    with_a_list = bastide("show", "nonsense", "--lang", language)
    assert all(len(line) <= 40 for line in with_a_list.err.splitlines())


def test_prompts_fit_the_terminal(bastide: Bastide, terminal: Terminal) -> None:
    terminal(40)
    out = bastide("play", "--load", "D(0,0) V(1,0) ; tile W", "--lang", "fr", typed=["2", "1"]).out
    assert "Dans quel sens (1–3, Entrée pour une autre case) ? 1\n" in out.replace("pour une\n", "pour une ")
    assert max(map(len, out.splitlines())) <= 40


def test_parts_of_a_wide_board_are_of_equal_width(bastide: Bastide, terminal: Terminal) -> None:
    row = "D(0,0) " + " ".join(f"U({x},0)" for x in range(1, 8))
    terminal(50)
    parts = bastide("show", row).out.split("\n\n")
    assert [part.splitlines()[0].split() for part in parts[:2]] == [["0", "1", "2", "3"], ["4", "5", "6", "7"]]


def test_play_and_show_have_one_picture(bastide: Bastide) -> None:
    _, explained, scores, _ = bastide("show", SPECIAL).out.split("\n\n")
    played = bastide("play", "--load", SPECIAL).out
    assert f"\n\n{explained}\n\n" in played
    assert f"\n{scores}\n" in played


@pytest.mark.parametrize("width", WIDTHS)
def test_the_menu_fits_the_terminal(bastide: Bastide, terminal: Terminal, width: int) -> None:
    terminal(width)
    wheel = ["--rules", "bigbox2014 expansions=wheel_of_fortune", "--seed", "1", "--lang", "fr"]
    out = bastide("play", *wheel, typed=["1 1"]).out
    assert "+(1,0).crown" in out
    assert "partisan (couronne : inquisition)" in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= width


@pytest.mark.parametrize("width", WIDTHS)
def test_tiles_are_beside_the_scores_or_below_them(bastide: Bastide, terminal: Terminal, width: int) -> None:
    terminal(width)
    out = bastide("show", SPECIAL).out.splitlines()
    title = next(line for line in out if "IC-FRFR-inn FRFR" in line)
    assert title.startswith("Turn") == (width >= 80)
