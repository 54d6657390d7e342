"""Idle times: when the players are believed to have left, and which page is opened then."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.model import Model
from companion.core.table import at_table, is_replay
from companion.pages.fault import FaultPage


def idle_deadline(model: Model) -> float | None:
    """Returns when the players are believed to have left; None if a fault must be answered, or nothing would change.

    Returns:
        Seconds of the loop's clock.
    """
    if (
        model.page == model.home
        or is_replay(model)
        or any(isinstance(page, FaultPage) for page in (*model.pages_beneath, model.page))
    ):
        return None
    times = model.config.idle_times
    # In a kiosk the next guests find the title.
    keeps_entries = not model.config.kiosk and any(page.has_entries for page in model.open_pages)
    is_long = at_table(model) or keeps_entries
    return model.last_press_at + (times.leave_after_s if is_long else times.attract_after_s)


def apply_idle_timeout(model: Model) -> Model:
    """Applies the timeouts that are due: an abandoned game is kept for resuming, and the home page opens.

    After the farewell the program ends, even if a fault page was opened over it.
    """
    if model.exits_at is not None and model.now >= model.exits_at:
        return replace(model, is_leaving=True)
    deadline = idle_deadline(model)
    return model if deadline is None or model.now < deadline else model.with_only_page(model.home)
