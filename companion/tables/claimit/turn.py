"""A turn of Claim It! but for the placing: who rolls, with whose dice; roll again or bank; a bust; the last round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page, arrows, close, open_on_top, show
from companion.core.player_names import LINE_NAME_PX, display_name, short_names
from companion.screen.art import Icon
from companion.screen.canvas import BLACK, Canvas, Rect
from companion.screen.drawings import LARGE_PIP, die, small_die
from companion.screen.font import BOLD
from companion.screen.layout import big, header, table
from companion.tables.claimit import lights
from companion.tables.claimit.end import ScoresPage, gold
from companion.tables.claimit.guide import bank_animation, bank_animation_s
from companion.tables.claimit.session import (
    acting_seat,
    bot_words,
    is_last_round_called,
    record_event,
    roll,
    session_of,
    take_back,
)
from companion.tables.claimit.stones import FEW_WORDS, draw_stakes, obstacles
from companion.tables.coach_pages import awaits_advice, chance_words, option_chances
from companion.tables.shared_flow import acknowledge
from companion.tables.shared_pages import EnterDicePage, OutcomePage, draw_turn
from engine import claimit
from engine.claimit import Bank, Phase, Roll
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.tables.claimit.session import Session
    from engine.claimit import Dice, State

REMARK = Rect(0, 35, 128, 44)
"""Where a remark stands that must be seen at once, in the place of the meter."""
FEW_STONES = 5
"""From so many ownership stones on it is written how many are left."""
DICE_X = 96
"""Where the dice of a bust begin."""
REASON_X, REASON_PITCH = 22, 9
"""Where the obstacles begin, right of the fields' names; six lines, which is all that there may be, end at row 53."""


@dataclass(frozen=True, slots=True)
class TurnPage(Page):
    """Says who has to roll."""

    name: ClassVar[str] = "turn"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        words = (_("Enter your roll"), "") if session_of(model).lineup.by_hand else (_("Roll"), _("three dice"))
        # The first roll is compulsory: there is nothing to bank yet, and nobody may pass.
        first = ButtonRow(effect=_("roll first"))
        return {
            Button.LEFT: first,
            Button.RIGHT: ButtonRow(Icon.SCORES, open_on_top(model, ScoresPage()), for_screen=True),
            Button.OK: ButtonRow(Icon.ROLL, lambda: throw(model), *words),
            Button.BANK: first,
            Button.UNDO: ButtonRow(effect=_("hold: menu")),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, state = model.translate, session_of(model).state
        title, note = _("Turn {n}", n=state.turns + 1), ""
        if state.last_round is not None:
            caller, title = state.last_round.called_by, _("Last turn")
            names = short_names(_, state.players, LINE_NAME_PX)
            is_caller = state.turn == caller
            note = _("the last turn of all") if is_caller else _("{name} moves last", name=names[caller])
        header(canvas, title, gold(model, state.turn))
        draw_turn(model, canvas, bot_words(model) or _("roll!"), note)

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the board, framed in the player's colour for a moment; before that a bank that had no guide."""
        runs_s = 0.0 if model.guides_hands else bank_animation_s(session_of(model).started_record)
        if now < model.shown_since + runs_s:
            return bank_animation(model, now)
        return lights.turn(session_of(model).state, model.seat_colours, now, model.shown_since + runs_s)


def throw(model: Model) -> Transition:
    """Rolls the box's dice, or opens the page on which real dice are entered."""
    return Transition(model.with_page_on_top(ByHandPage())) if session_of(model).lineup.by_hand else roll(model)


def draw_roll_header(model: Model, canvas: Canvas) -> None:
    """Draws whose real dice are rolled."""
    _, session = model.translate, session_of(model)
    name = display_name(_, session.lineup.players[acting_seat(session)])
    # People roll and enter for a bot, too.
    if model.bot_turn is None:
        header(canvas, name, _("your dice"))
    else:
        header(canvas, _("For {name}", name=name))


@dataclass(frozen=True, slots=True)
class ByHandPage(EnterDicePage):
    """Three dice are entered."""

    dice: tuple[int, ...] = (1, 1, 1)
    name: ClassVar[str] = "by_hand"

    def title(self, model: Model) -> str:
        return model.translate("die {n}", n=self.die + 1)

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, title, (first, second, third) = model.translate, self.title(model), self.dice

        following = ButtonRow(Icon.CHECK, show(model, replace(self, die=self.die + 1)), _("Next die"))
        rows = arrows(model, self.turned_by)
        return {
            Button.LEFT: rows[Button.LEFT]._replace(label=_("One less"), effect=title),
            Button.RIGHT: rows[Button.RIGHT]._replace(label=_("One more"), effect=title),
            Button.OK: following
            if self.die < 2
            else ButtonRow(Icon.CHECK, lambda: roll(model, (first, second, third)), _("This is the roll")),
            Button.BANK: ButtonRow(effect=_("place a stone first")),
            Button.UNDO: ButtonRow(
                Icon.UNDO, show(model, replace(self, die=self.die - 1)) if self.die else close(model)
            ),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        draw_roll_header(model, canvas)
        for place, value in enumerate(self.dice):
            die(canvas, 9 + 40 * place, 16, value, inverse=place == self.die, pip=LARGE_PIP)


class Shown(Enum):
    """What `ChoosePage` shows; `left` goes on to the next."""

    GLANCE = auto()
    ODDS = auto()
    RIVALS = auto()
    """Only in the last round."""


@dataclass(frozen=True, slots=True)
class ChoosePage(Page):
    """After a placement: roll again, or bank. Shows the risk of the next roll, and what is at stake."""

    shown: Shown = Shown.GLANCE
    name: ClassVar[str] = "choose"

    def main_button(self, model: Model) -> Button:
        chances = option_chances(model)
        banks = Bank() in [*chances][:1] if chances else claimit.is_bank_sensible(session_of(model).state)
        return Button.BANK if banks else Button.OK

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, state = model.translate, session_of(model).state
        share = _.decimal(100 * claimit.bust(state) / claimit.ROLLS)
        views = tuple(Shown) if state.last_round else (Shown.GLANCE, Shown.ODDS)
        shown = views[(views.index(self.shown) + 1) % len(views)]
        placed = session_of(model).timeline[-1]
        taken_back = claimit.format_field(placed.field) if isinstance(placed, claimit.Place) else ""
        risk, outlook = _("{share}% bust", share=share), bank_outlook(_, state)
        if awaits_advice(model):
            risk = outlook = "…"
        elif chances := option_chances(model):  # one kind of percentage at a time
            risk, outlook = chance_words(_, chances[None]), chance_words(_, chances[claimit.Bank()])
        return {
            Button.LEFT: ButtonRow(Icon.ODDS, show(model, ChoosePage(shown)), *LEADS_TO[shown](_), for_screen=True),
            Button.RIGHT: ButtonRow(Icon.SCORES, open_on_top(model, ScoresPage()), for_screen=True),
            Button.OK: ButtonRow(Icon.ROLL, lambda: throw(model), _("Roll again"), risk),
            Button.BANK: ButtonRow(
                Icon.BANK, lambda: record_event(model, claimit.Bank()), bank_words(_, state), outlook
            ),
            Button.UNDO: ButtonRow(Icon.UNDO, lambda: take_back(model), _("Take back"), taken_back),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, state = model.translate, session_of(model).state
        if self.shown is Shown.RIVALS:
            # A dash: its last turn is over, so it needs nothing any more.
            rows = [
                (
                    display_name(_, state.players[rival.seat]),
                    str(rival.mine),
                    "-" if rival.needs is None else str(rival.needs) if rival.mine < rival.needs else _("leads"),
                )
                for rival in claimit.rivals(state)
            ]
            table(canvas, (_("Rivals"), Icon.MINE, _("needs")), rows)
            return
        header(canvas, display_name(_, state.players[state.turn]), gold(model, state.turn))
        (_draw_glance if self.shown is Shown.GLANCE else _draw_odds)(model, canvas)


LEADS_TO: Mapping[Shown, Callable[[Translator], tuple[str, str]]] = {
    Shown.GLANCE: lambda _: (_("Odds"), _("less")),
    Shown.ODDS: lambda _: (_("Odds"), _("in full")),
    Shown.RIVALS: lambda _: (_("Rivals"), _("what they still need")),
}
"""What `left` is called, by what it leads to."""


def _draw_glance(model: Model, canvas: Canvas) -> None:
    """Draws the share of the rolls that bust, large, and what a bust would cost."""
    _, state = model.translate, session_of(model).state
    busts = claimit.bust(state)
    big(canvas, per_cent(_, busts), Rect(1, 10, 72, 35))
    left = claimit.ownership_stones_left(state)
    few = _("black: {n}", n=left) if left <= FEW_STONES else ""
    # Three lines stand closer than two.
    first, pitch = (11, 8) if few else (14, 11)
    canvas.text(127, first, _("bust"), align="right")
    canvas.text(127, first + pitch, f"{busts}/{claimit.ROLLS}", BOLD, "right")
    canvas.text(127, first + 2 * pitch, few, align="right")
    # What the bot does comes before what people should know before a bank: theirs is not the choice.
    remark = bot_words(model) or bank_remark(_, state)
    if remark:
        canvas.fill(REMARK)
        canvas.text(64, REMARK.top + 1, remark, align="centre", ink=BLACK)
    else:
        canvas.meter(Rect(1, 36, 127, 42), busts / claimit.ROLLS)
    draw_stakes(canvas, 45, _("at risk"), claimit.at_risk(state), _)


def _draw_odds(model: Model, canvas: Canvas) -> None:
    """Draws the odds in words: what the next roll can do, and what a bust would cost."""
    _, state = model.translate, session_of(model).state
    busts = claimit.bust(state)
    lines = (
        (_("bust"), f"{busts}/{claimit.ROLLS} = {_.decimal(100 * busts / claimit.ROLLS)}%"),
        (_("gold after a bank"), _gold_after_bank(state)),
        (_("claim stones left"), str(sum(not stone for stone in state.claims))),
    )
    for row, (label, figure) in enumerate(lines):
        canvas.text(1, 13 + 10 * row, label)
        canvas.text(127, 13 + 10 * row, figure, align="right")
    draw_stakes(canvas, 43, _("at risk"), claimit.at_risk(state), _)


def per_cent(_: Translator, busts: int) -> str:
    """Returns the share of the 216 rolls that bust, in whole per cent; next to none, or next to all, with a decimal."""
    share = 100 * busts / claimit.ROLLS
    # 0 % and 100 % are promises: nothing is rounded to them.
    is_whole = share in {0, 100} or 1 <= share <= 99
    return f"{_.decimal(share, 0 if is_whole else 1)}%"


def _gold_after_bank(state: State) -> str:
    """Returns how many goldclaims the mover would have after a bank, of how many that call the last round."""
    banked = claimit.standing(state, state.turn).goldclaims + claimit.at_risk(state).goldclaims
    return f"{banked}/{claimit.GOLDCLAIMS_TO_CALL[len(state.players)]}"


def bank_remark(_: Translator, state: State) -> str:
    """Returns what must be seen before a bank: it calls the last round, or how it ends the last round; else ""."""
    after = claimit.apply(state, claimit.Bank())
    if is_last_round_called(state, after):
        return _("bank = last round!")
    if state.last_round is None:
        return ""
    return _("bank {result}", result=_result(_, state, after))


def bank_words(_: Translator, state: State) -> str:
    """Returns what a bank would keep of this turn, for its button: new fields, goldclaims, or both."""
    kept = claimit.at_risk(state)
    counts = (
        (kept.fields, _.many("{n} field", "{n} fields", kept.fields)),
        (kept.goldclaims, _.many("{n} goldclaim", "{n} goldclaims", kept.goldclaims)),
    )
    return _("Bank {what}", what=", ".join(words for count, words in counts if count))


def bank_outlook(_: Translator, state: State) -> str:
    """Returns what a bank leads to, for its button: the end, the last round, or the next player's turn."""
    after = claimit.apply(state, claimit.Bank())
    if after.phase is Phase.OVER:
        return _result(_, state, after)
    follows = _("then {name} rolls", name=display_name(_, after.players[after.turn]))
    if is_last_round_called(state, after):
        return _("calls the last round: {gold} goldclaims", gold=_gold_after_bank(state))
    return f"{_result(_, state, after)}, {follows}" if state.last_round else follows


def need(_: Translator, rival: claimit.Rival) -> str:
    """Returns what a rival would still need after a bank of the mover; "" if its last turn is over."""
    if rival.needs is None:
        return ""
    return _("needs a mine of {n}", n=rival.needs) if rival.mine < rival.needs else _("leads")


def _result(_: Translator, state: State, after: State) -> str:
    """Returns how the mover stands after a bank in the last round: the winners, if it ended there, tell."""
    best, is_over = claimit.winners(after), after.phase is Phase.OVER
    if best == (state.turn,):
        return _("wins!") if is_over else _("leads")
    if state.turn in best:
        return _("shares the win") if is_over else _("ties for the lead")
    return _("does not win") if is_over else _("does not lead")


@dataclass(frozen=True, slots=True)
class BustPage(Page):
    """Says that the turn is over and its marks are lost; `right` shows what stood in the way of each reading."""

    why: bool = False
    """Whether the obstacles are shown."""
    name: ClassVar[str] = "bust"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        words = (_("What is lost"), "") if self.why else (_("Why?"), _("each use of the roll"))
        return {
            Button.RIGHT: ButtonRow(
                Icon.LEFT if self.why else "?", show(model, BustPage(why=not self.why)), *words, for_screen=True
            ),
            Button.OK: ButtonRow(Icon.CHECK, lambda: acknowledge(model)),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, before, dice = model.translate, session_of(model).state_before, fatal_roll(session_of(model))
        if self.why:
            for line, (name, why) in enumerate(obstacles(_, before, dice, FEW_WORDS)):
                canvas.text(1, REASON_PITCH * line, name, BOLD, says=f"{name}: {why}")
                canvas.text(REASON_X, REASON_PITCH * line, why, says="")
            return
        canvas.text(1, 1, display_name(_, before.players[before.turn]), BOLD, limit=DICE_X - 4)
        for place, value in enumerate(dice):
            small_die(canvas, DICE_X + 11 * place, 1, value)
        big(canvas, _("Bust!"), Rect(1, 9, 127, 43))
        risk = claimit.at_risk(before)
        if risk.fields or risk.goldclaims:
            draw_stakes(canvas, 45, _("lost"), risk, _)
        else:
            canvas.text(64, 45, _("nothing lost"), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        # The state after the bust has lost its marks: the one before tells which they were.
        before, state = session_of(model).state_before, session_of(model).state
        return lights.bust(state, model.seat_colours, now, model.shown_since, lost=claimit.marks(before))


def fatal_roll(session: Session) -> Dice:
    """Returns the dice of the newest roll."""
    return next(event.dice for event in reversed(session.timeline) if isinstance(event, Roll))


@dataclass(frozen=True, slots=True)
class LastRoundPage(OutcomePage):
    """Says that everybody has one more turn, the caller last."""

    name: ClassVar[str] = "last_round"

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, state = model.translate, session_of(model).state
        caller = state.last_round.called_by if state.last_round else state.turn
        big(canvas, _("Last round!"), Rect(1, 0, 127, 35))
        names = short_names(_, state.players, LINE_NAME_PX)
        canvas.text(64, 36, _("{name} moves last", name=names[caller]), align="centre")
        canvas.text(64, 45, _("{name} is next", name=names[state.turn]), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        return lights.last_round(session_of(model).state, model.seat_colours, now, model.shown_since)
