from itertools import combinations

from companion.core import effects
from hardware.device import Tone

SOUNDS = {name: value for name, value in vars(effects).items() if name.isupper() and isinstance(value, tuple)}
LOWEST_HERTZ, HIGHEST_HERTZ = 100, 4000
"""The frequency range of a small buzzer."""


def rhythm(tones: tuple[Tone, ...]) -> tuple[tuple[bool, float], ...]:
    return tuple((tone.hertz > 0, tone.seconds) for tone in tones)


def test_no_two_sounds_have_the_same_rhythm() -> None:
    for one, other in combinations(sorted(SOUNDS), 2):
        assert rhythm(SOUNDS[one]) != rhythm(SOUNDS[other])


def test_every_sound_is_short_and_in_the_range_of_the_buzzer() -> None:
    for name in sorted(SOUNDS):
        tones = SOUNDS[name]
        assert sum(tone.seconds for tone in tones) <= 1.5, name
        assert all(tone.hertz == 0 or LOWEST_HERTZ <= tone.hertz <= HIGHEST_HERTZ for tone in tones), name
