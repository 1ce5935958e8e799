"""A whole White Nights on the screens: list, approval, draw, games, the first Swiss round."""

from __future__ import annotations

from pathlib import Path
from random import Random

from shell_stage import data_folder, lines, now, running, settle, text, type_text

from rules.protocol import make_protocol
from rules.regulation import load
from rules.regulation.content import as_json
from rules.sheet import Player
from storage.tournament import Tournament
from storage.tournaments import create, open_tournament
from tabletui.demo_games import play
from tabletui.sample import NAMES
from tabletui.screens.draw import DrawScreen
from tabletui.screens.players import PlayersScreen
from tabletui.screens.seating import SeatingScreen
from tabletui.screens.standings import StandingsScreen
from tabletui.screens.table import TableScreen

REGULATION = load("white-nights-2015")
DEAL = ("1", "2", "3", "4", "enter")


def new_tournament(root: Path) -> Path:
    path = root / "nights.json"
    with data_folder(root) as folder:
        create(
            folder,
            path,
            tournament_id="nights",
            title="Белые ночи",
            regulation=REGULATION.id,
            source=as_json(REGULATION),
            now=now,
        ).close()
    rows = [f"{name};{'да' if number < 41 else 'нет'}" for number, name in enumerate(NAMES[:42], 1)]
    (root / "players.csv").write_text("\n".join(["имя;оплачено", *rows]), "cp1251")
    return path


def protocols(
    tournament: Tournament, draw: dict[str, object], rounds: int, left_out: tuple[int, int]
) -> None:
    """A random game for each table of a published draw."""
    names = {entry.id: entry.name for entry in tournament.players()}
    made = []
    for number, tables in zip(draw["rounds"], draw["tables"], strict=True):  # type: ignore[call-overload]
        for table, ten in enumerate(tables, 1):
            if (number, table) == left_out or number > rounds:
                continue
            game = play(REGULATION, Random(f"{number}:{table}"), "Судья")
            players = [Player(seat, id, names[id]) for seat, id in enumerate(ten, 1)]
            slot = {"tournament": "nights", "stage": draw["stage"], "round": number, "table": table}
            made.append(make_protocol(game, players, slot=slot, date=now()[:10]))
    tournament.store_all(made)


async def test_a_white_nights_from_the_list_to_the_first_swiss_round(tmp_path: Path) -> None:
    path = new_tournament(tmp_path)
    async with running(tmp_path, file=path) as pilot:
        # Nothing can be drawn before the list is approved, and the screen says so.
        await pilot.press("d")
        await pilot.pause()
        assert isinstance(pilot.app.screen, DrawScreen)
        await pilot.press("d")
        await settle(pilot)
        assert pilot.app.screen.page is None
        await pilot.press("escape")

        # The list out of a file, and its approval: those who paid.
        await pilot.press("p", "i")
        await pilot.pause()
        pilot.app.screen.query_one("Input").value = ""  # type: ignore[attr-defined]
        await type_text(pilot, str(tmp_path / "players.csv") + "\n")
        assert isinstance(pilot.app.screen, PlayersScreen)
        assert "42 игрока" in lines(pilot)[0] and "оплатили: 40" in lines(pilot)[0]
        await pilot.press("l")
        await pilot.pause()
        assert "40 игроков?" in text(pilot) and NAMES[40] in text(pilot) and NAMES[41] in text(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert "утверждён 2017-08-05 20:41" in text(pilot)
        await pilot.press("escape")
        await pilot.pause()

        # Five rounds by lot, published.
        await pilot.press("в")
        await pilot.pause()
        await pilot.press("d")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, DrawScreen) and len(screen._pages) == 5
        assert "320 / 320" in text(pilot) and "черновик" in lines(pilot)[0]
        await pilot.press("right", "right")
        await pilot.pause()
        assert "тур 3" in lines(pilot)[0]
        await pilot.press("p", "enter")
        await pilot.pause()
        assert "опубликовано" in lines(pilot)[0]
        await pilot.press("escape")
        await pilot.pause()

        # Nineteen games come as protocols; round 1, table 1 is played here.
        board = pilot.app.screen
        with open_tournament(pilot.app.folder, path) as tournament:  # type: ignore[attr-defined]
            (draw,) = tournament.draws()
        protocols(board.tournament, draw, 5, (1, 1))  # type: ignore[attr-defined]
        board.reload()  # type: ignore[attr-defined]
        await settle(pilot)
        assert "игр 19 из 40" in lines(pilot)[0] and "Не хватает" in text(pilot)
        await pilot.press("n")
        await pilot.pause()
        seating = pilot.app.screen
        assert isinstance(seating, SeatingScreen)
        assert [one and one.id for one in seating.seats.at] == draw["tables"][0][0]
        seating.query_one("#judge").value = "Судья"  # type: ignore[attr-defined]
        await pilot.press("f10")
        await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        await pilot.press(*DEAL)
        await pilot.pause()
        for key in ("v", "1", "о", *["enter"] * 6, "escape"):
            await pilot.press(key)
            await settle(pilot)
        assert "игр 20 из 40" in lines(pilot)[0] and "Не хватает" not in text(pilot)

        # The standings stand, and the first Swiss round follows from them.
        await pilot.press("s")
        await settle(pilot)
        assert isinstance(pilot.app.screen, StandingsScreen) and "20 игр" in lines(pilot)[0]
        await pilot.press("escape")
        await pilot.press("d", "d")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, DrawScreen) and len(screen._pages) == 1
        assert "швейцарская" in lines(pilot)[0] and "w = 3" in text(pilot)
        await pilot.press("p", "enter")
        await pilot.pause()
        assert "опубликовано" in lines(pilot)[0]
    with data_folder(tmp_path) as folder, open_tournament(folder, path) as tournament:
        random, swiss = tournament.draws()
        assert (random["rounds"], swiss["stage"], swiss["rounds"]) == ([1, 2, 3, 4, 5], "swiss", [1])
        assert len(tournament.official()) == 20
