import gzip
import hashlib
import re
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from companion.locale.translator import translator_for
from companion.runtime.launch_config import COMMAND, LAUNCHER, MAKE, SERVICE, detect_launch
from companion.web.site import load_assets, page_texts
from tests.companion.web.served import Served

STATIC = files("companion.web").joinpath("static")
LIBRARY = "preact.js"
UNCOMPRESSED = 310_000
"""Maximum size of the uncompressed page in bytes."""
TRANSFERRED = 110_000


def page_files(*suffixes: str) -> dict[str, str]:
    found = {each.name: each for each in STATIC.iterdir() if each.name.endswith(suffixes) and each.name != LIBRARY}
    return {name: file.read_text("utf-8") for name, file in found.items()}


def imported_with(name: str) -> set[str]:
    found, left = set[str](), [name]
    while left:
        text = STATIC.joinpath(left.pop()).read_text("utf-8")
        new = set(re.findall(r'^import .* from "\./(.+)";$', text, re.MULTILINE)) - found
        found |= new
        left += new
    return found


def test_every_module_of_the_page_is_requested_at_once() -> None:
    page = next(asset.content.decode() for asset in load_assets(COMMAND) if asset.path == "/")
    listed = re.findall(r'<link rel="modulepreload" href="(.+)">', page)
    assert sorted(listed) == sorted(imported_with("main.js"))


def test_the_view_library_matches_its_published_version() -> None:
    noted = STATIC.joinpath("preact.txt").read_text("utf-8")
    assert hashlib.sha256(STATIC.joinpath(LIBRARY).read_bytes()).hexdigest() in noted
    assert all(part in noted for part in ("htm 3.1.1", "The MIT License (MIT)", "Apache License"))


def test_the_page_inserts_no_html_strings() -> None:
    doors = re.compile(
        r"dangerouslySetInnerHTML|(inner|outer)HTML|insertAdjacentHTML|document\.write|\beval\(|new Function"
    )
    assert {name: doors.findall(text) for name, text in page_files(".js").items() if doors.search(text)} == {}


def test_the_page_is_below_its_maximum_size() -> None:
    contents = [each.read_bytes() for each in STATIC.iterdir() if each.name.endswith((".js", ".css", ".html"))]
    assert sum(map(len, contents)) <= UNCOMPRESSED
    assert sum(len(gzip.compress(content)) for content in contents) <= TRANSFERRED


@pytest.mark.slow
def test_files_are_sent_compressed_where_that_is_accepted(tmp_path: Path) -> None:
    with Served(tmp_path / "journal") as companion:
        lines = ("GET /store.js HTTP/1.1", f"Host: {companion.host}", "Connection: close", "Accept-Encoding: br, gzip")
        with companion.open_socket("\r\n".join((*lines, "\r\n"))) as sent:
            head, _, body = b"".join(iter(lambda: sent.recv(65536), b"")).partition(b"\r\n\r\n")
        assert b"content-encoding: gzip" in head.lower()
        plain, _, text = companion.request("/store.js").partition("\r\n\r\n")
        assert "content-encoding" not in plain.lower()
        assert gzip.decompress(body).decode() == text


@pytest.mark.slow
def test_the_pictures_of_the_rules_are_served(tmp_path: Path) -> None:
    with Served(tmp_path / "journal") as companion:
        plain = companion.request("/rules/claimit/2-7.svg")
        assert "<svg" in plain
        assert len(companion.request("/rules/klondike/0-0.svg")) < len(plain)
        for path in (
            "/rules/chess/0-0.svg",
            "/rules/claimit/2-8.svg",
            "/rules/claimit/99-0.svg",
            "/rules/claimit/2.svg",
        ):
            assert "404" in companion.request(path).partition("\r\n")[0]


ROOT = Path(__file__).parents[3]
START_HINTS = {
    "by its command": ({}, COMMAND, "Start it again: companion play."),
    "by make": ({LAUNCHER: "make"}, MAKE, "Start it again: make run."),
    "as a service": ({"NOTIFY_SOCKET": "/run/systemd/notify"}, SERVICE, "ask the owner of the box"),
    "as a service of a Makefile": (
        {"NOTIFY_SOCKET": "@notify", LAUNCHER: "make"},
        SERVICE,
        "The box was switched off",
    ),
    "by something unknown": ({LAUNCHER: "<script>"}, COMMAND, "companion play"),
}


def test_a_page_says_how_the_companion_is_started_again() -> None:
    for environ, started, hint in START_HINTS.values():
        assert detect_launch(environ) is started
        assert hint in page_texts(translator_for("en"), detect_launch(environ))["closed"]


def test_make_reports_that_the_companion_was_started() -> None:
    recipe = subprocess.run(["make", "--dry-run", "run"], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S607 (the PATH's make)
    (play,) = [line for line in recipe.stdout.splitlines() if line.endswith("companion play")]
    assert f"{LAUNCHER}=make " in play
