"""What contradicts the course of a tournament: other tens than drawn, unknown players, lists that moved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rules.course.seatings import RoundSeating, conflicts, seatings
from rules.regulation import Regulation
from storage.reading import Reading
from storage.slots import CONFLICT, OFFICIAL
from tabletui.commands.tournament_reading import Remark, place
from tabletui.text import N_

if TYPE_CHECKING:
    from rules.standings import Standings


def findings_of_course(found: Reading, regulation: Regulation) -> Iterator[Remark]:
    """All of them: of the draws, of the protocols beside their seating, of the decisions, of the cuts."""
    for stage, number in conflicts(found.draws):
        template = N_("two draws of this round are published; draw it anew in the place of both")
        yield Remark(f"{stage}:{number}", "draw_conflict", template, {})
    seated = seatings(found.draws, found.decisions)
    yield from _of_tens(found, seated)
    yield from _of_decisions(found, regulation)
    yield from _of_cuts(found, regulation)


def _of_tens(found: Reading, seated: Mapping[tuple[str, int], RoundSeating]) -> Iterator[Remark]:
    """Protocols whose ten are not those of the published seating, seat by seat."""
    for one in found.protocols:
        seating = seated.get((one.slot.stage, one.slot.round))
        if one.status not in (OFFICIAL, CONFLICT) or seating is None:
            continue
        if one.slot.table > len(seating.tables):
            template = N_("no such table is drawn in this round")
            yield Remark(place(one.slot), "not_as_drawn", template, {})
            continue
        drawn = seating.tables[one.slot.table - 1]
        sat = {player.get("seat"): player.get("id") for player in one.protocol["players"]}
        others = [seat for seat in range(1, 11) if sat.get(seat) != drawn[seat - 1]]
        if not others:
            continue
        details = {
            "seats": ", ".join(map(str, others)),
            "drawn": ", ".join(drawn[seat - 1] for seat in others),
            "sat": ", ".join(str(sat.get(seat)) for seat in others),
        }
        template = N_(
            "seats {seats}: drawn were {drawn}, there sat {sat}; record the swap or the substitution"
        )
        yield Remark(place(one.slot), "not_as_drawn", template, details)


def _of_decisions(found: Reading, regulation: Regulation) -> Iterator[Remark]:
    """Decisions that name players or stages nobody knows, and undos of nothing."""
    known = {entry.id for entry in found.players}
    known |= {str(player.get("id")) for one in found.protocols for player in one.protocol["players"]}
    stages = {stage.id for stage in regulation.stages}
    ids = {row["id"] for row in found.all_decisions}
    for row in found.decisions:
        where = f"decision {row['id']}"
        for player in dict.fromkeys(_players(row)):
            if player not in known:
                template = N_("player {player} is not on the roster")
                yield Remark(where, "unknown_player", template, {"player": player})
        stage = row.get("stage")
        if stages and isinstance(stage, str) and stage not in stages:
            yield Remark(where, "unknown_stage", N_("there is no stage {stage}"), {"stage": stage})
    for row in found.all_decisions:
        if row["kind"] == "undo" and row["undoes"] not in ids:
            template = N_("undoes the decision {id}, which is not here")
            yield Remark(f"decision {row['id']}", "undoes_nothing", template, {"id": row["undoes"]})


def _players(row: Mapping[str, Any]) -> list[str]:
    named = [row.get("player"), row.get("by")]
    listed = row.get("players")
    return [str(one) for one in [*named, *(listed if isinstance(listed, list) else ())] if one is not None]


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _of_cuts(found: Reading, regulation: Regulation) -> Iterator[Remark]:
    """Published lists that the standings, as they are now, would not give; they stand all the same."""
    lists = {
        row["stage"]: row
        for row in found.decisions
        if row["kind"] == "cut" and isinstance(row.get("stage"), str) and _texts(row.get("players"))
    }
    order = [stage.id for stage in regulation.stages]
    if not lists:
        return
    from rules.course.cut import cut
    from rules.course.following import out_of_it

    for stage, row in lists.items():
        if stage not in order[1:]:
            continue
        index = order.index(stage)
        table = _standings(found, regulation, order[index - 1])
        if table is None:
            return
        # In the order of making, not by the clock: a second may hold a list and who left after it.
        out = out_of_it(found.decisions[: found.decisions.index(row)])
        before = lists.get(order[index - 1], {}).get("players")
        others = {one.id: "not_entered" for one in table.rows if before is not None and one.id not in before}
        now = cut(stage, len(row["players"]), table, others | out)
        gone = [player for player in row["players"] if player not in {*now.players, *now.lots}]
        if gone:
            new = [player for player in now.players if player not in row["players"]]
            template = N_(
                "by the standings as they are now {new} would play, and not {gone}; the list stands"
            )
            details = {"new": ", ".join(new), "gone": ", ".join(gone)}
            yield Remark(f"decision {row['id']}", "cut_differs", template, details)


def _standings(found: Reading, regulation: Regulation, through: str) -> Standings | None:
    """The standings up to a stage; None where something cannot be read, which is said elsewhere."""
    from rules.protocol import BadFact, parse_protocol
    from rules.sheet_json import BadProtocol
    from rules.standings import ScoredGame, standings
    from tabletui.commands.tournament_reading import decisions_of

    games = []
    try:
        for one in found.protocols:
            if one.status == OFFICIAL:
                protocol = parse_protocol(one.protocol)
                sheet = protocol.sheet or protocol.sheet_under(regulation)
                slot = one.slot
                games.append(ScoredGame(slot.stage, slot.round, slot.table, protocol.players, sheet))
    except (BadFact, BadProtocol):
        return None
    players = {entry.id: entry.name for entry in found.players if not entry.stand_in}
    decisions = tuple(decisions_of(found.decisions, []))
    return standings(games, regulation, decisions=decisions, players=players, through=through)
