"""A repository: apt itself uses one in the virtual machine (tests/vm/test_package.py)."""

from __future__ import annotations

import hashlib
import os
import subprocess
from email.utils import parsedate_to_datetime
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

import pytest

from distribution import DistributionError
from distribution.apt_repository import KEYRING, add_packages
from tests.packaging.signing import signing_key

if TYPE_CHECKING:
    from collections.abc import Iterator

NEEDS_TOOLS = pytest.mark.skipif(
    any(which(tool) is None for tool in ("dpkg-deb", "dpkg-scanpackages", "gpg")),
    reason="a repository is made by dpkg-deb, dpkg-scanpackages and gpg: the packages dpkg-dev and gnupg",
)


@pytest.fixture(scope="module")
def key() -> Iterator[str]:
    """A secret key of gpg's."""
    with signing_key() as key:
        yield key


def package(folder: Path, version: str) -> Path:
    """An empty one of a version."""
    control = folder / version / "DEBIAN/control"
    control.parent.mkdir(parents=True)
    control.write_text(
        f"Package: claim-companion\nVersion: {version}\nArchitecture: amd64\n"
        "Maintainer: a <a@b.example>\nDescription: none\n"
    )
    made = folder / f"claim-companion_{version}_amd64.deb"
    subprocess.run(["dpkg-deb", "--build", control.parents[1], made], check=True, capture_output=True)  # noqa: S603, S607
    return made


@NEEDS_TOOLS
@pytest.mark.slow
def test_the_index_names_every_version_that_was_ever_put_there_and_is_signed(tmp_path: Path, key: str) -> None:
    folder = tmp_path / "apt"
    for version in ("1.0+deb13", "1.1+deb13", "1.1+deb12"):
        add_packages([package(tmp_path, version)], folder, key)
    dist = folder / "dists/trixie"
    index = (dist / "main/binary-amd64/Packages").read_text()
    assert "Version: 1.0+deb13" in index
    assert "Version: 1.1+deb13" in index
    assert "deb12" not in index
    verify = ["gpg", "--batch", "--verify", str(dist / "Release.gpg"), str(dist / "Release")]
    subprocess.run(verify, check=True, capture_output=True)  # noqa: S603 - our own words
    assert (dist / "InRelease").read_text().startswith("-----BEGIN PGP SIGNED MESSAGE-----")
    digest = hashlib.sha256((dist / "main/binary-amd64/Packages").read_bytes()).hexdigest()
    assert f" {digest} " in (dist / "Release").read_text()
    assert "PUBLIC KEY" in (folder / KEYRING).read_text()
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith("apt")) == ["apt"]


@NEEDS_TOOLS
@pytest.mark.slow
def test_an_index_is_never_older_than_the_one_that_apt_has(
    tmp_path: Path, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "disk").mkdir()
    folder = tmp_path / "apt"
    folder.symlink_to("disk")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    add_packages([package(tmp_path, "1.0+deb13")], folder, key)
    stated = (tmp_path / "disk/dists/trixie/Release").read_text()
    assert parsedate_to_datetime(stated.split("Date: ")[1].splitlines()[0]).year >= 2026
    assert folder.is_symlink()


@NEEDS_TOOLS
@pytest.mark.slow
def test_what_cannot_be_made_is_told_in_a_sentence_and_nothing_is_half_made(tmp_path: Path, key: str) -> None:
    made, folder, home = package(tmp_path, "1.0+deb13"), tmp_path / "apt", tmp_path / "home"
    home.mkdir()
    (home / "letter.txt").touch()
    repository = tmp_path / "repository"
    for name in ("pool", "dists", ".git"):
        (repository / name).mkdir(parents=True)
    (repository / KEYRING).touch()
    before = sorted(tmp_path.rglob("*"))
    for packages, place, by, said in (
        ([made], folder, "", "KEY="),
        ([made], folder, "nobody@example.invalid", "gpg has no key"),
        ([], folder, key, "make deb"),
        (
            [made, Path("claim-companion_1.0_amd64.deb")],
            folder,
            key,
            "claim-companion_1.0_amd64.deb would be in no index",
        ),
        ([Path("claim-companion_1.0+deb13_armhf.deb")], folder, key, r"ends in \+deb12_amd64.deb, \+deb12_arm64.deb, "),
        ([made], home, key, "holds something else, letter.txt"),
        ([made], repository, key, "holds something else, .git"),
    ):
        with pytest.raises(DistributionError, match=said):
            add_packages(packages, place, by)
    assert sorted(tmp_path.rglob("*")) == before
    assert "GNUPGHOME" in os.environ
