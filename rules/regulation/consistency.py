"""Values that fit one by one and contradict each other."""

from __future__ import annotations

from collections.abc import Iterator

from rules.regulation.errors import Mistake
from rules.regulation.model import LEADS_TO, Regulation


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
            f"expected more than fouls.silence_at = {reg.fouls.silence_at}, found {reg.fouls.removal_at}",
        )
    if reg.best_move.step == "own" and reg.clock.best_move is None:
        yield Mistake(("best_move", "step"), 'expected clock.best_move beside "own", found no such key')
    for index, pair in enumerate(reg.ballot.lift_forbidden):
        if pair.tied > pair.alive:
            yield Mistake(
                ("ballot", "lift_forbidden", index, "tied"),
                f"expected no more than the {pair.alive} living, found {pair.tied}",
            )
    if "lot" in reg.ranking.order[:-1]:
        place = ("ranking", "order", reg.ranking.order.index("lot"))
        yield Mistake(place, 'expected "lot" last, found criteria after it that would never be reached')


def _stages(reg: Regulation) -> Iterator[Mistake]:
    before = reg.tournament.players
    for index, stage in enumerate(reg.stages):
        if stage.entrants < 10 * stage.tables:
            needed = f"at least {10 * stage.tables} for {stage.tables} tables of ten"
            yield Mistake(("stage", index, "entrants"), f"expected {needed}, found {stage.entrants}")
        if before is not None and stage.entrants > before:
            yield Mistake(
                ("stage", index, "entrants"),
                f"expected no more than the {before} who are there, found {stage.entrants}",
            )
        before = stage.entrants


def _schedule(reg: Regulation) -> Iterator[Mistake]:
    rounds = {f"{stage.id}:{number}" for stage in reg.stages for number in range(1, stage.rounds + 1)}
    seen: set[str] = set()
    for index, line in enumerate(reg.schedule):
        place = ("schedule", index)
        if line.round is None and line.title is None:
            yield Mistake(place, "expected a round or a title, found neither")
        if line.round is not None and line.round not in rounds:
            yield Mistake((*place, "round"), f'expected a round such as "final:1", found "{line.round}"')
        elif line.round is not None and line.round in seen:
            yield Mistake((*place, "round"), f'expected each round once, found "{line.round}" a second time')
        seen.add(line.round or "")
        if line.ends is not None and line.ends <= line.starts:
            yield Mistake((*place, "to"), f'expected a time after "{line.starts}", found "{line.ends}"')
        if reg.tournament.dates and line.day > len(reg.tournament.dates):
            yield Mistake(
                (*place, "day"),
                f"expected one of the {len(reg.tournament.dates)} playing days, found {line.day}",
            )


def _reasons(reg: Regulation) -> Iterator[Mistake]:
    for index, reason in enumerate(reg.reasons):
        if reason.excludes and reason.leads_to == ("foul",):
            yield Mistake(("reason", index, "excludes"), "expected false for what is only a foul, found true")
    for kind in LEADS_TO:
        holder: dict[str, str] = {}
        for index, reason in enumerate(reg.reasons):
            if reason.key is None or kind not in reason.leads_to:
                continue
            if reason.key in holder:
                taken = f'found "{reason.key}", which is the key of {holder[reason.key]}'
                yield Mistake(
                    ("reason", index, "key"), f"expected a key that is free in the list {kind}, {taken}"
                )
            holder.setdefault(reason.key, reason.id)
