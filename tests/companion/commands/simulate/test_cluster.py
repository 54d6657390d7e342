import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from companion.commands.cli import main
from tests.companion.commands.simulate.studies import as_json, study_of

BIN = Path(sys.executable).parent
TIMEOUT_S = 60.0
PLAYED_S = 300.0
"""Maximum time of a study on a slow machine."""
STUDY = ("simulate", "--bots", "greenhorn,greenhorn", "--seed", "7")
NO_DASHBOARD = ("--no-dashboard",)


def wait_until(is_so: Callable[[], bool]) -> None:
    ends = time.monotonic() + TIMEOUT_S
    while not is_so():
        if time.monotonic() > ends:
            raise TimeoutError
        time.sleep(0.01)


class Cluster:
    def __init__(self, folder: Path, processes: ExitStack) -> None:
        self._folder, self._processes = folder, processes
        self.address = ""
        self.log = folder / "scheduler.log"
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0")
        wait_until(lambda: "Scheduler at:" in self.log.read_text())
        line = next(line for line in self.log.read_text().splitlines() if "Scheduler at:" in line)
        self.address = line.split()[-1]

    def add_worker(self) -> subprocess.Popen[bytes]:
        before = self.log.read_text().count("Register worker")
        worker = self._start("worker", self.address, "--nthreads", "1", "--no-nanny")
        wait_until(lambda: self.log.read_text().count("Register worker") > before)
        return worker

    def is_playing(self) -> bool:
        return "Receive client connection" in self.log.read_text()

    def _start(self, kind: str, *options: str) -> subprocess.Popen[bytes]:
        output = self._processes.enter_context((self._folder / f"{kind}.log").open("ab"))
        command = [str(BIN / "dask"), kind, *options, *NO_DASHBOARD]
        process = subprocess.Popen(command, cwd=self._folder, stdout=output, stderr=output)  # noqa: S603 - our own
        self._processes.callback(process.wait)
        self._processes.callback(process.kill)
        return process


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    pytest.importorskip("distributed", reason="Dask is not installed: pip install '.[cluster]'")
    with ExitStack() as processes:
        yield Cluster(tmp_path, processes)


@contextmanager
def running(*words: str) -> Iterator[subprocess.Popen[str]]:
    pipe = subprocess.PIPE
    with subprocess.Popen([BIN / "companion", *words], stdout=pipe, stderr=pipe, text=True) as process:  # noqa: S603
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.slow
def test_a_killed_worker_does_not_change_the_result(cluster: Cluster) -> None:
    victim, _ = cluster.add_worker(), cluster.add_worker()
    with running(*STUDY, "--games", "1000", "--json", "--scheduler", cluster.address) as process:
        wait_until(cluster.is_playing)
        victim.kill()
        out, err = process.communicate(timeout=PLAYED_S)
    assert "Remove worker" in cluster.log.read_text().partition("Remove client")[0]
    assert (process.returncode, err) == (0, "")
    assert json.loads(out) == as_json(study_of(games=1000))


@pytest.mark.slow
def test_the_games_so_far_are_printed_if_the_scheduler_dies(cluster: Cluster) -> None:
    cluster.add_worker()
    with running(*STUDY, "--games", "1000000", "--json", "--scheduler", cluster.address) as process:
        wait_until(cluster.is_playing)
        cluster.scheduler.kill()
        out, err = process.communicate(timeout=PLAYED_S)
    played = json.loads(out)["played"]
    assert process.returncode == 75
    assert err.startswith("companion simulate: the scheduler does not answer")
    assert err.endswith(f" after {played:,} of 1,000,000 games\n")
    assert json.loads(out) == as_json(study_of(games=1_000_000), played)


@pytest.mark.slow
def test_a_scheduler_that_does_not_answer_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed: pip install '.[cluster]'")
    assert main([*STUDY, "--games", "9", "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert capsys.readouterr() == ("", "companion simulate: --scheduler: no answer at tcp://127.0.0.1:1\n")


def test_the_error_names_the_missing_extra(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main([*STUDY, "--games", "9", "--scheduler", "tcp://127.0.0.1:8786"]) == 2
    error = "companion simulate: --scheduler: it needs an extra: pip install --editable '.[cluster]' in the checkout\n"
    assert capsys.readouterr().err == error
