import gzip
import hashlib
import re
from importlib.resources import files
from pathlib import Path

import pytest

from companion.runtime.launch_config import COMMAND
from companion.web.site import load_assets
from tests.companion.web.served import Served

STATIC = files("companion.web").joinpath("static")
LIBRARY = "preact.js"
UNCOMPRESSED = 310_000
"""What the page may weigh before it is compressed; in bytes."""
TRANSFERRED = 110_000


def own_files(*suffixes: str) -> dict[str, str]:
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


def test_the_view_library_is_the_published_one() -> None:
    noted = STATIC.joinpath("preact.txt").read_text("utf-8")
    assert hashlib.sha256(STATIC.joinpath(LIBRARY).read_bytes()).hexdigest() in noted
    assert all(part in noted for part in ("htm 3.1.1", "The MIT License (MIT)", "Apache License"))


def test_nothing_of_the_page_is_written_as_markup() -> None:
    doors = re.compile(
        r"dangerouslySetInnerHTML|(inner|outer)HTML|insertAdjacentHTML|document\.write|\beval\(|new Function"
    )
    assert {name: doors.findall(text) for name, text in own_files(".js").items() if doors.search(text)} == {}


def test_the_page_is_small() -> None:
    contents = [each.read_bytes() for each in STATIC.iterdir() if each.name.endswith((".js", ".css", ".html"))]
    assert sum(map(len, contents)) <= UNCOMPRESSED
    assert sum(len(gzip.compress(content)) for content in contents) <= TRANSFERRED


@pytest.mark.slow
def test_files_are_sent_compressed_where_that_is_accepted(tmp_path: Path) -> None:
    with Served(tmp_path / "journal") as table:
        request = (
            f"GET /store.js HTTP/1.1\r\nHost: {table.host}\r\nConnection: close\r\nAccept-Encoding: br, gzip\r\n\r\n"
        )
        with table.raw(request) as sent:
            head, _, body = b"".join(iter(lambda: sent.recv(65536), b"")).partition(b"\r\n\r\n")
        assert b"content-encoding: gzip" in head.lower()
        plain, _, text = table.answer("/store.js").partition("\r\n\r\n")
        assert "content-encoding" not in plain.lower()
        assert gzip.decompress(body).decode() == text


@pytest.mark.slow
def test_the_pictures_of_the_rules_are_served(tmp_path: Path) -> None:
    with Served(tmp_path / "journal") as table:
        plain = table.answer("/rules/claimit/2-7.svg")
        assert "<svg" in plain
        assert len(table.answer("/rules/klondike/0-0.svg")) < len(plain)
        for path in (
            "/rules/chess/0-0.svg",
            "/rules/claimit/2-8.svg",
            "/rules/claimit/99-0.svg",
            "/rules/claimit/2.svg",
        ):
            assert "404" in table.answer(path).partition("\r\n")[0]
