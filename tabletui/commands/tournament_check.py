"""What contradicts what in a tournament: its protocols by themselves, with each other, with the roster."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from rules.check import check_protocol
from rules.decisions import Decision, Missed
from rules.difficulty import Coefficients
from rules.findings import CODES
from rules.protocol import Protocol, parse_protocol
from rules.record import record
from rules.scoring import ONE, is_scored
from rules.sheet import Sheet
from rules.sheet_json import BadProtocol, parse_sheet, sheet_json
from storage.files import Files
from storage.reading import read_tournament
from storage.roster import PlayerEntry
from storage.slots import CONFLICT, OFFICIAL, Stored
from tabletui.commands.check import in_protocol
from tabletui.commands.course_check import findings_of_course
from tabletui.commands.finding_text import finding_sentence
from tabletui.commands.tournament_reading import (
    Remark,
    Rules,
    conflicts,
    decisions_of,
    notice_remark,
    place,
)
from tabletui.examining import RECEIVED
from tabletui.text import N_


@record
class Head:
    """A protocol that counts, or would if it had no rival."""

    stored: Stored
    protocol: Protocol

    @property
    def place(self) -> str:
        return place(self.stored.slot)


def findings_of(file: str, data: str | None) -> list[Remark]:
    """Every contradiction, in the order of the slots; then those of the decisions. Raises as `read`."""
    found = read_tournament(Files(), Path(file))
    remarks: list[Remark] = []
    if found.notice:
        remarks.append(notice_remark(found.notice))
    decisions = tuple(decisions_of(found.decisions, remarks))
    remarks += conflicts(found.protocols)
    rules = Rules(found, file, data)
    heads = list(_heads(found.protocols, remarks))
    remarks += _of_protocols(heads, rules)
    remarks += _of_players(heads, found.players)
    remarks += _of_decisions(heads, decisions)
    remarks += findings_of_course(found, rules.regulation)
    return remarks


def _heads(stored: Iterable[Stored], remarks: list[Remark]) -> Iterator[Head]:
    for one in stored:
        if one.status in (OFFICIAL, CONFLICT):
            try:
                yield Head(one, parse_protocol(one.protocol))
            except BadProtocol as bad:
                template = N_("the protocol cannot be read and does not count: {message}")
                remarks.append(Remark(place(one.slot), bad.code, template, {"message": str(bad)}))


def _of_protocols(heads: list[Head], rules: Rules) -> Iterator[Remark]:
    closed = [
        (head.stored.slot.stage, head.protocol.sheet.winner)
        for head in heads
        if head.stored.status == OFFICIAL
        and head.protocol.sheet is not None
        and is_scored(head.protocol.sheet)
    ]
    coefficients = Coefficients.count(closed, rules.regulation)
    for head in heads:
        slot, protocol = head.stored.slot, head.protocol
        stage = rules.regulation.stage(slot.stage)
        if not rules.loose and (stage is None or slot.round > stage.rounds or slot.table > stage.tables):
            template = N_("the regulation has no such stage, round or table")
            yield Remark(head.place, "unknown_slot", template, {})
        sheet = protocol.sheet or Sheet()
        k = coefficients.of_stage(slot.stage).of(sheet.winner)
        weight = stage.weight if stage is not None else ONE
        for one in check_protocol(protocol, rules.of(slot, protocol), k=k, weight=weight):
            template, details = finding_sentence(one)
            yield Remark(f"{head.place}.{in_protocol(one.where)}", one.code, template, details)
        yield from _received(head)


def _received(head: Head) -> Iterator[Remark]:
    """A sheet that came with the protocol and was not what its events bring about."""
    received, own = head.stored.protocol.get(RECEIVED), head.protocol.sheet
    if not isinstance(received, dict) or own is None:
        return
    try:
        before = parse_sheet(received, RECEIVED)
    except BadProtocol as bad:
        yield Remark(f"{head.place}.{bad.where}", bad.code, "{message}", {"message": bad.message})
        return
    came, is_so = sheet_json(before), sheet_json(own)
    for field in received:
        if field in is_so and came[field] != is_so[field]:
            yield Remark(
                f"{head.place}.{RECEIVED}.{field}", "sheet_differs", CODES["sheet_differs"], {"field": field}
            )


def _of_players(heads: Iterable[Head], roster: Iterable[PlayerEntry]) -> Iterator[Remark]:
    """Players nobody entered, and players who sat at two tables at once."""
    known = {entry.id for entry in roster}
    seated: dict[tuple[str, int, str], int] = {}
    for head in heads:
        slot = head.stored.slot
        for player in head.protocol.players:
            where = f"{head.place}.players.{player.seat}"
            if known and player.id not in known and not player.stand_in:
                yield Remark(
                    where, "unknown_player", N_("player {player} is not on the roster"), {"player": player.id}
                )
            table = seated.setdefault((slot.stage, slot.round, player.id), slot.table)
            if table != slot.table and not player.stand_in:
                template = N_("player {player} sat at table {table} in this round too")
                yield Remark(where, "player_twice", template, {"player": player.id, "table": table})


def _of_decisions(heads: Iterable[Head], decisions: Iterable[Decision]) -> Iterator[Remark]:
    played = {
        (head.stored.slot.stage, head.stored.slot.round, player.id)
        for head in heads
        for player in head.protocol.players
    }
    for decision in decisions:
        if isinstance(decision, Missed) and (decision.stage, decision.round, decision.player) in played:
            where = f"{decision.stage}:{decision.round}"
            template = N_("player {player} is recorded as missing this round, but played in it")
            yield Remark(where, "missed_but_played", template, {"player": decision.player})
