"""A puzzle at the table: a position with the pages that a turn has, whose first event is the answer.

The page lays the position as a game of its own, which is never recorded, and hands presses to the page of the turn that
lies on it. What that would record is the answer; whatever else it opens, such as the scores, stays on this page.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from companion.core.effects import NoteAnswer, PlayTones, ReadPuzzle
from companion.core.game_session import replayed_session
from companion.core.model import Model, PointablePage, Transition, reject_press
from companion.core.page import ButtonRow, Page, close
from companion.core.sounds import BANK, WRONG
from companion.core.table import DEVICE_AXES, reason_words, whole_per_cent
from companion.screen.canvas import BLACK
from companion.screen.font import THIN
from companion.screen.icons import Icon
from companion.screen.layout import big
from companion.tables.claimit import lights
from companion.tables.claimit.coach import BEST, SECOND, WHY, draw_option, field_gains
from companion.tables.claimit.place import RollPage
from companion.tables.claimit.session import option_words, parse_place, session_of
from companion.tables.claimit.snapshot import snapshot as claimit_snapshot
from companion.tables.claimit.turn import ChoosePage
from engine.claimit import Phase
from engine.claimit.puzzles import Puzzle, choice_of, event_of
from engine.coach import Advice, Option
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.snapshot import Snapshot
    from companion.core.table import Axes
    from companion.core.viewer_kind import ViewerKind
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas


@dataclass(frozen=True, slots=True)
class PuzzlePage(Page):
    """Asks one puzzle, and tells the answer."""

    puzzle: Puzzle
    turn: tuple[Page, ...] = ()
    """The pages of the turn that are open, the uppermost last; none: the one with which it is asked."""
    chosen: str = ""
    """The answer; empty: none yet."""
    name: ClassVar[str] = "puzzle"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        back = ButtonRow(Icon.UNDO, close(model), _("Back"), _("leave the puzzles"))
        if self.chosen:
            following = ReadPuzzle(self.puzzle.name)
            words = _("Go on"), _("the next puzzle")
            return {
                Button.OK: ButtonRow(Icon.CHECK, lambda: Transition(model, (following,)), *words),
                Button.UNDO: back,
            }
        laid = self._laid(model)

        def hand_on(button: Button) -> Transition:
            return self._take(model, laid, laid.page.press(laid, button))

        rows = {
            button: row._replace(press=row.press and partial(hand_on, button))
            for button, row in laid.page.buttons(laid).items()
        }
        return rows if laid.pages_beneath else rows | {Button.UNDO: back}

    def point(self, model: Model, place: str) -> Transition:
        laid = self._laid(model)
        if self.chosen or not isinstance(laid.page, PointablePage):
            parse_place(place)
            return reject_press(model)
        return self._take(model, laid, laid.page.point(laid, place))

    def axes(self, model: Model) -> Axes | None:
        return DEVICE_AXES

    def draw(self, model: Model, canvas: Canvas) -> None:
        laid = self._laid(model)
        if not self.chosen:
            laid.page.draw(laid, canvas)
            return
        _, (best, second, *_rest) = model.translate, self.puzzle.options()
        is_right = self.chosen == self.puzzle.best
        other = second if is_right else Option(event_of(self.chosen), self.puzzle.values[self.chosen])
        for option, box in ((best, BEST), (other, SECOND)):
            draw_option(_, canvas, option, box)
        # In the box of what was chosen: there is no line left for words.
        if is_right:
            canvas.say(_("Right!"), canvas.icon(BEST.left + 4, BEST.top + 2, Icon.CHECK, ink=BLACK))
        else:
            canvas.icon(SECOND.left + 4, SECOND.top + 2, Icon.CROSS)
        big(canvas, self._reason(_), WHY, (THIN,))

    def lights(self, model: Model, now: float) -> Lights:
        laid = self._laid(model)
        if not self.chosen:
            return laid.page.lights(laid, now)
        state, colours = session_of(laid).state, laid.seat_colours
        gains = field_gains(Advice(state.turn, (), self.puzzle.options()))
        return lights.coach(state, colours, now, gains) if gains else lights.table(state, colours, now)

    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:
        """Returns the position as a game shows it; once it is answered, what each choice is worth."""
        _, laid = model.translate, self._laid(model)
        shown = replace(claimit_snapshot(laid, viewer), title=_("Puzzle"), advice="", log=())
        if not self.chosen:
            return shown
        worth = (f"{option_words(_, each.event)}: {whole_per_cent(each.chance)}" for each in self.puzzle.options())
        places = tuple(replace(place, use="", usable=False) for place in shown.places)
        return replace(
            shown,
            status=self._verdict(_),
            news=", ".join(worth),
            turn=None,
            chosen=None,
            risk=None,
            places=places,
        )

    def _verdict(self, _: Translator) -> str:
        """Returns whether the answer was the best, and why the best is."""
        reason = self._reason(_)
        if self.chosen == self.puzzle.best:
            return _("Right: {reason}", reason=reason) if reason else _("Right!")
        best = option_words(_, event_of(self.puzzle.best))
        return _("Better {best}: {reason}", best=best, reason=reason) if reason else _("Better {best}.", best=best)

    def _reason(self, _: Translator) -> str:
        return reason_words(_, self.puzzle.reason(self.chosen), self.puzzle.record.start.players)

    def _laid(self, model: Model) -> Model:
        """Returns the model with the position as its game, and the open page of the turn."""
        session = replayed_session(self.puzzle.record)
        first: Page = RollPage() if self.puzzle.question.phase is Phase.PLACE else ChoosePage()
        *beneath, page = self.turn or (first,)
        laid = replace(model, game=session, page=page, pages_beneath=tuple(beneath), bot_turn=None)
        return replace(laid, coach=False, advice=None)

    def _take(self, model: Model, laid: Model, step: Transition) -> Transition:
        """Takes over what a page of the turn has done: an event is the answer."""
        after = step.model
        if after.session.events == laid.session.events:
            page = replace(self, turn=after.open_pages)
            sounds = tuple(effect for effect in step.effects if isinstance(effect, PlayTones))
            return Transition(replace(model, page=page, rejected_at=after.rejected_at), sounds)
        chosen = choice_of(after.session.timeline[-1])
        missed = chosen != self.puzzle.best
        answered = model.with_page(replace(self, turn=(), chosen=chosen))
        return Transition(answered, (NoteAnswer(self.puzzle.name, missed), PlayTones(WRONG if missed else BANK)))
