"""Settings that are each possible, but not together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.settings.paths import impossible_path_reason
from companion.settings.schema import Settings, wiring_from
from companion.settings.text_values import can_link_to, can_listen, is_origin
from engine.game import Illegal, Json, Seat
from engine.games import GAMES
from engine.registry import BrokenPlugin
from engine.starts import TURNING, choosable_options, visible_text
from hardware.device import WrongWiring


def find_conflicts(settings: Settings) -> Iterator[tuple[str, str]]:  # noqa: C901 - one rule after the other
    """Yields every conflict: a key, and what is wrong with it."""
    try:
        wiring_from(settings)
    except WrongWiring as error:
        yield error.setting, error.reason
    count = settings.lights.count
    if settings.lights.budget_ma < count:
        yield "lights.budget_ma", f"{settings.lights.budget_ma} is too little: {count} dark pixels draw {count} mA"
    if settings.screen.dark_after_s <= settings.screen.dim_after_s:
        yield "screen.dark_after_s", f"{settings.screen.dark_after_s} is not more than screen.dim_after_s"
    colours, names = settings.seats.colours, settings.seats.names
    if len({colour.lower() for colour in colours}) < len(colours):
        yield "seats.colours", "two seats have the same colour"
    # Compared as people see them: a space of no width, or a letter of the other case, tells two names apart to a
    # program only.
    seen = {visible_text(name).lower() for name in names}
    if "" in seen:
        yield "seats.names", "a name shows nothing"
    if any(TURNING.search(name) for name in names):
        yield "seats.names", "a name turns the direction of the text"
    if len(seen) < len(names):
        yield "seats.names", "a name stands there twice, or two look the same"
    reasons = (_refusal(game, options) for game, options in settings.table.default_options.items())
    yield from (("table.options", reason) for reason in reasons if reason)
    if not can_listen(settings.web.host):
        yield "web.host", "no name of a machine, and no address"
    if settings.web.address and not can_link_to(settings.web.address):
        yield "web.address", "no name of a machine, and no address"
    for origin in settings.web.origins:
        if not is_origin(origin):
            yield "web.origins", f"{origin!r} is no scheme with a name and perhaps a port"
    if reason := impossible_path_reason(Path(settings.journal.file)):
        yield "journal.file", reason


def _refusal(game: str, options: Json) -> str:
    """Returns why the game cannot start with these options; "" where it can, or where a plug-in cannot be loaded."""
    if game not in GAMES:
        return f"there is no game {game}, but {', '.join(GAMES)}"
    try:
        rules = GAMES[game]
    except BrokenPlugin:  # it is told at the start, and all else can be played
        return ""
    try:
        # With every number of players: nobody knows yet how many will sit there.
        for players in rules.seats:
            rules.start([str(seat) for seat in range(players)], Seat(0), {**rules.options, **options})
    except Illegal as refusal:
        return refusal.message.rstrip(".")
    # The rules know more than people choose: what every new table writes, or only the notation has.
    unasked = options.keys() - (known := choosable_options(rules)).keys()
    return f"{min(unasked)} is nothing to choose for {rules.title}, but {', '.join(known)}" if unasked else ""
