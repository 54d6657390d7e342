"""Whole games in which every field is chosen by a touch, while faults happen to the chips and wires.

The whole program runs on the real driver, above the simulated chips or above the kernel's edge. It stores the same
events as in a game without faults.
"""

import random
from collections.abc import Callable
from itertools import cycle

import pytest
from msgspec.structs import replace

from companion.core.messages import PartChanged, Pointed
from companion.pages.menu import offered_entries
from companion.program.fields import touched_place
from hardware.device import LIGHTS, Button, PartFault
from hardware.simulated.buses import SimulatedFieldBus
from hardware.simulated.chips import SIMULATED, FieldChip, InterruptLine
from hardware.wiring import FIELD_ADDRESSES, Wiring
from tests.companion.games.shell import Shell, at_table
from tests.companion.games.toucher import board, play_by_touch
from tests.companion.tables.klondike import test_table as klondike_table
from tests.companion.tables.piratenclaim import test_table as piratenclaim_table
from tests.wire.edge.box import ON_SPI, Edge
from tests.wire.edge.conftest import AtEdge
from tests.wire.fields import FieldBox, RestlessClock

GAMES: dict[str, Callable[[], Shell]] = {
    "claimit": at_table,
    "klondike": klondike_table.sit,
    "piratenclaim": piratenclaim_table.sit,
}
MOST_TURNS = {"claimit": 100, "klondike": 100, "piratenclaim": 60}
"""More turns than a game takes. A game of Piratenclaim with no undiscovered field in reach is ended by hand."""
ROUNDS = 3
"""How often each of the six faults happens in a game."""


class EdgeFieldBox(FieldBox):
    """The same with the real box above the kernel's edge."""

    def __init__(self, edge: Edge) -> None:
        self._edge = edge
        super().__init__(edge.wiring)
        self.device.close()
        self.clock = RestlessClock()
        self.device = edge.box(clock=self.clock)  # type: ignore[assignment]  # a box, whose chips are the edge's

    @property
    def line(self) -> InterruptLine:
        return self._edge.interrupt_line

    @property
    def bus(self) -> SimulatedFieldBus:
        return self._edge.field_bus


class TouchPlayer:
    """Plays by touch, and disturbs the chips between the turns."""

    def __init__(self, chips: FieldBox, kind: str, shell: Shell, rounds: int = ROUNDS) -> None:
        self.chips, self.kind, self.shell = chips, kind, board(shell)
        self.addresses = FIELD_ADDRESSES[kind]  # type: ignore[index]  # one of the kinds
        self.chance = random.Random(7)
        self.faults = [self.reset, self.remove, self.storm, self.bounce, self.cover, self.swap] * rounds
        self.happened = 0
        self.chance.shuffle(self.faults)
        chips.listen()

    def touch(self, place: str) -> None:
        """Touches a field and hands the box's reports on to the program."""
        light = next(light for light in range(LIGHTS) if touched_place(self.shell.model, light) == place)
        assert self.pass_time(1.0) == []
        for is_down in (True, False):
            self.move(light, is_down=is_down)
            assert self.forward_reports() == ([light] if is_down else [])

    def move(self, *lights: int, is_down: bool) -> None:
        with self.chips.line.lock:
            for light in lights:
                self.chip(light // 12).touch(light % 12, is_down=is_down)
        self.chips.rest()

    def chip(self, place: int) -> FieldChip:
        return self.chips.bus.chips[self.addresses[place]]

    def forward_reports(self) -> list[int | PartFault]:
        """Hands the box's reports on to the program and returns them."""
        reports = self.chips.take_reports()
        for report in reports:
            place = "" if isinstance(report, PartFault) else touched_place(self.shell.model, report)
            now = self.shell.now
            self.shell.take(PartChanged(report, now) if isinstance(report, PartFault) else Pointed(place, now))
        return reports

    def pass_time(self, *seconds: float) -> list[int | PartFault]:
        """Lets several times pass, one after the other. Returns the box's reports."""
        reports = []
        for each in seconds:
            self.chips.pass_time(each)
            self.shell.wait(each).tick()
            reports += self.forward_reports()
        return reports

    def disturb(self) -> None:
        """Makes the next fault happen. After it the open pages and the stored events are as before."""
        if not self.faults or self.chance.random() < 0.3:
            return
        before, kept = self.shell.model.open_pages, len(self.shell.kept)
        self.faults.pop()()
        self.happened += 1
        assert (self.shell.model.open_pages, len(self.shell.kept)) == (before, kept)

    def fail(self, *, says: str) -> None:
        """Checks that the fault of the fields is reported once, and that `ok` closes its page."""
        reports = (*self.forward_reports(), *self.pass_time(61.0, 31.0, 31.0))
        (fault,) = (report for report in reports if isinstance(report, PartFault))
        assert says in str(fault.reason)
        self.close_fault()

    def close_fault(self) -> None:
        assert self.shell.page == "fault"
        self.shell.press(Button.OK)

    def recover(self) -> None:
        """Checks that the end of the fault is reported once."""
        assert [fault.reason for fault in self.pass_time(31.0, 1.0) if isinstance(fault, PartFault)] == [None]

    def reset(self) -> None:
        """A chip loses its configuration. Within 61 s it works again, and nothing is reported."""
        place = self.chance.randrange(3)
        self.chip(place).lose_power()
        light = 12 * place + self.chance.randrange(12)
        self.move(light, is_down=True)
        self.move(light, is_down=False)
        assert self.pass_time(61.0) == []

    def remove(self) -> None:
        address = self.chance.choice(self.addresses)
        chip = self.chips.bus.chips.pop(address)
        self.fail(says=f"0x{address:02X}")
        self.chips.bus.chips[address] = chip
        chip.lose_power()
        self.recover()

    def storm(self) -> None:
        """The line has a thousand edges of which no chip knows, or one contact toggles without end."""
        if self.chance.random() < 0.5:
            for _ in range(1000):
                self.chips.line.drive("noise", level=False)
                self.chips.line.drive("noise", level=None)
                self.chips.rest()
            # The line must be quiet by the time at which it is tried again.
            self.close_fault_of(self.forward_reports())
        else:
            chip, levels = self.chip(1), cycle((True, False))
            self.chips.bus.on_write = lambda: chip.touch(6, is_down=next(levels))
            chip.touch(6, is_down=True)
            self.chips.rest()
            self.fail(says="1/4")
            self.chips.bus.on_write = None
            chip.touch(6, is_down=False)
        self.recover()

    def close_fault_of(self, reports: list[int | PartFault]) -> None:
        (fault,) = reports
        assert isinstance(fault, PartFault)
        assert "GPIO" in str(fault.reason)
        self.close_fault()

    def bounce(self) -> None:
        """A contact that bounces for 50 ms is one touch."""
        light, transfers = self.chance.randrange(LIGHTS), iter(range(30))

        def toggle() -> None:
            if (count := next(transfers, None)) is not None:
                self.chip(light // 12).touch(light % 12, is_down=(count + 1) // 3 % 2 == 0)  # between two reads

        self.chips.bus.on_write = toggle
        self.move(light, is_down=True)
        self.chips.bus.on_write = None
        self.move(light, is_down=False)
        assert self.chips.take_reports() == [light]  # not handed on to the program, where it might choose a field

    def cover(self) -> None:
        """All 36 fields at once are reported as covered and count as no touch."""
        self.move(*range(LIGHTS), is_down=True)
        (fault,) = self.forward_reports()
        assert isinstance(fault, PartFault)
        assert fault.stuck
        assert self.shell.page == "fault"
        self.move(*range(LIGHTS), is_down=False)
        assert [report.reason for report in self.forward_reports() if isinstance(report, PartFault)] == [None]

    def swap(self) -> None:
        """Another kind of chip answers at an address, or two chips have each other's address."""
        chips, (one, other, _) = self.chips.bus.chips, self.chance.sample(self.addresses, 3)
        if self.chance.random() < 0.5:
            own, foreign = chips[one], SIMULATED["touch" if self.kind == "contacts" else "contacts"](self.chips.line)
            chips[one] = foreign
            self.fail(says=f"0x{one:02X}")
            chips[one] = own
            self.chips.line.drive(foreign, level=None)
            self.recover()
            return
        chips[one], chips[other] = chips[other], chips[one]
        light = 12 * self.addresses.index(one) + self.chance.randrange(12)
        chips[other].touch(light % 12, is_down=True)
        self.chips.rest()
        chips[other].touch(light % 12, is_down=False)
        self.chips.rest()
        assert self.chips.take_reports() == [12 * self.addresses.index(other) + light % 12]  # not handed on
        chips[one], chips[other] = chips[other], chips[one]


def say_that_it_is_over(shell: Shell, game: str) -> None:
    """Ends a game whose rules do not find its end from the menu, with Green as the winner."""
    if game == "piratenclaim":
        shell.hold(Button.UNDO)
        labels = [entry.label for entry in offered_entries(shell.model, locked=False)]
        shell.press(*[Button.RIGHT] * labels.index("End the game"), Button.OK, Button.OK, Button.BANK)


def undisturbed(game: str, turns: int) -> list[object]:
    shell = board(GAMES[game]())
    play_by_touch(shell, lambda place: shell.wait(1).take(Pointed(place, shell.now)), turns=turns)
    say_that_it_is_over(shell, game)
    return list(shell.kept)


def play(chips: FieldBox, game: str, kind: str, *, turns: int = 0, rounds: int = ROUNDS) -> TouchPlayer:
    """Plays a game or some turns of it by touch, with every fault, and checks that nothing is lost."""
    most = turns or MOST_TURNS[game]
    player = TouchPlayer(chips, kind, GAMES[game](), rounds)
    try:
        play_by_touch(player.shell, player.touch, player.disturb, most)
        say_that_it_is_over(player.shell, game)
    finally:
        chips.device.close()
    assert player.shell.kept == undisturbed(game, most)
    assert turns or player.shell.page.endswith("winner")
    return player


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("kind", ["touch", "contacts"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_touches_at_the_edge_loses_nothing(at_edge: AtEdge, game: str, kind: str) -> None:
    edge = at_edge(replace(Wiring() if kind == "touch" else ON_SPI, fields_kind=kind))  # one of the kinds
    assert play(EdgeFieldBox(edge), game, kind).happened == 18


def test_a_few_turns_by_touches_lose_nothing() -> None:
    player = play(FieldBox(Wiring(fields_kind="touch")), "claimit", "touch", turns=6, rounds=1)
    assert player.happened == 6
