"""A club's book of 520 rated games: every point of every seat follows from the club's regulation.

The book holds two slips, which the checker must list and nothing else. Where nobody was killed in the first
night nobody has a best move, whatever three seats somebody wrote down; so the conversion takes none.
"""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from fractions import Fraction as F
from pathlib import Path

import pytest

from rules.protocol import parse_protocols
from rules.regulation import load
from rules.scoring import game_points

ROOT = Path(__file__).parents[2]
BOOK = ROOT / ".." / "shared" / "data" / "club-520"
CLUB = ROOT / "tests" / "samples" / "regulations" / "club-520.toml"

pytestmark = pytest.mark.skipif(not BOOK.is_dir(), reason="the club's book is not at hand")

SLIPS = {("27", "66", 7): ("win", F(1)), ("27", "179", 3): ("best_move", F(2, 5))}
"""Season, game and seat; the part that the book lacks, and how much of it."""

PARTS = {"win": "win_point", "extra": "extra", "best_move": "best_move_points", "penalty": "penalty"}


def rows(name):
    with (BOOK / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def book():
    """The games of the book in its order, each with its seats in order."""
    seats = defaultdict(list)
    for row in rows("players.csv") if BOOK.is_dir() else ():
        seats[row["season"], row["game"]].append(row)
    games = rows("games.csv") if BOOK.is_dir() else ()
    return [
        (game, sorted(seats[game["season"], game["game"]], key=lambda s: int(s["seat"]))) for game in games
    ]


def named(game):
    """The seats of the best move as written."""
    return [int(game[f"best_move_{n}"]) for n in (1, 2, 3) if game[f"best_move_{n}"]]


def converted(game, seats):
    """A game of the book as the JSON of a protocol; its points are the recorded ones."""
    victim = int(game["first_killed_seat"]) or None
    return {
        "format": "tabletui/protocol",
        "version": 1,
        "regulation": "club-520",
        "judge": game["judge"],
        "players": [{"seat": int(s["seat"]), "id": s["player"], "name": s["player"]} for s in seats],
        "sheet": {
            "roles": {s["seat"]: s["role"] for s in seats},
            "winner": game["winner"],
            "first_killed": victim,
            "best_move": named(game) if victim else None,
            "fouls": {s["seat"]: int(s["foul_boxes"]) for s in seats if s["foul_boxes"] != "0"},
            "awards": [
                {"seat": int(s["seat"]), "kind": "extra", "points": s["extra"]}
                for s in seats
                if F(s["extra"])
            ],
            "fines": [{"seat": int(s["seat"]), "points": s["penalty"]} for s in seats if F(s["penalty"])],
            "recorded_points": {
                s["seat"]: {part: s[column] for part, column in PARTS.items()} for s in seats
            },
        },
    }


@pytest.fixture(scope="module")
def file(book, tmp_path_factory):
    """The whole book as one file of protocols."""
    path = tmp_path_factory.mktemp("club") / "club-520.json"
    path.write_text(json.dumps([converted(*row) for row in book]), encoding="utf-8")
    return path


def tabletui(*words, data):
    """The real command; status and output."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "tabletui", *map(str, words), "--data", str(data)],
        env=env,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def test_the_book_is_the_one_described(book):
    assert len(book) == 520 and all(len(seats) == 10 for _, seats in book)
    odd = [
        (game["season"], game["game"]) for game, _ in book if int(game["first_killed_seat"]) in named(game)
    ]
    assert odd == [("27", "155")]
    nobody = [(g["season"], g["game"]) for g, _ in book if g["first_killed_seat"] == "0" and named(g)]
    assert nobody == [("26", "252"), ("27", "181")]


def test_every_part_of_every_seat_is_reproduced_but_for_the_two_slips(book):
    regulation = load(CLUB)
    differing = {}
    for game, seats in book:
        (protocol,) = parse_protocols(converted(game, seats))
        points = game_points(protocol.sheet, regulation.scoring)
        assert len(points) == 10
        for seat, ours in zip(seats, points, strict=True):
            parts = {
                "win": ours.base,
                "extra": ours.award,
                "best_move": ours.best_move,
                "penalty": ours.removal + ours.fines,
            }
            lacking = {part: parts[part] - F(seat[column]) for part, column in PARTS.items()}
            assert ours.total == sum((F(seat[column]) for column in PARTS.values()), sum(lacking.values()))
            for part, points_lacking in lacking.items():
                if points_lacking:
                    differing[game["season"], game["game"], ours.seat] = (part, points_lacking)
    assert differing == SLIPS


def test_check_lists_the_two_slips_and_nothing_else(book, file, tmp_path):
    index = {(game["season"], game["game"]): number for number, (game, _) in enumerate(book)}
    expected = [
        (f"[{index[season, game]}].sheet.recorded_points.{seat}.{part}", "points_differ")
        for (season, game, seat), (part, _) in SLIPS.items()
    ]
    done = tabletui("check", file, "--regulation", CLUB, "--json", data=tmp_path)
    assert done.returncode == 1 and done.stderr == ""
    found = json.loads(done.stdout)
    assert [(one["where"], one["code"]) for one in found] == expected
    assert [one["message"] for one in found] == [
        "win of seat 7 is recorded as 0; by the regulation it is 1",
        "best_move of seat 3 is recorded as 0; by the regulation it is 2/5",
    ]
    for_people = tabletui("check", file, "--regulation", CLUB, data=tmp_path)
    assert for_people.returncode == 1
    lines = for_people.stdout.splitlines()
    assert len(lines) == 3 and all(where in line for (where, _), line in zip(expected, lines, strict=False))


def test_score_adds_the_book_up_and_repairs_the_two_slips(book, file, tmp_path):
    totals, games, wins = defaultdict(F), Counter(), Counter()
    for game, seats in book:
        for seat in seats:
            totals[seat["player"]] += sum(F(seat[column]) for column in PARTS.values())
            totals[seat["player"]] += SLIPS.get((game["season"], game["game"], int(seat["seat"])), ("", 0))[1]
            games[seat["player"]] += 1
            wins[seat["player"]] += (seat["role"] in ("mafia", "don")) == (game["winner"] == "black")
    done = tabletui("score", file, "--regulation", CLUB, "--json", data=tmp_path)
    assert done.returncode == 0, done.stderr
    table = json.loads(done.stdout)
    assert {row["id"]: (F(row["total"]), row["games"], row["wins"]) for row in table["rows"]} == {
        player: (total, games[player], wins[player]) for player, total in totals.items()
    }
    assert [F(row["total"]) for row in table["rows"]] == sorted(totals.values(), reverse=True)
    assert table["difficulty"] == {
        "games": 520,
        "hard": 0,
        "hard_colour": None,
        "k": "1",
        "provisional": False,
    }


def test_the_clubs_own_file_in_the_data_folder_is_found_by_the_id_in_the_protocols(file, tmp_path):
    own = tmp_path / "regulations"
    own.mkdir()
    (own / "club-520.toml").write_bytes(CLUB.read_bytes())
    named_by_protocols = tabletui("check", file, "--json", data=tmp_path)
    asked_for = tabletui("check", file, "--regulation", CLUB, "--json", data=tmp_path / "elsewhere")
    assert named_by_protocols.returncode == 1
    assert named_by_protocols.stdout == asked_for.stdout


def test_under_a_regulation_that_forbids_it_the_own_seat_is_a_finding_too(file, tmp_path):
    strict = tmp_path / "strict.toml"
    strict.write_text(CLUB.read_text("utf-8").replace("own_seat = true", "own_seat = false"), "utf-8")
    done = tabletui("check", file, "--regulation", strict, "--json", data=tmp_path)
    assert Counter(one["code"] for one in json.loads(done.stdout)) == {
        "points_differ": 2,
        "best_move_own_seat": 1,
    }
