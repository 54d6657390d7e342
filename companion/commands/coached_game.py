"""What `companion history NUMBER --coach` tells: what the coach says of a whole game."""

from __future__ import annotations

import sys
from signal import SIGINT
from typing import TYPE_CHECKING

from companion.files.progress import Progress
from companion.files.text_table import align_columns, join_lines
from companion.lights.palette import SEATS
from companion.locale.translator import N_
from companion.program.story import Reader, describe_analysis, story_of
from companion.runtime.clock import monotonic_s
from companion.runtime.signals import interrupted_by
from engine.coach import analyse_record

if TYPE_CHECKING:
    from companion.locale.translator import Translator
    from engine.record import AnyRecord

NOTHING = N_("The coach has nothing to say of this game.")
"""What is said of a game that has no coach, or in which nobody has rolled."""


def describe_coached_game(_: Translator, record: AnyRecord) -> str:
    """Returns what the coach says of a game: the result without luck, the moment, what each decision cost."""
    # It takes up to some minutes, and is interrupted by an exception: the line on the terminal is taken away.
    progress = Progress(sys.stderr, len(record.timeline), monotonic_s)
    with interrupted_by(SIGINT):
        try:
            progress.show(0)
            found = analyse_record(record, progress.show)
        finally:
            progress.clear()
    if found is None:
        return join_lines(["", _(NOTHING)])
    story = story_of(record)
    told = describe_analysis(story, found, Reader(_.language, tuple(each.colour for each in SEATS)))
    heads = ["", _("luck"), _("decisions"), _("without luck")]
    rows = zip(told["players"], told["luck"], told["lost"], told["shares"], strict=True)
    moment = told["moment"]
    so_far = [] if record.game.is_over(record.state) else [_("The game was not over; this is how it stood.")]
    lines = ["", *so_far, *align_columns([heads, *rows], "lrrr"), *filter(None, [told["even"]])]
    if moment:
        swing = _(
            "The moment, event {step}: {what}: {swing}",
            step=moment["step"],
            what=moment["caption"],
            swing=moment["swing"],
        )
        lines += [swing, *_instead(_, moment["instead"])]
    for blunder in told["blunders"]:
        lines += [f"{blunder['step']}: {blunder['caption']}: {blunder['loss']}"]
        lines += _instead(_, ": ".join(filter(None, (blunder["instead"], blunder["why"]))))
    return join_lines(lines)


def _instead(_: Translator, option: str) -> list[str]:
    return ["  " + _("instead {option}", option=option)] if option else []
