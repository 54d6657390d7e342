"""What happened in a game of Claim It!, in sentences."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from companion.core.player_names import display_name
from companion.core.snapshot import LogEntry
from companion.tables.claimit.session import session_of
from companion.tables.claimit.start_rolls import spaced
from companion.tables.shared_flow import begins_sentence
from engine import claimit
from engine.claimit import Bank, JoinedPosition, OwnershipStone, Place, Roll

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.core.model import Model
    from companion.locale.translator import Translator
    from engine.claimit import Event, State


def log(model: Model) -> Iterator[LogEntry]:
    """Yields the turn that is on and a round before it, oldest first; what was just taken back comes last, marked."""
    _, record = model.translate, session_of(model).started_record
    for before, step in pairwise(record.timeline):
        if before.state.turns >= record.state.turns - len(record.state.players) and isinstance(
            step.event, Roll | Place | Bank | JoinedPosition
        ):
            yield LogEntry(_describe_event(_, before.state, step.event, step.state))
    undone = record.taken_back
    if isinstance(undone, Roll | Place | Bank | JoinedPosition):
        after = record.game.apply(record.state, undone)
        yield LogEntry(_describe_event(_, record.state, undone, after), undone=True)


def caption(model: Model) -> str:
    """What happened last, in a sentence."""
    _, line = model.translate, session_of(model).started_record.timeline
    event = line[-1].event
    if isinstance(event, Roll | Place | Bank | JoinedPosition):
        return _describe_event(_, line[-2].state, event, line[-1].state)
    return begins_sentence(_, line[-1].state)


def _describe_event(_: Translator, before: State, event: Event, after: State) -> str:
    """Returns what a player did, in a sentence."""
    name = display_name(_, before.players[before.turn])
    match event:
        case Roll(dice) if after.busted:
            return _("{name} rolls {dice}: bust!", name=name, dice=spaced(dice))
        case Roll(dice):
            return _("{name} rolls {dice}", name=name, dice=spaced(dice))
        case Place(field):
            stone, place = claimit.legal(before)[field], claimit.format_field(field)
            if isinstance(stone, OwnershipStone):
                return _("{name}: ownership stone on {field}", name=name, field=place)
            return _("{name}: claim stone {stone} on {field}", name=name, stone=stone.number, field=place)
        case Bank():
            return _("{name} banks", name=name)
        case JoinedPosition():
            return _("joined in the middle")
