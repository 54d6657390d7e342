"""A discovery: from which field, which pirate enters, and what is found (rules, 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from companion.core.effects import ALL_PASSED, BANK
from companion.core.model import ListScreenPage, Model, Transition
from companion.locale.translator import N_, Translator
from companion.tables.piratenclaim.map_pages import FieldPage
from companion.tables.piratenclaim.session import (
    PIRATES,
    Session,
    back_option,
    field_name,
    record,
    record_event,
    session_of,
    system_lines,
    system_name,
    trade,
)
from companion.tables.piratenclaim.star_map import View, ViewPage, at_cursor, field_in_focus
from companion.tables.shared_pages import OutcomePage
from companion.ui.art import Icon
from companion.ui.screen import Announcement, Big, BoxOnly, Choices, Columns, Option, Screen, Text, WebOnly
from engine import piratenclaim
from engine.piratenclaim import Field, Find, Phase, Pirate, State, System
from engine.record import Record
from hardware.device import Button


class Found(NamedTuple):
    origin: Field
    """The field from which it was made."""
    field: Field | None
    """The field of the new system or pirate; None if nothing was found."""
    system: System | None
    pirate: Pirate | None

    def words(self, _: Translator) -> str:
        if self.field is None:
            return _("Nothing is found.")
        name = field_name(self.field)
        if self.system is not None:
            return f"{name}: {system_name(_, self.system)}"
        colour = "" if self.pirate is None else _(PIRATES[self.pirate])
        return _("{field}: the disc goes, a {colour} pirate comes", field=name, colour=colour)


def newest_found(session: Session) -> Found:
    newest = next(event for event in reversed(session.timeline) if isinstance(event, piratenclaim.Discover))
    return found_by(session.state_before, newest)


def found_by(before: State, event: piratenclaim.Discover) -> Found:
    find = piratenclaim.find(before, event.field, piratenclaim.current_dice(before))
    return Found(event.field, find.field, find.system, event.pirate or next(iter(find.pirates), None))


class DiscoverPage(FieldPage, frozen=True):
    """The cursor visits the fields from which a ship may discover."""

    name: ClassVar[str] = "piratenclaim_discover"
    headline: ClassVar[str] = N_("Choose where to discover")
    chooses_first: ClassVar[bool] = True
    walks_everywhere: ClassVar[bool] = True

    @classmethod
    def first(cls, kept: Record[State, piratenclaim.Event]) -> DiscoverPage:
        """Returns the page with the cursor on the field in focus, or on the first possible field after it."""
        fields, focus = piratenclaim.discoverable(kept.state), field_in_focus(kept)
        return cls(next((field for field in fields if field >= focus), fields[0]))

    def fields(self, model: Model) -> Sequence[Field]:
        return piratenclaim.discoverable(session_of(model).state)

    def view(self, model: Model) -> View:
        return discovery_view(model, self.field)

    def lines(self, model: Model) -> Sequence[str]:
        return find_lines(model.translate, found(session_of(model).state, self.field))

    def act(self, model: Model) -> Option:
        return discover_option(model, self.field)


def discovery_view(model: Model, field: Field) -> View:
    """Returns the view of the fields from which a ship may discover; one is selected, with its target."""
    state = session_of(model).state
    marked, target = frozenset(piratenclaim.discoverable(state)), found(state, field).field
    whys = dict.fromkeys(marked, model.translate("A ship may discover from here."))
    moves = ((field, target),) if target not in (None, field) else ()
    return at_cursor(field)._replace(marked=marked, whys=whys, moves=moves)


def discover_option(model: Model, field: Field) -> Option:
    """Returns the option to discover from a field, with the result as its detail."""
    _, finds = model.translate, found(session_of(model).state, field)

    def discover() -> Transition:
        # With one colour left in the supply there is no choice.
        if len(finds.pirates) > 1:
            return Transition(model.with_page_on_top(EnteringPage(field)))
        return record_event(model, piratenclaim.Discover(field))

    label = _("Discover from {field}", field=field_name(field))
    return Option(label, discover, " ".join(find_lines(_, finds)), Icon.PLACE)


class EnteringPage(ListScreenPage, ViewPage, frozen=True):
    field: Field
    """The origin of the discovery."""
    cursor: int = 0
    name: ClassVar[str] = "piratenclaim_entering"
    headline: ClassVar[str] = N_("Choose which pirate enters")

    def view(self, model: Model) -> View:
        return discovery_view(model, self.field)

    def screen(self, model: Model) -> Screen:
        _, found_there = model.translate, found(session_of(model).state, self.field)
        options = [
            Option(_(PIRATES[each]), record(model, piratenclaim.Discover(self.field, each)), key=each.value)
            for each in found_there.pirates
        ]
        chosen = options[self.cursor]
        enters = _("{colour} enters", colour=chosen.label)
        return Screen(
            _("A pirate enters"),
            "" if found_there.field is None else field_name(found_there.field),
            (BoxOnly((Text(_("Disc off. Which pirate?")),)),),
            Choices(options, self.cursor, "row"),
            {Button.OK: chosen._replace(label=enters, icon=Icon.CHECK), Button.UNDO: back_option(model)},
        )


def found(state: State, field: Field) -> Find:
    return piratenclaim.find(state, field, piratenclaim.current_dice(state))


def find_lines(_: Translator, find: Find) -> tuple[str, ...]:
    if find.field is None:
        return (_("brings"), _("nothing"))
    field = _("on {field}:", field=field_name(find.field))
    return (field, *system_lines(_, find.system)) if find.system is not None else (field, _("a pirate"))


class FoundPage(OutcomePage, ViewPage, frozen=True):
    """Shows the result: the system with its value and trade, the pirate that has come, or that nothing was found."""

    name: ClassVar[str] = "piratenclaim_found"

    def announcement(self, model: Model) -> Announcement:
        new = newest_found(session_of(model))
        sound = () if new.field is None else BANK if new.system else ALL_PASSED
        return Announcement(sound, (new.words(model.translate),))

    def view(self, model: Model) -> View:
        new = newest_found(session_of(model))
        field = new.origin if new.field is None else new.field
        moves = ((new.origin, field),) if new.origin != field else ()
        return at_cursor(field)._replace(moves=moves)

    def screen(self, model: Model) -> Screen:
        _, new, screen = model.translate, newest_found(session_of(model)), OutcomePage.screen(self, model)
        if new.field is None:
            words = new.words(_)
            return screen._replace(title=_("Discovery"), body=(BoxOnly((Big(words),)),), sentence=words)
        if new.system is None:
            sentence = _("Place a pirate on {field}", field=field_name(new.field))
            return screen._replace(title=_("Discovery"), body=(Big(new.words(_)),), sentence=sentence)
        cubes = tuple(Text(line, "bold") for line in system_lines(_, new.system))
        value, field, barter = _("value {n}", n=new.system.value), field_name(new.field), trade(_, new.system)
        return screen._replace(
            title=_("A system"),
            note=value,
            body=(
                BoxOnly((Columns(Big(field), cubes), Text(barter, align="left"))),
                WebOnly((Text(f"{system_name(_, new.system)}: {value}; {barter}", "bold"),)),
            ),
            sentence=_("Place a system on {field}", field=field),
        )


def only_discovery(state: State) -> Field | None:
    """Returns the only field from which a ship may discover with the current dice; None if there is not exactly one."""
    fields = piratenclaim.discoverable(state) if state.phase is Phase.DISCOVER and not state.used else ()
    return fields[0] if len(fields) == 1 else None
