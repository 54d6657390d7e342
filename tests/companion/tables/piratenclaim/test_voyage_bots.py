"""Bots in the seats of Piratenclaim: a voyage is played to its end, and no other game has any."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.core.lineup import LineUp
from companion.core.table_registry import can_have_bots, shown_snapshot
from companion.core.viewer_kind import BOX
from companion.pages.setup_questions import Decisions
from companion.program.bots import act, follow_game
from companion.tables.piratenclaim import bot_seat
from engine import piratenclaim
from engine.game import Seat
from hardware.device import Button
from tests.companion.games.shell import TWO, Shell
from tests.companion.pages.piratenclaim import END, LAST, LOADED, MOVE, REST, TAKEN, discover, played, roll, travel

if TYPE_CHECKING:
    from companion.core.model import Model
    from engine.game import Json

STEPS = (*LOADED, *(travel(field, 0, 1, 2) for field in ("0/6", "6/4", "6/0", "6/2", "1/6", "1/1")))
"""A way to 1/1, step by step."""
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
    assert presses == 1
    assert shell.model.session.state.turns == 10


def test_a_bots_travel_is_seen_before_it_happens() -> None:
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
    field: Any = shell.model.page
    name = piratenclaim.FIELD_NAMES[field.field]
    assert name in shell.view.text
    assert shell.press(Button.UNDO).kept[-1] == {"event": "undo"}
    turn = shell.model.bot_turn
    assert turn is not None
    assert turn.waits


def test_what_a_bot_finds_and_who_is_robbed_is_looked_at_for_a_while() -> None:
    found, robbed = (
        seat_bot(played(*STEPS, *TAKEN[4:last], guide=False, **{**VOYAGE, "turns": 20})) for last in (6, 7)
    )
    for model, page in ((found, "piratenclaim_found"), (robbed, "piratenclaim_guide")):
        assert (model.page.name, bot_seat.acting_seat(model)) == (page, 0)
        assert acts_after(model) == model.bot_step_s + bot_seat.LOOKS_S
    page_of_two: Any = robbed.page
    twice = replace(robbed, page=replace(page_of_two, steps=page_of_two.steps * 2))
    second = replace(act(follow_game(twice)[0]).model, now=10.0)
    assert acts_after(second) == second.bot_step_s + bot_seat.LOOKS_S


def acts_after(model: Model) -> float | None:
    """In how many seconds the bot acts by itself."""
    turn = follow_game(model)[0].bot_turn
    return None if turn is None or turn.acts_at is None else turn.acts_at - model.now


def seat_bot(model: Model) -> Model:
    """The same, a bot in the first seat."""
    lineup = replace(model.session.lineup, bots={"0": "prospector"})
    return replace(model, game=replace(model.session, lineup=lineup))


def test_nobody_has_to_confirm_that_a_bot_finds_nothing() -> None:
    found = (*LOADED, travel("0/1", 0, 1, 2), roll(1, 1, 1), discover("0/1"))
    assert bot_seat.acting_seat(played(*found, **VOYAGE)) is None
    after = (*found, MOVE, END, *REST, travel("0/2", 0, 1, 2), roll(1, 1, 1), discover("0/2"))
    model = played(*after, **VOYAGE)
    assert (model.page.name, bot_seat.acting_seat(model)) == ("piratenclaim_found", 0)
    assert not bot_seat.has_choice(model)


def test_after_the_end_nobody_plays_any_more() -> None:
    for events, note in ((LAST, "Prospector plays"), ((*LAST, END), "wins! · Prospector")):
        model = played(*events, **VOYAGE)
        lineup = replace(model.session.lineup, bots={"0": "prospector"})
        shown = shown_snapshot(replace(model, game=replace(model.session, lineup=lineup)), BOX)
        assert shown is not None
        assert [player.note for player in shown.players] == [note, ""]


def test_only_a_voyage_can_have_bots_at_the_table() -> None:
    for options, allowed in ((VOYAGE, True), (piratenclaim.options, False), ({**VOYAGE, "voyage": False}, False)):
        assert can_have_bots(table(options, {}).model) is allowed


def test_where_bots_were_chosen_the_game_is_a_voyage() -> None:
    model = table(VOYAGE, {}).model
    decided = Decisions(model, {"game": "piratenclaim", "players": 2}, {"bot 1": "prospector"})
    lineup = decided.lineup()
    assert (lineup.options["ledger"], lineup.options["voyage"], lineup.bots) == (True, True, {"1": "prospector"})
    assert isinstance(lineup, LineUp)
