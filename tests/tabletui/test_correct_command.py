"""Corrections of closed protocols: a reason, old and new kept, standings that follow at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import command, told, written

ROLES = (
    "civilian",
    "civilian",
    "sheriff",
    "civilian",
    "mafia",
    "civilian",
    "don",
    "civilian",
    "mafia",
    "civilian",
)


def protocol(**sheet: Any) -> dict[str, Any]:
    facts: dict[str, Any] = {"winner": "red", "ending": "ballot", "awards": [{"seat": 3, "kind": "best"}]}
    return {
        "format": "tabletui/protocol",
        "version": 1,
        "stage": "final",
        "round": 1,
        "table": 1,
        "players": [{"seat": seat, "id": f"P{seat:02}", "name": f"P{seat:02}"} for seat in range(1, 11)],
        "sheet": {"roles": {str(seat): role for seat, role in enumerate(ROLES, 1)}} | facts | sheet,
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with a cup of one closed game: red won, the sheriff was the best."""
    cup = tmp_path / "cup.json"
    assert told("new", cup, "--regulation", "aktau-2017", "--data", tmp_path).status == 0
    first = written(tmp_path / "first.json", protocol())
    assert told("import", cup, first, "--data", tmp_path).status == 0
    return tmp_path


def correct(folder: Path, value: object, *words: object) -> Any:
    fixed = written(folder / "fixed.json", value)
    return told("correct", folder / "cup.json", fixed, "--data", folder, "--json", *words)


def corrections(folder: Path) -> list[dict[str, Any]]:
    said = told("correct", folder / "cup.json", "--data", folder, "--json")
    assert said.status == 0
    rows: list[dict[str, Any]] = said.json
    return rows


def totals(folder: Path) -> dict[str, str]:
    said = told("standings", folder / "cup.json", "--data", folder, "--json")
    assert (said.status, said.err) == (0, "")
    return {row["id"]: row["total"] for row in said.json["rows"]}


def records(folder: Path) -> list[dict[str, Any]]:
    found = [json.loads(path.read_bytes()) for path in (folder / "records").glob("*.json")]
    return [record for record in found if record["kind"] == "protocol"]


def test_a_correction_counts_at_once_and_keeps_the_old_protocol(folder: Path) -> None:
    assert (totals(folder)["P03"], totals(folder)["P04"]) == ("9/2", "3")
    said = correct(folder, protocol(awards=[{"seat": 4, "kind": "best"}]), "--reason", "award typed at 3")
    assert (said.status, said.json["outcome"], said.json["where"]) == (0, "corrected", "final:1:1")
    assert (totals(folder)["P03"], totals(folder)["P04"]) == ("3", "9/2")
    kept = {
        record["body"]["hash"]: record["body"]["protocol"]["sheet"]["awards"] for record in records(folder)
    }
    assert kept == {
        said.json["old"]: [{"seat": 3, "kind": "best"}],
        said.json["new"]: [{"seat": 4, "kind": "best"}],
    }


def test_a_result_put_right_turns_the_whole_table(folder: Path) -> None:
    correct(folder, protocol(winner="black", awards=[]), "--reason", "the other team won")
    assert totals(folder) == {
        f"P{seat:02}": "3" if role in ("mafia", "don") else "0" for seat, role in enumerate(ROLES, 1)
    }


def test_the_audit_tells_old_and_new_hash_reason_and_time(folder: Path) -> None:
    assert corrections(folder) == []
    said = correct(folder, protocol(awards=[]), "--reason", "  no award\tgiven ")
    (row,) = corrections(folder)
    assert row == {
        "where": "final:1:1",
        "old": said.json["old"],
        "new": said.json["new"],
        "reason": "no award given",
        "at": row["at"],
        "status": "official",
    }
    assert row["at"][:2] == "20" and "T" in row["at"]
    new = next(r["body"]["protocol"] for r in records(folder) if r["body"]["hash"] == row["new"])
    (trail,) = new["audit"]
    assert trail["at"] <= row["at"]
    assert trail | {"at": ""} == {"at": "", "did": "correct", "of": row["old"], "reason": "no award given"}
    for_people = told("correct", folder / "cup.json", "--data", folder).out
    assert all(part in for_people for part in (row["old"][:12], row["new"][:12], "no award given", row["at"]))


def test_a_correction_is_corrected_again_and_back(folder: Path) -> None:
    first = correct(folder, protocol(awards=[]), "--reason", "one").json
    second = correct(folder, protocol(), "--reason", "two").json
    assert second["old"] == first["new"]
    assert totals(folder)["P03"] == "9/2"
    assert [(row["reason"], row["status"]) for row in corrections(folder)] == [
        ("one", "superseded"),
        ("two", "official"),
    ]
    assert told("check", folder / "cup.json", "--data", folder, "--json").json == []


def test_the_same_correction_twice_changes_nothing(folder: Path) -> None:
    first = correct(folder, protocol(awards=[]), "--reason", "one").json
    again = correct(folder, protocol(awards=[]), "--reason", "one")
    assert (again.status, again.json["outcome"], again.json["new"]) == (0, "same", first["new"])
    assert len(records(folder)) == 2


def test_what_was_recorded_of_the_game_stays_in_the_trail(folder: Path) -> None:
    correct(folder, protocol(awards=[]) | {"audit": [{"did": "undo"}]}, "--reason", "one")
    said = correct(folder, protocol(), "--reason", "two")
    new = next(r["body"]["protocol"] for r in records(folder) if r["body"]["hash"] == said.json["new"])
    assert [row["did"] for row in new["audit"]] == ["undo", "correct", "correct"]


@pytest.mark.parametrize("words", [(), ("--reason", ""), ("--reason", " \u200b ")])
def test_without_a_reason_nothing_is_written(folder: Path, words: tuple[str, ...]) -> None:
    said = correct(folder, protocol(awards=[]), *words)
    assert (said.status, said.error["code"]) == (2, "no_reason")
    assert len(said.err.splitlines()) == 1 and len(records(folder)) == 1


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (protocol() | {"round": 2}, "nothing_to_correct"),
        (protocol() | {"stage": "fun"}, "unknown_stage"),
        ([protocol(), protocol()], "several_protocols"),
        (protocol(winner=None, ending=None), "undecided"),
        (protocol() | {"version": 2}, "unknown_version"),
    ],
)
def test_what_cannot_be_a_correction_is_refused_in_one_line(folder: Path, value: object, code: str) -> None:
    said = correct(folder, value, "--reason", "so")
    assert (said.status, said.error["code"]) == (2, code)
    assert len(said.err.splitlines()) == 1 and len(records(folder)) == 1


def test_of_two_rival_protocols_one_is_chosen_first(folder: Path) -> None:
    rival = written(folder / "rival.json", protocol(winner="black", awards=[]))
    assert told("import", folder / "cup.json", rival, "--data", folder).status == 1
    said = correct(folder, protocol(awards=[]), "--reason", "so")
    assert (said.status, said.error["code"]) == (2, "conflict")


def test_a_correction_to_a_void_game_frees_the_slot(folder: Path) -> None:
    said = correct(folder, protocol(winner=None, ending="void", awards=[]), "--reason", "misdeal")
    assert said.status == 0 and totals(folder) == {}
    again = written(folder / "again.json", protocol(awards=[]))
    assert told("import", folder / "cup.json", again, "--data", folder).status == 0
    assert totals(folder)["P03"] == "3"


def test_the_list_takes_no_lock_and_writes_nothing(folder: Path) -> None:
    correct(folder, protocol(awards=[]), "--reason", "one")
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    assert command("correct", folder / "cup.json", data=folder).status == 0
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()} == before
