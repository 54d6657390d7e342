"""What was told so far of a match that is joined in the middle: its tiles, and what they do not show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from companion.tables.klondike.session import session_of
from engine import klondike
from engine.game import Seat
from engine.klondike import CLAIMS, SLOT_POSITIONS, Holding, JoinedPosition, Slot, ToldClaim, claim_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.core.model import Model
    from engine.klondike import Claim, State, Tile


class Fact(NamedTuple):
    """Something that the tiles do not show."""

    key: str
    """`round`, `turn`, `starter`; `digit 1/1`, `won 1/1`, `lying 1/1` of a claim; `chips 0` of a seat."""
    values: tuple[int, ...]
    """What it may be, in ascending order."""
    usual: int
    """What it mostly is."""


@dataclass(frozen=True, slots=True)
class JoinedDraft:
    """A position while it is being told; whether it can be one, the rules say."""

    players: tuple[str, ...]
    slots: tuple[tuple[Slot, Tile], ...] = ()
    """The tiles, in the order in which they were laid."""
    told: tuple[tuple[str, int], ...] = ()
    """The facts that were told, by key; of the others the usual value counts."""

    def tile(self, slot: Slot) -> Tile | None:
        """Returns the tile that lies there."""
        return dict(self.slots).get(slot)

    def slot_of(self, tile: Tile) -> Slot | None:
        """Returns where the tile lies, whichever way round."""
        return next((slot for slot, other in self.slots if other in {tile, tile[::-1]}), None)

    def with_tile(self, slot: Slot, tile: Tile | None) -> JoinedDraft:
        """Returns it with this tile in the slot, or with none."""
        others = tuple(each for each in self.slots if each[0] != slot)
        return replace(self, slots=others if tile is None else (*others, (slot, tile)))

    def with_fact(self, key: str, value: int) -> JoinedDraft:
        """Returns it with a fact told."""
        return replace(self, told=tuple({**dict(self.told), key: value}.items()))

    def value(self, fact: Fact) -> int:
        """Returns what was told; the usual value where nothing was, or where it cannot be any more."""
        value = dict(self.told).get(fact.key, fact.usual)
        return value if value in fact.values else fact.usual

    def facts(self, model: Model) -> tuple[Fact, ...]:
        """Returns what is to be told, in the order in which it is asked; some follow from the answers to others."""
        seats = tuple(range(len(self.players)))
        start = self._start(model)
        rounds = Fact("round", tuple(range(1, start.rounds + 1)), 1)
        played = self.value(rounds)
        first = () if session_of(model).record is not None else (Fact("starter", seats, 0),)
        starter = self._starter(start, played) if not first else self.value(first[0])
        turn = Fact("turn", seats, (starter + len(self.slots)) % len(seats))
        in_game = sum(klondike.chips_put(start, claim, played) for claim in CLAIMS)
        won = (Fact(f"chips {seat}", tuple(range(in_game + 1)), 0) for seat in seats)
        return (rounds, *first, turn, *self._claim_facts(start, played), *won)

    def position(self, model: Model) -> JoinedPosition:
        """Returns the position as it was told."""
        facts = {fact.key: self.value(fact) for fact in self.facts(model)}
        played = facts["round"]
        starter = facts.get("starter", self._starter(self._start(model), played))
        return JoinedPosition(
            slots=tuple(sorted(self.slots)),
            chips=tuple(facts[f"chips {seat}"] for seat in range(len(self.players))),
            round=played,
            starter=Seat(starter),
            turn=Seat(facts["turn"]),
            claims=tuple((claim, _told(claim_name(claim), facts)) for claim in CLAIMS),
        )

    def first(self, position: JoinedPosition) -> Seat:
        """Returns the seat that began the match: the start goes round."""
        return Seat((position.starter - position.round + 1) % len(self.players))

    def joined(self, model: Model) -> State:
        """Returns the state in which the match goes on.

        Raises:
            ImpossiblePosition: no match can lead there.
        """
        position = self.position(model)
        start = self._start(model)
        if session_of(model).record is None:
            first = self.first(position)
            start = replace(start, turn=first, starter=first)
        return klondike.apply(start, position)

    def state(self, model: Model) -> State:
        """Returns a state with the tiles so far, only to be shown, whether it can be or not."""
        filled = tuple(self.tile(Slot(number)) for number in range(len(SLOT_POSITIONS)))
        laid = sum({klondike.BITS[tile] for _, tile in self.slots})
        start = self._start(model)
        holdings = tuple(self._holding(claim)._replace(chips=klondike.chips_put(start, claim, 1)) for claim in CLAIMS)
        return replace(start, slots=filled, laid=laid, claims=holdings)

    def _start(self, model: Model) -> State:
        session = session_of(model)
        if session.record is not None:
            return session.state
        return klondike.start(self.players, Seat(0), session.lineup.options)

    def _starter(self, start: State, played: int) -> int:
        return (start.starter + played - 1) % len(self.players)

    def _claim_facts(self, start: State, played: int) -> Iterator[Fact]:
        for claim in CLAIMS:
            name, shown = claim_name(claim), self._shown(claim)
            if len(set(shown)) > 1:
                yield Fact(f"digit {name}", tuple(sorted(set(shown))), max(sorted(set(shown)), key=shown.count))
            if self._holding(claim).right == klondike.RIGHT_TO_WIN:
                yield Fact(f"won {name}", tuple(range(len(self.players))), 0)
            else:
                most = klondike.chips_put(start, claim, played)
                # What can only be one is not asked: in the first round a chip lies on each claim but the middle.
                if most > 1:
                    yield Fact(f"lying {name}", tuple(range(1, most + 1)), most)

    def _shown(self, claim: Claim) -> list[int]:
        """Returns the ends that lie at a claim."""
        return [end for slot, tile in self.slots for at, end in klondike.ends(slot, tile) if at == claim]

    def _holding(self, claim: Claim) -> Holding:
        shown = self._shown(claim)
        if not shown:
            return Holding(1)
        usual = max(sorted(set(shown)), key=shown.count)
        digit = dict(self.told).get(f"digit {claim_name(claim)}", usual)
        digit = digit if digit in shown else usual
        return Holding(1, digit, shown.count(digit), spoiled=shown.count(digit) < len(shown))


def _told(name: str, facts: dict[str, int]) -> ToldClaim:
    won = facts.get(f"won {name}")
    return ToldClaim(facts.get(f"digit {name}"), facts.get(f"lying {name}"), None if won is None else Seat(won))
