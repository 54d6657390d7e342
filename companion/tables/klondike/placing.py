"""Placing a tile, and passing.

The rules list every placement (`klondike.tile_placements`): each slot with the tile in one orientation, the end at the
claim that names the slot first. The cursor of `PlacePage` is an index in that list, so turning a tile moves the cursor
to another entry, and a tile that fits in one orientation only is never shown the wrong way round.

With real tiles the box rejects a pass only if the layout alone disproves it: there is a slot where every unseen tile
fits. Otherwise it prompts for confirmation and lists the tiles that would fit, for the players to judge. With a hand
that the box has dealt, passing is only offered if no tile of the hand fits.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from companion.core import model as core
from companion.core.effects import WRONG, PlayTones
from companion.core.lineup import ViewerKind
from companion.core.messages import UnknownPlaceError
from companion.core.model import Model, Page, Transition
from companion.core.player_names import display_name
from companion.core.questions import Answer, Choice, FormItem
from companion.lights.composition import Lights
from companion.locale.translator import N_, Translator
from companion.tables.klondike import lights
from companion.tables.klondike.session import Secrecy, hand_of, record_event, session_of, tile_placements
from companion.ui.art import Icon
from companion.ui.canvas import BLACK, WHITE, Canvas, Rect
from companion.ui.pictures import DIE, LARGE_DIE, LARGE_PIP, PIP, Picture, Size, die, in_words
from companion.ui.screen import Big, BoxOnly, Choices, Columns, OnDemand, Option, Row, Screen, Text, WebOnly
from engine import klondike
from engine.klondike import SLOT_POSITIONS, SLOTS, TILES, Pass, Rule, Slot, State, Tile, TilePlacement, claim_name
from hardware.device import Button

SIDES = {"N": N_("N"), "E": N_("E"), "S": N_("S"), "W": N_("W")}
"""The sides as letters, to be translated. A translation may begin with a space, because 1/1O looks like 1/10."""


def slot_name(_: Translator, slot: Slot) -> str:
    """Returns the name of a slot: its claim, and the letter of the side, `1/1 O` in German."""
    name = SLOT_POSITIONS[slot].name
    return name[:-1] + _(SIDES[name[-1]])


SIDE_WORDS = {"N": N_("top side"), "E": N_("right side"), "S": N_("bottom side"), "W": N_("left side")}
"""The sides of a claim in words, where there is room for them; to be translated."""


def slot_in_words(_: Translator, slot: Slot) -> str:
    """Returns a slot as its claim and the side of it: "1/3, left side"."""
    name = SLOT_POSITIONS[slot].name
    return f"{name[:-1]}, {_(SIDE_WORDS[name[-1]])}"


HALVES = {"E": ((0, 0), (1, 0)), "W": ((1, 0), (0, 0)), "N": ((0, 1), (0, 0)), "S": ((0, 0), (0, 1))}
"""The positions (column, row) of the halves of a tile, by the side of its claim; the half at that claim first."""


def tile_text(tile: Tile) -> str:
    return f"{tile[0]}·{tile[1]}"


class TilePicture(Picture, Struct, frozen=True):
    """A tile, upright or across."""

    ends: Tile
    side: str = "E"
    """The side of the second end seen from the first: N and S upright, E and W across."""
    solid: int = 1
    """The end that is solid (0 for the first); the other one is outlined."""
    is_large: bool = False

    @property
    def size(self) -> Size:
        # The same width in both orientations keeps the neighbouring text in place while the cursor moves.
        return Size(2 * self._half, self._half * (2 if self.side in "NS" else 1))

    @property
    def text(self) -> str:
        return tile_text(self.ends)

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        half = self._half
        left = x + half // 2 * (self.side in "NS")
        for number, (digit, (column, row)) in enumerate(zip(self.ends, HALVES[self.side], strict=True)):
            pip = LARGE_PIP if self.is_large else PIP
            die(canvas, left + half * column, y + half * row, digit, solid=number == self.solid, pip=pip)

    def within(self, rows: int) -> Picture | str:
        sizes = (self, replace(self, is_large=False))
        return next((each for each in sizes if each.size.height <= rows), tile_text(self.ends))

    @property
    def _half(self) -> int:
        return LARGE_DIE if self.is_large else DIE


def tile_in_slot(slot: Slot, tile: Tile) -> TilePicture:
    """Returns a tile as it is in its slot; the far half is solid."""
    return TilePicture(tile, SLOT_POSITIONS[slot].name[-1])


COLUMNS, COLUMN_PX, ROW_PX = 7, 18, 10
"""Tiles per row, and the width and height of one as text: all 28 fit."""


class Tiles(Picture, Struct, frozen=True):
    """Tiles in rows, as text."""

    tiles: tuple[Tile, ...]
    cursor: int | None = None
    """The number of the inverse tile, from 0; None without a cursor."""

    @property
    def size(self) -> Size:
        count = len(self.tiles)
        return Size(COLUMN_PX * min(count, COLUMNS), ROW_PX * -(-count // COLUMNS))

    @property
    def text(self) -> str:
        return in_words(map(tile_text, self.tiles), self.cursor, " ")

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        for number, tile in enumerate(self.tiles):
            row, column = divmod(number, COLUMNS)
            left, top, is_chosen = x + COLUMN_PX * column, y + ROW_PX * row, number == self.cursor
            if is_chosen:
                canvas.fill(Rect(left, top, left + COLUMN_PX - 1, top + ROW_PX - 1))
            canvas.text(left + 1, top + 1, tile_text(tile), ink=BLACK if is_chosen else WHITE)


def tile_value(tile: Tile) -> str:
    """Returns a tile as an answer, the low end first: `3|5`."""
    return "|".join(map(str, sorted(tile)))


def parse_tile(value: str) -> Tile:
    low, high = map(int, value.split("|"))
    return low, high


QUESTION = Choice(
    "tile", N_("Your tile"), tuple(Answer(tile_value(tile), tile_value(tile), "") for tile in TILES), are_names=True
)
"""Which tile to place. All 28 can be named; the application explains why a tile is not available."""
SLOT_NAME_HELP = "A slot is named by a claim and a side, like 1/1E."
RULE_WORDS = {Rule.NORMAL: N_("it fits"), Rule.ONE_RIGHT: N_("one right end"), Rule.ANY: N_("any tile will do")}


class TileQuestionPage(core.BoardScreenPage, frozen=True):
    """A page on which a frontend with room for all 28 tiles can name one at once."""

    headline: ClassVar[str] = N_("Choose a tile")

    @abstractmethod
    def choose_tile(self, model: Model, tile: str) -> Transition:
        """Returns the transition for a tile that is chosen by its value in an answer."""

    def named_choices(self, model: Model) -> tuple[FormItem, ...]:
        return (FormItem(QUESTION, "", partial(self.choose_tile, model)),)

    def touch(self, model: Model, place: str) -> Transition:
        """Points at the slot; each of its ends has a light."""
        return Page.touch(self, model, slot_place_at(place))


class PlacePage(TileQuestionPage, frozen=True):
    tile: Tile
    cursor: int = 0
    secrecy: Secrecy = Secrecy.PUBLIC
    name: ClassVar[str] = "klondike_place"
    headline: ClassVar[str] = N_("Place a tile")
    chooses_first: ClassVar[bool] = True

    def is_seen_by(self, model: Model, viewer: ViewerKind) -> bool:
        return self.secrecy.is_seen_by(model, viewer)

    def screen(self, model: Model) -> Screen:
        _, state = model.translate, session_of(model).state
        placements = tile_placements(state, self.tile)
        slot, tile = placement = placements[self.cursor]
        options = OnDemand(len(placements), lambda number: _placement_option(model, placements[number]))
        rule, cause = klondike.check_placement(state, slot, tile), cause_of(state, placement)
        hand = () if self.secrecy is Secrecy.PUBLIC else hand_of(model, state.turn)
        why = _(RULE_WORDS[Rule(rule)])
        if cause is not None:
            why = _("{tile} is on {slot}", tile=tile_text(state.slots[cause] or (0, 0)), slot=slot_name(_, cause))
        chips = " + ".join(str(state.claims[claim].chips) for claim, _end in klondike.ends(slot, tile))
        # The chips come last: they do not fit if a tile wins here and spoils there.
        lines = (why, *consequences(_, state, placement), _("chips: {n}", n=chips))[:3]
        rows = (Row(line, ()) for line in lines)
        # If a bot shows its choice, there is no page below.
        back = core.close(model) if model.pages_beneath else None
        keys = {Button.UNDO: Option(_("Another tile"), back, icon=Icon.UNDO)}
        if (turned := self.turned(state)) is not None:
            keys[Button.BANK] = Option(_("Turn tile"), core.show(model, turned), icon="<>")
        return Screen(
            display_name(_, state.players[state.turn]),
            "" if len(placements) == 1 else _("{n} of {all}", n=self.cursor + 1, all=len(placements)),
            (
                BoxOnly((Columns(tile_in_slot(slot, tile), (Big(slot_name(_, slot)), *rows)),)),
                WebOnly((*facts(_, state, placement), *_related_tiles(_, state, placement, hand))),
            ),
            Choices(options, self.cursor, show="board"),
            keys,
            slot_chooser(model, lambda _slot: core.reject_press(model)),  # the choices accept the slots where it fits
            seat=state.turn,
        )

    def touch(self, model: Model, place: str) -> Transition:
        """Selects the slot of this light, with the first end there if it fits that way; a second touch places it."""
        placements, indexes = self._placements_at(model, place)
        if not indexes:
            return core.reject_press(model)
        slot, end = lights.END_AT_PLACE[place]
        preferred = slot, self.tile[::-1] if end else self.tile
        target = placements.index(preferred) if preferred in placements else indexes[0]
        # A slot with one light has no other end to touch: the buttons turn the tile.
        if target == self.cursor or (self.cursor in indexes and len(lights.ENDS[slot]) == 1):
            return self.press(model, Button.OK)
        return Transition(model.with_page(replace(self, cursor=target)))

    def point(self, model: Model, place: str) -> Transition:
        """Keeps a turned tile turned on another slot where it fits that way."""
        placements = tile_placements(session_of(model).state, self.tile)
        same_way = TilePlacement(named_slot(place), placements[self.cursor].tile)
        if same_way in placements and same_way != placements[self.cursor]:
            return Transition(model.with_page(replace(self, cursor=placements.index(same_way))))
        return super().point(model, place)

    def choice_at(self, place: str) -> str:
        """Returns the slot and the tile: a touch of the other end of the slot is not a new choice, another tile is."""
        return f"{slot_place_at(place)} {tile_text(self.tile)}"

    def place_stone(self, model: Model, place: str) -> Transition:
        """Places the tile as shown; on another slot only if it fits one way there: contacts do not detect its ends."""
        _placements, indexes = self._placements_at(model, place)
        if self.cursor not in indexes and len(indexes) != 1:
            return Transition(model)
        page = self if self.cursor in indexes else replace(self, cursor=indexes[0])
        return page.press(model.with_page(page), Button.OK)

    def _placements_at(self, model: Model, place: str) -> tuple[tuple[TilePlacement, ...], list[int]]:
        """Returns all placements, and the indexes of those in the slot of a light."""
        slot, placements = SLOTS[slot_place_at(place)], tile_placements(session_of(model).state, self.tile)
        return placements, [number for number, (where, _tile) in enumerate(placements) if where == slot]

    def choose_tile(self, model: Model, tile: str) -> Transition:
        """Selects another tile, in the same slot if it fits there; turns the selected tile."""
        state, ends = session_of(model).state, parse_tile(tile)
        if set(ends) == set(self.tile):
            page = self.turned(state)
        else:
            page = page_for_tile(model, ends, tile_placements(state, self.tile)[self.cursor].slot, self.secrecy)
        return core.reject_press(model) if page is None else Transition(model.with_page(page))

    def turned(self, state: State) -> Self | None:
        """Returns the page with the tile turned in the same slot; None if it does not fit."""
        placements = tile_placements(state, self.tile)
        slot, tile = placements[self.cursor]
        turned = (slot, tile[::-1])
        may_turn = turned in placements and turned != (slot, tile)
        return replace(self, cursor=placements.index(turned)) if may_turn else None

    def lights(self, model: Model, now: float) -> Lights:
        placements = tile_placements(session_of(model).state, self.tile)
        # The lights are public: for a secret tile they show only the slot, not where else it fits.
        if self.secrecy is not Secrecy.PUBLIC:
            state, (slot, _) = session_of(model).state, placements[self.cursor]
            return lights.with_cursor(state, model.seat_colours, now, model.shown_since, slot)
        cause = cause_of(session_of(model).state, placements[self.cursor])
        return lights.placements(placements, placements[self.cursor], now, model.shown_since, cause)


def _placement_option(model: Model, placement: TilePlacement) -> Option:
    _, state, (slot, tile) = model.translate, session_of(model).state, placement
    event = klondike.Place(slot, tile)
    new = [(claim, end) for claim, end in klondike.ends(slot, tile) if state.claims[claim].digit is None]
    only_sets_digit = new and not klondike.wins(state, placement) and not klondike.spoils(state, placement)
    becomes = [_("{claim} becomes a {digit}", claim=claim_name(claim), digit=end) for claim, end in new[:1]]
    return Option(
        _("Place {tile} here", tile=tile_text(tile)),
        lambda: record_event(model, event),
        ", ".join(becomes if only_sets_digit else consequences(_, state, placement)),
        Icon.PLACE,
        place=SLOT_POSITIONS[slot].name,
        event=event,
    )


def slot_place_at(place: str) -> str:
    """Returns the name of the slot at a light. Raises UnknownPlaceError: no place has this name."""
    if place not in lights.END_AT_PLACE:
        raise UnknownPlaceError(SLOT_NAME_HELP)
    return SLOT_POSITIONS[lights.END_AT_PLACE[place][0]].name


def named_slot(place: str) -> Slot:
    """Returns the slot of this name. Raises UnknownPlaceError: no slot has this name."""
    if place not in klondike.SLOTS:
        raise UnknownPlaceError(SLOT_NAME_HELP)
    return klondike.SLOTS[place]


def slot_chooser(model: Model, chosen: Callable[[Slot], Transition]) -> Callable[[str], Transition]:
    """Returns the action of pointing at a place: calls `chosen` with its slot if any tile fits there."""

    def point(place: str) -> Transition:
        slot = named_slot(place)
        return chosen(slot) if klondike.fitting_tiles(session_of(model).state, slot) else core.reject_press(model)

    return point


def page_for_tile(model: Model, tile: Tile, slot: Slot | None, secrecy: Secrecy) -> PlacePage | None:
    """Returns the page with this tile selected, in the slot if it fits there, else where it spoils no claim.

    Returns None if the tile is not available: it fits nowhere, or is not in the dealt hand.
    """
    state = session_of(model).state
    placements = tile_placements(state, tile)
    slots = [where for where, _tile in placements]
    # A hand stores each tile with its low end first; the player may name it either way.
    is_held = secrecy is Secrecy.PUBLIC or (min(tile), max(tile)) in hand_of(model, state.turn)
    if not slots or not is_held:
        return None
    harmless = next((number for number, each in enumerate(placements) if not klondike.spoils(state, each)), 0)
    return PlacePage(tile, slots.index(slot) if slot in slots else harmless, secrecy)


def take_in_hand(model: Model, tile: str, slot: Slot | None, secrecy: Secrecy | None) -> Transition:
    """Opens the page of a tile. A tile that is not in the hand is rejected in the same way as one that does not fit."""
    page = secrecy and page_for_tile(model, parse_tile(tile), slot, secrecy)
    return Transition(model.with_page_on_top(page)) if page else core.reject_press(model)


def cause_of(state: State, placement: TilePlacement) -> Slot | None:
    """Returns the slot whose tile is why one right end is enough; None if another rule allows the placement."""
    if klondike.check_placement(state, *placement) is not Rule.ONE_RIGHT:
        return None
    return klondike.exception_slot(state, placement.slot)


def facts(_: Translator, state: State, placement: TilePlacement) -> Iterator[Text]:  # noqa: C901 - many cases
    """Yields tile and slot in words, then what each end does at its claim, and why a wrong end is allowed."""
    slot, tile = placement
    yield Text(_("{tile} on {slot}", tile=tile_text(tile), slot=slot_in_words(_, slot)), "bold")
    won, touched = klondike.wins(state, placement), klondike.ends(slot, tile)
    for claim, end in touched:
        claim_state, name = state.claims[claim], claim_name(claim)
        if claim in won:
            chips = _.many("{n} chip", "{n} chips", claim_state.chips)
            yield Text(_("Wins claim {claim}: {chips}", claim=name, chips=chips), "gain")
        elif claim_state.digit is None:
            yield Text(_("The {digit} touches claim {claim} and becomes its digit.", digit=end, claim=name))
        elif claim_state.spoiled:
            yield Text(_("Claim {claim} is spoiled: nothing can be won there.", claim=name), "reason")
        elif claim_state.digit != end:
            yield Text(_("Spoils claim {claim}, which needs a {digit}", claim=name, digit=claim_state.digit), "risk")
        else:
            yield Text(
                _("The {digit} is right end {n} of 4 at claim {claim}.", digit=end, n=claim_state.right + 1, claim=name)
            )
    open_claims = [claim for claim, _end in touched if not state.claims[claim].spoiled]
    if open_claims and not won:
        chips = _.many("{n} chip", "{n} chips", sum(state.claims[claim].chips for claim in open_claims))
        names = ", ".join(map(claim_name, open_claims))
        yield Text(_("Wins nothing now; {chips} on {claims}", chips=chips, claims=names), "reason")
    rule, cause = klondike.check_placement(state, slot, tile), cause_of(state, placement)
    if cause is not None:
        there = tile_text(state.slots[cause] or (0, 0))
        yield Text(
            _("One right end is enough: {tile} is on {slot}", tile=there, slot=slot_in_words(_, cause)), "reason"
        )
    elif rule is Rule.ANY:
        yield Text(_("Any tile will do here"), "reason")


def _related_tiles(_: Translator, state: State, placement: TilePlacement, hand: tuple[Tile, ...]) -> Iterator[Text]:
    """Yields the other tiles of the hand with a digit that the placement gives to a claim."""
    new = {end for claim, end in klondike.ends(*placement) if state.claims[claim].digit is None}
    if others := [tile_text(each) for each in hand if new & set(each) and set(each) != set(placement.tile)]:
        yield Text(_("Also in your hand: {tiles}", tiles=", ".join(others)), "reason")


def misfit_words(_: Translator, state: State, slot: Slot, tile: Tile | None) -> str:
    """Returns why a tile, or any tile if it is None, fits in no orientation: what the claims need."""
    digits = [(claim_name(claim), state.claims[claim].digit) for claim, _end in klondike.ends(slot, tile or (0, 0))]
    needs = [_("claim {claim} needs a {digit}", claim=name, digit=digit) for name, digit in digits if digit is not None]
    found = {klondike.check_placement(state, slot, turned) for turned in (tile, tile[::-1])} if tile else set()
    # The limit is explained first, because it is the less obvious rule.
    return _("two claims have this digit already") if klondike.Refusal.LIMIT in found or not needs else ", ".join(needs)


def unfit_words(_: Translator, state: State, tile: Tile, chosen: Slot | None) -> str:
    """Returns why a tile does not fit in the chosen slot or, without one, in a slot where one of its ends fits."""

    def is_far(slot: Slot) -> bool:
        return {state.claims[claim].digit for claim, _end in klondike.ends(slot, tile)}.isdisjoint(tile)

    empty = (Slot(slot) for slot, other in enumerate(state.slots) if other is None)
    slot = min(empty, key=is_far) if chosen is None else chosen
    reason = misfit_words(_, state, slot, tile)
    return _("does not fit; {slot}: {reason}", slot=slot_in_words(_, slot), reason=reason)


def consequences(_: Translator, state: State, placement: TilePlacement) -> tuple[str, ...]:
    """Returns what the tile would win and spoil there: some exceptions do both."""
    claims = klondike.wins(state, placement)
    won = _("wins {n}", n=sum(state.claims[claim].chips for claim in claims)) if claims else ""
    return tuple(filter(None, (won, _spoils(_, state, placement)))) or (_("wins nothing"),)


def _spoils(_: Translator, state: State, placement: TilePlacement) -> str:
    spoilt = [claim_name(claim) for claim in klondike.spoils(state, placement) if not state.claims[claim].spoiled]
    return _("spoils {claims}", claims=", ".join(spoilt)) if spoilt else ""


def event_sentence(_: Translator, before: State, event: object) -> str:
    """Returns a sentence about an event of the game; empty for the start and other events."""
    name = display_name(_, before.players[before.turn])
    match event:
        case klondike.Place(slot, tile):
            placed = _("{name}: {tile} on {slot}", name=name, tile=tile_text(tile), slot=slot_in_words(_, slot))
            won = klondike.wins(before, TilePlacement(slot, tile))
            claims = ", ".join(f"{claim_name(claim)} +{before.claims[claim].chips}" for claim in won)
            wins = _("wins {claims}", claims=claims) if claims else ""
            return ", ".join(filter(None, (placed, wins, _spoils(_, before, TilePlacement(slot, tile)))))
        case Pass():
            return _("{name} passes", name=name)
        case _other:
            return ""


class PassingPage(core.YesNoPage, frozen=True):
    """Prompts for confirmation of a pass that the box cannot check, because it does not know the hands."""

    name: ClassVar[str] = "klondike_pass"


class NoPassPage(Page, frozen=True):
    """Reports that a pass cannot be true, and shows a tile that fits; `ok` and `undo` lead back."""

    placement: TilePlacement
    name: ClassVar[str] = "klondike_no_pass"
    headline: ClassVar[str] = N_("Place a tile: one fits")

    def screen(self, model: Model) -> Screen:
        _, (slot, tile) = model.translate, self.placement
        words, names = N_("every tile fits somewhere: {tile} on {slot}"), (slot_name(_, slot), slot_in_words(_, slot))
        on_box, on_web = (Text(_(words, tile=tile_text(tile), slot=name)) for name in names)
        body = (BoxOnly((Columns(tile_in_slot(slot, tile), (on_box,)),)), WebOnly((on_web,)))
        there = Option("", place=SLOT_POSITIONS[slot].name)  # only shows where it fits
        return Screen(
            _("You can place a tile"), body=body, choices=Choices((there,), 0, "hidden"), keys=core.closing_keys(model)
        )

    def lights(self, model: Model, now: float) -> Lights:
        return lights.placements((self.placement,), self.placement, now, model.shown_since)


def must_pass(model: Model) -> bool:
    """Returns whether the active player must pass: the box has dealt the hand, and no tile fits."""
    session = session_of(model)
    return session.is_dealt and not _any_fits(session.state, hand_of(model, session.state.turn))


@lru_cache(maxsize=1)  # a page needs it several times
def _any_fits(state: State, hand: tuple[Tile, ...]) -> bool:
    return any(tile_placements(state, tile) for tile in hand)


def pass_option(model: Model) -> Option:
    """Returns the option to pass; for a dealt hand only if no tile fits."""
    _, is_dealt = model.translate, session_of(model).is_dealt
    if is_dealt and must_pass(model):
        return Option(_("Pass"), lambda: record_event(model, Pass()), _("nothing fits"), Icon.SKIP, event=Pass())
    return Option(_("Pass"), None if is_dealt else partial(_request_pass, model), _("only if nothing fits"), Icon.SKIP)


def _request_pass(model: Model) -> Transition:
    placement = klondike.refute_pass(session_of(model).state)
    if placement is not None:
        return Transition(model.with_page_on_top(NoPassPage(placement)), (PlayTones(WRONG),))
    return Transition(model.with_page_on_top(PASSING))


def _tiles_that_fit(model: Model) -> str:
    """Returns the tiles that fit, in any hand; at most 12."""
    _, tiles = model.translate, [tile_text(tile) for tile in klondike.legal(session_of(model).state)]
    if not tiles:
        return _("No tile fits.")
    shown = " ".join(tiles[:12])
    if len(tiles) > 12:
        return _("{n} tiles would fit: {tiles} …", n=len(tiles), tiles=shown)
    return _("Would fit: {tiles}", tiles=shown)


PASSING = PassingPage(N_("Pass?"), lambda model: record_event(model, Pass()), note=_tiles_that_fit)
