"""The field sensors: what happens when a finger touches a field, or a stone is placed on it.

A touch works like a click on the picture: the first one chooses a field, the second one places. Its sender is the box.

Contacts also detect stones that stay on a field. A stone places at once, and the guide continues when all pieces are in
place. After a start, an undo or a bump all contacts are compared with the position. A contact cannot distinguish a
stack from a single stone: `ok` confirms a stone on top of another one.
"""

from msgspec.structs import replace

from companion.core.lineup import BOX, HOST, Role, ViewerKind
from companion.core.messages import Message, Pointed, StoneMoved, UnknownPlaceError
from companion.core.model import BoardFields, Model, Transition, at_table, reject_press
from companion.core.shown import model_seen_by, screen_of
from companion.tables import board_pages
from companion.tables.shared_pages import OutcomePage, PhysicalStepsPage
from engine.game import Undo
from hardware.device import LIGHTS, Part

SETTLE_S = 1.0
"""Seconds without a movement of a stone before the board is compared."""
BUMP_S, BUMP_FIELDS = 1.0, 3
"""If this many fields change within this time, in seconds, the board was bumped: two hands move only two stones."""


def touched_place(model: Model, light: int) -> str:
    """Returns the name of the place at one of the 36 lights, for `Pointed`; empty if there is no place."""
    below = board_pages.without_explanation(model)
    return below.page.place_at(below, light)


def clicked_light(model: Model, place: str, viewer: ViewerKind) -> int | None:
    """Returns the simulated field that a viewer touches by clicking on a place; None if the click only points there.

    Only the box and the host touch fields: the phone of a seat is not a board.
    """
    if not _clicks_fields(model, viewer) or not place:
        return None
    return next((light for light in range(LIGHTS) if touched_place(model, light) == place), None)


def takes_clicks(model: Model, viewer: ViewerKind) -> bool:
    """Returns whether a click on the board's picture has a meaning on the open page."""
    page = board_pages.without_explanation(model).page
    return page.has_places or (_clicks_fields(model, viewer) and isinstance(page, board_pages.BoardChoicePage))


def _clicks_fields(model: Model, viewer: ViewerKind) -> bool:
    return model.board_fields is not None and model.board_fields.are_simulated and viewer in {BOX, HOST}


def is_touch(model: Model, message: Message) -> bool:
    """Returns whether a message is a touch of the real board."""
    return isinstance(message, Pointed) and message.sender.role is Role.BOX and model.board_fields is not None


def touch(model: Model, place: str, *, hides_page: bool) -> Transition:
    """Returns the transition for a touch of a place, on the page beneath an open explanation.

    `hides_page` means that the open page is hidden from the box: nothing may be explained on top of it.
    """
    seen, fields = board_pages.without_explanation(model), model.board_fields
    if fields is None or screen_of(seen).locked:
        return reject_press(model)
    try:
        touch_page = seen.page.touch_at_once if fields.places_at_once else seen.page.touch
        step = touch_page(seen, place)
    except UnknownPlaceError:
        return reject_press(model)
    if step.model.rejected_at is not None:
        if hides_page or not seen.page.has_places:
            return reject_press(model)
        return board_pages.explain(replace(seen, board_fields=fields._replace(chosen=None)), place)
    chosen = (seen.page.name, seen.page.choice_at(place))
    needs_second = seen.page.chooses_first and not fields.places_at_once and fields.chosen != chosen
    is_same_page = type(step.model.page) is type(seen.page)
    # Whether the touch has recorded an event, or would do so because the cursor is there.
    has_recorded = step.model.maybe_session is not seen.maybe_session
    acts = has_recorded or (is_same_page and seen.page.is_under_cursor(seen, place))
    if needs_second and acts:
        # The cursor was on this place before any touch: the first touch only chooses the place.
        step = Transition(seen)
        light = next(light for light in range(LIGHTS) if touched_place(model, light) == place)
        fields = fields._replace(flash=(light, model.now))
    return step._replace(model=replace(step.model, board_fields=fields._replace(chosen=chosen)))


def move_stone(model: Model, message: StoneMoved) -> Transition:
    """Stores that a stone was placed or lifted; a placed stone may be a move, or continue the guide."""
    if model.board_fields is None or not model.board_fields.has_presence:
        return Transition(model)
    below = board_pages.without_explanation(model)
    expected = board_pages.occupied_lights(below)
    place, is_expected = below.page.place_at(below, message.light), message.light in (expected or ())
    fields = _with_movement(model.board_fields, message, place, may_belong=expected is None or is_expected)
    updated = replace(model, board_fields=fields)
    if isinstance(updated.page, board_pages.StonesPage):
        # After setting the board right, people look up to see what comes next, also in the dark.
        corrected = replace(updated.with_top_page_closed(), last_active_at=model.now)
        return Transition(updated if any(board_pages.differences(updated)) else corrected)
    seen = board_pages.without_explanation(replace(updated, sender=BOX, last_active_at=model.now, rejected_at=None))
    # In these cases the movement is stored, but is no move.
    if (
        not message.is_there
        or Part.FIELDS in model.faults
        or model.now < fields.settles_at
        or (is_expected and seen.page.chooses_first)
        or model_seen_by(seen, BOX) is not seen  # a secret page is open
        or screen_of(seen).locked
    ):
        return Transition(updated)
    try:
        step = seen.page.place_stone(seen, place)
    except UnknownPlaceError:
        return Transition(updated)
    if step.model.rejected_at is not None and seen.page.chooses_first:
        step = board_pages.explain(seen, place)
    after = step.model
    if after.rejected_at is None and (after.page != seen.page or after.maybe_session is not seen.maybe_session):
        return step
    if seen.pages_beneath and not is_expected:
        # A menu is on top: a stone that was placed meanwhile is handled when the menu is closed.
        updated = replace(updated, board_fields=fields._replace(compare_at=model.now))
    return Transition(updated)


def _with_movement(fields: BoardFields, message: StoneMoved, place: str, *, may_belong: bool) -> BoardFields:
    """Returns the sensors after a movement of a stone; `may_belong`: the position may require a stone there."""
    changed, now = {message.light}, message.at
    moved = (*((light, at) for light, at in fields.moved if now - at < BUMP_S), (message.light, now))
    is_bump = len({light for light, _at in moved}) >= BUMP_FIELDS
    is_pending = is_bump or (fields.compare_at is not None and now < fields.compare_at)
    return fields._replace(
        closed=fields.closed | changed if message.is_there else fields.closed - changed,
        placed=fields.placed | {place} if message.is_there and may_belong else fields.placed - {place},
        moved=moved,
        compare_at=now + SETTLE_S if is_pending else fields.compare_at,
        settles_at=now + SETTLE_S if is_bump else fields.settles_at,
    )


def comparison_due(model: Model) -> float | None:
    """Returns when to compare the board with the position; None if not yet."""
    at = model.board_fields.compare_at if model.board_fields else None
    return at if at is not None and at > model.now else None


def compare_board(before: Model, after: Model, *, has_new_state: bool) -> Model:
    """Updates the sensors after a message, and opens the page of differing stones if it is time to compare them."""
    fields, record = after.board_fields, after.maybe_session.record if after.maybe_session else None
    if fields is None:
        return after
    shown_before, shown = (board_pages.without_explanation(model).page.name for model in (before, after))
    if has_new_state or shown != shown_before:
        # The choice of the first touch is valid only while its page is open.
        fields = fields._replace(chosen=None)
    if has_new_state:
        fields = fields._replace(placed=frozenset())
    if not fields.has_presence:
        return replace(after, board_fields=fields)
    opens_game, settles_at = at_table(after) and not at_table(before), after.now + SETTLE_S
    if Part.FIELDS in after.faults:
        # The stones are compared when the sensors work again.
        pages = [page for page in after.open_pages if not isinstance(page, board_pages.StonesPage)]
        return replace(after.with_pages(pages), board_fields=fields._replace(compare_at=None))
    is_undone = has_new_state and record is not None and isinstance(record.events[-1], Undo)
    if opens_game or is_undone or Part.FIELDS in before.faults:
        fields = fields._replace(compare_at=settles_at, settles_at=settles_at if opens_game else fields.settles_at)
    is_due = fields.compare_at is not None and after.now >= fields.compare_at and record is not None
    # The players may have to move pieces first: the board is compared afterwards.
    is_busy = after.pages_beneath or isinstance(after.page, PhysicalStepsPage | OutcomePage) or not at_table(after)
    if not is_due or is_busy:
        return replace(after, board_fields=fields)
    compared = replace(after, board_fields=fields._replace(compare_at=None))
    return compared.with_page_on_top(board_pages.StonesPage()) if any(board_pages.differences(compared)) else compared
