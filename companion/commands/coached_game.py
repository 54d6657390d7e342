"""What `companion history NUMBER --coach` tells: what the coach says of a finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.commands.text_table import align_columns, join_lines
from companion.lights.palette import SEATS
from companion.program.analysis import describe_analysis
from companion.program.story import Reader, story_of
from engine.coach import analyse_record

if TYPE_CHECKING:
    from companion.locale.translator import Translator
    from engine.record import AnyRecord


def describe_coached_game(_: Translator, record: AnyRecord) -> str:
    """Returns what the coach says of a game: the result without luck, the moment, what each decision cost."""
    found = analyse_record(record)
    if found is None:
        return join_lines(["", _("The coach has nothing to say of this game.")])
    story = story_of(record)
    told = describe_analysis(story, found, Reader(_.language, tuple(each.colour for each in SEATS)))
    heads = ["", _("without luck"), _("lost by each decision")]
    rows = zip(told["players"], told["shares"], told["lost"], strict=True)
    moment = told["moment"]
    lines = ["", *align_columns([heads, *rows], "lrr"), *filter(None, [told["even"]])]
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
