"""A tournament run from the command line alone: list, draw, decisions, cut, checks."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from command_line import Said, told
from course_stage import protocol

from storage.files import Files
from storage.folder import Folder
from storage.reading import read_tournament
from storage.tournaments import open_tournament


@pytest.fixture
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tournament of sixty who paid and one who did not."""
    monkeypatch.setenv("TABLETUI_DATA", str(tmp_path / "data"))
    rows = [f"Игрок {n},да" for n in range(1, 61)]
    (tmp_path / "players.csv").write_text("\n".join(["name,paid", *rows, "Должник,"]), "utf-8")
    path = tmp_path / "cup.json"
    new = told("new", path, "--regulation", "aktau-2017", "--players", tmp_path / "players.csv")
    assert new.status == 0
    return path


def stored(cup: Path, stage: str, rounds: range) -> None:
    """Results for all tables as published."""
    draws = read_tournament(Files(), cup).draws
    found: list[dict[str, Any]] = []
    for draw in draws:
        for number, tables in zip(draw["rounds"], draw["tables"], strict=True):
            if draw["stage"] == stage and number in rounds:
                for table, ten in enumerate(tables, 1):
                    random = Random(f"{stage} {number} {table}")
                    found.append(protocol(stage, number, table, tuple(ten), random, "aktau-2017"))
    with (
        Folder(Files(), cup.parent / "data") as folder,
        open_tournament(folder, cup, write=True, now=lambda: "2017-07-01T10:00:00+05:00") as tournament,
    ):
        tournament.store_all(found)


def drawn(cup: Path) -> Said:
    assert told("players", cup, "--approve").status == 0
    return told("draw", cup, "--seed", "secret", "--json")


def test_nothing_is_drawn_before_the_list_is_approved(cup: Path) -> None:
    before = cup.read_bytes()
    answer = told("draw", cup, "--json")
    assert answer.status == 2 and answer.error["code"] == "not_approved"
    assert cup.read_bytes() == before


def test_the_list_holds_those_who_paid(cup: Path) -> None:
    answer = told("players", cup, "--approve")
    assert answer.status == 0 and "P61" in answer.err
    assert told("players", cup, "--paid", "Должник").status == 0
    rows = {row["id"]: row for row in told("players", cup, "--json").json}
    assert rows["P61"]["paid"] is True
    assert told("players", cup, "--not-paid", "P61", "--withdraw", "P60", "--reason", "заболел").status == 0
    assert told("players", cup, "--approve").status == 0
    approvals = [row for row in told("decisions", cup, "--json").json if row["kind"] == "approval"]
    assert [len(row["players"]) for row in approvals] == [60, 59]


def test_a_draw_is_published_verified_and_the_same_for_the_same_seed(cup: Path) -> None:
    answer = drawn(cup)
    assert answer.status == 0 and answer.json["quality"]["s2"] == 504 and answer.json["seed"] == "secret"
    verified = told("seating", "--verify", cup, "--json")
    assert verified.status == 0 and verified.json["same"] is True
    assert verified.json["draws"][0]["rounds"] == [1, 2, 3, 4, 5, 6, 7]
    again = told("draw", cup, "--json")
    assert again.status == 2 and again.error["code"] == "results_missing"


def test_a_draw_that_was_touched_is_found_out(cup: Path) -> None:
    from rules.course.drawing import differs

    body = drawn(cup).json
    assert differs(body) == ()
    body["tables"][0][0][0], body["tables"][0][1][0] = body["tables"][0][1][0], body["tables"][0][0][0]
    assert differs(body) == ("tables",)
    body["seed"] = "another"
    assert "audit" in differs(body)


def test_what_cannot_be_drawn_says_the_nearest_and_writes_nothing(cup: Path) -> None:
    told("players", cup, "--withdraw", "P01", "P02", "--reason", "x")
    told("players", cup, "--approve", "--stand-in", "Запас", "Подмена")
    before = cup.read_bytes()
    answer = told("draw", cup, "--json")
    assert answer.status == 2 and answer.error["code"] == "table_too_many"
    assert "58 × 5" in answer.error["message"] and "2 stand-ins" in answer.error["message"]
    assert cup.read_bytes() == before
    assert told("draw", cup, "--stand-in", "P62", "P63", "--seed", "s").status == 0


def test_groups_are_read_by_name_and_a_wrong_line_is_named(cup: Path, tmp_path: Path) -> None:
    told("players", cup, "--approve")
    groups = tmp_path / "apart.txt"
    groups.write_text("Игрок 1, P02\n\n# клуб\nИгрок 3, Никто\n", "utf-8")
    answer = told("draw", cup, "--apart", groups, "--json")
    assert answer.status == 2 and answer.error["where"] == "line 4" and "Никто" in answer.error["message"]
    groups.write_text("Игрок 1, P02\n", "utf-8")
    answer = told("draw", cup, "--apart", groups, "--seed", "s", "--json")
    assert answer.status == 0 and answer.json["apart"] == [["P01", "P02"]]
    assert answer.json["quality"]["apart_met"] == 0


def test_decisions_are_kept_listed_and_undone(cup: Path) -> None:
    drawn(cup)
    fine = told("decide", cup, "fine", "Игрок 1", "1", "qualifying:2", "--reason", "опоздал", "--json")
    assert fine.status == 0
    (made,) = fine.json
    assert told("decide", cup, "swap", "qualifying:1", "P01", "P02", "--reason", "родня").status == 0
    assert told("decide", cup, "missed", "P03", "qualifying:1").status == 0
    assert told("decide", cup, "undo", made["id"], "--reason", "не он").status == 0
    rows = told("decisions", cup, "--json").json
    assert [row["kind"] for row in rows] == ["approval", "fine", "swap", "missed", "undo"]
    assert rows[1]["undone_by"] == rows[4]["id"] and rows[2]["undone_by"] is None
    assert made["id"] in told("decisions", cup).out
    table = {row["id"]: row for row in told("standings", cup, "--json").json["rows"]}
    assert (table["P01"]["fines"], table["P03"]["missed"]) == ("0", 1)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("fine", "P01", "3", "--reason", "x"), "fine_not_allowed"),
        (("fine", "P01", "1"), "missing"),
        (("fine", "P99", "1", "--reason", "x"), "unknown_player"),
        (("missed", "P01", "qualifying:9"), "no_such_round"),
        (("missed", "P01", "qualifying"), "no_round"),
        (("missed", "P01"), "wrong_form"),
        (("swap", "final:1", "P01", "P02", "--reason", "x"), "not_drawn"),
        (("undo", "nobody-1", "--reason", "x"), "nothing_to_undo"),
        (("lot", "P01", "one"), "no_number"),
        (("cut", "semifinal"), "results_missing"),
        (("cut", "nowhere"), "no_cut"),
    ],
)
def test_a_wrong_decision_is_refused_and_nothing_written(
    words: tuple[str, ...], code: str, cup: Path
) -> None:
    drawn(cup)
    before = cup.read_bytes()
    answer = told("decide", cup, *words, "--json")
    assert (answer.status, answer.error["code"]) == (2, code) and cup.read_bytes() == before


def test_a_cut_is_published_and_the_semifinal_drawn(cup: Path) -> None:
    drawn(cup)
    stored(cup, "qualifying", range(1, 8))
    answer = told("draw", cup, "--json")
    assert answer.status == 2 and answer.error["code"] == "cut_needed"
    said = told("decide", cup, "cut", "semifinal", "--json")
    if said.status:  # level at the border: lots first
        assert said.error["code"] == "lot_needed"
        level = said.error["message"].split(": ")[1].rstrip(".").split(", ")
        assert told("decide", cup, "lots", *level, "--seed", "urn").status == 0
        assert told("decide", cup, "cut", "semifinal").status == 0
    answer = told("draw", cup, "--trials", "2000", "--json")
    assert answer.status == 0 and len(answer.json["entrants"]) == 40 and answer.json["audit"]["public"]
    assert told("seating", "--verify", cup).status == 0
    assert told("check", cup, "--json").json == [] or all(
        one["code"] not in ("not_as_drawn", "cut_differs") for one in told("check", cup, "--json").json
    )


def test_check_names_a_ten_other_than_drawn_until_the_change_is_recorded(cup: Path) -> None:
    drawn(cup)
    told("players", cup, "--stand-in", "Запас")
    tables = read_tournament(Files(), cup).draws[0]["tables"]
    absent = tables[0][2][4]
    ten = [*tables[0][2][:4], "P62", *tables[0][2][5:]]
    wrong = protocol("qualifying", 1, 3, tuple(ten), Random(1), "aktau-2017")
    wrong["players"][4]["stand_in"] = True
    (cup.parent / "game.json").write_text(json.dumps(wrong, ensure_ascii=False), "utf-8")
    assert told("import", cup, cup.parent / "game.json").status in (0, 1)
    found = [one for one in told("check", cup, "--json").json if one["code"] == "not_as_drawn"]
    assert len(found) == 1 and found[0]["where"] == "qualifying:1:3" and absent in found[0]["message"]
    assert told("decide", cup, "substitute", "qualifying:1", absent, "P62", "--reason", "опоздал").status == 0
    assert all(one["code"] != "not_as_drawn" for one in told("check", cup, "--json").json)


def test_check_names_a_list_that_a_correction_would_change_and_decisions_about_nobody(cup: Path) -> None:
    drawn(cup)
    stored(cup, "qualifying", range(1, 8))
    table = told("standings", cup, "--json").json["rows"]
    players = [row["id"] for row in table]
    with (
        Folder(Files(), cup.parent / "data") as folder,
        open_tournament(folder, cup, write=True, now=lambda: "2017-07-01T10:00:00+05:00") as made,
    ):
        made.decide({"kind": "cut", "stage": "semifinal", "players": [*players[:39], players[59]]})
        made.decide({"kind": "missed", "player": "P99", "stage": "quarterfinal", "round": 1})
    found = {one["code"]: one for one in told("check", cup, "--json").json}
    assert players[59] in found["cut_differs"]["message"]
    assert "P99" in found["unknown_player"]["message"] and "unknown_stage" in found
