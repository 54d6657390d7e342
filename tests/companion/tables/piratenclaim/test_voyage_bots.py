"""Bots in the seats of Piratenclaim: a voyage is played to its end, and no other game has any."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.core.lineup import LineUp
from companion.core.table_registry import can_have_bots, shown_snapshot
from companion.core.viewer_kind import BOX
from companion.pages.setup_questions import Decisions
from companion.tables.piratenclaim import bot_seat
from engine import piratenclaim
from engine.game import Seat
from hardware.device import Button
from tests.companion.games.shell import TWO, Shell
from tests.companion.pages.piratenclaim import END, LAST, LOADED, MOVE, REST, discover, played, roll, travel

if TYPE_CHECKING:
    from engine.game import Json

VOYAGE: Json = {**piratenclaim.options, "ledger": True, "voyage": True, "turns": 5}
BOTS = {"0": "prospector", "1": "greenhorn"}


def table(options: Json, bots: Json, *, guide: bool = False) -> Shell:
    """A game of Piratenclaim whose first seat begins."""
    shell = Shell(replace(TWO, game="piratenclaim", options=options, bots=bots, first=Seat(0)))
    shell.model = replace(shell.model, guide=guide)
    return shell.open()


@pytest.mark.slow
@pytest.mark.parametrize("variants", [{}, {"roll_first": True}])
def test_two_bots_play_a_voyage_at_the_table(variants: Json) -> None:
    """People lay the discs and look at what was found; all else the bots do, each after a while."""
    shell, presses = table({**VOYAGE, **variants}, BOTS), 0
    for _ in range(600):
        if shell.page == "piratenclaim_winner":
            break
        turn = shell.model.bot_turn
        if turn is not None and turn.acts_at is not None:
            shell.now = turn.acts_at
            shell.tick()
        else:
            shell.press(Button.OK)
            presses += 1
    assert shell.page == "piratenclaim_winner"
    assert presses < 60
    assert shell.model.session.state.turns == 10


def travelling() -> Shell:
    """A bot has decided to travel: the page shows where."""
    shell = table({**VOYAGE, "turns": 20}, BOTS)
    for _ in range(60):
        turn = shell.model.bot_turn
        if shell.page == "piratenclaim_travel":
            break
        if turn is not None and turn.acts_at is not None:
            shell.now = turn.acts_at
            shell.tick()
        else:
            shell.press(Button.OK)
    return shell


def test_a_bots_travel_is_seen_before_it_happens() -> None:
    """The cursor stands on the field, and the headline names it."""
    shell = travelling()
    field: Any = shell.model.page
    name = piratenclaim.FIELD_NAMES[field.field]
    assert name in shell.view.text


def test_undo_on_a_bots_travel_has_it_wait() -> None:
    """No page lies beneath: the turn is shown again, and `ok` has the bot go on."""
    shell = travelling()
    shell.press(Button.UNDO)
    assert shell.page == "piratenclaim_turn"
    assert shell.model.bot_turn is not None
    assert shell.model.bot_turn.acts_at is None
    events = shell.model.session.events
    shell.press(Button.OK)
    assert shell.model.session.events == events + 1


def test_nobody_has_to_confirm_that_a_bot_finds_nothing() -> None:
    """There is nothing to put down; what was found, a person acknowledges."""
    found = (*LOADED, travel("0/1", 0, 1, 2), roll(1, 1, 1), discover("0/1"))
    assert bot_seat.acting_seat(played(*found, **VOYAGE)) is None
    after = (*found, MOVE, END, *REST, travel("0/2", 0, 1, 2), roll(1, 1, 1), discover("0/2"))
    model = played(*after, **VOYAGE)
    assert (model.page.name, bot_seat.acting_seat(model)) == ("piratenclaim_found", 0)
    assert not bot_seat.has_choice(model)


def test_after_the_end_nobody_plays_any_more() -> None:
    """Beside the winner's name stands which bot it was."""
    for events, note in ((LAST, "Prospector plays"), ((*LAST, END), "wins! · Prospector")):
        model = played(*events, **VOYAGE)
        lineup = replace(model.session.lineup, bots={"0": "prospector"})
        shown = shown_snapshot(replace(model, game=replace(model.session, lineup=lineup)), BOX)
        assert shown is not None
        assert [player.note for player in shown.players] == [note, ""]


def test_only_a_voyage_can_have_bots_at_the_table() -> None:
    """With the ledger alone, and without it, nobody offers any."""
    for options, allowed in ((VOYAGE, True), (piratenclaim.options, False), ({**VOYAGE, "voyage": False}, False)):
        assert can_have_bots(table(options, {}).model) is allowed


def test_where_bots_were_chosen_the_game_is_a_voyage() -> None:
    """Nobody is asked for the ledger and the voyage then, only for its turns."""
    model = table(VOYAGE, {}).model
    decided = Decisions(model, {"game": "piratenclaim", "players": 2}, {"bot 1": "prospector"})
    lineup = decided.lineup()
    assert (lineup.options["ledger"], lineup.options["voyage"], lineup.bots) == (True, True, {"1": "prospector"})
    assert isinstance(lineup, LineUp)
