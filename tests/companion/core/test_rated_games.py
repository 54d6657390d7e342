"""Which games count for ratings, and what is told of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.core import rated_games
from companion.core.people import Fact, People, count_people, person_facts, rating_text
from companion.core.rated_games import (
    ABANDONED,
    BOT,
    BY_HAND,
    CHANGED,
    COACHED,
    JOINED,
    NAMELESS,
    OLD,
    SILENT,
    TAKEN_BACK,
    Candidate,
    Looked,
    look_at,
    rate_people,
    reason_against,
)
from companion.core.saved_games import Finished, GameId
from companion.locale.translator import translator_for
from engine import claimit
from engine.coach import Analysis, Sums
from engine.game import Undo
from tests.companion.program.played import played

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.people import Person
    from engine.record import AnyRecord

AT = "2026-11-21T19:00:00Z"
SHERIFF, PROSPECTOR = f"{BOT}sheriff", f"{BOT}prospector"
English = translator_for("en")


def candidate(
    *players: str, win: float = 0.5, reason: str | None = None, evening: int = 0, **looked: bool
) -> Candidate:
    """A game that the coach has looked at, in which the first player had this result."""
    rest = (1 - win) / (len(players) - 1)
    return Candidate(players, str(evening), reason, Looked((win, *(rest,) * (len(players) - 1)), **looked))


def evenings(count: int, win: float, *players: str) -> list[Candidate]:
    """So many games with nearly the same result."""
    return [candidate(*players, win=win + 0.01 * (-1) ** number, evening=number) for number in range(count)]


@pytest.mark.parametrize(
    ("lineup", "summary", "reason"),
    [
        ({"coached": False}, {}, None),
        ({"coached": True}, {}, COACHED),
        ({"coached": False, "taken_over": {"1": "prospector"}}, {}, CHANGED),
        ({"coached": False}, {"joined": True}, JOINED),
        ({}, {}, OLD),
        ({"sealed": True}, {}, None),
    ],
)
def test_a_game_is_kept_out_for_a_reason(lineup: dict[str, Any], summary: dict[str, Any], reason: str | None) -> None:
    assert reason_against(Finished(GameId(1), lineup, AT, AT, summary)) == reason


@pytest.mark.parametrize(
    ("game", "reason", "counts_unproved"),
    [
        (candidate("ann", "bo"), None, True),
        (candidate("ann", "bo", reason=COACHED), COACHED, False),
        (candidate("ann", "bo", reason=ABANDONED), ABANDONED, False),
        (candidate("ann", ""), NAMELESS, False),
        (candidate("ann", "ann"), NAMELESS, False),
        (candidate("ann", "bo", taken_back=True), TAKEN_BACK, False),
        (candidate("ann", "bo", by_hand=True), BY_HAND, True),
        (candidate("ann", "bo", reason=OLD), OLD, True),
        (Candidate(("ann", "bo"), "", None, Looked()), SILENT, False),
    ],
)
def test_what_does_not_count_is_counted_beside_the_rating(
    game: Candidate, reason: str | None, *, counts_unproved: bool
) -> None:
    ann = rate_people([game], unproved=False)["ann"]
    assert ann.kept_out == (((reason, 1),) if reason else ())
    assert (ann.rating is None) == (reason is not None)
    assert (rate_people([game], unproved=True)["ann"].rating is not None) == counts_unproved


def test_a_game_waits_for_the_coach_unless_it_cannot_count() -> None:
    waiting = Candidate(("ann", SHERIFF), "", None)
    assert waiting.awaits_look(unproved=False)
    assert rate_people([waiting], unproved=False)["ann"].waiting == 1
    for other in (waiting._replace(reason=COACHED), waiting._replace(players=(SHERIFF, PROSPECTOR))):
        assert not other.awaits_look(unproved=False)
    assert not waiting._replace(looked=Looked()).awaits_look(unproved=False)
    old = waiting._replace(reason=OLD)
    assert (old.awaits_look(unproved=False), old.awaits_look(unproved=True)) == (False, True)


def test_two_who_are_rated_get_a_handicap(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[float]()

    def handicap(chance: float) -> int:
        asked.append(chance)
        return 3

    monkeypatch.setattr(claimit.coach, "handicap", handicap)
    games = [*evenings(9, 0.6, "ann", "bo"), *evenings(9, 0.5, "bo", SHERIFF), candidate("cy", "ann")]
    found = rate_people(games, unproved=False)
    assert found["ann"].handicaps == (("bo", 3),)
    assert found["bo"].handicaps == (("ann", -3),)
    assert found["cy"].handicaps == ()
    assert asked == pytest.approx([asked[0]] * 2)
    assert 0.55 < asked[0] < 0.65


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A coach that needs no seconds."""

    def analyse(record: AnyRecord, _: Callable[[int], object]) -> Analysis:
        shares = (0.7, *(0.3 / (len(record.start.players) - 1),) * (len(record.start.players) - 1))
        return Analysis((), (), (), tuple(Sums(each, 1 / len(shares), 0.0, 0.0, 0.0) for each in shares), None)

    monkeypatch.setattr(rated_games, "analyse_record", analyse)


@pytest.mark.usefixtures("quick")
def test_the_events_tell_whether_a_roll_was_taken_back_and_whose_dice_they_were() -> None:
    record = played(("Ann", "Bo")).running.started_record
    assert look_at(record) == Looked((0.7, 0.3))
    assert look_at(played(("Ann", "Bo"), by_hand=True).running.started_record) == Looked((0.7, 0.3), by_hand=True)
    for number, event in enumerate(record.events):
        if number:
            events = [*list(record.events)[: number + 1], Undo()]
            taken = look_at(replace(record, events=events))  # type: ignore[arg-type]
            assert taken.taken_back == (isinstance(event, claimit.Roll))


def person(games: list[Candidate], *, unproved: bool = False) -> Person:
    """Ann, with what these games tell."""
    summary = {"players": ["Ann", "Bo"], "winners": [0], "turns": 9, "standings": [{}, {}]}
    game = Finished(GameId(1), {"game": "claimit"}, AT, AT, summary)
    people: People = count_people([(game, "2026-11-21")], {}).with_ratings(rate_people(games, unproved=unproved))
    found = people.find("ann")
    assert found is not None
    return found


def facts(games: list[Candidate], *, unproved: bool = False) -> list[Fact]:
    """What is told of Ann's rating."""
    told = person_facts(English, person(games, unproved=unproved))
    labels = ("rating", "rating, unproved", "not rated yet", "not counted", "with Bo")
    return [fact for fact in told if fact.label in labels]


def test_a_rating_is_told_as_the_win_against_sheriff() -> None:
    (fact,) = facts(evenings(10, 0.56, "ann", SHERIFF))
    assert fact == ("rating", "56 %", "56 % against Sheriff (55 to 57, at 95 %), 10 games", None)
    (fact,) = facts(evenings(2, 0.56, "ann", SHERIFF)[:1])
    assert fact == ("rating", "too few", "not enough games (1 game)", None)
    assert rating_text(English, person([])) == ""
    assert facts(evenings(10, 1.2, "ann", SHERIFF))[0].figure == "99 %"


def test_who_has_met_no_known_bot_is_told_so() -> None:
    told = facts(evenings(10, 0.5, "ann", "bo"))
    assert told[0].in_full.startswith("50 % against those met (")
    assert told[0].in_full.endswith("10 games; nobody has met a known bot")
    assert told[1] == ("with Bo", "=", "fair as it is", None)


def test_what_does_not_count_and_what_waits_is_told() -> None:
    games = [
        candidate("ann", "bo", reason=COACHED),
        candidate("ann", "bo", reason=COACHED),
        candidate("ann", "bo", taken_back=True),
        candidate("ann", SHERIFF, by_hand=True),
        Candidate(("ann", SHERIFF), "", None),
    ]
    assert facts(games) == [
        ("not rated yet", "1", "1 game", None),
        ("not counted", "4", "the coach was on: 2, a roll taken back: 1, dice by hand: 1", None),
    ]
    assert [fact.label for fact in facts(games, unproved=True)] == ["rating, unproved", "not rated yet", "not counted"]
