"""The coach of Claim It!: its answers about the current game, and its pages.

It thinks in a separate process, so its page may open before the answer arrives, and stay open without one. An
answer counts for the game that it was given for: what the coach said of another position is not shown.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.core.effects import Ask, Job, SaveLineUp
from companion.core.game_session import AnySession
from companion.core.model import (
    ApplicationPage,
    BoardScreenPage,
    Model,
    Transition,
    at_table,
    closing_keys,
    keys_of,
    press_key,
    reject_press,
    show,
)
from companion.core.observers import screen_of
from companion.core.player_names import display_name, short_name, short_names
from companion.core.questions import Command, Question
from companion.features.coach_words import (
    moment_words,
    option_words,
    reason_words,
    shown_sums,
    signed_points,
    unlucky_words,
    whole_per_cent,
)
from companion.features.jobs import ADVICE_S, ANALYSIS_S, advise
from companion.lights.composition import AMBER, Lights, elapsed
from companion.locale.translator import Translator
from companion.tables.claimit import lights
from companion.tables.claimit.place import RollPage
from companion.tables.claimit.session import parse_place, session_of, what_happened
from companion.tables.shared_pages import winners_sentence
from companion.ui.art import Icon
from companion.ui.canvas import BLACK, WHITE, Canvas, Rect
from companion.ui.font import BOLD, DOUBLE, Font
from companion.ui.pictures import Picture, Size
from companion.ui.screen import Big, Block, BoxOnly, Choices, Option, Row, Screen, Text, TextTable, WebOnly
from engine import claimit, coach
from engine.claimit import Bank, Place
from engine.coach import Advice, Analysis, Chances, analyse_record
from hardware.device import Button

NAME = "coach"
"""The name of its value in `Model.slots`, and of the option of the table that switches it on."""
NAME_PX = 80
RESULT_NAME_PX = 82
STEP_S = 2.0
"""How long the lights show the board before the moment, after it, and after the better choice."""
OPTION, OPTION_GAP = Size(62, 27), 2
"""The size of an option, and the columns between two, in pixels."""
Answer = TypeVar("Answer")


class AskCoach(NamedTuple):
    """The question for advice on the newest position; an older question without an answer is dropped."""

    session: AnySession

    @property
    def job(self) -> Job:
        call = (self.session.lineup.game, self.session.state)
        return Job("think", advise, call, ADVICE_S, is_newest_only=True)


class AnalyseGame(NamedTuple):
    session: AnySession

    @property
    def job(self) -> Job:
        return Job("think", analyse_record, (self.session.started_record,), ANALYSIS_S)


class CoachAnswer(NamedTuple, Generic[Answer]):
    """A question to the coach, and its answer, if any."""

    session: AnySession
    """The game at the moment of the question."""
    answer: Answer | None = None
    is_pending: bool = True
    """Whether the coach is still thinking; if not and without an answer, it has failed."""

    def is_about(self, session: AnySession | None) -> bool:
        """Returns whether this is about the current position, without comparing its events."""
        then = self.session
        return session is not None and (then.seed, then.events) == (session.seed, session.events)


class CoachState(NamedTuple):
    """The last questions to the coach, and its answers."""

    advice: CoachAnswer[Advice] | None = None
    course: Mapping[tuple[bytes, int], Chances] = {}
    """The win chances in each position of the game so far."""
    analysis: CoachAnswer[Analysis] | None = None


NO_STATE = CoachState()


def state_of(model: Model) -> CoachState:
    state: CoachState = model.slots.get(NAME, NO_STATE)
    return state


def with_state(model: Model, **changes: Any) -> Model:  # noqa: ANN401 - of the fields of `CoachState`
    return replace(model, slots={**model.slots, NAME: state_of(model)._replace(**changes)})


def position_of(session: AnySession) -> tuple[bytes, int]:
    """Returns the key of a position: the seed of its game, and the number of its newest event, 0 for the start."""
    return session.seed, len(session.started_record.timeline) - 1


def is_on(model: Model) -> bool:
    """Returns whether the coach is on; each game starts without it."""
    return model.game is not None and model.game.lineup.table_options.get(NAME) is True


def switch(model: Model, is_wanted: bool) -> Transition:  # noqa: FBT001 - the answer to a question
    """Switches the coach on or off; the game stores this, so that a power cut does not change it."""
    lineup = model.session.lineup
    lineup = replace(lineup, table_options={**lineup.table_options, NAME: is_wanted})
    return Transition(replace(model, game=replace(model.session, lineup=lineup)), (SaveLineUp(lineup.to_json()),))


def can_coach(model: Model) -> bool:
    """Returns whether the current game has a coach, and is not over."""
    session = model.game
    if session is None or session.record is None:
        return False
    game = session.game
    return game.coach_module is not None and not game.is_over(session.state) and at_table(model)


def advice_on(model: Model) -> Advice | None:
    """Returns the advice on the current position; None if the coach is off, or has not answered yet."""
    answer = state_of(model).advice
    return answer.answer if is_on(model) and answer is not None and answer.is_about(model.game) else None


def option_chances(model: Model) -> dict[Any, float]:
    """Returns the win chance of each choice by its event, the best first; empty without advice."""
    advice = advice_on(model)
    return {option.event: option.chance for option in advice.options} if advice is not None else {}


def awaits_advice(model: Model) -> bool:
    """Returns whether the coach is thinking; meanwhile its figures are empty."""
    answer = state_of(model).advice
    has_answered = answer is not None and answer.is_about(model.game) and not answer.is_pending
    return is_on(model) and can_coach(model) and not has_answered


def analysis_of(model: Model) -> Analysis | None:
    """Returns the analysis of the current game; None if the coach has not answered yet."""
    answer = state_of(model).analysis
    return answer.answer if answer is not None and answer.is_about(model.game) else None


def chance_words(_: Translator, chance: float) -> str:
    return _("Win chance: {options}", options=whole_per_cent(chance))


def acts_beneath(model: Model) -> dict[Button, Option]:
    """Returns the actions of `ok` and `bank` on the page beneath, if they change more than the screen."""
    closed = model.with_top_page_closed()
    return _acts(closed, screen_of(closed))


def _acts(closed: Model, screen: Screen) -> dict[Button, Option]:
    if screen.locked:
        return {}
    keys = keys_of(closed, screen)
    shown = {button: keys[button] for button in (Button.OK, Button.BANK) if button in keys}
    return {button: key for button, key in shown.items() if key.do and not key.box_only}


class CoachPage(BoardScreenPage, ApplicationPage, frozen=True):
    """Shows the two best options, and on the lights the values of all fields. A held `right` opens it."""

    standing: bool = False
    """Whether everyone's win chances are shown instead."""
    name: ClassVar[str] = "coach"
    is_aside: ClassVar[bool] = True

    def screen(self, model: Model) -> Screen:
        _, advice = model.translate, advice_on(model)
        other = _("What is best?") if self.standing else _("Win chances")
        keys, closed = closing_keys(model), model.with_top_page_closed()
        beneath = screen_of(closed)
        keys[Button.LEFT] = Option(other, show(model, CoachPage(not self.standing)), icon=Icon.ODDS, box_only=True)
        # Where the web page has the buttons of the page beneath, none of them is `ok` with its "Back".
        keys[Button.UNDO] = keys[Button.UNDO]._replace(box_only=not _acts(closed, beneath))
        title, body = "", tuple[Block, ...]()
        if advice is None:
            title, body = _("Coach"), (_no_answer(_, state_of(model).advice),)
        elif self.standing or not advice.options:
            shares = [*map(whole_per_cent, advice.chances)]
            body = (_figures(model, (_("Coach"), _("wins")), shares, NAME_PX),)
        else:
            is_only, players = len(advice.options) == 1, session_of(model).state.players
            why = _("only one field") if is_only else reason_words(_, advice.reason, players)
            best = BestOptions(tuple(_words(_, each) for each in advice.options[:2]))
            # A title leaves the pictures no room.
            rows = ((option_words(_, each.event), whole_per_cent(each.chance)) for each in advice.options)
            in_words = TextTable(tuple(rows), (_("Coach"), _("wins")))
            body = (BoxOnly((best,)), WebOnly((in_words,)), Text(why))
        point = partial(_choose_beneath, model)
        # The option in question stays chosen; the cursor does not move here.
        choices = beneath.choices and Choices((beneath.choices.chosen._replace(do=None),), 0, "hidden")
        return Screen(title, body=body, choices=choices, keys=keys, point=point, sentence=beneath.sentence)

    def choices(self, model: Model) -> tuple[Question, ...]:
        """Returns the options of the page beneath, for displays that show both."""
        return tuple(Command(button.value, row.label) for button, row in acts_beneath(model).items())

    def choose(self, model: Model, name: str, value: object) -> Transition:
        closed = model.with_top_page_closed()
        return press_key(closed, screen_of(closed), Button(name))

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the values of the available fields: the brighter, the better."""
        gains = _field_gains(advice_on(model))
        if not gains:
            return lights.board(model, now)
        return lights.shaded(session_of(model).state, model.seat_colours, now, AMBER, gains)


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
    """Chooses that field for the current roll, and closes; not if an observer chooses."""
    field, fields = parse_place(place), tuple(claimit.legal(session_of(model).state))
    closed = model.with_top_page_closed()
    if field not in fields or not isinstance(closed.page, RollPage) or screen_of(closed).locked:
        return reject_press(model)
    return Transition(closed.with_page(RollPage(fields.index(field))))


class BestOptions(Picture, Struct, frozen=True):
    """The two best options with their win chances, side by side; the best one inverse."""

    options: tuple[tuple[str, str], ...]
    """One or two options, the best first: the name or `Icon`, and the win chance."""
    font: Font = DOUBLE

    @property
    def size(self) -> Size:
        return Size(2 * OPTION.width + OPTION_GAP, OPTION.height - DOUBLE.height + self.font.height)

    def within(self, rows: int) -> Picture | str:
        sizes = (self, replace(self, font=BOLD))
        return next((each for each in sizes if each.size.height <= rows), self.text)

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        for number, (what, chance) in enumerate(self.options):
            left, ink = x + number * (OPTION.width + OPTION_GAP), WHITE if number else BLACK
            box, middle = Rect(left, y, left + OPTION.width, y + self.size.height), left + OPTION.width // 2
            (canvas.outline if number else canvas.fill)(box, WHITE, 2)
            if isinstance(what, Icon):
                canvas.say(what, canvas.icon(middle - 5, y + 2, what, ink=ink))
            else:
                canvas.text(middle, y + 2, what, align="centre", ink=ink)
            canvas.text(middle, y + 11, chance, self.font, "centre", ink=ink)


def _words(_: Translator, option: coach.Option) -> tuple[str, str]:
    chance = whole_per_cent(option.chance)
    if option.event is None or isinstance(option.event, Bank):
        # As over the buttons: the words are too long in some languages.
        return Icon.ROLL if option.event is None else Icon.BANK, chance
    return option_words(_, option.event), chance


class MomentPage(ApplicationPage, frozen=True):
    """Shows the moment; `left` and `right` switch to the effect of all choices and back."""

    result: bool = False

    name: ClassVar[str] = "moment"
    is_aside: ClassVar[bool] = True

    def screen(self, model: Model) -> Screen:
        _, found = model.translate, analysis_of(model)
        other = show(model, replace(self, result=not self.result))
        keys = {
            Button.LEFT: Option("", other, icon=Icon.LEFT),
            Button.RIGHT: Option("", other, icon=Icon.RIGHT),
            **closing_keys(model),
        }
        ended = Screen(keys=keys, sentence=winners_sentence(_, session_of(model).state), mood="end")
        if found is None:
            return ended._replace(title=_("The moment"), body=(_no_answer(_, state_of(model).analysis),))
        if self.result or found.moment is None:
            return ended._replace(body=_result(model, found))
        line, moment = session_of(model).started_record.timeline, found.moment
        before, step = line[moment.step - 1].state, line[moment.step]
        shares = f"{whole_per_cent(moment.before)}→{whole_per_cent(moment.after)}"
        words = moment_words(_, line, moment)
        return ended._replace(
            title=display_name(_, before.players[moment.seat]),
            note=_("Turn {n}", n=before.turns + 1),
            body=(Row(what_happened(_, step), ()), Big(shares), Text(words)),
        )

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the board before the moment, after it, and after the better choice; then again."""
        found = analysis_of(model)
        if found is None or found.moment is None or self.result:
            return lights.board(model, now)
        line, moment = session_of(model).started_record.timeline, found.moment
        states = [line[moment.step - 1].state, line[moment.step].state]
        if moment.other is not None and moment.other.event is not None:
            states.append(claimit.apply(states[0], moment.other.event))
        step = elapsed(now, model.shown_since, STEP_S)
        state = states[step % len(states)]
        is_newest = state is model.session.state
        seen = lights.board(model, now) if is_newest else lights.table(state, model.seat_colours, now)
        return Lights(seen.colours, model.shown_since + (step + 1) * STEP_S)


def open_analysis(model: Model) -> Transition:
    """Opens the page of the decisive moment; requests the analysis if necessary."""
    opened, analysis = model.with_page_on_top(MomentPage()), state_of(model).analysis
    # Going through a game takes seconds: the answer is kept as long as the game is on the table.
    if analysis is not None and analysis.is_about(model.game):
        return Transition(opened)
    return Transition(with_state(opened, analysis=CoachAnswer(model.session)), (Ask(AnalyseGame(model.session)),))


def _result(model: Model, found: Analysis) -> tuple[Block, ...]:
    """Returns the effect of all choices for each seat, and names the player who chose best but lost."""
    _, players = model.translate, session_of(model).state.players
    shown = map(shown_sums, found.sums)
    brought = [signed_points(each.choices + each.others_choices) for each in shown]
    figures = _figures(model, (_("Without luck"), _("points")), brought, RESULT_NAME_PX)
    names = [short_name(_, name) for name in players]
    # With more than two their names fill the screen.
    words = unlucky_words(_, found, names) if len(players) == 2 else ""
    return (figures, Text(words)) if words else (figures,)


def _figures(model: Model, heads: tuple[str, str], figures: Sequence[str], name_px: int) -> TextTable:
    """Returns a figure for each player under a title and the figures' name."""
    names = short_names(model.translate, session_of(model).state.players, name_px, BOLD)
    return TextTable(tuple(zip(names, figures, strict=True)), heads)


def _no_answer(_: Translator, awaited: CoachAnswer[Any] | None) -> Text:
    """Returns the text for a coach that is thinking or has failed."""
    is_thinking = awaited is None or awaited.is_pending
    return Text(_("thinking…") if is_thinking else _("The coach does not answer."), "bold")
