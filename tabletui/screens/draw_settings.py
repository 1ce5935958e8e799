"""What a draw is asked for: who must not meet, the seed, how long to search."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from rules.record import record
from storage.roster import PlayerEntry, same_name
from tabletui.entry import clean
from tabletui.keys import bindings
from tabletui.screens.once import Once
from tabletui.text import N_, _
from tabletui.widgets.choice import Choice
from tabletui.widgets.form import Field, line
from tabletui.widgets.frame import Foot

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp

NO, YES = "no", "yes"
LONGEST = 12
"""Digits of a number of trials."""


@record
class DrawSettings:
    """secret: as typed, empty for one that the program makes. trials: None for some seconds of search.

    groups: ids of players who must not meet. clubs: those of one club must not meet either. tables: None for
    those of the regulation. stand_ins: those of the roster fill the tables up.
    """

    secret: str = ""
    trials: int | None = None
    clubs: bool = False
    tables: int | None = None
    stand_ins: bool = False
    groups: tuple[tuple[str, ...], ...] = ()

    def apart(self, roster: Iterable[PlayerEntry]) -> tuple[tuple[str, ...], ...]:
        """All groups that must not meet."""
        return (*self.groups, *(of_clubs(roster) if self.clubs else ()))


def of_clubs(roster: Iterable[PlayerEntry]) -> tuple[tuple[str, ...], ...]:
    """The players of each club that has two at least."""
    clubs: dict[str, list[str]] = {}
    for entry in roster:
        if entry.club:
            clubs.setdefault(same_name(entry.club), []).append(entry.id)
    return tuple(tuple(members) for members in clubs.values() if len(members) > 1)


class UnknownName(ValueError):
    """A group names somebody who is not on the roster, or holds one player alone."""


def groups_of(typed: str, roster: Sequence[PlayerEntry]) -> tuple[tuple[str, ...], ...]:
    """Groups typed as "Vega, Nord; Iva, Lot": names or ids. Raises UnknownName with a sentence."""
    by_name = {same_name(entry.name): entry.id for entry in roster}
    by_id = {entry.id.casefold(): entry.id for entry in roster}
    groups = []
    for part in filter(None, (clean(part) for part in typed.split(";"))):
        group = []
        for name in filter(None, (clean(name) for name in part.split(","))):
            found = by_name.get(same_name(name)) or by_id.get(name.casefold())
            if found is None:
                raise UnknownName(_("{name} is not on the roster.").format(name=name))
            group.append(found)
        if len(set(group)) < 2:
            raise UnknownName(
                _("“{group}”: a group needs two players, separated by a comma.").format(group=part)
            )
        groups.append(tuple(dict.fromkeys(group)))
    return tuple(groups)


class DrawSettingsDialog(Once, ModalScreen[DrawSettings | None]):
    """The settings as they are to be, or None when it was left."""

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("form", "leaf")]

    def __init__(self, settings: DrawSettings, roster: Sequence[PlayerEntry]) -> None:
        super().__init__(classes="dialog")
        self._settings = settings
        self._roster = tuple(roster)

    def compose(self) -> ComposeResult:
        settings = self._settings
        names = {entry.id: entry.name for entry in self._roster}
        groups = "; ".join(", ".join(names.get(id, id) for id in group) for group in settings.groups)
        clubs = of_clubs(self._roster)
        yes = _("yes, {count} clubs with two players or more").format(count=len(clubs))
        with Vertical(classes="dialog-box"):
            yield Static(_("The draw"), classes="dialog-title", markup=False)
            yield Field(
                _("apart"), line(groups, id="apart", placeholder=_("Vega, Nord; Iva, Lot"), length=4000)
            )
            yield Field(
                _("clubs apart"),
                Choice([(NO, _("no")), (YES, yes)], YES if settings.clubs else NO, id="clubs"),
            )
            regular = _("empty: as the regulation says")
            tables = "" if settings.tables is None else str(settings.tables)
            yield Field(_("tables"), line(tables, id="tables", placeholder=regular, length=4))
            count = sum(entry.stand_in for entry in self._roster)
            fill = _("yes, {count} of the roster").format(count=count)
            choice = Choice([(NO, _("no")), (YES, fill)], YES if settings.stand_ins else NO, id="stand-ins")
            yield Field(_("stand-ins"), choice)
            made = _("empty: the program makes one")
            yield Field(_("seed"), line(settings.secret, id="secret", placeholder=made))
            trials = "" if settings.trials is None else str(settings.trials)
            some = _("empty: some seconds of search")
            yield Field(_("trials"), line(trials, id="trials", placeholder=some, length=LONGEST))
            yield Static("", classes="dialog-message", markup=False)
            yield Foot("form", "leaf", before=(("Tab", N_("next field")), ("←→", N_("no or yes"))))

    def on_mount(self) -> None:
        self.query_one("#apart", Input).focus()

    @on(Input.Submitted)
    def action_accept(self) -> None:
        typed = {
            key: clean(self.query_one(f"#{key}", Input).value)
            for key in ("secret", "trials", "apart", "tables")
        }
        try:
            groups = groups_of(typed["apart"], self._roster)
        except UnknownName as wrong:
            self._say(str(wrong))
            return
        trials, tables = typed["trials"], typed["tables"]
        if not (_whole(trials) and _whole(tables)):
            self._say(_("Tables and trials: a whole number above nothing, or empty."))
            return
        clubs, stand_ins = (self.query_one(key, Choice).value == YES for key in ("#clubs", "#stand-ins"))
        self.dismiss(
            DrawSettings(
                typed["secret"],
                int(trials) if trials else None,
                clubs,
                int(tables) if tables else None,
                stand_ins,
                groups,
            )
        )

    def _say(self, words: str) -> None:
        self.query_one(".dialog-message", Static).update(words)

    def action_back(self) -> None:
        self.dismiss(None)


def _whole(typed: str) -> bool:
    return not typed or (typed.isascii() and typed.isdigit() and int(typed) > 0)
