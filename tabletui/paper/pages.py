"""Pages for printing: A4, everything inside the file, no script, no address to ask.

The templates are package data, read through the package's own loader: they are found inside one zip file too.
Autoescape is on, and every value is rid of what acts on a line before it is put in.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from tabletui.commands.reporting import visible
from tabletui.text import language

if TYPE_CHECKING:
    from jinja2 import Environment

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""What a page may load: nothing; its style stands in it."""


@cache
def _source(name: str) -> str:
    return (resources.files("tabletui.paper") / "templates" / name).read_text("utf-8")


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    def inert(value: object) -> object:
        # Markup is ours and whole; everything else may come from anybody.
        return visible(value) if isinstance(value, str) and not hasattr(value, "__html__") else value

    return Environment(
        loader=FunctionLoader(_source),
        autoescape=True,
        finalize=inert,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def page(template: str, title: str, *, wide: bool = False, **values: Any) -> bytes:
    """A page of a template. wide: landscape. Values of markup (plots) are given as `drawn`."""
    shaped = {
        "title": title,
        "lang": language(),
        "policy": POLICY,
        "style": drawn(_source("style.css")),
        "paper": "A4 landscape" if wide else "A4",
    }
    rendered = _environment().get_template(template).render(**shaped, **values)
    # No blank line where a block of the template gave nothing.
    lines = (line.rstrip() for line in rendered.splitlines())
    return ("\n".join(line for line in lines if line) + "\n").encode()


def drawn(markup: str) -> Any:
    """Markup of our own making, put in as it stands."""
    from markupsafe import Markup

    return Markup(markup)
