"""Red wins by a ballot: nobody leaves on day 1, and on day 2 three are lifted after three ties."""

from __future__ import annotations

from table_stage import AKTAU

from rules.game.events import BestMove, Foul, Lift, Nominate, Vote
from rules.sheet import AwardGiven, Left

from .evening import JUDGE, TO_DAY_1, facts, sees_points, signed_and_stored, stored_sheet, tournament

POINTS = {1: "2", 3: "2", 4: "3", 5: "5/2", 6: "5/2", 7: "1/2", 8: "2", 10: "2"}
"""Win 2; best of the winners 1, second 1/2; three blacks in the best move 1/2; best of the losers 1/2."""


async def test_three_are_lifted_after_ties_and_the_reds_have_won(tmp_path, capsys):
    async with tournament(tmp_path, AKTAU.id) as judge:
        await judge.keys(*TO_DAY_1)

        # Day 1: the only candidate is not put to the ballot.
        assert judge.step == ("speech", 1)
        judge.sees("день 1 · за столом 10", "РЕЧЬ · игрок 1 Вега", "Минута игрока номер один.")
        await judge.keys("7", "3")
        judge.sees("! Игрок 1 уже выставил")
        await judge.keys("W", "9")
        judge.sees("выставлены 9 (1)")
        await judge.click("дальше")
        assert judge.step == ("speech", 2)
        await judge.keys("9")
        judge.sees("! Игрок 9 уже выставлен")
        await judge.enter(9)

        # Night 1.
        assert judge.step == ("shooting",)
        judge.sees("ночь 1", "стрельбу: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10.")
        await judge.click_seat(5)
        assert judge.step == ("don_check",)
        await judge.keys("4")
        judge.sees("R — показать ответ")
        judge.does_not_see("ответ шериф")
        await judge.keys("R")
        judge.sees("ответ шериф")
        assert "дон" in judge.row(7)
        await judge.keys("Enter")
        assert judge.step == ("sheriff_check",)
        judge.sees("роли и проверки скрыты")
        assert not any("дон" in judge.row(seat) for seat in range(1, 11)), "hidden again at the next step"
        await judge.keys("7", "Enter")

        # The morning: the first victim's best move.
        assert judge.step == ("last_word", 5)
        judge.sees("Доброе утро, город!", "убит игрок номер пять", "лучший ход _ _ _", "убит н1")
        await judge.keys("7", "2")
        await judge.click_seat(9)
        judge.sees("лучший ход 7 2 9")
        await judge.keys("Enter")
        assert facts(judge, "best_move") == [BestMove((7, 2, 9))]
        await judge.keys("Enter")

        # Day 2: five candidates for nine voters.
        assert judge.step == ("speech", 2)
        judge.sees("день 2 · за столом 9", "дальше 3 4 6 7 8 9 10 1")
        await judge.keys("3", "W", "4", "Enter")
        await judge.click_seat(7)
        await judge.keys("Enter", "2", "Enter", "9", "Enter", "6", "Enter")
        assert facts(judge, "nominate")[-5:] == [
            Nominate(2, 4),
            Nominate(3, 7),
            Nominate(4, 2),
            Nominate(6, 9),
            Nominate(7, 6),
        ]
        judge.sees("выставлены 4 (2) · 7 (3) · 2 (4) · 9 (6) · 6 (7)")
        await judge.enter(4)

        # Who votes for whom; a pulled hand in between is a foul, given by the mouse.
        assert judge.step == ("ballot", 4)
        judge.sees("осталось рук: 9")
        await judge.keys("B", "7", "Enter", "6", "8")
        await judge.click("фол")
        judge.sees("Фол: какое место? _")
        await judge.click_seat(8)
        assert facts(judge, "foul") == [Foul(8)]
        assert "●···" in judge.row(8)
        judge.sees(" 6 8 ")
        await judge.keys("Enter", "9", "0", "Enter")
        await judge.keys("2", "9")
        judge.sees("! Игрок 9 уже голосовал")
        await judge.keys("4", "Enter")
        judge.sees("(2)")
        await judge.keys("Enter")
        assert facts(judge, "vote") == [
            Vote(4, voters=(7,)),
            Vote(7, voters=(6, 8)),
            Vote(2, voters=(9, 10)),
            Vote(9, voters=(2, 4)),
            Vote(6, voters=(1, 3)),
        ]

        # Four are tied, then three, then three once more.
        assert judge.step == ("defence", 7)
        judge.sees("ОПРАВДАНИЕ · игрок 7 Пион", "поровну 7 · 2 · 9 · 6", "30 секунд")
        assert judge.clock == "0:30"
        await judge.enter(4)
        assert judge.step == ("reballot", 7)
        judge.sees("ПЕРЕГОЛОСОВАНИЕ")
        await judge.keys("3", "3", "3", "Enter")
        assert judge.step == ("defence", 7)
        judge.sees("поровну 7 · 2 · 9")
        await judge.enter(3)
        await judge.keys("3", "3")
        judge.sees("осталось рук: 3", "лидер")
        await judge.keys("3")
        assert judge.step == ("lift",)
        judge.sees("ПОДЪЁМ", "нужно больше половины из 9")
        await judge.keys("5")
        judge.sees("Игру покидают: 7 Пион, 2 Норд, 9 Гамма?", "рук 5 из 9")
        await judge.keys("Esc")
        assert judge.step == ("lift",), "nothing has happened yet"
        await judge.keys("6")
        await judge.click("да")
        assert facts(judge, "lift") == [Lift(votes=6)]

        # The game is decided; the screen keeps quiet about it until the last words are over.
        assert judge.step == ("last_word", 7)
        judge.does_not_see("ИГРА ОКОНЧЕНА", "победа")
        await judge.enter(3)
        assert judge.step == ("closing",)
        judge.sees("ИГРА ОКОНЧЕНА", "победа красных", "5 убит н1 · 7 голос д2 · 2 голос д2 · 9 голос д2")

        # The protocol: three awards, and a refusal of the fourth.
        await judge.keys("Enter")
        judge.sees("Победа красных", "Лучший ход 5 Ива: 7, 2, 9")
        await judge.keys("1", "4", "2", "6", "3", "7")
        judge.sees("ЛИ 4 Аргус · ЛИ2 6 Лот · ЛИ проигравших 7 Пион")
        await judge.keys("1")
        assert judge.step == ("closing",) and len(facts(judge, "award")) == 3
        await signed_and_stored(judge)
        sees_points(judge, {1: "2", 3: "2", 4: "3", 5: "2,5", 6: "2,5", 7: "0,5", 8: "2", 10: "2"})

        # Back on the board the game is closed, and its protocol can be read.
        await judge.keys("Esc")
        judge.sees("игр 1 из 58", "стол 1: записан")
        await judge.keys("Enter")
        judge.sees("Победа красных", "Лучший ход 5 Ива: 7, 2, 9", JUDGE)

    sheet = stored_sheet(tmp_path / "cup.json", AKTAU.id, capsys, POINTS)
    assert (sheet.winner, sheet.ending) == ("red", "ballot")
    assert sheet.left == (
        Left(5, "shot", night=1),
        Left(7, "ballot", day=2),
        Left(2, "ballot", day=2),
        Left(9, "ballot", day=2),
    )
    assert (sheet.first_killed, sheet.best_move, sheet.fouls) == (5, (7, 2, 9), {8: 1})
    assert sheet.awards == (AwardGiven(4, "best"), AwardGiven(6, "second"), AwardGiven(7, "loser_best"))
