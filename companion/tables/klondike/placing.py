"""A tile is placed, or the turn is passed: what can be done with a tile in hand, and with none that fits.

Where a tile may lie, the rules say, each way round by itself: `klondike.tile_placements` lists every slot with the tile
as it would lie there, the end at the claim that names the slot first. The cursor of `PlacePage` is a place in that
list, so turning a tile is a step to another of its entries, and a tile that lies one way round only is never shown
wrongly.

A pass is the other half of it. With real tiles the box refuses only what the layout alone refutes: a slot where every
tile that is out of sight fits. Otherwise it asks, and lists what would fit, for the players to judge. With a hand that
the box has dealt it offers a pass only where nothing of the hand fits.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from companion.core.effects import PlayTones
from companion.core.messages import UnknownPlaceError
from companion.core.model import Model, Transition, reject_press
from companion.core.page import BoardScreenPage, Page, YesNoPage, close, closing_keys, open_on_top
from companion.core.player_names import display_name
from companion.core.sounds import WRONG
from companion.lights.composition import AMBER
from companion.locale.translator import N_
from companion.tables.klondike import lights
from companion.tables.klondike.session import Secrecy, hand_of, record_event, session_of, tile_placements
from companion.tables.klondike.tiles import QUESTION, Tiles, lying, parse_tile, slot_name, spelt
from companion.tables.shared_pages import advice
from companion.ui.art import Icon
from companion.ui.screen import Big, BoxOnly, Choices, Columns, OnDemand, Option, Row, Screen, Text, WebOnly
from engine import klondike
from engine.klondike import SLOT_POSITIONS, SLOTS, Pass, Rule, claim_name
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.core.questions import Question
    from companion.core.viewer_kind import ViewerKind
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from engine.klondike import Slot, State, Tile, TilePlacement


SLOT_NAMES = "A slot is named by a claim and a side, like 1/1E."
ASKING = "?"
"""The softkey that asks and, once answered, leads back."""


class FittingTilesPage(Page, frozen=True):
    """Lists the tiles that fit in one slot."""

    slot: Slot
    name: ClassVar[str] = "klondike_fitting"
    hides_game: ClassVar[bool] = True

    def screen(self, model: Model) -> Screen:
        _ = model.translate
        tiles = klondike.fitting(session_of(model).state, self.slot)
        return Screen(
            _("May lie on {slot}", slot=slot_name(_, self.slot)),
            str(len(tiles)),
            (Tiles(tiles),),
            keys={
                Button.OK: Option("", close(model), icon=Icon.CHECK),
                Button.BANK: Option(_("Back"), close(model), icon=ASKING),
                Button.UNDO: Option("", close(model), icon=Icon.UNDO),
            },
        )

    def lights(self, model: Model, now: float) -> Lights:
        return lights.highlight(lights.ENDS[self.slot], AMBER)


LINES = 3
"""Lines of words beside a tile."""
RULES = {Rule.NORMAL: N_("it fits"), Rule.ONE_RIGHT: N_("one right end"), Rule.ANY: N_("any tile will do")}


class TileQuestionPage(BoardScreenPage, frozen=True):
    """A page on which a tile may be named at once, where there is room for all 28. It adds `choose`."""

    headline: ClassVar[str] = N_("{name}: which tile?")

    def choices(self, model: Model) -> tuple[Question, ...]:
        return (QUESTION,)

    def touch(self, model: Model, place: str) -> Transition:
        """Points at the slot; each of its ends has a light of its own."""
        return Page.touch(self, model, slot_place(place))


class PlacePage(TileQuestionPage, frozen=True):
    """The cursor walks over the slots where the tile may lie, one way round and the other."""

    tile: Tile
    cursor: int = 0
    secrecy: Secrecy = Secrecy.NOBODY
    name: ClassVar[str] = "klondike_place"
    headline: ClassVar[str] = N_("{name}: where does the tile go?")
    chooses_first: ClassVar[bool] = True

    def is_seen_by(self, model: Model, viewer: ViewerKind) -> bool:
        return self.secrecy.is_seen_by(model, viewer)

    def screen(self, model: Model) -> Screen:
        _, state = model.translate, session_of(model).state
        placements = tile_placements(state, self.tile)
        slot, tile = placements[self.cursor]
        is_only, name = len(placements) == 1, slot_name(_, slot)
        rule, proof = klondike.check_placement(state, slot, tile), proof_of(state, (slot, tile))
        why = _(RULES[Rule(rule)]) if proof is None else _("{tile} is on {slot}", **lying_tile(_, state, proof))
        chips = " + ".join(str(state.claims[claim].chips) for claim, _end in klondike.ends(slot, (0, 0)))
        # The chips come last: a tile that wins here and spoils there leaves no room for them.
        lines = (why, *effects(_, state, (slot, tile)), _("chips: {n}", n=chips))
        # Nothing is beneath where an observer shows what it has chosen.
        back = close(model) if model.pages_beneath else None
        keys = {Button.UNDO: Option(_("Another tile"), back, icon=Icon.UNDO)}
        # The list would show everybody the slot that is being thought of.
        if self.secrecy is Secrecy.NOBODY:
            fitting = open_on_top(model, FittingTilesPage(slot))
            keys[Button.BANK] = Option(_("What fits here?"), fitting, name, ASKING, box_only=True)
        if is_only:
            keys |= dict.fromkeys((Button.LEFT, Button.RIGHT), Option("", detail=_("only one place")))
        tip = _("Tap a place with a yellow edge to see what the tile wins; tap the marked one to lay it.")
        return Screen(
            display_name(_, state.players[state.turn]),
            "" if is_only else _("{n} of {all}", n=self.cursor + 1, all=len(placements)),
            (
                BoxOnly((Columns(lying(slot, tile), (Big(name), *(Row(line, ()) for line in lines[:LINES]))),)),
                WebOnly((Text(f"{spelt(tile)}, {name}: {', '.join(lines)}"),)),
                *advice(tip),
            ),
            Choices(OnDemand(len(placements), lambda number: _laying(model, placements[number])), self.cursor, "board"),
            keys,
            choosing_slot(model, lambda _slot: reject_press(model)),
            seat=state.turn,
        )

    def touch(self, model: Model, place: str) -> Transition:
        """Turns the tile so that its first end lies there, as far as it may; where it does already, lays it."""
        placements, ways = self._ways(model, place)
        if not ways:
            return reject_press(model)
        slot, end = lights.PADS[place]
        wanted = slot, self.tile[::-1] if end else self.tile
        there = placements.index(wanted) if wanted in placements else ways[0]
        # At a slot with one light there is no other end to touch: there the buttons turn the tile.
        if there == self.cursor or (self.cursor in ways and len(lights.ENDS[slot]) == 1):
            return self.press(model, Button.OK)
        return Transition(model.with_page(replace(self, cursor=there)))

    def choice_at(self, place: str) -> str:
        """Both ends of a slot are one, for one tile: another that is taken in hand is looked at first."""
        return f"{slot_place(place)} {spelt(self.tile)}"

    def put(self, model: Model, place: str) -> Transition:
        """Lays the tile as the screen shows it; elsewhere where it lies one way only: no contact tells its ends."""
        _placements, ways = self._ways(model, place)
        if self.cursor not in ways and len(ways) != 1:
            return Transition(model)
        page = self if self.cursor in ways else replace(self, cursor=ways[0])
        return page.press(model.with_page(page), Button.OK)

    def _ways(self, model: Model, pad: str) -> tuple[tuple[TilePlacement, ...], list[int]]:
        """Returns where the tile may lie, and which of that is at the slot of a light."""
        slot, placements = SLOTS[slot_place(pad)], tile_placements(session_of(model).state, self.tile)
        return placements, [number for number, (where, _tile) in enumerate(placements) if where == slot]

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Takes another tile in hand, at the same slot if it fits there; turns the one that is in hand."""
        state, tile = session_of(model).state, parse_tile(value)
        if set(tile) == set(self.tile):
            page = self.turned(state)
        else:
            page = page_for_tile(model, tile, tile_placements(state, self.tile)[self.cursor][0], self.secrecy)
        return reject_press(model) if page is None else Transition(model.with_page(page))

    def turned(self, state: State) -> PlacePage | None:
        """Returns the page with the tile the other way round in the same slot; None if it does not fit so."""
        placements = tile_placements(state, self.tile)
        slot, tile = placements[self.cursor]
        turned = (slot, tile[::-1])
        may_turn = turned in placements and turned != (slot, tile)
        return replace(self, cursor=placements.index(turned)) if may_turn else None

    def lights(self, model: Model, now: float) -> Lights:
        placements = tile_placements(session_of(model).state, self.tile)
        # Everybody sees the lights: of a secret tile they show the slot alone, and not where else it would fit.
        if self.secrecy is not Secrecy.NOBODY:
            state, (slot, _) = session_of(model).state, placements[self.cursor]
            return lights.walk(state, model.seat_colours, now, model.shown_since, slot)
        proof = proof_of(session_of(model).state, placements[self.cursor])
        return lights.placements(placements, placements[self.cursor], now, model.shown_since, proof)


def _laying(model: Model, placement: TilePlacement) -> Option:
    """Returns the option that lays the tile there, and what follows."""
    _, (slot, tile) = model.translate, placement
    event = klondike.Place(slot, tile)
    return Option(
        _("Lay {tile} on {slot}", tile=spelt(tile), slot=slot_name(_, slot)),
        lambda: record_event(model, event),
        ", ".join(effects(_, session_of(model).state, placement)),
        Icon.PLACE,
        place=SLOT_POSITIONS[slot].name,
        event=event,
    )


def slot_place(pad: str) -> str:
    """Returns the name of the slot at a light.

    Raises:
        UnknownPlaceError: there is none of this name.
    """
    if pad not in lights.PADS:
        raise UnknownPlaceError(SLOT_NAMES)
    return SLOT_POSITIONS[lights.PADS[pad][0]].name


def named_slot(place: str) -> Slot:
    """Returns the slot of this name.

    Raises:
        UnknownPlaceError: there is none.
    """
    if place not in klondike.SLOTS:
        raise UnknownPlaceError(SLOT_NAMES)
    return klondike.SLOTS[place]


def choosing_slot(model: Model, chosen: Callable[[Slot], Transition]) -> Callable[[str], Transition]:
    """Returns what pointing at a place leads to: the slot is chosen if a tile fits there."""

    def point(place: str) -> Transition:
        slot = named_slot(place)
        return chosen(slot) if klondike.fitting(session_of(model).state, slot) else reject_press(model)

    return point


def page_for_tile(model: Model, tile: Tile, slot: Slot | None, secrecy: Secrecy) -> PlacePage | None:
    """Returns the page with this tile in hand, at the slot if it fits there.

    None: it fits nowhere, or the box has dealt the hand, and it is not in it.
    """
    state = session_of(model).state
    slots = [place for place, _way in tile_placements(state, tile)]
    # A tile is kept low end first in a hand; whoever names it may turn it.
    is_held = secrecy is Secrecy.NOBODY or (min(tile), max(tile)) in hand_of(model, state.turn)
    if not slots or not is_held:
        return None
    return PlacePage(tile, slots.index(slot) if slot in slots else 0, secrecy)


def take_in_hand(model: Model, value: object, slot: Slot | None, secrecy: Secrecy | None) -> Transition:
    """Opens that page, if there is one. Of a tile that the hand lacks nothing is said, as of one that does not fit."""
    page = secrecy and page_for_tile(model, parse_tile(value), slot, secrecy)
    return Transition(model.with_page_on_top(page)) if page else reject_press(model)


def proof_of(state: State, placement: TilePlacement) -> Slot | None:
    """Returns where the tile lies that proves "one right end"; None where the tile fits by another rule."""
    if klondike.check_placement(state, *placement) is not Rule.ONE_RIGHT:
        return None
    return klondike.proving_slot(state, placement[0])


def lying_tile(_: Translator, state: State, slot: Slot) -> Mapping[str, str]:
    """Returns the names of a slot and of the tile in it."""
    return {"tile": spelt(state.slots[slot] or (0, 0)), "slot": slot_name(_, slot)}


def effects(_: Translator, state: State, placement: TilePlacement) -> tuple[str, ...]:
    """Returns what the tile would win there, and what it would spoil: by the exceptions it may do both."""
    claims = klondike.wins(state, placement)
    won = _("wins {n}", n=sum(state.claims[claim].chips for claim in claims)) if claims else ""
    spoilt = [claim_name(claim) for claim in klondike.spoils(state, placement)]
    spoils = _("spoils {claims}", claims=", ".join(spoilt)) if spoilt else ""
    return tuple(filter(None, (won, spoils))) or (_("wins nothing"),)


LISTED = 12
"""So many tiles have room below the question."""


class PassingPage(YesNoPage, frozen=True):
    """Asks before a pass that may be true: the box does not know the hands."""

    name: ClassVar[str] = "klondike_pass"


class NoPassPage(Page, frozen=True):
    """Says that a pass cannot be true, and shows a tile in a slot where it would fit; `ok` and `undo` lead back."""

    placement: TilePlacement
    name: ClassVar[str] = "klondike_no_pass"
    headline: ClassVar[str] = N_("{name}: a tile fits.")

    def screen(self, model: Model) -> Screen:
        _ = model.translate
        body = (Columns(lying(*self.placement), (Text(refusal(_, self.placement)),)),)
        return Screen(_("You can lay a tile"), body=body, keys=closing_keys(model))

    def lights(self, model: Model, now: float) -> Lights:
        return lights.placements((self.placement,), self.placement, now, model.shown_since)


def must_pass(model: Model) -> bool:
    """Returns whether the active player must pass, as far as the box knows: it has dealt the hand, and nothing fits."""
    session = session_of(model)
    return session.is_dealt and not _any_fits(session.state, hand_of(model, session.state.turn))


@lru_cache(maxsize=1)  # a page says it in several places
def _any_fits(state: State, hand: tuple[Tile, ...]) -> bool:
    return any(tile_placements(state, tile) for tile in hand)


def pass_option(model: Model) -> Option:
    """Returns the option to pass; of a hand that the box has dealt, only where nothing of it fits."""
    _, is_dealt = model.translate, session_of(model).is_dealt
    if is_dealt and must_pass(model):
        return Option(_("Pass"), lambda: record_event(model, Pass()), _("nothing fits"), Icon.SKIP, event=Pass())
    ask = None if is_dealt else partial(_ask_pass, model)
    return Option(_("Pass"), ask, _("only if nothing fits"), Icon.SKIP)


def _ask_pass(model: Model) -> Transition:
    """Opens the question before a pass; of one that cannot be true, the page that says so, with the low tone."""
    placement = klondike.refute_pass(session_of(model).state)
    if placement is not None:
        return Transition(model.with_page_on_top(NoPassPage(placement)), (PlayTones(WRONG),))
    return Transition(model.with_page_on_top(PASSING))


def refusal(_: Translator, placement: TilePlacement) -> str:
    """Returns why a pass cannot be true."""
    slot, tile = placement
    return _("every tile fits somewhere: {tile} on {slot}", tile=spelt(tile), slot=slot_name(_, slot))


def _tiles_that_fit(model: Model) -> str:
    """Returns the tiles that may be laid, whoever has them; of many the first ones."""
    _, tiles = model.translate, [spelt(tile) for tile in klondike.legal(session_of(model).state)]
    if not tiles:
        return _("No tile fits.")
    shown = " ".join(tiles[:LISTED])
    if len(tiles) > LISTED:
        return _("{n} tiles would fit: {tiles} …", n=len(tiles), tiles=shown)
    return _("Would fit: {tiles}", tiles=shown)


PASSING = PassingPage(N_("Pass?"), lambda model: record_event(model, Pass()), note=_tiles_that_fit)
