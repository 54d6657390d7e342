"""Every figure that was promised, its target, and what measures it."""

from __future__ import annotations

from tests.bench import engine_playouts, presses, starts
from tests.bench.figure import Figure

FIGURES = (
    Figure("referee, start to first answer", "x import json", 4, at_most=True, measure=starts.referee),
    Figure("headless table, start to first frame", "x vendors' import", 1.5, at_most=True, measure=starts.headless),
    Figure("press to the strip's last byte, 99 %", "ms", 5, at_most=True, measure=presses.to_the_strip),
    Figure("play-outs, two players", "x inlined loop", 0.5, at_most=False, measure=engine_playouts.play_outs),
    Figure("exact odds", "positions/s", 20_000, at_most=False, measure=engine_playouts.odds),
)
