"""Playing at one journal for long: whole games with faults and viewers, with the plug pulled or without."""

import os
import random
import resource
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Protocol

from hardware.device import Button
from tests.companion.games.kill import GAME, pull_the_plug
from tests.companion.games.players import OK, Moves, Player
from tests.companion.games.table import Frame, Table, TableError
from tests.soak.shown import Shown
from tests.soak.story import Story
from tests.soak.table import SoakTable


class Fault(Protocol):
    __name__: str

    def __call__(self, table: SoakTable, journal: Path, /) -> AbstractContextManager[None]:
        pass


UNLIMITED = resource.RLIM_INFINITY
STOPPED_S = 0.5


@contextmanager
def loose_wires(table: SoakTable, _: Path) -> Iterator[None]:
    os.kill(table.pid, signal.SIGUSR1)
    yield
    os.kill(table.pid, signal.SIGUSR2)


@contextmanager
def full_disk(table: SoakTable, _: Path) -> Iterator[None]:
    """No file can grow: to the program it looks as a full disk does."""
    resource.prlimit(table.pid, resource.RLIMIT_FSIZE, (0, UNLIMITED))
    yield
    resource.prlimit(table.pid, resource.RLIMIT_FSIZE, (UNLIMITED, UNLIMITED))


@contextmanager
def foreign_lock(_: SoakTable, journal: Path) -> Iterator[None]:
    with closing(sqlite3.connect(journal, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def stopped_process(table: SoakTable, _: Path) -> Iterator[None]:
    os.kill(table.pid, signal.SIGSTOP)
    sleep(STOPPED_S)
    os.kill(table.pid, signal.SIGCONT)
    yield


FAULTS: tuple[Fault, ...] = (loose_wires, full_disk, foreign_lock, stopped_process)


AT_RANDOM, HELD = 0.08, 0.02
"""How often a button is pressed, or held, that leads nowhere in particular."""
DELIBERATE = {"fault", "setup"}
"""Here no one presses at random: it would choose to play without a journal, or another game than the player knows."""
BACK: Moves = (Button.LEFT,)
"""Beyond the first line of the menu is its last one, which ends the table."""
ASIDE = {"menu", "consent", "info", "link", "check", "spotlight", "history", "people", "scores"}
"""From here `undo` leads back to the game."""
ANSWERED_S = 0.05
"""How long a random press is watched; not each one is answered."""
INSISTS, UNANSWERED_S = 2, 8.0
"""How often a button is pressed again, and how long each press waits for an answer."""


class Fingers(Player):
    """The players of a table, with children among them."""

    def __init__(self, chance: random.Random, seats: int, *, stays: bool) -> None:
        """Sits down.

        Args:
            chance: what they decide by.
            seats: how many play.
            stays: whether no one presses at random in the menu, where `Quit` would end the table.
        """
        super().__init__(chance, seats)
        self._deliberate = DELIBERATE | {"menu", "consent"} if stays else DELIBERATE
        self._aside: tuple[Moves, ...] = ((Button.UNDO,), OK, (Button.RIGHT,), *(() if stays else (BACK,)))

    def moves(self, frame: Frame) -> Moves:
        """What leads on; out of what was opened by accident, back."""
        if frame.page in ASIDE:
            return self._chance.choice(self._aside)
        return super().moves(frame)

    def play(self, table: Table) -> Frame:
        """One page's moves, or a press at random; the last answer."""
        lot = self._chance.random()
        if table.frame.page in self._deliberate or lot > AT_RANDOM + HELD:
            return self._lead_on(table)
        table.send("hold" if lot < HELD else "press", self._chance.choice(list(Button)))
        table.watch(ANSWERED_S)
        return table.frame

    def _lead_on(self, table: Table) -> Frame:
        """Breaks off where another page has come in between, as that of a fault does."""
        page = table.frame.page
        for button in self.moves(table.frame):
            if _insist(table, button).page != page:
                break
        return table.frame


def _insist(table: Table, button: Button) -> Frame:
    """Presses until it is answered: where a viewer presses the same button just then, both are one press."""
    for _ in range(INSISTS):
        with suppress(TableError):
            return table.touch(button, patience_s=UNANSWERED_S)
    return table.touch(button)


def seated(chance: random.Random, *, stays: bool) -> Fingers:
    return Fingers(chance, 3, stays=stays)


FAULTY, VISITED = 0.01, 0.1
"""How often, before a page is played, something goes wrong, and a viewer comes or goes."""
LIFE_PAGES = 150
"""The plug is pulled after at most this many pages."""
FAULTY_PRESSES = 4
AFTER_FAULT_S = 1.3
"""A bit longer than the journal waits for a lock: then the effect of a press in a fault is known."""
RECOVERED_S = 20.0


def sit(story: Story, chance: random.Random, until: float, *, kills: bool) -> None:
    """Plays at the journal until that moment; where the table has ended another one goes on."""
    shown, last = Shown(story.journal), None
    while monotonic() < until and not story.troubles:
        with SoakTable(story.journal, *GAME) as table:
            player = Players(table, story, shown, chance, stays=not kills)
            if last is not None:
                player.check(last)
            last = player.play(until, chance.randrange(LIFE_PAGES) if kills else None)
        story.troubles += [line for line in table.errors if "Traceback" in line]
    if not shown.is_sound():
        story.troubles.append(f"{story.journal.name} is damaged")


class Players:
    """Those who play at a table while it runs."""

    def __init__(
        self, table: SoakTable, story: Story, shown: Shown, chance: random.Random, *, stays: bool = True
    ) -> None:
        self._table = table
        self._story = story
        self._shown = shown
        self._chance = chance
        self._fingers: Fingers = seated(chance, stays=stays)

    def play(self, until: float, pages: int | None) -> Frame:
        """Plays until then, or for this many pages and pulls the plug; the last frame that was shown."""
        table, played = self._table, 0
        try:
            while monotonic() < until and played != pages:
                played += 1
                self._play_page()
            if pages is not None:
                self._story.kills += 1
                return pull_the_plug(table, self._fingers, self._chance)
            table.leave()
        except (TableError, BrokenPipeError) as trouble:
            self._note_end(trouble)
        return table.frame

    def check(self, frame: Frame) -> None:
        if not self._shown.is_journalled(frame):
            self._story.troubles.append(f"lost: {frame.page} with {frame.events} events: {' '.join(frame.text)}")
        self._story.events = self._shown.events

    def suffer(self, fault: Fault) -> None:
        """Something goes wrong, a player presses a button anyway, and it works again.

        Raises:
            TableError: the table does not.
        """
        self._story.faults[fault.__name__] += 1
        with fault(self._table, self._story.journal):
            for _ in range(self._chance.randrange(FAULTY_PRESSES)):
                self._press_slowly()
        self._table.watch(AFTER_FAULT_S)
        self.await_recovery(fault.__name__)

    def await_recovery(self, fault: str) -> None:
        """Presses `ok` on the page of the fault until the game is there again.

        Raises:
            TableError: it does not come.
        """
        ends = monotonic() + RECOVERED_S
        while self._table.frame.page == "fault" and monotonic() < ends:
            self._press_slowly()
        if self._table.frame.page == "fault":
            raise TableError(f"the table does not recover from {fault}: {self._table.frame.text}")

    def _play_page(self) -> None:
        before = self._table.frame
        if self._chance.random() < VISITED:
            self._table.come_or_go(self._chance, self._chance.choice(self._fingers.moves(before)))
            self._story.visits += 1
        if self._chance.random() < FAULTY:
            self.suffer(self._chance.choice(FAULTS))
        self.check(self._fingers.play(self._table))
        if before.page != "winner" and self._table.frame.page == "winner":
            self._end_game()

    def _end_game(self) -> None:
        self._story.games += 1
        self._table.send_viewers_away()
        self._table.watch(AFTER_FAULT_S)
        self._story.usage.setdefault(self._table.pid, []).append(self._table.usage)

    def _press_slowly(self) -> None:
        """Nothing but `ok`: on a fault that is shown late, any other button might choose to play without a journal."""
        self._table.send("press", Button.OK)
        self._table.watch(AFTER_FAULT_S)

    def _note_end(self, trouble: Exception) -> None:
        """The menu may end the table; anything else that ends or silences it is a trouble."""
        with suppress(TableError):
            self._table.watch(AFTER_FAULT_S)
        if self._table.status == 0:
            self._story.exits += 1
        else:
            self._story.troubles.append(str(trouble))
