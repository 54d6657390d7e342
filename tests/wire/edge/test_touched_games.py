"""Whole games in which every choice of a field is a finger on a chip, with what may happen to chips and wires.

The real driver stands above the simulated chips, or above the kernel's edge; above it the whole program. What is
journalled is the same as in a game in which nothing happened.
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
from hardware.simulated.field_sensors import SIMULATED, FieldChip, InterruptLine
from hardware.wiring import FIELD_ADDRESSES, Wiring
from tests.companion.games.shell import Shell, at_table
from tests.companion.games.toucher import board, play_by_touch
from tests.companion.tables.klondike import test_table as klondike_table
from tests.companion.tables.piratenclaim import test_table as piratenclaim_table
from tests.wire.edge.box import ON_SPI, Edge
from tests.wire.edge.conftest import AtEdge
from tests.wire.fields import Feeling, RestlessClock

GAMES: dict[str, Callable[[], Shell]] = {
    "claimit": at_table,
    "klondike": klondike_table.sit,
    "piratenclaim": piratenclaim_table.sit,
}
MOST_TURNS = {"claimit": 100, "klondike": 100, "piratenclaim": 60}
"""More than a game takes. Of Piratenclaim, when no field in reach is undiscovered, the players say that it is over."""
ROUNDS = 3
"""How often each fault happens in a game: six of them in twelve games are 216."""


class EdgeFeeling(Feeling):
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


class Hands:
    """Fingers on the board of a table, and somebody who disturbs it."""

    def __init__(self, chips: Feeling, kind: str, shell: Shell, rounds: int = ROUNDS) -> None:
        self.chips, self.kind, self.shell = chips, kind, board(shell)
        self.addresses = FIELD_ADDRESSES[kind]  # type: ignore[index]  # one of the kinds
        self.chance = random.Random(7)
        self.faults = [self.reset, self.remove, self.storm, self.bounce, self.cover, self.swap] * rounds
        self.happened = 0
        self.chance.shuffle(self.faults)
        chips.listen()

    # Fingers

    def touch(self, place: str) -> None:
        """A finger comes and goes; the table hears what the box says of it."""
        light = next(light for light in range(LIGHTS) if touched_place(self.shell.model, light) == place)
        assert self.pass_time(1.0) == []
        for is_down in (True, False):
            self.move(light, is_down=is_down)
            assert self.hear() == ([light] if is_down else [])

    def move(self, *lights: int, is_down: bool) -> None:
        with self.chips.line.lock:
            for light in lights:
                self.chip(light // 12).touch(light % 12, is_down=is_down)
        self.chips.rest()

    def chip(self, place: int) -> FieldChip:
        return self.chips.bus.chips[self.addresses[place]]

    def hear(self) -> list[int | PartFault]:
        """Hands on to the table what the box has said."""
        heard = self.chips.heard()
        for said in heard:
            place = "" if isinstance(said, PartFault) else touched_place(self.shell.model, said)
            now = self.shell.now
            self.shell.take(PartChanged(said, now) if isinstance(said, PartFault) else Pointed(place, now))
        return heard

    def pass_time(self, *seconds: float) -> list[int | PartFault]:
        """Lets time pass, some and then more; returns what was said."""
        heard = []
        for each in seconds:
            self.chips.pass_time(each)
            self.shell.wait(each).tick()
            heard += self.hear()
        return heard

    # What may happen

    def disturb(self) -> None:
        """The next fault; when it is over, the table is as it was, and nothing has been journalled."""
        if not self.faults or self.chance.random() < 0.3:
            return
        before, kept = self.shell.model.open_pages, len(self.shell.kept)
        self.faults.pop()()
        self.happened += 1
        assert (self.shell.model.open_pages, len(self.shell.kept)) == (before, kept)

    def fail(self, *, says: str) -> None:
        """The fields have failed: that is told once, `ok` closes the page, and the buttons go on."""
        faults = [said for said in (*self.hear(), *self.pass_time(61.0, 31.0, 31.0)) if isinstance(said, PartFault)]
        (fault,) = faults
        assert says in str(fault.reason)
        self.close_fault()

    def close_fault(self) -> None:
        assert self.shell.page == "fault"
        self.shell.press(Button.OK)

    def recover(self) -> None:
        """They work again: that is told once."""
        assert [fault.reason for fault in self.pass_time(31.0, 1.0) if isinstance(fault, PartFault)] == [None]

    def reset(self) -> None:
        """A chip forgets everything; within 61 s it feels again, and nobody hears of it."""
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
        """A thousand edges on the line of which no chip knows; or a contact that never rests."""
        if self.chance.random() < 0.5:
            for _ in range(1000):
                self.chips.line.drive("noise", level=False)
                self.chips.line.drive("noise", level=None)
                self.chips.rest()
            # The line is quiet again by the time at which it is tried anew.
            self.close_fault_of(self.hear())
        else:
            chip, levels = self.chip(1), cycle((True, False))
            self.chips.bus.on_write = lambda: chip.touch(6, is_down=next(levels))
            chip.touch(6, is_down=True)
            self.chips.rest()
            self.fail(says="1/4")
            self.chips.bus.on_write = None
            chip.touch(6, is_down=False)
        self.recover()

    def close_fault_of(self, heard: list[int | PartFault]) -> None:
        (fault,) = heard
        assert isinstance(fault, PartFault)
        assert "GPIO" in str(fault.reason)
        self.close_fault()

    def bounce(self) -> None:
        """A contact that bounces for 50 ms is one touch; here of a field that moves nothing on the open page."""
        light, transfers = self.chance.randrange(LIGHTS), iter(range(30))

        def toggle() -> None:
            if (count := next(transfers, None)) is not None:
                self.chip(light // 12).touch(light % 12, is_down=(count + 1) // 3 % 2 == 0)  # between two readings

        self.chips.bus.on_write = toggle
        self.move(light, is_down=True)
        self.chips.bus.on_write = None
        self.move(light, is_down=False)
        assert self.chips.heard() == [light]  # the table does not hear of it: it might choose

    def cover(self) -> None:
        """All 36 at once are told as what they are, and nobody has touched anything."""
        self.move(*range(LIGHTS), is_down=True)
        (fault,) = self.hear()
        assert isinstance(fault, PartFault)
        assert fault.stuck
        assert self.shell.page == "fault"
        self.move(*range(LIGHTS), is_down=False)
        assert [said.reason for said in self.hear() if isinstance(said, PartFault)] == [None]

    def swap(self) -> None:
        """Another chip answers at an address; or two of them have each other's, and feel for each other."""
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
        assert self.chips.heard() == [12 * self.addresses.index(other) + light % 12]  # not for the table
        chips[one], chips[other] = chips[other], chips[one]


def say_that_it_is_over(shell: Shell, game: str) -> None:
    """By the menu, and that Green has won; only in a game whose rules do not find its end."""
    if game == "piratenclaim":
        shell.hold(Button.UNDO)
        labels = [entry.label for entry in offered_entries(shell.model, locked=False)]
        shell.press(*[Button.RIGHT] * labels.index("End the game"), Button.OK, Button.OK, Button.BANK)


def undisturbed(game: str, turns: int) -> list[object]:
    shell = board(GAMES[game]())
    play_by_touch(shell, lambda place: shell.wait(1).take(Pointed(place, shell.now)), turns=turns)
    say_that_it_is_over(shell, game)
    return list(shell.kept)


def play(chips: Feeling, game: str, kind: str, *, turns: int = 0, rounds: int = ROUNDS) -> Hands:
    """Plays a game by touches, or some turns of it, in which everything happens; nothing of it is lost."""
    most = turns or MOST_TURNS[game]
    hands = Hands(chips, kind, GAMES[game](), rounds)
    try:
        play_by_touch(hands.shell, hands.touch, hands.disturb, most)
        say_that_it_is_over(hands.shell, game)
    finally:
        chips.device.close()
    assert hands.shell.kept == undisturbed(game, most)
    assert turns or hands.shell.page.endswith("winner")
    return hands


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("kind", ["touch", "contacts"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_touches_at_the_edge_loses_nothing(at_edge: AtEdge, game: str, kind: str) -> None:
    edge = at_edge(replace(Wiring() if kind == "touch" else ON_SPI, fields_kind=kind))  # one of the kinds
    assert play(EdgeFeeling(edge), game, kind).happened == 18


def test_a_few_turns_by_touches_lose_nothing() -> None:
    hands = play(Feeling(Wiring(fields_kind="touch")), "claimit", "touch", turns=6, rounds=1)
    assert hands.happened == 6
