"""What the service is installed with: the hashed files, the constraints and pyproject.toml say the same."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

from tests.requirements.hashed import ROOT, Pin, Target, closure, constraints, formatted, parse, targets, wanted

FILES = sorted(wanted())
ELSEWHERE = {"rpi-ws281x", "adafruit-blinka-raspberry-pi5-neopixel", "lgpio", "gpiod", "sysv-ipc"}
"""The packages that are installed on a Raspberry Pi only; they need no others."""


def pins(file: str) -> tuple[Pin, ...]:
    return parse((ROOT / "requirements" / f"{file}.txt").read_text())


def needs(name: NormalizedName) -> list[Requirement]:
    try:
        return [Requirement(text) for text in requires(name) or ()]
    except PackageNotFoundError:
        assert name in ELSEWHERE, f"{name} is not installed: nobody knows what it needs"
        return []


def test_every_file_belongs_to_something_that_is_installed() -> None:
    assert sorted(path.stem for path in (ROOT / "requirements").iterdir()) == FILES
    assert {"build", "base", "pi", "pwm", "pi5"} == set(FILES)


@pytest.mark.parametrize("file", FILES)
def test_a_hashed_file_has_the_versions_of_the_constraints(file: str) -> None:
    assert {(pin.name, pin.version) for pin in pins(file)} <= set(constraints().items())
    assert len({pin.name for pin in pins(file)}) == len(pins(file))
    assert all(pin.hashes and len(set(pin.hashes)) == len(pin.hashes) for pin in pins(file))


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("target", targets(), ids="-".join)
def test_a_hashed_file_has_what_is_needed_and_nothing_else(file: str, target: Target) -> None:
    there = {pin.name for pin in pins(file) if pin.needed_on(target)}
    assert there == closure(file, wanted(), target, needs)


@pytest.mark.parametrize("path", ["constraints.txt", *(f"requirements/{file}.txt" for file in FILES)])
def test_no_file_says_from_where_anything_comes(path: str) -> None:
    text = (ROOT / path).read_text()
    assert not re.search(r"://|\bwww\b|\.(org|com|io|net)\b", text)
    assert set(re.findall(r"(?<!\S)-{1,2}[a-z][\w-]*", text)) <= {"--hash"}


@pytest.mark.parametrize(
    "line",
    [
        "thing==1.0",
        "thing>=1.0 \\\n    --hash=sha256:" + "0" * 64,
        "thing==1.0 \\\n    --hash=sha256:" + "0" * 63,
        "thing==1.0 \\\n    --hash=md5:" + "0" * 64,
        "--index-url somewhere",
        "thing @ file:///thing.whl",
    ],
)
def test_anything_but_pins_with_hashes_is_refused(line: str) -> None:
    good = formatted([Pin("other", "2", "", ("1" * 64,))], "Title")
    assert [pin.name for pin in parse(good)] == ["other"]
    with pytest.raises(ValueError, match=r"^no pin with hashes: "):
        parse(f"{good}{line}\n")


def test_what_is_written_is_read_again() -> None:
    written = (Pin("a", "1", "", ("0" * 64,)), Pin("b-c", "2.0rc1", 'python_version == "3.11"', ("1" * 64, "2" * 64)))
    assert parse(formatted(written, "Title")) == written


def test_a_package_needs_what_its_extras_need() -> None:
    files = {"base": [Requirement("a[x]")], "pi": [Requirement("b; python_version < '3.13'")]}
    files["pwm"] = [Requirement("claim-companion[pi]"), Requirement("c")]
    known = {"a": ["d; extra == 'x'", "e; extra == 'y'"], "d": ["f; platform_machine == 'aarch64'", "a"]}

    def asked(name: NormalizedName) -> list[Requirement]:
        return [Requirement(text) for text in known.get(name, ())]

    assert closure("base", files, Target("3.11", "aarch64"), asked) == set(map(canonicalize_name, "adf"))
    assert closure("base", files, Target("3.11", "x86_64"), asked) == set(map(canonicalize_name, "ad"))
    assert closure("pwm", files, Target("3.12", "x86_64"), asked) == set(map(canonicalize_name, "bc"))
    assert closure("pwm", files, Target("3.13", "x86_64"), asked) == set(map(canonicalize_name, "c"))
