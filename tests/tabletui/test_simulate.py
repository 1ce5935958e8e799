"""Whole tournaments that nobody played: every game counted, every point counted again, nothing to find."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from command_line import told
from counted_again import Scheme, totals

from rules.draw.quality import faults
from rules.regulation import Regulation, load
from rules.regulation.content import as_json
from storage.errors import NotSaved, WrongInput
from storage.files import Files
from storage.folder import Folder
from storage.reading import Reading, read_tournament
from storage.roster import PlayerEntry
from storage.tournament import Tournament
from storage.tournaments import create, open_tournament
from tabletui.commands.tournament_check import findings_of
from tabletui.course import Course
from tabletui.simulation import Simulation
from tabletui.simulation_around import MARK

NOW = "2017-07-01T10:00:00+05:00"
DATE = NOW[:10]

TOURNAMENTS = int(os.environ.get("TABLETUI_TOURNAMENTS", "200" if os.environ.get("TABLETUI_LONG") else "3"))
"""Of each regulation; ten of each take about a minute of a processor."""

SCHEMES = {
    "aktau-2017": Scheme(difficulty=True, weight={"final": Fraction(3, 2)}),
    "white-nights-2015": Scheme(),
}

OWN = """
[regulation]
id = "own-{players}"
title = "Own cup"
base = "fiim-base"
source = "the club's own paper"

[tournament]
players = {players}
tables = {tables}

[[stage]]
id = "groups"
entrants = {players}
rounds = {rounds}
tables = {tables}
draw = "random"

[[stage]]
id = "swiss"
entrants = {second}
rounds = 2
tables = {second_tables}
draw = "swiss"

[[stage]]
id = "last"
entrants = 10
rounds = 2
tables = 1
draw = "random"
weight = "5/4"

[scoring]
missed_round = -1
difficulty = {difficulty}

[[reason]]
id = "peeping"
name = "peeping"
leads_to = ["removal", "team_defeat"]
excludes = true
"""
SIZES = {
    30: {"tables": 3, "rounds": 4, "second": 30, "second_tables": 3},
    36: {"tables": 3, "rounds": 6, "second": 30, "second_tables": 3},
    50: {"tables": 5, "rounds": 4, "second": 36, "second_tables": 3},
    63: {"tables": 6, "rounds": 7, "second": 40, "second_tables": 4},
}


def own(folder: Path, players: int) -> tuple[Regulation, Scheme]:
    """A judge's own regulation for a roster of so many, and what it says about points."""
    hard = players in (36, 63)
    difficulty = '{ series = "tournament", count_draws = false }' if hard else "false"
    path = folder / f"own-{players}.toml"
    path.write_text(OWN.format(players=players, difficulty=difficulty, **SIZES[players]), "utf-8")
    return load(path), Scheme(difficulty=hard, missed=-1, weight={"last": Fraction(5, 4)})


def made(folder: Folder, regulation: Regulation) -> Tournament:
    return create(
        folder,
        folder.root / "cup.json",
        tournament_id=f"cup-{folder.root.name}",
        title="Cup",
        regulation=regulation.id,
        source=as_json(regulation),
        now=lambda: NOW,
    )


def simulated(root: Path, regulation: Regulation, seed: str, *stops: tuple[str, int] | None) -> Counter[str]:
    """A tournament of its own in this folder, in as many runs as there are stops."""
    root.mkdir(parents=True, exist_ok=True)
    count: Counter[str] = Counter()
    with Folder(Files(), root) as folder:
        made(folder, regulation).close()
        for stop in stops or (None,):
            with open_tournament(folder, root / "cup.json", write=True, now=lambda: NOW) as tournament:
                run = Simulation(Course(tournament, regulation), seed, date=DATE)
                run.run(stop)
                count += run.count
    return count


def reading(root: Path) -> Reading:
    return read_tournament(Files(), root / "cup.json")


def official(found: Reading) -> list[dict[str, Any]]:
    return [one.protocol for one in found.protocols if one.status == "official"]


def examine(root: Path, regulation: Regulation, scheme: Scheme) -> None:
    """Everything that must be true of a whole tournament."""
    assert findings_of(str(root / "cup.json"), None) == []
    found = reading(root)
    assert list(draw_faults(found, regulation)) == []
    everything_played(found, regulation)
    right_number_of_games(found)
    points_are_right(root, found, regulation, scheme)


def draw_faults(found: Reading, regulation: Regulation) -> Iterator[str]:
    """Of each draw; what a Swiss round owes to the ones before it too, where the same people play."""
    before: tuple[str, list[str]] | None = None
    outs: list[list[int]] = []
    for draw in found.draws:
        number = {id: index for index, id in enumerate(draw["entrants"], 1)}
        same = before == (draw["stage"], draw["entrants"])
        before, past = (draw["stage"], draw["entrants"]), outs if same else []
        rounds = [[[number[id] for id in ten] for ten in tables] for tables in draw["tables"]]
        rest = [[number[id] for id in out] for out in draw["sit_outs"]]
        yield from faults(rounds, rest, len(number), past_sit_outs=past)
        outs = [*past, *rest]


def everything_played(found: Reading, regulation: Regulation) -> None:
    """Each stage has its rounds, each round a game at every table drawn, and those play who should."""
    drawn = {
        (draw["stage"], n): row
        for draw in found.draws
        for n, row in zip(draw["rounds"], draw["tables"], strict=True)
    }
    assert set(drawn) == {(stage.id, n) for stage in regulation.stages for n in range(1, stage.rounds + 1)}
    slots = Counter((one["stage"], one["round"], one["table"]) for one in official(found))
    tables = {(*key, t) for key, row in drawn.items() for t in range(1, len(row) + 1)}
    assert slots == Counter(tables)
    stand_ins = {entry.id for entry in found.players if entry.stand_in}
    listed: list[str] = []
    for draw in found.draws:
        earlier = [one for one in found.decisions if one["kind"] in ("approval", "cut")]
        for one in earlier:
            if (one["kind"] == "approval" and not listed) or one.get("stage") == draw["stage"]:
                listed = one["players"]
        left = gone_before(found, draw["stage"], draw["rounds"][0], regulation)
        assert {*draw["entrants"]} - stand_ins == {*listed} - left


def gone_before(found: Reading, stage: str, number: int, regulation: Regulation) -> set[str]:
    order = [(one.id, n) for one in regulation.stages for n in range(1, one.rounds + 1)]
    return {
        one["player"]
        for one in found.decisions
        if one["kind"] in ("withdrawal", "exclusion")
        and order.index(round_of(one)) < order.index((stage, number))
    }


def round_of(decision: dict[str, Any]) -> tuple[str, int]:
    """The round after which a decision was made, as its id says."""
    _mark, _seed, stage, number, *_rest = decision["id"].split(":")
    return stage, int(number)


def right_number_of_games(found: Reading) -> None:
    """Drawn to a table and neither missing nor gone: played, and in no other round."""
    stand_ins = {entry.id for entry in found.players if entry.stand_in}
    order = [(draw["stage"], n) for draw in found.draws for n in draw["rounds"]]
    gone = {
        one["player"]: order.index(round_of(one))
        for one in reversed(found.decisions)
        if one["kind"] in ("withdrawal", "exclusion")
    }
    missed = {
        (one["player"], one["stage"], one["round"]) for one in found.decisions if one["kind"] == "missed"
    }
    due = Counter(
        (player, draw["stage"], n)
        for draw in found.draws
        for n, tables in zip(draw["rounds"], draw["tables"], strict=True)
        for ten in tables
        for player in ten
        if player not in stand_ins
        and (player, draw["stage"], n) not in missed
        and gone.get(player, len(order)) >= order.index((draw["stage"], n))
    )
    played = Counter(
        (player["id"], one["stage"], one["round"])
        for one in official(found)
        for player in one["players"]
        if not player.get("stand_in")
    )
    assert played == due and set(played.values()) == {1}


def points_are_right(root: Path, found: Reading, regulation: Regulation, scheme: Scheme) -> None:
    """After every round the table says what a count from the JSON alone gives."""
    games, ranked = official(found), [entry.id for entry in found.players if not entry.stand_in]
    rounds: list[tuple[str, int]] = []
    with Folder(Files(), root) as folder, open_tournament(folder, root / "cup.json") as tournament:
        course = Course(tournament, regulation)
        for stage in regulation.stages:
            for number in range(1, stage.rounds + 1):
                rounds.append((stage.id, number))
                expected = totals(games, found.decisions, scheme, rounds)
                rows = course.standings(f"{stage.id}:{number}").rows
                assert {row.id: row.total for row in rows} == {id: expected.get(id, 0) for id in ranked}
        played = Counter(player["id"] for one in games for player in one["players"])
        assert {row.id: row.games for row in course.standings().rows} == {id: played[id] for id in ranked}


@pytest.mark.parametrize("name", SCHEMES)
def test_whole_tournaments_have_nothing_to_find_and_their_points_add_up(tmp_path: Path, name: str) -> None:
    regulation, count = load(name), Counter[str]()
    for seed in range(TOURNAMENTS):
        root = tmp_path / str(seed)
        count += simulated(root, regulation, str(seed))
        examine(root, regulation, SCHEMES[name])
    assert count["games"] == TOURNAMENTS * sum(stage.rounds * stage.tables for stage in regulation.stages)
    seen = {"missed", "substitutions"} if TOURNAMENTS < 10 else SEEN
    assert not {what for what in seen if not count[what]}


SEEN = {"missed", "substitutions", "withdrawn", "excluded", "fines", "void"}


@pytest.mark.parametrize("players", SIZES)
def test_other_rosters_under_a_regulation_of_ones_own(tmp_path: Path, players: int) -> None:
    regulation, scheme = own(tmp_path, players)
    for seed in range(max(1, TOURNAMENTS // 10)):
        root = tmp_path / str(seed)
        simulated(root, regulation, f"{players}/{seed}")
        examine(root, regulation, scheme)


def content(root: Path) -> list[Any]:
    """What the file says, without the times and the names of records."""
    found = reading(root)
    draws = [{key: value for key, value in one.items() if key not in ("at", "record")} for one in found.draws]
    decisions = [{key: value for key, value in one.items() if key != "at"} for one in found.decisions]
    lots = [one for one in decisions if one["kind"] in ("lot", "cut", "approval")]
    for one in lots:
        del one["id"]  # of the laptop it was made on
    games = [one.protocol for one in found.protocols]
    return json.loads(json.dumps([games, decisions, draws]))  # type: ignore[no-any-return]


def test_a_seed_gives_the_same_tournament_in_one_run_or_in_several(tmp_path: Path) -> None:
    regulation, _scheme = own(tmp_path, 36)
    stops = ("groups", 2), ("groups", 2), ("swiss", 1), None, None
    simulated(tmp_path / "whole", regulation, "again")
    simulated(tmp_path / "parts", regulation, "again", *stops)
    simulated(tmp_path / "other", regulation, "other")
    assert content(tmp_path / "whole") == content(tmp_path / "parts")
    assert content(tmp_path / "whole") != content(tmp_path / "other")


def test_a_run_cut_short_between_two_writes_goes_on_as_if_it_had_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    regulation, _scheme = own(tmp_path, 30)
    writes = []
    write = Tournament._write

    def counting(self: Tournament, bodies: Any) -> None:
        writes.append(bodies[0][0])
        write(self, bodies)

    monkeypatch.setattr(Tournament, "_write", counting)
    simulated(tmp_path / "whole", regulation, "cut short")
    # Between the approval and the draw; after a draw, a missed round, a new stand-in, his place, a cut.
    assert len(writes) == 18 and "decision" in writes[10:13]
    for kept in (2, 8, 11, 12, 13, 15):
        left = iter(range(kept))

        def refusing(self: Tournament, bodies: Any, left: Iterator[int] = left) -> None:
            if next(left, None) is None:
                raise NotSaved("full", "The disk is full.")
            write(self, bodies)

        root = tmp_path / str(kept)
        monkeypatch.setattr(Tournament, "_write", refusing)
        with pytest.raises(NotSaved):
            simulated(root, regulation, "cut short")
        monkeypatch.setattr(Tournament, "_write", write)
        with (
            Folder(Files(), root) as folder,
            open_tournament(folder, root / "cup.json", write=True, now=lambda: NOW) as tournament,
        ):
            Simulation(Course(tournament, regulation), "cut short", date=DATE).run()
        assert content(root) == content(tmp_path / "whole")


def test_what_was_played_in_earnest_stays_and_nothing_is_made_up_about_it(tmp_path: Path) -> None:
    regulation, _scheme = own(tmp_path, 30)
    with Folder(Files(), tmp_path) as folder, made(folder, regulation) as tournament:
        tournament.put_players([PlayerEntry(f"Игрок {n}") for n in range(1, 31)])
        course = Course(tournament, regulation)
        Simulation(course, "first", date=DATE).run(("groups", 1))
        first = tournament.official()
        Simulation(course, "second", date=DATE).run(("groups", 3))
        assert [one.hash for one in tournament.official() if one.slot.round == 1] == [
            one.hash for one in first
        ]
        assert Counter(one.protocol[MARK] for one in tournament.official()) == {"first": 3, "second": 6}
        after_one = [one for one in tournament.decisions() if one.get("round") == 1]
        assert all(one["id"].startswith(f"{MARK}:first:") for one in after_one)
        with pytest.raises(WrongInput, match="groups:5"):
            Simulation(course, "first", date=DATE).run(("groups", 5))


def test_the_command_fills_a_tournament_step_by_step(tmp_path: Path) -> None:
    file, data = tmp_path / "cup.json", ("--data", tmp_path / "data")
    assert told("new", file, "--regulation", "white-nights-2015", *data).status == 0
    some = told("simulate", file, "--seed", "x", "--through", "random:2", "--json", *data)
    assert some.status == 0 and (some.json["rounds"], some.json["games"]) == (2, 8)
    rest = told("simulate", file, "--seed", "x", *data)
    assert rest.status == 0 and len(rest.out.splitlines()) == 8 + 3
    assert told("simulate", file, "--seed", "x", "--json", *data).json["games"] == 0
    assert told("check", file, *data).status == 0
    wrong = told("simulate", file, "--seed", "x", "--through", "final:1", "--json", *data)
    assert wrong.status == 2 and "random (1–5), swiss (1–5)" in wrong.error["message"]
    assert told("simulate", file, "--seed", "x", "--through", "random", *data).status == 2
