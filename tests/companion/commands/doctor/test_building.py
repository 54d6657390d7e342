"""What docs/building promises, as far as a machine can tell: the first boot's files, and the prices' sums."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from textwrap import dedent

import pytest

from companion.commands.doctor import run_checks
from companion.commands.doctor.machine import Severity
from tests.companion.commands.doctor.cases import PI_3, PI_5, ZERO_2
from tests.companion.commands.doctor.scratch import CONFIG, MODEL, SPEED, WELL, machine

ROOT = Path(__file__).parents[4]
BUILDING = ROOT / "docs/building"
USER_DATA = (BUILDING / "first-boot/user-data").read_text()
README = (BUILDING / "README.md").read_text()
BOARDS = {"Zero 2 W": ZERO_2, "3": PI_3, "4": WELL[MODEL], "5": PI_5}
PRICE = re.compile("(\\d+)\N{EN DASH}(\\d+)")


def added() -> bytes:
    """What the first boot adds to config.txt: the indented block under `content: |`."""
    _, _, rest = USER_DATA.partition("content: |\n")
    block, _, _ = rest.partition("\nruncmd:")
    return dedent(block).encode()


def switch_i2c_on(config: bytes) -> bytes:
    """What `raspi-config nonint do_i2c 0`, which the first boot and the page run, makes of config.txt.

    Its set_config_var replaces every line of this name, with all that stands in it, or adds one.
    """
    replaced, count = re.subn(rb"(?m)^#?\s*dtparam=i2c_arm=.*$", b"dtparam=i2c_arm=on", config)
    return replaced if count else config + b"dtparam=i2c_arm=on\n"


def findings(folder: Path, model: bytes, config: bytes) -> dict[str, Severity]:
    """What the doctor says of clock and speed there, by the check's name."""
    board = machine(folder, files={MODEL: model, CONFIG: config, SPEED: None})
    return {each.name: each.finding.verdict for each in run_checks(board) if each.name in {"spi clock", "i2c speed"}}


@pytest.mark.parametrize("board", BOARDS)
def test_the_doctor_is_content_with_what_the_first_boot_adds(tmp_path: Path, board: str) -> None:
    """After all that a card says of its own, whatever section it ends with."""
    stock = b"dtparam=audio=on\n[cm5]\ndtoverlay=dwc2,dr_mode=host\n"
    assert "raspi-config, nonint, do_i2c" in USER_DATA
    assert set(findings(tmp_path, BOARDS[board], switch_i2c_on(stock + added())).values()) == {Severity.OK}


def test_the_doctor_is_content_with_the_speed_that_the_page_names(tmp_path: Path) -> None:
    config, _, rest = README.partition("`/boot/firmware/config.txt`, then restart:\n\n   ```\n")[2].partition("   ```")
    assert "raspi-config nonint do_i2c 0" in rest
    assert set(findings(tmp_path, PI_5, switch_i2c_on(dedent(config).encode())).values()) == {Severity.OK}


def test_a_speed_in_the_line_that_is_replaced_is_lost(tmp_path: Path) -> None:
    config = switch_i2c_on(b"dtparam=i2c_arm=on,i2c_baudrate=400000\n")
    assert findings(tmp_path, PI_5, config)["i2c speed"] is Severity.WARNING


def test_without_it_the_doctor_would_not_be_content(tmp_path: Path) -> None:
    assert set(findings(tmp_path, ZERO_2, b"dtparam=audio=on\n").values()) == {Severity.WARNING}


def test_the_first_boot_unpacks_what_the_page_says_and_runs_what_is_there() -> None:
    card = (BUILDING / "card.md").read_text()
    (prefix, archive) = re.findall(r"git archive --prefix=(\w+)/ --output=(\S+) HEAD", card)[0]
    assert f"/boot/firmware/{archive}, --directory, /usr/local/src]" in USER_DATA
    (installer,) = re.findall(rf"\[/usr/local/src/{prefix}/(\S+)\]", USER_DATA)
    assert (ROOT / installer).exists()


def test_the_first_boot_s_user_is_in_every_group_that_the_doctor_asks_for(tmp_path: Path) -> None:
    (groups,) = re.findall(r"groups: \[(.+)\]", USER_DATA)
    without_command = replace(machine(tmp_path), run=lambda _: None, groups=frozenset(groups.split(", ")))
    mends = " ".join(each.finding.mend for each in run_checks(without_command))
    assert "usermod" not in mends
    assert "apt install raspi-utils" in mends


def test_the_first_boot_installs_the_packages_that_the_page_names() -> None:
    (by_hand,) = re.findall(r"sudo apt install (git .+)", README)
    (first_boot,) = re.findall(r"apt-get, install, --yes, (.+)\]", USER_DATA)
    assert set(by_hand.split()) - {"git"} <= set(first_boot.split(", "))


def test_the_prices_add_up() -> None:
    lines = (BUILDING / "parts.md").read_text().splitlines()
    tables = [[*block] for is_table, block in groupby(lines, lambda line: line.startswith("|")) if is_table]
    priced = [
        [[(int(low), int(high)) for low, high in found] for line in table if (found := PRICE.findall(line))]
        for table in tables
    ]
    assert len([rows for rows in priced if rows]) == 2
    for *parts, together in filter(None, priced):
        assert [len(row) for row in (*parts, together)] == [3] * (len(parts) + 1)
        sums = [(sum(low for low, _ in size), sum(high for _, high in size)) for size in zip(*parts, strict=True)]
        assert sums == together
