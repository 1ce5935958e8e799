"""A tournament file as the reading commands want it: no lock, no data folder, the last replaced file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rules.decisions import Decision
from rules.protocol import BadFact, parse_protocol
from rules.regulation import Regulation
from rules.sheet_json import BadProtocol
from rules.standings import ScoredGame
from storage.errors import Notice, WrongFile
from storage.files import Files
from storage.folder import Folder
from storage.kinds import Slot
from storage.slots import CONFLICT, OFFICIAL, Stored
from storage.tournaments import Tournament, open_tournament
from tabletui.commands.governing import Governing, of_tournament
from tabletui.commands.reporting import Refused
from tabletui.text import N_


@dataclass(frozen=True, slots=True)
class Remark:
    """Something in a tournament that counts for nothing or needs the chief judge. where: as in `check`."""

    where: str
    code: str
    template: str
    details: dict[str, object]

    @property
    def message(self) -> str:
        """The sentence in English."""
        return self.template.format(**self.details)

    def to_json(self) -> dict[str, str]:
        return {"where": self.where, "code": self.code, "message": self.message}


@dataclass(frozen=True, slots=True)
class Read:
    """What standings are made of. regulation None: a file of loose games without a single protocol."""

    title: str
    regulation: Regulation | None
    games: tuple[ScoredGame, ...]
    decisions: tuple[Decision, ...]
    players: dict[str, str]
    remarks: tuple[Remark, ...]


def opened(file: str) -> Tournament:
    """A tournament open for reading. Raises WrongFile."""
    path = Path(file)
    return open_tournament(Folder(Files(), path.parent), path)


def read(file: str, data: str | None) -> Read:
    """A tournament's games and decisions. data: the value of --data, for a regulation of the judge's own.

    Raises WrongFile, WrongRegulation, Refused.
    """
    with opened(file) as tournament:
        header = tournament.header
        stored = tournament.protocols()
        regulation = of_tournament(header.regulation, header.source, data)
        if regulation is None:
            regulation = agreed(stored, file, data)
        remarks = list(conflicts(stored))
        if tournament.notice:
            remarks.append(
                Remark("", tournament.notice.code, tournament.notice.template, tournament.notice.details)
            )
        games = tuple(_games(stored, regulation, remarks)) if regulation is not None else ()
        decisions = tuple(decisions_of(tournament, remarks))
        players = {entry.id: entry.name for entry in tournament.players() if not entry.stand_in}
    return Read(header.title, regulation, games, decisions, players, tuple(remarks))


def notice_remark(notice: Notice) -> Remark:
    """What was found at the opening of the file."""
    return Remark("", notice.code, notice.template, notice.details)


def place(slot: Slot) -> str:
    """A slot as the place of a remark: "qualifying:3:5" is round 3, table 5."""
    return f"{slot.stage}:{slot.round}:{slot.table}"


def conflicts(stored: Iterable[Stored]) -> Iterable[Remark]:
    """A remark for each slot in which several protocols claim to be the one."""
    heads: dict[Slot, list[str]] = {}
    for one in stored:
        if one.status == CONFLICT:
            heads.setdefault(one.slot, []).append(one.hash[:12])
    for slot, names in heads.items():
        template = N_("{count} different protocols ({names}); none counts until the chief judge chooses one")
        yield Remark(place(slot), "conflict", template, {"count": len(names), "names": ", ".join(names)})


def _games(stored: Iterable[Stored], regulation: Regulation, remarks: list[Remark]) -> Iterable[ScoredGame]:
    for one in stored:
        if one.status != OFFICIAL:
            continue
        slot = one.slot
        try:
            protocol = parse_protocol(one.protocol)
            # Written by the program, a sheet is what the events bring about; `check` plays them again.
            sheet = protocol.sheet if protocol.sheet is not None else protocol.sheet_under(regulation)
        except (BadProtocol, BadFact) as bad:
            template = N_("the protocol cannot be read and does not count: {message}")
            remarks.append(Remark(place(slot), bad.code, template, {"message": str(bad)}))
            continue
        yield ScoredGame(slot.stage, slot.round, slot.table, protocol.players, sheet)


def decisions_of(tournament: Tournament, remarks: list[Remark]) -> Iterable[Decision]:
    """The decisions that bear on the standings; those that cannot be read become remarks."""
    from tabletui.results import decision_of

    for document in tournament.decisions():
        try:
            decision = decision_of(document)
        except WrongFile as wrong:
            remarks.append(
                Remark(f"decision {document.get('id')}", wrong.code, wrong.template, wrong.details)
            )
            continue
        if decision is not None:
            yield decision


def agreed(stored: Iterable[Stored], file: str, data: str | None) -> Regulation | None:
    """The regulation of loose games, named by each of them. Raises Refused where they differ."""
    from storage.protocol_files import Found

    governing = Governing(None, data)
    found = []
    for one in stored:
        if one.status == OFFICIAL:
            try:
                found.append(Found(Path(file), place(one.slot), parse_protocol(one.protocol)))
            except BadProtocol:
                continue
    return governing.of_all(found) if found else None


def missing_regulation(file: str) -> Refused:
    """The refusal of a tournament without a regulation and without games."""
    return Refused(
        file, "", "no_regulation", N_("no regulation and no protocol; there is nothing to rank yet")
    )
