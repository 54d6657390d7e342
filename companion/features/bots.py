"""Bots at the table: which bot acts next, its questions, what is shown of it, and when it acts.

A bot presses nothing. It gets the position as its seat may see it, and decides on an event of the game. It thinks in a
separate process, so by the time it answers a person may have taken something back, or the seat may have changed
hands. A question therefore has the key of its position, and a decision for another position is dropped.
After an undo a bot waits for a person's `ok`: otherwise it would at once repeat what was just taken back.

This module depends on no page of a game: a bot acts when the screen's `seat` is its own, and its decision is the option
that records that event. People see the option's label before the event is recorded. They cannot choose for a bot: a
person who wants to play the seat takes it over in the menu.
"""

import hashlib
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace

from companion.core.effects import DECISION_S, Ask, Job, SaveLineUp
from companion.core.game_session import AnySession
from companion.core.lineup import PERSON, LineUp, bot_title
from companion.core.messages import Answered, Message, Ticked
from companion.core.model import (
    ApplicationPage,
    ListScreenPage,
    Model,
    Page,
    Transition,
    at_table,
    close,
    find_option,
    keys_of,
    open_on_top,
    reject_press,
    show_option,
    table_of,
)
from companion.core.observers import MenuEntry, Observer
from companion.core.player_names import display_name
from companion.core.questions import FormItem
from companion.core.snapshot import Snapshot
from companion.locale.translator import N_
from companion.pages.fault import PLAY_ON, FaultAction, FaultPage
from companion.pages.menu import CLOSE
from companion.pages.setup import bot_key, player_question
from companion.ui.art import Icon
from companion.ui.screen import NOTHING, Big, Block, BoxOnly, Choices, Meter, Option, Screen, Text, WebOnly
from engine import dice
from engine.bot import BotView, is_valid_decision, legal_events
from engine.bots import bots_for, decide
from engine.game import GameEvent, Illegal, Seat, Undo
from engine.record import AnyRecord
from hardware.device import Button, Press

NAME = "bots"
REPLACEMENT = "prospector"
FAILED = N_("A bot has failed")


class AskBot(NamedTuple):
    position: object
    """The key of the position, `BotTurn.position`."""
    bot: str
    view: BotView[Any]
    chance_seed: bytes
    """The seed of its random numbers, 32 bytes, not secret."""
    record: AnyRecord
    """The events so far, for a bot that is another program."""
    seat: Seat

    @property
    def job(self) -> Job:
        return Job("play", decide, (self.bot, self.view, self.chance_seed), DECISION_S)


class Decision(NamedTuple):
    event: GameEvent | None
    """None for the action of `ok`, such as a roll, or to continue after a bust."""


class BotTurn(NamedTuple):
    """The bot to act, and what it is doing."""

    position: tuple[object, ...]
    """The key of this position, seat and bot."""
    seat: Seat
    has_choice: bool
    """Whether it decides; otherwise only `ok` is available, and people may press it."""
    waits: bool
    """Whether it waits for a person's `ok`, after an undo."""
    decision: Decision | None = None
    acts_at: float | None = None
    """When it acts, in seconds of the loop's clock; None if it waits for `ok`."""


def turn_of(model: Model) -> BotTurn | None:
    """Returns the turn of the bot that acts next; None if a person does."""
    turn: BotTurn | None = model.observer_values.get(NAME)
    return turn


def acting_turn(model: Model) -> BotTurn | None:
    """Returns the turn of the bot to act; None also while another page is open on top of the game."""
    return None if model.pages_beneath else turn_of(model)


class Bots(Observer):
    def follow(self, before: Model, step: Transition) -> Transition:
        """Finds the bot to act, and sends it a new position."""
        model = _with_unread_faults(before, step.model)
        turn, effects = turn_of(model), step.effects
        # The game's own page: while the menu is open, a bot may think.
        own = model.with_only_page(model.open_pages[0])
        screen = own.page.screen(own) if _may_play(model) and model.session.lineup.playing_bots else Screen()
        seat = screen.seat
        if seat is None or model.session.lineup.has_person(seat):
            return step._replace(model=model if turn is None else _with_turn(model, None))
        last, session = turn, model.session
        position = (session.seed, session.events, session.acknowledged, seat, session.lineup.bot_at(seat))
        if turn is None or turn.position != position:
            has_choice = _has_choice(model)
            # After an undo, also one before a restart, people look at the position first.
            waits = session.record is not None and isinstance(session.record.events[-1], Undo)
            turn = BotTurn(position, seat, has_choice, waits, None if has_choice else Decision(None))
            if has_choice:
                bot, seed = session.lineup.playing_bots[str(seat)], chance_seed(session, seat)
                question = AskBot(position, bot, _view(session), seed, session.started_record, seat)
                effects = (*effects, Ask(question))
        if turn_of(before) is not None and _is_undo_pressed(before, model):
            turn = turn._replace(waits=True)
        if turn.decision is None or turn.waits or model.pages_beneath:
            turn = turn._replace(acts_at=None)
        elif turn.acts_at is None:
            # First the page is shown for a while.
            shown_for_s = screen.shown_for_s if model.config.step_s else 0.0
            turn = turn._replace(acts_at=model.now + model.config.step_s + shown_for_s)
        return step._replace(model=model if turn == last else _with_turn(model, turn), effects=effects)

    def handle(self, model: Model, message: Message) -> Transition | None:
        match message:
            case Ticked() if (due := self.due(model)) is not None and model.now >= due:
                turn = acting_turn(model)
                option = None if turn is None else _decided(model, model.page.screen(model), turn)
                return reject_press(model) if option is None or option.do is None else option.do()
            case Answered(AskBot() as question, event, problem=problem):
                return _take_answer(model, question, event, problem)
            case _:
                return None

    def menu(self) -> tuple[MenuEntry, ...]:
        return (MenuEntry(N_("Bots"), _find_page, after="Rules"),)

    def due(self, model: Model) -> float | None:
        turn = acting_turn(model)
        return None if turn is None else turn.acts_at

    def decorate(self, model: Model, screen: Screen) -> Screen:
        """Shows what the bot does; if it has a choice, `ok` lets it continue, and `undo` undoes."""
        turn = turn_of(model)
        if turn is None or screen.seat != turn.seat:
            return screen
        name = display_name(model.translate, model.session.lineup.players[turn.seat])
        if model.pages_beneath:  # people enter its dice
            return screen._replace(title=model.translate("For {name}", name=name), note="")
        option, keys = _decided(model, screen, turn), keys_of(model, screen)
        sentence, short = _words(model, option, turn, name)
        plain = tuple(_with_short(block, "") for block in screen.body)
        body = tuple(_with_short(block, short) for block in screen.body)
        note = short if short and body == plain else screen.note
        shown = screen._replace(body=body, note=note, sentence=sentence or screen.sentence)
        main = Button.OK if turn.waits and option is not None else None
        go_on = Option(model.translate("Continue"), option.do if option else None, icon=Icon.SKIP)
        if not turn.has_choice:
            ok = keys.get(Button.OK, NOTHING)
            is_its_roll = ok.icon == Icon.ROLL and not model.session.lineup.by_hand
            return shown._replace(keys={**screen.keys, Button.OK: go_on if is_its_roll else ok}, main=main)
        scores, undo = table_of(model.session).scores(), screen.keys.get(Button.UNDO, NOTHING)
        others = {
            Button.RIGHT: Option("", open_on_top(model, scores), icon=Icon.SCORES, box_only=True),
            Button.OK: go_on,
            **({Button.UNDO: undo} if undo.do else {}),
        }
        # The board shows the bot's choice; people cannot move the cursor.
        choices = None if turn.decision is None else screen.choices
        if choices is not None:
            chosen = choices.chosen._replace(do=None)
            choices = Choices((chosen,), 0, choices.show) if chosen.place else None
        return shown._replace(choices=choices, keys=others, point=None, locked=True, main=main)

    def annotate(self, model: Model, snapshot: Snapshot) -> Snapshot:
        session = model.session
        if not session.lineup.playing_bots:
            return snapshot
        players = tuple(
            replace(player, note=" · ".join(filter(None, (player.note, _note(model, Seat(seat))))))
            for seat, player in enumerate(snapshot.players)
        )
        return replace(snapshot, players=players)


OBSERVER = Bots()


def _find_page(model: Model) -> Page | None:
    """Returns the page of the seats if bots can play, that is, if the page of the next decision names a seat."""
    if not _may_play(model):
        return None
    page = table_of(model.session).pages_to_come(model)[-1]
    return None if page.screen(model.with_only_page(page)).seat is None else WhoPlaysPage()


def change_players(model: Model, lineup: LineUp) -> Transition:
    """Changes the players of the seats; the change is saved before it is shown."""
    if lineup == model.session.lineup:
        return Transition(model)
    seated = replace(model, game=replace(model.session, lineup=lineup), last_lineup=lineup)
    return Transition(seated, (SaveLineUp(lineup.to_json()),))


def chance_seed(session: AnySession, seat: Seat) -> bytes:
    """Returns the seed of a bot's random numbers: public, and different for each event and seat.

    It is never the secret of the dice: a bot's random numbers reveal nothing about the next roll. The same journal
    gives the same decisions. Events that were taken back are counted, so a bot may decide differently after an undo.
    """
    public = f"{dice.commitment(session.seed)} {session.events} {seat}"
    return hashlib.sha256(public.encode()).digest()


def _with_turn(model: Model, turn: BotTurn | None) -> Model:
    is_thinking = turn is not None and turn.decision is None
    return replace(model, observer_values={**model.observer_values, NAME: turn}, hides_cursor=is_thinking)


def _with_unread_faults(before: Model, model: Model) -> Model:
    """Returns a resumed game with the fault pages that were not answered before the power cut."""
    if model.game is None or not model.game.lineup.failed_bots or not at_table(model) or at_table(before):
        return model
    for seat in model.game.lineup.failed_bots:
        model = model.with_page_on_top(_fault(model.game.lineup, seat, FAILED))
    return model


def _failure_title(problem: BaseException | None) -> str:
    """Returns a short title, to be translated; without a problem the bot's choice was not allowed."""
    match problem:
        case TimeoutError():
            return N_("Bot too slow")
        case EOFError() | OSError():
            return N_("Bot has ended")
        case None | Illegal():
            return N_("Illegal bot choice")
        case _:
            return FAILED


def _fault(lineup: LineUp, seat: Seat, title: str) -> FaultPage:
    """Returns the page for a bot that has lost its seat; the game goes on without it."""
    reason = (
        N_("The bot in seat {number} is out. Play for it.")
        if lineup.has_person(seat)
        else N_("The bot in seat {number} is out. Prospector takes over.")
    )

    def play_on(model: Model) -> Transition:
        return change_players(model.with_top_page_closed(), model.session.lineup.with_failure_read(seat))

    return FaultPage(title, reason, (FaultAction(PLAY_ON.label, play_on),), number=seat + 1)


def _may_play(model: Model) -> bool:
    # Without hands that the box deals, a bot cannot know what it holds.
    return at_table(model) and (model.session.game.deal is None or model.session.is_dealt)


def _has_choice(model: Model) -> bool:
    """Returns whether there is a decision: no outcome to acknowledge, and more than a roll."""
    session = model.session
    if session.record is None or len(table_of(session).pages_to_come(model)) > 1:
        return False
    return bool(legal_events(session.game, _view(session)))


def _is_undo_pressed(before: Model, model: Model) -> bool:
    """Returns whether `undo` has just been pressed, and accepted, on a page of the game."""
    last = model.last_press
    is_new = last is not None and last is not before.last_press and last.press == Press(Button.UNDO)
    return is_new and model.rejected_at is None and before.page.is_of_game


def _view(session: AnySession) -> BotView[object]:
    return BotView(session.lineup.game, session.state, session.hand)


def _take_answer(model: Model, question: AskBot, event: GameEvent | None, problem: BaseException | None) -> Transition:
    """Shows a bot's decision, or replaces a failed bot; an answer to an old position is dropped."""
    turn = turn_of(model)
    if turn is None or turn.position != question.position or turn.decision is not None:
        return Transition(model)
    session = model.session
    # Its decision is checked here, because a bot may be any program.
    if problem is None and is_valid_decision(session.game, _view(session), event):
        decided = _with_turn(model, turn._replace(decision=Decision(event)))
        return Transition(decided if event is None else show_option(decided, event))
    # The replacement plays on; if the replacement has failed, people do.
    successor = None if session.lineup.bot_at(turn.seat) == REPLACEMENT else REPLACEMENT
    step = change_players(model, session.lineup.with_bot(turn.seat, successor, has_failed=True))
    fault = _fault(step.model.session.lineup, turn.seat, _failure_title(problem))
    return step._replace(model=step.model.with_page_on_top(fault))


def _decided(model: Model, screen: Screen, turn: BotTurn) -> Option | None:
    """Returns the option that the bot has decided on; None while it thinks."""
    if turn.decision is None:
        return None
    event = turn.decision.event
    return keys_of(model, screen).get(Button.OK) if event is None else find_option(screen, event)


def _words(model: Model, option: Option | None, turn: BotTurn, name: str) -> tuple[str, str]:
    """Returns the bot's action as a sentence, and in a word or two; empty if the page shows it."""
    _ = model.translate
    if option is None:
        return _("{name} is thinking…", name=name), _("thinking…")
    if turn.waits:
        return _("{name} is waiting for you", name=name), _("press ok")
    if option.icon == Icon.ROLL and model.session.lineup.by_hand:
        return _("Roll for {name}", name=name), _("roll now!")
    # The board already shows a choice of a place.
    return f"{name}: {option.label}" if option.label else "", "" if option.place else option.label


def _with_short(block: Block, short: str) -> Block:
    """Returns a block with the bot's action (if not empty) instead of a person's instructions, and without advice."""
    match block:
        case BoxOnly(blocks):
            return BoxOnly(tuple(_with_short(each, short) for each in blocks))
        case WebOnly((Text(style="advice"),)):
            return WebOnly(())
        case Big(sub=sub) if sub and short:
            return block._replace(sub=short)
        case Meter() | Text(style="alert") if short:
            return Text(short, "alert", shorten=True)
        case _:
            return block


def _note(model: Model, seat: Seat) -> str:
    """Returns the name of the bot in a seat; empty for a person, or if the seat has the bot's name."""
    _, session = model.translate, model.session
    bot = session.lineup.bot_at(seat)
    if bot is None or session.lineup.players[seat].startswith(title := bot_title(bot, session.lineup.game)):
        return ""
    shown = display_name(_, title)
    return shown if session.is_over else _("{bot} plays", bot=shown)


class WhoPlaysPage(ListScreenPage, ApplicationPage, frozen=True):
    cursor: int = 0
    name: ClassVar[str] = "bot_seats"

    def screen(self, model: Model) -> Screen:
        _, seats = model.translate, enumerate(model.session.lineup.players)
        options = [_seat_option(model, Seat(seat), display_name(_, name)) for seat, name in seats]
        back = {Button.UNDO: Option(_("Close"), close(model), icon=Icon.UNDO, key=CLOSE)}
        return Screen(_("Who plays?"), choices=Choices(options, self.cursor), keys=back)


def _seat_option(model: Model, seat: Seat, name: str) -> Option:
    game, player = model.session.lineup.game, model.session.lineup.bot_at(seat) or PERSON
    # A bot of a plug-in that is gone, or another program, can be exchanged, but not chosen again.
    offered = bots_for(game)
    strange = (player,) if player != PERSON and player not in offered else ()
    question = player_question(model.translate, bot_key(seat), name, (*offered, *strange), game)

    def change(player: str) -> Transition:
        return change_players(model, model.session.lineup.with_bot(seat, player or None))

    option = FormItem(question, player, change).option(model.translate)
    # The strength would leave no room for the name.
    return option._replace(value=option.value.partition(" (")[0])
