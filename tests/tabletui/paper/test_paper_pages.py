"""Printed pages: whole by themselves, no script, names inert, everything on them that should be."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from command_line import told
from paper_stage import HOSTILE

from rules.scoring import shown
from tabletui.paper.draw_page import draw_page
from tabletui.paper.game_pages import blank_page, protocols_page
from tabletui.paper.gather import Material
from tabletui.paper.place_pages import standings_page
from tabletui.paper.seat_pages import seating_page, slips_page
from tabletui.paper.svg import Line, histogram, places
from tabletui.text import decimal

PAGES = ("seating", "slips", "blank-protocols", "protocols", "standings", "awards", "draw")
TAGS = {
    *(
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "section",
        "div",
        "span",
        "h1",
        "h2",
        "p",
        "b",
        "bdi",
    ),
    *("table", "thead", "tbody", "tr", "th", "td", "ul", "ol", "li", "dl", "dt", "dd"),
    *("svg", "line", "text", "polyline", "circle", "rect"),
}


class Page(HTMLParser):
    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.texts: list[str] = []
        self.feed(data.decode("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _value in attrs}

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(data.strip())


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_script_no_address_and_no_tag_of_somebody_else(name: str, exported: Path) -> None:
    data = (exported / f"{name}.html").read_bytes()
    page = Page(data)
    assert set(page.tags) <= TAGS
    assert not {one for one in page.attributes if one.startswith("on") or one in ("src", "href", "srcset")}
    assert b"url(" not in data and b"@import" not in data
    outside = re.sub(rb"&#?[a-z0-9]+;", b"", data)
    assert b"http:" not in outside.replace(b"http://x.example", b"")  # a name, not an address
    assert "default-src 'none'" in data.decode().replace("&#39;", "'")


@pytest.mark.parametrize("name", ["seating", "slips", "protocols", "standings"])
def test_every_name_stands_on_the_page_as_it_was_typed(name: str, exported: Path) -> None:
    texts = set(Page((exported / f"{name}.html").read_bytes()).texts)
    missing = set(HOSTILE) - texts
    # Whoever withdrew early has no line on every page; a name with a mark of formula is one word of text.
    assert not {one for one in missing if one in ("<script>document.title='live'</script>", "a&amp;b")}
    assert len(missing) < 3


def test_marks_that_turn_a_line_are_harmless(half: Material) -> None:
    player = half.standings.rows[0].id
    before = half.names[player]
    half.names[player] = "a\u202eevil\u2066\u200b\x07"
    try:
        for made in (seating_page(half), slips_page(half), draw_page(half), blank_page(half)):
            assert not set(made.decode()) & set("\u202e\u2066\u200b\x07")
    finally:
        half.names[player] = before


def test_the_wall_shows_every_place_of_every_round(whole: Material) -> None:
    texts = Page(seating_page(whole)).texts
    for seating in whole.seatings.values():
        for player in seating.everybody:
            assert texts.count(whole.name(player)) >= 1
    assert texts.count("1") >= len(whole.seatings)


def test_a_slip_tells_a_player_every_table_and_seat(whole: Material) -> None:
    page = slips_page(whole).decode()
    player = whole.seatings["last", 1].tables[0][0]
    slip = next(
        part for part in page.split('<div class="slip">') if f"<bdi>{whole.name(player)}</bdi>" in part
    )
    found = re.findall(r"<td>(\d+)</td><td>(\d+)</td>", slip)
    meant = [
        place
        for seating in whole.seatings.values()
        if player in seating.everybody and (place := seating.place_of(player))
    ]
    assert [(int(table), int(seat)) for table, seat in found] == meant


def test_blank_protocols_are_those_that_wait_and_carry_the_names(half: Material) -> None:
    page = blank_page(half).decode()
    waiting = [
        (key, number)
        for key, seating in half.seatings.items()
        for number in range(1, len(seating.tables) + 1)
        if not any((slot.stage, slot.round, slot.table) == (*key, number) for slot in half.protocols)
    ]
    assert page.count('<section class="sheet blank">') == len(waiting) == 6
    assert all(half.seatings[key].tables[number - 1] for key, number in waiting)


def test_a_tournament_without_a_draw_has_one_blank_protocol_without_names(tmp_path: Path) -> None:
    assert (
        told("new", tmp_path / "t.json", "--regulation", "aktau-2017", "--data", tmp_path / "d").status == 0
    )
    words = ("--to", tmp_path / "out", "--only", "blanks", "--data", tmp_path / "d")
    assert told("export", tmp_path / "t.json", *words).status == 0
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["blank-protocols.html"]


def test_a_filled_protocol_shows_the_points_and_what_they_are_made_of(whole: Material) -> None:
    texts = Page(protocols_page(whole)).texts
    for points in whole.points.values():
        for row in points:
            assert decimal(shown(row.total)) in texts
    assert any(" × K " in text for text in texts)
    assert any("вес этапа 1,5" in text for text in texts)


def test_the_standings_show_each_place_and_the_points_of_each_game(whole: Material) -> None:
    texts = Page(standings_page(whole)).texts
    for row in whole.standings.rows:
        assert row.name in texts and decimal(row.shown) in texts


def test_a_draw_report_shows_seed_proof_and_figures_beside_their_bounds(whole: Material) -> None:
    texts = Page(draw_page(whole)).texts
    for draw in whole.draws():
        assert draw["seed"] in texts and draw["audit"]["commitment"] in texts
        assert str(draw["quality"]["s2"]) in texts


def test_a_draw_whose_figures_are_not_spelled_right_still_has_its_report(whole: Material) -> None:
    known = whole.draws()
    bad = [dict(draw) | {"quality": {"pairs": {"x": "y"}}, "audit": 5} for draw in known]
    try:
        whole.draws = lambda: tuple(bad)  # type: ignore[method-assign]
        assert b"<section" in draw_page(whole)
    finally:
        del whole.draws


def test_only_what_was_asked_for_is_written_and_a_part_nobody_knows_is_refused(
    cups: Path, tmp_path: Path
) -> None:
    words = (cups / "half.json", "--to", tmp_path / "out", "--data", cups / "data")
    assert told("export", *words, "--only", "slips, draw").status == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"slips.html", "draw.html"}
    said = told("export", *words, "--only", "slips,wallpaper", "--json")
    assert (said.status, said.error["code"]) == (2, "unknown_part")


def test_bars_say_their_number_and_no_two_names_of_lines_touch() -> None:
    drawn = histogram({0: 384, 1: 882, 2: 504}, "t", "u")
    assert all(f">{count}<" in drawn for count in (384, 882, 504)) and drawn.count("<rect") == 3
    lines = [Line(f"<p{n}>", (1 + n % 3, 0, 1)) for n in range(10)]
    plot = places(lines, ["1", "2", "3"], 3, "t")
    heights = sorted(int(y) for y in re.findall(r'y="(\d+)">1 &lt;p', plot))
    assert len(heights) == 10 and all(b - a >= 10 for a, b in pairwise(heights))
