from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from companion.core.effects import AppendEvent, CreateSeed
from companion.core.game_session import GameSession, replayed_session
from companion.core.lineup import HOST, SPECTATOR, seat_viewer
from companion.core.messages import MENU_REFUSED, WATCHING, Chosen, SeedCreated
from companion.core.model import Model, table_of
from companion.features.story import (
    StoryViewer,
    describe_analysis,
    describe_course,
    describe_moment,
    describe_story,
    story_of,
)
from companion.locale.translator import languages
from companion.pages.setup import PlayOnPage
from companion.program.update import update
from companion.tables.shared_pages import ScoresPage
from engine import claimit
from engine.claimit import Bank, Phase, Place, Roll
from engine.coach import Analysis, Decision, Option, ResultParts
from engine.game import Seat
from engine.record import AnyRecord, start_record
from hardware.device import LIGHTS, Colour
from tests.companion.games.app import start_claimit
from tests.companion.pages import piratenclaim
from tests.companion.program.recorded_games import NAMES, RECORDS, played

COLOURS = tuple(Colour(10 * number, 20, 30) for number in range(5))
SAMPLE_STEP = 9
VIEWER = StoryViewer("en", COLOURS)


@pytest.fixture(params=sorted(RECORDS))
def record(request: pytest.FixtureRequest) -> AnyRecord:
    record: AnyRecord = RECORDS[request.param]()
    return record


def moments(record: AnyRecord, language: str = "en") -> list[dict[str, Any]]:
    story = story_of(record)
    numbers = (0, *range(1, len(story.kept_events), SAMPLE_STEP))
    return [describe_moment(story, number, StoryViewer(language, COLOURS)) for number in numbers]


def test_each_moment_has_the_position_of_the_game(record: AnyRecord) -> None:
    story, whole = story_of(record), replayed_session(record)
    played = start_record(record.start)
    for number, step in enumerate(whole.started_record.timeline):
        played = played.play(step.event) if number else played
        if number % SAMPLE_STEP:
            continue
        model = Model(page := ScoresPage(), page, maybe_session=replace(whole, record=played), colours=COLOURS)
        shown = describe_moment(story, number, VIEWER)["game"]
        assert shown == to_builtins(table_of(whole).snapshot(model, SPECTATOR))
    assert number == len(story.kept_events) - 1


def test_each_moment_says_what_happened(record: AnyRecord) -> None:
    for language in languages():
        shown = moments(record, language)
        assert all(moment["caption"] for moment in shown)
        assert {len(bytes.fromhex(moment["lights"])) for moment in shown} == {3 * LIGHTS}
    english = moments(record)
    assert english[0]["caption"].endswith(" starts")
    assert any(name in english[1]["caption"] for name in NAMES)


def test_a_story_keeps_the_colours_of_the_seats() -> None:
    record = RECORDS["klondike"]()
    story = story_of(record, (3, 1))
    colours = [player["colour"] for player in describe_moment(story, 0, VIEWER)["game"]["players"]]
    assert colours == ["#1e141e", "#0a141e"]
    about = {"title": "Klondike", "players": list(NAMES), "length": len(story.kept_events), "is_coached": False}
    assert describe_story(story, VIEWER) == about


def test_the_listed_decisions_sum_to_their_row() -> None:
    story, rng = story_of(RECORDS["claimit"]()), Random(1)
    places = [n for n, step in enumerate(story.started_record.timeline) if isinstance(step.event, Place)]
    for _ in range(50):
        lost = [(step, Seat(step % 2), rng.choice((0.0, 0.004, 0.03, 0.06)) * rng.random() * 2) for step in places]
        decisions = tuple(
            Decision(step, seat, Option(None, 0.1), Option(Bank(), 0.1 + loss), None) for step, seat, loss in lost
        )
        cost = [sum(loss for _, seat, loss in lost if seat == each) for each in (0, 1)]
        rest = (cost[0] - cost[1] - 0.5, cost[1] - cost[0] - 0.5)
        sums = tuple(ResultParts(0.0, 0.5, -cost[each], cost[1 - each], rest[each], 0.0) for each in (0, 1))
        shown = describe_analysis(story, Analysis(((0.5, 0.5),), decisions, sums, None), VIEWER)
        rows = {name: figures for name, *figures in shown["sums"]}
        for seat, name in enumerate(shown["players"]):
            smaller = [line for line in shown["smaller"] if line.startswith(f"{name}: ")]
            listed = [each["loss"] for each in shown["blunders"] if each["step"] % 2 == seat]
            figures = [*listed, *(line.rpartition(": ")[2] for line in smaller)]
            assert sum(map(int, figures)) == rows["own choices"][seat]


def test_busts_banks_and_the_last_round_have_marks() -> None:
    record = RECORDS["claimit"]()
    marks = describe_course(story_of(record))["marks"]
    found = {kind: [number for number, each in marks if each == kind] for kind in ("bust", "bank", "call")}
    steps = [*enumerate(record.timeline)][1:]
    assert found["bust"] == [n for n, step in steps if isinstance(step.event, Roll) and step.state.busted]
    assert sorted(found["bank"] + found["call"]) == [n for n, step in steps if isinstance(step.event, Bank)]
    assert len(found["call"]) == 1


def test_without_chances_of_a_coach_the_scores_are_steps() -> None:
    record = RECORDS["klondike"]()
    course = describe_course(story_of(record))
    assert not course["are_chances"]
    for number, values in zip(course["steps"], course["values"], strict=True):
        assert values == list(record.timeline[number].state.chips)
    assert values == list(record.state.chips)
    session = piratenclaim.played(*piratenclaim.LOOT, **piratenclaim.LEDGER).session
    assert describe_course(session)["values"][-1] == [48, 60]


MOMENT = 120


@cache
def story() -> GameSession[Any, Any]:
    return story_of(played(("Ada", "Bob")).running.started_record)


@cache
def play_on_offer() -> dict[str, Any]:
    found: dict[str, Any] = describe_moment(story(), MOMENT, StoryViewer("en", COLOURS))["play_on"]
    return found


def turn_start(number: int) -> Any:  # noqa: ANN401 - a state of a game that is known by name
    return next(
        step.state for step in reversed(story().started_record.timeline[: number + 1]) if step.state.phase is Phase.ROLL
    )


def position_of(state: Any) -> tuple[object, ...]:  # noqa: ANN401 - the same
    return state.fields, state.gold, state.turn, state.last_round


def test_every_moment_leads_to_the_beginning_of_its_turn() -> None:
    lineup = story().lineup
    empty = claimit.start(lineup.players, Seat(0), lineup.options)
    for number in (0, MOMENT, MOMENT + 1, len(story().kept_events) - 1):
        found = describe_moment(story(), number, StoryViewer("en", COLOURS))["play_on"]
        before = turn_start(number)
        assert position_of(claimit.apply(empty, claimit.parse(found["position"]))) == position_of(before)
        assert found["turn"] == before.turns + 1


def test_the_host_plays_on_from_a_moment_after_confirmation() -> None:
    for bots, entry in [({"1": "sheriff"}, "seat 0"), ({"0": "sheriff"}, "seat 1"), ({}, "people")]:
        model = start_claimit().model
        requested = update(model, Chosen("play on", play_on_offer(), 1.0, HOST)).model
        assert isinstance(requested.page, PlayOnPage), (bots, entry)
        form = requested.page.form(requested)
        assert "resume" in form.note, (bots, entry)
        assert form.title == f"Continue from turn {play_on_offer()['turn']}", (bots, entry)
        answers = [item.question.answers[0] for item in form.items]
        assert [(answer.label, answer.detail) for answer in answers] == [
            ("Ada", "I play Ada, Sheriff the other"),
            ("Bob", "I play Bob, Sheriff the other"),
            ("humans only", ""),
            ("Cancel", ""),
        ], (bots, entry)
        chosen = update(requested, Chosen(entry, value=True, at=2.0, sender=HOST))
        assert chosen.effects == (CreateSeed(),), (bots, entry)
        begun = update(chosen.model, SeedCreated(bytes(range(32)), 3.0))
        session = begun.model.session
        assert position_of(session.state) == position_of(turn_start(MOMENT)), (bots, entry)
        assert (session.lineup.players, session.lineup.playing_bots) == (("Ada", "Bob"), dict.fromkeys(bots, "sheriff"))
        assert [effect.event for effect in begun.effects if isinstance(effect, AppendEvent)] == list(
            session.started_record.events
        ), (bots, entry)
        assert begun.model.requested_position is None, (bots, entry)
        assert not table_of(session).snapshot(begun.model, SPECTATOR).where.startswith("Round")  # its number is unknown


def test_only_the_host_may_play_on() -> None:
    for sender, refusal in [(SPECTATOR, WATCHING), (seat_viewer(Seat(0)), MENU_REFUSED)]:
        step = update(start_claimit().model, Chosen("play on", play_on_offer(), 1.0, sender))
        assert step.refusal == refusal
        assert not isinstance(step.model.page, PlayOnPage), (sender, refusal)


def test_an_invalid_position_to_play_on_from_is_rejected() -> None:
    for value in [
        None,
        {**play_on_offer(), "turn": "x"},
        {**play_on_offer(), "lineup": {**play_on_offer()["lineup"], "players": ["Ada"]}},
        {**play_on_offer(), "position": {"event": "position", "board": {"1/1": ["9"]}, "turn": 0, "last_round": None}},
    ]:
        model = start_claimit().model
        step = update(model, Chosen("play on", value, 1.0, HOST))
        assert step.refusal is not None, value
        assert step.refusal.message.endswith("."), value
        assert replace(step.model, now=model.now).page == model.page, value
