"""The map: the whole of it, the fields with the actions there, the threat, and discoveries (rules, 5).

The box does not detect ships. Players may enter where their ships are, but need not: the odds, the guide and the
pirates use the ships only to report who is robbed. So `BoardPage` can be opened from every page of a turn, and no page
requires what is entered there.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import ClassVar, Self

from msgspec.structs import replace

from companion.core import model as core
from companion.core.effects import ALL_PASSED, BANK
from companion.core.model import BoardScreenPage, ListScreenPage, Model, Page, Transition
from companion.core.player_names import display_name, short_names
from companion.lights.composition import Lights
from companion.locale.translator import N_, Translator
from companion.tables.piratenclaim import lights, session, star_map
from companion.tables.piratenclaim.guide import OBSTACLES
from companion.tables.piratenclaim.session import PIRATES, field_name, own_ship, recorder, session_of, ships_at
from companion.tables.shared_pages import OutcomePage, advice
from companion.ui.art import Icon
from companion.ui.screen import (
    Announcement,
    Big,
    BoxOnly,
    Choices,
    Columns,
    Figure,
    Meter,
    OnDemand,
    Option,
    Row,
    Screen,
    Text,
    WebOnly,
)
from engine import piratenclaim
from engine.game import Seat
from engine.piratenclaim import FIELDS, MIDDLE, ROLL_COUNT, BuyShip, Discover, Field, Phase, State, segment_of
from engine.record import Record
from hardware.device import Button


class MapPage(BoardScreenPage, star_map.ViewPage, frozen=True):
    """Shows the whole map; one segment is in focus, and on the lights."""

    cursor: int = 0
    """The number of the segment in focus."""
    name: ClassVar[str] = "piratenclaim_map"
    headline: ClassVar[str] = N_("The map")

    def view(self, model: Model) -> star_map.View:
        return star_map.View(self.cursor)

    def screen(self, model: Model) -> Screen:
        _, state = model.translate, session_of(model).state
        known, most = piratenclaim.known_systems(state, self.cursor), piratenclaim.SYSTEMS_PER_SEGMENT
        supply = (f"{_(PIRATES[pirate])} {left}" for pirate, left in piratenclaim.supply(state).items())
        lines = (_("Segment {n}", n=self.cursor), _("systems {n}/{all}", n=known, all=most), _("supply:"), *supply)
        systems = Text(_("Segment {n}: {known} of {all} systems", n=self.cursor, known=known, all=most))
        keys = core.closing_keys(model)
        if state.ledger is not None:
            standings = core.open_on_top(model, StandingsPage())
            keys[Button.BANK] = Option(_("Standings"), standings, icon=Icon.SCORES, box_only=True)
        words = tuple(Text(line, align="left") for line in lines)
        overview = star_map.Overview(cache(lambda: star_map.map_snapshot(model, self.view(model))))
        segments = [Option(_("Segment {n}", n=segment)) for segment in range(piratenclaim.SEGMENTS)]
        return Screen(
            body=(BoxOnly((Columns(overview, words, on_right=True),)), WebOnly((systems,))),
            choices=Choices(segments, self.cursor, show="hidden"),
            keys=keys,
            point=lambda place: Transition(model.with_page(MapPage(segment_of(star_map.parse_place(place))))),
        )


FIGURES = (N_("claimed"), N_("cargo"), N_("fuel"), N_("parts"))
"""The figures of each player, cargo and claims by their value; all but the last only with the ledger."""
STANDING_PX = 50
"""Width of a name next to three figures."""


class StandingsPage(Page, frozen=True):
    name: ClassVar[str] = "piratenclaim_standings"
    headline: ClassVar[str] = N_("Standings")

    def screen(self, model: Model) -> Screen:
        _, state = model.translate, session_of(model).state
        rows = (
            Row(name, tuple(Figure(str(figure)) for figure in piratenclaim.standing_of(state, Seat(seat))))
            for seat, name in enumerate(short_names(_, state.players, STANDING_PX))
        )
        # Three words above three columns would leave no room for names.
        heads = Text(_("value of claims, value of cargo, fuel"), align="left")
        return Screen(body=(heads, *rows), keys=core.closing_keys(model))


PRICE = N_("1 of each colour + 6 fuel")
"""The price of a ship (rules, 8.3)."""


def open_field(model: Model, place: str) -> Transition:
    return Transition(model.with_page_on_top(BoardPage(star_map.parse_place(place))))


def open_journey(model: Model, place: str) -> Transition:
    """Opens the journey of the ship in focus to that field; if it cannot go there, the actions there, or the field.

    Pointing at another ship opens its actions, so that it travels instead.
    """
    field, page, state = star_map.parse_place(place), None, session_of(model).state
    if state.ledger is not None:
        page = journey_page(model, field) or actions_page(model, field)
        if page is None and piratenclaim.may_travel(state):
            return core.reject_press(model)  # a black disc; the map says why
    return Transition(model.with_page_on_top(page or BoardPage(field)))


def field_in_next_segment(field: Field, fields: Sequence[Field]) -> Field:
    """Returns a field in the next segment with any of `fields`: the one at the same position if possible."""
    later = [other for other in fields if segment_of(other) > segment_of(field)]
    segment = segment_of((later or fields)[0])
    there = [other for other in fields if segment_of(other) == segment]
    same = [other for other in there if piratenclaim.position_of(other) == piratenclaim.position_of(field)]
    return (same or there)[0]


class FieldPage(BoardScreenPage, star_map.ViewPage, frozen=True):
    """A cursor visits fields of the map, within a segment and from segment to segment."""

    field: Field
    """The selected field."""
    crosses_segments: ClassVar[bool] = False
    """Whether `left` and `right` also visit the fields of other segments; useful if there are few fields."""

    def at(self, field: Field) -> Self:
        """Returns the page with another field selected."""
        return replace(self, field=field)

    def fields(self, model: Model) -> Sequence[Field]:
        """Returns the fields that the cursor visits; pointing at any other field is rejected."""
        return FIELDS

    def view(self, model: Model) -> star_map.View:
        return star_map.cursor_view(self.field)

    def words(self, model: Model) -> tuple[Big | Text, ...]:
        """Returns the text about the field, next to its segment."""
        return tuple(Text(line, align="left", shorten=True) for line in self.lines(model))

    def lines(self, model: Model) -> Sequence[str]:
        """Returns what to say about the field, in at most four short lines."""
        return session.field_lines(model.translate, session_of(model).state, self.field)

    def act(self, model: Model) -> Option:
        """Returns the action of `ok` on the selected field."""
        return action_option(model, self.field)

    def keys(self, model: Model) -> dict[Button, Option]:
        return {Button.UNDO: session.back_option(model)}

    def screen(self, model: Model) -> Screen:
        fields = self.fields(model)
        visited = [each for each in fields if self.crosses_segments or segment_of(each) == segment_of(self.field)]
        shown = cache(lambda: star_map.map_snapshot(model, self.view(model), self.shown_state(model), only_focus=True))

        def option(number: int) -> Option:
            return self.at(visited[number]).act(model)._replace(place=field_name(visited[number]))

        def moved(field: Field) -> Transition:
            return Transition(model.with_page(self.at(field)))

        def select(number: int) -> Transition:
            return moved(visited[number])

        def point(place: str) -> Transition:
            field = star_map.parse_place(place)
            return moved(field) if field in fields else core.reject_press(model)

        following = field_in_next_segment(self.field, fields)
        skip = (lambda: moved(following)) if len(fields) > 1 else None
        next_segment = Option(model.translate("Next segment"), skip, icon=Icon.SKIP, box_only=True)
        return Screen(
            body=(Columns(star_map.Segment(shown), (Big(field_name(self.field)), *self.words(model)), on_right=True),),
            choices=Choices(OnDemand(len(visited), option), visited.index(self.field), show="board", move=select),
            keys={Button.BANK: next_segment, **self.keys(model)},
            point=point,
        )


class BoardPage(FieldPage, frozen=True):
    """Visits all fields; `ok` opens the actions on the selected one."""

    name: ClassVar[str] = "piratenclaim_board"
    headline: ClassVar[str] = N_("Choose a field")


def actions_page(model: Model, field: Field) -> Page | None:
    """Returns the page of the actions on a field: a list, a discovery or a travel; None if there are none."""
    # Imported here, because that module imports this one.
    from companion.tables.piratenclaim.ledger_pages import ShipActionsPage, ship_actions  # noqa: PLC0415

    state = session_of(model).state
    may_discover = field in open_discoveries(state)
    if state.ledger is None:
        if may_discover and any(ship.player == state.turn for ship in ships_at(state, field)):
            return DiscoverPage(field)
        return ActionsPage(field) if actions_at(model, field) else None
    if ship_actions(model, field):
        return ShipActionsPage(field)
    return DiscoverPage(field) if may_discover else journey_page(model, field)


def journey_page(model: Model, field: Field) -> Page | None:
    """Returns the page on which the ship in focus travels to a field; None if it may not, or if a ship is there."""
    from companion.tables.piratenclaim.ledger_pages import travel_page  # noqa: PLC0415 - as above

    record = session_of(model).started_record
    if own_ship(record.state, field):
        return None
    return travel_page(record.state, star_map.ship_in_focus(record).field, field)


def action_option(model: Model, field: Field) -> Option:
    """Returns the option that opens the actions on a field, or explains why there are none."""
    _, page, state = model.translate, actions_page(model, field), session_of(model).state
    details = {"piratenclaim_discover": _("Discover"), "piratenclaim_travel": _("travel?")}
    if page is not None:
        detail = details.get(page.name, _("what can be done here"))
        return Option(field_name(field), core.open_on_top(model, page), detail)
    why = _("no action possible here")
    if state.ledger is not None and state.phase is Phase.DISCOVER and field in piratenclaim.discoverable(state):
        why = _("first roll three again")
    return Option(field_name(field), detail=why)


class FieldActionsPage(ListScreenPage, star_map.ViewPage, frozen=True):
    field: Field
    cursor: int = 0
    headline: ClassVar[str] = N_("Choose what to do here")
    has_places: ClassVar[bool] = True

    def view(self, model: Model) -> star_map.View:
        return star_map.cursor_view(self.field)

    def options(self, model: Model) -> Sequence[Option]:
        """Returns the actions. A key includes the field: another field may have the same actions."""
        raise NotImplementedError

    def form_title(self, model: Model) -> str:
        return model.translate("what to do?")

    def screen(self, model: Model) -> Screen:
        choices, keys = Choices(self.options(model), self.cursor), {Button.UNDO: session.back_option(model)}
        return Screen(field_name(self.field), self.form_title(model), choices=choices, keys=keys)

    def point(self, model: Model, place: str) -> Transition:
        """Closes the list and selects another field; pointing at the same field is `ok`."""
        if star_map.parse_place(place) == self.field:
            return self.press(model, Button.OK)
        below = model.with_top_page_closed()
        return below.page.point(below, place) if below.page.has_places else core.reject_press(model)

    def touch(self, model: Model, place: str) -> Transition:
        """Rejects a touch of the field itself, which does not say which action is meant: only `ok` chooses one."""
        return core.reject_press(model) if star_map.parse_place(place) == self.field else self.point(model, place)


class ActionsPage(FieldActionsPage, frozen=True):
    """Lists the actions without the ledger."""

    name: ClassVar[str] = "piratenclaim_actions"

    def form_note(self, model: Model) -> str:
        return field_name(self.field)

    def options(self, model: Model) -> Sequence[Option]:
        return actions_at(model, self.field)


def actions_at(model: Model, field: Field) -> list[Option]:
    """Returns the actions on a field: sink pirates, buy a ship, or enter ships that come or go."""
    _, state, actions = model.translate, session_of(model).state, list[Option]()
    if piratenclaim.may_travel(state):
        for event in piratenclaim.legal_events(state):
            if isinstance(event, piratenclaim.Sink) and event.field == field:
                label = _("sink {colour}", colour=_(PIRATES[event.pirate]))
                actions.append(Option(label, recorder(model, event), _("12 fuel"), key=f"sink {event.pirate}"))
        # The rules require a ship in the middle; a record and the protocol may buy without an entered ship.
        if field == MIDDLE and state.spare_ships and piratenclaim.may_have_ship(state, MIDDLE):
            actions.append(Option(_("buy a ship"), recorder(model, BuyShip(state.turn)), _(PRICE), key="buy a ship"))
    if state.phase in piratenclaim.SHIP_PHASES and not state.discs >> field & 1:
        seat_count = len(state.players)
        for away in range(seat_count):
            actions += _ship_entry_options(model, field, Seat((state.turn + away) % seat_count))
    return actions


def _ship_entry_options(model: Model, field: Field, seat: Seat) -> Iterator[Option]:
    """Yields the options to enter an unknown ship, to move a known one from its field, or to remove it."""
    _, state = model.translate, session_of(model).state
    known = {ship.part: ship.field for ship in state.ships if ship.player == seat}
    unknown = next((part for part in range(state.ships_owned[seat]) if part not in known), None)

    def option(part: int, words: str, to: Field | None) -> Option:
        name = display_name(_, state.players[seat])
        do = recorder(model, piratenclaim.ShipAt(seat, part, to))
        return Option(name, do, value=words, key=f"ship {seat} {part}")

    # Without the ledger a ship is one part. Ships on one field are interchangeable: the last of them represents all.
    part_on = {at: part for part, at in known.items()}
    if unknown is not None:
        yield option(unknown, _("ship comes"), field)
    for at, part in part_on.items():
        if at != field:
            yield option(part, _("from {field}", field=field_name(at)), field)
    if field in part_on:
        yield option(part_on[field], _("ship leaves"), None)


class ThreatPage(FieldPage, frozen=True):
    """Shows the probability of a pirate on each field; after the roll, the fields where pirates will be."""

    name: ClassVar[str] = "piratenclaim_threat"

    def view(self, model: Model) -> star_map.View:
        _, state = model.translate, session_of(model).state
        return star_map.cursor_view(self.field)._replace(shares=threats(state), reasons=threat_reasons(_, state))

    def screen(self, model: Model) -> Screen:
        _, state, screen = model.translate, session_of(model).state, FieldPage.screen(self, model)
        share, sentence = threats(state).get(self.field, 0.0), _("Risk of pirates")
        rolls = _("{n} of {all} rolls", n=round(share * ROLL_COUNT), all=ROLL_COUNT)
        label = _("A pirate is on {field} after the roll", field=field_name(self.field))
        facts: Meter | Text = Meter(share, per_cent(share), label, rolls)
        if is_threat_certain(state):
            facts, sentence = Text(threat_reasons(_, state)[self.field], "bold"), _("Where the pirates go")
        tip = advice(_("The map shows it for all fields. Pirates of new discoveries are not counted."))
        return screen._replace(body=(BoxOnly(screen.body), WebOnly((facts, *tip))), sentence=sentence)

    def act(self, model: Model) -> Option:
        return Option("", core.show(model, self))

    def keys(self, model: Model) -> dict[Button, Option]:
        return core.closing_keys(model)

    def words(self, model: Model) -> tuple[Big | Text, ...]:
        _, state = model.translate, session_of(model).state
        if not is_threat_certain(state):
            share = threats(state).get(self.field, 0.0)
            return Big(per_cent(share)), Text(f"{round(share * ROLL_COUNT)}/{ROLL_COUNT}", align="left")
        moves = piratenclaim.movements(state, piratenclaim.current_dice(state))
        coming = dict.fromkeys(_(PIRATES[movement.pirate]) for movement in moves if movement.to == self.field)
        return Text(_("pirates:"), align="left"), Text(", ".join(coming) or _("none"), align="left")

    def lights(self, model: Model, now: float) -> Lights:
        return lights.threat(now, model.shown_since, self.field, threats(session_of(model).state))


def is_threat_certain(state: State) -> bool:
    """Returns whether the dice are rolled, but the pirates have not moved yet: then their next fields are known."""
    return state.phase is Phase.DISCOVER


def threats(state: State) -> Mapping[Field, float]:
    """Returns the share of rolls, 0 to 1, after which a pirate is on each field; fields without any are left out."""
    # Until the pirates have moved, the current roll decides; the odds of the next roll start from the new positions.
    if is_threat_certain(state):
        return {movement.to: 1.0 for movement in piratenclaim.movements(state, piratenclaim.current_dice(state))}
    return {field: count / ROLL_COUNT for field, count in piratenclaim.threat(state).items()}


def threat_reasons(_: Translator, state: State) -> Mapping[Field, str]:
    """Returns the probability of a pirate for each field, as a sentence."""
    shares = threats(state)
    if is_threat_certain(state):
        # Another discovery in this turn may bring a pirate that is not on the map yet.
        none = _("No pirate on the map comes here.") if piratenclaim.discoverable(state) else _("No pirate comes here.")
        return {field: _("A pirate comes here.") if field in shares else none for field in FIELDS}
    words = N_("A pirate is here after the roll: {share}")
    return {field: _(words, share=per_cent(shares.get(field, 0.0))) for field in FIELDS}


def roll_facts(_: Translator, state: State, field: Field) -> Iterator[Text]:
    """Yields what the next roll brings to a ship on a field: a discovery, or why none, and how likely a pirate."""
    name, segment, faces = field_name(field), segment_of(field), tuple[int, ...]()
    if state.systems[field]:
        yield Text(_("No discovery: {field} has a system.", field=name), "reason")
    elif piratenclaim.pirates_at(state, field):
        yield Text(_("No discovery: a pirate is on {field}.", field=name), "reason")
    elif piratenclaim.known_systems(state, segment) >= piratenclaim.SYSTEMS_PER_SEGMENT:
        yield Text(_("No discovery: segment {n} has its three systems.", n=segment), "reason")
    else:
        yield Text(_("The roll makes a discovery in segment {n}.", n=segment), "gain")
        faces = piratenclaim.entering_faces(state, field)
    if field in threats(state):
        yield Text(threat_reasons(_, state)[field], "risk")
    else:
        yield Text(_("No pirate on the map comes here."), "gain")
    if faces:
        yield Text(_("A discovery may bring one: grey {faces}.", faces=", ".join(map(str, faces))), "risk")


def per_cent(share: float) -> str:
    """Returns a share as a whole percentage: 100 only if it is certain, 0 only if it is impossible."""
    rounded = round(100 * share)
    return f"{min(max(rounded, 1), 99) if 0 < share < 1 else rounded}%"


def result_from(state: State, field: Field) -> piratenclaim.Discovery:
    return piratenclaim.discovery_result(state, field, piratenclaim.current_dice(state))


def result_of(before: State, event: Discover) -> piratenclaim.Discovery:
    """Returns the result of a discovery; of the pirates only the one that entered."""
    result = result_from(before, event.field)
    return result if event.pirate is None else result._replace(pirates=(event.pirate,))


def newest_discovery(model: Model) -> Discover:
    return next(event for event in reversed(session_of(model).kept_events) if isinstance(event, Discover))


def newest_result(model: Model) -> piratenclaim.Discovery:
    return result_of(session_of(model).state_before, newest_discovery(model))


def result_words(_: Translator, result: piratenclaim.Discovery) -> str:
    """Returns the result of a discovery as a sentence."""
    if result.field is None:
        return _("Nothing is found.")
    name = field_name(result.field)
    if result.system is not None:
        return f"{name}: {session.system_words(_, result.system)}"
    return _("{field}: the disc goes, a {colour} pirate comes", field=name, colour=_(PIRATES[result.pirates[0]]))


class DiscoverPage(FieldPage, frozen=True):
    """The cursor visits the fields from which a ship may discover."""

    name: ClassVar[str] = "piratenclaim_discover"
    headline: ClassVar[str] = N_("Choose where to discover")
    chooses_first: ClassVar[bool] = True
    crosses_segments: ClassVar[bool] = True

    @classmethod
    def first(cls, record: Record[State, piratenclaim.Event]) -> Self:
        """Returns the page with the cursor on the field in focus, or on the first possible field after it."""
        fields, focus = piratenclaim.discoverable(record.state), star_map.field_in_focus(record)
        return cls(next((field for field in fields if field >= focus), fields[0]))

    def fields(self, model: Model) -> Sequence[Field]:
        return piratenclaim.discoverable(session_of(model).state)

    def view(self, model: Model) -> star_map.View:
        return discovery_view(model, self.field)

    def lines(self, model: Model) -> Sequence[str]:
        return result_lines(model.translate, result_from(session_of(model).state, self.field))

    def act(self, model: Model) -> Option:
        return discover_option(model, self.field)


def discovery_view(model: Model, field: Field) -> star_map.View:
    """Returns the view of the fields from which a ship may discover; one is selected, with its target."""
    state = session_of(model).state
    marked, target = frozenset(piratenclaim.discoverable(state)), result_from(state, field).field
    reasons = dict.fromkeys(marked, model.translate("A ship may discover from here."))
    moves = ((field, target),) if target not in (None, field) else ()
    return star_map.cursor_view(field)._replace(marked=marked, reasons=reasons, moves=moves)


def discover_option(model: Model, field: Field) -> Option:
    """Returns the option to discover from a field, with the result as its detail."""
    _, finds = model.translate, result_from(session_of(model).state, field)

    def discover() -> Transition:
        # With one colour left in the supply there is no choice.
        if len(finds.pirates) > 1:
            return Transition(model.with_page_on_top(EnteringPage(field)))
        return session.record_event(model, Discover(field))

    label = _("Discover from {field}", field=field_name(field))
    return Option(label, discover, " ".join(result_lines(_, finds)), Icon.PLACE)


class EnteringPage(ListScreenPage, star_map.ViewPage, frozen=True):
    field: Field
    """The origin of the discovery."""
    cursor: int = 0
    name: ClassVar[str] = "piratenclaim_entering"
    headline: ClassVar[str] = N_("Choose which pirate enters")

    def view(self, model: Model) -> star_map.View:
        return discovery_view(model, self.field)

    def screen(self, model: Model) -> Screen:
        _, found_there = model.translate, result_from(session_of(model).state, self.field)
        options = [
            Option(_(PIRATES[each]), recorder(model, Discover(self.field, each)), words, key=each.value)
            for each, words in entering_words(model, self.field)
        ]
        chosen = options[self.cursor]
        enters = _("{colour} enters", colour=chosen.label)
        return Screen(
            _("A pirate enters"),
            "" if found_there.field is None else field_name(found_there.field),
            (BoxOnly((Text(_("Disc off. Which pirate?")), Text(chosen.detail, shorten=True))),),
            Choices(options, self.cursor, show="row"),
            {Button.OK: chosen._replace(label=enters, icon=Icon.CHECK), Button.UNDO: session.back_option(model)},
        )


def entering_words(model: Model, field: Field) -> Iterator[tuple[piratenclaim.Pirate, str]]:
    """Yields the pirates that a discovery may bring, with what each does in this turn: it moves with its die's face."""
    _, state = model.translate, session_of(model).state
    found = result_from(state, field)
    for pirate in found.pirates:
        after = piratenclaim.apply(state, Discover(field, pirate))
        moves = piratenclaim.movements(after, piratenclaim.current_dice(after))
        to, why = next((move.to, move.obstacle) for move in moves if move.field == found.field)
        seats = dict.fromkeys(ship.player for ship in ships_at(after, to))
        names = ", ".join(display_name(_, state.players[seat]) for seat in seats)
        words = N_("to {field}, robs {names}") if names else N_("to {field}")
        yield pirate, _("stays: {why}", why=_(OBSTACLES[why])) if why else _(words, field=field_name(to), names=names)


def result_lines(_: Translator, result: piratenclaim.Discovery) -> tuple[str, ...]:
    if result.field is None:
        return (_("brings"), _("nothing"))
    field = _("on {field}:", field=field_name(result.field))
    return (field, *session.system_lines(_, result.system)) if result.system is not None else (field, _("a pirate"))


class FoundPage(OutcomePage, star_map.ViewPage, frozen=True):
    """Shows the result: the system with its value and trade, the pirate that has come, or that nothing was found."""

    name: ClassVar[str] = "piratenclaim_found"

    def announcement(self, model: Model) -> Announcement:
        new = newest_result(model)
        sound = () if new.field is None else BANK if new.system else ALL_PASSED
        return Announcement(sound, (result_words(model.translate, new),))

    def view(self, model: Model) -> star_map.View:
        origin, to = newest_discovery(model).field, newest_result(model).field
        field = origin if to is None else to
        return star_map.cursor_view(field)._replace(moves=((origin, field),) if origin != field else ())

    def screen(self, model: Model) -> Screen:
        _, new, screen = model.translate, newest_result(model), OutcomePage.screen(self, model)
        if new.field is None:
            words = result_words(_, new)
            return screen._replace(title=_("Discovery"), body=(BoxOnly((Big(words),)),), sentence=words)
        if new.system is None:
            sentence = _("Place a pirate on {field}", field=field_name(new.field))
            return screen._replace(title=_("Discovery"), body=(Big(result_words(_, new)),), sentence=sentence)
        cubes = tuple(Text(line, "bold") for line in session.system_lines(_, new.system))
        value, field = _("value {n}", n=new.system.value), field_name(new.field)
        barter = session.trade_words(_, new.system)
        return screen._replace(
            title=_("A system"),
            note=value,
            body=(
                BoxOnly((Columns(Big(field), cubes), Text(barter, align="left"))),
                WebOnly((Text(f"{session.system_words(_, new.system)}: {value}; {barter}", "bold"),)),
            ),
            sentence=_("Place a system on {field}", field=field),
        )


def open_discoveries(state: State) -> tuple[Field, ...]:
    """Returns the fields from which a ship may discover with the current dice."""
    return piratenclaim.discoverable(state) if state.phase is Phase.DISCOVER and not state.dice_used else ()


def only_discovery(state: State) -> Field | None:
    """Returns the only field of `open_discoveries`; None if there are none or several."""
    fields = open_discoveries(state)
    return fields[0] if len(fields) == 1 else None
