from random import Random
from typing import Any, cast

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from companion.core.game_session import replayed_session
from companion.core.model import Model
from companion.core.table_registry import table_of
from companion.core.viewer_kind import SPECTATOR
from companion.locale.translator import languages
from companion.program.story import (
    Reader,
    describe_analysis,
    describe_course,
    describe_moment,
    describe_story,
    story_of,
)
from engine import klondike
from engine.claimit import Bank, Place, Roll
from engine.coach import Analysis, Decision, Option, Sums
from engine.game import Seat
from engine.record import AnyRecord, begin
from hardware.device import LIGHTS, Colour
from tests.companion.program.records import NAMES, RECORDS

COLOURS = tuple(Colour(10 * number, 20, 30) for number in range(5))
SAMPLED = 9
READER = Reader("en", COLOURS)


@pytest.fixture(params=sorted(RECORDS))
def record(request: pytest.FixtureRequest) -> AnyRecord:
    record: AnyRecord = RECORDS[request.param]()
    return record


def moments(record: AnyRecord, language: str = "en") -> list[dict[str, Any]]:
    story = story_of(record)
    numbers = (0, *range(1, story.length, SAMPLED))
    return [describe_moment(story, number, Reader(language, COLOURS)) for number in numbers]


def test_each_moment_is_the_game_as_the_table_showed_it(record: AnyRecord) -> None:
    story, whole = story_of(record), replayed_session(record)
    played = begin(record.start)
    for number, step in enumerate(whole.started_record.timeline):
        played = played.play(step.event) if number else played
        if number % SAMPLED:
            continue
        model = Model(page := table_of(whole).replay(0.0), page, game=replace(whole, record=played), colours=COLOURS)
        told = describe_moment(story, number, READER)["game"]
        assert told == to_builtins(table_of(whole).snapshot(model, SPECTATOR))
    assert number == story.length - 1


def test_each_moment_says_what_happened(record: AnyRecord) -> None:
    for language in languages():
        told = moments(record, language)
        assert all(moment["caption"] for moment in told)
        assert {len(bytes.fromhex(moment["lights"])) for moment in told} == {3 * LIGHTS}
    english = moments(record)
    assert english[0]["caption"].endswith(" begins")
    assert any(name in english[1]["caption"] for name in NAMES)


def test_the_seats_keep_the_colours_that_they_had() -> None:
    record = RECORDS["klondike"]()
    story = story_of(record, (3, 1))
    colours = [player["colour"] for player in describe_moment(story, 0, READER)["game"]["players"]]
    assert colours == ["#1e141e", "#0a141e"]
    about = {"title": "Klondike", "players": list(NAMES), "length": story.length, "is_coached": False}
    assert describe_story(story, READER) == about


def test_the_last_tile_of_a_round_is_told_though_the_next_one_has_begun() -> None:
    record = RECORDS["klondike"]()
    steps = tuple(replayed_session(record).started_record.timeline)
    rounds = [cast("klondike.State", step.state).round for step in steps]
    last = describe_moment(story_of(record), rounds.index(2), READER)
    assert last["game"]["log"] == ()
    assert " on " in last["caption"] or last["caption"].endswith(" passes")


def test_the_decisions_that_are_listed_add_up_to_their_row() -> None:
    story, chance = story_of(RECORDS["claimit"]()), Random(1)
    places = [n for n, step in enumerate(story.session.started_record.timeline) if isinstance(step.event, Place)]
    for _ in range(50):
        lost = [
            (step, Seat(step % 2), chance.choice((0.0, 0.004, 0.03, 0.06)) * chance.random() * 2) for step in places
        ]
        decisions = tuple(
            Decision(step, seat, Option(None, 0.1), Option(Bank(), 0.1 + loss), None) for step, seat, loss in lost
        )
        cost = [sum(loss for _, seat, loss in lost if seat == each) for each in (0, 1)]
        sums = tuple(Sums(0.0, 0.5, -cost[each], cost[1 - each], cost[each] - cost[1 - each] - 0.5) for each in (0, 1))
        told = describe_analysis(story, Analysis(((0.5, 0.5),), decisions, sums, None), READER)
        rows = {name: figures for name, *figures in told["sums"]}
        for seat, name in enumerate(told["players"]):
            smaller = [line for line in told["smaller"] if line.startswith(f"{name}: ")]
            listed = [each["loss"] for each in told["blunders"] if each["step"] % 2 == seat]
            figures = [*listed, *(line.rpartition(": ")[2] for line in smaller)]
            assert sum(map(int, figures)) == int(rows["own choices"][seat])


def test_busts_banks_and_the_last_round_have_marks() -> None:
    record = RECORDS["claimit"]()
    marks = describe_course(story_of(record))["marks"]
    found = {kind: [number for number, each in marks if each == kind] for kind in ("bust", "bank", "call")}
    steps = [*enumerate(record.timeline)][1:]
    assert found["bust"] == [n for n, step in steps if isinstance(step.event, Roll) and step.state.busted]
    assert sorted(found["bank"] + found["call"]) == [n for n, step in steps if isinstance(step.event, Bank)]
    assert len(found["call"]) == 1


def test_where_no_coach_tells_chances_the_scores_are_steps() -> None:
    record = RECORDS["klondike"]()
    course = describe_course(story_of(record))
    assert not course["are_chances"]
    for number, values in zip(course["steps"], course["values"], strict=True):
        assert values == list(record.timeline[number].state.chips)
    assert values == list(record.state.chips)
    assert [kind for _, kind in course["marks"]].count("call") == 2 * len(NAMES) - 1
