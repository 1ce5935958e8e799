"""What is lost or damaged is said in words, asked about once, and never mended in silence."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from shell_stage import data_folder, now, running, settle, text, type_text
from table_stage import AKTAU, NEXT, Time, begin, open_folder

from rules.game import events
from storage import finishing
from storage.finishing import finish
from storage.folder import Folder
from storage.journal import read_journal
from storage.kinds import Slot
from storage.tournaments import open_tournament
from tabletui.demo_games import play
from tabletui.lost import lost_tournaments

SLOT = Slot("one-off", 1, 1)


def signed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole game whose end is in its journal; then the power went."""

    def power_cut(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    folder = open_folder(root)
    session = begin(folder, Time(), facts=play(AKTAU, Random(7), "Судья").events)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(finishing, "_close", power_cut)
        session.close()
    folder.release()


def lose(root: Path, how: str) -> None:
    for path in (root / "one-off.json", root / "one-off.json.bak"):
        if how == "gone":
            path.unlink(missing_ok=True)
        else:
            path.write_bytes(b"" if how == "emptied" else b"{not a tournament")


@pytest.mark.parametrize("how", ["gone", "emptied", "rubbish"])
async def test_a_lost_file_is_offered_anew_and_the_signed_game_is_stored_in_it(
    tmp_path: Path, monkeypatch, how: str
) -> None:
    signed(tmp_path, monkeypatch)
    lose(tmp_path, how)
    async with running(tmp_path) as pilot:
        await settle(pilot)
        assert "Турниры без файла" in text(pilot)
        assert "подписана, ждёт записи" in text(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert "Восстановить файл «разовые игры» по записям?" in text(pilot)
        await pilot.press("enter")
        await settle(pilot)
        await settle(pilot)
        assert "Турниры без файла" not in text(pilot)
        assert "Незаконченные игры" not in text(pilot)
    with data_folder(tmp_path) as folder:
        assert len(open_tournament(folder, folder.one_off).official()) == 1
        assert not lost_tournaments(folder)


async def test_a_lost_file_is_not_made_anew_without_a_yes(tmp_path: Path, monkeypatch) -> None:
    signed(tmp_path, monkeypatch)
    lose(tmp_path, "gone")
    async with running(tmp_path) as pilot:
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert "Турниры без файла" in text(pilot)
    assert not (tmp_path / "one-off.json").exists()


def damaged(root: Path, entries: int = 20) -> Path:
    """A journal with a bad entry in its middle."""
    folder = open_folder(root)
    session = begin(folder, Time(), facts=play(AKTAU, Random(7), "Судья").events[:40])
    session.release()
    folder.release()
    lines = session.path.read_bytes().splitlines(keepends=True)
    lines[entries + 1] = lines[entries + 1].replace(b'"at"', b'"aT"')
    session.path.write_bytes(b"".join(lines))
    return session.path


async def test_a_damaged_record_is_read_up_to_the_damage_and_gone_on_with_as_a_new_one(
    tmp_path: Path,
) -> None:
    path = damaged(tmp_path)
    async with running(tmp_path) as pilot:
        await settle(pilot)
        assert "запись испорчена после действия 20: Enter — посмотреть" in text(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert "Запись этой игры испорчена после действия 20" in text(pilot)
        assert "роли розданы" in text(pilot)
        assert path.exists() and len(list(path.parent.glob("*.jnl"))) == 1
        await pilot.press("g")
        await settle(pilot)
        assert "Продолжить игру с действия 20?" in text(pilot)
        await pilot.press("enter")
        await settle(pilot)
        await settle(pilot)
        assert "Говорит:" in text(pilot)
    (fresh,) = (tmp_path / "live").glob("*.jnl")
    with data_folder(tmp_path) as folder:
        found = read_journal(folder.files, fresh)
    assert found.condition == "clean" and len(found.records) >= 20
    assert found.header["salvaged"] == path.name
    assert (tmp_path / "archive" / path.name).exists()


async def test_a_damaged_record_leaves_the_list_only_after_a_yes(tmp_path: Path) -> None:
    path = damaged(tmp_path)
    async with running(tmp_path, size=(60, 20)) as pilot:
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press("x", "escape")
        await settle(pilot)
        assert path.exists()
        await pilot.press("x", "enter")
        await settle(pilot)
        await settle(pilot)
        assert "Незаконченные игры" not in text(pilot)
    assert not path.exists() and (tmp_path / "archive" / path.name).exists()


async def test_the_last_entry_that_may_have_been_confirmed_is_shown_before_it_is_dropped(
    tmp_path: Path,
) -> None:
    folder = open_folder(tmp_path)
    session = begin(folder, Time(), facts=play(AKTAU, Random(7), "Судья").events[:3])
    session.apply(events.Foul(3, None))
    session.release()
    folder.release()
    data = session.path.read_bytes()
    at = data.rindex(b'"at":"') + 6
    session.path.write_bytes(data[:at] + b"3" + data[at + 1 :])
    async with running(tmp_path) as pilot:
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        said = " ".join(text(pilot).split())
        assert "было: 3 Сойка фол" in said


def finished(root: Path) -> tuple[Folder, object]:
    folder = open_folder(root)
    return folder, begin(folder, Time(), facts=play(AKTAU, Random(7), "Судья").events)


def test_storing_says_when_the_backup_had_to_be_used(tmp_path: Path) -> None:
    folder, session = finished(tmp_path)
    session.tournament.put_players([])
    good = folder.one_off.read_bytes()
    (tmp_path / "one-off.json.bak").write_bytes(good)
    folder.one_off.write_bytes(b"")
    done = session.close()
    assert done.outcome == "stored" and done.notice is not None and done.notice.code == "backup_used"
    folder.release()


def test_storing_says_when_the_records_were_gone(tmp_path: Path) -> None:
    folder, session = finished(tmp_path)
    for path in folder.records.iterdir():
        path.unlink()
    folder.records.rmdir()
    done = session.close()
    assert done.outcome == "stored" and done.notice is not None
    assert done.notice.code == "records_written_again"
    assert len(list(folder.records.glob("*.json"))) == len(open_tournament(folder, folder.one_off).records())
    folder.release()


async def test_a_journal_brought_back_from_the_archive_is_said_to_be_stored_before(tmp_path: Path) -> None:
    folder, session = finished(tmp_path)
    done = session.close()
    folder.release()
    session.path.write_bytes(done.archived.read_bytes())
    async with running(tmp_path) as pilot:
        await settle(pilot)
        assert "уже был записан раньше" in " ".join(text(pilot).split())


# --- two protocols of one game ----------------------------------------------------------------------------


def in_conflict(root: Path) -> None:
    folder = open_folder(root)
    for seed in (7, 8):
        session = begin(folder, Time(), facts=play(AKTAU, Random(seed), f"Судья {seed}").events)
        finish(folder, session._journal, session.protocol(), now=session.now)
    folder.release()


async def show_conflict(pilot, tournament) -> None:
    from tabletui.screens.conflict import ConflictScreen

    pilot.app.push_screen(ConflictScreen("Игра 1", tournament, SLOT, AKTAU))
    await settle(pilot)
    await settle(pilot)


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_two_protocols_stand_beside_each_other_and_one_is_chosen_with_a_reason(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    in_conflict(tmp_path)
    async with running(tmp_path, size=size) as pilot:
        tournament = open_tournament(pilot.app.folder, tmp_path / "one-off.json", write=True, now=now)
        await show_conflict(pilot, tournament)
        shown = text(pilot)
        assert "≠" in shown and "не решено" in shown
        assert "Судья 7" in shown and "Судья 8" in shown
        together = [line for line in shown.splitlines() if "Судья 7" in line and "Судья 8" in line]
        assert bool(together) == (size[0] == 80)
        assert all(len(line) <= size[0] for line in shown.splitlines())

        await pilot.press("2")
        await settle(pilot)
        await pilot.press("enter")  # a reason is asked for
        await settle(pilot)
        assert not tournament.official()
        await type_text(pilot, "по записи секретаря\n")
        await settle(pilot)
        assert [one.protocol["judge"] for one in tournament.official()] == ["Судья 8"]
        assert "По решению засчитан протокол 2: по записи секретаря" in " ".join(text(pilot).split())
        assert len(tournament.find(SLOT)) == 2

        await pilot.press("u")
        await settle(pilot)
        await type_text(pilot, "ошибка\n")
        await settle(pilot)
        assert not tournament.official()
        assert tournament.slots()[SLOT].status == "conflict"


async def test_what_was_not_chosen_can_be_read_later(tmp_path: Path) -> None:
    from tabletui.screens.record import RecordScreen

    in_conflict(tmp_path)
    async with running(tmp_path) as pilot:
        tournament = open_tournament(pilot.app.folder, tmp_path / "one-off.json", write=True, now=now)
        one, other = tournament.find(SLOT)
        tournament.choose(SLOT, one.hash, reason="так решено")
        pilot.app.push_screen(RecordScreen("Игра 1", one.protocol, AKTAU, tournament, SLOT))
        await settle(pilot)
        await pilot.press("o")
        await settle(pilot)
        await settle(pilot)
        assert "засчитан" in text(pilot) and "хранится" in text(pilot)
        await pilot.press("l", "2")
        await settle(pilot)
        await settle(pilot)
        assert other.protocol["judge"] in text(pilot)


async def test_protocols_that_differ_in_one_foul_show_that_line_alone_when_asked(tmp_path: Path) -> None:
    folder = open_folder(tmp_path)
    facts = play(AKTAU, Random(7), "Судья").events
    one = begin(folder, Time(), facts=facts)
    two = begin(folder, Time(), facts=(*facts[:2], events.Foul(3, None), *facts[2:]))
    for session in (one, two):
        finish(folder, session._journal, session.protocol(), now=session.now)
    folder.release()
    assert NEXT in facts
    async with running(tmp_path) as pilot:
        tournament = open_tournament(pilot.app.folder, tmp_path / "one-off.json", write=True, now=now)
        await show_conflict(pilot, tournament)
        await pilot.press("a")
        await settle(pilot)
        marked = [line for line in text(pilot).splitlines() if line.strip().startswith("≠ 3 ")]
        assert len(marked) == 1 and "фол" in marked[0]
        assert "3 Сойка" in marked[0] or "3 " in marked[0]
        assert not [line for line in text(pilot).splitlines() if line.strip().startswith("4 ")]
