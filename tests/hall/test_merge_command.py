"""`tabletui merge`: what several laptops recorded comes together, and what is missing or wrong is said."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hall_stage import TOURNAMENT, cup, folder_at, game, record_of

sys.path.insert(0, str(Path(__file__).parents[1] / "tabletui"))

from command_line import Said, command, told

from storage.files import Files
from storage.kinds import Slot
from storage.reading import read_tournament
from storage.records import Record, make_record, write_record
from tabletui import settings, text


@pytest.fixture(autouse=True)
def small_reserve(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("storage.folder.RESERVE", 4096)
    before = text.language()
    yield
    text.set_language(before)


class Hall:
    """Laptop A with a tournament of one game; what it recorded; a laptop B that has nothing yet."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.a, self.b, self.stick = root / "a", root / "b", root / "stick"
        self.stick.mkdir()
        with folder_at(self.a, "A") as folder, cup(folder) as tournament:
            tournament.store(game(1))
            self.records: tuple[Record, ...] = tournament.records()
            self.created = tournament.created
        with folder_at(self.b, "B"):
            pass
        for data in (self.a, self.b):
            settings.write(Files(), data, settings.Settings(language="en"))

    def merged(self, *words: object, data: Path | None = None) -> Said:
        return told("--data", data or self.a, "merge", self.a / "cup.json", *words)

    def json(self, *words: object) -> tuple[int, Any]:
        said = self.merged(*words, "--json")
        return said.status, json.loads(said.out)

    def slots(self, file: Path) -> set[Slot]:
        return {one.slot for one in read_tournament(Files(), file).protocols if one.status == "official"}


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)


def test_a_laptop_without_the_file_gets_it_and_both_are_equal(hall: Hall) -> None:
    said = told("--data", hall.b, "merge", hall.b / "cup.json", hall.a)
    assert said.status == 0, said.err
    assert "a new file of the tournament Кубок зала, 2 records taken" in said.err
    assert "1 of 58 games" in said.err
    assert (hall.b / "cup.json").read_bytes() == (hall.a / "cup.json").read_bytes()
    again = told("--data", hall.b, "merge", hall.b / "cup.json", hall.a / "cup.json", hall.a, "--json")
    assert (again.status, again.json["taken"], again.json["same"]) == (0, 0, 2)


def test_records_go_onto_a_stick_and_come_off_it(hall: Hall) -> None:
    said = hall.merged("--to", hall.stick)
    assert said.status == 0 and "2 records written there" in said.err
    assert len(os.listdir(hall.stick)) == 2
    assert "0 records written there" in hall.merged("--to", hall.stick).err
    assert told("--data", hall.b, "merge", hall.b / "cup.json", hall.stick).status == 0
    assert hall.slots(hall.b / "cup.json") == {Slot("qualifying", 1, 1)}


def test_a_conflict_is_said_until_it_is_decided(hall: Hall) -> None:
    write_record(Files(), hall.stick, record_of(game(1, seed=9), hall.created, *hall.records[1:]))
    status, found = hall.json(hall.stick)
    assert (status, found["taken"]) == (1, 1)
    assert [(one["where"], one["code"]) for one in found["conflicts"]] == [("qualifying:1:1", "conflict")]
    assert hall.slots(hall.a / "cup.json") == set()
    assert "neither counts" not in hall.merged(hall.stick).out
    assert "none counts until the chief judge chooses one" in hall.merged(hall.stick).err


def test_what_is_missing_is_told_in_words_and_figures(hall: Hall) -> None:
    made: list[Record] = []
    for table in (2, 3, 4):
        made.append(record_of(game(table), hall.created, *made, device="C"))
    for one in made[::2]:
        write_record(Files(), hall.stick, one)
    said = hall.merged(hall.stick)
    assert said.status == 1
    assert "laptop C (tables 2, 4) made 3 records, 2 are here; missing: 2" in said.err
    assert "3 of 58 games; begun rounds lack qualifying:1:3" in said.err
    status, found = hall.json(hall.stick)
    assert status == 1
    assert found["holes"]["devices"] == [
        {"device": "C", "tables": [2, 4], "made": 3, "here": 2, "missing": [2], "twice": []}
    ]
    assert found["holes"]["schedule"]["done"] == 3
    write_record(Files(), hall.stick, made[1])
    assert hall.json(hall.stick)[0] == 0


def test_each_file_that_is_left_out_is_listed_with_its_reason(hall: Hall) -> None:
    undecided = game(2)
    del undecided["events"][10:], undecided["sheet"]
    bad = record_of(undecided, hall.created)
    write_record(Files(), hall.stick, bad)
    (hall.stick / ("1" * 64 + ".json")).write_bytes(b"\x1b[2J")
    (hall.stick / ("2" * 64 + ".json")).symlink_to("/etc/passwd")
    os.mkfifo(hall.stick / ("3" * 64 + ".json"))
    before = (hall.a / "cup.json").read_bytes()
    status, found = hall.json(hall.stick)
    assert status == 1
    assert {row["file"][-69:][:3]: row["reason"] for row in found["rejected"]} == {
        bad.name[:3]: "its game is not decided",
        "111": "not whole, or not the JSON that this program writes",
        "222": "not a file of its own",
        "333": "not a file of its own",
    }
    assert (hall.a / "cup.json").read_bytes() == before
    said = hall.merged(hall.stick)
    assert said.err.count("left out:") == 4 and "\x1b" not in said.err


def test_a_forged_sheet_gives_way_to_what_the_events_bring_about(hall: Hall) -> None:
    forged = game(2)
    true, forged["sheet"] = forged["sheet"], forged["sheet"] | {"winner": "draw"}
    write_record(Files(), hall.stick, record_of(forged, hall.created))
    status, found = hall.json(hall.stick)
    assert (status, found["corrected"]) == (1, ["qualifying:1:2"])
    (stored,) = [
        one for one in read_tournament(Files(), hall.a / "cup.json").protocols if one.slot.table == 2
    ]
    assert stored.protocol["sheet"] == true
    assert stored.protocol["received_sheet"]["winner"] == "draw"
    assert hall.json(hall.stick) == (0, found | {"taken": 0, "same": 1, "corrected": []})


def test_records_of_another_tournament_are_left_out_and_said(hall: Hall) -> None:
    body = {"id": "other", "title": "Другой\x1b кубок", "regulation": None, "source": None, "created": ""}
    write_record(Files(), hall.stick, make_record("created", "other", (), "X", "2017", body))
    said = hall.merged(hall.stick)
    assert said.status == 0
    assert 'left out: 1 record of another tournament, "Другой� кубок"' in said.err
    assert hall.json(hall.stick)[1]["other_tournaments"] == {"Другой\x1b кубок": 1}


def test_a_second_beginning_does_not_change_the_title(hall: Hall) -> None:
    body = {"id": TOURNAMENT, "title": "Чужой", "regulation": None, "source": None, "created": ""}
    forged = make_record("created", TOURNAMENT, (), "0", "2017", body)
    write_record(Files(), hall.stick, forged)
    status, found = hall.json(hall.stick)
    assert (status, [row["reason"] for row in found["rejected"]]) == (1, ["this tournament began otherwise"])
    assert read_tournament(Files(), hall.a / "cup.json").title == "Кубок зала"
    # Who has no file yet is asked to say which one is true.
    write_record(Files(), hall.stick, hall.created)
    said = told("--data", hall.b, "merge", hall.b / "cup.json", hall.stick)
    assert (said.status, "keep the true one alone" in said.err) == (2, True)
    assert not (hall.b / "cup.json").exists()


@pytest.mark.parametrize("other", ["nothing", "/dev/null", "text.txt"])
def test_what_is_no_source_is_refused_and_nothing_is_written(hall: Hall, other: str) -> None:
    (hall.root / "text.txt").write_text("text")
    before = (hall.a / "cup.json").read_bytes()
    said = hall.merged(hall.stick, hall.root / other, "--json")
    assert said.status == 2
    assert said.error["message"] and "Traceback" not in said.err
    assert said.err.count("\n") == 1
    assert (hall.a / "cup.json").read_bytes() == before


def test_without_a_file_and_without_a_tournament_nothing_is_made(hall: Hall) -> None:
    said = told("--data", hall.b, "merge", hall.b / "new.json", hall.stick)
    assert (said.status, (hall.b / "new.json").exists()) == (2, False)
    assert "do not tell how a tournament began" in said.err
    both = hall.root / "both"
    shutil.copytree(hall.a / "records", both)
    body = {"id": "other", "title": "Другой", "regulation": None, "source": None, "created": ""}
    write_record(Files(), both, make_record("created", "other", (), "X", "2017", body))
    said = told("--data", hall.b, "merge", hall.b / "new.json", both)
    assert (said.status, "several tournaments (" in said.err) == (2, True)


def test_a_folder_that_another_program_writes_is_status_3(hall: Hall) -> None:
    with folder_at(hall.a, "A"):
        said = command("--data", hall.a, "merge", hall.a / "cup.json", hall.stick, data=hall.root)
    assert said.status == 3 and said.err.count("\n") == 1


def test_a_stick_that_takes_nothing_is_status_3(hall: Hall) -> None:
    said = hall.merged("--to", hall.root / "no-such-folder")
    assert said.status == 3 and "could not be written there" in said.err


def test_the_same_twice_and_in_any_order_is_the_same(hall: Hall) -> None:
    one, two = hall.root / "one", hall.root / "two"
    write_record(Files(), one, record_of(game(2), hall.created, device="C"))
    write_record(Files(), two, record_of(game(3), hall.created, device="D"))
    hall.merged("--to", hall.stick)
    for data, order in ((hall.a, (one, two)), (hall.b, (hall.stick, two, one, two))):
        for other in order:
            told("--data", data, "merge", data / "cup.json", other)
    assert (hall.a / "cup.json").read_bytes() == (hall.b / "cup.json").read_bytes()
