"""A tournament file as the reading commands want it: no lock, no data folder, the last replaced file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.decisions import Decision
from rules.protocol import BadFact, Protocol, parse_protocol
from rules.record import record
from rules.regulation import Regulation
from rules.sheet_json import BadProtocol
from storage.errors import Notice, WrongFile
from storage.files import Files
from storage.kinds import Slot
from storage.reading import Reading, read_tournament
from storage.slots import CONFLICT, OFFICIAL, Stored
from tabletui.commands.governing import BASE, Governing, by_id, of_tournament
from tabletui.text import N_

if TYPE_CHECKING:
    from rules.standings import ScoredGame


@record
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


@record
class Read:
    """What standings are made of."""

    title: str
    regulation: Regulation
    games: tuple[ScoredGame, ...]
    decisions: tuple[Decision, ...]
    players: dict[str, str]
    remarks: tuple[Remark, ...]


def read(file: str, data: str | None) -> Read:
    """A tournament's games and decisions. data: the value of --data, for a regulation of the judge's own.

    Raises WrongFile, WrongRegulation, Refused.
    """
    return counted(read_tournament(Files(), Path(file)), file, data)


def counted(found: Reading, file: str, data: str | None) -> Read:
    """What counts in a tournament read before; file, data: as of `read`. Raises WrongRegulation, Refused."""
    rules = Rules(found, file, data)
    remarks = list(conflicts(found.protocols))
    if found.notice:
        remarks.append(notice_remark(found.notice))
    games = tuple(_games(found.protocols, rules, remarks))
    decisions = tuple(decisions_of(found.decisions, remarks))
    players = {entry.id: entry.name for entry in found.players if not entry.stand_in}
    return Read(found.title, rules.regulation, games, decisions, players, tuple(remarks))


class Rules:
    """The regulation of a tournament, and of each of its games.

    Games outside any tournament go by their own; they are counted together under that of the last one, or
    the base where there is none yet. Raises WrongRegulation, Refused.
    """

    def __init__(self, found: Reading, file: str, data: str | None) -> None:
        self._path = Path(file)
        self._governing = Governing(None, data)
        own = of_tournament(found.regulation, found.source, data)
        self.loose = own is None
        games = [one for one in found.protocols if one.status == OFFICIAL]
        last = games[-1].protocol.get("regulation") if self.loose and games else None
        self.regulation = own or by_id(last if isinstance(last, str) else BASE, data)

    def of(self, slot: Slot, protocol: Protocol) -> Regulation:
        """The regulation that a game was played under."""
        if not self.loose or protocol.regulation is None:
            return self.regulation
        from storage.protocol_files import Found

        return self._governing.of(Found(self._path, place(slot), protocol))


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


def _games(stored: Iterable[Stored], rules: Rules, remarks: list[Remark]) -> Iterable[ScoredGame]:
    from rules.standings import ScoredGame

    for one in stored:
        if one.status != OFFICIAL:
            continue
        slot = one.slot
        try:
            protocol = parse_protocol(one.protocol)
            # Written by the program, a sheet is what the events bring about; `check` plays them again.
            sheet = protocol.sheet
            if sheet is None:
                sheet = protocol.sheet_under(rules.of(slot, protocol))
        except (BadProtocol, BadFact) as bad:
            template = N_("the protocol cannot be read and does not count: {message}")
            remarks.append(Remark(place(slot), bad.code, template, {"message": bad}))
            continue
        yield ScoredGame(slot.stage, slot.round, slot.table, protocol.players, sheet)


def decisions_of(documents: Iterable[dict[str, Any]], remarks: list[Remark]) -> Iterable[Decision]:
    """The decisions that bear on the standings; those that cannot be read become remarks."""
    for document in documents:
        from tabletui.results import decision_of

        try:
            decision = decision_of(document)
        except WrongFile as wrong:
            remarks.append(
                Remark(f"decision {document.get('id')}", wrong.code, wrong.template, wrong.details)
            )
            continue
        if decision is not None:
            yield decision
