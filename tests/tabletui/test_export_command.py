"""A tournament as files: they come back as they were, stay in their folder, and cover up nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import TWO_GAMES, WORKED, command, games, told, written

from storage.files import Files
from storage.folder import Folder
from storage.kinds import Slot
from storage.reading import read_tournament
from storage.roster_csv import as_text
from tabletui.paper.contents import protocol_name
from tabletui.text import set_language

NAMES = [player["name"] for game in games() for player in game["players"]]
TABLES = ["players.csv", "standings.csv", "standings.html"]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("TABLETUI_DATA", str(tmp_path / "data"))
    yield tmp_path / "data"
    set_language("ru")


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """A tournament with twenty players and three games."""
    roster = tmp_path / "roster.csv"
    roster.write_text("Имя;Город;Взнос\n" + "".join(f"{name};Актау;да\n" for name in NAMES), "utf-8")
    path = tmp_path / "cup.json"
    assert (
        told("new", path, "--regulation", "aktau-2017", "--title", "Кубок", "--players", roster).status == 0
    )
    assert told("import", path, WORKED, TWO_GAMES).status == 0
    return path


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_what_was_written_is_said_in_one_line_and_listed_for_programs(cup: Path, tmp_path: Path) -> None:
    said = told("export", cup, "--to", tmp_path / "out")
    assert (said.status, said.err, said.out.count("\n")) == (0, "", 1)
    assert "3 протокола" in said.out
    listed = told("export", cup, "--to", tmp_path / "out", "--json").json
    assert sorted(listed) == sorted(str(path) for path in (tmp_path / "out").iterdir())
    assert {Path(path).name for path in listed} >= {"qualifying-1-1.protocol.json", *TABLES}


def test_the_protocols_are_the_stored_ones_and_readable(cup: Path, tmp_path: Path) -> None:
    assert told("export", cup, "--to", tmp_path / "out").status == 0
    stored = read_tournament(Files(), cup).protocols
    assert len(stored) == 3
    for one in stored:
        text = (tmp_path / "out" / protocol_name(one.slot)).read_text("utf-8")
        assert json.loads(text) == one.protocol
        assert one.protocol["players"][0]["name"] in text and text.count("\n") > 20


def test_a_new_tournament_out_of_the_files_is_the_old_one(cup: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert told("export", cup, "--to", out).status == 0
    protocols = sorted(out.glob("*.protocol.json"))
    assert told("replay", *protocols).status == 0
    assert told("score", *protocols, "--regulation", "aktau-2017").status == 0
    twin = tmp_path / "twin.json"
    words = ("--regulation", "aktau-2017", "--title", "Кубок", "--players", out / "players.csv")
    assert told("new", twin, *words).status == 0
    assert told("import", twin, *protocols).status == 0
    assert told("players", twin, "--json").json == told("players", cup, "--json").json
    assert told("standings", twin, "--json").json == told("standings", cup, "--json").json
    assert told("export", twin, "--to", tmp_path / "again").status == 0
    assert content(tmp_path / "again") == content(out)


def test_the_tables_are_those_of_the_standings_command(cup: Path, tmp_path: Path) -> None:
    assert told("export", cup, "--to", tmp_path / "out").status == 0
    assert told("standings", cup, "--csv", tmp_path / "s.csv", "--html", tmp_path / "s.html").status == 0
    for form in ("csv", "html"):
        assert (tmp_path / "out" / f"standings.{form}").read_bytes() == (tmp_path / f"s.{form}").read_bytes()


def test_no_name_is_a_formula_in_the_roster_and_each_comes_back(tmp_path: Path) -> None:
    names = ["=1+1", "+7", "-2", "@SUM(A1)", "＝1", "'=1", "''+1", "'Шах'", 'Ник "Лис"; младший']
    first = tmp_path / "first.csv"
    # A mark of the spreadsheet's own kind before each: what is read has one less.
    quoted = [f'''"{"'" if as_text(name) != name else ""}{name.replace('"', '""')}"''' for name in names]
    first.write_text("name;note\n" + "".join(f"{name};–\n" for name in quoted), "utf-8")
    cup = tmp_path / "cup.json"
    assert told("new", cup, "--regulation", "aktau-2017", "--players", first).status == 0
    assert [one["name"] for one in told("players", cup, "--json").json] == names
    assert told("export", cup, "--to", tmp_path / "out").status == 0
    lines = (tmp_path / "out" / "players.csv").read_text("utf-8-sig").splitlines()
    assert not any(cell.startswith(("=", "+", "-", "@", "＝")) for line in lines for cell in line.split(";"))
    twin = tmp_path / "twin.json"
    words = ("--regulation", "aktau-2017", "--players", tmp_path / "out" / "players.csv")
    assert told("new", twin, *words).status == 0
    assert told("players", twin, "--json").json == told("players", cup, "--json").json


HOSTILE = [
    "../../up",
    "/etc/x",
    "a/b",
    "a\\b",
    "..",
    ".",
    "CON",
    "con.x",
    "-rf",
    "A",
    "x" * 400,
    "С\nТ",
    "a:b",
    "~",
]


def test_no_stage_leaves_the_folder_however_it_is_called(data: Path, tmp_path: Path) -> None:
    incoming = []
    for number, stage in enumerate([*HOSTILE, "a", "a_b"], 1):
        incoming.append(games()[0] | {"stage": stage, "round": number, "tournament": None})
    with Folder(Files(), data) as folder:
        from storage.tournaments import open_one_off

        with open_one_off(folder, new_id=lambda: "0" * 16, now=lambda: "2017-08-05T12:00:00+05:00"):
            pass
    cup = data / "one-off.json"
    assert told("import", cup, written(tmp_path / "in.json", incoming), "--json").status in (0, 1)
    before = {path for path in tmp_path.rglob("*") if path != tmp_path / "deep"}
    out = tmp_path / "deep" / "out"
    out.parent.mkdir()
    assert told("export", cup, "--to", out).status in (0, 1)
    assert {path for path in tmp_path.rglob("*") if tmp_path / "deep" not in (path, *path.parents)} == before
    found = list(out.glob("*.protocol.json"))
    assert len(found) == len(incoming) == len({path.name.casefold() for path in found})
    assert {json.loads(path.read_text("utf-8"))["stage"] for path in found} == {
        one["stage"] for one in incoming
    }


def test_stages_that_differ_in_a_sign_or_a_capital_have_files_of_their_own() -> None:
    stages = [*HOSTILE, "a", "a_b", "a.b", "a b", "Ё", "ё", "е"]
    names = [protocol_name(Slot(stage, 1, 2)) for stage in stages]
    assert len({name.casefold() for name in names}) == len(stages)
    assert all(name[0].isalnum() and len(name.encode()) < 200 for name in names)
    assert not any(set(name) & set('/\\:*?"<>|\n') or ".." in name for name in names)
    assert protocol_name(Slot("final", 3, 1)) == "final-3-1.protocol.json"


@pytest.mark.parametrize("taken", ["standings.csv", "qualifying-1-1.protocol.json"])
def test_a_file_of_other_content_is_refused_and_nothing_written(
    taken: str, cup: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / taken).write_text("mine", "utf-8")
    said = told("export", cup, "--to", out, "--json")
    assert (said.status, said.error["code"], said.err.count("\n")) == (2, "other_content", 1)
    assert said.error["file"] == str(out / taken)
    assert content(out) == {taken: b"mine"}


def test_a_link_to_nowhere_is_not_written_through(cup: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "standings.csv").symlink_to(tmp_path / "elsewhere")
    assert told("export", cup, "--to", out).status == 2
    assert not (tmp_path / "elsewhere").exists()


def test_the_same_again_writes_what_is_lacking_and_touches_nothing_else(cup: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert told("export", cup, "--to", out).status == 0
    first = content(out)
    (out / "standings.html").unlink()
    (out / "own.txt").write_text("mine", "utf-8")
    os.utime(out / "players.csv", (1, 1))
    assert told("export", cup, "--to", out).status == 0
    assert content(out) == first | {"own.txt": b"mine"}
    assert (out / "players.csv").stat().st_mtime == 1


@pytest.mark.parametrize("inner", ["", "records", "new", "live/../archive"])
def test_nothing_is_exported_into_the_data_folder(inner: str, cup: Path, data: Path, tmp_path: Path) -> None:
    before = sorted(data.rglob("*"))
    (tmp_path / "link").symlink_to(data)
    for root in (data, tmp_path / "link"):
        said = told("export", cup, "--to", root / inner, "--json")
        assert (said.status, said.error["code"]) == (2, "data_folder")
    assert sorted(data.rglob("*")) == before


def test_a_folder_that_cannot_be_made_is_refused_in_one_line(cup: Path, tmp_path: Path) -> None:
    for target, code in (
        (tmp_path / "no" / "out", "no_parent"),
        (cup, "not_a_folder"),
        ("a\0b", "not_a_folder"),
    ):
        said = told("export", cup, "--to", target, "--json")
        assert (said.status, said.error["code"], said.err.count("\n")) == (2, code, 1)


def test_a_disk_that_fails_midway_leaves_no_file_and_no_folder(
    cup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Files, path: Path, *, create: bool = False) -> int:
        if path.name == "standings.html":
            raise OSError(28, "No space left on device")
        return opened(self, path, create=create)

    opened = Files.open
    monkeypatch.setattr(Files, "open", full)
    said = told("export", cup, "--to", tmp_path / "out", "--json")
    assert (said.status, said.error["code"]) == (2, "not_written")
    assert not (tmp_path / "out").exists()


def test_games_in_conflict_are_no_file_but_a_finding(cup: Path, tmp_path: Path) -> None:
    other = games()[0] | {"judge": "Другой судья"}
    assert told("import", cup, written(tmp_path / "other.json", other)).status == 1
    said = told("export", cup, "--to", tmp_path / "out")
    assert said.status == 1 and "tabletui: " in said.err
    assert len(list((tmp_path / "out").glob("*.protocol.json"))) == 2


def test_a_tournament_without_a_roster_has_no_roster_file(tmp_path: Path) -> None:
    cup = tmp_path / "cup.json"
    assert told("new", cup, "--regulation", "aktau-2017").status == 0
    assert told("export", cup, "--to", tmp_path / "out").status == 0
    names = {"standings.csv", "standings.html", "blank-protocols.html", "tournament.xlsx"}
    assert set(content(tmp_path / "out")) == names


def test_it_works_while_somebody_writes_and_without_any_data_folder(
    cup: Path, data: Path, tmp_path: Path
) -> None:
    with Folder(Files(), data):
        assert told("export", cup, "--to", tmp_path / "one").status == 0
    data.rename(tmp_path / "away")
    said = command("export", cup, "--to", "two", data=tmp_path, TABLETUI_DATA=str(data))
    assert (said.status, said.err) == (0, "")
    assert content(tmp_path / "two") == content(tmp_path / "one")
    assert not data.exists()
