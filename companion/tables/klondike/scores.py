"""Pages without decisions: scores, the end, one seat's claims, and the check of each claim after a bump.

The state has only each seat's total of chips, so the chips of a round are computed from the record, event by event
(`gains`). The page after a round shows the board at the end of that round, because the state after the newest event is
the empty board of the next round.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar, cast

from msgspec import Struct
from msgspec.structs import replace

from companion.core.model import Model
from companion.core.page import STEPS, Page, close, closing_keys, show
from companion.core.player_names import display_name, short_names
from companion.core.sounds import ALL_PASSED, LAST_ROUND
from companion.lights.composition import Lights
from companion.locale.translator import Translator
from companion.tables.board_pages import BoardChoicePage
from companion.tables.klondike import lights
from companion.tables.klondike.lights import AXES, BLOCKS, ENDS, board
from companion.tables.klondike.session import chips_won, ended_by_passes, session_of
from companion.tables.klondike.tiles import tile_text
from companion.tables.shared_pages import GameOverPage, OutcomePage
from companion.ui.art import Icon
from companion.ui.canvas import Canvas
from companion.ui.font import BOLD
from companion.ui.pictures import Picture, Size
from companion.ui.screen import (
    Announcement,
    Big,
    BoxOnly,
    Choices,
    Columns,
    Option,
    Screen,
    Text,
    TextTable,
    WebOnly,
)
from engine import klondike
from engine.klondike import CLAIMS, Event, Pass, State, Tile, claim_name
from engine.record import Record
from hardware.device import Button

NAME_PX = 46
"""Width of a name next to three rounds and the total."""
SHOWN = 3
"""Maximum number of rounds shown at a time."""


class ScoresPage(Page, frozen=True):
    """Shows some rounds, and the total of all."""

    shift: int = 0
    """The number of rounds the window is moved; 0 shows the newest round last, negative numbers show older rounds."""
    name: ClassVar[str] = "klondike_scores"
    hides_game: ClassVar[bool] = True

    def screen(self, model: Model) -> Screen:
        keys = closing_keys(model)
        for button, icon in ((Button.LEFT, Icon.LEFT), (Button.RIGHT, Icon.RIGHT)):
            moved = replace(self, shift=self.shift + STEPS[button])
            if _window(model, moved.shift):
                keys[button] = Option("", show(model, moved), icon=icon)
        return Screen(body=(_scores(model, model.translate("Round"), _window(model, self.shift)),), keys=keys)


class RoundOverPage(OutcomePage, frozen=True):
    """Shows the scores after a round."""

    name: ClassVar[str] = "klondike_round_over"

    def announcement(self, model: Model) -> Announcement:
        _, session = model.translate, session_of(model)
        state, passed = session.state, isinstance(session.timeline[-1], Pass)
        # The announcement would otherwise be lost among those of the chips.
        is_heard = model.guides_hands or not chips_won(session.state_before, state)
        sounds = ALL_PASSED if passed else LAST_ROUND
        sentences = (_("All have passed: the round is over."),) if passed else ()
        begun = _("Round {n} of {all}", n=state.round, all=state.rounds)
        return Announcement(sounds if is_heard else (), (*sentences, begun))

    def screen(self, model: Model) -> Screen:
        over = len(gains(session_of(model).started_record)) - 1
        window, _ = range(max(over - SHOWN, 0), over), model.translate
        passed = ended_by_passes(session_of(model).started_record)
        lines = [_("All have passed: the round is over.")] if passed else []
        in_words = (Text(line, "bold") for line in (*lines, *_won_claims(finished_round(model))))
        scores = _scores(model, _("All passed") if passed else _("Round {n}", n=over), window)
        return OutcomePage.screen(self, model)._replace(
            body=(BoxOnly((scores,)), WebOnly(tuple(in_words))), sentence=_("Round {n} is over.", n=over)
        )

    def lights(self, model: Model, now: float) -> Lights:
        return board(finished_round(model), now)


def finished_round(model: Model) -> Model:
    """Returns the model with the board after the newest tile or pass, before it is cleared."""
    session, record = session_of(model), model.session.started_record
    before, event = session.state_before, cast("Event", session.timeline[-1])
    # After the last round the board stays, so the event is played as if this were the last round. A pass moves nothing.
    in_last = dataclasses.replace(before, round=before.rounds)
    last = before if isinstance(event, Pass) else klondike.apply(in_last, event)
    played = dataclasses.replace(last, round=before.round, phase=before.phase, winners=None)
    line = record.timeline[:-1].plus(record.timeline[-1]._replace(state=played))
    session = replace(session_of(model), record=dataclasses.replace(record, timeline=line))
    return replace(model, game=session)


def _won_claims(finished: Model) -> Iterator[str]:
    """Yields a line for each player who won claims in the round, with the chips, and a line for unclaimed ones."""
    _, record, state = finished.translate, session_of(finished).started_record, session_of(finished).state
    lain = [step.state.claims for step in record.timeline if step.state.round == state.round]
    won = {claim: holding.won_by for claim, holding in zip(CLAIMS, state.claims, strict=True)}
    for seat, name in enumerate(state.players):
        # A won stack is gone; its height before was the highest of the round.
        own = (
            f"{claim_name(claim)} +{max(claims[claim].chips for claims in lain)}"
            for claim in CLAIMS
            if won[claim] == seat
        )
        if chips := ", ".join(own):
            yield f"{display_name(_, name)}: {chips}"
    if left := ", ".join(claim_name(claim) for claim in CLAIMS if won[claim] is None):
        yield _("Not won: {claims}", claims=left)


def gains(record: Record[State, Event]) -> tuple[tuple[int, ...], ...]:
    """Returns the chips that each seat has won in each round: by round, then by seat."""
    seats = len(record.state.players)
    won = [[0] * seats for _ in range(record.state.round)]
    for before, step in pairwise(record.timeline):
        for seat, (had, has) in enumerate(zip(before.state.chips, step.state.chips, strict=True)):
            won[before.state.round - 1][seat] += has - had
    return tuple(tuple(each) for each in won)


def _window(model: Model, shift: int) -> range:
    """Returns the rounds to show, from 0; an empty range before the first or after the newest round."""
    played = len(gains(session_of(model).started_record))
    last = played + shift
    return range(max(last - SHOWN, 0), last) if shift == 0 or SHOWN <= last <= played else range(0)


def _scores(model: Model, title: str, rounds: range) -> TextTable:
    """Returns the chips of each seat in some rounds and in total."""
    _, state = model.translate, session_of(model).state
    won = gains(session_of(model).started_record)
    heads = (title, *(str(number + 1) for number in rounds), _("all"))
    names = short_names(_, state.players, NAME_PX, BOLD)
    rows = tuple(
        (name, *(str(won[number][seat]) for number in rounds), str(chips))
        for seat, (name, chips) in enumerate(zip(names, state.chips, strict=True))
    )
    return TextTable(rows, heads)


class WinnerPage(GameOverPage, frozen=True):
    name: ClassVar[str] = "klondike_winner"

    def reason(self, model: Model) -> str:
        return reason(model.translate, session_of(model).state)

    def lights(self, model: Model, now: float) -> Lights:
        return lights.winner(session_of(model).state.winners or (), model.seat_colours, now, model.shown_since)


def reason(_: Translator, state: State) -> str:
    """Returns how the win was decided: by the most chips, which all winners have."""
    return _.many("{n} chip", "{n} chips", max(state.chips))


SIDES = ((27, 0), (46, 16), (27, 32), (8, 16))
"""The centres of the texts of the tiles around the claim in the picture: north, east, south, west."""
NAME_BESIDE_PX = 62
"""Maximum width of a name next to the picture."""


class ClaimPicture(Picture, Struct, frozen=True):
    """A claim's digit, with the tiles around it, as text."""

    digit: str
    tiles: tuple[str, ...]
    """North, east, south, west."""

    @property
    def size(self) -> Size:
        return Size(54, 40)

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        canvas.text(x + 27, y + 16, self.digit, BOLD, "centre")
        for (middle, top), tile in zip(SIDES, self.tiles, strict=True):
            canvas.text(x + middle, y + top, tile, align="centre")


class CheckPage(BoardChoicePage, Page, frozen=True):
    """Visits the claims."""

    cursor: int = 0
    name: ClassVar[str] = "klondike_check"
    hides_game: ClassVar[bool] = True

    def offered_places(self, model: Model) -> tuple[str, ...]:
        return tuple(map(AXES.place_at, BLOCKS[CLAIMS[self.cursor]]))

    def screen(self, model: Model) -> Screen:
        from companion.tables.klondike.snapshot import claim_words  # noqa: PLC0415 - it shows the pages of this module

        _, state, claim = model.translate, session_of(model).state, CLAIMS[self.cursor]
        held, name = state.claims[claim], claim_name(claim)
        if held.won_by is None:
            condition = _("spoiled") if held.spoiled else _("right: {n}", n=held.right)
        else:
            condition = short_names(_, state.players, NAME_BESIDE_PX)[held.won_by]
        digit = "–" if held.digit is None else str(held.digit)  # noqa: RUF001 - an en dash, which is as wide
        tiles = (at_light(state, light) for light in BLOCKS[claim])
        picture = ClaimPicture(digit, tuple(tile_text(tile) if tile else "·" for tile in tiles))
        lines = (Text(line, align="left") for line in (_("chips: {n}", n=held.chips), condition))
        on_box = Columns(picture, (Big(name), *lines), on_right=True)
        following = replace(self, cursor=(self.cursor + 1) % len(CLAIMS))
        return Screen(
            _("Check"),
            _("{n} of {all}", n=self.cursor + 1, all=len(CLAIMS)),
            (BoxOnly((on_box,)), WebOnly((Text(f"{name}: {claim_words(model, claim)}"),))),
            Choices([Option(claim_name(each)) for each in CLAIMS], self.cursor, "hidden"),
            {
                Button.OK: Option("", show(model, following), icon=Icon.CHECK),
                Button.UNDO: Option("", close(model), icon=Icon.UNDO),
            },
        )

    def lights(self, model: Model, now: float) -> Lights:
        return lights.check(session_of(model).state, model.seat_colours, now, CLAIMS[self.cursor])


def at_light(state: State, light: int) -> Tile | None:
    """Returns the tile at one side of a claim, the end at that claim first."""
    slot, place = next((slot, lights.index(light)) for slot, lights in enumerate(ENDS) if light in lights)
    tile = state.slots[slot]
    return tile[::-1] if tile and place else tile
