"""Records that are well-formed and mean harm: whatever stands in them, the tournament goes on counting."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hall_stage import REGULATION, game, now
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[1] / "storage"))

from memory_files import MemoryFiles
from test_examining import CREATED

from storage.exchange import gather, sift
from storage.folder import Folder
from storage.records import Record, make_record, parse_record, read_records, write_record
from storage.roster import PlayerEntry, json_of
from storage.seal import seal
from storage.strict_json import canonical, content_hash, copied
from storage.tables import file_tables, records_of
from storage.tournaments import make_from, open_tournament
from tabletui.board import board
from tabletui.course import Course
from tabletui.examining import Examiner
from tabletui.results import Results

EXAMPLES = 20_000 if os.environ.get("TABLETUI_LONG") else 250
SECOND = 1.0

PROTOCOL = game()
PAPER = {key: value for key, value in game(2).items() if key != "events"}
BODIES: list[tuple[str, dict[str, Any]]] = [
    ("protocol", {"protocol": PROTOCOL, "hash": content_hash(PROTOCOL), "supersedes": []}),
    ("protocol", {"protocol": PAPER, "hash": content_hash(PAPER), "supersedes": []}),
    ("roster", {"put": [json_of(PlayerEntry("Ёж", id="P01", paid=True))], "drop": ["P02"]}),
    ("decision", {"kind": "fine", "id": "D1", "player": "P01", "points": "-1/2", "reason": "спор"}),
    ("decision", {"kind": "missed", "id": "D2", "player": "P01", "stage": "qualifying", "round": 1}),
    ("decision", {"kind": "exclusion", "id": "D3", "player": "P01", "stage": "qualifying", "round": 1}),
    ("decision", {"kind": "lot", "id": "D4", "player": "P01", "number": 1}),
    ("decision", {"kind": "cut", "id": "D5", "stage": "final", "players": ["P01"]}),
    (
        "decision",
        {"kind": "choice", "id": "D6", "stage": "qualifying", "round": 1, "table": 1}
        | {"among": ["a" * 64, content_hash(PROTOCOL)], "chosen": "a" * 64},
    ),
    ("decision", {"kind": "undo", "id": "D7", "undoes": "D1"}),
    ("decision", {"kind": "approval", "id": "D8", "players": ["P01", "P02"]}),
    (
        "decision",
        {"kind": "swap", "id": "D9", "stage": "qualifying", "round": 1, "players": ["P01", "P02"]},
    ),
    (
        "decision",
        {"kind": "substitution", "id": "E1", "stage": "qualifying", "round": 1, "player": "P01", "by": "P11"},
    ),
    ("decision", {"kind": "withdrawal", "id": "E2", "player": "P01", "reason": "болен"}),
    (
        "draw",
        {
            "stage": "qualifying",
            "rounds": [1],
            "tables": [[[f"P{n:02}" for n in range(1, 11)]]],
            "sit_outs": [["P11"]],
            "seed": "1",
        },
    ),
]

TEXTS = [
    "", "red", "1/0", "1e999999999", "-0/1", "9" * 20, "../../etc/passwd", "/dev/zero", "C:\\nul", "\x00",
    "\x1b[2J\x1b]0;x\x07", "[red]x[/red]", "=cmd|' /C calc'!A0", "\u202egro.lim", "\u200b", "a\nb", "P01",
    "я" * 300, "<script>", "final", "void", "qualifying", "1", "civilian", "vote", "\U0010ffff",
]  # fmt: skip


def hostile(rng: Random) -> Any:
    """A value that has no business where it will stand."""
    match rng.randrange(8):
        case 0:
            return rng.choice([None, True, False])
        case 1:
            return rng.randint(-3, 12)
        case 2:
            return rng.choice([10**18, -(10**18), 1 << 62, 10**4000])
        case 3:
            return [rng.randint(0, 11) for _ in range(rng.randrange(4))]
        case 4:
            return {rng.choice(["id", "seat", "1", "event", ""]): rng.randint(0, 11)}
        case 5:
            return [[[[[[]]]]]]
        case _:
            return rng.choice(TEXTS)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        found += places(inner, (*path, key))
    return found


def spoiled(value: Any, rng: Random) -> Any:
    """A copy, changed in one to three places."""
    value = copied(value)
    for _ in range(rng.randint(1, 3)):
        known = places(value)
        if not known:
            break
        *above, last = rng.choice(known)
        holder: Any = value
        for key in above:
            holder = holder[key]
        if rng.random() < 0.2 and isinstance(holder, dict):
            del holder[last]
        elif rng.random() < 0.1 and isinstance(holder, list):
            holder.insert(last, holder[last])
        else:
            holder[last] = hostile(rng)
    return value


def harmful(rng: Random) -> Record:
    """A record of another laptop whose body was spoiled, under the name it then has."""
    kind, body = rng.choice(BODIES)
    body = spoiled(body, rng)
    if isinstance(body.get("protocol"), dict) and rng.random() < 0.8:
        body["hash"] = content_hash(body["protocol"])
    return make_record(kind, CREATED.tournament, [CREATED], rng.choice("AB"), now(), body)


@pytest.fixture(autouse=True, scope="module")
def small_reserve() -> Any:
    patch = pytest.MonkeyPatch()
    patch.setattr("storage.folder.RESERVE", 64)
    yield
    patch.undo()


EXAMINE = Examiner()


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 1 << 32))
def test_what_passes_can_be_kept_shown_and_counted(seed: int) -> None:
    rng = Random(seed)
    records = [harmful(rng) for _ in range(rng.randint(1, 3))]
    files = MemoryFiles()
    stick, root = Path("/stick"), Path("/data")
    for one in records:
        write_record(files, stick, one)
    start = time.perf_counter()
    found, rejected = read_records(files, stick)
    assert all(reason and "\n" not in reason for _, reason in rejected)
    sifted = sift(CREATED, {CREATED.name: CREATED}, found, EXAMINE)
    assert all(reason and str(reason) for _, reason in sifted.rejected)
    for one in sifted.fresh:
        assert parse_record(one.data()) == one
        assert EXAMINE(CREATED.body, one) == one
    folder = Folder(files, root, new_id=lambda: "here", examine=EXAMINE)
    folder.prepare()
    make_from(folder, root / "cup.json", CREATED)
    with open_tournament(folder, root / "cup.json", write=True, now=now) as cup:
        cup.take(sifted.fresh)
        cup.players(), cup.slots(), cup.decisions(), cup.draws(), cup.protocols()
        standings = Results(cup, REGULATION).standings()
        canonical(standings.to_json())
        course = Course(cup, REGULATION)
        course.entered(), course.standing_out(), course.seatings(), course.next(), course.decisions()
        assert all(isinstance(str(line), str) for line in course.decisions())
        board(cup, REGULATION, ())
        cup.put_players([PlayerEntry("Лис")])
    assert time.perf_counter() - start < SECOND
    assert set(files.listdir(Path("/"))) == {"stick", "data"}
    assert {one.name for one in records_of(file_tables([CREATED, *sifted.fresh]))} == {
        CREATED.name,
        *(one.name for one in sifted.fresh),
    }


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 1 << 32))
def test_a_sealed_tournament_file_that_means_harm_costs_only_what_is_wrong_in_it(seed: int) -> None:
    rng = Random(seed)
    honest = [make_record(kind, CREATED.tournament, [CREATED], "A", now(), body) for kind, body in BODIES]
    tables = spoiled(file_tables([CREATED, *honest]), rng)
    if not all(isinstance(table, dict) for table in tables.values()):
        return
    files = MemoryFiles()
    files.mkdir(Path("/stick"))
    descriptor = files.open(Path("/stick/cup.json"), create=True)
    files.write(descriptor, seal(tables))
    start = time.perf_counter()
    found = gather(files, [Path("/stick")])
    assert time.perf_counter() - start < SECOND
    # A name is the hash of its content: whatever still bears an honest name is the honest record.
    assert set(found.records) <= {one.name for one in (CREATED, *honest)}
    assert all(one.reason for one in found.rejected)
