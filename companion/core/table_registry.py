"""The registry of tables: one line for each game. A table is loaded when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.model import FormPage
from companion.core.observers import observers_of
from companion.core.table import DEVICE_AXES, Table
from companion.core.viewer_kind import BOX
from companion.lights.composition import attract_lights
from engine.game import Undo
from engine.games import GAMES
from engine.registry import BrokenPlugin, Registry

if TYPE_CHECKING:
    from companion.core.game_session import AnySession
    from companion.core.model import Model
    from companion.core.page import Page
    from companion.core.snapshot import Snapshot
    from companion.core.table import Axes
    from companion.core.viewer_kind import ViewerKind
    from companion.lights.composition import Lights
    from engine.game import Seat


TABLES: Registry[Table] = Registry(
    "companion.tables",
    "claimit",
    "klondike",
    "piratenclaim",
    group="companion.tables",
    contract=Table,
    name="game.name",
    attribute="TABLE",
)


def table_of(session: AnySession) -> Table:
    """Returns the table of a session's game."""
    return TABLES[session.lineup.game]


def is_playable(game: object) -> bool:
    """Returns whether both the rules and the table of this game can be loaded; a plug-in may lack one of them."""
    if not isinstance(game, str):
        return False
    try:
        GAMES[game], TABLES[game]
    except (KeyError, BrokenPlugin):
        return False
    return True


def board_or_show(model: Model, now: float) -> Lights:
    """Returns the lights under a page of the shell: the game on the table; without one, the show that invites."""
    return table_of(model.game).board(model, now) if model.game else attract_lights(model.colours, now)


def acting_seat(model: Model) -> Seat | None:
    """Returns the seat whose turn it is; None while a page of the shell is open, such as the menu."""
    model = without_asides(model)
    if model.game is None or not isinstance(model.page, table_of(model.game).pages):
        return None
    # From the snapshot, not from the rules: before the start the rules know no seat, but a player rolls.
    return table_of(model.game).snapshot(model, BOX).turn


def at_table(model: Model) -> bool:
    """Returns whether the open page, or the lowest one beneath it, is a page of the game that is played."""
    # The lowest page counts: with the menu or the scores on top, the game is still played.
    return not is_replay(model) and _is_game_page(model, (*model.pages_beneath, model.page)[0])


def is_replay(model: Model) -> bool:
    """Returns whether the program only replays a record: nothing can be played then."""
    return _is_game_page(model, model.home)


def awaits_announcements(model: Model) -> bool:
    """Returns whether pages after the open one are still to announce something of the newest event."""
    if model.game is None or model.game.record is None or is_replay(model):
        return False
    # An undo is not news.
    return not isinstance(model.game.record.events[-1], Undo) and len(table_of(model.game).pages_to_come(model)) > 1


def table_axes(model: Model) -> Axes | None:
    """Returns the labels along the lights of the table; without a game those of the device."""
    if model.game is not None and (at_table(model) or is_replay(model)):
        return table_of(model.game).axes
    return DEVICE_AXES


def place_at(model: Model, light: int) -> str:
    """Returns the name of the place at one of the lights, on the open page; empty if there is no place."""
    axes = model.page.axes(model)
    return model.page.place_at(model, light) if axes is None else axes.place_at(light)


def shown_snapshot(model: Model, viewer: ViewerKind) -> Snapshot | None:
    """Returns what there is to see of a game: the open page's own position, or the game that is played; else None."""
    if model.page.has_position:
        return model.page.snapshot(model, viewer)
    if model.game is None or not at_table(model):
        return None
    shown = table_of(model.game).snapshot(without_asides(model), viewer)
    for observer in observers_of(model):
        shown = observer.annotate(model, shown)
    return shown


def model_seen_by(model: Model, viewer: ViewerKind) -> Model:
    """Returns the model with the page of the game's state in the place of one that this viewer must not see."""
    if model.page.is_seen_by(model, viewer):
        return model
    return model.with_only_page(table_of(model.session).pages_to_come(model)[0])


def hides_game(model: Model) -> bool:
    """Returns whether the open page shows something else than the game: the menu, the scores, or no game at all."""
    if model.page.has_position:
        return isinstance(model.page, FormPage)  # a question, shown next to its game
    if model.game is None or not at_table(model):
        return True
    page = model.page
    return page.hides_game or not (page.is_aside or _is_game_page(model, page))


def without_asides(model: Model) -> Model:
    """Returns the model with the pages closed that say something about the game on the page below."""
    return without_asides(model.with_top_page_closed()) if model.page.is_aside and model.pages_beneath else model


def _is_game_page(model: Model, page: Page) -> bool:
    return model.game is not None and isinstance(page, table_of(model.game).pages)
