"""What a game's coach shows at its table, alike in every game: who stands how, and what decided a game that is over.

It thinks in a process of its own, so a page may be open before its answer is there, and stay open when none comes. An
answer counts for the game that it was given for: what the coach said of another position is not shown.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from companion.core import control
from companion.core.effects import AnalyseGame
from companion.core.model import Model, Transition
from companion.core.observers import screen_of
from companion.core.page import Page, closing_keys, show
from companion.core.player_names import display_name, short_name, short_names
from companion.core.table import CoachAnswer, moment_words, shown_sums, signed_points, unlucky_words, whole_per_cent
from companion.core.table_registry import can_coach, table_of
from companion.lights.composition import Lights, elapsed
from companion.ui.art import Icon
from companion.ui.font import BOLD
from companion.ui.screen import Big, Block, Option, Row, Screen, Text, TextTable
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.locale.translator import Translator
    from engine.coach import Advice, Analysis
    from engine.record import AnyStep

NAME_PX = 80
"""What is left for a name beside its share."""
RESULT_NAME_PX = 82
"""What is left for a name beside what choices have brought."""
STEP_S = 2.0
"""How long the lights show the board before the moment, after it, and as it could have been."""


def acts_beneath(model: Model) -> dict[Button, Option]:
    """Returns what `ok` and `bank` do on the page beneath, where that changes more than what the screen shows."""
    closed = model.with_top_page_closed()
    screen = screen_of(closed)
    if screen.locked:
        return {}
    keys = control.keys(closed, screen)
    shown = {button: keys[button] for button in (Button.OK, Button.BANK) if button in keys}
    return {button: key for button, key in shown.items() if key.do and not key.box_only}


def advice_on(model: Model) -> Advice | None:
    """Returns what the coach says of the position on the table; None: it is off, or has not answered yet."""
    answer = model.advice
    return answer.answer if model.coach and answer is not None and answer.is_about(model.game) else None


def option_chances(model: Model) -> dict[Any, float]:
    """Returns the win chance of each choice by its event, the best first; empty while the coach says nothing."""
    advice = advice_on(model)
    return {option.event: option.chance for option in advice.options} if advice is not None else {}


def awaits_advice(model: Model) -> bool:
    """Returns whether the coach is still to answer; meanwhile no other figure is shown in the place of its own."""
    answer = model.advice
    is_asked = answer is not None and answer.is_about(model.game)
    return model.coach and can_coach(model) and (answer is None or not is_asked or answer.is_pending)


def chance_words(_: Translator, chance: float) -> str:
    """Returns a win chance with its label."""
    return _("{options} to win", options=whole_per_cent(chance))


def figures_table(model: Model, heads: tuple[str, str], figures: Sequence[str], name_px: int) -> TextTable:
    """Returns a figure for each player under a title and the figures' name."""
    names = short_names(model.translate, model.session.state.players, name_px, BOLD)
    return TextTable(tuple(zip(names, figures, strict=True)), heads)


def no_answer(_: Translator, awaited: CoachAnswer[Any] | None) -> Text:
    """Returns that the coach thinks, or that it does not answer."""
    is_thinking = awaited is None or awaited.is_pending
    return Text(_("thinking …") if is_thinking else _("The coach does not answer."), "bold")


class MomentPage(Page, frozen=True):
    """Shows the moment; `left` and `right` lead to what all choices have brought and back."""

    result: bool = False
    """Whether the latter is shown."""

    @abstractmethod
    def what_happened(self, _: Translator, step: AnyStep) -> str:
        """Returns what was done, or rolled, in a few words."""

    @abstractmethod
    def board_of(self, model: Model, state: Any, now: float) -> Lights:  # noqa: ANN401 - the game's own
        """Returns the lights of a position."""

    def screen(self, model: Model) -> Screen:
        _, found = model.translate, analysis_of(model)
        other = show(model, replace(self, result=not self.result))
        keys = {
            Button.LEFT: Option("", other, icon=Icon.LEFT),
            Button.RIGHT: Option("", other, icon=Icon.RIGHT),
            **closing_keys(model),
        }
        if found is None:
            return Screen(_("The moment"), body=(no_answer(_, model.analysis),), keys=keys)
        if self.result or found.moment is None:
            return Screen(body=_result(model, found), keys=keys)
        line, moment = model.session.started_record.timeline, found.moment
        before, step = line[moment.step - 1].state, line[moment.step]
        shares = f"{whole_per_cent(moment.before)}→{whole_per_cent(moment.after)}"
        words = moment_words(_, table_of(model.session), line, moment)
        return Screen(
            display_name(_, before.players[moment.seat]),
            _("Turn {n}", n=before.turns + 1),
            (Row(self.what_happened(_, step), ()), Big(shares), Text(words)),
            keys=keys,
        )

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the board before the moment, after it, and as it could have been; then again."""
        found = analysis_of(model)
        if found is None or found.moment is None or self.result:
            return self.board_of(model, model.session.state, now)
        line, moment = model.session.started_record.timeline, found.moment
        states = [line[moment.step - 1].state, line[moment.step].state]
        if moment.other is not None and moment.other.event is not None:
            states.append(model.session.game.apply(states[0], moment.other.event))
        step = elapsed(now, model.shown_since, STEP_S)
        seen = self.board_of(model, states[step % len(states)], now)
        return Lights(seen.colours, model.shown_since + (step + 1) * STEP_S)


def open_analysis(model: Model, page: MomentPage) -> Transition:
    """Opens the page; the coach goes through the game if it has not yet."""
    opened = model.with_page_on_top(page)
    # Going through a game takes seconds: the answer is kept as long as the game is on the table.
    if model.analysis is not None and model.analysis.is_about(model.game):
        return Transition(opened)
    return Transition(replace(opened, analysis=CoachAnswer(model.session)), (AnalyseGame(model.session),))


def analysis_of(model: Model) -> Analysis | None:
    """Returns what the coach says of the game on the table; None: it has not answered yet."""
    answer = model.analysis
    return answer.answer if answer is not None and answer.is_about(model.game) else None


def _result(model: Model, found: Analysis) -> tuple[Block, ...]:
    """Returns what all choices have brought each seat; the player who chose best and has not won is named."""
    _, players = model.translate, model.session.state.players
    brought = [signed_points(shown_sums(each, len(players)).choices) for each in found.sums]
    figures = figures_table(model, (_("Without luck"), _("points")), brought, RESULT_NAME_PX)
    names = [short_name(_, name) for name in players]
    # With more than two their names fill the screen.
    words = unlucky_words(_, found, names) if len(players) == 2 else ""
    return (figures, Text(words)) if words else (figures,)
