"""A regulation: everything in which tournaments differ, as typed data that is read from TOML."""

from __future__ import annotations

from rules.regulation.errors import WrongRegulation
from rules.regulation.files import is_path, load, own_files, shipped
from rules.regulation.frame import Fee, Official, Panel, ScheduleLine, Stage, Tournament
from rules.regulation.frozen import Text, text
from rules.regulation.model import LEADS_TO, Reason, Regulation
from rules.regulation.play import (
    Ballot,
    BestMove,
    Clock,
    DrawGame,
    Fouls,
    LiftForbidden,
    Nomination,
    Removal,
    ShortSpeech,
)
from rules.regulation.points import (
    CRITERIA,
    AwardKind,
    Difficulty,
    FirstKill,
    NotAwarded,
    Ranking,
    Scoring,
)

__all__ = [
    "CRITERIA",
    "LEADS_TO",
    "AwardKind",
    "Ballot",
    "BestMove",
    "Clock",
    "Difficulty",
    "DrawGame",
    "Fee",
    "FirstKill",
    "Fouls",
    "LiftForbidden",
    "Nomination",
    "NotAwarded",
    "Official",
    "Panel",
    "Ranking",
    "Reason",
    "Regulation",
    "Removal",
    "ScheduleLine",
    "Scoring",
    "ShortSpeech",
    "Stage",
    "Text",
    "Tournament",
    "WrongRegulation",
    "is_path",
    "load",
    "own_files",
    "shipped",
    "text",
]
