"""The coach at a table of Klondike: what it knows of a hand, and who may see what it says.

Everybody sees the win chances, and for each claim who may win it: they follow from what lies on the table. What each
placement is worth follows from a hand. Of tiles on the table the coach knows one, which was entered (`PlacePage`), and
what it says of it is for all. Of a hand that the box has dealt it speaks to whoever sees that hand: the holder of that
seat's link, or the box while the hand is open there. So its page carries no secret of its own: it lies on a page whose
`Secrecy` it takes over, and without one it draws what everybody may know.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from companion.core.bot_seat import acting_bot
from companion.core.page import ButtonRow, Page, close, show
from companion.core.player_names import initials
from companion.core.table import TableCoach, reason_words, whole_per_cent
from companion.lights.palette import AMBER
from companion.screen.canvas import Rect
from companion.screen.font import BOLD, THIN
from companion.screen.icons import Icon
from companion.screen.layout import header, paragraph
from companion.tables import coach_pages
from companion.tables.coach_pages import NAME_PX, advice_on, draw_chances, draw_no_answer, hand_advice_on
from companion.tables.klondike import lights
from companion.tables.klondike.placing import PlacePage
from companion.tables.klondike.session import Secrecy, lone_player, seat_whose_hand_is_seen, session_of
from companion.tables.klondike.tiles import slot_name, spelt
from companion.tables.klondike.turn import HandPage
from engine.klondike import Lay, claim_name, ends
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.core.model import Model, Transition
    from companion.core.viewer_kind import ViewerKind
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.klondike import Tile
    from engine.record import AnyStep

VIEWS = 3
"""What is best, the win chances, the claims."""
SHOWN = 3
"""So many placements have room above the reason."""
CELL = Rect(0, 0, 41, 13)
"""The room of a claim."""


@dataclass(frozen=True, slots=True)
class CoachPage(Page):
    """Shows the best placements, all win chances, or who may win each claim. A held `right` opens it."""

    view: int = 0
    name: ClassVar[str] = "klondike_coach"

    def is_seen_by(self, model: Model, viewer: ViewerKind) -> bool:
        secrecy = _secrecy(model)
        return secrecy is None or secrecy.is_seen_by(model, viewer)

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        words = (_("Win chances"), _("Open claims"), _("What is best?"))
        turned = show(model, replace(self, view=(self.view + 1) % VIEWS))
        return {
            Button.LEFT: ButtonRow(Icon.ODDS, turned, words[self.view], for_screen=True),
            Button.OK: ButtonRow(Icon.CHECK, close(model)),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model)),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, advice, title = model.translate, advice_on(model), model.translate("Coach")
        of_hand = hand_advice_on(model) if _is_open(model) and not self.view else None
        found = None if of_hand is None else of_hand.answer
        if advice is None:
            draw_no_answer(_, canvas, title, model.advice)
        elif self.view == VIEWS - 1:
            header(canvas, _("Open claims"))
            letters = initials(_, model.session.state.players)
            for claim, shares in advice.prospects:
                column, row = int(claim[0]) - 1, 3 - int(claim[2])
                best = max(range(len(shares)), key=shares.__getitem__)
                left, top = 2 + column * CELL.right, 13 + row * CELL.bottom
                canvas.text(left, top, f"{letters[best]} {whole_per_cent(shares[best])}" if shares[best] else "–")  # noqa: RUF001
        elif of_hand is not None and found is None:
            draw_no_answer(_, canvas, title, of_hand)
        elif found is None or not found.options:
            draw_chances(model, canvas, title, [*map(whole_per_cent, advice.chances)], NAME_PX)
        else:
            for number, option in enumerate(found.options[:SHOWN]):
                canvas.text(1, 11 * number, option_words(_, option.event), BOLD if number == 0 else THIN)
                canvas.text(127, 11 * number, whole_per_cent(option.chance), BOLD if number == 0 else THIN, "right")
            facts = ", ".join(reason_words(_, fact, ()) for fact in found.options[0].facts)
            why = reason_words(_, found.reason, model.session.state.players)
            paragraph(canvas, why or facts, Rect(1, 33, 127, 53))

    def lights(self, model: Model, now: float) -> Lights:
        of_hand = hand_advice_on(model)
        # Everybody sees the lights: of a hand they show nothing.
        answer = None if of_hand is None or session_of(model).is_dealt or not _is_open(model) else of_hand.answer
        if answer is None or not answer.options:
            return lights.board(model, now)
        best = answer.options[0]
        return lights.highlight(lights.ENDS[best.event.slot], AMBER) if best.event else lights.board(model, now)


@dataclass(frozen=True, slots=True)
class MomentPage(coach_pages.MomentPage):
    """The moment of a match."""

    name: ClassVar[str] = "klondike_moment"

    def what_happened(self, _: Translator, step: AnyStep) -> str:
        return option_words(_, step.event)

    def board_of(self, model: Model, state: Any, now: float) -> Lights:  # noqa: ANN401 - the shared page's
        session = model.session
        step = session.started_record.timeline[-1]._replace(state=state)
        record = session.started_record
        shown = replace(record, timeline=record.timeline[:-1].plus(step))
        return lights.board(replace(model, game=replace(session, record=shown)), now)


def _secrecy(model: Model) -> Secrecy | None:
    """Returns for whose eyes the acting seat's dealt hand is open now; None: for nobody's, or it is no secret."""
    session = session_of(model)
    if not session.is_dealt:
        return None
    beneath = [page.secrecy for page in model.open_pages if isinstance(page, HandPage | PlacePage)]
    if beneath:
        return None if beneath[-1] is Secrecy.NOBODY else beneath[-1]  # a bot shows what it lays
    return Secrecy.BOX if lone_player(model) == session.state.turn else None


def _is_open(model: Model) -> bool:
    """Returns whether whoever sees the open page sees what the options follow from."""
    return _secrecy(model) is not None if session_of(model).is_dealt else known_tiles(model) is not None


def sees_options(model: Model, viewer: ViewerKind) -> bool:
    """Returns whether this kind of viewer may see what the placements are worth."""
    session = session_of(model)
    if not session.is_dealt:
        return _is_open(model)
    return seat_whose_hand_is_seen(model, viewer, _secrecy(model)) == session.state.turn


def known_tiles(model: Model) -> Any:  # noqa: ANN401 - the table's contract
    """Returns what the coach knows of the acting seat's hand: the dealt one, or the tile that was entered; or None."""
    session = session_of(model)
    if acting_bot(model) is not None or session.lineup.bot_at(session.state.turn) is not None:
        return None
    if session.is_dealt:
        return session.hand
    tiles = [page.tile for page in model.open_pages if isinstance(page, PlacePage)]
    return (tuple(sorted(tiles[-1])),) if tiles else None


def option_words(_: Translator, event: object) -> str:
    """Returns what the coach calls a thing that may be done, or was."""
    match event:
        case Lay(slot, tile):
            return _("{tile} on {slot}", tile=spelt(tile), slot=slot_name(_, slot))
        case _:
            return _("passes")


def basis(_: Translator, hand: Sequence[Tile]) -> str:
    """Returns what the options follow from: one tile is named, also the last one of a hand."""
    return _("With {tile}", tile=spelt(hand[0])) if len(hand) == 1 else _("With your hand")


def places(event: object) -> tuple[str, ...]:
    """Returns the claims that a tile touches."""
    return tuple(claim_name(claim) for claim, _ in ends(event.slot, event.tile)) if isinstance(event, Lay) else ()


def open_moment(model: Model) -> Transition:
    """Opens the page of what decided the match."""
    return coach_pages.open_analysis(model, MomentPage())


COACH = TableCoach(CoachPage, open_moment, option_words, known_tiles, sees_options, basis, places)
