"""The report: one page that needs nothing else."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from companion.lab.report import report_page
from companion.lab.study import Study, pairs
from tests.companion.lab.studies import played, study_of, with_banks_and_luck


def headings(page: str) -> list[str]:
    """Those of the page, the title first."""
    return re.findall(r"<h[12]>(.*?)</h[12]>", page)


@pytest.mark.usefixtures("plugged")
def test_a_report_has_a_chart_for_each_kind_of_figure() -> None:
    page = report_page(played(study_of(("greenhorn", "banker"), games=30)))
    assert headings(page) == [
        "greenhorn, banker",
        "Share of the win by bot",
        "Share of the win by seat",
        "How long the games were",
        "Busts",
        "Comebacks",
    ]
    assert page.count("<svg ") == 5


@pytest.mark.usefixtures("plugged")
def test_the_report_of_a_tournament_begins_with_the_ratings() -> None:
    study = study_of(*pairs(("greenhorn", "banker")), games=30, is_tournament=True)
    assert headings(report_page(played(study)))[:3] == [
        "Tournament: greenhorn, banker",
        "Elo ratings",
        "Who takes how much from whom",
    ]


def test_a_report_tells_banks_and_luck_where_they_were_counted() -> None:
    page = report_page(with_banks_and_luck(played(study_of())))
    assert headings(page)[3:] == ["Busts", "When greenhorn banks", "Luck", "Comebacks"]
    assert "<td>15 %</td><td>15 to 15 %</td>" in page
    assert "Who had the most luck with the dice won 100.0 % of the games" in page


def test_a_game_without_rolls_has_no_busts_in_its_report() -> None:
    study = Study("klondike", {"deal": "", "centre_each_round": False}, (("greenhorn", "greenhorn"),), 2, 1)
    assert headings(report_page(played(study)))[1:] == [
        "Share of the win by seat",
        "How long the games were",
        "Comebacks",
    ]


def test_a_report_needs_no_network_and_no_script() -> None:
    page = report_page(played(study_of()))
    assert "default-src 'none'" in page
    assert not re.search(r"https?:|//|<script|<link|<img|@import|url\(", page)


def test_the_same_result_gives_the_same_report() -> None:
    assert report_page(played(study_of())) == report_page(played(study_of()))


def test_an_interrupted_study_says_so() -> None:
    result = played(study_of(), games=3)
    assert "the first 3 of 12 games" in report_page(result)
    assert "12 games" in report_page(replace(result, played=12))
