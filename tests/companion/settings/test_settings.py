import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.settings.loader import journal_path, load_settings, settings_path
from companion.settings.schema import Settings, SettingsError
from companion.settings.settings_file import documented_settings, update_settings_file, updated_text
from tests.engine.plug_ins import install

NO_HOME = {"HOME": "/nonexistent"}
SPI = ("buttons.bank=4", "screen.bus=spi")
"""The OLED on SPI1, whose pins the button bank has by default."""


def loaded(*overrides: str) -> Settings:
    return load_settings(None, overrides, NO_HOME)


def error_of(*overrides: str, file: Path | None = None) -> str:
    with pytest.raises(SettingsError) as caught:
        load_settings(file, overrides, NO_HOME)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500
    return str(caught.value)


def test_without_a_file_all_settings_have_defaults() -> None:
    assert loaded() == Settings()


def test_a_named_file_must_exist(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"mine\.toml: cannot be read: No such file"):
        load_settings(tmp_path / "mine.toml")


def test_the_default_settings_file_is_read_if_it_exists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion/companion.toml").write_text("[lights]\nbrightness = 0.25\n")
    assert load_settings(None, (), {"XDG_CONFIG_HOME": str(tmp_path)}).lights.brightness == 0.25


def test_the_documented_settings_are_the_defaults(tmp_path: Path) -> None:
    (tmp_path / "all.toml").write_text(documented_settings(), encoding="utf-8")
    assert load_settings(tmp_path / "all.toml") == Settings()


def test_an_override_is_toml() -> None:
    assert loaded("lights.brightness=0.3", "screen.address=0x3D", "seats.names=['Ann', 'Bo']") == Settings(
        lights=type(Settings().lights)(brightness=0.3),
        screen=type(Settings().screen)(address=0x3D),
        seats=type(Settings().seats)(names=("Ann", "Bo")),
    )


def test_overrides_are_checked_together_in_any_order() -> None:
    for overrides in [("screen.bus=spi", "buttons.bank=16"), ("buttons.bank=16", "screen.bus=spi")]:
        assert loaded(*overrides).buttons.bank == 16


def test_a_wrong_key_or_value_is_reported_with_its_path_and_the_allowed_values() -> None:
    for override, message in [
        ("xyzzy=1", "xyzzy: unknown key; allowed: buttons, screen, lights"),
        ("lights.colour=1", "lights.colour: unknown key; allowed: driver, pin, byteorder, count, corner"),
        ("buttons.left=five", "buttons.left: expected a whole number, got a text; allowed: 2 to 27"),
        ("buttons.left=28", "buttons.left: expected a whole number <= 27; allowed: 2 to 27"),
        ("lights.brightness=nan", "lights.brightness: expected a number >= 0.0; allowed: 0 to 1"),
        ("screen.bus=usb", 'screen.bus: unknown value \'usb\'; allowed: "i2c", "spi"'),
        ("sound.on=1", "sound.on: expected true or false, got a whole number; allowed: true or false"),
        ("seats.colours=['red']", "seats.colours: expected a list of length >= 5; allowed: five different"),
        (
            "table.options=1",
            "table.options: expected a table, got a whole number; allowed: options under the name of their game",
        ),
        ("table.options.chess.time=5", "table.options: unknown game chess; available: claimit, klondike"),
        ("table.options.klondike.deal=open", "table.options: The deal of a start is basic or draw; allowed: options"),
        (
            "table.options.claimit.recycel=true",
            "table.options: The options of Claim It! are: recycle (true or false); allowed",
        ),
        (
            "lights.pixels=[256]",
            "lights.pixels[0]: expected a whole number <= 255; allowed: 36 different numbers below lights.count",
        ),
    ]:
        assert error_of(override).startswith(f"--set {override}: {message}")


def test_game_options_are_in_the_section_of_the_game(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("[table.options.klondike]\ncentre_each_round = true\n")
    overrides = ("table.options.klondike.deal=draw", "table.options.claimit.recycle=true")
    both = load_settings(tmp_path / "mine.toml", overrides)
    assert both.table.options == {"klondike": {"centre_each_round": True, "deal": "draw"}, "claimit": {"recycle": True}}


def test_options_of_a_broken_plug_in_are_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(install(tmp_path, "broken", games={"broken": "no_such_module"}))
    assert loaded("table.options.broken.any=1").table.options == {"broken": {"any": 1}}


def test_a_list_of_pixels_names_36_of_the_strip() -> None:
    pixels = f"lights.pixels={list(range(63, 27, -1))}"
    assert loaded("lights.count=64", pixels).lights.pixels == tuple(range(63, 27, -1))
    assert (
        "lights.pixels: pixel 63 does not exist, because lights.count is 60: the first is 0; allowed: 36 different"
        in (error_of("lights.count=60", pixels))
    )


def test_a_budget_that_dark_pixels_exceed_is_rejected() -> None:
    assert loaded("lights.count=200", "lights.budget_ma=200").lights.budget_ma == 200
    message = "lights.budget_ma: 199 is too low: 200 dark pixels draw 200 mA; allowed: 36 to 10000, and at least"
    assert message in error_of("lights.count=200", "lights.budget_ma=199")


def test_a_pin_in_use_twice_is_rejected() -> None:
    for overrides, key, pin, owner in [
        (("buttons.ok=12",), "buttons.ok", 12, "sound.pin"),
        ((*SPI, "screen.reset_pin=24"), "screen.reset_pin", 24, "screen.data_pin"),
        (("fields.kind=touch", "fields.interrupt=13"), "fields.interrupt", 13, "buttons.ok"),
        (("fields.kind=contacts", *SPI, "buttons.ok=3"), "buttons.ok", 3, "fields.kind"),
    ]:
        assert f"{key}: GPIO {pin} is taken by {owner}; free: " in error_of(*overrides)


def test_an_impossible_wiring_of_fields_is_rejected() -> None:
    assert "screen.address: a chip of the fields answers" in error_of("fields.kind=contacts", "screen.address=0x21")
    assert "3 inputs, 2 different, and input 2 is missing; allowed: each number from 0" in error_of(
        "fields.inputs=[0,1,1]"
    )
    assert "fields.presence: only contacts notice stones" in error_of("fields.kind=touch", "fields.presence=true")


def test_the_screen_is_dark_only_after_it_is_dim() -> None:
    assert "screen.dark_after_s: 120 is not more than screen.dim_after_s" in error_of("screen.dark_after_s=120")


def test_a_journal_in_an_unknown_home_is_rejected() -> None:
    assert "journal.file: no user has the home folder of ~nobody-at-all/j" in error_of(
        'journal.file="~nobody-at-all/j"'
    )


def test_an_invalid_player_name_is_rejected() -> None:
    for name in ["", " ", " Ann", "Ann ", "A\\u0001n", "A\\u0085n", "Maximilianeke"]:
        message = error_of(f'seats.names=["{name}"]')
        assert "seats.names[0]" in message, name
        assert "allowed: different names of 1 to 12 letters, without spaces" in message, name
        assert "regex" not in message, name


def test_others_reach_the_page_by_a_name_or_an_address() -> None:
    for address in ["", "box", "my-box_2.local", "192.168.1.5", "[fd00::5]", "https://x.org:8443/claim/"]:
        assert loaded(f"web.address={json.dumps(address)}").web.address == address


def test_unusable_addresses_are_rejected() -> None:
    for address in ["two\nlines", "a b", "ftp://x", "http://a@x", "x:80", "[1.2.3.4]", "a" * 5000]:
        message = error_of(f"web.address={json.dumps(address)}")
        assert "web.address: neither a host name nor an address nor a link; allowed: a name" in message, address
        assert len(message) < 500, address
        assert "\n" not in message, address


def test_an_origin_is_a_scheme_with_a_name_and_perhaps_a_port() -> None:
    origins = ("https://example.org", "http://pi.lan:8765", "http://[fd00::5]:80", "https://Example.org/")
    assert loaded(f"web.origins={json.dumps(origins)}").web.origins == origins
    for wrong in (
        *("example.org", "https://example.org/x", "*", "null", "https://a b", "http://pi.lan:0", "http://pi.lan:65536"),
        *("http://[fe80::1%eth0]", "http://[::1%\n]", "http://[fe80::1%25eth0]"),
    ):
        assert "web.origins: " in error_of(f"web.origins={json.dumps([wrong])}"), wrong


def test_an_override_without_key_or_value_is_rejected() -> None:
    for override in ["lights", "=1", ""]:
        assert error_of(override).endswith("expected KEY=VALUE, as in lights.brightness=0.3")


def test_an_invalid_file_is_reported_in_one_line(tmp_path: Path) -> None:
    for content, message in [
        (b"[lights]\nbrightness = 0,3\n", "line 2: a decimal number has a point, as in 0.3"),
        ("[screen]\n\nbus = “spi”\n".encode(), 'line 3: a text needs straight quotes, as in "spi"'),
        (b"[screen]\nbus = spi\n", 'line 2: a text needs straight quotes, as in "spi"'),
        (b"[web]\non = True\n", "line 2: use true or false, in lower case"),
        (b"\xff\xfe", "line 1 is not UTF-8"),
        (b"lights = 1\n", "lights: expected a table, got a whole number; allowed: driver, pin"),
        (b"[lights]\nbudget_ma = -5\n", "lights.budget_ma: expected a whole number >= 36"),
        (b'[lights]\n"a\\nb" = 1\n', "lights.a\\nb: unknown key"),
    ]:
        file = tmp_path / "companion.toml"
        file.write_bytes(content)
        with pytest.raises(SettingsError) as caught:
            load_settings(file)
        assert str(caught.value).startswith(f"{file}: {message}")
        assert "\n" not in str(caught.value), (content, message)


def test_the_settings_are_in_the_platforms_usual_place(monkeypatch: pytest.MonkeyPatch) -> None:
    for environ, platform, place in [
        ({"HOME": "/home/ann"}, "linux", "/home/ann/.config/companion/companion.toml"),
        ({"HOME": "/home/ann", "XDG_CONFIG_HOME": "/etc/ann"}, "linux", "/etc/ann/companion/companion.toml"),
        ({"HOME": "/Users/ann"}, "darwin", "/Users/ann/Library/Application Support/companion/companion.toml"),
        ({"HOME": "/", "CONFIGURATION_DIRECTORY": "/etc/companion"}, "linux", "/etc/companion/companion.toml"),
    ]:
        monkeypatch.setattr(sys, "platform", platform)
        assert settings_path(environ) == Path(place)


def test_the_journal_is_in_the_usual_place_unless_it_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for environ, platform, place in [
        ({"HOME": "/home/ann"}, "linux", "/home/ann/.local/state/companion/journal.sqlite"),
        ({"HOME": "/home/ann", "XDG_STATE_HOME": "/state"}, "linux", "/state/companion/journal.sqlite"),
        ({"HOME": "/", "STATE_DIRECTORY": "/var/lib/companion:/b"}, "linux", "/var/lib/companion/journal.sqlite"),
        ({"XDG_STATE_HOME": "/state"}, "linux", "/state/companion/journal.sqlite"),
        ({"HOME": "/Users/ann"}, "darwin", "/Users/ann/Library/Application Support/companion/journal.sqlite"),
    ]:
        monkeypatch.setattr(sys, "platform", platform)
        assert journal_path(Settings(), environ) == Path(place)
        assert journal_path(loaded("journal.file=/data/games.sqlite"), environ) == Path("/data/games.sqlite")


def test_without_a_home_folder_the_error_names_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    for environ in [{}, {"HOME": ""}, {"XDG_CONFIG_HOME": "here", "XDG_STATE_HOME": "here"}]:
        for platform in ["linux", "darwin"]:
            monkeypatch.setattr(sys, "platform", platform)
            with pytest.raises(SettingsError, match=r"^HOME is not set: .* --config$"):
                settings_path(environ)
            with pytest.raises(SettingsError, match=r"^HOME is not set: .* --journal or journal\.file$"):
                journal_path(Settings(), environ)


WITHOUT_CAPABILITIES = ("setpriv", "--bounding-set=-all", "--inh-caps=-all")
"""Removes root's capability to read every file."""
DEEP = 2000
LONG = "a" * 5000


def test_deep_nesting_is_reported(tmp_path: Path) -> None:
    for opening in ["[", "{a="]:
        value = opening * DEEP + "1" + {"[": "]"}.get(opening, "}") * DEEP
        file = tmp_path / "deep.toml"
        file.write_text(f"[table]\nlanguage = {value}\n")
        assert error_of(file=file) == f"{file}: not valid TOML: nested too deeply", opening
        assert "table.language: unknown value" in error_of(f"table.language={value}"), opening


def test_a_file_from_an_editor_on_windows_is_read_or_reported(tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_bytes("\ufeff[lights]\r\nbrightness = 0.25\r\n".encode())
    assert load_settings(file, (), NO_HOME).lights.brightness == 0.25
    update_settings_file(file, "lights", {"count": 64})
    assert file.read_bytes() == b"[lights]\r\ncount = 64\r\nbrightness = 0.25\r\n"
    assert load_settings(file, (), NO_HOME).lights.count == 64
    for content, line in (("[lights]\n".encode("utf-16"), 1), ("[lights]\n# für\n".encode("cp1252"), 2)):
        file.write_bytes(content)
        assert error_of(file=file) == f"{file}: line {line} is not UTF-8: save the file as UTF-8"


def test_a_page_is_served_on_a_name_or_an_address() -> None:
    for wrong in ["", r"a\u0000b", r"a\nb", LONG, "..", "a b", "[::1]", "1:2", "bücher"]:
        assert ": web.host: neither a host name nor an address; allowed: a name" in error_of(f'web.host="{wrong}"')


def test_an_impossible_path_of_the_journal_is_rejected() -> None:
    for path, message in [
        ("a\0b", "a path cannot contain a NUL"),
        ("~a\0b", "a path cannot contain a NUL"),
        (LONG, "File name too long"),
    ]:
        assert message in error_of(
            "journal.file=" + (path if "\0" not in path else f'"{path}"'.replace("\0", r"\u0000"))
        )
        settings = load_settings(None, (), NO_HOME)
        with pytest.raises(SettingsError, match=message):
            journal_path(settings, NO_HOME, Path(f"/tmp/{path}"))  # noqa: S108 - nothing is written
        if path == LONG:
            with pytest.raises(SettingsError, match=message):
                journal_path(settings, {"HOME": f"/tmp/{path}"})  # noqa: S108
            with pytest.raises(SettingsError, match=message):
                load_settings(None, (), {"HOME": f"/tmp/{path}"})  # noqa: S108


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() == 0 and not shutil.which("setpriv"), reason="root reads everything")
@pytest.mark.parametrize(
    "command", [("history",), ("play", "--device", "headless"), ("selftest", "--device", "headless")]
)
def test_an_unreadable_home_folder_is_reported(tmp_path: Path, command: tuple[str, ...]) -> None:
    home = tmp_path / "home"
    home.mkdir()
    home.chmod(0)
    rights = WITHOUT_CAPABILITIES if os.geteuid() == 0 else ()
    done = subprocess.run(  # noqa: S603 - our own program
        [*rights, sys.executable, "-m", "companion", *command],
        env={"HOME": str(home), "PATH": os.environ["PATH"]},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    home.chmod(0o700)
    assert done.returncode == 2
    assert done.stderr.endswith(f"{home}/.config/companion/companion.toml: cannot be read: Permission denied\n")
    assert done.stderr.count("\n") == 1


FOUND: dict[str, Any] = {"corner": "upper_right", "serpentine": False}


def test_a_known_key_keeps_its_place_and_a_new_one_follows_the_header() -> None:
    text = '# mine\n[lights]  # 36\n\n  corner = "lower_left"   # by the window\nbrightness=0.3\n\n[sound]\non = true\n'
    assert updated_text(text, "lights", FOUND) == (
        '# mine\n[lights]  # 36\nserpentine = false\n\ncorner = "upper_right"\nbrightness=0.3\n\n[sound]\non = true\n'
    )


def test_an_array_over_several_lines_is_one_value() -> None:
    text = "[lights]\npixels = [\n  0, # the [corner]\n  1,\n]\nrotation = 1\n"
    assert updated_text(text, "lights", {"pixels": []}) == "[lights]\npixels = []\nrotation = 1\n"


def test_the_same_key_in_another_section_is_not_changed() -> None:
    text = "[sound]\npin = 12\n[lights]\npin = 18\n"
    assert updated_text(text, "lights", {"pin": 21}) == "[sound]\npin = 12\n[lights]\npin = 21\n"


def test_a_section_in_another_form_is_not_changed() -> None:
    for text in [
        "lights.corner = 'lower_left'\n",
        "lights = {corner = 'lower_left'}\n",
        "[lights]\n'corner' = 'lower_left'\n",
    ]:
        with pytest.raises(ValueError, match=r".+"):
            updated_text(text, "lights", FOUND)


@pytest.mark.slow
@given(st.integers(0, 200), st.sampled_from(["upper_left", "lower_right"]), st.booleans())
def test_updating_a_partial_settings_file_changes_only_the_given_keys(cut: int, corner: str, back: bool) -> None:
    text = "".join(documented_settings().splitlines(keepends=True)[:cut])
    expected = tomllib.loads(text)
    expected["lights"] = {**expected.get("lights", {}), "corner": corner, "serpentine": back}
    assert tomllib.loads(updated_text(text, "lights", {"corner": corner, "serpentine": back})) == expected


def test_a_missing_file_is_created(tmp_path: Path) -> None:
    file = tmp_path / "companion" / "companion.toml"
    update_settings_file(file, "lights", FOUND)
    assert tomllib.loads(file.read_text()) == {"lights": FOUND}
    assert list(file.parent.iterdir()) == [file]


def test_a_symbolic_link_is_kept(tmp_path: Path) -> None:
    (tmp_path / "real.toml").write_text("[lights]\n")
    (tmp_path / "link.toml").symlink_to(tmp_path / "real.toml")
    update_settings_file(tmp_path / "link.toml", "lights", FOUND)
    assert (tmp_path / "link.toml").is_symlink()
    assert tomllib.loads((tmp_path / "real.toml").read_text()) == {"lights": FOUND}


def test_a_file_that_cannot_be_changed_is_reported_with_the_lines_to_write(tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_text("lights.corner = 'lower_left'\n")
    with pytest.raises(SettingsError, match=r'edit it by hand: corner = "upper_right", serpentine = false'):
        update_settings_file(file, "lights", FOUND)
    assert file.read_text() == "lights.corner = 'lower_left'\n"
