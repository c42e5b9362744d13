"""Secrets over the wire: tables that differ only in secrets send the same bytes to all who may not know them.

The two tables of a pair are served by the same server. Their dealers are played by the test, so that all open draws are
the same and the hidden ones are not; everything else is as it is for everybody.
"""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from bastide.expansions.catapult import CHOSEN, PLAYED
from bastide.expansions.gold_rush import HELD
from bastide.games import GAMES, choose_rules
from bastide.play.fair import Fair
from bastide.play.verify import verify
from bastide.rules import engine
from bastide.rules.model import CHANCE, Action, Json
from bastide.rules.state import HAND_SLOTS, State
from bastide.server.settings import Settings
from bastide.server.table import Table
from tests.rulesets import FULL, FULL_NAMES
from tests.server.running import Server
from tests.server.threaded_server import SeatedTable, SocketClient, ThreadedServer, ask, seated_table

KEEPER = 0
"""The seat that has the secrets."""
HIDDEN = ("deal", "replace", "gold")
"""The draws that only one seat sees."""
SETTINGS = Settings(messages_per_second=10**6)
Prefers = Callable[[State], Sequence[Action]]


# A pair of tables


class Leading:
    """Deals the first table of a pair."""

    def __init__(self, seed: str, prefers: Prefers | None = None) -> None:
        self.seed, self.prefers = seed, prefers
        self.drawn: dict[int, tuple[list[int], Action]] = {}

    def pick(self, state: State, index: int) -> Action:
        rng = Random(f"{self.seed}/{index}")
        better = self.prefers(state) if self.prefers else ()
        action = rng.choice(better) if better else engine.outcome(state, rng.randrange(engine.chances(state)))
        self.drawn[index] = sorted(state.hand[:HAND_SLOTS]), action
        return action


class Following:
    """Deals the second one: the same, but for what the keeper is given; of a hand no more than two tiles differ."""

    def __init__(self, leading: Leading, since: int = 0) -> None:
        self.leading, self.since = leading, since
        """The draw from which on they differ."""
        self.differing: set[int] = set()
        """The draws that do."""
        self.parted = False
        """Whether something had to be drawn otherwise that everybody sees."""

    def pick(self, state: State, index: int) -> Action:
        hand, action = self.leading.drawn[index]
        kind = state.rules.kind_of(action)
        hidden = kind.name in HIDDEN and kind.unpack(action)[0] == KEEPER
        apart = (Counter(hand) - Counter(state.hand[:HAND_SLOTS])).total()
        if hidden and index >= self.since and apart < (2 if self.since else 1):
            other = Random(f"another/{self.leading.seed}/{index}").choice(state.legal)
            if other != action:
                self.differing.add(index)
            return other
        if not engine.is_legal(state, action):
            self.parted = True
            return state.legal[0]
        return action


class Otherwise:
    """Deals like the first up to a draw, and otherwise from there on."""

    def __init__(self, leading: Leading, until: int) -> None:
        self.leading, self.until = leading, until

    def pick(self, state: State, index: int) -> Action:
        if index < self.until:
            return self.leading.drawn[index][1]
        return Leading(f"{self.leading.seed}/otherwise").pick(state, index)


Dealer = Leading | Following | Otherwise


class Dealers:
    """Who deals at which table, in the order in which the tables begin."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.next: list[Dealer] = []
        self.known: dict[str, Dealer] = {}
        monkeypatch.setattr(Table, "dealer", lambda table, nonces=None: self.of(table))

    def of(self, table: Table) -> Dealer:
        if table.id not in self.known:
            self.known[table.id] = self.next.pop(0)
        return self.known[table.id]


class Pair:
    """Two tables, played in step, each with all seats and a spectator who reads French."""

    def __init__(
        self, server: ThreadedServer, dealers: Dealers, lead: Leading, follow: Dealer, seats: int, **options: Json
    ) -> None:
        self.server, self.seats, self.lead, self.follow = server, seats, lead, follow
        dealers.next = [lead, follow]
        self.parties = [seated_table(server.address, seats, **options) for _ in range(2)]
        self.places = [
            [*(SocketClient(server.address, table.id, token, since=0) for token in table.tokens), self.watch(table)]
            for table in self.parties
        ]
        self.keepers = {KEEPER}
        """Who may see a difference."""
        self.compared = 0
        for who in range(seats + 1):
            self.compare(who, *[places[who].receive() for places in self.places])

    def watch(self, table: SeatedTable) -> SocketClient:
        return SocketClient(self.server.address, table.id, None, since=0, lang="fr")

    def compare(self, who: int, a: str, b: str) -> None:
        """See that somebody who may not know the secrets got the same from both tables, byte for byte."""
        if who not in self.keepers:
            one, other = (table.plain(text) for table, text in zip(self.parties, (a, b), strict=True))
            assert one == other, f"place {who} can tell the tables apart"
            assert len(a.encode()) == len(b.encode())
            self.compared += 1

    def states(self) -> list[State]:
        return [self.server.game(table.id).state for table in self.parties]

    def options(self) -> list[list[Json]]:
        """Return what the seats that are to choose may do, as they were told."""
        found: list[list[Json]] = []
        for table, places in zip(self.parties, self.places, strict=True):
            actor = self.server.table(table.id).actor
            message = json.loads(places[actor].received[-1]) if actor is not None else {}
            for text in reversed(places[actor].received if actor is not None else []):
                message = json.loads(text)
                if "state" in message:
                    break
            found.append(message.get("state", {}).get("options", []))
        return found

    def act(self, a: Json, b: Json) -> bool:
        """Let the actors choose; say whether both tables still look alike, as far as the rules allow."""
        actors = [self.server.table(table.id).actor for table in self.parties]
        assert actors[0] == actors[1]
        actor = actors[0]
        assert actor is not None
        for table, places, action in zip(self.parties, self.places, (a, b), strict=True):
            moment = self.server.table(table.id).position_version
            places[actor].send(type="act", action=action, moment=moment, ref=f"at {moment}")
            self.played(table.id, moment)
        self.all_hear()
        self.compare(actor, *[places[actor].receive() for places in self.places])
        return self.alike()

    def played(self, table_id: str, moment: int) -> None:
        """Wait until a table has moved on, since the second one follows what the first one drew."""
        deadline = time.monotonic() + 20
        while self.server.table(table_id).position_version == moment and time.monotonic() < deadline:
            time.sleep(0.001)

    def all_hear(self) -> None:
        texts = [[places[who].receive() for places in self.places] for who in range(self.seats + 1)]
        if self.alike():
            for who, (one, other) in enumerate(texts):
                self.compare(who, one, other)

    def alike(self) -> bool:
        """Say whether nothing happened yet that the rules show to all, such as a hand that cannot be played."""
        a, b = self.states()
        parted = isinstance(self.follow, Following) and self.follow.parted
        return not parted and a.pc == b.pc and a.legal != [] and engine.actor(a) == engine.actor(b)

    def all_do(self, who: int, kind: str, **fields: Json) -> None:
        """Let somebody do the same at both tables, for all to hear."""
        for places in self.places:
            places[who].send(type=kind, **fields)
        self.all_hear()
        self.compare(who, *[places[who].receive() for places in self.places])

    def take_back(self, rng: Random) -> None:
        """Take a choice back, or ask for it; others refuse or grant it."""
        tables = [self.server.table(table.id) for table in self.parties]
        seat = rng.randrange(self.seats)
        if all(table.undo_ply(seat) is not None for table in tables):
            self.all_do(seat, "undo")
        elif all(any(entry.actor == seat for entry in self.server.game(table.id).log) for table in tables):
            self.all_do(seat, "takeback")
            for other in sorted(set(range(self.seats)) - {seat}):
                yes = rng.random() < 0.8
                self.all_do(other, "answer", yes=yes)
                if not yes:
                    break

    def probe(self, rng: Random, places: Sequence[int] = ()) -> None:
        """Compare everything else that one can get: errors, chat, what was missed, and answers over HTTP."""
        self.look(rng, rng.choice(places or range(self.seats + 1)))

    def look(self, rng: Random, who: int) -> None:
        messages: list[dict[str, Json]] = [
            {"type": "act", "option": 10**6, "moment": self.server.table(self.parties[0].id).position_version},
            {"type": "act", "option": 0, "moment": -1},
            {"type": "act", "action": {"do": "pick", "tile": "?"}, "moment": "now"},
            {"type": "confirm"},
            {"type": "answer", "yes": True},
            {"type": "nonsense"},
            {"type": "ping", "ref": 5},
        ]
        for message in messages:
            for places in self.places:
                places[who].send(**message)
            self.compare(who, *[places[who].receive() for places in self.places])
        if who < self.seats:
            self.all_do(who, "say", text=f"I am {who}")
        since = rng.randrange(self.server.table(self.parties[0].id).version + 1)
        token = None if who == self.seats else who
        again = [
            SocketClient(self.server.address, table.id, None if token is None else table.tokens[token], since=since)
            for table in self.parties
        ]
        self.compare(who, *[place.receive() for place in again])
        for place in again:
            place.socket.close()
        for path in ("", "/record", "/result"):
            answers = [ask(self.server.address, "GET", f"/api/tables/{table.id}{path}") for table in self.parties]
            assert answers[0].code == answers[1].code == (403 if path else 200)
            self.compare(self.seats, *[answer.text for answer in answers])
        if token is not None and token not in self.keepers:
            mine = [
                ask(self.server.address, "POST", "/api/mine", {"tokens": [table.tokens[token]]})
                for table in self.parties
            ]
            self.compare(token, *[answer.text for answer in mine])

    def close(self) -> None:
        for places in self.places:
            for place in places:
                place.socket.close()


@pytest.fixture
def dealers(monkeypatch: pytest.MonkeyPatch) -> Dealers:
    return Dealers(monkeypatch)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadedServer]:
    with ThreadedServer(tmp_path_factory.mktemp("secrets") / "t.sqlite", SETTINGS) as running:
        yield running


def chosen(options: Sequence[Json], rng: Random) -> Json:
    """Choose a kind of action first, so that rare ones are seen too; at a fair always the catch."""
    kinds = sorted({str(option["do"]) for option in options if isinstance(option, dict)})
    kind = rng.choice(kinds)
    of_kind = [option for option in options if isinstance(option, dict) and option["do"] == kind]
    return of_kind[3] if kind == "fair" and len(of_kind) > 3 else rng.choice(of_kind)


def play_on(pair: Pair, rng: Random, most: int, stop: Callable[[State], bool] = lambda state: False) -> int:
    """Play both tables in step while they look alike; return at how many moments the secrets differed."""
    differed = 0
    for _ in range(most):
        a, b = pair.states()
        if stop(a):
            break
        differed += a.hand != b.hand or a.ext.get(HELD) != b.ext.get(HELD)
        one, other = pair.options()
        common = [option for option in one if option in other]
        if not common:
            break
        choice = chosen(common, rng)
        if not pair.act(choice, choice):
            break
        if rng.random() < 0.1:
            pair.probe(rng)
        if rng.random() < 0.05:
            pair.take_back(rng)
    return differed


# What the secrets are


def test_these_are_all_the_secrets_there_are() -> None:
    """Whoever adds another one adds it to these tests."""
    columns, kinds = set(), set()
    for game in GAMES.values():
        for preset in game.presets:
            for expansions in ((), *(FULL if game is next(iter(GAMES.values())) else ())):
                options = {"hand_size": 3} if game is next(iter(GAMES.values())) else {}
                rules = choose_rules(preset, list(expansions), [], options)
                columns |= {column.name for column in rules.columns if column.secret}
                kinds |= {kind.name for kind in rules.kinds}
    assert columns == {CHOSEN, HELD}
    assert set(HIDDEN) <= kinds


# Each of them


@pytest.mark.slow
@pytest.mark.parametrize(
    "expansions",
    [FULL[0], *(pytest.param(expansions, marks=pytest.mark.long) for expansions in FULL[1:])],
    ids=FULL_NAMES,
)
def test_a_hand_is_seen_by_nobody_else_with_any_expansion(
    server: ThreadedServer, dealers: Dealers, expansions: tuple[str, ...]
) -> None:
    differed = compared = dealt = 0
    for seed in range(2):
        lead = Leading(f"hands {seed}")
        follow = Following(lead, seed * 12)
        options: dict[str, Json] = {"expansions": list(expansions), "options": {"hand_size": 3}}
        pair = Pair(server, dealers, lead, follow, 3, **options)
        differed += play_on(pair, Random(seed), 120)
        compared += pair.compared
        dealt += sum(index > 9 for index in follow.differing)
        pair.close()
    assert differed > 100
    assert compared > 600
    assert dealt > 0, "while everybody watched"


def test_a_hand_is_seen_by_nobody_else(server: ThreadedServer, dealers: Dealers) -> None:
    differed = compared = dealt = 0
    for seed in range(3):
        lead = Leading(f"hand {seed}")
        follow = Following(lead, 6 * seed + 9)
        pair = Pair(server, dealers, lead, follow, 2 + seed, options={"hand_size": 3})
        differed += play_on(pair, Random(seed), 100)
        compared += pair.compared
        dealt += sum(index >= 3 * (2 + seed) for index in follow.differing)
        pair.close()
    assert differed > 50
    assert compared > 500
    assert dealt > 2, "while everybody watched"


def test_mine_tokens_are_seen_by_nobody_else(server: ThreadedServer, dealers: Dealers) -> None:
    """Up to the end of the game, when all tokens are turned over."""
    lead = Leading("gold")
    pair = Pair(server, dealers, lead, Following(lead), 3, preset="gold_rush")
    differed = play_on(pair, Random(7), 1000)
    assert differed > 50
    assert pair.compared > 500
    assert [server.table(table.id).ended for table in pair.parties] == ["played", "played"]
    ends = [table.plain(places[3].received[-1]) for table, places in zip(pair.parties, pair.places, strict=True)]
    assert ends[0] != ends[1], "now everybody may know"
    pair.close()


def fairs(state: State) -> list[Action]:
    """Prefer tiles that bring the catapult."""
    if state.rules.kind_of(state.legal[0]).name not in ("draw", "deal"):
        return []
    tiles = state.rules.catalogue.tiles
    number = [state.rules.kind_of(action).unpack(action)[-1] for action in state.legal]
    return [action for action, tile in zip(state.legal, number, strict=True) if tiles[tile].id.startswith("CAT-")]


def at_a_catch(state: State) -> bool:
    return PLAYED in state.ext and state.ext[PLAYED][0] == 4


@pytest.mark.parametrize("expansions", [("catapult",), FULL[1]], ids=["alone", FULL_NAMES[1]])
def test_what_hurler_and_catcher_choose_is_seen_by_nobody_else(
    server: ThreadedServer, dealers: Dealers, expansions: tuple[str, ...]
) -> None:
    for seed in range(20):
        lead = Leading(f"catch {seed}", fairs)
        pair = Pair(server, dealers, lead, Following(lead), 3, expansions=list(expansions))
        play_on(pair, Random(seed), 80, at_a_catch)
        if at_a_catch(pair.states()[0]):
            break
        pair.close()
    else:
        pytest.fail("nobody played the catch")
    rng, before = Random(1), pair.compared
    hurler = server.table(pair.parties[0].id).actor
    assert hurler is not None
    options = pair.options()[0]
    pair.keepers = {hurler}
    assert pair.act(options[0], options[-1])
    assert pair.states()[0].ext[CHOSEN] != pair.states()[1].ext[CHOSEN]
    for _ in range(6):
        pair.probe(rng)
    pair.all_do(hurler, "undo")
    pair.probe(rng)
    assert pair.compared - before > 20
    assert any(
        pair.parties[0].plain(one) != pair.parties[1].plain(other)
        for one, other in zip(*(places[hurler].received[-30:] for places in pair.places), strict=True)
    ), "the hurler can tell them apart"
    pair.close()


def test_a_draw_that_is_still_to_come_is_nowhere(server: ThreadedServer, dealers: Dealers) -> None:
    """Two bags that will give the same for a while, and then not: until then nobody can tell which is which."""
    lead = Leading("future")
    pair = Pair(server, dealers, lead, Otherwise(lead, 12), 2)
    pair.keepers = set()
    rng = Random(3)
    for _ in range(100):
        draws = [sum(entry.actor == CHANCE for entry in server.game(table.id).log) for table in pair.parties]
        assert draws[0] == draws[1]
        if draws[0] == 12:
            break
        one, other = pair.options()
        assert one == other
        choice = chosen(one, rng)
        pair.act(choice, choice)
        pair.probe(rng)
    else:
        pytest.fail("too few draws")
    passing: Json = {"do": "pass"}

    def go_on() -> None:
        for _ in range(9):
            one = pair.options()[0]
            choice = passing if passing in one else one[0]
            pair.act(choice, choice)

    with pytest.raises(AssertionError, match="can tell the tables apart"):
        go_on()
    pair.close()


def test_the_test_can_tell_tables_apart(
    server: ThreadedServer, dealers: Dealers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a door left open, the same comparison fails: here spectators are shown the view of the keeper."""
    from bastide.play.game import Game

    real = Game.view
    monkeypatch.setattr(Game, "view", lambda game, seat, start=0: real(game, KEEPER if seat is None else seat, start))
    lead = Leading("open door")
    with pytest.raises(AssertionError, match="can tell the tables apart"):
        Pair(server, dealers, lead, Following(lead), 2, options={"hand_size": 3})


# The dealer's secret, tokens and their hashes


def everything_said(address: str, path: Path) -> tuple[dict[str, list[str]], dict[str, str], SeatedTable]:
    """Play part of a game at a real server; return all that came from it, by whom, and what must not be in it."""
    table = seated_table(address, 2, confirm=True)
    places = [
        *(SocketClient(address, table.id, token, since=0) for token in table.tokens),
        SocketClient(address, table.id, None),
    ]
    states = [json.loads(place.receive())["state"] for place in places]
    rng = Random(5)
    for _ in range(30):
        actor = states[2]["actor"]
        option = rng.randrange(len(states[actor]["options"]))
        places[actor].send(type="act", option=option, moment=states[actor]["moment"], ref="x" + rng.randbytes(4).hex())
        states = [place.receive_type("step")["state"] for place in places]
        if states[actor]["grace"]:
            places[actor].send(type="confirm")
            states = [place.receive_type("step")["state"] for place in places]
        places[actor].send(type="act", option=-1, moment=0)
        places[actor].send(type="say", text="<b>hello</b> from here")
        for place in places:
            place.receive_type("said")
    answers = [
        ask(address, "GET", path)
        for path in ("/api/rules", "/api/tables", f"/api/tables/{table.id}", "/metrics", "/healthz", "/openapi.json")
    ]
    answers += [ask(address, "GET", f"/api/tables/{table.id}/{what}") for what in ("record", "result", "nothing")]
    answers.append(ask(address, "POST", "/api/mine", {"tokens": table.tokens}))
    answers.append(ask(address, "POST", f"/api/tables/{table.id}/seats", {"name": "Ann"}))
    bearer = f"Bearer {table.tokens[0]}"
    answers.append(ask(address, "DELETE", f"/api/tables/{table.id}/seats", Authorization=bearer))
    answers.append(ask(address, "POST", f"/api/tables/{table.id}/rematch", Authorization=bearer))
    for token in (*table.tokens, table.tokens[0] + "x"):
        place = SocketClient(address, table.id, token, since=3)
        place.receive()
        places.append(place)
    for place in places:
        place.socket.close()
    said = {
        "sockets": [text for place in places for text in place.received],
        "http": [str(answer) for answer in answers],
    }
    with sqlite3.connect(path) as store:
        secrets = {"secret": str(store.execute("select secret from tables where id = ?", (table.id,)).fetchone()[0])}
        hashes = store.execute("select stored from seats where table_id = ?", (table.id,)).fetchall()
    store.close()
    secrets |= {f"hash {i}": str(row[0]) for i, row in enumerate(hashes)}
    return said, secrets, table


def test_secret_tokens_and_hashes_are_in_no_message_answer_log_or_store(tmp_path: Path) -> None:
    database = tmp_path / "t.sqlite"
    with Server(database) as running:
        said, secrets, table = everything_said(running.address, database)
        running.stop()
        said["log"] = [running.errors()]
    assert len(said["sockets"]) > 200
    assert said["log"][0].count("\n") > 30
    assert len(secrets) == 3
    forbidden = {**secrets, **{f"token {i}": token for i, token in enumerate(table.tokens)}}
    for where, texts in said.items():
        for text in texts:
            for what, secret in forbidden.items():
                assert secret not in text, f"{what} in {where}"
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert secrets["secret"].encode() in stored
    assert not any(token.encode() in stored for token in table.tokens)


def test_the_log_tells_what_happened_in_lines_of_json_without_names_and_chat(tmp_path: Path) -> None:
    with Server(tmp_path / "t.sqlite") as running:
        table = seated_table(running.address, 2)
        place = SocketClient(running.address, table.id, table.tokens[0])
        place.send(type="say", text="a word in confidence")
        place.receive_type("done")
        place.socket.close()
        running.stop()
        log = running.errors()
    lines = [json.loads(line) for line in log.splitlines()]
    assert [line["what"] for line in lines] == [
        "server started",
        "table opened",
        *["entry appended"] * 3,
        "server stopped",
    ]
    entries = lines[2:5]
    assert [(e["kind"], e["version"], e["seat"], e["table"]) for e in entries] == [
        ("sat", 1, 0, table.id),
        ("sat", 2, 1, table.id),
        ("said", 3, 0, table.id),
    ]
    for line in lines:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line["at"])
        assert line["level"] == "info"
    assert all(isinstance(entry["ms"], int) and entry["ms"] >= 0 for entry in entries)
    for word in ("Ann", "Bob", "confidence", "word of", *table.tokens):
        assert word not in log


def test_once_the_game_has_ended_the_secret_is_told_but_no_token(tmp_path: Path) -> None:
    database = tmp_path / "t.sqlite"
    with ThreadedServer(database, SETTINGS) as running:
        _, secrets, table = everything_said(running.address, database)
        places = [SocketClient(running.address, table.id, token) for token in (*table.tokens, None)]
        places[1].send(type="resign")
        texts = [str(place.receive_type("step")) for place in places]
        record = ask(running.address, "GET", f"/api/tables/{table.id}/record")
        texts += [record.text, ask(running.address, "GET", f"/api/tables/{table.id}/result").text]
        texts += [place.receive() for place in [SocketClient(running.address, table.id, None, since=0)]]
    assert record.code == 200
    assert json.loads(record.text)["fair"]["secret"] == secrets["secret"]
    assert verify(record.json()).fair_so_far
    for text in texts:
        for never in (*table.tokens, secrets["hash 0"], secrets["hash 1"]):
            assert never not in text


# The order of the draws


def test_the_secret_tells_a_draw_only_when_it_is_due(server: ThreadedServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drawn ahead: neither in memory, where the dealer is asked, nor in the store."""
    asked: list[int] = []
    real = Fair.number

    def number(self: Fair, index: int, cases: int) -> int:
        asked.append(index)
        return real(self, index, cases)

    monkeypatch.setattr(Fair, "number", number)
    table = seated_table(server.address, 2)
    places = [SocketClient(server.address, table.id, token) for token in table.tokens]
    states = [place.receive_type("welcome")["state"] for place in places]
    rng = Random(11)
    for _ in range(25):
        log = server.game(table.id).log
        draws = sum(entry.actor == CHANCE for entry in log)
        assert set(asked) == set(range(draws)), "every draw so far, and none that is to come"
        actor = server.game(table.id).actor
        state = states[actor]
        assert isinstance(state, dict)
        options = state["options"]
        assert isinstance(options, list)
        places[actor].send(type="act", option=rng.randrange(len(options)), moment=state["moment"])
        states = [place.receive_type("step")["state"] for place in places]
    for place in places:
        place.socket.close()


def test_the_store_holds_no_draw_that_was_not_made(tmp_path: Path) -> None:
    """Not even when a choice is held, after which a draw will follow."""
    database = tmp_path / "t.sqlite"
    with ThreadedServer(database, SETTINGS) as running:
        _, _, table = everything_said(running.address, database)
        made = [running.game(table.id).json(entry.action) for entry in running.game(table.id).log]
    with sqlite3.connect(database) as store:
        columns = {name: [row[1] for row in store.execute(f"pragma table_info({name})")] for name in tables_of(store)}
        entries = store.execute("select kind, data from entries where table_id = ? order by version", (table.id,))
        rows = [(kind, json.loads(data)) for kind, data in entries.fetchall()]
    store.close()
    assert [name for name, fields in columns.items() if "secret" in fields] == ["tables"]
    held = [data["actions"] for _, data in rows if "grace" in data]
    assert len(held) > 5
    assert all(len(actions) == 1 for actions in held)
    for kind, data in rows:
        assert data.keys() <= {"name", "stored", "nonce", "terms", "begins", "actions", "grace", "ref", "text"}, kind
    assert [action for _, data in rows for action in [*data.get("begins", []), *data.get("actions", [])]] == made


def tables_of(store: sqlite3.Connection) -> list[str]:
    return [row[0] for row in store.execute("select name from sqlite_master where type = 'table'")]
