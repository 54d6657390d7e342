"""One frame as the headless device writes it."""

import json
from typing import Any, NamedTuple


class Frame(NamedTuple):
    """What is to be seen and known at one moment."""

    page: str
    text: tuple[str, ...]
    events: int
    state: dict[str, Any] | None
    lights: tuple[str, ...] = ()
    screen: tuple[str, ...] = ()
    tones: tuple[tuple[float, float], ...] = ()

    @property
    def said(self) -> tuple[object, ...]:
        """All that a press may change, and the rhythm of the lights does not."""
        return self.page, self.text, self.events, self.state, self.screen

    def answers(self, before: "Frame") -> bool:
        """Whether a press came between the two: something is new, or something sounds."""
        return bool(self.tones) or self.said != before.said


NOTHING = Frame(page="", text=(), events=0, state=None)
"""Before the first frame."""


def parse(line: bytes) -> Frame:
    """The frame on a line.

    Raises:
        ValueError: the line is an error, or no frame.
    """
    found = json.loads(line)
    if "page" not in found:
        raise ValueError(f"no frame: {line!r}")
    return Frame(
        page=found["page"],
        text=tuple(found["text"]),
        events=found["events"],
        state=found["state"],
        lights=tuple(found["lights"]),
        screen=tuple(found["screen"]),
        tones=tuple((hertz, seconds) for hertz, seconds in found["tones"]),
    )
