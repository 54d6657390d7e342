"""The report of a study: one HTML page that needs nothing else.

Its charts are SVG without script or network, in colours of classes that the page's style sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

from companion.lab import text as figures
from companion.lab.intervals import Interval
from companion.lab.result import Result
from companion.lab.summary import BAND, BankRule, Summary, summarize
from engine.games import GAMES

WIDTH = 640
LABELS = 150
"""The left part of a chart of intervals, for the names."""
VALUES = 170
"""Its right part, for the figures."""
ROW = 30
HEIGHT = 260
LEFT, RIGHT, TOP, BOTTOM = 52, 16, 14, 44
"""The margins of the charts with two axes."""
TICKS = 5
"""About so many on an axis."""
SERIES = 6
"""So many colours the page has; then they come again."""
MOST_BARS = 60
"""More lengths than that share bars."""


class Row(NamedTuple):
    """A row of a chart of intervals."""

    label: str
    interval: Interval
    text: str
    colour: int = 0
    """A bot has the same in every chart."""
    expected: float | None = None
    """Where it would be if all were alike; a dashed line."""


class Curve(NamedTuple):
    """A line of points with their intervals."""

    name: str
    colour: int
    points: tuple[tuple[int, Interval], ...]


class Scale(NamedTuple):
    """Leads from figures to places in the picture."""

    low: float
    high: float
    start: float
    """The place of the lowest figure."""
    end: float

    def __call__(self, value: float) -> float:
        """Returns the place, rounded to what can be seen."""
        return round(self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low), 1)


def interval_chart(
    title: str, rows: Sequence[Row], tick_text: Callable[[float], str], limits: tuple[float, float]
) -> str:
    """Returns a chart with a row for each figure: a dot, and a line as long as its interval."""
    ends = [end for row in rows for end in (row.interval.low, row.interval.high, row.expected) if end is not None]
    ticks = nice_ticks(max(limits[0], min(ends)), min(limits[1], max(ends)))
    across = Scale(ticks[0], ticks[-1], LABELS, WIDTH - VALUES)
    bottom = ROW * len(rows)
    parts = [_line((across(tick), 0), (across(tick), bottom), "grid") for tick in ticks]
    parts += [_text((across(tick), bottom + 18), tick_text(tick), "middle", "tick") for tick in ticks]
    for number, row in enumerate(rows):
        middle = ROW * number + ROW / 2
        if row.expected is not None:
            at = across(row.expected)
            parts.append(_line((at, middle - 12), (at, middle + 12), "expected"))
        low, value, high = across(row.interval.low), across(row.interval.value), across(row.interval.high)
        colour = f"s{row.colour % SERIES}"
        parts.append(_line((low, middle), (high, middle), f"whisker {colour}"))
        parts.append(f'<circle class="{colour}" cx="{value}" cy="{middle}" r="5"/>')
        parts.append(_text((LABELS - 12, middle + 4), row.label, "end"))
        parts.append(_text((WIDTH - VALUES + 12, middle + 4), row.text, "start"))
    return _picture(title, bottom + 26, parts)


def bar_chart(title: str, bars: Sequence[tuple[int, float]], across_text: str) -> str:
    """Returns a chart of shares, a bar for each number; so many numbers share a bar that the bars can be told apart."""
    wide = ceil((bars[-1][0] - bars[0][0] + 1) / MOST_BARS)
    first = bars[0][0]
    heights: dict[int, float] = {}
    for number, part in bars:
        begins = first + (number - first) // wide * wide
        heights[begins] = heights.get(begins, 0.0) + part
    ticks = nice_ticks(0, max(heights.values()))
    across = Scale(first, bars[-1][0] + wide, LEFT, WIDTH - RIGHT)
    up = Scale(0, ticks[-1], HEIGHT - BOTTOM, TOP)
    parts = list(_share_axis(ticks, up))
    gap = 1 if (across(first + wide) - across(first)) > 4 else 0
    for begins, part in heights.items():
        left, right, top = across(begins), across(begins + wide), up(part)
        numbers = str(begins) if wide == 1 else f"{begins} to {begins + wide - 1}"
        parts.append(
            f'<rect class="s0" x="{left + gap}" y="{top}" width="{round(right - left - gap, 1)}" '
            f'height="{round(HEIGHT - BOTTOM - top, 1)}"><title>{numbers}: {100 * part:.2f} %</title></rect>'
        )
    half = (across(first + 1) - across(first)) / 2 if wide == 1 else 0
    parts += list(_number_axis(range(first, bars[-1][0] + 1), across, half, across_text))
    return _picture(title, HEIGHT, parts)


def curve_chart(title: str, curves: Sequence[Curve], across_text: str) -> str:
    """Returns a chart of shares as lines of points with their intervals, and a legend."""
    numbers = [number for curve in curves for number, _ in curve.points]
    ticks = nice_ticks(0, max(interval.high for curve in curves for _, interval in curve.points))
    across = Scale(min(numbers) - 0.3, max(numbers) + 0.3, LEFT, WIDTH - RIGHT)
    up = Scale(0, ticks[-1], HEIGHT - BOTTOM, TOP)
    parts = list(_share_axis(ticks, up))
    for curve in curves:
        colour = f"s{curve.colour % SERIES}"
        path = " ".join(f"{across(place)},{up(interval.value)}" for place, interval in curve.points)
        parts.append(f'<polyline class="curve {colour}" points="{path}"/>')
        for place, interval in curve.points:
            at = across(place)
            parts.append(_line((at, up(interval.low)), (at, up(interval.high)), f"whisker {colour}"))
            note = f"{escape(curve.name)}, {place}: {100 * interval.value:.1f} %"
            parts.append(
                f'<circle class="{colour}" cx="{at}" cy="{up(interval.value)}" r="4"><title>{note}</title></circle>'
            )
    parts += list(_number_axis(range(min(numbers), max(numbers) + 1), across, 0, across_text))
    spans = (f'<span><i class="s{curve.colour % SERIES}"></i>{escape(curve.name)}</span>' for curve in curves)
    return f'<p class="legend">{"".join(spans)}</p>' + _picture(title, HEIGHT, parts)


def nice_ticks(low: float, high: float) -> list[float]:
    """Returns round figures at equal distances, the first not above `low`, the last not below `high`."""
    if high <= low:
        low, high = low - 0.01, high + 0.01
    rough = (high - low) / TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= rough * 0.999)
    # Rounded: 3 * 0.1 is not 0.3.
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(number * step, 9) for number in range(first, last + 1)]


def _share_axis(ticks: Sequence[float], up: Scale) -> Iterator[str]:
    for tick in ticks:
        yield _line((LEFT, up(tick)), (WIDTH - RIGHT, up(tick)), "grid")
        yield _text((LEFT - 6, up(tick) + 4), f"{100 * tick:.4g} %", "end", "tick")


def _number_axis(numbers: range, across: Scale, half: float, text: str) -> Iterator[str]:
    # About sixteen numbers have room beside each other.
    step = max(1, ceil(len(numbers) / 16))
    step = next(nice for nice in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, step) if nice >= step)
    for number in numbers:
        if number % step == 0:
            yield _text((across(number) + half, HEIGHT - BOTTOM + 18), str(number), "middle", "tick")
    yield _text(((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6), text, "middle", "tick")


def _picture(title: str, height: float, parts: Sequence[str]) -> str:
    label = escape(title)
    picture = f'<svg role="img" aria-label="{label}" viewBox="0 0 {WIDTH} {height}">{"".join(parts)}</svg>'
    return f'<div class="wide">{picture}</div>'


def _line(start: tuple[float, float], end: tuple[float, float], kind: str) -> str:
    return f'<line class="{kind}" x1="{start[0]}" y1="{start[1]}" x2="{end[0]}" y2="{end[1]}"/>'


def _text(at: tuple[float, float], text: str, anchor: str, kind: str = "label") -> str:
    return f'<text class="{kind}" x="{at[0]}" y="{at[1]}" text-anchor="{anchor}">{escape(text)}</text>'


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
    summary, head = summarize(result.study, result.tallies), escape(figures.study_text(result))
    study = result.study
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
<h1>{escape(f"Tournament: {', '.join(study.bots)}" if study.is_tournament else ", ".join(study.line_ups[0]))}</h1>
<p>{head}. All intervals are of 95 %.</p>
{"".join(_sections(result, summary))}
<p>Played by rules and bots <code>{escape(result.rules)}</code>; the same seed gives the same games.</p>
</body>
</html>
"""


def _sections(result: Result, summary: Summary) -> Iterator[str]:
    if summary.ratings:
        yield _rating_section(summary, result.study.bots)
        yield _section("Who takes how much from whom", "", _table(figures.meeting_rows(summary)))
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
        note = (
            f"{' '.join(figures.luck_texts(summary.luck))} The luck of a roll is the win chance after it less the "
            "average over all rolls, as the coach sees it. Shares of the win with the luck taken out are the same on "
            "the average, and closer to it."
        )
        yield _section("Luck", note, _table(figures.luck_rows(summary.luck)))
    if summary.comebacks:
        bars = [(each.at_least, each.games.value) for each in summary.comebacks]
        chart = bar_chart("Games won from behind", bars, f"behind by at least so much ({game.ranking[0]})")
        note = "How many games were won by somebody who had been behind by so much after a turn."
        yield _section("Comebacks", note, chart)


def _rating_section(summary: Summary, bots: Sequence[str]) -> str:
    rows = [
        Row(name, rating, f"{rating.value:.0f} ({rating.low:.0f} to {rating.high:.0f})", bots.index(name))
        for name, rating in summary.ratings
    ]
    chart = interval_chart("Elo ratings", rows, lambda tick: f"{tick:.0f}", EVERYTHING)
    note = "The mean of all is 1500. Who is rated 400 higher takes ten points where the other takes one."
    if summary.has_drawn_games:
        note += " A drawn game is added for each two, because somebody has won or lost all."
    return _section("Elo ratings", note, chart)


def _bot_section(summary: Summary) -> str:
    rows = [
        Row(bot.name, bot.overall.won, _share_text(bot.overall.won), number, bot.overall.fair)
        for number, bot in enumerate(summary.bots)
    ]
    chart = interval_chart("Share of the win by bot", rows, _axis_percent, SHARES)
    places = [figures.place_name(seat) for seat in range(len(summary.seats))]
    by_seat = [["bot", *(f"as {place}" for place in places)]]
    by_seat += [
        [bot.name, *(figures.percent_text(share.won.value) if share else "" for share in bot.by_seat)]
        for bot in summary.bots
    ]
    note = "A win that several share counts as a part for each. Dashed: what a bot would have if all were alike."
    return _section("Share of the win by bot", note, chart + _table(by_seat))


def _seat_section(summary: Summary) -> str:
    rows = [
        Row(figures.place_name(seat), share.won, _share_text(share.won), expected=share.fair)
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
    folded = f"<details><summary>All figures</summary>{_table(figures.bust_rows(summary))}</details>"
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
    return _section(f"When {name} banks", note, chart + _table(figures.bank_rows([(name, rules)])))


def _section(title: str, note: str, content: str) -> str:
    note_html = f"<p>{escape(note)}</p>" if note else ""
    return f"<section><h2>{escape(title)}</h2>{note_html}{content}</section>\n"


def _table(rows: Sequence[Sequence[str]]) -> str:
    head, *others = rows
    cells = "".join(f'<th scope="col">{escape(text)}</th>' for text in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in others)
    return f'<div class="wide"><table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table></div>'


def _share_text(interval: Interval) -> str:
    value, ends = figures.interval_text(interval)
    return f"{value} ({ends.removesuffix(' %')})"


def _axis_percent(tick: float) -> str:
    return f"{100 * tick:.4g} %"
