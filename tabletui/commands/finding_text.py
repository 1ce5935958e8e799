"""A checker's finding as one sentence in the language in use."""

from __future__ import annotations

from rules.findings import CODES, Finding
from tabletui.text import _


def finding_line(finding: Finding) -> str:
    """The sentence of a finding. One that is the game's refusal of an event says it in the game's words."""
    template = CODES.get(finding.code)
    return finding.message if template is None else _(template).format(**finding.values)
