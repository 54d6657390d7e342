import asyncio
import gc
import socket
from argparse import Namespace
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands.cli import run_on_device
from companion.core.effects import ChangePower, Power
from companion.main import open_simulated_box, run_application
from companion.pages.menu import FAREWELL_S, MenuPage
from companion.runtime.launch_config import LaunchConfig
from companion.runtime.loop import Frontend, Loop
from companion.runtime.systemd import POLL_S, REACTION_S, PowerError, PowerRequest, SystemdNotifier, power_request
from companion.settings.schema import Settings
from engine.game import Seat
from hardware.device import Button
from tests.companion.games.app import TWO_PLAYERS, App, start_claimit

LEFT, RIGHT, OK, BANK, UNDO = Button
PRESSES_TO_LINE = {Power.OFF: (LEFT,), Power.RESTART: (LEFT, LEFT)}
"""The presses from the first line of the menu."""


def can_power_off(*, kiosk: bool = False) -> App:
    app = App(replace(TWO_PLAYERS, first=Seat(0)), powered=True).start().press(OK)
    app.model = app.model.with_config(kiosk=kiosk)
    return app


def request_power(power: Power) -> App:
    return can_power_off().hold(UNDO).press(*PRESSES_TO_LINE[power], OK)


def offered_lines(app: App) -> set[str]:
    return {each.label for each in MenuPage(locked=app.model.config.kiosk).options(app.model)}


def test_confirming_shows_the_farewell_page_and_ends_the_program() -> None:
    for power in Power:
        app = request_power(power).press(LEFT, OK)
        assert (app.page, app.power_requests, app.model.is_leaving) == ("farewell", [ChangePower(power)], False)
        assert app.view.frame.next_change == pytest.approx(app.now + FAREWELL_S), power
        assert app.advance_time(FAREWELL_S).tick().model.is_leaving, power


def test_the_cursor_starts_on_no_which_returns_to_the_menu() -> None:
    for power in Power:
        for button in [OK, UNDO]:
            app = request_power(power)
            assert "no" in app.ok_label, (power, button)
            app.press(button)
            assert (app.page, app.power_requests, app.model.exits_at) == ("menu", [], None), (power, button)
            assert "Restart" in app.view.text, (power, button)


def test_a_failed_power_request_is_reported_and_the_game_continues() -> None:
    for power in Power:
        app = can_power_off()
        before, app.power_fails = app.model.page, True
        app.hold(UNDO).press(*PRESSES_TO_LINE[power], OK, LEFT, OK)
        assert app.page == "fault", power
        assert "You may pull the plug." in " ".join(app.view.text), power
        app.advance_time(FAREWELL_S).tick().press(OK)
        assert (app.page, app.model.is_leaving) == ("menu", False), power
        assert app.press(UNDO).model.page == before, power


def test_the_menu_offers_switching_off_only_where_it_is_possible() -> None:
    with_power, without_power = offered_lines(can_power_off()), offered_lines(start_claimit(OK))
    assert with_power - without_power == {"Switch off", "Restart"}
    assert without_power - with_power == {"Quit"}


def test_quitting_during_a_game_needs_confirmation() -> None:
    app = start_claimit(OK).hold(UNDO).press(LEFT)
    assert app.ok_label == "Quit"
    assert app.press(OK).page == "consent"
    assert (app.view.text[0], app.ok_label) == ("Quit? The game is kept.", "no")
    assert not app.press(OK).model.is_leaving
    assert app.press(OK, LEFT, OK).model.is_leaving
    assert App().start().hold(UNDO).press(LEFT, OK).model.is_leaving


def test_in_a_kiosk_switching_off_needs_two_held_buttons() -> None:
    app = can_power_off(kiosk=True).hold(UNDO)
    assert offered_lines(app).isdisjoint({"Switch off", "Restart", "Quit"})
    walked = {app.press(RIGHT).ok_label for _ in range(20)}
    assert walked.isdisjoint({"Switch off", "Restart", "Quit"})
    app.hold(LEFT).hold(RIGHT)
    assert app.press(LEFT).ok_label == "Switch off"


def handling_request(folder: Path, power: Power) -> Callable[[float], object]:
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 2:
            (folder / power).unlink()

    return wait


@pytest.mark.parametrize("power", Power)
def test_a_power_request_is_an_empty_file_until_it_is_handled(tmp_path: Path, power: Power) -> None:
    request = PowerRequest(tmp_path, handling_request(tmp_path, power))
    request.prepare(power)
    assert not (tmp_path / power).exists()
    request.send()
    assert list(tmp_path.iterdir()) == []


def test_a_power_request_that_is_not_handled_is_withdrawn(tmp_path: Path) -> None:
    waits: list[float] = []
    request = PowerRequest(tmp_path, waits.append)
    request.prepare(Power.OFF)
    with pytest.raises(PowerError, match=r"did not accept .*poweroff: systemctl status companion-power@poweroff.path"):
        request.send()
    assert not (tmp_path / Power.OFF).exists()
    assert waits == [POLL_S] * round(REACTION_S / POLL_S)


def test_the_service_fails_if_the_machine_does_not_switch_off(capsys: pytest.CaptureFixture[str]) -> None:
    def play(_: Namespace) -> int:
        raise PowerError("not accepted")

    assert run_on_device(play, Namespace()) == 1
    assert capsys.readouterr().err == "companion: not accepted\n"
    gc.enable()  # as the program does once it shows its first picture


def test_a_request_that_cannot_be_written_is_reported_before_anything_ends(tmp_path: Path) -> None:
    request = PowerRequest(tmp_path / "gone")
    with pytest.raises(PowerError, match="gone cannot be written"):
        request.prepare(Power.OFF)
    request.send()
    assert list(tmp_path.iterdir()) == []


def test_power_requests_need_the_folder_of_the_service(tmp_path: Path) -> None:
    assert power_request({}) is None
    assert power_request({"COMPANION_POWER": ""}) is None
    assert power_request({"COMPANION_POWER": str(tmp_path / "gone")}) is None
    assert power_request({"COMPANION_POWER": str(tmp_path)}) is not None


WATCHDOG_S = 0.01


class Visitor(Frontend):
    def __init__(self, script: Callable[[], Awaitable[None]]) -> None:
        self._script = script

    async def run(self, loop: Loop) -> None:
        try:
            await self._script()
        finally:
            loop.stop()


TIMEOUT_S = 20.0


class FakeSystemd:
    """systemd's end of the notification socket."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address.replace("@", "\0", 1))
        self._socket.settimeout(TIMEOUT_S)

    def next(self) -> str:
        return self._socket.recv(64).decode()

    def is_silent(self, duration_s: float) -> bool:
        self._socket.settimeout(duration_s)
        try:
            self._socket.recv(64)
        except TimeoutError:
            return True
        finally:
            self._socket.settimeout(TIMEOUT_S)
        return False

    def waiting(self) -> list[str]:
        self._socket.setblocking(False)
        shown = list[str]()
        while True:
            try:
                shown.append(self._socket.recv(64).decode())
            except BlockingIOError:
                self._socket.settimeout(TIMEOUT_S)
                return shown

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[FakeSystemd]:
    manager = FakeSystemd(str(tmp_path / "notify"))
    yield manager
    manager.close()


def visit(manager: FakeSystemd, script: Callable[[], Awaitable[None]]) -> None:
    watched = SystemdNotifier(manager.address, WATCHDOG_S)
    run_application(LaunchConfig(Settings(), None), open_simulated_box(Settings()), watched, Visitor(script))


def test_systemd_is_notified_of_start_watchdog_and_stop(manager: FakeSystemd) -> None:
    async def script() -> None:
        shown = [await asyncio.to_thread(manager.next) for _ in range(5)]
        assert sorted(shown) == ["READY=1", *["WATCHDOG=1"] * 4]

    visit(manager, script)
    *fed, last = manager.waiting()
    assert set(fed) <= {"WATCHDOG=1"}
    assert last == "STOPPING=1"


def test_a_hanging_loop_does_not_notify_the_watchdog(manager: FakeSystemd) -> None:
    async def script() -> None:
        assert await asyncio.to_thread(manager.next)
        manager.waiting()
        assert manager.is_silent(10 * WATCHDOG_S)
        assert await asyncio.to_thread(manager.next) == "WATCHDOG=1"

    visit(manager, script)
