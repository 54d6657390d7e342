"""A record of each game, up to its end, by chance: for what is told of finished games."""

from collections.abc import Callable
from functools import cache
from random import Random

from engine import klondike, piratenclaim
from engine.dice import Draws
from engine.game import Finish, Seat, Start, Undo
from engine.klondike.position import TILES
from engine.piratenclaim import Discover, Event, State
from engine.record import AnyRecord, begin
from tests.companion.program.played import SEED, played
from tests.engine.klondike_hands import draw_event

NAMES = ("Ada", "Bob")


@cache
def klondike_record() -> AnyRecord:
    """A match in which everybody may lay any tile that is left; the first event is taken back, and laid again."""
    chance = Random(7)
    record = begin(Start("klondike", NAMES, Seat(1), klondike.options))
    while not klondike.is_over(record.state):
        lying = {tuple(sorted(tile)) for tile in record.state.slots if tile is not None}
        event = draw_event(record.state, [tile for tile in TILES if tile not in lying], chance)
        record = record.play(event)
        if len(record.events) == 2:
            record = record.play(Undo()).play(event)
    return record


@cache
def piratenclaim_record() -> AnyRecord:
    """Four turns, in which all is discovered that may be; then the table says who has won."""
    record = begin(Start("piratenclaim", NAMES, Seat(0), piratenclaim.options))
    while record.state.turns < 4:
        record = record.play(_next_of_piratenclaim(record.state, record.drawn_count))
    return record.play(Finish((Seat(1),)))


def _next_of_piratenclaim(state: State, counter: int) -> Event:
    drawn = piratenclaim.chance_event(state, Draws(SEED, counter))
    if drawn is not None and not state.used:
        return drawn
    events = piratenclaim.legal_events(state)
    return next((event for event in events if isinstance(event, Discover)), events[0])


RECORDS: dict[str, Callable[[], AnyRecord]] = {
    "claimit": lambda: played(NAMES).running.started_record,
    "klondike": klondike_record,
    "piratenclaim": piratenclaim_record,
}
"""By the game's name."""
