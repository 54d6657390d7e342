"""Which finished games count for ratings, and what is told of each person's rating."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from companion.core.ratings import RatedGame, Rating, expected_win, rate, strength_of
from companion.locale.translator import N_
from engine.coach import analyse_record
from engine.game import Undo
from engine.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from companion.core.saved_games import Finished
    from engine.game import Json
    from engine.record import AnyRecord

BOT = "\N{ZERO WIDTH SPACE}bot:"
"""Begins what stands for a bot among the players of a rated game; no person's key has what cannot be seen."""
ANCHORS = {f"{BOT}marshal": strength_of(0.531), f"{BOT}sheriff": 0.0, f"{BOT}prospector": strength_of(0.35)}
"""The bots whose strength is known, by the wins against Sheriff of two (docs/strategy.md)."""

ABANDONED, COACHED, CHANGED = N_("abandoned"), N_("the coach was on"), N_("a seat changed hands")
JOINED, NAMELESS, SILENT = N_("joined in the middle"), N_("a player without a name"), N_("the coach is silent")
TAKEN_BACK, BY_HAND, OLD = N_("a roll taken back"), N_("dice by hand"), N_("coach unknown")
"""Why a game does not count, in English, to be translated. `OLD`: of a version that did not note whether it was on."""
UNPROVED = frozenset({BY_HAND, OLD})
"""Reasons that count for nothing where somebody wants it so."""


class Looked(NamedTuple):
    """What a game's events tell for ratings; it is kept, as it takes seconds to find."""

    results: tuple[float, ...] = ()
    """By seat the result with the luck taken out; none where the coach says nothing, or a roll was taken back."""
    taken_back: bool = False
    by_hand: bool = False


class Rated(NamedTuple):
    """What is told of a person's rating."""

    rating: Rating | None = None
    """None: no game counts."""
    waiting: int = 0
    """Games that the coach has not looked at yet."""
    kept_out: tuple[tuple[str, int], ...] = ()
    """Why games do not count, in English, and how many each, the most frequent reason first."""
    handicaps: tuple[tuple[str, int], ...] = ()
    """The key of each person who was met and is rated, too, and how many fields that one gets; below 0: gives."""
    is_unproved: bool = False
    """Whether unproved games count."""


class Candidate(NamedTuple):
    """A game that may count."""

    players: tuple[str, ...]
    """By seat the key of a person, or what stands for a bot; empty: nobody."""
    evening: str
    reason: str | None
    """Why it does not count, whatever happened in it."""
    looked: Looked | None = None
    """None: the coach has not looked at it yet."""

    @property
    def people(self) -> set[str]:
        """The keys of the persons."""
        return {player for player in self.players if player and not player.startswith(BOT)}

    def awaits_look(self, *, unproved: bool) -> bool:
        """Returns whether the coach has to look at it."""
        return self.looked is None and bool(self.people) and self.reason_out(unproved=unproved) is None

    def reason_out(self, *, unproved: bool) -> str | None:
        """Returns why it does not count, as far as is known."""
        if self.reason is not None and not (unproved and self.reason in UNPROVED):
            return self.reason
        # One who sits there twice plays against nobody who is anybody else.
        if len(self.people) < sum(not player.startswith(BOT) for player in self.players):
            return NAMELESS
        if self.looked is None:
            return None
        if self.looked.taken_back:
            return TAKEN_BACK
        if self.looked.by_hand and not unproved:
            return BY_HAND
        return None if self.looked.results else SILENT


def look_at(record: AnyRecord, note: Callable[[int], object] = lambda _: None) -> Looked:
    """Returns what a game's events tell, which takes the coach seconds."""
    drawing, line = record.game.drawing, list[bool]()
    taken_back = False
    for event in record.events:
        if isinstance(event, Undo):
            taken_back |= line.pop()
        else:
            line.append(drawing(event) is not None)
    if taken_back:
        return Looked(taken_back=True)
    by_hand = any((drawn := drawing(step.event)) is not None and drawn.by is not None for step in record.timeline)
    analysis = analyse_record(record, note)
    return Looked(analysis.without_luck if analysis else (), by_hand=by_hand)


def reason_against(game: Finished) -> str | None:
    """Returns why a finished game does not count, as far as that is known without its events."""
    return _reason(game.lineup, is_joined=bool(game.summary.get("joined")))


def _reason(lineup: Json, *, is_joined: bool) -> str | None:
    if lineup.get("coached"):
        return COACHED
    if lineup.get("taken_over"):
        return CHANGED
    if is_joined:
        return JOINED
    # Where dice are sealed nobody has the coach.
    return OLD if "coached" not in lineup and not lineup.get("sealed") else None


def rate_people(games: Iterable[Candidate], *, unproved: bool) -> dict[str, Rated]:
    """Returns what is told of each person.

    Args:
        games: all that come into question.
        unproved: whether those with dice by hand count, and those of which it is unknown whether the coach was on.
    """
    kept_out: dict[str, Counter[str]] = defaultdict(Counter)
    waiting, met, counted = Counter[str](), defaultdict[str, set[str]](set), list[RatedGame]()
    for game in games:
        people, reason = game.people, game.reason_out(unproved=unproved)
        if reason is not None:
            for person in people:
                kept_out[person][reason] += 1
        elif game.looked is None:
            waiting.update(people)
        else:
            counted.append(RatedGame(game.players, game.looked.results, game.evening))
            for person in people:
                met[person] |= people - {person}
    ratings = rate(counted, ANCHORS)
    return {
        person: Rated(
            ratings.get(person),
            waiting[person],
            tuple(kept_out[person].most_common()),
            tuple(_handicaps(person, sorted(met[person]), ratings)),
            unproved,
        )
        for person in {*ratings, *waiting, *kept_out}
        if not person.startswith(BOT)
    }


def _handicaps(person: str, others: Iterable[str], ratings: Mapping[str, Rating]) -> Iterable[tuple[str, int]]:
    coach, own = GAMES["claimit"].coach, ratings.get(person)
    for other in others:
        its = ratings[other]
        if own is None or coach is None or not (own.is_enough and its.is_enough):
            continue
        lead = own.strength - its.strength
        fields = coach.handicap(expected_win(abs(lead)))
        if fields is not None:
            yield other, fields if lead > 0 else -fields
