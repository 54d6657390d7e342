"""The rules of Piratenclaim: the state after each event. States are immutable; each step returns a new one.

How a position is stored (`position.State`), and why:

- A set of fields is one int of 56 bits: the discs, the fields of discoveries, and for each colour of pirates their
  fields. Two pirates of one colour never share a field, so a set is enough.
- The state knows only reported ships. Ships travel on the board without an event, and the players are prompted for
  their fields when the next move of the pirates depends on it. If no ship of a seat was reported, its ships may be
  anywhere (`may_have_ship`). The players count the cubes. With the ledger (`ledger`) the state has the field and the
  load of each part, and ships travel by events.
- `blocked` and `robbed` describe the last move of the pirates, for display only.

The rules do not say when a game is over: `finish` applies the declaration of the players. Where the sources are not
clear, the code names our decision (R1 to R16 in docs/rules/piratenclaim.md); some of them are options of the start.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple, assert_never

from engine.game import Code, Illegal, Seat, illegal, syntax_error
from engine.piratenclaim import pirates, position
from engine.piratenclaim.discs import DISCS, DISCS_PER_SEGMENT, OUTER_SEGMENTS, enclosed, fixing_moves
from engine.piratenclaim.ledger import add_part, after_turn, apply_to_ledger, cargo_mixes, ledger_choices, pay_attack
from engine.piratenclaim.pirates import available_colours, conflicts, pirates_at, pirates_on_board
from engine.piratenclaim.position import FIELD_NAMES, Colour, Dice, Event, Field, Phase, Pirate, State, fields_in


class Discovery(NamedTuple):
    field: Field | None
    """The field where a system appears or a pirate enters; None if nothing happens."""
    system: position.System | None = None
    """The system that appears; None if a pirate replaces the disc."""
    pirates: tuple[Pirate, ...] = ()
    """The available colours of the pirate that enters."""


def known_systems(state: State, segment: int) -> int:
    """Returns the number of known systems of a segment; double-red counts (R2)."""
    first = segment * position.POSITIONS
    return sum(system is not None for system in state.systems[first : first + position.POSITIONS])


def refusal(state: State, field: Field) -> str | None:
    """Returns why the active player cannot discover from this field, as a sentence; None if possible."""
    name, segment = FIELD_NAMES[field], position.segment_of(field)
    reasons = (
        (state.discs >> field & 1, f"{name} has a black disc: ships discover from empty fields."),
        (state.systems[field], f"{name} has a system: ships discover from empty fields."),
        (pirates_at(state, field), f"{name} has a pirate: ships discover from empty fields."),
        (
            known_systems(state, segment) >= position.SYSTEMS_PER_SEGMENT,
            f"Three systems of segment {segment} are known: no more are discovered there.",
        ),
        (state.discovered >> field & 1, f"{name}: a discovery was already made from this field in this turn."),
        (
            not position.may_have_ship(state, field),
            f"No ship of {state.players[state.turn]} is on {name}: discover from the field of a ship.",
        ),
    )
    return next((sentence for is_true, sentence in reasons if is_true), None)


def discoverable(state: State) -> tuple[Field, ...]:
    """Returns the fields from which the active player may discover in this turn, in ascending order."""
    return tuple(field for field in position.FIELDS if refusal(state, field) is None)


def due_discoveries(state: State) -> tuple[Field, ...]:
    """Returns the fields from which a discovery is still due in this turn (rules, 5); empty without the ledger."""
    return discoverable(state) if state.ledger is not None and state.phase is Phase.DISCOVER else ()


def discovery_result(state: State, field: Field, dice: Dice) -> Discovery:
    """Returns the result of a discovery from this field (rules, 5)."""
    segment = position.segment_of(field)
    to, centre = position.field_at(segment, dice.grey), position.field_at(segment, 0)
    # Only a system makes the field unavailable; a pirate or a ship there does not matter (R13).
    if state.systems[to] is not None:
        to = centre
    if state.systems[to] is not None:
        return Discovery(None)
    if not state.discs >> to & 1:
        return Discovery(to, position.System(lower=position.Cube(dice.green), upper=position.Cube(dice.red)))
    colours = available_colours(state)
    # Without a pirate in the supply the disc stays (R3).
    return Discovery(to if colours else None, pirates=colours)


def entering_faces(state: State, field: Field) -> tuple[int, ...]:
    """Returns the faces of grey with which a discovery from this field brings a pirate that may move to the field."""

    def may_come(grey: int) -> bool:
        found = discovery_result(state, field, Dice(1, 1, grey, 1, 1, 1))
        at = found.field if found.pirates else None
        return at is not None and any(pirates.step(state, at, way)[0] == field for way in range(position.DIRECTIONS))

    return tuple(filter(may_come, range(1, 7)))


def _entering_pirate(found: Discovery, chosen: Pirate | None) -> Pirate | None:
    """Returns the pirate that enters, or None. Raises Illegal: `illegal`: the choice is not available, or missing."""
    if chosen is None:
        if len(found.pirates) > 1:
            raise illegal(f"A pirate enters: choose which of those in the supply, {' or '.join(found.pirates)}.")
        return next(iter(found.pirates), None)
    if not found.pirates:
        raise illegal("No pirate enters by this discovery: leave the pirate out.")
    if chosen not in found.pirates:
        raise illegal(f"No {chosen} pirate is in the supply: choose {' or '.join(found.pirates)}.")
    return chosen


_DUE = {
    Phase.DISCS: "the black discs must be placed first",
    Phase.CARGO: "each seat must choose its cargo first",
    Phase.TRAVEL: "the ships travel, then all six dice are rolled",
    Phase.DISCOVER: "the dice are rolled: discoveries, then the pirates move",
    Phase.CONFLICT: "several pirates share a field, and one of them must leave",
    Phase.TURN_END: "the pirates have moved, and the turn must end",
    Phase.OVER: "the game is over",
}
_DUE_ROLL_FIRST = {
    **_DUE,
    Phase.TRAVEL: "all six dice are rolled, then the ships travel",
    Phase.DISCOVER: "the dice are rolled: ships travel, discoveries, then the pirates move",
}
"""What is due in each phase, as a clause, with the option `roll_first`; `_DUE` without it."""
SHIP_PHASES = (Phase.TRAVEL, Phase.DISCOVER, Phase.TURN_END)
"""The phases in which ships can be reported."""
_EVENTS: dict[type, tuple[str, tuple[Phase, ...]]] = {
    position.Discs: ("The placing of discs", (Phase.DISCS,)),
    position.ShipAt: ("The report of a ship", SHIP_PHASES),
    position.Sink: ("An attack", ()),
    position.BuyShip: ("The purchase of a ship", ()),
    Dice: ("A roll of all six dice", (Phase.TRAVEL,)),
    position.DiscoveryDice: ("A roll of red, green and grey", (Phase.DISCOVER,)),
    position.Discover: ("A discovery", (Phase.DISCOVER,)),
    position.MovePirates: ("The movement of the pirates", (Phase.DISCOVER,)),
    position.Remove: ("The removal of a pirate", (Phase.CONFLICT,)),
    position.EndTurn: ("The end of a turn", (Phase.TURN_END,)),
    position.JoinedInTheMiddle: ("A position", ()),
    position.Cargo: ("The choice of cargo", (Phase.CARGO,)),
    position.Travel: ("A journey", ()),
    position.Refuel: ("Refuelling", SHIP_PHASES),
    position.Trade: ("A trade", ()),
    position.LoadCube: ("Loading", ()),
    position.UnloadCube: ("Unloading", ()),
    position.Claim: ("A claim", ()),
}
"""For each event or kind of roll its name, and the phases in which it is possible; () means while ships may travel."""


def may_travel(state: State) -> bool:
    """Returns whether the active player's ships may travel and attack, and ships may be bought now.

    Discoveries come after the actions of all ships (rules, 1). With the ledger the first discovery ends them; without
    it the players themselves keep the order.
    """
    if not state.variants.roll_first:
        return state.phase is Phase.TRAVEL
    return state.phase is Phase.DISCOVER and not (state.ledger is not None and state.discovered)


def apply(state: State, event: Event) -> State:  # noqa: C901 - a table of the events
    """Returns the state after the event.

    Raises:
        Illegal: `phase`, `illegal`, or `syntax` for impossible seats, ships, fields and faces.
    """
    _check_values(state, event)
    _check_phase(state, event)
    if isinstance(event, position.LedgerEvent):
        if state.ledger is None:
            raise illegal("This game has no ledger: what the ships carry is kept by the players.")
        return apply_to_ledger(state, event)
    match event:
        case position.Discs(fields):
            return _apply_discs(state, fields)
        case position.ShipAt():
            return _apply_ship(state, event)
        case position.Sink():
            return _apply_attack(state, event)
        case position.BuyShip():
            return _apply_purchase(state, event)
        case position.Roll(dice):
            return _apply_roll(state, dice)
        case position.Discover():
            return _apply_discovery(state, event)
        case position.MovePirates():
            return _apply_movement(state)
        case position.Remove(field, pirate):
            return _apply_removal(state, field, pirate)
        case position.EndTurn():
            return _apply_end_of_turn(state)
        case position.JoinedInTheMiddle():
            raise illegal("A game of Piratenclaim cannot be joined in the middle: begin with the discs.")
    assert_never(event)


def finish(state: State, winners: tuple[Seat, ...]) -> State:
    return replace(state, phase=Phase.OVER, winners=winners)


def legal_events(state: State) -> tuple[Event, ...]:
    """Returns the events that are legal now, except placing discs by hand. Reports of ships come last."""
    return tuple(_legal_events(state))


def _legal_events(state: State) -> Iterator[Event]:  # noqa: C901 - a table of the phases
    match state.phase:
        case Phase.CARGO:
            yield from map(position.Cargo, cargo_mixes())
        case Phase.DISCOVER:
            if not due_discoveries(state):
                yield position.MovePirates()
            dice = current_dice(state)
            for field in () if state.dice_used else discoverable(state):
                colours = discovery_result(state, field, dice).pirates
                yield from (position.Discover(field, colour) for colour in (colours if len(colours) > 1 else (None,)))
        case Phase.CONFLICT:
            on_board, shared = pirates_on_board(state), conflicts(state)
            yield from (position.Remove(field, pirate) for field, pirate in on_board if shared >> field & 1)
        case Phase.TURN_END:
            yield position.EndTurn()
        case _:
            pass
    if state.ledger is not None:
        yield from (event for event in ledger_choices(state) if is_legal(state, event))
        return
    if may_travel(state):
        within_reach = (each for each in pirates_on_board(state) if position.may_have_ship(state, each[0]))
        yield from (position.Sink(field, pirate) for field, pirate in within_reach)
        if state.spare_ships:
            yield position.BuyShip(state.turn)
    if state.phase in SHIP_PHASES:
        fields = (*fields_in(position.ALL_FIELDS & ~state.discs), None)
        for seat, parts in enumerate(state.ships_owned):
            yield from (position.ShipAt(Seat(seat), part, field) for part in range(parts) for field in fields)


def is_legal(state: State, event: Event) -> bool:
    try:
        apply(state, event)
    except Illegal:
        return False
    return True


def _apply_discs(state: State, fields: tuple[Field, ...]) -> State:
    discs = position.field_set(fields)
    if len(fields) != DISCS or discs.bit_count() != DISCS:
        raise illegal(f"A field has one disc: {DISCS} different fields are needed.")
    for segment in OUTER_SEGMENTS:
        if (count := (discs & position.segment_fields(segment)).bit_count()) != DISCS_PER_SEGMENT:
            raise illegal(f"Each segment from 1 to 7 gets {DISCS_PER_SEGMENT} discs; segment {segment} has {count}.")
    if enclosed_fields := enclosed(state.board, discs):
        names = ", ".join(FIELD_NAMES[field] for field in fields_in(enclosed_fields))
        moves = fixing_moves(state.board, discs)
        changes = " and ".join(f"the disc on {FIELD_NAMES[disc]} to {FIELD_NAMES[to]}" for disc, to in moves)
        advice = f"move {changes}, for example" if moves else "place the discs again"
        raise illegal(f"The discs enclose {names}: every open field must be reachable from the middle; {advice}.")
    return replace(state, phase=Phase.TRAVEL if state.ledger is None else Phase.CARGO, discs=discs)


def _apply_ship(state: State, event: position.ShipAt) -> State:
    if state.ledger is not None:
        raise illegal("This game has a ledger, which tracks the ships: use travel events.")
    others = tuple(ship for ship in state.ships if (ship.player, ship.part) != (event.player, event.part))
    if event.field is None:
        return replace(state, ships=others)
    if state.discs >> event.field & 1:
        raise illegal(f"{FIELD_NAMES[event.field]} has a black disc: ships cannot enter it.")
    return replace(state, ships=tuple(sorted((*others, position.Ship(event.player, event.part, event.field)))))


def _apply_attack(state: State, event: position.Sink) -> State:
    name = FIELD_NAMES[event.field]
    if event.pirate not in pirates_at(state, event.field):
        raise illegal(f"No {event.pirate} pirate is on {name}: attack a pirate on its field.")
    if not position.may_have_ship(state, event.field):
        player = state.players[state.turn]
        raise illegal(f"No ship of {player} is on {name}: a ship must travel to the pirate first.")
    paid = state if state.ledger is None else pay_attack(state, event)
    return replace(paid, pirates=pirates.toggle(state.pirates, event.field, event.pirate))


def _apply_purchase(state: State, event: position.BuyShip) -> State:
    if event.player != state.turn:
        raise illegal(f"It is the turn of {state.players[state.turn]}: only this player can buy a ship.")
    if not state.spare_ships:
        raise illegal("No spare ship is left: none can be bought.")
    owned = tuple(ships + (seat == event.player) for seat, ships in enumerate(state.ships_owned))
    paid = state if state.ledger is None else add_part(state, event)
    return replace(paid, ships_owned=owned, spare_ships=state.spare_ships - 1)


def _apply_roll(state: State, dice: Dice | position.DiscoveryDice) -> State:
    if isinstance(dice, Dice):
        return replace(state, phase=Phase.DISCOVER, dice=dice, dice_used=False)
    if not state.dice_used:
        raise Illegal(Code.PHASE, "Red, green and grey are rolled again once a discovery has used them.")
    return replace(state, dice=current_dice(state)._replace(**dice._asdict()), dice_used=False)


def _apply_discovery(state: State, event: position.Discover) -> State:
    if state.dice_used:
        raise Illegal(Code.PHASE, "Red, green and grey have been used: roll these three again before a discovery.")
    if (sentence := refusal(state, event.field)) is not None:
        raise illegal(sentence)
    found = discovery_result(state, event.field, current_dice(state))
    pirate = _entering_pirate(found, event.pirate)
    state = replace(state, dice_used=True, discovered=state.discovered | 1 << event.field)
    if found.field is None:
        return state
    if pirate is not None:
        toggled = pirates.toggle(state.pirates, found.field, pirate)
        return replace(state, discs=state.discs & ~(1 << found.field), pirates=toggled)
    return replace(state, systems=(*state.systems[: found.field], found.system, *state.systems[found.field + 1 :]))


def _apply_movement(state: State) -> State:
    if fields := due_discoveries(state):
        ships = " and ".join(f"the ship on {FIELD_NAMES[field]}" for field in fields)
        raise illegal(f"{state.players[state.turn]} owes a discovery with {ships}: the pirates move after it.")
    return pirates.move(state, current_dice(state))


def _apply_removal(state: State, field: Field, pirate: Pirate) -> State:
    name, here = FIELD_NAMES[field], pirates_at(state, field)
    if len(here) < 2:
        raise illegal(f"{name} has no conflict: remove a pirate from a field with two or three.")
    if pirate not in here:
        raise illegal(f"No {pirate} pirate is on {name}: choose {' or '.join(here)}.")
    return pirates.remove(state, field, pirate)


def _apply_end_of_turn(state: State) -> State:
    return replace(
        state,
        phase=Phase.TRAVEL,
        turn=Seat((state.turn + 1) % len(state.players)),
        turns=state.turns + 1,
        dice=None,
        dice_used=None,
        discovered=0,
        blocked=(),
        robbed=(),
        ledger=None if state.ledger is None else after_turn(state),
    )


def current_dice(state: State) -> Dice:
    """Returns the current dice. Raises Illegal: `phase`, before the roll."""
    if state.dice is None:
        raise Illegal(Code.PHASE, "Roll all six dice first.")
    return state.dice


def _check_values(state: State, event: Event) -> None:
    """Raises Illegal (`syntax`) if an event names a seat or a part that does not exist, or lacks one that it needs."""
    seat = event.player if isinstance(event, position.ShipAt | position.BuyShip) else state.turn
    if seat not in range(len(state.players)):
        raise syntax_error(f"The seats are 0 to {len(state.players) - 1}.")
    named: tuple[int | None, ...] = ()
    match event:
        case position.Travel(parts):
            named = parts
        case position.ShipAt(_, part) | position.Refuel(part) | position.Trade(part):
            named = (part,)
        case position.LoadCube(part) | position.UnloadCube(part):
            named = (part,)
        case position.Sink(_, _, part) | position.BuyShip(_, part) if state.ledger is not None:
            named = (part,)  # its ship pays; without a part the event is rejected below
    owned = state.ships_owned[seat]
    if not set(named) <= set(range(owned)):
        raise syntax_error(f"{state.players[seat]} has the parts 0 to {owned - 1} only.")
    if (
        state.ledger is not None
        and isinstance(event, position.BuyShip)
        and event.colour not in (Colour.WHITE, Colour.OTHER)
    ):
        raise syntax_error("With the ledger a purchase names the colour of the part: white or other.")


def _check_phase(state: State, event: Event) -> None:
    """Raises Illegal (`phase`) if an event is not possible now."""
    what, phases = _EVENTS[type(event.dice if isinstance(event, position.Roll) else event)]
    never_possible = (position.JoinedInTheMiddle, position.ShipAt if state.ledger else position.LedgerEvent)
    if isinstance(event, never_possible):
        # Never possible in this game: `apply` gives the reason, in any phase before the end.
        phases = tuple(phase for phase in Phase if phase is not Phase.OVER)
    elif not phases and not may_travel(state):
        travel_phase = Phase.DISCOVER if state.variants.roll_first else Phase.TRAVEL
        if state.phase is travel_phase:
            raise Illegal(Code.PHASE, f"{what} is not possible now: after a discovery no ship does more in this turn.")
        phases = (travel_phase,)
    if phases and state.phase not in phases:
        raise Illegal(Code.PHASE, f"{what} is not possible now: {due(state)}.")


def due(state: State) -> str:
    """Returns what is due in this phase, as a clause."""
    return (_DUE_ROLL_FIRST if state.variants.roll_first else _DUE)[state.phase]
