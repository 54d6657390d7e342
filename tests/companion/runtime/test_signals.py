import asyncio
import os
import pty
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import monotonic

import pytest

from companion.commands.cli import main
from companion.core.model import TABLES
from companion.runtime import signals
from companion.runtime.signals import hangup_watched, loading_limit
from engine import registry
from engine.games import GAMES
from tests.engine.plugged import install

PATIENCE_S = 20.0


@contextmanager
def terminal() -> Iterator[tuple[int, int]]:
    ours, theirs = pty.openpty()
    yield ours, theirs
    os.close(theirs)


def test_a_closed_terminal_ends_the_table_once() -> None:
    async def watch(ours: int, theirs: int, unseen: int) -> int:
        gone, calls = asyncio.Event(), list[int]()

        def hear() -> None:
            calls.append(1)
            gone.set()

        with hangup_watched(asyncio.get_running_loop(), hear, (unseen, theirs)):
            os.close(ours)
            await asyncio.wait_for(gone.wait(), PATIENCE_S)
            # Once more around the loop: a hang-up goes on being reported.
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        return len(calls)

    read, write = os.pipe()
    with terminal() as (ours, theirs):
        assert asyncio.run(watch(ours, theirs, read)) == 1
    os.close(read)
    os.close(write)


LOOPS = {
    "sleeps": "import time\nwhile True: time.sleep(60)\n",
    "counts": "while True: pass\n",
    "waits": "import threading\nthreading.Event().wait()\n",
    "reads": "import os\nos.read(os.pipe()[0], 1)\n",
    "catches": "import time\nfor _ in range(2):\n  try: time.sleep(60)\n  except BaseException: pass\ntime.sleep(60)\n",
}


@pytest.mark.slow
def test_a_plugin_that_loops_at_import_is_given_up_with_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(registry, "_limit", registry._limit)
    monkeypatch.setattr(registry, "_timed_out", {})
    monkeypatch.setattr(signals, "loading_limit", partial(loading_limit, 0.3))
    for name, program in LOOPS.items():
        (folder := tmp_path / name).mkdir()
        (folder / f"it_{name}.py").write_text(program)
        module = {f"x-{name}": f"it_{name}:IT"}
        monkeypatch.syspath_prepend(install(folder, f"package-{name}", games=module, tables=module))
        began = monotonic()
        assert main(["play", "--device", "headless", "--game", f"x-{name}", "--players", "2"]) == 2
        assert 0.3 < monotonic() - began < 10
        assert capsys.readouterr().err.count("\n") == 1
        why = "cannot be loaded: its import takes longer than 0.3 s."
        sentence = f"The plug-in x-{name} of the package package-{name} {why}"
        monkeypatch.setattr(registry, "_limit", None)  # it is not asked again
        assert sentence in GAMES.broken()
        assert sentence in TABLES.broken()
        assert "claimit" in dict(TABLES.items())
