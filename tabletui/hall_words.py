"""What the hall's news say to a judge: one message, the gravest thing first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from storage.kinds import Slot
from tabletui.hall import News
from tabletui.text import _, ngettext, told, worded

AGAIN = 60.0
"""Seconds after which trouble that lasts is said again."""

Message = tuple[str, str]
"""The text and its severity."""


def message(news: News, before: News, title: Callable[[Slot], str], shared: Path | None) -> Message | None:
    """The message of a look, given the one before; None where there is nothing to say."""
    grave = [*_trouble(news), *_conflicts(news, title), *_rejected(news)]
    calm = [
        *(_back(news, before) if shared is not None else ()),
        *_came(news, title),
        *_others(news, before, shared),
    ]
    if not grave and not calm:
        return None
    return " ".join((*grave, *calm)), "warning" if grave else "information"


def state(news: News) -> str:
    """How it stands with the shared folder, in a few words for the head of a screen."""
    return _("the shared folder is away") if news.trouble is not None else _("the shared folder is there")


def _trouble(news: News) -> list[str]:
    return [told(news.trouble.template, news.trouble.details)] if news.trouble is not None else []


def _conflicts(news: News, title: Callable[[Slot], str]) -> list[str]:
    text = _("{slot}: two different protocols; neither counts until the chief judge decides.")
    return [text.format(slot=title(slot)) for slot in news.conflicts[:2]]


def _rejected(news: News) -> list[str]:
    if not news.rejected:
        return []
    name, reason = news.rejected[0]
    text = ngettext(
        "{count} file was left out: {name}: {why}.",
        "{count} files were left out; the first: {name}: {why}.",
        len(news.rejected),
    )
    return [text.format(count=len(news.rejected), name=_short(name), why=worded(reason))]


def _short(name: str) -> str:
    """A name of 64 digits as far as it is needed to find the file."""
    return name if len(name) < 20 else f"{name[:12]}…{name[-5:]}"


def _back(news: News, before: News) -> list[str]:
    if before.trouble is None or news.trouble is not None:
        return []
    return [_("The shared folder is there again; all records of this laptop are in it.")]


def _came(news: News, title: Callable[[Slot], str]) -> list[str]:
    calm = [slot for slot in news.slots if slot not in news.conflicts]
    if len(calm) == 1:
        return [_("{slot}: the protocol is here.").format(slot=title(calm[0]))]
    if calm:
        text = ngettext(
            "{count} protocol came from other laptops.",
            "{count} protocols came from other laptops.",
            len(calm),
        )
        return [text.format(count=len(calm))]
    if news.taken and not news.slots:
        text = ngettext(
            "{count} change came from other laptops.", "{count} changes came from other laptops.", news.taken
        )
        return [text.format(count=news.taken)]
    if news.came and not news.taken:
        text = ngettext(
            "{count} record came; the tournament takes it in when it is opened.",
            "{count} records came; the tournament takes them in when it is opened.",
            news.came,
        )
        return [text.format(count=news.came)]
    return []


def _others(news: News, before: News, shared: Path | None) -> list[str]:
    fresh = set(news.others or ()) - set(before.others or ())
    if not fresh or shared is None:
        return []
    text = _('In the shared folder lies the tournament "{title}"; "tabletui merge FILE {folder}" takes it.')
    name = sorted(fresh)[0]
    return [text.format(title=(news.others or {})[name][:40], folder=shared)]
