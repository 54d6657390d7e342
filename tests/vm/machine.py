"""A virtual machine that tests start, use and cut off from its power."""

import json
import random
import socket
import subprocess
from collections.abc import Callable
from contextlib import suppress
from io import BufferedRWPair
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Self

from PIL import Image

from tests.vm import write_log
from tests.vm.debian import Disk, run

PAGE_PORT = 8765
BOOT_S = 600.0
"""Maximum time of a boot: about a minute, and several times that on a busy computer."""
COMMAND_S = 1200.0
"""Maximum time of a command; an installation took four to ten minutes on a busy computer."""
POLL_S = 0.3
MEMORY_MB = 1024
SCREEN = ("-device", "virtio-gpu-pci,xres=1280,yres=720")
SCREEN_MEMORY_MB = 2048
"""A screen, and the memory that a browser needs."""
KERNEL_OPTIONS = (
    "root=/dev/vda rw console=ttyS0 net.ifnames=0 panic=-1 systemd.show_status=yes quiet"
    " mitigations=off"  # slow on an emulated processor, and useless there
    " no_timer_check"  # the kernel would take a late emulated timer for a broken one
)


class MachineError(Exception):
    """The machine did not do what a test waited for."""


class Machine:
    """A machine with its own disk, which can be started again after each stop.

    While it runs, its writes go into an overlay and a log. When it stops, the entries of the log are written to the
    disk: all of them, or after a power cut those that had to survive.
    """

    def __init__(
        self,
        folder: Path,
        base: Disk,
        stick: Path,
        *,
        partition: Path | None = None,
        has_screen: bool = False,
    ) -> None:
        """Creates the machine's disk.

        Args:
            folder: an empty folder for all files of the machine.
            base: the initial content of the disk; it is copied.
            stick: a read-only image with files for the machine.
            partition: a second disk; a power cut loses nothing that is in its cache.
            has_screen: whether the machine has a graphics card.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.disk, self.log = folder / "disk.raw", folder / "writes.log"
        self.console = folder / "console.log"
        """The output of all boots on the first serial port."""
        self._has_screen = has_screen
        self._partition = partition
        self.options = KERNEL_OPTIONS
        """The kernel's command line at the next start."""
        self._base, self._stick, self._overlay = base, stick, folder / "overlay.qcow2"
        self._process: subprocess.Popen[bytes] | None = None
        self._shell: BufferedRWPair | None = None
        self.port = 0
        """The local port that leads to port 8765 of the machine."""
        run("cp", "--sparse=always", str(base.image), str(self.disk))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        for large in (self.disk, self.log, self._overlay):
            large.unlink(missing_ok=True)

    def start(self) -> Self:
        """Boots the machine and waits for its shell.

        Raises:
            MachineError: the shell did not answer within the timeout.
        """
        self._overlay.unlink(missing_ok=True)
        self.log.write_bytes(b"")
        run("qemu-img", "create", "-q", "-f", "qcow2", "-b", str(self.disk), "-F", "raw", str(self._overlay))
        self.port = _free_port()
        with self.console.open("ab") as output:
            self._process = subprocess.Popen(  # noqa: S603 - our own command
                self._command(), stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
            )
        self._shell = self._connect()
        self._read_answer(BOOT_S)
        return self

    def run(self, command: str, *, fails: bool = False, timeout_s: float = COMMAND_S) -> str:
        """Runs a command as root and returns its output.

        Raises:
            MachineError: it failed (or did not fail, with `fails`), or it took longer than the timeout.
        """
        if self._shell is None:
            raise MachineError("the machine is off")
        self._shell.write(json.dumps({"run": command}).encode() + b"\n")
        self._shell.flush()
        answer = self._read_answer(timeout_s, command)
        if (answer["status"] != 0) != fails:
            raise MachineError(f"{command}: status {answer['status']}\n{answer['output']}")
        return str(answer["output"])

    def wait_until(self, met: Callable[[], object], what: str, timeout_s: float = BOOT_S) -> None:
        """Polls until a condition is met.

        Raises:
            MachineError: the condition was not met within the timeout.
        """
        ends = monotonic() + timeout_s
        while not met():
            if monotonic() > ends:
                raise MachineError(f"waited {timeout_s:.0f} s for {what}\n{self._end_of_console()}")
            sleep(POLL_S)

    def screenshot(self) -> Image.Image:
        photo = self.folder / "screen.png"
        with socket.socket(socket.AF_UNIX) as port:
            port.settimeout(BOOT_S)
            port.connect(str(self._monitor))
            with port.makefile("rw") as monitor:
                for command in (
                    {"execute": "qmp_capabilities"},
                    {"execute": "screendump", "arguments": {"filename": str(photo), "format": "png"}},
                ):
                    monitor.write(json.dumps(command) + "\n")
                    monitor.flush()
                    # A greeting and events may precede the answer.
                    while not {"return", "error"} & (answer := json.loads(monitor.readline())).keys():
                        pass
                    if "error" in answer:
                        raise MachineError(f"{command}: {answer['error']}")
        with Image.open(photo) as image:
            return image.convert("RGB")

    def stop(self) -> None:
        if self._shell is not None:
            self._shell.write(json.dumps({"run": "systemctl poweroff"}).encode() + b"\n")
            self._shell.flush()
        self.wait_until_off()

    def wait_until_off(self) -> None:
        if self._process is not None:
            self._process.wait(COMMAND_S)
            self._apply_writes(write_log.read(self.log))

    def cut_power(self, rng: random.Random) -> int:
        """Cuts the power; returns the number of accepted blocks that the disk lost."""
        self.kill()
        entries = write_log.read(self.log)
        left = write_log.survivors(entries, rng)
        self._apply_writes(left)
        return write_log.lost_blocks(entries, left)

    def _apply_writes(self, entries: list[write_log.Entry]) -> None:
        self._process = None
        self._disconnect()
        write_log.apply(entries, self.log, self.disk)
        self._overlay.unlink()

    def kill(self) -> None:
        """Kills the machine; its disk is as before the start, and the log has all later writes."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._disconnect()

    def _disconnect(self) -> None:
        if self._shell is not None:
            with suppress(OSError):  # the machine did not read everything
                self._shell.close()
            self._port.close()
            self._shell = None

    def _command(self) -> list[str]:
        disk = {
            "driver": "blklogwrites", "node-name": "disk", "log-super-update-interval": 1,
            "file": {"driver": "qcow2", "file": {"driver": "file", "filename": str(self._overlay)}},
            "log": {"driver": "file", "filename": str(self.log), "cache": {"no-flush": True}},
        }  # fmt: skip
        stick = {"driver": "file", "node-name": "stick", "filename": str(self._stick), "read-only": True}
        kept = {"driver": "file", "node-name": "kept", "filename": str(self._partition)}
        forwarded = f"hostfwd=tcp:127.0.0.1:{self.port}-:{PAGE_PORT}"
        return [
            "setpriv", "--pdeathsig", "KILL",  # QEMU ends when the tests end, in any way
            "qemu-system-x86_64", "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
            "-accel", "tcg,thread=multi", "-smp", "2", "-cpu", "max",
            "-m", str(SCREEN_MEMORY_MB if self._has_screen else MEMORY_MB),
            *(SCREEN if self._has_screen else ()),
            "-chardev", f"socket,id=monitor,path={self._monitor},server=on,wait=off", "-mon", "monitor,mode=control",
            "-kernel", str(self._base.kernel), "-initrd", str(self._base.ram_disk),
            "-append", self.options,
            "-blockdev", json.dumps(disk), "-device", "virtio-blk-pci,drive=disk",
            "-blockdev", json.dumps(stick), "-device", "virtio-blk-pci,drive=stick",
            *(("-blockdev", json.dumps(kept), "-device", "virtio-blk-pci,drive=kept") if self._partition else ()),
            "-nic", f"user,model=virtio-net-pci,restrict=on,{forwarded}",
            "-device", "virtio-rng-pci",
            "-chardev", f"file,id=console,path={self.console},append=on", "-serial", "chardev:console",
            "-chardev", f"socket,id=shell,path={self._socket},server=on,wait=off", "-serial", "chardev:shell",
        ]  # fmt: skip

    @property
    def _socket(self) -> Path:
        return self.folder / "shell"

    @property
    def _monitor(self) -> Path:
        return self.folder / "monitor"

    def _connect(self) -> BufferedRWPair:
        port = socket.socket(socket.AF_UNIX)

        def reached() -> bool:
            if self._process is None or self._process.poll() is not None:
                raise MachineError(f"QEMU has ended:\n{self._end_of_console()}")
            with suppress(FileNotFoundError, ConnectionRefusedError):
                port.connect(str(self._socket))
                return True
            return False

        self._socket.unlink(missing_ok=True)
        self.wait_until(reached, "QEMU")
        self._port = port
        return port.makefile("rwb")

    def _read_answer(self, timeout_s: float, to: str = "the boot") -> dict[str, Any]:
        if self._shell is None:
            raise MachineError("the machine is off")
        self._port.settimeout(timeout_s)
        try:
            line = self._shell.readline()
            return dict(json.loads(line))
        except (TimeoutError, ValueError) as error:
            raise MachineError(f"no answer to {to}: {error!r}\n{self._end_of_console()}") from error

    def _end_of_console(self) -> str:
        return self.console.read_text(errors="replace")[-2000:] if self.console.exists() else ""


def copy_disk(machine: Machine, folder: Path) -> Disk:
    folder.mkdir(parents=True, exist_ok=True)
    image = folder / "disk.raw"
    run("cp", "--sparse=always", str(machine.disk), str(image))
    return machine._base._replace(image=image)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
    return port
