"""The rules of Claim It! in short, each section with an example on the lights; and the lesson.

The examples are positions that were played with the game's own rules and are lit as in a game, so they cannot
contradict the game. The lesson has the rulebook's examples 1 to 6 as tasks; the rules compute the right answers from
each position. This module is loaded when a player opens the rules or the lesson.
"""

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from msgspec.structs import replace

from companion.core.lineup import ViewerKind
from companion.core.model import Model
from companion.core.snapshot import RulesSection, Snapshot
from companion.lights.composition import Lights, earliest
from companion.locale.translator import N_, Translator
from companion.tables.claimit import lights
from companion.tables.claimit.session import parse_place, why_not_available
from companion.tables.claimit.snapshot import snapshot as claimit_snapshot
from companion.tables.claimit.turn import TurnPage, reasons
from companion.tables.lesson import LessonPage, Task, session_at
from companion.ui.screen import Screen, WebOnly
from engine import claimit
from engine.claimit import Bank, Dice, Event, Field, LastRound, Phase, Place, Roll, State, format_field, parse_field
from engine.game import Seat
from hardware.device import Colour

Example = Callable[[Sequence["Colour"], float, float], "Lights"]
"""Returns the lights; the arguments are `colours`, `now` and `began` as in `lights`."""
REPEAT_S = 4.0


def _placements(*moves: str) -> tuple[Event, ...]:
    """Returns rolls with their placements: `4/3 1` rolls 4, 3 and 1, and places on 4/3."""
    events: list[Event] = []
    for name, third in (move.split() for move in moves):
        field = parse_field(name)
        dice = claimit.column_of(field), claimit.row_of(field), int(third)
        events += (Roll(dice), Place(field))
    return tuple(events)


def _played(state: State, *events: Event) -> State:
    for event in events:
        state = claimit.apply(state, event)
    return state


START = claimit.start(("Green", "Blue"), Seat(0), claimit.options)
MINES = _played(START, *_placements("2/3 1", "2/4 2", "3/4 3", "2/5 4"), Bank(), *_placements("5/2 1", "5/5 2"), Bank())
"""A mine of four, and two fields without a common edge."""
ROLLED = _played(MINES, Roll((2, 3, 5)))
MARKED = _played(MINES, *_placements("3/3 1", "5/5 4", "2/3 6", "3/3 5"))
"""Claim stones on an empty field and on an opponent's stone; ownership stones on a claim stone and on an own stone."""
BANKED = _played(MARKED, Bank())
TAKEN = tuple(map(parse_field, ("3/3", "5/5", "2/3")))
CALLED = dataclasses.replace(BANKED, last_round=LastRound(Seat(0), 2))
OVER = dataclasses.replace(BANKED, winners=(Seat(0),))
RECYCLED = _played(dataclasses.replace(MINES, recycle=True), *_placements("3/3 1", "3/3 5"))
CROSS, TICK = "\N{MULTIPLICATION SIGN}", "\N{CHECK MARK}"
"""Shown below a lost turn and below a banked turn."""


def _placing() -> list[tuple[State, str]]:
    """Returns a turn roll by roll and stone by stone, with the dice below."""
    state, shown = MINES, list[tuple[State, str]]()
    for event in _placements("3/3 1", "5/5 4", "2/3 6", "3/3 5"):
        state = _played(state, event)
        dice = "".join(map(str, event.dice)) if isinstance(event, Roll) else shown[-1][1]
        shown.append((state, dice))
    return shown


def _still(state: State) -> Example:
    return lambda colours, now, _began: lights.table(state, colours, now)


def _repeated(example: Example) -> Example:
    """Returns an animated example that repeats every few seconds."""

    def shown(colours: Sequence[Colour], now: float, began: float) -> Lights:
        start = now - (now - began) % REPEAT_S
        lit = example(colours, now, start)
        return lit._replace(next_change=earliest(start + REPEAT_S, lit.next_change))

    return shown


RULES = (
    RulesSection(
        N_("The aim"),
        N_(
            "The largest gold mine at the end wins. A mine is a group of your fields joined by edges; "
            "corners do not join."
        ),
        N_("The largest mine wins: your fields that share edges."),
        _still(MINES),
        moments=lambda: ((MINES, ""),),
    ),
    RulesSection(
        N_("Roll"),
        N_("Roll three dice. The first roll of a turn is compulsory: you may not pass."),
        N_("Roll three dice. The first roll is a must."),
        lambda *arguments: lights.roll(ROLLED, *arguments),
        moments=lambda: ((MINES, "614"), (MINES, "352"), (ROLLED, "235")),
    ),
    RulesSection(
        N_("Place"),
        N_(
            "One die gives the column, another the row: 5 and 2 are the field 5/2. The top stone decides "
            "what you place. On an empty field or an opponent's stone, place the claim stone with the number"
            " of the third die, unless it is on the board already. On a claim stone from this turn or on "
            "your own stone, place an ownership stone. On an ownership stone, place nothing more."
        ),
        N_("Two dice choose the field, the third the claim stone. On white or your own: black."),
        _still(MARKED),
        moments=_placing,
    ),
    RulesSection(
        N_("Bust"),
        N_("If no field fits the roll, remove everything that you placed in this turn. The turn is over."),
        N_("No field for the roll: this turn's stones come off, the turn is over."),
        _repeated(lambda *arguments: lights.bust(MINES, *arguments, lost=claimit.marks(MARKED))),
        moments=lambda: ((MARKED, "144"),),
    ),
    RulesSection(
        N_("Roll again, or bank"),
        N_(
            "After each placement you choose. If you bank, every field that you marked becomes yours: "
            "opponents' stones go back to their owners. A field with an ownership stone becomes a goldclaim,"
            " which is safe for good."
        ),
        N_("Roll again, or bank: marked fields are yours, goldclaims for ever."),
        _repeated(lambda *arguments: lights.bank(BANKED, *arguments, seat=Seat(0), taken=TAKEN)),
        moments=lambda: ((MARKED, "144"), (MINES, CROSS), (MARKED, "335"), (BANKED, TICK)),
    ),
    RulesSection(
        N_("The last round"),
        N_(
            "If you bank and then have at least 13 goldclaims with 2 players, 9 with 3, 7 with 4 or 6 with "
            "5, you call the last round. Each player has one more turn. The caller goes last."
        ),
        N_("Goldclaims: 13 for 2, 9 for 3, 7 for 4, 6 for 5. Then one more turn each."),
        _repeated(lambda *arguments: lights.last_round(CALLED, *arguments)),
        moments=lambda: ((CALLED, ""),),
    ),
    RulesSection(
        N_("The winner"),
        N_("The largest mine wins. Ties: most goldclaims, then most fields, then a shared win."),
        N_("The largest mine wins; then goldclaims, then fields; then it is shared."),
        lambda *arguments: lights.winner(OVER, *arguments),
        moments=lambda: ((dataclasses.replace(OVER, phase=Phase.OVER), ""),),
    ),
    RulesSection(
        N_("No stones left"),
        N_(
            "If your 24 stones run out, you still bank: use any token. If all 30 ownership stones are used, "
            "fields that need one are not available."
        ),
        N_("No stones left: use tokens. All 30 black ones placed: no field for a 31st."),
        _still(MARKED),
        moments=lambda: ((MARKED, ""),),
    ),
    RulesSection(
        N_("Variant: reuse"),
        N_(
            "If you place an ownership stone on a claim stone, remove the claim stone at once. You can use "
            "it again in the same turn."
        ),
        N_("A claim stone under a black one comes off at once. Use it again."),
        _still(RECYCLED),
        is_on=lambda lineup: lineup.options.get("recycle") is True,
        moments=lambda: ((RECYCLED, ""),),
    ),
)
PLAYERS = ("Green", "Blue", "Orange")
EMPTY = claimit.start(PLAYERS, Seat(0), claimit.options)


def _parse_fields(names: str) -> int:
    return sum(1 << parse_field(name) for name in names.split())


def _names(fields: Iterable[Field]) -> tuple[str, ...]:
    return tuple(map(format_field, sorted(fields)))


def _roll_task(  # noqa: PLR0917 - the parts of a task
    title: str, question: str, state: State, dice: Dice, also: str, explanation: str
) -> Task:
    """Returns the task to find the available fields of a roll; the cursor also visits some others."""
    rolled = dataclasses.replace(state, phase=Phase.PLACE, roll=dice)
    named = {assigned.field for assigned in claimit.assignments(state, dice)}
    places = _names(named | {parse_field(name) for name in also.split()})
    right = frozenset(_names(claimit.legal(rolled)))
    rule = N_("One die gives the column, another the row, the third the number of the claim stone.")
    return Task(title, question, rolled, right, places, explanation, dice=tuple(dice), notes=(rule,))


BANKING = dataclasses.replace(
    EMPTY,
    fields=(_parse_fields("6/2"), _parse_fields("5/6"), _parse_fields("3/4")),
    claims=(_parse_fields("5/5"), _parse_fields("3/4"), 0, 0, _parse_fields("4/3"), _parse_fields("5/6")),
    owned=_parse_fields("6/2 4/3 3/4"),
    phase=Phase.CHOOSE,
)
GOLD = frozenset(_names(claimit.fields_in(claimit.apply(BANKING, Bank()).gold)))
FINISHED = dataclasses.replace(
    EMPTY,
    fields=(
        _parse_fields("4/1 3/4 3/5 4/5 3/6 4/6 5/6"),
        _parse_fields("1/1 6/2 6/3 6/4 6/5 6/6"),
        _parse_fields("3/2 1/3 2/3 4/3 5/3 1/4 5/4 1/5 2/5 1/6 2/6"),
    ),
    phase=Phase.OVER,
    winners=(Seat(2),),
    gold=_parse_fields("2/3 4/3 5/3 6/3 1/4 5/4 6/4 1/5 2/5 4/5 1/6 2/6 6/6"),
)
FINISHED_MINES = [tuple(claimit.fields_in(claimit.largest_mine(FINISHED, Seat(seat)))) for seat in range(len(PLAYERS))]

TASKS = (
    Task(
        N_("Two dice, two fields"),
        N_("Find a field for dice 5 and 2"),
        EMPTY,
        frozenset({"5/2", "2/5"}),
        ("2/2", "5/2", "5/5", "2/5"),
        N_("Either die is the column, from the left; the other one is the row, from below."),
        one_is_enough=True,
        dice=(5, 2),
        notes=(
            N_("One die is the column, the other is the row. You choose which is which."),
            N_("Tap a field. There is more than one right answer."),
        ),
    ),
    _roll_task(
        N_("Find the claim stone"),
        N_("Find all six fields for 2, 3 and 5"),
        EMPTY,
        (2, 3, 5),
        "2/2 4/4",
        N_("The third die is the number of the claim stone."),
    ),
    _roll_task(
        N_("Which fields are available?"),
        N_("Green rolls 1, 4 and 5. Find the available fields."),
        dataclasses.replace(
            EMPTY,
            fields=(_parse_fields("5/1"), _parse_fields("1/5"), _parse_fields("4/5")),
            gold=_parse_fields("4/5"),
            claims=(0, _parse_fields("4/1"), 0, 0, _parse_fields("5/4"), 0),
            owned=_parse_fields("5/4"),
        ),
        (1, 4, 5),
        "",
        N_("Your stones and this turn's claim stones get an ownership stone."),
    ),
    _roll_task(
        N_("Is any field available?"),
        N_("Green rolls 3, 4 and 6. Which field is available, if any?"),
        dataclasses.replace(
            EMPTY,
            fields=(_parse_fields("4/2"), _parse_fields("3/6"), 0),
            gold=_parse_fields("3/6"),
            claims=(_parse_fields("4/4"), 0, _parse_fields("6/3"), 0, 0, _parse_fields("2/1")),
            owned=_parse_fields("4/2 6/3"),
        ),
        (3, 4, 6),
        "",
        N_("A bust: this turn's stones come off, all others stay."),
    ),
    Task(
        N_("What a bank gives"),
        N_("Green banks. Which fields become goldclaims?"),
        BANKING,
        GOLD,
        _names(claimit.fields_in(claimit.marks(BANKING))),
        N_("A stone on an ownership stone is safe for good."),
    ),
    Task(
        N_("Who has the largest mine?"),
        N_("The game is over. Find a field of the largest mine."),
        FINISHED,
        frozenset(_names(FINISHED_MINES[claimit.winners(FINISHED)[0]])),
        _names(mine[0] for mine in FINISHED_MINES),
        N_("Corners do not join. With equal mines goldclaims decide, then fields."),
        one_is_enough=True,
    ),
)


def _reason(_: Translator, state: State, field: Field) -> str:
    if state.roll is not None and (why := why_not_available(_, state, field)):
        return why
    if state.phase is Phase.CHOOSE:
        is_marked = claimit.marks(state) >> field & 1
        return _("no ownership stone there") if is_marked else _("no stone from this turn there")
    if state.phase is Phase.OVER:
        return _("another mine is larger") if claimit.stack(state, field) else _("no stone there")
    column, row = format_field(field).split("/")
    return _("that is column {column}, row {row}", column=column, row=row)


class Lesson(LessonPage, frozen=True):
    tasks: ClassVar[tuple[Task, ...]] = TASKS
    naming_rows: ClassVar = (
        (N_("Columns"), N_("1 to 6, along the bottom")),
        (N_("Rows"), N_("1 to 6, on the left")),
        (N_("Example"), N_("3/4 is column 3, row 4")),
    )
    name: ClassVar[str] = "claimit_lesson"

    def require_place(self, place: str) -> object:
        return parse_place(place)

    def why_wrong(self, _: Translator, task: Task, place: str) -> str:
        return _("Not {place}: {reason}.", place=place, reason=_reason(_, task.state, parse_field(place)))

    @property
    def state(self) -> State:
        """The position; with the answer about a bank, the position after it."""
        is_banked = self.is_done and self.task.state.phase is Phase.CHOOSE
        return claimit.apply(self.task.state, Bank()) if is_banked else self.task.state

    def screen(self, model: Model) -> Screen:
        screen, dice = super().screen(model), self.state.roll
        why = reasons(model.translate, self.state, dice) if self.is_done and dice else ()
        return screen._replace(body=(*screen.body, WebOnly(why)))

    def lights(self, model: Model, now: float) -> Lights:
        right = self.task.right if self.state is self.task.state else ()  # a bank has changed the colours
        marked = map(parse_field, right if self.is_done else self.marked)
        cursor = parse_field(self.place) if self.is_chosen else None
        return lights.lesson(self.state, model.colours, now, marked, cursor)

    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:
        _ = model.translate
        seated = replace(model, maybe_session=session_at(claimit, PLAYERS, self.state), page=TurnPage())
        shown = claimit_snapshot(seated, viewer)
        places = tuple(replace(place, use="", after="", usable=False) for place in shown.places)
        # The supply is kept: it shows which claim stones are left, even if one is hidden on the board.
        return replace(self.without_answer(_, replace(shown, places=places)), supply=shown.supply)
