"""The examples of docs/studies.md for several processes, run as they stand there, with fewer games."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.lab.result import decode_result
from companion.lab.study import Shard
from tests.companion.lab.studies import played, study_of

pytestmark = pytest.mark.slow

DOCS = Path(__file__).parents[3] / "docs/studies.md"
BOTS = ("prospector", "greenhorn")


def example(word: str) -> str:
    """The code of the page in which a word stands, for 8 games."""
    codes: list[str] = re.findall(r"```\n(.*?)```", DOCS.read_text(), re.DOTALL)
    (found,) = (code for code in codes if word in code)
    assert "--games 4000" in found
    return found.replace("--games 4000", "--games 8")


def run(code: str, folder: Path, **environ: str) -> str:
    """What a script prints; it must succeed, and complain about nothing."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    command = ["bash", "-euc", code]
    done = subprocess.run(  # noqa: S603 - our own
        command, cwd=folder, env={**os.environ, "PATH": path, **environ}, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    return done.stdout


def test_the_shell_loop_plays_a_whole_study(tmp_path: Path) -> None:
    out = run(example("for shard in"), tmp_path)
    assert out.startswith("Claim It!, 2 players, 8 games, seed 1")
    assert "8 games" in (tmp_path / "study.html").read_text()
    part = decode_result((tmp_path / "part3.json").read_text())
    assert part == played(study_of(BOTS, games=8, seed=1), Shard(3, 4))


def test_the_script_for_slurm_plays_the_shard_of_its_task(tmp_path: Path) -> None:
    code = example("#SBATCH --array").replace("/64", "/8")
    run(code, tmp_path, SLURM_ARRAY_TASK_ID="5")
    part = decode_result((tmp_path / "part5.json").read_text())
    assert part == played(study_of(BOTS, games=8, seed=1), Shard(5, 8))


@pytest.mark.skipif(shutil.which("parallel") is None, reason="GNU parallel is not installed")
def test_gnu_parallel_plays_all_shards(tmp_path: Path) -> None:
    out = run(example("parallel '").replace("/64", "/8").replace("..64", "..8"), tmp_path)
    assert out.startswith("Claim It!, 2 players, 8 games, seed 1")
