"""`companion ghost`: how somebody plays Claim It!, learned from the games of a journal, as a bot in a file."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from companion.core.journal_error import JournalError
from companion.core.people import person_key
from companion.core.saved_games import Finished
from companion.files.bot_loader import GHOST, ghost_path, load_ghost
from companion.files.named_files import legible, require_writable, write
from companion.files.text_table import align_columns, join_lines
from companion.locale.translator import N_, Translator
from companion.runtime.archive import ArchiveError, fetch_game, run_archive_command
from companion.runtime.finished_games import all_finished_entries
from companion.runtime.journal import Journal
from engine.bot import chance_from
from engine.bot_games import play
from engine.bots import find_bot
from engine.choice_model import Agreement
from engine.claimit.ghost import BANK_FIGURES, FEWEST_GAMES, PLACE_FIGURES, Decisions, Ghost, Preference, decisions, fit
from engine.claimit.ghost_notation import format_ghost
from engine.dice import SEED_BYTES
from engine.game import Illegal, Seat
from engine.games import GAMES
from engine.starts import NAME_LETTERS, unturned

CLAIMIT = "claimit"
RIVAL = "prospector"
_TOO_FEW = N_("a ghost needs {least} finished games of Claim It!; of {name} there are {games} in {path}")
_UNWRITABLE = N_("{path} cannot be written ({reason}): name another file with --output")
_TAKEN = N_("{path} is the ghost of {name}: name another file with --output")
_BANKING = N_("foretells {share} of {n} decisions to bank or to roll in other games ({low} to {high}, at 95 %)")
_PLACING = N_("foretells {share} of {n} placements in other games ({low} to {high}, at 95 %)")


def main(args: argparse.Namespace) -> int:
    """Writes a person's ghost into a file, and prints what was learned.

    Returns:
        The exit status: 0, or 2 if the journal cannot be read or has too few games of that person, or the file cannot
        be written.
    """
    return run_archive_command("ghost", args, partial(_make_ghost, args))


class PlayedGames(NamedTuple):
    """The finished games of one person."""

    person: str
    """The name, as the newest game has it."""
    decisions: list[Decisions]
    """What they decided, game by game, the newest first."""


def read_games(journal: Journal, name: str) -> PlayedGames:
    """Returns somebody's games of Claim It!; those that cannot be read are left out.

    Raises:
        JournalError: the journal as a whole cannot be read.
    """
    person, found = name, list[Decisions]()
    for entry in all_finished_entries(journal):
        if isinstance(entry, JournalError) or (seat := _seat_of(entry, name)) is None:
            continue
        try:
            record = fetch_game(journal, entry.game).record
        except ArchiveError:
            continue
        except JournalError as error:
            if not error.game:  # the journal as a whole
                raise
            continue
        if not found:
            person = unturned(entry.lineup["players"][seat])[:NAME_LETTERS]
        found.append(decisions(record, seat))
    return PlayedGames(person, found)


def _seat_of(entry: Finished, name: str) -> Seat | None:
    """Returns the seat at which somebody played a game of Claim It!; None where it was another one, or a bot did."""
    if entry.lineup["game"] != CLAIMIT:
        return None
    keys = [person_key(player) for player in entry.lineup["players"]]
    seat = keys.index(person_key(name)) if person_key(name) in keys else None
    # Of a seat that changed hands nobody knows which decisions were whose.
    bots = {**entry.lineup.get("bots", {}), **entry.lineup.get("taken_over", {})}
    return None if seat is None or str(seat) in bots else Seat(seat)


def _make_ghost(args: argparse.Namespace, journal: Journal, _: Translator) -> str:
    person, games = read_games(journal, args.name)
    if len(games) < FEWEST_GAMES:
        raise ArchiveError(
            _TOO_FEW, least=FEWEST_GAMES, name=legible(args.name), games=len(games), path=legible(journal.path)
        )
    path = args.output or _usual_path(journal, person)
    try:
        if args.output is None:
            path.parent.mkdir(exist_ok=True)
        require_writable(path)
    except OSError as error:
        raise ArchiveError(_UNWRITABLE, path=legible(path), reason=error.strerror) from error
    ghost = fit(person, games)
    write(path, format_ghost(ghost).encode())
    wins = _count_wins(ghost, args.games) if args.games else None
    if args.json:
        content = {**json.loads(format_ghost(ghost)), "file": str(path), "wins": wins, "of": args.games}
        return json.dumps(content) + "\n"
    risk = _("banks at no bust chance that could be told")
    if ghost.risk is not None:
        share, low, high = map(_percent, ghost.risk)
        risk = _("banks from a bust chance of {share} on ({low} to {high}, at 95 %)", share=share, low=low, high=high)
    lines = [
        _("{name}'s ghost, learned from {n} games", name=person, n=ghost.fitted_to),
        risk,
        _agreement_text(_, _BANKING, ghost.banking.foretold),
        _agreement_text(_, _PLACING, ghost.placing.foretold),
        _("what speaks for banking:"),
        *_weight_lines(_, BANK_FIGURES, ghost.banking),
        _("what speaks for a field:"),
        *_weight_lines(_, PLACE_FIGURES, ghost.placing),
    ]
    if wins is not None:
        rival = _(find_bot(RIVAL, CLAIMIT).title)
        lines.append(_("wins {wins} of {games} games against {rival}", wins=wins, games=args.games, rival=rival))
    lines.append(_("plays as {bot}", bot=legible(f"{GHOST}{path}")))
    return join_lines(lines)


def _usual_path(journal: Journal, person: str) -> Path:
    """Returns where the ghost is written if no other place is named.

    Raises:
        ArchiveError: the ghost of somebody else lies there.
    """
    path = ghost_path(journal.path, person_key(person))
    try:
        found = load_ghost(f"{GHOST}{path}")
    except Illegal:
        return path
    if found is not None and person_key(found.person) != person_key(person):
        raise ArchiveError(_TAKEN, path=legible(path), name=legible(found.person))
    return path


def _agreement_text(_: Translator, sentence: str, found: Agreement) -> str:
    share, low, high = (_percent(each) for each in (found.share, found.low, found.high))
    return _(sentence, share=share, n=found.decisions, low=low, high=high)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _weight_lines(_: Translator, figures: Mapping[str, str], preference: Preference) -> list[str]:
    return align_columns(
        [
            ["", _(figure), f"{value:+.2f}", f"({low:+.2f}", _("to"), f"{high:+.2f})"]
            for figure, (value, low, high) in zip(figures.values(), preference.weights, strict=True)
        ],
        "llrrlr",
    )


def _count_wins(ghost: Ghost, games: int) -> int:
    """Returns how many games it wins against Prospector; they begin in turn, the dice are the same at each call."""
    game, rival, chance = GAMES[CLAIMIT], find_bot(RIVAL, CLAIMIT), chance_from(bytes(SEED_BYTES))
    wins = 0
    for number in range(games):
        bots, own = ((ghost, rival), Seat(0)) if number % 2 else ((rival, ghost), Seat(1))
        wins += play(game, game.options, bots, number.to_bytes(SEED_BYTES, "big"), chance).winners == (own,)
    return wins
