"""Disks with a bootable Debian, made from the packages of this computer's apt mirror and kept in `.vm/`."""

import hashlib
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
CACHE = ROOT / ".vm"
"""Files that are made once and used again; git ignores them."""
PACKAGES = (
    "systemd", "systemd-sysv", "udev", "dbus", "kmod", "e2fsprogs", "iproute2", "python3", "python3-venv",
    "linux-image-amd64",
)  # fmt: skip
SIZE = "3G"
TOOLS = ("qemu-system-x86_64", "qemu-img", "mmdebstrap", "mke2fs", "e2fsck", "debugfs")
"""They are in the packages qemu-system-x86, qemu-utils, mmdebstrap and e2fsprogs."""

# The initial RAM disk has only what mounts the root, because an emulated processor unpacks it.
RAM_DISK = "printf 'MODULES=list\\nFSTYPE=ext4\\n' >$1/etc/initramfs-tools/conf.d/vm"
RAM_DISK_MODULES = "printf 'virtio_pci\\nvirtio_blk\\next4\\n' >$1/usr/share/initramfs-tools/modules.d/vm"
RAM_DISK_FOLDERS = "mkdir -p $1/etc/initramfs-tools/conf.d $1/usr/share/initramfs-tools/modules.d"

EXTRA_FILES = {
    "etc/hostname": "box\n",
    "etc/hosts": "127.0.0.1 localhost\n127.0.1.1 box\n",
    "etc/fstab": "/dev/vda / ext4 defaults 0 1\nLABEL=stick /mnt ext4 ro,nofail 0 0\n",
    "etc/machine-id": "uninitialized\n",
    "etc/systemd/system/vm-network.service": (
        "[Unit]\nBindsTo=sys-subsystem-net-devices-eth0.device\nAfter=sys-subsystem-net-devices-eth0.device\n"
        "[Service]\nType=oneshot\nExecStart=/sbin/ip link set eth0 up\n"
        "ExecStart=/sbin/ip address add 10.0.2.15/24 dev eth0\n"
        "[Install]\nWantedBy=multi-user.target\n"
    ),
    "etc/systemd/system.conf.d/vm.conf": "[Manager]\nDefaultTimeoutStartSec=900\nDefaultDeviceTimeoutSec=900\n",
    "etc/pip.conf": "[global]\nno-index = true\nfind-links = /mnt/wheels\n",
    "usr/local/lib/vm_shell.py": (Path(__file__).parent / "shell.py").read_text(),
    "etc/systemd/system/vm-shell.service": (
        "[Unit]\nDescription=A shell for the tests on the second serial port\n"
        "[Service]\nExecStart=/usr/bin/python3 /usr/local/lib/vm_shell.py\nRestart=always\n"
        "[Install]\nWantedBy=multi-user.target\n"
    ),
}
"""Additions of the tests: a host name, a network, longer timeouts, packages from the stick, and a shell."""
ENABLED = ("vm-shell", "vm-network")
MASKED = (
    "serial-getty@ttyS0", "serial-getty@ttyS1", "getty@tty1", "apt-daily.timer", "apt-daily-upgrade.timer",
    "e2scrub_reap", "e2scrub_all.timer", "systemd-logind", "systemd-networkd", "systemd-networkd.socket",
)  # fmt: skip
"""A getty would disconnect other users of its line; the others only take processor time."""


class Debian(NamedTuple):
    """A release and its version of Python."""

    name: str
    python: str


TRIXIE = Debian("trixie", "3.13")
BOOKWORM = Debian("bookworm", "3.11")


class Disk(NamedTuple):
    """A bootable root, with kernel and initial RAM disk as separate files, which QEMU starts directly."""

    image: Path
    kernel: Path
    ram_disk: Path


def missing_tools() -> list[str]:
    path = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin"
    return [tool for tool in TOOLS if shutil.which(tool, path=path) is None]


def base_disk(debian: Debian, *more: str) -> Disk:
    """Returns the read-only disk of a release with additional packages, without the companion."""
    packages = PACKAGES + more
    made_of = (debian.name, packages, SIZE, RAM_DISK, RAM_DISK_MODULES, EXTRA_FILES, ENABLED, MASKED)
    folder = CACHE / f"{debian.name}-{hashlib.sha256(repr(made_of).encode()).hexdigest()[:12]}"
    disk = Disk(folder / "disk.raw", folder / "vmlinuz", folder / "initrd.img")
    if not folder.exists():
        CACHE.mkdir(exist_ok=True)
        with TemporaryDirectory(dir=CACHE) as making:
            _make(debian, packages, Path(making))
            (Path(making) / "made").rename(folder)
    return disk


def make_ext4(image: Path, content: Path, size: str, label: str = "root") -> None:
    run("mke2fs", "-q", "-F", "-t", "ext4", "-L", label, "-d", str(content), str(image), size)


def run(*command: str, cwd: Path | None = None) -> str:
    """Runs a program and returns its output.

    Raises:
        RuntimeError: it failed; the text is its error output.
    """
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr or done.stdout}")
    return done.stdout


def mirror() -> str:
    form = ("--format", "$(REPO_URI)", "Created-By: Packages", "Origin: Debian", "Component: main")
    found = [uri for uri in run("apt-get", "indextargets", *form).split() if "security" not in uri]
    if not found:
        raise RuntimeError("apt knows no Debian mirror here: run apt-get update first")
    return found[0]


def _make(debian: Debian, packages: tuple[str, ...], folder: Path) -> None:
    root, made = folder / "root", folder / "made"
    made.mkdir()
    hooks = [f"--essential-hook={hook}" for hook in (RAM_DISK_FOLDERS, RAM_DISK, RAM_DISK_MODULES)]
    include = f"--include={','.join(packages)}"
    archive = folder / "root.tar"  # an archive: while mmdebstrap works in a folder, that has the host's /dev in it
    run("mmdebstrap", "--quiet", "--variant=minbase", include, *hooks, debian.name, str(archive), mirror())
    root.mkdir()
    run("tar", "--extract", "--numeric-owner", "--xattrs", f"--file={archive}", f"--directory={root}")
    for name, content in EXTRA_FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content)
    run("chroot", str(root), "systemctl", "enable", *ENABLED)
    run("chroot", str(root), "systemctl", "mask", *MASKED)
    shutil.copy(next((root / "boot").glob("vmlinuz-*")), made / "vmlinuz")
    shutil.copy(next((root / "boot").glob("initrd.img-*")), made / "initrd.img")
    shutil.rmtree(root / "var/cache/apt/archives", ignore_errors=True)
    make_ext4(made / "disk.raw", root, SIZE)
