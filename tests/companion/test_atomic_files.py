import os
from pathlib import Path

import pytest

from companion.files import replace_file, replace_link


def test_a_file_is_on_the_disk_before_it_bears_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, seen = tmp_path / "unit", list[tuple[bytes, bytes]]()
    path.write_bytes(b"old")
    to_disk = os.fsync

    def fsync(file: int) -> None:
        to_disk(file)
        seen.append((path.read_bytes(), (tmp_path / "unit.new").read_bytes()))

    monkeypatch.setattr(os, "fsync", fsync)
    replace_file(path, b"new")
    assert seen == [(b"old", b"new")]
    assert (path.read_bytes(), path.stat().st_mode & 0o777, list(tmp_path.iterdir())) == (b"new", 0o644, [path])


def test_what_cannot_be_written_leaves_the_old_file_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "unit"
    path.write_bytes(b"old")

    def fails(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(OSError, match="No space"):
        replace_file(path, b"new")
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (b"old", [path])


def test_what_an_interruption_left_is_written_over(tmp_path: Path) -> None:
    path, other = tmp_path / "unit", tmp_path / "other"
    other.write_bytes(b"other")
    (tmp_path / "unit.new").symlink_to(other)
    replace_file(path, b"new", 0o600)
    replace_link(tmp_path / "link", Path("unit"))
    replace_link(tmp_path / "link", Path("other"))
    assert (path.read_bytes(), other.read_bytes()) == (b"new", b"other")
    assert (tmp_path / "link").readlink() == Path("other")
