"""The table of Pig: a page, lights and texts. The lights show the active player's points up to 100."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, cast

from companion.plugin import (
    BANK,
    BUST,
    DARK,
    LIGHTS,
    N_,
    ROLL,
    WHITE,
    Big,
    Button,
    FirstSeatPage,
    GameOverPage,
    GameSession,
    Icon,
    Lights,
    Model,
    Option,
    Page,
    Paint,
    RulesSection,
    Screen,
    SimpleTable,
    Text,
    Transition,
    Translator,
    add_catalog,
    breathe,
    compose,
    display_name,
    record_event,
)  # fmt: skip
from companion_pig.rules import GOAL, PIG, Event, Hold, Roll, State
from engine.plugin import TimelineStep

add_catalog("companion_pig", Path(__file__).with_name("locale"))


class TurnPage(Page, frozen=True):
    """Roll, or hold if there is something to score."""

    name: ClassVar[str] = "pig_turn"

    def screen(self, model: Model) -> Screen:
        _, session = model.translate, session_of(model)
        state, name = session.state, display_name(_, session.state.players[session.state.turn])

        def roll() -> Transition:
            event = PIG.chance_event(state, session.draws)
            return record_event(model, event, BUST if event == Roll(1) else ROLL)

        keys = {Button.OK: Option(_("Roll"), roll, icon=Icon.ROLL)}
        if state.total:
            hold = Option(_("Bank"), lambda: record_event(model, Hold(), BANK), icon=Icon.BANK, event=Hold())
            keys[Button.BANK] = hold
        return Screen(
            name,
            f"{state.points[state.turn]} + {state.total}",
            (Big(str(state.total) if state.total else _("roll!")), Text(TABLE.caption(model))),
            keys=keys,
            sentence=f"{name}: {_('Roll again, or bank')}",
            seat=state.turn,
        )


class PigTable(SimpleTable):
    """The table; `companion.core.model.Table` documents the methods."""

    game = PIG
    rules = (RulesSection("A turn", N_("Roll as often as you dare; a 1 loses all. Bank in time. 100 points win.")),)

    def pages_to_come(self, model: Model) -> tuple[Page, ...]:
        if model.session.record is None:
            return (FirstSeatPage(),)
        return (GameOverPage() if model.session.state.winners else TurnPage(),)

    def board(self, model: Model, now: float) -> Lights:
        if model.session.record is None:
            return DARK
        state = session_of(model).state
        points, colour = state.points[state.turn], model.seat_colours[state.turn]
        scored, reached = (min(each * LIGHTS // GOAL, LIGHTS) for each in (points, points + state.total))
        return compose([Paint(range(scored), colour), Paint(range(scored, reached), WHITE, breathe(now))])

    def describe(self, _: Translator, step: TimelineStep[State, Event]) -> str:
        match step.event:
            case Roll(1):
                return _("{dice}: bust!", dice=1)
            case Roll(die):
                return _("rolls {dice}", dice=die)
            case Hold():
                return _("banks")
        return _("starts!")


TABLE = PigTable()


def session_of(model: Model) -> GameSession[State, Event]:
    """The game session, with the types of Pig."""
    return cast("GameSession[State, Event]", model.session)
