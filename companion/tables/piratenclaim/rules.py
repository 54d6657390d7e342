"""The rules of Piratenclaim in short, and its lesson: the examples of the variant's own web page (rules, 2, 5 and 6).

The tasks of the lesson are a field that a disc encloses, a discovery with grey 1 and with grey 2, and six pirates that
move at once. The pictures of that page define more fields than its text, so our fields differ, but they agree with the
text. The rules compute the right places, so the lesson cannot contradict the game. This module is loaded when a player
opens the rules or the lesson.
"""

import dataclasses
import json
from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from companion.core.lineup import LineUp, ViewerKind
from companion.core.model import Model
from companion.core.snapshot import Axes, RulesSection, Snapshot
from companion.lights.composition import Lights
from companion.locale.translator import N_, Translator
from companion.tables.lesson import LessonPage, Task, session_at
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.map_pages import BoardPage
from companion.tables.piratenclaim.snapshot import snapshot as piratenclaim_snapshot
from companion.tables.piratenclaim.star_map import View, map_snapshot, parse_place
from engine import piratenclaim
from engine.game import Seat, Start
from engine.piratenclaim import FIELD_NAMES, FIELDS_BY_NAME, Cube, Dice, Phase, State, System, pirates_at, segment_of
from engine.record import play_json, start_record
from hardware import device

EXAMPLE = """[
    {"event": "discs", "by": "hand", "fields": ["1/0", "1/2", "1/5", "2/1", "2/3", "2/6", "3/1", "3/2", "3/4", "4/1",
        "4/3", "4/6", "5/2", "5/4", "5/5", "6/1", "6/3", "6/6", "7/1", "7/3", "7/5"]},
    {"event": "ship", "player": 1, "ship": 0, "field": "1/4"},
    {"event": "roll", "by": "hand", "dice": {"red": 5, "green": 3, "grey": 2, "white": 6, "black": 4, "brown": 3}},
    {"event": "discover", "field": "1/1", "pirate": "black"},
    {"event": "roll", "by": "hand", "dice": {"red": 1, "green": 1, "grey": 5}},
    {"event": "discover", "field": "1/3", "pirate": "brown"},
    {"event": "roll", "by": "hand", "dice": {"red": 1, "green": 1, "grey": 1}},
    {"event": "discover", "field": "2/0", "pirate": "white"},
    {"event": "roll", "by": "hand", "dice": {"red": 1, "green": 1, "grey": 3}},
    {"event": "discover", "field": "2/2", "pirate": "black"},
    {"event": "move_pirates"},
    {"event": "remove", "field": "1/3", "pirate": "white"},
    {"event": "end_turn"},
    {"event": "ship", "player": 1, "ship": 0, "field": "3/0"},
    {"event": "roll", "by": "hand", "dice": {"red": 6, "green": 4, "grey": 3, "white": 2, "black": 3, "brown": 4}},
    {"event": "discover", "field": "3/0"}
]"""
"""The start of a game, for the pictures of the rules: discoveries let pirates in, they move; then a system is found."""


def _after(count: int) -> Callable[[], tuple[tuple[State, str], ...]]:
    """Returns a function for the moments of a section: one, without a text, after `count` events of the example."""

    @cache
    def play() -> tuple[tuple[State, str], ...]:
        start = Start(piratenclaim.name, ("Green", "Blue"), Seat(0), piratenclaim.options)
        return ((play_json(start_record(start), *json.loads(EXAMPLE)[:count]).state, ""),)

    return play


def _lit(count: int, segment: int) -> Callable[[Sequence[device.Colour], float, float], Lights]:
    """Returns a function for the lights of a section: a segment after `count` events of the example."""
    play = _after(count)

    def light(colours: Sequence[device.Colour], now: float, _began: float) -> Lights:
        state, _text = play()[0]
        return lights.segment(state, colours, now, segment)

    return light


def _has(option: str) -> Callable[[LineUp], bool]:
    return lambda lineup: lineup.options.get(option) is True


RULES = (
    RulesSection(
        N_("The aim"),
        N_(
            "Discover systems, trade cubes for more valuable ones and claim systems, while pirates rob the ships. The "
            "rules do not define when the game ends and who wins. Agree on it before you start, for example: after "
            "ten turns each, the highest value of claims and cargo wins."
        ),
        N_("Trade and claim. Agree first who wins: for example the highest value."),
    ),
    RulesSection(
        N_("The board"),
        N_(
            "Eight segments of seven fields; 0 is the one in the middle, with double-red on 0/0. Position 1 "
            "is to the right of a centre, 2 to 6 follow clockwise. Each outer segment has three black discs,"
            " which nothing may enter; every open field can be reached from the middle."
        ),
        N_("0 is the middle, 1 right of it, then clockwise. Dark: a disc, closed to all."),
        _lit(1, 1),
        moments=_after(1),  # the discs are on the board
    ),
    RulesSection(
        N_("A turn"),
        N_(
            "Ships travel and trade by the rules of the base game. Then roll six dice, make discoveries, and last "
            "move all pirates. You decide what travelling costs. You count the cubes, or the box does if "
            "it keeps the ledger."
        ),
        N_("Travel and trade; roll six dice; discover; pirates move."),
        _lit(3, 1),
        moments=_after(3),  # the first roll
    ),
    RulesSection(
        N_("Discovery"),
        N_(
            "A ship on an empty field of a segment with fewer than three known systems discovers. Grey gives"
            " the position in its segment, or the centre if that position has a system; green is the lower "
            "cube, red the upper one. If the position has a black disc, remove it and place a pirate of a "
            "colour that you choose; if all six pirates are on the map, the disc stays. For another ship, "
            "roll red, green and grey again."
        ),
        N_("Grey: the position. Green below, red above. A disc: a pirate, if one is left."),
        _lit(16, 3),
        moments=_after(16),  # a system was found
    ),
    RulesSection(
        N_("Trade"),
        N_(
            "Pay cubes of the lower colour, as many as the upper one is worth; get cubes of the upper colour, as many "
            "as the lower one is worth. Red is 1, orange 2, yellow 3, green 4, blue 5, purple 6."
        ),
        N_("Pay lower cubes, as many as the upper is worth; get upper ones, as the lower is."),
        _lit(16, 3),
        moments=_after(16),  # a system was found
    ),
    RulesSection(
        N_("Pirates"),
        N_(
            "Each pirate moves one step in the direction of its colour's die; a black disc, the edge and the middle "
            "stop it. All move at once. Where two meet, one leaves: the active player chooses. A pirate on a ship's "
            "field takes all cubes of its most valuable colour."
        ),
        N_("All go a step by their die. Where two meet, one leaves. On a ship they rob."),
        _lit(11, 1),
        moments=_after(11),  # the pirates have moved
    ),
    RulesSection(
        N_("Sinking"),
        N_("If you travel to a pirate, you may pay 12 fuel: it goes to the supply, and may come back."),
        N_("Travel to a pirate and pay 12 fuel: it leaves."),
        _lit(10, 1),
        moments=_after(10),  # four pirates are on the map
    ),
    RulesSection(
        N_("Variant: roll first"),
        N_("Roll all six dice at the start of the turn; then ships travel, and last the pirates move."),
        N_("Roll six dice, then travel; the pirates move last."),
        is_on=_has("roll_first"),
        moments=_after(3),
    ),
    RulesSection(
        N_("Variant: loot by colour"),
        N_(
            "A black pirate takes all cubes of the most valuable colour, a white one a cube of each colour, a brown "
            "one half the fuel, rounded down."
        ),
        N_("Black: the best colour. White: 1 of each. Brown: half the fuel."),
        is_on=lambda lineup: lineup.options.get("loot") == "by_colour",
        moments=_after(11),
    ),
    RulesSection(
        N_("Variant: extra ships"),
        N_(
            "While extra ships are left, a player with a ship on 0/0 may buy one there before rolling, or "
            'after rolling in the variant "roll first": 1 of each colour + 6 fuel.'
        ),
        N_("On 0/0 a ship costs 1 of each colour + 6 fuel."),
        is_on=lambda lineup: bool(lineup.options.get("spare_ships")),
        moments=_after(2),
    ),
    RulesSection(
        N_("Ledger"),
        N_(
            "The box records where each ship part is and what it carries. Each player starts on 0/0 with three "
            "joined parts, 30 fuel and cargo worth 60. A part has three compartments, each for up to 6 fuel or up to"
            " 6 cubes; that you may move cubes between compartments is our guess. Joined parts are one ship: one "
            "discovery, one robbery. You may split parts and join them again, but the white ones stay together. On "
            "0/0 each part gets 1 fuel a turn. Make each discovery that is due before the pirates move."
        ),
        N_("A part: 3 compartments, 6 fuel or 6 cargo; on 0/0 +1 fuel a turn."),
        is_on=_has("ledger"),
    ),
    RulesSection(
        N_("Ledger: claims"),
        N_(
            "On a system of one colour a ship may load or unload 1 cube a turn. If it stays there for as many turns "
            "as the colour is worth, you may claim the system; the turn of arrival counts. Several trades a turn, "
            "and trades the other way round, are our guess. You decide when a system of two colours may be claimed "
            "and what travelling costs."
        ),
        N_("One colour: claim it after as many turns there as it is worth."),
        is_on=_has("ledger"),
    ),
)


PLAYERS = ("Green", "Blue")


class TaskPosition(NamedTuple):
    state: State
    why: str
    """English, to be translated."""


def _parse_fields(names: str) -> int:
    return piratenclaim.field_set(FIELDS_BY_NAME[name] for name in names.split())


def _task(  # noqa: PLR0917 - the parts of a task
    title: str, question: str, position: TaskPosition, places: str, right: Collection[piratenclaim.Field], explains: str
) -> Task:
    found = frozenset(FIELD_NAMES[field] for field in right)
    return Task(title, question, position, found, tuple(places.split()), explains)


EMPTY = piratenclaim.start(PLAYERS, Seat(0), piratenclaim.options)
OUTER_DISCS = "1/2 1/4 1/5 2/1 2/3 2/6 3/1 3/2 3/5 4/1 4/3 4/6 5/2 5/4 5/5 6/1 6/3 6/6"
"""The discs of the segments 1 to 6."""
TWO_LAID = dataclasses.replace(EMPTY, discs=_parse_fields(OUTER_DISCS + " 7/0 7/4"))
"""The example of an enclosed field: two of the three discs on a segment are on its centre and on 4 (rules, 2)."""
ENCLOSING = [
    field
    for field in map(FIELDS_BY_NAME.__getitem__, ["7/1", "7/2", "7/3", "7/5", "7/6"])
    if piratenclaim.enclosed(EMPTY.board, TWO_LAID.discs | 1 << field)
]

SHIP = FIELDS_BY_NAME["1/3"]
GREY_ONE = dataclasses.replace(
    EMPTY,
    phase=Phase.DISCOVER,
    discs=_parse_fields(OUTER_DISCS + " 7/1 7/3 7/5"),
    ships=(piratenclaim.Ship(Seat(0), 0, SHIP),),
    dice=Dice(red=5, green=3, grey=1, white=6, black=4, brown=3),
    dice_used=False,
)
"""The example of a discovery: red 5, green 3; position 1 is free, position 2 has a disc (rules, 5)."""
GREY_TWO = dataclasses.replace(GREY_ONE, dice=Dice(red=5, green=3, grey=2, white=6, black=4, brown=3))


def _found(state: State) -> list[piratenclaim.Field]:
    field = piratenclaim.discovery_result(state, SHIP, state.dice or Dice(1, 1, 1, 1, 1, 1)).field
    return [] if field is None else [field]


SYSTEMS = {"1/2": System(Cube.GREEN, Cube.ORANGE), "0/4": System(Cube.YELLOW, Cube.PURPLE)}
PIRATE_ROLL = Dice(red=1, green=1, grey=1, white=5, black=6, brown=3)
SIX_PIRATES = dataclasses.replace(
    EMPTY,
    phase=Phase.DISCOVER,
    discs=_parse_fields("1/1 2/3 2/6 3/2 3/5 4/3 4/6 5/4 5/5 6/1 6/3 6/6 7/1 7/3 7/5"),
    systems=tuple(SYSTEMS.get(name, system) for name, system in zip(FIELD_NAMES, EMPTY.systems, strict=True)),
    pirates=(_parse_fields("1/2 1/0"), _parse_fields("1/5 1/6"), _parse_fields("0/3 1/3")),
    dice=PIRATE_ROLL,
    dice_used=True,
)
"""The example of six pirates: black 6, brown 3, white 5 (rules, 6). They replace six discs."""
MOVED = piratenclaim.movements(SIX_PIRATES, PIRATE_ROLL)
PIRATE_FIELDS = " ".join(FIELD_NAMES[each.field] for each in MOVED)
AFTER_MOVE = piratenclaim.apply(SIX_PIRATES, piratenclaim.MovePirates())
DESTINATIONS = {each.field: each.to for each in MOVED if each.to != each.field}

TASKS = (
    _task(
        N_("Where discs may be"),
        N_("Discs on 7/0 and 7/4. Where would the third enclose a field?"),
        TaskPosition(TWO_LAID, N_("a disc there encloses nothing")),
        "7/1 7/2 7/3 7/5 7/6",
        ENCLOSING,
        N_("A ship must reach every open field from the middle."),
    ),
    _task(
        N_("Discover a system"),
        N_("A ship on 1/3. Red 5, green 3, grey 1: where is the system?"),
        TaskPosition(GREY_ONE, N_("grey gives the position")),
        "1/3 1/5 1/1 1/0 1/2",
        _found(GREY_ONE),
        N_("Green 3 is yellow below, red 5 is blue above: worth 15."),
    ),
    _task(
        N_("Let a pirate in"),
        N_("The same with grey 2: where does a pirate come?"),
        TaskPosition(GREY_TWO, N_("grey gives the position")),
        "1/3 1/1 1/2 1/4 1/0",
        _found(GREY_TWO),
        N_("The disc on 1/2 comes off, a pirate comes: you choose its colour."),
    ),
    _task(
        N_("Pirates and discs"),
        N_("Black 6, brown 3, white 5: on which field does a pirate stay?"),
        TaskPosition(SIX_PIRATES, N_("the way from there is free")),
        PIRATE_FIELDS,
        [each.field for each in MOVED if each.obstacle is not None],
        N_("A disc is in direction 6: the black pirate cannot move."),
    ),
    _task(
        N_("Pirates change places"),
        N_("The same roll. Find both that change places."),
        TaskPosition(SIX_PIRATES, N_("no two change places there")),
        PIRATE_FIELDS,
        [field for field, to in DESTINATIONS.items() if DESTINATIONS.get(to) == field],
        N_("All move at once: they do not meet on the way."),
    ),
    _task(
        N_("Two pirates meet"),
        N_("The same roll. On which field do two meet?"),
        TaskPosition(SIX_PIRATES, N_("no two meet there")),
        "1/2 0/4 1/4 1/0 1/6",
        tuple(piratenclaim.fields_in(piratenclaim.conflicts(AFTER_MOVE))),
        N_("One of them leaves: the active player chooses."),
    ),
)


class Lesson(LessonPage, frozen=True):
    """The lights show the segment under the cursor."""

    tasks: ClassVar[tuple[Task, ...]] = TASKS
    naming_rows: ClassVar = (
        (N_("Segments"), N_("0 in the middle, 1 to 7 around it")),
        (N_("Positions"), N_("0 in the centre, 1 on its right")),
        (N_("Example"), N_("2/3 is position 3 of segment 2")),
    )
    name: ClassVar[str] = "piratenclaim_lesson"

    def require_place(self, place: str) -> object:
        return parse_place(place)

    def why_wrong(self, _: Translator, task: Task, place: str) -> str:
        state, field = task.state.state, parse_place(place)
        reason = _(task.state.why)
        if state.phase is Phase.DISCS and state.discs >> field & 1:
            reason = _("there is a disc")
        elif all(pirates_at(state, parse_place(name)) for name in task.right) and not pirates_at(state, field):
            reason = _("no pirate there")  # but on each right place
        return _("Not {place}: {reason}.", place=place, reason=reason)

    def lights(self, model: Model, now: float) -> Lights:
        here, marked = FIELDS_BY_NAME[self.place], [FIELDS_BY_NAME[name] for name in self.marked]
        return lights.lesson(self._state, model.colours, now, here, marked=marked, is_chosen=self.is_chosen)

    def axes(self, model: Model) -> Axes | None:
        return None

    def place_at(self, model: Model, light: int) -> str:
        """Returns the field at this light: the lights show the lesson's segment, not the one of the game."""
        if light not in lights.POSITION_OF:
            return ""
        return FIELD_NAMES[piratenclaim.field_at(segment_of(FIELDS_BY_NAME[self.place]), lights.POSITION_OF[light])]

    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:
        """Returns the map in words and figures; found fields are lit."""
        here = FIELDS_BY_NAME[self.place]
        seated = replace(model, maybe_session=session_at(piratenclaim, PLAYERS, self._state), page=BoardPage(here))
        marked = frozenset(FIELDS_BY_NAME[name] for name in self.marked)
        view = View(segment_of(here), here if self.is_chosen else None, marked)
        shown = replace(piratenclaim_snapshot(seated), map=map_snapshot(seated, view, self._state))
        places = tuple(replace(place, use="", usable=bool(place.name) and not self.is_done) for place in shown.places)
        return self.without_answer(model.translate, replace(shown, places=places))

    @property
    def _state(self) -> State:
        state: State = self.task.state.state
        return state
