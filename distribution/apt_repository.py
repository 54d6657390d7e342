"""Puts packages into a repository for apt: `make apt-repository DIR=… KEY=…`.

    DIR/claim-companion.asc                              the key, for the machines that trust it
    DIR/pool/trixie/claim-companion_…+deb13_arm64.deb    each package that was ever put there, so that apt can go back
    DIR/dists/trixie/InRelease                           what the index hashes to, signed
    DIR/dists/trixie/main/binary-arm64/Packages          the index

The new state is made beside DIR and takes its place when it is whole; whoever updates meanwhile sees the old one, or,
between two renames, none.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import shutil
from email.utils import formatdate
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from distribution import DistributionError, exit_on_failure
from distribution.deb import MACHINES, PACKAGE, RELEASES, Release, run, write
from tests.requirements.hashed import ROOT

KEYRING = f"{PACKAGE}.asc"
OURS = {KEYRING, "pool", "dists"}


def add_packages(packages: list[Path], folder: Path, key: str) -> None:
    """Adds packages to the repository in a folder, which need not be there yet.

    Raises:
        DistributionError: there is no package, one for another Debian or machine, or no key, or the folder is something
            else; nothing was made.
    """
    if not packages:
        raise DistributionError("there is no package to put there: `make deb` builds them")
    endings = tuple(f"+{release.name}_{machine.name}.deb" for release, machine in product(RELEASES, MACHINES))
    if unfit := [package.name for package in packages if not package.name.endswith(endings)]:
        raise DistributionError(
            f"{unfit[0]} would be in no index, and nothing was made: a package's name ends in {', '.join(endings)}"
        )
    if not key:
        raise DistributionError("apt takes no repository that nobody signed: KEY= names a secret key of gpg")
    # A link stays one: what it leads to is replaced.
    folder = folder.resolve()
    held = {path.name for path in folder.iterdir()} if folder.exists() else set()
    # Nothing else would be there afterwards: the whole folder is replaced.
    if held and (KEYRING not in held or held - OURS):
        foreign = min(held - OURS or held)
        raise DistributionError(
            f"{folder} holds something else, {foreign}; name a repository, an empty folder, or none"
        )
    public = run("gpg", "--batch", "--armor", "--export", key)
    if not public.strip():
        raise DistributionError(f"gpg has no key {key}, and nothing was made")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, prefix=f"{folder.name}.") as making:
        new = Path(making, "new")
        write(new / KEYRING, public)
        for release in RELEASES:
            ours = [package for package in packages if f"+{release.name}_" in package.name]
            # Those that were there, too, so that apt can go back.
            _write_release(new, release, [*(folder / "pool" / release.suite).glob("*.deb"), *ours], key)
        if folder.exists():
            folder.rename(Path(making, "old"))
        new.rename(folder)


def _write_release(root: Path, release: Release, packages: list[Path], key: str) -> None:
    """Copies the packages of a release, writes its indices, and signs what they hash to."""
    pool, place, sums = root / "pool" / release.suite, root / "dists" / release.suite, []
    pool.mkdir(parents=True)
    for package in packages:
        shutil.copy(package, pool)
    for machine in MACHINES:
        scan = ("dpkg-scanpackages", "--multiversion", "--arch", machine.name, f"pool/{release.suite}")
        found = run(*scan, cwd=root).encode()
        for name, content in (("Packages", found), ("Packages.gz", gzip.compress(found, mtime=0))):
            path = f"main/binary-{machine.name}/{name}"
            write(place / path, content)
            sums.append(f" {hashlib.sha256(content).hexdigest()} {len(content)} {path}")
    stated = {
        "Origin": PACKAGE,
        "Label": PACKAGE,
        "Suite": release.suite,
        "Codename": release.suite,
        # Now, not when the commit was made: apt takes no index that is older than the one that it has.
        "Date": formatdate(usegmt=True),
        "Architectures": " ".join(machine.name for machine in MACHINES),
        "Components": "main",
        "SHA256": "\n" + "\n".join(sums),
    }
    write(place / "Release", "".join(f"{field}: {value}\n" for field, value in stated.items()))
    sign = ("gpg", "--batch", "--yes", "--local-user", key, "--output")
    run(*sign, str(place / "InRelease"), "--clear-sign", str(place / "Release"))
    run(*sign, str(place / "Release.gpg"), "--armor", "--detach-sign", str(place / "Release"))


def main() -> None:
    """Adds what lies in `dist/`, or in the folder that is named."""
    parser = argparse.ArgumentParser(description="Puts packages into a repository for apt.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--key", default="", help="a secret key of gpg, by name, address or number")
    parser.add_argument("--packages", type=Path, default=ROOT / "dist")
    args = parser.parse_args()
    with exit_on_failure():
        add_packages(sorted(args.packages.glob(f"{PACKAGE}_*.deb")), args.folder, args.key)
    print(f"{args.folder}: apt takes it as `deb [signed-by=…/{KEYRING}] {args.folder.absolute().as_uri()} trixie main`")


if __name__ == "__main__":
    main()
