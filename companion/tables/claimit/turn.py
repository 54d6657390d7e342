"""The turn in Claim It! except the placement: roll, roll again or bank, bust, last round; the scores and the end."""

from collections.abc import Iterator
from enum import Enum, auto
from functools import lru_cache
from typing import ClassVar

from msgspec.structs import replace

from companion.core.effects import BUST, LAST_ROUND
from companion.core.model import Model, Page, Transition, close, closing_keys, open_on_top, show
from companion.core.player_names import LINE_NAME_PX, display_name, list_names, short_names
from companion.core.questions import Form
from companion.lights.composition import Lights
from companion.locale.translator import N_, Translator
from companion.tables import shared_pages
from companion.tables.claimit import lights, session
from companion.tables.claimit.guide import bank_animation, bank_animation_s
from companion.tables.claimit.session import Session, is_last_round_called, obstacles, record_event, session_of, stakes
from companion.ui import screen as ui
from companion.ui.art import Icon
from companion.ui.font import BOLD
from companion.ui.pictures import Dice
from engine import claimit
from engine.claimit import Bank, DecidedBy, Phase, Roll, State
from engine.game import Seat
from hardware.device import Button

OUTCOME_S = 2.0
"""How long a bust and the call of the last round are shown before the bots continue, in seconds."""
FEW_STONES = 5
"""The largest number of remaining ownership stones that is shown."""


class TurnPage(Page, frozen=True):
    name: ClassVar[str] = "turn"

    def screen(self, model: Model) -> ui.Screen:
        _, is_by_hand, state = model.translate, session_of(model).lineup.by_hand, session_of(model).state
        name = display_name(_, state.players[state.turn])
        roll = _("Enter your roll") if is_by_hand else _("Roll the dice")
        # The first roll is compulsory: there is nothing to bank, and passing is not allowed.
        roll_first = ui.Option("", detail=_("roll first"))
        keys = {
            Button.LEFT: roll_first,
            Button.RIGHT: ui.Option("", open_on_top(model, ScoresPage()), icon=Icon.SCORES, box_only=True),
            Button.OK: ui.Option(roll, lambda: roll_or_enter(model), icon=Icon.ROLL),
            Button.BANK: roll_first,
            Button.UNDO: ui.Option("", detail=_("hold: menu")),
        }
        title, note = _("Turn {n}", n=state.turns + 1), ""  # `state.turns` are finished
        if state.last_round is not None:
            title, caller = _("Last turn"), state.last_round.called_by
            caller_name = short_names(_, state.players, LINE_NAME_PX)[caller]
            note = _("the very last turn") if state.turn == caller else _("{name} goes last", name=caller_name)
        busts = bust_count(state)
        rolls = _("{busts} of {rolls} rolls", busts=busts, rolls=claimit.ROLL_COUNT)
        chance = ui.Row(_("Bust chance"), (ui.Figure(per_cent(_, busts)), ui.Figure(rolls)))
        at_risk = ui.Row(_("At risk"), (ui.Figure(_("nothing yet")), ui.Figure(_("earlier fields are safe"))))
        tip = _("Two dice choose the field: column and row. The third gives the number of the stone.")
        return ui.Screen(
            title,
            gold_words(model, state.turn),
            (ui.BoxOnly(shared_pages.turn_body(model, _("roll!"), note)), ui.WebOnly((ui.Text(tip), chance, at_risk))),
            keys=keys,
            sentence=roll if is_by_hand else _("{name}, roll the dice", name=name),
            seat=state.turn,
            shown_for_s=_bank_animation_s(model),
        )

    def form(self, model: Model) -> Form | None:
        """Returns the form for the first of the real dice, which is entered without a press of `ok`."""
        if not session_of(model).lineup.by_hand:
            return None
        form = ByHandPage().form(model.with_page_on_top(ByHandPage()))
        items = tuple(each for each in form.items if each.question.key != Button.UNDO.value)  # without "Back"
        return replace(form, items=items, cursor="")

    def announcement(self, model: Model) -> ui.Announcement:
        _, state = model.translate, session_of(model).state
        if len(session_of(model).kept_events) == 1:  # only the start
            return ui.Announcement(caption=shared_pages.begins_sentence(_, state))
        return ui.Announcement(caption=_("{name}, roll!", name=display_name(_, state.players[state.turn])))

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the board, framed briefly in the player's colour, after the animation of a bank without a guide."""
        runs_s = _bank_animation_s(model)
        if now < model.shown_since + runs_s:
            return bank_animation(model, now)
        return lights.turn(session_of(model).state, model.seat_colours, now, model.shown_since + runs_s)


bust_count = lru_cache(maxsize=64)(claimit.bust_count)
"""The cached `claimit.bust_count`, for later frames and presses."""


def _bank_animation_s(model: Model) -> float:
    return 0.0 if model.guides_players else bank_animation_s(session_of(model).started_record)


def roll_or_enter(model: Model) -> Transition:
    return Transition(model.with_page_on_top(ByHandPage())) if session_of(model).lineup.by_hand else session.roll(model)


class ByHandPage(shared_pages.EnterDicePage, frozen=True):
    dice: tuple[int, ...] = (1, 1, 1)
    name: ClassVar[str] = "by_hand"

    def title(self, model: Model) -> str:
        return model.translate("die {n}", n=self.die + 1)

    def seat(self, model: Model) -> Seat:
        return session.acting_seat(session_of(model))

    def enter(self, model: Model) -> Transition:
        first, second, third = self.dice
        return session.roll(model, (first, second, third))


class ChooseView(Enum):
    """The views of `ChoosePage`; `left` switches to the next. `RIVALS` follows only in the last round."""

    GLANCE = auto()
    ODDS = auto()
    RIVALS = auto()


class ChoosePage(Page, frozen=True):
    """After a placement: roll again or bank. Shows the bust chance of the next roll and what is at stake."""

    shown: ChooseView = ChooseView.GLANCE
    name: ClassVar[str] = "choose"

    def screen(self, model: Model) -> ui.Screen:
        _, state = model.translate, session_of(model).state
        # Computed once each, because a press waits for it.
        busts, after = bust_count(state), claimit.apply(state, Bank())
        keys, main = self._keys(model, busts, after), Button.BANK if claimit.is_bank_sensible(state) else Button.OK
        name, note = display_name(_, state.players[state.turn]), gold_words(model, state.turn)
        body = _glance(_, state, busts, after) if self.shown is ChooseView.GLANCE else ()
        if self.shown is ChooseView.ODDS:
            body = _odds(_, state, busts)
        elif self.shown is ChooseView.RIVALS:
            note, body = "", (_rivals(_, state),)
        return ui.Screen(
            "" if self.shown is ChooseView.RIVALS else name,
            note,
            body,
            keys=keys,
            sentence=_("Roll again or bank?"),
            main=main,
            seat=state.turn,
        )

    def _keys(self, model: Model, busts: int, after: State) -> dict[Button, ui.Option]:
        _, state = model.translate, session_of(model).state
        views = tuple(ChooseView) if state.last_round else (ChooseView.GLANCE, ChooseView.ODDS)
        next_view = views[(views.index(self.shown) + 1) % len(views)]
        placed = session_of(model).kept_events[-1]
        undone = claimit.format_field(placed.field) if isinstance(placed, claimit.Place) else ""
        risk, outlook = _("{chance} bust chance", chance=per_cent(_, busts)), bank_outlook(_, state, after)
        label, detail = map(_, VIEW_LABELS[next_view])
        return {
            Button.LEFT: ui.Option(label, show(model, ChoosePage(next_view)), detail, Icon.ODDS, box_only=True),
            Button.RIGHT: ui.Option("", open_on_top(model, ScoresPage()), icon=Icon.SCORES, box_only=True),
            Button.OK: ui.Option(_("Roll again"), lambda: roll_or_enter(model), risk, Icon.ROLL),
            Button.BANK: ui.Option(_("Bank"), lambda: record_event(model, Bank()), outlook, Icon.BANK, event=Bank()),
            Button.UNDO: ui.Option(_("Undo"), lambda: session.undo_event(model), undone, Icon.UNDO),
        }


VIEW_LABELS = {
    ChooseView.GLANCE: (N_("Odds"), N_("less")),
    ChooseView.ODDS: (N_("Odds"), N_("in full")),
    ChooseView.RIVALS: (N_("Rivals"), N_("what they still need")),
}
"""The label of `left` and its detail, by the view that it opens; English, to be translated."""


def _glance(_: Translator, state: State, busts: int, after: State) -> tuple[ui.Block, ...]:
    """Returns the bust chance and what is at risk, on the web page also what a bank gives; `after` is after a bank."""
    left = claimit.ownership_stones_left(state)
    few = [ui.Text(_("black: {n}", n=left))] if left <= FEW_STONES else []
    odds = ui.Columns(
        ui.Big(per_cent(_, busts)), (ui.Text(_("bust")), ui.Text(f"{busts}/{claimit.ROLL_COUNT}", "bold"), *few)
    )
    share, risk = busts / claimit.ROLL_COUNT, claimit.at_risk(state)
    rolls = _("{busts} of {rolls} rolls", busts=busts, rolls=claimit.ROLL_COUNT)
    meter = ui.Meter(share, per_cent(_, busts), _("bust chance"), rolls)
    label, box_outcome, alone = _("After banking"), "", (state.turn,)
    gained = bank_gains(_, state, after)[:2]  # two fit the line
    if is_last_round_called(state, after):
        box_outcome, gained = _("bank = last round!"), (_("last round"), *gained)
    elif state.last_round:
        result = _result(_, state, after)
        box_outcome = _("bank: {result}", result=result)
        gained = (result, *(() if after.phase is Phase.OVER else gained))
    else:
        label = _("Banking gives")
        if claimit.winners(after) == alone and claimit.winners(state) != alone:  # a bank takes the lead
            gained = (_("the lead"), _("mine {n}", n=claimit.standing(after, state.turn).mine))
    gains = ui.Row(label, tuple(map(ui.Figure, gained)))
    at_stake = tuple(each for each in stakes(_, "", risk).figures if each.value != "0")
    in_words = ui.WebOnly((meter, ui.Row(_("A bust costs"), at_stake), gains))
    tip = _("If no field fits the next roll, you lose this turn's stones.")
    warning = ui.Text(box_outcome, "alert") if box_outcome else ui.Meter(share)
    return ui.BoxOnly((odds, warning, stakes(_, _("at risk"), risk))), in_words, *shared_pages.advice(tip)


def bank_gains(_: Translator, state: State, after: State) -> tuple[str, ...]:
    """Returns what a bank adds: a larger mine, goldclaims; fields only if the mine does not grow."""
    old, new = (claimit.standing(each, state.turn) for each in (state, after))
    gained = _.many("{n} goldclaim", "{n} goldclaims", new.goldclaims - old.goldclaims)
    fields = _.many("{n} field", "{n} fields", new.fields - old.fields)
    return (
        *([_("mine {old} → {new}", old=old.mine, new=new.mine)] if new.mine > old.mine else []),
        *([gained] if new.goldclaims > old.goldclaims else []),
        *([fields] if new.mine == old.mine and new.fields > old.fields else []),
    )


def _odds(_: Translator, state: State, busts: int) -> tuple[ui.Block, ...]:
    lines = (
        (_("bust"), f"{busts}/{claimit.ROLL_COUNT} = {_.decimal(100 * busts / claimit.ROLL_COUNT)}%"),
        (_("gold if you bank"), _gold_after_bank(state)),
        (_("claim stones left"), str(state.claims.count(0))),
    )
    rows = (ui.Row(label, (ui.Figure(figure),)) for label, figure in lines)
    return (*rows, stakes(_, _("at risk"), claimit.at_risk(state)))


def _rivals(_: Translator, state: State) -> ui.TextTable:
    def needs(rival: claimit.Rival) -> str:
        if rival.mine_to_win is None:
            return "-"  # the seat has had its last turn and needs nothing
        return str(rival.mine_to_win) if rival.mine < rival.mine_to_win else _("leads")

    rows = tuple(
        (display_name(_, state.players[rival.seat]), str(rival.mine), needs(rival)) for rival in claimit.rivals(state)
    )
    return ui.TextTable(rows, (_("Rivals"), Icon.MINE, _("needs")))


def per_cent(_: Translator, busts: int) -> str:
    """Returns the bust chance as a whole percentage, or with one decimal near 0 % and 100 %."""
    share = 100 * busts / claimit.ROLL_COUNT
    # 0 % and 100 % are promises: no share is rounded to them.
    is_whole = share in {0, 100} or 1 <= share <= 99
    return f"{_.decimal(share, 0 if is_whole else 1)}%"


def _gold_after_bank(state: State) -> str:
    """Returns the goldclaims of the active player after a bank, and how many call the last round."""
    banked = claimit.standing(state, state.turn).goldclaims + claimit.at_risk(state).goldclaims
    return f"{banked}/{claimit.GOLDCLAIMS_TO_CALL[len(state.players)]}"


def bank_outlook(_: Translator, state: State, after: State) -> str:
    """Returns what a bank leads to, for its button: the end, the last round, a gain, or the next player's turn."""
    if after.phase is Phase.OVER:
        return _result(_, state, after)
    follows = _("then {name} rolls", name=display_name(_, after.players[after.turn]))
    if is_last_round_called(state, after):
        return _("calls the last round: {gold} goldclaims", gold=_gold_after_bank(state))
    if state.last_round:
        return _result(_, state, after)
    return next(iter(bank_gains(_, state, after)), follows)


def _result(_: Translator, state: State, after: State) -> str:
    best, is_over = claimit.winners(after), after.phase is Phase.OVER
    if best == (state.turn,):
        return _("the win") if is_over else _("the lead")
    if state.turn in best:
        return _("a shared win") if is_over else _("a shared lead")
    return _("no win") if is_over else _("still behind")


class BustPage(Page, frozen=True):
    """Shows that the turn is over and its marks are lost; `right` shows why no combination of dice fits."""

    shows_reasons: bool = False
    name: ClassVar[str] = "bust"

    def screen(self, model: Model) -> ui.Screen:
        _, before, dice = model.translate, session_of(model).state_before, bust_roll(session_of(model))
        label, detail = (_("What is lost"), "") if self.shows_reasons else (_("Why?"), _("what the roll could do"))
        icon = Icon.LEFT if self.shows_reasons else "?"
        after = session_of(model).state
        is_over = after.phase is Phase.OVER
        follows = "" if is_over else _("then {name} rolls", name=display_name(_, after.players[after.turn]))
        other_view = show(model, BustPage(shows_reasons=not self.shows_reasons))
        keys = {
            Button.RIGHT: ui.Option(label, other_view, detail, icon, box_only=True),
            Button.OK: ui.Option("", lambda: shared_pages.acknowledge(model), follows, Icon.CHECK),
        }
        name, risk = display_name(_, before.players[before.turn]), claimit.at_risk(before)
        lost = stakes(_, _("lost"), risk) if any(risk) else ui.Text(_("nothing lost"))
        few_words = ui.TextTable(tuple((field, each.few_words) for field, each in obstacles(_, before, dice)))
        kept = claimit.standing(before, before.turn)
        cost = _("Lost: {what}", what=session.count_words(_, risk)) if any(risk) else _("Nothing lost")
        gold = _.many("{n} goldclaim", "{n} goldclaims", kept.goldclaims)
        rest = _("Kept: mine {mine}, {gold}", mine=kept.mine, gold=gold)
        return ui.Screen(
            "" if self.shows_reasons else name,
            "" if self.shows_reasons else Dice(dice, scale=0),  # small, next to the name
            (
                ui.BoxOnly((few_words,) if self.shows_reasons else (ui.Big(_("Bust!")), lost)),
                ui.WebOnly((ui.Text(cost, "bold"), ui.Text(rest), *reasons(_, before, dice))),
            ),
            keys=keys,
            sentence=_("Bust! No field fits {dice}", dice=", ".join(map(str, dice))),
            mood="loss",
            seat=before.turn,
            shown_for_s=OUTCOME_S,
        )

    def announcement(self, model: Model) -> ui.Announcement:
        _, before = model.translate, session_of(model).state_before
        return ui.Announcement(BUST, (_("{name}: bust!", name=display_name(_, before.players[before.turn])),))

    def lights(self, model: Model, now: float) -> Lights:
        # The state after the bust has no marks any more; the one before it has them.
        before, state = session_of(model).state_before, session_of(model).state
        return lights.bust(state, model.seat_colours, now, model.shown_since, lost=claimit.marks(before))


@lru_cache(maxsize=64)
def reasons(_: Translator, before: State, dice: claimit.Dice, text: str = N_("{fields}: {why}")) -> tuple[ui.Text, ...]:
    """Returns why fields do not fit the roll: the fields with the same reason in one line. Cached like `bust_count`."""
    fields, found = dict[str, list[str]](), obstacles(_, before, dice)
    # Goldclaims of several players have different clauses, which would need a line each.
    gold = {obstacle.clause for _field, obstacle in found if obstacle.badge == _("gold")}
    for field, obstacle in found:
        clause = _("already a goldclaim") if len(gold) > 1 and obstacle.clause in gold else obstacle.clause
        fields.setdefault(clause, []).append(field)
    return tuple(ui.Text(_(text, fields=", ".join(names), why=clause), "reason") for clause, names in fields.items())


def bust_roll(played: Session) -> claimit.Dice:
    return next(event.dice for event in reversed(played.kept_events) if isinstance(event, Roll))


def last_turn_text(_: Translator, state: State) -> str:
    """Returns who has the last turn of the last round; empty outside the last round."""
    if state.last_round is None or state.phase is Phase.OVER:
        return ""
    return _("{name} goes last", name=display_name(_, state.players[state.last_round.called_by]))


class LastRoundPage(shared_pages.OutcomePage, frozen=True):
    """Announces that each player has one more turn, the caller last."""

    name: ClassVar[str] = "last_round"

    def announcement(self, model: Model) -> ui.Announcement:
        return ui.Announcement(LAST_ROUND, (model.translate("Last round!"),))

    def screen(self, model: Model) -> ui.Screen:
        _, state = model.translate, session_of(model).state
        caller = state.last_round.called_by if state.last_round else state.turn  # it is set while this page is open
        names = short_names(_, state.players, LINE_NAME_PX)
        last, following = _("{name} goes last", name=names[caller]), _("{name} is next", name=names[state.turn])
        moving = list_names(_, (state.players[seat] for seat in claimit.seats_to_move(state)))
        in_full = (ui.Text(last_turn_text(_, state), "bold"), ui.Text(_("Turns left: {names}", names=moving), "bold"))
        return shared_pages.OutcomePage.screen(self, model)._replace(
            body=(ui.BoxOnly((ui.Big(_("Last round!")), ui.Text(last), ui.Text(following))), ui.WebOnly(in_full)),
            sentence=_("Last round!"),
            mood="call",
            seat=state.turn,
            shown_for_s=OUTCOME_S,
        )

    def lights(self, model: Model, now: float) -> Lights:
        return lights.last_round(session_of(model).state, model.seat_colours, now, model.shown_since)


NAME_PX = 62
"""Width of a name next to figures of two digits and the exclamation mark."""


class ScoresPage(shared_pages.ScoresPage, frozen=True):
    def screen(self, model: Model) -> ui.Screen:
        """Returns a row for each seat, with an exclamation mark for the seat that called the last round."""
        _, state = model.translate, session_of(model).state
        caller = state.last_round.called_by if state.last_round else None
        names = [
            name + ("!" if seat == caller else "")
            for seat, name in enumerate(short_names(_, state.players, NAME_PX, BOLD))
        ]
        rows = tuple(
            (name, str(each.mine), str(each.goldclaims), str(each.fields))
            for name, each in zip(names, claimit.standings(state), strict=True)
        )
        heads = (_("Scores"), Icon.MINE, Icon.GOLD, Icon.FIELDS)
        # The button that opened the page also closes it.
        keys = {**closing_keys(model), Button.RIGHT: ui.Option("", close(model), icon=Icon.SCORES, box_only=True)}
        return ui.Screen(body=(ui.TextTable(rows, heads),), keys=keys)


class SpotlightPage(Page, frozen=True):
    """Shows what one seat has on the board, and nothing else. Holding `left` opens it."""

    seat: Seat = shared_pages.FIRST_SEAT
    name: ClassVar[str] = "spotlight"
    hides_game: ClassVar[bool] = True

    def screen(self, model: Model) -> ui.Screen:
        _, state = model.translate, session_of(model).state
        following, has = Seat((self.seat + 1) % len(state.players)), claimit.standing(state, self.seat)
        on = ui.Option("", show(model, SpotlightPage(following)), icon=Icon.RIGHT)
        fields = ui.Text(_.many("{n} field", "{n} fields", has.fields), "bold")
        rest = ui.Text(_("mine {mine}, gold {gold}", mine=has.mine, gold=has.goldclaims))
        name = ui.Big(display_name(_, state.players[self.seat]))
        return ui.Screen(body=(name, fields, rest), keys={Button.LEFT: on, **closing_keys(model)})

    def lights(self, model: Model, now: float) -> Lights:
        return lights.spotlight(session_of(model).state, model.seat_colours, now, self.seat)


def gold_words(model: Model, seat: Seat) -> str:
    """Returns the seat's goldclaims, how many a bank would add, and how many are needed to call the last round."""
    state = session_of(model).state
    need = claimit.GOLDCLAIMS_TO_CALL[len(state.players)]
    has, more = claimit.standing(state, seat).goldclaims, claimit.at_risk(state).goldclaims if seat == state.turn else 0
    return model.translate("gold {n}/{need}", n=f"{has}+{more}" if more else has, need=need)


class WinnerPage(shared_pages.GameOverPage, frozen=True):
    name: ClassVar[str] = "winner"

    def reason(self, model: Model) -> str:
        _, state = model.translate, session_of(model).state
        best = claimit.standing(state, claimit.winners(state)[0])
        match claimit.decided_by(state):
            case DecidedBy.MINE:
                return _("largest mine: {mine}", mine=best.mine)
            case DecidedBy.GOLDCLAIMS:
                return _("mines tie at {mine}, most goldclaims: {gold}", mine=best.mine, gold=best.goldclaims)
            case DecidedBy.FIELDS:
                return _("mines and goldclaims tie, most fields: {fields}", fields=best.fields)
            case DecidedBy.SHARED:
                return _("mines, goldclaims and fields tie")

    def decision(self, model: Model) -> tuple[ui.Block, ...]:
        _, state = model.translate, session_of(model).state
        if claimit.decided_by(state) is not DecidedBy.MINE:
            return (ui.Text(self.reason(model)), ui.TextTable(tuple(_comparisons(_, state))))
        mines = sorted(((each.mine, seat) for seat, each in enumerate(claimit.standings(state))), reverse=True)
        (best, _winner), *others = mines
        beaten = [_("{name}'s {mine}", name=display_name(_, state.players[seat]), mine=mine) for mine, seat in others]
        return (ui.Text(_("A mine of {mine} beats {names}.", mine=best, names=_.listed(beaten))),)

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the whole game in a few seconds, then counts the mines; the winner's mine stays."""
        # Only positions at the end of a turn: marks within a turn would flicker.
        states = (step.state for step in session_of(model).started_record.timeline)
        turns = [state for state in states if state.phase in {Phase.ROLL, Phase.OVER}]
        return lights.time_lapse(turns, model.seat_colours, now, model.shown_since)


def _comparisons(_: Translator, state: State) -> Iterator[tuple[str, str]]:
    """Yields each comparison that decided the win, of the seats tied until then, best first."""
    compared = {
        DecidedBy.MINE: _("Largest mine"),
        DecidedBy.GOLDCLAIMS: _("Goldclaims"),
        DecidedBy.FIELDS: _("Fields"),
    }
    for by, figures in claimit.comparisons(state):
        best_first = sorted(figures, key=lambda seat: -figures[seat])
        yield compared[by], ", ".join(f"{display_name(_, state.players[seat])} {figures[seat]}" for seat in best_first)
