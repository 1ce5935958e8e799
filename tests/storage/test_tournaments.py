"""A tournament file: who plays, what was recorded, what was decided; and making it anew from records."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from scenarios import protocol, roster
from tinydb import TinyDB

from storage.durable import backup_of
from storage.errors import NotSaved, WrongFile, WrongInput
from storage.files import Files
from storage.folder import Folder
from storage.kinds import Slot
from storage.records import Record
from storage.roster import PlayerEntry
from storage.tournaments import (
    ONE_OFF_STAGE,
    ONE_OFF_TABLE,
    Tournament,
    create,
    open_one_off,
    open_tournament,
    rebuild,
    recorded_tournaments,
)

SOURCE = {"id": "aktau-2017", "title": {"ru": "Актау"}, "scoring": {"win": {"red": "3"}}}


class Clock:
    """A second passes at each look."""

    def __init__(self) -> None:
        self.seconds = count()

    def __call__(self) -> str:
        return f"2017-08-05T10:00:{next(self.seconds):02}"


@pytest.fixture(autouse=True)
def small_reserve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.folder.RESERVE", 64)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Folder]:
    with Folder(Files(), tmp_path / "data", new_id=lambda: "laptop-a") as held:
        yield held


def cup(folder: Folder, name: str = "cup", path: Path | None = None) -> Tournament:
    return create(
        folder,
        path or folder.root.parent / f"{name}.json",
        tournament_id=f"id-{name}",
        title="Кубок",
        regulation="aktau-2017",
        source=SOURCE,
        now=Clock(),
    )


def test_a_new_tournament_keeps_the_whole_regulation_it_was_made_under(folder: Folder) -> None:
    path = cup(folder).path
    header = open_tournament(folder, path).header
    assert (header.id, header.title, header.regulation) == ("id-cup", "Кубок", "aktau-2017")
    assert header.source == SOURCE
    assert header.created == "2017-08-05T10:00:00"


def test_a_taken_name_is_refused_and_no_record_of_it_stays(folder: Folder) -> None:
    before = cup(folder).path.read_bytes()
    with pytest.raises(WrongFile, match="there is a file already"):
        create(folder, folder.root.parent / "cup.json", tournament_id="other", title="", regulation=None,
               source=None, now=Clock())  # fmt: skip
    assert (folder.root.parent / "cup.json").read_bytes() == before
    assert set(recorded_tournaments(folder)) == {"id-cup"}


def test_players_without_an_id_get_the_next_free_one(folder: Folder) -> None:
    tournament = cup(folder)
    entered = tournament.put_players(
        [PlayerEntry("Ёж", id="P02"), PlayerEntry("Бык"), PlayerEntry("Кот"), PlayerEntry("Лис", id="L")]
    )
    assert [entry.id for entry in entered] == ["P02", "P01", "P03", "L"]
    assert [entry.name for entry in tournament.players()] == ["Ёж", "Бык", "Кот", "Лис"]


def test_a_player_that_is_changed_keeps_his_place(folder: Folder) -> None:
    tournament = cup(folder)
    tournament.put_players([PlayerEntry("Ёж", id="a"), PlayerEntry("Бык", id="b")])
    tournament.put_players(
        [PlayerEntry("Ёж", id="a", club="Полночь", city="Актау", paid=True, note="должен")]
    )
    assert open_tournament(folder, tournament.path).players() == (
        PlayerEntry("Ёж", id="a", club="Полночь", city="Актау", paid=True, note="должен"),
        PlayerEntry("Бык", id="b"),
    )


def test_typed_names_are_tidied(folder: Folder) -> None:
    tournament = cup(folder)
    (entry,) = tournament.put_players([PlayerEntry("  И\u0306од\u200b\u202e  Второй\x1b ")])
    assert entry.name == "Йод Второй"


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ([PlayerEntry("Ёж", id="a"), PlayerEntry("Бык", id="a")], "given twice"),
        ([PlayerEntry("Ёж"), PlayerEntry("еж ")], "on the roster twice"),
        ([PlayerEntry("\u200b")], "has no name"),
        ([PlayerEntry("Бык", id="a,b")], "id 'a,b'"),
        ([PlayerEntry("Б" * 81)], "longer than 80"),
    ],
)
def test_a_roster_that_cannot_be_meant_is_refused_as_a_whole(
    folder: Folder, entries: list[PlayerEntry], message: str
) -> None:
    tournament = cup(folder)
    with pytest.raises(WrongInput, match=message):
        tournament.put_players([PlayerEntry("Первый"), *entries])
    assert tournament.players() == ()


def test_a_player_can_be_taken_off_and_an_unknown_one_cannot(folder: Folder) -> None:
    tournament = cup(folder)
    tournament.put_players(roster())
    tournament.drop_players(["P03"])
    assert "P03" not in {entry.id for entry in tournament.players()}
    with pytest.raises(WrongInput, match="P03 is not on the roster"):
        tournament.drop_players(["P03"])


def test_a_protocol_stored_twice_counts_once(folder: Folder) -> None:
    tournament = cup(folder)
    assert tournament.store(protocol(1)) == "stored"
    assert tournament.store(dict(reversed(protocol(1).items()))) == "same"
    assert [found.protocol for found in tournament.official()] == [protocol(1)]


def test_two_protocols_of_one_slot_are_both_kept_and_neither_counts(folder: Folder) -> None:
    tournament = cup(folder)
    tournament.store(protocol(1))
    tournament.store(protocol(2))
    assert tournament.store(protocol(1, judge="K")) == "conflict"
    slot = Slot("qualifying", 1, 1)
    assert tournament.slots()[slot].status == "conflict"
    assert [found.protocol["judge"] for found in tournament.find(slot)] == ["J", "K"]
    assert [found.slot.round for found in tournament.official()] == [2]


def test_the_chief_judge_ends_a_conflict_by_naming_all_he_chose_among(folder: Folder) -> None:
    tournament = cup(folder)
    slot = Slot("qualifying", 1, 1)
    tournament.store(protocol(1))
    tournament.store(protocol(1, judge="K"))
    second = tournament.find(slot)[1].hash
    tournament.choose(slot, second, reason="подписан обоими")
    assert [found.protocol["judge"] for found in tournament.official()] == ["K"]
    assert [found.status for found in tournament.find(slot)] == ["rejected", "official"]
    (decision,) = tournament.decisions()
    assert decision["kind"] == "choice" and len(decision["among"]) == 2


def test_a_protocol_that_comes_after_the_choice_is_a_new_conflict(folder: Folder) -> None:
    tournament = cup(folder)
    slot = Slot("qualifying", 1, 1)
    tournament.store(protocol(1))
    tournament.store(protocol(1, judge="K"))
    tournament.choose(slot, tournament.find(slot)[1].hash)
    assert tournament.store(protocol(1, judge="L")) == "conflict"
    assert tournament.official() == ()
    assert tournament.store(protocol(1)) == "same"


def test_a_choice_of_something_that_is_not_there_is_refused(folder: Folder) -> None:
    tournament = cup(folder)
    tournament.store(protocol(1))
    with pytest.raises(WrongInput, match="round 1, table 1"):
        tournament.choose(Slot("qualifying", 1, 1), "0" * 64)


def test_a_correction_takes_the_place_of_what_it_names(folder: Folder) -> None:
    tournament = cup(folder)
    slot = Slot("qualifying", 1, 1)
    tournament.store(protocol(1))
    old = tournament.find(slot)[0].hash
    assert tournament.store(protocol(1, judge="K"), supersedes=[old]) == "stored"
    assert [found.protocol["judge"] for found in tournament.official()] == ["K"]
    assert [found.status for found in tournament.find(slot)] == ["superseded", "official"]
    with pytest.raises(WrongInput, match="not on record"):
        tournament.store(protocol(1, judge="L"), supersedes=["0" * 64])


@pytest.mark.parametrize(
    "void",
    [{"sheet": {"ending": "void"}}, {"events": [{"event": "void", "reason": "misdeal"}]}],
)
def test_a_void_game_stays_on_record_and_leaves_its_slot_free(folder: Folder, void: dict[str, Any]) -> None:
    tournament = cup(folder)
    assert tournament.store({**protocol(1), **void}) == "stored"
    assert tournament.slots()[Slot("qualifying", 1, 1)].status == "free"
    assert tournament.store(protocol(1)) == "stored"
    assert [found.status for found in tournament.protocols()] == ["void", "official"]


def test_unknown_fields_of_a_protocol_come_back_as_they_were(folder: Folder) -> None:
    tournament = cup(folder)
    odd = {**protocol(1), "weather": {"hall": ["жарко", None, True, 12345678901234567890]}}
    tournament.store(odd)
    assert open_tournament(folder, tournament.path).official()[0].protocol == odd


def _changed(**fields: Any) -> dict[str, Any]:
    return {**protocol(3), **fields}


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (_changed(stage=None), "names no stage"),
        (_changed(round=0), "whole numbers from 1"),
        (_changed(table=True), "whole numbers from 1"),
        (_changed(stage="final"), "the stages are qualifying"),
        (_changed(table=7), "there are 6 tables"),
        (_changed(players=protocol(1)["players"][:9]), "ten players"),
        (
            _changed(players=[{"seat": 1, "id": "X"}, *protocol(1)["players"][1:]]),
            "player X is not on the roster",
        ),
        (_changed(points=0.5), "points: 0.5 is not exact"),
    ],
)
def test_an_import_is_all_or_nothing(folder: Folder, bad: dict[str, Any], message: str) -> None:
    tournament = cup(folder)
    tournament.put_players(roster())
    before = tournament.path.read_bytes()
    with pytest.raises(WrongInput, match=message):
        tournament.store_all([protocol(1), protocol(2), bad], stages={"qualifying": 6})
    assert tournament.path.read_bytes() == before
    assert len(folder.files.listdir(folder.records)) == 2


def test_an_import_of_many_is_one_write_and_can_be_repeated(folder: Folder) -> None:
    tournament = cup(folder)
    games = [protocol(number, table=table) for number in (1, 2) for table in (1, 2, 3)]
    assert tournament.store_all([*games, games[0]]) == ("stored",) * 6 + ("same",)
    assert tournament.store_all(games) == ("same",) * 6
    before = json.loads(backup_of(tournament.path).read_text("utf-8"))
    assert before["protocols"] == {}


def test_two_versions_in_one_import_are_a_conflict_for_both(folder: Folder) -> None:
    assert cup(folder).store_all([protocol(1), protocol(1, judge="K")]) == ("conflict", "conflict")


def test_a_stand_in_need_not_be_on_the_roster(folder: Folder) -> None:
    tournament = cup(folder)
    tournament.put_players(roster())
    players = [{"seat": 1, "id": "guest", "name": "Гость", "stand_in": True}, *protocol(1)["players"][1:]]
    assert tournament.store(_changed(players=players)) == "stored"


def test_a_decision_under_the_same_id_counts_once(folder: Folder) -> None:
    tournament = cup(folder)
    fine = {"id": "dialog-7", "kind": "fine", "player": "P01", "points": "-1/2"}
    assert tournament.decide(fine) == tournament.decide(fine) == "dialog-7"
    assert len(tournament.decisions()) == 1
    with pytest.raises(WrongInput, match="dialog-7"):
        tournament.decide({**fine, "points": "-1"})
    tournament.decide({"kind": "lot", "order": ["P01", "P02"]})
    tournament.decide({"kind": "lot", "order": ["P03", "P04"]})
    assert [decision["kind"] for decision in tournament.decisions()] == ["fine", "lot", "lot"]
    assert len({decision["id"] for decision in tournament.decisions()}) == 3


def test_what_is_handed_out_can_be_changed_without_harm(folder: Folder) -> None:
    tournament = cup(folder)
    tournament.store(protocol(1))
    tournament.decide({"kind": "fine", "players": ["P01"]})
    tournament.publish_draw({"rounds": [[1, 2]]})
    tournament.official()[0].protocol["judge"] = "X"
    tournament.decisions()[0]["players"].append("P02")
    tournament.draws()[0]["rounds"].clear()
    source = tournament.header.source
    assert source is not None
    source.clear()
    assert tournament.official()[0].protocol["judge"] == "J"
    assert tournament.decisions()[0]["players"] == ["P01"]
    assert tournament.draws() == ({"rounds": [[1, 2]]},)
    assert tournament.header.source == SOURCE


def busy(folder: Folder) -> Tournament:
    """A tournament with some of everything."""
    tournament = cup(folder)
    tournament.put_players(roster())
    tournament.drop_players(["P12"])
    tournament.publish_draw({"seed": 7, "rounds": [[["P01"]]]})
    tournament.store_all([protocol(1), protocol(2), protocol(1, judge="K")])
    slot = Slot("qualifying", 1, 1)
    tournament.choose(slot, tournament.find(slot)[0].hash)
    tournament.decide({"kind": "fine", "player": "P01", "points": "-1/2"})
    tournament.put_players([PlayerEntry("Новый", id="P12", note="вместо двенадцатого")])
    return tournament


def test_a_deleted_file_is_made_anew_from_the_records_and_is_equal(folder: Folder) -> None:
    tournament = busy(folder)
    cup(folder, "another").store(protocol(5))
    before = tournament.path.read_bytes()
    tournament.path.unlink()
    backup_of(tournament.path).unlink()
    assert recorded_tournaments(folder) == {"id-cup": "Кубок", "id-another": "Кубок"}
    rebuild(folder, tournament.path, "id-cup")
    assert tournament.path.read_bytes() == before


def test_a_damaged_file_is_put_aside_when_it_is_rebuilt(folder: Folder) -> None:
    tournament = busy(folder)
    before = tournament.path.read_bytes()
    tournament.path.write_bytes(b"{}")
    backup_of(tournament.path).write_bytes(b"")
    with pytest.raises(WrongFile, match="no good backup"):
        open_tournament(folder, tournament.path)
    rebuild(folder, tournament.path, "id-cup")
    assert tournament.path.read_bytes() == before
    assert (tournament.path.parent / "backups" / "cup.json.replaced-1").read_bytes() == b"{}"


def test_an_unknown_tournament_cannot_be_rebuilt(folder: Folder) -> None:
    with pytest.raises(WrongFile, match="no record tells how tournament nobody"):
        rebuild(folder, folder.root / "x.json", "nobody")


def test_a_file_whose_backup_had_to_be_used_is_brought_level_with_the_records(folder: Folder) -> None:
    tournament = busy(folder)
    before = tournament.path.read_bytes()
    tournament.path.write_bytes(before[:-40])
    again = open_tournament(folder, tournament.path, write=True, now=Clock())
    assert tournament.path.read_bytes() == before
    assert again.notice is not None
    assert "backup" in again.notice and "lacked 1 recorded facts" in again.notice


def test_a_file_brought_to_another_laptop_gives_it_the_records(folder: Folder, tmp_path: Path) -> None:
    tournament = busy(folder)
    with Folder(Files(), tmp_path / "other", new_id=lambda: "laptop-b") as other:
        there = open_tournament(other, tournament.path, write=True, now=Clock())
        assert other.files.listdir(other.records) == folder.files.listdir(folder.records)
        there.store(protocol(9))
        assert {record.device for record in there.records()} == {"laptop-a", "laptop-b"}


def test_records_of_two_laptops_taken_in_any_order_make_the_same_file(folder: Folder, tmp_path: Path) -> None:
    mine = busy(folder)
    copy = tmp_path / "copy.json"
    copy.write_bytes(mine.path.read_bytes())
    with Folder(Files(), tmp_path / "other", new_id=lambda: "laptop-b") as other:
        there = open_tournament(other, copy, write=True, now=Clock())
        there.store(protocol(7))
        there.put_players([PlayerEntry("Пришлый", id="Q1")])
        mine.store(protocol(8))
        mine.put_players([PlayerEntry("Местный", id="Q2")])
        theirs, ours = list(there.records()), list(mine.records())
        assert mine.take(reversed(theirs)) == 2
        assert mine.take(theirs) == 0
        assert there.take(ours) == 2
        assert mine.path.read_bytes() == copy.read_bytes()
        assert {entry.id for entry in mine.players()} >= {"Q1", "Q2"}


def test_holes_in_what_a_laptop_made_can_be_seen(folder: Folder) -> None:
    records = [record for record in busy(folder).records() if record.device == "laptop-a"]
    assert [record.seq for record in records] == list(range(1, len(records) + 1))
    assert [record.prev for record in records[1:]] == [record.name for record in records[:-1]]


def test_records_of_another_tournament_are_not_taken(folder: Folder) -> None:
    mine, other = cup(folder), cup(folder, "other")
    other.store(protocol(1))
    assert mine.take(other.records()) == 0
    assert mine.official() == ()


def test_a_reader_sees_the_last_replaced_file_without_a_lock(folder: Folder) -> None:
    tournament = busy(folder)
    reader = open_tournament(Folder(Files(), folder.root), tournament.path)
    tournament.store(protocol(6))
    assert len(reader.official()) == 2
    assert reader.refresh() and not reader.refresh()
    assert len(reader.official()) == 3
    with pytest.raises(Exception, match="reading"):
        reader.store(protocol(7))


def test_a_second_handle_does_not_undo_what_the_first_one_wrote(folder: Folder) -> None:
    first = busy(folder)
    second = open_tournament(folder, first.path, write=True, now=Clock())
    second.store(protocol(6))
    second.put_players([PlayerEntry("Опоздавший")])
    first.store(protocol(7))
    assert {found.slot.round for found in first.official()} == {1, 2, 6, 7}
    assert "Опоздавший" in {entry.name for entry in first.players()}


def test_a_refused_change_leaves_file_records_and_memory_as_they_were(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = busy(folder)
    before, names = tournament.path.read_bytes(), folder.files.listdir(folder.records)
    genuine = Files.replace

    def fails(self: Files, source: Path, target: Path) -> None:
        if target == tournament.path:
            raise OSError(5, "input/output error")
        genuine(self, source, target)

    monkeypatch.setattr(Files, "replace", fails)
    with pytest.raises(NotSaved, match="the disk does not answer"):
        tournament.store(protocol(6))
    assert tournament.path.read_bytes() == before
    assert folder.files.listdir(folder.records) == names
    assert len(tournament.official()) == 2
    monkeypatch.undo()
    assert tournament.store(protocol(6)) == "stored"


def test_a_file_of_other_content_is_refused_in_one_sentence(folder: Folder) -> None:
    from storage.durable import create_file

    path = folder.root / "foreign.json"
    for tables in ({}, {"tournament": {"1": {"x": 1}}}, {"protocols": {"1": {"record": "a"}}}):
        create_file(folder.files, path, tables)  # type: ignore[arg-type]
        with pytest.raises(WrongFile, match=r"foreign\.json"):
            open_tournament(folder, path)
        path.unlink()


def test_stock_tinydb_can_query_a_tournament_file(folder: Folder) -> None:
    from tinydb import where

    tournament = busy(folder)
    with TinyDB(tournament.path, access_mode="r") as stock:
        assert len(stock.table("protocols").search(where("round") == 1)) == 2
        assert stock.table("players").get(where("id") == "P12")["name"] == "Новый"


def test_one_off_games_are_numbered_rounds_at_one_table(folder: Folder) -> None:
    evening = open_one_off(folder, new_id=lambda: "evening", now=Clock())
    for _ in range(3):
        game = {**protocol(evening.next_round(), table=ONE_OFF_TABLE), "stage": ONE_OFF_STAGE}
        evening.store({**game, "regulation": "aktau-2017"})
    again = open_one_off(folder, new_id=lambda: "never asked", now=Clock())
    assert (again.header.id, again.next_round()) == ("evening", 4)
    assert folder.one_off.name == "one-off.json"


def test_a_rebuilt_record_is_the_one_it_was_made_from(folder: Folder) -> None:
    for record in busy(folder).records():
        assert isinstance(record, Record)
        assert (folder.records / f"{record.name}.json").read_bytes() == record.data()
