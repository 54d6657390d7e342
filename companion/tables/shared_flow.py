"""The flow of a game: which pages follow an event, when they are announced, and how a game ends.

**From a state to a page.** No page of a game is stored. `Table.pages_to_come` derives the pages from the record and
from one number, `session.acknowledged`: how many outcomes of the newest event the players have seen. An event may have
several outcomes, such as a bust, the guide that says which stones to move, and the last round. The outcomes that are
not acknowledged come first, one after the other; then comes the page of the next decision. So undo, a replay and a
restart after a kill need no page of their own. The list of outcomes may depend only on the record and on whether the
guide is on (`model.guides_hands`, fixed from one event to the next); if it depended on more, the number would count in
a different list.

**What is stored in the journal.** Each event is stored as `AppendEvent`, each acknowledged outcome as `Acknowledge`.
The number is valid for the newest event only and starts at 0 for the next one. Cursors and pages on top are not stored:
after a kill, players open them again. No event is shown or announced before it is durable; a lost acknowledgement means
only that a page is seen twice.

**When something is announced.** Every page announces its content when it opens: the winner after the bust that ended
the game, and the page after the guide when the stones are moved. `acknowledge` stores the opening before anything is
announced. So each announcement comes once, even after a kill, and never if an undo comes first.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.effects import Acknowledge, AppendEvent, Caption, DrawSeed, Effect, FinishGame, PlayTones, Speak
from companion.core.model import Model, Transition
from companion.core.player_names import display_name, join_names
from companion.core.table_registry import table_of
from companion.locale.translator import Translator
from engine.game import GameState, Json, Reveal, Undo
from hardware.device import Tone


def announce(model: Model, sound: tuple[Tone, ...], *said: Effect) -> tuple[Effect, ...]:
    """Returns the tones, captions and speech for the newest event.

    Args:
        model: the model after the event.
        sound: the sound of the event; the sound of the page that opens replaces it.
        said: captions and speech of the event.
    """
    effects = _announcement(model)
    tones = [effect for effect in effects if isinstance(effect, PlayTones)]
    captions = [effect for effect in effects if not isinstance(effect, PlayTones)]
    return (tones[-1] if tones else PlayTones(sound), *said, *captions)


def _announcement(model: Model) -> tuple[Effect, ...]:
    """An undo is not announced."""
    record = model.session.record
    if record is None or isinstance(record.events[-1], Undo):
        return ()
    page = table_of(model.session).pages_to_come(model)[0]
    sound, sentences, caption = page.announcement(model)
    tones = (PlayTones(sound),) if sound else ()
    spoken = (effect for text in sentences for effect in caption_and_speak(model.translate, text))
    return (*tones, *spoken, *((Caption(caption),) if caption else ()))


def acknowledge(model: Model) -> Transition:
    """Records that the players have seen the current outcome; the next outcome or the next decision follows."""
    session = replace(model.session, acknowledged=model.session.acknowledged + 1)
    after = replace(model, game=session)
    return Transition(after, (Acknowledge(session.ack_cursor), *_announcement(after)))


def finish_game(model: Model, summary: Json) -> Transition:
    """Saves the finished game to the history and leaves it.

    If the box rolled dice or dealt tiles, the seed is revealed first so that anyone can check them.
    """
    session, effects = model.session, list[Effect]()
    if (session.virtual_rolls or session.is_dealt) and not isinstance(session.timeline[-1], Reveal):
        reveal = Reveal(session.seed)
        session, effects = session.record_event(reveal), [AppendEvent(reveal)]
    effects.append(FinishGame(summary))
    return Transition(replace(model, game=None).with_only_page(model.home), tuple(effects))


def play_again(model: Model, summary: Json) -> Transition:
    """Saves the finished game to the history and starts another with the same players."""
    finished = finish_game(model, summary)
    again = model.session.lineup.for_next_game()
    return Transition(replace(finished.model, requested_lineup=again), (*finished.effects, DrawSeed()))


def caption_and_speak(_: Translator, text: str) -> tuple[Effect, ...]:
    return Caption(text), Speak(text, _.language)


def headline_words(_: Translator, headline: str, state: GameState) -> str:
    """Returns a page's headline, translated, with the name of the active player."""
    return _(headline, name=display_name(_, state.players[state.turn]))


def begins_sentence(_: Translator, state: GameState) -> str:
    """Returns "NAME starts"; expects the state right after the start."""
    return _("{name} starts", name=display_name(_, state.players[state.turn]))


def winners_sentence(_: Translator, state: GameState) -> str:
    winners = state.winners or ()
    if not winners:
        return _("No one wins.")
    names = _(" and ").join(display_name(_, state.players[seat]) for seat in winners)
    return _.many("{names} wins!", "{names} share the win!", len(winners), names=names)


def winners_headline(_: Translator, state: GameState) -> tuple[str, str]:
    """Returns the winners' names and the verb."""
    names = [state.players[seat] for seat in state.winners or ()]
    if not names:
        return _("No one"), _("wins!")
    return join_names(_, names), _("wins!") if len(names) == 1 else _("share the win!")
