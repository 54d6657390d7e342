"""A player who touches the board: each choice of a field or slot is a touch, everything else is a button."""

import random
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.core.model import BoardFields, Model
from companion.program.fields import touched_place
from companion.tables.claimit.place import PlaceStonePage
from companion.tables.claimit.session import session_of
from companion.tables.klondike.lights import END_AT_PLACE
from companion.tables.klondike.placing import PlacePage
from companion.tables.piratenclaim.map_pages import DiscoverPage
from companion.tables.shared_pages import PhysicalStepsPage
from engine import claimit, klondike, piratenclaim
from hardware.device import LIGHTS, Button
from tests.companion.games.app import App

LEFT, RIGHT, OK, BANK, _ = Button
MAX_TURNS = 60


def with_field_sensors(app: App, fields: BoardFields = BoardFields()) -> App:  # noqa: B008 - it is frozen
    app.model = replace(app.model, board_fields=fields).with_config(ignores_double_presses=True)
    return app


def state_of(model: Model) -> Any:  # noqa: ANN401 - each game's own state
    return model.session.state


def usable_fields(app: App) -> list[str]:
    return [claimit.format_field(field) for field in claimit.legal(session_of(app.model).state)]


def play_by_touch(app: App, touch: Callable[[str], object]) -> int:
    """Plays a game to its end, or for `MAX_TURNS`; returns how often a field or slot was chosen."""
    rng, choices = random.Random(5), 0
    while not app.page.endswith("winner") and state_of(app.model).turns < MAX_TURNS:
        place = next_place(app, rng)
        app.now += 1
        if place is None:
            press_button(app, rng)
            continue
        before, saved = app.model.page, len(app.saved_events)
        touch(place)
        if before.chooses_first:
            choices += 1
            at_once = app.model.board_fields is not None and app.model.board_fields.places_at_once
            if not at_once and len(app.saved_events) == saved and type(app.model.page) is type(before):
                touch(place)
            assert len(app.saved_events) > saved or app.page == "piratenclaim_entering"
        assert app.page != "touched"
    return choices


def next_place(app: App, rng: random.Random) -> str | None:
    """Returns the place to touch on the open page; None if there is none or it is on another segment."""
    model = app.model
    here = {place for light in range(LIGHTS) if (place := touched_place(model, light))}
    match model.page:
        case PhysicalStepsPage():
            here &= set(model.page.offered_places(model))
        case PlaceStonePage():
            here &= set(usable_fields(app))
        case PlacePage(tile):
            slots = {slot for slot, _way in klondike.tile_placements(state_of(model), tile)}
            here = {pad for pad in here if END_AT_PLACE[pad][0] in slots}
        case DiscoverPage():
            here &= {piratenclaim.FIELD_NAMES[field] for field in piratenclaim.discoverable(state_of(model))}
        case _:
            return None
    return rng.choice(sorted(here)) if here else None


def press_button(app: App, rng: random.Random) -> None:
    """Presses the button for everything but a choice of a field: roll, bank, pass, a tile's digits, another segment."""
    match app.page:
        case "klondike_turn" if not any(klondike.legal(state_of(app.model))):
            app.press(BANK, LEFT, OK)
        case "klondike_by_hand":
            near, far = rng.choice(list(klondike.legal(state_of(app.model))))
            app.press(*[RIGHT] * near, OK, *[RIGHT] * far, OK)
        case "piratenclaim_discover" | "choose" if rng.random() < 0.6:
            app.press(BANK)
        case _:
            app.press(OK)
