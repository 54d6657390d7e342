import io
import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest
from PIL import Image
from playwright.sync_api import expect

from companion.runtime.journal import Journal
from tests.browser.looks import faults
from tests.browser.seat import Seat
from tests.companion.program.played import keep, played

pytestmark = pytest.mark.slow


def test_a_game_is_shared_as_picture_record_and_play(sit: Callable[..., Seat], tmp_path: Path) -> None:
    names = ("<img src=x onerror=alert(1)>", "שרה 😀")
    with Journal.open(tmp_path / "journal") as journal:
        keep(journal, played(names))
    page = sit().page
    violations = list[str]()
    page.on("console", lambda message: violations.append(message.text) if message.type == "error" else None)
    page.set_viewport_size({"width": 320, "height": 640})
    page.locator(".tool.history").click()
    page.locator("summary").click()
    expect(page.locator(".share button")).to_have_text(["Picture", "Record", "BG Stats"])
    saved = dict[str, bytes]()
    for name in ("Picture", "Record"):
        with page.expect_download() as download:
            page.get_by_role("button", name=name, exact=True).click()
        saved[download.value.suggested_filename] = download.value.path().read_bytes()
    assert list(saved) == ["claimit-2026-11-21-1.png", "claimit-2026-11-21-1.jsonl"]
    picture, record = saved.values()
    with Image.open(io.BytesIO(picture)) as image:
        assert image.width == 1600
        greens = sum(n for n, colour in image.convert("RGB").getcolors(1 << 24) or () if colour == (0, 204, 136))
    assert greens > 1000  # a stone and a player's mark in the first seat's colour, which no message of a fault has
    assert json.loads(record.splitlines()[0])["players"] == list(names)
    page.get_by_role("button", name="BG Stats").click()
    link = page.get_by_role("link", name="Add to BG Stats").get_attribute("href") or ""
    assert json.loads(unquote(link.partition("data=")[2]))["players"][1]["name"] == names[1]
    expect(page.locator(".share .code")).to_be_visible()
    assert page.locator(".history .room").evaluate("room => room.scrollWidth - room.clientWidth") == 0
    assert violations == []
    assert faults(page) == []
