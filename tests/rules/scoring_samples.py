"""Games and regulations small enough to be counted by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from hypothesis import strategies as st

from rules.regulation import AwardKind, Regulation, Scoring, Stage, load
from rules.sheet import (
    BLACK,
    CIVILIAN,
    DON,
    MAFIA,
    RED,
    SEATS,
    SHERIFF,
    AwardGiven,
    Player,
    Removed,
    Sheet,
    team_of,
)
from rules.standings import ScoredGame

ROLES = (CIVILIAN, CIVILIAN, SHERIFF, CIVILIAN, MAFIA, CIVILIAN, DON, CIVILIAN, MAFIA, CIVILIAN)
"""The deal of the worked table: sheriff 3, don 7, mafia 5 and 9."""

AKTAU = load("aktau-2017")
WHITE_NIGHTS = load("white-nights-2015")


def scoring(**changes: object) -> Scoring:
    """The scoring of Aktau, with these values changed."""
    return replace(AKTAU.scoring, **changes)


def kind(id: str, team: str, points: Fraction | None) -> AwardKind:
    return AwardKind(id=id, team=team, points=points, name={"en": id})


def stage(id: str, rounds: int, tables: int, weight: Fraction | int = 1) -> Stage:
    return Stage(
        id=id,
        title={"en": id},
        entrants=10 * tables,
        rounds=rounds,
        tables=tables,
        draw="random",
        weight=Fraction(weight),
    )


def regulation(
    *,
    stages: Iterable[Stage] | None = None,
    draw_points: bool = False,
    order: Iterable[str] | None = None,
    keep: bool = False,
    **changes: object,
) -> Regulation:
    """The regulation of Aktau; other keyword changes go into its scoring."""
    return replace(
        AKTAU,
        stages=AKTAU.stages if stages is None else tuple(stages),
        draw_game=replace(AKTAU.draw_game, points=draw_points),
        scoring=scoring(**changes),
        ranking=replace(
            AKTAU.ranking,
            order=AKTAU.ranking.order if order is None else tuple(order),
            finalists_keep_places=keep,
        ),
    )


def seated(*ids: str, stand_ins: Iterable[str] = ()) -> tuple[Player, ...]:
    """Ten players in seat order; those not named are Q and their seat."""
    names = [*ids, *(f"Q{seat}" for seat in range(len(ids) + 1, 11))]
    return tuple(Player(seat, name, name, name in stand_ins) for seat, name in enumerate(names, 1))


def game(
    winner: str | None,
    *ids: str,
    stage: str | None = "qualifying",
    round: int | None = 1,
    table: int | None = 1,
    roles: tuple[str, ...] = ROLES,
    stand_ins: Iterable[str] = (),
    **facts: object,
) -> ScoredGame:
    """A closed game of these players, in seat order."""
    facts.setdefault("ending", "draw" if winner == "draw" else "ballot")
    sheet = Sheet(roles=roles, winner=winner, **facts)
    return ScoredGame(stage, round, table, seated(*ids, stand_ins=stand_ins), sheet)


@st.composite
def sheets(draw: st.DrawFn, decided: bool = False) -> Sheet:
    """Any sheet the form allows, sensible or not."""
    roles = tuple(draw(st.permutations(ROLES)))
    winners = [RED, BLACK, "draw"] if decided else [RED, BLACK, "draw", None]
    winner = draw(st.sampled_from(winners))
    endings = ["ballot", "judge"] if decided else ["ballot", "judge", "void"]
    seats = st.integers(1, 10)
    return Sheet(
        roles=roles,
        winner=winner,
        ending="draw" if winner == "draw" else draw(st.sampled_from(endings)),
        removed=tuple(Removed(seat, "fouls") for seat in draw(st.lists(seats, max_size=3))),
        first_killed=draw(st.none() | seats),
        best_move=draw(st.none() | st.lists(seats, max_size=3).map(tuple)),
        awards=tuple(
            AwardGiven(seat, kind)
            for seat, kind in draw(
                st.lists(
                    st.tuples(seats, st.sampled_from(["best", "second", "loser_best", "other"])), max_size=3
                )
            )
        ),
    )


@st.composite
def tournaments(draw: st.DrawFn, most: int = 8) -> list[ScoredGame]:
    """A few games of fourteen players in the stages of Aktau."""
    games = []
    names = [f"P{number:02}" for number in range(14)]
    for number in range(draw(st.integers(0, most))):
        ids = draw(st.permutations(names))[:10]
        where = draw(st.sampled_from(["qualifying", "qualifying", "semifinal", "final", None]))
        games.append(ScoredGame(where, number + 1, 1, seated(*ids), draw(sheets())))
    return games


def seats_of(team: str) -> list[int]:
    """The seats of a team in the deal of the worked table."""
    return [seat for seat in SEATS if team_of(ROLES[seat - 1]) == team]
