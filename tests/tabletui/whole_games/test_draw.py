"""A draw by three quiet rounds, on a terminal that changes its size over and over."""

from __future__ import annotations

from table_stage import AKTAU

from rules.game.events import Foul, Lift, Note, Vote

from .evening import DEAL, facts, sees_points, signed_and_stored, stored_sheet, tournament
from .judge import Judge

SIZES = ((120, 40), (60, 20), (80, 24))


async def resized_and_back(judge: Judge, *words: str) -> None:
    """The terminal grows, shrinks and comes back; these words stand on it all the time."""
    judge.sees(*words)
    before = judge.picture()
    for width, height in SIZES:
        await judge.resize(width, height)
        judge.sees(*words)
    assert judge.picture() == before


async def test_three_quiet_rounds_are_a_draw_and_a_resize_keeps_what_is_half_typed(tmp_path, capsys):
    async with tournament(tmp_path, AKTAU.id) as judge:
        # Half a deal.
        await judge.keys(*DEAL[:2])
        await resized_and_back(judge, "дон •", "мафия •", "мафия _")
        await judge.keys(*DEAL[2:], "Enter", "Enter")
        assert judge.step == ("speech", 1)

        # A foul that waits for its seat, and half a note.
        await judge.keys("F")
        await resized_and_back(judge, "Фол: какое место? _")
        await judge.keys("6")
        assert facts(judge, "foul") == [Foul(6)]
        await judge.keys("E")
        await judge.type("спор о сто")
        await resized_and_back(judge, "Заметка", "спор о сто")
        await judge.type("ле")
        await judge.keys("Enter")
        assert facts(judge, "note") == [Note("спор о столе")]

        # Day 1: ten hands for the first of two, half of the number typed; then a yes that becomes a no.
        await judge.keys("3", "Enter", "4", "Enter")
        await judge.enter(8)
        assert judge.step == ("ballot", 3)
        await judge.keys("1")
        await resized_and_back(judge, "1_")
        assert judge.game.step.votes == ()
        await judge.keys("0")
        assert facts(judge, "vote") == [Vote(3, votes=10)]
        await judge.keys("Enter")
        await resized_and_back(judge, "Игру покидает: 3 Сойка?", "3: 10 · 4: 0")
        await judge.keys("Esc", "U", "5", "Enter")
        assert judge.step == ("defence", 3)
        await judge.keys("Enter", "Enter", "5", "Enter")
        assert judge.step == ("lift",)
        await judge.keys("B", "1", "2", "3", "4", "5")
        await resized_and_back(judge, "1 2 3 4 5", "нужно больше половины из 10")
        await judge.keys("Enter")
        assert facts(judge, "lift") == [Lift(voters=(1, 2, 3, 4, 5))], "half is not more than half"

        # Night 1: two of three shots, then a miss. Nobody is the first victim.
        assert judge.step == ("shooting",)
        judge.sees("за столом 10")
        await judge.keys("R", "B", "3", "3")
        await resized_and_back(judge, "2 → 3", "7 → 3", "9 → …")
        await judge.keys("N", "Enter")
        assert judge.step == ("don_check",)
        await judge.keys("4")
        await resized_and_back(judge, "место 4")
        await judge.keys("Enter", "Enter")

        # Day 2: the judge calls the ballot off before it.
        assert judge.step == ("speech", 2)
        judge.sees("никто не убит")
        await judge.keys("7", "C")
        judge.sees("Почему голосования не будет?")
        await judge.keys("Enter")
        judge.sees("голосование сегодня отменено")
        await judge.enter(10)
        assert judge.step == ("shooting",)
        await judge.keys("M", "N", "N")

        # Day 3: everybody names himself, everybody is tied twice: no question, nobody leaves.
        assert judge.step == ("speech", 3)
        for seat in "3456789012":
            await judge.keys(seat, "Enter")
        assert judge.step == ("ballot", 3)
        await judge.resize(60, 20)
        judge.sees("▸ 3 Сойка _", "10 Шторм", "2 Норд")
        await judge.resize(80, 24)
        await judge.keys("1", "Enter", *"11111111", "Enter")
        assert judge.step == ("defence", 3)
        await judge.enter(10)
        await judge.keys("1", *"11111111", "Enter", "Enter")
        assert judge.step == ("shooting",), "all ten tied twice running"
        assert judge.game.state.night == 3
        await judge.keys("M", "N", "N")

        # Day 4 is the third quiet day.
        assert judge.step == ("speech", 4)
        await judge.enter(10)
        assert judge.step == ("closing",)
        judge.sees("ничья")
        await judge.keys("Enter", "1")
        assert facts(judge, "award") == [], "no awards in a draw"
        await resized_and_back(judge, "Ничья", "спор о столе")
        await signed_and_stored(judge)
        sees_points(judge, {})

    sheet = stored_sheet(tmp_path / "cup.json", AKTAU.id, capsys, {})
    assert (sheet.winner, sheet.ending) == ("draw", "draw")
    assert (sheet.left, sheet.removed, sheet.first_killed, sheet.best_move) == ((), (), None, None)
    assert sheet.fouls == {6: 1}
