"""The info page: the version, and the commitment by which the players check that no roll was chosen.

Before the first roll the box shows the commitment, a hash of its secret: a player who has noted it can compare it,
after the game, with the secret that the record reveals.
"""

from __future__ import annotations

from importlib.metadata import version
from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar

from companion.core.page import Page, closing_keys
from companion.locale.translator import N_
from companion.ui.drawings import qr_rows
from companion.ui.pictures import Code
from companion.ui.screen import BoxOnly, Screen, Text, WebOnly
from engine.dice import commitment

if TYPE_CHECKING:
    from companion.core.model import Model

PACKAGE = "claim-companion"
COMMITTED = N_(
    "The box fixed a secret before the game, and everything that it draws follows from it. These digits bind it "
    "to that secret: note them, and compare them with the record after the game, when the secret is told."
)


class InfoPage(Page, frozen=True):
    """Shows the version and the commitment of the dice."""

    name: ClassVar[str] = "info"

    def screen(self, model: Model) -> Screen:
        _, release = model.translate, f"v{version(PACKAGE)}"
        if model.game is None:
            return Screen(_info_title(model), release, (Text(_("no game yet")),), keys=closing_keys(model))
        digits = commitment(model.game.seed)
        # 64 digits in four lines of 16: people compare them with the record's, or write them down.
        lines = BoxOnly(tuple(map(Text, wrap(digits, 16))))
        is_fair = model.game.lineup.fair
        meaning = _(COMMITTED) if is_fair else _("The secret was fixed for a test: nobody calls this fair.")
        in_full = Text(meaning), Text(" ".join(wrap(digits, 4)), "digits"), Code(tuple(qr_rows(digits.upper())))
        return Screen(_info_title(model), release, (lines, WebOnly(in_full)), keys=closing_keys(model))


def _info_title(model: Model) -> str:
    _, game = model.translate, model.game
    if game is not None and not game.lineup.fair:
        return _("Test tiles") if game.is_dealt else _("Test dice")
    return _("Fair tiles") if game is not None and game.is_dealt else _("Fair dice")
