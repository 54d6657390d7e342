"""The sealed dice of the game on the table as JSON: what all may see, from the commitment on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.core.player_names import display_name
from companion.pages.info import sealed_title, statement
from companion.screen.qr import qr_rows
from engine.dice import commitment

if TYPE_CHECKING:
    from companion.core.model import Model


def describe_sealed(model: Model) -> dict[str, Any]:
    """Returns the commitment with its code, and each seat's word, in the model's language."""
    session = model.session
    digits, words = commitment(session.seed), {int(word.seat): word.text for word in session.words}
    return {
        "is_sealing": session.is_sealing,
        "commitment": digits,
        "code": qr_rows(digits.upper()),
        "words": [
            {"name": display_name(model.translate, name), "word": words.get(seat)}
            for seat, name in enumerate(session.lineup.players)
        ],
        "title": model.translate(sealed_title(session)),
        "proves": model.translate(statement(session)),
    }
