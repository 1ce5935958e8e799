"""Tables on paper: the same figures as the rules, exact first and then shown, and no text that acts."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest
from paper_stage import HOSTILE

from rules.scoring import shown
from tabletui.paper.book import book_bytes, with_exact
from tabletui.paper.contents import grids
from tabletui.paper.gather import Material
from tabletui.paper.grid import FORMULA, Grid, csv_bytes
from tabletui.paper.seat_tables import federation_bytes
from tabletui.paper.standing_tables import by_game_grid
from tabletui.text import decimal


def rows_of(data: bytes) -> list[list[str]]:
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=";"))


def test_the_points_of_the_games_add_up_to_the_points_of_each_stage(whole: Material) -> None:
    earned: dict[tuple[str, str], Fraction] = {}
    for slot, points in whole.points.items():
        for player in whole.games[slot].players:
            if not player.stand_in:
                key = player.id, slot.stage
                earned[key] = earned.get(key, Fraction(0)) + points[player.seat - 1].total
    told = {(row.id, stage): points for row in whole.standings.rows for stage, points in row.by_stage.items()}
    assert told == earned
    assert {stage for _player, stage in told} == {"groups", "swiss", "last"}


def test_the_line_of_a_player_adds_up_to_his_points(whole: Material) -> None:
    table = by_game_grid(whole)
    for line in table.rows:
        assert sum((cell for cell in line[3:] if cell is not None), Fraction(0)) == line[2]


def test_a_book_shows_what_csv_shows_and_keeps_the_exact_fraction_beside(whole: Material) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    tables = grids(whole)
    book = openpyxl.load_workbook(io.BytesIO(book_bytes(tables)))
    assert len(book.sheetnames) == len(tables)
    inexact = 0
    for sheet, table in zip(book.worksheets, tables, strict=True):
        exact = with_exact(table)
        for cells, line in zip(list(sheet.iter_rows(values_only=True))[1:], exact.rows, strict=True):
            for cell, meant in zip(cells, line, strict=False):
                if isinstance(meant, Fraction):
                    assert cell == pytest.approx(float(meant))
                elif meant not in (None, ""):
                    assert cell == meant
        inexact += len(exact.columns) - len(table.columns)
    assert inexact > 0  # K is no whole number in this tournament


def test_no_cell_of_a_book_is_a_formula_a_link_or_a_number_that_was_a_name(whole: Material) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.load_workbook(io.BytesIO(book_bytes(grids(whole))))
    cells = [cell for sheet in book for line in sheet.iter_rows() for cell in line]
    assert set(HOSTILE) <= {cell.value for cell in cells if cell.data_type == "s"}
    assert {cell.data_type for cell in cells} <= {"s", "n"}
    assert not any(cell.hyperlink for cell in cells)


def test_no_cell_of_csv_begins_as_a_formula(whole: Material) -> None:
    for table in grids(whole):
        for line, meant in zip(rows_of(csv_bytes(table))[1:], table.rows, strict=True):
            for cell, value in zip(line, meant, strict=True):
                assert not (isinstance(value, str) and cell.startswith(FORMULA))


def test_points_are_rounded_once_and_only_for_the_eye(whole: Material) -> None:
    line = rows_of(csv_bytes(by_game_grid(whole)))[1]
    assert line[2] == decimal(shown(whole.standings.rows[0].total))
    assert "," in line[2] or line[2].lstrip("-").isdigit()


def test_the_same_tournament_gives_the_same_book(whole: Material) -> None:
    assert book_bytes(grids(whole), "t") == book_bytes(grids(whole), "t")


def test_a_sheet_has_a_name_the_format_allows_and_none_twice() -> None:
    openpyxl = pytest.importorskip("openpyxl")
    titles = ["a[b]:c*d?e/f\\g" * 4, "A_B__C_D_E_F_G" * 4, "'x'", "", "a" * 40, "a" * 40]
    book = book_bytes([Grid(str(n), title, ("x",), ((1,),)) for n, title in enumerate(titles)])
    names = openpyxl.load_workbook(io.BytesIO(book)).sheetnames
    assert len({name.casefold() for name in names}) == len(titles)
    assert all(0 < len(name) <= 31 and not set(name) & set("[]:*?/\\") for name in names)


def test_a_draw_for_the_federation_is_ten_lines_a_round_and_a_column_a_table(whole: Material) -> None:
    text = federation_bytes(whole, "groups").decode("utf-8-sig")
    blocks = [block.splitlines() for block in text.replace("\r\n", "\n").strip("\n").split("\n\n")]
    assert [len(block) for block in blocks] == [10, 10, 10, 10]
    for number, block in enumerate(blocks, 1):
        tables = whole.seatings["groups", number].tables
        for seat, line in enumerate(csv.reader(block, delimiter=";")):
            assert len(line) == len(tables)
            assert [cell.removeprefix("'") for cell in line] == [whole.name(table[seat]) for table in tables]
