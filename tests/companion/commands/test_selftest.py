import json
import threading
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.commands.cli import main as command
from companion.core.messages import Ticked
from companion.core.model import Model
from companion.pages.selftest import STEP_S, SelftestPage
from companion.program.update import update
from companion.program.view import view
from companion.settings.loader import load_settings
from hardware.device import OFF
from hardware.wiring import Wiring
from tests.companion.games.companion_process import FAST_BUTTONS, TIMEOUT_S
from tests.companion.pages.selftest import SELFTEST, open_trial
from tests.companion.pages.sitting import press

OPEN_WIZARD = ("right",) * 4 + ("ok",)


def lit(model: Model, now: float) -> list[int]:
    return [field for field, colour in enumerate(view(model, now).frame.lights) if colour != OFF]


class Bench:
    def __init__(self, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]) -> None:
        self._patch = patch
        self._capture = capture

    def run(self, config: Path, *presses: str | dict[str, str]) -> tuple[list[dict[str, Any]], str, int]:
        lines = config.with_name("presses")
        lines.write_text(
            "".join(json.dumps({"press": line} if isinstance(line, str) else line) + "\n" for line in presses)
        )
        with lines.open() as stdin:
            self._patch.setattr("sys.stdin", stdin)
            status = command(["selftest", "--device", "headless", "--config", str(config), *FAST_BUTTONS])
            for reader in threading.enumerate():
                if reader.name == "standard input":
                    reader.join(TIMEOUT_S)  # before the file that it reads is closed
        output = self._capture.readouterr()
        return [json.loads(line) for line in output.out.splitlines()], output.err, status


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Bench:
    return Bench(monkeypatch, capsys)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "companion.toml"
    file.write_text("# ours\n[lights]\nbrightness = 0.3  # evenings\nrotation = 2\n")
    return file


def test_every_field_is_lit_in_turn_and_named() -> None:
    model = open_trial("Lights")
    moments = [step * STEP_S for step in range(37)]
    walked = [update(model, Ticked(now)).model for now in moments]
    assert [lit(each, now) for each, now in zip(walked, moments, strict=True)] == [[step % 36] for step in range(37)]
    assert [view(each, each.now).text[2] for each in walked[5:8]] == ["6/1", "1/2", "2/2"]


def test_after_all_five_buttons_any_button_continues() -> None:
    pressed = open_trial("Buttons", "left", "right", "ok", "bank", "undo")
    assert view(pressed, 0.0).text[:4] == ("Buttons", "5/5", "all of them work", "any button: continue")
    assert press(pressed, "bank").page == replace(SELFTEST.page, cursor=3)


def test_the_self_test_of_fields_needs_field_sensors(bench: Bench, config: Path) -> None:
    assert "Touch the fields" not in {trial.label for trial in SelftestPage(Wiring()).trials}
    lines = [{"press": "left"}, {"press": "left"}, {"press": "ok"}, {"touch": "2/1"}]
    lines += [{"press": "bank"}] * 35 + [{"press": "ok"}]
    config.write_text(config.read_text() + '[fields]\nkind = "touch"\n')
    frames, output, status = bench.run(config, *lines)
    assert (frames[-1]["page"], status) == ("find_fields", 0)
    assert load_settings(config).fields.inputs == (1, 0, *range(2, 36))
    assert f"wrote to {config}: inputs = [1, 0, 2, " in output


def test_the_wiring_is_saved_after_confirmation(bench: Bench, config: Path) -> None:
    frames, output, status = bench.run(config, *OPEN_WIZARD, "ok", "right", "bank", "left", "right", "ok")
    assert (frames[-1]["page"], status) == ("wizard", 0)
    assert config.read_text() == (
        '# ours\n[lights]\nbyteorder = "RGBW"\ncorner = "upper_right"\nalong = "columns"\nserpentine = false\n'
        "brightness = 0.3  # evenings\nrotation = 0\n"
    )
    assert f"wrote to {config}: " in output


@pytest.mark.parametrize("last", [(), ("undo",)], ids=["asked", "taken back"])
def test_without_confirmation_nothing_is_saved(bench: Bench, config: Path, last: tuple[str, ...]) -> None:
    before = config.read_text()
    bench.run(config, *OPEN_WIZARD, "left", "bank", "left", "left", *last)
    assert config.read_text() == before


def test_wrong_settings_are_reported_before_anything_begins(bench: Bench, tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_text("[lights]\nbrightnes = 1\n")
    frames, output, status = bench.run(file)
    assert (frames, status) == ([], 2)
    assert "lights.brightnes: unknown key" in output
