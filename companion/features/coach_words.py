"""The coach's words and figures: options, reasons, comparisons, and the parts of a result."""

from collections.abc import Sequence
from math import floor
from typing import NamedTuple

from companion.core.player_names import display_name
from companion.locale.translator import Translator
from engine.claimit import Bank, Event, Place, Roll, format_field
from engine.coach import EXACT, Analysis, Moment, Option, Reason, Sums
from engine.record import AnyStep


def reason_words(_: Translator, reason: Reason | None, players: Sequence[str]) -> str:
    """Returns why one option is better than another; empty if nothing on the board distinguishes them."""
    if reason is None:
        return ""
    name = "" if reason.seat is None else display_name(_, players[reason.seat])
    return _(reason.text, **reason.numbers, name=name)


def option_words(_: Translator, event: Event | None) -> str:
    """Returns the coach's name of an option; None is a roll."""
    match event:
        case Place(field):
            return format_field(field)
        case Bank():
            return _("bank")
        case _:
            return _("roll")


def compared_words(_: Translator, done: Option, other: Option | None, *, is_bust: bool) -> str:
    """Returns the better choice compared with the chosen one; a bust after a right roll is bad luck.

    A roll that was `done` has the win chance before its dice were known; `other` is None if there was no choice.
    """
    if other is None:
        return _("Bad luck") if is_bust else ""
    option, share, chosen = option_words(_, other.event), whole_per_cent(other.chance), whole_per_cent(done.chance)
    if other.chance > done.chance:
        if share == chosen:  # as good, as far as it is shown
            return _("Bad luck") if is_bust else ""
        return _("Better: {option} ({share} instead of {chosen})", option=option, share=share, chosen=chosen)
    if done.event is not None:
        return ""
    if is_bust:
        return _("Bad luck: rolling was right ({option}: {share})", option=option, share=share)
    return _("Rolling was right ({option}: {share})", option=option, share=share)


def moment_words(_: Translator, timeline: Sequence[AnyStep], moment: Moment) -> str:
    """Returns the alternative at the decisive moment; see `compared_words`."""
    step = timeline[moment.step]
    return compared_words(_, moment.chosen, moment.other, is_bust=isinstance(step.event, Roll) and step.state.busted)


def unlucky_words(_: Translator, found: Analysis, names: Sequence[str]) -> str:
    """Returns the text for a player who chose best but lost; empty if a winner chose equally well."""
    return "" if found.unlucky is None else _("{name} chose best but rolled badly", name=names[found.unlucky])


class ShownSums(NamedTuple):
    """The parts of a seat's result, in whole percentage points; the last one is the sum of the others."""

    beginning: int
    dice: int
    """The effect of the player's own rolls."""
    choices: int
    """The effect of the player's own choices."""
    others_dice: int
    others_choices: int
    result: int


def shown_sums(sums: Sums) -> ShownSums:
    terms = (sums.beginning, sums.own_dice, sums.own, sums.others_dice, sums.others)
    result = _rounded(sums.result)
    beginning, dice, choices, others_dice, others_choices = apportion([100 * term for term in terms], result)
    return ShownSums(beginning, dice, choices, others_dice, others_choices, result)


def apportion(parts: Sequence[float], total: int) -> list[int]:
    """Rounds parts so that they add up to a total: the largest remainders are rounded up."""
    rounded = [floor(part) for part in parts]
    largest = sorted(range(len(parts)), key=lambda place: rounded[place] - parts[place])
    for place in largest[: total - sum(rounded)]:
        rounded[place] += 1
    return rounded


def signed_points(gain: int) -> str:
    """Returns percentage points that were won or lost, with their sign; 0 has none."""
    return f"{gain:+d}" if gain else "0"


def whole_per_cent(share: float) -> str:
    """Returns a share in whole per cent; 0 and 100 only where nothing can change it any more."""
    return f"{_rounded(share)}%"


def _rounded(share: float) -> int:
    rounded = round(100 * share)
    # A sum of floats may miss 1 by its last bit: shares next to 0 and 1 are shown as 0 and 1.
    return rounded if abs(share - round(share)) < EXACT else min(max(rounded, 1), 99)
