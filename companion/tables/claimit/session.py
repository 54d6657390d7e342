"""The session of Claim It!: its types, settings, events and their descriptions; its stones, drawn and in words."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple, TypeAlias, cast

from msgspec import Struct

from companion.core.effects import BANK, PLACE, ROLL, UNDO
from companion.core.game_session import GameSession
from companion.core.messages import UnknownPlaceError
from companion.core.model import Model, Transition, reject_press
from companion.core.player_names import display_name, initials, short_names
from companion.core.questions import Answer, Choice
from companion.locale.translator import N_, Translator
from companion.tables import shared_pages
from companion.tables.shared_pages import begins_sentence
from companion.ui.art import Icon
from companion.ui.canvas import Canvas
from companion.ui.font import THIN, text_width
from companion.ui.pictures import STONE_HEIGHT, STONE_WIDTH, Picture, Size, stone
from companion.ui.screen import Big, Columns, Figure, Row
from engine import claimit
from engine.claimit import Bank, Dice, Field, JoinedPosition, OwnershipStone, Place, PlayerStone, Refusal, Roll, State
from engine.claimit.rules import roll as draw_roll
from engine.game import Opening, Seat, StartRoll, Undo
from engine.record import AnyEvent, TimelineStep

Session: TypeAlias = "GameSession[State, claimit.Event]"

SOUNDS = {Undo: UNDO, Bank: BANK, Place: PLACE}
"""All other events sound like a roll."""


class LitFields(StrEnum):
    """Which available fields are lit after a roll."""

    ON = "on"
    CHOSEN = "chosen"
    OFF = "off"
    """None: the players find the fields, and the box judges them."""


HINT_ANSWERS = ((False, N_("no hints")), (True, N_("show hints")))
HINTS = Choice("hints", N_("Hints"), tuple(Answer(*each, detail="") for each in HINT_ANSWERS))
"""Whether the coach is on when a game begins."""
LIGHT = Choice(
    "light",
    N_("Light"),
    (
        Answer(LitFields.ON.value, N_("on"), N_("all available blink")),
        Answer(LitFields.CHOSEN.value, N_("selected"), N_("only the selected field")),
        Answer(LitFields.OFF.value, N_("off"), N_("find them yourselves")),
    ),
)


def session_of(model: Model) -> Session:
    return cast("Session", model.session)


def lit_fields_of(session: Session) -> LitFields:
    """Returns the option of this game; `ON` by default."""
    chosen = session.lineup.table_options.get(LIGHT.key)
    return LitFields(chosen) if chosen in set(LitFields) else LitFields.ON


def parse_place(place: str) -> Field:
    """Returns the field with this name. Raises UnknownPlaceError: no field has this name."""
    try:
        return claimit.parse_field(place)
    except ValueError as error:
        raise UnknownPlaceError("A field is named column/row, both 1 to 6.") from error


def reject_place(model: Model, place: str) -> Transition:
    """Rejects pointing at a field that is not available now. Raises UnknownPlaceError: no field has this name."""
    parse_place(place)
    return reject_press(model)


def acting_seat(session: Session) -> Seat:
    """Returns the active player's seat; before the start the seat that rolls or will start."""
    if session.record is not None:
        return session.state.turn
    progress = start_roll_progress(session)
    return progress.rolling[0] if progress.to_roll is None else progress.to_roll


def start_roll_progress(session: Session) -> Opening:
    """Returns the progress of the rolls for who begins; no rolls are needed if the players chose the first seat."""
    if session.lineup.first is not None:
        return Opening((session.lineup.first,), (0,))  # one seat with any sum has won
    return claimit.start_rule.opening(len(session.lineup.players), session.start_rolls)


def record_event(model: Model, event: AnyEvent) -> Transition:
    return shared_pages.record_event(model, event, SOUNDS.get(type(event), ROLL))


def roll(model: Model, dice: Dice | None = None) -> Transition:
    """Records a roll: of the given real dice, or of the box's own."""
    rolled = draw_roll(model.session.draws) if dice is None else Roll(dice, "hand")
    # Before the start the roll decides the first player.
    is_start = model.session.record is None
    return record_event(model, StartRoll(acting_seat(session_of(model)), rolled) if is_start else rolled)


def undo_event(model: Model) -> Transition:
    """Undoes the newest event of this turn; rejects the press if it is a roll of the box."""
    return record_event(model, Undo()) if shared_pages.players_can_undo(model) else reject_press(model)


def is_last_round_called(before: State, after: State) -> bool:
    return before.last_round is None and after.last_round is not None


def spaced(dice: Dice) -> str:
    return " ".join(map(str, dice))


def what_happened(_: Translator, step: TimelineStep[State, claimit.Event]) -> str:
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
            return _("starts!")  # the start, or a joined position


def log(model: Model) -> Iterator[str]:
    """Yields the current turn and one round before it, oldest first; a roll and its placement are one entry."""
    _, record = model.translate, session_of(model).started_record
    for before, step in pairwise(record.timeline):
        is_new = before.state.turns >= record.state.turns - len(record.state.players)
        is_part_of_next = step.state.phase is claimit.Phase.PLACE and step is not record.timeline[-1]
        if is_new and not is_part_of_next and (text := _describe_event(_, before.state, step)):
            yield text


def caption(model: Model) -> str:
    _, record = model.translate, session_of(model).started_record
    return _describe_event(_, record.state_before, record.timeline[-1]) or begins_sentence(_, record.state)


def _describe_event(_: Translator, before: State, step: TimelineStep[State, claimit.Event]) -> str:
    """Returns a sentence about an event of the game; empty for the start and other events."""
    name = display_name(_, before.players[before.turn])
    match step.event:
        case Roll(dice) if step.state.busted:
            lost = count_words(_, claimit.at_risk(before))
            words = N_("{name} went bust on {dice}: lost {what}") if lost else N_("{name} went bust on {dice}")
            return _(words, name=name, dice=spaced(dice), what=lost)
        case Roll(dice):
            return _("{name} rolled {dice}", name=name, dice=spaced(dice))
        case Place(field) if before.roll:
            stone, rolled, place = claimit.legal(before)[field], spaced(before.roll), claimit.format_field(field)
            if isinstance(stone, OwnershipStone):
                return _("{name} rolled {dice}: ownership stone on {field}", name=name, dice=rolled, field=place)
            words = N_("{name} rolled {dice}: claim stone {stone} on {field}")
            return _(words, name=name, dice=rolled, stone=stone.number, field=place)
        case Bank():
            old, new = (claimit.standing(state, before.turn).mine for state in (before, step.state))
            gained, marked = _("mine {old} → {new}", old=old, new=new), claimit.at_risk(before)
            # The new fields; without any, the new goldclaims.
            what = count_words(_, marked._replace(goldclaims=0) if marked.fields else marked)
            return _("{name} banked {what}", name=name, what=what) + (f": {gained}" if new > old else "")
        case JoinedPosition():
            return _("joined in the middle")
        case _other:
            return ""


MAX_STACK = 3
"""Maximum height of a stack: player stone, claim stone, ownership stone."""
ARROW_PITCH = STONE_WIDTH + 11
"""Distance between the left edges of two stacks with an arrow between them."""
NAME_PX, WORD_GAP = 46, 4
"""Maximum width of a name next to a stack, and the gap between a word and its stone."""


class Obstacle(NamedTuple):
    """Why a field is not available, in English, to be translated, or already translated, from `obstacles`.

    {stone} is the claim stone of the roll, {field} the field that holds it, {name} the owner of the field.
    """

    clause: str
    few_words: str
    """For a line of the screen, next to the field's name."""
    badge: str
    """One or two words, for the field on the board of the web page."""


OBSTACLES = {
    Refusal.NOT_NAMED: Obstacle(N_("does not match your roll"), N_("not in this roll"), N_("not in this roll")),
    Refusal.GOLDCLAIM: Obstacle(N_("{name}'s goldclaim"), N_("goldclaim"), N_("gold")),
    Refusal.OWNED: Obstacle(N_("already an ownership stone"), N_("ownership stone"), N_("owned")),
    Refusal.NO_STONE_LEFT: Obstacle(N_("no ownership stone is left"), N_("no black stone left"), N_("none left")),
    Refusal.CLAIM_ELSEWHERE: Obstacle(
        N_("claim stone {stone} in use on {field}"), N_("white {stone} is on {field}"), N_("no {stone}")
    ),
}


class Stacks(Picture, Struct, frozen=True):
    """Stacks of stones seen from the side, with an arrow from one to the next."""

    stacks: tuple[tuple[claimit.Stone, ...], ...]
    """The stones of each stack, bottom first."""
    initials: tuple[str, ...]
    words: tuple[str, ...] = ()
    """The words left of each stone of the first stack, or left of its place if it is empty."""

    @property
    def size(self) -> Size:
        width = ARROW_PITCH * (len(self.stacks) - 1) + STONE_WIDTH
        return Size(self._words_width + width, STONE_HEIGHT * MAX_STACK + 1)

    def within(self, rows: int) -> Picture | str:
        return self if self.size.height <= rows else ", ".join(self.words)

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        ground, left = y + STONE_HEIGHT * MAX_STACK, x + self._words_width
        for height, word in enumerate(self.words, 1):
            canvas.text(left - WORD_GAP, ground - STONE_HEIGHT * height + 2, word, align="right")
        for index, stones in enumerate(self.stacks):
            if index:
                canvas.icon(left - 8, ground - 9, Icon.RIGHT)
            canvas.rule(ground, left, left + STONE_WIDTH)
            for height, placed in enumerate(stones, 1):
                top = ground - STONE_HEIGHT * height
                match placed:
                    case OwnershipStone():
                        stone(canvas, left, top)
                    case claimit.ClaimStone(number):
                        stone(canvas, left, top, str(number), solid=True)
                    case PlayerStone(seat):
                        stone(canvas, left, top, self.initials[seat])
            left += ARROW_PITCH

    @property
    def _words_width(self) -> int:
        return max((text_width(THIN, word) + WORD_GAP for word in self.words), default=0)


def field_block(_: Translator, state: State, field: Field) -> Columns:
    """Returns a field's name in large letters, and its stack with the names of the stones."""
    stones = claimit.stack(state, field)
    words = tuple(stone_word(_, stone, state.players) for stone in stones) or (_("empty"),)
    stack = Stacks((stones,), initials(_, state.players), words)
    return Columns(stack, (Big(claimit.format_field(field)),), on_right=True)


def stone_word(_: Translator, stone: claimit.Stone, players: Sequence[str]) -> str:
    """Returns a stone in words: "white 3", "black", or the owner's name."""
    match stone:
        case OwnershipStone():
            return _("black")
        case claimit.ClaimStone(number):
            return _("white {n}", n=number)
        case PlayerStone(seat):
            return short_names(_, players, NAME_PX)[seat]


def count_words(_: Translator, counted: claimit.BustCost) -> str:
    """Returns the number of fields and of goldclaims in words, leaving out zeros."""
    fields = _.many("{n} field", "{n} fields", counted.fields) if counted.fields else ""
    gold = _.many("{n} goldclaim", "{n} goldclaims", counted.goldclaims) if counted.goldclaims else ""
    return ", ".join(filter(None, (fields, gold)))


def stakes(_: Translator, label: str, risk: claimit.BustCost) -> Row:
    fields = Figure(str(risk.fields), Icon.FIELDS, _.many("{n} field", "{n} fields", risk.fields))
    gold = Figure(str(risk.goldclaims), Icon.GOLD, _.many("{n} goldclaim", "{n} goldclaims", risk.goldclaims))
    return Row(label, (fields, gold))


def placement_words(_: Translator, state: State, field: Field, stone: claimit.PlacedStone) -> str:
    """Returns what to place on the field and on what; with reused claim stones, also what to remove."""
    beneath = claimit.stack(state, field)
    if isinstance(stone, OwnershipStone):
        freed = [each.number for each in beneath if state.recycle and isinstance(each, claimit.ClaimStone)]
        return _("ownership stone; claim stone {stone} comes off", stone=freed[0]) if freed else _("ownership stone")
    topmost = beneath[-1] if beneath else None
    if not isinstance(topmost, PlayerStone):
        return _("claim stone {stone}", stone=stone.number)
    return _(
        "claim stone {stone} on {name}'s stone", stone=stone.number, name=display_name(_, state.players[topmost.seat])
    )


def why_not_available(_: Translator, state: State, field: Field) -> str:
    """Returns a clause that explains why a field is not available for the roll; empty if it is available."""
    refused = claimit.refusal(state, field)
    return "" if refused is None else _obstacle(_, state, field, refused, claimit.third_die(state, field)).clause


def obstacles(_: Translator, state: State, dice: Dice) -> tuple[tuple[str, Obstacle], ...]:
    """Returns the fields of a roll that are not available, lowest first, each with its translated obstacle."""
    return tuple(
        (claimit.format_field(assigned.field), _obstacle(_, state, assigned.field, assigned.refusal, assigned.third))
        for assigned in claimit.assignments(state, dice)
        if assigned.refusal is not None
    )


def _obstacle(_: Translator, state: State, field: Field, refused: Refusal, third: int | None) -> Obstacle:
    other = None if third is None else claimit.field_with_claim(state, third)
    elsewhere = "" if other is None else claimit.format_field(other)
    owner = next((name for name, own in zip(state.players, state.fields, strict=True) if own >> field & 1), "")
    facts = {"stone": third, "field": elsewhere, "name": display_name(_, owner)}
    return Obstacle(*(_(words, **facts) for words in OBSTACLES[refused]))
