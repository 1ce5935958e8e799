"""A judge's own regulation in his data folder: found by its id, with the values of its bases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from command_line import SAMPLES, command, told, written

LEAGUE = SAMPLES / "regulations" / "league.toml"
ROLES = ["civilian", "civilian", "sheriff", "civilian", "mafia", "civilian", "don", "civilian", "mafia"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with the league's file, and a cup's whose base is the league."""
    own = tmp_path / "regulations"
    own.mkdir()
    (own / "league.toml").write_bytes(LEAGUE.read_bytes())
    (own / "cup.toml").write_text(
        '[regulation]\nid = "cup"\ntitle = "Cup"\nbase = "league"\n[scoring]\nremoval = -2\n', "utf-8"
    )
    return tmp_path


def protocol(**fields: Any) -> dict[str, Any]:
    """Red won; seat 1 died first and named three blacks; 9 brought his team a defeat, 4 was removed."""
    return {
        "format": "tabletui/protocol",
        "version": 1,
        "stage": "last",
        "round": 1,
        "table": 1,
        "players": [{"seat": seat, "id": f"P{seat:02}", "name": f"P{seat:02}"} for seat in range(1, 11)],
        "sheet": {
            "roles": {str(seat): role for seat, role in enumerate([*ROLES, "civilian"], 1)},
            "winner": "red",
            "ending": "team_defeat",
            "first_killed": 1,
            "best_move": [5, 7, 9],
            "removed": [
                {"seat": 4, "kind": "fouls", "reason": None},
                {"seat": 9, "kind": "team_defeat", "reason": "oath"},
            ],
            "awards": [{"seat": 7, "kind": "extra", "points": "1/5"}],
        },
    } | fields


POINTS = {"P01": "111/20", "P02": "9/2", "P04": "15/4", "P07": "3/10", "P09": "-21/20"}
"""3/2 x (3 + 7/10), 3/2 x 3, 3/2 x (3 - 1/2), 3/2 x 1/5, 3/2 x -7/10."""


def totals(rows: list[dict[str, Any]], *players: str) -> dict[str, str]:
    return {row["id"]: row["total"] for row in rows if row["id"] in players}


def test_it_is_listed_and_shown_with_the_values_of_its_bases(folder: Path) -> None:
    listed = {row["id"]: row for row in told("regulation", "list", "--json", "--data", folder).json}
    assert listed["league"]["base"] == "fiim-2024" and listed["cup"]["base"] == "league"
    assert listed["cup"]["file"] == str(folder / "regulations" / "cup.toml")
    cup = told("regulation", "show", "cup", "--json", "--data", folder).json
    assert cup["differs"] == ["scoring.removal"]
    # From the cup, the league, the federation's files of 2024 and 2019, the base.
    scoring = cup["scoring"]
    assert (scoring["removal"], scoring["win"], scoring["team_defeat"]) == ("-2", "3", "-7/10")
    assert (scoring["first_kill"]["share"], scoring["first_kill"]["most"]) == ("2/5", "1/2")
    assert [stage["id"] for stage in cup["stage"]] == ["table_a", "last"]
    assert (cup["clock"]["sheriff_look"], cup["clock"]["speech"]) == (20, 60)


def test_loose_protocols_are_scored_by_it_asked_for_or_named_in_them(folder: Path) -> None:
    file = written(folder / "game.json", protocol())
    asked = told("score", file, "--regulation", "league", "--json", "--data", folder)
    assert asked.status == 0 and totals(asked.json["rows"], *POINTS) == POINTS
    file = written(folder / "game.json", protocol(regulation="cup"))
    named = told("score", file, "--json", "--data", folder)
    assert totals(named.json["rows"], "P04", "P09") == {"P04": "3/2", "P09": "-21/20"}


def test_a_tournament_is_made_played_and_ranked_by_it_through_the_real_command(folder: Path) -> None:
    file = folder / "league.json"
    game = written(folder / "game.json", protocol())
    assert command("new", file, "--regulation", "league", data=folder).status == 0
    assert command("import", file, game, data=folder).status == 0
    said = command("standings", file, "--json", data=folder)
    assert said.status == 0 and totals(said.json["rows"], *POINTS) == POINTS
    assert said.json["rows"][0]["by_stage"] == {"last": "111/20"}
    assert command("check", file, "--json", data=folder).json == []


def test_a_tournament_keeps_the_regulation_it_was_made_under(folder: Path) -> None:
    file = folder / "league.json"
    told("new", file, "--regulation", "league", "--data", folder)
    told("import", file, written(folder / "game.json", protocol()), "--data", folder)
    own = folder / "regulations" / "league.toml"
    own.write_text(LEAGUE.read_text("utf-8").replace("win = 3", "win = 4"), "utf-8")
    assert told("regulation", "show", "league", "--json", "--data", folder).json["scoring"]["win"] == "4"
    kept = told("standings", file, "--json", "--data", folder).json["rows"]
    assert totals(kept, *POINTS) == POINTS
    own.unlink()
    assert told("standings", file, "--json", "--data", folder).json["rows"] == kept


def test_another_data_folder_does_not_know_it(folder: Path) -> None:
    elsewhere = folder / "elsewhere"
    said = told("new", folder / "x.json", "--regulation", "league", "--data", elsewhere, "--json")
    assert said.status == 2 and "no such regulation" in said.error["message"]
    assert not (folder / "x.json").exists()


@pytest.mark.parametrize(
    ("base", "line", "what"),
    [
        ("leage", 4, 'а здесь "leage": нет такого регламента'),
        ("cup", 4, "cup → cup"),
    ],
)
def test_a_wrong_base_is_one_line_with_its_place(folder: Path, base: str, line: int, what: str) -> None:
    own = folder / "regulations" / "cup.toml"
    own.write_text(own.read_text("utf-8").replace('"league"', f'"{base}"'), "utf-8")
    said = told("regulation", "check", "cup", "--data", folder)
    assert said.status == 2 and len(said.err.splitlines()) == 1
    assert f"cup.toml:{line}: " in said.err and what in said.err
