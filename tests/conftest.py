import gc
import os
import sys
import threading
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import settings

from tests.hardware.clocks import ManualScheduler

settings.register_profile("any machine", deadline=None, max_examples=30)
settings.load_profile("any machine")


class PatientSys:
    """Replaces `sys` in threading, so that a new thread with tracing tries again after an error.

    Until Python 3.12 sys.settrace raises a RuntimeError while another thread is in it; the new thread would end.
    """

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever sys has
        return getattr(sys, name)

    def settrace(self, trace: Any) -> None:  # noqa: ANN401 - as sys has it
        for _ in range(1000):
            try:
                return sys.settrace(trace)
            except RuntimeError:
                continue
        return sys.settrace(trace)


threading._sys = PatientSys()  # type: ignore[attr-defined]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Runs a test that is marked `no_cover` without any tracing.

    pytest-cov only stops its own measurement; coverage also measures each worker process of xdist.
    """
    if item.get_closest_marker("no_cover") is None:
        return (yield)
    trace = sys.gettrace()
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(trace)


@pytest.fixture
def hold_calls(monkeypatch: pytest.MonkeyPatch) -> ManualScheduler:
    scheduler = ManualScheduler()
    monkeypatch.setattr("hardware.buttons.Scheduler", lambda *_: scheduler)
    return scheduler
