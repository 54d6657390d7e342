"""How fast the rules of Piratenclaim are, against those of Claim It!, round by round in turns."""

from dataclasses import replace
from random import Random
from statistics import median
from time import perf_counter

from engine import claimit, piratenclaim
from engine.claimit.playouts import is_bank, placement_for, roll_for
from engine.dice import Draws
from engine.game import Seat, Start
from engine.piratenclaim import Dice, Discover, EndTurn, MovePirates, Remove, Roll, ShipAt, State
from engine.record import AnyRecord, begin, from_lines, to_lines
from tests.bench.engine_playouts import positions
from tests.bench.figure import Reading

ROUNDS = 5
PHASES, POSITIONS = 200, 5_000
EVENTS = 2_000


def pirate_phase() -> Reading:
    """Six pirates that move, rob and settle their conflicts, and the threat of the whole board, in positions' odds."""
    states = [_six_pirates(Random(seed)) for seed in range(PHASES)]
    bets = positions(POSITIONS)
    ratios, seconds = [], []
    for _ in range(ROUNDS):
        began = perf_counter()
        for state in states:
            piratenclaim.threat(_settled(state))
        between = perf_counter()
        for bet in bets:
            claimit.bust(bet)
        ended = perf_counter()
        seconds.append((between - began) / len(states))
        ratios.append(seconds[-1] / ((ended - between) / len(bets)))
    return Reading(median(ratios), f"{1e6 * median(seconds):.0f} µs")


def replay() -> Reading:
    """The events a second that are read from a record, as a share of Claim It!'s."""
    ours, yardstick = to_lines(_trip()).splitlines(), _match()
    rates = [(_rate(ours), _rate(yardstick)) for _ in range(ROUNDS + 1)][1:]
    ratio = median(our / its for our, its in rates)
    return Reading(ratio, f"{median(our for our, _ in rates):,.0f} events/s; Claim It! {rates[0][1]:,.0f}")


def _rate(lines: list[str]) -> float:
    began = perf_counter()
    from_lines(lines)
    return len(lines) / (perf_counter() - began)


def _six_pirates(random: Random) -> State:
    """All pirates and three ships of each player on a board with discs, the dice rolled."""
    state = _begun(random)
    open_fields = [field for field in piratenclaim.FIELDS if field and not state.discs >> field & 1]
    places = random.sample(open_fields, 6)
    black, brown, white = (piratenclaim.as_set(places[first : first + 2]) for first in (0, 2, 4))
    state = replace(state, pirates=(black, brown, white))
    for seat in range(4):
        for ship in range(3):
            state = piratenclaim.apply(state, ShipAt(Seat(seat), ship, random.choice(open_fields)))
    return piratenclaim.apply(state, Roll(_dice(random)))


def _settled(state: State) -> State:
    """The state after the pirates have moved and all conflicts are settled."""
    state = piratenclaim.apply(state, MovePirates())
    while state.phase is piratenclaim.Phase.CONFLICT:
        field = next(piratenclaim.fields_in(piratenclaim.contested(state)))
        state = piratenclaim.apply(state, Remove(field, piratenclaim.pirates_at(state, field)[0]))
    return state


def _trip() -> AnyRecord:
    """A game of Piratenclaim: each turn a ship is told and discovers, and the pirates move."""
    random = Random(1)
    record = begin(Start("piratenclaim", ("A", "B", "C", "D"), Seat(0), piratenclaim.options))
    record = record.play(record.game.chance_event(record.state, Draws(random.randbytes(32), 0)))
    while len(record.events) < EVENTS:
        state = record.state
        open_fields = [field for field in piratenclaim.FIELDS if not state.discs >> field & 1]
        record = record.play(ShipAt(state.turn, random.randrange(3), random.choice(open_fields)))
        record = record.play(Roll(_dice(random)))
        if finds := [event for event in piratenclaim.legal_events(record.state) if isinstance(event, Discover)]:
            record = record.play(random.choice(finds))
        record = record.play(MovePirates())
        while ways := [event for event in piratenclaim.legal_events(record.state) if isinstance(event, Remove)]:
            record = record.play(random.choice(ways))
        record = record.play(EndTurn())
    return record


def _match() -> list[str]:
    random, lines = Random(1), list[str]()
    while len(lines) < EVENTS:
        record = begin(Start("claimit", ("A", "B", "C", "D"), Seat(0), claimit.options))
        while not claimit.is_over(record.state):
            record = record.play(_move(record.state, random.random()))
        lines += to_lines(record).splitlines()
    return lines


def _move(state: claimit.State, number: float) -> claimit.Event:
    if state.phase is claimit.Phase.PLACE:
        return placement_for(state, number)
    return claimit.Bank() if state.phase is claimit.Phase.CHOOSE and is_bank(number) else roll_for(number)


def _begun(random: Random) -> State:
    state = piratenclaim.start(["A", "B", "C", "D"], Seat(0), piratenclaim.options)
    drawn = piratenclaim.chance_event(state, Draws(random.randbytes(32), 0))
    return state if drawn is None else piratenclaim.apply(state, drawn)


def _dice(random: Random) -> Dice:
    return Dice(*(random.randint(1, 6) for _ in Dice._fields))
