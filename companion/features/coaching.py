"""The coach as an observer: its questions, its answers, and its additions to screens and snapshots.

It is off until a player switches it on; then it analyses each new position, for everyone to see. Its advice puts the
cursor on the best option, and its win chances are shown on fields and buttons in the place of risks.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.core import messages
from companion.core.button_words import button_words
from companion.core.effects import Ask, BeginGame
from companion.core.lineup import ViewerKind
from companion.core.model import YES, Model, Page, Transition, at_table, show_option, table_of
from companion.core.observers import MenuEntry, Observer
from companion.core.player_names import display_name
from companion.core.questions import FormItem, YesNo
from companion.core.snapshot import Snapshot
from companion.core.table import awaits_announcements
from companion.features.coach import (
    AnalyseGame,
    AskCoach,
    CoachAnswer,
    CoachPage,
    acts_beneath,
    advice_on,
    awaits_advice,
    can_coach,
    chance_words,
    is_on,
    open_analysis,
    option_chances,
    position_of,
    state_of,
    switch,
    with_state,
)
from companion.features.coach_words import option_words, reason_words, whole_per_cent
from companion.locale.translator import N_
from companion.pages.menu import ConsentPage
from companion.tables.shared_pages import GameOverPage
from companion.ui.art import Icon
from companion.ui.screen import Block, Option, Screen, Text, TextTable, WebOnly
from companion.ui.web import button_json
from engine.coach import Advice
from hardware.device import Button, Press


class Coaching(Observer):
    def follow(self, before: Model, step: Transition) -> Transition:
        """Requests advice for a new position; puts the cursor of a new page on what the coach advises."""
        if is_on(step.model) and any(isinstance(effect, BeginGame) for effect in step.effects):
            off = switch(step.model, False)  # noqa: FBT003 - each game begins without it
            step = step._replace(model=off.model, effects=(*step.effects, *off.effects))
        model = step.model
        if not is_on(model) or not can_coach(model):
            return step
        advice = state_of(model).advice
        if advice is None or not advice.is_about(model.game):
            asking = with_state(model, advice=CoachAnswer(model.session))
            return step._replace(model=asking, effects=(*step.effects, Ask(AskCoach(model.session))))
        best = next(iter(option_chances(model)), None)
        if best is None or model.open_pages[0] != table_of(model.session).pages_to_come(model)[0]:
            return step
        return step._replace(model=show_option(model, best))

    def handle(self, model: Model, message: messages.Message) -> Transition | None:
        """Stores the coach's answer; an answer that is no longer needed is dropped."""
        advice, course, analysis = state_of(model)
        match message:
            case messages.Answered(AnalyseGame(session), found):
                if analysis is None or not analysis.is_about(session):
                    return Transition(model)
                answer = CoachAnswer(analysis.session, found, is_pending=False)
                return Transition(with_state(model, analysis=answer))
            case messages.Answered(AskCoach(session), advised):
                if advice is None or not advice.is_about(session):
                    return Transition(model)
                here = position_of(session)
                # What was taken back is none of the game's course.
                earlier = {at: chances for at, chances in course.items() if at[0] == here[0] and at < here}
                course = {**earlier, here: advised.chances} if advised else course
                answered = CoachAnswer(advice.session, advised, is_pending=False)
                return Transition(with_state(model, advice=answered, course=course))
            case _:
                return None

    def menu(self) -> tuple[MenuEntry, ...]:
        question = YesNo("coach", N_("Coach"), N_("gives hints"), N_("no hints"), usual=False)
        return (
            MenuEntry(
                N_("Coach"),
                lambda model: switch(model, not is_on(model)),
                lambda model: model.translate("on") if is_on(model) else model.translate("off"),
                offered=can_coach,
                name="coach",
                after="Guide",
                item=lambda model: FormItem(question, is_on(model)),
                set=switch,
            ),
        )

    def decorate(self, model: Model, screen: Screen) -> Screen:
        """Adds the key of the coach, the icon that it is on, and its win chances."""
        if isinstance(model.page, GameOverPage):
            label = model.translate("what decided the game")
            moment = Option("", lambda: open_analysis(model), label, Icon.COACH, box_only=True)
            return screen._replace(keys={**screen.keys, Button.LEFT: moment})
        if not can_coach(model):
            return screen
        page = _page(model)
        if page is not None:
            ask = Option(model.translate("Coach"), page, icon=Icon.COACH, for_table=not is_on(model))
            screen = screen._replace(holds={Button.RIGHT: ask})
        if not is_on(model):
            return screen
        screen = screen._replace(badges=(*screen.badges, Icon.COACH))
        advice = advice_on(model)
        match screen.body:
            case (TextTable(rows, heads), *others) if advice and isinstance(model.page, type(_scores(model))):
                shares = map(whole_per_cent, advice.chances)
                figures = tuple((*row[:-1], share) for row, share in zip(rows, shares, strict=True))
                return screen._replace(body=(TextTable(figures, (*heads[:-1], Icon.COACH)), *others))
            case _:
                return _with_chance_of_option(model, _with_chances(model, screen))

    def annotate(self, model: Model, snapshot: Snapshot) -> Snapshot:
        """Replaces risks by win chances; shows nothing while the coach is thinking."""
        if model.page.has_position:
            return snapshot
        chances = option_chances(model)
        if not chances and not awaits_advice(model):
            return snapshot
        _, is_open = model.translate, isinstance(model.page, CoachPage)
        by_field = {option_words(_, event): chance for event, chance in chances.items()}

        def share(name: str) -> str:
            return whole_per_cent(by_field[name]) if name in by_field else ""

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
            is_over = at_table(model) and model.session.record is not None
            return {"analysis": True} if is_over and not awaits_announcements(model) else {}
        ask = messages.Pressed(Press(Button.RIGHT, held=True), model.now, viewer)
        on, advice, is_open = is_on(model), state_of(model).advice, isinstance(model.page, CoachPage)
        can_act = is_open and may(messages.Chosen("ok", value=True, at=model.now, sender=viewer))
        keys, words = (acts_beneath(model), button_words(model.with_top_page_closed())) if can_act else ({}, {})
        is_asked = on and advice is not None and advice.is_about(model.game)
        answer = advice_on(model)
        chances = [{"share": share, "text": whole_per_cent(share)} for share in answer.chances] if answer else []
        described: dict[str, Any] = {
            "on": on,
            "may_ask": _page(model) is not None and may(ask),
            "is_open": is_asked and is_open,
            "thinking": is_asked and advice is not None and advice.is_pending,
            "chances": chances,
            "options": [],
            "why": "",
            "says": "",
            "acts": [button_json(button, option) for button, option in words.items() if button in keys],
        }
        here, course = position_of(model.session), state_of(model).course if answer else {}
        points = [(at[1], shares) for at, shares in course.items() if at[0] == here[0] and at <= here]
        if len(points) > 1:
            values = [[round(share, 3) for share in each] for _, each in points]
            steps = [step for step, _ in points]
            described["course"] = {"are_chances": True, "steps": steps, "values": values, "marks": []}
        return {"coach": described | (_describe_advice(model, answer) if answer and is_open else {})}


OBSERVER = Coaching()


def _scores(model: Model) -> Page:
    return table_of(model.session).scores()


def _page(model: Model) -> Callable[[], Transition] | None:
    """Returns the action that opens the coach's page, or the question to switch it on; None if neither is possible."""
    if not model.page.is_of_game:
        return None

    def open_page() -> Transition:
        # Where the press has opened the scores, the coach takes their place: no one wants to close both.
        below = model.with_top_page_closed() if isinstance(model.page, type(_scores(model))) else model
        # The press has moved the cursor: beneath the coach is the page as it opens, with the cursor on its advice.
        decision = table_of(model.session).pages_to_come(model)[0]
        below = below.with_page(decision) if type(decision) is type(below.page) else below
        return Transition(below.with_page_on_top(CoachPage() if is_on(model) else _question()))

    return open_page


def _question() -> Page:
    def start(model: Model) -> Transition:
        step = switch(model.with_top_page_closed(), True)  # noqa: FBT003 - the answer was yes
        return step._replace(model=step.model.with_page_on_top(CoachPage()))

    def note(model: Model) -> str:
        return model.translate("Hints stay on. Everyone sees them.")

    return ConsentPage(N_("Ask the coach?"), start, YES, note=note)


def _with_chances(model: Model, screen: Screen) -> Screen:
    """Returns the screen with win chances in the details of the keys; the best one is the main button."""
    # A roll has no event: it is what `ok` does next to a choice.
    if not any(option.event is not None for option in screen.keys.values()):
        return screen
    chosen = {button: key for button, key in screen.keys.items() if key.event is not None or button is Button.OK}
    if awaits_advice(model):
        pending = {button: key._replace(detail="…") for button, key in chosen.items()}
        return screen._replace(keys={**screen.keys, **pending})
    chances = option_chances(model)
    figures = {
        button: key._replace(detail=chance_words(model.translate, chances[key.event]))
        for button, key in chosen.items()
        if key.event in chances
    }
    best = next((button for event in chances for button, key in figures.items() if key.event == event), screen.main)
    return screen._replace(keys={**screen.keys, **figures}, main=best)


def _with_chance_of_option(model: Model, screen: Screen) -> Screen:
    """Returns the screen with the win chance of the option under the cursor, next to the risk of a roll."""
    chances, event = option_chances(model), screen.choices.chosen.event if screen.choices else None
    if event not in chances or event is None:
        return screen
    figure = Text(chance_words(model.translate, chances[event]), "gain")

    def shown(block: Block) -> Block:
        if isinstance(block, WebOnly) and any(isinstance(each, Text) and each.style == "risk" for each in block.blocks):
            return WebOnly((*block.blocks, figure))
        return block

    return screen._replace(body=tuple(map(shown, screen.body)))


def _describe_advice(model: Model, advice: Advice) -> dict[str, Any]:
    """Returns the options and their win chances, the best first, and the reason."""
    _ = model.translate
    options = [
        {
            "label": option_words(_, option.event),
            "share": option.chance,
            "text": whole_per_cent(option.chance),
        }
        for option in advice.options
    ]
    if not options:
        return {"why": _("There is nothing to decide now.")}
    best = ", ".join(f"{option['label']} {option['text']}" for option in options[:2])
    name = display_name(_, model.session.lineup.players[advice.seat])
    return {
        "options": options,
        "says": _("Win chance of {name}: {options}", name=name, options=best),
        "why": reason_words(_, advice.reason, model.session.lineup.players),
    }
