"""The standings can be argued with: sorted, followed by rounds, told why each place is what it is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from shell_stage import Running, data_folder, lines, now, running, settle, text
from test_standings_screen import expected, table

from rules.protocol import make_protocol
from rules.regulation import Regulation, load
from rules.regulation.content import as_json
from rules.scoring import shown
from rules.sheet import Player
from storage.roster import PlayerEntry
from storage.tournaments import create, open_tournament
from tabletui.demo_games import play
from tabletui.places import block
from tabletui.sample import make_sample
from tabletui.screens.standings import StandingsScreen
from tabletui.widgets.rows import Rows


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    with data_folder(tmp_path) as folder:
        return make_sample(folder, now=now)


def decide(path: Path, *decisions: Mapping[str, Any]) -> None:
    with data_folder(path.parent) as folder, open_tournament(folder, path, write=True, now=now) as tournament:
        for decision in decisions:
            tournament.decide(decision)


def tournament_of(root: Path, regulation: Regulation, games: int) -> Path:
    """Games of the same ten players in the first stage, each a round."""
    random, path = Random(7), root / "own.json"
    with data_folder(root) as folder:
        source = as_json(regulation)
        with create(
            folder, path, tournament_id="own", title="Own", regulation=regulation.id, source=source, now=now
        ) as tournament:
            roster = tournament.put_players([PlayerEntry(f"Игрок{n}") for n in range(10)])
            stage = regulation.stages[0].id if regulation.stages else "one-off"
            players = tuple(Player(seat, one.id, one.name) for seat, one in enumerate(roster, 1))
            for number in range(1, games + 1):
                slot = {"tournament": "own", "stage": stage, "round": number, "table": 1}
                game = play(regulation, random, judge="Судья")
                tournament.store(make_protocol(game, players, slot=slot, date="2019-05-01"))
    return path


async def opened(pilot: Running, *keys: str) -> None:
    await settle(pilot)
    await pilot.press("s")
    await settle(pilot)
    for key in keys:
        await pilot.press(key)
        await settle(pilot)


def names(pilot: Running) -> list[str]:
    return [cells[1] for cells in table(pilot)]


async def test_a_column_sorts_and_once_more_turns_it_and_the_place_restores_the_order(sample: Path) -> None:
    rows = expected(sample).rows
    async with running(sample.parent, size=(80, 70), file=sample) as pilot:
        await opened(pilot, "f6", "3")
        down = sorted(rows, key=lambda row: row.additional, reverse=True)
        assert names(pilot) == [row.name for row in down]
        assert "доп▼" in lines(pilot)[2] and "дополнительные очки ▼" in lines(pilot)[0]
        await pilot.press("f8")
        await pilot.pause()
        assert names(pilot) == [row.name for row in sorted(rows, key=lambda row: row.additional)]
        assert "доп▲" in lines(pilot)[2]
        await pilot.press("f6", "0")
        await pilot.pause()
        assert names(pilot) == [row.name for row in rows]
        assert "▲" not in lines(pilot)[2] and "▼" not in lines(pilot)[2]


async def test_a_click_on_a_title_sorts_by_it(sample: Path) -> None:
    rows = expected(sample).rows
    async with running(sample.parent, size=(80, 70), file=sample) as pilot:
        await opened(pilot)
        await pilot.click(Rows, offset=(lines(pilot)[2].index("игрок"), 0))
        await pilot.pause()
        assert names(pilot) == sorted(row.name for row in rows)
        await pilot.click(Rows, offset=(lines(pilot)[2].index("поб"), 0))
        await pilot.pause()
        assert names(pilot) == [row.name for row in sorted(rows, key=lambda row: -row.wins)]


async def test_a_click_on_a_line_still_opens_the_card(sample: Path) -> None:
    second = expected(sample).rows[1]
    async with running(sample.parent, file=sample) as pilot:
        await opened(pilot)
        await pilot.click(Rows, offset=(9, 2))
        await pilot.pause()
        assert second.name in lines(pilot)[0] and "база × K" in text(pilot)


async def test_places_by_round_are_drawn_and_told(sample: Path) -> None:
    tables = [expected(sample, f"qualifying:{number}") for number in (1, 2, 3)]
    whole = expected(sample)
    async with running(sample.parent, size=(80, 70), file=sample) as pilot:
        await opened(pilot)
        for cells, row in zip(table(pilot), whole.rows, strict=True):
            own = [(t.row(row.id), len(t.rows)) for t in tables]
            assert cells[-1] == "".join(block(r.place if r and r.games else 0, of) for r, of in own)
        first = [t.row(whole.rows[0].id) for t in tables]
        told = " → ".join(str(row.place) if row and row.games else "–" for row in first)
        assert f"места по турам: {told}" in text(pilot)
        await pilot.press("f5", "1")
        await settle(pilot)
        assert all(len(cells[-1]) == 1 for cells in table(pilot))


async def test_the_screen_answers_while_rounds_are_counted(sample: Path) -> None:
    from threading import Event

    from tabletui import results

    gate, real = Event(), results.standings

    def slow(*args: Any, through: str | None = None, **more: Any) -> Any:
        if through is not None:
            gate.wait(20)
        return real(*args, through=through, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(results, "standings", slow)
        async with running(sample.parent, file=sample) as pilot:
            await pilot.press("s")
            for _turn in range(100):
                await pilot.pause(0.02)
                if isinstance(pilot.app.screen, StandingsScreen) and table(pilot):
                    break
            assert "места по турам" not in text(pilot)
            await pilot.press("down")
            await pilot.pause()
            assert pilot.app.screen.query_one(Rows).index == 1
            gate.set()
            await settle(pilot)
            assert "места по турам" in text(pilot) and pilot.app.screen.query_one(Rows).index == 1


async def test_each_row_says_what_parted_it_and_a_lot_is_marked(sample: Path) -> None:
    tied = next(
        (a, b)
        for a, b, c in zip(*(expected(sample).rows[n:] for n in range(3)), strict=False)
        if a.games and a.place == b.place != c.place
    )
    decide(sample, *({"kind": "lot", "player": row.id, "number": n} for n, row in enumerate(tied[::-1], 1)))
    whole = expected(sample)
    words = {None: "·", "points": "очки", "additional": "доп.", "wins": "победы", "don_wins": "дон",
             "sheriff_wins": "шериф", "mafia_wins": "мафия", "first_night_deaths": "ПУ",
             "lot": "жребий"}  # fmt: skip
    lost = tied[0]
    async with running(sample.parent, size=(80, 70), file=sample) as pilot:
        await opened(pilot)
        seen = {cells[1]: cells for cells in table(pilot)}
        assert [seen[row.name][10] for row in whole.rows] == [words[row.decided_by] for row in whole.rows]
        marked = {name for name, cells in seen.items() if "#" in cells[0]}
        assert marked == {row.name for row in tied} and seen[lost.name][10] == "жребий"
        assert "#: решил жребий." in text(pilot)
        await pilot.press("f1")
        await pilot.pause()
        assert "решил жребий" in text(pilot) and "от места выше отделили: победы шерифом" in text(pilot)


async def test_the_awards_are_shown_with_their_figures_and_who_is_left_out(sample: Path) -> None:
    first = expected(sample).rows[0]
    decide(sample, {"kind": "exclusion", "player": first.id, "stage": "qualifying", "round": 3})
    whole = expected(sample)
    champion = whole.awards[0]
    assert champion.title == "champion" and champion.id != first.id
    async with running(sample.parent, size=(80, 30), file=sample) as pilot:
        await opened(pilot)
        assert f"{first.name} ×" in text(pilot)
        await pilot.press("f7")
        await pilot.pause()
        seen = [line.replace("▸", " ") for line in lines(pilot)]
    assert seen[1].split() == ["Победитель", champion.name, "очки:", champion.shown.replace(".", ",")]
    without = seen.index(" В наградах не участвуют") + 1
    assert seen[without].split() == ["×", first.name, "место", "1", "·", "исключён"]
    for award in whole.awards:
        assert any(award.name in line for line in seen[:without])


async def test_points_a_game_have_a_column_where_places_rest_on_them(tmp_path: Path) -> None:
    path = tournament_of(tmp_path, load("maf-world-cup-2019"), 3)
    whole = expected(path)
    async with running(tmp_path, file=path) as pilot:
        await opened(pilot)
        seen = table(pilot)
        assert "Б/И" in lines(pilot)[2]
    assert [cells[3] for cells in seen] == [shown(r.points_per_game).replace(".", ",") for r in whole.rows]


async def test_a_wider_window_shows_more_columns(sample: Path) -> None:
    async with running(sample.parent, size=(80, 24), file=sample) as pilot:
        await opened(pilot)
        assert "штраф" not in lines(pilot)[2]
        await pilot.resize_terminal(120, 30)
        await settle(pilot)
        assert "штраф" in lines(pilot)[2] and "финал" in lines(pilot)[2]


async def test_the_card_names_the_compensation_apart_and_has_it_in_the_formula(tmp_path: Path) -> None:
    path = tournament_of(tmp_path, load("fiim-2019"), 12)
    async with running(tmp_path, size=(80, 40), file=path) as pilot:
        await opened(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert "комп." in lines(pilot)[1] and " K " not in lines(pilot)[1]
        assert "очки = база + лучший ход + компенсация + доп" in text(pilot)
        assert "вес" not in text(pilot)


@pytest.mark.parametrize(
    ("weight_on", "formula"),
    [
        ("all", "очки = (база + лучший ход + компенсация + дополнительные + удаление и штрафы) × вес"),
        ("base", "очки = база × вес + лучший ход + компенсация + дополнительные + удаление и штрафы"),
    ],
)
async def test_the_formula_says_what_the_weight_falls_on(
    tmp_path: Path, weight_on: str, formula: str
) -> None:
    own = tmp_path / "regulations"
    own.mkdir()
    (own / "cup.toml").write_text(
        '[regulation]\nid = "cup"\ntitle = "Cup"\nbase = "fiim-2024"\nsource = "own"\n'
        '[[stage]]\nid = "last"\nentrants = 10\nrounds = 3\ntables = 1\ndraw = "random"\nweight = "3/2"\n'
        f'[scoring]\nweight_on = "{weight_on}"\n',
        "utf-8",
    )
    path = tournament_of(tmp_path, load("cup", folders=(own,)), 2)
    async with running(tmp_path, file=path) as pilot:
        await opened(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert formula in text(pilot).replace("\n ", " ")
