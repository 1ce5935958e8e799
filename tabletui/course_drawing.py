"""What is drawn next in a tournament, gathered from its state; and the draw itself, refusals in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.course.drawing import SWISS, Drawing, Plan, Standing, make
from rules.draw.audit import digest
from rules.draw.drawing import CannotBeKeptApart
from rules.draw.settings import Setting, WrongSetting, check_round, nearest
from storage.errors import WrongInput
from tabletui.text import N_

if TYPE_CHECKING:
    from rules.course.following import Next
    from rules.regulation.frame import Stage
    from tabletui.course import Course

SAYS = {
    "too_few_players": N_("{players} players are too few for a table of ten; players × tables: {nearest}."),
    "too_many_players": N_("{players} players are more than can be drawn; players × tables: {nearest}."),
    "no_table": N_("There must be a table; players × tables: {nearest}."),
    "table_too_many": N_(
        "{players} players do not fill {tables} tables of ten; players × tables: {nearest}."
    ),
    "too_few_tables": N_(
        "{players} players at {tables} tables: some sit out twice running; players × tables: {nearest}."
    ),
    "one_left_over": N_(
        "{players} players at {tables} tables: one is left over alone; players × tables: {nearest}."
    ),
    "rounds": N_("So many rounds cannot be drawn."),
}
WITH_STAND_INS = N_("{refusal} Or {count} stand-ins fill the tables up.")


def stage_plan(
    course: Course,
    following: Next,
    apart: tuple[tuple[str, ...], ...],
    trials: int | None,
    tables: int | None,
    stand_ins: Sequence[str],
) -> Plan:
    """The plan of what comes next. Raises WrongInput (unknown players, sizes that cannot be drawn)."""
    stage = _stage(course, following.stage)
    known = {entry.id: entry for entry in course.tournament.players()}
    entrants = [player for player in following.entrants if player in known]
    if not stand_ins and following.rounds[0] > 1:
        stand_ins = _stand_ins_before(course, stage.id, following.rounds[0])
        if tables is None:
            tables = _tables_before(course, stage.id)
    for player in stand_ins:
        if player not in known or not known[player].stand_in:
            raise WrongInput("no_stand_in", N_("{player} is no stand-in of the roster."), player=player)
    entrants += [player for player in dict.fromkeys(stand_ins) if player not in entrants]
    for group in apart:
        for player in group:
            if player not in known:
                raise WrongInput("not_on_roster", N_("Player {id} is not on the roster."), id=player)
    count = stage.tables if tables is None else tables
    _check_size(len(entrants), count, len(following.rounds))
    swiss = stage.draw == SWISS
    past, outs = _past(course, stage.id, following.rounds[0])
    return Plan(
        stage=stage.id,
        rounds=following.rounds,
        entrants=tuple(sorted(entrants)),
        tables=count,
        method=stage.draw,
        apart=apart,
        past=past,
        past_sit_outs=outs,
        standing=_standing(course, entrants) if swiss else (),
        window=stage.window if swiss else None,
        trials=trials,
        public=public_results(course),
    )


def redraw_plan(
    course: Course,
    stage_id: str,
    number: int,
    reason: str,
    apart: tuple[tuple[str, ...], ...],
    trials: int | None,
) -> Plan:
    """The plan of a published round without a game, drawn anew in the place of what stands there."""
    from rules.course.following import out_of_it
    from rules.course.seatings import heads

    stage = _stage(course, stage_id)
    standing_there = heads(course.tournament.published())[stage_id, number]
    out = out_of_it(course.tournament.decisions())
    last = standing_there[-1]
    index = list(last["rounds"]).index(number)
    tables, swiss = len(last["tables"][index]), stage.draw == SWISS
    entrants = [player for table in last["tables"][index] for player in table if player not in out]
    resting = [player for player in last["sit_outs"][index] if player not in out]
    # Whose turn it is to sit out was drawn for the whole stage; a Swiss round knows the turns before it.
    count = len(entrants) + len(resting) if swiss else 10 * tables
    entrants, resting = [*entrants, *resting][:count], [*entrants, *resting][count:]
    _check_size(len(entrants), tables, 1)
    past, outs = _past(course, stage_id, number, whole=not swiss)
    return Plan(
        stage=stage_id,
        rounds=(number,),
        entrants=tuple(sorted(entrants)),
        tables=tables,
        method=stage.draw,
        apart=apart,
        past=past,
        past_sit_outs=outs,
        standing=_standing(course, entrants) if swiss else (),
        window=stage.window if swiss else None,
        trials=trials,
        public=public_results(course),
        replaces=tuple(str(draw["record"]) for draw in standing_there),
        reason=reason,
        resting=tuple(resting),
    )


def drawn(
    plan: Plan,
    secret: str,
    names: Mapping[str, str],
    progress: Callable[[int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Drawing:
    """The draw of a plan; it reads nothing else. Raises WrongInput."""
    try:
        return make(plan, secret, progress=progress, stop=stop)
    except WrongSetting as wrong:
        raise _wrong(wrong.code, len(plan.entrants), plan.tables, wrong.nearest) from None
    except CannotBeKeptApart as wrong:
        ids = sorted(plan.entrants)
        named = [names.get(ids[number - 1], ids[number - 1]) for number in wrong.group]
        if named:
            raise WrongInput(
                "impossible_apart",
                N_("{players} cannot all be kept apart at {tables} tables; make the group smaller."),
                players=", ".join(named),
                tables=plan.tables,
            ) from None
        pairs = "; ".join(
            " – ".join(names.get(ids[number - 1], ids[number - 1]) for number in pair)
            for pair in wrong.pairs[:5]
        )
        raise WrongInput(
            "not_kept_apart",
            N_("No seating was found that keeps these apart: {pairs}. Free one of them."),
            pairs=pairs,
        ) from None


def _stage(course: Course, name: str) -> Stage:
    return next(stage for stage in course.regulation.stages if stage.id == name)


def _check_size(players: int, tables: int, rounds: int) -> None:
    try:
        check_round(players, tables, rounds)
    except WrongSetting as wrong:
        raise _wrong(wrong.code, players, tables, wrong.nearest) from None


def _wrong(code: str, players: int, tables: int, close: Sequence[Setting]) -> WrongInput:
    shown = " · ".join(f"{one.players} × {one.tables}" for one in close or nearest(players, tables, 1))
    details = {"players": players, "tables": tables, "nearest": shown}
    if code == "table_too_many" and players >= 10:
        from rules.said import Said

        refusal = Said(SAYS[code], **details)
        return WrongInput(code, WITH_STAND_INS, refusal=refusal, count=10 * tables - players)
    return WrongInput(code, SAYS[code], **details)


def _past(
    course: Course, stage: str, number: int, *, whole: bool = False
) -> tuple[tuple[tuple[tuple[str, ...], ...], ...], tuple[tuple[str, ...], ...]]:
    """The rounds before one as they were played, else as they are seated; whole: the stage's others too."""
    seated = course.seatings()
    played = {
        (found.slot.stage, found.slot.round, found.slot.table): tuple(
            player["id"] for player in sorted(found.protocol["players"], key=lambda one: one["seat"])
        )
        for found in course.tournament.official()
    }
    rounds, outs = [], []
    for one in course.regulation.stages:
        for round in range(1, one.rounds + 1):
            if one.id == stage and round >= number and (not whole or round == number):
                continue
            seating = seated.get((one.id, round))
            tables = {} if seating is None else dict(enumerate(seating.tables, 1))
            tables |= {key[2]: ten for key, ten in played.items() if key[:2] == (one.id, round)}
            if tables:
                rounds.append(tuple(tables[table] for table in sorted(tables)))
                outs.append(() if seating is None else seating.sit_outs)
        if one.id == stage:
            break
    return tuple(rounds), tuple(outs)


def _standing(course: Course, entrants: Sequence[str]) -> tuple[Standing, ...]:
    """The places of the entrants; who is not ranked stands level behind all others."""
    rows = {row.id: row for row in course.standings().rows}
    behind = len(rows) + 1
    least = min((row.total for row in rows.values()), default=Fraction(0)) - 1
    return tuple(
        Standing(player, rows[player].place, rows[player].total)
        if player in rows
        else Standing(player, behind, least)
        for player in sorted(entrants)
    )


def public_results(course: Course) -> str:
    """The results so far as one number; empty before the first game."""
    official = course.tournament.official()
    return digest(sorted(f"{found.slot.label()} {found.hash}" for found in official)) if official else ""


def _stand_ins_before(course: Course, stage: str, number: int) -> tuple[str, ...]:
    """Stand-ins who fill the list up in the round before."""
    seating = course.seating(stage, number - 1)
    drawn_then = () if seating is None else seating.draw.get("entrants") or ()
    known = {entry.id for entry in course.tournament.players() if entry.stand_in}
    return tuple(player for player in drawn_then if player in known)


def _tables_before(course: Course, stage: str) -> int | None:
    seating = course.seating(stage, 1)
    return None if seating is None else len(seating.tables)
