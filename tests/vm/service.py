"""The companion's service on a virtual machine, as its administrator sees it."""

import json
import random
import re
from typing import Any

from tests.companion.games.companion_process import Frame
from tests.companion.games.players import Player
from tests.vm.machine import Machine
from tests.vm.positions import Events
from tests.vm.web_viewer import WebViewer, get_json

LINK = re.compile(r"http://[^\s#]+#([\w-]+)")
PRINT_LINK = (
    "cat /var/lib/companion/journal.sqlite.link.html 2>/dev/null || journalctl --unit={unit} --boot --output=cat"
)
"""Prints the link for the host: from a file that root can read; the first version wrote it to its log."""
BOOT_LINES = r"Linux version|systemd 25. running|systemd\[1\]: systemd 2|[Cc]ompanion"
"""The interesting lines of a boot's log."""
READ_JOURNAL = """python3 - <<'END'
import json, sqlite3
db = sqlite3.connect("file:/var/lib/private/companion/journal.sqlite?mode=ro", uri=True)
assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
games = {game: [] for (game,) in db.execute("SELECT id FROM games ORDER BY id")}
for game, text in db.execute("SELECT game, json FROM events WHERE number > 0 ORDER BY game, number"):
    games[game].append(json.loads(text))
print(json.dumps(list(games.values())))
END"""


class Service:
    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._token = ""

    def install(self, checkout: str, options: str = "--simulated") -> str:
        self.machine.run(f"test -d ~/{checkout} || cp -r /mnt/{checkout} ~/{checkout}")
        return self.machine.run(f"cd ~/{checkout} && systemd/install.sh {options}")

    @property
    def unit(self) -> str:
        """The enabled unit; the first version had another one for the simulated device."""
        return self.machine.run("basename /etc/systemd/system/multi-user.target.wants/companion*.service").strip()

    def wait_until_up(self) -> None:
        self.machine.wait_until(self.is_active, "READY=1")
        self.machine.wait_until(lambda: get_json(self.machine.port, "/api/state"), "the page")

    def is_active(self) -> bool:
        return self.property("ActiveState") == "active"

    def property(self, name: str) -> str:
        return self.machine.run(f"systemctl show --property={name} --value {self.unit}").strip()

    def play(self, seed: int) -> Frame:
        self.wait_until_up()
        with self.web_viewer() as viewer:
            viewer.resume()
            return viewer.play(Player(random.Random(seed), 2), until="roll", moves=8)

    def current_frame(self) -> Frame:
        self.wait_until_up()
        with self.web_viewer() as viewer:
            viewer.resume()
            return viewer.frame

    def web_viewer(self) -> WebViewer:
        """Opens the web page with the link of the service; the link is read again each time, as long as it exists."""
        found = LINK.findall(self.machine.run(PRINT_LINK.format(unit=self.unit)))
        self._token = found[-1] if found else self._token
        return WebViewer(self.machine.port, self._token)

    def log(self) -> str:
        return self.machine.run(f"journalctl --unit={self.unit} --boot --output=cat")

    def kill(self, signal: str) -> None:
        before = self.property("MainPID")
        self.machine.run(f"kill -{signal} {before}")
        self.machine.wait_until(lambda: self.is_active() and self.property("MainPID") != before, "another process")
        self.wait_until_up()

    def uninstall(self) -> None:
        self.machine.run("/opt/companion/bin/companion service uninstall && rm -r /opt/companion")

    def history(self) -> list[dict[str, Any]]:
        return list(get_json(self.machine.port, "/api/history"))

    def games(self) -> list[Events]:
        """Returns the events of every game, oldest first; SQLite's integrity check of the journal must pass."""
        found: list[Events] = json.loads(self.machine.run(READ_JOURNAL))
        return found

    def boot_lines(self) -> str:
        """Returns the lines of this boot's log about the kernel, systemd and the service."""
        return self.machine.run(f"journalctl --boot --output=short-monotonic | grep -E '{BOOT_LINES}'")
