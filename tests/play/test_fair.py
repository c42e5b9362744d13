"""The fair dealer: committed before anything is drawn, the same draws again, and every lie in a record is named."""

from __future__ import annotations

import hmac
import json
from collections import Counter
from hashlib import sha256
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bastide import Fair, Game, Scripted, Seeded, verify
from bastide.errors import BadRecord, BastideError
from bastide.games import make_rules
from bastide.play.fair import Sealed
from bastide.play.record import VERSION, from_record, to_record
from bastide.play.transcript import game_text
from bastide.play.verify import Finding, Verification
from bastide.rules import engine
from bastide.rules.model import CHANCE, Json
from bastide.words import LANGUAGES
from tests.games import play_on
from tests.play.test_record import signed
from tests.rulesets import FULL, FULL_NAMES

SECRET = "5ec7e7" * 10 + "0123"
OTHER = "0123" + "5ec7e7" * 10
SALT = "Ann's word/Bob's word"
DEALER = Fair(SECRET, SALT)


def played(rules: str = "second", seed: int = 1, choices: int = 10**6, dealer: Fair = DEALER) -> Game:
    return play_on(Game(rules, ["Ann", "Bob"], dealer), Random(seed), choices)


def fair_block(record: dict[str, Json]) -> dict[str, Json]:
    block = record["fair"]
    assert isinstance(block, dict)
    return block


def log_of(record: dict[str, Json]) -> list[Json]:
    log = record["log"]
    assert isinstance(log, list)
    return list(log)


def with_block(record: dict[str, Json], **changes: Json) -> dict[str, Json]:
    return signed(record, fair={**fair_block(record), **changes})


def draws_in(game: Game) -> list[int]:
    """Return the places of the draws in the log, counted from 0."""
    return [place for place, entry in enumerate(game.log) if entry.actor == CHANCE]


def salt_of(game: Game) -> str:
    assert isinstance(game.dealer, Fair)
    return game.dealer.salt


def messages(verification: Verification) -> Counter[str]:
    return Counter(finding.message for finding in verification.findings)


def first_draw_named(verification: Verification) -> Finding:
    return next(finding for finding in verification.findings if finding.message == "draw")


# The dealer


def test_the_commitment_is_there_before_anything_else() -> None:
    dealer = Fair.fresh()
    assert dealer.commitment == sha256(bytes.fromhex(dealer.secret)).hexdigest()
    assert dealer.salted(SALT).commitment == dealer.commitment
    assert (dealer.salted(SALT).secret, dealer.salted(SALT).salt) == (dealer.secret, SALT)


def test_every_secret_is_a_new_one() -> None:
    secrets = [Fair.fresh().secret for _ in range(100)]
    assert len(set(secrets)) == 100
    assert {len(bytes.fromhex(secret)) for secret in secrets} == {32}


def test_nothing_is_drawn_before_the_players_have_added_their_salt() -> None:
    with pytest.raises(BastideError, match="no salt yet: publish the commitment"):
        Game(None, 2, Fair.fresh())


@pytest.mark.parametrize("secret", ["", "00" * 31, "00" * 33, "0G" * 32, "AB" * 32, " " + "0" * 63, "٠" * 64])
def test_a_secret_is_32_bytes_and_a_wrong_one_is_not_told(secret: str) -> None:
    with pytest.raises(BastideError, match="64 hexadecimal digits") as error:
        Fair(secret, SALT)
    assert not secret or secret not in str(error.value)


def test_a_salt_that_has_no_bytes_is_refused() -> None:
    with pytest.raises(BastideError, match="halves of characters"):
        Fair(SECRET, "half \ud83d")
    assert Fair(SECRET, "whole 😀").number(0, 100) in range(100)


def test_a_draw_is_the_keyed_hash_of_the_salt_and_its_number() -> None:
    for index in (0, 1, 70, 12345):
        digest = hmac.new(bytes.fromhex(SECRET), f"{SALT}/{index}".encode(), "sha512").digest()
        for cases in (1, 2, 71, 65536**9, 2**448 - 1):
            assert DEALER.number(index, cases) == int.from_bytes(digest, "big") % cases


def test_draws_with_very_many_cases_take_more_bytes() -> None:
    parts = [f"{SALT}/7", f"{SALT}/7/1", f"{SALT}/7/2"]
    blocks = [hmac.new(bytes.fromhex(SECRET), part.encode(), "sha512").digest() for part in parts]
    for cases, needed in ((2**448 - 1, 1), (2**448, 2), (2**960 - 1, 2), (2**960, 3)):
        assert DEALER.number(7, cases) == int.from_bytes(b"".join(blocks[:needed]), "big") % cases


def test_the_same_secret_and_salt_give_the_same_game() -> None:
    assert played().state.key() == played(dealer=Fair(SECRET, SALT)).state.key()


def test_other_salts_and_other_secrets_give_other_games() -> None:
    def tiles(dealer: Fair) -> tuple[int, ...]:
        state = engine.start(make_rules(), 2)
        return tuple(dealer.pick(state, index) for index in range(8))

    dealers = [Fair(SECRET, f"{SALT}{i}") for i in range(100)] + [Fair(f"{i:064x}", SALT) for i in range(100)]
    assert len({tiles(dealer) for dealer in dealers}) == 200


def test_the_players_can_change_every_draw_and_so_can_the_dealer() -> None:
    state = engine.start(make_rules(), 2)
    assert len({Fair(SECRET, f"salt {i}").pick(state, 0) for i in range(400)}) == len(state.legal)
    assert len({Fair(f"{i:064x}", SALT).pick(state, 0) for i in range(400)}) == len(state.legal)


@pytest.mark.parametrize("salt", ["one", "two", "three"])
def test_draws_from_a_small_bag_are_as_likely_as_copies_are_left(salt: str) -> None:
    """Chi-square over the tiles of a bag of ten; its 99.9 % point for three degrees of freedom is 16.27."""
    state = Game(position="D(0,0) ; step draw ; bag A:1 E:2 U:3 V:4", dealer=Sealed("", "")).state
    dealer, rounds = Fair(SECRET, salt), 4000
    drawn = Counter(dealer.pick(state, index) for index in range(rounds))
    expected = {a: rounds * w / 10 for a, w in zip(engine.options(state), engine.weights(state), strict=True)}
    assert sorted(expected.values()) == [400, 800, 1200, 1600]
    assert drawn.keys() == expected.keys()
    assert sum((drawn[a] - e) ** 2 / e for a, e in expected.items()) < 16.27


def test_neighbouring_draws_do_not_depend_on_each_other() -> None:
    """Chi-square over pairs of a die; its 99.9 % point for 35 degrees of freedom is 66.6."""
    rolls = [DEALER.number(index, 6) for index in range(7201)]
    pairs = Counter(pairwise(rolls))
    assert sum((pairs[a, b] - 200) ** 2 / 200 for a in range(6) for b in range(6)) < 66.6


def test_taken_back_and_drawn_again_a_draw_is_the_same() -> None:
    game = played(choices=60)
    log, key = list(game.log), game.state.key()
    for moment in (len(log) - 1, 17, 3, 0):
        game.undo(moment)
        for entry in log[len(game.log) :]:
            if entry.actor != CHANCE and len(game.log) < len(log):
                game.play(entry.action)
        assert (game.log, game.state.key()) == (log, key)


# Secrets


def test_the_secret_is_nowhere_before_the_end() -> None:
    game, rng = Game("second hand_size=3", ["Ann", "Bob"], DEALER), Random(4)
    told, salt = 0, salt_of(game)
    assert salt.startswith(f"{SALT}/terms:")
    while not game.over:
        everything = [game.view(seat) for seat in (0, 1, None)] + [to_record(game)]
        stories = [event.to_json() for seat in (0, 1, None) for event in game.story(seat)]
        texts = [json.dumps([*everything, *stories]), game.position_text(), game_text(game), repr(game.dealer)]
        assert not any(SECRET in text for text in texts)
        assert fair_block(to_record(game)) == {"commitment": DEALER.commitment, "salt": salt}
        told += 1
        play_on(game, rng, 12)
    assert told > 10
    assert SECRET not in json.dumps([game.view(0), game.view(None), [event.to_json() for event in game.story(None)]])
    assert fair_block(to_record(game)) == {"commitment": DEALER.commitment, "salt": salt, "secret": SECRET}


def test_a_game_taken_back_from_its_end_keeps_the_secret_again() -> None:
    game = played()
    game.undo()
    assert "secret" not in fair_block(to_record(game))


def test_a_game_that_ended_early_may_tell_its_secret() -> None:
    record = to_record(played(choices=30), ended="agreed")
    assert (fair_block(record)["secret"], record["ended"]) == (SECRET, "agreed")
    verification = verify(record)
    assert verification.fair_so_far
    assert not verification.fair, "it is not over"
    first, second, *_ = verification.lines()
    assert first.startswith("As far as the log goes, 16 draws follow from the secret committed to by ")
    assert second == (
        "The game is not over: the log stops after 46 actions. The record says why, but cannot prove it: "
        "“Ended by agreement”."
    )


# Records


def test_other_dealers_leave_no_block() -> None:
    assert "fair" not in to_record(Game(None, 2, Seeded(1)))


def test_the_block_needs_no_new_version() -> None:
    record = to_record(played(choices=20))
    assert record["version"] == VERSION == 1
    plain = {key: value for key, value in record.items() if key not in ("fair", "checksum")}
    assert from_record(signed(plain)).state.key() == from_record(record).state.key()


@pytest.mark.parametrize("choices", [0, 25, 10**6])
def test_reading_and_writing_a_record_keeps_all_of_it(choices: int) -> None:
    record = to_record(played(choices=choices))
    assert to_record(from_record(record)) == record
    assert to_record(from_record(to_record(from_record(record)))) == record


def test_without_its_dealer_the_game_waits_for_the_next_draw() -> None:
    game = played(choices=24)
    record = to_record(game)
    cut = signed(record, log=log_of(record)[: draws_in(game)[-1]])
    waiting = from_record(cut)
    assert waiting.actor == CHANCE
    assert waiting.dealer == Fair(SECRET, salt_of(game)).sealed()
    waiting.deal_with(DEALER)
    assert waiting.state.key() == game.state.key() == from_record(cut, DEALER).state.key()


def test_with_its_dealer_the_game_goes_on_as_if_never_saved() -> None:
    again = from_record(to_record(played(choices=24)), DEALER)
    assert verify(to_record(play_on(again, Random(9)))).fair


@pytest.mark.parametrize("dealer", [Fair(OTHER, SALT), Fair(SECRET, SALT + "!"), Fair(SECRET)])
def test_no_other_fair_dealer_may_go_on(dealer: Fair) -> None:
    with pytest.raises(BadRecord, match=f"another fair dealer: .* {DEALER.commitment}"):
        from_record(to_record(played(choices=10)), dealer)


def test_with_a_dealer_of_another_kind_it_is_no_fair_game_any_more() -> None:
    assert "fair" not in to_record(from_record(to_record(played(choices=10)), Seeded(1)))


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("commitment", None),
        ("commitment", 7),
        ("commitment", "00" * 31),
        ("commitment", "0G" * 32),
        ("commitment", "AB" * 32),
        ("salt", None),
        ("salt", 7),
        ("salt", ""),
        ("salt", "half \ud83d"),
        ("secret", None),
        ("secret", 7),
        ("secret", ""),
        ("secret", SECRET + "00"),
        ("secret", SECRET.upper()),
    ],
)
def test_a_block_of_another_shape_is_refused(part: str, value: Json) -> None:
    record = with_block(to_record(played(choices=5)), **{part: value})
    for read in (from_record, verify):
        with pytest.raises(BadRecord, match=rf"“fair\.{part}” is missing or not what it should be"):
            read(record)


@pytest.mark.parametrize("block", [None, [], "fair", {}, 1, {"salt": SALT}])
def test_what_is_no_block_is_refused(block: Json) -> None:
    with pytest.raises(BadRecord, match="“fair"):
        from_record(signed(to_record(played(choices=5)), fair=block))


def test_games_that_nobody_can_look_up_are_refused_in_words() -> None:
    record = to_record(played(choices=5))
    rules = record["rules"]
    assert isinstance(rules, dict)
    with pytest.raises(BadRecord, match="“rules” is missing"):
        from_record(signed(record, rules={**rules, "game": ["carcassonne"]}))


# What is checked


def test_a_fair_game_is_found_to_be_fair() -> None:
    game = played()
    verification = verify(to_record(game))
    assert verification.fair
    assert verification
    assert verification.findings == ()
    assert verification.draws == len(draws_in(game)) == 71
    assert str(verification).startswith(f"All 71 draws follow from the secret committed to by {DEALER.commitment}")
    assert verify(json.loads(json.dumps(to_record(game)))) == verification


EVERYTHING = [(f"bigbox2014 expansions={','.join(full)} hand_size={hand}") for full in FULL for hand in (0, 3)]
EVERYTHING_NAMES = [f"{name}, hand {hand}" for name in FULL_NAMES for hand in (0, 3)]


@pytest.mark.parametrize("rules", [*EVERYTHING, "gold_rush"], ids=[*EVERYTHING_NAMES, "Gold Rush"])
def test_every_kind_of_draw_of_every_expansion_can_be_checked(rules: str) -> None:
    drawn: Counter[str] = Counter()
    for seed in range(8 if rules == "gold_rush" else 2):
        game = played(rules, seed, dealer=Fair(f"{seed:064x}", SALT))
        drawn.update(game.rules.kind_of(game.log[place].action).name for place in draws_in(game))
        verification = verify(json.loads(json.dumps(to_record(game))))
        assert verification.fair, str(verification)
        assert verification.draws == len(draws_in(game))
    wanted = {"draw", "gold"} if rules == "gold_rush" else {"draw", "token", "scatter"}
    assert drawn.keys() >= (wanted | {"deal"} if "hand_size=3" in rules else wanted)


def spoilt(game: Game, place: int) -> dict[str, Json] | None:
    """Return the record of a game with another outcome of one draw, or None if there is no other."""
    state, entry = game.at(place), game.log[place]
    others = [action for action in engine.options(state) if action != entry.action]
    record = to_record(game)
    log = log_of(record)
    if not others:
        return None
    log[place] = game.json(others[0])
    return signed(record, log=log)


@pytest.mark.parametrize("rules", [EVERYTHING[1], "gold_rush"])
def test_any_one_draw_that_is_changed_is_the_first_to_be_named(rules: str) -> None:
    game = next(game for seed in range(9) if len(kinds_drawn(game := played(rules, seed))) >= kinds_wanted(rules))
    changed: set[str] = set()
    for number, place in enumerate(draws_in(game)):
        kind = game.rules.kind_of(game.log[place].action).name
        if (number % 12 and kind in changed) or (record := spoilt(game, place)) is None:
            continue
        changed.add(kind)
        finding = first_draw_named(verify(record))
        assert (finding.values["draw"], finding.values["place"]) == (number, place + 1)
        assert finding.values["due"] == game.branch(place, DEALER.sealed()).text(game.log[place].action)
        assert finding.values["drawn"] != finding.values["due"]
    assert changed == kinds_drawn(game)


def kinds_drawn(game: Game) -> set[str]:
    return {game.rules.kind_of(game.log[place].action).name for place in draws_in(game)}


def kinds_wanted(rules: str) -> int:
    return 2 if rules == "gold_rush" else 4


def test_a_dealer_who_lies_once_is_named_with_that_draw_alone() -> None:
    game = Game(None, ["Ann", "Bob"], DEALER)
    rng = Random(2)
    play_on(game, rng, 30)
    honest, place = game.log[-1], len(game.log) - 1
    assert honest.actor == CHANCE
    lie = next(action for action in engine.options(game.at(place)) if action != honest.action)
    cheated = game.branch(place, Fair(SECRET, salt_of(game)).sealed())
    text = cheated.text(lie)
    cheated.play(lie)
    cheated.deal_with(DEALER)
    verification = verify(to_record(play_on(cheated, rng)))
    number = draws_in(game).index(place)
    due = game.branch(place, DEALER.sealed()).text(honest.action)
    assert verification.draws == 71
    assert verification.lines() == [
        f"Draw {number} (action {place + 1} of the log) was {text}, but the secret, the salt and its number give {due}."
    ]
    assert not verification


def test_two_draws_that_are_swapped_are_found_and_named() -> None:
    game = played()
    record, places = to_record(game), draws_in(game)
    swapped = 0
    for number, (one, two) in enumerate(pairwise(places)):
        log = log_of(record)
        if log[one] == log[two]:
            continue
        log[one], log[two] = log[two], log[one]
        finding = first_draw_named(verify(signed(record, log=log)))
        assert (finding.values["draw"], finding.values["place"]) == (number, one + 1)
        swapped += 1
    assert swapped > 50


def test_another_secret_is_found_and_named() -> None:
    verification = verify(with_block(to_record(played()), secret=OTHER))
    first = verification.findings[0]
    assert (first.message, first.values) == (
        "commitment",
        {"real": Fair(OTHER).commitment, "said": DEALER.commitment},
    )
    assert messages(verification)["draw"] > 50
    assert messages(verification)["salt"] == 0


def test_another_secret_with_its_own_commitment_is_found_by_the_draws() -> None:
    verification = verify(with_block(to_record(played()), secret=OTHER, commitment=Fair(OTHER).commitment))
    assert messages(verification)["commitment"] == 0
    assert messages(verification)["draw"] > 50


def test_another_commitment_is_found_and_named() -> None:
    verification = verify(with_block(to_record(played()), commitment=Fair(OTHER).commitment))
    assert verification.lines() == [
        "The secret does not match its commitment: it gives "
        f"{DEALER.commitment}, but the record says {Fair(OTHER).commitment}."
    ]


def test_another_salt_is_found_and_named() -> None:
    verification = verify(with_block(to_record(played()), salt=SALT + " "))
    assert messages(verification)["draw"] > 50
    assert "71 draws differ: perhaps the salt is wrong." in verification.lines()[-1]


def test_a_choice_that_cannot_be_made_is_named_by_its_place() -> None:
    game = played(seed=5)
    record = to_record(game)
    changed = 0
    for place in range(1, len(game.log), 9):
        if game.log[place].actor == CHANCE:
            continue
        log = log_of(record)
        log[place] = {"do": "place", "cell": [40, 40], "rotation": 0}
        verification = verify(signed(record, log=log))
        assert messages(verification) == {"stuck": 1}
        assert str(verification).startswith(f"From action {place + 1} on the log cannot be replayed: ")
        changed += 1
    assert changed > 5


def without_follower(game: Game, place: int) -> dict[str, Json]:
    """Return the record of a game with one follower less, though the scores stay as they were."""
    record = to_record(game)
    log = log_of(record)
    log[place] = {"do": "pass"}
    return signed(record, log=log)


def test_a_choice_that_was_another_is_found_by_what_follows_from_it() -> None:
    """The choices are not promised by anybody: one that changes neither the draws nor the result cannot be found."""
    found: Counter[str] = Counter()
    for game in (played(seed=seed) for seed in range(6)):
        for place, entry in enumerate(game.log):
            if game.json(entry.action)["do"] == "deploy":
                record = without_follower(game, place)
                verification = verify(record)
                assert verification.fair == replays(record)
                found += messages(verification)
    assert found.keys() == {"stuck", "result"}


def replays(record: dict[str, Json]) -> bool:
    try:
        return from_record(record).over
    except BadRecord:
        return False


def test_a_choice_too_many_and_a_result_that_is_not_so_are_found() -> None:
    record = to_record(played())
    longer = verify(signed(record, log=[*log_of(record), {"do": "pass"}]))
    assert messages(longer) == {"stuck": 1}
    better = verify(signed(record, result={"over": True, "scores": [999, 0]}))
    assert messages(better) == {"result": 1}
    assert '"scores": [999, 0]' in str(better)


@pytest.mark.parametrize("entry", [None, 7, [], {}, {"do": "fly"}, {"do": "draw", "tile": "?"}, {"do": "pass"}])
def test_what_is_no_draw_at_all_is_named_too(entry: Json) -> None:
    game = played(choices=30)
    record = to_record(game, ended="agreed")
    place = draws_in(game)[5]
    log = log_of(record)
    due = log[place]
    log[place] = entry
    verification = verify(signed(record, log=log))
    assert [finding.message for finding in verification.findings] == ["draw", "stuck"]
    assert verification.findings[0].values["drawn"] == json.dumps(entry)
    assert verification.findings[0].values["due"] == game.branch(place, DEALER.sealed()).text(game.log[place].action)
    assert due != entry


def test_a_changed_record_whose_checksum_was_left_is_unreadable() -> None:
    record = to_record(played(choices=10))
    with pytest.raises(BadRecord, match="checksum"):
        verify({**record, "fair": {**fair_block(record), "salt": "another"}})


def test_a_record_too_deep_to_be_looked_into_is_refused_in_words() -> None:
    deep: Json = None
    for _ in range(5000):
        deep = [deep]
    for read in (from_record, verify):
        with pytest.raises(BadRecord, match="checksum"):
            read({**to_record(played(choices=1)), "deep": deep})


def test_what_cannot_be_checked_yet_says_so() -> None:
    plain = verify(to_record(play_on(Game(None, 2, Seeded(1)), Random(1))))
    assert plain.lines() == [
        "This game was not dealt by a fair dealer: without a commitment in its record, its draws cannot be checked."
    ]
    assert not plain.fair
    early = verify(to_record(played(choices=20)))
    assert [line[:25] for line in early.lines()] == ["The game is not over: its"]
    assert not early.fair
    finished = to_record(played())
    kept = {key: value for key, value in fair_block(finished).items() if key != "secret"}
    late = verify(signed(finished, fair=kept))
    assert [line[:25] for line in late.lines()] == ["The game is over, but its"]
    assert not late.fair


def test_rules_of_another_revision_are_mentioned_only_if_something_is_wrong() -> None:
    record = to_record(played())
    rules = record["rules"]
    assert isinstance(rules, dict)
    older = signed(record, rules={**rules, "revisions": {"base": 0}})
    assert verify(older).fair
    wrong = verify(signed(older, result={"over": True, "scores": [1, 1]}))
    assert messages(wrong) == {"result": 1, "revisions": 1}
    assert 'rules of {"base": 0}, but this program has {"base": ' in str(wrong)


def test_a_game_from_a_position_counts_its_draws_from_there() -> None:
    game = Game(position="D(0,0) U(1,0)+2:road ; to 2 ; tile V ; scores 3 4", dealer=DEALER)
    assert verify(to_record(play_on(game, Random(3)))).fair


def test_findings_are_sentences_in_every_language() -> None:
    record = to_record(played())
    log = log_of(record)
    rules = record["rules"]
    assert isinstance(rules, dict)
    old: Json = {**rules, "revisions": {}}
    found = [
        *verify(with_block(record, salt="x")).findings,
        *verify(with_block(record, secret=OTHER)).findings[:1],
        *verify(signed(record, result=None, rules=old)).findings,
        *verify(signed(record, log=[*log, log[1]])).findings,
        *verify(to_record(Game(None, 2, DEALER))).findings,
        *verify(to_record(Game(None, 2, Seeded(1)))).findings,
        *verify(signed(record, fair=DEALER.sealed().to_json())).findings,
    ]
    assert {finding.message for finding in found} == {
        *("draw", "salt", "commitment", "result", "revisions", "stuck", "not_over", "no_seal", "withheld")
    }
    for finding in found:
        texts = {finding.text(language) for language in LANGUAGES}
        assert len(texts) == len(LANGUAGES)
        assert not any("{" in text and finding.message not in ("result", "revisions") for text in texts)
    stuck = next(finding for finding in found if finding.message == "stuck")
    assert stuck.text("fr").endswith("rejoué : La partie est finie : on ne peut plus rien jouer.")


def test_a_script_is_not_mistaken_for_a_fair_dealer() -> None:
    game = Game(None, 2, Scripted(["U", "V", "E"]))
    game.play("(1,0) -")
    game.deal_with(DEALER)
    assert messages(verify(to_record(game, ended="agreed")))["draw"] >= 1


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 2**70) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["do", "tile", "x"]), inner, max_size=3)
    ),
    max_leaves=5,
)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_whatever_is_written_into_a_record_the_answer_is_in_words(data: st.DataObject) -> None:
    record = dict(RECORD)
    part = data.draw(st.sampled_from(["log", "result", "rules", "fair", "seats", "position", "entry"]))
    if part == "entry":
        log = log_of(record)
        log[data.draw(st.integers(0, len(log) - 1))] = data.draw(JUNK)
        record = signed(record, log=log)
    else:
        whole = record[part]
        keys = sorted(whole) if isinstance(whole, dict) else []
        inside = isinstance(whole, dict) and data.draw(st.booleans())
        junk = data.draw(JUNK)
        record = signed(record, **{part: {**whole, data.draw(st.sampled_from(keys)): junk} if inside else junk})  # type: ignore[dict-item]
    assert all(answer(record, language) for language in LANGUAGES)


def answer(record: dict[str, Json], language: str) -> str:
    try:
        return "\n".join(verify(record).lines(language))
    except BadRecord as error:
        return error.text(language)


RECORD = to_record(played(EVERYTHING[3], choices=60), ended="agreed")
