"""A team defeat in the middle of a ballot, after slips that were taken back, returned and amended."""

from __future__ import annotations

from table_stage import AKTAU, DEALT

from rules.game.events import Foul, Nominate, TeamDefeat, Vote
from rules.sheet import AwardGiven, Left, Removed

from .evening import audit, facts, sees_points, signed_and_stored, stored_sheet, tournament

POINTS = {1: "2", 2: "-1", 3: "2", 4: "3", 5: "2", 6: "2", 8: "5/2", 10: "2", 7: "1/2"}
WRONG_DEAL = ("7", "2", "9", "5", "Enter")
"""The sheriff sits at 4; 5 was typed by a slip."""


async def test_a_team_defeat_ends_the_ballot_and_every_slip_before_it_was_put_right(tmp_path, capsys):
    async with tournament(tmp_path, AKTAU.id) as judge:
        await judge.keys(*WRONG_DEAL, "Enter", "Enter")

        # The clock runs on under the standings.
        await judge.keys("3", "Enter")
        assert judge.step == ("speech", 2)
        await judge.keys("Space")
        await judge.seconds_pass(13)
        assert judge.clock == "0:47"
        await judge.keys("S")
        judge.sees("Таблица · Кубок")
        judge.time.pass_(10)
        await judge.keys("Esc")
        assert judge.step == ("speech", 2)
        assert judge.clock == "0:37"
        judge.sees("идёт")

        # Back over two steps and forth again: the clock of a speech is what it was when it ended.
        await judge.keys("6", "Enter", "F", "5")
        assert judge.step == ("speech", 3)
        assert judge.clock == "1:00"
        after = judge.game
        await judge.keys("U", "Backspace")
        assert judge.step == ("speech", 2)
        assert judge.clock == "0:37"
        judge.sees("пауза")
        await judge.keys("Ctrl+Z", "U", "U")
        assert judge.step == ("speech", 1)
        judge.does_not_see("6 (2)", "3 (1)")
        await judge.keys("Shift+U", "Ctrl+Y", "Shift+U", "Shift+U", "Shift+U")
        assert judge.game == after
        judge.sees("3 (1) · 6 (2)")
        await judge.keys("Shift+U")
        judge.sees("! Возвращать нечего")

        # From the log: the foul was seat 6's, and the sheriff is seat 4.
        await judge.keys("L")
        judge.sees("Журнал", "5 Ива фол №1")
        await judge.keys("A")
        judge.sees("Исправить")
        await judge.keys("1", "6")
        assert judge.step == ("speech", 3)
        assert facts(judge, "foul") == [Foul(6)]
        assert "●···" in judge.row(6) and "····" in judge.row(5)
        await judge.keys("A", "Home", "Enter", "1", "7", "2", "9", "4", "Enter")
        assert judge.game.events[0] == DEALT
        assert judge.step == ("speech", 3)

        # An amendment that a later fact does not bear is refused, and that fact is shown.
        before = judge.game
        await judge.keys("A", "Home", "↓", "↓", "↓", "A", "1", "6")
        judge.sees("Журнал", "2 Норд → 6 Лот выставил")
        await judge.keys("Esc")
        assert judge.game == before

        # The ballot: a hand too many is refused, the yes of a wrong key becomes a no.
        await judge.enter(8)
        assert judge.step == ("ballot", 3)
        assert facts(judge, "nominate") == [Nominate(1, 3), Nominate(2, 6)]
        await judge.keys("4")
        await judge.keys("9")
        judge.sees("! ")
        assert facts(judge, "vote") == [Vote(3, votes=4)]
        await judge.keys("P", "2")
        judge.sees("ППК, 2 Норд")
        await judge.keys("6")
        judge.sees("ППК, виновник 2 Норд", "подглядывание")
        await judge.keys("Esc")
        assert judge.step == ("ballot", 6)
        await judge.keys("P", "2", "6", "Enter")
        assert facts(judge, "team_defeat") == [TeamDefeat(2, "peeping")]
        assert judge.step == ("closing",)
        judge.sees("победа красных")
        assert "ППК" in judge.row(2)

        # The protocol; an award to the wrong seat is taken back.
        await judge.keys("Enter")
        judge.sees("Победа красных", "подглядывание")
        await judge.keys("1", "3", "U", "1", "4", "2", "8", "3", "7")
        assert facts(judge, "award")[0].seat == 4
        await signed_and_stored(judge)
        shown = {seat: points.replace("5/2", "2,5").replace("1/2", "0,5") for seat, points in POINTS.items()}
        sees_points(judge, shown)

    sheet = stored_sheet(tmp_path / "cup.json", AKTAU.id, capsys, POINTS)
    assert (sheet.winner, sheet.ending) == ("red", "team_defeat")
    assert sheet.left == (Left(2, "team_defeat", day=1),)
    assert sheet.removed == (Removed(2, "team_defeat", "peeping"),)
    assert (sheet.roles[3], sheet.roles[4]) == ("sheriff", "civilian")
    assert (sheet.fouls, sheet.best_move) == ({6: 1}, None)
    assert sheet.awards == (AwardGiven(4, "best"), AwardGiven(8, "second"), AwardGiven(7, "loser_best"))
    slips = ["undo"] * 5 + ["redo"] * 5 + ["amend"] * 2 + ["undo"]
    assert audit(tmp_path / "cup.json") == slips, "what was put right stays on record"
