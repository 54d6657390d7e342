"""The guide: what the players have to move on the map after an event, one step at a time; and who is robbed.

The steps follow from the record alone. After the newest event, the players place what a discovery finds and remove what
it sinks; the box computes the moves of the pirates. All pirates move at once, so two may change places: this is one
step, or players would move them twice. If two of one colour meet, one goes to the supply. After an undo, the steps are
the difference between the current map and the required one (`differences`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import ClassVar, NamedTuple, TypeAlias

from msgspec.structs import replace

from companion.core.effects import BUST
from companion.core.lineup import Role
from companion.core.model import Model, show
from companion.core.player_names import display_name
from companion.lights.composition import Lights, only
from companion.locale.translator import N_, Translator
from companion.tables.piratenclaim import lights, session
from companion.tables.piratenclaim.session import PIRATES, field_name, loot_words, session_of
from companion.tables.piratenclaim.star_map import View, ViewPage
from companion.tables.shared_pages import PhysicalStepsPage, acknowledge
from companion.ui.art import Icon
from companion.ui.screen import Announcement, Big, Block, Option, Screen, Text, WebOnly
from engine import piratenclaim
from engine.game import Undo
from engine.piratenclaim import MIDDLE, Event, Field, Load, MovePirates, Phase, Pirate, Remove, Robbery, State
from engine.record import CommonEvent, Record
from hardware.device import Button

OBSTACLES = {
    piratenclaim.Obstacle.DISC: N_("a black disc"),
    piratenclaim.Obstacle.EDGE: N_("the edge"),
    piratenclaim.Obstacle.MIDDLE: N_("the middle is closed"),
}


class PieceStep(NamedTuple):
    """Pieces are placed, moved or removed, or the box reports something about a pirate."""

    field: Field
    """The field; the destination of a move."""
    text: str
    """The action; English, to be translated with these names."""
    names: tuple[tuple[str, str], ...] = ()
    """The values in the text; English, to be translated."""
    origin: Field | None = None
    """The origin of a move; None for other steps."""
    is_swap: bool = False
    """Whether another pirate moves in the opposite direction."""


class SetupStep(NamedTuple):
    """A step of the set-up without a field."""

    title: str
    """English, to be translated."""
    text: str = ""
    """The action; English, to be translated."""
    load: Load | None = None
    """The load that is taken on board; None for other steps."""
    field: Field = MIDDLE


class RobberyStep(NamedTuple):
    """A ship is robbed, or gets back what was taken."""

    robbery: Robbery
    returns: bool = False
    """Whether the robbery was undone."""

    @property
    def field(self) -> Field:
        return self.robbery.field


Step: TypeAlias = PieceStep | RobberyStep | SetupStep
"""An action of the players, or a message to them."""
SEGMENTS_LAID = SetupStep(N_("Segments"), N_("Our guess: a ring, and segment 7 between 3 and 4."))
OWN_SEGMENTS_LAID = SetupStep(N_("Segments"), N_("Place the 8 segments as you entered them."))
SETUP = (
    SetupStep(N_("Ships"), N_("Each joins 3 parts, 1 own and 2 white, on 0/0.")),
    SetupStep(N_("Pawns"), N_("Each takes 5: 1 large, 2 small, 2 of another colour.")),
    SetupStep(N_("Claim markers"), N_("Each takes the markers of their colour.")),
    SetupStep(N_("Supply"), N_("Next to the board: six pirates, all other cubes and six dice.")),
)
"""The set-up before the first turn of a game with the ledger (rules, 3)."""
DISC, CUBES_OFF = N_("place a black disc here"), N_("take the cubes off")
COMES, GOES = N_("{colour} comes from the supply"), N_("{colour} goes to the supply")
STAYS, MOVES, SWAPS = N_("{colour} stays: {why}"), N_("{colour} moves"), N_("{colour} changes places with {other}")


def pirate_step(field: Field, text: str, pirate: Pirate, origin: Field | None = None, **names: str) -> PieceStep:
    """Returns a step of a pirate; `names` are English, to be translated."""
    return PieceStep(field, text, (("colour", PIRATES[pirate]), *names.items()), origin, is_swap="other" in names)


STEP_HEADLINES: dict[type, str] = {
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
        """Shows the moves of all steps."""
        focus, arrows = piratenclaim.segment_of(self.steps[self.step].field), list[tuple[Field, Field]]()
        for step in self.steps:
            if isinstance(step, PieceStep) and step.origin is not None:
                arrows.append((step.origin, step.field))
                arrows += [(step.field, step.origin)] if step.is_swap else []
        return View(focus, moves=tuple(arrows))

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
                return robbed, Text(loot_words(_, state, step.robbery), align="left")
            case SetupStep():
                return Text(place, "bold", "left"), Text(words, align="left")
            case PieceStep():
                return Big(place), Text(words, "bold")

    def sentence(self, model: Model) -> str:
        """Returns what the steps are about: a robbery, the moves of the pirates, or pieces that go back."""
        _, step, newest = model.translate, self.steps[0], session_of(model).started_record.events[-1]
        if isinstance(step, RobberyStep):
            return _robbery_words(_, session_of(model).state, step)
        about = STEP_HEADLINES.get(type(newest), N_("Change the board"))
        return _(about)  # on its own line: pybabel finds no text in a nested call

    def screen(self, model: Model) -> Screen:
        """Shows the steps one by one on the small screen; a larger screen lists them all, and one press ends them."""
        _, state, screen = model.translate, session_of(model).state, PhysicalStepsPage.screen(self, model)
        robberies = [step for step in self.steps if isinstance(step, RobberyStep) and not step.returns]
        moved_first = sorted(self.steps, key=lambda step: isinstance(step, PieceStep) and step.text == STAYS)
        todo = [Text(line, "reason") for line in _to_do(_, state, moved_first)]
        if any(isinstance(step, PieceStep) and step.text != STAYS for step in self.steps):
            todo.insert(0, Text(_("On your board:"), "bold"))
        if robberies:
            todo += [Text(line[:1].upper() + line[1:], "risk") for line in robbed_words(_, state)]
        is_last = state.phase is Phase.TURN_END  # nothing else is due in this turn
        done = (lambda: session.end_turn(model)) if is_last else (lambda: acknowledge(model))
        # The small screen shows one step at a time: players must not miss a robbery there.
        if model.sender.role is Role.BOX and robberies and self.steps[self.step] not in robberies:
            done = show(model, replace(self, step=self.steps.index(robberies[0])))
        follows = _("{name} is next", name=session.next_name(model)) if is_last else ""
        if is_last and not state.robbed:
            todo.append(Text(_("No ship was robbed."), "gain"))
        keys = {
            **{button: key._replace(box_only=True) for button, key in screen.keys.items()},
            Button.BANK: Option(_("Done"), done, follows, Icon.SKIP),
            # The first step has none before it: there the event itself is undone.
            **({} if self.step else {Button.UNDO: session.undo_option(model)}),
        }
        return screen._replace(body=(*screen.body, WebOnly(tuple(todo))), keys=keys, main=Button.BANK)

    def offered_places(self, model: Model) -> tuple[str, ...]:
        return (field_name(self.steps[self.step].field),)

    def lights(self, model: Model, now: float) -> Lights:
        """Lights only the field, in the colour of the seat that moves the pieces or is robbed."""
        step = self.steps[self.step]
        if isinstance(step, PieceStep) and step.origin is not None:
            return lights.move(step.origin, step.field, model.seat_colours[self.seat], now, model.shown_since)
        seat = step.robbery.player if isinstance(step, RobberyStep) else self.seat
        return only(lights.BLOCKS[piratenclaim.position_of(step.field)], model.seat_colours[seat])


def step_place(_: Translator, step: Step) -> str:
    field = field_name(step.field)
    if isinstance(step, SetupStep):
        return _(step.title)
    if isinstance(step, PieceStep) and step.origin is not None:
        return f"{field_name(step.origin)} → {field}"
    return field


def step_words(_: Translator, state: State, step: Step) -> str:
    """Returns the step as a sentence without the field."""
    match step:
        case PieceStep(_field, text, names):
            return _(text, **{name: _(value) for name, value in names})
        case SetupStep(_title, text, load):
            return _(text) if load is None else session.load_words(_, load.plus(Load(red=piratenclaim.START_FUEL)))
        case RobberyStep():
            return f"{_robbery_words(_, state, step)}: {loot_words(_, state, step.robbery)}"


def _robbery_words(_: Translator, state: State, step: RobberyStep) -> str:
    robbery = step.robbery
    name = display_name(_, state.players[robbery.player])
    if step.returns:
        return _("{name} gets back", name=name)
    return _("{colour} robs {name}", colour=_(PIRATES[robbery.pirate]), name=name)


def physical_steps(record: Record[State, Event], *, guide: bool) -> tuple[Step, ...]:
    """Returns the steps that the newest event requires; without the guide only where pirates go and whom they rob."""
    newest, state, before = record.events[-1], record.state, record.state_before
    new = state.robbed if isinstance(newest, MovePirates | Remove) and not before.robbed else ()  # once in a turn
    robbed = tuple(map(RobberyStep, new))
    if not guide and not isinstance(newest, MovePirates):
        return robbed
    match newest:
        case piratenclaim.Discs(fields, by):
            # Discs that the players entered are already on the map.
            drawn = tuple(PieceStep(field, DISC) for field in fields) if by is None else ()
            if state.ledger is None:
                return drawn
            is_usual = record.start.options["layout"] == piratenclaim.options["layout"]
            segments = (SEGMENTS_LAID if is_usual else OWN_SEGMENTS_LAID,) if drawn else ()
            return (*segments, *drawn, *SETUP)
        case piratenclaim.Cargo(load):
            return (SetupStep(N_("Cargo"), load=load),)
        case MovePirates():
            return (*moves(before), *robbed)
        case Remove(field, pirate):
            return (pirate_step(field, GOES, pirate), *robbed)
        case Undo():
            return tuple(_undo_steps(record))
        case _:
            return robbed


def _undo_steps(record: Record[State, Event]) -> Iterator[Step]:
    undone = record.undone_event
    if undone is None or isinstance(undone, CommonEvent):
        return
    current = record.game.apply(record.state, undone)
    if not record.state.robbed:
        yield from (RobberyStep(robbery, returns=True) for robbery in current.robbed)
    if not isinstance(undone, piratenclaim.Discs):  # they are placed again, mostly one of them elsewhere
        yield from differences(current, record.state)


def moves(before: State) -> Iterator[Step]:
    """Yields where the pirates go, which stay and why, and which leave because they meet one of their colour."""
    movements = piratenclaim.movements(before, piratenclaim.current_dice(before))
    for field, pirate, to, why in movements:
        other = next((each.pirate for each in movements if (each.field, each.to) == (to, field) and to != field), None)
        if why is not None:
            yield pirate_step(field, STAYS, pirate, why=OBSTACLES[why])
        elif other is None:
            yield pirate_step(to, MOVES, pirate, field)
        elif field < to:  # two that change places are one step
            yield pirate_step(to, SWAPS, pirate, field, other=PIRATES[other])
    arrived = Counter((movement.to, movement.pirate) for movement in movements)
    meet = N_("two {colour} pirates meet: one goes to the supply")
    yield from (pirate_step(field, meet, pirate) for (field, pirate), count in sorted(arrived.items()) if count > 1)


def steps_in_words(_: Translator, state: State, steps: Iterable[Step]) -> tuple[str, ...]:
    """Returns the steps as lines; fields with the same action share one."""
    places = dict[str, list[str]]()
    for step in steps:
        places.setdefault(step_words(_, state, step), []).append(step_place(_, step))
    return tuple(f"{', '.join(where)}: {words}" for words, where in places.items())


TO_DO = {
    MOVES: N_("Move the {colour} pirate from {origin} to {field}"),
    SWAPS: N_("Swap the {colour} pirate on {origin} and the {other} one on {field}"),
    STAYS: N_("The {colour} pirate stays on {field}: {why}"),
}
"""Moves as a list of what to do, where there is room for sentences; English, to be translated."""


def _to_do(_: Translator, state: State, steps: Sequence[Step]) -> Iterator[str]:
    others = list[Step]()
    for step in steps:
        if isinstance(step, PieceStep) and step.text in TO_DO:
            names = {name: _(value) for name, value in step.names}
            origin = step.field if step.origin is None else step.origin
            yield _(TO_DO[step.text], **names, origin=field_name(origin), field=field_name(step.field))
        elif not isinstance(step, RobberyStep) or step.returns:
            others.append(step)
    yield from steps_in_words(_, state, others)


def robbed_words(_: Translator, state: State) -> Iterator[str]:
    for each in state.robbed:
        yield f"{_robbery_sentence(_, state, each)}: {loot_words(_, state, each)}"


def differences(current: State, required: State) -> Iterator[Step]:
    """Yields what to remove and to return after an undo: systems, discs and pirates."""
    for field, system in zip(piratenclaim.FIELDS, current.systems, strict=True):
        if system != required.systems[field]:
            yield PieceStep(field, CUBES_OFF)
    yield from (PieceStep(field, DISC) for field in piratenclaim.fields_in(required.discs & ~current.discs))
    for pirate, actual, due in zip(Pirate, current.pirates, required.pirates, strict=True):
        # Paired by coordinates: so two pirates that moved in one direction go back to their own fields.
        leaving, coming = (
            sorted(piratenclaim.fields_in(fields), key=current.board.coordinates.__getitem__)
            for fields in (actual & ~due, due & ~actual)
        )
        for origin, field in zip_longest(leaving, coming):
            if origin is None:
                yield pirate_step(field, COMES, pirate)
            elif field is None:
                yield pirate_step(origin, GOES, pirate)
            else:
                yield pirate_step(field, MOVES, pirate, origin)
