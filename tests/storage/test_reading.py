"""Reading without a lock says what the writer's view says, and where the data folder is costs no import."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from storage.errors import WrongFile
from storage.files import Files
from storage.folder import Folder, locate
from storage.reading import read_tournament
from storage.roster import PlayerEntry
from storage.seal import seal
from storage.tournaments import create, open_tournament

IDS = [f"P{number:02}" for number in range(1, 11)]


def now() -> str:
    return "2017-08-05T12:00:00+05:00"


def protocol(number: int, table: int, **more: object) -> dict[str, object]:
    players = [{"seat": seat, "id": id} for seat, id in enumerate(IDS, 1)]
    slot = {"stage": "qualifying", "round": number, "table": table}
    return {**slot, "players": players, "sheet": {"winner": "red"}, **more}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A tournament with a correction, a conflict, a void game and decisions."""
    path = tmp_path / "cup.json"
    with (
        Folder(Files(), tmp_path / "data") as folder,
        create(
            folder, path, tournament_id="t1", title="Кубок", regulation="x", source={"a": 1}, now=now
        ) as tournament,
    ):
        tournament.put_players([PlayerEntry(f"Ник {id}", id=id) for id in IDS])
        tournament.store_all([protocol(2, 1), protocol(1, 1), protocol(1, 2)])
        (first, *_rest) = tournament.protocols()
        tournament.store(protocol(1, 1, judge="Б"), supersedes=[first.hash])
        tournament.store(protocol(1, 2, judge="В"))
        tournament.store(protocol(3, 1, sheet={"ending": "void"}))
        tournament.decide({"kind": "missed", "player": "P01", "stage": "qualifying", "round": 3})
        tournament.decide({"kind": "lot", "player": "P02", "number": 1})
    return path


def test_who_reads_sees_what_who_writes_sees(file: Path, tmp_path: Path) -> None:
    read = read_tournament(Files(), file)
    with open_tournament(Folder(Files(), tmp_path / "data"), file) as tournament:
        header = tournament.header
        assert (read.id, read.title) == (header.id, header.title)
        assert (read.regulation, read.source) == (header.regulation, header.source)
        assert read.players == tournament.players()
        assert read.protocols == tournament.protocols()
        assert read.decisions == tournament.decisions()
    assert {one.status for one in read.protocols} == {"official", "conflict", "superseded", "void"}


@pytest.mark.parametrize(
    "tables",
    [
        {},
        {"players": {}},
        {"players": {}, "tournament": {"1": {}}},
        {"players": {}, "tournament": {"1": []}},
        {"players": {}, "tournament": {"1": {"body": {"id": 1, "title": 2}}}},
    ],
)
def test_a_whole_file_of_something_else_is_refused(tables: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "t.json"
    file.write_bytes(seal(tables))
    with pytest.raises(WrongFile) as refusal:
        read_tournament(Files(), file)
    assert str(file) in str(refusal.value)


def test_no_part_of_a_file_can_be_of_another_kind_and_bring_a_reader_down(file: Path) -> None:
    """Every value of the tables replaced by others, one after another; each file is sealed anew."""
    data = json.loads(file.read_bytes())
    del data["_file"]
    places = list(_places(data, 4))
    assert len(places) > 60
    for way in places:
        for value in (None, 7, "x", [], {}):
            changed = json.loads(json.dumps(data))
            holder = changed
            for key in way[:-1]:
                holder = holder[key]
            holder[way[-1]] = value
            file.write_bytes(seal(changed))
            try:
                read_tournament(Files(), file)
            except WrongFile:
                continue


def _places(value: object, depth: int, way: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    if depth == 0 or not isinstance(value, dict):
        return []
    found = []
    for key, inner in value.items():
        found.append((*way, key))
        found += _places(inner, depth - 1, (*way, key))
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="the shortcut is taken on Linux only")
@pytest.mark.parametrize("home", [None, "", " ", "/srv/data"])
def test_the_platforms_folder_is_the_one_that_platformdirs_names(
    home: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from platformdirs import user_data_path

    monkeypatch.delenv("TABLETUI_DATA", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    if home is not None:
        monkeypatch.setenv("XDG_DATA_HOME", home)
    assert locate(None, os.environ) == user_data_path("tabletui", appauthor=False)


@pytest.mark.skipif(sys.platform != "linux", reason="the shortcut is taken on Linux only")
def test_a_relative_home_of_data_is_ignored_as_its_specification_says() -> None:
    assert locate(None, {"XDG_DATA_HOME": "relative"}) == Path.home() / ".local/share/tabletui"
