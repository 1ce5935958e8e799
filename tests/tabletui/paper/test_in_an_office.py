"""The tables opened by a real spreadsheet program: what it shows is what the screen shows."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from paper_stage import HOSTILE, program, run

from tabletui.paper.book import with_exact
from tabletui.paper.contents import grids
from tabletui.paper.gather import Material
from tabletui.paper.grid import shown_cell
from tabletui.text import set_language

ALL_SHEETS = "csv:Text - txt - csv (StarCalc):59,34,76,1,,1033,false,true,true,false,false,-1"
ONE_SHEET = "csv:Text - txt - csv (StarCalc):59,34,76,1,,1033,false,true,true"
SEMICOLONS = "--infilter=CSV:59,34,76,1,,1049,false,false"


@pytest.fixture(scope="module")
def office(exported: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the program makes of the book and of two CSV files: the cells as they are shown."""
    soffice = program("soffice", "libreoffice")
    out = tmp_path_factory.mktemp("office")
    profile = f"-env:UserInstallation={(out / 'profile').as_uri()}"
    words = (soffice, profile, "--headless", "--convert-to")
    run(*words, ALL_SHEETS, "--outdir", out / "book", exported / "tournament.xlsx")
    for name in ("standings", "games"):
        run(*words, ONE_SHEET, SEMICOLONS, "--outdir", out / "csv", exported / f"{name}.csv")
    return out


def lines(path: Path) -> list[list[str]]:
    return list(csv.reader(io.StringIO(path.read_text("utf-8-sig"), newline=""), delimiter=";"))


def test_every_sheet_of_the_book_shows_what_the_screen_shows(office: Path, whole: Material) -> None:
    files = sorted((office / "book").glob("*.csv"))
    tables = grids(whole)
    assert len(files) == len(tables)
    for table in tables:
        assert table.title in {file.stem.rpartition("-")[2] for file in files}
        path = next(file for file in files if file.stem.endswith(f"-{table.title}"))
        set_language("en")  # the program here writes its numbers with a point
        meant = [[shown_cell(cell) for cell in line] for line in with_exact(table).rows]
        assert [line[: len(meant[0])] for line in lines(path)[1:]] == meant


@pytest.mark.parametrize("name", ["standings", "games"])
def test_csv_opened_by_a_spreadsheet_keeps_text_as_text(name: str, office: Path, exported: Path) -> None:
    shown = [cell for line in lines(office / "csv" / f"{name}.csv") for cell in line]
    written = {cell for line in lines(exported / f"{name}.csv") for cell in line}
    for player in HOSTILE:
        if player in written or "'" + player in written:
            assert player in shown or "'" + player in shown
    assert not any(cell in ("2", "7") and f"={cell}" in written for cell in shown)
    assert "#NAME?" not in shown and "Err:508" not in shown
