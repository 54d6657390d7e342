"""The setup as a form: the device's questions, and besides what needs more than five buttons, such as names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.core.bot_names import name_bots
from companion.core.form import Command, Form, FormItem, Position, SeatColour, Text
from companion.core.lineup import PERSON
from companion.core.players import SEAT_COLOUR_NAMES, assign_seats, canonical_name
from companion.core.questions import Answer, YesNo
from companion.locale.translator import N_
from companion.pages.preferences import PREFERENCES
from companion.pages.seat_player import seat_player
from companion.pages.setup_questions import (
    PLAYERS,
    SEALED,
    bot_key,
    can_be_sealed,
    chosen_bots,
    chosen_game,
    colour_key,
    complete_answers,
    is_dealt,
    offered_bots,
    seat_key,
    seat_players,
    typed_name,
)
from engine.starts import NAME_LETTERS, require_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.core.model import Model
    from companion.pages.setup_questions import Chosen

SEALED_DICE = YesNo(SEALED, N_("Sealed dice"), N_("each adds a word"), N_("the box rolls"))
SEALED_TILES = YesNo(SEALED, N_("Sealed tiles"), N_("each adds a word"), N_("the box deals"))
BEGIN, CLOSE = "begin", "close"
"""The keys of what is done with the whole form."""
SEATING = "seating"
EACH_CHOOSES = Answer(SEATING, N_("each chooses"), N_("a colour; bots, too"))
"""Stands beside the numbers of players: how many play follows from who sits down."""


def setup_form(model: Model, answers: tuple[Any, ...], chosen: Chosen, cursor: str) -> Form:
    """Returns the form of the setup.

    Args:
        model: the model.
        answers: what the device's questions were answered so far, with the answer under the cursor.
        chosen: what was chosen by name.
        cursor: the key of the question that the device asks now.
    """
    asked, decided = complete_answers(model, answers, chosen)
    items: list[FormItem] = []
    for question in asked:
        if question.key.startswith("seat "):
            continue  # all that is asked of a seat stands together
        items.append(FormItem(question, decided[question.key]))
        if question.key == PLAYERS:
            items += _seat_items(model, decided, chosen)
            items.append(FormItem(Command(SEATING, N_("Choose colours in turn"), EACH_CHOOSES.detail), value=True))
    if can_be_sealed(model, decided, chosen):
        items.append(FormItem(seal_question(model, decided, chosen), bool(chosen.get(SEALED))))
    # A kiosk's guests are not asked for the sound, as in its menu.
    names = ("guide", "language") if model.kiosk else ("guide", "sound", "language")
    items += (PREFERENCES[name].item(model) for name in names)
    commands = (Command(BEGIN, N_("Begin the game"), is_main=True), Command(CLOSE, N_("Close")))
    return Form(N_("New game"), (*items, *(FormItem(each, value=True) for each in commands)), cursor)


def seal_question(model: Model, decided: Mapping[str, Any], chosen: Chosen) -> YesNo:
    """Returns the question whether what the box draws is sealed."""
    return SEALED_TILES if is_dealt(model, decided, chosen) else SEALED_DICE


def _seat_items(model: Model, decided: Mapping[str, Any], chosen: Chosen) -> Iterator[FormItem]:
    """Yields what is asked of each seat: who sits there, in which colour, and when it is that seat's turn."""
    names, colours = seat_players(decided, chosen)
    game = chosen_game(decided).name
    bots = offered_bots(model, game)
    roster = tuple(dict.fromkeys((*model.offered_names, *model.known_names)))
    for seat, (name, colour) in enumerate(zip(names, colours, strict=True)):
        label = SEAT_COLOUR_NAMES[colour]
        known = tuple(each for each in roster if each == name or each not in names)
        typed = typed_name(seat, decided, chosen)
        typed = "" if typed in SEAT_COLOUR_NAMES else typed
        yield FormItem(
            Text(seat_key(seat), N_("Name"), known, name if not typed else label, NAME_LETTERS), typed, label
        )
        yield FormItem(SeatColour(colour_key(seat), N_("Colour"), SEAT_COLOUR_NAMES, seat), colour, label)
        yield FormItem(Position(_position_key(seat), N_("Order"), seat, len(names)), seat, label)
        if bots:
            yield FormItem(
                seat_player(model.translate, bot_key(seat), bots, game), chosen.get(bot_key(seat), PERSON), label
            )


def change_seats(decided: Mapping[str, Any], chosen: Chosen, name: str, value: Any) -> dict[str, Any]:  # noqa: ANN401 - what an option may be
    """Returns what choosing an answer by name changes: the answer itself, and of the other seats what depends on it.

    Args:
        decided: an answer to each question of the device.
        chosen: what was chosen by name before.
        name: the key of the question that is answered.
        value: the answer.

    Raises:
        Illegal: a name will not do.
    """
    seats = range(decided.get(PLAYERS, 0))
    typed = [typed_name(seat, decided, chosen) for seat in seats]
    keys = {key(seat): (key, seat) for seat in seats for key in (seat_key, colour_key, _position_key)}
    if name not in keys:
        return {name: value}
    kind, seat = keys[name]
    colours = list(seat_players(decided, chosen)[1])
    bots = [chosen.get(bot_key(seat), PERSON) for seat in seats]
    if kind is seat_key:
        # On a device that offers names an empty one would be the first of those.
        nobody = SEAT_COLOUR_NAMES[colours[seat]] if name in decided else ""
        typed[seat] = canonical_name(value).strip() or nobody
        named = name_bots([each or None for each in typed], chosen_bots(decided, chosen), chosen_game(decided).name)
        require_names(assign_seats(named, colours)[0])
        return {name: typed[seat]}
    if kind is colour_key:
        # Who has it takes the other one: two seats never have the same.
        swapped = {colours[seat]: value, value: colours[seat]}
        colours = [swapped.get(colour, colour) for colour in colours]
        called = [SEAT_COLOUR_NAMES[colour] for colour in colours]
        typed = [after if each in SEAT_COLOUR_NAMES else each for each, after in zip(typed, called, strict=True)]
    else:
        order = [other for other in seats if other != seat]
        order.insert(value, seat)
        typed, colours = [typed[other] for other in order], [colours[other] for other in order]
        bots = [bots[other] for other in order]
    return {
        **{bot_key(seat): bot for seat, bot in enumerate(bots)},
        **{seat_key(seat): each for seat, each in enumerate(typed)},
        **{colour_key(seat): colour for seat, colour in enumerate(colours)},
    }


def seat_in_order(chosen: Chosen, colours: tuple[int, ...], bots: tuple[str, ...]) -> dict[str, Any]:
    """Returns what follows when people have sat down in turn; a name that was typed goes with its colour.

    Args:
        chosen: what was chosen by name before.
        colours: of those who sit, by their number in the palette, in the order in which they sit.
        bots: which bot each of them is; empty: a person.
    """
    seats = range(len(SEAT_COLOUR_NAMES))
    typed = {chosen.get(colour_key(seat), seat): chosen.get(seat_key(seat), "") for seat in seats}
    return {
        PLAYERS: len(colours),
        **{colour_key(seat): colour for seat, colour in enumerate(colours)},
        **{seat_key(seat): typed.get(colour, "") if not bots[seat] else "" for seat, colour in enumerate(colours)},
        **{bot_key(seat): bot for seat, bot in enumerate(bots)},
    }


def _position_key(seat: int) -> str:
    return f"place {seat}"
