"""The guide shows which stones to move on the real board; the check shows each stack after the board was bumped.

The guide has no rules of its own: it compares the stacks before and after the newest event, so a bank, a bust and an
undo need only two states. After a bank or a bust only the fields marked in the turn can differ. They come in the order
of the placements, which the players remember.
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from companion.core.model import Model, Page, close, closing_keys, show
from companion.core.player_names import display_name, initials
from companion.lights.composition import Lights, only
from companion.locale.translator import Translator
from companion.tables.board_pages import BoardChoicePage
from companion.tables.claimit import lights
from companion.tables.claimit.session import Stacks, field_block, session_of, stone_word
from companion.tables.shared_pages import PhysicalStepsPage
from companion.ui.art import Icon
from companion.ui.screen import Big, Block, BoxOnly, Choices, Columns, Option, Row, Screen, Text, WebOnly
from engine import claimit
from engine.claimit import Bank, ClaimStone, Event, Field, OwnershipStone, Place, PlayerStone, Roll, State, Stone
from engine.game import Seat, Undo
from engine.record import Record, TimelineStep
from hardware.device import Button


class PhysicalStep(NamedTuple):
    field: Field
    current: tuple[Stone, ...]
    """The stones on the field, bottom first."""
    required: tuple[Stone, ...]
    """The stones that belong there, bottom first."""
    by_token: bool = False
    """Whether the player's 24 stones are used up, so that any token replaces one."""

    @property
    def removed(self) -> tuple[Stone, ...]:
        """The stones to remove, top first."""
        return tuple(stone for stone in reversed(self.current) if stone not in self.required)

    @property
    def added(self) -> tuple[Stone, ...]:
        """The stones to add, bottom first. If no stones are added or removed, only their order differs."""
        return tuple(stone for stone in self.required if stone not in self.current)


class GuidePage(PhysicalStepsPage, frozen=True):
    steps: tuple[PhysicalStep, ...]

    def body(self, model: Model) -> tuple[Block, ...]:
        _, physical_step, players = model.translate, self.steps[self.step], session_of(model).state.players
        stacks = Stacks((physical_step.current, physical_step.required), initials(_, players))
        lines = [Row(line, ()) for line in instruction(_, physical_step, players)]
        return (Columns(stacks, (Big(claimit.format_field(physical_step.field)), *lines), on_right=True),)

    def sentence(self, model: Model) -> str:
        session = session_of(model)
        is_person = session.lineup.has_person(self.seat)
        _, state = model.translate, session.state
        step = sentence(_, self.steps[self.step], state.players, self.seat, is_person=is_person)
        return " ".join((_("Bust!"), step)) if state.busted else step

    def offered_places(self, model: Model) -> tuple[str, ...]:
        return (claimit.format_field(self.steps[self.step].field),)

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the animation of a bank first, then lights only the field of the physical step."""
        if self.step == 0 and now < model.shown_since + bank_animation_s(session_of(model).started_record):
            return bank_animation(model, now)
        return only((self.steps[self.step].field,), model.seat_colours[self.seat])


class SetupGuidePage(Page, frozen=True):
    """Lists the material needed before the first turn (rules, Material). Opens from the choice of the first player."""

    name: ClassVar[str] = "set_up"

    def screen(self, model: Model) -> Screen:
        _ = model.translate
        sentence = _("Place 6 white and 30 black stones within reach. Each takes 24 of a colour.")
        return Screen(_("Set up"), body=(BoxOnly((Text(sentence),)),), keys=closing_keys(model), sentence=sentence)


def physical_steps(record: Record[State, Event]) -> tuple[PhysicalStep, ...]:
    newest = record.events[-1]
    if isinstance(newest, Undo):
        # Play the undone event again: the real board is still in the position after it.
        undone = record.undone_event
        if not isinstance(undone, Roll | Place | Bank):
            return ()
        return tuple(_differing(record.game.apply(record.state, undone), record.state, claimit.FIELDS))
    if isinstance(newest, Bank) or record.state.busted:
        before, steps = record.state_before, list[PhysicalStep]()
        stone, in_hand = PlayerStone(before.turn), claimit.standing(before, before.turn).stones
        for step in _differing(before, record.state, placed_fields(record.timeline[:-1])):
            # Without a stone in hand the player takes any token (rules, A turn 5).
            steps.append(step._replace(by_token=stone in step.added and in_hand <= 0))
            in_hand -= stone in step.added
        return tuple(steps)
    return ()


def _differing(before: State, after: State, fields: Iterable[Field]) -> Iterable[PhysicalStep]:
    for field in fields:
        current, required = claimit.stack(before, field), claimit.stack(after, field)
        if current != required:
            yield PhysicalStep(field, current, required)


def placed_fields(timeline: Sequence[TimelineStep[State, Event]]) -> tuple[Field, ...]:
    """Returns the fields marked in the newest turn of these events, in the order of the placements."""
    in_turn = (step.event for step in timeline if step.state.turns == timeline[-1].state.turns)
    # A field may be marked twice in a turn, by a claim stone and then by an ownership stone: this is one step.
    return tuple(dict.fromkeys(event.field for event in in_turn if isinstance(event, Place)))


def bank_animation_s(record: Record[State, Event]) -> float:
    """Returns the duration of the animation of a bank in seconds; 0 if the newest event is not a bank."""
    return lights.bank_s(len(placed_fields(record.timeline[:-1]))) if isinstance(record.events[-1], Bank) else 0.0


def bank_animation(model: Model, now: float) -> Lights:
    """Returns the animation of a bank: the banked fields change to the player's colour, one after the other."""
    record = session_of(model).started_record
    seat, taken = record.state_before.turn, placed_fields(record.timeline[:-1])
    return lights.bank(record.state, model.seat_colours, now, model.shown_since, seat=seat, taken=taken)


def instruction(_: Translator, physical_step: PhysicalStep, players: Sequence[str]) -> tuple[str, ...]:
    removed = [f"\N{MINUS SIGN} {stone_word(_, stone, players)}" for stone in physical_step.removed]
    token = _("token") if physical_step.by_token else ""  # separate: the extraction of texts ignores f-strings
    added = [f"+ {token or stone_word(_, stone, players)}" for stone in physical_step.added]
    return (*removed, *added) or (f"\N{UPWARDS ARROW} {stone_word(_, physical_step.required[-1], players)}",)


def sentence(
    _: Translator, physical_step: PhysicalStep, players: Sequence[str], moving_seat: Seat, *, is_person: bool = True
) -> str:
    """Returns the physical step as a sentence; `moving_seat` moves the pieces, or a person for it if it is a bot."""
    addressed = moving_seat if is_person else None

    def named(stones: Iterable[Stone]) -> str:
        return _.listed([_stone_phrase(_, stone, players, addressed) for stone in stones])

    off, on = named(physical_step.removed), named(physical_step.added)
    name = display_name(_, players[moving_seat])
    fields = {
        "name": name if is_person else _("For {name}", name=name),
        "field": claimit.format_field(physical_step.field),
    }
    if off and on:
        return _("{name}: on {field} remove {off}, place {on}", **fields, off=off, on=on)
    if off:
        return _("{name}: on {field} remove {off}", **fields, off=off)
    if on:
        return _("{name}: place {on} on {field}", **fields, on=on)
    return _("{name}: place {stone} on top of {field}", **fields, stone=named(physical_step.required[-1:]))


def _stone_phrase(_: Translator, stone: Stone, players: Sequence[str], addressed: Seat | None) -> str:
    match stone:
        case OwnershipStone():
            return _("the ownership stone")
        case ClaimStone(number):
            return _("claim stone {n}", n=number)
        case PlayerStone(seat) if seat == addressed:
            return _("your stone")
        case PlayerStone(seat):
            return _("{name}'s stone", name=display_name(_, players[seat]))


def seat_that_moves_pieces(record: Record[State, Event]) -> Seat:
    """Returns the seat whose turn has ended or, after an undo, the one whose turn continues."""
    state: State = record.state if isinstance(record.events[-1], Undo) else record.state_before
    return state.turn


class CheckPage(BoardChoicePage, Page, frozen=True):
    """Visits the fields after a bump: lights each one alone and shows its stack on the screen."""

    cursor: int = 0
    everywhere: bool = False
    """Whether to visit all 36 fields or only those with stones."""
    name: ClassVar[str] = "check"
    hides_game: ClassVar[bool] = True

    def screen(self, model: Model) -> Screen:
        _, state = model.translate, session_of(model).state
        fields = self._fields(state)
        following = show(model, replace(self, cursor=(self.cursor + 1) % len(fields)))
        others, how = show(model, CheckPage(everywhere=not self.everywhere)), _("some") if self.everywhere else _("all")
        field = fields[self.cursor]
        stones = ", ".join(stone_word(_, stone, state.players) for stone in claimit.stack(state, field)) or _("empty")
        return Screen(
            _("Check"),
            _("{n} of {all}", n=self.cursor + 1, all=len(fields)),
            (BoxOnly((field_block(_, state, field),)), WebOnly((Text(f"{claimit.format_field(field)}: {stones}"),))),
            Choices([Option("", following)] * len(fields), self.cursor, show="hidden"),  # `ok` visits the next field
            {
                Button.BANK: Option(_("Fields"), others, how, icon=how),
                Button.UNDO: Option("", close(model), icon=Icon.UNDO),
            },
        )

    def offered_places(self, model: Model) -> tuple[str, ...]:
        return (claimit.format_field(self._fields(session_of(model).state)[self.cursor]),)

    def lights(self, model: Model, now: float) -> Lights:
        state = session_of(model).state
        return lights.check(state, model.seat_colours, self._fields(state)[self.cursor])

    def _fields(self, state: State) -> tuple[Field, ...]:
        used = tuple(sorted(claimit.stacks(state)))
        return claimit.FIELDS if self.everywhere or not used else used
