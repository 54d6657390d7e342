"""Puzzles: positions of Claim It! in which one choice is better than all others, as roll-outs have shown.

A puzzle is a record that ends where somebody has to choose: a start, the position in which the turn began, and what
happened in that turn. So it is in the notation, and is judged by the rules like any other game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from math import sqrt
from typing import NamedTuple, cast

from engine.bot import chance_from
from engine.claimit.board import FIELDS, format_field, parse_field
from engine.claimit.coach import why
from engine.claimit.joined_position import JoinedPosition, format_position
from engine.claimit.placements import legal
from engine.claimit.playouts import Chance, throw_for
from engine.claimit.position import Phase, State, stack
from engine.claimit.rules import Bank, Event, Place, apply
from engine.claimit.value import win_chances
from engine.claimit.weights import VALUE_NAME
from engine.coach import ERROR, Decision, Option, Reason
from engine.game import Json
from engine.record import AnyRecord, follow, format  # noqa: A004 - the notation's name

AGAIN_AFTER = 3
"""So many other puzzles come before one that was missed comes again."""
CONFIDENCE = 1.96
"""The lead's interval holds the truth in 95 of 100 cases."""
MOST_A_GAME = 3
"""Of so many decisions of a game, the costliest ones, puzzles are made."""
GAMES, TURNS = 100, 2
"""How many times each choice of these is played on, and for how many turns after the one that is on."""


class Puzzle(NamedTuple):
    """A position, and what each choice is worth in it."""

    events: tuple[Json, ...]
    """The record up to the question."""
    values: Mapping[str, float]
    """What the roll-outs of each choice won: of `bank` and `roll`, or of each field that may be used."""
    lead: tuple[float, float]
    """By how much the best choice is better than the next one, at least and at most (95 %)."""
    value: str = ""
    """The name of the value by which it was found and played on."""

    @property
    def name(self) -> str:
        """What names it: the same position has the same name."""
        return sha256(json.dumps(self.events).encode()).hexdigest()[:12]

    @property
    def record(self) -> AnyRecord:
        return follow(None, *self.events, recorded=True)

    @property
    def question(self) -> State:
        """The position in which somebody has to choose."""
        return cast("State", self.record.state)

    @property
    def best(self) -> str:
        return max(self.values, key=self.values.__getitem__)

    def options(self) -> tuple[Option, ...]:
        """Returns the choices and what they are worth, the best first."""
        ranked = sorted(self.values, key=self.values.__getitem__, reverse=True)
        return tuple(Option(event_of(choice), self.values[choice]) for choice in ranked)

    def reason(self, chosen: str) -> Reason | None:
        """Returns why the best choice is better than this one; of the best itself, why it is better than the next."""
        ranked = [option.event for option in self.options()]
        other = ranked[1] if chosen == self.best else event_of(chosen)
        return why(self.question, ranked[0], other)

    def to_json(self) -> Json:
        return {"events": list(self.events), "values": dict(self.values), "lead": list(self.lead), "value": self.value}


class Answered(NamedTuple):
    """What is kept of a puzzle that was answered."""

    number: int
    """Of the answer: 1 for the first that was ever given."""
    missed: bool


def event_of(choice: str) -> Event | None:
    """Returns the event that a choice stands for; None is a roll."""
    return {"bank": Bank(), "roll": None}[choice] if choice in {"bank", "roll"} else Place(parse_field(choice))


def choice_of(event: object) -> str:
    """Returns the name of the choice that an event is."""
    return format_field(event.field) if isinstance(event, Place) else "bank" if isinstance(event, Bank) else "roll"


def parse_puzzle(told: Json) -> Puzzle:
    """Returns a puzzle as `Puzzle.to_json` has written it."""
    low, high = told["lead"]
    return Puzzle(tuple(told["events"]), told["values"], (low, high), told["value"])


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """Returns those that come with the program; `docs/training/puzzles.py` has made them."""
    told = json.loads(files("engine.claimit").joinpath("puzzles.json").read_text(encoding="utf-8"))
    return tuple(parse_puzzle(each | {"value": told["value"]}) for each in told["puzzles"])


def next_puzzle(puzzles: Sequence[Puzzle], kept: Mapping[str, Answered], after: str = "") -> Puzzle:
    """Returns which puzzle comes next: one that was missed a while ago, a new one, or the one seen longest ago.

    Args:
        puzzles: all that there are, at least one.
        kept: of those that were answered, by name.
        after: the name of the one that was asked last; empty: none was.
    """
    names = [puzzle.name for puzzle in puzzles]
    newest = max((each.number for each in kept.values()), default=0)
    # Where nothing can be kept, after the one that was asked last, so that all are met.
    begin = names.index(after) + 1 if after in names and after not in kept else 0
    order = [*range(begin, len(names)), *range(begin)]
    known = {place: kept[names[place]] for place in order if names[place] in kept}
    due = [place for place, each in known.items() if each.missed and newest - each.number >= AGAIN_AFTER]
    new = [place for place in order if place not in known]
    rest = [place for place in order if names[place] != after] or order
    # What was missed waits, unless there is nothing else.
    place = new[0] if new and not due else min(due or rest, key=lambda at: (known[at].missed, known[at].number))
    found: Puzzle = puzzles[place]
    return found


def lead_of(won: Mapping[str, Sequence[float]], best: str) -> tuple[float, float]:
    """Returns by how much a choice leads the next one: the 95 % interval of the difference, game by game.

    Args:
        won: what the games of each choice came to, in the same order of their chances.
        best: the choice.
    """
    leads = []
    for other, shares in won.items():
        if other != best:
            gains = [mine - theirs for mine, theirs in zip(won[best], shares, strict=True)]
            mean = sum(gains) / len(gains)
            spread = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
            half = CONFIDENCE * sqrt(spread / len(gains))
            leads.append((mean - half, mean + half))
    return min(leads)


# Of one's own games


Decide = Callable[[State], Event | None]
"""What is done in a position; None: another roll."""


def roll_out(state: State, choice: Event | None, turns: int, chance: Callable[[], Chance], decide: Decide) -> float:
    """Returns what a choice comes to for who makes it in one game that all play on.

    It ends with the turn that is on and so many more, where the learned value speaks; or with the game.

    Args:
        state: where the choice is made.
        choice: the event; None: a roll.
        turns: how many more.
        chance: called for each roll.
        decide: how everybody plays then.
    """
    seat, last = state.turn, state.turns + turns
    state = apply(state, choice or throw_for(chance()))
    while state.phase is not Phase.OVER and (state.phase is not Phase.ROLL or state.turns <= last):
        state = apply(state, decide(state) or throw_for(chance()))
    return win_chances(state)[seat]


def puzzles_of(
    record: AnyRecord,
    decisions: Sequence[Decision],
    decide: Decide,
    bots: Collection[str] = (),
) -> tuple[Puzzle, ...]:
    """Returns puzzles of a game's costliest decisions, where roll-outs show that the best choice was better than all.

    Bots' decisions make none. Each roll-out has a chance of its own, the same for all choices and whenever it is asked.

    Args:
        record: of the game.
        decisions: those that were made in it, as the coach tells them.
        decide: how the roll-outs are played. The coach's own search would confirm its errors in the last turn.
        bots: the seats, in digits, that bots have played.
    """
    line = record.timeline
    costly = [each for each in decisions if each.loss >= ERROR and str(each.seat) not in bots]
    found = []
    for decision in sorted(costly, key=lambda each: -each.loss)[:MOST_A_GAME]:
        state = line[decision.step - 1].state
        choices: list[Event | None] = [Bank(), None] if state.phase is Phase.CHOOSE else [*map(Place, legal(state))]
        won = {
            choice_of(choice): [
                roll_out(state, choice, TURNS, chance_from(b"%d" % game), decide) for game in range(GAMES)
            ]
            for choice in choices
        }
        lead = lead_of(won, choice_of(decision.best.event))
        if lead[0] > 0:
            values = {choice: sum(shares) / GAMES for choice, shares in won.items()}
            found.append(Puzzle(tuple(_question(record, decision.step)), values, lead, VALUE_NAME))
    return tuple(found)


def _question(record: AnyRecord, step: int) -> Iterator[Json]:
    """Yields a record that ends before an event of another one, and begins with the turn to which that belongs."""
    line = record.timeline
    begun = next(place for place in range(step - 1, -1, -1) if line[place].state.phase is Phase.ROLL)
    start, state = record.start, line[begun].state
    yield {
        "event": "start",
        "game": start.game,
        "players": list(start.players),
        "first": start.first,
        "options": dict(start.options),
    }
    stacks = tuple((field, stones) for field in FIELDS if (stones := stack(state, field)))
    yield format_position(JoinedPosition(stacks, state.turn, state.last_round))
    yield from (format(each.event, record.game) for each in line[begun + 1 : step])
