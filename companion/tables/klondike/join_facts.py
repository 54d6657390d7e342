"""Joining a match: round, turn and chips are told one after the other, or in a form at once; then it goes on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.effects import PlayTones
from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page, arrows, moved_cursor, show
from companion.core.player_names import display_name
from companion.core.questions import Answer, Choice, Command, Form, FormItem
from companion.core.sounds import WRONG
from companion.locale.translator import N_
from companion.screen.canvas import Canvas, Rect
from companion.screen.icons import Icon
from companion.screen.layout import big, header, paragraph
from companion.tables.klondike import lights
from companion.tables.klondike.session import session_of
from companion.tables.klondike.slot_names import slot_name
from companion.tables.klondike.turn_flow import record_event
from engine.klondike import SLOTS, ImpossiblePosition
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.tables.klondike.joined_draft import Fact, JoinedDraft

SEATS = ("starter", "turn", "won")
"""The facts whose values are seats, by the first word of their keys."""
LABELS = {
    "round": N_("Round"),
    "starter": N_("Who began the round?"),
    "turn": N_("Whose turn?"),
    "digit": N_("Digit of claim {which}"),
    "won": N_("Who won claim {which}?"),
    "lying": N_("Chips on claim {which}"),
    "chips": N_("Chips of {which}"),
}


@dataclass(frozen=True, slots=True)
class JoinFactsPage(Page):
    """Asks what the tiles do not show."""

    draft: JoinedDraft
    cursor: int = 0
    """Which fact is asked for on the screen, 0 the first."""
    is_refused: bool = False
    """Whether the screen tells why the position cannot be."""
    name: ClassVar[str] = "klondike_join_facts"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        if self.is_refused:
            again = show(model, replace(self, is_refused=False))
            return {
                Button.OK: ButtonRow(Icon.CHECK, again, _("Go on")),
                Button.UNDO: ButtonRow(Icon.UNDO, again, _("Back")),
            }
        facts = self.draft.facts(model)

        def turned(button: Button) -> JoinFactsPage:
            return replace(self, draft=self._turned(facts[self.cursor], button))

        def begin() -> Transition:
            return self._begin(model)

        is_last = self.cursor + 1 == len(facts)
        on = begin if is_last else show(model, replace(self, cursor=self.cursor + 1))
        back = show(model, replace(self, cursor=self.cursor - 1)) if self.cursor else lambda: self._back(model)
        return arrows(model, turned) | {
            Button.OK: ButtonRow(Icon.CHECK, on, _("Begin") if is_last else _("Go on")),
            Button.BANK: ButtonRow(Icon.PLACE, begin, _("Begin"), _("the rest is right")),
            Button.UNDO: ButtonRow(Icon.UNDO, back, _("Back")),
        }

    def form(self, model: Model) -> Form:
        """Returns all the facts at once, what is wrong with them, and the commands to begin and to go back."""
        _ = model.translate
        facts = self.draft.facts(model)
        items = tuple(FormItem(self._question(model, fact), self.draft.value(fact)) for fact in facts)
        begin = FormItem(Command(Button.BANK.value, N_("Begin"), is_main=True), value=True)
        back = FormItem(Command(Button.UNDO.value, N_("Back"), N_("to the tiles")), value=True)
        return Form(N_("Join a game"), (*items, begin, back), facts[self.cursor].key, self.fault(model))

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Tells a fact; begins, or leads back to the tiles."""
        if name in {Button.BANK.value, Button.UNDO.value}:
            return self._begin(model) if name == Button.BANK.value else self._back(model)
        number = next(number for number, fact in enumerate(self.draft.facts(model)) if fact.key == name)
        draft = self.draft.with_fact(name, int(str(value)))
        return Transition(model.with_page(replace(self, draft=draft, cursor=number, is_refused=False)))

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws one fact, its value large; or why the position cannot be."""
        _, facts = model.translate, self.draft.facts(model)
        header(canvas, _("Position"), _("{n} of {all}", n=self.cursor + 1, all=len(facts)))
        if self.is_refused:
            paragraph(canvas, self.fault(model), Rect(1, 11, 127, 53))
            return
        fact = facts[self.cursor]
        canvas.text(64, 13, self._label(_, fact), align="centre", limit=126)
        big(canvas, self._value(_, fact, self.draft.value(fact)), Rect(1, 23, 127, 53))

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the tiles as they were laid."""
        return lights.table(self.draft.state(model), model.seat_colours, now)

    def fault(self, model: Model) -> str:
        """Returns why the position cannot be, in a sentence; empty: it can."""
        try:
            self.draft.joined(model)
        except ImpossiblePosition as error:
            return _reason(model.translate, error)
        return ""

    def _begin(self, model: Model) -> Transition:
        """Records the position, and before it the start where the match has not started."""
        if self.fault(model):
            return Transition(model.with_page(replace(self, is_refused=True)), (PlayTones(WRONG),))
        session, position = session_of(model), self.draft.position(model)
        if session.record is not None:
            return record_event(model, position)
        started = record_event(model, session.start_event(self.draft.first(position)))
        joined = record_event(started.model, position)
        return Transition(joined.model, (*started.effects, *joined.effects))

    def _back(self, model: Model) -> Transition:
        """Leads back to the tiles, which keep what was told."""
        from companion.tables.klondike.join_game import JoinLayoutPage  # noqa: PLC0415 - it opens this page

        beneath = model.with_top_page_closed()
        page = beneath.page
        return Transition(
            beneath.with_page(replace(page, draft=self.draft)) if isinstance(page, JoinLayoutPage) else beneath
        )

    def _turned(self, fact: Fact, button: Button) -> JoinedDraft:
        place = moved_cursor(fact.values.index(self.draft.value(fact)), button, len(fact.values))
        return self.draft.with_fact(fact.key, fact.values[place])

    def _question(self, model: Model, fact: Fact) -> Choice:
        _ = model.translate
        answers = tuple(Answer(value, self._value(_, fact, value), "") for value in fact.values)
        return Choice(fact.key, self._label(_, fact), answers, are_names=True)

    def _label(self, _: Translator, fact: Fact) -> str:
        kind, _blank, which = fact.key.partition(" ")
        name = display_name(_, self.draft.players[int(which)]) if kind == "chips" else which
        return _(LABELS[kind], which=name)

    def _value(self, _: Translator, fact: Fact, value: int) -> str:
        return display_name(_, self.draft.players[value]) if fact.key.split()[0] in SEATS else str(value)


def _reason(_: Translator, error: ImpossiblePosition) -> str:
    """Returns the engine's reason in the table's language, with the slots and colours as people name them."""
    fields = dict(error.fields)
    if "slot" in fields:
        fields["slot"] = slot_name(_, SLOTS[str(fields["slot"])])
    if "name" in fields:
        fields["name"] = display_name(_, str(fields["name"]))
    return _(error.reason, **fields)
