"""Whole games as honest boxes record them: of every game, with undos, dice by hand, joined positions, dealt tiles."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, NamedTuple

from engine import claimit
from engine.claimit import Roll
from engine.dice import Draws, commitment
from engine.game import Finish, Reveal, Seat, Start, StartRoll, Undo
from engine.games import GAMES
from engine.record import AnyRecord, begin, to_lines
from engine.starts import format_start_roll

NAMES = ("Green", "Blue", "Orange", "Violet", "Yellow")
LAYOUT = [[0, 0], [2, 1], [-1, 3], [-3, 2], [-2, -1], [1, -3], [3, -2], [-5, 1]]
"""The usual one, told as a list."""
LONGEST = 120
"""After so many events it is enough of a game that has no end of its own."""
KINDS = ("claimit", "klondike", "piratenclaim")


class Dice(NamedTuple):
    """Who rolls in a game, how often something is taken back."""

    by_hand: float
    undos: float


@cache
def sound_game(number: int) -> tuple[str, ...]:
    """The lines of a game: its number decides of which kind, and everything that happens in it."""
    chance = random.Random(number)
    name = KINDS[number % len(KINDS)]
    seed = chance.randbytes(32)
    game = GAMES[name]
    seats = chance.choice(game.seats)
    dice = Dice(chance.choice((0, 0, 0.3)), chance.choice((0, 0.03, 0.1)))
    first, notes = Seat(chance.randrange(seats)), dict[str, Any](commitment=commitment(seed))
    drawn = 0
    if name == "claimit" and chance.random() < 0.8:
        first, notes["begins"], drawn = _opened(chance, seats, seed, dice)
    if name == "klondike":
        notes["dealt"] = True
    record = begin(Start(name, NAMES[:seats], first, {**game.options, **_options(chance, name)}, notes))
    if name == "claimit" and chance.random() < 0.3:
        record = _joined(record, chance)
    while not game.is_over(record.state):
        record = record.play(_next_event(record, chance, seed, drawn, dice))
    return tuple(to_lines(record.play(Reveal(seed))).splitlines())


def _joined(record: AnyRecord, chance: random.Random) -> AnyRecord:
    """The record with a position that another game like it has led to; without, where that is over already."""
    other = record
    for _ in range(chance.randrange(400)):
        if not claimit.is_over(other.state):
            other = other.play(_next_event(other, chance, bytes(32), 0, Dice(0, 0)))
    while other.state.phase not in {claimit.Phase.ROLL, claimit.Phase.OVER}:
        other = other.play(_next_event(other, chance, bytes(32), 0, Dice(0, 0)))
    if claimit.is_over(other.state):
        return record
    told = claimit.to_json(other.state)
    return record.play(
        claimit.parse({"event": "position", **{key: told[key] for key in ("board", "turn", "last_round")}})
    )


def _opened(chance: random.Random, seats: int, key: bytes, dice: Dice) -> tuple[Seat, list[Any], int]:
    """The seat that begins, the rolls that decided it, and how many of them the box drew."""
    rolls, drawn = list[StartRoll[Any]](), 0
    while (seat := claimit.start_rule.opening(seats, rolls).to_roll) is not None:
        roll = claimit.start_rule.draw(Draws(key, drawn))
        if chance.random() < dice.by_hand:
            roll = Roll((chance.randint(1, 6), chance.randint(1, 6), chance.randint(1, 6)), "hand")
        else:
            drawn += 1
        rolls.append(StartRoll(seat, roll))
    first = claimit.start_rule.opening(seats, rolls).first
    return first or Seat(0), [format_start_roll(roll, claimit) for roll in rolls], drawn


def _options(chance: random.Random, name: str) -> dict[str, Any]:
    match name:
        case "claimit":
            return {"recycle": chance.random() < 0.5}
        case "klondike":
            return {"deal": chance.choice(("", "basic", "draw"))}
        case _:
            return {
                "layout": chance.choice(("flower+1", LAYOUT)),
                "roll_first": chance.random() < 0.5,
                "closed": chance.choice(("field", "segment")),
                "spare_ships": chance.randrange(2),
                "ledger": chance.random() < 0.5,
            }


def _next_event(record: AnyRecord, chance: random.Random, key: bytes, opened: int, dice: Dice) -> Any:  # noqa: ANN401 - the game's own
    game, state = record.game, record.state
    if record.can_undo and chance.random() < dice.undos:
        return Undo()
    if len(record.events) > LONGEST and game.finish:
        return Finish((Seat(0),))
    if game.deal:
        hand = game.deal.hands(key, record.timeline)[state.turn]
        return chance.choice(game.deal.legal_events(state, hand))
    drawn = game.draw(state, Draws(key, opened + record.drawn_count))
    if drawn and chance.random() < dice.by_hand:
        # By hand falls what another seed would have thrown.
        told = game.format(game.draw(state, Draws(chance.randbytes(32), 0)))
        drawn = game.parse({**told, "by": "hand"})
    found = [*game.legal_events(state), *([drawn] if drawn else ())]
    # First of which kind: there are many more ships to be told than dice to be rolled.
    kind = chance.choice(sorted({type(event) for event in found}, key=lambda kind: kind.__name__))
    return chance.choice([event for event in found if type(event) is kind])
