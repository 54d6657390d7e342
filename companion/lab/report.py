"""The report of a study: one HTML page that needs nothing else."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from companion.lab.banking import BAND
from companion.lab.charts import SERIES, Curve, Row, bar_chart, curve_chart, interval_chart
from companion.lab.summary import Summary, summarize
from companion.lab.wording import (
    BANK_HEAD,
    bank_cells,
    interval_text,
    luck_rows,
    luck_texts,
    percent_text,
    place_name,
    study_text,
)
from engine.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from companion.lab.banking import BankRule
    from companion.lab.intervals import Interval
    from companion.lab.luck_share import LuckFigures
    from companion.lab.result import Result

SHARES = (0.0, 1.0)
EVERYTHING = (float("-inf"), float("inf"))

_STYLE = """
:root { color-scheme: light dark; --ink: #1d2230; --soft: #5d6475; --grid: #d9dde6; --paper: #fff; --card: #f6f7fa;
  --s0: #0066a8; --s1: #c04f00; --s2: #007a58; --s3: #a8457f; --s4: #7259c2; --s5: #7a6200; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaf0; --soft: #a4abbd; --grid: #3a4152; --paper: #14171f;
  --card: #1d212c; --s0: #5cb4f0; --s1: #f29a4c; --s2: #40c79b; --s3: #ea94c5; --s4: #b3a1f2; --s5: #d6bf4e; } }
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-inline-size: 46rem;
  margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; margin-block: 0.5rem 0; }
h2 { font-size: 1.15rem; margin-block: 0 0.25rem; }
section { background: var(--card); border-radius: 0.75rem; padding: 1rem; margin-block: 1rem; }
p { margin-block: 0.25rem 0.75rem; color: var(--soft); }
svg { display: block; inline-size: 100%; block-size: auto; min-inline-size: 32rem; }
svg text { font: 13px system-ui, sans-serif; fill: var(--ink); }
svg .tick { fill: var(--soft); font-size: 12px; }
.grid { stroke: var(--grid); } .expected { stroke: var(--soft); stroke-width: 2; stroke-dasharray: 3 3; }
.whisker { stroke-width: 2.5; stroke: var(--c); } .curve { fill: none; stroke: var(--c); stroke-width: 2; }
circle, rect { fill: var(--c); }
.s0 { --c: var(--s0); } .s1 { --c: var(--s1); } .s2 { --c: var(--s2); }
.s3 { --c: var(--s3); } .s4 { --c: var(--s4); } .s5 { --c: var(--s5); }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; color: var(--ink); }
.legend i { display: inline-block; inline-size: 0.8rem; block-size: 0.8rem; border-radius: 50%; background: var(--c);
  margin-inline-end: 0.4rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin-block-start: 0.75rem; }
th, td { padding: 0.2rem 0.9rem 0.2rem 0; text-align: end; white-space: nowrap; }
th:first-child, td:first-child { text-align: start; }
th { color: var(--soft); font-weight: 500; border-block-end: 1px solid var(--grid); }
"""


def report_page(result: Result) -> str:
    """Returns the page of a result that has figures; the same result gives the same page."""
    summary, head = summarize(result.study, result.tallies), escape(study_text(result))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{head}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{escape(_title(result))}</h1>
<p>{head}. All intervals are of 95 %.</p>
{"".join(_sections(result, summary))}
<p>Played by rules and bots <code>{escape(result.rules)}</code>; the same seed gives the same games.</p>
</body>
</html>
"""


def _title(result: Result) -> str:
    study = result.study
    return f"Tournament: {', '.join(study.bots)}" if study.is_tournament else ", ".join(study.line_ups[0])


def _sections(result: Result, summary: Summary) -> Iterator[str]:
    if summary.ratings:
        yield _rating_section(summary, result.study.bots)
        yield _meeting_section(summary)
    if len(summary.bots) > 1:
        yield _bot_section(summary)
    yield _seat_section(summary)
    yield _length_section(summary)
    game = GAMES[result.study.game]
    if game.luck is not None and summary.busts:
        yield _bust_section(summary)
    for name, rules in summary.banks:
        yield _bank_section(name, rules)
    if summary.luck:
        yield _luck_section(summary.luck)
    if summary.comebacks:
        yield _comeback_section(summary, game.ranking[0])


def _rating_section(summary: Summary, bots: Sequence[str]) -> str:
    rows = [Row(name, rating, _elo_text(rating), bots.index(name)) for name, rating in summary.ratings]
    chart = interval_chart("Elo ratings", rows, lambda tick: f"{tick:.0f}", EVERYTHING)
    note = "The mean of all is 1500. Who is rated 400 higher takes ten points where the other takes one."
    if summary.has_drawn_games:
        note += " A drawn game is added for each two, because somebody has won or lost all."
    return _section("Elo ratings", note, chart)


def _meeting_section(summary: Summary) -> str:
    head = ("bot", "against", "games", "won", "95 %")
    rows = (
        (each.one, each.other, f"{each.taken.games:,}", *interval_text(each.taken.won)) for each in summary.meetings
    )
    return _section("Who takes how much from whom", "", _table(head, rows))


def _bot_section(summary: Summary) -> str:
    rows = [
        Row(bot.name, bot.overall.won, _share_text(bot.overall.won), number, bot.overall.fair)
        for number, bot in enumerate(summary.bots)
    ]
    chart = interval_chart("Share of the win by bot", rows, _axis_percent, SHARES)
    places = [place_name(seat) for seat in range(len(summary.seats))]
    by_seat = (
        [bot.name, *(percent_text(share.won.value) if share else "" for share in bot.by_seat)] for bot in summary.bots
    )
    table = _table(("bot", *(f"as {place}" for place in places)), by_seat)
    note = "A win that several share counts as a part for each. Dashed: what a bot would have if all were alike."
    return _section("Share of the win by bot", note, chart + table)


def _seat_section(summary: Summary) -> str:
    rows = [
        Row(place_name(seat), share.won, _share_text(share.won), expected=share.fair)
        for seat, share in enumerate(summary.seats)
    ]
    chart = interval_chart("Share of the win by seat", rows, _axis_percent, SHARES)
    return _section("Share of the win by seat", "Whoever sits there; the bots change seats from game to game.", chart)


def _length_section(summary: Summary) -> str:
    lengths, games = summary.lengths, summary.games
    chart = bar_chart("Turns a game", [(length, count / games) for length, count in lengths.games], "turns a game")
    low, high = lengths.mean.low, lengths.mean.high
    note = (
        f"{lengths.mean.value:.1f} turns in the mean ({low:.1f} to {high:.1f}); half of the games took "
        f"{lengths.quarter} to {lengths.three_quarters}."
    )
    return _section("How long the games were", note, chart)


def _bust_section(summary: Summary) -> str:
    numbers = {bot.name: number for number, bot in enumerate(summary.bots)}
    curves = [
        Curve(name, numbers[name], tuple((rate.survived, rate.busted) for rate in rates))
        for name, rates in summary.busts
    ]
    across = "rolls of the turn that had gone well before"
    rows = (
        (name, str(rate.survived), f"{rate.rolls:,}", *interval_text(rate.busted))
        for name, rates in summary.busts
        for rate in rates
    )
    table = _table(("bot", "before", "rolls", "busts", "95 %"), rows)
    folded = f"<details><summary>All figures</summary>{table}</details>"
    note = "How often a roll was a bust; rolls of one game are not taken as independent."
    return _section("Busts", note, curve_chart("Busts by rolls that had gone well", curves, across) + folded)


def _bank_section(name: str, rules: Sequence[BankRule]) -> str:
    # With more stones it hardly ever has a choice left.
    shown = [rule for rule in rules if rule.by_risk][:SERIES]
    curves = [
        Curve(f"{rule.survived} gone well", number, tuple((band.percent, band.banked) for band in rule.by_risk))
        for number, rule in enumerate(shown)
    ]
    across = f"bust risk in per cent, from this to {BAND - 1} more"
    chart = curve_chart("Banks by bust risk", curves, across) if curves else ""
    note = (
        "How often it banked where it could roll again, by the bust risk and by how many rolls of the turn had gone "
        "well. Whoever banks from the risk in the table on, and rolls below, decides most often as it does."
    )
    return _section(f"When {name} banks", note, chart + _table(BANK_HEAD, (bank_cells(name, rule) for rule in rules)))


def _luck_section(luck: LuckFigures) -> str:
    note = (
        f"{' '.join(luck_texts(luck))} The luck of a roll is the win chance after it less the average over all rolls, "
        "as the coach sees it. Shares of the win with the luck taken out are the same on the average, and closer to it."
    )
    return _section("Luck", note, _table(("without luck", "won", "95 %"), luck_rows(luck)))


def _comeback_section(summary: Summary, figure: str) -> str:
    bars = [(each.at_least, each.games.value) for each in summary.comebacks]
    chart = bar_chart("Games won from behind", bars, f"behind by at least so much ({figure})")
    note = "How many games were won by somebody who had been behind by so much after a turn."
    return _section("Comebacks", note, chart)


def _section(title: str, note: str, content: str) -> str:
    note_html = f"<p>{escape(note)}</p>" if note else ""
    return f"<section><h2>{escape(title)}</h2>{note_html}{content}</section>\n"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    cells = "".join(f'<th scope="col">{escape(text)}</th>' for text in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table></div>'


def _share_text(interval: Interval) -> str:
    value, ends = interval_text(interval)
    return f"{value} ({ends.removesuffix(' %')})"


def _elo_text(interval: Interval) -> str:
    return f"{interval.value:.0f} ({interval.low:.0f} to {interval.high:.0f})"


def _axis_percent(tick: float) -> str:
    return f"{100 * tick:.4g} %"
