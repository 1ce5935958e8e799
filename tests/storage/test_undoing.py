"""Decisions that are taken back: what is in force is a function of their set, whatever its order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.errors import WrongInput
from storage.files import Files
from storage.folder import Folder
from storage.kinds import Slot, check_body
from storage.reading import read_tournament
from storage.records import make_record, sorted_records
from storage.tournament import Tournament
from storage.tournaments import create, open_tournament, rebuild
from storage.undoing import in_force, latest_decisions, undone_by

GAMES = Path(__file__).parents[1] / "samples" / "two-games.json"
NOW = "2017-07-01T10:00:00+05:00"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Folder]:
    with Folder(Files(), tmp_path) as held:
        yield held


def cup(folder: Folder) -> Tournament:
    return create(
        folder,
        folder.root / "cup.json",
        tournament_id="cup",
        title="Cup",
        regulation=None,
        source=None,
        now=lambda: NOW,
    )


def test_what_is_undone_stays_on_the_list_and_out_of_force(folder: Folder) -> None:
    with cup(folder) as made:
        fine = made.decide({"kind": "fine", "player": "P01", "points": "-1"})
        undo = made.decide({"kind": "undo", "undoes": fine, "reason": "not he"})
        assert made.decisions() == ()
        assert [(row["id"], row["undone_by"]) for row in made.all_decisions()] == [(fine, undo), (undo, None)]
        again = made.decide({"kind": "undo", "undoes": undo, "reason": "he after all"})
        assert [row["id"] for row in made.decisions()] == [fine]
        assert [row["undone_by"] for row in made.all_decisions()] == [None, again, None]


@pytest.mark.parametrize("named", ["nobody-1", None, 7])
def test_there_must_be_something_to_undo(folder: Folder, named: object) -> None:
    with cup(folder) as made:
        with pytest.raises(WrongInput, match="no decision"):
            made.decide({"kind": "undo", "undoes": named, "reason": "x"})
        assert made.all_decisions() == ()


def test_the_same_undo_under_its_id_counts_once(folder: Folder) -> None:
    with cup(folder) as made:
        fine = made.decide({"kind": "fine", "player": "P01", "points": "-1"})
        undo = {"id": "u-1", "kind": "undo", "undoes": fine, "reason": "x"}
        assert made.decide(undo) == made.decide(undo) == "u-1"
        with pytest.raises(WrongInput, match="undone already"):
            made.decide({"kind": "undo", "undoes": fine, "reason": "once more"})


def test_an_undone_choice_is_a_conflict_again(folder: Folder) -> None:
    with cup(folder) as made:
        one = json.loads(GAMES.read_text("utf-8"))[0]
        other = {**one, "judge": "Другой"}
        made.store_all([one, other])
        slot = Slot(one["stage"], one["round"], one["table"])
        heads = made.slots()[slot].heads
        choice = made.choose(slot, heads[0])
        assert made.slots()[slot].status == "official"
        made.decide({"kind": "undo", "undoes": choice, "reason": "wrong one"})
        assert made.slots()[slot].status == "conflict" and made.slots()[slot].heads == heads


def test_a_file_made_anew_and_a_reader_see_the_same_in_force(folder: Folder) -> None:
    with cup(folder) as made:
        fine = made.decide({"kind": "fine", "player": "P01", "points": "-1"})
        made.decide({"kind": "lot", "player": "P01", "number": 1})
        made.decide({"kind": "undo", "undoes": fine, "reason": "x"})
        made.publish_draw({"stage": "s", "rounds": [1]})
        want = made.decisions(), made.all_decisions(), made.published()
        path = made.path
    read = read_tournament(Files(), path)
    assert (read.decisions, read.all_decisions, read.draws) == want
    rebuild(folder, path, "cup")
    with open_tournament(folder, path) as anew:
        assert (anew.decisions(), anew.all_decisions(), anew.published()) == want


def test_an_undo_that_arrives_before_its_decision_works(folder: Folder, tmp_path: Path) -> None:
    with cup(folder) as made:
        fine = made.decide({"kind": "fine", "player": "P01", "points": "-1"})
        made.decide({"kind": "undo", "undoes": fine, "reason": "x"})
        created, decision, undo = made.records()
    with Folder(Files(), tmp_path / "other") as second:
        from storage.tournaments import make_from

        make_from(second, second.root / "cup.json", created)
        with open_tournament(second, second.root / "cup.json", write=True, now=lambda: NOW) as there:
            there.take([undo])
            assert there.decisions() == () and len(there.all_decisions()) == 1
            there.take([decision])
            assert there.decisions() == () and len(there.all_decisions()) == 2


@pytest.mark.parametrize("undoes", [None, 3, ["D1"]])
def test_an_undo_of_no_id_is_no_record(undoes: Any) -> None:
    with pytest.raises(ValueError, match="undoes"):
        check_body("decision", "cup", {"kind": "undo", "id": "U", "undoes": undoes})


@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 12)), min_size=1, max_size=12),
    st.randoms(use_true_random=False),
)
def test_what_is_in_force_does_not_depend_on_the_order_of_arrival(
    plan: list[tuple[bool, int]], random: Any
) -> None:
    records: list[Any] = []
    for number, (is_undo, target) in enumerate(plan):
        body: dict[str, Any] = {"id": f"D{number}", "kind": "undo" if is_undo else "missed"}
        if is_undo:
            body["undoes"] = f"D{target}"
        records.append(make_record("decision", "cup", records, f"dev{number % 3}", NOW, body))
    shuffled = records[:]
    random.shuffle(shuffled)
    one, other = (latest_decisions(sorted_records(some)) for some in (records, shuffled))
    assert undone_by(one) == undone_by(other) and in_force(one) == in_force(other)
    # What nothing names is in force, and what an undo in force names is not.
    named = {body["undoes"] for record in records if (body := record.body)["kind"] == "undo"}
    force = {record.body["id"] for record in in_force(one)}
    gone = undone_by(one)
    for record in records:
        body = record.body
        if body["kind"] != "undo" and body["id"] not in named:
            assert body["id"] in force
        if body["kind"] == "undo" and body["id"] not in gone:
            assert body["undoes"] not in force
