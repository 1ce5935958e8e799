"""`replay` and `score`: what protocols bring about, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command_line import SHARED, TWO_GAMES, WORKED, command, games, told, written

from tabletui.text import set_language

POINTS = {"seat", "id", "base", "best_move", "award", "removal", "fines", "total", "additional", "shown"}
ROWS = {
    "place",
    "id",
    "name",
    "total",
    "shown",
    "additional",
    "games",
    "wins",
    "don_wins",
    "sheriff_wins",
    "mafia_wins",
    "first_night_deaths",
    "missed",
    "fines",
    "lot",
    "decided_by",
    "may_be_awarded",
    "by_stage",
}


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("TABLETUI_DATA", str(tmp_path / "data"))
    yield tmp_path
    set_language("ru")


def test_the_worked_table_has_the_points_that_were_counted_by_hand() -> None:
    said = told("replay", WORKED, "--json")
    assert said.status == 0
    (found,) = said.json
    assert set(found) == {"sheet", "points", "decided", "step"}
    assert (found["decided"], found["step"]) == (True, "closing")
    assert {row["id"]: row["total"] for row in found["points"]} == {
        "P01": "9/4",
        "P02": "2",
        "P03": "3",
        "P04": "5/2",
        "P05": "0",
        "P06": "2",
        "P07": "1/2",
        "P08": "2",
        "P09": "-1",
        "P10": "2",
    }
    additional = {row["id"]: row["additional"] for row in found["points"] if row["additional"] != "0"}
    assert additional == {"P01": "1/4", "P03": "1", "P04": "1/2", "P07": "1/2", "P09": "-1"}
    assert all(set(row) == POINTS for row in found["points"])
    assert (found["points"][0]["shown"], found["points"][8]["removal"]) == ("2.25", "-1")


def test_a_game_is_played_again_and_its_own_sheet_comes_out() -> None:
    said = told("replay", TWO_GAMES, "--json")
    assert said.status == 0
    assert [one["sheet"] for one in said.json] == [game["sheet"] for game in games()]
    assert [one["step"] for one in said.json] == ["finished", "finished"]


def test_an_unfinished_game_stops_at_the_step_that_needs_input_and_is_done(tmp_path: Path) -> None:
    game = games()[0]
    first_vote = next(i for i, event in enumerate(game["events"]) if event["event"] == "vote")
    game["events"] = game["events"][:first_vote]
    del game["sheet"]
    said = told("replay", written(tmp_path / "open.json", game), "--json")
    assert said.status == 0
    assert said.json[0]["decided"] is False
    assert said.json[0]["step"] == "ballot"
    assert said.json[0]["points"] == []


def test_a_void_game_is_decided_and_has_no_points(tmp_path: Path) -> None:
    game = games()[0]
    game["events"] = [*game["events"][:5], {"event": "void", "reason": "пересдача"}]
    del game["sheet"]
    said = told("replay", written(tmp_path / "void.json", game), "--json")
    assert said.status == 0
    (found,) = said.json
    assert (found["decided"], found["step"], found["points"]) == (True, "closing", [])


def test_an_illegal_event_ends_its_protocol_and_the_others_are_shown(tmp_path: Path) -> None:
    one, two = games()
    one["events"][1] = {"event": "vote", "seat": 3, "votes": 2}
    file = written(tmp_path / "games.json", [one, two])
    said = told("replay", file, "--json")
    assert said.status == 2
    broken, whole = said.json
    assert set(broken) == {"error"}
    assert broken["error"]["event"] == 1
    assert broken["error"]["code"] == "expected_shooting"
    assert whole["sheet"]["winner"] == two["sheet"]["winner"]
    assert said.err.count("\n") == 1
    assert f"{file}: [0].events[1]: " in said.err


def test_an_event_of_no_known_kind_is_named_with_its_place(tmp_path: Path) -> None:
    game = games()[0]
    game["events"].insert(7, {"event": "teleport"})
    said = told("replay", written(tmp_path / "a.json", game), "--json")
    assert said.status == 2
    assert said.json[0]["error"]["event"] == 7
    assert said.json[0]["error"]["code"] == "unknown_event"
    assert "teleport" in said.err


def test_a_stored_sheet_that_differs_is_a_finding(tmp_path: Path) -> None:
    game = games()[0]
    game["sheet"]["winner"] = "black"
    said = told("replay", written(tmp_path / "a.json", game), "--json")
    assert said.status == 1
    assert [one["code"] for one in said.json[0]["findings"]] == ["sheet_differs"]
    assert said.json[0]["findings"][0]["where"] == "sheet.winner"
    assert said.json[0]["sheet"]["winner"] == "red"


def test_the_regulation_may_come_from_the_command_and_then_counts(tmp_path: Path) -> None:
    game = games()[0]
    game["regulation"] = "no-such-regulation"
    file = written(tmp_path / "a.json", game)
    assert told("replay", file).status == 2
    assert told("replay", file, "--regulation", "aktau-2017").status == 0
    own = tmp_path / "own.toml"
    own.write_text('[regulation]\nid="own"\ntitle="O"\nbase="aktau-2017"\n[scoring]\nwin=5\n', "utf-8")
    said = told("replay", file, "--regulation", own, "--json")
    assert {row["base"] for row in said.json[0]["points"]} == {"5", "0"}


def test_a_regulation_of_the_data_folder_is_found_by_its_id(data: Path) -> None:
    folder = data / "data" / "regulations"
    folder.mkdir(parents=True)
    text = '[regulation]\nid="club"\ntitle="C"\nbase="aktau-2017"\n[scoring]\nwin=3\n'
    (folder / "club.toml").write_text(text, "utf-8")
    said = told("replay", TWO_GAMES, "--regulation", "club", "--json")
    assert {row["base"] for row in said.json[0]["points"]} == {"3", "0"}


def test_a_drawn_game_gives_points_only_where_the_regulation_says_so(tmp_path: Path) -> None:
    protocol = json.loads(WORKED.read_text("utf-8"))
    protocol["sheet"] |= {"winner": "draw", "ending": "draw", "awards": [], "recorded_points": {}}
    file = written(tmp_path / "draw.json", protocol)
    assert {row["total"] for row in told("replay", file, "--json").json[0]["points"]} == {"0"}
    own = tmp_path / "own.toml"
    text = (
        '[regulation]\nid="own"\ntitle="O"\nbase="aktau-2017"\n[draw_game]\npoints=true\n[scoring]\ndraw=1\n'
    )
    own.write_text(text, "utf-8")
    rows = told("replay", file, "--regulation", own, "--json").json[0]["points"]
    assert {row["base"] for row in rows} == {"1"}


def test_people_read_a_line_a_seat_in_eighty_columns() -> None:
    said = told("replay", WORKED)
    lines = said.out.splitlines()
    assert "Победа красных" in said.out
    assert max(map(len, lines)) <= 80
    assert sum(line.lstrip().startswith(tuple("123456789")) for line in lines) == 10
    assert "2,25" in said.out


def test_the_json_is_the_same_in_every_language(data: Path) -> None:
    russian = told("replay", TWO_GAMES, "--json").out
    (data / "data").mkdir(exist_ok=True)
    (data / "data" / "settings.toml").write_text('language = "en"\n', "utf-8")
    assert told("replay", TWO_GAMES).out.startswith("two-games.json[0]")
    assert "Red won" in told("replay", TWO_GAMES).out
    assert told("replay", TWO_GAMES, "--json").out == russian


# --- score -------------------------------------------------------------------------------------------


def test_loose_protocols_are_ranked_each_as_a_game_of_its_own() -> None:
    said = told("score", WORKED, TWO_GAMES, "--regulation", "aktau-2017", "--json")
    assert said.status == 0
    table = said.json
    assert set(table) == {"difficulty", "rows", "awards"}
    assert table["difficulty"]["games"] == 3
    assert len(table["rows"]) == 20
    assert all(set(row) == ROWS for row in table["rows"])
    agat = next(row for row in table["rows"] if row["id"] == "P01")
    assert (agat["games"], agat["wins"]) == (2, 2)
    assert table["rows"][0]["decided_by"] is None


def test_the_hard_colour_bears_the_coefficient() -> None:
    """Three games, black won one: K = 1 + (3/2 - 1)/(3/2) = 4/3."""
    table = told("score", WORKED, TWO_GAMES, "--json").json
    assert (table["difficulty"]["k"], table["difficulty"]["hard_colour"]) == ("4/3", "black")
    winner = next(row for row in table["rows"] if row["id"] == "P13")
    assert winner["total"] == "11/3"


def test_a_stage_the_regulation_does_not_know_has_weight_one(tmp_path: Path) -> None:
    final, club = games()[0], games()[0]
    final["stage"], club["stage"] = "final", "club evening"
    weighted = told("score", written(tmp_path / "f.json", final), "--json").json["rows"][0]
    plain = told("score", written(tmp_path / "c.json", club), "--json").json["rows"][0]
    assert (weighted["total"], plain["total"]) == ("9/2", "3")
    assert plain["by_stage"] == {"club evening": "3"}


def test_what_does_not_count_is_said_and_left_out(tmp_path: Path) -> None:
    void, undecided = games()
    void["events"] = [*void["events"][:5], {"event": "void", "reason": "пересдача"}]
    undecided["events"] = undecided["events"][:6]
    del void["sheet"], undecided["sheet"]
    said = told("score", written(tmp_path / "a.json", [void, undecided]), WORKED, "--json")
    assert said.status == 0
    assert said.json["difficulty"]["games"] == 1
    assert len(said.json["rows"]) == 10
    assert said.err.count("не считается") == 2


def test_an_illegal_protocol_is_no_standings(tmp_path: Path) -> None:
    game = games()[0]
    game["events"][3] = {"event": "sign", "judge": ""}
    file = written(tmp_path / "a.json", game)
    plain = told("score", file)
    assert (plain.status, plain.out, plain.err.count("\n")) == (2, "", 1)
    said = told("score", WORKED, file, "--json")
    assert said.status == 2
    assert said.error["where"] == "events[3]"


def test_protocols_of_two_regulations_need_the_command_to_say_which(tmp_path: Path) -> None:
    game = games()[0] | {"regulation": "white-nights-2015"}
    file = written(tmp_path / "a.json", game)
    said = told("score", WORKED, file, "--json")
    assert said.status == 2
    assert said.error["code"] == "regulations_differ"
    assert told("score", WORKED, file, "--regulation", "aktau-2017").status == 0


def test_a_protocol_without_a_regulation_needs_one_from_the_command(tmp_path: Path) -> None:
    game = games()[0]
    del game["regulation"]
    file = written(tmp_path / "a.json", game)
    for name in ("replay", "score", "check"):
        said = told(name, file, "--json")
        assert (said.status, said.error["code"]) == (2, "no_regulation")
        assert told(name, file, "--regulation", "aktau-2017").status == 0


# --- the real command --------------------------------------------------------------------------------


def test_replay_and_score_as_they_are_typed(tmp_path: Path) -> None:
    replayed = command("replay", WORKED, TWO_GAMES, "--json", data=tmp_path)
    assert (replayed.status, len(replayed.json), replayed.err) == (0, 3, "")
    scored = command("score", WORKED, "--regulation", "aktau-2017", data=tmp_path)
    assert scored.status == 0
    assert "Вольт" in scored.out
    assert list(tmp_path.iterdir()) == []


def _expected() -> list[Any]:
    folder = SHARED / "protocols"
    if not folder.is_dir():
        return [pytest.param(None, None, marks=pytest.mark.skip(reason="../shared/data is not at hand"))]
    return sorted(json.loads((folder / "expected.json").read_text("utf-8")).items())


@pytest.mark.parametrize(("name", "expected"), _expected())
def test_real_games_end_as_they_were_recorded(name: str, expected: dict[str, Any]) -> None:
    said = told("replay", SHARED / "protocols" / f"{name}.protocol.json", "--json")
    assert said.status == 0
    sheet = said.json[0]["sheet"]
    assert sheet["winner"] == expected["winner"]
    left = sorted([one["seat"], one["cause"], one.get("day"), one.get("night")] for one in sheet["left"])
    assert left == expected["left"]


def test_real_games_contain_no_contradiction(tmp_path: Path) -> None:
    files = sorted((SHARED / "protocols").glob("*.protocol.json"))
    if not files:
        pytest.skip("../shared/data is not at hand")
    assert command("check", *files, "--json", data=tmp_path).json == []
    assert command("replay", *files, data=tmp_path).status == 0
