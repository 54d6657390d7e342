"""The info page, and what there is to see of the secret of the dice: by it the players check that nothing was chosen.

Before the first roll the box shows the commitment, a hash of its secret: whoever has noted it can compare it, after the
game, with the secret that the record reveals. Where the dice are sealed each player has added a word besides, and every
roll depends on the secret and on all the words. That is more than one screen holds: it is shown in views, one after the
other, here and on the page on which the players seal the dice (`pages/seal.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, ClassVar

from companion.core.page import ButtonRow, Page, closing_buttons, show
from companion.core.player_names import display_name
from companion.core.snapshot import Sheet
from companion.locale.translator import N_
from companion.screen.canvas import Canvas, Rect
from companion.screen.font import BOLD, THIN, shortened, text_width
from companion.screen.icons import Icon
from companion.screen.layout import ABOVE_KEYS, BAR, PITCH, TAKEN, header, paragraph, wrapped
from companion.screen.qr import draw_qr, qr_rows
from companion.screen.small_letters import label
from engine import dice
from engine.starts import unturned
from hardware.device import HEIGHT, WIDTH, Button

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.core.game_session import AnySession
    from companion.core.model import Model
    from engine.game import Seat

    View = Callable[[Model, Canvas], None]

PACKAGE = "claim-companion"
COMMITTED = N_(
    "The box fixed a secret before the first roll, and everything that it draws follows from it. These digits bind it "
    "to that secret: note them, and compare them with the record after the game, when the secret is told."
)
STATEMENT = N_(
    "The box was bound to its secret before you added your words, and every roll depends on all of them: if the last "
    "word was not agreed with the owner, nobody chose these dice. It does not prove that nobody who can open the box "
    "looked ahead."
)
"""What sealed dice prove, and what not."""
TILES_STATEMENT = N_(
    "The box was bound to its secret before you added your words, and every deal depends on all of them: if the last "
    "word was not agreed with the owner, nobody chose these tiles. It does not prove that nobody who can open the box "
    "looked into the hands."
)
"""The same of hands that the box deals."""
MISSING_WORD = "–"  # noqa: RUF001 - a dash
WORDS_TOP = 13
"""The top of the first seat's row, below the commitment in small digits."""
WORD_LIMIT = 76
"""The most columns of a word beside its seat's name."""
STATEMENT_LINES = 5
"""The most lines of the statement on one screen."""


def list_views(session: AnySession) -> tuple[View, ...]:
    """Returns what there is to see of the dice that are being sealed, or were: what is new comes first."""
    long_words = (
        partial(_draw_long_word, word.seat)
        for word in session.words
        if text_width(THIN, quoted(word.text)) > WORD_LIMIT
    )
    overview = (_draw_words,) if session.words else ()
    return (*overview, draw_digits, _draw_code, *long_words)


def sealed_title(session: AnySession) -> str:
    """Returns what is sealed, in English, to be translated."""
    return N_("Sealed tiles") if session.is_dealt else N_("Sealed dice")


def statement(session: AnySession) -> str:
    """Returns what it proves that they are sealed, and what not, in English, to be translated."""
    return TILES_STATEMENT if session.is_dealt else STATEMENT


def list_statement_views(model: Model) -> tuple[View, ...]:
    """Returns what sealed dice prove, on as many screens as its words take in the table's language."""

    def draw_part(text: str, _model: Model, canvas: Canvas) -> None:
        paragraph(canvas, text, ABOVE_KEYS)

    lines = wrapped(THIN, model.translate(statement(model.session)), ABOVE_KEYS.width)
    screens = -(-len(lines) // STATEMENT_LINES)
    # As many lines on each as can be: a last screen with one word would look like a mistake.
    each = -(-len(lines) // screens)
    return tuple(partial(draw_part, " ".join(lines[first : first + each])) for first in range(0, len(lines), each))


def turning_buttons(
    model: Model, views: Sequence[View], view: int, shown: Callable[[int], Page], others: dict[Button, ButtonRow]
) -> dict[Button, ButtonRow]:
    """Returns the rows of a page that shows one of these views: those that turn them, and its own.

    Args:
        model: with the page.
        views: all of them; may be none.
        view: the one that is shown.
        shown: makes the page that shows another one.
        others: the page's own rows, which have no room on the QR code: it takes the places of three softkeys, and the
            other two turn the views there.
    """
    before, after = (show(model, shown((view + step) % len(views))) if views else None for step in (-1, 1))
    if not views:
        return others
    if views[view] is _draw_code:
        taken = dict.fromkeys((Button.LEFT, Button.RIGHT, Button.OK), ButtonRow(TAKEN))
        return taken | {Button.BANK: ButtonRow(Icon.RIGHT, after), Button.UNDO: ButtonRow(Icon.UNDO, before)}
    return others | {Button.LEFT: ButtonRow(Icon.LEFT, before), Button.RIGHT: ButtonRow(Icon.RIGHT, after)}


def quoted(word: str) -> str:
    """Returns a word for the screen: its ends are seen, and it turns no text beside it."""
    return f'"{unturned(word)}"'


def _draw_commitment(canvas: Canvas, session: AnySession, top: int, pitch: int) -> None:
    # 64 digits in four lines of 16: people compare them with the record's, or write them down.
    commitment = dice.commitment(session.seed)
    for line in range(4):
        canvas.text(64, top + pitch * line, commitment[16 * line : 16 * line + 16], align="centre")


def draw_digits(model: Model, canvas: Canvas) -> None:
    """Draws the commitment in four lines of 16 digits, and how many games this journal knows that were left today."""
    _, session = model.translate, model.session
    _draw_commitment(canvas, session, 0, 9)
    if session.is_sealing:
        # Of this journal: whoever puts it aside begins to count anew.
        canvas.text(64, 36, _("abandoned today"), align="centre")
        canvas.text(64, 45, _("in this journal: {n}", n=model.abandoned_today), align="centre")
    else:
        canvas.text(64, 36, _(sealed_title(session)), BOLD, "centre")


def _draw_words(model: Model, canvas: Canvas) -> None:
    """Draws the whole commitment in small digits, and below it each seat's word."""
    _, session = model.translate, model.session
    draw_small_digits(canvas, dice.commitment(session.seed), 0)
    given = {int(word.seat): quoted(word.text) if word.text else _("empty") for word in session.words}
    players = session.lineup.players
    # Five rows move together, to end above the softkeys.
    pitch = min(PITCH, (BAR.top - THIN.height - WORDS_TOP) / (len(players) - 1))
    for seat, name in enumerate(players):
        y, word = WORDS_TOP + int(pitch * seat), given.get(seat, MISSING_WORD)
        # A word that is too long has a screen of its own: it is shortened on purpose.
        box = canvas.text(WIDTH - 1, y, shortened(THIN, word, WORD_LIMIT), THIN, "right", says=word)
        canvas.text(1, y, display_name(_, name), BOLD, limit=box.left - 6)


def draw_small_digits(canvas: Canvas, digits: str, top: int) -> None:
    """Draws 64 digits in two lines of small ones."""
    for line in range(2):
        canvas.art(0, top + 6 * line, label(digits[32 * line : 32 * line + 32]))
    canvas.say(digits, Rect(0, top, WIDTH, top + 11))


def _draw_code(model: Model, canvas: Canvas) -> None:
    """Draws the commitment as a QR code; beside it how its digits begin."""
    _, commitment = model.translate, dice.commitment(model.session.seed)
    # In capitals a code holds digits and letters at 5.5 bits: 29 modules a side, twice as large on the screen.
    draw_qr(canvas, qr_rows(commitment.upper()))
    room = Rect(HEIGHT + 3, 0, WIDTH, BAR.top)
    paragraph(canvas, f"{commitment[:4]} {commitment[4:8]} …", room)
    canvas.say(commitment, Rect(0, 0, HEIGHT, HEIGHT))


def _draw_long_word(seat: Seat, model: Model, canvas: Canvas) -> None:
    session = model.session
    header(canvas, display_name(model.translate, session.lineup.players[seat]))
    word = next(word.text for word in session.words if word.seat == seat)
    for number, line in enumerate(broken(quoted(word))):
        canvas.text(64, 11 + PITCH * number, line, align="centre", says="" if number else quoted(word))


def broken(text: str) -> list[str]:
    """Breaks a text anywhere into lines as wide as the screen: a word without spaces is one word."""
    lines = [""]
    for letter in text:
        if text_width(THIN, lines[-1] + letter) > WIDTH - 2:
            lines.append("")
        lines[-1] += letter
    return lines


@dataclass(frozen=True, slots=True)
class InfoPage(Page):
    """Shows the version and the commitment of the dice; of sealed ones also the words, and what they prove."""

    view: int = 0
    name: ClassVar[str] = "info"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        return turning_buttons(model, _list_views(model), self.view, InfoPage, closing_buttons(model))

    def draw(self, model: Model, canvas: Canvas) -> None:
        if views := _list_views(model):
            views[self.view](model, canvas)
            return
        _ = model.translate
        header(canvas, _info_title(model), version(PACKAGE))
        if model.game is None:
            canvas.text(64, 28, _("no game yet"), align="centre")
            return
        _draw_commitment(canvas, model.game, 13, PITCH)

    def sheet(self, model: Model) -> Sheet:
        """Returns what the digits mean, which the screen has no room for."""
        _, game, lines = model.translate, model.game, list[str]()
        if game is not None:
            fixed = _("The secret was fixed for a test: nobody calls this fair.")
            lines = [_(COMMITTED) if game.lineup.fair else fixed]
            lines += [_(statement(game))] if game.lineup.sealed else []
        digits = dice.commitment(game.seed) if game is not None else ""
        code = tuple(qr_rows(digits.upper())) if digits else ()
        lines.append(_("The companion's version: {version}", version=version(PACKAGE)))
        return Sheet(_info_title(model), tuple(lines), digits, code)


def _info_title(model: Model) -> str:
    _, game = model.translate, model.game
    if game is not None and not game.lineup.fair:
        return _("Test tiles") if game.is_dealt else _("Test dice")
    return _("Fair tiles") if game is not None and game.is_dealt else _("Fair dice")


def _list_views(model: Model) -> tuple[View, ...]:
    """Returns what there is to see of sealed dice, a screen each; none where they are not sealed."""
    if model.game is None or not model.game.lineup.sealed:
        return ()
    return (*list_views(model.game), *list_statement_views(model))
