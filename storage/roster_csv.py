"""The roster out of a file that an organiser made with whatever was at hand.

UTF-8 (with or without a mark at its start) or cp1251; commas, semicolons or tabs; a header in English or
Russian, or none at all: then each line is a name.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from storage.errors import WrongInput
from storage.roster import PlayerEntry, same_name, tidied, tidy

LARGEST = 1_000_000
"""Bytes of a file; a roster is far smaller."""
MOST = 2000
"""Players."""

COLUMNS = {
    "name": ("name", "player", "nick", "nickname", "имя", "игрок", "ник", "никнейм", "псевдоним", "фио"),
    "id": ("id", "ид", "код", "номер", "№"),
    "club": ("club", "клуб"),
    "city": ("city", "town", "город"),
    "paid": ("paid", "fee", "оплачено", "оплата", "оплатил", "взнос"),
    "note": ("note", "notes", "comment", "примечание", "примечания", "комментарий", "заметка"),
    "stand_in": ("stand_in", "stand-in", "замена", "подсадка"),
}

_YES = {
    "1",
    "yes",
    "y",
    "true",
    "paid",
    "x",
    "+",
    "да",
    "д",
    "есть",
    "оплачено",
    "оплатил",
    "оплатила",
    "х",
    "✓",
}
_NO = {"", "0", "no", "n", "false", "-", "–", "—", "нет", "н", "не оплачено"}
_SEPARATORS = ";,\t"
_LONE = (["id"], ["ид"], ["№"])
"""Titles that are no name of a player even where they stand alone."""
_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def as_text(cell: str) -> str:
    """The cell as no formula of a spreadsheet: behind an apostrophe, which `read_roster` takes away."""
    return "'" + cell if _is_formula(cell) else cell


def _is_formula(cell: str) -> bool:
    # Apostrophes of the cell's own are looked through, so that the one put before it is always the one taken.
    return cell.lstrip("' ").startswith(_FORMULA)


def _plain(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _is_formula(cell) else cell


def read_roster(data: bytes, *, source: str = "roster") -> tuple[PlayerEntry, ...]:
    """The players of a file in its order; ids stay empty where the file gives none.

    source: how to call the file in messages. Raises WrongInput: one sentence with the line that is wrong.
    """
    text = _decoded(data, source)
    rows = [(number, row) for number, row in _rows(text, source) if any(row)]
    if not rows:
        raise WrongInput("empty_roster", "{source}: there is no player in the file.", source=source)
    columns = _header(rows[0][1])
    if columns is None:
        _check_names(rows[0], source)
        columns = ["name"]
    else:
        _check_header(columns, rows[0], source)
        rows = rows[1:]
    return _entries(rows, columns, source)


def _decoded(data: bytes, source: str) -> str:
    if len(data) > LARGEST:
        raise WrongInput(
            "roster_too_long", "{source}: the file is longer than 1 MB; is it a roster?", source=source
        )
    if b"\x00" in data:
        raise WrongInput("not_text", "{source}: not a text file; save it as CSV in UTF-8.", source=source)
    for encoding in ("utf-8-sig", "cp1251"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise WrongInput(
        "unknown_encoding", "{source}: neither UTF-8 nor cp1251; save it as UTF-8.", source=source
    )


def _rows(text: str, source: str) -> Iterator[tuple[int, list[str]]]:
    """Line numbers from 1 and tidied cells."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(_SEPARATORS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    before = 0
    try:
        for row in reader:
            yield before + 1, [_plain(tidy(cell)) for cell in row]
            before = reader.line_num
    except csv.Error:
        raise WrongInput(
            "wrong_csv",
            "{source}, line {line}: a quotation mark is opened and not closed, or text follows it.",
            source=source,
            line=before + 1,
        ) from None


def _header(row: Sequence[str]) -> list[str] | None:
    """What each column holds ("" for one we do not know), or None when the row is no header."""
    known = {title: column for column, titles in COLUMNS.items() for title in titles}
    columns = [known.get(cell.casefold().rstrip(":"), "") for cell in row]
    # One title that means a name, or two that we know, are a header; a lone "Клуб" may be a player, "id" not.
    known_enough = "name" in columns or sum(map(bool, columns)) > 1
    return columns if known_enough or [cell.casefold().rstrip(":") for cell in row if cell] in _LONE else None


def _check_names(row: tuple[int, Sequence[str]], source: str) -> None:
    """Without a header each line is a name; several cells in the first are a header that nobody knows."""
    number, cells = row
    if sum(map(bool, cells)) > 1:
        raise WrongInput(
            "unknown_header",
            "{source}, line {line}: a header that is not understood; the columns are {columns}.",
            source=source,
            line=number,
            columns=_known_columns(),
        )


def _known_columns() -> str:
    """Every column by its first title in English and in Russian."""
    return ", ".join(
        f"{titles[0]} ({next(title for title in titles if not title.isascii())})"
        for titles in COLUMNS.values()
    )


def _check_header(columns: Sequence[str], row: tuple[int, Sequence[str]], source: str) -> None:
    number, titles = row
    if "name" not in columns:
        raise WrongInput(
            "no_name_column",
            "{source}, line {line}: no column is called name (имя); the columns are {columns}.",
            source=source,
            line=number,
            columns=_known_columns(),
        )
    for index, column in enumerate(columns):
        if column and column in columns[:index]:
            raise WrongInput(
                "column_twice",
                "{source}, line {line}: the column {title} is there twice.",
                source=source,
                line=number,
                title=titles[index],
            )


def _entries(
    rows: Sequence[tuple[int, list[str]]], columns: Sequence[str], source: str
) -> tuple[PlayerEntry, ...]:
    entries: list[PlayerEntry] = []
    ids: dict[str, int] = {}
    names: dict[str, int] = {}
    for number, row in rows:
        if len(entries) == MOST:
            raise WrongInput(
                "too_many",
                "{source}, line {line}: more than {most} players.",
                source=source,
                line=number,
                most=MOST,
            )
        entry = _entry(number, row, columns, source)
        for taken, key in ((names, same_name(entry.name)), (ids, entry.id)):
            if key and key in taken:
                raise WrongInput(
                    "twice",
                    "{source}, line {line}: {what} is in line {first} already.",
                    source=source,
                    line=number,
                    what=entry.name if taken is names else f"id {entry.id}",
                    first=taken[key],
                )
            taken[key] = number
        entries.append(entry)
    if not entries:
        raise WrongInput("empty_roster", "{source}: there is no player in the file.", source=source)
    return tuple(entries)


def _entry(number: int, row: Sequence[str], columns: Sequence[str], source: str) -> PlayerEntry:
    surplus = [cell for cell in row[len(columns) :] if cell]
    if surplus:
        raise WrongInput(
            "too_many_cells",
            "{source}, line {line}: {cell} stands in no column; put a text with commas into quotation marks.",
            source=source,
            line=number,
            cell=surplus[0],
        )
    cells = {column: cell for column, cell in zip(columns, row, strict=False) if column}
    try:
        return tidied(
            PlayerEntry(
                name=cells.get("name", ""),
                id=cells.get("id", ""),
                club=cells.get("club", ""),
                city=cells.get("city", ""),
                paid=_yes(cells.get("paid", "")),
                note=cells.get("note", ""),
                stand_in=_yes(cells.get("stand_in", "")),
            )
        )
    except WrongInput as error:
        raise WrongInput(
            error.code,
            "{source}, line {line}: " + error.template,
            source=source,
            line=number,
            **error.details,
        ) from None


def _yes(cell: str) -> bool:
    """A mark that means yes; a sum of money above nothing counts as paid."""
    plain = cell.casefold()
    if plain in _YES:
        return True
    if plain in _NO:
        return False
    digits = "".join(char for char in plain if char.isdigit())
    if digits:
        return digits.strip("0") != ""
    raise WrongInput("not_yes_or_no", "{cell} is neither yes nor no.", cell=cell)
