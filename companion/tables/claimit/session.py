"""The session of Claim It!: its types, settings, events and their descriptions.

Whether an event can be undone is a question of fairness, not of rules, which would undo anything. Placements and banks
are decisions, and a roll entered by hand may be mistyped. A roll of the box cannot be undone: otherwise players could
choose among rolls.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise
from typing import TypeAlias, cast

from msgspec.structs import replace

from companion.core.effects import BANK, PLACE, ROLL, UNDO, AppendEvent
from companion.core.game_session import GameSession
from companion.core.messages import UnknownPlaceError
from companion.core.model import Model, Transition, reject_press
from companion.core.player_names import display_name
from companion.core.questions import Answer, Choice
from companion.locale.translator import N_, Translator
from companion.tables.shared_pages import announce, begins_sentence
from engine import claimit
from engine.claimit import Bank, Dice, Event, Field, JoinedPosition, OwnershipStone, Place, Roll, State
from engine.claimit.rules import roll as draw_roll
from engine.dice import Opening
from engine.game import Seat, StartRoll, Undo
from engine.record import AnyEvent, PlayedEvent

Session: TypeAlias = "GameSession[State, Event]"

SOUNDS = {Undo: UNDO, Bank: BANK, Place: PLACE}
"""All other events sound like a roll."""


class Light(StrEnum):
    """Which available fields are lit after a roll."""

    ON = "on"
    """All available fields."""
    CHOSEN = "chosen"
    """Only the selected field."""
    OFF = "off"
    """None: the players find the fields, and the box judges them."""


LIGHT = Choice(
    "light",
    N_("Light"),
    (
        Answer(Light.ON.value, N_("on"), N_("all available blink")),
        Answer(Light.CHOSEN.value, N_("selected"), N_("only the selected field")),
        Answer(Light.OFF.value, N_("off"), N_("find them yourselves")),
    ),
)
"""The question in the setup."""


def session_of(model: Model) -> Session:
    return cast("Session", model.session)


def light_of(session: Session) -> Light:
    """Returns the option of this game; `ON` by default."""
    chosen = session.lineup.table_options.get(LIGHT.key)
    return Light(chosen) if chosen in set(Light) else Light.ON


def parse_place(place: str) -> Field:
    """Returns the field with this name.

    Raises:
        UnknownPlaceError: no field has this name.
    """
    try:
        return claimit.parse_field(place)
    except ValueError as error:
        raise UnknownPlaceError("A field is named column/row, both 1 to 6.") from error


def reject_place(model: Model, place: str) -> Transition:
    """Rejects pointing at a field that is not available now.

    Raises:
        UnknownPlaceError: no field has this name.
    """
    parse_place(place)
    return reject_press(model)


def acting_seat(session: Session) -> Seat:
    """Returns the active player's seat; before the start the seat that rolls or will start."""
    if session.record is not None:
        return session.state.turn
    rolling = start_roll_progress(session)
    return rolling.rolling[0] if rolling.to_roll is None else rolling.to_roll


def start_roll_progress(session: Session) -> Opening:
    """Returns the progress of the rolls for the first turn; no rolls are needed if the players chose the first seat."""
    if session.lineup.first is not None:
        return Opening((session.lineup.first,), (0,))
    return claimit.start_rule.opening(len(session.lineup.players), session.start_rolls)


def record_event(model: Model, event: AnyEvent) -> Transition:
    """Records an event, with its sound and captions. The page follows from the new state."""
    after = replace(model, game=model.session.record_event(event))
    return Transition(after, (AppendEvent(event), *announce(after, SOUNDS.get(type(event), ROLL))))


def roll(model: Model, dice: Dice | None = None) -> Transition:
    """Records a roll: of the given real dice, or of the box's own."""
    rolled = draw_roll(model.session.draws) if dice is None else Roll(dice, "hand")
    # Before the start the roll decides the first player.
    is_start = model.session.record is None
    return record_event(model, StartRoll(acting_seat(session_of(model)), rolled) if is_start else rolled)


def take_back(model: Model) -> Transition:
    """Undoes the newest event of this turn; rejects the press if it is a roll of the box."""
    return record_event(model, Undo()) if can_take_back(model) else reject_press(model)


def can_take_back(model: Model) -> bool:
    """Returns whether the newest event can be undone: a roll of the box cannot."""
    record = model.session.record
    newest = model.session.timeline[-1] if record and record.can_undo else None
    return isinstance(newest, Place | Bank) or (isinstance(newest, Roll) and newest.by is not None)


def is_last_round_called(before: State, after: State) -> bool:
    return before.last_round is None and after.last_round is not None


def spaced(dice: Dice) -> str:
    return " ".join(map(str, dice))


def what_happened(_: Translator, step: PlayedEvent[State, Event]) -> str:
    """Describes an event in a few words, to be shown next to the player's name; the state is the one after it."""
    match step.event:
        case Roll(dice) if step.state.busted:
            return _("{dice}: bust!", dice=spaced(dice))
        case Roll(dice):
            return _("rolls {dice}", dice=spaced(dice))
        case Place(field):
            return _("places on {field}", field=claimit.format_field(field))
        case Bank():
            return _("banks")
        case _:
            return _("starts!")


def log(model: Model) -> Iterator[str]:
    """Yields the events of the current turn and of one round before it, oldest first."""
    _, record = model.translate, session_of(model).started_record
    for before, step in pairwise(record.timeline):
        if before.state.turns >= record.state.turns - len(record.state.players) and isinstance(
            step.event, Roll | Place | Bank | JoinedPosition
        ):
            yield _describe_event(_, before.state, step.event, step.state)


def caption(model: Model) -> str:
    _, line = model.translate, session_of(model).started_record.timeline
    event = line[-1].event
    if isinstance(event, Roll | Place | Bank | JoinedPosition):
        return _describe_event(_, line[-2].state, event, line[-1].state)
    return begins_sentence(_, line[-1].state)


def _describe_event(_: Translator, before: State, event: Event, after: State) -> str:
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
