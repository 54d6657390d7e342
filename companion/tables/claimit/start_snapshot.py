"""Claim It! in words and figures before its first turn here: rolled for who begins, or joined in the middle."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.snapshot import ChosenPlace, Snapshot, snapshot_before_start
from companion.tables.claimit.board import acting_seat, start_roll_progress, start_rolls
from companion.tables.claimit.session import session_of
from companion.tables.claimit.start_rolls import is_tie, spaced, tie_text
from engine import claimit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.core.model import Model
    from companion.locale.translator import Translator
    from companion.tables.claimit.join_game import JoinBoardPage
    from engine.claimit import Dice


def start_rolls_snapshot(model: Model) -> Snapshot:
    """Returns who rolls to begin, and what each has rolled; at last who begins, and with what."""
    _, session = model.translate, session_of(model)
    before_start, now, rolls = (
        snapshot_before_start(model, acting_seat(session)),
        start_roll_progress(session),
        start_rolls(session),
    )
    if not session.start_rolls:
        return before_start
    names = [player.name for player in before_start.players]
    dice = rolls[session.start_rolls[-1].seat][-1]
    if now.first is not None:
        dice = rolls[now.first][-1]
        status = _("{name} begins: {dice} = {sum}", name=names[now.first], dice=spaced(dice), sum=sum(dice))
        before_start = replace(before_start, status=status)
    elif is_tie(session):
        again = _("{name}, roll!", name=names[acting_seat(session)])
        before_start = replace(before_start, status=tie_text(_, (names[seat] for seat in now.rolling)), news=again)
    players = tuple(
        replace(player, figures=(_each(map(_together, made)), _each(str(sum(each)) for each in made)))
        for player, made in zip(before_start.players, rolls, strict=True)
    )
    return replace(before_start, figures=(_("rolled"), _("sum")), players=players, dice=dice)


def joining_snapshot(_: Translator, page: JoinBoardPage, laid: Snapshot) -> Snapshot:
    """Returns the stones that were laid so far of a game that is on already; each field may be pointed at.

    Args:
        _: the language.
        page: on which they are laid.
        laid: a game that stands as they lie.
    """
    places = (replace(place, use=_("Tap: choose it; again: the next thing."), usable=True) for place in laid.places)
    return replace(
        laid,
        status=_("Lay the stones as they lie on the table."),
        turn=None,
        places=tuple(places),
        chosen=ChosenPlace(claimit.format_field(page.field), page.what_comes(_)),
        risk=None,
        log=(),
    )


def _together(dice: Dice) -> str:
    """The dice of one roll, which a narrow table does not break."""
    return spaced(dice).replace(" ", "\N{NO-BREAK SPACE}")


def _each(rolls: Iterable[str]) -> str:
    """What belongs to each of a seat's rolls; after a tie there are several."""
    return ", ".join(rolls)
