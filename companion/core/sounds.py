"""What the buzzer plays, each different in rhythm."""

from __future__ import annotations

from hardware.device import Tone

ROLL = (Tone(880, 0.03), Tone(0, 0.03), Tone(988, 0.03), Tone(0, 0.03), Tone(1047, 0.03))
PLACE = (Tone(659, 0.06),)
BUST = (Tone(392, 0.15), Tone(0, 0.05), Tone(330, 0.15), Tone(0, 0.05), Tone(262, 0.4))
BANK = (Tone(659, 0.08), Tone(784, 0.08), Tone(988, 0.16))
LAST_ROUND = (Tone(784, 0.25), Tone(0, 0.1), Tone(784, 0.25), Tone(0, 0.1), Tone(1047, 0.5))
ALL_PASSED = (Tone(784, 0.12), Tone(0, 0.08), Tone(659, 0.12), Tone(0, 0.08), Tone(523, 0.3))
"""A round that ends because no one can continue; a pirate that comes instead of a discovery."""
WIN = (Tone(523, 0.12), Tone(659, 0.12), Tone(784, 0.12), Tone(0, 0.06), Tone(784, 0.08), Tone(1047, 0.5))
UNDO = (Tone(784, 0.05), Tone(659, 0.05))
NO_SCREEN = (Tone(523, 0.3), Tone(0, 0.1), Tone(262, 0.3), Tone(0, 0.1), Tone(523, 0.3))
WRONG = (Tone(220, 0.12),)
"""A press that means nothing just now."""
