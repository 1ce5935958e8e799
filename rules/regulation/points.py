"""Points, fines, awards and the order of places: every value, with its meaning."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rules.record import field, record
from rules.regulation.frozen import FrozenMap, Text
from rules.regulation.reading import TITLED_BY_ID, array, by_number, by_word, optional, table, toml
from rules.regulation.values import exact, free_or, identifier, names, one_of, whole, yes_no
from rules.sheet import DEALT

NOTHING: FrozenMap[str, Fraction] = FrozenMap({})

CRITERIA = (
    "points",
    "points_per_game",
    "additional",
    "wins",
    "don_wins",
    "sheriff_wins",
    "don_sheriff_wins",
    "mafia_wins",
    "first_night_deaths",
    "lot",
)
"""What places can be parted by, in any order a regulation likes. Source: A, order of prize winners; F."""


@record
class AwardKind:
    """An award a judge may give. points None: free, the judge says how many, plus or minus."""

    id: str = field(metadata=toml(identifier, "the award's id"))
    team: str = field(metadata=toml(one_of("winner", "loser", "any"), "whose players may get it"))
    points: Fraction | None = field(metadata=toml(free_or(exact()), 'its points, or "free"'))
    name: Text = field(metadata=toml(names, "its name") | TITLED_BY_ID)


@record
class Difficulty:
    """The coefficient of hard games. Source: A, formula of the difficulty coefficient."""

    series: str = field(metadata=toml(one_of("tournament", "stage"), "the games it is counted over"))
    count_draws: bool = field(metadata=toml(yes_no, "whether draws are counted among the games"))


@record
class FirstKill:
    """Compensation of a red first victim: min(most, i·most/B), i his deaths, B = share·games rounded.

    Counted over a stage, for games his team lost. Source: F.
    """

    share: Fraction = field(metadata=toml(exact("positive"), "share of the games that counts as the norm"))
    most: Fraction = field(metadata=toml(exact("positive"), "points at most"))
    half_when_won: bool = field(
        default=False, metadata=toml(yes_no, "half of it when the victim's team won; otherwise nothing then")
    )
    needs_hit: bool = field(
        default=False, metadata=toml(yes_no, "only when the best move named at least one black")
    )


@record
class Scoring:
    """Points and fines. Source: A, scoring; W only points to a scheme of the federation."""

    win: Fraction = field(metadata=toml(exact(), "points of each winner"))
    loss: Fraction = field(metadata=toml(exact(), "points of each loser"))
    draw: Fraction = field(metadata=toml(exact(), "points of each player of a drawn game that counts"))
    best_move: Mapping[int, Fraction] = field(
        metadata=toml(by_number(exact(), 1, 3), "points of a red first victim, by blacks named")
    )
    removal: Fraction = field(metadata=toml(exact("zero or negative"), "points of a removal from the table"))
    missed_round: Fraction = field(
        metadata=toml(exact("zero or negative"), "points of a missed round, never weighted")
    )
    panel_fines: tuple[Fraction, ...] = field(
        metadata=toml(
            array(exact("negative"), unique=""), "fines the judges' panel may impose, never weighted"
        )
    )
    game_fines: tuple[Fraction, ...] = field(
        metadata=toml(array(exact("negative"), unique=""), "fines the judge may impose in a game")
    )
    weight_on: str = field(
        metadata=toml(
            one_of("all", "base"), "a stage's weight multiplies the whole game score, or its base alone"
        )
    )
    awards_per_game: int = field(metadata=toml(whole(0, 10), "players of a game who may get an award"))
    awards: tuple[AwardKind, ...] = field(
        default=(), metadata=toml(array(table(AwardKind), unique="id"), "awards of the judge", "award")
    )
    difficulty: Difficulty | None = field(
        default=None, metadata=toml(optional(table(Difficulty)), "coefficient of hard games")
    )
    first_kill: FirstKill | None = field(
        default=None, metadata=toml(optional(table(FirstKill)), "compensation of the first victim")
    )
    role_win: Mapping[str, Fraction] = field(
        default=NOTHING, metadata=toml(by_word(exact(), DEALT), "points of a role besides, when it wins")
    )
    role_loss: Mapping[str, Fraction] = field(
        default=NOTHING, metadata=toml(by_word(exact(), DEALT), "points of a role besides, when it loses")
    )
    team_defeat: Fraction | None = field(
        default=None,
        metadata=toml(
            optional(exact("zero or negative")), "points of who brings his team a defeat; none: as a removal"
        ),
    )
    reconstructed: bool = field(
        default=False,
        metadata=toml(yes_no, "the scheme is not at hand; its values are put together from others"),
    )


@record
class NotAwarded:
    """Who keeps his place but gets no award. Source: A and W, main provisions."""

    missed_rounds: int | None = field(
        default=None,
        metadata=toml(optional(whole(1, 999)), "so many missed rounds keep a player from the awards"),
    )
    disqualified: bool = field(
        default=False, metadata=toml(yes_no, "the disqualified are kept from the awards")
    )


@record
class Ranking:
    """The order of places. Source: A, order of prize winners."""

    order: tuple[str, ...] = field(
        metadata=toml(array(one_of(*CRITERIA), least=1, unique=""), "criteria, compared one after another")
    )
    not_awarded: NotAwarded = field(metadata=toml(table(NotAwarded), "who is kept from the awards"))
    finalists_keep_places: bool = field(
        metadata=toml(yes_no, "whether the finalists stay above the rest whatever the points")
    )
