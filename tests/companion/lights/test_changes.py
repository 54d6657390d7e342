import itertools
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.lights.composition import Lights
from companion.tables.claimit import lights
from engine.claimit.board import fields_in
from engine.claimit.position import LastRound, Phase, State, marks
from engine.claimit.rules import Bank, apply
from engine.claimit.scoring import winners
from engine.game import Seat
from tests.companion.lights.positions import COLOURS, played
from tests.companion.lights.scenes import SCENES

STEP_S = 0.013
"""The dense grid on which the foretold pictures are compared with those composed at every moment."""


def follow(light: Callable[[float], Lights], began: float, end: float) -> list[tuple[float, Lights]]:
    seen, now = [(began, light(began))], began
    while (change := seen[-1][1].next_change) is not None and change < end:
        assert change > now
        now = change
        seen.append((now, light(now)))
    return seen


def foretold(light: Callable[[float], Lights], began: float, end: float) -> None:
    seen = follow(light, began, end)
    moments = [moment for moment, _ in seen]
    for step in range(int((end - began) / STEP_S)):
        now = began + step * STEP_S
        latest = seen[bisect_right(moments, now + 1e-6) - 1]
        assert light(now).colours == latest[1].colours, f"a change at {now} that {latest[0]} did not foretell"


def wanted(light: Callable[[float], Lights], began: float, end: float) -> None:
    for (_, earlier), (now, later) in itertools.pairwise(follow(light, began, end)):
        assert earlier.colours != later.colours, f"nothing changes at {now}"


def test_every_scene_foretells_its_changes() -> None:
    for name in SCENES:
        foretold(SCENES[name][0], 0.0, 8.0)
        wanted(SCENES[name][0], 0.0, 8.0)


def _turn(state: State, now: float, began: float) -> Lights:
    return lights.turn(state, COLOURS, now, began)


def _roll(state: State, now: float, began: float) -> Lights:
    cursor = next(fields_in(marks(state) | 1))
    return lights.roll(state, COLOURS, now, began, [cursor])


def _bust(state: State, now: float, began: float) -> Lights:
    return lights.bust(replace(state, claims=(0,) * 6, owned=0), COLOURS, now, began, lost=marks(state))


def _bank(state: State, now: float, began: float) -> Lights:
    after = apply(state, Bank()) if state.phase is Phase.CHOOSE else state
    return lights.bank(after, COLOURS, now, began, seat=state.turn, taken=tuple(fields_in(marks(state))))


def _last_round(state: State, now: float, began: float) -> Lights:
    return lights.last_round(replace(state, last_round=LastRound(Seat(1), 2)), COLOURS, now, began)


def _winner(state: State, now: float, began: float) -> Lights:
    return lights.winner(replace(state, winners=winners(state)), COLOURS, now, began)


@pytest.mark.no_cover
@pytest.mark.slow
@pytest.mark.parametrize("page", [_turn, _roll, _bust, _bank, _last_round, _winner])
@given(seed=st.integers(0, 10_000), events=st.integers(0, 120), began=st.floats(0, 3e7))
@settings(max_examples=50)
def test_every_page_of_every_game_foretells_its_changes(
    page: Callable[[State, float, float], Lights], seed: int, events: int, began: float
) -> None:
    state = played(seed, events, seats=2 + seed % 4)
    foretold(lambda now: page(state, now, began), began, began + 1.5)


@pytest.mark.no_cover
@pytest.mark.slow
@pytest.mark.parametrize("page", [_turn, _roll, _bust, _winner])
@given(seed=st.integers(0, 10_000), events=st.integers(0, 120), began=st.floats(0, 3e7))
@settings(max_examples=50)
def test_no_page_wakes_for_nothing(
    page: Callable[[State, float, float], Lights], seed: int, events: int, began: float
) -> None:
    state = replace(played(seed, events, seats=2 + seed % 4), last_round=None)
    wanted(lambda now: page(state, now, began), began, began + 1.5)
