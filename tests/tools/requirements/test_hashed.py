import re
from importlib.metadata import PackageNotFoundError, requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import NormalizedName

from tools.requirements.hashed import ROOT, Pin, closure, constraints, parse, targets, wanted

FILES = sorted(wanted())
ELSEWHERE = {"rpi-ws281x", "adafruit-blinka-raspberry-pi5-neopixel", "lgpio", "gpiod", "sysv-ipc"}
"""The packages that are installed only on a Raspberry Pi; they have no dependencies."""


def pins(file: str) -> tuple[Pin, ...]:
    return parse((ROOT / "tools/requirements" / f"{file}.txt").read_text())


def needs(name: NormalizedName) -> list[Requirement]:
    try:
        return [Requirement(text) for text in requires(name) or ()]
    except PackageNotFoundError:
        assert name in ELSEWHERE, f"{name} is not installed: nobody knows what it needs"
        return []


def test_every_requirements_file_belongs_to_an_installation() -> None:
    assert sorted(path.stem for path in (ROOT / "tools/requirements").glob("*.txt")) == FILES
    assert {"build", "base", "pi", "pwm", "pi5"} == set(FILES)


@pytest.mark.parametrize("file", FILES)
def test_a_hashed_file_has_the_requirements_in_the_constrained_versions(file: str) -> None:
    held = pins(file)
    assert {(pin.name, pin.version) for pin in held} <= set(constraints().items())
    assert len({pin.name for pin in held}) == len(held)
    assert all(pin.hashes and len(set(pin.hashes)) == len(pin.hashes) for pin in held)
    for target in targets():
        pinned = {pin.name for pin in held if pin.needed_on(target)}
        assert pinned == closure(file, wanted(), target, needs), target


def test_no_requirements_file_names_an_index_or_a_url() -> None:
    for path in ("constraints.txt", *(f"tools/requirements/{file}.txt" for file in FILES)):
        text = (ROOT / path).read_text()
        assert not re.search(r"://|\bwww\b|\.(org|com|io|net)\b", text), path
        assert set(re.findall(r"(?<!\S)-{1,2}[a-z][\w-]*", text)) <= {"--hash"}, path
