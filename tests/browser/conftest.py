import os
from collections.abc import Callable, Generator, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from _pytest.nodeid import NodeId
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.browser_companion import BrowserCompanion
from tests.browser.input_devices import PHONE_OPTIONS

SeedOptions = Callable[[tuple[str, ...]], tuple[str, ...]]

HERE = Path(__file__).parent
CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
QUIET = ["background-networking", "component-update", "default-apps", "extensions", "gpu", "quic", "sync"]
FLAGS = ("--no-sandbox", "--no-first-run", *(f"--disable-{part}" for part in QUIET))
"""The browser runs as root and requests nothing from the internet."""
TIMEOUT_MS = 20_000
expect.set_options(timeout=TIMEOUT_MS)
SEED = "05000001ff000000000000000000000000000000000000000000000000000000"
"""Found by search: with these dice the game of five in `test_game.py` takes few clicks."""


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None]:
    own = [item for item in items if item.path.is_relative_to(HERE)]
    for item in own:
        group = item.path.stem if item.get_closest_marker("slow") else "browser"
        item.add_marker(pytest.mark.xdist_group(group))
    yield
    # xdist 3.8 appends the group to `_nodeid`, which pytest 9.2 no longer reads.
    for item in own:
        item._id = NodeId.parse(getattr(item, "_nodeid", item.nodeid))


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip(f"no browser at {CHROMIUM}: install Debian's chromium, or name one in CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def shared_companion(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserCompanion]:
    with BrowserCompanion(
        tmp_path_factory.mktemp("table") / "journal", "--seed", SEED, "--set", "table.guide=false"
    ) as shared_companion:
        yield shared_companion


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_page(**options: Any) -> Page:  # noqa: ANN401 - Playwright's options of a context
        context = browser.new_context(**options)
        contexts.append(context)
        watch_errors(context, wrong)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


def watch_errors(context: BrowserContext, wrong: list[str]) -> None:
    context.set_default_timeout(TIMEOUT_MS)
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    context.on("console", lambda said: wrong.append(said.text) if "Content Security Policy" in said.text else None)


@pytest.fixture
def open_phone(new_page: Callable[..., Page]) -> Callable[[], Page]:
    return lambda: new_page(**PHONE_OPTIONS)


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()


@pytest.fixture
def companion(shared_companion: BrowserCompanion, new_page: Callable[..., Page]) -> Iterator[BrowserCompanion]:
    shared_companion.open_page(new_page(reduced_motion="reduce"))
    yield shared_companion
    shared_companion.discard_game()


@pytest.fixture
def seed_options(request: pytest.FixtureRequest) -> SeedOptions:
    digits = sha256(request.node.name.encode()).hexdigest()
    return lambda options: () if "--seed" in options else ("--seed", digits)


@pytest.fixture
def start_companion(page: Page, tmp_path: Path, seed_options: SeedOptions) -> Iterator[Callable[..., BrowserCompanion]]:
    seats: list[BrowserCompanion] = []

    def start(*options: str, at: Page = page, measured: bool = False) -> BrowserCompanion:
        companion = BrowserCompanion(tmp_path / "journal", *options, *seed_options(options), measured=measured)
        seats.append(companion)
        companion.__enter__()
        companion.open_page(at)
        return companion

    yield start
    for companion in seats:
        companion.__exit__()
