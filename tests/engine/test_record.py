"""Records, their persistent lists, starts, and the display in a notebook."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import claimit, klondike, piratenclaim
from engine.game import AnyGame, Code, Illegal, Reveal, Seat, Start, Undo
from engine.record import (
    MAX_DIGITS,
    AnyRecord,
    PersistentList,
    decode,
    format_event,
    from_lines,
    parse,
    play_json,
    to_lines,
)
from engine.starts import format_start, parse_start
from tests.engine.piratenclaim.test_ledger import PLACED

START: dict[str, Any] = {"event": "start", "game": "claimit", "players": ["Green", "Blue"]}
ROLL = {"event": "roll", "dice": [2, 3, 5]}
PLACE = {"event": "place", "field": "3/5"}
BANK = {"event": "bank"}
UNDO = {"event": "undo"}
SEED = "0a" * 32
INVALID_EVENT_NAMES: tuple[object, ...] = ("fly", None, ["roll"], {})
REVEAL = {"event": "reveal", "seed": SEED}


def record_of(*events: dict[str, Any]) -> AnyRecord:
    return play_json(None, START, *events)


def ended() -> AnyRecord:
    """A record whose game is over: six goldclaims and a last round of five players."""
    events: list[dict[str, Any]] = [{**START, "players": list("abcde")}]
    for column, row in [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 1)]:
        events += [{"event": "roll", "dice": [column, row, column]}, {"event": "place", "field": f"{column}/{row}"}] * 2
    events.append(BANK)
    for die in range(1, 6):
        events += [{"event": "roll", "dice": [die] * 3}, {"event": "place", "field": f"{die}/{die}"}, BANK]
    return play_json(None, *events)


def refusal(record: AnyRecord | None, event: dict[str, Any]) -> Illegal:
    with pytest.raises(Illegal) as caught:
        play_json(record, event)
    return caught.value


def test_events_played_together_or_one_by_one_give_the_same_record() -> None:
    events = (START, ROLL, PLACE, UNDO, PLACE, {**START, "first": 1}, ROLL)
    one_by_one = None
    for event in events:
        one_by_one = play_json(one_by_one, event)
    assert play_json(None, *events) == one_by_one


def test_undos_undo_the_newest_events() -> None:
    assert record_of(ROLL, PLACE, UNDO).state == record_of(ROLL).state
    assert record_of(ROLL, PLACE, UNDO, UNDO).state == record_of().state
    assert record_of(ROLL, PLACE, BANK, UNDO).state == record_of(ROLL, PLACE).state


def test_the_start_cannot_be_undone() -> None:
    assert not record_of(ROLL, UNDO).can_undo
    assert refusal(record_of(ROLL, UNDO), UNDO).code is Code.PHASE


def test_undone_events_stay_in_the_record() -> None:
    record = record_of(ROLL, PLACE, UNDO)
    assert [type(event) for event in record.events] == [Start, claimit.Roll, claimit.Place, Undo]
    assert [type(step.event) for step in record.timeline] == [Start, claimit.Roll]


@pytest.mark.parametrize(
    ("events", "undone"),
    [
        ((ROLL, PLACE), None),
        ((ROLL, PLACE, UNDO), PLACE),
        ((ROLL, PLACE, UNDO, UNDO), ROLL),
        ((ROLL, PLACE, UNDO, PLACE, UNDO, UNDO), ROLL),
        ((ROLL, PLACE, UNDO, PLACE), None),
    ],
)
def test_the_event_of_the_newest_undo_is_known(
    events: tuple[dict[str, Any], ...], undone: dict[str, Any] | None
) -> None:
    record = record_of(*events)
    assert (record.undone_event and record.game.format(record.undone_event)) == undone


def test_an_undo_also_works_after_the_end() -> None:
    record = ended()
    assert not claimit.is_over(play_json(record, UNDO).state)


def test_a_refused_event_leaves_the_record_as_it_was() -> None:
    record = record_of(ROLL)
    refusal(record, BANK)
    assert record == record_of(ROLL)


def test_a_start_abandons_the_game_before_it() -> None:
    assert play_json(record_of(ROLL), START) == record_of()


def test_a_refused_start_abandons_no_game() -> None:
    assert refusal(record_of(ROLL), {**START, "players": ["Green"]}).code is Code.PLAYERS


def test_the_seed_is_revealed_after_the_end() -> None:
    record = ended()
    revealed = play_json(record, REVEAL)
    assert revealed.state == record.state
    assert revealed.events[-1] == Reveal(bytes.fromhex(SEED))


def test_the_seed_is_not_revealed_before_the_end() -> None:
    assert refusal(record_of(ROLL), REVEAL).code is Code.PHASE


def test_no_event_is_legal_before_a_start() -> None:
    for event in (ROLL, PLACE, BANK, UNDO, REVEAL):
        assert refusal(None, event).code is Code.NO_GAME, event


def test_an_invalid_event_is_a_syntax_error() -> None:
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
        *((ended(), {"event": "reveal", "seed": seed}) for seed in seeds),
        *(
            (record, event)
            for record in (None, record_of())
            for event in ({}, *({"event": each} for each in INVALID_EVENT_NAMES))
        ),
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
def test_an_event_can_be_read_and_written(event: dict[str, Any]) -> None:
    game = record_of().game
    assert format_event(parse(event, game), game) == event


def test_a_record_can_be_written_and_read() -> None:
    record = record_of(ROLL, PLACE, UNDO, PLACE, BANK)
    lines = to_lines(record)
    assert from_lines(lines.splitlines()) == from_lines(f"\ufeff{lines}\n".splitlines()) == record


def test_lines_without_a_start_are_rejected() -> None:
    with pytest.raises(Illegal, match="start"):
        from_lines([])


def test_a_line_without_a_json_object_is_a_syntax_error(subtests: pytest.Subtests) -> None:
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


def test_sums_of_the_largest_numbers_can_be_written() -> None:
    record = play_json(None, {**START, "game": "piratenclaim", "options": {"ledger": True}}, PLACED)
    cargo = '{"event":"cargo","load":{"orange":%s,"yellow":%s,"green":%s,"blue":%s,"purple":%s}}'
    assert "99999" in refusal(record, dict(decode(cargo.replace("%s", "9" * MAX_DIGITS)))).message


def test_every_number_of_json_is_read() -> None:
    assert decode('{"x":1.5e3,"y":-2}') == {"x": 1500.0, "y": -2}


DEEP_NESTING = 200_000
"""More items than a recursion could handle."""


@given(st.lists(st.integers()), st.integers(-12, 12), st.slices(9))
def test_a_list_is_read_like_a_tuple(items: list[int], place: int, part: slice) -> None:
    made, plain = PersistentList.of(items), tuple(items)
    assert (len(made), tuple(made), tuple(reversed(made))) == (len(plain), plain, plain[::-1])
    assert tuple(made[part]) == plain[part]
    if -len(plain) <= place < len(plain):
        assert made[place] == plain[place]
    else:
        with pytest.raises(IndexError):
            made[place]


def test_a_list_never_changes() -> None:
    begun = PersistentList.of([1, 2])
    one, other = begun.plus(3), begun.plus(4)
    assert (tuple(begun), tuple(one), tuple(other)) == ((1, 2), (1, 2, 3), (1, 2, 4))


@pytest.mark.parametrize(("other", "same"), [([1, 2], True), ([1, 3], False), ([3, 2], False), ([1], False)])
def test_lists_are_equal_when_their_items_are(other: list[int], same: bool) -> None:
    assert (PersistentList.of([1, 2]) == PersistentList.of(other)) is same
    assert PersistentList.of([1, 2]) != (1, 2)


def test_a_long_list_is_compared_and_freed_without_recursion() -> None:
    one, other = PersistentList.of(range(DEEP_NESTING)), PersistentList.of(range(DEEP_NESTING))
    assert one == other
    del one, other


FOR_THREE: dict[str, Any] = {"event": "start", "game": "claimit", "players": ["Green", "Blue", "Orange"]}


def start_error(**changed: object) -> Code:
    with pytest.raises(Illegal) as caught:
        parse_start({**FOR_THREE, **changed})
    return caught.value.code


def test_missing_optional_keys_get_their_defaults() -> None:
    assert parse_start(FOR_THREE) == Start("claimit", ("Green", "Blue", "Orange"), first=0, options={"recycle": False})  # type: ignore[arg-type]


def test_further_keys_are_kept_as_notes() -> None:
    event = {**FOR_THREE, "first": 2, "options": {"recycle": True}, "commitment": "ab"}
    start = parse_start(event)
    assert start.notes == {"commitment": "ab"}
    assert format_start(start, claimit) == event


def test_an_invalid_start_is_a_syntax_error() -> None:
    wrong: dict[str, tuple[object, ...]] = {
        "game": (None, 5, "", "chess", ["claimit"], {}),
        "players": (None, "Green", {"a": 1}, [1, 2], ["Green", None], ["Green", ["Blue"]]),
        "first": (None, -1, 3, 1.0, "0", True, [0]),
        "options": (None, [], "recycle", {"recycle": 1}, {"recycle": None}, {"recycle": "yes"}, {"joker": True}),
    }
    for key, values in wrong.items():
        for value in values:
            assert start_error(**{key: value}) is Code.SYNTAX, (key, value)


UNPRINTABLE = ["", "  ", "b\n", "\x00", "\x9b", "\ud83d"]
BLANK = ["\u200b", "\ufeff", "\u2800", "\u3164\u115f", "\u2060\u200d", "\ufe0f", "\u00ad"]
"""Names that show nothing and do not change other names."""
BIDI_CONTROLS = "\u061c\u200e\u200f\u202a\u202e\u2066\u2069"
"""Characters that change the direction of the text next to them."""


def test_there_must_be_2_to_5_distinct_printable_names() -> None:
    lists = [[], ["a"], list("abcdef"), ["a", "a"], ["a", " a"], ["\u00e9", "e\u0301"], ["W" * 65, "Blue"]]
    lists += [["a", name] for name in (*UNPRINTABLE, *BLANK)]
    lists += [["ab", f"a{sign}b"] for sign in BLANK] + [[f"Ann{sign}", "Blue"] for sign in BIDI_CONTROLS]
    for players in lists:
        assert start_error(players=players) is Code.PLAYERS, players


def test_names_in_every_script_are_accepted() -> None:
    for name in ("Jürgen", "O'Neill", "李", "🐙", "a b", "👩‍🚀", "❤️", "🏳️‍🌈", "می‌خواهم", "W" * 64):
        assert parse_start({**FOR_THREE, "players": [name, "Blue"]}).players == (name, "Blue")


@pytest.mark.parametrize("game", [claimit, klondike, piratenclaim])
def test_an_option_without_a_name_is_unknown(game: AnyGame) -> None:
    with pytest.raises(Illegal, match="The options of"):
        game.start(("Green", "Blue"), Seat(0), {**game.options, "": 5})


def test_the_rolls_have_weights() -> None:
    assert (len(claimit.ROLL_WEIGHTS), sum(claimit.ROLL_WEIGHTS.values())) == (56, claimit.ROLL_COUNT)
    assert [claimit.ROLL_WEIGHTS[dice] for dice in ((3, 3, 3), (3, 3, 4), (1, 4, 5))] == [1, 3, 6]
