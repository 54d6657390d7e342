"""The story of a game: each moment of a record as the web page shows it, and the coach's analysis in words.

All is returned as JSON, and computed only for the moments that are viewed: a long game has thousands of them.
"""

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import floor
from typing import Any, NamedTuple

from msgspec import to_builtins
from msgspec.structs import replace

from companion.core.game_session import AnySession, replayed_session
from companion.core.lineup import SPECTATOR, LineUp
from companion.core.model import Model, table_of
from companion.core.player_names import display_name
from companion.locale.translator import Translator, translator_for
from companion.tables.shared_pages import ScoresPage
from companion.ui.web import to_json
from engine.claimit import Bank, Event, Place, Roll, format_field
from engine.coach import TOLERANCE, Analysis, Chances, Decision, Option, Reason, ResultParts, TurningPoint
from engine.record import AnyRecord, AnyStep, PersistentList, format_event
from hardware.device import Colour

MAX_LISTED = 5
"""Maximum number of mistakes in the analysis."""

# The coach's texts, also for its pages. Only Claim It! has a coach, so an option is one of its events.


def reason_text(_: Translator, reason: Reason | None, players: Sequence[str]) -> str:
    """Returns why one option is better than another; empty without a reason."""
    if reason is None:
        return ""
    name = "" if reason.seat is None else display_name(_, players[reason.seat])
    return _(reason.text, **reason.numbers, name=name)


def option_text(_: Translator, event: Event | None) -> str:
    """Returns the name of an option; `event` is None for a roll."""
    match event:
        case Place(field):
            return format_field(field)
        case Bank():
            return _("bank")
        case _:
            return _("roll")


def comparison_text(_: Translator, done: Option, other: Option | None, *, is_bust: bool) -> str:
    """Returns a text about a decision: the better choice, that rolling was right, or bad luck; else empty.

    `done` is the player's choice, for a roll with the win chance before the dice were known; `other` is the best other
    choice, None if there was none.
    """
    if other is None:
        return _("Bad luck") if is_bust else ""
    option, share, chosen = option_text(_, other.event), percent_text(other.chance), percent_text(done.chance)
    if other.chance > done.chance:
        if share == chosen:  # the difference is not visible
            return _("Bad luck") if is_bust else ""
        return _("Better: {option} ({share} instead of {chosen})", option=option, share=share, chosen=chosen)
    if done.event is not None:
        return ""
    if is_bust:
        return _("Bad luck: rolling was right ({option}: {share})", option=option, share=share)
    return _("Rolling was right ({option}: {share})", option=option, share=share)


def turning_point_text(_: Translator, timeline: Sequence[AnyStep], point: TurningPoint) -> str:
    """Returns the alternative at the turning point; see `comparison_text`."""
    step = timeline[point.step]
    return comparison_text(_, point.chosen, point.other, is_bust=isinstance(step.event, Roll) and step.state.busted)


def unlucky_text(_: Translator, analysis: Analysis, names: Sequence[str]) -> str:
    """Returns the text for a player who chose best but lost; empty if a winner chose equally well."""
    return "" if analysis.unlucky is None else _("{name} chose best but rolled badly", name=names[analysis.unlucky])


class ShownParts(NamedTuple):
    """The parts of a seat's result, in whole percentage points; the last one is the sum of the others."""

    beginning: int
    dice: int
    """The effect of the player's own rolls."""
    choices: int
    """The effect of the player's own choices."""
    others_dice: int
    others_choices: int
    result: int


def shown_parts(sums: ResultParts) -> ShownParts:
    terms = (sums.beginning, sums.own_dice, sums.own_decisions, sums.others_dice, sums.others_decisions)
    result = _whole_percent(sums.result)
    return ShownParts._make((*apportion([100 * term for term in terms], result), result))


def apportion(parts: Sequence[float], total: int) -> list[int]:
    """Rounds parts so that they add up to a total: the largest remainders are rounded up."""
    rounded = [floor(part) for part in parts]
    largest = sorted(range(len(parts)), key=lambda index: rounded[index] - parts[index])
    for index in largest[: total - sum(rounded)]:
        rounded[index] += 1
    return rounded


def signed_points(gain: int) -> str:
    """Returns percentage points that were won or lost, with their sign; 0 has none."""
    return f"{gain:+d}" if gain else "0"


def percent_text(share: float) -> str:
    """Returns a share in whole per cent; only shares of 0 and 1 are 0% and 100%, all others 1% to 99%."""
    return f"{_whole_percent(share)}%"


def _whole_percent(share: float) -> int:
    rounded = round(100 * share)
    # Sums of floats are not exact, so shares very close to 0 or 1 are 0 or 1.
    return rounded if abs(share - round(share)) < TOLERANCE else min(max(rounded, 1), 99)


# The story


class StoryViewer(NamedTuple):
    """A viewer's language, and the palette of the seat colours."""

    language: str
    palette: tuple[Colour, ...]


def story_of(record: AnyRecord, seat_colours: Sequence[int] = ()) -> AnySession:
    """Returns a story: a session that replays a record. `seat_colours` are those of `LineUp.colours` if known."""
    session = replayed_session(record)
    return replace(session, lineup=replace(session.lineup, colours=tuple(seat_colours))) if seat_colours else session


def describe_story(story: AnySession, viewer: StoryViewer) -> dict[str, Any]:
    _ = translator_for(viewer.language)
    return {
        "title": story.game.title,
        "players": [display_name(_, name) for name in story.lineup.players],
        "length": len(story.kept_events),
        "is_coached": story.game.coach_module is not None,
    }


def describe_course(story: AnySession, chances: Sequence[Chances] | None = None) -> dict[str, Any]:
    """Returns the course of a game as JSON, for the chart: the win chances or, without a coach, the scores."""
    table, record = table_of(story), story.started_record
    chart_marks = [
        [number, mark]
        for number, (before, step) in enumerate(pairwise(record.timeline), 1)
        if (mark := table.mark(before.state, step))
    ]
    if chances is not None:
        values = [[round(share, 3) for share in each] for each in chances]
        return {"are_chances": True, "steps": list(range(len(values))), "values": values, "marks": chart_marks}
    steps, scores = list[int](), list[list[int]]()
    for number, step in enumerate(record.timeline):
        players = record.game.to_json(step.state)["players"]
        # The figure that decides the game, else the first one in the notation; if known, all values that players own.
        figure = next(iter((*record.game.ranking, *(key for key in players[0] if key != "name"))))
        score = table.owned_values(step.state) or [int(player[figure]) for player in players]
        # Only the changes, because a game may have thousands of moments.
        if not scores or score != scores[-1]:
            steps.append(number)
            scores.append(score)
    return {"are_chances": False, "steps": steps, "values": scores, "marks": chart_marks}


def describe_moment(story: AnySession, number: int, viewer: StoryViewer) -> dict[str, Any]:
    """Returns one moment, 0 for the start, as JSON: the game as the web page draws it, the lights, and a caption."""
    model = _model_at(story, number, viewer)
    table, axes = table_of(story), model.page.axes(model)
    screen = table.pages_to_come(model)[0].screen(model)
    # Without the choices, and without their body, which describes the option under the cursor.
    screen = screen._replace(choices=None, body=() if screen.choices else screen.body)
    return {
        "caption": table.caption(model),
        "screen": to_json(model.translate, screen),
        "game": to_builtins(table.snapshot(model, SPECTATOR)),
        "axes": axes and axes._asdict(),
        "play_on": _describe_play_on(story, number),
        "lights": bytes(channel for colour in table.board(model, now=0.0).colours for channel in colour).hex(),
    }


def _describe_play_on(story: AnySession, number: int) -> dict[str, Any] | None:
    """Returns the newest position between turns up to a moment, to continue from; None if the game has none."""
    make_position, lineup = table_of(story).make_position, story.lineup
    if make_position is None:
        return None
    # A new line-up: without the bots, and without the id of the group, so that its links to seats become invalid.
    new_lineup = LineUp(lineup.game, lineup.players, lineup.options, colours=lineup.colours).to_json()
    for step in reversed(story.started_record.timeline[: number + 1]):
        position = make_position(step.state)
        if position is not None:
            return {"lineup": new_lineup, "position": format_event(position, story.game), "turn": step.state.turns + 1}
    return None


def caption_of(story: AnySession, number: int, viewer: StoryViewer) -> str:
    return table_of(story).caption(_model_at(story, number, viewer))


def describe_analysis(story: AnySession, analysis: Analysis, viewer: StoryViewer) -> dict[str, Any]:
    _, names = translator_for(viewer.language), describe_story(story, viewer)["players"]
    shown = [shown_parts(each) for each in analysis.result_parts]
    listed = analysis.mistakes[:MAX_LISTED]
    costs, smaller = _list_costs(_, analysis, shown, names)
    return {
        "players": names,
        "sums": [[name, *points] for name, points in _name_parts(_, story, shown)],
        "unlucky": unlucky_text(_, analysis, names),
        "course": describe_course(story, analysis.chances),
        "moment": analysis.turning_point and _describe_turning_point(story, analysis.turning_point, viewer),
        "blunders": [_describe_mistake(story, each, cost, viewer) for each, cost in zip(listed, costs, strict=True)],
        "smaller": smaller,
    }


def _describe_turning_point(story: AnySession, point: TurningPoint, viewer: StoryViewer) -> dict[str, Any]:
    _, caption = translator_for(viewer.language), caption_of(story, point.step, viewer)
    before, after = percent_text(point.before), percent_text(point.after)
    text = _(
        "{what} The win chance went from {before} to {after}.", what=_end_sentence(caption), before=before, after=after
    )
    return {
        "step": point.step,
        "caption": caption,
        "swing": f"{before} → {after}",
        "text": text,
        "instead": turning_point_text(_, story.started_record.timeline, point),
    }


def _describe_mistake(story: AnySession, mistake: Decision, cost: int, viewer: StoryViewer) -> dict[str, Any]:
    _ = translator_for(viewer.language)
    caption, level, best = caption_of(story, mistake.step, viewer), _(str(mistake.level)), mistake.best
    compared = comparison_text(_, mistake.chosen, best, is_bust=False)
    text = _(
        "{what} {level}: {points} percentage points lost.",
        what=_end_sentence(caption),
        level=level[:1].upper() + level[1:],
        points=cost,
    )
    return {
        "step": mistake.step,
        "caption": caption,
        "loss": signed_points(-cost),
        "level": level,
        "text": text,
        "instead": ": ".join(filter(None, (compared, reason_text(_, mistake.reason, story.lineup.players)))),
        "chance": percent_text(mistake.chosen.chance),
        # The better choice is shown on the board if it is a field.
        "field": format_event(best.event, story.game).get("field", "") if best.event else "",
    }


def _list_costs(
    _: Translator, analysis: Analysis, shown: Sequence[ShownParts], names: Sequence[str]
) -> tuple[list[int], list[str]]:
    """Returns the costs of the listed mistakes, and a line with the cost of each player's other mistakes."""
    listed, lines = analysis.mistakes[:MAX_LISTED], list[str]()
    costs = dict[int, int]()
    for seat, (seat_parts, name) in enumerate(zip(shown, names, strict=True)):
        own = [each for each in listed if each.seat == seat]
        costly = [each for each in analysis.decisions if each.seat == seat and each.loss > TOLERANCE]
        others = [each for each in costly if each not in own]
        # Rounded together, so that they add up to the points of the player's choices, which are negative or 0.
        parts = [each.loss for each in own] + ([sum(each.loss for each in others)] if others else [])
        rounded = apportion([100 * part for part in parts], -seat_parts.choices)
        costs |= {each.step: cost for each, cost in zip(own, rounded[: len(own)], strict=True)}
        if rest := sum(rounded[len(own) :]):
            words = _.many("{n} smaller one", "{n} smaller ones", len(others))
            lines.append(f"{name}: {words}: {signed_points(-rest)}")
    return [costs[each.step] for each in listed], lines


def _name_parts(_: Translator, story: AnySession, shown: Sequence[ShownParts]) -> Iterator[tuple[str, Iterable[int]]]:
    """Yields the name of each part of the results with its percentage points by seat; the last is the sum."""
    # A game that continues from an entered position has it as its second event.
    continues = any(format_event(event, story.game)["event"] == "position" for event in story.kept_events[1:2])
    words = (
        _("the position") if continues else _("at the start"),
        _("own dice"),
        _("own choices"),
        _("the others' dice"),
        _("the others' choices"),
        _("result"),
    )
    return zip(words, zip(*shown, strict=True), strict=True)


def _end_sentence(caption: str) -> str:
    return caption if caption.endswith(("!", "?", ".")) else f"{caption}."


def _model_at(story: AnySession, number: int, viewer: StoryViewer) -> Model:
    timeline = story.started_record.timeline[: number + 1]
    events = PersistentList.of(step.event for step in timeline)
    session = replace(story, record=dataclasses.replace(story.started_record, events=events, timeline=timeline))
    page = ScoresPage()  # any page of the game: as the home, it makes the model a replay (`is_replay`)
    return Model(page, page, maybe_session=session, language=viewer.language, colours=viewer.palette, guide=False)
