"""Values that fit one by one and contradict each other."""

from __future__ import annotations

from collections.abc import Iterator

from rules.regulation.errors import Mistake
from rules.regulation.model import LEADS_TO, Regulation
from rules.said import Said


def contradictions(reg: Regulation) -> Iterator[Mistake]:
    """Every pair of values of which one must be wrong, at the place of the one more likely to be it."""
    yield from _game(reg)
    yield from _stages(reg)
    yield from _schedule(reg)
    yield from _reasons(reg)


def _game(reg: Regulation) -> Iterator[Mistake]:
    if reg.fouls.removal_at <= reg.fouls.silence_at:
        yield Mistake(
            ("fouls", "removal_at"),
            Said(
                "expected more than fouls.silence_at = {silence_at}, found {removal_at}",
                silence_at=reg.fouls.silence_at,
                removal_at=reg.fouls.removal_at,
            ),
        )
    if reg.best_move.step == "own" and reg.clock.best_move is None:
        yield Mistake(("best_move", "step"), Said('expected clock.best_move beside "own", found no such key'))
    for index, pair in enumerate(reg.ballot.lift_forbidden):
        if pair.tied > pair.alive:
            yield Mistake(
                ("ballot", "lift_forbidden", index, "tied"),
                Said(
                    "expected no more than the {alive} living, found {tied}", alive=pair.alive, tied=pair.tied
                ),
            )
    if "lot" in reg.ranking.order[:-1]:
        place = ("ranking", "order", reg.ranking.order.index("lot"))
        yield Mistake(place, Said('expected "lot" last, found criteria after it that would never be reached'))


def _stages(reg: Regulation) -> Iterator[Mistake]:
    before = reg.tournament.players
    for index, stage in enumerate(reg.stages):
        if stage.entrants < 10 * stage.tables:
            yield Mistake(
                ("stage", index, "entrants"),
                Said(
                    "expected at least {needed} for {tables} tables of ten, found {entrants}",
                    needed=10 * stage.tables,
                    tables=stage.tables,
                    entrants=stage.entrants,
                ),
            )
        if before is not None and stage.entrants > before:
            yield Mistake(
                ("stage", index, "entrants"),
                Said(
                    "expected no more than the {before} who are there, found {entrants}",
                    before=before,
                    entrants=stage.entrants,
                ),
            )
        before = stage.entrants


def _schedule(reg: Regulation) -> Iterator[Mistake]:
    rounds = {f"{stage.id}:{number}" for stage in reg.stages for number in range(1, stage.rounds + 1)}
    seen: set[str] = set()
    for index, line in enumerate(reg.schedule):
        place = ("schedule", index)
        if line.round is None and line.title is None:
            yield Mistake(place, Said("expected a round or a title, found neither"))
        if line.round is not None and line.round not in rounds:
            yield Mistake(
                (*place, "round"),
                Said('expected a round such as "final:1", found "{round}"', round=line.round),
            )
        elif line.round is not None and line.round in seen:
            yield Mistake(
                (*place, "round"),
                Said('expected each round once, found "{round}" a second time', round=line.round),
            )
        seen.add(line.round or "")
        if line.ends is not None and line.ends <= line.starts:
            yield Mistake(
                (*place, "to"),
                Said('expected a time after "{starts}", found "{ends}"', starts=line.starts, ends=line.ends),
            )
        if reg.tournament.dates and line.day > len(reg.tournament.dates):
            yield Mistake(
                (*place, "day"),
                Said(
                    "expected one of the {count} playing days, found {day}",
                    count=len(reg.tournament.dates),
                    day=line.day,
                ),
            )


def _reasons(reg: Regulation) -> Iterator[Mistake]:
    for index, reason in enumerate(reg.reasons):
        if reason.excludes and reason.leads_to == ("foul",):
            yield Mistake(
                ("reason", index, "excludes"), Said("expected false for what is only a foul, found true")
            )
    for kind in LEADS_TO:
        holder: dict[str, str] = {}
        for index, reason in enumerate(reg.reasons):
            if reason.key is None or kind not in reason.leads_to:
                continue
            if reason.key in holder:
                yield Mistake(
                    ("reason", index, "key"),
                    Said(
                        "expected a key that is free in the list {kind}, "
                        'found "{key}", which is the key of {other}',
                        kind=kind,
                        key=reason.key,
                        other=holder[reason.key],
                    ),
                )
            holder.setdefault(reason.key, reason.id)
