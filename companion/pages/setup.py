"""A new game on the device and as a form: the device prompts for one answer per page, the form for all at once.

The setup page stores the chosen answers and the question that the device shows; it lists the questions again for each
press (see `pages/setup_questions.py`). The first answer of each question is the most common one, so that pressing only
`ok` starts a game. A form also has what needs more than five buttons, such as names. A choice in the form moves the
device's cursor; no game starts before a player confirms.

Instead of choosing the number of players, players can sit down one after the other, each by choosing a colour. A new
game may also continue from a position of a finished one, chosen in its story on the web page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, ClassVar

from msgspec import field
from msgspec.structs import replace

from companion.core import questions as forms
from companion.core.effects import DrawSeed
from companion.core.game_session import GameSession
from companion.core.lineup import PERSON, SEAT_COLOUR_NAMES, LineUp, assign_seats, bot_title, canonical_name, name_bots
from companion.core.model import (
    ApplicationPage,
    InvitingPage,
    ListScreenPage,
    Model,
    Refusal,
    Transition,
    at_table,
    close,
    show,
)
from companion.core.player_names import display_name, join_names
from companion.lights.composition import FAST_S, STEADY, Lights, Paint, blink, compose
from companion.locale.translator import N_
from companion.pages.setup_questions import (
    AGAIN,
    FIRST,
    GAME,
    PLAYERS,
    Chosen,
    Decisions,
    ask_game,
    bot_key,
    colour_key,
    decide,
    offered_names,
    player_question,
    preference,
    seat_key,
)
from companion.ui.art import Icon
from companion.ui.screen import Choices, Option, Screen, Text
from engine.bots import bots_for
from engine.game import AnyGame, Illegal, Seat
from engine.starts import NAME_LETTERS, parse_start, require_names
from hardware.device import LIGHTS, SIDE, Button

COMMON_OPTIONS = 3
"""The number of options that the web page shows unfolded."""
SEATING = "seating"
EACH_CHOOSES = forms.Answer(SEATING, N_("each chooses"), N_("a colour"))
"""Shown next to the numbers of players: the number follows from the players who sit down."""


class SetupPage(InvitingPage, frozen=True):
    chosen: Chosen = field(default_factory=dict)
    key: str = ""
    """The key of the question that the device shows; empty for the first one."""
    name: ClassVar[str] = "setup"

    @property
    def has_entries(self) -> bool:
        return bool(self.chosen)

    def screen(self, model: Model) -> Screen:
        _, decided = model.translate, decide(model, self.chosen)
        number = self._number(decided)
        question = decided.questions[number]
        # Next to the numbers of players, each player can choose a colour.
        offered = (*question.answers, EACH_CHOOSES) if question.key == PLAYERS else question.answers
        values = [answer.value for answer in offered]
        seats = self.chosen.get(question.key) == SEATING
        cursor = values.index(SEATING if seats else decided.answers[question.key])
        options = [
            Option(
                question.answer_words(_, answer),
                partial(self._go_on, model, question.key, {question.key: answer.value}),
                _(answer.detail),
            )
            for answer in offered
        ]

        def move(to: int) -> Transition:
            return Transition(model.with_page(SetupPage({**self.chosen, question.key: values[to]}, question.key)))

        back = show(model, SetupPage(self.chosen, decided.questions[number - 1].key)) if number else close(model)
        # Shown once, on the first page: on the second page the players have decided to start a new game.
        is_kept = not number and decided.kept_game is not None
        return Screen(
            title=_(question.label),
            # Counts the questions that follow the answer under the cursor and then the usual answers; else the count
            # would grow.
            note=f"{number + 1}/{len(decided.questions)}",
            body=(Text(_("this game is kept")),) if is_kept else (),
            choices=Choices(options, cursor, "one", move),
            keys={Button.UNDO: Option("", back, icon=Icon.UNDO)},
        )

    def form(self, model: Model) -> forms.Form:  # noqa: C901 - a list of questions
        """Returns the device's questions, and those that only a form has."""
        _, decided = model.translate, decide(model, self.chosen)
        bots = bots_for(decided.game.name)
        top, seats, options = list[forms.FormItem](), list[forms.FormItem](), list[forms.FormItem]()

        def item(question: forms.Question, value: Any) -> forms.FormItem:  # noqa: ANN401 - what an option may be
            return forms.FormItem(question, value, lambda answer: self.with_answers(model, {question.key: answer}))

        for question in decided.questions:
            listed = item(question, decided.answers[question.key])
            if question.key in {AGAIN, GAME}:
                top.append(replace(listed, place="top"))
            elif question.key == PLAYERS:
                seats.append(replace(listed, place="seats"))
            elif not question.key.startswith("seat "):  # all questions about a seat stay together
                options.append(listed)
        if decided.again:
            # The other games are visible too: players need not guess that they are behind "others".
            top += (replace(item(each, decided.again.game), place="top") for each in ask_game(decided))
        else:
            seats += self._seat_items(decided)
            label = _("{name} starts", name=display_name(_, decided.players()[0][0]))
            chance = forms.Answer(value=False, label=N_("by chance"), detail="")
            who = (chance, forms.Answer(value=True, label=label, detail=""))
            options.insert(0, item(forms.Choice(FIRST, N_("Who starts"), who), bool(self.chosen.get(FIRST))))
        # A kiosk does not offer the sound, as in its menu.
        names = ("guide", "language") if model.config.kiosk else ("guide", "sound", "language")
        options += (preference(model, name) for name in names)
        if not decided.again:
            one_by_one = forms.Command(SEATING, N_("Choose colours one by one"), N_("for bots, too") if bots else "")
            options.append(one_by_one.item(show(model, SeatingPage(self))))
        common = 0 if decided.again else COMMON_OPTIONS
        options = [replace(each, place="options" if n < common else "more") for n, each in enumerate(options)]
        lineup = decided.lineup()
        start = forms.Command("begin", _("Start the game"), join_names(_, lineup.players), is_main=True, is_worded=True)
        commands = (
            start.item(partial(begin_game, model, lineup), "options"),
            forms.Command("close", N_("Cancel")).item(close(model), "options"),
        )
        kept, note = decided.kept_game, ""
        if kept is not None:
            note = _(
                "{game} stays unfinished, and you can continue it from the start page after the new game.",
                game=kept.title,
            )
        cursor = decided.questions[self._number(decided)].key
        return forms.Form(N_("New game"), (*top, *seats, *options, *commands), cursor, note)

    def with_answers(self, model: Model, answers: Mapping[str, Any]) -> Transition:
        """Stores answers, as `ok` does. The device goes back to their question if that is an earlier one."""
        if GAME in answers:
            answers = {**answers, AGAIN: False}  # choosing a game next to "Same again?" means new players
        decided, chosen = decide(model, self.chosen), {**self.chosen, **answers}
        keys, number = list(decide(model, chosen).answers), self._number(decided)
        known = [keys.index(key) for key in (*answers, decided.questions[number].key) if key in keys]
        return Transition(model.with_page(SetupPage(chosen, keys[min(number, len(keys) - 1, *known)])))

    def _seat_items(self, decided: Decisions) -> Iterator[forms.FormItem]:
        """Yields the questions for each seat: its colour and name, and who plays it; and what adds or removes one."""
        model, game = decided.model, decided.game
        names, colours = decided.players()
        bots, palette = bots_for(game.name), tuple(forms.Answer(*each, "") for each in enumerate(SEAT_COLOUR_NAMES))
        item = partial(forms.FormItem, place="seats")
        for seat, (name, colour) in enumerate(zip(names, colours, strict=True)):
            label, typed = SEAT_COLOUR_NAMES[colour], decided.typed_name(seat)
            # A name that another seat has is not offered: names are unique.
            known = tuple(each for each in offered_names(model) if each == name or each not in names)
            # A seat without a typed name has its colour's name.
            typed = "" if typed in SEAT_COLOUR_NAMES else typed
            which = forms.Choice(colour_key(seat), N_("Colour"), palette, kind="colour")
            yield item(which, colour, partial(self._recolour, decided, seat), label)
            text = forms.Text(seat_key(seat), N_("Name"), known, label if typed else name, NAME_LETTERS)
            yield item(text, typed, partial(self._rename, decided, seat), label)
            if bots:
                player, bot = model.translate("Player"), decided.chosen.get(bot_key(seat), PERSON)
                who = player_question(model.translate, bot_key(seat), player, bots, game.name)
                yield item(who, bot, partial(self._let_play, model, seat), label)
            if len(names) > game.seats[0]:
                remove = forms.Command(f"remove {seat}", N_("Remove"), kind="remove")
                yield remove.item(partial(self._remove, decided, seat), "seats", label)
        if (seats := len(names)) < game.seats[-1]:
            add = partial(self._let_play, model, seats, players=seats + 1)
            yield forms.Command("add player", N_("Add a player")).item(partial(add, PERSON), "seats")
            if bots:
                yield forms.Command("add bot", N_("Add a bot")).item(partial(add, SUBSTITUTE), "seats")

    def _let_play(self, model: Model, seat: int, bot: str, players: int | None = None) -> Transition:
        number = {} if players is None else {PLAYERS: players}
        return self.with_answers(model, {bot_key(seat): bot, seat_key(seat): "", **number})  # with the bot's own name

    def _rename(self, decided: Decisions, seat: int, name: str) -> Transition:
        typed, colours, _bots = decided.seats()
        # On a device that offers names the empty one would be replaced by the first of them.
        default = SEAT_COLOUR_NAMES[colours[seat]] if seat_key(seat) in decided.answers else ""
        typed[seat] = canonical_name(name).strip() or default
        try:
            named = name_bots([each or None for each in typed], decided.bots(), decided.game.name)
            require_names(assign_seats(named, colours)[0])
        except Illegal as fault:
            return Transition(decided.model, refusal=Refusal(fault.code, fault.message))
        return self.with_answers(decided.model, {seat_key(seat): typed[seat]})

    def _recolour(self, decided: Decisions, seat: int, colour: int) -> Transition:
        typed, before, bots = decided.seats()
        # Two seats never have the same colour: the other seat gets the one that is replaced.
        swapped = {before[seat]: colour, colour: before[seat]}
        colours = [swapped.get(each, each) for each in before]
        called = [SEAT_COLOUR_NAMES[each] for each in colours]
        names = [own if name in SEAT_COLOUR_NAMES else name for name, own in zip(typed, called, strict=True)]
        return self.with_answers(decided.model, _seats_chosen(names, colours, bots))

    def _remove(self, decided: Decisions, seat: int) -> Transition:
        names, colours, bots = decided.seats()
        del names[seat], bots[seat]
        # The removed seat goes to the end: its colour is the first free one.
        colours.append(colours.pop(seat))
        left = _seats_chosen([*names, ""], colours, [*bots, PERSON])
        return self.with_answers(decided.model, {**left, PLAYERS: len(names)})

    def seat(self, model: Model, seated: Iterable[tuple[int, str]]) -> Transition:
        """Stores the players who have sat down, and goes to the question after the number of players."""
        colours, bots = zip(*seated, strict=True)
        # A typed name stays with its colour.
        chosen, seats = self.chosen, range(len(SEAT_COLOUR_NAMES))
        typed = {chosen.get(colour_key(seat), seat): chosen.get(seat_key(seat), "") for seat in seats}
        names = ("" if bot else typed.get(colour, "") for colour, bot in zip(colours, bots, strict=True))
        return self._go_on(model, PLAYERS, {PLAYERS: len(colours), **_seats_chosen(names, colours, bots)})

    def _number(self, decided: Decisions) -> int:
        """Returns the number of the device's question, from 0."""
        keys = list(decided.answers)
        return keys.index(self.key) if self.key in keys else 0

    def _go_on(self, model: Model, key: str, answers: Mapping[str, Any]) -> Transition:
        """Stores answers and goes to the next question; after the last question the game starts."""
        if answers[key] == SEATING:
            return Transition(model.with_page(SeatingPage(self)))
        chosen = {**self.chosen, **answers}
        decided = decide(model, chosen)
        keys = list(decided.answers)
        following = keys[keys.index(key) + 1 :]
        if not following:
            return begin_game(model, decided.lineup())
        return Transition(model.with_page(SetupPage(chosen, following[0])))


def begin_game(model: Model, lineup: LineUp) -> Transition:
    """Starts a game; an unfinished one stays in the journal."""
    return Transition(replace(model, requested_lineup=lineup), (DrawSeed(),))


def remembered_setup(model: Model) -> SetupPage:
    """Returns the setup with the players of the last game; in a kiosk the next guests are other people."""
    last = model.last_lineup
    if last is None or model.config.kiosk:
        return SetupPage()
    bots = [last.playing_bots.get(str(seat), PERSON) for seat in range(len(last.players))]
    names = ["" if bot or name in SEAT_COLOUR_NAMES else name for name, bot in zip(last.players, bots, strict=True)]
    return SetupPage({AGAIN: False, PLAYERS: len(names), **_seats_chosen(names, last.colours, bots)})


def _seats_chosen(names: Iterable[str], colours: Iterable[int], bots: Iterable[str]) -> dict[str, Any]:
    """Returns the current players as if they had been chosen by name; complete, by seat."""
    return {
        **{bot_key(seat): bot for seat, bot in enumerate(bots)},
        **{seat_key(seat): name for seat, name in enumerate(names)},
        **{colour_key(seat): colour for seat, colour in enumerate(colours)},
    }


class SeatingPage(ListScreenPage, ApplicationPage, frozen=True):
    setup: SetupPage
    """The page of the number of players; the setup continues from there."""
    seated: tuple[tuple[int, str], ...] = ()
    """The players so far: the number of the colour in the palette, and the bot, empty for a person."""
    cursor: int = 0
    name: ClassVar[str] = "seating"

    def form_note(self, model: Model) -> str:
        return self._names(model) or model.translate("Choose your colours in seating order.")

    def screen(self, model: Model) -> Screen:
        _, offers, seats = model.translate, self._offers(model), self._game(model).seats

        def sit(player: tuple[int, str]) -> Transition:
            seated = (*self.seated, player)
            if len(seated) == seats[-1]:
                return self.setup.seat(model, seated)
            return Transition(model.with_page(SeatingPage(self.setup, seated)))

        def get_up() -> Transition:
            *others, newest = self.seated
            fewer = SeatingPage(self.setup, tuple(others))
            return Transition(model.with_page(replace(fewer, cursor=fewer._offers(model).index(newest))))

        options = [
            Option(
                self._name_of(model, player),
                partial(sit, player),
                key=f"bot {player[1]}" if player[1] else f"colour {player[0]}",
            )
            for player in offers
        ]
        keys = {
            Button.OK: options[self.cursor]._replace(detail=_("sits here"), icon=Icon.CHECK),
            Button.UNDO: Option(_("Back"), get_up if self.seated else show(model, self.setup), icon=Icon.UNDO),
        }
        how = _("a bot plays") if offers[self.cursor][1] else _("your colour, then ok")
        if len(self.seated) in seats:
            how = _("Bank: that is everyone")
            done = partial(self.setup.seat, model, self.seated)
            keys[Button.BANK] = Option(_("That's everyone"), done, self._names(model), _("all"), main=True)
        return Screen(
            title=_("Who sits next?") if self.seated else _("Who sits first?"),
            note=str(len(self.seated) + 1),
            body=(Text(how),),
            choices=Choices(options, self.cursor, "one"),
            keys=keys,
        )

    def lights(self, model: Model, now: float) -> Lights:
        """Lights a column for each player, and the next one blinking in the colour under the cursor."""
        columns = [(number, STEADY) for number, _ in self.seated]
        columns.append((self._offers(model)[self.cursor][0], blink(now, model.shown_since, FAST_S)))
        return compose(
            Paint(range(column, LIGHTS, SIDE), model.colours[number], intensity)
            for column, (number, intensity) in enumerate(columns)
        )

    def _game(self, model: Model) -> AnyGame:
        return decide(model, self.setup.chosen).game

    def _offers(self, model: Model) -> list[tuple[int, str]]:
        """Returns the free colours, each for a person, then the bots, which take the first of them."""
        taken = {number for number, _ in self.seated}
        free = [number for number in range(len(SEAT_COLOUR_NAMES)) if number not in taken]
        return [
            *((number, PERSON) for number in free),
            *((free[0], bot) for bot in bots_for(self._game(model).name)),
        ]

    def _name_of(self, model: Model, player: tuple[int, str]) -> str:
        colour, bot = player
        title = bot_title(bot, self._game(model).name) if bot else SEAT_COLOUR_NAMES[colour]
        return display_name(model.translate, title)

    def _names(self, model: Model) -> str:
        return ", ".join(self._name_of(model, player) for player in self.seated)


SUBSTITUTE = "sheriff"
"""The bot in the seats of a continued game that the person does not play."""
MOST_TURNS = 1_000_000
"""Longer games do not exist; the number of the turn must fit on the screen."""


class PlayOnPage(ListScreenPage, ApplicationPage, frozen=True):
    """Prompts for who plays: one of the seats against bots in the others, or people in all seats."""

    lineup: LineUp
    position: Any
    """The event, in the game's own terms, that sets up the position between the two turns."""
    turn: int
    cursor: int = 0
    name: ClassVar[str] = "play_on"

    def form_title(self, model: Model) -> str:
        return model.translate("Continue from turn {n}", n=self.turn)

    def form_note(self, model: Model) -> str:
        game = model.game if at_table(model) else None
        is_left = game is not None and not game.is_over
        return model.translate("You can resume the current game later.") if is_left else ""

    def screen(self, model: Model) -> Screen:
        _, others = model.translate, len(self.lineup.players) - 1

        def option(seat: int, player: str) -> Option:
            name = display_name(_, player)
            words = _.many("I play {name}, Sheriff the other", "I play {name}, Sheriff the others", others, name=name)
            bots = {str(other): SUBSTITUTE for other in range(others + 1) if other != seat}
            return Option(name, lambda: self._begin(model, bots), words, key=f"seat {seat}")

        options = [option(seat, player) for seat, player in enumerate(self.lineup.players)]
        options.append(Option(_("humans only"), lambda: self._begin(model, {}), key="people"))
        back = {Button.UNDO: Option(_("Cancel"), close(model), icon=Icon.UNDO)}
        return Screen(_("Who continues?"), choices=Choices(options, self.cursor), keys=back)

    def _begin(self, model: Model, bots: dict[str, str]) -> Transition:
        lineup = replace(self.lineup, first=Seat(0), bots=bots)
        # The web page is the board: there is no real board with stones to move.
        return begin_game(replace(model, requested_position=self.position, guide=False), lineup)


def open_play_on(model: Model, value: object) -> Transition:
    """Opens the page for a position of a story; rejects an impossible position."""
    match value:
        case {"lineup": dict(saved), "position": {"event": "position"} as event, "turn": int(turn)} if (
            type(turn) is int and 0 <= turn < MOST_TURNS
        ):
            pass
        case _:
            text = "Continuing takes a lineup, a position and its turn, as in a story."
            return Transition(model, refusal=Refusal("syntax", text))
    try:
        full = LineUp.from_json(saved)
        # As a new game, because an older record may have names that are not allowed any more.
        parse_start({"game": full.game, "players": list(full.players), "first": 0, "options": dict(full.options)})
        lineup = LineUp(full.game, full.players, full.options, colours=full.colours)
        session: GameSession[Any, Any] = GameSession(lineup, bytes(32))
        position = session.game.parse(event)
        session.record_event(session.start_event(Seat(0))).record_event(position)  # the rules judge
    except Illegal as fault:
        return Transition(model, refusal=Refusal("syntax", fault.message))
    page = PlayOnPage(lineup, position, turn)
    is_open = isinstance(model.page, PlayOnPage)
    return Transition(model.with_page(page) if is_open else model.with_page_on_top(page))
