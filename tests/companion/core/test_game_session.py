"""The game on the table, as it comes back from the journal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from companion.core.game_session import AnySession, GameSession, resume_session
from companion.core.lineup import LineUp
from companion.core.messages import SeedDrawn
from companion.program.update import update
from engine.dice import Draws, dice_key
from engine.game import Illegal, Seat, Undo, Word
from engine.record import format  # noqa: A004 - the notation's name; the built-in is not used here
from tests.companion.games.shell import SEED, TWO, Shell

if TYPE_CHECKING:
    from engine.game import Json

START: Json = {"event": "start", "game": "claimit", "players": ["Green", "Blue"]}
TAKEN_BACK: list[Json] = [
    {"event": "roll", "dice": [2, 3, 5]},
    {"event": "place", "field": "3/5"},
    {"event": "undo"},
    {"event": "undo"},
]


def test_who_plays_again_stays_one_group() -> None:
    model = replace(Shell().model, requested_lineup=TWO)
    first, other = (update(model, SeedDrawn(seed, 0.0)).model.session.lineup for seed in (SEED, bytes(32)))
    again = update(
        replace(model, requested_lineup=replace(first, first=None)), SeedDrawn(bytes(32), 0.0)
    ).model.session.lineup
    assert first.group
    assert (again.group, again.players) == (first.group, other.players)
    assert other.group != first.group


def test_the_group_comes_back_with_the_game() -> None:
    assert LineUp.from_json(replace(TWO, group="g").to_json()).group == "g"
    old = {key: value for key, value in TWO.to_json().items() if key != "group"}
    assert LineUp.from_json(old).group == ""
    with pytest.raises(Illegal):
        LineUp.from_json({**old, "group": 5})


def test_a_game_from_before_names_had_a_limit_comes_back() -> None:
    lineup, players = TWO.to_json(), ["W" * 100, "Blue"]
    for events in ([], [{**START, "players": players}, *TAKEN_BACK]):
        assert resume_session({**lineup, "players": players}, SEED, events, 0).lineup.players == tuple(players)


@pytest.mark.parametrize("seen", [0, 1, 7, 8, 9, 1000])
def test_any_number_of_acknowledged_outcomes_comes_back(seen: int) -> None:
    session = resume_session(TWO.to_json(), SEED, [START, *TAKEN_BACK], 0)
    mark = replace(session, acknowledged=seen).ack_cursor
    assert resume_session(TWO.to_json(), SEED, [START, *TAKEN_BACK], mark).acknowledged == seen
    assert resume_session(TWO.to_json(), SEED, [START, *TAKEN_BACK[:-1]], mark).acknowledged == 0
    assert mark == 8 * session.events + seen or seen > 7


SEALED = replace(TWO, sealed=True)
WORDS = (Word(Seat(1), "bob!"), Word(Seat(0), "417"))
"""In the order in which they were added: the second seat's first."""


def sealed_session(*words: Word) -> AnySession:
    """A sealed game after these words."""
    session: AnySession = GameSession(SEALED, SEED)
    for word in words:
        session = session.record_event(word)
    return session


def test_a_line_up_says_whether_it_is_sealed() -> None:
    assert LineUp.from_json(SEALED.to_json()).sealed
    old = {key: value for key, value in TWO.to_json().items() if key != "sealed"}
    assert not LineUp.from_json(old).sealed
    with pytest.raises(Illegal):
        LineUp.from_json({**old, "sealed": "yes"})


def test_words_come_back_from_the_journal() -> None:
    for count in range(3):
        session = sealed_session(*WORDS[:count])
        events = [format(word, session.game) for word in WORDS[:count]]
        assert resume_session(SEALED.to_json(), SEED, events, 0) == session
        assert session.missing_words == [(0, 1), (0,), ()][count]


def test_every_word_counts_for_what_is_drawn() -> None:
    key = dice_key(SEED, ("417", "bob!"))
    assert sealed_session(*WORDS).draws.dice(30) == Draws(key, 0).dice(30)
    assert sealed_session(*WORDS).start_event(Seat(0)).words == ("417", "bob!")


def test_a_new_match_of_klondike_has_its_passes_checked() -> None:
    """Whatever was asked in the setup; other games have what was asked (docs/protocol.md)."""
    for game, options in (("klondike", {"deal": "", "centre_each_round": False}), ("claimit", {"recycle": False})):
        session: AnySession = GameSession(LineUp(game, ("Green", "Blue"), options), bytes(32))
        written = session.start_event(Seat(0)).options
        assert written == {**options, **({"checked_pass": True} if game == "klondike" else {})}


@pytest.mark.parametrize(
    "again", [Word(Seat(1), "other"), Word(Seat(1), "bob!"), Word(Seat(2), ""), Word(Seat(-1), "")]
)
def test_a_word_is_added_once_by_each_seat(again: Word) -> None:
    with pytest.raises(Illegal):
        sealed_session(WORDS[0]).record_event(again)


def test_undo_never_touches_words() -> None:
    session = sealed_session(*WORDS)
    assert session.record_event(Undo()).words == WORDS
    with pytest.raises(Illegal):
        sealed_session(WORDS[0]).record_event(Undo())
    with pytest.raises(Illegal):
        session.record_event(session.start_event(Seat(0))).record_event(Undo())


def test_nothing_happens_before_the_last_word() -> None:
    with pytest.raises(Illegal):
        sealed_session(WORDS[0]).record_event(sealed_session(*WORDS).start_event(Seat(0)))
    with pytest.raises(Illegal):
        sealed_session(*WORDS).record_event(replace(sealed_session(*WORDS).start_event(Seat(0)), words=("418", "bob!")))
    with pytest.raises(Illegal):
        resume_session(TWO.to_json(), SEED, [{"event": "word", "seat": 0, "word": ""}], 0)


def test_the_words_stay_open_until_somebody_has_seen_them_all() -> None:
    session = sealed_session(*WORDS)
    assert session.is_sealing
    seen = replace(session, acknowledged=1)
    assert not seen.is_sealing
    assert not resume_session(
        SEALED.to_json(), SEED, [format(word, session.game) for word in WORDS], seen.ack_cursor
    ).is_sealing
    assert not seen.record_event(Undo()).is_sealing


def test_a_game_that_is_rewritten_keeps_its_words() -> None:
    session = sealed_session(*WORDS)
    begun = session.record_event(session.start_event(Seat(0)))
    assert begun.to_rewrite()[1][:2] == WORDS
