"""The messages that a browser may send: each a JSON object with one key."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from companion.core.messages import Choose, Point
from companion.core.players import SEAT_COLOUR_NAMES
from companion.locale.translator import languages
from engine.game import Illegal, Seat
from engine.record import decode
from hardware.device import Button


class Unlock(NamedTuple):
    """The browser presents a token."""

    token: str


class PressButton(NamedTuple):
    """Press a button, or hold it."""

    button: Button
    held: bool


class ChooseLanguage(NamedTuple):
    """Describe the game in this language from now on; the table's host reads in the table's."""

    language: str


class Request(NamedTuple):
    """Answer this: `invite` asks for the join code and the links, `alive` for any answer at once."""

    what: Literal["invite", "alive"]


class ClaimSeat(NamedTuple):
    """Whoever came by the join code says who they are."""

    seat: Seat | None
    """None: a spectator."""


class DecideOnSeat(NamedTuple):
    """The host takes a seat back, gives it to whoever asks for it, or refuses that."""

    verb: SeatVerb
    seat: Seat


SeatVerb: TypeAlias = Literal["take_back", "give", "refuse"]
Wish: TypeAlias = Unlock | PressButton | Point | Choose | ChooseLanguage | Request | ClaimSeat | DecideOnSeat

MOST_SEATS = len(SEAT_COLOUR_NAMES)
_HELD = {"press": False, "hold": True}


def parse_client_message(text: str) -> Wish | None:
    """Returns the message that the text is; None if it is none of these."""
    try:
        items = list(decode(text).items())
    except Illegal:
        return None
    # By shape and type at once: anybody may send anything, and what is none of these ends the connection.
    match items:
        case [("token", str(token))]:
            return Unlock(token)
        case [("press" | "hold" as verb, str(name))] if name in list(Button):
            return PressButton(Button(name), held=_HELD[verb])
        case [("point", str(place))]:
            return Point(place)
        case [("choose", dict(choice))] if len(choice) == 1:
            return Choose(*next(iter(choice.items())))
        case [("language", str(language))] if language in languages():
            return ChooseLanguage(language)
        case [("invite" | "alive" as what, True)]:
            return Request(what)
        case _:
            return _parse_seat_message(items)


def _parse_seat_message(items: list[tuple[str, object]]) -> ClaimSeat | DecideOnSeat | None:
    """Returns the message about a seat that this is; None if it is none."""
    match items:
        case [("claim", None)]:
            return ClaimSeat(None)
        # To Python, True is 1: its type tells them apart.
        case [(verb, int(number))] if type(number) is int and 0 <= number < MOST_SEATS:
            seat = Seat(number)
        case _:
            return None
    match verb:
        case "claim":
            return ClaimSeat(seat)
        case "take_back" | "give" | "refuse":
            return DecideOnSeat(verb, seat)
        case _:
            return None
