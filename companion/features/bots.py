"""The bots in a game: which bot acts next, when it acts, and what the players see of it.

A bot presses no buttons. It receives the position as its seat may see it, and decides on an event of the game. It runs
in a worker process, so when it answers, a person may have undone an event or taken over the seat. Each question
therefore contains a key of its position, and a decision for another position is dropped. After an undo, a bot waits for
a person's `ok`; otherwise it would repeat the undone event at once.

This module depends on no page of a game. A bot acts if its seat is the `seat` of the screen, and its decision is the
option that records its event. People see the option's label before the event is recorded. They cannot choose for a bot,
but they can take over its seat in the menu.
"""

import hashlib
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace

from companion.core import model as core
from companion.core.effects import DECISION_S, Ask, Job, SaveLineUp
from companion.core.game_session import AnySession
from companion.core.lineup import PERSON, LineUp, bot_title
from companion.core.messages import Answered, Message, Ticked
from companion.core.model import Model, Transition
from companion.core.observers import MenuEntry, Observer
from companion.core.player_names import display_name
from companion.core.questions import FormItem
from companion.core.snapshot import Snapshot
from companion.locale.translator import N_
from companion.pages.fault import CONTINUE_PLAYING, FaultAction, FaultPage
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
"""The bot that takes over the seat of a bot that has failed."""
FAILED = N_("A bot has failed")


class AskBot(NamedTuple):
    position: object
    """The key of the position, `BotTurn.position`."""
    bot: str
    view: BotView[Any]
    random_seed: bytes
    """The seed of its random numbers, 32 bytes, not secret."""
    record: AnyRecord
    """The events so far, for a bot that is another program."""
    seat: Seat

    @property
    def job(self) -> Job:
        return Job("play", decide, (self.bot, self.view, self.random_seed), DECISION_S)


class Decision(NamedTuple):
    event: GameEvent | None
    """None to press `ok`, which rolls, or continues after a bust."""


class BotTurn(NamedTuple):
    """The bot that acts next, and its decision."""

    position: tuple[object, ...]
    """The key of this position, seat and bot."""
    seat: Seat
    has_choice: bool
    """Whether it has a decision to make; otherwise only `ok` is available, which people may also press."""
    waits_for_ok: bool
    """Whether it waits for a person's `ok`, after an undo."""
    decision: Decision | None = None
    acts_at: float | None = None
    """When it acts, in seconds of the loop's clock; None while it waits."""


def next_bot_turn(model: Model) -> BotTurn | None:
    """Returns the turn of the bot that acts next; None if a person does."""
    turn: BotTurn | None = model.observer_values.get(NAME)
    return turn


def unpaused_bot_turn(model: Model) -> BotTurn | None:
    """Returns the turn of the bot that acts next; None also while a page on top of the game's page pauses it."""
    return None if model.pages_beneath else next_bot_turn(model)


class BotObserver(Observer):
    def follow(self, before: Model, step: Transition) -> Transition:
        """Finds the bot that acts next, and sends it a new position."""
        model = _with_unacknowledged_failures(before, step.model)
        previous, effects = next_bot_turn(model), step.effects
        screen = _screen_for_bots(model)
        seat = screen.seat
        if seat is None or model.session.lineup.has_person(seat):
            return step._replace(model=model if previous is None else _with_turn(model, None))
        turn, session = previous, model.session
        position = (session.seed, session.event_count, session.acknowledged_count, seat, session.lineup.bot_at(seat))
        if turn is None or turn.position != position:
            has_choice = _has_choice(model)
            # From the record, because the undo may have been before a restart.
            waits_for_ok = session.record is not None and isinstance(session.record.events[-1], Undo)
            turn = BotTurn(position, seat, has_choice, waits_for_ok, None if has_choice else Decision(None))
            if has_choice:
                bot, seed = session.lineup.playing_bots[str(seat)], random_seed(session, seat)
                question = AskBot(position, bot, _view(session), seed, session.started_record, seat)
                effects = (*effects, Ask(question))
        if next_bot_turn(before) is not None and _is_undo_pressed(before, model):
            turn = turn._replace(waits_for_ok=True)
        if turn.decision is None or turn.waits_for_ok or model.pages_beneath:
            turn = turn._replace(acts_at=None)
        elif turn.acts_at is None:
            # People see the page before the bot acts.
            shown_for_s = screen.shown_for_s if model.config.step_s else 0.0
            turn = turn._replace(acts_at=model.now + model.config.step_s + shown_for_s)
        return step._replace(model=model if turn == previous else _with_turn(model, turn), effects=effects)

    def handle(self, model: Model, message: Message) -> Transition | None:
        match message:
            case Ticked() if (due := self.due(model)) is not None and model.now >= due:
                turn = unpaused_bot_turn(model)
                option = None if turn is None else _decided_option(model, model.page.screen(model), turn)
                return core.reject_press(model) if option is None or option.do is None else option.do()
            case Answered(AskBot() as question, event, problem=problem):
                return _handle_answer(model, question, event, problem)
            case _:
                return None

    def menu(self) -> tuple[MenuEntry, ...]:
        return (MenuEntry(N_("Bots"), _find_seats_page, after="Rules"),)

    def due(self, model: Model) -> float | None:
        turn = unpaused_bot_turn(model)
        return None if turn is None else turn.acts_at

    def decorate(self, model: Model, screen: Screen) -> Screen:
        """Shows what the bot does; if it has a decision to make, `ok` lets it act at once, and `undo` undoes."""
        turn = next_bot_turn(model)
        if turn is None or screen.seat != turn.seat:
            return screen
        name = display_name(model.translate, model.session.lineup.players[turn.seat])
        if model.pages_beneath:  # on the page on top, people enter the dice of the bot
            _ = model.translate
            return screen._replace(title=_("For {name}", name=name), note="", sentence=_("Roll for {name}", name=name))
        option, keys = _decided_option(model, screen, turn), core.keys_of(model, screen)
        sentence, short = _action_texts(model, option, turn, name)
        plain = tuple(_with_action(block, "") for block in screen.body)
        body = tuple(_with_action(block, short) for block in screen.body)
        # If the body has no instructions that the action replaces, the action is in the note.
        note = short if short and body == plain else screen.note
        shown = screen._replace(body=body, note=note, sentence=sentence or screen.sentence)
        is_roll = option is not None and option.icon == Icon.ROLL
        people_roll = is_roll and model.session.lineup.by_hand
        main = Button.OK if people_roll or (turn.waits_for_ok and option is not None) else None
        words = N_("Enter the roll") if people_roll else N_("Continue")
        go_on = Option(model.translate(words), option.do if option else None, icon=Icon.SKIP)
        if not turn.has_choice:
            ok = go_on if is_roll else keys.get(Button.OK, NOTHING)
            return shown._replace(keys={**screen.keys, Button.OK: ok}, main=main)
        scores, undo = core.table_of(model.session).scores(), screen.keys.get(Button.UNDO, NOTHING)
        others = {
            Button.RIGHT: Option("", core.open_on_top(model, scores), icon=Icon.SCORES, box_only=True),
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
            replace(player, note=" · ".join(filter(None, (player.note, _bot_label(model, Seat(seat))))))
            for seat, player in enumerate(snapshot.players)
        )
        return replace(snapshot, players=players)


OBSERVER = BotObserver()


def _find_seats_page(model: Model) -> core.Page | None:
    """Returns the page of the seats; None if bots cannot play, because the next decision belongs to no seat."""
    if not _bots_can_play(model):
        return None
    page = core.table_of(model.session).pages_to_come(model)[-1]
    return None if page.screen(model.with_only_page(page)).seat is None else WhoPlaysPage()


def change_players(model: Model, lineup: LineUp) -> Transition:
    """Changes the players of the seats; the change is saved before it is shown."""
    if lineup == model.session.lineup:
        return Transition(model)
    seated = replace(model, maybe_session=replace(model.session, lineup=lineup), last_lineup=lineup)
    return Transition(seated, (SaveLineUp(lineup.to_json()),))


def random_seed(session: AnySession, seat: Seat) -> bytes:
    """Returns the seed of a bot's random numbers: public, and different for each event and seat.

    It does not use the secret seed of the dice, so a bot's random numbers reveal nothing about the next roll. The same
    journal leads to the same decisions. Undone events are counted, so a bot may decide differently after an undo.
    """
    public = f"{dice.commitment(session.seed)} {session.event_count} {seat}"
    return hashlib.sha256(public.encode()).digest()


def _with_turn(model: Model, turn: BotTurn | None) -> Model:
    is_thinking = turn is not None and turn.decision is None
    return replace(model, observer_values={**model.observer_values, NAME: turn}, hides_cursor=is_thinking)


def _with_unacknowledged_failures(before: Model, model: Model) -> Model:
    """Returns a resumed game with the fault pages of failed bots that no player has acknowledged."""
    if core.at_table(before) or not core.at_table(model):
        return model
    for seat in model.session.lineup.failed_bots:
        model = model.with_page_on_top(_failure_page(model.session.lineup, seat, FAILED))
    return model


def _failure_title(problem: BaseException | None) -> str:
    """Returns a short title, to be translated; None means that the bot's decision was not allowed."""
    match problem:
        case TimeoutError():
            return N_("Bot too slow")
        case EOFError() | OSError():
            return N_("Bot has ended")
        case None | Illegal():
            return N_("Illegal bot choice")
        case _:
            return FAILED


def _failure_page(lineup: LineUp, seat: Seat, title: str) -> FaultPage:
    reason = (
        N_("The bot in seat {number} is out. Play for it.")
        if lineup.has_person(seat)
        else N_("The bot in seat {number} is out. Prospector takes over.")
    )

    def continue_playing(model: Model) -> Transition:
        return change_players(model.with_top_page_closed(), model.session.lineup.with_failure_acknowledged(seat))

    return FaultPage(title, reason, (FaultAction(CONTINUE_PLAYING.label, continue_playing),), number=seat + 1)


def _bots_can_play(model: Model) -> bool:
    # In a game with hands, a bot can play only if the box deals them.
    return core.at_table(model) and (model.session.game.deal is None or model.session.is_dealt)


def _screen_for_bots(model: Model) -> Screen:
    """Returns the screen of the game's page, below the menu if that is open; an empty one if no bot can act."""
    if not (_bots_can_play(model) and model.session.lineup.playing_bots):
        return Screen()
    game_page = model.with_only_page(model.open_pages[0])
    return game_page.page.screen(game_page)


def _has_choice(model: Model) -> bool:
    """Returns whether there is a decision to make: all outcomes are acknowledged, and events can be chosen."""
    session = model.session
    if session.record is None or len(core.table_of(session).pages_to_come(model)) > 1:
        return False
    return bool(legal_events(session.game, _view(session)))


def _is_undo_pressed(before: Model, model: Model) -> bool:
    """Returns whether `undo` has just been pressed, and accepted, on a page of the game."""
    last = model.last_press
    is_new = last is not None and last is not before.last_press and last.press == Press(Button.UNDO)
    return is_new and model.rejected_at is None and before.page.is_of_game


def _view(session: AnySession) -> BotView[object]:
    return BotView(session.lineup.game, session.state, session.hand)


def _handle_answer(model: Model, question: AskBot, event: GameEvent | None, error: BaseException | None) -> Transition:
    """Stores a bot's decision, or replaces a failed bot; drops an answer to an older position."""
    turn = next_bot_turn(model)
    if turn is None or turn.position != question.position or turn.decision is not None:
        return Transition(model)
    session = model.session
    # Checked here, because a bot may be any program.
    if error is None and is_valid_decision(session.game, _view(session), event):
        decided = _with_turn(model, turn._replace(decision=Decision(event)))
        return Transition(decided if event is None else core.show_option(decided, event))
    # The replacement takes over; if the replacement itself has failed, people do.
    successor = None if session.lineup.bot_at(turn.seat) == REPLACEMENT else REPLACEMENT
    step = change_players(model, session.lineup.with_bot(turn.seat, successor, has_failed=True))
    fault = _failure_page(step.model.session.lineup, turn.seat, _failure_title(error))
    return step._replace(model=step.model.with_page_on_top(fault))


def _decided_option(model: Model, screen: Screen, turn: BotTurn) -> Option | None:
    if turn.decision is None:
        return None
    event = turn.decision.event
    return core.keys_of(model, screen).get(Button.OK) if event is None else core.find_option(screen, event)


def _action_texts(model: Model, option: Option | None, turn: BotTurn, name: str) -> tuple[str, str]:
    """Returns the bot's action as a sentence and in one or two words; either may be empty."""
    _ = model.translate
    if option is None:
        return _("{name} is thinking…", name=name), _("thinking…")
    if turn.waits_for_ok:
        return _("{name} is waiting for you", name=name), _("press ok")
    if option.icon == Icon.ROLL and model.session.lineup.by_hand:
        return _("Roll for {name}", name=name), _("roll now!")
    # The board already shows a choice of a place.
    short = _("Roll") if option.icon == Icon.ROLL and not option.detail else option.label
    return f"{name}: {short}" if short else "", "" if option.place else short


def _with_action(block: Block, short: str) -> Block:
    """Returns a block in which the bot's action, if not empty, replaces instructions; advice is removed."""
    match block:
        case BoxOnly(blocks):
            return BoxOnly(tuple(_with_action(each, short) for each in blocks))
        case WebOnly((Text(style="advice"),)):
            return WebOnly(())
        case Big(sub=sub) if sub and short:
            return block._replace(sub=short)
        case Meter() | Text(style="alert") if short:
            return Text(short, "alert", shorten=True)
        case _:
            return block


def _bot_label(model: Model, seat: Seat) -> str:
    """Returns the name of the bot in a seat; empty for a person, or if the seat has the bot's name."""
    _, session = model.translate, model.session
    bot = session.lineup.bot_at(seat)
    title = "" if bot is None else bot_title(bot, session.lineup.game)
    if session.lineup.players[seat].startswith(title):
        return ""
    shown = display_name(_, title)
    return shown if session.is_over else _("{bot} plays", bot=shown)


class WhoPlaysPage(core.ListScreenPage, core.ApplicationPage, frozen=True):
    cursor: int = 0
    name: ClassVar[str] = "bot_seats"

    def screen(self, model: Model) -> Screen:
        _, seats = model.translate, enumerate(model.session.lineup.players)
        options = [_seat_option(model, Seat(seat), display_name(_, name)) for seat, name in seats]
        back = {Button.UNDO: Option(_("Close"), core.close(model), icon=Icon.UNDO, key=CLOSE)}
        return Screen(_("Who plays?"), choices=Choices(options, self.cursor), keys=back)


def _seat_option(model: Model, seat: Seat, name: str) -> Option:
    game, player = model.session.lineup.game, model.session.lineup.bot_at(seat) or PERSON
    # The current bot may be a program, or missing: then it is listed only here.
    offered = bots_for(game)
    unlisted = (player,) if player != PERSON and player not in offered else ()
    question = player_question(model.translate, bot_key(seat), name, (*offered, *unlisted), game)

    def change(player: str) -> Transition:
        return change_players(model, model.session.lineup.with_bot(seat, player or None))

    option = FormItem(question, player, change).option(model.translate)
    # Without the strength, so that the name fits.
    return option._replace(value=option.value.partition(" (")[0])
