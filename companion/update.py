"""One message in, one step out: the only place where the model changes."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING, assert_never

from companion.effects import Acknowledge, Append, Begin, Discard, DrawSeed, Effect, Finish, Play, Rewrite, Speak
from companion.messages import (
    GameLeft,
    HistoryFailed,
    HistoryRead,
    JournalFailed,
    JournalOpened,
    LinkTold,
    Message,
    PartChanged,
    PowerRefused,
    Pressed,
    SeedDrawn,
    Ticked,
)
from companion.model import Model, Step
from companion.pages.farewell import Farewell
from companion.pages.fault import (
    PARTS,
    Fault,
    damaged_game,
    history_fault,
    journal_fault,
    part_fault,
    power_fault,
    unreadable_game,
)
from companion.pages.menu import Menu
from companion.quiet import is_replay, settled
from companion.running import LineUp, Running, resumed
from companion.sounds import NO_SCREEN
from companion.tables import actor, table_of
from companion.tables.course import aloud
from engine.dice import commitment
from engine.game import Illegal
from hardware.device import Button, Part, Press

if TYPE_CHECKING:
    from companion.journal import Unfinished
    from engine.game import Json

JOURNALLED = (Begin, Append, Acknowledge, Finish, Discard, Rewrite)


GROUP_LETTERS = 16
"""Of the first game's commitment: those who play are called after it, until others play."""
PAIR_S = 1.0
"""Two buttons count as held together when their holds are told within so long."""


def update(model: Model, message: Message) -> Step:
    """Where a message leads from here."""
    step = _take(replace(model, now=message.at), message)
    new = replace(step.model, now=message.at)
    return Step(_timed(model, _turned(model, new)), _wanted(step))


def _take(model: Model, message: Message) -> Step:
    match message:
        case Pressed():
            counts = message.seat is None or message.seat == actor(model)
            return _pressed(model, message.press) if counts else Step(model)
        case Ticked():
            return Step(settled(model))
        case HistoryFailed() | JournalFailed() | PowerRefused():
            return _failed(model, message)
        case HistoryRead() | LinkTold():
            return _opened(model, message)
        case PartChanged():
            return _part_changed(model, message)
        case SeedDrawn():
            return _seed_drawn(model, message.seed)
        case JournalOpened() | GameLeft():
            return _journal_told(model, message)
        case _:
            assert_never(message)


def _turned(old: Model, new: Model) -> Model:
    """The page follows from where the game stands, whenever something has happened in it."""
    if old.game is None or new.game is None or _happened(old) == _happened(new):
        return new
    return new.alone(table_of(new.game).standing(new))


def _timed(old: Model, new: Model) -> Model:
    """What is to be seen begins anew with a page that was not open before, or when something has happened."""
    known = {old.page.name: old.began, **dict(old.begun)} if _happened(old) == _happened(new) else {}
    begun = {page.name: known.get(page.name, new.now) for page in (*new.under, new.page)}
    return replace(new, began=begun[new.page.name], begun=tuple(begun.items()))


def _happened(model: Model) -> tuple[bytes, int, int] | None:
    return (model.game.seed, model.game.events, model.game.seen) if model.game else None


def _wanted(step: Step) -> tuple[Effect, ...]:
    """The effects, less what nobody wants: sounds when they are off, a journal that is done without."""
    unwanted = (*(() if step.model.sound else (Play, Speak)), *(() if step.model.saved else JOURNALLED))
    return tuple(effect for effect in step.effects if not isinstance(effect, unwanted))


def _pressed(model: Model, press: Press) -> Step:
    """A press; one that wakes the dark screen does nothing else."""
    asleep = model.now - model.pressed >= model.patience.dark_after_s
    awake = replace(model, pressed=model.now, refused=None)
    if asleep:
        return Step(replace(awake, before=None))
    if press.held:
        step = _held(awake, press.button)
        return step._replace(model=replace(step.model, held=(press.button, model.now)))
    before = awake.page if press.button is Button.LEFT else None
    step = awake.page.press(replace(awake, before=before), press.button)
    return step._replace(model=replace(step.model, pressed=model.now))


def _held(model: Model, button: Button) -> Step:
    """A held `undo` opens and closes the menu; a held `left` shows one seat's fields, and was no press of `left`."""
    if button is Button.UNDO:
        return Step(_menu(model))
    if isinstance(model.page, Menu) and _is_pair(model, button):
        return Step(model.showing(Menu()))
    if button is Button.LEFT and model.before is not None and _shows_fields(model):
        return Step(model.showing(model.before).opening(table_of(model.running).spotlight()))
    return Step(model)


def _menu(model: Model) -> Model:
    """The menu opened; or closed, with what was opened from it, unless that is a fault, which wants its answer."""
    pages = (*model.under, model.page)
    above = takewhile(lambda page: not isinstance(page, Menu | Fault), reversed(pages))
    place = len(pages) - 1 - len(tuple(above))
    if place > 0 and isinstance(pages[place], Menu):
        return replace(model, page=pages[place - 1], under=pages[: place - 1])
    return model.opening(Menu(locked=model.kiosk))


def _is_pair(model: Model, button: Button) -> bool:
    """Whether `left` and `right` are held together, give or take a moment."""
    if model.held is None:
        return False
    other, at = model.held
    return {button, other} == {Button.LEFT, Button.RIGHT} and model.now - at < PAIR_S


def _shows_fields(model: Model) -> bool:
    """Whether there are fields to be shown seat by seat, and this is not yet done."""
    if model.game is None or model.game.record is None or is_replay(model):
        return False
    table = table_of(model.game)
    return isinstance(model.page, table.pages) and not isinstance(model.page, type(table.spotlight()))


def _screen_changed(model: Model, reason: str | None) -> Step:
    """A dark screen cannot say so: lights, a sound, the voice and every other screen do, and the game goes on."""
    if reason is None:
        return Step(replace(model, screen_failed=None))
    if model.screen_failed is not None:
        return Step(model)
    told = aloud(model.words, model.words(PARTS[Part.SCREEN]))
    return Step(replace(model, screen_failed=model.now), (Play(NO_SCREEN), *told))


def _part_changed(model: Model, message: PartChanged) -> Step:
    """A part failed, or works again."""
    part, reason = message.fault.part, message.fault.reason
    faults = {**dict(model.faults), part: reason}
    known = replace(model, faults=tuple((each, why) for each, why in faults.items() if why is not None))
    if part is Part.SCREEN:
        return _screen_changed(known, reason)
    pages = (*model.under, model.page)
    others = [page for page in pages if not (isinstance(page, Fault) and page.part is part)]
    if reason is None:
        return Step(replace(known, page=others[-1], under=tuple(others[:-1])))
    told = len(others) < len(pages)
    return Step(known if told else known.opening(part_fault(part, stuck=message.fault.stuck)))


def _seed_drawn(model: Model, seed: bytes) -> Step:
    """The game begins: the line-up and the secret of the dice are journalled before anybody rolls."""
    if model.wish is None:
        return Step(model)
    group = model.wish.group or commitment(seed)[:GROUP_LETTERS]
    running = Running(replace(model.wish, fair=not model.seeded, group=group), seed)
    effects: tuple[Effect, ...] = (Begin(running.lineup.to_json(), seed),)
    if running.lineup.first is not None:
        start = running.start_event(running.lineup.first)
        running, effects = running.happen(start), (*effects, Append(start))
    begun = replace(model, game=running, wish=None, last=running.lineup)
    return Step(begun.alone(table_of(running).standing(begun)), effects)


def _opened(model: Model, message: HistoryRead | LinkTold) -> Step:
    """Opens the page of what was asked for; a new link is shown in the place of the old one."""
    from companion.pages.history import History  # noqa: PLC0415 - loaded when it is opened
    from companion.pages.way import Way  # noqa: PLC0415 - loaded when it is opened

    if isinstance(message, HistoryRead):
        return Step(model.opening(History(message.games)))
    page = Way(message.link)
    return Step(model.showing(page) if isinstance(model.page, Way) else model.opening(page))


def _journal_told(model: Model, message: JournalOpened | GameLeft) -> Step:
    """Where another game has ended, an older one waits behind the title; a start begins with what there is to do."""
    if isinstance(message, GameLeft):
        return Step(replace(model, game=_as_left(message.unfinished)))
    return _journal_opened(model, message)


def _journal_opened(model: Model, message: JournalOpened) -> Step:
    """An unfinished game is offered first; else the game that was asked for begins, or the box attracts players."""
    kept = message.unfinished
    home = replace(model, last=_playable(message.last)).alone(model.home)
    if kept is None:
        return Step(home, () if model.wish is None else (DrawSeed(),))
    running = _as_left(kept)
    if kept.damaged is not None:
        return Step(home.opening(damaged_game(kept.damaged, running)))
    if running is None:
        return Step(home.opening(unreadable_game()))
    from companion.pages.resume import Resume  # noqa: PLC0415 - loaded when it is opened

    offered, page = replace(home, game=running), Resume()
    return page.press(offered, Button.OK) if model.resumes else Step(offered.alone(page))


def _as_left(unfinished: Unfinished) -> Running | None:
    """The game that was left; None for one that makes no sense, which is told when the journal is opened."""
    try:
        return resumed(unfinished.lineup, unfinished.seed, unfinished.events, unfinished.seen)
    except Illegal:
        return None


def _playable(lineup: Json | None) -> LineUp | None:
    """The line-up that can play again; None where there is none, or one that makes no sense."""
    try:
        return None if lineup is None else LineUp.from_json(lineup)
    except Illegal:
        return None


def _failed(model: Model, message: HistoryFailed | JournalFailed | PowerRefused) -> Step:
    """A page tells of it, in the place of a farewell; one of a journal that fails again in that of the one before."""
    if isinstance(message, PowerRefused):
        stays = replace(model, leaves_at=None)
        return Step((stays.showing if isinstance(model.page, Farewell) else stays.opening)(power_fault()))
    if isinstance(message, HistoryFailed):
        return Step(model.opening(history_fault(message.error)))
    return Step(_unfaulted(model).opening(journal_fault(message)))


def _unfaulted(model: Model) -> Model:
    return model.back() if isinstance(model.page, Fault) and model.under else model
