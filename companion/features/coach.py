"""The coach of Claim It!: the observer that requests its advice and analysis, and its pages.

It is off until a player switches it on; then all players see its advice on each new position. The cursor moves to the
best option, and fields and buttons show win chances instead of risks.

The advice is computed in a worker process, so the coach's page may open before the answer arrives, and stays open
without one. An answer to a question about another position is not shown.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from msgspec.structs import replace

from companion.core import messages
from companion.core import model as core
from companion.core.effects import ADVICE_S, ANALYSIS_S, Ask, BeginGame, Job, SaveLineUp
from companion.core.game_session import AnySession
from companion.core.lineup import ViewerKind
from companion.core.model import Model, Transition
from companion.core.observers import MenuEntry, Observer
from companion.core.player_names import display_name, short_name, short_names
from companion.core.questions import Command, FormItem
from companion.core.shown import awaits_announcements, labelled_buttons, screen_of
from companion.core.snapshot import Snapshot
from companion.features import story
from companion.lights.composition import AMBER, Lights, elapsed
from companion.locale.translator import N_, Translator
from companion.pages.menu import ConsentPage
from companion.pages.setup import on_or_off
from companion.tables.claimit import lights
from companion.tables.claimit.place import PlaceStonePage
from companion.tables.claimit.session import HINTS, parse_place, session_of, what_happened
from companion.tables.shared_pages import GameOverPage, ScoresPage, winners_sentence
from companion.ui.art import Icon
from companion.ui.font import BOLD
from companion.ui.screen import Big, Block, BoxOnly, Choices, Columns, Option, Row, Screen, Text, TextTable, WebOnly
from companion.ui.web import button_json
from engine import claimit
from engine.claimit import Place
from engine.coach import Advice, Analysis, Chances, advise, analyse_record
from hardware.device import Button, Press

NAME = "coach"
"""Its name in `Model.observer_values`, and the option of the table that switches it on."""
NAME_PX, RESULT_NAME_PX = 80, 82
"""Width of the names in the tables of win chances and of results."""
STEP_S = 2.0
"""Seconds for which the lights show each of the positions of `MomentPage.lights`."""
Answer = TypeVar("Answer")


class AskCoach(NamedTuple):
    """The request for advice on the newest position; it replaces an older one that has no answer yet."""

    session: AnySession

    @property
    def job(self) -> Job:
        return Job("think", advise, (self.session.lineup.game, self.session.state), ADVICE_S, is_newest_only=True)


class AnalyseGame(NamedTuple):
    session: AnySession

    @property
    def job(self) -> Job:
        return Job("think", analyse_record, (self.session.started_record,), ANALYSIS_S)


class CoachAnswer(NamedTuple, Generic[Answer]):
    session: AnySession | None = None
    """The game at the time of the request; None before the first request."""
    answer: Answer | None = None
    is_pending: bool = True
    """Whether the coach is still computing; if it is not and there is no answer, it has failed."""

    def is_about(self, session: AnySession | None) -> bool:
        """Returns whether this is about the current position, without comparing its events."""
        requested = self.session
        if requested is None or session is None:
            return False
        return (requested.seed, requested.event_count) == (session.seed, session.event_count)

    def answer_for(self, session: AnySession | None) -> Answer | None:
        """Returns the answer if it is about this position."""
        return self.answer if self.is_about(session) else None


class CoachState(NamedTuple):
    advice: CoachAnswer[Advice] = CoachAnswer()
    course: Mapping[tuple[bytes, int], Chances] = {}
    """The win chances in each position of the game so far, by `position_of`."""
    analysis: CoachAnswer[Analysis] = CoachAnswer()


def state_of(model: Model) -> CoachState:
    state: CoachState = model.observer_values.get(NAME, CoachState())
    return state


def with_state(model: Model, **changes: Any) -> Model:  # noqa: ANN401 - of the fields of `CoachState`
    return replace(model, observer_values={**model.observer_values, NAME: state_of(model)._replace(**changes)})


def position_of(session: AnySession) -> tuple[bytes, int]:
    """Returns the key of a position: the seed of its game, and the number of its newest event, 0 for the start."""
    return session.seed, len(session.started_record.timeline) - 1


def is_on(model: Model) -> bool:
    """Returns whether the coach is on; each game starts without it."""
    return model.maybe_session is not None and model.maybe_session.lineup.table_options.get(NAME) is True


def switch(model: Model, should_be_on: bool) -> Transition:  # noqa: FBT001 - the answer to a question
    """Switches the coach on or off. The journal saves this in the line-up, so that it survives a power cut."""
    before = model.session.lineup
    lineup = replace(before, table_options={**before.table_options, NAME: should_be_on})
    after = replace(model, maybe_session=replace(model.session, lineup=lineup))
    return Transition(after, (SaveLineUp(lineup.to_json()),))


def can_coach(model: Model) -> bool:
    """Returns whether the current game has started and is not over."""
    return core.at_table(model) and model.session.record is not None and not model.session.is_over


def advice_on(model: Model) -> Advice | None:
    """Returns the advice on the current position; None if the coach is off, or has not answered yet."""
    return state_of(model).advice.answer_for(model.maybe_session) if is_on(model) else None


def option_chances(model: Model) -> dict[Any, float]:
    """Returns the win chance of each choice by its event (None for a roll), the best first; empty without advice."""
    advice = advice_on(model)
    return {option.event: option.chance for option in advice.options} if advice is not None else {}


def awaits_advice(model: Model) -> bool:
    """Returns whether the advice is pending, so that no figures can be shown."""
    advice = state_of(model).advice
    return is_on(model) and can_coach(model) and (advice.is_pending or not advice.is_about(model.maybe_session))


def analysis_of(model: Model) -> Analysis | None:
    return state_of(model).analysis.answer_for(model.maybe_session)


def chance_text(_: Translator, chance: float) -> str:
    return _("Win chance: {options}", options=story.percent_text(chance))


def actions_beneath(model: Model) -> dict[Button, Option]:
    """Returns the actions of `ok` and `bank` on the page beneath, except those that only the box has."""
    closed = model.with_top_page_closed()
    screen = screen_of(closed)
    keys = {} if screen.locked else core.keys_of(closed, screen)
    shown = {button: keys[button] for button in (Button.OK, Button.BANK) if button in keys}
    return {button: key for button, key in shown.items() if key.do and not key.box_only}


class CoachPage(core.BoardScreenPage, core.ApplicationPage, frozen=True):
    """Shows the best options, and on the lights the values of all fields. Holding `right` opens it."""

    shows_chances: bool = False
    """Whether it shows the win chances of all players instead."""
    name: ClassVar[str] = "coach"
    is_aside: ClassVar[bool] = True

    def screen(self, model: Model) -> Screen:
        _, advice = model.translate, advice_on(model)
        label = _("What is best?") if self.shows_chances else _("Win chances")
        keys, beneath = core.closing_keys(model), screen_of(model.with_top_page_closed())
        other = core.show(model, CoachPage(not self.shows_chances))
        keys[Button.LEFT] = Option(label, other, icon=Icon.ODDS, box_only=True)
        off = partial(switch, model.with_top_page_closed(), should_be_on=False)
        area: Literal["", "mains"] = "" if Button.BANK in actions_beneath(model) else "mains"
        keys[Button.RIGHT] = Option(_("Hints off"), off, icon=_("off"), area=area, is_for_table=True)
        # The web page shows the buttons of the page beneath, and "Back" only if there are none.
        keys[Button.UNDO] = keys[Button.UNDO]._replace(box_only=not actions_beneath(model))
        title, body, sentence = "", tuple[Block, ...](), beneath.sentence
        if advice is None:
            title, body = _("Coach"), (_no_answer(_, state_of(model).advice),)
        elif self.shows_chances or not advice.options:
            shares = [*map(story.percent_text, advice.chances)]
            body = (_player_table(model, (_("Coach"), _("wins")), shares, NAME_PX),)
        else:
            is_only, players = len(advice.options) == 1, session_of(model).state.players
            why = _("only one field") if is_only else _reason(_, advice, players)
            rows = [(story.option_text(_, each.event), story.percent_text(each.chance)) for each in advice.options]
            (best, chance), *others = rows
            second = [Text(f"({option}: {share})") for option, share in others[:1]]
            on_box = Columns(Big(chance), (Text(best, "bold"), *second))
            in_words = TextTable(tuple(rows), (_("Coach"), _("wins")))
            body = (BoxOnly((on_box,)), WebOnly((in_words,)), Text(why))
            event, legal = advice.options[0].event, claimit.legal(session_of(model).state)
            is_gold = isinstance(event, Place) and isinstance(legal[event.field], claimit.OwnershipStone)
            sentence = _("Best: {option}, a goldclaim", option=best) if is_gold else _("Best: {option}", option=best)
        point = partial(_choose_beneath, model)
        # The option under the cursor stays visible, but the cursor does not move here.
        choices = beneath.choices and Choices((beneath.choices.chosen._replace(do=None),), 0, show="hidden")
        return Screen(title, body=body, choices=choices, keys=keys, point=point, sentence=sentence)

    def named_choices(self, model: Model) -> tuple[FormItem, ...]:
        """Returns the options of the page beneath, for displays that show both."""
        acts = actions_beneath(model).items()
        return tuple(Command(button.value, each.label).item(each.do) for button, each in acts if each.do)

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the values of the available fields: the brighter, the better."""
        gains = _field_gains(advice_on(model))
        if not gains:
            return lights.board(model, now)
        return lights.shaded(session_of(model).state, model.seat_colours, now, AMBER, gains)


def _reason(_: Translator, advice: Advice, players: Sequence[str]) -> str:
    """Returns why the best choice is better than the second, or that it is not; may be empty."""
    shown = [(story.option_text(_, each.event), story.percent_text(each.chance)) for each in advice.options[:2]]
    if not advice.reason and len({chance for _name, chance in shown}) < len(shown):
        return _("{one} and {other} are equally good", one=shown[0][0], other=shown[1][0])
    return story.reason_text(_, advice.reason, players)


def _field_gains(advice: Advice | None) -> dict[int, float]:
    """Returns the value of each available field, from 0 for the worst to 1 for the best."""
    options = advice.options if advice else ()
    chances = {option.event.field: option.chance for option in options if isinstance(option.event, Place)}
    if not chances:
        return {}
    least, most = min(chances.values()), max(chances.values())
    # If all are equal, each is as bright as the best.
    return {field: (chance - least) / (most - least) if most > least else 1.0 for field, chance in chances.items()}


def _choose_beneath(model: Model, place: str) -> Transition:
    """Closes the coach's page, and moves the cursor of the page beneath to the place, unless that page is locked."""
    field, fields = parse_place(place), tuple(claimit.legal(session_of(model).state))
    closed = model.with_top_page_closed()
    if field not in fields or not isinstance(closed.page, PlaceStonePage) or screen_of(closed).locked:
        return core.reject_press(model)
    return Transition(closed.with_page(PlaceStonePage(fields.index(field))))


class MomentPage(core.ApplicationPage, frozen=True):
    """Shows the decisive moment; `left` and `right` switch to the effect of all choices and back."""

    shows_result: bool = False
    name: ClassVar[str] = "moment"
    is_aside: ClassVar[bool] = True

    def screen(self, model: Model) -> Screen:
        _, analysis = model.translate, analysis_of(model)
        other = core.show(model, replace(self, shows_result=not self.shows_result))
        keys = {
            Button.LEFT: Option("", other, icon=Icon.LEFT),
            Button.RIGHT: Option("", other, icon=Icon.RIGHT),
            **core.closing_keys(model),
        }
        ended = Screen(keys=keys, sentence=winners_sentence(_, session_of(model).state), mood="end")
        if analysis is None:
            return ended._replace(title=_("The moment"), body=(_no_answer(_, state_of(model).analysis),))
        if self.shows_result or analysis.turning_point is None:
            return ended._replace(body=_result_blocks(model, analysis))
        timeline, moment = session_of(model).started_record.timeline, analysis.turning_point
        before, step = timeline[moment.step - 1].state, timeline[moment.step]
        shares = f"{story.percent_text(moment.before)}→{story.percent_text(moment.after)}"
        words = story.turning_point_text(_, timeline, moment)
        return ended._replace(
            title=display_name(_, before.players[moment.seat]),
            note=_("Turn {n}", n=before.turns + 1),
            body=(Row(what_happened(_, step), ()), Big(shares), Text(words)),
        )

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the board before the moment, after it, and after the better choice, again and again."""
        analysis = analysis_of(model)
        if analysis is None or analysis.turning_point is None or self.shows_result:
            return lights.board(model, now)
        timeline, moment = session_of(model).started_record.timeline, analysis.turning_point
        states = [timeline[moment.step - 1].state, timeline[moment.step].state]
        if moment.other is not None and moment.other.event is not None:
            states.append(claimit.apply(states[0], moment.other.event))
        step = elapsed(now, model.shown_since, STEP_S)
        state = states[step % len(states)]
        is_newest = state is model.session.state
        shown = lights.board(model, now) if is_newest else lights.table(state, model.seat_colours, now)
        return Lights(shown.colours, model.shown_since + (step + 1) * STEP_S)


def open_analysis(model: Model) -> Transition:
    """Opens the page of the decisive moment; requests the analysis if necessary."""
    opened = model.with_page_on_top(MomentPage())
    # The analysis takes seconds, so it is kept until the game ends.
    if state_of(model).analysis.is_about(model.maybe_session):
        return Transition(opened)
    return Transition(with_state(opened, analysis=CoachAnswer(model.session)), (Ask(AnalyseGame(model.session)),))


def _result_blocks(model: Model, analysis: Analysis) -> tuple[Block, ...]:
    """Returns the effect of all choices for each seat, and names the player who chose best but lost."""
    _, players = model.translate, session_of(model).state.players
    shown = map(story.shown_parts, analysis.result_parts)
    points = [story.signed_points(each.choices + each.others_choices) for each in shown]
    figures = _player_table(model, (_("Without luck"), _("points")), points, RESULT_NAME_PX)
    names = [short_name(_, name) for name in players]
    # With more than two players the names fill the screen.
    words = story.unlucky_text(_, analysis, names) if len(players) == 2 else ""
    return (figures, Text(words)) if words else (figures,)


def _player_table(model: Model, heads: tuple[str, str], figures: Sequence[str], name_px: int) -> TextTable:
    """Returns a table with a figure for each player; `heads` are its title and the name of the figures."""
    names = short_names(model.translate, session_of(model).state.players, name_px, BOLD)
    return TextTable(tuple(zip(names, figures, strict=True)), heads)


def _no_answer(_: Translator, awaited: CoachAnswer[Any]) -> Text:
    return Text(_("thinking…") if awaited.is_pending else _("The coach does not answer."), "bold")


class CoachObserver(Observer):
    def follow(self, before: Model, step: Transition) -> Transition:
        """Requests advice for a new position; moves the cursor of a new page to the best option."""
        if any(isinstance(effect, BeginGame) for effect in step.effects):
            # Switching it on or off during a game does not count for the next one.
            should_be_on = step.model.session.lineup.table_options.get(HINTS.key) is True
            if is_on(step.model) != should_be_on:
                begun = switch(step.model, should_be_on)
                step = step._replace(model=begun.model, effects=(*step.effects, *begun.effects))
        model = step.model
        if not is_on(model) or not can_coach(model):
            return step
        if not state_of(model).advice.is_about(model.maybe_session):
            requested = with_state(model, advice=CoachAnswer(model.session))
            return step._replace(model=requested, effects=(*step.effects, Ask(AskCoach(model.session))))
        best = next(iter(option_chances(model)), None)
        if best is None or model.open_pages[0] != core.table_of(model.session).pages_to_come(model)[0]:
            return step  # no advice yet, or the players have moved the cursor
        return step._replace(model=core.show_option(model, best))

    def handle(self, model: Model, message: messages.Message) -> Transition | None:
        """Stores the coach's answer; an answer that is no longer needed is dropped."""
        advice, course, analysis = state_of(model)
        match message:
            case messages.Answered(AnalyseGame(session), found):
                if not analysis.is_about(session):
                    return Transition(model)
                return Transition(with_state(model, analysis=CoachAnswer(session, found, is_pending=False)))
            case messages.Answered(AskCoach(session), advised):
                if not advice.is_about(session):
                    return Transition(model)
                position = position_of(session)
                # Of this game, without the positions that were undone.
                earlier = {at: chances for at, chances in course.items() if at[0] == position[0] and at < position}
                course = {**earlier, position: advised.chances} if advised else course
                answered = CoachAnswer(session, advised, is_pending=False)
                return Transition(with_state(model, advice=answered, course=course))
            case _:
                return None

    def menu(self) -> tuple[MenuEntry, ...]:
        question = on_or_off("coach", N_("Coach"), N_("gives hints"), N_("no hints"))

        def find(model: Model) -> FormItem | None:
            return FormItem(question, is_on(model), partial(switch, model)) if can_coach(model) else None

        return (MenuEntry(question.label, find, after="Guide"),)

    def decorate(self, model: Model, screen: Screen) -> Screen:
        """Adds the button of the coach, an icon if it is on, and its win chances."""
        if isinstance(model.page, GameOverPage):
            label = model.translate("what decided the game")
            moment = Option("", lambda: open_analysis(model), label, Icon.COACH, box_only=True)
            return screen._replace(keys={**screen.keys, Button.LEFT: moment})
        if not can_coach(model):
            return screen
        if model.page.is_of_game:
            label, open_page = model.translate("Coach"), partial(_open_page, model)
            ask = Option(label, open_page, icon=Icon.COACH, is_for_table=not is_on(model))
            screen = screen._replace(holds={Button.RIGHT: ask})
        if not is_on(model):
            return screen
        screen = screen._replace(badges=(*screen.badges, Icon.COACH))
        advice = advice_on(model)
        match screen.body:
            case (TextTable(rows, heads), *others) if advice and isinstance(model.page, ScoresPage):
                shares = map(story.percent_text, advice.chances)
                figures = tuple((*row[:-1], share) for row, share in zip(rows, shares, strict=True))
                return screen._replace(body=(TextTable(figures, (*heads[:-1], Icon.COACH)), *others))
            case _:
                return _with_chance_of_option(model, _with_chances(model, screen))

    def annotate(self, model: Model, snapshot: Snapshot) -> Snapshot:
        """Replaces risks by win chances; removes them while the advice is pending."""
        if model.page.has_position:
            return snapshot
        chances = option_chances(model)
        if not chances and not awaits_advice(model):
            return snapshot
        _, is_open = model.translate, isinstance(model.page, CoachPage)
        by_name = {story.option_text(_, event): chance for event, chance in chances.items()}

        def share(name: str) -> str:
            return story.percent_text(by_name[name]) if name in by_name else ""

        best = _("The brighter, the better.")
        places = tuple(
            replace(place, after=share(place.name), use=best if is_open and chances else place.use)
            if place.usable
            else place
            for place in snapshot.places
        )
        return replace(snapshot, places=places)

    def describe(
        self, model: Model, viewer: ViewerKind, may: Callable[[messages.ActionMessage], bool]
    ) -> dict[str, Any]:
        """Returns whether the coach is on, and its advice; after the end, whether it has an analysis."""
        if model.page.has_position:
            return {}
        if not can_coach(model):
            is_over = core.at_table(model) and model.session.record is not None
            return {"analysis": True} if is_over and not awaits_announcements(model) else {}
        ask = messages.Pressed(Press(Button.RIGHT, held=True), model.now, viewer)
        on, advice, is_open = is_on(model), state_of(model).advice, isinstance(model.page, CoachPage)
        can_act = is_open and may(messages.Chosen("ok", value=True, at=model.now, sender=viewer))
        possible = actions_beneath(model) if can_act else {}
        labelled = labelled_buttons(model.with_top_page_closed()) if can_act else {}
        is_current = on and advice.is_about(model.maybe_session)
        answer = advice_on(model)
        chances = [{"share": share, "text": story.percent_text(share)} for share in answer.chances] if answer else []
        described: dict[str, Any] = {
            "on": on,
            "may_ask": model.page.is_of_game and may(ask),
            "is_open": is_current and is_open,
            "thinking": is_current and advice.is_pending,
            "chances": chances,
            "options": [],
            "why": "",
            "says": "",
            "acts": [button_json(button, option) for button, option in labelled.items() if button in possible],
        }
        position = position_of(model.session)
        course = state_of(model).course if answer else {}
        points = [(at[1], shares) for at, shares in course.items() if at[0] == position[0] and at <= position]
        if len(points) > 1:
            values = [[round(share, 3) for share in each] for _, each in points]
            steps = [step for step, _ in points]
            described["course"] = {"are_chances": True, "steps": steps, "values": values, "marks": []}
        return {"coach": described | (_describe_advice(model, answer) if answer and is_open else {})}


OBSERVER = CoachObserver()


def _open_page(model: Model) -> Transition:
    # If the press has opened the scores before the hold was detected, the coach's page replaces them.
    below = model.with_top_page_closed() if isinstance(model.page, ScoresPage) else model
    # If the press has moved the cursor, the page beneath is opened again, with the cursor on the advice.
    decision = core.table_of(model.session).pages_to_come(model)[0]
    below = below.with_page(decision) if type(decision) is type(below.page) else below
    return Transition(below.with_page_on_top(CoachPage() if is_on(model) else SWITCH_ON_QUESTION))


def _switch_on(model: Model) -> Transition:
    step = switch(model.with_top_page_closed(), should_be_on=True)
    return step._replace(model=step.model.with_page_on_top(CoachPage()))


SWITCH_ON_QUESTION = ConsentPage(
    N_("Ask the coach?"), _switch_on, core.YES, note=lambda model: model.translate("Hints stay on. Everyone sees them.")
)


def _with_chances(model: Model, screen: Screen) -> Screen:
    """Returns the screen with win chances in the details of the keys; the best one is the main button."""
    # A roll has no event: if other buttons have one, `ok` rolls.
    if not any(option.event is not None for option in screen.keys.values()):
        return screen
    chosen = {button: key for button, key in screen.keys.items() if key.event is not None or button is Button.OK}
    if awaits_advice(model):
        pending = {button: key._replace(detail="…") for button, key in chosen.items()}
        return screen._replace(keys={**screen.keys, **pending})
    chances = option_chances(model)
    figures = {
        button: key._replace(detail=chance_text(model.translate, chances[key.event]))
        for button, key in chosen.items()
        if key.event in chances
    }
    best = next((button for event in chances for button, key in figures.items() if key.event == event), screen.main)
    return screen._replace(keys={**screen.keys, **figures}, main=best)


def _with_chance_of_option(model: Model, screen: Screen) -> Screen:
    """Returns the screen with the win chance of the option under the cursor instead of the risk of a roll.

    The tip says so, too: the percentages on the fields are win chances.
    """
    chances, event = option_chances(model), screen.choices.chosen.event if screen.choices else None
    if event not in chances or event is None:
        return screen
    figure = Text(chance_text(model.translate, chances[event]), "gain")
    tip = Text(model.translate("You can choose another field. Percentages are win chances."), "advice")
    by_style = {"risk": figure, "advice": tip}

    def shown(block: Block) -> Block:
        if not isinstance(block, WebOnly):
            return block
        return WebOnly(tuple(by_style.get(getattr(each, "style", ""), each) for each in block.blocks))

    return screen._replace(body=tuple(map(shown, screen.body)))


def _describe_advice(model: Model, advice: Advice) -> dict[str, Any]:
    _ = model.translate
    options = [
        {"label": story.option_text(_, option.event), "share": option.chance, "text": story.percent_text(option.chance)}
        for option in advice.options
    ]
    if not options:
        return {"why": _("There is nothing to decide now.")}
    best = ", ".join(f"{option['label']} {option['text']}" for option in options[:2])
    name = display_name(_, model.session.lineup.players[advice.seat])
    return {
        "options": options,
        "says": _("Win chance of {name}: {options}", name=name, options=best),
        "why": _reason(_, advice, model.session.lineup.players),
    }
