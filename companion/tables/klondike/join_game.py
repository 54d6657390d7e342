"""Joining a match that is on already: its tiles are laid slot by slot, then come the facts that they do not show.

The pages hold a `JoinedDraft`, and nothing is recorded until its end: then the whole position is one event, so that a
record, an undo and a restart know nothing of the way there. The draft may be impossible while it grows; whether a match
can lead there, the rules say at the end (`klondike.apply`), in words that name what is wrong.

Few facts are asked. What follows from the tiles or from other answers is their usual value, and a fact with only one
possible value is no question: so a draft keeps what was answered, by key, and not the values themselves. An answer that
has become impossible, because a tile was turned since, falls back to the usual value.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from companion.core.effects import PlayTones
from companion.core.model import Model, Transition, reject_press
from companion.core.page import ButtonRow, Page, Press, arrows, close, moved_cursor, open_on_top, show
from companion.core.player_names import display_name
from companion.core.questions import Answer, Choice, Command, Form, FormItem
from companion.core.snapshot import ChosenPlace, Snapshot, TileSnapshot
from companion.core.sounds import WRONG
from companion.locale.translator import N_
from companion.screen.canvas import Canvas, Rect
from companion.screen.font import DOUBLE
from companion.screen.icons import Icon
from companion.screen.layout import big, header, paragraph
from companion.tables.klondike import lights
from companion.tables.klondike.placing import TileQuestionPage, named_slot
from companion.tables.klondike.session import left_over, names_left_over, record_event, session_of
from companion.tables.klondike.snapshot import layout_alone
from companion.tables.klondike.tiles import lying, parse_tile, slot_name, spelt, tile_value
from companion.tables.klondike.turn import TileEntryPage
from engine import klondike
from engine.game import Seat
from engine.klondike import (
    CLAIMS,
    SLOT_POSITIONS,
    SLOTS,
    TILES,
    Holding,
    ImpossiblePosition,
    JoinedPosition,
    Slot,
    ToldClaim,
    claim_name,
)
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.core.snapshot import TileState
    from companion.core.viewer_kind import ViewerKind
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from engine.klondike import Claim, State, Tile


class Fact(NamedTuple):
    """Something that the tiles do not show."""

    key: str
    """`round`, `turn`, `starter`, `aside`; `digit 1/1`, `won 1/1`, `lying 1/1` of a claim; `chips 0` of a seat."""
    values: tuple[int, ...]
    """What it may be, in ascending order."""
    usual: int
    """What it mostly is."""


@dataclass(frozen=True, slots=True)
class JoinedDraft:
    """A position while it is being entered; whether it can be one, the rules say."""

    players: tuple[str, ...]
    slots: tuple[tuple[Slot, Tile], ...] = ()
    """The tiles, in the order in which they were laid."""
    answers: tuple[tuple[str, int], ...] = ()
    """The facts that were answered, by key; of the others the usual value counts."""

    def tile(self, slot: Slot) -> Tile | None:
        return dict(self.slots).get(slot)

    def slot_of(self, tile: Tile) -> Slot | None:
        """Returns where the tile lies, whichever way round."""
        return next((slot for slot, other in self.slots if other in {tile, tile[::-1]}), None)

    def with_tile(self, slot: Slot, tile: Tile | None) -> JoinedDraft:
        others = tuple(each for each in self.slots if each[0] != slot)
        return replace(self, slots=others if tile is None else (*others, (slot, tile)))

    def with_fact(self, key: str, value: int) -> JoinedDraft:
        return replace(self, answers=tuple({**dict(self.answers), key: value}.items()))

    def value(self, fact: Fact) -> int:
        """Returns what was answered; the usual value where nothing was, or where it cannot be any more."""
        value = dict(self.answers).get(fact.key, fact.usual)
        return value if value in fact.values else fact.usual

    def facts(self, model: Model) -> tuple[Fact, ...]:
        """Returns what is asked, in this order; the possible values of some follow from the answers to others."""
        seats = tuple(range(len(self.players)))
        start = self._start(model)
        rounds = Fact("round", tuple(range(1, start.rounds + 1)), 1)
        played = self.value(rounds)
        # Of a match that has begun, the record knows who began it, and the start goes round.
        first = () if session_of(model).record is not None else (Fact("starter", seats, 0),)
        starter = self._starter(start, played) if not first else self.value(first[0])
        # Each tile was a turn, if nobody has passed.
        turn = Fact("turn", seats, (starter + len(self.slots)) % len(seats))
        in_game = sum(klondike.chips_put(start, claim, played) for claim in CLAIMS)
        won = (Fact(f"chips {seat}", tuple(range(in_game + 1)), 0) for seat in seats)
        aside = (Fact("aside", tuple(range(len(TILES))), 0),) if names_left_over(model) else ()
        return (rounds, *first, turn, *aside, *self._claim_facts(start, played), *won)

    def position(self, model: Model) -> JoinedPosition:
        facts = {fact.key: self.value(fact) for fact in self.facts(model)}
        played = facts["round"]
        starter = facts.get("starter", self._starter(self._start(model), played))

        def claim_facts(name: str) -> ToldClaim:
            won = facts.get(f"won {name}")
            return ToldClaim(facts.get(f"digit {name}"), facts.get(f"lying {name}"), None if won is None else Seat(won))

        return JoinedPosition(
            slots=tuple(sorted(self.slots)),
            chips=tuple(facts[f"chips {seat}"] for seat in range(len(self.players))),
            round=played,
            starter=Seat(starter),
            turn=Seat(facts["turn"]),
            claims=tuple((claim, claim_facts(claim_name(claim))) for claim in CLAIMS),
        )

    def first(self, position: JoinedPosition) -> Seat:
        """Returns the seat that began the match: the start goes round."""
        return Seat((position.starter - position.round + 1) % len(self.players))

    def joined(self, model: Model) -> State:
        """Returns the state in which the match goes on.

        Raises:
            ImpossiblePosition: no match can lead there.
        """
        position = self.position(model)
        start = self._start(model)
        if session_of(model).record is None:
            # The start is not recorded yet: `_begin` records it first, with the seat that this position asks for.
            first = self.first(position)
            start = replace(start, turn=first, starter=first)
        return klondike.apply(start, position)

    def state(self, model: Model) -> State:
        """Returns a state with the tiles so far, only to be shown, whether it can be or not."""
        filled = tuple(self.tile(Slot(number)) for number in range(len(SLOT_POSITIONS)))
        laid = sum({klondike.BITS[tile] for _, tile in self.slots})
        start = self._start(model)
        holdings = tuple(self._holding(claim)._replace(chips=klondike.chips_put(start, claim, 1)) for claim in CLAIMS)
        return replace(start, slots=filled, laid=laid, claims=holdings)

    def _start(self, model: Model) -> State:
        session = session_of(model)
        if session.record is not None:
            return session.state
        return klondike.start(self.players, Seat(0), {**session.lineup.options, **self.left_over(model)})

    def left_over(self, model: Model) -> dict[str, Any]:
        """Returns the options that name the tile that is left over, where it is asked for."""
        answered = TILES[dict(self.answers).get("aside", 0)]
        return left_over(answered) if names_left_over(model) else {}

    def _starter(self, start: State, played: int) -> int:
        return (start.starter + played - 1) % len(self.players)

    def _claim_facts(self, start: State, played: int) -> Iterator[Fact]:
        for claim in CLAIMS:
            name, shown = claim_name(claim), self._shown(claim)
            if len(set(shown)) > 1:
                yield Fact(f"digit {name}", tuple(sorted(set(shown))), max(sorted(set(shown)), key=shown.count))
            if self._holding(claim).right == klondike.RIGHT_TO_WIN:
                yield Fact(f"won {name}", tuple(range(len(self.players))), 0)
            else:
                most = klondike.chips_put(start, claim, played)
                # What can only be one is not asked: in the first round a chip lies on each claim but the middle.
                if most > 1:
                    yield Fact(f"lying {name}", tuple(range(1, most + 1)), most)

    def _shown(self, claim: Claim) -> list[int]:
        """Returns the ends that lie at a claim."""
        return [end for slot, tile in self.slots for at, end in klondike.ends(slot, tile) if at == claim]

    def _holding(self, claim: Claim) -> Holding:
        shown = self._shown(claim)
        if not shown:
            return Holding(1)  # how many chips lie there, whoever needs them says
        usual = max(sorted(set(shown)), key=shown.count)
        digit = dict(self.answers).get(f"digit {claim_name(claim)}", usual)
        digit = digit if digit in shown else usual
        return Holding(1, digit, shown.count(digit), spoiled=shown.count(digit) < len(shown))


SEATS = ("starter", "turn", "won")
"""The facts whose values are seats, by the first word of their keys."""
LABELS = {
    "round": N_("Round"),
    "starter": N_("Who began the round?"),
    "turn": N_("Whose turn?"),
    "digit": N_("Digit of claim {which}"),
    "won": N_("Who won claim {which}?"),
    "lying": N_("Chips on claim {which}"),
    "aside": N_("Tile left over"),
    "chips": N_("Chips of {which}"),
}


@dataclass(frozen=True, slots=True)
class JoinFactsPage(Page):
    """Asks what the tiles do not show."""

    draft: JoinedDraft
    cursor: int = 0
    """Which fact is asked for on the screen, 0 the first."""
    is_refused: bool = False
    """Whether the screen tells why the position cannot be."""
    name: ClassVar[str] = "klondike_join_facts"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        if self.is_refused:
            again = show(model, replace(self, is_refused=False))
            return {
                Button.OK: ButtonRow(Icon.CHECK, again, _("Go on")),
                Button.UNDO: ButtonRow(Icon.UNDO, again, _("Back")),
            }
        facts = self.draft.facts(model)

        fact = facts[self.cursor]

        def turned(button: Button) -> JoinFactsPage:
            place = moved_cursor(fact.values.index(self.draft.value(fact)), button, len(fact.values))
            return replace(self, draft=self.draft.with_fact(fact.key, fact.values[place]))

        def begin() -> Transition:
            return self._begin(model)

        is_last = self.cursor + 1 == len(facts)
        on = begin if is_last else show(model, replace(self, cursor=self.cursor + 1))
        back = show(model, replace(self, cursor=self.cursor - 1)) if self.cursor else lambda: self._back(model)
        return arrows(model, turned) | {
            Button.OK: ButtonRow(Icon.CHECK, on, _("Begin") if is_last else _("Go on")),
            Button.BANK: ButtonRow(Icon.PLACE, begin, _("Begin"), _("the rest is right")),
            Button.UNDO: ButtonRow(Icon.UNDO, back, _("Back")),
        }

    def form(self, model: Model) -> Form:
        """Returns all the facts at once, what is wrong with them, and the commands to begin and to go back."""
        _, facts = model.translate, self.draft.facts(model)

        def question(fact: Fact) -> Choice:
            answers = tuple(Answer(value, self._value(_, fact, value), "") for value in fact.values)
            return Choice(fact.key, self._label(_, fact), answers, are_names=True)

        items = tuple(FormItem(question(fact), self.draft.value(fact)) for fact in facts)
        begin = FormItem(Command(Button.BANK.value, N_("Begin"), is_main=True), value=True)
        back = FormItem(Command(Button.UNDO.value, N_("Back"), N_("to the tiles")), value=True)
        return Form(N_("Set up a position"), (*items, begin, back), facts[self.cursor].key, self.fault(model))

    def choose(self, model: Model, name: str, value: object) -> Transition:
        if name in {Button.BANK.value, Button.UNDO.value}:
            return self._begin(model) if name == Button.BANK.value else self._back(model)
        number = next(number for number, fact in enumerate(self.draft.facts(model)) if fact.key == name)
        draft = self.draft.with_fact(name, int(str(value)))
        return Transition(model.with_page(replace(self, draft=draft, cursor=number, is_refused=False)))

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, facts = model.translate, self.draft.facts(model)
        header(canvas, _("Position"), _("{n} of {all}", n=self.cursor + 1, all=len(facts)))
        if self.is_refused:
            paragraph(canvas, self.fault(model), Rect(1, 11, 127, 53))
            return
        fact = facts[self.cursor]
        canvas.text(64, 13, self._label(_, fact), align="centre", limit=126)
        big(canvas, self._value(_, fact, self.draft.value(fact)), Rect(1, 23, 127, 53))

    def lights(self, model: Model, now: float) -> Lights:
        return lights.table(self.draft.state(model), model.seat_colours, now)

    def fault(self, model: Model) -> str:
        """Returns why the position cannot be, in a sentence; empty: it can."""
        try:
            self.draft.joined(model)
        except ImpossiblePosition as error:
            _, fields = model.translate, dict(error.fields)
            # The engine names slots by the notation, and players as they were written.
            if "slot" in fields:
                fields["slot"] = slot_name(_, SLOTS[str(fields["slot"])])
            if "name" in fields:
                fields["name"] = display_name(_, str(fields["name"]))
            return _(error.reason, **fields)
        return ""

    def _begin(self, model: Model) -> Transition:
        """Records the position, and before it the start where the match has not started."""
        if self.fault(model):
            # It stays open, with the reason: nothing that was entered is lost.
            return Transition(model.with_page(replace(self, is_refused=True)), (PlayTones(WRONG),))
        session, position = session_of(model), self.draft.position(model)
        if session.record is not None:
            return record_event(model, position)
        start = session.start_event(self.draft.first(position))
        start = replace(start, options={**start.options, **self.draft.left_over(model)})
        started = record_event(model, start)
        joined = record_event(started.model, position)
        return Transition(joined.model, (*started.effects, *joined.effects))

    def _back(self, model: Model) -> Transition:
        """Leads back to the tiles, which keep what was answered."""
        beneath = model.with_top_page_closed()
        if isinstance(beneath.page, JoinLayoutPage):
            beneath = beneath.with_page(replace(beneath.page, draft=self.draft))
        return Transition(beneath)

    def _label(self, _: Translator, fact: Fact) -> str:
        kind, _blank, which = fact.key.partition(" ")
        name = display_name(_, self.draft.players[int(which)]) if kind == "chips" else which
        return _(LABELS[kind], which=name)

    def _value(self, _: Translator, fact: Fact, value: int) -> str:
        if fact.key == "aside":
            return spelt(TILES[value])
        return display_name(_, self.draft.players[value]) if fact.key.split()[0] in SEATS else str(value)


FIRST = Slot(0)
TEXT_X = 46
"""Where the words begin, beside the tile."""


@dataclass(frozen=True, slots=True)
class JoinLayoutPage(TileQuestionPage):
    """The cursor walks over the slots, and lays in each the tile that lies there on the table."""

    draft: JoinedDraft
    slot: Slot = FIRST
    """Under the cursor."""
    name: ClassVar[str] = "klondike_join_layout"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate

        def moved(button: Button) -> JoinLayoutPage:
            return replace(self, slot=Slot(moved_cursor(self.slot, button, len(SLOT_POSITIONS))))

        enter = open_on_top(model, JoinTilePage(self.draft.tile(self.slot) or (0, 0), slot=self.slot))
        done = open_on_top(model, JoinFactsPage(self.draft))
        back = ButtonRow(Icon.UNDO, close(model), _("Back"))
        if self.draft.slots:
            # One tile a press, the one under the cursor first: closing would cost all that was laid.
            slot = self.slot if self.draft.tile(self.slot) else self.draft.slots[-1][0]
            taken_off = replace(self, draft=self.draft.with_tile(slot, None), slot=slot)
            back = ButtonRow(Icon.UNDO, show(model, taken_off), _("Take off"))
        return arrows(model, moved) | {
            Button.OK: ButtonRow(Icon.PLACE, enter, _("Lay a tile"), slot_name(_, self.slot)),
            Button.BANK: ButtonRow(Icon.CHECK, done, _("Done"), _("chips, round and turn are next")),
            Button.UNDO: back,
        }

    def point(self, model: Model, place: str) -> Transition:
        """Moves the cursor to that slot; pointing at the slot under the cursor turns its tile, or enters one."""
        slot, tile = named_slot(place), self.draft.tile(self.slot)
        if slot != self.slot:
            return Transition(model.with_page(replace(self, slot=slot)))
        return self.press(model, Button.OK) if tile is None else self._laid(model, tile[::-1])

    def choose(self, model: Model, name: str, value: object) -> Transition:
        tile, there = parse_tile(value), self.draft.tile(self.slot)
        # A second tap on the same tile turns it, as on the page where a tile is placed.
        if there is not None and set(there) == set(tile):
            return self._laid(model, there[::-1])
        return reject_press(model) if self.draft.slot_of(tile) is not None else self._laid(model, tile)

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, tile = model.translate, self.draft.tile(self.slot)
        header(canvas, _("Set up a position"), str(len(self.draft.slots)))
        if tile is not None:
            lying(canvas, 1, 12, self.slot, tile)
        canvas.text(TEXT_X, 13, slot_name(_, self.slot), DOUBLE)
        canvas.text(TEXT_X, 36, _("empty") if tile is None else spelt(tile))

    def lights(self, model: Model, now: float) -> Lights:
        return lights.walk(self.draft.state(model), model.seat_colours, now, model.shown_since, self.slot)

    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:
        """Returns the tiles that were laid so far; each slot may be chosen, and each tile that lies nowhere else."""
        _ = model.translate
        shown = layout_alone(model, model.session.showing(self.draft.state(model)), viewer)
        use = _("Tap: choose it. Then pick its tile; once more turns it.")
        layout = shown.layout and replace(
            shown.layout,
            slots=tuple(replace(slot, use=use, usable=True) for slot in shown.layout.slots),
            tiles=tuple(self._tile(_, tile) for tile in TILES),
        )
        tile = self.draft.tile(self.slot)
        return replace(
            shown,
            status=_("Lay the tiles as they lie on the table."),
            places=tuple(replace(place, use=use, usable=True) for place in shown.places),
            chosen=ChosenPlace(SLOT_POSITIONS[self.slot].name, _("which tile?") if tile is None else spelt(tile)),
            layout=layout,
        )

    def _tile(self, _: Translator, tile: Tile) -> TileSnapshot:
        slot = self.draft.slot_of(tile)
        if slot is None:
            state: TileState = "fits"
            return TileSnapshot(tile_value(tile), state, spelt(tile))
        words = _("in hand; once more turns it") if slot == self.slot else _("lies out")
        return TileSnapshot(tile_value(tile), "held" if slot == self.slot else "laid", f"{spelt(tile)}: {words}")

    def _laid(self, model: Model, tile: Tile) -> Transition:
        return Transition(model.with_page(replace(self, draft=self.draft.with_tile(self.slot, tile))))


@dataclass(frozen=True, slots=True)
class JoinTilePage(TileEntryPage):
    """Enters the tile of one slot, the end at the claim that names the slot first."""

    slot: Slot = FIRST
    name: ClassVar[str] = "klondike_join_tile"

    def title(self, model: Model) -> tuple[str, str]:
        _ = model.translate
        return _("Tile"), slot_name(_, self.slot)

    def note(self, model: Model) -> str:
        _, slot = model.translate, self._elsewhere(model)
        return "" if slot is None else _("lies on {slot} already", slot=slot_name(_, slot))

    def take(self, model: Model) -> Press | None:
        def lay() -> Transition:
            beneath = model.with_top_page_closed()
            layout = _layout_of(beneath)
            laid = replace(layout, draft=layout.draft.with_tile(self.slot, self.tile))
            return Transition(beneath.with_page(laid))

        return lay if self._elsewhere(model) is None else None

    def lights(self, model: Model, now: float) -> Lights:
        """Lights the slot alone, the end that is being turned in its digit's colour."""
        return lights.placements((), (self.slot, self.tile), now, model.shown_since)

    def _elsewhere(self, model: Model) -> Slot | None:
        """Returns another slot in which the tile lies."""
        slot = _layout_of(replace(model, page=model.pages_beneath[-1])).draft.slot_of(self.tile)
        return None if slot == self.slot else slot


def _layout_of(model: Model) -> JoinLayoutPage:
    if not isinstance(model.page, JoinLayoutPage):
        raise TypeError(f"{model.page.name} is not the page of the layout")
    return model.page
