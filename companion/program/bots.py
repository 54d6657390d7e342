"""Bots at the table: which one is to act, when it is asked, and when it does what it has decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.core.bot_seat import BotSeat, BotTurn, Decision, acting_bot, chance_seed, change_players
from companion.core.effects import Think
from companion.core.messages import BotDecided
from companion.core.model import Model, Transition, reject_press
from companion.core.table_registry import bot_sentence, can_have_bots, table_of
from companion.screen.art import Icon
from companion.tables.shared_pages import PhysicalStepsPage
from companion.ui.screen import NOTHING, Option
from engine.bot import BotView, is_valid_decision
from engine.game import Seat, Undo
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.core.effects import Effect
    from companion.core.game_session import AnySession
    from companion.core.messages import BotFailed

REPLACEMENT = "prospector"
"""Who plays on for a bot that does not answer."""


def follow_game(model: Model) -> tuple[Model, tuple[Effect, ...]]:
    """Returns the model with the bot that is to act now; asks that bot where the position is new to it."""
    seat = _seat_to_act(model)
    if seat is None:
        return (model if model.bot_turn is None else replace(model, bot_turn=None)), ()
    session, beneath = model.session, _without_pages_on_top(model)
    # Each step of a guide is looked at for a while.
    step = beneath.page.step if isinstance(beneath.page, PhysicalStepsPage) else 0
    position = (session.seed, session.events, session.acknowledged, step, seat, session.lineup.bot_at(seat))
    turn, has_choice = model.bot_turn, False
    if turn is None or turn.position != position:
        has_choice = _bot_seat_of(beneath).has_choice(beneath)
        # After an undo, also one before a restart, people look at what they have taken back.
        waits = session.record is not None and isinstance(session.record.events[-1], Undo)
        turn = BotTurn(model.bot_questions + 1, position, seat, waits, None if has_choice else Decision(None))
    questions: tuple[Effect, ...] = ()
    if has_choice:
        bot, seed = session.lineup.playing_bots[str(seat)], chance_seed(session, seat)
        questions = (Think(turn.number, bot, _view(session), seed, session.started_record, seat),)
    return replace(model, bot_questions=turn.number, bot_turn=_timed(model, turn)), questions


def acts_now(model: Model) -> bool:
    """Returns whether the bot has waited long enough."""
    turn = acting_bot(model)
    return turn is not None and turn.acts_at is not None and model.now >= turn.acts_at


def act(model: Model) -> Transition:
    """Does what the bot on the open page has decided; as long as it thinks, there is nothing to do."""
    turn = acting_bot(model)
    if turn is None or turn.decision is None:
        return reject_press(model)
    if turn.decision.event is None:
        return model.page.press(model, Button.OK)
    return _bot_seat_of(model).play(model, turn.decision.event)


def bot_chooses(model: Model) -> bool:
    """Returns whether a bot acts on the open page and has a choice there; else what people press is the page's."""
    return acting_bot(model) is not None and _bot_seat_of(model).has_choice(model)


def keys_beside_bot(model: Model, keys: Mapping[Button, Option]) -> dict[Button, Option]:
    """Returns what people can press while a bot has a choice: `ok` has it go on, `undo` takes back.

    Nobody chooses in its place: people who want to play the seat say so in the menu.
    """
    turn, scores = acting_bot(model), table_of(model.session).scores
    is_decided = turn is not None and turn.decision is not None
    beside = {
        Button.RIGHT: Option("", lambda: Transition(model.with_page_on_top(scores())), icon=Icon.SCORES),
        Button.OK: Option(
            model.translate("Go on"), (lambda: act(model)) if is_decided else None, bot_sentence(model), Icon.SKIP
        ),
    }
    undo = keys.get(Button.UNDO, NOTHING)
    return beside | ({Button.UNDO: undo} if undo.do else {})


def wait_after_undo(before: Model, after: Model) -> Model:
    """Has the bot wait for an ok where somebody has just pressed `undo` on its page, or on one that it opened."""
    turn, pages = after.bot_turn, table_of(before.session).pages if before.game else ()
    is_accepted = after.rejected_at is None
    if turn is None or before.bot_turn is None or not (is_accepted and isinstance(before.page, pages)):
        return after
    return replace(after, bot_turn=turn._replace(waits=True, acts_at=None))


def take_answer(model: Model, message: BotDecided | BotFailed) -> Transition:
    """Shows what a bot has decided, or has another one play on; an answer to a position that is gone is dropped."""
    turn = model.bot_turn
    if turn is None or turn.number != message.number or turn.decision is not None:
        return Transition(model)
    session = model.session
    # What it says is judged here: it may be anybody's program.
    if not isinstance(message, BotDecided) or not is_valid_decision(session.game, _view(session), message.event):
        from companion.pages.fault import bot_fault  # noqa: PLC0415 - loaded when a bot fails

        # Another one plays on; where that is the one that fails, people do.
        successor = None if session.lineup.bot_at(turn.seat) == REPLACEMENT else REPLACEMENT
        step = change_players(model, session.lineup.with_bot(turn.seat, successor, has_failed=True))
        fault = bot_fault(step.model.session.lineup, turn.seat)
        return step._replace(model=step.model.with_page_on_top(fault))
    event = message.event
    decided = replace(model, bot_turn=turn._replace(decision=Decision(event)))
    if event is None:
        return Transition(decided)
    beneath = _without_pages_on_top(decided)
    page = _bot_seat_of(beneath).show(beneath, event)
    if not decided.pages_beneath:
        return Transition(decided.with_page(page))
    return Transition(replace(decided, pages_beneath=(page, *decided.pages_beneath[1:])))


def _seat_to_act(model: Model) -> Seat | None:
    """Returns the seat of the bot that is to act; None where a person is, or no game is played."""
    if model.game is None or not model.game.lineup.playing_bots or not can_have_bots(model):
        return None
    beneath = _without_pages_on_top(model)
    seat = _bot_seat_of(beneath).acting_seat(beneath)
    return seat if model.game.lineup.bot_at(seat) is not None else None


def _without_pages_on_top(model: Model) -> Model:
    """Returns the model with the game's own page open: while the menu is, a bot may think."""
    return model.with_only_page((*model.pages_beneath, model.page)[0])


def _bot_seat_of(model: Model) -> BotSeat:
    bot_seat = table_of(model.session).bot_seat
    if bot_seat is None:
        raise LookupError(f"no bots play {model.session.lineup.game}")
    return bot_seat


def _view(session: AnySession) -> BotView[object]:
    return BotView(session.lineup.game, session.state, session.hand)


def _timed(model: Model, turn: BotTurn) -> BotTurn:
    """Returns the bot's turn with the time at which it acts; it keeps one that it has."""
    if turn.decision is None or turn.waits or model.pages_beneath:
        return turn._replace(acts_at=None)
    if turn.acts_at is not None:
        return turn
    pause_s = _bot_seat_of(model).pause_s(model) if model.bot_step_s else 0.0
    return turn._replace(acts_at=model.now + model.bot_step_s + pause_s)
