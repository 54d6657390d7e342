import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        ("", "say which version"),
        ("v1.0.0", "say which version"),
        ("99.0.0", "pyproject.toml has another version than 99.0.0"),
    ],
)
def test_an_invalid_release_is_rejected_before_the_build(version: str, sentence: str, tmp_path: Path) -> None:
    copy_release(tmp_path)
    commit(tmp_path)
    assert error_of_release(tmp_path, version).startswith(f"release: {sentence}")


def test_a_release_needs_a_commit_with_its_heading_in_the_changelog(tmp_path: Path) -> None:
    copy_release(tmp_path)
    (tmp_path / "pyproject.toml").write_text('version = "1.0.0"\n')
    changes = tmp_path / "CHANGELOG.md"
    changes.write_text("## Unreleased\n\n- new\n\n## 1.0.0 - 2026-01-01\n\n- old\n")
    assert "no git clone" in error_of_release(tmp_path, "1.0.0")
    commit(tmp_path)
    assert 'lines under "Unreleased"' in error_of_release(tmp_path, "1.0.0")
    changes.write_text("## Unreleased\n\n## 1.0.0 - 2026-01-01\n\n- old\n")
    assert "commit first" in error_of_release(tmp_path, "1.0.0")
    commit(tmp_path)
    subprocess.run(["git", "-C", tmp_path, "config", "user.useConfigOnly", "true"], check=True)  # noqa: S603, S607
    assert "user.email" in error_of_release(tmp_path, "1.0.0")
    subprocess.run(["git", "-C", tmp_path, "tag", "v1.0.0"], check=True)  # noqa: S603, S607
    assert "is there already" in error_of_release(tmp_path, "1.0.0")


def test_a_failed_release_leaves_no_complete_looking_files(tmp_path: Path) -> None:
    copy_release(tmp_path)
    (tmp_path / "pyproject.toml").write_text('version = "1.0.0"\n')
    (tmp_path / "CHANGELOG.md").write_text("## 1.0.0 - 2026-01-01\n\n- old\n")
    (tmp_path / ".gitignore").write_text("/bin\n/dist\n/build\n")
    commit(tmp_path)
    environ = os.environ | {"BIN": str(tmp_path / "bin"), "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
    environ |= {f"GIT_COMMITTER_{name}": "a@example.org" for name in ("NAME", "EMAIL")}
    (tmp_path / "bin").mkdir()
    makes = (
        "mkdir -p dist/body build/site; touch dist/claim-companion_1.0.0+deb13_all.deb dist/body/a.stl dist/body/a.3mf"
    )
    for make, status, expected in (
        ("exit 3", 3, set()),
        (makes, 0, {"NOTES.md", "SHA256SUMS", "a.stl", "site.tar.gz"}),
    ):
        for name, does in (("hatchling", 'touch "$3/a.whl"'), ("make", make)):
            (tmp_path / "bin" / name).write_text(f"#!/bin/sh\n{does}\n")
            (tmp_path / "bin" / name).chmod(0o755)
        script = tmp_path / "tools/debian/release.sh"
        done = subprocess.run([script, "1.0.0"], capture_output=True, text=True, check=False, env=environ)  # noqa: S603
        assert done.returncode == status, done.stderr
        made = {path.name for path in tmp_path.glob("dist/1.0.0*/*")}
        assert expected <= made
        assert bool(made) == bool(expected)


def copy_release(folder: Path) -> None:
    (folder / "tools/debian").mkdir(parents=True)
    for name in ("pyproject.toml", "CHANGELOG.md", "tools/debian/release.sh"):
        shutil.copy(ROOT / name, folder / name)


def commit(folder: Path) -> None:
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "all"]):
        subprocess.run([*git, *words], check=True)  # noqa: S603 - git


def error_of_release(folder: Path, version: str) -> str:
    script, environ = folder / "tools/debian/release.sh", os.environ | {"GIT_CEILING_DIRECTORIES": str(folder.parent)}
    environ |= {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "EMAIL": ""}
    environ = {name: value for name, value in environ.items() if not name.startswith(("GIT_COMMITTER", "GIT_AUTHOR"))}
    refused = subprocess.run([script, version], capture_output=True, text=True, check=False, env=environ)  # noqa: S603
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1), refused.stderr
    assert not (folder / "dist").exists()
    return refused.stderr
