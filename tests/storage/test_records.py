"""Records: named by their content, checked before anything trusts them."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scenarios import protocol

from storage.errors import WrongInput
from storage.files import Files
from storage.kinds import KINDS
from storage.records import LARGEST, Record, make_record, parse_record, read_records, write_record
from storage.roster import PlayerEntry, json_of
from storage.strict_json import canonical, content_hash
from storage.tables import file_tables, records_of

EXAMPLES = 20_000 if os.environ.get("TABLETUI_LONG") else 400
BODIES: dict[str, dict[str, Any]] = {
    "created": {"id": "t1", "title": "Кубок", "regulation": "r", "source": {"id": "r"}, "created": "2017"},
    "roster": {
        "put": [json_of(PlayerEntry("Ёж", id="P01", paid=True))],
        "drop": ["P02"],
    },
    "protocol": {"protocol": protocol(1), "hash": content_hash(protocol(1)), "supersedes": []},
    "decision": {
        "kind": "choice", "id": "D1", "stage": "final", "round": 1, "table": 1, "among": ["a" * 64, "b" * 64],
        "chosen": "a" * 64,
    },
    "draw": {"seed": 7},
}  # fmt: skip


def record(kind: str = "draw", body: dict[str, Any] | None = None, at: str = "2017") -> Record:
    return make_record(kind, "t1", (), "laptop", at, BODIES[kind] if body is None else body)


def test_every_kind_survives_the_way_to_the_disk_and_back(tmp_path: Path) -> None:
    made = [record(kind) for kind in KINDS]
    for one in made:
        write_record(Files(), tmp_path / "records", one)
        write_record(Files(), tmp_path / "records", one)
    found, rejected = read_records(Files(), tmp_path / "records")
    assert sorted(found, key=str) == sorted(made, key=str)
    assert rejected == []


def test_the_name_is_the_hash_of_the_bytes(tmp_path: Path) -> None:
    one = record()
    write_record(Files(), tmp_path, one)
    (file,) = tmp_path.iterdir()
    assert file.name == hashlib.sha256(file.read_bytes()).hexdigest() + ".json"


def test_the_same_content_has_one_name_whatever_the_order_of_its_keys() -> None:
    assert record(body={"a": 1, "b": [2]}).name == record(body={"b": [2], "a": 1}).name
    assert record(body={"a": 1}).name != record(body={"a": 2}).name


def test_records_make_tables_and_tables_make_records() -> None:
    made = {one.name: one for one in map(record, KINDS)}
    assert {one.name: one for one in records_of(file_tables(made.values()))} == made


def _bad(kind: str, /, **changes: Any) -> tuple[str, dict[str, Any]]:
    return kind, {**BODIES[kind], **changes}


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        _bad("created", id="t2"),
        _bad("created", title=None),
        _bad("created", source=[]),
        _bad("roster", put={}),
        _bad("roster", put=[{"id": "P01"}]),
        _bad("roster", put=[{**BODIES["roster"]["put"][0], "paid": 1}]),
        _bad("roster", put=[{**BODIES["roster"]["put"][0], "id": ""}]),
        _bad("roster", drop=[1]),
        _bad("protocol", hash="0" * 64),
        _bad("protocol", protocol=None),
        _bad("protocol", protocol={**protocol(1), "round": True}),
        _bad("protocol", supersedes=[content_hash(protocol(1))]),
        _bad("decision", id=None),
        _bad("decision", kind=3),
        _bad("decision", chosen="c" * 64),
        _bad("decision", among=["../../etc"]),
        _bad("decision", round=0),
    ],
)
def test_a_body_that_is_not_one_of_its_kind_is_refused(kind: str, body: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        parse_record(record(kind, body).data())


@pytest.mark.parametrize(
    "change",
    [
        {"format": "x"}, {"version": 2}, {"version": True}, {"kind": "x"}, {"tournament": 1}, {"order": 0},
        {"order": "1"}, {"seq": None}, {"prev": 5}, {"at": None}, {"body": []}, {"surplus": 1},
    ],
)  # fmt: skip
def test_an_envelope_that_is_not_ours_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        parse_record(canonical({**record().envelope(), **change}))


def test_another_spelling_of_the_same_content_is_refused() -> None:
    envelope = record().envelope()
    for spelling in (
        json.dumps(envelope),
        canonical(envelope).decode() + "\n",
        json.dumps(envelope, indent=1),
    ):
        with pytest.raises(ValueError, match="canonical"):
            parse_record(spelling.encode())


def test_a_hostile_folder_yields_its_good_records_and_a_reason_for_each_other(tmp_path: Path) -> None:
    folder, outside = tmp_path / "records", tmp_path / "outside"
    good = record()
    write_record(Files(), folder, good)
    outside.write_bytes(b"secret")
    lying = "1" * 64
    (folder / f"{lying}.json").write_bytes(record(body={"seed": 8}).data())
    (folder / ("2" * 64 + ".json")).write_bytes(b"{" * 100_000)
    (folder / ("3" * 64 + ".json")).mkdir()
    os.mkfifo(folder / ("4" * 64 + ".json"))
    (folder / ("5" * 64 + ".json")).symlink_to(outside)
    (folder / ("6" * 64 + ".json")).write_bytes(b" " * (LARGEST + 1))
    (folder / ("7" * 64 + ".json")).symlink_to(folder / ("7" * 64 + ".json"))
    (folder / ("A" * 64 + ".json")).write_bytes(good.data())
    (folder / "..json").write_bytes(good.data())
    found, rejected = read_records(Files(), folder)
    assert found == [good]
    assert [name[0] for name, _ in rejected] == list("1234567")
    assert all(reason and "\n" not in reason for _, reason in rejected)
    assert outside.read_bytes() == b"secret"


def test_known_records_are_not_read_again(tmp_path: Path) -> None:
    write_record(Files(), tmp_path, record())
    assert read_records(Files(), tmp_path, known=[record().name]) == ([], [])
    assert read_records(Files(), tmp_path / "missing") == ([], [])


def test_what_is_too_long_for_a_record_is_refused_before_it_is_written() -> None:
    with pytest.raises(WrongInput, match="too long"):
        record(body={"text": "я" * LARGEST})


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(KINDS), st.data())
def test_a_mangled_record_is_refused_or_is_still_one(kind: str, data: st.DataObject) -> None:
    good = record(kind).data()
    mangled = bytearray(good)
    start = data.draw(st.integers(0, len(mangled)))
    end = data.draw(st.integers(start, min(start + 20, len(mangled))))
    mangled[start:end] = data.draw(st.binary(max_size=20))
    try:
        found = parse_record(bytes(mangled))
    except ValueError:
        return
    # What is taken must be fit for the tables.
    assert records_of(file_tables([found])) == [found]
