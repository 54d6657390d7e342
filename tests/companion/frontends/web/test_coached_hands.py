"""The coach at a match whose hands the box has dealt: what follows from a hand goes to whoever sees that hand."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import pytest

from companion.commands.coaching import advise
from companion.core.messages import Advised
from companion.core.table import CoachAnswer
from companion.frontends.web.room import Grant
from companion.frontends.web.viewer import Viewer
from companion.program.coaching import take_answer
from companion.program.view import view
from companion.tables.klondike.coach import CoachPage, known_tiles
from companion.tables.klondike.session import Secrecy
from companion.tables.klondike.turn import HandPage
from engine import klondike
from engine.game import Seat
from engine.klondike import dealt as rules
from tests.companion.frontends.web.test_viewer import Socket, room, settle
from tests.companion.pages.klondike import dealt
from tests.engine.claimit_boards import NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.websockets import WebSocket

    from companion.core.model import Model

ACTING, OTHER, THIRD = Seat(1), Seat(0), Seat(2)
"""After four tiles, of three players."""
EVERYBODY = (None, Grant(OTHER), Grant(), Grant(ACTING))
"""A spectator, another seat, the table's link, and the seat that acts."""


def table_after_four() -> Model:
    """A match of three, with the basic deal."""
    return replace(dealt(4, players=NAMES[:3], options={**klondike.options, "deal": "basic"}), coach=True)


def coached(model: Model, *, is_hand_open: bool = False) -> Model:
    """The same table after the coach was told what it may be told, and has answered; its page is open."""
    thinking, hand = publicly_answered(model, is_hand_open=is_hand_open), known_tiles(model)
    answer = advise("klondike", model.session.state, hand)
    assert answer is not None
    assert answer.options
    return take_answer(thinking, Advised(model.session, answer, 0.0, hand))


def publicly_answered(model: Model, *, is_hand_open: bool = False) -> Model:
    """The same table while the coach still reckons with the hand."""
    pending = replace(model, advice=CoachAnswer(model.session))
    advised = take_answer(pending, Advised(model.session, advise("klondike", model.session.state), 0.0))
    waits = replace(advised, hand_advice=CoachAnswer(model.session, hand=known_tiles(model)))
    opened = waits.with_page_on_top(HandPage(Secrecy.BOX)) if is_hand_open else waits
    return opened.with_page_on_top(CoachPage())


def sent(model: Model, *later: Model, grants: Sequence[Grant | None] = EVERYBODY) -> list[str]:
    """All that the pages of these viewers took of a table that became another one; of the latter alone, if there is."""

    async def scenario() -> list[str]:
        table = room()
        table.broadcaster.show(view(model, 0.0), model)
        sockets = [Socket() for _ in grants]
        attending = []
        for grant, socket in zip(grants, sockets, strict=True):
            socket.open.set()
            token = "" if grant is None else table.tokens.token_for(grant, table.broadcaster.group_players)
            viewer = Viewer(cast("WebSocket", socket), table, token=token)
            table.broadcaster.add_watcher(viewer)
            attending.append(asyncio.create_task(viewer.run()))
        await settle()
        for each in later:
            for socket in sockets:
                socket.took.clear()
            table.broadcaster.show(view(each, 0.0), each)
            await settle()
        for socket in sockets:
            socket.leave()
        await asyncio.gather(*attending)
        # By what a browser is known again is drawn anew each time.
        return [str([advised for advised in each.took if '"recognition"' not in str(advised)]) for each in sockets]

    return asyncio.run(scenario())


@pytest.mark.slow
@pytest.mark.parametrize("is_hand_open", [False, True])
def test_what_others_are_sent_is_the_same_with_another_hand(
    monkeypatch: pytest.MonkeyPatch, *, is_hand_open: bool
) -> None:
    model, by_rules = table_after_four(), rules.hands
    before = sent(coached(model, is_hand_open=is_hand_open))

    def swapped(key: bytes, steps: Any) -> tuple[Any, ...]:  # noqa: ANN401 - the contract's
        hands = list(by_rules(key, steps))
        hands[ACTING], hands[THIRD] = hands[THIRD], hands[ACTING]
        return tuple(hands)

    monkeypatch.setattr(rules, "hands", swapped)
    after = sent(coached(model, is_hand_open=is_hand_open))
    same = [one == two for one, two in zip(before, after, strict=True)]
    # The table's link sees what the box shows, which has the hand only while it is open there.
    assert same == [True, True, not is_hand_open, False]


@pytest.mark.slow
@pytest.mark.parametrize("is_hand_open", [False, True])
def test_when_the_answer_of_a_hand_comes_others_are_sent_nothing(*, is_hand_open: bool) -> None:
    model = table_after_four()
    waits, answered = (each(model, is_hand_open=is_hand_open) for each in (publicly_answered, coached))
    news = sent(waits, answered)
    assert [each == "[]" for each in news] == [True, True, not is_hand_open, False]
    assert all('"chances":[{' in each for each in sent(waits))
    # Whoever waits for it is told so.
    assert ['"thinking":true' in each for each in sent(waits)] == [False, False, is_hand_open, True]


@pytest.mark.slow
def test_the_placements_stand_on_the_own_page_only() -> None:
    model = table_after_four()
    shown = [["'facts': " in each or '"facts":' in each for each in sent(coached(model, is_hand_open=there))]
             for there in (False, True)]  # fmt: skip
    assert shown == [[False, False, False, True], [False, False, True, False]]


def test_nothing_is_told_of_a_bots_hand() -> None:
    model = table_after_four()
    lineup = replace(model.session.lineup, bots={str(ACTING): "prospector"})
    assert known_tiles(model) is not None
    assert known_tiles(replace(model, game=replace(model.session, lineup=lineup))) is None
