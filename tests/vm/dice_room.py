"""Runs inside the virtual machine: a table of the product, and dice on Bumble's Bluetooth controllers, rolled for it.

`hci_vhci` gives the kernel an adapter whose other end is a controller in this process. The dice are controllers too, on
a link of Bumble's; BlueZ hears what they advertise as it would by radio. All that is asserted is left to the test: in
the end one line of JSON says what was rolled, what the journal has, and what the screen said meanwhile.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path
from struct import pack
from typing import TYPE_CHECKING, Any

from bumble.controller import Controller
from bumble.hci import HCI_LE_Advertising_Report_Event
from bumble.link import LocalLink
from bumble.transport import open_transport

from tests.companion.pixels import D6, D20, HANDLED, LIES, RESTS, ROLLS, advertise

if TYPE_CHECKING:
    from collections.abc import Callable

DICE, STRANGER, ROLLED = (11, 12, 13, 14, 15), 99, 100
HALVES = (DICE[:3], DICE[2:])
"""The table's three dice of the five, and those that it learns when half of the rolls are done."""
FLAGS, NAME, SERVICE_DATA, COMPANY_DATA = 0x01, 0x09, 0x16, 0xFF
"""Types of what is in an advertisement (Assigned Numbers, 2.3)."""
INFORMATION = 0x180A
EVERY_MS = 400
TUMBLES_S, LOOKS_S, PATIENCE_S = 0.6, 2.0, 60.0
"""In a hand and on the table each; for a press that changes nothing; for what has to come. In this machine's time."""
MOST_PRESSES, MOST_AGAIN = 40, 3
"""From one roll to the next; so many rolls may have begun too early."""
JOURNAL = Path("/var/tmp/dice.sqlite")  # noqa: S108 - the machine is nobody else's


def element(kind: int, data: bytes) -> bytes:
    """One part of an advertisement: length, type, data."""
    return bytes((len(data) + 1, kind)) + data


class Die(Controller):  # type: ignore[misc] # Bumble is not where the types are checked
    """A die on the link, which lies there until it is rolled."""

    def __init__(self, link: LocalLink, number: int, shape: int = D6) -> None:
        super().__init__(f"die {number}", link=link, public_address=f"00:00:00:00:00:{number:02X}")
        self.number, self.shape = number, shape
        self.show(LIES, 1)
        self.le_legacy_advertiser.advertising_interval_min = EVERY_MS
        self.le_legacy_advertiser.start()

    def show(self, state: int, face: int) -> None:
        """Advertises this from now on; the service data stand in the answer to a scan, as they do with Pixels."""
        said, air = advertise(self.number, state, face, shape=self.shape), self.le_legacy_advertiser
        told = b"".join(element(COMPANY_DATA, pack("<H", company) + data) for company, data in said.companies.items())
        served = b"".join(element(SERVICE_DATA, pack("<H", INFORMATION) + data) for data in said.services.values())
        air.advertising_data = element(FLAGS, b"\x06") + told + element(NAME, said.name.encode())
        air.scan_response_data = served
        air.send_advertising_data()

    async def roll(self, face: int) -> None:
        """Is taken in a hand, tumbles and comes to rest."""
        for state in (HANDLED, ROLLS):
            self.show(state, 1)
            await asyncio.sleep(TUMBLES_S)
        self.show(RESTS, face)


class Adapter(Controller):  # type: ignore[misc] # Bumble is not where the types are checked
    """The box's controller. Bumble's reports an advertisement as the answer to a scan, too; here the die answers."""

    def on_advertising_pdu(self, pdu: Any) -> None:  # noqa: ANN401 - Bumble's
        """Reports both, as a controller does that scans actively."""
        if not self.le_scan_enable:
            return
        dice = (each.le_legacy_advertiser for each in self.link.controllers)
        answers = next(each.scan_response_data for each in dice if each.address == pdu.advertiser_address)
        kinds = HCI_LE_Advertising_Report_Event.EventType
        for kind, data in ((kinds.ADV_IND, pdu.data), (kinds.SCAN_RSP, answers)):
            report = HCI_LE_Advertising_Report_Event.Report(
                event_type=kind, address_type=pdu.advertiser_address.address_type, address=pdu.advertiser_address,
                data=data, rssi=-50,
            )  # fmt: skip
            self.send_hci_packet(HCI_LE_Advertising_Report_Event([report]))


class Table:
    """`companion play`, without a screen: what it shows, and its buttons."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.frame: dict[str, Any] = {"page": "", "text": [], "events": 0}
        self._changed = asyncio.Event()
        self._reads = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            self.frame = json.loads(line)
            self._changed.set()

    @property
    def says(self) -> str:
        """All words on the screen."""
        return " ".join(self.frame["text"])

    async def until(self, met: Callable[[], object], longest_s: float = PATIENCE_S) -> bool:
        """Waits until the table is so, and returns whether it came to be."""
        with suppress(TimeoutError):
            async with asyncio.timeout(longest_s):
                while not met():
                    self._changed.clear()
                    await self._changed.wait()
        return bool(met())

    async def until_it_says(self, words: str) -> str:
        """Waits for words on the screen, and returns all that it says then. Raises RuntimeError: they never come."""
        if not await self.until(lambda: words in self.says):
            raise RuntimeError(f"waited for {words}: {self.says}")
        return self.says

    async def press(self, button: str) -> None:
        """Presses a button, and waits until something else is shown."""
        assert self._process.stdin is not None
        before = self.frame["page"], self.frame["text"]
        self._process.stdin.write(json.dumps({"press": button}).encode() + b"\n")
        await self.until(lambda: before != (self.frame["page"], self.frame["text"]), LOOKS_S)

    async def close(self) -> None:
        """Ends it in order."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()


class Room:
    """The dice, and who rolls them."""

    def __init__(self, table: Table, link: LocalLink) -> None:
        self.table = table
        self.dice = {number: Die(link, number) for number in DICE}
        self.stranger = Die(link, STRANGER, D20)
        self.notes: list[str] = []
        self.again = 0
        self._chance = random.Random(25)

    async def learn(self, numbers: tuple[int, ...]) -> None:
        """Rolls one die after the other, and first the stranger, whose shape is refused."""
        table = self.table
        await table.until_it_says("Heard: ")
        await self.stranger.roll(6)
        self.notes.append(await table.until_it_says("Six sides"))
        await table.press("ok")
        for place, number in enumerate(numbers, 1):
            await table.until_it_says(f"Roll die {place} alone")
            await self.dice[number].roll(place)
            self.notes.append(await table.until_it_says(f"Pixel {number} shows {place}"))
            await table.press("ok")

    async def until_asked(self) -> None:
        """Plays on, always with `ok`, until the page of the dice is open."""
        for _ in range(MOST_PRESSES):
            if self.table.frame["page"] == "real_dice":
                return
            await self.table.press("ok")
        raise RuntimeError(f"nobody asks for a roll: {self.table.frame['page']}: {self.table.says}")

    async def roll(self, numbers: tuple[int, ...]) -> list[int]:
        """Rolls all dice in the room, each to a face of its own; returns those of the table's, once it has them.

        A roll may have begun before the box listened: then it is rolled again. Raises RuntimeError: too often.
        """
        await self.until_asked()
        before = self.table.frame["events"]
        faces = {number: self._chance.randint(1, 6) for number in DICE}
        while self.again <= MOST_AGAIN:
            rolls = (self.dice[number].roll(face) for number, face in faces.items())
            await asyncio.gather(*rolls, self.stranger.roll(self._chance.randint(1, 6)))
            if await self.table.until(lambda: self.table.frame["events"] > before):
                return [faces[number] for number in numbers]
            self.again += 1
        raise RuntimeError(f"{self.again} rolls were not heard: {self.table.says}")

    async def be_silent(self, number: int) -> None:
        """A phone connects to a die while the table waits for it; then it lets go."""
        await self.until_asked()
        self.dice[number].le_legacy_advertiser.stop()
        self.notes.append(await self.table.until_it_says("is silent"))
        self.dice[number].le_legacy_advertiser.start()


async def sit_down() -> Table:
    """Starts the table, of two players with real dice, as a user who may have of BlueZ what the service may."""
    play = ("play", "--device", "headless", "--dice", "bluetooth", "--players", "2", "--first", "0")
    files = ("--journal", str(JOURNAL), "--set", "screen.dim_after_s=86000", "--set", "screen.dark_after_s=86400")
    pipe, command = asyncio.subprocess.PIPE, (sys.executable, "-m", "companion", *play, *files)
    process = await asyncio.create_subprocess_exec(
        *command, stdin=pipe, stdout=pipe, limit=1 << 20, user="listener", group="gpio", extra_groups=["gpio"]
    )
    return Table(process)


async def play() -> dict[str, Any]:
    """Plays it all."""
    radio, link = await open_transport("vhci"), LocalLink()
    Adapter("box", radio.source, radio.sink, link, "00:00:00:00:00:01")
    up = await asyncio.create_subprocess_exec("systemctl", "start", "bluetooth")
    await up.wait()
    room = Room(await sit_down(), link)
    rolled: list[list[int]] = []
    began = asyncio.get_running_loop().time()
    for half in HALVES:
        await room.until_asked()
        if rolled:
            for button in ("right", "bank", "left", "ok"):
                await room.table.press(button)
        await room.learn(half)
        await room.be_silent(half[1])
        rolled += [await room.roll(half) for _ in range(ROLLED // len(HALVES))]
    await room.table.close()
    with closing(sqlite3.connect(JOURNAL)) as journal:
        rows = journal.execute("SELECT json FROM events ORDER BY game, number").fetchall()
    events = [event for (text,) in rows if (event := json.loads(text))["event"] == "roll"]
    lasted = asyncio.get_running_loop().time() - began
    return {"rolled": rolled, "events": events, "notes": room.notes, "again": room.again, "lasted": round(lasted)}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(play())))
