"""Records: what happened, what stands, and what bad events are told."""

from __future__ import annotations

from typing import Any

import pytest

from engine import claimit
from engine.game import Code, Illegal, Reveal, Start, Undo
from engine.record import MOST_DIGITS, AnyRecord, decode, follow, format, from_lines, parse, to_lines  # noqa: A004
from tests.engine.piratenclaim.test_ledger import LAID

START: dict[str, Any] = {"event": "start", "game": "claimit", "players": ["Green", "Blue"]}
ROLL = {"event": "roll", "dice": [2, 3, 5]}
PLACE = {"event": "place", "field": "3/5"}
BANK = {"event": "bank"}
UNDO = {"event": "undo"}
SEED = "0a" * 32
NO_NAMES: tuple[object, ...] = ("fly", None, ["roll"], {})
REVEAL = {"event": "reveal", "seed": SEED}


def record_of(*events: dict[str, Any]) -> AnyRecord:
    return follow(None, START, *events)


def finished() -> AnyRecord:
    """A record whose game is over: six goldclaims and a last round of five players."""
    events: list[dict[str, Any]] = [{**START, "players": list("abcde")}]
    for column, row in [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 1)]:
        events += [{"event": "roll", "dice": [column, row, column]}, {"event": "place", "field": f"{column}/{row}"}] * 2
    events.append(BANK)
    for die in range(1, 6):
        events += [{"event": "roll", "dice": [die] * 3}, {"event": "place", "field": f"{die}/{die}"}, BANK]
    return follow(None, *events)


def refusal(record: AnyRecord | None, event: dict[str, Any]) -> Illegal:
    with pytest.raises(Illegal) as caught:
        follow(record, event)
    return caught.value


def test_many_events_at_once_are_the_same_as_one_after_the_other() -> None:
    events = (START, ROLL, PLACE, UNDO, PLACE, {**START, "first": 1}, ROLL)
    one_by_one = None
    for event in events:
        one_by_one = follow(one_by_one, event)
    assert follow(None, *events) == one_by_one


def test_undos_take_back_the_newest_events() -> None:
    assert record_of(ROLL, PLACE, UNDO).state == record_of(ROLL).state
    assert record_of(ROLL, PLACE, UNDO, UNDO).state == record_of().state
    assert record_of(ROLL, PLACE, BANK, UNDO).state == record_of(ROLL, PLACE).state


def test_the_start_cannot_be_taken_back() -> None:
    assert not record_of(ROLL, UNDO).can_undo
    assert refusal(record_of(ROLL, UNDO), UNDO).code is Code.PHASE


def test_what_was_taken_back_stays_in_the_record() -> None:
    record = record_of(ROLL, PLACE, UNDO)
    assert [type(event) for event in record.events] == [Start, claimit.Roll, claimit.Place, Undo]
    assert [type(step.event) for step in record.timeline] == [Start, claimit.Roll]


@pytest.mark.parametrize(
    ("events", "taken_back"),
    [
        ((ROLL, PLACE), ()),
        ((ROLL, PLACE, UNDO), (PLACE,)),
        ((ROLL, PLACE, UNDO, UNDO), (ROLL, PLACE)),
        ((ROLL, PLACE, UNDO, PLACE, UNDO, UNDO), (ROLL, PLACE)),
        ((ROLL, PLACE, UNDO, PLACE), ()),
    ],
)
def test_undos_in_a_row_take_back_what_had_happened_last(
    events: tuple[dict[str, Any], ...], taken_back: tuple[dict[str, Any], ...]
) -> None:
    record = record_of(*events)
    assert [record.game.format(event) for event in record.taken_back_in_a_row] == list(taken_back)
    assert record.taken_back == (record.taken_back_in_a_row or (None,))[0]


def test_an_undo_also_works_after_the_end() -> None:
    record = finished()
    assert not claimit.is_over(follow(record, UNDO).state)


def test_a_refused_event_leaves_the_record_as_it_was() -> None:
    record = record_of(ROLL)
    refusal(record, BANK)
    assert record == record_of(ROLL)


def test_a_start_abandons_the_game_before_it() -> None:
    assert follow(record_of(ROLL), START) == record_of()


def test_a_start_that_cannot_be_abandons_nothing() -> None:
    assert refusal(record_of(ROLL), {**START, "players": ["Green"]}).code is Code.PLAYERS


def test_the_seed_is_revealed_after_the_end() -> None:
    record = finished()
    revealed = follow(record, REVEAL)
    assert revealed.state == record.state
    assert revealed.events[-1] == Reveal(bytes.fromhex(SEED))


def test_the_seed_is_not_revealed_before_the_end() -> None:
    assert refusal(record_of(ROLL), REVEAL).code is Code.PHASE


def test_nothing_happens_before_a_start() -> None:
    for event in (ROLL, PLACE, BANK, UNDO, REVEAL):
        assert refusal(None, event).code is Code.NO_GAME, event


def test_what_is_no_event_is_syntax() -> None:
    seeds = (None, 5, "", "0a" * 31, "0a" * 33, "0g" * 32, "0a " * 21 + "0")
    three = [2, 3, 5]
    dice: tuple[object, ...] = (
        None,
        5,
        "235",
        {},
        three[:2],
        [*three, 1],
        *([2, 3, die] for die in (0, 7, 5.0, "5", True, None)),
    )
    fields = (None, 35, "", "35", "0/1", "7/1", "3/5 ", ["3/5"])
    wrong: list[tuple[AnyRecord | None, dict[str, Any]]] = [
        *((finished(), {"event": "reveal", "seed": seed}) for seed in seeds),
        *((record, event) for record in (None, record_of()) for event in ({}, *({"event": each} for each in NO_NAMES))),
        *((record_of(), {"event": "roll", "dice": each}) for each in dice),
        *((record_of(ROLL), {"event": "place", "field": field}) for field in fields),
        (record_of(), {**ROLL, "by": 5}),
    ]
    for record, event in wrong:
        assert refusal(record, event).code is Code.SYNTAX, event


def test_unknown_keys_of_an_event_are_allowed() -> None:
    assert record_of({**ROLL, "weather": "rain"}).state == record_of(ROLL).state


@pytest.mark.parametrize(
    "event",
    [
        {**START, "first": 1, "options": {"recycle": True}, "commitment": "ab", "begins": [[1, 2, 3]]},
        ROLL,
        {**ROLL, "by": "hand"},
        PLACE,
        BANK,
        UNDO,
        REVEAL,
    ],
)
def test_an_event_is_written_as_it_was_read(event: dict[str, Any]) -> None:
    game = record_of().game
    assert format(parse(event, game), game) == event


def test_a_record_is_read_as_it_was_written() -> None:
    record = record_of(ROLL, PLACE, UNDO, PLACE, BANK)
    lines = to_lines(record)
    assert from_lines(lines.splitlines()) == from_lines(f"\ufeff{lines}\n".splitlines()) == record


def test_lines_without_a_start_are_no_record() -> None:
    with pytest.raises(Illegal, match="start"):
        from_lines([])


def test_a_line_that_is_no_json_object_is_syntax(subtests: pytest.Subtests) -> None:
    for line in (
        "",
        " ",
        "\ufeff",
        "{",
        "[]",
        "5",
        "null",
        '"roll"',
        '{"event":"bank"} {}',
        '{"x":NaN}',
        '{"x":-Infinity}',
        '{"x":1e999}',
        "[" * 60_000,
        '{"x":' + "9" * 4_001 + "}",
        b"\xff\xfe{}",
        b"\x00",
        b'{"x":"\xc3"}',
    ):
        with subtests.test(repr(line[:12])):
            with pytest.raises(Illegal) as caught:
                decode(line)
            assert caught.value.code is Code.SYNTAX


def test_sums_of_the_largest_numbers_can_be_told() -> None:
    record = follow(None, {**START, "game": "piratenclaim", "options": {"ledger": True}}, LAID)
    cargo = '{"event":"cargo","load":{"orange":%s,"yellow":%s,"green":%s,"blue":%s,"purple":%s}}'
    assert "99999" in refusal(record, dict(decode(cargo.replace("%s", "9" * MOST_DIGITS)))).message


def test_numbers_that_json_knows_are_read() -> None:
    assert decode('{"x":1.5e3,"y":-2}') == {"x": 1500.0, "y": -2}
