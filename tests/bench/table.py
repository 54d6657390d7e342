"""Every figure that was promised, its target, and what measures it."""

from __future__ import annotations

from tests.bench import (
    card,
    engine_piratenclaim,
    engine_playouts,
    memory,
    page,
    presses,
    records,
    screens,
    starts,
    still,
)
from tests.bench.figure import Figure

WAY = "x shortest way"
FIGURES = (
    Figure("referee, start to first answer", "x import json", 4, at_most=True, measure=starts.referee),
    Figure("headless table, start to first frame", "x vendors' import", 1.4, at_most=True, measure=starts.headless),
    Figure("press to the strip's last byte, median", WAY, 1.5, at_most=True, measure=presses.usual),
    Figure("the same, 99 %", WAY, 1.5, at_most=True, measure=presses.longest),
    Figure("beside two busy programs, median", WAY, 1.5, at_most=True, measure=presses.usual_beside_others),
    Figure("the same, 99 %", WAY, 1.5, at_most=True, measure=presses.longest_beside_others),
    Figure("down to the kernel's edge, median", WAY, 1.5, at_most=True, measure=presses.usual_at_the_edge),
    Figure("the same, 99 %", WAY, 1.5, at_most=True, measure=presses.longest_at_the_edge),
    Figure("bytes on any wire in 10 s of a still page", "bytes", 0, at_most=True, measure=still.wires),
    Figure("wakes in 10 s of a still page", "wakes", 0, at_most=True, measure=still.wakes),
    Figure("the loop's wakes while all is sent again", "wakes", 0, at_most=True, measure=still.loop_wakes),
    Figure("bytes of that, once a minute", "bytes", 2500, at_most=True, measure=still.refresh),
    Figure("bytes to the OLED, cursor to the next field", "bytes", 400, at_most=True, measure=screens.cursor),
    Figure("bytes to the OLED, one digit", "bytes", 40, at_most=True, measure=screens.digit),
    Figure("bytes to the OLED, the same picture", "bytes", 0, at_most=True, measure=screens.nothing),
    Figure("written to the disk in 300 events", "MB", 2, at_most=True, measure=card.written),
    Figure("writes that the disk is waited for", "an event", 1.05, at_most=True, measure=card.syncs),
    Figure("play-outs, two players", "x inlined loop", 0.5, at_most=False, measure=engine_playouts.play_outs),
    Figure("exact odds", "positions/s", 20_000, at_most=False, measure=engine_playouts.odds),
    Figure(
        "Piratenclaim: six pirates move, and the threat",
        "x exact odds",
        100,
        at_most=True,
        measure=engine_piratenclaim.pirate_phase,
    ),
    Figure("Piratenclaim: reading events", "x Claim It!", 0.5, at_most=False, measure=engine_piratenclaim.replay),
    Figure("reading 100,000 events, against 10,000", "times", 10, at_most=True, measure=records.growth),
    Figure("history --dice over 10,000 games", "s", 2, at_most=True, measure=records.dice),
    Figure("resident memory of a headless table", "MB", 60, at_most=True, measure=memory.of_a_table),
    Figure("press to the frame on the page, median", "ms", 50, at_most=True, measure=page.answered),
    Figure("100 viewers at 30 frames a second", "x bare sockets", 2, at_most=True, measure=page.viewers),
    Figure("growth for 20 viewers that never read", "MB", 1, at_most=True, measure=page.stalled),
    Figure("first paint of the page", "x empty page", 3, at_most=True, measure=page.painted),
    Figure("the page with all it loads", "kB", 200, at_most=True, measure=page.weight),
    Figure("drawn anew while nothing changes on the page", "times", 0, at_most=True, measure=page.still),
    Figure("growth over 500 games", "MB", 1, at_most=True, measure=memory.growth),
)
