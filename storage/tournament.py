"""One tournament, one TinyDB file: who plays, what was recorded, what the judges decided.

Every change is a record first and then a write of the file, which is a pure function of the set of records:
it can be deleted and made again. Stored documents are copied at this edge.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from tinydb import TinyDB
from tinydb.table import Document

from rules.record import record as frozen
from storage.durable import DurableStorage
from storage.errors import Notice, StorageError, WrongFile, WrongInput
from storage.folder import Folder
from storage.kinds import CHOICE, CREATED, DECISION, DRAW, PROTOCOL, ROSTER, UNDO, Slot, slot_of
from storage.records import Record, make_record, sorted_records, write_record
from storage.roster import PlayerEntry, changed_roster, json_of, tidied, with_ids
from storage.slots import (
    CONFLICT,
    OFFICIAL,
    SlotState,
    Stored,
    check_correction,
    checked_protocol,
    slot_states,
    stored_protocols,
)
from storage.strict_json import content_hash, copied
from storage.tables import records_of, roster_of, tables_of
from storage.undoing import in_force, latest_decisions, rows_of, rows_with_undone

STORED = "stored"
SAME = "same"
ONE_OFF_STAGE = "one-off"
ONE_OFF_TABLE = 1


@frozen
class Header:
    """What a tournament is. regulation: its id; source: the whole regulation as it was, so that a result
    never depends on a file that changed since. created: ISO time.
    """

    id: str
    title: str
    regulation: str | None
    source: dict[str, Any] | None
    created: str


P = ParamSpec("P")
R = TypeVar("R")


def _alone(
    method: Callable[Concatenate[Tournament, P], R],
) -> Callable[Concatenate[Tournament, P], R]:
    """A change of the file: one at a time in this process, whichever thread and handle it comes from."""

    @wraps(method)
    def held(self: Tournament, /, *args: P.args, **more: P.kwargs) -> R:
        with self._folder.writing:
            return method(self, *args, **more)

    return held


class Tournament:
    """An open tournament file. Made by the functions of storage.tournaments only.

    notice: what a person should know about the opening, or None. Records may be taken in another thread; what
    is read meanwhile is the state before.
    """

    def __init__(self, folder: Folder, path: Path, storage: DurableStorage, now: Callable[[], str]) -> None:
        self.path = path
        self.notice: Notice | None = storage.notice
        self._opening = storage.notice
        self._folder = folder
        self._storage = storage
        self._db = TinyDB(storage=lambda: storage)
        self._now = now
        self._records = {record.name: record for record in records_of(storage.read() or {})}
        self._roster: tuple[object, tuple[PlayerEntry, ...]] = (None, ())

    @property
    def healed(self) -> Notice | None:
        """What was put right in the file since the opening, or None."""
        notice = self._storage.notice
        return None if notice is self._opening else notice

    # -- reading ---------------------------------------------------------------------------------------------

    @property
    def header(self) -> Header:
        body = copied(self._created())
        return Header(body["id"], body["title"], body["regulation"], body["source"], body["created"])

    @property
    def id(self) -> str:
        """The id in the header, without a copy of all the rest."""
        return str(self._created()["id"])

    @property
    def created(self) -> Record:
        """The record of its beginning. Raises WrongFile."""
        found = self._of(CREATED)
        if not found:
            raise WrongFile(
                "no_header", "{path}: the file does not say which tournament it holds.", path=self.path
            )
        return found[0]

    def players(self) -> tuple[PlayerEntry, ...]:
        """The roster, in the order of entry."""
        records = self._records
        if self._roster[0] is not records:
            self._roster = records, roster_of(sorted_records(records.values()))
        return self._roster[1]

    def protocols(self) -> tuple[Stored, ...]:
        """Every protocol on record with its standing (official, conflict, superseded, rejected, void)."""
        return stored_protocols(self._all())

    def official(self) -> tuple[Stored, ...]:
        """What standings are made of: the only head of each slot, in the order of stages, rounds, tables."""
        return tuple(found for found in self.protocols() if found.status == OFFICIAL)

    def find(self, slot: Slot) -> tuple[Stored, ...]:
        """The protocols of one slot."""
        return tuple(found for found in self.protocols() if found.slot == slot)

    def slots(self) -> dict[Slot, SlotState]:
        """Each slot that has a protocol: free (only void games), official or conflict, and its heads."""
        return slot_states(self._all())

    def decisions(self) -> tuple[dict[str, Any], ...]:
        """Decisions in force in the order of making, each with its id and `at`; the latest wording of an id
        counts."""
        return tuple(copied(row) for row in rows_of(in_force(latest_decisions(self._all()))))

    def all_decisions(self) -> tuple[dict[str, Any], ...]:
        """Every decision, undos too, each with `at` and `undone_by`: the id of what took it back, or None."""
        return tuple(copied(row) for row in rows_with_undone(latest_decisions(self._all())))

    def draws(self) -> tuple[dict[str, Any], ...]:
        """Published draws, the latest last."""
        return tuple(copied(record.body) for record in self._of(DRAW))

    def published(self) -> tuple[dict[str, Any], ...]:
        """Published draws, the latest last, each with its time and the name of its record."""
        return tuple({"record": one.name, "at": one.at, **copied(one.body)} for one in self._of(DRAW))

    def records(self) -> tuple[Record, ...]:
        """All records the file is made of."""
        return tuple(self._all())

    # -- changing --------------------------------------------------------------------------------------------

    @_alone
    def put_players(self, entries: Sequence[PlayerEntry]) -> tuple[PlayerEntry, ...]:
        """Adds players or replaces those with the same id; missing ids become P01, P02, … All or nothing.

        Returns the entries with their ids. Raises WrongInput (an id or a name twice), NotSaved.
        """
        self.refresh()
        complete = with_ids([tidied(entry) for entry in entries], self.players())
        changed_roster(self.players(), complete, ())
        if complete:
            self._write([(ROSTER, {"put": [json_of(entry) for entry in complete], "drop": []})])
        return complete

    @_alone
    def drop_players(self, ids: Sequence[str]) -> None:
        """Takes players off the roster; their protocols stay. Raises WrongInput (unknown id), NotSaved."""
        self.refresh()
        changed_roster(self.players(), (), ids)
        if ids:
            self._write([(ROSTER, {"put": [], "drop": list(ids)})])

    def store(self, protocol: Mapping[str, Any], *, supersedes: Sequence[str] = ()) -> str:
        """Keeps a finished protocol: "stored", "same" (it was there already) or "conflict".

        supersedes: hashes of protocols of this slot that it corrects. Raises WrongInput, NotSaved.
        """
        return self.store_all([protocol], supersedes=supersedes)[0]

    @_alone
    def store_all(
        self,
        protocols: Iterable[Mapping[str, Any]],
        *,
        supersedes: Sequence[str] = (),
        stages: Mapping[str, int | None] | None = None,
    ) -> tuple[str, ...]:
        """Keeps several protocols in one write: all of them or none. Results as of `store`, in order.

        stages: the number of tables by stage (None: any), where unknown ones are to be refused.
        Raises WrongInput (no slot, an unknown player, stage, table or correction), NotSaved.
        """
        self.refresh()
        roster = {entry.id for entry in self.players()}
        taken: dict[Slot, set[str]] = {}
        for record in self._of(PROTOCOL):
            taken.setdefault(slot_of(record.body["protocol"]), set()).add(record.body["hash"])
        fresh: list[tuple[str, dict[str, Any]]] = []
        slots: list[Slot | None] = []
        for protocol in protocols:
            slot = checked_protocol(protocol, roster, stages)
            check_correction(slot, supersedes, taken.get(slot, ()))
            name = content_hash(protocol)
            if name in taken.setdefault(slot, set()):
                slots.append(None)
                continue
            taken[slot].add(name)
            slots.append(slot)
            body = {"protocol": dict(protocol), "hash": name, "supersedes": list(supersedes)}
            fresh.append((PROTOCOL, body))
        if fresh:
            self._write(fresh)
        states = self.slots()
        return tuple(
            SAME if slot is None else CONFLICT if states[slot].status == CONFLICT else STORED
            for slot in slots
        )

    @_alone
    def decide(self, decision: Mapping[str, Any]) -> str:
        """Keeps a decision (an object with a `kind`); returns its id, made up where there is none.

        The same decision under the same id counts once. Raises WrongInput, NotSaved.
        """
        if not isinstance(decision.get("kind"), str):
            raise WrongInput("no_kind", "A decision needs a kind.")
        self.refresh()
        if decision["kind"] == UNDO:
            self._check_undo(decision)
        device = self._folder.device
        own = max((record.seq for record in self._all() if record.device == device), default=0)
        body = {"id": f"{device}-{own + 1}", **decision}
        for known in self._of(DECISION):
            if known.body["id"] == body["id"]:
                if content_hash(known.body) == content_hash(body):
                    return str(body["id"])
                raise WrongInput(
                    "decision_exists", "There is another decision under the id {id}.", id=body["id"]
                )
        self._write([(DECISION, body)])
        return str(body["id"])

    def _check_undo(self, undo: Mapping[str, Any]) -> None:
        """Raises WrongInput where there is nothing to take back."""
        named = undo.get("undoes")
        known = next((row for row in self.all_decisions() if row["id"] == named), None)
        if known is None:
            raise WrongInput("nothing_to_undo", "There is no decision {id} to undo.", id=named)
        if known["undone_by"] is not None and known["undone_by"] != undo.get("id"):
            raise WrongInput("undone_already", "The decision {id} is undone already.", id=named)

    @_alone
    def choose(self, slot: Slot, chosen: str, *, reason: str | None = None) -> str:
        """The chief judge's decision in a conflict: names the protocol that counts among all its rivals.

        chosen: its hash. Raises WrongInput (the slot has no such head), NotSaved.
        """
        state = self.slots().get(slot)
        if state is None or chosen not in state.heads:
            raise WrongInput(
                "nothing_to_choose", "{slot}: there is no such protocol to choose.", slot=slot.label()
            )
        return self.decide(
            {
                "kind": CHOICE,
                "stage": slot.stage,
                "round": slot.round,
                "table": slot.table,
                "among": list(state.heads),
                "chosen": chosen,
                "reason": reason,
            }
        )

    @_alone
    def publish_draw(self, draw: Mapping[str, Any]) -> None:
        """Keeps a draw as it was published. Raises WrongInput, NotSaved."""
        self._write([(DRAW, dict(draw))])

    def next_round(self, stage: str = ONE_OFF_STAGE) -> int:
        """The number of the next game of a series at one table (a club evening)."""
        return max((slot.round for slot in self.slots() if slot.stage == stage), default=0) + 1

    def on_disk(self, name: str) -> dict[str, Any] | None:
        """The protocol with this hash as the file holds it now, read anew. Raises WrongFile."""
        for document in self._storage.reread().get("protocols", {}).values():
            if document["body"]["hash"] == name:
                protocol: dict[str, Any] = document["body"]["protocol"]
                return protocol
        return None

    @_alone
    def take(self, fresh: Iterable[Record]) -> int:
        """Adds records made elsewhere, whatever their order; returns how many were new. Raises NotSaved.

        Those of other tournaments are left out.
        """
        self.refresh()
        own = self.id
        new = {r.name: r for r in fresh if r.tournament == own and r.name not in self._records}
        if new:
            self._keep(list(new.values()), withdraw=False)
        return len(new)

    @_alone
    def refresh(self) -> bool:
        """Takes in what another handle wrote into the file since; True when there was anything."""
        if not self._storage.changed():
            return False
        found = records_of(self._storage.read() or {})
        self._records = {**self._records, **{record.name: record for record in found}}
        return True

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Tournament:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- inside ----------------------------------------------------------------------------------------------

    def _all(self) -> list[Record]:
        return sorted_records(self._records.values())

    def _of(self, kind: str) -> list[Record]:
        return [record for record in self._all() if record.kind == kind]

    def _created(self) -> dict[str, Any]:
        return self.created.body

    def _write(self, bodies: Sequence[tuple[str, dict[str, Any]]]) -> None:
        self.refresh()
        known = list(self._records.values())
        fresh: list[Record] = []
        for kind, body in bodies:
            record = make_record(kind, self.id, known + fresh, self._folder.device, self._now(), body)
            fresh.append(record)
        self._keep(fresh, withdraw=True)

    def _keep(self, fresh: Sequence[Record], *, withdraw: bool) -> None:
        """First the records, then the file."""
        files, folder = self._folder.files, self._folder.records
        together = {**self._records, **{record.name: record for record in fresh}}
        try:
            for record in fresh:
                write_record(files, folder, record, self._folder.make_room)
            with self._storage.transaction():
                fill(self._db, together.values())
        except StorageError:
            # Not confirmed: what the judge does again must not count beside it.
            for record in fresh if withdraw else ():
                with contextlib.suppress(OSError):
                    files.unlink(folder / f"{record.name}.json")
            with contextlib.suppress(OSError):
                files.fsync_dir(folder)
            raise
        self._records = together


def fill(db: TinyDB, records: Iterable[Record]) -> None:
    """Makes the tables of a tournament file out of its records."""
    db.drop_tables()
    for name, documents in tables_of(records).items():
        db.table(name).insert_multiple(Document(document, number) for number, document in documents.items())
