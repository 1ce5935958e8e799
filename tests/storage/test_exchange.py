"""The union of what laptops recorded: order and repetition make no difference, nothing hostile counts."""

from __future__ import annotations

import itertools
import os
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from memory_files import MemoryFiles
from scenarios import now, protocol

from storage.errors import NotSaved, WrongFile
from storage.exchange import NOTHING, Gathered, Rejected, beginning, gather, holes, sift
from storage.files import Files
from storage.folder import Folder
from storage.hall import SharedFolder, put_verified
from storage.kinds import CREATED
from storage.records import COUNT, LARGEST, Record, make_record, named, parse_record, write_record
from storage.roster import PlayerEntry
from storage.slots import Slot
from storage.strict_json import canonical, content_hash, copied
from storage.tables import file_tables
from storage.tournaments import create, open_tournament, rebuild

MUTATED = 20_000 if os.environ.get("TABLETUI_LONG") else 300
FILE = "cup.json"


@pytest.fixture(autouse=True)
def small_reserve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.folder.RESERVE", 64)


def as_it_is(_created: object, record: Record) -> Record:
    return record


def begun(device: str = "A", tournament: str = "t1", title: str = "Кубок") -> Record:
    body = {"id": tournament, "title": title, "regulation": None, "source": None, "created": now()}
    return make_record(CREATED, tournament, (), device, now(), body)


def some_records() -> list[Record]:
    """What three laptops recorded, each knowing another part of the whole."""
    made = [begun()]
    rng = random.Random(5)
    for number in range(14):
        device = "ABC"[number % 3]
        known = [one for one in made if one.device == device or one.kind == CREATED or rng.random() < 0.5]
        body: dict[str, Any] = {"put": [], "drop": [f"P{number:02}"]}
        made.append(make_record("roster", "t1", known, device, now(), body))
    return made


ALL = some_records()
PARTS = st.lists(st.sampled_from(ALL), max_size=8)


def holding(records: list[Record], bad: str = "") -> Gathered:
    rejected = frozenset({Rejected("stick", bad, "not a record")} if bad else ())
    return Gathered({one.name: one for one in records}, rejected)


@given(PARTS, PARTS, PARTS, st.text(max_size=2), st.text(max_size=2))
def test_the_union_is_commutative_associative_and_idempotent(
    one: list[Record], two: list[Record], three: list[Record], bad: str, worse: str
) -> None:
    a, b, c = holding(one, bad), holding(two, worse), holding(three)
    assert a | b == b | a
    assert (a | b) | c == a | (b | c)
    assert a | a == a == a | NOTHING


@settings(max_examples=60, deadline=None)
@given(st.lists(PARTS, min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_any_order_of_merging_makes_the_same_file(parts: list[list[Record]], rng: random.Random) -> None:
    orders = [parts, rng.sample(parts, len(parts)), [*parts, *parts]]
    states = []
    for order in orders:
        known = {ALL[0].name: ALL[0]}
        for part in order:
            fresh = sift(ALL[0], known, part, as_it_is).fresh
            known |= {one.name: one for one in fresh}
        states.append(canonical(file_tables(known.values())))
    assert len(set(states)) == 1


def test_a_tournament_file_a_data_folder_and_a_stick_hold_the_same(tmp_path: Path) -> None:
    root = tmp_path / "data"
    with Folder(Files(), root, new_id=lambda: "A") as folder:
        with create(
            folder, root / FILE, tournament_id="t1", title="", regulation=None, source=None, now=now
        ) as cup:
            cup.put_players([PlayerEntry(f"Игрок {n}") for n in range(1, 11)])
            cup.store(protocol(1))
        stick = tmp_path / "stick"
        shutil.copytree(root / "records", stick)
        carried = tmp_path / "other" / "tabletui"
        shutil.copytree(root, carried)
        names = {path.stem for path in stick.iterdir()}
        for source in (root, root / FILE, stick, carried, tmp_path / "other", *stick.iterdir()):
            found = gather(Files(), [source])
            assert found.rejected == frozenset()
            assert set(found.records) == (names if source.parent != stick else {source.stem})
        assert gather(Files(), [tmp_path / "other", stick]).titles() == {"t1": ""}


def test_what_is_no_source_is_refused_and_an_empty_one_is_said(tmp_path: Path) -> None:
    (tmp_path / "text.json").write_text("{}")
    with pytest.raises(WrongFile, match="no such file"):
        gather(Files(), [tmp_path / "nothing"])
    with pytest.raises(WrongFile, match=r"text\.json"):
        gather(Files(), [tmp_path / "text.json"])
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(WrongFile, match="pipe"):
        gather(Files(), [tmp_path / "pipe"])
    (tmp_path / "empty").mkdir()
    assert [str(one) for one in gather(Files(), [tmp_path / "empty"]).notices] == [
        f"{tmp_path / 'empty'}: no records of a tournament lie there."
    ]


def test_links_and_devices_on_a_stick_are_left_out_with_their_reason(tmp_path: Path) -> None:
    outside, stick = tmp_path / "outside", tmp_path / "stick"
    write_record(Files(), outside / "records", begun())
    stick.mkdir()
    (stick / "records").symlink_to(outside / "records")
    (stick / "more").mkdir()
    (stick / "more" / "records").symlink_to(outside / "records")
    (stick / f"{begun().name}.json").symlink_to(outside / "records" / f"{begun().name}.json")
    os.mkfifo(stick / ("4" * 64 + ".json"))
    os.mkfifo(stick / "pipe.json")
    (stick / "cup.json").write_bytes(b'{"_file":{"1":{}}}')
    (stick / "protocol.json").write_text('{"format": "tabletui/protocol"}')
    found = gather(Files(), [stick])
    assert found.records == {}
    reasons = {one.name[:8]: str(one.reason) for one in found.rejected}
    assert reasons["44444444"] == reasons[begun().name[:8]] == "not a file of its own"
    assert "cup.json" in reasons["cup.json"]
    assert len(reasons) == 3


def test_a_bad_document_in_a_tournament_file_costs_that_one_alone(tmp_path: Path) -> None:
    from storage.seal import seal

    tables = copied(file_tables(ALL))
    tables["roster_changes"]["2"]["seq"] = 0
    tables["roster_changes"]["3"]["body"]["drop"] = ["other"]
    tables["roster_changes"]["4"] = "none"  # type: ignore[assignment]
    del tables["roster_changes"]["5"]["at"]
    (tmp_path / FILE).write_bytes(seal(tables))
    found = gather(Files(), [tmp_path / FILE])
    assert len(found.records) == len(ALL) - 4
    assert {one.name for one in found.rejected} == {f"roster_changes {n}" for n in (2, 3, 4, 5)}
    assert all(one.reason and "\n" not in one.reason for one in found.rejected)


def test_records_of_other_tournaments_and_a_second_beginning_are_left_out() -> None:
    created, forged, foreign = begun(), begun("X", title="Forged"), begun("Z", "t2", "Другой")
    mine = make_record("draw", "t1", [created], "B", now(), {"seed": 1})
    sifted = sift(created, {created.name: created}, [created, mine, forged, foreign], as_it_is)
    assert sifted.fresh == (mine,)
    assert (sifted.same, dict(sifted.others)) == (1, {"t2": 1})
    assert [(one.name, str(why)) for one, why in sifted.rejected] == [
        (forged.name, "this tournament began otherwise")
    ]


def test_of_two_beginnings_nobody_chooses_but_ones_own_is_known() -> None:
    mine, forged = begun("A"), begun("X", title="Forged")
    assert beginning([forged, mine], "t1", "A") == mine
    assert beginning([mine], "t1") == mine
    assert beginning([], "t1") is None
    with pytest.raises(WrongFile, match="2 records tell of its beginning"):
        beginning([mine, forged], "t1", "B")


def test_what_is_missing_of_a_laptop_is_told_by_its_numbers() -> None:
    made = [begun("C")]
    for number in range(9):
        game = protocol(number + 1, table=3)

        body = {"protocol": game, "hash": content_hash(game), "supersedes": []}
        made.append(make_record("protocol", "t1", made, "C", now(), body))
    assert holes(made) == ()
    (hole,) = holes(made[:4] + made[5:])
    assert (hole.device, hole.made, hole.here, hole.missing, hole.tables) == ("C", 10, 9, (5,), (3,))
    twin = make_record("draw", "t1", made[:3], "C", now(), {})
    (hole,) = holes([*made, twin])
    assert (hole.missing, hole.twice) == ((), (4,))
    # The fifth names another fourth than the one that is here: of that one, the name alone is known.
    (hole,) = holes([*made[:3], twin, *made[4:]])
    assert (hole.missing, hole.twice) == ((), (4,))


def test_a_forged_number_neither_ends_the_counting_nor_takes_long() -> None:
    forged = named(Record("draw", "t1", COUNT, "C", COUNT, None, now(), {}))
    assert parse_record(forged.data()) == forged
    after = make_record("draw", "t1", [begun("C"), forged], "C", now(), {"more": 1})
    assert parse_record(after.data()) == after
    (hole,) = holes([begun("C"), forged])
    assert (hole.made, hole.here, len(hole.missing)) == (COUNT, 2, 10)
    beyond = named(Record("draw", "t1", COUNT + 1, "C", 1, None, now(), {}))
    with pytest.raises(ValueError, match="order is not a number"):
        parse_record(beyond.data())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("device", "../../etc"), ("device", "a/b"), ("device", "\x1b[2J"), ("device", "я"), ("device", ""),
        ("device", "x" * 65), ("tournament", "t\n1"), ("tournament", "\u202et1"), ("tournament", "x" * 101),
        ("at", "\x1b]0;x\x07"), ("at", "2" * 101),
    ],
)  # fmt: skip
def test_hostile_texts_around_a_record_are_refused(field: str, value: str) -> None:
    fields = {"tournament": "t1", "device": "C", "at": now()} | {field: value}
    body = {"id": fields["tournament"], "title": "", "regulation": None, "source": None, "created": ""}
    with pytest.raises(ValueError, match=f"{field} is not a short text"):
        parse_record(named(Record(CREATED, order=1, seq=1, prev=None, body=body, **fields)).data())


def test_what_lies_in_the_records_of_a_data_folder_is_looked_at_before_it_counts(tmp_path: Path) -> None:
    def examine(_created: object, one: Record) -> Record:
        if one.body.get("judge") == "forged":
            raise ValueError("forged")
        return one

    root = tmp_path / "data"
    with Folder(Files(), root, new_id=lambda: "A", examine=examine) as folder:
        create(
            folder, root / FILE, tournament_id="t1", title="", regulation=None, source=None, now=now
        ).close()
        (created,) = gather(Files(), [root / FILE]).records.values()
        bad = make_record("draw", "t1", [created], "B", now(), {"judge": "forged"})
        good = make_record("draw", "t1", [created], "B", now(), {"judge": "honest"})
        second = begun("B", title="Forged")
        own = make_record("draw", "t1", [created], "A", now(), {"judge": "forged"})
        for one in (bad, good, second, own):
            write_record(Files(), folder.records, one)
        for again in (False, True):
            if again:
                rebuild(folder, root / FILE, "t1")
            with open_tournament(folder, root / FILE, write=True, now=now) as cup:
                assert {one.name for one in cup.records()} == {created.name, good.name, own.name}
                assert cup.header.title == ""


# -- the shared folder ---------------------------------------------------------------------------------------


class Laptop:
    """A data folder with one tournament, and the shared folder it looks at."""

    def __init__(self, root: Path, shared: Path, device: str, files: Files | None = None) -> None:
        self.folder = Folder(files or Files(), root, new_id=lambda: device)
        self.folder.prepare()
        self.shared = SharedFolder(self.folder, shared, keep_apart=lambda one: one.body["title"] == "own")

    def names(self) -> set[str]:
        found = self.folder.files.listdir(self.folder.records)
        return {name for name in found if name.endswith(".json")}

    def record(self, *records: Record) -> None:
        for one in records:
            write_record(self.folder.files, self.folder.records, one)


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_two_laptops_come_level_through_a_folder_and_only_records_travel(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    a, b = Laptop(tmp_path / "a", shared, "A"), Laptop(tmp_path / "b", shared, "B")
    a.record(*ALL[:6])
    b.record(ALL[0], *ALL[6:])
    (a.folder.records / "journal.jnl").write_text("live")
    assert (a.shared.look().went, a.shared.look().went) == (6, 0)
    look = b.shared.look()
    assert (look.came, look.went, look.trouble) == (5, 9, None)
    assert a.shared.look().came == 9
    assert a.names() == b.names() == names(shared)
    assert (a.shared.look(), b.shared.look()) == (b.shared.look(), a.shared.look())


def test_a_tournament_that_is_not_here_is_told_of_and_not_taken(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    a, b = Laptop(tmp_path / "a", shared, "A"), Laptop(tmp_path / "b", shared, "B")
    a.record(*ALL[:3], begun("A", "one-off", "own"))
    assert a.shared.look().went == 3
    look = b.shared.look()
    assert (look.came, look.others) == (0, {"t1": "Кубок"})
    b.record(ALL[0])
    look = b.shared.look()
    assert (look.came, look.others) == (2, {})


def test_a_stick_that_is_pulled_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    shared, away = tmp_path / "stick", tmp_path / "away"
    shared.mkdir()
    a = Laptop(tmp_path / "a", shared, "A")
    a.record(*ALL[:3])
    a.shared.look()
    shared.rename(away)
    a.record(*ALL[3:5])
    for _ in range(2):
        look = a.shared.look()
        assert look.trouble is not None and "is gone" in look.trouble
        assert look.waiting == 5
    away.rename(shared)
    look = a.shared.look()
    assert (look.trouble, look.went, look.waiting) == (None, 2, 0)
    # Another stick in its place gets everything.
    shared.rename(away)
    a.shared.look()
    shared.mkdir()
    assert a.shared.look().went == 5


def test_an_empty_mount_point_gets_nothing_also_after_a_restart(tmp_path: Path) -> None:
    shared, away = tmp_path / "stick", tmp_path / "away"
    shared.mkdir()

    class Mounts(Files):
        mounted = True

        def disk(self, path: Path) -> int:
            super().disk(path)
            return 7 if path == shared and self.mounted else 1

    files = Mounts()
    a = Laptop(tmp_path / "a", shared, "A", files)
    a.record(*ALL[:2])
    assert a.shared.look().went == 2
    shared.rename(away)
    shared.mkdir()
    files.mounted = False
    for laptop in (a, Laptop(tmp_path / "a", shared, "A", files)):
        look = laptop.shared.look()
        assert look.trouble is not None and "Nothing is mounted" in look.trouble
        assert (look.waiting, os.listdir(shared)) == (2, [])
    shared.rmdir()
    away.rename(shared)
    files.mounted = True
    assert (a.shared.look().trouble, len(os.listdir(shared))) == (None, 2)
    # A folder that never was a stick is as good as any.
    plain = tmp_path / "plain"
    plain.mkdir()
    assert Laptop(tmp_path / "a", plain, "A", files).shared.look().went == 2


def test_a_shared_folder_in_the_data_folder_or_around_it_is_refused(tmp_path: Path) -> None:
    for shared in (tmp_path / "a", tmp_path / "a" / "records", tmp_path):
        a = Laptop(tmp_path / "a", shared, "A")
        a.record(*ALL[:2])
        look = a.shared.look()
        assert look.trouble is not None and "lie in one another" in look.trouble
        assert look.waiting == 2 and names(tmp_path) == {"a"}


def test_what_is_damaged_in_the_shared_folder_is_written_anew_and_what_is_foreign_is_listed(
    tmp_path: Path,
) -> None:
    shared, outside = tmp_path / "shared", tmp_path / "outside"
    shared.mkdir()
    outside.write_text("secret")
    a = Laptop(tmp_path / "a", shared, "A")
    a.record(*ALL[:4])
    torn, linked, good = (shared / f"{one.name}.json" for one in ALL[1:4])
    torn.write_bytes(ALL[1].data()[:100])
    linked.symlink_to(outside)
    good.write_bytes(ALL[3].data())
    (shared / ("5" * 64 + ".json")).write_bytes(b" " * (LARGEST + 1))
    os.mkfifo(shared / ("6" * 64 + ".json"))
    look = a.shared.look()
    assert (look.went, look.trouble) == (3, None)
    assert torn.read_bytes() == ALL[1].data() and not linked.is_symlink()
    assert outside.read_text() == "secret"
    assert [(one.name[0], str(one.reason)) for one in look.rejected] == [
        ("5", "longer than a record may be"),
        ("6", "not a file of its own"),
    ]


def test_a_file_that_is_still_arriving_is_taken_when_it_is_whole(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    a = Laptop(tmp_path / "a", shared, "A")
    a.record(ALL[0])
    path, data = shared / f"{ALL[1].name}.json", ALL[1].data()
    path.write_bytes(data[:50])
    assert (a.shared.look().came, len(a.shared.look().rejected)) == (0, 1)
    path.write_bytes(data)
    look = a.shared.look()
    assert (look.came, look.rejected) == (1, ())


def test_a_name_in_the_shared_folder_that_cannot_be_replaced_is_said(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    (shared / f"{ALL[0].name}.json").mkdir(parents=True)
    a = Laptop(tmp_path / "a", shared, "A")
    a.record(*ALL[:5])
    look = a.shared.look()
    assert look.trouble is not None and "does not take all" in look.trouble
    assert (look.waiting, look.went) == (1, 4)


def test_a_folder_among_the_records_does_not_make_the_data_folder_unusable(tmp_path: Path) -> None:
    a = Laptop(tmp_path / "a", tmp_path, "A")
    for name in ("x.new", f"{ALL[0].name}.json", ".stfolder"):
        (a.folder.records / name).mkdir()
    (a.folder.records / "link.new").symlink_to(tmp_path)
    a.folder.prepare()
    assert (a.folder.records / "x.new").is_dir()


@pytest.mark.parametrize("fault", ["full", "error", "short", "drops", "fails_from_here"])
def test_on_a_failing_shared_disk_nothing_is_said_to_be_there_that_is_not(fault: str) -> None:
    for at in itertools.count(1):
        files = MemoryFiles()
        shared = Path("/shared")
        files.mkdir(shared)
        a = Laptop(Path("/a"), shared, "A", files)
        a.record(*ALL[:3])
        files.at, files.fault = files.calls + at, fault
        look = a.shared.look()
        spent = files.calls >= files.at
        files.at = 0
        if look.trouble is None:
            there = files.power_cut("nothing_more")
            assert all(there.read(shared / f"{one.name}.json") == one.data() for one in ALL[:3])
        else:
            assert look.waiting > 0
        look = a.shared.look()
        assert (look.trouble, look.waiting) == (None, 0)
        assert not [name for name in files.listdir(shared) if name.endswith(".new")]
        if not spent:
            return


def test_what_does_not_read_back_is_not_believed(tmp_path: Path) -> None:
    class Forgetful(Files):
        def read(self, path: Path, most: int = -1) -> bytes:
            return super().read(path, most)[:-1]

    with pytest.raises(OSError, match="does not read back"):
        put_verified(Forgetful(), tmp_path, "x.json", b"data", "A")


# -- fuzz ----------------------------------------------------------------------------------------------------


@settings(max_examples=MUTATED, deadline=1000, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(ALL), st.data())
def test_a_merge_takes_no_mutated_record_for_the_one_it_was(
    tmp_path_factory: pytest.TempPathFactory, one: Record, data: st.DataObject
) -> None:
    good = one.data()
    mangled = bytearray(good)
    start = data.draw(st.integers(0, len(mangled)))
    end = data.draw(st.integers(start, min(start + 20, len(mangled))))
    mangled[start:end] = data.draw(st.binary(max_size=20))
    files = MemoryFiles()
    folder = Path("/stick")
    files.mkdir(folder)
    descriptor = files.open(folder / f"{one.name}.json", create=True)
    files.write(descriptor, bytes(mangled))
    found = gather(files, [folder])
    if bytes(mangled) == good:
        assert found.records == {one.name: one}
    else:
        assert found.records == {} and len(found.rejected) == 1
    # Under the name of its own hash it is a record of its own, or none.
    try:
        other = parse_record(bytes(mangled))
    except ValueError as error:
        assert error.args and "\n" not in str(error)
    else:
        sifted = sift(ALL[0], {ALL[0].name: ALL[0]}, [other], as_it_is)
        file_tables([ALL[0], *sifted.fresh])


def test_the_slot_of_a_record_never_becomes_a_path(tmp_path: Path) -> None:
    created = begun()
    game = protocol(1) | {"stage": "../../../../etc/passwd"}

    body = {"protocol": game, "hash": content_hash(game), "supersedes": []}
    hostile = make_record("protocol", "t1", [created], "X", now(), body)
    shared = tmp_path / "shared"
    shared.mkdir()
    write_record(Files(), shared, hostile)
    a = Laptop(tmp_path / "a", shared, "A")
    a.record(created)
    assert a.shared.look().came == 1
    assert names(tmp_path) == {"a", "shared"}
    assert names(a.folder.records) == {f"{created.name}.json", f"{hostile.name}.json"}
    assert Slot("../../../../etc/passwd", 1, 1).label()


def test_a_full_disk_here_is_said_and_the_rest_comes_later() -> None:
    files = MemoryFiles()
    shared = Path("/shared")
    files.mkdir(shared)
    a = Laptop(Path("/a"), shared, "A", files)
    a.record(ALL[0])
    for one in ALL[1:4]:
        write_record(files, shared, one)
    files.at, files.fault = files.calls + 1, "fails_from_here"
    look = a.shared.look()
    assert look.came == 0 and look.trouble is not None
    files.at = 0
    look = a.shared.look()
    assert (look.came, look.trouble) == (3, None)
    with pytest.raises(NotSaved):
        files.at = files.calls + 1
        write_record(files, shared, ALL[5])
