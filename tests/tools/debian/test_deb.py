import gzip
import os
import struct
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from shutil import which

import pytest

from companion.commands.cli import COMMANDS
from companion.commands.service import PACKAGE as PACKAGED
from tools.debian import PackageError, deb
from tools.debian.deb import (
    MACHINES,
    PACKAGE,
    PLACE,
    RELEASES,
    Build,
    build,
    compile_packages,
    find_python,
    number_of,
    pack,
)
from tools.requirements.hashed import ROOT, parse

pytestmark = pytest.mark.skipif(
    which("dpkg-deb") is None, reason="packages are put together by dpkg-deb, which is on Debian and its relatives"
)
MADE, MAINTAINER = 1_700_000_000, "A. Tester <tester@example.invalid>"
TRIXIE = RELEASES[-1]
AARCH64, X86_64 = 183, 62
"""e_machine in the header of ELF (gABI, chapter 4)."""


def build_package(folder: Path, build: Build) -> Path:
    packages = folder / "packages"
    (packages / "bin").mkdir(parents=True)
    (packages / "bin/library").touch()
    (packages / "library.py").write_text("ANSWER = 42\n")
    described = packages / "library-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Name: library\nVersion: 1.0\nLicense-Expression: MIT\n\n")
    (described / "RECORD").touch()
    root = folder / "root"
    deb.lay_out(build, ROOT, root, packages, {"library-1.0-py3-none-any.whl": "0" * 64})
    compile_packages(root, Path(sys.executable))
    return pack(build, root, folder / "dist")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_package(tmp_path_factory.mktemp("deb"), Build(TRIXIE, MACHINES[1], "1.2", MADE, MAINTAINER))


@pytest.fixture(scope="module")
def unpacked(package: Path) -> Path:
    return unpack(package)


def unpack(package: Path) -> Path:
    root = package.with_suffix("")
    subprocess.run(["dpkg-deb", "--extract", package, root], check=True)  # noqa: S603, S607 - our own words
    return root


def field(package: Path, name: str) -> str:
    command = ["dpkg-deb", "--field", str(package), name]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603 - our own words


def test_the_package_has_its_name_architecture_and_dependencies(package: Path) -> None:
    assert package.name == "claim-companion_1.2+deb13_arm64.deb"
    assert field(package, "Version") == "1.2+deb13"
    assert field(package, "Architecture") == "arm64"
    assert field(package, "Depends").startswith("python3 (>= 3.13~), python3 (<< 3.14), ")
    assert "python3-lgpio" in field(package, "Recommends")


def test_package_versions_are_ordered_by_update_and_debian_release(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.3a0"\n')
    numbers = ["1.2.9"]
    for commit_of in ("1000", "2000000000"):
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("SOURCE_DATE_EPOCH", commit_of)
            numbers.append(number_of(tmp_path))
    assert numbers[1:] == ["1.3~a19700101.0016", "1.3~a20330518.0333"]
    versions = [
        Build(release, MACHINES[0], number, MADE, MAINTAINER).version
        for number in (*numbers, "1.3", "1.3.0", "1.3.1")
        for release in RELEASES
    ]
    for lower, higher in pairwise(versions):
        subprocess.run(["dpkg", "--compare-versions", lower, "lt", higher], check=True)  # noqa: S603, S607 - our own


def test_the_package_contains_program_units_manual_and_copyright(unpacked: Path) -> None:
    site = unpacked / PLACE / "lib/python3.13/site-packages"
    assert (unpacked / "usr/bin/companion").resolve() == (unpacked / PLACE / "bin/companion").resolve()
    assert (unpacked / PLACE / "bin/python").readlink() == Path("../../../bin/python3.13")
    assert Path("/", PLACE) == PACKAGED
    assert (unpacked / "usr/lib/systemd/system/companion.service").is_file()
    for name, folder in deb.SYSTEM.items():
        assert (unpacked / folder / name).is_file(), name
    assert {path.name for path in site.iterdir()} == {"library.py", "library-1.0.dist-info", "__pycache__"}
    assert not (site / "library-1.0.dist-info/RECORD").exists()
    man = gzip.decompress((unpacked / "usr/share/man/man1/companion.1.gz").read_bytes()).decode()
    assert [name for name in COMMANDS if f".B companion {name}\n" not in man] == []
    copyrights = (unpacked / "usr/share/doc" / PACKAGE / "copyright").read_text()
    assert "library 1.0: MIT" in copyrights
    assert "MIT License" in copyrights


@pytest.mark.slow
def test_a_second_build_gives_the_same_file(package: Path, tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        again = build_package(tmp_path, Build(TRIXIE, MACHINES[1], "1.2", MADE, MAINTAINER))
    finally:
        os.umask(before)
    assert again.read_bytes() == package.read_bytes()


def test_all_files_belong_to_root_and_only_root_can_write_them(package: Path) -> None:
    command, environ = ["dpkg-deb", "--contents", str(package)], os.environ | {"TZ": "UTC"}
    listed = subprocess.run(command, capture_output=True, text=True, check=True, env=environ).stdout  # noqa: S603 - our own
    for line in listed.splitlines():
        mode, owner, *_ = line.split()
        assert owner == "root/root", line
        assert mode in {"drwxr-xr-x", "-rw-r--r--", "-rwxr-xr-x", "lrwxrwxrwx"}, line
        assert "2023-11-14 22:13" in line


def test_a_build_needs_python_of_the_same_minor_version(tmp_path: Path) -> None:
    missing = Build(TRIXIE._replace(python="3.99"), MACHINES[0], "1.2", MADE, MAINTAINER)
    with pytest.raises(PackageError, match=r"^python3\.99 is not installed; "):
        build(missing, tmp_path / "dist")
    assert not (tmp_path / "dist").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--number", "../x"], "'../x' is not a version"),
        (["--output", "FILE/in"], "Not a directory"),
        ([], "SOURCE_DATE_EPOCH=yesterday"),
    ],
)
def test_an_error_is_reported_in_one_sentence_before_any_download(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1" if words else "yesterday")
    monkeypatch.setattr(deb, "find_python", Path)
    monkeypatch.setattr(deb, "fetch_packages", None)
    requested = [word.replace("FILE", str(tmp_path / "file")) for word in words]
    monkeypatch.setattr(sys, "argv", ["deb", "--output", str(tmp_path / "dist"), *requested])
    with pytest.raises(SystemExit) as caught:
        deb.main()
    assert str(caught.value).startswith("deb: ")
    assert message in str(caught.value)
    assert not (tmp_path / "dist").exists()


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    try:
        find_python(TRIXIE.python)
    except PackageError as error:
        pytest.skip(str(error))
    folder = tmp_path_factory.mktemp("real")
    return {
        machine.name: unpack(build(Build(TRIXIE, machine, "1.2", MADE, MAINTAINER), folder)) for machine in MACHINES
    }


@pytest.mark.slow
def test_every_elf_file_is_for_its_machine(real: dict[str, Path]) -> None:
    for name, machine in (("amd64", X86_64), ("arm64", AARCH64)):
        found = elf_files(real[name])
        assert len(found) > 20
        assert {path: of for path, of in found.items() if of != machine} == {}


@pytest.mark.slow
@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_each_wheel_is_listed_and_compatible(real: dict[str, Path], machine: deb.Machine) -> None:
    pins = parse((ROOT / deb.REQUIREMENTS).read_text())
    listed = {digest for pin in pins for digest in pin.hashes}
    text = (real[machine.name] / "usr/share/doc" / PACKAGE / "wheels.txt").read_text()
    wheels = dict(line.split()[::-1] for line in text.splitlines())
    assert len(wheels) > 40
    assert {name for name, digest in wheels.items() if digest not in listed} == set()
    for name in wheels:
        python, abi, platform = name.removesuffix(".whl").split("-")[-3:]
        assert platform == "any" or machine.wheels in platform, name
        assert abi in {"none", "abi3", "cp313"}, name
        assert python.startswith(("py", "cp3")), name


@pytest.mark.slow
@pytest.mark.skipif(
    which("lintian") is None, reason="only lintian itself says what it finds, and this machine has none"
)
def test_lintian_finds_only_explained_errors(real: dict[str, Path]) -> None:
    judge = ["lintian", "--fail-on=error,warning", *(f"{root}.deb" for root in real.values())]
    done = subprocess.run(judge, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    assert (done.stdout, done.returncode) == ("", 0)


def elf_files(root: Path) -> dict[str, int]:
    heads = {path: path.read_bytes()[:20] for path in root.rglob("*") if path.is_file() and not path.is_symlink()}
    return {
        str(path.relative_to(root)): struct.unpack_from("<H", head, 18)[0]
        for path, head in heads.items()
        if head.startswith(b"\x7fELF")
    }
