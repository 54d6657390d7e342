"""How a game goes on at its table: what an event leads to, when that is announced, and how a game ends.

**From a state to a page.** No page of a game is stored. `Table.pages_to_come` derives it from the record and from one
number, `session.acknowledged`: how many outcomes of the newest event the players have seen. An event may lead to
several outcomes, such as a bust, the guide that says what the hands have to move, and the last round. Those that are
not acknowledged yet come first, one after the other; then comes the page of the next decision. So undo, a replay and a
start after a kill need no page of their own. The list of outcomes must depend on nothing but the record and on whether
the guide is on (`model.guides_hands`, fixed from one event to the next): else the number would count in another list.

**What is journalled.** An event goes into the journal as `AppendEvent`, each outcome that was seen as `Acknowledge`.
Its number is valid for the newest event only: the next event begins at none. Cursors, and pages that lie on top, are
not kept: after a kill they are opened again by hand. Nothing is shown or heard of an event before it is durable; a lost
acknowledgement costs a page that is seen twice.

**When something is announced.** Every page announces what it shows, when it is opened: the winner after the bust that
ended the game, and what comes after the guide when the hands are done. Opening is what `acknowledge` journals, before
anything is heard; so an announcement comes once, also after a kill, and one that an undo overtakes never comes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.core.effects import Acknowledge, AppendEvent, Caption, DrawSeed, Effect, FinishGame, PlayTones, Speak
from companion.core.model import Model, Transition
from companion.core.player_names import display_name, join_names
from companion.core.table_registry import table_of
from engine.game import Reveal, Undo

if TYPE_CHECKING:
    from companion.locale.translator import Translator
    from engine.game import GameState, Json
    from hardware.device import Tone


def announce(model: Model, sound: tuple[Tone, ...], *said: Effect) -> tuple[Effect, ...]:
    """Returns what is sounded and said at once of the newest event.

    Args:
        model: the model after the event.
        sound: of the event itself; it gives way to that of a page.
        said: of the event itself.
    """
    effects = _announcement(model)
    tones = [effect for effect in effects if isinstance(effect, PlayTones)]
    captions = [effect for effect in effects if not isinstance(effect, PlayTones)]
    return (tones[-1] if tones else PlayTones(sound), *said, *captions)


def _announcement(model: Model) -> tuple[Effect, ...]:
    """Returns what the page announces that opens now; an undo is no news."""
    record = model.session.record
    if record is None or isinstance(record.events[-1], Undo):
        return ()
    page = table_of(model.session).pages_to_come(model)[0]
    sound, sentences, caption = page.announcement(model)
    tones = (PlayTones(sound),) if sound else ()
    spoken = (effect for text in sentences for effect in caption_and_speak(model.translate, text))
    return (*tones, *spoken, *((Caption(caption),) if caption else ()))


def acknowledge(model: Model) -> Transition:
    """Records that the players have seen the outcome that is shown; the next outcome follows, or the game goes on."""
    session = replace(model.session, acknowledged=model.session.acknowledged + 1)
    after = replace(model, game=session)
    return Transition(after, (Acknowledge(session.ack_cursor), *_announcement(after)))


def finish_game(model: Model, summary: Json) -> Transition:
    """Puts the finished game into the history and leaves it.

    If the box rolled dice or dealt tiles, the seed is revealed before: anyone can check.
    """
    session, effects = model.session, list[Effect]()
    if (session.virtual_rolls or session.is_dealt) and not isinstance(session.timeline[-1], Reveal):
        reveal = Reveal(session.seed)
        session, effects = session.record_event(reveal), [AppendEvent(reveal)]
    effects.append(FinishGame(summary))
    return Transition(replace(model, game=None).with_only_page(model.home), tuple(effects))


def play_again(model: Model, summary: Json) -> Transition:
    """Puts the finished game into the history and begins another one of the same players; who begins is drawn anew."""
    finished = finish_game(model, summary)
    again = model.session.lineup.for_next_game()
    return Transition(replace(finished.model, requested_lineup=again), (*finished.effects, DrawSeed()))


def caption_and_speak(_: Translator, text: str) -> tuple[Effect, ...]:
    """Returns the effects that show a text as a caption and speak it."""
    return Caption(text), Speak(text, _.language)


def headline_words(_: Translator, headline: str, state: GameState) -> str:
    """Returns a page's headline translated, with the name of the active player filled in."""
    return _(headline, name=display_name(_, state.players[state.turn]))


def begins_sentence(_: Translator, state: GameState) -> str:
    """Returns who begins, of the state right after the start."""
    return _("{name} begins", name=display_name(_, state.players[state.turn]))


def winners_sentence(_: Translator, state: GameState) -> str:
    """Returns who has won, as a sentence."""
    winners = state.winners or ()
    if not winners:
        return _("Nobody wins.")
    names = _(" and ").join(display_name(_, state.players[seat]) for seat in winners)
    return _.many("{names} wins!", "{names} share the win!", len(winners), names=names)


def winners_headline(_: Translator, state: GameState) -> tuple[str, str]:
    """Returns the winners' names and the verb: one wins, several share, or nobody does."""
    names = [state.players[seat] for seat in state.winners or ()]
    if not names:
        return _("Nobody"), _("wins!")
    return join_names(_, names), _("wins!") if len(names) == 1 else _("share the win!")
