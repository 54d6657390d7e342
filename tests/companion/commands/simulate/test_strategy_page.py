import json
import re
import shlex
from pathlib import Path

import pytest

from companion.commands.cli import build_parser, main
from companion.commands.simulate import Study, read_study
from tests.engine.plug_ins import install

PROJECT = Path(__file__).parents[4]
COMMANDS = re.findall(
    r"^ *companion (simulate .*)$", (PROJECT / "docs/strategy.md").read_text(encoding="utf-8"), re.MULTILINE
)
THUMB = PROJECT / "docs/bot/thumb"


@pytest.fixture(autouse=True)
def thumb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (THUMB / "pyproject.toml").read_text(encoding="utf-8")
    bots = dict(re.findall(r'^(\w+) = "(companion_thumb:\w+)"$', text, re.MULTILINE))
    assert len(bots) == 3
    monkeypatch.syspath_prepend(THUMB)
    monkeypatch.syspath_prepend(install(tmp_path, "companion_thumb", bots=bots))


def study_of_command(command: str) -> Study:
    return read_study(build_parser("simulate").parse_args(shlex.split(command)))


def test_the_page_has_a_command_for_each_of_its_questions() -> None:
    studies = [study_of_command(command) for command in COMMANDS]
    assert {len(study.line_ups[0]) for study in studies} == {2, 3, 4, 5}
    assert {"eighty", "twenty", "four"} <= {bot for study in studies for bot in study.bots}
    assert len({study.seed for study in studies}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_the_documented_commands_are_valid(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*shlex.split(re.sub(r"--games \d+", "--games 1", command)), "--jobs", "1", "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert json.loads(out)["played"] == 1
