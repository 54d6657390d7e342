"""The card: rpi-image-gen is not here, so its layer and configuration are held against what its documentation asks for.

The facts are those of its pages "Layers" and "Configuration", and of the list that Raspberry Pi Imager reads
(doc/json-schema/os-list-schema.json in its repository): names of fields and their kinds.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from jsonschema import validate

from distribution import DistributionError, card_image
from distribution.card_image import HERE, build_image, imager_entry

LAYER = HERE / "layer/companion.yaml"
USER_DATA = Path(__file__).parents[2] / "docs/building/first-boot/user-data"
META = {
    "Name": r"[a-z0-9-]+",
    "Version": r"\d+\.\d+\.\d+",
    "Category": r"\w+",
    "Desc": r".+",
    "Requires": r"[a-z0-9,-]+",
}
VARIABLE = {"Desc": r".+", "Required": r"[yn]", "Valid": r".+", "Set": r"[yn]|lazy|immediate|force|skip"}
HOOKS = {f"{stage}-hooks" for stage in ("setup", "extract", "essential", "customize", "cleanup")}
TEXT, SIZE, DIGEST = (
    {"type": "string", "minLength": 1},
    {"type": "integer", "minimum": 1},
    {"pattern": "^[0-9a-f]{64}$"},
)
LIST = {
    "type": "object",
    "required": ["os_list"],
    "additionalProperties": False,
    "properties": {
        "os_list": {
            "type": "array",
            "items": {
                "type": "object",
                "required": [
                    "name", "description", "icon", "url", "extract_size", "extract_sha256", "image_download_size",
                    "release_date",
                ],
                "properties": {
                    **dict.fromkeys(("name", "description", "icon", "url"), TEXT),
                    **dict.fromkeys(("extract_size", "image_download_size"), SIZE),
                    **dict.fromkeys(("extract_sha256", "image_download_sha256"), DIGEST),
                    "release_date": {"pattern": r"^\d{4}-\d{2}-\d{2}$"},
                    "init_format": {"enum": ["none", "systemd", "cloudinit", "cloudinit-rpi"]},
                    "devices": {"type": "array", "items": TEXT},
                    "capabilities": {"type": "array", "items": {"enum": ["i2c", "spi", "serial"]}},
                },
            },
        }
    },
}  # fmt: skip


def metadata() -> dict[str, str]:
    """The fields between METABEGIN and METAEND; a line that begins with a space goes on with the one before."""
    block = LAYER.read_text().split("# METABEGIN\n")[1].split("# METAEND")[0]
    text = re.sub(r"\n#  +", " ", block)
    return dict(re.findall(r"^# X-Env-([\w-]+): ?(.*)$", text, re.MULTILINE))


def test_the_layers_fields_are_those_that_the_tool_knows() -> None:
    fields = metadata()
    for name, pattern in META.items():
        assert re.fullmatch(pattern, fields.pop(f"Layer-{name}")), name
    assert fields.pop("VarPrefix") == "companion"
    variables = {name.split("-")[1] for name in fields}
    for variable in variables:
        fields.pop(f"Var-{variable}")
        for name, pattern in VARIABLE.items():
            assert re.fullmatch(pattern, fields.pop(f"Var-{variable}-{name}")), (variable, name)
    assert fields == {}
    assert set(re.findall(r"IGconf_companion_(\w+)", LAYER.read_text())) == variables


def test_the_layer_is_one_of_mmdebstrap_and_its_hooks_are_a_shells() -> None:
    (layer,) = yaml.safe_load(LAYER.read_text()).values()
    assert set(layer) <= {"packages", *HOOKS}
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9+.-]+", name) for name in layer["packages"])
    for hook in layer["customize-hooks"]:
        subprocess.run(["sh", "-n", "-c", hook], check=True)  # noqa: S603, S607 - our own


def test_the_layer_sets_the_board_up_as_the_guides_first_boot_does() -> None:
    wanted = yaml.safe_load(USER_DATA.read_text())["write_files"][0]["content"].split()
    hooks = "\n".join(yaml.safe_load(LAYER.read_text())["mmdebstrap"]["customize-hooks"])
    assert hooks.split("<<'END'\n")[1].split("END")[0].split() == wanted


def test_the_configuration_names_a_device_an_image_and_our_layer() -> None:
    """Sections of rpi-image-gen, the last of which says which layers are added."""
    config = yaml.safe_load((HERE / "config/box.yaml").read_text())
    assert set(config) == {"device", "image", "layer"}
    assert metadata()["Layer-Name"] in config["layer"].values()
    assert metadata()["Layer-Requires"] in config["layer"].values()


def test_imager_offers_the_image_and_asks_for_name_and_network(tmp_path: Path) -> None:
    image = tmp_path / "claim-companion.img"
    image.write_bytes(b"image" * 1000)
    entry = imager_entry(image, image.as_uri(), "1.2", 1_700_000_000)
    validate(entry, LIST)
    (system,) = entry["os_list"]
    assert system["extract_sha256"] == hashlib.sha256(image.read_bytes()).hexdigest()
    assert system["extract_size"] == 5000
    assert system["init_format"] == "cloudinit-rpi"
    assert system["release_date"] == "2023-11-14"


def test_without_a_package_or_the_tool_nothing_is_made(tmp_path: Path) -> None:
    package = tmp_path / "claim-companion_1.2+deb13_arm64.deb"
    with pytest.raises(DistributionError, match="make deb"):
        build_image(package, tmp_path, tmp_path / "dist")
    package.touch()
    with pytest.raises(DistributionError, match="RPI_IMAGE_GEN="):
        build_image(package, tmp_path, tmp_path / "dist")
    assert list(tmp_path.iterdir()) == [package]


@pytest.mark.parametrize(
    ("image", "said"),
    [("gone.img", "gone.img: No such file"), ("packed.img.xz", "unpack it"), ("folder.img", "Is a directory")],
)
def test_an_image_that_cannot_be_offered_is_told_in_a_sentence(
    image: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "packed.img.xz").touch()
    (tmp_path / "folder.img").mkdir()
    output = tmp_path / "dist"
    monkeypatch.setattr(sys, "argv", ["card_image", "--image", str(tmp_path / image), "--output", str(output)])
    with pytest.raises(SystemExit) as caught:
        card_image.main()
    assert str(caught.value).startswith("distribution: ")
    assert said in str(caught.value)
    assert not output.exists()
