"""The table of Pig: pages, lights and texts. The lights show the active player's points up to 100."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, cast

from msgspec.structs import replace

from companion.plugin import (
    BANK,
    BUST,
    DARK,
    LIGHTS,
    N_,
    ROLL,
    WHITE,
    WIN,
    AppendEvent,
    Big,
    BoxOnly,
    Button,
    GameSession,
    Icon,
    Lights,
    Model,
    Option,
    Page,
    Paint,
    PlayerSnapshot,
    PlayTones,
    RulesSection,
    Screen,
    Snapshot,
    Table,
    Text,
    TextTable,
    Transition,
    Translator,
    ViewerKind,
    add_catalogue,
    breathe,
    caption_and_speak,
    close,
    compose,
    display_name,
    finish_game,
    hex_colour,
    snapshot_before_start,
    winners_sentence,
)  # fmt: skip
from companion_pig.rules import GOAL, PIG, Event, Hold, Roll, State
from engine.plugin import AnyEvent, PlayedEvent, Seat

add_catalogue("companion_pig", Path(__file__).with_name("locale"))


class TurnPage(Page, frozen=True):
    """Roll, or hold if there is something to score. Before the start: who begins."""

    name: ClassVar[str] = "pig_turn"

    def screen(self, model: Model) -> Screen:
        _, session = model.translate, session_of(model)
        if session.record is None:
            begins = _("{name} starts", name=display_name(_, session.lineup.players[first_seat(model)]))
            start = session.start_event(first_seat(model))
            begin = Option("", lambda: record_event(model, start), icon=Icon.CHECK)
            return Screen(body=(BoxOnly((Big(begins),)),), keys={Button.OK: begin}, sentence=begins)

        def roll() -> Transition:
            return record_event(model, PIG.chance_event(session.state, session.draws))

        state, keys = session.state, {Button.OK: Option("", roll, icon=Icon.ROLL)}
        if state.total:
            keys[Button.BANK] = Option("", lambda: record_event(model, Hold()), icon=Icon.BANK)
        name = display_name(_, state.players[state.turn])
        return Screen(
            name,
            f"{state.points[state.turn]} + {state.total}",
            (Big(str(state.total) if state.total else _("roll!")), Text(what_happened(_, session.record.timeline[-1]))),
            keys=keys,
            sentence=f"{name}: {_('Roll again, or bank')}",
        )


class ScoresPage(Page, frozen=True):
    """The points of all players; after the end also the winner."""

    name: ClassVar[str] = "pig_scores"
    hides_game: ClassVar[bool] = True

    def screen(self, model: Model) -> Screen:
        _, state = model.translate, session_of(model).state
        names = (display_name(_, name) for name in state.players)
        sentence = winners_sentence(_, state) if state.winners else ""
        leave = close(model) if model.pages_beneath else lambda: finish_game(model, TABLE.summary(model.session))
        points = TextTable(tuple(zip(names, map(str, state.points), strict=True)), (sentence or _("Scores"), ""))
        keys = {Button.OK: Option("", leave, icon=Icon.CHECK)}
        return Screen(body=(points,), keys=keys, sentence=sentence, mood="end" if sentence else "")


class PigTable(Table):
    """The table; `companion.core.table.Table` documents the methods."""

    game = PIG
    rules = (RulesSection("A turn", N_("Roll as often as you dare; a 1 loses all. Bank in time. 100 points win.")),)

    def pages_to_come(self, model: Model) -> tuple[Page, ...]:
        return (ScoresPage() if model.session.record and model.session.state.winners else TurnPage(),)

    def board(self, model: Model, now: float) -> Lights:
        if model.session.record is None:
            return DARK
        state = session_of(model).state
        points, colour = state.points[state.turn], model.seat_colours[state.turn]
        scored, reached = (min(each * LIGHTS // GOAL, LIGHTS) for each in (points, points + state.total))
        return compose([Paint(range(scored), colour), Paint(range(scored, reached), WHITE, breathe(now))])

    def scores(self) -> Page:
        return ScoresPage()

    def when(self, _: Translator, state: State) -> str:
        return str(state.points)

    def describe(self, _: Translator, step: PlayedEvent[State, Event]) -> str:
        return what_happened(_, step)

    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:
        _, session = model.translate, session_of(model)
        if session.record is None:
            return snapshot_before_start(model, first_seat(model))
        state, names = session.state, [display_name(_, name) for name in session.state.players]
        seats = zip(names, map(hex_colour, model.seat_colours), state.points, strict=True)
        players = tuple(PlayerSnapshot(name, colour, (str(points),)) for name, colour, points in seats)
        log = tuple(what_happened(_, step) for step in session.record.timeline[-6:])
        return Snapshot(PIG.title, PIG.acting_seat(state), ("points",), players, log=log)


TABLE = PigTable()


def session_of(model: Model) -> GameSession[State, Event]:
    """The game session, with the types of Pig."""
    return cast("GameSession[State, Event]", model.session)


def first_seat(model: Model) -> Seat:
    """The seat that begins; the same at each call, because nothing else is drawn before the start."""
    return Seat(model.session.draws.one_of(len(model.session.lineup.players)))


def what_happened(_: Translator, step: PlayedEvent[State, Event]) -> str:
    """An event as a sentence. After a hold or a 1 the state is already that of the next player."""
    names = [display_name(_, name) for name in step.state.players]
    now, before = names[step.state.turn], names[step.state.turn - 1]
    match step.event:
        case Roll(1):
            return _("{name}: bust!", name=before)
        case Roll(die):
            return _("{name} rolls {dice}", name=now, dice=die)
        case Hold():
            return _("{name} banks", name=now if step.state.winners else before)
    return _("{name} starts", name=now)


def record_event(model: Model, event: AnyEvent) -> Transition:
    """Records an event and plays its tones. The next page follows from the state."""
    _, session = model.translate, model.session.record_event(event)
    tones = WIN if session.state.winners else BANK if event == Hold() else BUST if event == Roll(1) else ROLL
    spoken = caption_and_speak(_, winners_sentence(_, session.state)) if session.state.winners else ()
    return Transition(replace(model, game=session), (AppendEvent(event), PlayTones(tones), *spoken))
