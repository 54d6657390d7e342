import errno
import re
from pathlib import Path
from unittest.mock import Mock
from xml.etree import ElementTree as ET

import pytest

from companion.commands.cli import main as command
from companion.commands.overlay import MIN_PITCH_MM, PAPERS, OverlayError, draw_sheet

QUARTER_INCH_MM = 6.35
SVG = "{http://www.w3.org/2000/svg}"
SHEETS = [(pitch, name) for name, paper in PAPERS.items() for pitch in (MIN_PITCH_MM, 20.0, paper.max_pitch_mm)]


def sheet(pitch_mm: float = 33.3, paper: str = "A4", fields: str | None = None) -> ET.Element:
    return ET.fromstring(draw_sheet(pitch_mm, paper, fields=fields))  # noqa: S314 - our own drawing


def holes(drawn: ET.Element) -> list[tuple[float, float]]:
    circles = drawn.iterfind(f".//{SVG}circle[@class='hole']")
    return [(float(circle.attrib["cx"]), float(circle.attrib["cy"])) for circle in circles]


def corners(drawn: ET.Element) -> list[tuple[float, float]]:
    ends = [re.findall(r"[ML]([\d.-]+) ([\d.-]+)", path.attrib["d"]) for path in drawn.iter(f"{SVG}path")]
    return [(float(x), float(y)) for points in ends for x, y in points]


def test_the_holes_have_the_pitch_of_the_pixels() -> None:
    for pitch, paper in SHEETS:
        found = holes(sheet(pitch, paper))
        (left, bottom), expected = found[0], []
        for row in range(6):
            expected += [(left + column * pitch, bottom - row * pitch) for column in range(6)]
        assert found == [pytest.approx(point, abs=0.002) for point in expected], (pitch, paper)


def test_everything_is_inside_the_printable_area() -> None:
    for pitch, paper, fields in [
        *((*each, None) for each in SHEETS),
        (33.3, "A4", None),
        (33.3, "Letter", None),
        (33.5, "A4", "touch"),
    ]:
        drawn, size = sheet(pitch, paper, fields), PAPERS[paper]
        points = [*corners(drawn), *(point for circle in drawn.iter(f"{SVG}circle") for point in circle_points(circle))]
        for label in drawn.iter(f"{SVG}rect"):
            x, y, width, height = (float(label.attrib[key]) for key in ("x", "y", "width", "height"))
            points += [(x, y), (x + width, y + height)]
        for text in drawn.iter(f"{SVG}text"):
            half = 0.3 * float(text.attrib["font-size"]) * len(text.text or "")
            points += [(float(text.attrib["x"]) + side * half, float(text.attrib["y"])) for side in (-1, 1)]
        near, right, bottom = QUARTER_INCH_MM - 0.001, size.width_mm - QUARTER_INCH_MM, size.height_mm - QUARTER_INCH_MM
        assert [(x, y) for x, y in points if not (near <= x <= right + 0.001 and near <= y <= bottom + 0.001)] == [], (
            pitch,
            paper,
            fields,
        )


def circle_points(circle: ET.Element) -> list[tuple[float, float]]:
    x, y, radius = (float(circle.attrib[key]) for key in ("cx", "cy", "r"))
    return [(x - radius, y), (x + radius, y), (x, y - radius), (x, y + radius)]


def test_the_usual_pitch_fits_on_the_usual_papers_with_every_field() -> None:
    a4, letter = (" ".join(sheet(33.3, paper).itertext()) for paper in ("A4", "Letter"))
    assert "1.25 mm are cut off" in a4
    assert "lack" not in letter


def test_touch_sensors_are_drawn_on_request_and_fit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "overlay.svg"
    for fields, least in (("touch", 24.3), ("contacts", 28.7)):
        assert command(["overlay", "--fields", fields, "--pitch", str(least), str(file)]) == 0
        assert file.read_text() == draw_sheet(least, "A4", fields=fields) != draw_sheet(least, "A4")
        assert command(["overlay", "--fields", fields, "--pitch", "16.7", str(file)]) == 2
        assert f"--fields {fields} needs a pitch of {least} mm or more" in capsys.readouterr().err
    assert {circle.attrib["class"] for circle in sheet().iter(f"{SVG}circle")} == {"hole", "diffuser"}


def test_the_error_of_a_large_pitch_names_one_that_fits() -> None:
    for pitch, paper, advice in [
        (40, "A4", "A4 has room for 16 to 33.5 mm; it fits on A3"),
        (34, "A4", "it fits on Letter or A3"),
        (60, "A4", "the largest paper, A3, has room for 48 mm"),
        (5, "A3", "A3 has room for 16 to 48 mm"),
        (float("nan"), "A4", "a pitch of nan mm does not fit"),
        (float("inf"), "A4", "a pitch of inf mm does not fit"),
    ]:
        with pytest.raises(OverlayError, match=re.escape(advice)):
            draw_sheet(pitch, paper)


@pytest.mark.parametrize(
    ("pitch", "name", "complaint"),
    [("90", "overlay.svg", "does not fit"), ("20", "no/folder.svg", "no/folder.svg cannot be written: No such file")],
)
def test_the_command_reports_invalid_arguments(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], pitch: str, name: str, complaint: str
) -> None:
    assert command(["overlay", "--pitch", pitch, str(tmp_path / name)]) == 2
    assert complaint in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_keeps_the_existing_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "overlay.svg"
    file.write_text("mine")
    monkeypatch.setattr("os.fsync", Mock(side_effect=OSError(errno.ENOSPC, "No space left on device")))
    assert command(["overlay", str(file)]) == 2
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("overlay.svg", "mine")]


@pytest.mark.parametrize("name", ["a.pdf", "a.PNG", "o"])
def test_a_name_that_promises_another_format_is_rejected(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(["overlay", str(tmp_path / name)]) == 2
    shown = capsys.readouterr().err
    assert shown.startswith(f"companion overlay: {Path(name).suffix.lower() or 'files'}")
    assert shown.endswith("choose a file that ends in .svg\n")
    assert not [*tmp_path.iterdir()]
