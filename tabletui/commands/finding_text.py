"""What is wrong with a protocol, as sentences in the language in use."""

from __future__ import annotations

from rules.findings import CODES, Finding
from rules.protocol import BadFact, Protocol
from rules.regulation import Regulation
from tabletui.text import told, worded

Sentence = tuple[str, dict[str, object]]
"""A template with what it speaks of; the template is a message id."""


def finding_sentence(finding: Finding) -> Sentence:
    """The sentence of a finding. A refusal of the game has its own codes; some mean something else here."""
    if finding.where.startswith("events[") or finding.code not in CODES:
        return "{message}", {"message": finding.message}
    return CODES[finding.code], dict(finding.values)


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
