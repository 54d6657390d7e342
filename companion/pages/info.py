"""The info page: the version, and the commitment by which the players check that no roll was chosen.

Before the first roll the box shows the commitment, a hash of its secret: a player who has noted it can compare it,
after the game, with the secret that the record reveals.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar

from companion.core.snapshot import Sheet
from companion.locale.translator import N_
from companion.screen.drawings import qr_rows
from companion.ui.page import ScreenPage, closing_keys
from companion.ui.screen import Screen, Text
from engine.dice import commitment

if TYPE_CHECKING:
    from companion.core.model import Model

PACKAGE = "claim-companion"
COMMITTED = N_(
    "The box fixed a secret before the first roll, and everything that it draws follows from it. These digits bind it "
    "to that secret: note them, and compare them with the record after the game, when the secret is told."
)


@dataclass(frozen=True, slots=True)
class InfoPage(ScreenPage):
    """Shows the version and the commitment of the dice."""

    name: ClassVar[str] = "info"

    def screen(self, model: Model) -> Screen:
        # 64 digits in four lines of 16: people compare them with the record's, or write them down.
        lines = [model.translate("no game yet")] if model.game is None else wrap(commitment(model.game.seed), 16)
        return Screen(_info_title(model), version(PACKAGE), tuple(map(Text, lines)), keys=closing_keys(model))

    def sheet(self, model: Model) -> Sheet:
        """Returns what the digits mean, which the screen has no room for."""
        _, game, lines = model.translate, model.game, list[str]()
        if game is not None:
            fixed = _("The secret was fixed for a test: nobody calls this fair.")
            lines = [_(COMMITTED) if game.lineup.fair else fixed]
        digits = commitment(game.seed) if game is not None else ""
        code = tuple(qr_rows(digits.upper())) if digits else ()
        lines.append(_("The companion's version: {version}", version=version(PACKAGE)))
        return Sheet(_info_title(model), tuple(lines), digits, code)


def _info_title(model: Model) -> str:
    _, game = model.translate, model.game
    if game is not None and not game.lineup.fair:
        return _("Test tiles") if game.is_dealt else _("Test dice")
    return _("Fair tiles") if game is not None and game.is_dealt else _("Fair dice")
