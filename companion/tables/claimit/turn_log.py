"""What happened in the turn that is on and in the one before, line by line."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from companion.core.player_names import display_name
from companion.core.snapshot import LogEntry
from engine import claimit
from engine.claimit import OWN, Bank, Place, Roll

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.core.model import Model
    from companion.locale.translator import Translator
    from engine.claimit import Event, State


def turn_log(model: Model) -> tuple[LogEntry, ...]:
    """The lines, oldest first; what was just taken back comes last and is marked."""
    _, record = model.translate, model.session.started_record
    entries = [LogEntry(text) for text in _standing(model)]
    undone = record.taken_back
    if isinstance(undone, Roll | Place | Bank):
        entries.append(LogEntry(_told(_, record.state, undone, record.game.apply(record.state, undone)), undone=True))
    return tuple(entries)


def _standing(model: Model) -> Iterator[str]:
    line = model.session.started_record.timeline
    for before, step in pairwise(line):
        if before.state.turns >= line[-1].state.turns - 1 and isinstance(step.event, Roll | Place | Bank):
            yield _told(model.translate, before.state, step.event, step.state)


def _told(_: Translator, before: State, event: Event, after: State) -> str:
    """One event, and who it was."""
    name = display_name(_, before.players[before.turn])
    match event:
        case Roll(dice) if after.busted:
            return _("{name} rolls {dice}: bust!", name=name, dice=_dice(dice))
        case Roll(dice):
            return _("{name} rolls {dice}", name=name, dice=_dice(dice))
        case Place(field):
            stone, place = claimit.legal(before)[field], claimit.format_field(field)
            if stone == OWN:
                return _("{name}: ownership stone on {field}", name=name, field=place)
            return _("{name}: claim stone {stone} on {field}", name=name, stone=stone, field=place)
        case Bank():
            return _("{name} banks", name=name)


def _dice(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))
