"""A game of Piratenclaim in words and figures, with the whole map.

The map is in `Snapshot.map`: each of the 56 hexes with its axial coordinates and segment, its disc, its system as two
cubes (lower, upper), the pirates and ships that stand there, how it is marked, and the chance of a pirate while the
threat is shown. `places` names the 36 lights: the fields of the segment in focus, or the faces of the dice.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from companion.core.player_names import display_name
from companion.core.snapshot import (
    ChosenPlace,
    FieldSnapshot,
    LogEntry,
    PlayerSnapshot,
    Snapshot,
    hex_colour,
    snapshot_before_start,
)
from companion.locale.translator import N_
from companion.tables.piratenclaim.dice import (
    ByHandPage,
    DicePage,
    DiscoverPage,
    EnteringPage,
    FoundPage,
    can_discover,
    changed_field,
    find_lines,
    found,
)
from companion.tables.piratenclaim.guide import GuidePage, MoveStep, step_place, step_words
from companion.tables.piratenclaim.lights import POSITION_OF
from companion.tables.piratenclaim.map_pages import (
    ActionsPage,
    BoardPage,
    MapPage,
    ThreatPage,
    actions_at,
    are_certain,
    per_cent,
    threats,
)
from companion.tables.piratenclaim.pirates import ConflictPage, ShipsPage, contest
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.star_map import View, at_cursor, field_in_focus, star_map
from companion.tables.piratenclaim.turn import DiscsByHandPage, FirstSeatPage
from companion.tables.piratenclaim.words import DICE, PIRATES, event_words, field_name, holds
from companion.tables.shared_flow import begins_sentence, winners_sentence
from engine import piratenclaim
from engine.piratenclaim import FIELDS, Field, Phase, field_at, segment_of
from hardware.device import LIGHTS, SIDE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.core.model import Model
    from companion.locale.translator import Translator
    from engine.game import Seat
    from engine.piratenclaim import Dice, State

PIRATES_MOVE = N_("{name}: the pirates move.")
TASKS = {
    Phase.DISCS: N_("Three black discs come on each outer segment."),
    Phase.TRAVEL: N_("{name}, travel, then roll!"),
    Phase.DISCOVER: N_("{name}: does a ship discover? Then the pirates move."),
    Phase.CONFLICT: N_("{name}: which pirate leaves {field}?"),
    Phase.TURN_END: N_("{name}: the turn is over."),
}
ADVICE = {
    Phase.DISCS: N_("Let the box draw the black discs, or lay them yourselves: three on each outer segment."),
    Phase.TRAVEL: N_(
        "Travel and trade on the table, then roll all six dice. Tap a field to sink a pirate or tell of a ship."
    ),
    Phase.DISCOVER: N_("Tap the field of a ship that discovers; then let the pirates move."),
    Phase.CONFLICT: N_("Two pirates stand on one field: whose turn it is says which one goes to the supply."),
}
"""What is said to whoever plays for the first time, in English, to be translated."""


def snapshot(model: Model) -> Snapshot:
    """The game on the table, in its language; nothing in it is hidden from anybody."""
    if session_of(model).record is not None:
        return _under_way(model)
    page = model.page if isinstance(model.page, FirstSeatPage) else FirstSeatPage()
    return replace(snapshot_before_start(model, page.seat(model.session)), news=page.origin(model))


def _under_way(model: Model) -> Snapshot:
    _, state = model.translate, session_of(model).state
    over = piratenclaim.is_over(state)
    view = view_of(model)
    return Snapshot(
        title=piratenclaim.title,
        status=_status(model),
        moment="end" if over else None,
        news=_news(_, state) if over else "",
        turn=None if over else _acting_seat(model),
        figures=(_("ships"),),
        players=_players(model),
        places=_places(_, laid(model) or state, view),
        chosen=_chosen(model),
        map=star_map(model, view, laid(model)),
        dice=() if state.dice is None or over else tuple(state.dice),
        dice_names=tuple(map(_, DICE)),
        supply=_supply(_, state),
        advice=_(ADVICE.get(state.phase, "")) if not isinstance(model.page, GuidePage | FoundPage) else "",
        log=tuple(_log(model)),
    )


def view_of(model: Model) -> View:
    """Returns what the open page has in view: the segment, the cursor, the marks, the threat."""
    state, page = session_of(model).state, model.page
    match page:
        case DicePage() | ByHandPage():
            return View(None)
        case DiscoverPage(field):
            fields = frozenset(piratenclaim.discoverable(state))
            whys = dict.fromkeys(fields, model.translate("A ship may discover from here."))
            return View(segment_of(field), field, fields, whys=whys)
        case ThreatPage(field):
            return View(segment_of(field), field, shares=threats(state), whys=threat_whys(model.translate, state))
        case DiscsByHandPage() | BoardPage() | ActionsPage() | EnteringPage():
            return at_cursor(page.field)
        case ShipsPage(fields, number):
            return View(segment_of(fields[number]), fields[number], frozenset(fields))
        case ConflictPage():
            field = contest(state)[0]
            return View(segment_of(field), field)
        case MapPage(segment):
            return View(segment)
        case _:
            return _outcome_in_view(model)


def _chosen(model: Model) -> ChosenPlace | None:
    """Returns the field under the cursor and what `ok` does there; None where it does nothing to a field."""
    _, state, page = model.translate, session_of(model).state, model.page
    match page:
        case DiscoverPage(field):
            return ChosenPlace(field_name(field), " ".join(find_lines(_, found(state, field))))
        case DiscsByHandPage(field, discs):
            return ChosenPlace(field_name(field), _("take the disc off") if discs >> field & 1 else _("put a disc"))
        case BoardPage(field) if actions_at(state, field):
            return ChosenPlace(field_name(field), _("what happens?"))
        case _:
            return None


def _outcome_in_view(model: Model) -> View:
    """The field of a step, or of what was found; on all other pages only the segment in focus."""
    session, page = session_of(model), model.page
    focus = field_in_focus(session.started_record)
    moves: tuple[tuple[Field, Field], ...] = ()
    if isinstance(page, GuidePage):
        step = page.steps[page.step]
        field = step.field
        if isinstance(step, MoveStep):
            there_and_back = ((step.origin, field), (field, step.origin))
            moves = there_and_back if step.swaps_with else there_and_back[:1]
    elif isinstance(page, FoundPage):
        changed = changed_field(session.state_before, session.state)
        field = focus if changed is None else changed
    else:
        return View(segment_of(focus))
    return View(segment_of(field), None, frozenset({field}), moves=moves)


def _acting_seat(model: Model) -> Seat:
    return model.page.mover if isinstance(model.page, GuidePage) else session_of(model).state.turn


def _news(_: Translator, state: State) -> str:
    """Returns what the end rests on, and how many turns were played, if any was."""
    if not state.turns:
        return _("By the table's word")
    return _.many("By the table's word, after {n} turn", "By the table's word, after {n} turns", state.turns)


def _status(model: Model) -> str:
    """What is to be done, in a sentence."""
    _, session = model.translate, session_of(model)
    state = session.state
    match model.page:
        case GuidePage(steps, mover, step):
            now, name = steps[step], display_name(_, state.players[mover])
            return f"{name}, {step_place(_, now)}: {step_words(_, state, now)}"
        case _ if piratenclaim.is_over(state):
            return winners_sentence(_, state)
        case _:
            name = display_name(_, state.players[state.turn])
            field = field_name(contest(state)[0]) if state.phase is Phase.CONFLICT else ""
            task = PIRATES_MOVE if isinstance(model.page, ShipsPage) else _task(state)
            return _(task, name=name, field=field)


def _task(state: State) -> str:
    if state.phase is Phase.DISCOVER and not can_discover(state):
        return PIRATES_MOVE
    if state.phase is Phase.TRAVEL and state.variants.roll_first:
        return N_("{name}, roll, then travel!")
    return TASKS[state.phase]


def _players(model: Model) -> tuple[PlayerSnapshot, ...]:
    _, state = model.translate, session_of(model).state
    return tuple(
        PlayerSnapshot(
            display_name(_, name),
            hex_colour(colour),
            (str(ships),),
            _("wins!") if seat in (state.winners or ()) else "",
        )
        for seat, (name, colour, ships) in enumerate(
            zip(state.players, model.seat_colours, state.ships_owned, strict=True)
        )
    )


def _supply(_: Translator, state: State) -> str:
    """The pirates that are not on the board, and the ships that can be bought."""
    left = ", ".join(f"{_(PIRATES[pirate])} {count}" for pirate, count in piratenclaim.supply(state).items())
    told = _("pirates in the supply: {pirates}", pirates=left)
    spare = _("ships to buy: {n}", n=state.spare_ships)
    return f"{told}; {spare}" if state.spare_ships else told


def laid(model: Model) -> State | None:
    """Returns the map with the discs that are being entered; None: what lies there is the game's state."""
    if isinstance(model.page, DiscsByHandPage):
        return replace(session_of(model).state, discs=model.page.discs)
    return None


def threat_whys(_: Translator, state: State) -> Mapping[Field, str]:
    """Returns for each field how likely a pirate comes there, in words."""
    shares = threats(state)
    if are_certain(state):
        return {field: _("A pirate comes here.") if field in shares else _("No pirate comes here.") for field in FIELDS}
    return {field: _("A pirate comes here: {share}", share=per_cent(shares.get(field, 0.0))) for field in FIELDS}


def _places(_: Translator, state: State, view: View) -> tuple[FieldSnapshot, ...]:
    """What each of the 36 lights stands for: a field of the segment in focus, or a face of a die."""
    if view.focus is None:
        return tuple(_face(_, state.dice, light) for light in range(LIGHTS)) if state.dice else ()
    return tuple(_place(_, state, view, light) for light in range(LIGHTS))


def _face(_: Translator, dice: Dice, light: int) -> FieldSnapshot:
    die, face = light % SIDE, light // SIDE + 1
    lies = dice[die] == face
    return FieldSnapshot(f"{_(DICE[die])} {face}", (), _("this face lies") if lies else _("another face lies"), "")


def _place(_: Translator, state: State, view: View, light: int) -> FieldSnapshot:
    if light not in POSITION_OF or view.focus is None:
        return FieldSnapshot("", (), _("no field"), "")
    field = field_at(view.focus, POSITION_OF[light])
    usable = field in view.marked
    use = _("Blinking: may be chosen.") if usable else ""
    return FieldSnapshot(field_name(field), (), holds(_, state, field), _meaning(_, state, field), use, usable)


def _meaning(_: Translator, state: State, field: Field) -> str:
    """What the lights of a field say."""
    if state.discs >> field & 1:
        return _("Dark: a black disc.")
    if state.systems[field] is not None:
        return _("Two colours: a system, the lower cube below.")
    return _("Faint: an open field.")


def _log(model: Model) -> Iterator[LogEntry]:
    """The turn that is on and a round before it, oldest first; what was just taken back comes last and is marked."""
    _, record = model.translate, session_of(model).started_record
    for before, step in pairwise(record.timeline):
        if before.state.turns >= record.state.turns - len(record.state.players) and (
            text := _line(_, before.state, step.event)
        ):
            yield LogEntry(text)
    if text := _line(_, record.state, record.taken_back):
        yield LogEntry(text, undone=True)


def caption(model: Model) -> str:
    """What happened last, in a sentence."""
    _, line = model.translate, session_of(model).started_record.timeline
    event, state = line[-1].event, line[-1].state
    if piratenclaim.is_over(state):
        return winners_sentence(_, state)
    return _line(_, line[-2].state, event) if len(line) > 1 else begins_sentence(_, state)


def _line(_: Translator, before: State, event: object) -> str:
    words = event_words(_, event)
    return f"{display_name(_, before.players[before.turn])}: {words}" if words else ""
