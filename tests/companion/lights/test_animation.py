import itertools
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.lights import composition

BEGINNINGS = st.floats(min_value=0, max_value=3e7, allow_nan=False)
"""Up to a year of a clock that started with the machine."""

RHYTHMS: dict[str, Callable[[float, float], composition.Intensity]] = {
    "slow": lambda now, began: composition.blink(now, began, composition.SLOW_S),
    "fast": lambda now, began: composition.blink(now, began, composition.FAST_S),
    "pulse": lambda now, began: composition.pulse(now, began, 0.1, 0.7),
    "breath": composition.breathe,
    "once": lambda now, began: composition.sequence(now, began, (1.0, 0.0, 0.5), 0.25),
    "after": lambda now, began: composition.after(now, began + 1),
    "glint": lambda now, _: composition.glint(now, 7),
}


@pytest.mark.parametrize("name", RHYTHMS)
@given(began=BEGINNINGS, age_s=st.floats(min_value=0, max_value=100))
def test_a_rhythm_changes_exactly_when_it_says(name: str, began: float, age_s: float) -> None:
    rhythm, now = RHYTHMS[name], began + age_s
    level, until = rhythm(now, began)
    if until is None:
        assert rhythm(now + 1000, began) == (level, None)
        return
    assert until > now
    assert rhythm((now + until) / 2, began).level == level
    assert rhythm(max(now, until - 2e-6), began).level == level
    assert rhythm(until, began).level != level


@given(
    began=BEGINNINGS,
    steps=st.integers(min_value=0, max_value=100_000),
    step_s=st.sampled_from([composition.FRAME_S, 0.15, 0.3]),
)
def test_a_step_is_counted_at_its_very_moment(began: float, steps: int, step_s: float) -> None:
    assert composition.elapsed(began + steps * step_s, began, step_s) == steps


def test_breathing_is_smooth() -> None:
    levels = [composition.breathe(step * composition.FRAME_S).level for step in range(composition.BREATH_STEPS + 1)]
    steps = [abs(later - earlier) for earlier, later in itertools.pairwise(levels)]
    assert steps == pytest.approx([2 / composition.BREATH_STEPS] * composition.BREATH_STEPS)


def test_neighbours_do_not_glint_together() -> None:
    when = [next(now for now in range(600) if composition.glint(now / 100, light).level) for light in range(36)]
    assert all(when[light] != when[light + 1] for light in range(35))
    assert all(when[light] != when[light + 6] for light in range(30))
