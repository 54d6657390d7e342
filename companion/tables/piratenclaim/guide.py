"""The guide: what the players have to move on the map after an event, one step at a time; and who is robbed.

The steps follow from the record alone. After the newest event, the players place what a discovery finds and remove what
it sinks; the box computes the moves of the pirates. After an undo, the steps are the difference between the current map
and the required one (`differences`). Only pirates that had moved go back one by one, because a difference would show
pirates that come and go, and not where each of them goes.

All pirates move at once, so two may change places: this is one step, or players would move them twice. If two of one
colour meet, one goes to the supply, and after an undo one comes back from it.
"""

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import takewhile
from typing import ClassVar, NamedTuple, TypeAlias

from companion.core.effects import BUST
from companion.core.model import Model
from companion.core.player_names import display_name
from companion.lights.composition import Lights
from companion.locale.translator import N_, Translator
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.session import (
    PIRATES,
    current_dice,
    end_turn,
    field_name,
    load_words,
    loot,
    next_name,
    session_of,
    system_lines,
    system_name,
    take_back_option,
)
from companion.tables.piratenclaim.star_map import View, ViewPage
from companion.tables.shared_pages import PhysicalStepsPage, acknowledge
from companion.ui.art import Icon
from companion.ui.screen import Announcement, Big, Block, Columns, Option, Screen, Text, WebOnly
from engine import piratenclaim
from engine.game import Undo
from engine.piratenclaim import MIDDLE, Event, Field, Load, MovePirates, Phase, Pirate, Remove, Robbery, State
from engine.record import Common, Record
from hardware.device import Button

OBSTACLES = {
    piratenclaim.Obstacle.DISC: N_("a black disc"),
    piratenclaim.Obstacle.EDGE: N_("the edge"),
    piratenclaim.Obstacle.MIDDLE: N_("the middle is closed"),
}


class PlainStep(NamedTuple):
    """A piece is placed or removed, or the box reports something about it."""

    field: Field
    text: str
    """English, to be translated."""
    pirate: Pirate | None = None
    """The colour in the text."""
    why: piratenclaim.Obstacle | None = None
    """Why it cannot move."""


class SystemStep(NamedTuple):
    field: Field
    system: piratenclaim.System
    comes: bool


class MoveStep(NamedTuple):
    field: Field
    """The destination."""
    pirate: Pirate
    origin: Field
    swaps_with: Pirate | None = None
    """The pirate that moves in the opposite direction, if any."""


class SetupStep(NamedTuple):
    """A step of the set-up without a field."""

    what: str
    """English, to be translated."""
    text: str = ""
    """The action; English, to be translated."""
    load: Load | None = None
    """The load that is taken on board, if that is the action."""
    field: Field = MIDDLE


class RobberyStep(NamedTuple):
    """A ship is robbed, or gets back what was taken."""

    field: Field
    robbery: Robbery
    returns: bool = False
    """Whether the robbery was undone."""
    number: int = 1
    """Which of the player's ships this pirate robs on that field; players know their ships by the pawns."""
    ships: int = 1
    """The number of the player's ships that this pirate robs on that field."""


Step: TypeAlias = PlainStep | SystemStep | MoveStep | RobberyStep | SetupStep
"""An action of the players, or a message to them."""
SEGMENTS_LAID = SetupStep(
    N_("Segments"),
    N_("Our guess: a ring, and segment 7 between 3 and 4."),
)
OWN_SEGMENTS_LAID = SetupStep(N_("Segments"), N_("Place the 8 segments as you entered them."))
SETUP = (
    SetupStep(N_("Ships"), N_("Each joins 3 parts, 1 own and 2 white, on 0/0.")),
    SetupStep(N_("Pawns"), N_("Each takes 5: 1 large, 2 small, 2 of another colour.")),
    SetupStep(N_("Claim markers"), N_("Each takes the markers of their colour.")),
    SetupStep(N_("Supply"), N_("Next to the board: six pirates, all other cubes and six dice.")),
)
"""The set-up before the first turn of a game with the ledger (rules, 3)."""


_DISC = {True: N_("place a black disc here"), False: N_("take the black disc off")}
COMES, GOES = N_("{colour} comes from the supply"), N_("{colour} goes to the supply")
MEET = N_("two {colour} pirates meet: one goes to the supply")
STAYS = N_("{colour} stays: {why}")
_CUBES = {True: N_("place the cubes"), False: N_("take the cubes off")}
"""What happens to a disc and to the cubes when a system is placed, and when it is removed."""


DONE_BY: dict[type, str] = {
    piratenclaim.Discs: N_("Set up the board"),
    piratenclaim.Cargo: N_("Load the ship"),
    MovePirates: N_("The pirates move"),
    Undo: N_("Move the pieces back"),
}
"""What the steps after an event are about; English, to be translated."""


def _robbery_sentence(_: Translator, state: State, robbery: Robbery) -> str:
    name, colour = display_name(_, state.players[robbery.player]), _(PIRATES[robbery.pirate])
    return _("{colour} robs {name} on {field}", colour=colour, name=name, field=field_name(robbery.field))


class GuidePage(PhysicalStepsPage, ViewPage, frozen=True):
    steps: tuple[Step, ...]
    name: ClassVar[str] = "piratenclaim_guide"

    def announcement(self, model: Model) -> Announcement:
        robberies = [step.robbery for step in self.steps if isinstance(step, RobberyStep)]
        _, state = model.translate, session_of(model).state
        sentences = tuple(_robbery_sentence(_, state, each) for each in robberies)
        return Announcement(BUST if robberies else (), sentences)

    def view(self, model: Model) -> View:
        """Shows the moves of all steps, and the field of the current one."""
        field, moves = self.steps[self.step].field, list[tuple[Field, Field]]()
        for step in self.steps:
            if isinstance(step, MoveStep):
                moves += ((step.origin, step.field), (step.field, step.origin))[: 2 if step.swaps_with else 1]
        return View(piratenclaim.segment_of(field), marked=frozenset({field}), moves=tuple(moves))

    def title(self, model: Model) -> str:
        """Returns the field of a robbery, or who moves the pieces."""
        step = self.steps[self.step]
        if isinstance(step, RobberyStep):
            return step_place(model.translate, step)
        return PhysicalStepsPage.title(self, model)

    def body(self, model: Model) -> tuple[Block, ...]:
        """Returns the field, for a move also its origin, and the action."""
        _, state, step = model.translate, session_of(model).state, self.steps[self.step]
        place, words = step_place(_, step), step_words(_, state, step)
        match step:
            case RobberyStep():
                robbed = Text(_robbery_words(_, state, step), "bold", "left", shorten=True)
                return robbed, Text(loot(_, state, step.robbery), align="left")
            case SetupStep():
                return Text(place, "bold", "left"), Text(words, align="left")
            case SystemStep(_field, system, comes):
                cubes = tuple(Text(line, "bold") for line in system_lines(_, system))
                return Columns(Big(place), cubes), Text(_(_CUBES[comes]), "bold")
            case _:
                return Big(place), Text(words, "bold")

    def sentence(self, model: Model) -> str:
        """Returns what the steps are about: a robbery, the moves of the pirates, or pieces that go back."""
        _, step, newest = model.translate, self.steps[0], session_of(model).started_record.events[-1]
        if isinstance(step, RobberyStep):
            return _robbery_words(_, session_of(model).state, step)
        return _(DONE_BY.get(type(newest), N_("Change the board")))

    def screen(self, model: Model) -> Screen:
        """Has one step after the other on the small screen; a larger one lists them all, and one press ends them."""
        _, session, screen = model.translate, session_of(model), PhysicalStepsPage.screen(self, model)
        places = dict[str, list[str]]()
        for step in self.steps:
            places.setdefault(step_words(_, session.state, step), []).append(step_place(_, step))
        todo = (Text(f"{', '.join(where)}: {words}", "reason") for words, where in places.items())
        # Nothing else is due in this turn: robberies come last.
        is_last = session.state.phase is Phase.TURN_END and (
            isinstance(self.steps[0], RobberyStep) or not session.state.robbed
        )
        done = (lambda: end_turn(model)) if is_last else (lambda: acknowledge(model))
        follows = _("{name} is next", name=next_name(model)) if is_last else ""
        keys = {
            **{button: key._replace(box_only=True) for button, key in screen.keys.items()},
            Button.BANK: Option(_("Done"), done, follows, Icon.SKIP),
            # The first step has none before it: there the event itself is undone.
            **({} if self.step else {Button.UNDO: take_back_option(model)}),
        }
        body = (*screen.body, WebOnly(tuple(todo)))
        return screen._replace(body=body, keys=keys, main=Button.BANK)

    def offered_places(self, model: Model) -> tuple[str, ...]:
        return (field_name(self.steps[self.step].field),)

    def lights(self, model: Model, now: float) -> Lights:
        """Lights only the field, in the colour of the seat that moves the pieces or is robbed."""
        step = self.steps[self.step]
        if isinstance(step, MoveStep):
            return lights.move(step.origin, step.field, model.seat_colours[self.seat], now, model.shown_since)
        seat = step.robbery.player if isinstance(step, RobberyStep) else self.seat
        return lights.alone(step.field, model.seat_colours[seat])


def step_place(_: Translator, step: Step) -> str:
    field = field_name(step.field)
    if isinstance(step, SetupStep):
        return _(step.what)
    if isinstance(step, MoveStep):
        return f"{field_name(step.origin)} → {field}"
    if isinstance(step, RobberyStep) and step.ships > 1:
        return _("{field}, ship {n}", field=field, n=step.number)
    return field


def step_words(_: Translator, state: State, step: Step) -> str:
    """Returns the step as a sentence without the field."""
    match step:
        case PlainStep(_field, text, pirate, why):
            colour = "" if pirate is None else _(PIRATES[pirate])
            return _(text, colour=colour, why="" if why is None else _(OBSTACLES[why]))
        case MoveStep(_field, pirate, _origin, other):
            colour = _(PIRATES[pirate])
            if other is None:
                return _("{colour} moves", colour=colour)
            return _("{colour} changes places with {other}", colour=colour, other=_(PIRATES[other]))
        case SystemStep(_field, system, comes):
            return f"{_(_CUBES[comes])}: {system_name(_, system)}"
        case SetupStep(_what, text, load):
            return _(text) if load is None else load_words(_, load.plus(Load(red=piratenclaim.FIRST_FUEL)))
        case RobberyStep():
            return f"{_robbery_words(_, state, step)}: {loot(_, state, step.robbery)}"


def _robbery_words(_: Translator, state: State, step: RobberyStep) -> str:
    robbery = step.robbery
    name = display_name(_, state.players[robbery.player])
    if step.returns:
        return _("{name} gets back", name=name)
    return _("{colour} robs {name}", colour=_(PIRATES[robbery.pirate]), name=name)


def physical_steps(record: Record[State, Event], *, guide: bool) -> tuple[Step, ...]:
    """Returns the steps that the newest event requires; without the guide only what the box alone knows.

    That is where the pirates go, and whom they rob.
    """
    newest, state, before = record.events[-1], record.state, record.timeline[-2:][0].state
    new = state.robbed if isinstance(newest, MovePirates | Remove) and not before.robbed else ()
    robbed = tuple(_robbery_steps(new))
    if not guide and not isinstance(newest, MovePirates):
        return robbed
    match newest:
        case piratenclaim.Discs(fields, by):
            # Discs that the players entered are already on the map.
            drawn = tuple(PlainStep(field, _DISC[True]) for field in fields) if by is None else ()
            if state.ledger is None:
                return drawn
            is_usual = record.start.options["layout"] == piratenclaim.options["layout"]
            segments = (SEGMENTS_LAID if is_usual else OWN_SEGMENTS_LAID,) if drawn else ()
            return (*segments, *drawn, *SETUP)
        case piratenclaim.Cargo(load):
            return (SetupStep(N_("Cargo"), load=load),)
        case MovePirates():
            return (*_swaps_once(_moves(before)), *_same_colour(before), *robbed)
        case Remove(field, pirate):
            return (PlainStep(field, GOES, pirate), *robbed)
        case Undo():
            return tuple(_put_back(record))
        case _:
            return robbed


def _put_back(record: Record[State, Event]) -> Iterator[Step]:
    in_a_row = [event for event in record.taken_back_in_a_row if not isinstance(event, Common)]
    # One undo returns one event, or a move of the pirates with the answers that were given for it.
    answers = tuple(takewhile(lambda event: isinstance(event, piratenclaim.ShipAt) and event.requested, in_a_row))
    undone = (*answers, *in_a_row[len(answers) :][:1])
    if not undone:
        return
    current = reduce(record.game.apply, undone, record.state)
    if not record.state.robbed:
        yield from _robbery_steps(current.robbed, returns=True)
    if isinstance(undone[-1], MovePirates):
        yield from _swaps_once(steps_back(record.state))
    elif isinstance(undone[-1], piratenclaim.Discover | Remove | piratenclaim.Sink):
        yield from differences(current, record.state)


def _robbery_steps(robberies: tuple[Robbery, ...], *, returns: bool = False) -> Iterator[RobberyStep]:
    """Several ships of one player on one field are numbered, so that their steps differ."""
    for robbery in robberies:
        alike = [other for other in robberies if other[:3] == robbery[:3]]
        yield RobberyStep(robbery.field, robbery, returns, alike.index(robbery) + 1, len(alike))


def _moves(before: State) -> Iterator[Step]:
    """Yields the moves, and which pirates stay and why; two that change places are one step."""
    movements = piratenclaim.movements(before, current_dice(before))
    for field, pirate, to, why in movements:
        if why is not None:
            yield PlainStep(field, STAYS, pirate, why)
            continue
        other = next((each.pirate for each in movements if (each.field, each.to) == (to, field)), None)
        yield MoveStep(to, pirate, field, other)


def _swaps_once(steps: Iterable[Step]) -> Iterator[Step]:
    """Two pirates that change places are one step: otherwise the players would move them twice."""
    seen = list[MoveStep]()
    steps = tuple(steps)
    moves = [step for step in steps if isinstance(step, MoveStep)]
    for step in steps:
        if isinstance(step, MoveStep) and step.swaps_with is not None:
            seen.append(step)
            opposite = MoveStep(step.origin, step.swaps_with, step.field, step.pirate)
            if opposite in seen:
                continue
            # After an undo the other one may come from the supply instead: then this one moves alone.
            yield step if opposite in moves else step._replace(swaps_with=None)
        else:
            yield step


def steps_back(before: State) -> Iterator[Step]:
    """Yields the moves back to where the pirates were; one of two that had met comes from the supply."""
    moves = tuple(_moves(before))
    # One of two pirates of one colour on a field has left. If one of them had not moved, the other one has left.
    gone = {(step.field, step.pirate) for step in moves if isinstance(step, PlainStep)}
    for step in (each for each in moves if isinstance(each, MoveStep)):
        if (step.field, step.pirate) in gone:
            yield PlainStep(step.origin, COMES, step.pirate)
        else:
            yield MoveStep(step.origin, step.pirate, step.field, step.swaps_with)
        gone.add((step.field, step.pirate))


def moved_words(_: Translator, before: State) -> tuple[str, ...]:
    """Returns where each pirate went or why it stayed, and which of equal ones left; `before` is before the move."""
    movements = piratenclaim.movements(before, current_dice(before))
    words = list[str]()
    for field, pirate, to, why in movements:
        colour, at = _(PIRATES[pirate]), field_name(field)
        if why is None:
            words.append(f"{colour} {at} → {field_name(to)}")
        else:
            words.append(
                _("{colour} stays on {field} (blocked: {why})", colour=colour, field=at, why=_(OBSTACLES[why]))
            )
    words += (f"{field_name(step.field)}: {step_words(_, before, step)}" for step in _same_colour(before))
    return tuple(words)


def robbed_words(_: Translator, state: State) -> Iterator[str]:
    for each in state.robbed:
        yield f"{_robbery_sentence(_, state, each)}: {loot(_, state, each)}"


def _same_colour(before: State) -> Iterator[Step]:
    """Of two pirates of one colour on a field, one leaves automatically."""
    arrived = [(movement.to, movement.pirate) for movement in piratenclaim.movements(before, current_dice(before))]
    for field, pirate in sorted(set(arrived)):
        if arrived.count((field, pirate)) > 1:
            yield PlainStep(field, MEET, pirate)


def differences(current: State, required: State) -> Iterator[Step]:
    for field in piratenclaim.FIELDS:
        had, has = current.systems[field], required.systems[field]
        if had != has:
            if had is not None:
                yield SystemStep(field, had, comes=False)
            if has is not None:
                yield SystemStep(field, has, comes=True)
        if (current.discs ^ required.discs) >> field & 1:
            yield PlainStep(field, _DISC[bool(required.discs >> field & 1)])
        for pirate, standing, due in zip(Pirate, current.pirates, required.pirates, strict=True):
            if (standing ^ due) >> field & 1:
                yield PlainStep(field, COMES if due >> field & 1 else GOES, pirate)
