"""The session of a table: engine, journal, state, in this order, and back from the journal alone."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from table_stage import DEALT, NEXT, PLAYERS, Time, begin, open_folder

from rules.game import IllegalEvent, IllegalFact, NothingToUndo, events
from rules.protocol import parse_protocols
from rules.regulation import load
from rules.sheet import Player
from storage.errors import NotSaved
from storage.files import Files
from storage.finishing import unfinished
from storage.tournaments import open_one_off
from tabletui.table import CannotResume, NotNow, Session

TO_SPEECH = (DEALT, NEXT, NEXT)


class FailingFiles(Files):
    """A disk that becomes full when told."""

    full = False

    def write(self, descriptor: int, data: bytes) -> int:
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(descriptor, data)


def again(session: Session, time: Time) -> Session:
    """The game as another process finds it: nothing of the old session but its file."""
    return Session.resume(session.folder, session.path, now=time.now, monotonic=time.monotonic)


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def folder(tmp_path: Path):
    folder = open_folder(tmp_path / "data")
    yield folder
    folder.release()


def test_a_fact_is_in_the_journal_when_the_call_returns(folder, time):
    session = begin(folder, time, facts=TO_SPEECH)
    session.apply(events.Nominate(1, 7))
    assert again(session, time).game.state == session.game.state


def test_a_refused_fact_leaves_no_trace(folder, time):
    session = begin(folder, time, facts=TO_SPEECH)
    before = session.path.read_bytes()
    with pytest.raises(IllegalEvent):
        session.apply(events.Nominate(2, 7))
    assert session.path.read_bytes() == before
    assert session.game.events == TO_SPEECH


def test_undo_and_redo_survive_a_restart(folder, time):
    session = begin(folder, time, facts=TO_SPEECH)
    session.apply(events.Nominate(1, 7))
    session.apply(events.Foul(3))
    session.undo()
    session.undo()
    other = again(session, time)
    assert other.game.events == TO_SPEECH
    other.redo()
    assert other.game.events[-1] == events.Nominate(1, 7)
    assert again(other, time).history.undone == (events.Foul(3),)


def test_nothing_to_undo_is_not_written(folder, time):
    session = begin(folder, time)
    before = session.path.read_bytes()
    with pytest.raises(NothingToUndo):
        session.undo()
    assert session.path.read_bytes() == before


def test_an_amended_fact_keeps_its_time_and_the_trail_keeps_what_it_was(folder, time):
    session = begin(folder, time, facts=TO_SPEECH)
    time.pass_(60)
    session.apply(events.Foul(3))
    at = session.times[-1]
    time.pass_(60)
    session.amend(3, events.Foul(4))
    other = again(session, time)
    assert other.game.events[3] == events.Foul(4)
    assert other.times[3] == at
    assert other.protocol()["audit"][-1]["was"] == {"event": "foul", "seat": 3}


def test_a_deleted_fact_takes_its_time_along(folder, time):
    session = begin(folder, time, facts=TO_SPEECH)
    for seat in (3, 4, 5):
        time.pass_(10)
        session.apply(events.Foul(seat))
    times = session.times
    session.amend(4, None)
    assert session.times == (*times[:4], times[5])
    session.undo()
    assert session.times == times


def test_an_amendment_that_breaks_a_later_fact_changes_nothing(folder, time):
    session = begin(folder, time, facts=(*TO_SPEECH, events.Nominate(1, 7), NEXT, events.Nominate(2, 5)))
    before = session.path.read_bytes()
    with pytest.raises(IllegalFact):
        session.amend(3, events.Nominate(1, 5))
    assert session.path.read_bytes() == before
    assert session.game.events[3] == events.Nominate(1, 7)


def test_a_killed_game_goes_on_at_the_same_step_with_its_clock_standing(folder, time):
    session = begin(folder, time, facts=TO_SPEECH)
    session.set_clock(session.clock.start(session.moment()))
    time.pass_(13)
    session.apply(events.Nominate(1, 7))
    time.pass_(3600)
    other = again(session, time)
    assert other.game.step == session.game.step
    assert other.clock.whole(other.moment()) == 47
    assert not other.clock.running


def test_a_paused_clock_is_found_as_it_was_left(folder, time):
    session = begin(folder, time, facts=TO_SPEECH)
    session.set_clock(session.clock.start(session.moment()))
    time.pass_(20.5)
    session.set_clock(session.clock.pause(session.moment()))
    assert again(session, time).clock.whole(0) == 40


def test_a_running_clock_is_noted_every_few_seconds(folder, time):
    session = begin(folder, time, facts=TO_SPEECH)
    session.set_clock(session.clock.start(session.moment()))
    for _second in range(33):
        time.pass_(1)
        session.beat()
    found = again(session, time).clock.whole(0)
    assert 60 - 33 <= found <= 60 - 33 + 5


def test_overtime_is_found_again(folder, time):
    session = begin(folder, time, facts=TO_SPEECH)
    session.set_clock(session.clock.start(session.moment()))
    time.pass_(64)
    session.set_clock(session.clock.pause(session.moment()))
    assert again(session, time).clock.whole(0) == -4


def test_a_new_step_has_all_its_seconds(folder, time):
    session = begin(folder, time, facts=TO_SPEECH)
    session.set_clock(session.clock.start(session.moment()))
    time.pass_(13)
    session.apply(NEXT)
    assert session.clock.whole(session.moment()) == again(session, time).clock.whole(0) == 60
    assert not session.clock.running


def test_a_foul_lets_the_clock_run(folder, time):
    session = begin(folder, time, facts=TO_SPEECH)
    session.set_clock(session.clock.start(session.moment()))
    time.pass_(13)
    session.apply(events.Foul(1))
    assert session.clock.running
    assert session.clock.whole(session.moment()) == 47


def test_undoing_the_end_of_a_speech_gives_the_speaker_his_rest_back(folder, time):
    session = begin(folder, time, facts=TO_SPEECH)
    session.set_clock(session.clock.start(session.moment()))
    time.pass_(13)
    session.apply(NEXT)
    time.pass_(5)
    session.undo()
    assert session.game.step.seat == 1
    assert session.clock.whole(session.moment()) == again(session, time).clock.whole(0) == 47


def test_a_full_disk_changes_nothing_and_says_so(tmp_path, time):
    files = FailingFiles()
    folder = open_folder(tmp_path / "data", files)
    folder.make_room()
    session = begin(folder, time, facts=TO_SPEECH)
    heard = []
    session.listen(lambda s: heard.append(s.game.events))
    files.full = True
    with pytest.raises(NotSaved) as refusal:
        session.apply(events.Nominate(1, 7))
    assert "\n" not in str(refusal.value)
    assert session.game.events == TO_SPEECH
    assert not heard
    assert not session.saved
    files.full = False
    session.apply(events.Nominate(1, 7))
    assert session.saved
    assert again(session, time).game.state == session.game.state
    folder.release()


def test_a_full_disk_does_not_stop_the_clock(tmp_path, time):
    files = FailingFiles()
    folder = open_folder(tmp_path / "data", files)
    folder.make_room()
    session = begin(folder, time, facts=TO_SPEECH)
    files.full = True
    with pytest.raises(NotSaved):
        session.set_clock(session.clock.start(session.moment()))
    time.pass_(10)
    session.beat()
    assert session.clock.running
    assert session.clock.whole(session.moment()) == 50
    folder.release()


def test_listeners_hear_of_changes_until_they_leave(folder, time):
    session = begin(folder, time)
    heard = []
    unlisten = session.listen(lambda s: heard.append(s.game.step.id))
    session.apply(DEALT)
    unlisten()
    session.apply(NEXT)
    assert heard == ["black_meeting"]


def test_a_player_is_replaced_before_the_deal_in_a_new_journal(folder, time):
    session = begin(folder, time)
    session.replace_player(4, Player(4, "new", "Новый", stand_in=True))
    assert session.names[4] == "Новый"
    assert [found.path for found in unfinished(folder)] == [session.path]
    other = again(session, time)
    assert other.players[3] == Player(4, "new", "Новый", stand_in=True)
    assert other.players[:3] == PLAYERS[:3]


def test_nobody_is_replaced_after_the_deal(folder, time):
    session = begin(folder, time, facts=(DEALT,))
    with pytest.raises(NotNow):
        session.replace_player(4, Player(4, "new", "Новый"))


def finished_game(folder, time) -> Session:
    session = begin(folder, time, facts=TO_SPEECH)
    session.apply(events.TeamDefeat(7, "peeping"))
    session.apply(events.Sign("Судья Тестовый"))
    return session


def test_a_signed_game_becomes_a_protocol_that_replays_to_the_same_sheet(folder, time):
    session = finished_game(folder, time)
    done = session.close()
    assert done.outcome == "stored"
    assert not session.path.exists()
    assert unfinished(folder) == []
    tournament = open_one_off(folder, new_id=lambda: "x", now=time.now)
    (stored,) = tournament.official()
    (protocol,) = parse_protocols(stored.protocol)
    sheet = protocol.sheet_under(session.regulation)
    assert sheet.winner == "red"
    assert protocol.differences(sheet) == ()
    assert all("at" in row and "left" not in row for row in stored.protocol["events"])


def test_closing_again_after_trouble_stores_once(folder, time):
    session = finished_game(folder, time)
    session.close()
    tournament = open_one_off(folder, new_id=lambda: "x", now=time.now)
    assert len(tournament.protocols()) == 1


def test_a_game_goes_on_under_the_regulation_it_was_begun_under(folder, time, tmp_path):
    (tmp_path / "ours.toml").write_text(
        '[regulation]\nid = "ours"\ntitle = "Ours"\nbase = "fiim-base"\nsource = "club"\n'
        "[clock]\nspeech = 45\n"
    )
    session = begin(folder, time, regulation=load("ours", folders=(tmp_path,)), facts=TO_SPEECH)
    (tmp_path / "ours.toml").unlink()
    other = again(session, time)
    assert other.regulation == session.regulation
    assert other.clock.total == 45


def test_a_journal_of_another_game_cannot_be_resumed_as_nonsense(folder, time):
    session = begin(folder, time, facts=TO_SPEECH)
    session._journal.append({"event": "nominate", "by": 9, "seat": 9, "at": time.now()})
    session._journal.close()
    with pytest.raises(CannotResume) as refusal:
        again(session, time)
    assert session.path.name in str(refusal.value)


def test_leaving_pauses_the_clock_in_the_journal(folder, time):
    session = begin(folder, time, facts=TO_SPEECH)
    session.set_clock(session.clock.start(session.moment()))
    time.pass_(7)
    session.release()
    assert again(session, time).clock.whole(0) == 53


def test_the_session_and_what_it_says_need_no_screen():
    import subprocess
    import sys

    names = "table", "table_story", "table_header", "clock", "script", "refusals"
    code = f"import {', '.join(f'tabletui.{name}' for name in names)}, sys; print('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
