"""Six laptops and what carries records between them, against a plain model."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

sys.path.insert(0, str(Path(__file__).parents[1] / "storage"))

from memory_files import POWER_CUTS, MemoryFiles
from scenarios import now, protocol

from storage.errors import NotSaved
from storage.exchange import gather, sift
from storage.folder import Folder
from storage.kinds import CHOICE, DECISION, PROTOCOL, UNDO, Slot, slot_of
from storage.records import Record
from storage.roster import PlayerEntry
from storage.tournament import Tournament
from storage.tournaments import create, make_from, open_tournament, rebuild
from tabletui.hall import Hall

LONG = bool(os.environ.get("TABLETUI_LONG"))
LAPTOPS = range(6)
CARRIERS = [Path("/share"), Path("/stick-1"), Path("/stick-2")]
laptops, carriers = st.sampled_from(LAPTOPS), st.sampled_from(CARRIERS)


class Laptop:
    """One data folder; `hall` looks when it is told to."""

    def __init__(self, files: MemoryFiles, number: int) -> None:
        self.root = Path(f"/laptop-{number}")
        self.file = self.root / "cup.json"
        self.folder = Folder(files, self.root, new_id=lambda: f"laptop-{number}", examine=lambda _, one: one)
        self.folder.prepare()
        self.hall = Hall(self.folder, lambda news: None)
        self.tournament: Tournament

    def open(self) -> None:
        self.tournament = open_tournament(self.folder, self.file, write=True, now=now)
        self.hall.attend(self.tournament)

    def names(self) -> set[str]:
        return {one.name for one in self.tournament.records()}


class HallMachine(RuleBasedStateMachine):
    """confirmed: what each laptop must have; made: every record that was ever made, refused ones too."""

    def __init__(self) -> None:
        super().__init__()
        self.files = MemoryFiles()
        for carrier in CARRIERS:
            self.files.mkdir(carrier)
            self.files.fsync_dir(carrier.parent)
        self.laptops = [Laptop(self.files, number) for number in LAPTOPS]
        first = self.laptops[0]
        create(
            first.folder, first.file, tournament_id="t1", title="Кубок", regulation="r", source=None, now=now
        ).close()
        first.open()
        for other in self.laptops[1:]:
            make_from(other.folder, other.file, first.tournament.created)
            other.open()
        self.confirmed = [one.names() for one in self.laptops]
        self.made: dict[str, Record] = {one.name: one for one in first.tournament.records()}
        self.refused: set[tuple[int, str]] = set()

    # -- what judges do ----------------------------------------------------------------------------------

    def _did(self, number: int) -> None:
        records = self.laptops[number].tournament.records()
        self.made |= {one.name: one for one in records}
        self.confirmed[number] = {one.name for one in records}

    def _came_through(self, records: Iterable[Record]) -> None:
        """A store that was refused may have reached the disk all the same; nothing else is nobody's work."""
        for one in records:
            if one.name not in self.made:
                game = one.body["protocol"]
                assert (game["round"], game["judge"]) in self.refused
                self.made[one.name] = one

    @rule(number=laptops, round=st.integers(1, 3), judge=st.sampled_from("JK"), fails=st.integers(0, 12))
    def stores(self, number: int, round: int, judge: str, fails: int) -> None:
        game = protocol(round, judge)
        for player in game["players"]:
            player["stand_in"] = True
        self.files.at, self.files.fault = (self.files.calls + fails if fails else 0), "error"
        try:
            self.laptops[number].tournament.store(game)
        except NotSaved:
            self.refused.add((round, judge))
            return
        finally:
            self.files.at = 0
        self._did(number)

    @rule(number=laptops, id=st.sampled_from("abc"), name=st.sampled_from(("Ёж", "Лис")))
    def enters(self, number: int, id: str, name: str) -> None:
        self.laptops[number].tournament.put_players([PlayerEntry(f"{name} {id}", id=id)])
        self._did(number)

    @rule(number=laptops, round=st.integers(1, 3), index=st.integers(0, 1))
    def chooses(self, number: int, round: int, index: int) -> None:
        slot = Slot("qualifying", round, 1)
        state = self.laptops[number].tournament.slots().get(slot)
        if state is not None and len(state.heads) > 1:
            self.laptops[number].tournament.choose(slot, state.heads[index % len(state.heads)])
            self._did(number)

    @rule(number=laptops, index=st.integers(0, 2))
    def takes_back_a_choice(self, number: int, index: int) -> None:
        tournament = self.laptops[number].tournament
        choices = [row["id"] for row in tournament.decisions() if row["kind"] == CHOICE]
        if choices:
            tournament.decide({"kind": UNDO, "undoes": choices[index % len(choices)]})
            self._did(number)

    # -- what carries ------------------------------------------------------------------------------------

    @rule(number=laptops, carrier=carriers)
    def looks(self, number: int, carrier: Path) -> None:
        laptop = self.laptops[number]
        laptop.hall.share(carrier)
        news = laptop.hall.look()
        assert (news.trouble, news.waiting, news.rejected) == (None, 0, ())
        self._came_through(laptop.tournament.records())
        carried = {name.removesuffix(".json") for name in self.files.listdir(carrier)}
        assert self.confirmed[number] <= carried
        carried -= {name for name in carried if name.endswith(".new")}  # another laptop's, pulled meanwhile
        assert carried <= set(self.made)
        assert carried <= laptop.names()
        self._did(number)

    @rule(number=laptops, carrier=carriers, fails=st.integers(1, 40), all=st.booleans())
    def is_pulled_out_meanwhile(self, number: int, carrier: Path, fails: int, all: bool) -> None:
        laptop = self.laptops[number]
        laptop.hall.share(carrier)
        self.files.at, self.files.fault = self.files.calls + fails, "fails_from_here" if all else "error"
        laptop.hall.look()
        self.files.at = 0
        self._came_through(laptop.tournament.records())
        assert self.confirmed[number] <= laptop.names()
        self.confirmed[number] = laptop.names()

    @rule(number=laptops, other=laptops, whole=st.booleans())
    def merges(self, number: int, other: int, whole: bool) -> None:
        source = self.laptops[other].root if whole else self.laptops[other].file
        found = gather(self.files, [source])
        assert found.rejected == frozenset()
        self._came_through(found.records.values())
        assert self.confirmed[other] <= set(found.records)
        tournament = self.laptops[number].tournament
        known = {one.name: one for one in tournament.records()}
        tournament.take(sift(tournament.created, known, found.records.values(), lambda _, one: one).fresh)
        assert set(found.records) <= self.laptops[number].names()
        self._did(number)

    @rule(carrier=carriers)
    def is_wiped(self, carrier: Path) -> None:
        for name in self.files.listdir(carrier):
            self.files.unlink(carrier / name)

    # -- what happens to laptops -------------------------------------------------------------------------

    @rule(cut=st.sampled_from(POWER_CUTS), seed=st.integers(0, 9))
    def the_hall_loses_power(self, cut: str, seed: int) -> None:
        self.files = self.files.power_cut(cut, seed)
        self.laptops = [Laptop(self.files, number) for number in LAPTOPS]
        for number, laptop in enumerate(self.laptops):
            laptop.open()
            # What had been refused may have come through after all.
            assert self.confirmed[number] <= laptop.names()
            self._came_through(laptop.tournament.records())
            self._did(number)

    @rule(number=laptops)
    def a_file_is_deleted_and_made_anew(self, number: int) -> None:
        laptop = self.laptops[number]
        laptop.open()
        self._came_through(laptop.tournament.records())
        self._did(number)
        before = self.files.read(laptop.file)
        for name in (laptop.file, laptop.file.with_name("cup.json.bak")):
            if self.files.exists(name):
                self.files.unlink(name)
        rebuild(laptop.folder, laptop.file, "t1")
        assert self.files.read(laptop.file) == before
        laptop.open()

    # -- what must hold ----------------------------------------------------------------------------------

    @invariant()
    def each_laptop_has_what_it_confirmed_and_counts_it_as_the_model_does(self) -> None:
        for number, laptop in enumerate(self.laptops):
            assert laptop.names() == self.confirmed[number]
            assert {slot: set(s.heads) for slot, s in laptop.tournament.slots().items()} == self.heads(number)

    def heads(self, number: int) -> dict[Slot, set[str]]:
        found: dict[Slot, set[str]] = {}
        known = [self.made[name] for name in self.confirmed[number]]
        for one in known:
            if one.kind == PROTOCOL:
                found.setdefault(slot_of(one.body["protocol"]), set()).add(one.body["hash"])
        decisions = [one for one in known if one.kind == DECISION]
        undone = {one.body["undoes"] for one in decisions if one.body["kind"] == UNDO}
        for one in decisions:
            in_force = one.body["kind"] == CHOICE and one.body["id"] not in undone
            if in_force and slot_of(one.body) in found:
                found[slot_of(one.body)] -= set(one.body["among"]) - {one.body["chosen"]}
        return found

    def teardown(self) -> None:
        """In the end, after a restart, one share brings all of them together, whatever came before."""
        for laptop in self.laptops:
            laptop.open()
            self._came_through(laptop.tournament.records())
        for _ in range(2):
            for laptop in self.laptops:
                laptop.hall.share(CARRIERS[0])
                assert laptop.hall.look().trouble is None
        together = set().union(*self.confirmed)
        assert all(laptop.names() >= together for laptop in self.laptops)
        assert len({self.files.read(laptop.file) for laptop in self.laptops}) == 1
        for laptop in self.laptops:
            before = self.files.read(laptop.file)
            rebuild(laptop.folder, laptop.file, "t1")
            assert self.files.read(laptop.file) == before


@pytest.fixture(autouse=True)
def small_reserve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.folder.RESERVE", 64)


def test_six_laptops_and_three_carriers_behave_like_sets() -> None:
    examples, steps = (400, 60) if LONG else (50, 40)
    run_state_machine_as_test(
        HallMachine, settings=settings(max_examples=examples, stateful_step_count=steps, deadline=None)
    )


def test_the_model_would_notice_a_lost_record(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgets(self: Tournament, fresh: Any) -> int:
        kept = list(fresh)[:-1]
        return genuine(self, kept) if kept else 0

    genuine = Tournament.take
    monkeypatch.setattr(Tournament, "take", forgets)
    with pytest.raises(AssertionError):
        run_state_machine_as_test(
            HallMachine,
            settings=settings(
                max_examples=12, stateful_step_count=20, deadline=None, phases=[Phase.generate]
            ),
        )
