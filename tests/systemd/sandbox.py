"""What of a unit's sandbox can be had without systemd: some calls fail, and a socket is handed over.

Run as a program it puts itself under the restriction, and becomes the command that it is given.
"""

import ctypes
import os
import platform
import socket
import sys
from ctypes import c_char_p, c_ulong, c_ushort
from errno import EAFNOSUPPORT, EPERM
from struct import pack

NO_NEW_PRIVS, SECCOMP, FILTER_MODE = 38, 22, 2
"""Options of prctl(2)."""
LOAD, EQUALS, RETURN = 0x20, 0x15, 0x06
"""Instructions of the filter: load a word, jump if it equals, return (linux/bpf_common.h)."""
NUMBER_AT, ARCHITECTURE_AT, FAMILY_AT = 0, 4, 16
"""Where the system call's number, its machine, and the lower half of its first argument stand (linux/seccomp.h)."""
ALLOW, FAIL_WITH = 0x7FFF0000, 0x00050000
MACHINES = {"x86_64": (0xC000003E, 41, 141), "aarch64": (0xC00000B7, 198, 140)}
"""How the kernel calls the machine, and there the numbers of socket(2) and setpriority(2)."""
FIRST_FD = 3


class Filter(ctypes.Structure):
    """A program for the kernel (linux/filter.h)."""

    _fields_ = (("length", c_ushort), ("instructions", c_char_p))


def restrict_calls() -> None:
    """Has socket(2) fail for families other than AF_UNIX (`RestrictAddressFamilies`), and nice(2) (`SystemCallFilter`).

    Raises:
        OSError: the kernel does not take the filter.
    """
    machine, socket_number, priority_number = MACHINES[platform.machine()]
    program = b"".join(
        pack("HBBI", *instruction)
        for instruction in (
            (LOAD, 0, 0, ARCHITECTURE_AT),
            (EQUALS, 0, 6, machine),
            (LOAD, 0, 0, NUMBER_AT),
            (EQUALS, 0, 1, priority_number),
            (RETURN, 0, 0, FAIL_WITH | EPERM),
            (EQUALS, 0, 2, socket_number),
            (LOAD, 0, 0, FAMILY_AT),
            (EQUALS, 0, 1, socket.AF_UNIX),
            (RETURN, 0, 0, ALLOW),
            (RETURN, 0, 0, FAIL_WITH | EAFNOSUPPORT),
        )
    )
    libc = ctypes.CDLL(None, use_errno=True)
    wanted = Filter(len(program) // 8, program)
    nothing = c_ulong(0)
    for option, first, second in ((NO_NEW_PRIVS, 1, nothing), (SECCOMP, FILTER_MODE, ctypes.byref(wanted))):
        if libc.prctl(option, c_ulong(first), second, nothing, nothing) != 0:
            raise OSError(ctypes.get_errno(), "the kernel does not take the filter")


def main(handed: int, command: list[str]) -> None:
    """Becomes the command, with that socket as the one that systemd hands over; -1: with none."""
    if handed >= 0:
        os.dup2(handed, FIRST_FD)
        os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
    restrict_calls()
    os.execv(command[0], command)  # noqa: S606 - the tests' own command


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
