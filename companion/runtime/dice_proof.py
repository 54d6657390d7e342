"""The proof of a finished game's dice, short enough for a link: `verify.html` checks it without this program."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING

from engine.fairness import Finding, Line, check_fairness
from engine.game import Reveal
from engine.record import format  # noqa: A004 - the notation's name; the built-in is not used here

if TYPE_CHECKING:
    from engine.fairness import Rolled
    from engine.record import AnyRecord

_DIE = range(1, 7)


def dice_proof(record: AnyRecord) -> str | None:
    """Returns the proof as it stands in a link: JSON in base64url.

    It holds the players, their words, the commitment, the seed, and in `draws` all that the box drew, a text each: the
    faces of six-sided dice, or `d` and the fields of Piratenclaim's discs; before it `k:`, where its counter k is not
    that after the last one. Where the box dealt hands, it holds what was laid from them.

    Returns:
        The proof; None where the seed was not told, or something was drawn that `verify.html` does not know.
    """
    seed = next((event.seed for event in record.events if isinstance(event, Reveal)), None)
    verdict = check_fairness([Line(n, format(event, record.game)) for n, event in enumerate(record.events, 1)])
    drawn = [roll for roll in verdict.rolls if roll.counter is not None]
    spelt = [_spell(roll, roll.counter == before) for before, roll in zip(_expected(drawn), drawn, strict=True)]
    if seed is None or None in spelt:
        return None
    start = record.start
    layout = start.options.get("layout")
    proof = {
        "game": start.game,
        "players": list(start.players),
        **({} if start.words is None else {"words": list(start.words)}),
        "commitment": start.notes.get("commitment"),
        "seed": seed.hex(),
        **({"layout": layout} if isinstance(layout, list) else {}),
        **(record.game.deal.proof(record.timeline) if record.game.deal and start.notes.get("dealt") is True else {}),
        **({"fair": False} if start.notes.get("fair") is False else {}),
        **({"hand": by_hand} if (by_hand := len(verdict.rolls) - len(drawn)) else {}),
        **({"back": back} if (back := sum(roll.taken_back for roll in drawn)) else {}),
        **({"told": True} if verdict.finding is Finding.TOLD else {}),
        "draws": " ".join(filter(None, spelt)),
    }
    text = json.dumps(proof, separators=(",", ":"), ensure_ascii=False)
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _expected(drawn: list[Rolled]) -> list[int]:
    """Returns for each draw the counter that goes without saying: the one after the last."""
    return [0, *((roll.counter or 0) + 1 for roll in drawn[:-1])] if drawn else []


def _spell(roll: Rolled, goes_without_saying: bool) -> str | None:  # noqa: FBT001 - its only argument besides
    """Returns what was drawn as one text; None where it is neither dice nor discs."""
    if all(face in _DIE for face in roll.dice):
        faces = "".join(map(str, roll.dice))
    elif all(isinstance(face, str) and len(face) == len("1/1") and face[1] == "/" for face in roll.dice):
        faces = "d" + "".join(str(face).replace("/", "") for face in roll.dice)
    else:
        return None
    return faces if goes_without_saying else f"{roll.counter}:{faces}"
