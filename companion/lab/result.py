"""The result of a study or of a shard of it, and the file that it is kept in: one JSON object with a checksum.

Shards are put together if they are all of one study, and all of it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import engine
from companion.lab.games import Tally
from companion.lab.study import WHOLE, Shard, Study
from companion.lab.summary import summarize
from engine.games import GAMES

FORMAT = "companion study 2"
"""What such a file says that it is."""


class DamagedResult(ValueError):
    """What was read is no result, or not as it was written; the text says what is wrong, as the rest of a sentence."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of the first games of a shard."""

    study: Study
    shard: Shard
    played: int
    """How many games of the shard; all of them, unless it was interrupted."""
    tallies: tuple[Tally, ...]
    """Of each line-up."""
    rules: str
    """Which rules and bots it was played by, see `rules_digest`."""

    @property
    def due(self) -> int:
        return len(self.shard.numbers(self.study.total))

    @property
    def is_telling(self) -> bool:
        return all(tally.games for tally in self.tallies)


@cache
def rules_digest() -> str:
    """Returns a digest of the engine: rules, bots, and what they have learned. Results of two engines do not mix."""
    # Of the sources themselves: between two versions a bot may change without a new number.
    folder = Path(str(engine.__file__)).parent
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.suffix in {".py", ".json"}:
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def begin_result(study: Study, shard: Shard = WHOLE) -> Result:
    """Returns the result before the first game."""
    return Result(study, shard, 0, tuple(Tally() for _ in study.line_ups), rules_digest())


def merge_tallies(parts: Sequence[Sequence[Tally]]) -> tuple[Tally, ...]:
    """Returns the counts of each line-up over all parts."""
    merged = tuple(Tally() for _ in parts[0])
    for part in parts:
        for sum_of_all, tally in zip(merged, part, strict=True):
            sum_of_all.merge(tally)
    return merged


def encode_result(result: Result) -> dict[str, Any]:
    """Returns the JSON object of a result: the counts, and the figures that follow from them."""
    content = {
        "format": FORMAT,
        "study": result.study.to_json(),
        "shard": list(result.shard),
        "played": result.played,
        "rules": result.rules,
        "tallies": [tally.to_json() for tally in result.tallies],
        "summary": _plain(asdict(summarize(result.study, result.tallies))) if result.is_telling else None,
    }
    return {**content, "sha256": _checksum(content)}


def decode_result(text: str | bytes) -> Result:
    """Returns the result of which this is the JSON object.

    Raises:
        DamagedResult: it is none, or not as it was written.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DamagedResult("is no result of companion simulate --json") from error
    if not isinstance(content, dict) or not str(content.get("format")).startswith("companion study "):
        raise DamagedResult("is no result of companion simulate --json")
    if content["format"] != FORMAT:
        raise DamagedResult(f"has the format {content['format']!r}; this companion reads {FORMAT!r}")
    if content.pop("sha256", None) != _checksum(content):
        raise DamagedResult("is damaged: its checksum is another one")
    try:
        return _decode(content)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        # Somebody has made the checksum fit.
        raise DamagedResult(f"is damaged: {type(error).__name__} {error}") from error


def _decode(content: dict[str, Any]) -> Result:
    said = content["study"]
    study = Study(**{**said, "line_ups": tuple(map(tuple, said["line_ups"]))})
    tallies = tuple(map(Tally.from_json, content["tallies"]))
    played = content["played"]
    result = Result(study, Shard(*content["shard"]), played, tallies, content["rules"])
    if sum(tally.games for tally in tallies) != played or not 0 <= played <= result.due:
        raise ValueError("its games are not as many as it says")
    again = encode_result(result)  # which fails where no figures follow from its counts
    # Not the figures themselves: the last digit of a logarithm may be another one on another machine.
    kept = again.keys() - {"summary", "sha256"}
    if study.game not in GAMES or type(result.rules) is not str or any(again[key] != content[key] for key in kept):
        raise ValueError("it is not as it was written")
    return result


def _plain(value: Any) -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _checksum(content: dict[str, Any]) -> str:
    # As a reader sees it: spaces and the order of keys do not matter.
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


NAMED_SHARDS = 20
"""So many missing shards are named."""


class MergeError(ValueError):
    """These results cannot be put together; the text says which of them, and why."""


def merge_results(results: Sequence[tuple[str, Result]]) -> Result:
    """Returns the result of the whole study.

    Raises:
        MergeError: they are of different studies, one is there twice, is missing, or was interrupted.
    """
    first_name, first = results[0]
    for name, part in results:
        if difference := _difference(first, part):
            raise MergeError(f"{name} is of another run than {first_name}: {difference}")
        if part.played < part.due:
            raise MergeError(
                f"{name} was interrupted: it has {part.played:,} of the {part.due:,} games of shard {part.shard.text}"
            )
    seen: dict[int, str] = {}
    for name, part in results:
        number = part.shard.number
        if number in seen:
            raise MergeError(f"{name} is shard {part.shard.text} again, which is {seen[number]} already")
        seen[number] = name
    of, count = first.shard.of, first.shard.of - len(seen)
    if count:
        # Only so many are looked for: a study may have two thousand million shards.
        missing = islice((number for number in range(1, of + 1) if number not in seen), NAMED_SHARDS)
        shards = ", ".join(f"{number}/{of}" for number in missing)
        more = f" and {count - NAMED_SHARDS} more" if count > NAMED_SHARDS else ""
        raise MergeError(f"missing {'shard' if count == 1 else 'shards'} {shards}{more}")
    tallies = merge_tallies([part.tallies for _, part in results])
    return replace(first, shard=WHOLE, played=sum(part.played for _, part in results), tallies=tallies)


def _difference(one: Result, other: Result) -> str:
    """Returns in what two results are not of the same run, in a few words; "" where they are."""
    for each in fields(Study):
        ours, its = getattr(one.study, each.name), getattr(other.study, each.name)
        if ours != its:
            return f"{each.name.replace('_', '-')} {_shown(its)}, not {_shown(ours)}"
    if one.shard.of != other.shard.of:
        return f"of {other.shard.of} shards, not {one.shard.of}"
    if one.rules != other.rules:
        return "played by other rules or bots, as another version has them"
    return ""


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return " and ".join(",".join(line_up) for line_up in value)
    return str(value)
