"""The rules of Klondike in short, and its lesson: the rules of placing in five tasks, each with one tile in hand.

The right places are not stored: the rules compute them when the tasks are created, so a task cannot contradict the
game. Places have the names of the notation; players see them with the letters of their language. This module is loaded
when a player opens the rules or the lesson.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial, reduce
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from companion.core.lineup import ViewerKind
from companion.core.model import Model, Transition
from companion.core.snapshot import Axes, RulesSection, SlotSnapshot, Snapshot
from companion.lights.composition import Lights
from companion.locale.translator import N_, Translator
from companion.tables.klondike import lights
from companion.tables.klondike.placing import named_slot, slot_name, slot_place_at
from companion.tables.klondike.snapshot import layout_alone
from companion.tables.lesson import LessonPage, Task, session_at
from engine import klondike
from engine.game import Seat
from engine.klondike import SLOTS, Refusal, Slot, State, Tile, TilePlacement
from hardware.device import Colour

PLAYERS = ("Green", "Blue")


@cache
def placed(moves: str) -> State:
    """Returns the position after placing tiles, in pairs of a slot and a tile: `1/1E 3|5`."""
    words = moves.split()
    tiles = [(int(near), int(far)) for near, far in (word.split("|") for word in words[1::2])]
    events = (klondike.Place(klondike.SLOTS[slot], tile) for slot, tile in zip(words[::2], tiles, strict=True))
    return reduce(klondike.apply, events, klondike.start(PLAYERS, Seat(0), klondike.options))


# The moments (a position and a text, here empty) and the lights of a section, from the moves that lead to them.


def _example(moves: str) -> Callable[[], tuple[tuple[State, str], ...]]:
    return lambda: ((placed(moves), ""),)


def _lit(moves: str) -> Callable[[Sequence[Colour], float, float], Lights]:
    return lambda colours, now, _began: lights.table(placed(moves), colours, now)


WON, FIRST_ENDS = "1/1W 3|0 1/1S 3|1 1/1E 3|2 3/3N 5|0 1/1N 3|4", "1/1W 3|0 2/1S 5|0 1/2W 5|1"
FITTING, SPOILT = "1/1W 3|0 2/1S 5|0 1/1E 3|5", "1/1W 3|5 2/1S 5|0 1/1E 3|2"
"""Layouts played with the game's own rules; shown on the web page and the lights."""


def _second_round(*, centre_each_round: bool) -> tuple[tuple[State, str], ...]:
    options = {**klondike.options, "centre_each_round": centre_each_round}
    # Two passes in a row end the first round.
    return ((reduce(klondike.apply, [klondike.Pass()] * 2, klondike.start(PLAYERS, Seat(0), options)), ""),)


RULES = (
    RulesSection(
        N_("The aim"),
        N_(
            "Nine claims form a square, with chips on them. A claim has room for four tiles, one at each "
            "side. The player who places the fourth right end takes the chips. After two rounds for each "
            "player, the most chips win; equals share the win."
        ),
        N_("The 4th right end at a claim takes its chips. Most chips win; equals share."),
        _lit(WON),
        moments=_example(WON),
    ),
    RulesSection(
        N_("The digit"),
        N_(
            "The first end at a claim is its digit for this round: from then on, place only this digit "
            "there. No digit may be at more than two claims."
        ),
        N_("The first end at a claim is its digit. No digit at more than two claims."),
        _lit(FIRST_ENDS),
        moments=_example(FIRST_ENDS),
    ),
    RulesSection(
        N_("A turn"),
        N_(
            "Place one tile in any empty slot, with a short side to the claim. It need not touch other "
            "tiles. If you can place a tile, you must; if you cannot, pass."
        ),
        N_("Place a tile in any empty slot. If you can, you must; else pass."),
        _lit(FITTING),
        moments=_example(FITTING),
    ),
    RulesSection(
        N_("A wrong end"),
        N_(
            "Between two claims with digits, if the tile that shows both is elsewhere, you may place a tile "
            "with only one right end. If all seven tiles with each digit that is needed are placed, you may "
            "place any tile. A claim with a wrong end is spoiled: it cannot be won in this round, and its "
            "chips stay."
        ),
        N_("Right tile placed: one end is enough. All 7 placed: any tile. A wrong end spoils."),
        _lit(SPOILT),
        moments=_example(SPOILT),
    ),
    RulesSection(
        N_("A new round"),
        N_(
            "A round ends when all 24 slots are filled, or when all players pass one after the other. Clear "
            "the tiles away and deal again. Put one more chip on each claim. The next player starts."
        ),
        N_("24 tiles placed, or all pass: clear, deal again, a chip on each claim. The next starts."),
        moments=partial(_second_round, centre_each_round=False),
    ),
    RulesSection(
        N_("Variant: stock"),
        N_(
            "With 2 or 3 players fewer tiles are dealt: 9 each with 2, 7 each with 3. The others are the stock: after "
            "each tile draw one, as long as there are any."
        ),
        N_("9 tiles each with 2, 7 with 3. After each tile draw one."),
        is_on=lambda lineup: klondike.deal_form(len(lineup.players), lineup.options.get("deal", "")) == "draw",
        moments=_example(""),
    ),
    RulesSection(
        N_("Variant: rich middle"),
        N_("In each new round the claim in the middle gets two more chips, all others one."),
        N_("Each round two chips come on the middle, one on the others."),
        is_on=lambda lineup: lineup.options.get("centre_each_round") is True,
        moments=partial(_second_round, centre_each_round=True),
    ),
)


class TileInHand(NamedTuple):
    state: State
    tile: Tile

    def placements(self, slot: Slot) -> tuple[TilePlacement, ...]:
        return tuple(each for each in klondike.tile_placements(self.state, self.tile) if each.slot == slot)

    def wins(self, slot: Slot) -> bool:
        return any(klondike.wins(self.state, placement) for placement in self.placements(slot))


def _task(  # noqa: PLR0917 - the parts of a task
    title: str,
    question: str,
    held: TileInHand,
    places: str,
    explanation: str,
    is_right: Callable[[TileInHand, Slot], object] = TileInHand.placements,
) -> Task:
    """Returns the task to find the slots where the tile fits or wins; `places` are separated by blanks."""
    names = tuple(places.split())
    right = frozenset(name for name in names if is_right(held, SLOTS[name]))
    return Task(title, question, held, right, names, explanation)


TASKS = (
    _task(
        N_("Where a tile fits"),
        N_("Tile 3·5. Find all blinking slots where it fits."),
        TileInHand(placed("1/1W 3|0 2/1S 5|0 1/2W 5|1 2/2E 6|4"), (3, 5)),
        "1/1E 1/1N 1/1S 2/1N 1/2E",
        N_("Each end shows the digit of its claim. On the rim one end is free."),
    ),
    _task(
        N_("A digit at three claims"),
        N_("Two claims have the 3, two the 4. Where does 3·4 fit?"),
        TileInHand(placed("1/1S 3|0 3/3N 3|1 1/3N 4|0 3/1S 4|1"), (3, 4)),
        "1/1W 1/1E 2/1S 1/2W 3/3E",
        N_("No digit may come to a third claim."),
    ),
    _task(
        N_("One end is enough"),
        N_("3·5 is placed. In which blinking slot does 2·3 fit?"),
        TileInHand(placed("1/1W 3|5 2/1S 5|0 1/2W 6|0"), (2, 3)),
        "1/1N 2/1N 1/1E 1/2N",
        N_("3·5 is placed: one end is enough. The wrong one spoils its claim."),
    ),
    _task(
        N_("When any tile fits"),
        N_("All seven tiles with 6 are placed. Where does 0·1 fit?"),
        TileInHand(placed("1/1W 6|6 1/1S 6|0 3/1S 6|1 3/1E 6|2 3/1N 6|3 1/1N 6|4 2/3N 5|6"), (0, 1)),
        "1/2W 1/1E 3/2E 2/1E 1/3E",
        N_("No right tile is left for these claims: any tile fits."),
    ),
    _task(
        N_("Win the chips"),
        N_("Tile 3·4. In which blinking slot does it win chips?"),
        TileInHand(placed("1/1W 3|0 1/1S 3|1 1/1E 3|2 3/3N 3|5 3/3E 3|6"), (3, 4)),
        "3/2N 1/1N 2/3E 1/2W",
        N_("The fourth right end wins all chips on the claim."),
        TileInHand.wins,
    ),
)


class Lesson(LessonPage, frozen=True):
    tasks: ClassVar[tuple[Task, ...]] = TASKS
    naming_rows: ClassVar = (
        (N_("Claims"), N_("column and row, from the lower left")),
        (N_("Slots"), N_("N, E, S or W of a claim")),
        (N_("Example"), N_("2/3E is on the right of claim 2/3")),
    )
    name: ClassVar[str] = "klondike_lesson"

    def require_place(self, place: str) -> object:
        return named_slot(place)

    def place_name(self, _: Translator, place: str) -> str:
        return slot_name(_, SLOTS[place])

    def why_wrong(self, _: Translator, task: Task, place: str) -> str:
        (state, tile), slot = task.state, SLOTS[place]
        # Each orientation may break another rule. The limit is explained first, because it is the less obvious one.
        found = {klondike.check_placement(state, slot, turned) for turned in (tile, tile[::-1])}
        if task.state.placements(slot):
            reason = _("it wins nothing there") if place in task.places else _("only the blinking slots count")
        elif Refusal.FILLED in found:
            reason = _("there is a tile")
        elif Refusal.LIMIT in found:
            reason = _("a third claim would get a digit")
        else:
            reason = _("an end would be wrong")
        return _("Not {place}: {reason}.", place=self.place_name(_, place), reason=reason)

    def touch(self, model: Model, place: str) -> Transition:
        return LessonPage.touch(self, model, slot_place_at(place))

    def lights(self, model: Model, now: float) -> Lights:
        places = [] if self.is_done else [SLOTS[name] for name in self.task.places]
        cursor = SLOTS[self.place] if self.is_chosen else None
        marked = [SLOTS[name] for name in self.marked]
        return lights.lesson(self.task.state.state, model.colours, now, places=places, marked=marked, chosen=cursor)

    def axes(self, model: Model) -> Axes:
        return lights.AXES  # the lesson may be open without a game

    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:
        """Returns the layout; the places of the task can be marked."""
        _ = model.translate
        shown = layout_alone(model, session_at(klondike, PLAYERS, self.task.state.state), viewer)

        def with_found_tile(slot: SlotSnapshot) -> SlotSnapshot:
            found = self.task.state.placements(SLOTS[slot.name]) if slot.name in self.marked else ()
            ends = found[0].tile if found else slot.ends
            return replace(slot, ends=ends, use="", usable=self._is_open(slot.name))

        places = tuple(replace(place, use="", usable=self._is_open(place.name)) for place in shown.places)
        return replace(
            self.without_answer(_, shown),
            places=places,
            layout=shown.layout
            and replace(shown.layout, slots=tuple(map(with_found_tile, shown.layout.slots)), tiles=()),
        )

    def _is_open(self, place: str) -> bool:
        return not self.is_done and place in self.task.places and place not in self.marked
