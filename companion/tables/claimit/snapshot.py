"""A game of Claim It! in words and figures, for the web page and the terminal.

Everything in this game is public except one thing: while the guide is open, the pages that announce the last round or
the end are still to come. Until they open, the snapshot shows the game as if neither had happened, so that no phone
shows the news before the box announces it.
"""

import dataclasses
from collections.abc import Iterator

from msgspec.structs import replace

from companion.core.lineup import ViewerKind
from companion.core.model import Model
from companion.core.player_names import display_name, initials, list_names
from companion.core.shown import awaits_announcements
from companion.core.snapshot import FieldSnapshot, Piece, PlayerSnapshot, ReadingSnapshot, Snapshot, hex_colour
from companion.locale.translator import Translator
from companion.tables.claimit import session as claimit_session
from companion.tables.claimit.guide import GuidePage
from companion.tables.claimit.lights import glowing_corners
from companion.tables.claimit.place import PlaceStonePage
from companion.tables.claimit.session import LitFields, lit_fields_of, log, obstacles, session_of, stone_word
from companion.tables.claimit.start import JoinBoardPage, joining_snapshot, start_rolls_snapshot
from companion.tables.claimit.turn import BustPage, ChoosePage, LastRoundPage, bust_roll, last_turn_text, per_cent
from companion.tables.shared_pages import player_snapshots
from engine import claimit
from engine.claimit import Bank, ClaimStone, Dice, Field, OwnershipStone, Phase, Place, PlayerStone, State, Stone
from engine.game import Seat
from engine.record import AnyRecord

WHITE, BLACK = "#ffffff", "#111111"
CROSS = "\N{MULTIPLICATION SIGN}"
"""The sign on a field that lost its mark."""


def snapshot(model: Model, viewer: ViewerKind) -> Snapshot:  # noqa: ARG001 - nothing is secret here
    if isinstance(model.page, JoinBoardPage):
        entered = _under_way(replace(model, maybe_session=model.session.at_position(model.page.state)))
        return joining_snapshot(model.translate, entered)
    return start_rolls_snapshot(model) if model.session.record is None else _under_way(model)


def _under_way(model: Model) -> Snapshot:
    model = _before_announcements(model)
    _, session = model.translate, session_of(model)
    state, record = session.state, session.started_record
    free = " ".join(str(number) for number, place in enumerate(state.claims, 1) if not place)
    ownership_stones = claimit.ownership_stones_left(state)
    hides_fields = state.phase is Phase.PLACE and lit_fields_of(session) is LitFields.OFF
    shown = Snapshot(
        title=claimit.title,
        notice=_notice(_, state),
        turn=None if claimit.is_over(state) else state.turn,
        figures=(_("Mine"), _("Gold"), _("Fields")),
        players=_players(model),
        places=tuple(_place(model, field) for field in claimit.FIELDS),
        dice=state.roll or (),
        readings=() if hides_fields or state.roll is None else _readings(state, state.roll),
        where=_where(_, state, record),
        progress=_progress(_, state, record),
        stones_left=tuple(not place for place in state.claims),
        supply=_("claim stones left: {free}; ownership stones left: {own}", free=free or "–", own=ownership_stones),  # noqa: RUF001
        log=tuple(log(model)),
    )
    match model.page:
        case BustPage():
            before, dice = session.state_before, bust_roll(session)
            marks, lost = claimit.marks(before), _("Lost: it was placed this turn.")
            badges = {name: why.badge for name, why in obstacles(_, before, dice)}
            places = tuple(
                replace(place, sign=CROSS, why=lost)
                if marks >> field & 1
                else replace(place, after=badges.get(place.name, ""))  # the words under the stone
                for field, place in enumerate(shown.places)
            )
            shown = replace(shown, turn=before.turn, where=_where(_, before, record), notice=_notice(_, before))
            progress, readings = _progress(_, before, record), _readings(before, dice)
            return replace(shown, progress=progress, dice=dice, readings=readings, places=places)
        case GuidePage(seat=seat):
            return replace(shown, turn=seat, dice=())
        case ChoosePage():
            rolled = (event.dice for event in reversed(session.kept_events) if isinstance(event, claimit.Roll))
            return replace(shown, dice=next(rolled, ()))
        case LastRoundPage():
            return replace(shown, dice=(), notice="")
        case _ if claimit.is_over(state):
            return replace(shown, places=_count_mines(_, state, shown.places))
        case _:
            return shown


def _notice(_: Translator, state: State) -> str:
    moving = list_names(_, (state.players[seat] for seat in claimit.seats_to_move(state)), " ▸ ")
    return _("Last round! Turns left: {names}", names=moving) if last_turn_text(_, state) else ""


def _where(_: Translator, state: State, record: AnyRecord) -> str:
    """Returns the number of the round if it is known, and how many goldclaims call the last one."""
    player_count = len(state.players)
    if state.phase is Phase.OVER:
        return " · ".join((_("finished"), _.many("{n} turn", "{n} turns", state.turns), _("already saved")))
    if state.last_round is not None:
        caller = state.last_round.called_by
        name, gold = display_name(_, state.players[caller]), claimit.standing(state, caller).goldclaims
        return _("Last round: {name} has {n} goldclaims", name=name, n=gold)
    calls = _("{n} goldclaims start the last round", n=claimit.GOLDCLAIMS_TO_CALL[player_count])
    is_joined = any(isinstance(step.event, claimit.JoinedPosition) for step in record.timeline[1:2])
    return calls if is_joined else " · ".join((_("Round {n}", n=state.turns // player_count + 1), calls))


def _progress(_: Translator, state: State, record: AnyRecord) -> str:
    """Returns the number of the roll in this turn, and how many stones were placed."""
    if state.phase is Phase.OVER:
        return _("largest mine: {mine}", mine=max(each.mine for each in claimit.standings(state)))
    placed = 0
    for step in reversed(record.timeline):
        if step.state.turns < state.turns:
            break
        placed += isinstance(step.event, Place) and step.state.turns == state.turns  # `state` may be that before a bust
    roll = _("Roll {n}", n=placed + (state.phase is not Phase.CHOOSE))
    stones = _.many("{n} stone placed", "{n} stones placed", placed)
    if state.phase is Phase.CHOOSE:
        return stones
    return " · ".join((roll, stones)) if placed else roll


def _before_announcements(model: Model) -> Model:
    """Returns the model without what a later page will announce: the last round and the end.

    That page comes after the guide, even if a page such as the menu covers the guide.
    """
    opened, session = model.open_pages[0], session_of(model)
    if not isinstance(opened, GuidePage | BustPage) or not awaits_announcements(model):
        return model
    record, state, before = model.session.started_record, session.state, session.state_before
    # As if only the turn had ended, without a winner or a call of the last round.
    phase = Phase.ROLL if state.phase is Phase.OVER else state.phase
    shown = dataclasses.replace(state, phase=phase, winners=None, last_round=before.last_round and state.last_round)
    timeline = record.timeline[:-1].plus(record.timeline[-1]._replace(state=shown))
    record = dataclasses.replace(record, timeline=timeline)
    return replace(model, page=opened, maybe_session=replace(session, record=record))


def _players(model: Model) -> tuple[PlayerSnapshot, ...]:
    _, state = model.translate, session_of(model).state
    need, gains = claimit.GOLDCLAIMS_TO_CALL[len(state.players)], _gains(model)
    players = zip(player_snapshots(model, state.players), claimit.standings(state), claimit.ranks(state), strict=True)
    return tuple(
        replace(
            player,
            figures=(str(each.mine), f"{each.goldclaims}/{need}", str(each.fields)),
            note=", ".join(_notes(_, state, Seat(seat))) or _.many("{n} stone left", "{n} stones left", each.stones),
            rank=rank if claimit.is_over(state) else 0,
            gains=gains if seat == state.turn else (),
        )
        for seat, (player, each, rank) in enumerate(players)
    )


def _gains(model: Model) -> tuple[str, ...]:
    """Returns the figures that a bank would change, after the selected placement if a stone is being placed."""
    state, opened = session_of(model).state, model.open_pages[0] if model.page.is_aside else model.page
    if isinstance(opened, PlaceStonePage) and not model.hides_cursor and state.phase is Phase.PLACE:
        state = claimit.apply(state, Place(tuple(claimit.legal(state))[opened.index(model)]))
    if state.phase is not Phase.CHOOSE:
        return ()
    old, new = (claimit.standing(each, state.turn) for each in (state, claimit.apply(state, Bank())))
    pairs = ((old.mine, new.mine), (old.goldclaims, new.goldclaims), (old.fields, new.fields))
    return tuple("" if before == after else str(after) for before, after in pairs)


def _notes(_: Translator, state: State, seat: Seat) -> Iterator[str]:
    if state.last_round and seat == state.last_round.called_by:
        yield _("goes last")
    # While the active player chooses, the next `if` says more.
    elif seat != state.turn and seat in claimit.seats_to_move(state) and state.phase is not Phase.CHOOSE:
        yield _("has a turn left")
    if state.last_round and state.phase is Phase.CHOOSE:
        for rival in claimit.rivals(state):
            if rival.seat == seat and rival.mine_to_win is not None:
                yield _("needs {n}", n=rival.mine_to_win) if rival.mine < rival.mine_to_win else _("leads")
    if not claimit.standing(state, seat).stones and state.phase is not Phase.OVER:
        yield _("no stones left: use any token")


def _readings(state: State, dice: Dice) -> tuple[ReadingSnapshot, ...]:
    """Returns the possible field of each combination of dice, with its column, row and stone."""
    return tuple(
        ReadingSnapshot((claimit.column_of(field), claimit.row_of(field), third), claimit.format_field(field))
        for field, third, _refusal in claimit.assignments(state, dice)
    )


def _place(model: Model, field: Field) -> FieldSnapshot:
    _, state = model.translate, session_of(model).state
    # If the players have to find the fields, the snapshot must not show them.
    is_lit = lit_fields_of(session_of(model)) is LitFields.ON
    stones = claimit.stack(state, field)
    usable = is_lit and state.roll is not None and claimit.refusal(state, field) is None
    after = per_cent(_, claimit.bust_count(claimit.apply(state, Place(field)))) if usable else ""
    words = (
        display_name(_, state.players[stone.seat]) if isinstance(stone, PlayerStone) else stone_word(_, stone, ())
        for stone in stones
    )
    holds = ", ".join(words) or _("empty")
    return FieldSnapshot(
        claimit.format_field(field),
        tuple(_piece(model, stone) for stone in stones),
        holds,
        _why(_, state, field),
        _use(model, field) if is_lit else "",
        usable=usable,
        after=after,
        coming=_piece(model, claimit.legal(state)[field]) if usable else None,
    )


def _piece(model: Model, stone: Stone) -> Piece:
    match stone:
        case OwnershipStone():
            return Piece(BLACK, "")
        case ClaimStone(number):
            return Piece(WHITE, str(number))
        case PlayerStone(seat):
            initial = initials(model.translate, model.session.state.players)[seat]
            return Piece(hex_colour(model.seat_colours[seat]), initial)


def _why(_: Translator, state: State, field: Field) -> str:
    here = 1 << field
    owner = next((seat for seat, own in enumerate(state.fields) if own & here), None)
    name = "" if owner is None else display_name(_, state.players[owner])
    reasons = (
        (state.gold & here, _("Bright: {name}'s goldclaim, safe for good.", name=name)),
        (state.owned & here, _("Pulsing: ownership stone from this turn.")),
        (claimit.claimed(state) & here and name, _("White and {name}: claim stone from this turn.", name=name)),
        (claimit.claimed(state) & here, _("White: claim stone from this turn.")),
        (name, _("Dim: a stone of {name}.", name=name)),
        (
            state.last_round is not None and field in glowing_corners(state),
            _("Glows on the box: the last round. {last}.", last=last_turn_text(_, state)),
        ),
    )
    return next((text for true, text in reasons if true), "")


def _use(model: Model, field: Field) -> str:
    """Returns whether the field is available for the roll, what its light means, and why it is not available."""
    _, state = model.translate, session_of(model).state
    if state.roll is None:
        return ""
    if reason := claimit_session.why_not_available(_, state, field):
        return _("Not available: {reason}.", reason=reason)
    stone = claimit.legal(state)[field]
    if isinstance(stone, OwnershipStone):
        return _("Blinking: place an ownership stone here.")
    return _("Blinking: place claim stone {stone} here.", stone=stone.number)


def _count_mines(_: Translator, state: State, places: tuple[FieldSnapshot, ...]) -> tuple[FieldSnapshot, ...]:
    counted = list(places)
    for seat in state.winners or ():
        mine, name = tuple(claimit.fields_in(claimit.largest_mine(state, seat))), display_name(_, state.players[seat])
        for number, field in enumerate(mine, 1):
            why = _("{n} of {all} in the mine of {name}.", n=number, all=len(mine), name=name)
            counted[field] = replace(counted[field], sign=str(number), why=why)
    return tuple(counted)
