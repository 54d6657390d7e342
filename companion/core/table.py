"""The game on the table: whose turn it is, how far it is, and what each viewer sees of it."""

from msgspec.structs import replace

from companion.core.lineup import BOX, ViewerKind
from companion.core.model import TABLES, Model, at_table, is_replay, table_of
from companion.core.observers import observers_of
from companion.core.snapshot import Snapshot
from engine.game import Seat, Undo
from engine.games import GAMES
from engine.registry import BrokenPlugin


def is_playable(game: object) -> bool:
    """Returns whether both the rules and the table of this game can be loaded; a plug-in may lack one of them."""
    if not isinstance(game, str):
        return False
    try:
        GAMES[game], TABLES[game]
    except (KeyError, BrokenPlugin):
        return False
    return True


def acting_seat(model: Model) -> Seat | None:
    """Returns the seat whose turn it is; None while a page of the application is open, such as the menu."""
    model = without_asides(model)
    if model.game is None or not model.page.is_of_game:
        return None
    # From the snapshot, not from the rules: before the start the rules know no seat, but a player rolls.
    return table_of(model.game).snapshot(model, BOX).turn


def progress(model: Model) -> str:
    """Returns how far the unfinished game is, in a few words of the table's language."""
    _, session = model.translate, model.session
    return table_of(session).progress(_, session.state) if session.record else _("who starts?")


def awaits_announcements(model: Model) -> bool:
    """Returns whether later pages will announce something about the newest event."""
    if model.game is None or model.game.record is None or is_replay(model):
        return False
    # An undo is not news.
    return not isinstance(model.game.record.events[-1], Undo) and len(table_of(model.game).pages_to_come(model)) > 1


def shown_snapshot(model: Model, viewer: ViewerKind) -> Snapshot | None:
    """Returns the snapshot of the open page's position or of the current game; None without a game."""
    if model.page.has_position:
        return model.page.snapshot(model, viewer)
    if model.game is None or not at_table(model):
        return None
    table = table_of(model.game)
    shown = table.snapshot(without_asides(model), viewer)
    if not shown.where:
        shown = replace(shown, where=progress(model))
    for observer in observers_of(model):
        shown = observer.annotate(model, shown)
    return shown


def model_seen_by(model: Model, viewer: ViewerKind) -> Model:
    """Returns the model with the game's page instead of one that this viewer must not see."""
    if model.page.is_seen_by(model, viewer):
        return model
    return model.with_only_page(table_of(model.session).pages_to_come(model)[0])


def without_asides(model: Model) -> Model:
    """Returns the model without the pages that comment on the game's page."""
    return without_asides(model.with_top_page_closed()) if model.page.is_aside and model.pages_beneath else model
