"""The outcomes of an event: what the players have to move, the end of a round and of the match; scores and the check.

The steps of the guide follow from the record alone: from the newest event and the states before and after it, or from
the event that was undone. Placing a tile is not a step, because the player who entered it places it. Undoing it is a
step: the tile is removed.

The state after the last tile of a round already belongs to the next round, with chips on its claims and an empty board.
So the players first take the chips that the tile has won, then read the scores, next to the board at the end of that
round, and then set up the next round (`outcomes`). The state has only each seat's total of chips: the chips of a round
are computed from the record, event by event (`gains`).
"""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import ClassVar, NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from companion.core.effects import ALL_PASSED, LAST_ROUND
from companion.core.model import Model, Page, close, closing_keys, show
from companion.core.player_names import short_names
from companion.lights.composition import Lights, only
from companion.locale.translator import N_
from companion.tables import shared_pages
from companion.tables.board_pages import BoardChoicePage
from companion.tables.klondike import lights
from companion.tables.klondike.lights import AXES, BLOCKS, ENDS, board
from companion.tables.klondike.placing import slot_name, tile_in_slot, tile_text
from companion.tables.klondike.session import chips_won, session_of
from companion.ui.art import Icon
from companion.ui.canvas import Canvas
from companion.ui.font import BOLD
from companion.ui.pictures import Picture, Size
from companion.ui.screen import Announcement, Big, BoxOnly, Choices, Columns, Option, Screen, Text, TextTable, WebOnly
from engine import klondike
from engine.game import Start, Undo
from engine.klondike import CENTRE, CLAIMS, Claim, Event, Pass, Place, State, TilePlacement, claim_name, deal_form
from engine.record import Record
from hardware.device import Button

ALL_LIGHTS = tuple(light for block in BLOCKS for light in block)
DEALING = {
    (2, "basic"): N_("shuffle, deal 14 tiles each"),
    (2, "draw"): N_("shuffle, deal 9 each; draw after each tile"),
    (3, "basic"): N_("shuffle, deal 9 each; one stays hidden"),
    (3, "draw"): N_("shuffle, deal 7 each; draw after each tile"),
    (4, "basic"): N_("shuffle, deal 7 tiles each"),
}
"""The forms of dealing, by number of players (rules, 3)."""


class PhysicalStep(NamedTuple):
    text: str
    """English, to be translated, with these values in it."""
    values: Mapping[str, object]
    lights: Sequence[int]
    """The lights of the place."""
    placement: TilePlacement | None = None
    """The tile to move, and its position."""


class GuidePage(shared_pages.PhysicalStepsPage, frozen=True):
    steps: tuple[PhysicalStep, ...]
    name: ClassVar[str] = "klondike_guide"

    def body(self, model: Model) -> tuple[Big | Columns, ...]:
        _, step = model.translate, self.steps[self.step]
        words = Big(_(step.text, **step.values))
        if step.placement is None:
            return (words,)
        slot = Text(slot_name(_, step.placement.slot), align="right")
        return (Columns(tile_in_slot(*step.placement), (words, slot)),)

    def sentence(self, model: Model) -> str:
        step = self.steps[self.step]
        return model.translate(step.text, **step.values)

    def offered_places(self, model: Model) -> tuple[str, ...]:
        return tuple(map(AXES.place_at, self.steps[self.step].lights))

    def lights(self, model: Model, now: float) -> Lights:
        return only(self.steps[self.step].lights, model.seat_colours[self.seat])


def physical_steps(record: Record[State, Event]) -> tuple[PhysicalStep, ...]:
    """Returns the steps after a tile: take the chips that it won or, after its undo, return them and take the tile.

    If the tile ended a round, its undo comes before anything is cleared for the next round, so nothing has to be
    restored.
    """
    newest, undone = record.events[-1], record.undone_event
    if isinstance(undone, Place):
        off = PhysicalStep(N_("take it off"), {}, ENDS[undone.slot], TilePlacement(undone.slot, undone.tile))
        return (off, *_chip_steps(record.state, undone, are_returned=True))
    return tuple(_chip_steps(record.state_before, newest, are_returned=False)) if isinstance(newest, Place) else ()


def layout_steps(record: Record[State, Event]) -> tuple[PhysicalStep, ...]:
    """Returns the steps that set up the round that has just started; none during a round."""
    state, options = record.state, record.start.options
    is_start = isinstance(record.events[-1], Start)
    if not is_start and (klondike.is_over(state) or state.round == record.state_before.round):
        return ()
    # At the start the table is empty, and the middle gets its first additional chip in every variant.
    clear = () if is_start else (PhysicalStep(N_("clear all the tiles away"), {}, ALL_LIGHTS),)
    centre = (PhysicalStep(N_("one more on the middle"), {}, BLOCKS[CENTRE]),)
    deal = DEALING[len(state.players), deal_form(len(state.players), options["deal"])]
    return (
        *clear,
        PhysicalStep(N_("a chip on each claim"), {}, ALL_LIGHTS),
        *(centre if is_start or options["centre_each_round"] else ()),
        PhysicalStep(deal, {}, ()),
    )


def _chip_steps(before: State, placed: Place, *, are_returned: bool) -> Iterator[PhysicalStep]:
    """Yields the steps for the chips that a tile wins: take them or, after its undo, return them."""
    text = N_("chips on {claim}: {n}") if are_returned else N_("chips off {claim}: {n}")
    for claim in klondike.wins(before, TilePlacement(placed.slot, placed.tile)):
        yield PhysicalStep(text, {"claim": claim_name(claim), "n": before.claims[claim].chips}, BLOCKS[claim])


class ScoresPage(Page, frozen=True):
    """Shows the newest rounds, and the total of all."""

    name: ClassVar[str] = "klondike_scores"
    hides_game: ClassVar[bool] = True

    def screen(self, model: Model) -> Screen:
        rounds = session_of(model).state.round
        return Screen(body=(_scores(model, model.translate("Round"), rounds),), keys=closing_keys(model))


class RoundOverPage(shared_pages.OutcomePage, frozen=True):
    name: ClassVar[str] = "klondike_round_over"

    def announcement(self, model: Model) -> Announcement:
        _, session = model.translate, session_of(model)
        state, passed = session.state, isinstance(session.kept_events[-1], Pass)
        # Without the guide both sounds would come at once: the sound of the chips that the tile has won is kept.
        has_sound = model.guides_players or not chips_won(session.state_before, state)
        sounds = ALL_PASSED if passed else LAST_ROUND
        sentences = (_("All have passed: the round is over."),) if passed else ()
        begins = _("Round {n} of {all}", n=state.round, all=state.rounds)
        return Announcement(sounds if has_sound else (), (*sentences, begins))

    def screen(self, model: Model) -> Screen:
        _, finished = model.translate, session_of(model).state.round - 1
        passed = isinstance(session_of(model).kept_events[-1], Pass)
        scores = _scores(model, _("All passed") if passed else _("Round {n}", n=finished), finished)
        sentence = _("All have passed: the round is over.") if passed else _("Round {n} is over.", n=finished)
        claims = enumerate(session_of(finished_round(model)).state.claims)
        stay = ", ".join(f"{claim_name(Claim(at))} +{each.chips}" for at, each in claims if each.won_by is None)
        starts = Text(shared_pages.begins_sentence(_, session_of(model).state), "bold")
        facts = (Text(_("Chips that stay: {claims}", claims=stay or "0")), starts)
        return super().screen(model)._replace(body=(BoxOnly((scores,)), WebOnly(facts)), sentence=sentence)

    def lights(self, model: Model, now: float) -> Lights:
        return board(finished_round(model), now)


def finished_round(model: Model) -> Model:
    """Returns the model with the board after the newest tile or pass, before it is cleared."""
    session, record = session_of(model), model.session.started_record
    before, event = session.state_before, cast("Event", session.kept_events[-1])
    # After the last round the board stays, so the event is played as if this were the last round. A pass moves nothing.
    as_last_round = dataclasses.replace(before, round=before.rounds)
    after = before if isinstance(event, Pass) else klondike.apply(as_last_round, event)
    shown = dataclasses.replace(after, round=before.round, phase=before.phase, winners=None)
    timeline = record.timeline[:-1].plus(record.timeline[-1]._replace(state=shown))
    session = replace(session_of(model), record=dataclasses.replace(record, timeline=timeline))
    return replace(model, maybe_session=session)


def gains(record: Record[State, Event]) -> tuple[tuple[int, ...], ...]:
    """Returns the chips that each seat has won in each round: by round, then by seat."""
    seat_count = len(record.state.players)
    won = [[0] * seat_count for _ in range(record.state.round)]
    for before, step in pairwise(record.timeline):
        for seat, (had, has) in enumerate(zip(before.state.chips, step.state.chips, strict=True)):
            won[before.state.round - 1][seat] += has - had
    return tuple(tuple(each) for each in won)


def _scores(model: Model, title: str, last: int) -> TextTable:
    """Returns the chips of the last three rounds up to this one, and the total; the names get the other 46 pixels."""
    _, state, rounds = model.translate, session_of(model).state, range(max(last - 3, 0), last)
    won = gains(session_of(model).started_record)
    heads = (title, *(str(number + 1) for number in rounds), _("total"))
    names = short_names(_, state.players, 46, BOLD)
    rows = tuple(
        (name, *(str(won[number][seat]) for number in rounds), str(chips))
        for seat, (name, chips) in enumerate(zip(names, state.chips, strict=True))
    )
    return TextTable(rows, heads)


class WinnerPage(shared_pages.GameOverPage, frozen=True):
    name: ClassVar[str] = "klondike_winner"

    def reason(self, model: Model) -> str:
        # All winners have the most chips.
        return model.translate.many("{n} chip", "{n} chips", max(session_of(model).state.chips))

    def lights(self, model: Model, now: float) -> Lights:
        return shared_pages.winners_lights(model, now, BLOCKS)


SIDES = ((27, 0), (46, 16), (27, 32), (8, 16))
"""The centres of the texts of the tiles around the claim in the picture: north, east, south, west."""


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
    cursor: int = 0
    name: ClassVar[str] = "klondike_check"
    hides_game: ClassVar[bool] = True

    def offered_places(self, model: Model) -> tuple[str, ...]:
        return tuple(map(AXES.place_at, BLOCKS[CLAIMS[self.cursor]]))

    def screen(self, model: Model) -> Screen:
        from companion.tables.klondike.snapshot import claim_words  # noqa: PLC0415 - it imports this module

        _, state, claim = model.translate, session_of(model).state, CLAIMS[self.cursor]
        claim_state, name = state.claims[claim], claim_name(claim)
        if claim_state.won_by is None:
            condition = _("spoiled") if claim_state.spoiled else _("right: {n}", n=claim_state.right)
        else:
            condition = short_names(_, state.players, 62)[claim_state.won_by]
        digit = "–" if claim_state.digit is None else str(claim_state.digit)  # noqa: RUF001 - an en dash, which is as wide
        tiles = (lights.tile_at_light(state, light) for light in BLOCKS[claim])
        picture = ClaimPicture(digit, tuple(tile_text(tile) if tile else "·" for tile in tiles))
        lines = (Text(line, align="left") for line in (_("chips: {n}", n=claim_state.chips), condition))
        on_box = Columns(picture, (Big(name), *lines), on_right=True)
        following = replace(self, cursor=(self.cursor + 1) % len(CLAIMS))
        return Screen(
            _("Check"),
            _("{n} of {all}", n=self.cursor + 1, all=len(CLAIMS)),
            (BoxOnly((on_box,)), WebOnly((Text(f"{name}: {claim_words(model, claim)}"),))),
            Choices([Option(claim_name(each)) for each in CLAIMS], self.cursor, show="hidden"),
            {
                Button.OK: Option("", show(model, following), icon=Icon.CHECK),
                Button.UNDO: Option("", close(model), icon=Icon.UNDO),
            },
        )

    def lights(self, model: Model, now: float) -> Lights:
        return lights.check(session_of(model).state, model.seat_colours, now, CLAIMS[self.cursor])


def outcomes(record: Record[State, Event], *, guide: bool) -> tuple[Page, ...]:
    """Returns the pages that follow the newest event."""
    state, before = record.state, record.state_before
    is_undo = isinstance(record.events[-1], Undo)
    todo, next_round = physical_steps(record), () if is_undo else layout_steps(record)
    # In the order of the work: take the chips that were won, read the scores, set up the table again.
    pages = (
        (guide and todo, GuidePage(todo, state.turn if is_undo else before.turn)),
        (not is_undo and state.round > before.round, RoundOverPage()),
        (guide and next_round, GuidePage(next_round, state.turn)),
    )
    return tuple(page for is_due, page in pages if is_due)
