import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.commands.cli import main
from companion.settings.loader import LONGEST_FILE, load_settings
from companion.settings.paths import journal_path
from companion.settings.schema import SettingsError
from companion.settings.settings_file import update_settings_file

NOWHERE = {"HOME": "/nonexistent"}
LESS_THAN_ROOT = ("setpriv", "--bounding-set=-all", "--inh-caps=-all")
"""Takes from root what lets it read everything."""
DEEP = 2000
LONG = "a" * 5000


def complaint(*overrides: str, file: Path | None = None) -> str:
    with pytest.raises(SettingsError) as caught:
        load_settings(file, overrides, NOWHERE, "linux")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500
    return str(caught.value)


def test_what_is_nested_too_deeply_is_told(tmp_path: Path) -> None:
    for opening in ["[", "{a="]:
        value = opening * DEEP + "1" + {"[": "]"}.get(opening, "}") * DEEP
        file = tmp_path / "deep.toml"
        file.write_text(f"[table]\nlanguage = {value}\n")
        assert complaint(file=file) == f"{file}: no TOML: nested too deeply", opening
        assert "table.language: invalid enum value" in complaint(f"table.language={value}"), opening


def test_what_an_editor_on_windows_writes_is_read_or_told(tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_bytes("\ufeff[lights]\r\nbrightness = 0.25\r\n".encode())
    assert load_settings(file, (), NOWHERE, "linux").lights.brightness == 0.25
    update_settings_file(file, "lights", {"count": 64})
    assert file.read_bytes() == b"[lights]\r\ncount = 64\r\nbrightness = 0.25\r\n"
    assert load_settings(file, (), NOWHERE, "linux").lights.count == 64
    for content, line in (("[lights]\n".encode("utf-16"), 1), ("[lights]\n# für\n".encode("cp1252"), 2)):
        file.write_bytes(content)
        assert complaint(file=file) == f"{file}: line {line} is no UTF-8: save the file as UTF-8"


def test_a_file_without_an_end_is_no_settings_file(tmp_path: Path) -> None:
    file = tmp_path / "long.toml"
    file.write_bytes(b"#" * (LONGEST_FILE + 1))
    assert complaint(file=file).startswith(f"{file}: more than ")
    assert "more than" in complaint(file=Path("/dev/zero"))


def test_a_page_is_served_on_a_name_or_an_address() -> None:
    for wrong in ["", r"a\u0000b", r"a\nb", LONG, "..", "a b", "[::1]", "1:2", "bücher"]:
        assert ": web.host: no name of a machine, and no address; allowed: a name" in complaint(f'web.host="{wrong}"')


def test_names_and_addresses_of_both_versions_are_taken() -> None:
    for host in ["localhost", "box.local", "0.0.0.0", "::", "::1", "fe80::1%eth0"]:  # noqa: S104
        assert load_settings(None, (f"web.host={host}",), NOWHERE, "linux").web.host == host


def test_a_wrong_host_on_the_command_line_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in ["a\0b", LONG, "no\nname\udcff"]:
        with pytest.raises(SystemExit) as caught:
            main(["play", "--host", wrong])
        assert caught.value.code == 2, wrong
        assert capsys.readouterr().err.endswith("is no name of a machine, and no address\n"), wrong


def test_a_path_that_cannot_be_is_no_place_for_the_journal() -> None:
    for path, said in [("a\0b", "a path holds no NUL"), ("~a\0b", "a path holds no NUL"), (LONG, "File name too long")]:
        assert said in complaint("journal.file=" + (path if "\0" not in path else f'"{path}"'.replace("\0", r"\u0000")))
        settings = load_settings(None, (), NOWHERE, "linux")
        with pytest.raises(SettingsError, match=said):
            journal_path(settings, NOWHERE, "linux", Path(f"/tmp/{path}"))  # noqa: S108 - nothing is written
        if path == LONG:
            with pytest.raises(SettingsError, match=said):
                journal_path(settings, {"HOME": f"/tmp/{path}"}, "linux")  # noqa: S108
            with pytest.raises(SettingsError, match=said):
                load_settings(None, (), {"HOME": f"/tmp/{path}"}, "linux")  # noqa: S108


def test_an_override_that_is_no_utf_8_is_named() -> None:
    assert complaint("lights.brightness=\udcff").endswith("--set lights.brightness=\\udcff: is no UTF-8")


def test_a_value_has_no_keys_of_its_own() -> None:
    overrides = ("table.options.claimit.recycle=true", "table.options.claimit.recycle.x=1")
    assert complaint(*overrides).endswith("recycle.x=1: recycle has a value, and no keys of its own")


def test_a_second_line_does_not_sneak_another_value_in() -> None:
    assert "web.port: expected a whole number, got a text" in complaint("web.port=80\nx=3")


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() == 0 and not shutil.which("setpriv"), reason="root reads everything")
@pytest.mark.parametrize(
    "command", [("history",), ("play", "--device", "headless"), ("selftest", "--device", "headless")]
)
def test_a_home_that_may_not_be_read_is_told(tmp_path: Path, command: tuple[str, ...]) -> None:
    home = tmp_path / "home"
    home.mkdir()
    home.chmod(0)
    rights = LESS_THAN_ROOT if os.geteuid() == 0 else ()
    done = subprocess.run(  # noqa: S603 - our own program
        [*rights, sys.executable, "-m", "companion", *command],
        env={"HOME": str(home), "PATH": os.environ["PATH"]},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    home.chmod(0o700)
    assert done.returncode == 2
    assert done.stderr.endswith(f"{home}/.config/companion/companion.toml: cannot be read: Permission denied\n")
    assert done.stderr.count("\n") == 1
