"""A tile is to be laid: where, and which way round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.messages import UnknownPlaceError
from companion.core.model import Model, Transition, reject_press
from companion.core.page import ButtonRow, Page, close, moved_cursor, open_on_top, show
from companion.core.player_names import display_name
from companion.locale.translator import N_
from companion.screen.font import DOUBLE
from companion.screen.icons import Icon
from companion.screen.layout import header
from companion.tables.klondike import lights
from companion.tables.klondike.fitting_tiles import ASKING, FittingTilesPage
from companion.tables.klondike.secrecy import Secrecy, hand_of
from companion.tables.klondike.session import session_of
from companion.tables.klondike.slot_names import slot_name
from companion.tables.klondike.tile_choice import QUESTION, parse_tile
from companion.tables.klondike.tiles import lying, spelt
from companion.tables.klondike.turn_flow import record_event
from engine import klondike
from engine.klondike import Rule, claim_name
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.core.questions import Question
    from companion.core.viewer_kind import ViewerKind
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.klondike import Slot, State, Tile, TilePlacement

TEXT_X, LINES = 46, 3
"""Where the words begin, beside the tile, and how many lines there are."""
RULES = {Rule.NORMAL: N_("it fits"), Rule.ONE_RIGHT: N_("one right end"), Rule.ANY: N_("any tile will do")}


@dataclass(frozen=True, slots=True)
class RollPage(Page):
    """The cursor walks over the slots where the tile may lie, one way round and the other."""

    tile: Tile
    cursor: int = 0
    secrecy: Secrecy = Secrecy.NOBODY
    name: ClassVar[str] = "klondike_place"

    def is_seen_by(self, model: Model, viewer: ViewerKind) -> bool:
        """Returns whether this kind of viewer may see the tile."""
        return self.secrecy.is_seen_by(model, viewer)

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, state = model.translate, session_of(model).state
        placements = klondike.tile_placements(state, self.tile)
        slot, tile = placements[self.cursor]
        lay = _("Lay {tile} on {slot}", tile=spelt(tile), slot=slot_name(_, slot))
        rows = {
            Button.OK: ButtonRow(
                Icon.PLACE,
                lambda: record_event(model, klondike.Lay(slot, tile)),
                lay,
                effect(_, state, placements[self.cursor]),
            ),
            Button.UNDO: ButtonRow(label=_("Another tile")),
        }
        for button, icon in ((Button.LEFT, Icon.LEFT), (Button.RIGHT, Icon.RIGHT)):
            there = moved_cursor(self.cursor, button, len(placements))
            walk = ButtonRow(icon, show(model, replace(self, cursor=there)), effect=slot_name(_, placements[there][0]))
            rows[button] = walk if len(placements) > 1 else ButtonRow(effect=_("only one place"))
        # The list would show everybody the slot that is being thought of.
        if self.secrecy is Secrecy.NOBODY:
            fitting = open_on_top(model, FittingTilesPage(slot))
            rows[Button.BANK] = ButtonRow(ASKING, fitting, _("What fits here?"), slot_name(_, slot))
        # Nothing lies beneath where a bot shows what it has chosen.
        if model.pages_beneath:
            rows[Button.UNDO] = ButtonRow(Icon.UNDO, close(model), _("Another tile"))
        return rows

    def point(self, model: Model, place: str) -> Transition:
        """Moves the cursor to that slot, the first way round; pointing at the slot under the cursor lays the tile."""
        slot = named_slot(place)
        slots = [each for each, _tile in klondike.tile_placements(session_of(model).state, self.tile)]
        if slot not in slots:
            return reject_press(model)
        if slot == slots[self.cursor]:
            return self.press(model, Button.OK)
        return Transition(model.with_page(replace(self, cursor=slots.index(slot))))

    def choices(self, model: Model) -> tuple[Question, ...]:
        """Another tile, or the same once more: that turns it."""
        return (QUESTION,)

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Takes another tile in hand, at the same slot if it fits there; turns the one that is in hand."""
        placements, tile = klondike.tile_placements(session_of(model).state, self.tile), parse_tile(value)
        slot, laid = placements[self.cursor]
        if set(tile) == set(self.tile):
            turned = (slot, laid[::-1])
            if turned not in placements or turned == (slot, laid):
                return reject_press(model)
            return Transition(model.with_page(replace(self, cursor=placements.index(turned))))
        page = page_for_tile(model, tile, slot, self.secrecy)
        return reject_press(model) if page is None else Transition(model.with_page(page))

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The tile as it would lie; the slot, large; by which rule, to what effect, and how many chips lie there."""
        _, state = model.translate, session_of(model).state
        placements = klondike.tile_placements(state, self.tile)
        slot, tile = placements[self.cursor]
        count = _("{n} of {all}", n=self.cursor + 1, all=len(placements)) if len(placements) > 1 else ""
        header(canvas, display_name(_, state.players[state.turn]), count)
        lying(canvas, 1, 12, slot, tile)
        canvas.text(TEXT_X, 11, slot_name(_, slot), DOUBLE)
        rule = klondike.check_placement(state, slot, tile)
        proof = proof_of(state, (slot, tile))
        why = _(RULES[Rule(rule)]) if proof is None else _("{tile} is on {slot}", **lying_tile(_, state, proof))
        lines = (why, *effects(_, state, placements[self.cursor]), chips(_, state, slot))
        for row, line in enumerate(lines[:LINES]):
            canvas.text(TEXT_X, 28 + 8 * row, line)

    def lights(self, model: Model, now: float) -> Lights:
        """The slots blink, the chosen one faster, in the tile's colours; what proves one right end, white.

        Of a tile that is a secret, the lights, which all see, show the slot alone.
        """
        placements = klondike.tile_placements(session_of(model).state, self.tile)
        if self.secrecy is not Secrecy.NOBODY:
            state, (slot, _) = session_of(model).state, placements[self.cursor]
            return lights.walk(state, model.seat_colours, now, model.shown_since, slot)
        proof = proof_of(session_of(model).state, placements[self.cursor])
        return lights.placements(placements, placements[self.cursor], now, model.shown_since, proof)


def named_slot(place: str) -> Slot:
    """Returns the slot of this name.

    Raises:
        UnknownPlaceError: there is none.
    """
    if place not in klondike.SLOTS:
        raise UnknownPlaceError("A slot is named by a claim and a side, like 1/1E.")
    return klondike.SLOTS[place]


def open_slot(model: Model, place: str) -> Slot | None:
    """Returns the slot of this name; None if no tile may be laid there.

    Raises:
        UnknownPlaceError: no slot has this name.
    """
    slot = named_slot(place)
    return slot if klondike.fitting(session_of(model).state, slot) else None


def page_for_tile(model: Model, tile: Tile, slot: Slot | None, secrecy: Secrecy = Secrecy.NOBODY) -> RollPage | None:
    """Returns the page with this tile in hand, at the slot if it fits there.

    None: it fits nowhere, or the box has dealt the hand, and it is not in it.
    """
    state = session_of(model).state
    slots = [place for place, _way in klondike.tile_placements(state, tile)]
    is_held = secrecy is Secrecy.NOBODY or (min(tile), max(tile)) in hand_of(model, state.turn)
    if not slots or not is_held:
        return None
    return RollPage(tile, slots.index(slot) if slot in slots else 0, secrecy)


def proof_of(state: State, placement: TilePlacement) -> Slot | None:
    """Returns where the tile lies that proves "one right end"; None where the tile fits by another rule."""
    return (
        klondike.proving_slot(state, placement[0])
        if klondike.check_placement(state, *placement) is Rule.ONE_RIGHT
        else None
    )


def lying_tile(_: Translator, state: State, slot: Slot) -> Mapping[str, str]:
    """Returns the names of a slot and of the tile in it."""
    return {"tile": spelt(state.slots[slot] or (0, 0)), "slot": slot_name(_, slot)}


def effect(_: Translator, state: State, placement: TilePlacement) -> str:
    """Returns what the tile would win there, and what it would spoil, in a line."""
    return ", ".join(effects(_, state, placement))


def effects(_: Translator, state: State, placement: TilePlacement) -> tuple[str, ...]:
    """Returns what the tile would win there, and what it would spoil: by the exceptions it may do both."""
    claims = klondike.wins(state, placement)
    won = _("wins {n}", n=sum(state.claims[claim].chips for claim in claims)) if claims else ""
    spoilt = [claim_name(claim) for claim in klondike.spoils(state, placement)]
    spoils = _("spoils {claims}", claims=", ".join(spoilt)) if spoilt else ""
    return tuple(filter(None, (won, spoils))) or (_("wins nothing"),)


def chips(_: Translator, state: State, slot: Slot) -> str:
    """Returns the chips on the claims that the slot touches."""
    return _("chips: {n}", n=" + ".join(str(state.claims[claim].chips) for claim, _end in klondike.ends(slot, (0, 0))))
