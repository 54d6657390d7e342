"""A turn of Klondike: choosing and placing a tile, and which page follows from the state of the match.

The outcomes of an event (see `companion.tables.shared_pages`) are, in this order: which pieces to move, the end of a
round, and how to set up the next one; without the guide only the second.

A tile is chosen in three ways: entered by its two ends (`ByHandPage`), chosen from a hand that the box has dealt
(`HandPage`), or named at once in a frontend with room for all 28 tiles. All three lead to `PlacePage`. A slot that was
pointed at first stays selected.
"""

from functools import partial
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from companion.core.lineup import Role, ViewerKind
from companion.core.model import Model, Page, Transition, close, open_on_top, reject_press, show
from companion.core.player_names import display_name
from companion.lights.composition import AMBER, Lights, only
from companion.locale.translator import N_
from companion.tables import shared_pages
from companion.tables.klondike import lights, placing
from companion.tables.klondike.lights import ENDS, board
from companion.tables.klondike.outcomes import DEALING, ScoresPage, WinnerPage, outcomes
from companion.tables.klondike.placing import must_pass, slot_name, tile_text
from companion.tables.klondike.session import BOX_ROLES, Secrecy, hand_of, lone_player, session_of, tile_placements
from companion.tables.shared_pages import advice, headline_words, turn_body
from companion.ui.art import Icon
from companion.ui.screen import Announcement, Big, BoxOnly, Choices, Columns, OnDemand, Option, Screen, Text, WebOnly
from engine import klondike
from engine.game import GameEvent
from engine.klondike import SLOT_POSITIONS, Place, Slot, Tile
from hardware.device import Button


class FirstSeatPage(shared_pages.FirstSeatPage, Struct, frozen=True):
    name: ClassVar[str] = "klondike_begins"  # the shared page with this game's own page id


PASS, PLACE = N_("Pass: no tile fits"), N_("Choose a tile, then a slot")
"""The headlines of a turn: `PASS` if no tile of a dealt hand fits, else `PLACE`."""
PICK_TIP = N_("Choose the tile to place; the pale ones do not fit.")
"""A tip for players with tiles to choose from."""


def secrecy_for_sender(model: Model) -> Secrecy | None:
    """Returns who may see the hand if the sender opens it now; None if the sender must be handed the box first."""
    session = session_of(model)
    if not session.is_dealt:
        return Secrecy.PUBLIC
    if model.sender.role is Role.SEAT:
        return Secrecy.SEAT  # on the player's own screen, while the box shows the page of the turn
    return Secrecy.BOX if lone_player(model) == session.state.turn else None


class TurnPage(placing.TileQuestionPage, frozen=True):
    name: ClassVar[str] = "klondike_turn"

    def screen(self, model: Model) -> Screen:
        _, state = model.translate, session_of(model).state
        # A dealt hand draws automatically; real tiles are drawn by the players, who easily forget it.
        left, is_dealt = klondike.stock(state), session_of(model).is_dealt
        drawn = _("stock: {n}", n=left) if is_dealt else _("then draw one, stock: {n}", n=left)
        task, sentence, tip = self._prompt(model)
        # Where `ok` is not shown, a tile and a slot are chosen by pointing at them: no button is the main one.
        main = None if _tile_choice(model).box_only else Button.OK
        record = session_of(model).started_record
        # The newest move of this round; before the first one, how real tiles are dealt.
        is_first = record.state_before.round < state.round
        news = "" if is_first else placing.event_sentence(_, record.state_before, record.timeline[-1].event)
        if not (news or is_dealt):
            news = _("Your real tiles: {how}", how=_(DEALING[len(state.players), state.deal]))
        line = [WebOnly((Text(news, "gain" if state.chips != record.state_before.chips else "plain"),))] if news else []
        return Screen(
            _("Round {n}/{all}", n=state.round, all=state.rounds),
            _.many("{n} chip", "{n} chips", state.chips[state.turn]),
            (*turn_body(model, task, drawn if left else ""), *line, *advice(tip)),
            keys={
                Button.RIGHT: Option("", open_on_top(model, ScoresPage()), icon=Icon.SCORES, box_only=True),
                Button.OK: _tile_choice(model),
                Button.BANK: placing.pass_option(model),
                Button.UNDO: Option("", detail=_("hold: menu")),
            },
            point=placing.slot_chooser(model, partial(self._choose_slot, model)),
            sentence=sentence,
            main=Button.BANK if must_pass(model) else main,
            seat=state.turn,
        )

    def with_cursor_on(self, model: Model, event: GameEvent) -> Page:
        if not isinstance(event, Place):
            return self
        placements = tile_placements(session_of(model).state, event.tile)
        return placing.PlacePage(event.tile, placements.index((event.slot, event.tile)))

    def _prompt(self, model: Model) -> tuple[str, str, str]:
        """Returns what to do in a few words, the headline, and a tip; it may be empty."""
        _, session = model.translate, session_of(model)
        if must_pass(model):
            return _("nothing fits: pass!"), _(PASS), ""
        if not session.is_dealt:
            return (
                _("place a tile!"),
                _(PLACE),
                _("Choose a tile, then a slot with a golden edge. If none fits, pass."),
            )
        task = _("place a tile!") if lone_player(model) == session.state.turn else _("open your hand!")
        if secrecy_for_sender(model) is None:
            return task, _(PLACE) if model.sender.role is Role.SPECTATOR else _("Open your hand"), ""
        return task, _(PLACE), _(PICK_TIP)

    def announcement(self, model: Model) -> Announcement:
        if len(session_of(model).kept_events) == 1:  # announces who starts
            return Announcement()
        caption = N_("{name}: no tile fits, pass!") if must_pass(model) else N_("{name}, place a tile!")
        return Announcement(caption=headline_words(model.translate, caption, session_of(model).state))

    def choose_tile(self, model: Model, tile: str) -> Transition:
        return placing.take_in_hand(model, tile, None, secrecy_for_sender(model))

    def _choose_slot(self, model: Model, slot: Slot) -> Transition:
        page = _tile_page(model, slot)
        # Players who must be handed the box first cannot choose anything before.
        return reject_press(model) if isinstance(page, PassBoxPage) else Transition(model.with_page_on_top(page))

    def lights(self, model: Model, now: float) -> Lights:
        return lights.turn(session_of(model).state, model.seat_colours, now, model.shown_since)


def _tile_choice(model: Model) -> Option:
    """Returns the option that opens the entry of a tile, or the dealt hand."""
    _, session = model.translate, session_of(model)

    def choose_tile() -> Transition:
        return Transition(model.with_page_on_top(_tile_page(model)))

    if session.is_dealt:
        follows = _("only to look") if must_pass(model) else _("choose a tile")
        # Players who see the hand on the web page choose a tile there.
        is_seen = secrecy_for_sender(model) is not None
        return Option(_("Open the hand"), choose_tile, follows, Icon.PLACE, box_only=is_seen)
    return Option(_("Place a tile"), choose_tile, icon=Icon.PLACE, box_only=True)


def _tile_page(model: Model, slot: Slot | None = None) -> Page:
    """Returns the page for choosing the tile, or first the page that prompts to hand over the box."""
    secrecy, undone = secrecy_for_sender(model), session_of(model).started_record.undone_event
    if secrecy is None:
        return PassBoxPage()
    if secrecy is not Secrecy.PUBLIC:
        return hand_page(model, secrecy, slot)
    # A tile that was undone is likely to be placed elsewhere.
    return ByHandPage(undone.tile if isinstance(undone, Place) else (0, 0), slot=slot)


class ByHandPage(placing.TileQuestionPage, frozen=True):
    """Enters a tile, one end after the other."""

    tile: Tile = (0, 0)
    end: int = 0
    """The end that is being entered, 0 or 1."""
    slot: Slot | None = None
    """The slot that was pointed at, if any."""
    name: ClassVar[str] = "klondike_by_hand"

    def screen(self, model: Model) -> Screen:
        _, (near, far) = model.translate, self.tile
        take = _tile_option(model, self.tile, self.slot, Secrecy.PUBLIC)
        end = _("the other end") if self.end else _("one end")
        fits = BoxOnly((Text(_fit_words(model, self.tile, self.slot)),)), WebOnly((Text(take.detail),))

        def change(label: str, step: int, icon: Icon) -> Option:
            changed = (near, (far + step) % 7) if self.end else ((near + step) % 7, far)
            return Option(label, show(model, replace(self, tile=changed)), end, icon)

        ok = Option(_("The other end"), show(model, replace(self, end=1)), icon=Icon.CHECK)
        if self.end:
            ok = take._replace(label=_("This is the tile"), icon=Icon.CHECK)
        return Screen(
            _name(model),
            _("your tile") if self.slot is None else slot_name(_, self.slot),
            (placing.TilePicture(self.tile, solid=self.end, is_large=True), *fits, *advice(_(PICK_TIP))),
            None if self.slot is None else Choices((take,), 0, show="hidden"),
            {
                Button.LEFT: change(_("One less"), -1, Icon.LEFT),
                Button.RIGHT: change(_("One more"), 1, Icon.RIGHT),
                # A frontend that shows all tiles offers them; the small screen has room for the two ends only.
                Button.OK: ok._replace(box_only=True),
                Button.BANK: Option("", detail=_("choose a tile first")),
                Button.UNDO: Option(
                    "", show(model, replace(self, end=0)) if self.end else close(model), icon=Icon.UNDO
                ),
            },
            placing.slot_chooser(model, lambda slot: Transition(model.with_page(replace(self, slot=slot)))),
        )

    def choose_tile(self, model: Model, tile: str) -> Transition:
        return placing.take_in_hand(model, tile, self.slot, Secrecy.PUBLIC)

    def lights(self, model: Model, now: float) -> Lights:
        return board(model, now) if self.slot is None else only(ENDS[self.slot], AMBER)


def _tile_option(model: Model, tile: Tile, slot: Slot | None, secrecy: Secrecy) -> Option:
    page = placing.page_for_tile(model, tile, slot, secrecy)
    take = None if page is None else open_on_top(model, page)
    place = "" if slot is None else SLOT_POSITIONS[slot].name
    label = model.translate("Take {tile}", tile=tile_text(tile))
    return Option(label, take, _fit_words(model, tile, slot, in_words=True), place=place)


def _fit_words(model: Model, tile: Tile, chosen: Slot | None, *, in_words: bool = False) -> str:
    """Returns whether the tile fits in the selected slot, or where it fits, or why it fits nowhere."""
    _, state = model.translate, session_of(model).state
    named = placing.slot_in_words if in_words else slot_name
    slots_taken = [Slot(slot) for slot, other in enumerate(state.slots) if other in (tile, tile[::-1])]
    if slots_taken:
        return _("already on {slot}", slot=named(_, slots_taken[0]))
    slots = {slot for slot, _way in tile_placements(state, tile)}
    if chosen is not None:
        where = named(_, chosen)
        return _("fits on {slot}", slot=where) if chosen in slots else _("does not fit on {slot}", slot=where)
    return _.many("fits in {n} slot", "fits in {n} slots", len(slots)) if slots else _("fits nowhere")


class HandPage(placing.TileQuestionPage, frozen=True):
    """The active player's hand; the cursor visits its tiles."""

    secrecy: Secrecy
    cursor: int = 0
    slot: Slot | None = None
    """The slot that was pointed at, if any."""
    name: ClassVar[str] = "klondike_hand"

    def is_seen_by(self, model: Model, viewer: ViewerKind) -> bool:
        return self.secrecy.is_seen_by(model, viewer)

    def screen(self, model: Model) -> Screen:
        _, hand = model.translate, _hand(model)
        where = _("your hand") if self.slot is None else slot_name(_, self.slot)
        keys = {
            Button.BANK: placing.pass_option(model),
            Button.UNDO: Option(_("Close the hand") if hand else "", close(model), icon=Icon.UNDO),
        }
        if not hand:
            empty = _("your hand is empty")
            no_tile = {Button.OK: Option("", detail=empty), **keys}
            return Screen(_name(model), where, (Big(empty),), keys=no_tile, sentence=_(PASS))
        tiles = OnDemand(len(hand), lambda number: _tile_option(model, hand[number], self.slot, self.secrecy))
        chosen, fit_words = hand[self.cursor], tiles[self.cursor].detail
        short = _fit_words(model, chosen, self.slot)
        return Screen(
            _name(model),
            where,
            (
                BoxOnly((placing.Tiles(hand, self.cursor), Columns(placing.TilePicture(chosen), (Text(short),)))),
                WebOnly((Text(f"{tile_text(chosen)}: {fit_words}"),)),
                *(() if must_pass(model) else advice(_(PICK_TIP))),
            ),
            Choices(tiles, self.cursor, show="hidden"),
            keys,
            placing.slot_chooser(model, lambda slot: Transition(model.with_page(hand_page(model, self.secrecy, slot)))),
            main=Button.BANK if must_pass(model) else Button.OK,
            sentence=_(PASS if must_pass(model) else self.headline),
        )

    def choose_tile(self, model: Model, tile: str) -> Transition:
        return placing.take_in_hand(model, tile, self.slot, self.secrecy)

    def lights(self, model: Model, now: float) -> Lights:
        if self.slot is None:
            return board(model, now)
        # The lights are public: they show the slot, and nothing of the hand.
        return lights.with_cursor(session_of(model).state, model.seat_colours, now, model.shown_since, self.slot)


class PassBoxPage(Page, frozen=True):
    """Prompts to hand the box to the active player before it shows that hand."""

    name: ClassVar[str] = "klondike_pass_box"
    headline: ClassVar[str] = N_("Look at your hand")

    def is_seen_by(self, model: Model, viewer: ViewerKind) -> bool:
        return viewer.role in BOX_ROLES  # viewers with a link to a seat have their own screens

    def screen(self, model: Model) -> Screen:
        _, name = model.translate, _name(model)

        def show_hand() -> Transition:
            return Transition(model.with_page(hand_page(model, Secrecy.BOX)))

        shown = (BoxOnly((Big(name, _("press ok: your hand")),)), WebOnly((Big(name),)))
        return Screen(
            _("Pass the box to"),
            body=(*shown, Text(_("all others look away"))),
            keys={
                Button.OK: Option(_("Show my hand"), show_hand, _("only {name} looks", name=name), Icon.CHECK),
                Button.UNDO: Option("", close(model), icon=Icon.UNDO),
            },
        )


def _name(model: Model) -> str:
    state = session_of(model).state
    return display_name(model.translate, state.players[state.turn])


def hand_page(model: Model, secrecy: Secrecy, slot: Slot | None = None) -> HandPage:
    """Returns the hand; the cursor is on its first tile that fits in the slot or, without a slot, anywhere."""
    state = session_of(model).state

    def fits(tile: Tile) -> bool:
        return any(slot in {None, where} for where, _way in tile_placements(state, tile))

    cursor = next((number for number, tile in enumerate(_hand(model)) if fits(tile)), 0)
    return HandPage(secrecy, cursor, slot)


def _hand(model: Model) -> tuple[Tile, ...]:
    return hand_of(model, session_of(model).state.turn)


def pages_to_come(model: Model) -> tuple[Page, ...]:
    session = session_of(model)
    if session.record is None:
        return (FirstSeatPage(),)
    unseen = outcomes(session.record, guide=model.guides_players)[session.acknowledged_count :]
    return (*unseen, WinnerPage() if klondike.is_over(session.state) else TurnPage())
