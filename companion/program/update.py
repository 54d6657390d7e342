"""`update`: one message in, one transition out. The model changes nowhere else.

The open pages are a stack (`core/model.py`). If the game changes, `update` closes all pages and opens the page of the
new state. So no page knows which page follows its event, and players cannot return to a decision that was made.

All buttons except `undo` act when they go down: waiting for a possible hold would be noticeable. If a hold follows, its
page opens on top of the result of the press.

An action that is not allowed changes nothing: the model is the same object, so the loop draws no frame, and the sender
gets a refusal. A press without a meaning on the open page (`reject_press`) plays a low tone, and the softkeys blink.

The loop runs the effects in their order, commits the model and shows the frame; then it runs slow effects. So an event
is saved before its sounds are played. Disabled effects are dropped here. Observers are called last, so their questions
are about a saved position.
"""

from contextlib import suppress
from typing import assert_never

from msgspec.structs import replace

from companion.core import effects, messages
from companion.core.game_session import AnySession, GameSession, resume_session
from companion.core.lineup import LineUp, known_names, people_of
from companion.core.model import Model, Transition, at_table, is_playable
from companion.core.observers import observers_of
from companion.core.saved_games import JournalError, Unfinished
from companion.pages import fault as fault_pages
from companion.pages.attract import ResumePage, page_of_game
from companion.pages.information import HistoryPage, LinkPage, PeoplePage
from companion.pages.menu import FarewellPage
from companion.program.actions import handle_action, reject_action, store_press
from companion.program.fields import compare_board, move_stone
from companion.tables.shared_pages import caption_and_speak, finish_game
from engine.dice import commitment
from engine.game import Illegal, Seat
from hardware.device import Button, Part

GROUP_ID_LETTERS = 16
"""The length of a group's id: the first letters of its first game's commitment."""


def update(model: Model, message: messages.Message) -> Transition:
    """Returns the transition for a message. An action that is not allowed changes nothing."""
    if isinstance(message, messages.ActionMessage) and (rejected := reject_action(model, message)) is not None:
        return rejected._replace(effects=_allowed_effects(rejected))
    step = _save_finished_game(model, _handle_message(replace(model, now=message.at), message))
    # Set again: a transition that the fault page retries has the time of its first attempt.
    new = replace(step.model, now=message.at)
    if new.maybe_session is not None and new.maybe_session.guided is None:
        new = replace(new, maybe_session=replace(new.maybe_session, guided=new.guide))
    has_new_state = _game_version(model) != _game_version(new)
    if has_new_state and model.maybe_session is not None and new.maybe_session is not None:
        # Done here for all events, so that no page has to know which page follows.
        new = new.with_only_page(page_of_game(new))
    new = compare_board(model, new, has_new_state=has_new_state)
    if has_new_state or new.page.name != model.page.name:
        new = replace(new, view=model.view + 1)
    if isinstance(message, messages.ActionMessage):
        new = store_press(model, new, message)
    # The journal's log is copied into its file at the start of each turn.
    copy = (effects.CopyLog(),) if _active_seat(new) not in {None, _active_seat(model)} else ()
    # Observers come last, so that the position in their questions is saved by then.
    step = Transition(new, (*step.effects, *copy), step.refusal)
    for observer in observers_of(new):
        step = observer.follow(model, step)
    after = step.model
    # Pages that stay open keep their times; after an event all times start again, and so do animations.
    known = {} if has_new_state else {model.page.name: model.shown_since, **model.page_opened_at}
    opened_at = {page.name: known.get(page.name, after.now) for page in after.open_pages}
    return Transition(replace(after, page_opened_at=opened_at), _allowed_effects(step), step.refusal)


def _handle_message(model: Model, message: messages.Message) -> Transition:  # noqa: C901, PLR0912 - a table: one row a message
    for observer in observers_of(model):
        if (step := observer.handle(model, message)) is not None:
            return step
    match message:
        case messages.Pressed() | messages.Pointed() | messages.Chosen():
            return handle_action(model, message)
        case messages.StoneMoved():
            return move_stone(model, message)
        case messages.Ticked():
            return Transition(apply_idle_timeout(model))
        case messages.Answered(effects.ReadHistory(), tuple(games)):
            page = HistoryPage(games)
            return page.open(model.with_page_on_top(page))
        case messages.Answered():
            return _handle_answer(model, message)
        case messages.SeedCreated(seed):
            return _begin_game(model, seed)
        case messages.JournalOpened():
            return _open_first_page(model, message)
        case messages.UnfinishedGameFound(unfinished):
            # After the end of a game, an older unfinished one is kept for resuming.
            return Transition(replace(model, maybe_session=_restore_session(unfinished)))
        case messages.JournalReplaced():
            return Transition(model.with_page_on_top(fault_pages.JOURNAL_REPLACED))
        case messages.JournalFailed() if fault_pages.needs_new_journal(message):
            return fault_pages.replace_journal(model, message)
        case messages.JournalFailed():
            # Each failed attempt opens a new page, whose "try again" has the transition of that attempt.
            replaces_page = isinstance(model.page, fault_pages.FaultPage) and model.pages_beneath
            answered = model.with_top_page_closed() if replaces_page else model
            return Transition(answered.with_page_on_top(fault_pages.journal_fault(message, model.maybe_session)))
        case messages.LinkIssued(link):
            # A new link replaces the old one, if that is open.
            is_open = isinstance(model.page, LinkPage)
            return Transition((model.with_page if is_open else model.with_page_on_top)(LinkPage(link)))
        case messages.PowerRefused():
            stays = replace(model, exits_at=None)
            # The machine stays on: the fault replaces the farewell.
            is_farewell = isinstance(model.page, FarewellPage)
            return Transition((stays.with_page if is_farewell else stays.with_page_on_top)(fault_pages.POWER_FAULT))
        case messages.PartChanged():
            return _handle_part_change(model, message)
        case messages.Crashed():
            return Transition(_with_crash_page(model))
        case _:
            assert_never(message)


def _save_finished_game(model: Model, step: Transition) -> Transition:
    """Saves a finished game in the history, before the seed of another one is created or instead of discarding it."""
    session = model.maybe_session
    ends_game = any(isinstance(effect, effects.CreateSeed | effects.DiscardGame) for effect in step.effects)
    if not ends_game or session is None or not session.is_over:
        return step
    if any(isinstance(effect, effects.FinishGame) for effect in step.effects):
        return step
    finished = finish_game(model)
    others = (effect for effect in step.effects if not isinstance(effect, effects.DiscardGame))
    home = replace(step.model, maybe_session=None).with_only_page(step.model.home)
    return step._replace(model=home, effects=(*finished.effects, *others))


def _game_version(model: Model) -> tuple[bytes, int, int] | None:
    """Returns a key that differs for each state of the game: comparing all its events would be slow."""
    session = model.maybe_session
    return (session.seed, session.event_count, session.acknowledged_count) if session else None


def _active_seat(model: Model) -> Seat | None:
    session = model.maybe_session
    return session.state.turn if session and session.record else None


def _allowed_effects(step: Transition) -> tuple[effects.Effect, ...]:
    """Drops disabled effects: sounds if muted, the journal while playing without saving."""
    # Only here: pages request effects without knowing which are enabled.
    is_muted, is_unsaved = not step.model.sound, not step.model.saved
    return tuple(
        effect
        for effect in step.effects
        if not (is_muted and isinstance(effect, effects.PlayTones | effects.Speak))
        and not (is_unsaved and isinstance(effect, effects.JournalEffect))
    )


def _handle_screen_change(model: Model, reason: str | None) -> Transition:
    """Reports a screen that failed by lights, a sound, speech and the frontends: a fault page could not be read."""
    if reason is None:
        return Transition(replace(model, screen_failed_at=None))
    if model.screen_failed_at is not None:
        return Transition(model)
    words = caption_and_speak(model.translate, model.translate(fault_pages.PARTS[Part.SCREEN]))
    return Transition(replace(model, screen_failed_at=model.now), (effects.PlayTones(effects.NO_SCREEN), *words))


def _handle_part_change(model: Model, message: messages.PartChanged) -> Transition:
    part, reason = message.fault.part, message.fault.reason
    known = replace(model, faults=model.faults - {part} if reason is None else model.faults | {part})
    if part is Part.SCREEN:
        return _handle_screen_change(known, reason)
    pages = model.open_pages
    others = [page for page in pages if not (isinstance(page, fault_pages.FaultPage) and page.part is part)]
    if reason is None:
        return Transition(known.with_pages(others))
    # A part that keeps failing has one fault page, not one for each report.
    if len(others) < len(pages):
        return Transition(known)
    return Transition(known.with_page_on_top(fault_pages.part_fault(part, stuck=message.fault.stuck)))


def _begin_game(model: Model, seed: bytes) -> Transition:
    """Begins the requested game. The line-up and the seed are saved before the first roll."""
    if model.requested_lineup is None:
        return Transition(model)
    last, requested = model.last_lineup, model.requested_lineup
    names = known_names(people_of(requested.to_json()))
    is_same_group = at_table(model) or (last and not set(last.players).isdisjoint(names))
    old_group = last.group if last and is_same_group and not model.config.kiosk else ""
    # The commitment is public and differs for each seed, so it can be the id of a new group.
    group = requested.group or old_group or commitment(seed)[:GROUP_ID_LETTERS]
    lineup = replace(requested, fair=not model.config.has_fixed_seed, group=group)
    session: AnySession = GameSession(lineup, seed)
    saves: tuple[effects.Effect, ...] = (effects.BeginGame(session.lineup.to_json(), seed),)
    if session.lineup.first is not None:
        start = session.start_event(session.lineup.first)
        session, saves = session.record_event(start), (*saves, effects.AppendEvent(start))
        if (position := model.requested_position) is not None:
            session, saves = session.record_event(position), (*saves, effects.AppendEvent(position))
    started = replace(
        model,
        maybe_session=session,
        requested_lineup=None,
        requested_position=None,
        last_lineup=session.lineup,
        known_names=known_names((*names, *model.known_names)),
    )
    return Transition(started.with_only_page(page_of_game(started)), saves)


def _handle_answer(model: Model, message: messages.Answered) -> Transition:
    """Passes an answer to the page that waits for it, open or beneath another page."""
    pages, answer = list(model.open_pages), message.answer
    for index, page in enumerate(pages):
        match page, message.question:
            case HistoryPage(), effects.VerifyDice(number) if answer is not None:
                pages[index] = replace(page, verified={**page.verified, number: answer})
            case PeoplePage(people=None), effects.ReadPeople() if answer is not None:
                pages[index] = replace(page, people=answer)
    is_archive = isinstance(message.question, effects.ReadHistory | effects.ReadPeople)
    if is_archive and isinstance(message.problem, JournalError):
        # An open people page would wait forever.
        pages = [page for page in pages if not (isinstance(page, PeoplePage) and page.people is None)]
        pages.append(fault_pages.history_fault(message.problem))
    return Transition(model.with_pages(pages))


def _open_first_page(model: Model, message: messages.JournalOpened) -> Transition:
    """At the start: offers an unfinished game, or begins the requested game, or opens the home page."""
    unfinished, last_lineup = message.unfinished, None
    if message.lineups:
        # An invalid line-up, edited in the file, is not offered; it must not prevent the start.
        with suppress(Illegal):
            last_lineup = LineUp.from_json(message.lineups[0])
    known = known_names(name for lineup in message.lineups for name in people_of(lineup))
    home = replace(model, last_lineup=last_lineup, known_names=known).with_only_page(model.home)
    if unfinished is None:
        return Transition(home, () if model.requested_lineup is None else (effects.CreateSeed(),))
    if isinstance(game := unfinished.lineup.get("game"), str) and not is_playable(game):
        return Transition(home.with_page_on_top(fault_pages.UNPLAYABLE_GAME))
    session = _restore_session(unfinished)
    if unfinished.first_damaged_event == 0:
        return Transition(home.with_page_on_top(fault_pages.DAMAGED_BEGINNING))
    if session is None:
        return Transition(home.with_page_on_top(fault_pages.UNREADABLE_GAME))

    offered, page = replace(home, maybe_session=session), ResumePage()
    step = page.press(offered, Button.OK) if model.config.resumes else Transition(offered.with_only_page(page))
    if unfinished.first_damaged_event is None:
        return step
    return step._replace(model=step.model.with_page_on_top(fault_pages.damaged_event(unfinished.first_damaged_event)))


def _restore_session(unfinished: Unfinished) -> AnySession | None:
    if not is_playable(unfinished.lineup.get("game")):
        return None
    try:
        return resume_session(unfinished.lineup, unfinished.seed, unfinished.events, unfinished.ack_cursor)
    except Illegal:
        return None


def _with_crash_page(model: Model) -> Model:
    """Returns the model with the crash page on top of the game's page or the home page, and of other fault pages."""
    # The open page may be the one that cannot be drawn: it is closed.
    home = page_of_game(model) if at_table(model) else model.home
    crashed = fault_pages.crash_page(saved=model.saved)
    # The other faults must still be answered: one may be about a journal that cannot be opened.
    faults = [page for page in model.open_pages if isinstance(page, fault_pages.FaultPage) and page != crashed]
    return model.with_pages((home, *faults, crashed))


def idle_deadline(model: Model) -> float | None:
    """Returns when the home page opens without a press; None if it is open, or a fault must be answered."""
    if model.page == model.home or any(isinstance(page, fault_pages.FaultPage) for page in model.open_pages):
        return None
    # In a kiosk the next guests start at home.
    keeps_entries = not model.config.kiosk and any(page.has_input for page in model.open_pages)
    is_long = at_table(model) or keeps_entries
    return model.last_active_at + (model.config.leave_after_s if is_long else model.config.attract_after_s)


def apply_idle_timeout(model: Model) -> Model:
    """Applies the timeouts that are due: an abandoned game is kept for resuming, and the home page opens.

    After the farewell the program ends, even if a fault page was opened over it.
    """
    if model.exits_at is not None and model.now >= model.exits_at:
        return replace(model, is_leaving=True)
    deadline = idle_deadline(model)
    return model if deadline is None or model.now < deadline else model.with_only_page(model.home)
