"""The last four: silence, 30 seconds at three and four living, and a tie of two that one regulation lets
be lifted and the other does not. The same keys under both, up to the tie."""

from __future__ import annotations

from table_stage import AKTAU

from rules.game.events import BestMove, Foul, Lift
from rules.sheet import Left

from .evening import TO_DAY_1, facts, sees_points, signed_and_stored, stored_sheet, tournament
from .judge import Judge

WHITE_NIGHTS = "white-nights-2015"


async def to_the_tie_of_the_last_four(judge: Judge) -> None:
    """Day 4: seats 6, 8, 9 (the last black) and 10 live; 9 and 6 have two hands each, twice."""
    await judge.keys(*TO_DAY_1)

    # Day 1: seat 10 has his third foul before his minute and loses it today; seat 1 after it: tomorrow.
    await judge.keys("7", "Enter", "3", "F", "0", "F", "0", "F", "0")
    judge.sees("10(молчит)")
    await judge.keys("F", "1", "F", "1", "F", "1")
    judge.sees("10(молчит)")
    await judge.enter(8)
    assert judge.step == ("speech", 10)
    judge.sees("МОЛЧИТ", "Игрок номер десять лишён слова")
    assert judge.clock == "0:00"
    assert "●●●·" in judge.row(10)
    await judge.keys("Enter")
    assert judge.step == ("ballot", 7)
    await judge.keys("6", "Enter")
    judge.sees("Игру покидает: 7 Пион?")
    await judge.keys("Enter", "Enter")

    # Night 1 and a best move that hits two.
    await judge.keys("5", "N", "7", "Enter", "2", "9", "3", "Enter", "Enter")
    assert facts(judge, "best_move") == [BestMove((2, 9, 3))]

    # Day 2: eight live; the silence of seat 1 comes now, once.
    assert judge.step == ("speech", 2)
    await judge.keys("2")
    judge.sees("1(молчит)")
    await judge.enter(7)
    assert judge.step == ("speech", 1)
    judge.sees("МОЛЧИТ")
    await judge.keys("4", "Enter")
    assert judge.step == ("ballot", 2)
    await judge.keys("7", "Enter", "Enter", "Enter")
    assert [left.seat for left in judge.game.state.left] == [7, 5, 2]

    # Night 2; the third foul of seat 6 is given by night, at five living it will be silence no more.
    await judge.keys("1", "N", "9", "Enter", "Enter")
    assert judge.step == ("speech", 3)
    judge.sees("день 3 · за столом 6")
    await judge.keys("3")
    await judge.enter(6)
    assert judge.step == ("ballot", 3)
    await judge.keys("Enter")
    judge.sees("Игру покидает: 3 Сойка?")
    await judge.keys("Enter", "Enter")
    await judge.keys("4", "F", "6", "F", "6", "F", "6", "Enter", "N", "Enter")
    assert facts(judge, "foul")[-3:] == [Foul(6)] * 3

    # Day 4: four live; 30 seconds instead of silence.
    assert judge.step == ("speech", 6)
    judge.sees("день 4 · за столом 4", "30 секунд")
    judge.does_not_see("МОЛЧИТ")
    assert judge.clock == "0:30"
    await judge.keys("9", "Enter")
    assert judge.step == ("speech", 8)
    assert judge.clock == "1:00"
    await judge.keys("6", "Enter", "Enter", "Enter")
    assert judge.step == ("ballot", 9)
    await judge.keys("2", "2")
    assert judge.step == ("defence", 9)
    assert judge.clock == "0:30"
    await judge.keys("Enter")
    assert judge.step == ("defence", 6)
    assert judge.clock == "0:30", "a defence is never taken away"
    await judge.keys("Enter", "2", "2")


async def test_at_aktau_two_of_four_are_not_lifted_and_at_three_living_30_seconds_are_left(tmp_path, capsys):
    async with tournament(tmp_path, AKTAU.id) as judge:
        await to_the_tie_of_the_last_four(judge)

        # Nobody leaves, no question; night 4 comes.
        assert judge.step == ("shooting",)
        assert judge.game.state.night == 4
        judge.sees("ночь 4 · за столом 4")
        await judge.keys("8", "F", "9", "F", "9", "F", "9", "N", "N", "Enter")

        # Day 5: three live. Seat 9 got his third foul in the night: 30 seconds.
        assert judge.step == ("speech", 9)
        judge.sees("день 5 · за столом 3", "30 секунд")
        assert judge.clock == "0:30"
        await judge.keys("+")
        assert judge.clock == "1:00"
        await judge.keys("Enter", "9", "Enter", "6", "Enter")
        assert judge.step == ("ballot", 9)
        await judge.keys("2", "Enter")
        judge.sees("Игру покидает: 9 Гамма?", "9: 2 · 6: 1")
        await judge.keys("Enter", "Enter")
        assert judge.step == ("closing",)
        judge.sees("победа красных")
        await judge.keys("Enter")
        judge.sees("Победа красных", "Лучший ход 5 Ива: 2, 9, 3")
        await signed_and_stored(judge)
        sees_points(judge, dict.fromkeys((1, 3, 4, 6, 8, 10), "2") | {5: "2,25"})

    points = dict.fromkeys((1, 3, 4, 6, 8, 10), "2") | {5: "9/4"}
    sheet = stored_sheet(tmp_path / "cup.json", AKTAU.id, capsys, points)
    assert (sheet.winner, sheet.ending) == ("red", "ballot")
    assert sheet.left == (
        Left(7, "ballot", day=1),
        Left(5, "shot", night=1),
        Left(2, "ballot", day=2),
        Left(1, "shot", night=2),
        Left(3, "ballot", day=3),
        Left(4, "shot", night=3),
        Left(8, "shot", night=4),
        Left(9, "ballot", day=5),
    )
    assert sheet.fouls == {1: 3, 6: 3, 9: 3, 10: 3}


async def test_at_the_white_nights_the_same_two_of_four_are_lifted_and_the_reds_have_won(tmp_path, capsys):
    async with tournament(tmp_path, WHITE_NIGHTS) as judge:
        await to_the_tie_of_the_last_four(judge)

        assert judge.step == ("lift",)
        judge.sees("ПОДЪЁМ", "нужно больше половины из 4")
        await judge.keys("3")
        judge.sees("Игру покидают: 9 Гамма, 6 Лот?", "рук 3 из 4")
        await judge.keys("Enter")
        assert facts(judge, "lift") == [Lift(votes=3)]
        await judge.keys("Enter", "Enter")
        assert judge.step == ("closing",)
        judge.sees("победа красных")

        # No team defeat under this regulation, and none after the end.
        await judge.keys("P")
        judge.sees("! ")
        await judge.keys("Enter")
        judge.sees("Победа красных", "восстановлен")
        await signed_and_stored(judge)
        sees_points(judge, dict.fromkeys((1, 3, 4, 6, 8, 10), "2") | {5: "2,25"})

    points = dict.fromkeys((1, 3, 4, 6, 8, 10), "2") | {5: "9/4"}
    sheet = stored_sheet(tmp_path / "cup.json", WHITE_NIGHTS, capsys, points)
    assert (sheet.winner, sheet.ending) == ("red", "ballot")
    assert sheet.left[-2:] == (Left(9, "ballot", day=4), Left(6, "ballot", day=4))
