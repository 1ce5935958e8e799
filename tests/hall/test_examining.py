"""What another laptop sends is played again before it counts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hall_stage import REGULATION, TOURNAMENT, game, now, record_of

from rules.regulation.content import as_json
from storage.records import Record, make_record, parse_record
from storage.roster import PlayerEntry, json_of
from tabletui.examining import RECEIVED, Examiner

CREATED = make_record(
    "created",
    TOURNAMENT,
    (),
    "first",
    now(),
    {
        "id": TOURNAMENT,
        "title": "Кубок",
        "regulation": REGULATION.id,
        "source": as_json(REGULATION),
        "created": now(),
    },
)


def examined(one: Record, created: Record = CREATED) -> Record:
    return Examiner()(created.body, one)


def test_an_honest_record_is_kept_as_it_is() -> None:
    one = record_of(game(), CREATED)
    assert examined(one) is one


def test_a_sheet_that_the_events_do_not_bring_about_is_replaced_and_kept_beside() -> None:
    forged = game()
    true = forged["sheet"]
    forged["sheet"] = true | {"winner": "black" if true["winner"] == "red" else "red"}
    one = record_of(forged, CREATED)
    kept = examined(one)
    assert kept.body["protocol"]["sheet"] == true
    assert kept.body["protocol"][RECEIVED] == forged["sheet"]
    assert (kept.seq, kept.prev, kept.device, kept.order) == (one.seq, one.prev, one.device, one.order)
    assert parse_record(kept.data()) == kept
    # All laptops arrive at the same record, and it passes as it is.
    assert examined(parse_record(one.data())) == kept == examined(kept)


def test_a_record_of_events_alone_gets_its_sheet() -> None:
    bare = {key: value for key, value in game().items() if key != "sheet"}
    kept = examined(record_of(bare, CREATED))
    assert kept.body["protocol"]["sheet"] == game()["sheet"]
    assert RECEIVED not in kept.body["protocol"]


def _illegal(protocol: dict[str, Any]) -> None:
    protocol["events"].insert(1, {"event": "roles", "roles": protocol["sheet"]["roles"]})


def _malformed(protocol: dict[str, Any]) -> None:
    protocol["events"][1] = {"event": "dance"}


def _undecided(protocol: dict[str, Any]) -> None:
    del protocol["events"][10:], protocol["sheet"]


def _elsewhere(protocol: dict[str, Any]) -> None:
    protocol["stage"] = "../../etc"


def _no_such_table(protocol: dict[str, Any]) -> None:
    protocol["table"] = 100


def _nine(protocol: dict[str, Any]) -> None:
    del protocol["players"][9]


def _nothing(protocol: dict[str, Any]) -> None:
    protocol.pop("events")
    protocol["sheet"] = {}


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (_illegal, "breaks off at event 2"),
        (_malformed, "breaks off at event 2"),
        (_undecided, "not decided"),
        (_elsewhere, "no such stage"),
        (_no_such_table, "no such stage, round or table"),
        (_nine, "its protocol is wrong"),
        (_nothing, "not decided"),
    ],
)
def test_what_cannot_have_been_played_is_refused_with_its_reason(
    spoil: Callable[[dict[str, Any]], None], reason: str
) -> None:
    protocol = game()
    spoil(protocol)
    with pytest.raises(ValueError, match=reason):
        examined(record_of(protocol, CREATED))


@pytest.mark.parametrize(
    "decision",
    [
        {"kind": "fine", "id": "D1"},
        {"kind": "fine", "id": "D1", "player": "P01", "points": "1/0"},
        {"kind": "fine", "id": "D1", "player": "P01", "points": "much"},
        {"kind": "fine", "id": "D1", "player": "P01", "points": "1e9999999999"},
        {"kind": "fine", "id": "D1", "player": ["P01"], "points": "-1"},
        {"kind": "exclusion", "id": "D1", "player": "P01", "stage": 5},
        {"kind": "missed", "id": "D1", "player": "P01", "stage": "final", "round": True},
        {"kind": "lot", "id": "D1", "player": "P01"},
        {"kind": "missed", "id": "D1"},
        {"kind": "cut", "id": "D1", "stage": "final", "players": 5},
    ],
)
def test_a_decision_that_cannot_be_read_is_refused(decision: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        examined(make_record("decision", TOURNAMENT, [CREATED], "other", now(), decision))


def test_decisions_and_changes_that_can_be_read_pass() -> None:
    for kind, body in (
        ("decision", {"kind": "fine", "id": "D1", "player": "P01", "points": "-1/2"}),
        ("decision", {"kind": "of a newer version", "id": "D2"}),
        ("roster", {"put": [], "drop": ["P01"]}),
        ("draw", {"seed": "1"}),
    ):
        one = make_record(kind, TOURNAMENT, [CREATED], "other", now(), body)
        assert examined(one) is one


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "Ёж\x1b[2J"),
        ("name", "\u202eЁж"),
        ("name", "Ё\u200bж"),
        ("name", ""),
        ("name", "Ё" * 81),
        ("club", "a\nb"),
        ("id", "../P01"),
        ("note", "x\x00"),
    ],
)
def test_a_player_that_nobody_could_have_typed_is_refused(field: str, value: str) -> None:
    honest = json_of(PlayerEntry("Ёж", id="P01", club="Клуб", note="взнос внесён"))
    one = make_record("roster", TOURNAMENT, [CREATED], "other", now(), {"put": [honest], "drop": []})
    assert examined(one) is one
    body = {"put": [honest | {field: value}], "drop": []}
    with pytest.raises(ValueError, match=r"\w"):
        examined(make_record("roster", TOURNAMENT, [CREATED], "other", now(), body))


@pytest.mark.parametrize("regulation", ["../../etc/passwd", "no-such", None, "/dev/zero"])
def test_a_regulation_named_inside_never_becomes_a_path(regulation: str | None, tmp_path: Path) -> None:
    body = {"id": TOURNAMENT, "title": "", "regulation": None, "source": None, "created": now()}
    loose = make_record("created", TOURNAMENT, (), "first", now(), body)
    protocol = game() | {"regulation": regulation}
    with pytest.raises(ValueError, match="regulation"):
        Examiner((tmp_path,))(loose.body, record_of(protocol, loose))
    fine = game() | {"regulation": REGULATION.id}
    assert Examiner((tmp_path,))(loose.body, record_of(fine, loose)).body["protocol"] == fine
