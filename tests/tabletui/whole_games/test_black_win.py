"""Black wins by a shot after a fourth foul has cancelled a ballot; all of it typed in Cyrillic letters."""

from __future__ import annotations

from table_stage import AKTAU

from rules.game.events import BestMove, Check, Foul, Remove, Shoot, Vote
from rules.sheet import AwardGiven, Left, Removed

from .evening import TO_DAY_1, facts, sees_points, signed_and_stored, stored_sheet, tournament

POINTS = {2: "5/2", 4: "-1", 7: "3", 8: "-1", 9: "2", 3: "1/2"}
"""Win 2, awards 1, 1/2, 1/2; every removal costs a point, also that of a seat voted out before."""


async def test_a_fourth_foul_cancels_the_ballot_and_the_blacks_have_won(tmp_path, capsys):
    async with tournament(tmp_path, AKTAU.id, cyrillic=True) as judge:
        await judge.keys(*TO_DAY_1)
        assert judge.game.state.roles.index("don") + 1 == 7

        # Day 1: seat 8 has three fouls before his minute and loses it, but not his nomination and his vote.
        await judge.keys("3", "F", "8", "Enter", "5", "F", "8", "Enter")
        assert "●●··" in judge.row(8)
        await judge.enter(4)
        assert judge.step == ("speech", 7)
        await judge.keys("Shift+F", "1", "8")
        judge.sees("8(молчит)")
        await judge.keys("Enter")
        assert judge.step == ("speech", 8)
        judge.sees("МОЛЧИТ")
        assert judge.clock == "0:00"
        await judge.keys("Space")
        judge.sees("!")
        await judge.keys("0", "Enter", "Enter", "Enter")
        judge.sees("осталось рук: 10")

        # The fourth foul in the middle of the ballot is asked with the name, and the ballot is off.
        assert judge.step == ("ballot", 3)
        await judge.keys("4", "F", "8")
        judge.sees("Фол №4: 8 [b]x[/b] — удаление из игры?")
        await judge.keys("N")
        assert judge.step == ("ballot", 5), "no is no"
        await judge.keys("F", "8", "L")
        assert facts(judge, "foul")[1:] == [Foul(8), Foul(8, "speaking_out_of_turn"), Foul(8)]
        assert judge.step == ("shooting",)
        judge.sees("за столом 9")
        assert "●●●●" in judge.row(8)

        # Night 1: a miss is typed by a slip and taken back; the first victim declines the best move.
        await judge.keys("M", "U", "1", "4", "Enter", "N")
        assert facts(judge, "check") == [Check("don", 4), Check("sheriff", None)]
        assert judge.step == ("last_word", 1)
        await judge.keys("N")
        assert facts(judge, "best_move") == [BestMove(())]
        judge.sees("лучший ход отказ")
        await judge.keys("Enter")

        # Day 2: a single candidate leaves now; in his last word he is removed for swearing.
        assert judge.step == ("speech", 2)
        judge.does_not_see("голосование сегодня отменено")
        await judge.keys("4")
        await judge.enter(8)
        assert judge.step == ("ballot", 4)
        judge.sees("(8)")
        await judge.keys("8")
        judge.sees("Игру покидает: 4 Аргус?", "4: 8")
        await judge.keys("L")
        assert facts(judge, "vote") == [Vote(3, votes=4), Vote(4, votes=8)]
        assert judge.step == ("last_word", 4)
        await judge.keys("X", "4")
        judge.sees("Удаление", "мат")
        await judge.keys("8")
        judge.sees("Удалить из игры: 4 Аргус?")
        await judge.keys("L")
        assert facts(judge, "remove") == [Remove(4, "obscene_language")]

        # Night 2: three reds, three blacks; no check follows, the last word does.
        assert judge.step == ("shooting",)
        await judge.keys("3")
        assert facts(judge, "shoot") == [Shoot(1), Shoot(3)]
        assert judge.step == ("last_word", 3)
        judge.does_not_see("победа", "ИГРА ОКОНЧЕНА")
        await judge.keys("2")
        judge.sees("!")
        assert judge.step == ("last_word", 3), "a best move is the first victim's alone"
        await judge.keys("Enter")
        assert judge.step == ("closing",)
        judge.sees("победа чёрных", "8 фолы д1 · 1 убит н1 · 4 голос д2 · 3 убит н2")

        await judge.keys("Enter", "1", "7", "2", "2", "3", "3")
        judge.sees("Победа чёрных", "ЛИ 7 Пион · ЛИ2 2 Норд · ЛИ проигравших 3 Сойка")
        await signed_and_stored(judge)
        sees_points(judge, {2: "2,5", 3: "0,5", 4: "-1", 7: "3", 8: "-1", 9: "2"})

    sheet = stored_sheet(tmp_path / "cup.json", AKTAU.id, capsys, POINTS)
    assert (sheet.winner, sheet.ending) == ("black", "shot")
    assert sheet.left == (
        Left(8, "fouls", day=1),
        Left(1, "shot", night=1),
        Left(4, "ballot", day=2),
        Left(3, "shot", night=2),
    )
    assert sheet.removed == (Removed(8, "fouls", None), Removed(4, "disqualified", "obscene_language"))
    assert (sheet.first_killed, sheet.best_move, sheet.fouls) == (1, (), {8: 4})
    assert sheet.awards == (AwardGiven(7, "best"), AwardGiven(2, "second"), AwardGiven(3, "loser_best"))
