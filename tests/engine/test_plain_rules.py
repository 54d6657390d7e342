"""The engine and the plain version of the rules agree at each step of thousands of random games."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine import claimit
from engine.game import Illegal, Seat
from tests.engine.plain_rules import PlainGame

NAMES = ("Green", "Blue", "Orange", "Red", "Violet")
GAMES = {2: 400, 3: 300, 4: 200, 5: 100}
"""The number of random games of each variant by players, 2,000 in all."""

ODDS_EVERY = 211
"""The odds are compared at every 211th step only, because brute force over 216 rolls is slow."""


class Both:
    def __init__(self, players: int, *, first: int, recycle: bool) -> None:
        self.state = claimit.start(NAMES[:players], Seat(first), {"recycle": recycle})
        self.plain = PlainGame(NAMES[:players], first=first, recycle=recycle)

    def happen(self, event: claimit.Event) -> None:
        self.state = claimit.apply(self.state, event)
        match event:
            case claimit.Roll(dice):
                self.plain.roll(dice)
            case claimit.Place(field):
                self.plain.place((claimit.column_of(field), claimit.row_of(field)))
            case claimit.Bank():
                self.plain.bank()
            case claimit.JoinedPosition():
                raise AssertionError("these games are played from their start")

    def refuse(self, event: claimit.Event) -> tuple[bool, bool]:
        return _refuses(self, event), _refuses_plainly(self.plain, event)


def random_game(seed: int, players: int, *, recycle: bool) -> Iterator[Both]:
    """A random game to its end, after each event."""
    random = Random(seed)
    both = Both(players, first=random.randrange(players), recycle=recycle)
    boldness, greed = random.choice((0.4, 0.6, 0.75)), random.choice((0.0, 0.9, 0.9))
    while both.state.phase is not claimit.Phase.OVER:
        both.happen(_event(both.state, random, boldness, greed))
        yield both


def _event(state: claimit.State, random: Random, boldness: float, greed: float) -> claimit.Event:
    """A random next event. Boldness makes turns longer, and greed brings goldclaims sooner."""
    if state.phase is claimit.Phase.PLACE:
        return claimit.Place(_field(claimit.legal(state), random, greed))
    if state.phase is claimit.Phase.CHOOSE and random.random() > boldness:
        return claimit.Bank()
    return claimit.Roll((random.randint(1, 6), random.randint(1, 6), random.randint(1, 6)))


def _field(usable: dict[claimit.Field, claimit.PlacedStone], random: Random, greed: float) -> claimit.Field:
    ownable = [field for field, stone in usable.items() if stone == claimit.OWNERSHIP_STONE]
    return random.choice(ownable if ownable and random.random() < greed else list(usable))


def _refuses(both: Both, event: claimit.Event) -> bool:
    try:
        claimit.apply(both.state, event)
    except Illegal:
        return True
    return False


def _refuses_plainly(plain: PlainGame, event: claimit.Event) -> bool:
    due: dict[type[Any], tuple[str, ...]] = {
        claimit.Roll: ("roll", "choose"),
        claimit.Place: ("place",),
        claimit.Bank: ("choose",),
    }
    if plain.phase not in due[type(event)]:
        return True
    if not isinstance(event, claimit.Place):
        return False
    return (claimit.column_of(event.field), claimit.row_of(event.field)) not in plain.usable


@pytest.mark.no_cover
@pytest.mark.slow
@pytest.mark.parametrize("recycle", [False, True])
@pytest.mark.parametrize("players", GAMES)
def test_random_games_agree_at_every_step(players: int, recycle: bool) -> None:
    steps = 0
    for seed in range(GAMES[players]):
        for both in random_game(seed, players, recycle=recycle):
            steps += 1
            assert claimit.to_json(both.state) == both.plain.as_json()
            if steps % ODDS_EVERY == 0:
                assert claimit.bust(both.state) == both.plain.busts()
    assert steps > 50 * GAMES[players]


@pytest.mark.slow
@pytest.mark.parametrize("recycle", [False, True])
def test_both_refuse_the_same_events(recycle: bool) -> None:
    events: list[claimit.Event] = [claimit.Bank(), claimit.Roll((1, 2, 3))]
    events += [claimit.Place(claimit.Field(number)) for number in range(36)]
    for both in random_game(7, 3, recycle=recycle):
        verdicts = [both.refuse(event) for event in events]
        assert all(engine == plain for engine, plain in verdicts)
        assert any(engine for engine, _ in verdicts)
