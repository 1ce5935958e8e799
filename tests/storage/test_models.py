"""Any sequence of actions, faults and restarts against a plain list and a plain dict."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule
from memory_files import FAULTS, POWER_CUTS, Died, MemoryFiles
from scenarios import folder_on, now, protocol

from storage.errors import NotSaved, WrongInput
from storage.journal import Journal
from storage.kinds import Slot
from storage.roster import PlayerEntry
from storage.tournaments import create, open_tournament, rebuild

PATH = Path("/game.jnl")
FILE = Path("/data/cup.json")
TEXTS = st.text(st.characters(codec="utf-8"), max_size=30)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 40), 1 << 40) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
SURVIVABLE = tuple(fault for fault in FAULTS if not fault.startswith("dies") and fault != "fails_from_here")


class JournalAgainstList(RuleBasedStateMachine):
    """What was confirmed is a list; at most one unconfirmed record may follow it after a crash."""

    def __init__(self) -> None:
        super().__init__()
        self.files = MemoryFiles()
        self.journal = Journal.create(self.files, PATH, {"slot": None})
        self.confirmed: list[dict[str, Any]] = []

    @rule(value=VALUES)
    def acts(self, value: Any) -> None:
        assert self.journal.append({"event": value}) == len(self.confirmed) + 1
        self.confirmed.append({"event": value})

    @rule(value=VALUES, fault=st.sampled_from(SURVIVABLE), ahead=st.integers(1, 4))
    def acts_on_a_failing_disk(self, value: Any, fault: str, ahead: int) -> None:
        self.files.at, self.files.fault = self.files.calls + ahead, fault
        try:
            self.journal.append({"event": value})
        except NotSaved:
            pass
        else:
            self.confirmed.append({"event": value})
        self.files.at = 0

    @rule(
        value=VALUES,
        end=st.sampled_from(("killed", *POWER_CUTS)),
        seed=st.integers(0, 99),
        ahead=st.integers(1, 2),
    )
    def dies_in_an_act(self, value: Any, end: str, seed: int, ahead: int) -> None:
        self.files.at, self.files.fault = self.files.calls + ahead, "dies_middle"
        try:
            self.journal.append({"event": value})
            self.confirmed.append({"event": value})
        except Died:
            pass
        self.files = self.files.killed() if end == "killed" else self.files.power_cut(end, seed)
        opened = Journal.open(self.files, PATH)
        assert opened.journal is not None
        found = list(opened.records)
        assert found in (self.confirmed, [*self.confirmed, {"event": value}])
        self.journal, self.confirmed = opened.journal, found

    @rule(value=st.floats() | st.binary() | st.dictionaries(st.integers(), st.none(), min_size=1))
    def hands_in_what_is_no_json(self, value: object) -> None:
        with pytest.raises(WrongInput):
            self.journal.append({"event": value})

    @invariant()
    def shows_what_was_confirmed(self) -> None:
        assert list(self.journal.records) == self.confirmed


class TournamentAgainstDict(RuleBasedStateMachine):
    """Slots to judges' names, a roster of ids; reopened, rebuilt and refused at any time."""

    slots = Bundle("slots")

    def __init__(self) -> None:
        super().__init__()
        self.files = MemoryFiles()
        self.folder = folder_on(self.files)
        self.tournament = create(
            self.folder, FILE, tournament_id="t1", title="", regulation=None, source=None, now=now
        )
        self.versions: dict[int, list[str]] = {}
        self.chosen: dict[int, tuple[set[str], str]] = {}
        self.roster: dict[str, str] = {}

    @rule(number=st.integers(1, 4), judge=st.sampled_from("JKL"), fails=st.integers(0, 14))
    def stores(self, number: int, judge: str, fails: int) -> None:
        known = self.versions.get(number, [])
        self.files.at, self.files.fault = (self.files.calls + fails if fails else 0), "error"
        try:
            # Everyone is a stand-in: the roster is another matter.
            game = protocol(number, judge)
            for player in game["players"]:
                player["stand_in"] = True
            result = self.tournament.store(game)
        except NotSaved:
            return
        finally:
            self.files.at = 0
        if judge in known:
            assert result == "same"
            return
        self.versions[number] = [*known, judge]
        assert result == ("conflict" if len(self.heads(number)) > 1 else "stored")

    @rule(number=st.integers(1, 4), index=st.integers(0, 2))
    def chooses(self, number: int, index: int) -> None:
        heads = self.heads(number)
        if len(heads) < 2:
            return
        chosen = heads[index % len(heads)]
        slot = Slot("qualifying", number, 1)
        hashes = {found.protocol["judge"]: found.hash for found in self.tournament.find(slot)}
        self.tournament.choose(slot, hashes[chosen])
        rejected = self.chosen.get(number, (set(), ""))[0] | (set(heads) - {chosen})
        self.chosen[number] = (rejected, chosen)

    @rule(ids=st.lists(st.sampled_from(["a", "b", "c"]), unique=True))
    def enters(self, ids: list[str]) -> None:
        self.tournament.put_players([PlayerEntry(f"Игрок {one}", id=one) for one in ids])
        self.roster |= {one: f"Игрок {one}" for one in ids}

    @rule(one=st.sampled_from(["a", "b", "c"]))
    def drops(self, one: str) -> None:
        if one in self.roster:
            self.tournament.drop_players([one])
            del self.roster[one]
        else:
            with pytest.raises(WrongInput):
                self.tournament.drop_players([one])

    @rule(cut=st.sampled_from(POWER_CUTS))
    def loses_power(self, cut: str) -> None:
        self.files = self.files.power_cut(cut, 1)
        self.folder = folder_on(self.files)
        self.tournament = open_tournament(self.folder, FILE, write=True, now=now)
        # What had been refused may have come through after all; then it counts from here on.
        for found in self.tournament.protocols():
            judges = self.versions.setdefault(found.slot.round, [])
            if found.protocol["judge"] not in judges:
                judges.append(found.protocol["judge"])

    @rule()
    def rebuilds(self) -> None:
        self.tournament = open_tournament(self.folder, FILE, write=True, now=now)
        for found in self.tournament.protocols():
            judges = self.versions.setdefault(found.slot.round, [])
            if found.protocol["judge"] not in judges:
                judges.append(found.protocol["judge"])
        before = self.files.read(FILE)
        rebuild(self.folder, FILE, "t1")
        assert self.files.read(FILE) == before
        self.tournament = open_tournament(self.folder, FILE, write=True, now=now)

    def heads(self, number: int) -> list[str]:
        rejected = self.chosen.get(number, (set(), ""))[0]
        return [judge for judge in self.versions.get(number, []) if judge not in rejected]

    @invariant()
    def agrees(self) -> None:
        found: dict[int, set[str]] = {}
        for stored in self.tournament.protocols():
            found.setdefault(stored.slot.round, set()).add(stored.protocol["judge"])
        assert found == {number: set(judges) for number, judges in self.versions.items()}
        official = {stored.slot.round: stored.protocol["judge"] for stored in self.tournament.official()}
        assert official == {n: self.heads(n)[0] for n in self.versions if len(self.heads(n)) == 1}
        assert {entry.id: entry.name for entry in self.tournament.players()} == self.roster


@pytest.fixture(autouse=True)
def small_reserve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.folder.RESERVE", 64)


def test_a_journal_behaves_like_a_list_that_survives() -> None:
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(
        JournalAgainstList, settings=settings(max_examples=60, stateful_step_count=30, deadline=None)
    )


def test_a_tournament_behaves_like_dicts_that_survive() -> None:
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(
        TournamentAgainstDict, settings=settings(max_examples=40, stateful_step_count=25, deadline=None)
    )
