"""A tournament from the command line: made, filled, imported into, ranked, checked."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from command_line import TWO_GAMES, WORKED, Said, command, games, told, written

from storage.files import Files
from storage.folder import Folder
from storage.tournaments import open_one_off, open_tournament
from tabletui.text import set_language

NAMES = [player["name"] for game in games() for player in game["players"]]


def now() -> str:
    return "2017-08-05T12:00:00+05:00"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("TABLETUI_DATA", str(tmp_path / "data"))
    yield tmp_path / "data"
    set_language("ru")


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    file = tmp_path / "roster.csv"
    file.write_text("Имя;Город\n" + "".join(f"{name};Актау\n" for name in NAMES), "utf-8")
    return file


@pytest.fixture
def file(tmp_path: Path, roster: Path) -> Path:
    """A tournament with twenty players and no game."""
    path = tmp_path / "cup.json"
    assert (
        told("new", path, "--regulation", "aktau-2017", "--title", "Кубок", "--players", roster).status == 0
    )
    return path


def table(file: Path, *words: object) -> Any:
    return told("standings", file, "--json", *words).json


def decide(file: Path, data: Path, *decisions: dict[str, Any]) -> None:
    with (
        Folder(Files(), data) as folder,
        open_tournament(folder, file, write=True, now=now) as tournament,
    ):
        for decision in decisions:
            tournament.decide(decision)


# --- new, players ------------------------------------------------------------------------------------


def test_a_new_tournament_carries_its_regulation_and_its_players(file: Path, data: Path) -> None:
    players = told("players", file, "--json").json
    assert [one["id"] for one in players] == [f"P{number:02}" for number in range(1, 21)]
    assert players[0]["name"] == "Агат"
    with open_tournament(Folder(Files(), data), file) as tournament:
        assert tournament.header.title == "Кубок"
        assert tournament.header.source is not None
        assert tournament.header.regulation == "aktau-2017"


def test_the_roster_can_be_read_by_people(file: Path) -> None:
    said = told("players", file)
    assert said.status == 0
    assert "P03 Вольт" in said.out
    assert max(map(len, said.out.splitlines())) <= 80


def test_a_new_tournament_makes_no_folder_but_that_of_the_data(tmp_path: Path, data: Path) -> None:
    file = tmp_path / "typo" / "deep" / "cup.json"
    said = told("new", file, "--regulation", "aktau-2017", "--json")
    assert (said.status, said.err.count("\n")) == (2, 1)
    assert (said.error["file"], said.error["code"]) == (str(file), "no_folder")
    assert str(file.parent) in said.err
    assert not (tmp_path / "typo").exists() and not data.exists()
    assert told("new", data / "cup.json", "--regulation", "aktau-2017").status == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_pipe_or_device_is_no_regulation_and_no_roster(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for special in (tmp_path / "pipe", Path("/dev/zero")):
        for words in (("--regulation", special), ("--regulation", "aktau-2017", "--players", special)):
            said = told("new", tmp_path / "t.json", *words, "--json")
            assert (said.status, said.err.count("\n"), said.error["file"]) == (2, 1, str(special))
            assert said.error["message"].startswith("a device or a pipe, not a file")
    assert not (tmp_path / "t.json").exists()


def test_an_existing_file_is_never_overwritten(file: Path) -> None:
    before = file.read_bytes()
    said = told("new", file, "--regulation", "aktau-2017", "--json")
    assert (said.status, said.err.count("\n")) == (2, 1)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "words",
    [
        ["--regulation", "no-such"],
        ["--regulation", "aktau-2017", "--players", "none.csv"],
        ["--regulation", "aktau-2017", "--players", TWO_GAMES.parent],
        ["--regulation", "aktau-2017", "--players", "twice.csv"],
    ],
)
def test_a_tournament_with_wrong_input_is_not_made(
    words: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "twice.csv").write_text("name\nАгат\nАгат\n", "utf-8")
    said = told("new", tmp_path / "t.json", *words, "--json")
    assert (said.status, said.err.count("\n")) == (2, 1)
    assert said.error["code"]
    assert not (tmp_path / "t.json").exists()


def test_the_same_roster_imported_again_changes_nothing(file: Path, roster: Path) -> None:
    before = file.read_bytes()
    assert told("players", file, "--import", roster).status == 0
    assert file.read_bytes() == before


def test_an_imported_roster_adds_and_completes(file: Path, tmp_path: Path) -> None:
    more = tmp_path / "more.csv"
    more.write_text("name,club,paid\nАгат,Каспий,да\nЮнга,,\n", "utf-8")
    players = told("players", file, "--import", more, "--json").json
    assert len(players) == 21
    agat = next(one for one in players if one["name"] == "Агат")
    assert agat == agat | {"id": "P01", "club": "Каспий", "city": "Актау", "paid": True}


def test_a_roster_in_the_old_encoding_with_semicolons_is_read(file: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.csv"
    old.write_bytes("Имя;Клуб\r\nЮнга;Шторм\r\n".encode("cp1251"))
    assert told("players", file, "--import", old, "--json").json[-1]["club"] == "Шторм"


# --- import ------------------------------------------------------------------------------------------


def test_protocols_are_imported_once_however_often(file: Path) -> None:
    first = told("import", file, WORKED, TWO_GAMES, "--json")
    assert first.status == 0
    assert [one["outcome"] for one in first.json["protocols"]] == ["stored"] * 3
    before = file.read_bytes()
    again = told("import", file, TWO_GAMES, WORKED, "--json")
    assert again.status == 0
    assert [one["outcome"] for one in again.json["protocols"]] == ["same"] * 3
    assert file.read_bytes() == before
    assert table(file)["difficulty"]["games"] == 3


def test_imported_games_score_as_loose_ones(file: Path) -> None:
    told("import", file, WORKED, TWO_GAMES)
    loose = told("score", WORKED, TWO_GAMES, "--json").json
    assert table(file) == loose


def _wrong_slots() -> list[Any]:
    return [
        pytest.param({"stage": "quarterfinal"}, "stage", "unknown_stage", id="stage"),
        pytest.param({"stage": None}, "stage", "no_slot", id="no stage"),
        pytest.param({"round": 8}, "round", "unknown_round", id="round"),
        pytest.param({"round": None}, "round", "no_slot", id="no round"),
        pytest.param({"table": 7}, "table", "unknown_table", id="table"),
        pytest.param({"table": None}, "table", "no_slot", id="no table"),
    ]


@pytest.mark.parametrize(("change", "where", "code"), _wrong_slots())
def test_one_wrong_slot_and_nothing_is_imported(
    change: dict[str, Any], where: str, code: str, file: Path, tmp_path: Path, data: Path
) -> None:
    one, two = games()
    wrong = written(tmp_path / "wrong.json", [one, two | change])
    before = file.read_bytes()
    said = told("import", file, WORKED, wrong, "--json")
    assert said.status == 2
    assert (said.error["file"], said.error["where"], said.error["code"]) == (str(wrong), f"[1].{where}", code)
    assert said.err.count("\n") == 1
    assert file.read_bytes() == before


def test_an_unknown_player_is_refused_and_a_stand_in_is_not(file: Path, tmp_path: Path) -> None:
    game = games()[0]
    game["players"][4] |= {"id": "G77", "name": "Гость"}
    stranger = written(tmp_path / "a.json", game)
    said = told("import", file, stranger, "--json")
    assert (said.status, said.error["code"]) == (2, "unknown_player")
    assert said.error["where"] == "players[4].id"
    game["players"][4]["stand_in"] = True
    assert told("import", file, written(stranger, game)).status == 0
    assert "G77" not in {row["id"] for row in table(file)["rows"]}


def test_an_illegal_or_undecided_game_is_not_imported(file: Path, tmp_path: Path) -> None:
    illegal, undecided = games()
    illegal["events"][2] = {"event": "vote", "seat": 1, "votes": 99}
    undecided["events"] = undecided["events"][:9]
    undecided.pop("sheet")
    before = file.read_bytes()
    said = told("import", file, TWO_GAMES, written(tmp_path / "a.json", illegal), "--json")
    assert (said.status, said.error["where"]) == (2, "events[2]")
    said = told("import", file, TWO_GAMES, written(tmp_path / "b.json", undecided), "--json")
    assert (said.status, said.error["code"]) == (2, "undecided")
    assert file.read_bytes() == before


def test_two_different_protocols_of_a_game_stand_side_by_side_and_neither_counts(
    file: Path, tmp_path: Path
) -> None:
    rival = games()[0]
    rival["judge"] = "Судья 9"
    other = written(tmp_path / "rival.json", rival)
    assert told("import", file, TWO_GAMES).status == 0
    said = told("import", file, other, "--json")
    assert said.status == 1
    assert [one["outcome"] for one in said.json["protocols"]] == ["conflict"]
    assert [one["code"] for one in said.json["findings"]] == ["conflict"]
    assert said.json["findings"][0]["where"] == "qualifying:2:1"
    ranked = told("standings", file, "--json")
    assert (ranked.status, ranked.json["difficulty"]["games"]) == (1, 1)
    assert "qualifying:2:1" in ranked.err
    assert [one["code"] for one in told("check", file, "--json").json] == ["conflict"]
    assert told("import", file, other, "--json").status == 1


def test_a_sheet_that_is_not_what_the_events_bring_about_is_kept_beside_the_right_one(
    file: Path, tmp_path: Path
) -> None:
    game = games()[0]
    game["sheet"]["winner"] = "black"
    said = told("import", file, written(tmp_path / "a.json", game), "--json")
    assert said.status == 1
    assert [one["code"] for one in said.json["findings"]] == ["sheet_differs"]
    assert table(file)["difficulty"]["games"] == 1
    assert next(row for row in table(file)["rows"] if row["id"] == "P01")["wins"] == 1
    findings = told("check", file, "--json").json
    assert [one["where"] for one in findings] == ["qualifying:2:1.received_sheet.winner"]
    assert told("import", file, tmp_path / "a.json").status == 1
    assert table(file)["difficulty"]["games"] == 1


def findings_of_import(said: Said) -> list[tuple[str, str]]:
    assert (said.status, [one["outcome"] for one in said.json["protocols"]]) == (1, ["stored"]), said.err
    assert said.err.count("\n") == len(said.json["findings"])
    return [(one["where"], one["code"]) for one in said.json["findings"]]


def test_a_sheet_that_contradicts_itself_is_stored_and_said(file: Path, tmp_path: Path) -> None:
    game = games()[0]
    del game["events"]
    game["sheet"] = {
        "roles": {str(seat): "don" for seat in range(1, 11)},
        "winner": "red",
        "ending": "draw",
        "recorded_points": {"1": {"total": "17"}},
    }
    told_so = findings_of_import(told("import", file, written(tmp_path / "a.json", game), "--json"))
    checked = {(one["where"], one["code"]) for one in told("check", file, "--json").json}
    assert ("sheet.roles", "roles_wrong") in told_so
    # Points rest on the whole tournament; they are compared by check alone.
    assert {(f"qualifying:2:1.{where}", code) for where, code in told_so} == {
        one for one in checked if one[1] != "points_differ"
    }
    assert any(code == "points_differ" for _where, code in checked)


def test_a_sheet_without_events_that_is_right_is_no_finding(file: Path, tmp_path: Path) -> None:
    game = games()[0]
    del game["events"]
    assert told("import", file, written(tmp_path / "a.json", game)).status == 0


def test_a_player_at_two_tables_of_a_round_is_stored_and_said(file: Path, tmp_path: Path) -> None:
    assert told("import", file, written(tmp_path / "first.json", games()[0])).status == 0
    game = games()[0] | {"table": 3}
    for number, player in enumerate(game["players"][1:], start=11):
        player["id"] = f"P{number}"
    again = written(tmp_path / "a.json", game)
    assert findings_of_import(told("import", file, again, "--json")) == [("players[0].id", "player_twice")]
    game["players"][0]["stand_in"] = True
    game["table"] = 4
    said = told("import", file, written(tmp_path / "b.json", game), "--json")
    assert "players[0].id" not in [one["where"] for one in said.json["findings"]]


def test_a_protocol_of_another_tournament_is_stored_and_said(file: Path, tmp_path: Path, data: Path) -> None:
    with open_tournament(Folder(Files(), data), file) as tournament:
        own = tournament.header
    game = games()[0]
    for named in (own.id, own.title, own.title.upper(), ""):
        one = written(tmp_path / "a.json", game | {"tournament": named})
        said = told("import", file, one, "--json")
        assert "other_tournament" not in [one["code"] for one in said.json["findings"]]
    other = written(tmp_path / "b.json", games()[1] | {"tournament": "Чужой"})
    said = told("import", file, other, "--json")
    assert findings_of_import(said) == [("tournament", "other_tournament")]
    assert "Чужой" in said.err and own.title in said.err


def test_events_without_a_sheet_score_all_the_same(file: Path, tmp_path: Path) -> None:
    bare = games()
    for game in bare:
        del game["sheet"]
    assert told("import", file, written(tmp_path / "bare.json", bare)).status == 0
    assert table(file) == told("score", TWO_GAMES, "--json").json


def test_unknown_fields_of_a_protocol_are_kept(file: Path, tmp_path: Path, data: Path) -> None:
    game = games()[0] | {"weather": {"wind": ["с моря", 7]}}
    told("import", file, written(tmp_path / "a.json", game))
    with open_tournament(Folder(Files(), data), file) as tournament:
        (stored,) = tournament.protocols()
    assert stored.protocol["weather"] == {"wind": ["с моря", 7]}
    assert stored.protocol["events"] == game["events"]


def test_a_number_that_is_not_exact_is_refused_with_its_place(file: Path, tmp_path: Path) -> None:
    game = games()[0] | {"weather": {"wind": 7.5}}
    said = told("import", file, written(tmp_path / "a.json", game), "--json")
    assert said.status == 2
    assert "weather.wind" in said.err


@pytest.mark.parametrize(
    "words",
    [
        ("import", "{file}", WORKED),
        ("players", "{file}", "--import", "{roster}"),
        ("new", "{new}", "--regulation", "aktau-2017"),
    ],
)
def test_a_folder_that_somebody_writes_is_left_alone(
    words: tuple[Any, ...], file: Path, roster: Path, data: Path, tmp_path: Path
) -> None:
    places = {"{file}": file, "{roster}": roster, "{new}": tmp_path / "new.json"}
    before = file.read_bytes()
    with Folder(Files(), data):
        said = told(*(places.get(word, word) for word in words), "--json")
        assert told("standings", file).status == 0
        assert told("players", file).status == 0
        assert told("check", file).status == 0
    assert (said.status, said.err.count("\n")) == (3, 1)
    assert str(data) in said.err
    assert said.error["file"] == str(data)
    assert said.error["code"]
    assert file.read_bytes() == before
    assert not (tmp_path / "new.json").exists()


def test_a_data_folder_that_is_a_file_cannot_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETUI_DATA", str(WORKED))
    said = told("new", tmp_path / "t.json", "--regulation", "aktau-2017", "--json")
    assert (said.status, said.err.count("\n")) == (3, 1)
    assert not (tmp_path / "t.json").exists()


# --- standings ---------------------------------------------------------------------------------------


@pytest.fixture
def filled(file: Path) -> Path:
    assert told("import", file, WORKED, TWO_GAMES).status == 0
    return file


def test_reading_needs_no_data_folder(filled: Path, data: Path) -> None:
    expected = table(filled)
    for folder, _folders, names in os.walk(data, topdown=False):
        for name in names:
            (Path(folder) / name).unlink()
        Path(folder).rmdir()
    assert table(filled) == expected
    assert not data.exists()


def test_through_a_round_counts_only_what_was_played_by_then(filled: Path) -> None:
    first = table(filled, "--through", "qualifying:1")
    assert (first["difficulty"]["games"], first["difficulty"]["hard_colour"]) == (1, None)
    assert {row["id"] for row in first["rows"] if row["games"]} == {f"P{n:02}" for n in range(1, 11)}
    assert table(filled, "--through", "qualifying") == table(filled)
    assert table(filled, "--through", "final") == table(filled)


@pytest.mark.parametrize("through", ["nowhere", "qualifying:0", "qualifying:8", "qualifying:x", ":1", ""])
def test_a_stage_or_round_that_is_not_there_is_refused(through: str, filled: Path) -> None:
    said = told("standings", filled, f"--through={through}", "--json")
    assert (said.status, said.err.count("\n")) == (2, 1)
    assert said.error["code"] in ("unknown_stage", "unknown_round")


def test_decisions_of_the_tournament_move_points_and_awards(filled: Path, data: Path) -> None:
    before = {row["id"]: row for row in table(filled)["rows"]}
    decide(
        filled,
        data,
        {"kind": "missed", "player": "P01", "stage": "qualifying", "round": 3},
        {"kind": "missed", "player": "P01", "stage": "qualifying", "round": 4},
        {"kind": "fine", "player": "P02", "points": "-1", "reason": "спор", "stage": None, "round": None},
        {"kind": "lot", "player": "P15", "number": 2},
    )
    after = {row["id"]: row for row in table(filled)["rows"]}
    assert (after["P01"]["missed"], after["P01"]["may_be_awarded"]) == (2, False)
    assert (before["P01"]["total"], after["P01"]["total"]) == ("21/4", "5/4")
    assert (before["P02"]["total"], after["P02"]["total"]) == ("9/2", "7/2")
    assert (after["P02"]["fines"], after["P15"]["lot"]) == ("-1", 2)


def test_the_table_fits_eighty_columns_and_its_figures_stand_under_each_other(filled: Path) -> None:
    said = told("standings", filled)
    lines = said.out.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0] == "Кубок"
    points = lines[1].index("Баллы") + len("Баллы")
    assert all(line[points - 1] != " " for line in lines[2:22])


def test_a_line_a_player_says_everything_for_a_screen_reader(filled: Path) -> None:
    lines = told("standings", filled, "--plain").out.splitlines()
    assert lines[0].startswith("1. Агат: 5,25 балла, дополнительные 1,25, 2 игры, 2 победы")
    assert sum(line[0].isdigit() for line in lines) == 20


def test_names_that_are_wide_or_long_do_not_move_the_columns(tmp_path: Path) -> None:
    long = "Очень длинное имя игрока, которого зовут иначе"
    wide = "銀河鉄道"
    game = games()[0]
    game["players"][0]["name"], game["players"][1]["name"] = long, wide
    lines = told("score", written(tmp_path / "a.json", game)).out.splitlines()
    place = next(line for line in lines if "…" in line)
    double = next(line for line in lines if wide in line)
    assert len(place) <= 80
    assert len(double) + len(wide) == len(place.rstrip())


def test_the_spreadsheet_file_opens_where_it_is_used(filled: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    assert told("standings", filled, "--csv", target).status == 0
    content = target.read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"))
    assert len(rows) == 21
    assert rows[0][:4] == ["Место", "Игрок", "id", "Баллы"]
    assert rows[1][:4] == ["1", "Агат", "P01", "5,25"]


FORMULAS = ("=1+1", "+7", "-2", "@SUM(A1)", "＝1", " =1", "=HYPERLINK(1)")


def test_no_name_becomes_a_formula_or_a_page_of_its_own(tmp_path: Path) -> None:
    names = [*FORMULAS, '<script>alert("1")</script>', "a&b", 'Ник "Лис"; младший']
    game = games()[0]
    for player, name in zip(game["players"], names, strict=True):
        player["name"] = name
    file = tmp_path / "t.json"
    assert told("new", file, "--regulation", "aktau-2017", "--title", "<b>Кубок</b>").status == 0
    assert told("import", file, written(tmp_path / "a.json", game)).status == 0
    assert told("standings", file, "--csv", tmp_path / "t.csv", "--html", tmp_path / "t.html").status == 0
    text = (tmp_path / "t.csv").read_text("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=";"))
    assert {row[1] for row in rows[1:]} == {"'" + one for one in FORMULAS} | set(names[7:])
    page = (tmp_path / "t.html").read_text("utf-8")
    found = _Page()
    found.feed(page)
    assert not found.tags & {"script", "b", "link", "img"}
    assert set(names[7:]) <= set(found.texts)
    assert "http:" not in page and "https:" not in page


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_a_file_that_cannot_be_written_leaves_everything_as_it_was(filled: Path, tmp_path: Path) -> None:
    before = filled.read_bytes()
    for target, code in (
        (filled, "own_file"),
        (tmp_path, "not_written"),
        (tmp_path / "no" / "such" / "folder.csv", "not_written"),
    ):
        said = told("standings", filled, "--csv", target, "--json")
        assert (said.status, said.error["code"]) == (2, code)
        assert said.err.count("\n") == 1
    assert filled.read_bytes() == before
    assert not list(tmp_path.glob("*.new"))


def snapshot(*folders: Path) -> dict[Path, bytes]:
    return {
        path: path.read_bytes() for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()
    }


def test_nothing_of_the_tournament_or_the_data_folder_is_overwritten(
    filled: Path, tmp_path: Path, data: Path
) -> None:
    told("players", filled, "--import", written(tmp_path / "more.csv", b"name\nNine\n"))
    told("new", tmp_path / "other.json", "--regulation", "aktau-2017")
    (tmp_path / "link.csv").symlink_to(filled)
    record = sorted((data / "records").iterdir())[0]
    before = snapshot(tmp_path)
    assert tmp_path / "cup.json.bak" in before and record in before
    targets = (
        filled,
        tmp_path / "link.csv",
        tmp_path / "cup.json.bak",
        tmp_path / "cup.json.new",
        tmp_path / "other.json",
        record,
        data / "records" / "new.csv",
        data / "live" / "new.csv",
        data / ".lock",
        data / "device",
        data / "reserve.bin",
        data / "one-off.json",
    )
    for target in targets:
        for words in (("--csv", target), ("--csv", tmp_path / "fine.csv", "--html", target)):
            said = told("standings", filled, *words, "--json")
            assert (said.status, said.error["code"], said.error["file"]) == (2, "own_file", str(target))
            assert said.err.count("\n") == 1
    assert snapshot(tmp_path) == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_device_or_a_pipe_is_never_replaced_by_a_file(filled: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "link").symlink_to(pipe)
    for target in (pipe, tmp_path / "link", "/dev/full", "/dev/null", "/dev/stdout", "/proc/self/fd/1"):
        said = told("standings", filled, "--csv", tmp_path / "good.csv", "--html", target, "--json")
        assert (said.status, said.error["code"]) == (2, "special_file")
    assert pipe.is_fifo() and (tmp_path / "link").is_symlink()
    assert not (tmp_path / "good.csv").exists()


def test_both_targets_are_looked_over_before_either_is_written(filled: Path, tmp_path: Path) -> None:
    good, missing = tmp_path / "good.csv", tmp_path / "none" / "x.html"
    said = told("standings", filled, "--csv", good, "--html", missing, "--json")
    assert (said.status, said.error["code"], said.error["file"]) == (2, "not_written", str(missing))
    twice = told("standings", filled, "--csv", good, "--html", tmp_path / "." / "good.csv", "--json")
    assert (twice.status, twice.error["code"]) == (2, "target_twice")
    assert not good.exists()
    good.write_text("old", "utf-8")
    assert told("standings", filled, "--csv", good).status == 0  # a file of before may be replaced
    assert good.read_bytes() != b"old"


@pytest.mark.parametrize("name", ["players", "correct"])
def test_a_list_that_was_read_from_the_backup_says_so(name: str, filled: Path) -> None:
    expected = told(name, filled, "--json").json
    told("import", filled, TWO_GAMES)
    filled.write_bytes(filled.read_bytes()[:-9])
    for words in ((), ("--json",)):
        said = told(name, filled, *words)
        assert (said.status, said.err.count("\n")) == (1, 1)
        assert said.err.startswith(f"tabletui: {filled}: ")
        assert ".bak" in said.err or "копи" in said.err
    assert said.json == expected


def test_a_damaged_tournament_is_shown_from_its_backup_and_said_so(filled: Path) -> None:
    expected = table(filled)
    told("import", filled, TWO_GAMES)
    content = bytearray(filled.read_bytes())
    content[len(content) // 2] ^= 1
    filled.write_bytes(bytes(content))
    said = told("standings", filled, "--json")
    assert said.status == 1
    assert said.err
    assert said.json["difficulty"]["games"] <= expected["difficulty"]["games"]
    assert told("check", filled, "--json").json[0]["file"] == str(filled)


def test_games_outside_any_tournament_stand_in_one_table_each_under_its_own_rules(data: Path) -> None:
    one, two = games()
    two["regulation"] = "white-nights-2015"
    for number, game in enumerate((one, two), 1):
        game |= {"stage": "one-off", "round": number, "table": 1}
        del game["sheet"]
    with (
        Folder(Files(), data) as folder,
        open_one_off(folder, new_id=lambda: "x", now=now) as tournament,
    ):
        file = tournament.path
        assert told("standings", file, "--json").json["rows"] == []
        tournament.store_all([one, two])
    ranked = told("standings", file, "--json")
    assert (ranked.status, ranked.json["difficulty"]["games"]) == (0, 2)
    assert told("check", file, "--json").json == []


# --- check -------------------------------------------------------------------------------------------


def codes(said: Said) -> list[str]:
    return [one["code"] for one in said.json]


def test_what_is_in_order_has_no_findings(filled: Path) -> None:
    for file in (filled, WORKED, TWO_GAMES):
        said = told("check", file, "--json")
        assert (said.status, said.json, said.err) == (0, [], "")
    assert told("check", filled, WORKED).status == 0


def test_the_backup_an_editor_left_makes_no_tournament_of_a_protocol(tmp_path: Path) -> None:
    protocol = written(tmp_path / "a.json", games())
    written(tmp_path / "a.json.bak", b"{}")
    assert told("check", protocol, "--json").json == []


@pytest.mark.parametrize("content", [None, b"", b"\x00" * 50])
def test_a_tournament_that_is_gone_is_checked_by_its_backup(content: bytes | None, filled: Path) -> None:
    told("import", filled, TWO_GAMES)
    assert filled.with_name(filled.name + ".bak").exists()
    if content is None:
        filled.unlink()
    else:
        filled.write_bytes(content)
    said = told("check", filled, "--json")
    assert (said.status, codes(said)) == (1, ["backup_used"])


def test_points_written_down_wrongly_are_found(tmp_path: Path) -> None:
    protocol = json.loads(WORKED.read_text("utf-8"))
    protocol["sheet"]["recorded_points"]["3"] = {"total": "5/2"}
    file = written(tmp_path / "a.json", protocol)
    said = told("check", file, "--json")
    assert said.status == 1
    (found,) = said.json
    assert set(found) == {"file", "where", "code", "message"}
    assert (found["file"], found["where"]) == (str(file), "sheet.recorded_points.3.total")
    assert found["code"] == "points_differ"


def test_an_impossible_result_is_found(tmp_path: Path) -> None:
    protocol = json.loads(WORKED.read_text("utf-8"))
    protocol["sheet"]["winner"] = "black"
    file = written(tmp_path / "a.json", protocol)
    said = told("check", file)
    assert said.status == 1
    assert f"{file}: sheet.winner: " in said.out
    assert "winner_ruled_out" in codes(told("check", file, "--json"))


def test_a_refused_event_is_a_finding_of_check(tmp_path: Path) -> None:
    game = games()[0]
    game["events"][2] = {"event": "foul", "seat": 12}
    said = told("check", written(tmp_path / "a.json", game), "--json")
    assert (said.status, said.json[0]["where"], said.json[0]["code"]) == (1, "events[2]", "no_such_seat")


def test_a_player_at_two_tables_at_once_is_found(file: Path, tmp_path: Path) -> None:
    one, two = games()
    two["players"] = one["players"]
    assert told("import", file, written(tmp_path / "a.json", [one, two])).status == 1
    assert set(codes(told("check", file, "--json"))) == {"player_twice"}


def test_a_round_missed_and_played_is_found(filled: Path, data: Path) -> None:
    decide(filled, data, {"kind": "missed", "player": "P01", "stage": "qualifying", "round": 1})
    assert codes(told("check", filled, "--json")) == ["missed_but_played"]


def test_a_decision_without_its_player_counts_for_nothing_and_is_found(filled: Path, data: Path) -> None:
    expected = table(filled)["rows"]
    decide(filled, data, {"kind": "missed", "stage": "qualifying", "round": 3})
    assert codes(told("check", filled, "--json")) == ["wrong_decision"]
    said = told("standings", filled, "--json")
    assert (said.status, said.json["rows"]) == (1, expected)


def test_one_unreadable_file_does_not_hide_what_the_others_hold(tmp_path: Path) -> None:
    protocol = json.loads(WORKED.read_text("utf-8"))
    protocol["sheet"]["winner"] = "black"
    wrong = written(tmp_path / "wrong.json", protocol)
    broken = written(tmp_path / "broken.json", b"{")
    said = told("check", broken, wrong, "--json")
    assert said.status == 2
    assert said.error["file"] == str(broken)
    assert {one["file"] for one in said.json["findings"]} == {str(wrong)}


def test_a_games_weight_and_coefficient_are_in_the_points_that_are_compared(
    file: Path, tmp_path: Path
) -> None:
    """In the final every point counts one and a half: 2.25 becomes 3.375."""
    protocol = json.loads(WORKED.read_text("utf-8")) | {"stage": "final"}
    assert told("import", file, written(tmp_path / "a.json", protocol)).status == 0
    found = told("check", file, "--json").json
    assert {one["where"] for one in found} == {
        "final:1:1.sheet.recorded_points.1.total",
        "final:1:1.sheet.recorded_points.9.total",
    }
    protocol["sheet"]["recorded_points"]["1"]["total"] = "27/8"
    del protocol["sheet"]["recorded_points"]["9"]
    other = tmp_path / "other.json"
    assert told("new", other, "--regulation", "aktau-2017").status == 0
    assert told("import", other, written(tmp_path / "b.json", protocol)).status == 0
    assert told("check", other, "--json").json == []


# --- the real command --------------------------------------------------------------------------------


def test_a_tournament_from_nothing_to_its_table_as_it_is_typed(tmp_path: Path, roster: Path) -> None:
    def typed(*words: object) -> Said:
        return command(*words, data=tmp_path)

    assert typed("new", "cup.json", "--regulation", "aktau-2017", "--players", roster).status == 0
    assert typed("import", "cup.json", WORKED, TWO_GAMES).status == 0
    assert typed("check", "cup.json").status == 0
    assert "Агат" in typed("standings", "cup.json").out
    assert typed("standings", "cup.json", "--json").json["difficulty"]["games"] == 3
    assert len(typed("players", "cup.json", "--json").json) == 20
    wrong = typed("import", "cup.json", "cup.json")
    assert (wrong.status, wrong.out) == (2, "")
