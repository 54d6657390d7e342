"""An image for the card, and the entry by which Raspberry Pi Imager offers it: `make image`.

rpi-image-gen lays Debian's base layers, Raspberry Pi's kernel and our layer (`image/layer/companion.yaml`) on top of
each other. It is got from its makers; RPI_IMAGE_GEN names the folder that it lies in. On a machine that is no Pi it
runs arm64 under emulation, and takes its time.

Imager asks for name, network and SSH only where the entry's `init_format` says how the image reads the answers, so an
image that is chosen as a file ("use custom") would come up without any: open the entry in Imager 2 instead.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
from datetime import UTC, datetime
from pathlib import Path

from distribution import DistributionError, exit_on_failure
from distribution.deb import MACHINES, RELEASES, checkout_build, run
from tests.requirements.hashed import ROOT

HERE = Path(__file__).with_name("image")
DEVICES = ("pi3-64bit", "pi4-64bit", "pi5-64bit")
"""As Imager's list of boards names them; a Zero 2 W is of the first."""
ICON = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/%3E"


def build_image(package: Path, tool: Path, output: Path) -> Path:
    """Builds the image with a package in it, and returns its file.

    Raises:
        DistributionError: there is no package or no rpi-image-gen, or it failed.
    """
    if not package.is_file():
        raise DistributionError(f"{package} is not there: `make deb` builds it")
    program = tool / "rpi-image-gen"
    if not program.is_file():
        raise DistributionError(
            "rpi-image-gen is not here, and nothing was made: RPI_IMAGE_GEN= names the folder it is in"
        )
    work = output / "image"
    run(
        str(program), "build", "-S", str(HERE), "-B", str(work), "-c", "box.yaml", "--",
        f"IGconf_companion_package={package.absolute()}",
    )  # fmt: skip
    made = sorted(work.rglob("claim-companion.img"))
    if not made:
        raise DistributionError(f"rpi-image-gen made no image in {work}")
    return made[0]


def imager_entry(image: Path, url: str, number: str, made: int) -> dict[str, list[dict[str, object]]]:
    """Returns the list that Raspberry Pi Imager opens, with one entry: an image that is not compressed."""
    with image.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
    size = image.stat().st_size
    entry: dict[str, object] = {
        "name": f"The companion {number}",
        "description": "A companion for board games: Debian Trixie, 64-bit, with everything that the box needs",
        "icon": ICON,
        "url": url,
        "extract_size": size,
        "extract_sha256": digest.hexdigest(),
        "image_download_size": size,
        "image_download_sha256": digest.hexdigest(),
        "release_date": datetime.fromtimestamp(made, UTC).date().isoformat(),
        "init_format": "cloudinit-rpi",
        "devices": list(DEVICES),
        "architecture": "armv8",
        "capabilities": ["i2c", "spi"],
    }
    return {"os_list": [entry]}


def main() -> None:
    """Builds the image, or takes one that is there, and writes its entry beside it."""
    parser = argparse.ArgumentParser(description="Builds an image for the card, and its entry for Raspberry Pi Imager.")
    parser.add_argument("--output", type=Path, default=ROOT / "dist")
    parser.add_argument("--image", type=Path, help="an image that was built before")
    parser.add_argument("--url", help="where people will get it; left out: where it lies here")
    args = parser.parse_args()
    with exit_on_failure():
        package = checkout_build(RELEASES[-1], MACHINES[-1])
        tool = Path(os.environ.get("RPI_IMAGE_GEN", ""))
        image = args.image or build_image(args.output / package.file, tool, args.output)
        if image.suffix != ".img":
            raise DistributionError(f"{image} is not what is written to a card: unpack it, and name the .img")
        entry = imager_entry(image, args.url or image.absolute().as_uri(), package.number, package.made)
        manifest = args.output / "claim-companion.rpi-imager-manifest"
        args.output.mkdir(parents=True, exist_ok=True)
        manifest.write_text(json.dumps(entry, indent=2) + "\n")
        print(f"{image}\n{manifest}")


if __name__ == "__main__":
    main()
