"""The number of bytes that a change of the picture sends to the OLED, on real pages."""

import dataclasses
from collections.abc import Iterable, Iterator
from itertools import pairwise
from statistics import median

from msgspec.structs import replace

from companion.core.lineup import SEAT_COLOUR_NAMES
from companion.core.model import Model
from companion.program.view import view
from companion.tables.claimit.place import PlaceStonePage
from companion.tables.claimit.session import session_of
from engine import claimit
from engine.record import AnyRecord
from hardware.device import Button, Press
from hardware.oled import Oled, Picture, open_i2c_panel
from hardware.simulated.buses import SimulatedI2c
from hardware.simulated.chips import SSD1306, Controller
from tests.bench.benchmark import Measurement
from tests.bench.scripted_game import ScriptedPlayer, after_press, model_of_new_game

ROLLS = 200
ADDRESS = 0x3C


class Wire:
    def __init__(self) -> None:
        self._bus = SimulatedI2c(ADDRESS, Controller(SSD1306))
        self._oled = Oled(lambda: open_i2c_panel("ssd1306", self._bus, ADDRESS))

    def bytes_from(self, old: Model, new: Model) -> int:
        """Returns the number of bytes that the change sends, including addresses and commands."""
        self._show(old)
        before = self._bus.sent_bytes
        self._show(new)
        return self._bus.sent_bytes - before

    @property
    def sent_bytes(self) -> int:
        return self._bus.sent_bytes

    def _show(self, model: Model) -> None:
        frame = view(model, model.now).frame
        self._oled.write(Picture(frame.screen, frame.contrast))


def cursor() -> Measurement:
    """Measures the maximum for one step of the cursor, over many rolls of games of two and five players."""
    rolls = (*_rolls(2), *_rolls(5))
    return _p99([(model, after_press(model, Press(Button.RIGHT))) for model in rolls])


def digit() -> Measurement:
    """Measures the maximum for a change of one digit: the number of turns."""
    turn = model_of_new_game()
    models = [_in_turn(turn, number) for number in range(2, 9)]  # the first turns also have a hint
    return _p99(pairwise(models))


def nothing() -> Measurement:
    return _p99((model, model) for model in _rolls(2))


def _rolls(players: int) -> Iterator[Model]:
    """Yields positions of the cursor on rolls with several available fields."""
    model, player = (
        model_of_new_game(SEAT_COLOUR_NAMES[:players]),
        ScriptedPlayer(move_chance=0.8, roll_again_chance=0.5),
    )
    found = 0
    while found < ROLLS:
        if isinstance(model.page, PlaceStonePage) and len(claimit.legal(session_of(model).state)) > 1:
            found += 1
            yield model
        model = after_press(model, player.next_press(model))


def _in_turn(model: Model, turns: int) -> Model:
    record = session_of(model).started_record
    newest = record.timeline[-1]._replace(state=dataclasses.replace(record.state, turns=turns))
    later: AnyRecord = dataclasses.replace(record, timeline=record.timeline[:-1].plus(newest))
    return replace(model, maybe_session=replace(model.session, record=later))


def _p99(changes: Iterable[tuple[Model, Model]]) -> Measurement:
    wire = Wire()
    sent = [wire.bytes_from(old, new) for old, new in changes]
    if not wire.sent_bytes:
        raise RuntimeError("no picture was sent")
    return Measurement(max(sent), f"median {median(sent):.0f} over {len(sent)} changes")
