from functools import cache
from typing import Any

from msgspec.structs import replace

from companion.core.effects import AppendEvent, DrawSeed
from companion.core.messages import MENU_REFUSED, WATCHING, Chosen, SeedDrawn
from companion.core.viewer_kind import HOST, SPECTATOR, seat_viewer
from companion.pages.play_on import PlayOnPage
from companion.program.story import Reader, Story, describe_moment, story_of
from companion.program.update import update
from engine import claimit
from engine.claimit import Phase
from engine.game import Seat
from tests.companion.games.shell import at_table
from tests.companion.program.played import played

AT = 120
COLOURS = at_table().model.colours


@cache
def story() -> Story:
    return story_of(played(("Ada", "Bob")).running.started_record)


@cache
def told() -> dict[str, Any]:
    found: dict[str, Any] = describe_moment(story(), AT, Reader("en", COLOURS))["play_on"]
    return found


def turn_start(number: int) -> Any:  # noqa: ANN401 - a state of a game that is known by name
    return next(step.state for step in reversed(story().lines[number]) if step.state.phase is Phase.ROLL)


def lying(state: Any) -> tuple[object, ...]:  # noqa: ANN401 - the same
    return state.fields, state.gold, state.turn, state.last_round


def test_every_moment_leads_to_the_beginning_of_its_turn() -> None:
    lineup = story().session.lineup
    empty = claimit.start(lineup.players, Seat(0), lineup.options)
    for number in (0, AT, AT + 1, story().length - 1):
        found = describe_moment(story(), number, Reader("en", COLOURS))["play_on"]
        before = turn_start(number)
        assert lying(claimit.apply(empty, claimit.parse(found["position"]))) == lying(before)
        assert found["turn"] == before.turns + 1


def test_the_host_plays_on_after_a_question() -> None:
    for bots, entry in [({"1": "sheriff"}, "seat 0"), ({"0": "sheriff"}, "seat 1"), ({}, "people")]:
        model = at_table().model
        asked = update(model, Chosen("play on", told(), 1.0, HOST)).model
        assert isinstance(asked.page, PlayOnPage), (bots, entry)
        form = asked.page.form(asked)
        assert "kept" in form.note, (bots, entry)
        assert form.title == f"Play on from turn {told()['turn']}", (bots, entry)
        answers = [item.question.answers[0] for item in form.items]
        assert [(answer.label, answer.detail) for answer in answers] == [
            ("Ada", "I play Ada, Sheriff the other"),
            ("Bob", "I play Bob, Sheriff the other"),
            ("people in all seats", ""),
            ("Cancel", ""),
        ], (bots, entry)
        chosen = update(asked, Chosen(entry, value=True, at=2.0, sender=HOST))
        assert chosen.effects == (DrawSeed(),), (bots, entry)
        begun = update(chosen.model, SeedDrawn(bytes(range(32)), 3.0))
        session = begun.model.session
        assert lying(session.state) == lying(turn_start(AT)), (bots, entry)
        assert (session.lineup.players, session.lineup.playing_bots) == (("Ada", "Bob"), dict.fromkeys(bots, "sheriff"))
        assert [effect.event for effect in begun.effects if isinstance(effect, AppendEvent)] == list(
            session.started_record.events
        ), (bots, entry)
        assert begun.model.requested_position is None, (bots, entry)


def test_nobody_but_the_host_may() -> None:
    for sender, refusal in [(SPECTATOR, WATCHING), (seat_viewer(Seat(0)), MENU_REFUSED)]:
        step = update(at_table().model, Chosen("play on", told(), 1.0, sender))
        assert step.refusal == refusal
        assert not isinstance(step.model.page, PlayOnPage), (sender, refusal)


def test_what_cannot_be_is_refused() -> None:
    for value in [
        None,
        {},
        {**told(), "turn": "x"},
        {**told(), "lineup": {**told()["lineup"], "players": ["Ada"]}},
        {**told(), "position": {"event": "position", "board": {"1/1": ["9"]}, "turn": 0, "last_round": None}},
        {**told(), "position": {"event": "bank"}},
    ]:
        model = at_table().model
        step = update(model, Chosen("play on", value, 1.0, HOST))
        assert step.refusal is not None, value
        assert step.refusal.message.endswith("."), value
        assert replace(step.model, now=model.now).page == model.page, value
