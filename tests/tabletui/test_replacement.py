"""Somebody else at a seat of a tournament's table, before the deal."""

from __future__ import annotations

from pathlib import Path

import pytest
from table_stage import AKTAU, PLAYERS, TableApp, Time, line, open_folder, press

from rules.sheet import Player
from storage.roster import PlayerEntry
from storage.tournaments import create
from tabletui.table import Session

FREE = (PlayerEntry("Алый", "P11"), PlayerEntry("Ёлка", "P12"))


@pytest.fixture
def cup(tmp_path: Path):
    """Two tables' worth of a roster: ten sit at this table, one at table 2, two are free."""
    folder, time = open_folder(tmp_path / "data"), Time()
    tournament = create(
        folder, tmp_path / "cup.json", tournament_id="cup", title="Кубок", regulation=None, source=None,
        now=time.now,
    )  # fmt: skip
    others = tuple(PlayerEntry(f"Иной {n}", f"P{n}") for n in range(20, 30))
    tournament.put_players([*(PlayerEntry(p.name, p.id) for p in PLAYERS), *FREE, *others])

    def begin(table: int, players) -> Session:
        slot = {"tournament": str(tournament.path), "tournament_id": "cup", "stage": "final", "round": 1}
        return Session.start(
            folder, AKTAU, slot={**slot, "table": table}, players=players, judge="Судья", now=time.now,
            monotonic=time.monotonic, tournament=tournament,
        )  # fmt: skip

    other = begin(2, [Player(seat, one.id, one.name) for seat, one in enumerate(others, 1)])
    session = begin(1, PLAYERS)
    yield session, tournament
    session.release()
    other.release()
    folder.release()


async def test_a_free_player_of_the_roster_keeps_his_id_and_counts(cup):
    session, _tournament = cup
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "y", "4")
        shown = [row.words for row in app.screen._rows]
        assert shown == ["Алый", "Ёлка", "другое имя…"], "nobody of this table or of table 2"
        await press(pilot, "enter")
    assert (session.players[3].id, session.players[3].stand_in) == ("P11", False)


async def test_a_typed_name_is_matched_to_the_roster(cup):
    session, _tournament = cup
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "y", "4", "e", *"елка", "enter")
        assert app.screen is app.table
    assert (session.players[3].id, session.players[3].name) == ("P12", "Ёлка")


@pytest.mark.parametrize("name", ["вега", "иной 20"])
async def test_nobody_sits_twice_in_a_round(cup, name):
    session, _tournament = cup
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "y", "4", "e", *("space" if c == " " else c for c in name), "enter")
        assert app.screen is app.table
        assert "уже" in line(app)
    assert session.players == PLAYERS


async def test_an_unknown_name_is_a_stand_in_after_a_question_with_an_id_of_his_own(cup):
    session, tournament = cup
    app = TableApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "y", "4", "e", *"Zoe", "enter", "escape")
        assert session.players == PLAYERS
        await press(pilot, "y", "4", "e", *"Zoe", "enter", "enter")
        await press(pilot, "y", "5", "e", *"Max", "enter", "enter")
    zoe, other = session.players[3:5]
    assert (zoe.name, zoe.stand_in) == ("Zoe", True)
    assert zoe.id != other.id
    entered = {one.id: one for one in tournament.players()}
    assert entered[zoe.id].stand_in and entered[other.id].stand_in
