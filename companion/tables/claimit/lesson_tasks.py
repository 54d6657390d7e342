"""The lesson of Claim It!: the rulebook's examples 1 to 6 as tasks.

The right answers are not stored: the rules compute them from each position, so the lesson cannot contradict the game.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.core.lineup import ViewerKind
from companion.core.model import Model
from companion.core.snapshot import Snapshot
from companion.lights.composition import Lights
from companion.locale.translator import N_, Translator
from companion.tables.claimit import lights
from companion.tables.claimit.session import parse_place
from companion.tables.claimit.snapshot import snapshot as claimit_snapshot
from companion.tables.claimit.stones import obstacle
from companion.tables.claimit.turn import TurnPage
from companion.tables.lesson import LessonPage, Task, from_a_wrong_one, session_at
from engine import claimit
from engine.claimit import Bank, Dice, Field, Phase, State, format_field, parse_field
from engine.game import Seat

PLAYERS = ("Green", "Blue", "Orange")
EMPTY = claimit.start(PLAYERS, Seat(0), claimit.options)


def _set(names: str) -> int:
    """Returns a set of fields from their names, separated by blanks."""
    return sum(1 << parse_field(name) for name in names.split())


def _names(fields: Iterable[Field]) -> tuple[str, ...]:
    return tuple(map(format_field, sorted(fields)))


def _roll_task(question: str, state: State, dice: Dice, also: str, explanation: str) -> Task:
    """Returns the task to find the available fields of a roll; the cursor also visits some others."""
    rolled = dataclasses.replace(state, phase=Phase.PLACE, roll=dice)
    named = {reading.field for reading in claimit.assignments(state, dice)}
    places = _names(named | {parse_field(name) for name in also.split()})
    right = frozenset(_names(claimit.legal(rolled)))
    return Task(question, rolled, right, from_a_wrong_one(places, right), explanation)


BANKING = dataclasses.replace(
    EMPTY,
    fields=(_set("6/2"), _set("5/6"), _set("3/4")),
    claims=(_set("5/5"), _set("3/4"), 0, 0, _set("4/3"), _set("5/6")),
    owned=_set("6/2 4/3 3/4"),
    phase=Phase.CHOOSE,
)
GOLD = frozenset(_names(claimit.fields_in(claimit.apply(BANKING, Bank()).gold)))
OVER = dataclasses.replace(
    EMPTY,
    fields=(
        _set("4/1 3/4 3/5 4/5 3/6 4/6 5/6"),
        _set("1/1 6/2 6/3 6/4 6/5 6/6"),
        _set("3/2 1/3 2/3 4/3 5/3 1/4 5/4 1/5 2/5 1/6 2/6"),
    ),
    phase=Phase.OVER,
    winners=(Seat(2),),
    gold=_set("2/3 4/3 5/3 6/3 1/4 5/4 6/4 1/5 2/5 4/5 1/6 2/6 6/6"),
)
MINES = [tuple(claimit.fields_in(claimit.largest_mine(OVER, Seat(seat)))) for seat in range(len(PLAYERS))]

TASKS = (
    Task(
        N_("Dice 5 and 2 match two fields. Mark one of them."),
        EMPTY,
        frozenset({"5/2", "2/5"}),
        ("2/2", "5/2", "5/5", "2/5"),
        N_("Either die is the column, from the left; the other one is the row, from below."),
        one_is_enough=True,
    ),
    _roll_task(
        N_("A roll of 2, 3 and 5 on the empty board. Mark all six fields."),
        EMPTY,
        (2, 3, 5),
        "2/2 4/4",
        N_("The third die is the number of the claim stone."),
    ),
    _roll_task(
        N_("Green rolls 1, 4 and 5. Mark the available fields."),
        dataclasses.replace(
            EMPTY,
            fields=(_set("5/1"), _set("1/5"), _set("4/5")),
            gold=_set("4/5"),
            claims=(0, _set("4/1"), 0, 0, _set("5/4"), 0),
            owned=_set("5/4"),
        ),
        (1, 4, 5),
        "",
        N_("Your stones and this turn's claim stones get an ownership stone."),
    ),
    _roll_task(
        N_("Green rolls 3, 4 and 6. Which field is available, if any?"),
        dataclasses.replace(
            EMPTY,
            fields=(_set("4/2"), _set("3/6"), 0),
            gold=_set("3/6"),
            claims=(_set("4/4"), 0, _set("6/3"), 0, 0, _set("2/1")),
            owned=_set("4/2 6/3"),
        ),
        (3, 4, 6),
        "",
        N_("A bust: this turn's stones come off, all others stay."),
    ),
    Task(
        N_("Green banks. Which fields become goldclaims?"),
        BANKING,
        GOLD,
        from_a_wrong_one(_names(claimit.fields_in(claimit.marks(BANKING))), GOLD),
        N_("A stone on an ownership stone is safe for good."),
    ),
    Task(
        N_("The game is over. Mark a field of the largest mine."),
        OVER,
        frozenset(_names(MINES[claimit.winners(OVER)[0]])),
        _names(mine[0] for mine in MINES),
        N_("Corners do not join. With equal mines goldclaims decide, then fields."),
        one_is_enough=True,
    ),
)


def _reason(_: Translator, state: State, field: Field) -> str:
    if state.roll is not None and (why := obstacle(_, state, field)):
        return why
    if state.phase is Phase.CHOOSE:
        is_marked = claimit.marks(state) >> field & 1
        return _("no ownership stone there") if is_marked else _("no stone from this turn there")
    if state.phase is Phase.OVER:
        return _("another mine is larger") if claimit.stack(state, field) else _("no stone there")
    column, row = format_field(field).split("/")
    return _("that is column {column}, row {row}", column=column, row=row)


class ClaimItLesson(LessonPage, frozen=True):
    tasks: ClassVar[tuple[Task, ...]] = TASKS
    name: ClassVar[str] = "claimit_lesson"

    def require_place(self, place: str) -> object:
        return parse_place(place)

    def why_wrong(self, _: Translator, place: str) -> str:
        return _("Not {place}: {reason}.", place=place, reason=_reason(_, self.task.state, parse_field(place)))

    def lights(self, model: Model, now: float) -> Lights:
        marked = [parse_field(name) for name in self.marked]
        cursor = None if self.is_done else parse_field(self.place)
        return lights.lesson(self.task.state, model.colours, now, marked, cursor)

    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:
        _ = model.translate
        seated = replace(model, game=session_at(claimit, PLAYERS, self.task.state), page=TurnPage())
        shown = claimit_snapshot(seated, viewer)
        places = tuple(replace(place, use="", after="", usable=not self.is_done) for place in shown.places)
        # Which claim stones are left: one may be hidden below an ownership stone.
        return replace(self.asking(_, replace(shown, places=places)), supply=shown.supply)
