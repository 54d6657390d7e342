"""Charts as SVG, for a page: no script, no network, and colours of classes that the page's style sets."""

from __future__ import annotations

from html import escape
from math import ceil, floor, log10
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from companion.lab.intervals import Interval

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
    """The figure in words."""
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
    """Returns a chart with a row for each figure: a dot, and a line as long as its interval.

    Args:
        title: what it shows, for those who do not see it.
        rows: from the top.
        tick_text: how a figure is written at the axis.
        limits: the axis does not go beyond these.
    """
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
    """Returns a chart of shares, a bar for each number; so many numbers share a bar that the bars can be told apart.

    Args:
        title: what it shows, for those who do not see it.
        bars: numbers in ascending order, each with its share of all.
        across_text: what the numbers are.
    """
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
    """Returns a chart of shares as lines of points with their intervals, and a legend.

    Args:
        title: what it shows, for those who do not see it.
        curves: one for each bot.
        across_text: what the numbers are.
    """
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
    return _legend(curves) + _picture(title, HEIGHT, parts)


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
    step = max(1, ceil(len(numbers) / 16))
    step = next(nice for nice in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, step) if nice >= step)
    for number in numbers:
        if number % step == 0:
            yield _text((across(number) + half, HEIGHT - BOTTOM + 18), str(number), "middle", "tick")
    yield _text(((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6), text, "middle", "tick")


def _legend(curves: Sequence[Curve]) -> str:
    spans = (f'<span><i class="s{curve.colour % SERIES}"></i>{escape(curve.name)}</span>' for curve in curves)
    return f'<p class="legend">{"".join(spans)}</p>'


def _picture(title: str, height: float, parts: Sequence[str]) -> str:
    label = escape(title)
    picture = f'<svg role="img" aria-label="{label}" viewBox="0 0 {WIDTH} {height}">{"".join(parts)}</svg>'
    return f'<div class="wide">{picture}</div>'


def _line(start: tuple[float, float], end: tuple[float, float], kind: str) -> str:
    return f'<line class="{kind}" x1="{start[0]}" y1="{start[1]}" x2="{end[0]}" y2="{end[1]}"/>'


def _text(at: tuple[float, float], text: str, anchor: str, kind: str = "label") -> str:
    return f'<text class="{kind}" x="{at[0]}" y="{at[1]}" text-anchor="{anchor}">{escape(text)}</text>'
