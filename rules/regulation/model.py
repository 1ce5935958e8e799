"""The vocabulary of a regulation: every key, its type, its meaning, its default.

A key of a TOML file is an attribute here, under the same name; the few that differ name their key in `toml(...)`.
The notes are message ids for whoever shows them to people.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from rules.regulation.frozen import FrozenMap
from rules.regulation.reading import (
    TITLED_BY_ID,
    array,
    by_number,
    by_word,
    day_of_year,
    exact,
    file_id,
    free_or,
    hour,
    identifier,
    names,
    one_of,
    optional,
    table,
    toml,
    whole,
    words,
    yes_no,
)
from rules.sheet import DEALT

Text = Mapping[str, str]
"""A text by language code; "und" where a file gives one text for all languages."""

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

LEADS_TO = ("foul", "removal", "team_defeat")
"""What a reason can lead to, the mildest first."""


def text(texts: Text, language: str) -> str:
    """The text in this language, else in Russian, English, or whatever there is."""
    for wanted in (language, "ru", "en"):
        if wanted in texts:
            return texts[wanted]
    return next(iter(texts.values()), "")


@dataclass(frozen=True, slots=True)
class Fee:
    """A sum of money; `to` says for whom or what it is paid."""

    amount: int = field(metadata=toml(whole(0), "the sum, in whole units of the currency"))
    currency: str = field(metadata=toml(words, "the currency's code, such as KZT"))
    to: Text | None = field(default=None, metadata=toml(optional(names), "what the fee is for"))


@dataclass(frozen=True, slots=True)
class Tournament:
    """The frame of the tournament; all None in a regulation that is only about the game."""

    players: int | None = field(default=None, metadata=toml(whole(10), "players who take part"))
    tables: int | None = field(default=None, metadata=toml(whole(1), "tables played at once"))
    dates: tuple[date, ...] = field(default=(), metadata=toml(array(day_of_year), "the playing days, in order"))
    place: Text | None = field(default=None, metadata=toml(optional(names), "where it is played"))
    entry_fee: Fee | None = field(
        default=None, metadata=toml(optional(table(Fee)), "fee of a player; registered once it is paid")
    )
    spectator_fees: tuple[Fee, ...] = field(
        default=(), metadata=toml(array(table(Fee)), "fees of spectators", "spectator_fee")
    )
    registration: Text | None = field(default=None, metadata=toml(optional(names), "how a player registers"))
    withdrawal_bar: Text | None = field(
        default=None,
        metadata=toml(optional(names), "bar from tournaments for who withdraws after the start; noted, not enforced"),
    )


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage: some rounds with one way of drawing them. weight multiplies its points."""

    id: str = field(metadata=toml(identifier, "the stage's id"))
    title: Text = field(metadata=toml(names, "the stage's title") | TITLED_BY_ID)
    entrants: int = field(metadata=toml(whole(10), "players who enter it, the best of the standings so far"))
    rounds: int = field(metadata=toml(whole(1), "rounds"))
    tables: int = field(metadata=toml(whole(1), "tables played at once"))
    draw: str = field(metadata=toml(one_of("random", "swiss"), "how its rounds are drawn"))
    weight: Fraction = field(
        default=Fraction(1), metadata=toml(exact("positive"), "factor on the points of its games")
    )
    window: int = field(
        default=3, metadata=toml(whole(0), "Swiss only: places by which a player may sit across a table's border")
    )


@dataclass(frozen=True, slots=True)
class ScheduleLine:
    """A line of the schedule: a round of a stage, or a title (a break, a ceremony)."""

    day: int = field(metadata=toml(whole(0), "playing day from 1; 0 is the eve"))
    starts: str = field(metadata=toml(hour, "from when", "from"))
    ends: str | None = field(default=None, metadata=toml(optional(hour), "until when, where it is laid down", "to"))
    round: str | None = field(default=None, metadata=toml(optional(words), "the round, as stage:number"))
    title: Text | None = field(default=None, metadata=toml(optional(names), "what happens, where it is no round"))


@dataclass(frozen=True, slots=True)
class Official:
    """An office of the tournament, never a person. count: how many hold it, where that is laid down."""

    id: str = field(metadata=toml(identifier, "the office's id"))
    name: Text = field(metadata=toml(names, "the office"))
    count: int | None = field(default=None, metadata=toml(optional(whole(1)), "how many hold it"))


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds of the steps. Source: A, important details (checks); F for the others."""

    black_meeting: int = field(metadata=toml(whole(1, 3600), "seconds of the blacks' meeting before day 1"))
    sheriff_look: int = field(metadata=toml(whole(1, 3600), "seconds of the sheriff's look before day 1"))
    speech: int = field(metadata=toml(whole(1, 3600), "seconds of a speech"))
    defence: int = field(metadata=toml(whole(1, 3600), "seconds of a tied seat's defence"))
    last_word: int = field(metadata=toml(whole(1, 3600), "seconds of a last word"))
    don_check: int = field(metadata=toml(whole(1, 3600), "seconds of the don's check"))
    sheriff_check: int = field(metadata=toml(whole(1, 3600), "seconds of the sheriff's check"))
    warning: int = field(metadata=toml(whole(0, 3600), "seconds left at which the clock warns"))
    best_move: int | None = field(
        default=None, metadata=toml(optional(whole(1, 3600)), "seconds of the best move where it is a step of its own")
    )


@dataclass(frozen=True, slots=True)
class Nomination:
    """Nominations in a speech. Source: A and W, important details."""

    withdrawal: bool = field(metadata=toml(yes_no, "whether a speaker may withdraw his nomination"))
    several_named: str = field(
        metadata=toml(one_of("first_new", "refuse"), "of several named: the first new one counts, or none")
    )


@dataclass(frozen=True, slots=True)
class LiftForbidden:
    """A tie whose lifting is not put to the vote: so many living, so many tied."""

    alive: int = field(metadata=toml(whole(2, 10), "seats living"))
    tied: int = field(metadata=toml(whole(2, 10), "seats tied twice"))


@dataclass(frozen=True, slots=True)
class Ballot:
    """What a ballot may end in. Source: A and W on four living; F."""

    single_nominee_day_1: bool = field(
        metadata=toml(yes_no, "whether a single candidate of day 1 is put to the ballot")
    )
    lift_forbidden: tuple[LiftForbidden, ...] = field(
        metadata=toml(array(table(LiftForbidden), unique=""), "ties that must not be lifted")
    )
    all_tied: str = field(
        metadata=toml(one_of("night", "question"), "all living tied twice: nobody leaves, or the question is put")
    )


@dataclass(frozen=True, slots=True)
class ShortSpeech:
    """What replaces silence when few are left. Source: A and W, third foul at three or four living."""

    at_alive: tuple[int, ...] = field(
        metadata=toml(array(whole(1, 10), least=1, unique=""), "numbers of the living at which it applies")
    )
    seconds: int = field(metadata=toml(whole(1, 3600), "seconds"))
    mode: str = field(
        metadata=toml(one_of("instead", "added"), "instead of the silence, or added to whatever speech there is")
    )


@dataclass(frozen=True, slots=True)
class Fouls:
    """What the count of fouls leads to. Source: A and W, fouls."""

    silence_at: int = field(metadata=toml(whole(1, 99), "the foul that costs the next speech"))
    removal_at: int = field(metadata=toml(whole(1, 99), "the foul that removes"))
    short_speech: ShortSpeech | None = field(
        default=None, metadata=toml(optional(table(ShortSpeech)), "a short speech where few are left")
    )


@dataclass(frozen=True, slots=True)
class Removal:
    """What a removal does to ballots. Source: A and W, important details."""

    cancels_ballot: bool = field(metadata=toml(yes_no, "a removal by day cancels a ballot"))
    night_removal_cancels: bool = field(metadata=toml(yes_no, "a removal at night cancels the coming ballot"))


@dataclass(frozen=True, slots=True)
class DrawGame:
    """When a game is drawn, and whether it counts. Source: A, important details."""

    quiet_rounds: int = field(metadata=toml(whole(1, 99), "nights and days in a row in which nobody leaves"))
    points: bool = field(metadata=toml(yes_no, "whether a drawn game gives points and fines"))


@dataclass(frozen=True, slots=True)
class BestMove:
    """The first victim's best move. Source: A, scoring; F."""

    step: str = field(metadata=toml(one_of("last_word", "own"), "in the last word, or a step of its own"))
    max_left_on_day_1: int = field(
        metadata=toml(whole(0, 9), "granted when no more than so many left before the first night")
    )
    named: int = field(metadata=toml(whole(1, 9), "seats that may be named"))


@dataclass(frozen=True, slots=True)
class AwardKind:
    """An award a judge may give. points None: free, the judge says how many, plus or minus."""

    id: str = field(metadata=toml(identifier, "the award's id"))
    team: str = field(metadata=toml(one_of("winner", "loser", "any"), "whose players may get it"))
    points: Fraction | None = field(metadata=toml(free_or(exact()), 'its points, or "free"'))
    name: Text = field(metadata=toml(names, "its name") | TITLED_BY_ID)


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The coefficient of hard games. Source: A, formula of the difficulty coefficient."""

    series: str = field(metadata=toml(one_of("tournament", "stage"), "the games it is counted over"))
    count_draws: bool = field(metadata=toml(yes_no, "whether draws are counted among the games"))


@dataclass(frozen=True, slots=True)
class FirstKill:
    """Compensation of a red killed in the first night: min(most, i·most/B), B = round(share·games). Source: F."""

    share: Fraction = field(metadata=toml(exact("positive"), "share of the games that counts as the norm"))
    most: Fraction = field(metadata=toml(exact("positive"), "points at most"))
    half_when_won: bool = field(
        default=False, metadata=toml(yes_no, "half of it when the victim's team won; otherwise nothing then")
    )
    needs_hit: bool = field(
        default=False, metadata=toml(yes_no, "only when the best move named at least one black")
    )


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points and fines. Source: A, scoring; W only points to a scheme of the federation."""

    win: Fraction = field(metadata=toml(exact(), "points of each winner"))
    loss: Fraction = field(metadata=toml(exact(), "points of each loser"))
    draw: Fraction = field(metadata=toml(exact(), "points of each player of a drawn game that counts"))
    best_move: Mapping[int, Fraction] = field(
        metadata=toml(by_number(exact(), 1, 3), "points of a red first victim, by blacks named")
    )
    removal: Fraction = field(metadata=toml(exact("not positive"), "points of a removal from the table"))
    missed_round: Fraction = field(metadata=toml(exact("not positive"), "points of a missed round, never weighted"))
    panel_fines: tuple[Fraction, ...] = field(
        metadata=toml(array(exact("negative"), unique=""), "fines the judges' panel may impose, never weighted")
    )
    game_fines: tuple[Fraction, ...] = field(
        metadata=toml(array(exact("negative"), unique=""), "fines the judge may impose in a game")
    )
    weight_on: str = field(
        metadata=toml(one_of("all", "base"), "a stage's weight multiplies the whole game score, or its base alone")
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
    reconstructed: bool = field(
        default=False, metadata=toml(yes_no, "the scheme is not at hand; its values are put together from others")
    )


@dataclass(frozen=True, slots=True)
class NotAwarded:
    """Who keeps his place but gets no award. Source: A and W, main provisions."""

    missed_rounds: int | None = field(
        default=None, metadata=toml(optional(whole(1)), "so many missed rounds keep a player from the awards")
    )
    disqualified: bool = field(default=False, metadata=toml(yes_no, "the disqualified are kept from the awards"))


@dataclass(frozen=True, slots=True)
class Ranking:
    """The order of places. Source: A, order of prize winners."""

    order: tuple[str, ...] = field(
        metadata=toml(array(one_of(*CRITERIA), least=1, unique=""), "criteria, compared one after another")
    )
    not_awarded: NotAwarded = field(metadata=toml(table(NotAwarded), "who is kept from the awards"))
    finalists_keep_places: bool = field(
        metadata=toml(yes_no, "whether the finalists stay above the rest whatever the points")
    )


@dataclass(frozen=True, slots=True)
class Panel:
    """The judges' panel. Source: A and W, judging committee."""

    members_for_a_dispute: int = field(metadata=toml(whole(1), "members the chief judge picks to settle a dispute"))
    may_exclude: bool = field(
        default=True, metadata=toml(yes_no, "whether it may exclude a player from the tournament")
    )
    made_of: Text | None = field(default=None, metadata=toml(optional(names), "whom the panel is made of"))


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for a foul, a removal or a team defeat.

    excludes: the removal or defeat then proposes the decision to exclude from the tournament. key: the digit
    that picks it in its lists.
    """

    id: str = field(metadata=toml(identifier, "the reason's id"))
    name: Text = field(metadata=toml(names, "its short name"))
    leads_to: tuple[str, ...] = field(
        metadata=toml(array(one_of(*LEADS_TO), least=1, unique=""), "what it leads to")
    )
    excludes: bool = field(default=False, metadata=toml(yes_no, "proposes to exclude from the tournament"))
    key: str | None = field(
        default=None, metadata=toml(optional(one_of(*"0123456789")), "the digit that picks it in its list")
    )
    note: Text | None = field(default=None, metadata=toml(optional(names), "what a judge should know about it"))

    @property
    def foul(self) -> bool:
        """Whether it stands in the list of fouls."""
        return "foul" in self.leads_to

    @property
    def removal(self) -> bool:
        """Whether it stands in the list of removals."""
        return "removal" in self.leads_to

    @property
    def team_defeat(self) -> bool:
        """Whether it stands in the list of team defeats."""
        return "team_defeat" in self.leads_to


@dataclass(frozen=True, slots=True)
class Regulation:
    """Everything in which tournaments differ, as typed values that cannot be changed."""

    id: str = field(metadata=toml(file_id, "the regulation's id", "regulation", "id"))
    title: Text = field(metadata=toml(names, "the regulation's title", "regulation", "title"))
    source: Text = field(metadata=toml(names, "where the values come from", "regulation", "source"))
    clock: Clock = field(metadata=toml(table(Clock), "seconds of the steps"))
    nomination: Nomination = field(metadata=toml(table(Nomination), "nominations"))
    ballot: Ballot = field(metadata=toml(table(Ballot), "ballots"))
    fouls: Fouls = field(metadata=toml(table(Fouls), "fouls"))
    removal: Removal = field(metadata=toml(table(Removal), "removals"))
    draw_game: DrawGame = field(metadata=toml(table(DrawGame), "drawn games"))
    best_move: BestMove = field(metadata=toml(table(BestMove), "the best move"))
    scoring: Scoring = field(metadata=toml(table(Scoring), "points and fines"))
    ranking: Ranking = field(metadata=toml(table(Ranking), "the order of places"))
    panel: Panel = field(metadata=toml(table(Panel), "the judges' panel"))
    night_posture: Text = field(metadata=toml(names, "how the players sit at night", "night", "posture"))
    reasons: tuple[Reason, ...] = field(
        metadata=toml(array(table(Reason), unique="id"), "reasons for fouls, removals, team defeats", "reason")
    )
    base: str | None = field(
        default=None, metadata=toml(optional(file_id), "the regulation whose values come first", "regulation", "base")
    )
    readings: tuple[Text, ...] = field(
        default=(),
        metadata=toml(array(names), "where the text can be read in two ways: the way taken", "regulation", "readings"),
    )
    tournament: Tournament = field(
        default=Tournament(), metadata=toml(table(Tournament), "the frame of the tournament")
    )
    stages: tuple[Stage, ...] = field(
        default=(), metadata=toml(array(table(Stage), unique="id"), "the stages, in order", "stage")
    )
    schedule: tuple[ScheduleLine, ...] = field(
        default=(), metadata=toml(array(table(ScheduleLine)), "the schedule")
    )
    officials: tuple[Official, ...] = field(
        default=(), metadata=toml(array(table(Official), unique="id"), "the offices", "official")
    )

    def reasons_for(self, kind: str) -> tuple[Reason, ...]:
        """The reasons that lead to a foul, a removal or a team_defeat, in the order of the file."""
        return tuple(reason for reason in self.reasons if kind in reason.leads_to)

    def reason(self, id: str) -> Reason | None:
        """The reason with this id, or None: a protocol may give a reason in free words."""
        return next((reason for reason in self.reasons if reason.id == id), None)

    def stage(self, id: str) -> Stage | None:
        """The stage with this id, or None."""
        return next((stage for stage in self.stages if stage.id == id), None)

    @property
    def digest(self) -> str:
        """SHA-256 of the content in hexadecimal: equal for equal regulations, whatever their files look like."""
        from rules.regulation.content import digest

        return digest(self)
