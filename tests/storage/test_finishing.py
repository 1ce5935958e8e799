"""Closing a game: each step once, or again without effect."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from scenarios import now, protocol

from storage.errors import NotSaved, WrongFile, WrongInput
from storage.files import Files
from storage.finishing import abandon, finish, redo_finishing, unfinished
from storage.folder import Folder
from storage.journal import Journal, salvage
from storage.tournaments import Tournament, create, open_one_off, open_tournament


@pytest.fixture(autouse=True)
def small_reserve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.folder.RESERVE", 64)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Folder]:
    with Folder(Files(), tmp_path / "data", new_id=lambda: "laptop-a") as held:
        yield held


@pytest.fixture
def cup(folder: Folder) -> Tournament:
    return create(
        folder,
        folder.root.parent / "cup.json",
        tournament_id="t1",
        title="",
        regulation=None,
        source=None,
        now=now,
    )


def running(
    folder: Folder, file: Path, game: str = "g1", number: int = 1, tournament_id: str = "t1"
) -> Journal:
    slot = {"tournament": str(file), "tournament_id": tournament_id, "stage": "qualifying", "round": number}
    journal = Journal.create(folder.files, folder.journal(game), {"slot": {**slot, "table": 1}})
    journal.append({"event": {"event": "next"}})
    return journal


def test_a_closed_game_is_in_the_tournament_and_its_journal_in_the_archive(
    folder: Folder, cup: Tournament
) -> None:
    done = finish(folder, running(folder, cup.path), protocol(1), now=now)
    assert (done.outcome, done.archived) == ("stored", folder.archive / "g1.jnl")
    assert unfinished(folder) == []
    cup.refresh()
    assert [found.protocol for found in cup.official()] == [protocol(1)]
    archived = Journal.open(folder.files, folder.archive / "g1.jnl")
    assert archived.records[-1]["end"]["protocol"] == protocol(1)


def test_the_open_tournament_is_used_and_knows_the_game_at_once(folder: Folder, cup: Tournament) -> None:
    finish(folder, running(folder, cup.path), protocol(1), now=now, tournament=cup)
    assert len(cup.official()) == 1


def test_a_running_game_is_listed_with_its_records_and_not_touched(folder: Folder, cup: Tournament) -> None:
    journal = running(folder, cup.path)
    before = journal.path.read_bytes()
    (found,) = unfinished(folder)
    assert (found.path, found.condition, found.ended) == (journal.path, "clean", False)
    assert found.records == ({"event": {"event": "next"}},)
    assert found.header["slot"]["round"] == 1
    assert redo_finishing(folder, now=now) == []
    assert journal.path.read_bytes() == before


@pytest.mark.parametrize("step", ["the record", "the tournament file", "the archive"])
def test_a_closing_that_was_broken_off_is_finished_at_the_next_start(
    folder: Folder, cup: Tournament, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    journal = running(folder, cup.path)
    stop = {
        "the record": ("storage.tournament.write_record", NotSaved("x", "x")),
        "the tournament file": ("storage.durable.DurableStorage._store", NotSaved("x", "x")),
        "the archive": ("storage.finishing._archive", NotSaved("x", "x")),
    }[step]

    def fails(*_: object) -> None:
        raise stop[1]

    with monkeypatch.context() as broken:
        broken.setattr(stop[0], fails)
        with pytest.raises(NotSaved):
            finish(folder, journal, protocol(1), now=now)
    assert [found.ended for found in unfinished(folder)] == [True]
    (done,) = redo_finishing(folder, now=now)
    assert done.outcome == ("same" if step == "the archive" else "stored")
    assert unfinished(folder) == []
    assert redo_finishing(folder, now=now) == []
    assert len(open_tournament(folder, cup.path).protocols()) == 1


def test_closing_again_after_a_refusal_goes_on_where_it_stopped(
    folder: Folder, cup: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = running(folder, cup.path)

    def fails(*_: object) -> None:
        raise NotSaved("x", "x")

    with monkeypatch.context() as broken:
        broken.setattr("storage.finishing._archive", fails)
        with pytest.raises(NotSaved):
            finish(folder, journal, protocol(1), now=now)
    with pytest.raises(WrongInput, match="already closed"):
        finish(folder, journal, protocol(1, judge="K"), now=now)
    assert finish(folder, journal, protocol(1), now=now).outcome == "same"
    assert len(open_tournament(folder, cup.path).protocols()) == 1


def test_a_game_of_a_slot_that_is_taken_becomes_a_conflict(folder: Folder, cup: Tournament) -> None:
    cup.store(protocol(1, judge="K"))
    assert finish(folder, running(folder, cup.path), protocol(1), now=now).outcome == "conflict"


def test_a_tournament_file_that_is_not_there_leaves_the_game_for_later(
    folder: Folder, cup: Tournament
) -> None:
    journal = running(folder, cup.path)
    moved = cup.path.rename(cup.path.with_name("moved.json"))
    with pytest.raises(WrongFile, match=r"cup\.json"):
        finish(folder, journal, protocol(1), now=now)
    (left,) = redo_finishing(folder, now=now)
    assert left.outcome is None
    assert left.notice is not None and "cup.json" in left.notice
    (done,) = redo_finishing(folder, now=now, where={"t1": moved})
    assert done.outcome == "stored"


def test_a_game_is_not_stored_in_another_tournament_of_the_same_name(folder: Folder, cup: Tournament) -> None:
    journal = running(folder, cup.path, tournament_id="t2")
    with pytest.raises(WrongFile, match="belongs to another tournament"):
        finish(folder, journal, protocol(1), now=now)
    assert cup.protocols() == ()


def test_a_relative_name_is_meant_within_the_data_folder(folder: Folder) -> None:
    evening = open_one_off(folder, new_id=lambda: "t1", now=now)
    journal = running(folder, Path("one-off.json"))
    assert finish(folder, journal, protocol(1), now=now).outcome == "stored"
    assert evening.refresh() and len(evening.official()) == 1


def test_two_games_of_one_name_keep_both_journals(folder: Folder, cup: Tournament) -> None:
    finish(folder, running(folder, cup.path), protocol(1), now=now)
    second = finish(folder, running(folder, cup.path, number=2), protocol(2), now=now)
    assert second.archived == folder.archive / "g1-2.jnl"
    assert folder.files.listdir(folder.archive) == ["g1-2.jnl", "g1.jnl"]


def test_a_torn_end_is_no_end(folder: Folder, cup: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = running(folder, cup.path)

    def fails(*_: object) -> None:
        raise NotSaved("x", "x")

    with monkeypatch.context() as broken:
        broken.setattr("storage.finishing._close", fails)
        with pytest.raises(NotSaved):
            finish(folder, journal, protocol(1), now=now)
    journal.path.write_bytes(journal.path.read_bytes()[:-30])
    (found,) = unfinished(folder)
    assert (found.ended, found.condition) == (False, "torn")
    assert redo_finishing(folder, now=now) == []
    assert cup.protocols() == ()


def test_journals_that_cannot_be_read_are_listed_with_the_reason(folder: Folder) -> None:
    (folder.live / "a.jnl").write_bytes(b"")
    (folder.live / "b.jnl").mkdir()
    (folder.live / "notes.txt").write_bytes(b"x")
    found = unfinished(folder)
    assert [one.path.name for one in found] == ["a.jnl", "b.jnl"]
    assert all(one.condition == "corrupt" and one.notice for one in found)


def test_a_folder_that_does_not_exist_has_no_games(tmp_path: Path) -> None:
    assert unfinished(Folder(Files(), tmp_path / "nowhere")) == []


def test_a_protocol_that_json_cannot_hold_leaves_the_game_open(folder: Folder, cup: Tournament) -> None:
    journal = running(folder, cup.path)
    odd: dict[str, Any] = {**protocol(1), "points": 0.5}
    with pytest.raises(WrongInput, match="not exact"):
        finish(folder, journal, odd, now=now)
    assert [found.ended for found in unfinished(folder)] == [False]
    assert journal.append({"undo": True}) == 2


def test_an_abandoned_game_is_off_the_list_and_kept_in_the_archive(folder: Folder, cup: Tournament) -> None:
    journal = running(folder, cup.path)
    data = journal.path.read_bytes()
    assert abandon(folder, journal.path).read_bytes() == data
    assert unfinished(folder) == []
    assert cup.protocols() == ()


def test_what_was_put_aside_goes_to_the_archive_with_the_journal(folder: Folder, cup: Tournament) -> None:
    path = running(folder, cup.path).path
    path.write_bytes(path.read_bytes() + b"0000")
    again = Journal.open(folder.files, path).journal
    assert again is not None
    finish(folder, again, protocol(1), now=now)
    assert folder.files.listdir(folder.live) == []
    assert folder.files.listdir(folder.archive) == ["g1.jnl", "g1.jnl.torn"]


def test_the_good_part_of_a_corrupt_game_can_be_gone_on_with(folder: Folder, cup: Tournament) -> None:
    journal = running(folder, cup.path)
    for number in range(5):
        journal.append({"event": {"event": "note", "text": str(number)}})
    data = bytearray(journal.path.read_bytes())
    data[-80] ^= 1
    journal.path.write_bytes(data)
    fresh = salvage(folder.files, journal.path, folder.journal("g1-again"))
    assert fresh.header["salvaged"] == "g1.jnl" and fresh.header["slot"] == journal.header["slot"]
    assert fresh.append({"undo": True}) == len(fresh.records)
    assert journal.path.read_bytes() == data
    found = {one.path.name: (one.condition, len(one.records)) for one in unfinished(folder)}
    assert found == {"g1.jnl": ("corrupt", 4), "g1-again.jnl": ("clean", 5)}
    with pytest.raises(WrongInput, match="already recorded"):
        salvage(folder.files, journal.path, folder.journal("g1-again"))


def test_nothing_can_be_salvaged_where_nothing_is_good(folder: Folder) -> None:
    (folder.live / "a.jnl").write_bytes(b"hello")
    with pytest.raises(WrongFile, match="nothing in it"):
        salvage(folder.files, folder.live / "a.jnl", folder.journal("b"))
