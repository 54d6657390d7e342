"""The solids, as `make body` writes them: whole surfaces, room for every part.

They need build123d, which has an environment of its own: `make body` sets it up. Where it is missing these tests are
skipped; what is committed of the solids, their drawings, is tested in any case.
"""

import struct
import subprocess
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from tools.body.measures import SIZES

ROOT = Path(__file__).parents[3]
PYTHON = ROOT / ".venv-body/bin/python"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (ROOT / ".venv-body/ready").exists(), reason="no CAD kernel here: `make body` sets it up"),
]
Point = tuple[float, float, float]
NAMESPACE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
STEMS = {f"board-{size.pitch:g}mm-{part}" for size in SIZES.values() for part in ("tray", "walls", "diffuser")}
STEMS |= {f"{name}-{part}" for name in SIZES for part in ("shell", "base")}


def run(*arguments: str) -> str:
    done = subprocess.run(  # noqa: S603 - our own program
        [PYTHON, *arguments], cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def loose_edges(triangles: Iterable[Sequence[Hashable]]) -> int:
    edges = Counter(edge for a, b, c in triangles for edge in ((a, b), (b, c), (c, a)))
    return sum(count != 1 or edges[edge[::-1]] != 1 for edge, count in edges.items())


def volume_mm3(triangles: Iterable[Sequence[Point]]) -> float:
    return (
        sum(
            a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
            for a, b, c in triangles
        )
        / 6
    )


def read_stl(data: bytes) -> list[tuple[Point, Point, Point]]:
    (count,) = struct.unpack_from("<I", data, 80)
    assert len(data) == 84 + 50 * count
    numbers = [struct.unpack_from("<12f", data, 84 + 50 * each) for each in range(count)]
    return [(each[3:6], each[6:9], each[9:12]) for each in numbers]


def read_3mf(file: Path) -> tuple[list[Point], list[tuple[int, int, int]]]:
    with ZipFile(file) as archive:
        assert archive.testzip() is None
        model = ElementTree.fromstring(archive.read("3D/3dmodel.model"))  # noqa: S314 - we have just written it
    assert model.get("unit") == "millimeter"
    (mesh,) = model.iter(f"{NAMESPACE}mesh")
    corners = [tuple(float(each.get(axis, "")) for axis in "xyz") for each in mesh.iter(f"{NAMESPACE}vertex")]
    sides = [tuple(int(each.get(v, "")) for v in ("v1", "v2", "v3")) for each in mesh.iter(f"{NAMESPACE}triangle")]
    return corners, sides  # type: ignore[return-value]


@pytest.fixture(scope="module")
def solids(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("body")
    assert len(run("-m", "tools.body", str(folder)).splitlines()) == len(STEMS)
    return folder


def test_every_solid_is_watertight_and_touches_the_bed(solids: Path) -> None:
    assert {file.stem for file in solids.glob("*.stl")} == STEMS
    for stem in STEMS:
        triangles = read_stl((solids / f"{stem}.stl").read_bytes())
        assert loose_edges(triangles) == 0, stem
        assert volume_mm3(triangles) > 1000, stem
        assert min(point[2] for side in triangles for point in side) == pytest.approx(0, abs=1e-4), stem


def test_every_3mf_opens_and_holds_the_same_solid(solids: Path) -> None:
    assert {file.stem for file in solids.glob("*.3mf")} == STEMS
    for stem in STEMS:
        corners, sides = read_3mf(solids / f"{stem}.3mf")
        assert loose_edges(sides) == 0, stem
        volume = volume_mm3([(corners[a], corners[b], corners[c]) for a, b, c in sides])
        assert volume == pytest.approx(volume_mm3(read_stl((solids / f"{stem}.stl").read_bytes())), rel=1e-4), stem


def test_bought_parts_do_not_collide() -> None:
    control, *lines = run("tests/tools/body/collisions.py").splitlines()
    assert control == "control: 500 mm³"
    assert [line for line in lines if not line.endswith(" pairs")] == []
    assert [line.split(":")[0] for line in lines] == list(SIZES)


def test_the_committed_drawings_are_up_to_date(tmp_path: Path) -> None:
    run("-m", "tools.body", "--drawings", str(tmp_path))
    drawn = {file.name: file.read_bytes() for file in (tmp_path / "body").iterdir()}
    assert {file.name: file.read_bytes() for file in (ROOT / "docs/building/body").iterdir()} == drawn
