"""A one-off game from the first screen: ten names, cards dealt by the program, a result the judge gives."""

from __future__ import annotations

import re

from shell_stage import TEN
from table_stage import Time

from rules.sheet import BLACK, team_of
from storage.files import Files
from storage.folder import Folder
from tabletui.app import TabletuiApp

from .evening import JUDGE, facts, signed_and_stored, stored_sheet
from .judge import Judge

CARDS = ("мирный", "шериф", "мафия", "дон")


async def test_a_club_plays_one_game_and_the_judge_gives_it_to_the_blacks(tmp_path, capsys):
    time = Time()
    with Folder(Files(), tmp_path) as folder:
        app = TabletuiApp(folder, now=time.now, monotonic=time.monotonic)
        async with app.run_test(size=(80, 24)) as pilot:
            judge = Judge(pilot, time)
            await pilot.pause()
            judge.sees("Здесь пока пусто.")

            # Ten names, the judge; nobody is on any list yet.
            await judge.keys("G")
            for name in TEN[:9]:
                await judge.type(name)
                await judge.keys("Enter")
            await judge.keys("F10")
            judge.sees("место 10 свободно")
            await judge.type(TEN[9])
            await judge.keys("Enter", "F10")
            judge.sees("Кто судья?")
            await judge.type(JUDGE)
            await judge.keys("F10")
            assert judge.step == ("deal",)
            assert list(judge.session.names.values()) == list(TEN)

            # The laptop goes around: one card at a time, hidden before and after.
            await judge.keys("D")
            seen = []
            for seat, name in enumerate(TEN, 1):
                judge.sees(f"Место {seat}: {name}")
                judge.does_not_see(*CARDS)
                await judge.keys("Space")
                (card,) = [word for word in CARDS if re.search(rf"\b{word}\b", judge.picture())]
                seen.append(card)
                await judge.keys("Space")
            judge.does_not_see(*CARDS)
            await judge.keys("Enter")
            assert judge.step == ("black_meeting",)
            words = {"civilian": "мирный", "sheriff": "шериф", "mafia": "мафия", "don": "дон"}
            roles = judge.game.state.roles
            assert [words[role] for role in roles] == seen

            # Day 1; nobody may be withdrawn under the base rules; the judge ends it.
            await judge.keys("Enter", "Enter", "3", "W")
            judge.sees("!")
            assert len(facts(judge, "nominate")) == 1
            await judge.keys("V", "2")
            judge.sees("причина своими словами")
            await judge.type("погас свет")
            await judge.keys("Enter")
            assert judge.step == ("closing",)
            await judge.keys("U")
            assert judge.step == ("speech", 1), "a result is taken back like anything else"
            await judge.keys("Shift+U", "Enter")
            judge.sees("Победа чёрных", "погас свет")
            await signed_and_stored(judge)

            # The same ten sit down again.
            await judge.keys("Esc", "C")
            judge.sees("Клубный вечер", "1 игра", "Кедр")
            await judge.keys("N")
            judge.sees("10 из 10", "Места разыграны", JUDGE)
            await judge.keys("F8")
            judge.sees("Места как в прошлой игре")

    points = {seat: "2" for seat, role in enumerate(roles, 1) if team_of(role) == BLACK}
    sheet = stored_sheet(tmp_path / "one-off.json", "fiim-base", capsys, points)
    assert (sheet.winner, sheet.ending, sheet.left) == ("black", "judge", ())
    assert sheet.roles == roles
