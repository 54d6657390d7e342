"""Runs inside the virtual machine: reads commands as JSON Lines from the second serial port and writes the answers."""

import json
import subprocess
import tty
from pathlib import Path

with Path("/dev/ttyS1").open("r+b", buffering=0) as port:
    tty.setraw(port.fileno())
    port.write(b'{"ready": true}\n')
    while line := port.readline():
        done = subprocess.run(  # noqa: S603 - whoever holds the other end of the port is root here
            ["/bin/bash", "-c", json.loads(line)["run"]],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        )  # fmt: skip
        answer = {"status": done.returncode, "output": done.stdout.decode(errors="replace")}
        port.write(json.dumps(answer).encode() + b"\n")
