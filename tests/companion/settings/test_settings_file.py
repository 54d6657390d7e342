import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.settings.schema import SettingsError
from companion.settings.settings_file import documented_settings, update_settings_file, updated_text

FOUND: dict[str, Any] = {"corner": "upper_right", "serpentine": False}


def test_a_key_that_is_there_keeps_its_place_and_its_comment() -> None:
    text = '# mine\n[lights]\n  corner = "lower_left"   # by the #1 window\nbrightness=0.3\n\n[sound]\non = true\n'
    assert updated_text(text, "lights", {"corner": "upper_left"}) == (
        '# mine\n[lights]\ncorner = "upper_left"  # by the #1 window\nbrightness=0.3\n\n[sound]\non = true\n'
    )


def test_a_new_key_follows_the_header() -> None:
    assert updated_text("[lights]  # 36\n\nbrightness = 0.3\n", "lights", FOUND) == (
        '[lights]  # 36\ncorner = "upper_right"\nserpentine = false\n\nbrightness = 0.3\n'
    )


def test_an_array_over_several_lines_is_one_value() -> None:
    text = "[lights]\npixels = [\n  0, # the [corner]\n  1,\n]\nrotation = 1\n"
    assert updated_text(text, "lights", {"pixels": []}) == "[lights]\npixels = []\nrotation = 1\n"


def test_the_same_key_of_another_section_stays() -> None:
    text = "[sound]\npin = 12\n[lights]\npin = 18\n"
    assert updated_text(text, "lights", {"pin": 21}) == "[sound]\npin = 12\n[lights]\npin = 21\n"


def test_a_section_in_another_form_is_left_to_its_writer() -> None:
    for text in [
        "lights.corner = 'lower_left'\n",
        "lights = {corner = 'lower_left'}\n",
        "[lights]\n'corner' = 'lower_left'\n",
    ]:
        with pytest.raises(ValueError, match=r".+"):
            updated_text(text, "lights", FOUND)


@pytest.mark.slow
@given(st.integers(0, 200), st.sampled_from(["upper_left", "lower_right"]), st.booleans())
def test_of_any_beginning_of_a_settings_file_only_those_keys_change(cut: int, corner: str, back: bool) -> None:
    text = "".join(documented_settings().splitlines(keepends=True)[:cut])
    wanted = tomllib.loads(text)
    wanted["lights"] = {**wanted.get("lights", {}), "corner": corner, "serpentine": back}
    assert tomllib.loads(updated_text(text, "lights", {"corner": corner, "serpentine": back})) == wanted


def test_a_file_that_is_not_there_is_begun(tmp_path: Path) -> None:
    file = tmp_path / "companion" / "companion.toml"
    update_settings_file(file, "lights", FOUND)
    assert tomllib.loads(file.read_text()) == {"lights": FOUND}
    assert list(file.parent.iterdir()) == [file]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.toml").write_text("[lights]\n")
    (tmp_path / "link.toml").symlink_to(tmp_path / "real.toml")
    update_settings_file(tmp_path / "link.toml", "lights", FOUND)
    assert (tmp_path / "link.toml").is_symlink()
    assert tomllib.loads((tmp_path / "real.toml").read_text()) == {"lights": FOUND}


def test_what_cannot_be_written_is_told_with_what_to_write(tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_text("lights.corner = 'lower_left'\n")
    with pytest.raises(SettingsError, match=r'write it yourself: corner = "upper_right", serpentine = false'):
        update_settings_file(file, "lights", FOUND)
    assert file.read_text() == "lights.corner = 'lower_left'\n"
