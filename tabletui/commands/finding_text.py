"""What is wrong with a protocol, as sentences in the language in use."""

from __future__ import annotations

from rules.findings import CODES, Finding
from rules.protocol import BadFact, Protocol
from rules.regulation import Regulation
from rules.said import Said
from tabletui.text import N_, told, worded

WORDS = {
    "red": N_("the red side"),
    "black": N_("the black side"),
    "draw": N_("a draw"),
    "winner": N_("the winners'"),
    "loser": N_("the losers'"),
    "shot": N_("a shot"),
    "ballot": N_("a ballot"),
    "fouls": N_("fouls"),
    "disqualified": N_("a disqualifying foul"),
    "team_defeat": N_("a team defeat"),
    "removal": N_("a removal"),
    "judge": N_("the judge's decision"),
    "void": N_("a void game"),
}
"""The identifiers that a finding speaks of, as words."""

Sentence = tuple[str, dict[str, object]]
"""A template with what it speaks of; the template is a message id."""


def finding_sentence(finding: Finding) -> Sentence:
    """The sentence of a finding. A refusal of the game has its own codes; some mean something else here."""
    if finding.where.startswith("events[") or finding.code not in CODES:
        return "{message}", {"message": finding.message}
    values = {key: _in_words(value) for key, value in finding.values.items()}
    return CODES[finding.code], values


def _in_words(value: object) -> object:
    """A colour, a team or a cause as a word of its own; anything else as it is."""
    return Said(WORDS[value]) if isinstance(value, str) and value in WORDS else value


def finding_line(finding: Finding, protocol: Protocol, regulation: Regulation) -> str:
    """The sentence of a finding, in the language in use."""
    if finding.where.startswith("events["):
        try:
            protocol.replay(regulation)
        except BadFact as bad:
            return fact_line(bad)
    template, details = finding_sentence(finding)
    return told(template, details)


def fact_line(bad: BadFact) -> str:
    """Why an event is refused."""
    if bad.refusal is None:
        return str(worded(bad.message))
    from tabletui.refusals import refusal_line

    return refusal_line(bad.refusal)
