"""A tournament of one table in a real folder, and what must be true of it after its game."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from table_stage import NAMES, Time

from rules.protocol import parse_protocols
from rules.regulation import load
from rules.regulation.content import as_json
from rules.sheet import Sheet
from rules.sheet_json import derive_sheet
from storage.files import Files
from storage.finishing import unfinished
from storage.folder import Folder
from storage.roster import PlayerEntry
from storage.tournaments import create, open_tournament
from tabletui import cli, settings
from tabletui.app import TabletuiApp

from .judge import Judge

JUDGE = "Судья Тестовый"
DEAL = ("7", "2", "9", "4", "Enter")
"""Don 7, mafia 2 and 9, sheriff 4."""
TO_DAY_1 = (*DEAL, "Enter", "Enter")
"""The deal, the meeting of the blacks and the sheriff's look."""


@asynccontextmanager
async def tournament(root: Path, regulation: str, *, cyrillic: bool = False) -> AsyncIterator[Judge]:
    """The app at a tournament of ten players, who are then seated by keys in the order of their names."""
    time = Time()
    path = root / "cup.json"
    with Folder(Files(), root) as folder:
        settings.write(folder.files, root, settings.Settings(judge=JUDGE, sound=False))
        rules = load(regulation)
        made = create(
            folder,
            path,
            tournament_id="cup",
            title="Кубок",
            regulation=rules.id,
            source=as_json(rules),
            now=time.now,
        )
        made.put_players([PlayerEntry(name, id=f"P{n:02}") for n, name in enumerate(NAMES, 1)])
        made.close()
        app = TabletuiApp(folder, file=path, now=time.now, monotonic=time.monotonic)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            judge = Judge(pilot, time, cyrillic=cyrillic)
            await judge.keys("N", *["Enter"] * 10, "F10")
            assert judge.step == ("deal",)
            judge.sees("РАЗДАЧА РОЛЕЙ", "Вега", "[b]x[/b]", "сохранено")
            yield judge


async def signed_and_stored(judge: Judge) -> None:
    """The protocol screen is open: signature with the name that stands there, stored, on to the standings."""
    await judge.keys("Enter")
    judge.sees("Подпись: имя судьи", JUDGE)
    await judge.keys("Enter")
    judge.sees("Подписать?")
    await judge.keys("Enter")
    judge.sees("Протокол сохранён. Показать таблицу?")
    await judge.keys("Enter")
    judge.sees("Таблица · ")


def sees_points(judge: Judge, points: Mapping[int, str]) -> None:
    """The standings on the screen show for each seat's player the points as they are written, else 0."""
    for seat, name in enumerate(NAMES, 1):
        line = next((line for line in judge.lines() if f" {name} " in line), "")
        shown = line.replace(" ×", "").split(name)[-1].split()
        assert shown and shown[0] == points.get(seat, "0"), f"{name}: {line}\n{judge.picture()}"


def stored_sheet(
    path: Path, regulation: str, capsys: pytest.CaptureFixture[str], points: Mapping[int, str]
) -> Sheet:
    """The sheet in the file, after all that must be true of the file is found true.

    One protocol counts, its sheet is what its events bring about, `check` finds nothing, `standings` gives
    the points by seat (as fractions; all other players have none), and no game waits any more.
    """
    folder = Folder(Files(), path.parent)
    with open_tournament(folder, path) as read:
        (stored,) = read.official()
    (protocol,) = parse_protocols(stored.protocol)
    replayed = derive_sheet(protocol.replay(load(regulation)))
    assert protocol.sheet == replayed
    assert protocol.judge == JUDGE
    assert unfinished(folder) == []
    assert len(list(folder.archive.iterdir())) == 1

    assert json.loads(command(capsys, "check", str(path), "--json")) == []
    rows = json.loads(command(capsys, "standings", str(path), "--json"))["rows"]
    found = {row["id"]: Fraction(row["total"]) for row in rows}
    names = {player.seat: player.id for player in protocol.players}
    assert found == {names[seat]: Fraction(points.get(seat, 0)) for seat in names}
    return replayed


def audit(path: Path) -> list[str]:
    """What was taken back, returned or amended, as the one protocol of the file tells it, in its order."""
    with open_tournament(Folder(Files(), path.parent), path) as read:
        (stored,) = read.official()
    return [row["did"] for row in stored.protocol["audit"]]


def command(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command prints; it ends with status 0."""
    capsys.readouterr()
    status = cli.main(list(words))
    said = capsys.readouterr()
    assert status == 0, said.out + said.err
    return said.out


def facts(judge: Judge, kind: str) -> list[Any]:
    """The facts of one kind on record."""
    return [event for event in judge.game.events if event.kind == kind]
