"""What the buzzer plays: every sound is told apart with closed eyes, and by those who hear no pitch."""

from itertools import combinations

import pytest

from companion.core import sounds
from hardware.device import Tone

SOUNDS = {name: value for name, value in vars(sounds).items() if name.isupper()}
LOWEST_HERTZ, HIGHEST_HERTZ = 100, 4000
"""What a small buzzer can be heard at."""


def rhythm(tones: tuple[Tone, ...]) -> tuple[tuple[bool, float], ...]:
    """Sound or silence, and how long: all that is left without pitch."""
    return tuple((tone.hertz > 0, tone.seconds) for tone in tones)


def test_there_is_a_sound_for_everything_that_happens() -> None:
    assert SOUNDS.keys() == {
        "ALL_PASSED",
        "ROLL",
        "PLACE",
        "BUST",
        "BANK",
        "LAST_ROUND",
        "WIN",
        "UNDO",
        "NO_SCREEN",
        "WRONG",
    }


@pytest.mark.parametrize(("one", "other"), list(combinations(sorted(SOUNDS), 2)))
def test_no_two_sounds_have_the_same_rhythm(one: str, other: str) -> None:
    assert rhythm(SOUNDS[one]) != rhythm(SOUNDS[other])


@pytest.mark.parametrize("name", sorted(SOUNDS))
def test_a_sound_is_short_and_within_what_a_buzzer_can_do(name: str) -> None:
    tones = SOUNDS[name]
    assert sum(tone.seconds for tone in tones) <= 1.5
    assert all(tone.hertz == 0 or LOWEST_HERTZ <= tone.hertz <= HIGHEST_HERTZ for tone in tones)


def test_equal_rhythms_would_be_noticed() -> None:
    assert rhythm((Tone(440, 0.1), Tone(0, 0.1))) == rhythm((Tone(880, 0.1), Tone(0, 0.1)))
