"""What can be chosen when a table is opened, as the HTTP API describes it."""

from __future__ import annotations

from random import Random

from bastide.bots import BOTS
from bastide.games import GAMES
from bastide.rules.model import Json
from bastide.server.options import AIDS, CLOCKS, FLAGS, JOINING
from bastide.words import LANGUAGES
from tests.server.api import Api, Run, mapping, rows


def test_everything_that_can_be_chosen_is_told_with_a_sentence(run: Run) -> None:
    async def test(api: Api) -> None:
        said = {language: await api.facts("/api/rules", language) for language in LANGUAGES}
        for found in said.values():
            presets = {str(row["preset"]): row for row in rows(found["presets"])}
            assert list(presets) == [preset for game in GAMES.values() for preset in game.presets]
            expansions = mapping(found["expansions"])
            assert set(expansions) == {e.id for game in GAMES.values() for e in game.expansions}
            for game in GAMES.values():
                options = mapping(mapping(found["options"])[game.name])
                every = {o.name: o for e in (*game.base, *game.expansions) for o in e.options}
                assert options.keys() == every.keys()
                for name, option in every.items():
                    told = mapping(options[name])
                    assert told["values"] == list(option.values)
                    owners = [e.id for e in game.expansions if name in {o.name for o in e.options}]
                    assert told["default"] == option.default
                    assert told["expansions"] == owners
                    assert told["beside"] == ({other: list(values) for other, values in option.beside} or None)
                    if option.parts:
                        assert [len(listing(ids)) for ids in listing(told["parts"])] == told["tiles"] == [6, 6, 12]
                        assert listing(told["parts"])[2] == list(option.parts)
                    else:
                        assert told["parts"] is told["tiles"] is None
                    under = None if option.under is None else mapping(told["under"])
                    assert under is None or (under["option"], under["value"]) == option.under
                for preset in game.presets:
                    assert presets[preset]["game"] == game.name
                    assert presets[preset]["expansions"] == sorted(e.id for e in game.expansions)
                    assert mapping(presets[preset]["options"]).keys() <= options.keys()
            choices = mapping(found["choices"])
            schemas = mapping(api.app.openapi()["components"]["schemas"])
            asked = set(mapping(mapping(schemas["TableOptions"])["properties"]))
            asked |= mapping(mapping(schemas["ClockOptions"])["properties"]).keys() - {"kind"}
            assert choices.keys() == asked - {"preset", "expansions", "tiles", "options"}
            few = {"joining": JOINING, "aids": AIDS, "clock": CLOCKS, "flag": FLAGS, "bots": BOTS}
            for name, known in few.items():
                assert list(mapping(mapping(choices[name])["values"])) == list(known)
        english, french = (list(texts(said[language])) for language in ("en", "fr"))
        assert len(english) == len(french) > 50
        assert all(one != other for one, other in zip(english, french, strict=True))

    run(test)


def texts(found: Json, within: bool = False) -> list[str]:
    """Return all sentences somewhere in an answer: those called text, and the meanings of values."""
    if isinstance(found, dict):
        return [
            text
            for key, part in found.items()
            for text in ([part] if key == "text" or within else texts(part, key == "values"))
            if isinstance(text, str)
        ]
    return [text for part in found for text in texts(part)] if isinstance(found, list) else []


def test_the_tiles_of_a_table_can_be_told_before_it_is_opened(run: Run) -> None:
    """A preset tells its tiles, and every expansion how many more, as their boxes count them."""

    async def test(api: Api) -> None:
        found, chance = await api.facts("/api/rules"), Random(1)
        presets = [row for row in rows(found["presets"]) if row["game"] == "carcassonne"]
        known = {name: mapping(facts) for name, facts in mapping(found["expansions"]).items()}
        circles = mapping(mapping(mapping(found["options"])["carcassonne"])["circles"])
        assert [name for name in known if not known[name]["tiles"]] == ["abbot"]
        for _ in range(30):
            preset, series = chance.choice(presets), chance.randrange(3)
            chosen = together(known, chance.sample(sorted(known), chance.randrange(len(known))))
            options = {"circles": listing(circles["values"])[series]} if "crop_circles" in chosen else {}
            total = number(preset["tiles"])
            for name in chosen:
                total += number(listing(circles["tiles"])[series] if name == "crop_circles" else known[name]["tiles"])
            opened = await api.live(await api.open(preset=preset["preset"], expansions=list(chosen), options=options))
            assert opened.table.rules.box_tiles == total
            advised = [set(map(str, listing(row["together"]))) for row in rows(found["advice"])]
            assert any(pair <= set(chosen) for pair in advised) == bool(opened.table.rules.warnings)

    run(test)


def together(known: dict[str, dict[str, Json]], names: list[str]) -> list[str]:
    """Return those of some expansions that can be played together."""
    chosen: list[str] = []
    for name in names:
        clashes = [name in listing(known[o]["excludes"]) or o in listing(known[name]["excludes"]) for o in chosen]
        if not any(clashes):
            chosen.append(name)
    return chosen


def listing(found: Json) -> list[Json]:
    assert isinstance(found, list)
    return found


def number(found: Json) -> int:
    assert isinstance(found, int)
    return found


def test_what_the_rules_offer_opens_a_table(run: Run) -> None:
    async def test(api: Api) -> None:
        found = await api.facts("/api/rules")
        for row in rows(found["presets"]):
            options: dict[str, Json] = {"preset": row["preset"], "options": row["options"]}
            facts = await api.facts(f"/api/tables/{await api.open(**options)}")
            assert str(facts["rules"]).startswith(str(row["preset"]))

    run(test)
