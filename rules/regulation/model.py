"""A regulation as a whole, and its reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.record import field, record
from rules.regulation.frame import Official, Panel, ScheduleLine, Stage, Tournament
from rules.regulation.frozen import Text
from rules.regulation.play import (
    Ballot,
    BestMove,
    Clock,
    DrawGame,
    Fouls,
    Nomination,
    Removal,
)
from rules.regulation.points import Ranking, Scoring
from rules.regulation.reading import array, optional, table, toml
from rules.regulation.values import file_id, identifier, names, one_of, yes_no

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

LEADS_TO = ("foul", "removal", "team_defeat")
"""What a reason can lead to, the mildest first."""


@record
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
    note: Text | None = field(
        default=None, metadata=toml(optional(names), "what a judge should know about it")
    )

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


@record
class Regulation:
    """Everything in which tournaments differ, as typed values that cannot be changed."""

    _: KW_ONLY
    id: str = field(metadata=toml(file_id, "the regulation's id", "regulation", "id"))
    title: Text = field(metadata=toml(names, "the regulation's title", "regulation", "title"))
    base: str | None = field(
        default=None,
        metadata=toml(optional(file_id), "the regulation whose values come first", "regulation", "base"),
    )
    source: Text = field(metadata=toml(names, "where the values come from", "regulation", "source"))
    readings: tuple[Text, ...] = field(
        default=(),
        metadata=toml(array(names), "the way taken where the text leaves two", "regulation", "readings"),
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
    panel: Panel = field(metadata=toml(table(Panel), "the judges' panel"))
    clock: Clock = field(metadata=toml(table(Clock), "seconds of the steps"))
    night_posture: Text = field(metadata=toml(names, "how the players sit at night", "night", "posture"))
    nomination: Nomination = field(metadata=toml(table(Nomination), "nominations"))
    ballot: Ballot = field(metadata=toml(table(Ballot), "ballots"))
    fouls: Fouls = field(metadata=toml(table(Fouls), "fouls"))
    removal: Removal = field(metadata=toml(table(Removal), "removals"))
    draw_game: DrawGame = field(metadata=toml(table(DrawGame), "drawn games"))
    best_move: BestMove = field(metadata=toml(table(BestMove), "the best move"))
    scoring: Scoring = field(metadata=toml(table(Scoring), "points and fines"))
    ranking: Ranking = field(metadata=toml(table(Ranking), "the order of places"))
    reasons: tuple[Reason, ...] = field(
        metadata=toml(array(table(Reason), unique="id"), "reasons for fouls, removals and defeats", "reason")
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
        """SHA-256 of the content, in hexadecimal: the same for the same values, whatever the layout."""
        from rules.regulation.content import digest

        return digest(self)
