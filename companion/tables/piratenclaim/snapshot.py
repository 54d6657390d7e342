"""A game of Piratenclaim in words and figures, with the whole map.

The map is in `Snapshot.map`: each of the 56 hexes with its axial coordinates and segment, its disc, its system as two
cubes (lower, upper), its pirates and ships, its mark, and the probability of a pirate while the threat is shown.
`places` names the 36 lights if they show the segment in focus.
"""

from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from companion.core.model import Model
from companion.core.player_names import display_name
from companion.core.snapshot import FieldSnapshot, Piece, ShipSnapshot, Snapshot
from companion.locale.translator import Translator
from companion.tables.piratenclaim import session
from companion.tables.piratenclaim.guide import GuidePage, moves, robbed_words, steps_in_words
from companion.tables.piratenclaim.layout import LayoutPage
from companion.tables.piratenclaim.ledger_pages import fleet, parts_words
from companion.tables.piratenclaim.lights import POSITION_OF
from companion.tables.piratenclaim.map_pages import FIGURES, FoundPage, newest_result, result_of, result_words
from companion.tables.piratenclaim.session import CUBES, DICE, PIRATES, field_name, journey, load_words, session_of
from companion.tables.piratenclaim.star_map import CUBE_COLOURS, View, ViewPage, focus_view, map_snapshot
from companion.tables.shared_pages import begins_sentence, player_snapshots, snapshot_before_start, winners_sentence
from engine import piratenclaim
from engine.game import Seat
from engine.piratenclaim import Claim, Cube, Discover, LoadCube, MovePirates, ShipAt, State, Trade, UnloadCube, field_at
from hardware.device import LIGHTS

DICE_COLOURS = ("#c0101a", "#1a9e5c", "#8d939c", "#ffffff", "#111111", "#8a5a2b")
"""The colours of the dice, in the order of a roll."""
PHASES_AFTER_ROLL = (piratenclaim.Phase.DISCOVER, piratenclaim.Phase.CONFLICT, piratenclaim.Phase.TURN_END)
"""The phases of a turn after its roll."""


def snapshot(model: Model) -> Snapshot:
    """Returns the snapshot of the game; all viewers see the same."""
    _, played, page = model.translate, session_of(model), model.page
    if played.record is None:
        shown = snapshot_before_start(model)
        return replace(shown, turn=None, map=page.map(model)) if isinstance(page, LayoutPage) else shown
    state, view = played.state, view_of(model)
    shown_state = page.shown_state(model) if isinstance(page, ViewPage) else state
    pirates = ", ".join(f"{_(PIRATES[pirate])} {count}" for pirate, count in piratenclaim.supply(state).items())
    supply = _("pirates in the supply: {pirates}", pirates=pirates)
    if state.spare_ships:
        supply += "; " + _("ships to buy: {n}", n=state.spare_ships)

    def figures_of(seat: Seat) -> tuple[int, ...]:
        # Without the ledger only the number of parts is known; the players keep track of the rest.
        known = piratenclaim.standing_of(state, seat) if state.ledger else ()
        return (*known, state.ships_owned[seat])

    shown = Snapshot(
        title=piratenclaim.title,
        where="" if played.is_over else " · ".join((_("Turn {n}", n=state.turns + 1), supply)),
        turn=page.seat if isinstance(page, GuidePage) else state.turn,
        progress=_progress(_, state, has_travelled=journey(played.started_record) is not None),
        figures=tuple(map(_, FIGURES if state.ledger else FIGURES[-1:])),
        players=tuple(
            replace(player, figures=tuple(map(str, figures_of(Seat(seat)))))
            for seat, player in enumerate(player_snapshots(model, state.players, state.winners or ()))
        ),
        places=_places(_, shown_state, view),
        map=map_snapshot(model, view, shown_state),
        dice=() if state.dice is None else tuple(state.dice),
        dice_names=tuple(map(_, DICE)),
        dice_colours=DICE_COLOURS,
        supply=supply,
        ships=tuple(_ships(_, state)) if state.ledger else (),
        log=tuple(_log(model)),
    )
    if piratenclaim.is_over(state):
        return replace(shown, turn=None, dice=())  # the dice of the last turn are obsolete
    if isinstance(page, FoundPage):
        field = newest_result(model).field
        return replace(shown, dice=(), found="" if field is None else field_name(field))
    return shown


def _progress(_: Translator, state: State, *, has_travelled: bool) -> str:
    """Returns the two steps of a turn in their order, those that are done with a tick; empty outside a turn."""
    phases, is_rolled = (piratenclaim.Phase.TRAVEL, *PHASES_AFTER_ROLL), state.phase in PHASES_AFTER_ROLL
    # No ship needs to travel: the step is also done once no ship may travel any more.
    steps = [(_("Travel"), has_travelled or (is_rolled and not piratenclaim.may_travel(state))), (_("Roll"), is_rolled)]
    ordered = reversed(steps) if state.variants.roll_first else steps
    marked = (f"{'✓' if is_done else number} {words}" for number, (words, is_done) in enumerate(ordered, 1))
    return " · ".join(marked) if state.phase in phases else ""


def _ships(_: Translator, state: State) -> Iterator[ShipSnapshot]:
    for ship in fleet(state):
        carried = [(cube, count) for cube, count in zip(Cube, ship.load, strict=True) if count]
        load = tuple(Piece(CUBE_COLOURS[cube], str(count)) for cube, count in carried)
        values, parts = tuple(int(cube) for cube, _count in carried), parts_words(_, state, ship.player, ship.parts)
        yield ShipSnapshot(ship.player, field_name(ship.field), parts, load, load_words(_, ship.load), values)


def view_of(model: Model) -> View:
    return model.page.view(model) if isinstance(model.page, ViewPage) else focus_view(model)


def _places(_: Translator, state: State, view: View) -> tuple[FieldSnapshot, ...]:
    """Returns the fields of the segment in focus, a field for each light; nothing if the lights show the dice."""
    found = list[FieldSnapshot]()
    for light in range(LIGHTS if view.focus is not None else 0):
        if light in POSITION_OF:
            field = field_at(view.focus or 0, POSITION_OF[light])
            use = _("Blinking: available.") if field in view.marked else ""
            words = session.contents_words(_, state, field)
            found.append(FieldSnapshot(field_name(field), pieces=(), holds=words, why="", use=use, usable=bool(use)))
        else:
            found.append(FieldSnapshot("", pieces=(), holds=_("no field"), why=""))
    return tuple(found)


def _log(model: Model) -> Iterator[str]:
    """Yields the events of the current turn and of one round before it, oldest first."""
    _, record = model.translate, session_of(model).started_record
    for before, step in pairwise(record.timeline):
        is_new = before.state.turns >= record.state.turns - len(record.state.players)
        if is_new and (text := _event_line(_, before.state, step.event)):
            if not isinstance(step.event, MovePirates) or any(before.state.pirates):
                yield text
            if not before.state.robbed:  # the states until the end of the turn contain the same robberies
                yield from robbed_words(_, step.state)


def caption(model: Model) -> str:
    _, timeline = model.translate, session_of(model).started_record.timeline
    event, state = timeline[-1]
    if piratenclaim.is_over(state):
        return winners_sentence(_, state)
    return _event_line(_, timeline[-2].state, event) if len(timeline) > 1 else begins_sentence(_, state)


def _event_line(_: Translator, before: State, event: object) -> str:
    words = session.event_words(_, event)
    if isinstance(event, MovePirates) and any(before.pirates):
        words += f": {'; '.join(steps_in_words(_, before, moves(before)))}"
    if isinstance(event, Discover):
        words += f" ({result_words(_, result_of(before, event)).removesuffix('.')})"
    if isinstance(event, Trade | LoadCube | UnloadCube):
        at = next(ship.field for ship in piratenclaim.ships_of(before) if event.part in ship.parts)
        if (system := before.systems[at]) is not None:
            cube = f"1 {_(CUBES[system.lower])}"
            words += f" ({session.trade_words(_, system, reverse=event.reverse) if isinstance(event, Trade) else cube})"
    if isinstance(event, Claim) and (system := before.systems[event.field]) is not None:
        words += f" ({_('value {n}', n=system.value)})"
    seat = event.player if isinstance(event, ShipAt) else before.turn  # any player may report a ship
    return f"{display_name(_, before.players[seat])}: {words}" if words else ""
