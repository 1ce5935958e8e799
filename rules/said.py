"""A sentence for a person that a screen can say in another language."""

from __future__ import annotations

from typing import Self


class Said(str):
    """The English sentence, and what it was made of.

    template: with {names}; it is what a catalogue translates. details: the values, themselves Said where
    they are words.
    """

    __slots__ = ("details", "template")

    template: str
    details: dict[str, object]

    def __new__(cls, template: str, /, **details: object) -> Self:
        said = super().__new__(cls, template.format(**details))
        said.template = template
        said.details = details
        return said

    def __reduce__(self) -> tuple[object, ...]:
        return _said, (self.template, self.details)


def _said(template: str, details: dict[str, object]) -> Said:
    return Said(template, **details)
