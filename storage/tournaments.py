"""One tournament, one TinyDB file: who plays, what was recorded, what the judges decided.

Every change is a record first and then a write of the file, which is a pure function of the set of records:
it can be deleted and made again. Stored documents are copied at this edge.
"""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tinydb import TinyDB
from tinydb.table import Document

from storage import records as kinds
from storage.durable import DurableStorage, create_file
from storage.errors import StorageError, WrongFile, WrongInput
from storage.folder import Folder
from storage.records import Record, make_record, read_records, write_record
from storage.roster import PlayerEntry, changed_roster, entry_of, json_of, with_ids
from storage.slots import (
    CONFLICT,
    Slot,
    SlotState,
    Stored,
    checked_protocol,
    slot_states,
    stored_protocols,
)
from storage.strict_json import content_hash
from storage.tables import records_of, tables_of

STORED = "stored"
SAME = "same"
ONE_OFF_STAGE = "one-off"
ONE_OFF_TABLE = 1


@dataclass(frozen=True, slots=True)
class Header:
    """What a tournament is. regulation: its id; source: the whole regulation as it was, so that a result
    never depends on a file that changed since. created: ISO time.
    """

    id: str
    title: str
    regulation: str | None
    source: dict[str, Any] | None
    created: str


class Tournament:
    """An open tournament file. Made by `create`, `open_tournament` and `open_one_off` only."""

    def __init__(
        self, folder: Folder, path: Path, storage: DurableStorage, now: Callable[[], str], notice: str | None
    ) -> None:
        self.path = path
        self.notice = notice
        self._folder = folder
        self._storage = storage
        self._db = TinyDB(folder, storage=lambda _folder: storage)
        self._now = now
        self._records = {record.name: record for record in records_of(storage.read() or {})}

    # -- reading ---------------------------------------------------------------------------------------------

    @property
    def header(self) -> Header:
        body = self._body(kinds.CREATED)
        return Header(body["id"], body["title"], body["regulation"], body["source"], body["created"])

    def players(self) -> tuple[PlayerEntry, ...]:
        """The roster, in the order of entry."""
        return tuple(entry_of(document) for document in self._db.table("players").all())

    def protocols(self) -> tuple[Stored, ...]:
        """Every protocol on record with its standing (official, conflict, superseded, rejected, void)."""
        return stored_protocols(self._all())

    def official(self) -> tuple[Stored, ...]:
        """What standings are made of: the only head of each slot, in the order of stages, rounds, tables."""
        return tuple(found for found in self.protocols() if found.status == "official")

    def find(self, slot: Slot) -> tuple[Stored, ...]:
        """The protocols of one slot."""
        return tuple(found for found in self.protocols() if found.slot == slot)

    def slots(self) -> dict[Slot, SlotState]:
        """Each slot that has a protocol: free (only void games), official or conflict, and its heads."""
        return slot_states(self._all())

    def decisions(self) -> tuple[dict[str, Any], ...]:
        """Decisions in force order, each with its id and `at`."""
        return tuple(
            {"at": record.at, **copy.deepcopy(record.body)} for record in self._of(kinds.DECISION)
        )

    def draws(self) -> tuple[dict[str, Any], ...]:
        """Published draws, the latest last."""
        return tuple(copy.deepcopy(record.body) for record in self._of(kinds.DRAW))

    def records(self) -> tuple[Record, ...]:
        """All records the file is made of."""
        return tuple(self._all())

    # -- changing --------------------------------------------------------------------------------------------

    def put_players(self, entries: Sequence[PlayerEntry]) -> tuple[PlayerEntry, ...]:
        """Adds players or replaces those with the same id; missing ids become P01, P02, … All or nothing.

        Returns the entries with their ids. Raises WrongInput (an id or a name twice), NotSaved.
        """
        complete = with_ids(entries, self.players())
        changed_roster(self.players(), complete, ())
        if complete:
            self._write([(kinds.ROSTER, {"put": [json_of(entry) for entry in complete], "drop": []})])
        return complete

    def drop_players(self, ids: Sequence[str]) -> None:
        """Takes players off the roster; their protocols stay. Raises WrongInput (unknown id), NotSaved."""
        changed_roster(self.players(), (), ids)
        if ids:
            self._write([(kinds.ROSTER, {"put": [], "drop": list(ids)})])

    def store(self, protocol: Mapping[str, Any], *, supersedes: Sequence[str] = ()) -> str:
        """Keeps a finished protocol: "stored", "same" (it was there already) or "conflict".

        supersedes: hashes of protocols of this slot that it corrects. Raises WrongInput, NotSaved.
        """
        return self.store_all([protocol], supersedes=supersedes)[0]

    def store_all(
        self, protocols: Iterable[Mapping[str, Any]], *, supersedes: Sequence[str] = ()
    ) -> tuple[str, ...]:
        """Keeps several protocols in one write: all of them or none. Results as of `store`, in order.

        Raises WrongInput (no slot, an unknown player, an unknown correction), NotSaved.
        """
        roster = {entry.id for entry in self.players()}
        taken: dict[Slot, set[str]] = {}
        for found in self.protocols():
            taken.setdefault(found.slot, set()).add(found.hash)
        fresh: list[tuple[str, dict[str, Any]]] = []
        slots: list[Slot | None] = []
        for protocol in protocols:
            slot = checked_protocol(protocol, roster, supersedes, taken)
            name = content_hash(protocol)
            if name in taken.setdefault(slot, set()):
                slots.append(None)
                continue
            taken[slot].add(name)
            slots.append(slot)
            fresh.append((kinds.PROTOCOL, {"protocol": dict(protocol), "supersedes": list(supersedes)}))
        if fresh:
            self._write(fresh)
        states = self.slots()
        return tuple(
            SAME if slot is None else CONFLICT if states[slot].status == CONFLICT else STORED
            for slot in slots
        )

    def decide(self, decision: Mapping[str, Any]) -> str:
        """Keeps a decision (an object with a `kind`); returns its id, made up where there is none.

        The same decision under the same id counts once. Raises WrongInput, NotSaved.
        """
        if not isinstance(decision.get("kind"), str):
            raise WrongInput("A decision needs a kind.")
        device = self._folder.device
        own = max((record.seq for record in self._all() if record.device == device), default=0)
        body = {"id": f"{device}-{own + 1}", **decision}
        for known in self._of(kinds.DECISION):
            if known.body["id"] == body["id"]:
                if content_hash(known.body) == content_hash(body):
                    return str(body["id"])
                raise WrongInput(f"Decision {body['id']}: there is another one under this id.")
        self._write([(kinds.DECISION, body)])
        return str(body["id"])

    def choose(self, slot: Slot, chosen: str, *, reason: str | None = None) -> str:
        """The chief judge's decision in a conflict: names the protocol that counts among all its rivals.

        chosen: its hash. Raises WrongInput (the slot has no such head), NotSaved.
        """
        state = self.slots().get(slot)
        if state is None or chosen not in state.heads:
            raise WrongInput(f"{slot.label()}: there is no such protocol to choose.")
        return self.decide(
            {
                "kind": "choice",
                "stage": slot.stage,
                "round": slot.round,
                "table": slot.table,
                "among": list(state.heads),
                "chosen": chosen,
                "reason": reason,
            }
        )

    def publish_draw(self, draw: Mapping[str, Any]) -> None:
        """Keeps a draw as it was published. Raises WrongInput, NotSaved."""
        self._write([(kinds.DRAW, dict(draw))])

    def next_round(self, stage: str = ONE_OFF_STAGE) -> int:
        """The number of the next game of a series at one table (a club evening)."""
        return max((slot.round for slot in self.slots() if slot.stage == stage), default=0) + 1

    def on_disk(self, name: str) -> dict[str, Any] | None:
        """The protocol with this hash as the file holds it now, read anew. Raises WrongFile."""
        found = [s for s in stored_protocols(records_of(self._storage.reread())) if s.hash == name]
        return found[0].protocol if found else None

    def take(self, fresh: Iterable[Record]) -> int:
        """Adds records made elsewhere, whatever their order; returns how many were new. Raises NotSaved."""
        own = self.header.id
        new = {r.name: r for r in fresh if r.tournament == own and r.name not in self._records}
        for record in new.values():
            write_record(self._folder.files, self._folder.records, record)
        if new:
            self._apply({**self._records, **new})
        return len(new)

    def refresh(self) -> bool:
        """Takes in what another handle wrote into the file since; True when there was anything."""
        if not self._storage.changed():
            return False
        self._records = {record.name: record for record in records_of(self._storage.read() or {})}
        self._db.table("players").clear_cache()
        return True

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Tournament:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- inside ----------------------------------------------------------------------------------------------

    def _all(self) -> list[Record]:
        return kinds.sorted_records(self._records.values())

    def _of(self, kind: str) -> list[Record]:
        return [record for record in self._all() if record.kind == kind]

    def _body(self, kind: str) -> dict[str, Any]:
        found = self._of(kind)
        if not found:
            raise WrongFile(f"{self.path}: the file does not say which tournament it holds.")
        return copy.deepcopy(found[0].body)

    def _write(self, bodies: Sequence[tuple[str, dict[str, Any]]]) -> None:
        self.refresh()
        together = dict(self._records)
        fresh: list[Record] = []
        for kind, body in bodies:
            record = make_record(
                kind, self.header.id, together.values(), self._folder.device, self._now(), body
            )
            together[record.name] = record
            fresh.append(record)
        try:
            for record in fresh:
                write_record(self._folder.files, self._folder.records, record)
            self._apply(together)
        except StorageError:
            # Not confirmed: a repetition by the judge must not count beside it.
            for record in fresh:
                with contextlib.suppress(OSError):
                    self._folder.files.unlink(self._folder.records / f"{record.name}.json")
            raise

    def _apply(self, together: dict[str, Record]) -> None:
        with self._storage.transaction():
            fill(self._db, together.values())
        self._records = together


def fill(db: TinyDB, records: Iterable[Record]) -> None:
    """Makes the tables of a tournament file out of its records."""
    db.drop_tables()
    for name, documents in tables_of(records).items():
        db.table(name).insert_multiple(Document(document, number) for number, document in documents.items())


def create(
    folder: Folder,
    path: Path,
    *,
    tournament_id: str,
    title: str,
    regulation: str | None,
    source: Mapping[str, Any] | None,
    now: Callable[[], str],
) -> Tournament:
    """A new tournament file. tournament_id: random, for good, names the tournament in its records.

    The folder's lock must be held. Raises WrongFile (name taken), WrongInput, NotSaved.
    """
    created = now()
    body = {
        "id": tournament_id,
        "title": title,
        "regulation": regulation,
        "source": None if source is None else dict(source),
        "created": created,
    }
    record = make_record(kinds.CREATED, tournament_id, (), folder.device, created, body)
    write_record(folder.files, folder.records, record)
    try:
        create_file(folder.files, path, _json_tables([record]))
    except StorageError:
        with contextlib.suppress(OSError):
            folder.files.unlink(folder.records / f"{record.name}.json")
        raise
    return open_tournament(folder, path, write=True, now=now)


def open_tournament(
    folder: Folder, path: Path, *, write: bool = False, now: Callable[[], str] | None = None
) -> Tournament:
    """Opens a tournament file. For writing the folder's lock must be held and now (ISO time) be given.

    Opened for writing it is first brought level with the records: what either lacks is added, and `notice`
    says so. Raises WrongFile (missing, damaged with its backup), TooNew, NotSaved.
    """
    storage = DurableStorage(folder.files, path, write=write, make_room=folder.make_room)
    try:
        tournament = Tournament(folder, path, storage, now or _no_clock, storage.notice)
        tournament.header  # noqa: B018 - a file without one is refused here
    except (KeyError, TypeError, ValueError, AttributeError):
        raise WrongFile(f"{path}: the file is whole, but its content is not that of a tournament.") from None
    if write:
        _level(folder, tournament)
    return tournament


def open_one_off(folder: Folder, *, new_id: Callable[[], str], now: Callable[[], str]) -> Tournament:
    """The file of games outside any tournament (numbered rounds at one table), made when it is missing."""
    if folder.files.exists(folder.one_off):
        return open_tournament(folder, folder.one_off, write=True, now=now)
    return create(
        folder, folder.one_off, tournament_id=new_id(), title="", regulation=None, source=None, now=now
    )


def rebuild(folder: Folder, path: Path, tournament_id: str) -> None:
    """Makes a missing tournament file anew out of the records of the data folder.

    Raises WrongFile (the file is there, or no record tells of the tournament), NotSaved.
    """
    found, _ = read_records(folder.files, folder.records)
    own = [record for record in found if record.tournament == tournament_id]
    if not any(record.kind == kinds.CREATED for record in own):
        raise WrongFile(f"{folder.records}: no record tells how tournament {tournament_id} was created.")
    create_file(folder.files, path, _json_tables(own))


def recorded_tournaments(folder: Folder) -> dict[str, str]:
    """Title by id of every tournament the records tell of; for the choice of what to rebuild."""
    found, _ = read_records(folder.files, folder.records)
    return {r.tournament: str(r.body.get("title", "")) for r in found if r.kind == kinds.CREATED}


def _level(folder: Folder, tournament: Tournament) -> None:
    have = {record.name: record for record in tournament.records()}
    found, _ = read_records(folder.files, folder.records, known=have)
    new = tournament.take(found)
    if new:
        lines = [tournament.notice] if tournament.notice else []
        lines.append(f"{tournament.path.name}: {new} recorded facts that the file lacked were added to it.")
        tournament.notice = " ".join(lines)
    for record in have.values():
        if not folder.files.exists(folder.records / f"{record.name}.json"):
            write_record(folder.files, folder.records, record)


def _json_tables(records: Iterable[Record]) -> dict[str, dict[str, Any]]:
    return {
        name: {str(number): document for number, document in documents.items()}
        for name, documents in tables_of(records).items()
    }


def _no_clock() -> str:
    raise RuntimeError("opened for reading")
