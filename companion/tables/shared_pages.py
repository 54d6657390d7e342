"""The flow of every game: which pages follow an event, when they are announced, and how a game ends.

Each game adds its own words and lights to the pages.

**From a state to a page.** No page of a game is stored. `Table.pages_to_come` derives the pages from the record and
from `session.acknowledged_count`: how many outcomes of the newest event the players have seen. An event may have more
than one, such as a bust, the guide that says which stones to move, and the last round. The outcomes that are not
acknowledged come first, one after the other; then comes the page of the next decision. So undo, a replay and a restart
after a kill need no page of their own. The list of outcomes may depend only on the record and on whether the guide is
on (`model.guides_players`, fixed from one event to the next); otherwise the number would count in a different list.

**What is stored in the journal.** Each event is stored as `AppendEvent`, each acknowledged outcome as `Acknowledge`.
The number is valid for the newest event only and starts at 0 for the next one. Cursors and pages on top are not stored:
after a kill, players open them again. No event is shown or announced before it is durable; a lost acknowledgement means
only that a page is seen twice.

**When something is announced.** Every page announces its content when it opens: the winner, for example, after the
bust that ended the game. An acknowledgement is stored before the next page is announced. So each announcement comes
once, even after a kill, and never if an undo comes first.
"""

from abc import abstractmethod
from collections.abc import Collection, Sequence
from functools import partial
from importlib import import_module
from itertools import cycle, pairwise
from typing import Any, ClassVar, Self, cast

from msgspec.structs import replace

from companion.core import effects
from companion.core import model as core
from companion.core.effects import AppendEvent, Caption, Effect, PlayTones
from companion.core.game_session import AnySession, GameSession
from companion.core.lineup import ViewerKind
from companion.core.model import ListScreenPage, Model, Page, Table, Transition, close, open_on_top, show, table_of
from companion.core.player_names import display_name, initials, join_names
from companion.core.questions import Answer, Choice
from companion.core.snapshot import PlayerSnapshot, RulesSection, Snapshot, hex_colour
from companion.lights.composition import Lights, Paint, breathe, compose, edge_lights
from companion.locale.translator import N_, Translator
from companion.tables.board_pages import BoardChoicePage
from companion.ui.art import Icon
from companion.ui.pictures import Dice
from companion.ui.screen import Announcement, Big, Block, BoxOnly, Choices, Do, Option, Screen, Text, TextTable, WebOnly
from engine.game import Finish, GameState, Json, Reveal, Seat, Undo
from engine.record import AnyEvent, AnyStep, format_event
from hardware.device import Button, Tone


def announce(model: Model, sound: tuple[Tone, ...], *spoken: Effect) -> tuple[Effect, ...]:
    """Returns the announcement of the newest event: `sound`, or that of the page that opens, `spoken`, and captions."""
    page_sound, captions = _announcement(model)
    return (PlayTones(page_sound or sound), *spoken, *captions)


def _announcement(model: Model) -> tuple[tuple[Tone, ...], tuple[Effect, ...]]:
    """Returns the sound of the page that opens, and its captions and speech; an undo is not announced."""
    record = model.session.record
    if record is None or isinstance(record.events[-1], Undo):
        return (), ()
    sound, sentences, caption = table_of(model.session).pages_to_come(model)[0].announcement(model)
    spoken = (effect for text in sentences for effect in caption_and_speak(model.translate, text))
    return sound, (*spoken, *((Caption(caption),) if caption else ()))


def record_event(model: Model, event: AnyEvent, sound: tuple[Tone, ...] = effects.ROLL, *spoken: Effect) -> Transition:
    """Records an event and announces it. The next page follows from the new state."""
    after = replace(model, maybe_session=model.session.record_event(event))
    return Transition(after, (AppendEvent(event), *announce(after, sound, *spoken)))


def players_can_undo(model: Model) -> bool:
    """Returns whether the newest event can be undone: a random choice of the box cannot, or players could choose again.

    What players enter by hand can be undone: an entry may be wrong, and the dice on the table still show the right one.
    """
    record = model.session.record
    if record is None or not record.can_undo:
        return False
    outcome = record.game.chance_outcome(record.timeline[-1].event)
    return outcome is None or outcome.by is not None


def undo_turn(model: Model) -> Transition:
    """Undoes the newest event, and then those of bots, so that a person decides again.

    Only the newest event is undone with the guide, which follows each event, and if one of the others cannot be undone.
    """
    only_newest = step = record_event(model, Undo(), effects.UNDO)
    while not (model.guides_players or model.session.lineup.has_person(step.model.session.state.turn)):
        if not players_can_undo(step.model):
            return only_newest
        undone = record_event(step.model, Undo(), effects.UNDO)
        step = undone._replace(effects=(AppendEvent(Undo()), *step.effects))  # announced once
    return step


def acknowledge(model: Model) -> Transition:
    """Records that the players have seen the current outcome; the next outcome or the next decision follows."""
    session = replace(model.session, acknowledged_count=model.session.acknowledged_count + 1)
    after = replace(model, maybe_session=session)
    sound, captions = _announcement(after)
    tones = (PlayTones(sound),) if sound else ()
    return Transition(after, (effects.Acknowledge(session.ack_cursor), *tones, *captions))


def finish_game(model: Model) -> Transition:
    """Saves the finished game to the history and leaves it.

    If the box rolled dice or dealt tiles, the seed is revealed first so that anyone can check them.
    """
    session = model.session
    is_secret = (session.drawn_count or session.is_dealt) and not isinstance(session.kept_events[-1], Reveal)
    reveal = (AppendEvent(Reveal(session.seed)),) if is_secret else ()
    finished = (*reveal, effects.FinishGame(summarize(session)))
    return Transition(replace(model, maybe_session=None).with_only_page(model.home), finished)


def summarize(session: GameSession[Any, Any]) -> Json:
    """Returns what the history stores about a finished game: players, winners, figures and luck."""
    from engine.coach import luck_report  # noqa: PLC0415 - not needed for the first frame

    state = session.state
    figures = session.game.to_json(state)["players"]
    report = luck_report(session.started_record)
    # Stored with the game, because computing it later would replay the game.
    luck = [
        {
            "busts": seat.busts,
            "expected_busts": seat.expected_busts,  # by the odds
            "boldest": seat.boldest and [seat.boldest.bust, seat.boldest.of],
        }
        for seat in (report.seats if report else ())
    ]
    timeline = session.started_record.timeline
    # A position comes right after the start or not at all (docs/protocol.md).
    is_joined = len(timeline) > 1 and format_event(timeline[1].event, session.game)["event"] == "position"
    return {
        "players": list(state.players),
        "winners": list(state.winners or ()),
        "turns": state.turns,
        "standings": [{name: figure for name, figure in each.items() if name != "name"} for each in figures],
        **({"luck": luck} if report else {}),
        **({"joined": True} if is_joined else {}),
        # The bots at the end of the game: the start event in the record has those of the beginning.
        **session.lineup.notes,
    }


def play_again(model: Model) -> Transition:
    """Saves the finished game to the history and starts another with the same players."""
    finished = finish_game(model)
    again = model.session.lineup.for_next_game()
    return Transition(replace(finished.model, requested_lineup=again), (*finished.effects, effects.CreateSeed()))


def caption_and_speak(_: Translator, text: str) -> tuple[Effect, ...]:
    return Caption(text), effects.Speak(text, _.language)


def headline_words(_: Translator, headline: str, state: GameState) -> str:
    return _(headline, name=display_name(_, state.players[state.turn]))


def begins_sentence(_: Translator, state: GameState) -> str:
    return _("{name} starts", name=display_name(_, state.players[state.turn]))


def winners_sentence(_: Translator, state: GameState) -> str:
    winners = state.winners or ()
    if not winners:
        return _("No one wins.")
    names = _.listed([display_name(_, state.players[seat]) for seat in winners])
    return _.many("{names} wins!", "{names} share the win!", len(winners), names=names)


def winners_headline(_: Translator, state: GameState) -> tuple[str, str]:
    names = [state.players[seat] for seat in state.winners or ()]
    if not names:
        return _("No one"), _("wins!")
    return join_names(_, names), _("wins!") if len(names) == 1 else _("share the win!")


FIRST_SEAT = Seat(0)
LOG_LENGTH = 6
"""The number of newest events in the log of a simple game."""


def turn_body(model: Model, task: str, note: str = "") -> tuple[Block, ...]:
    """Returns the active player's name with the task, and in each player's first turn a hint at the menu.

    `note` is what is special about this turn; it replaces the hint. Both texts are translated already.
    """
    _, state = model.translate, model.session.state
    name, is_first = display_name(_, state.players[state.turn]), state.turns < len(state.players)
    hint = BoxOnly((Text(_("hold undo: menu")),))
    return (BoxOnly((Big(name, task),)), *([Text(note)] if note else [hint] if is_first else []))


def advice(words: str) -> tuple[Block, ...]:
    """Returns a tip for the web page; the words are already translated and may be empty."""
    return (WebOnly((Text(words, "advice"),)),) if words else ()


class OutcomePage(Page, frozen=True):
    """Shows an outcome of the newest event; `ok` acknowledges it. A game's page adds `lights` and the content."""

    def screen(self, model: Model) -> Screen:
        return Screen(keys={Button.OK: Option("", lambda: acknowledge(model), icon=Icon.CHECK)})


class GameOverPage(Page, frozen=True):
    """The end of the game: names the winners, if any. A game's page may add `lights`."""

    name: ClassVar[str] = "game_over"

    def reason(self, model: Model) -> str:
        """Returns how the win was decided, translated; may be empty."""
        return ""

    def decision(self, model: Model) -> tuple[Block, ...]:
        """Returns how the win was decided, for larger screens."""
        return tuple(map(Text, filter(None, (self.reason(model), values_words(model)))))

    def screen(self, model: Model) -> Screen:
        _, table = model.translate, table_of(model.session)
        keys = {
            Button.RIGHT: Option("", open_on_top(model, table.scores()), icon=Icon.SCORES, box_only=True),
            Button.OK: Option(_("Home"), lambda: finish_game(model), _("already saved"), Icon.CHECK),
            Button.BANK: Option(_("Play again"), lambda: play_again(model), _("same players"), Icon.PLAY),
        }
        state = model.session.state
        (names, win), reason = winners_headline(_, state), self.reason(model)
        why = (Text(reason),) if reason else ()
        return Screen(
            body=(BoxOnly((Big(names, win), *why)), WebOnly(self.decision(model))),
            keys=keys,
            sentence=winners_sentence(_, state),
            mood="end",
            main=Button.BANK,
        )

    def announcement(self, model: Model) -> Announcement:
        return Announcement(effects.WIN, (winners_sentence(model.translate, model.session.state),))


def winners_lights(model: Model, now: float, blocks: Sequence[tuple[int, ...]]) -> Lights:
    """Returns the lights of the end: each block pulses in the colour of a winner; several winners take turns."""
    winners, rhythm = model.session.state.winners or (), breathe(now, model.shown_since)
    seats = zip(blocks, cycle(winners), strict=False)  # dark without a winner
    return compose(Paint(block, model.seat_colours[seat], rhythm) for block, seat in seats)


class PhysicalStepsPage(BoardChoicePage, Page, frozen=True):
    """Guides the players step by step. A game's page adds `body`, `lights` and `offered_places`."""

    steps: tuple[object, ...]
    seat: Seat
    step: int = 0
    """The number of the step that is shown, from 0."""
    name: ClassVar[str] = "guide"

    def title(self, model: Model) -> str:
        return display_name(model.translate, model.session.state.players[self.seat])

    def body(self, model: Model) -> tuple[Block, ...]:
        return ()

    @abstractmethod
    def sentence(self, model: Model) -> str:
        """Returns the instruction as a sentence."""

    def screen(self, model: Model) -> Screen:
        _, left = model.translate, len(self.steps) - self.step - 1
        follows = _.many("{n} step left", "{n} steps left", left) if left else _("then the game continues")
        forward = show(model, replace(self, step=self.step + 1)) if left else (lambda: acknowledge(model))
        back = Option("", detail=_("this is the first step"))
        if self.step:
            back = Option("", show(model, replace(self, step=self.step - 1)))
        keys = {
            Button.LEFT: back._replace(icon=Icon.LEFT),
            Button.RIGHT: Option("", forward, icon=Icon.RIGHT),
            Button.OK: Option(_("Done"), forward, follows, Icon.CHECK),
            Button.UNDO: back._replace(icon=Icon.UNDO),
        }
        if model.guides_players:
            keys[Button.BANK] = Option(_("Skip the guide"), lambda: acknowledge(model), icon=Icon.SKIP)
        number = _("{n} of {all}", n=self.step + 1, all=len(self.steps))
        return Screen(self.title(model), number, (BoxOnly(self.body(model)),), keys=keys, sentence=self.sentence(model))

    def place_stone(self, model: Model, place: str) -> Transition:
        """Skips all steps that the contacts report as done: players may be faster than the guide."""
        step, page, fields = Transition(model), self, model.board_fields
        while fields is not None and (found := fields.placed.intersection(page.offered_places(model))):
            fields = fields._replace(placed=fields.placed - found)  # each stone counts for one step
            step = page.press(replace(step.model, board_fields=fields), Button.OK)
            if step.model.page == page or not isinstance(step.model.page, PhysicalStepsPage):
                break
            page = step.model.page
        return step


def first_seat(session: AnySession) -> Seat:
    """Returns the seat that starts: the one chosen in the line-up, or one that the box chooses at random."""
    if session.lineup.first is not None:
        return session.lineup.first
    # Three dice have 216 outcomes, which is divisible by two, three and four players.
    first, second, third = (die - 1 for die in session.draws.dice(3))
    return Seat((36 * first + 6 * second + third) % len(session.lineup.players))


class FirstSeatPage(Page, frozen=True):
    """Names the player who starts if no dice decide it."""

    offset: int = 0
    """The distance in seats from the seat that was chosen, by the players or at random."""
    name: ClassVar[str] = "first_seat"

    def screen(self, model: Model) -> Screen:
        _, session = model.translate, model.session
        players = [display_name(_, name) for name in session.lineup.players]
        name = players[self.seat(session)]

        def move(icon: Icon, steps: int) -> Option:
            page = replace(self, offset=self.offset + steps)
            label = _("{name} instead", name=players[page.seat(session)])
            # With two players both arrows lead to the same seat, so it is named once.
            return Option(label, show(model, page), icon=icon, box_only=steps < 0 and len(players) == 2)

        def begin() -> Transition:
            step = record_event(model, session.start_event(self.seat(session)))
            return step._replace(effects=(*step.effects, Caption(begins_sentence(_, step.model.session.state))))

        was_drawn = session.lineup.first is None and self.seat(session) == first_seat(session)
        how = Text(_("chosen at random") if was_drawn else _("chosen by you"))
        return Screen(
            title=_("Who starts?"),
            body=(BoxOnly((Big(name, _("starts!")),)), how),
            sentence=_("{name} starts", name=name),
            keys={
                Button.LEFT: move(Icon.LEFT, -1),
                Button.RIGHT: move(Icon.RIGHT, 1),
                Button.OK: Option(_("Start"), begin, _("{name} starts", name=name), Icon.CHECK),
            },
        )

    def lights(self, model: Model, now: float) -> Lights:
        return edge_lights(model.seat_colours[self.seat(model.session)])

    def seat(self, session: AnySession) -> Seat:
        return Seat((first_seat(session) + self.offset) % len(session.lineup.players))


def snapshot_before_start(model: Model, seat: Seat | None = None) -> Snapshot:
    """Returns the snapshot of a game before its start; `seat` rolls for who begins, or begins."""
    session = model.session
    if seat is None:
        page = next((each for each in model.open_pages if isinstance(each, FirstSeatPage)), FirstSeatPage())
        seat = page.seat(session)
    return Snapshot(session.game.title, seat, (), player_snapshots(model, session.lineup.players))


def player_snapshots(model: Model, names: Sequence[str], winners: Collection[Seat] = ()) -> tuple[PlayerSnapshot, ...]:
    """Returns the players without figures."""
    _ = model.translate
    return tuple(
        PlayerSnapshot(
            display_name(_, name), hex_colour(colour), (), _("wins!") if seat in winners else "", initial=initial
        )
        for seat, (name, colour, initial) in enumerate(zip(names, model.seat_colours, initials(_, names), strict=True))
    )


class ScoresPage(Page, frozen=True):
    name: ClassVar[str] = "scores"
    hides_game: ClassVar[bool] = True

    def screen(self, model: Model) -> Screen:
        shown = table_of(model.session).snapshot(model, model.sender)
        rows = tuple((player.name, *player.figures) for player in shown.players)
        table = TextTable(rows, (model.translate("Scores"), *shown.figures))
        return Screen(body=(table,), keys=core.closing_keys(model))


BY_HAND = Choice(
    "by_hand",
    N_("Dice"),
    (
        Answer(value=False, label=N_("on screen"), detail=N_("the box rolls")),
        Answer(value=True, label=N_("real dice"), detail=N_("you roll and enter")),
    ),
)


class SimpleTable(Table):
    """A table without secrets whose players have only the figures of `Game.ranking`."""

    scores = ScoresPage

    @abstractmethod
    def describe(self, _: Translator, step: AnyStep) -> str:
        """Describes an event in one line, next to the player's name; the state is the one after the event."""

    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:
        """Returns the figures of the state's notation, and the newest events in the words of `describe`."""
        _, session, game = model.translate, model.session, model.session.game
        if session.record is None:
            return snapshot_before_start(model)
        shown, state = snapshot_before_start(model, game.acting_seat(session.state)), game.to_json(session.state)
        players = tuple(
            replace(player, figures=tuple(str(figures[name]) for name in game.ranking))
            for player, figures in zip(shown.players, state["players"], strict=True)
        )
        newest = session.record.timeline[-LOG_LENGTH - 1 :]
        # Each step with the state before it; the start, which has none, is paired with itself.
        steps = [(before.state, step) for before, step in pairwise((newest[0], *newest))][-LOG_LENGTH:]
        log = tuple(f"{display_name(_, at.players[at.turn])}: {self.describe(_, step)}" for at, step in steps)
        return replace(shown, figures=tuple(map(_, game.ranking)), players=players, log=log)


class BuiltInTable(Table):
    """A table whose rules and lesson are `RULES` and `Lesson` in its module `rules`, which is imported when needed."""

    @property
    def rules(self) -> tuple[RulesSection, ...]:
        return cast("tuple[RulesSection, ...]", self._rules_module.RULES)

    def lesson(self) -> Page:
        return cast("Page", self._rules_module.Lesson())

    @property
    def _rules_module(self) -> Any:  # noqa: ANN401 - a module
        return import_module(f"companion.tables.{self.game.name}.rules")


def values_words(model: Model) -> str:
    """Returns the value of each player and what it consists of; empty in a game without values."""
    _, table, state = model.translate, table_of(model.session), model.session.state
    valued = zip(model.session.lineup.players, table.owned_values(state) or (), strict=False)
    players = ", ".join(f"{display_name(_, name)} {value}" for name, value in valued)
    figures = " + ".join(map(_, table.value_figures))
    return _("Value ({figures}): {players}.", figures=figures, players=players) if players else ""


class EndGamePage(ListScreenPage, frozen=True):
    """For games whose end the rules do not detect: the players declare the end and the winner."""

    winners: frozenset[Seat] | None = None
    """The marked players; None before a player changes the marks: then those with the highest value, if any."""
    cursor: Seat = FIRST_SEAT
    name: ClassVar[str] = "end_game"

    def form_note(self, model: Model) -> str:
        return " ".join((model.translate("Mark all winners, then end the game."), values_words(model))).strip()

    def screen(self, model: Model) -> Screen:
        _, players = model.translate, [display_name(model.translate, name) for name in model.session.lineup.players]
        values = table_of(model.session).owned_values(model.session.state) or ()
        details = [_("value {n}", n=value) for value in values] or [""] * len(players)
        # If all have the same value, none leads.
        leaders = frozenset(Seat(seat) for seat, value in enumerate(values) if min(values) < value == max(values))
        marked = leaders if self.winners is None else self.winners
        winners = ", ".join(players[seat] for seat in sorted(marked))

        def end() -> Transition:
            return record_event(model, Finish(tuple(sorted(marked))), effects.WIN)

        def mark(seat: Seat) -> Do:
            return show(model, replace(self, winners=marked ^ {seat}, cursor=seat))

        options = [
            Option(name, mark(seat), detail, value=_("wins!") if seat in marked else "", key=f"seat {seat}")
            for seat, name, detail in zip(map(Seat, range(len(players))), players, details, strict=True)
        ]
        wins = "" if self.cursor in marked else _("wins!")
        return Screen(
            title=_("Who has won?"),
            choices=Choices(options, self.cursor),
            keys={
                Button.OK: Option(players[self.cursor], mark(self.cursor), wins, Icon.CHECK),
                Button.BANK: Option(_("End the game"), end, winners or _("No one wins."), _("end"), main=bool(marked)),
                Button.UNDO: Option(_("Back"), close(model), _("continue playing"), Icon.UNDO),
            },
        )


class EnterDicePage(ListScreenPage, frozen=True):
    """The players enter the roll of real dice, one die after the other. A game's page adds its words."""

    dice: tuple[int, ...]
    die: int = 0
    """The number of the current die, from 0."""

    @abstractmethod
    def title(self, model: Model) -> str:
        """Returns the name of the current die, translated."""

    @abstractmethod
    def enter(self, model: Model) -> Transition:
        """Returns the transition that enters the whole roll."""

    def count(self, model: Model) -> int:
        return len(self.dice)

    def seat(self, model: Model) -> Seat:
        return model.session.state.turn

    def body(self, model: Model) -> tuple[Block, ...]:
        """Returns the dice; the current one is solid."""
        return (Dice(self.dice, self.die, scale=2),)

    def with_face(self, face: int) -> Self:
        return replace(self, dice=(*self.dice[: self.die], face, *self.dice[self.die + 1 :]))

    def form_title(self, model: Model) -> str:
        return self.title(model)

    def screen(self, model: Model) -> Screen:
        _, is_last = model.translate, self.die + 1 == self.count(model)
        name = display_name(_, model.session.lineup.players[self.seat(model)])

        def enter_face(face: int) -> Transition:
            page = self.with_face(face)
            return page.enter(model) if is_last else Transition(model.with_page(replace(page, die=self.die + 1)))

        # The key names the die, so that a second tap on the same face does not answer for the next die too.
        faces = [Option(str(face), partial(enter_face, face), key=f"die {self.die} {face}") for face in range(1, 7)]
        back = show(model, replace(self, die=self.die - 1)) if self.die else close(model)
        label, cursor = _("This is the roll") if is_last else _("Next die"), self.dice[self.die] - 1
        return Screen(
            name,
            _("your dice"),
            self.body(model),
            Choices(faces, cursor, "hidden", lambda cursor: Transition(model.with_page(self.with_face(cursor + 1)))),
            {
                Button.OK: faces[cursor]._replace(label=label, detail=self.title(model), icon=Icon.CHECK),
                Button.UNDO: Option(_("Back"), back, icon=Icon.UNDO),
            },
            seat=self.seat(model),
            sentence=_("Enter your roll"),
        )
