"""Random games with their records, as the journal would store them."""

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache
from random import Random
from typing import Any, NamedTuple

from companion.core.game_session import GameSession
from companion.core.lineup import LineUp
from companion.core.saved_games import GameId
from companion.runtime.journal import Journal
from companion.tables.claimit.session import Session
from companion.tables.shared_pages import summarize
from engine import claimit, klondike, piratenclaim
from engine.bot import Bot, BotView
from engine.claimit import Bank, Event, Phase, Roll
from engine.claimit.playouts import placement_for
from engine.dice import Draws
from engine.game import Finish, Json, Reveal, Seat, Start, StartRoll, Undo
from engine.klondike.rules import TILES
from engine.piratenclaim import Discover, State
from engine.record import AnyEvent, AnyRecord, format_event, start_record
from tests.engine.klondike_hands import draw_event

SEED = bytes(range(32))
BEGUN, ENDED = "2026-11-21T12:00:00Z", "2026-11-21T12:41:30Z"


class Played(NamedTuple):
    running: Session
    happened: tuple[AnyEvent, ...]

    @property
    def events(self) -> tuple[Json, ...]:
        return tuple(format_event(event, claimit) for event in self.happened)

    @property
    def lines(self) -> list[str]:
        start = next(place for place, event in enumerate(self.events) if event["event"] == "start")
        return [json.dumps(event) for event in self.events[start:]]


@cache
def played(
    players: Sequence[str] = ("Green", "Blue"), seed: bytes = SEED, *, by_hand: bool = False, fair: bool = True,
    bots: tuple[Bot, ...] = (),
) -> Played:  # fmt: skip
    """Plays a whole game, from the rolls for the start to the revealed seed; `minds` replace random choices."""
    line_up = LineUp(claimit.name, tuple(players), claimit.options, by_hand, colours=(0, 1), fair=fair)
    session: Session = GameSession(line_up, seed)
    rng, events = Random(seed), list[Any]()
    while event := _next_event(session, rng, bots):
        session = session.record_event(event)
        events.append(event)
    return Played(session, tuple(events))


def forged_game() -> Played:
    """Returns the same game with the dice of one roll in another order; the checksums of the journal will be right."""
    game = played()
    happened = list(game.happened)
    rolls = ((place, each.dice) for place, each in enumerate(happened) if isinstance(each, Roll))
    place, (first, second, third) = next((place, dice) for place, dice in rolls if dice[0] != dice[2])
    happened[place] = Roll((third, second, first))
    return game._replace(happened=tuple(happened))


def save_game(journal: Journal, game: Played, begun_at: str = BEGUN, ended_at: str = ENDED) -> GameId:
    number = journal.begin(game.running.lineup.to_json(), game.running.seed, begun_at)
    began, ended = (datetime.fromisoformat(at) for at in (begun_at, ended_at))
    # Three times, for a gap over half an hour counts as a break.
    between = f"{began + (ended - began) / 2:%Y-%m-%dT%H:%M:%SZ}"
    for events, at in ((game.events[:1], begun_at), (game.events[1:9], between), (game.events[9:], ended_at)):
        journal.append(number, events, at)
    journal.finish(number, ended_at, summarize(game.running))
    return number


def _next_event(session: Session, rng: Random, minds: tuple[Bot, ...]) -> AnyEvent | None:
    if session.record is None:
        return _start_event(session, rng)
    state = session.state
    match state.phase:
        case Phase.OVER:
            shown = session.lineup.by_hand or isinstance(session.kept_events[-1], Reveal)
            return None if shown else Reveal(session.seed)
        case Phase.PLACE | Phase.CHOOSE if minds:
            decided = minds[state.turn].decide(BotView(claimit.name, state), rng.random)
            return _roll(session, rng) if decided is None else decided
        case Phase.PLACE:
            return placement_for(state, rng.random())
        case Phase.CHOOSE if rng.random() < 0.5:
            return Bank()
        case _:
            return _roll(session, rng)


def _start_event(session: Session, rng: Random) -> AnyEvent:
    opened = claimit.start_rule.opening(len(session.lineup.players), session.start_rolls)
    if opened.to_roll is None:
        return session.start_event(opened.rolling[0])
    return StartRoll(opened.to_roll, _roll(session, rng))


def _roll(session: Session, rng: Random) -> Event:
    if session.lineup.by_hand:
        return Roll((rng.randint(1, 6), rng.randint(1, 6), rng.randint(1, 6)), "hand")
    return claimit.start_rule.roll(session.draws)


NAMES = ("Ada", "Bob")


@cache
def klondike_record() -> AnyRecord:
    """A match in which every player may place any tile that is left; the first event is undone and repeated."""
    rng = Random(7)
    record = start_record(Start("klondike", NAMES, Seat(1), klondike.options))
    while not klondike.is_over(record.state):
        lying = {tuple(sorted(tile)) for tile in record.state.slots if tile is not None}
        event = draw_event(record.state, [tile for tile in TILES if tile not in lying], rng)
        record = record.play(event)
        if len(record.events) == 2:
            record = record.play(Undo()).play(event)
    return record


@cache
def piratenclaim_record() -> AnyRecord:
    """Four turns with all possible discoveries; then the players declare the winner."""
    record = start_record(Start("piratenclaim", NAMES, Seat(0), piratenclaim.options))
    while record.state.turns < 4:
        record = record.play(_next_of_piratenclaim(record.state, record.drawn_count))
    return record.play(Finish((Seat(1),)))


def _next_of_piratenclaim(state: State, counter: int) -> piratenclaim.Event:
    drawn = piratenclaim.chance_event(state, Draws(SEED, counter))
    if drawn is not None and not state.dice_used:
        return drawn
    events = piratenclaim.legal_events(state)
    return next((event for event in events if isinstance(event, Discover)), events[0])


RECORDS: dict[str, Callable[[], AnyRecord]] = {
    "claimit": lambda: played(NAMES).running.started_record,
    "klondike": klondike_record,
    "piratenclaim": piratenclaim_record,
}
"""The records by the name of the game."""
