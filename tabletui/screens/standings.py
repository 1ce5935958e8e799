"""The standings: places, points and wins; filtered as one types, with a card for each player."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Input, Static

from rules.regulation import WrongRegulation
from rules.standings import Row, Standings
from storage.errors import StorageError
from storage.tournament import Tournament
from tabletui.board import round_title
from tabletui.entry import clean
from tabletui.keys import bindings, help_lines
from tabletui.places import Course
from tabletui.results import Results, regulation_of
from tabletui.screens.once import Once
from tabletui.screens.standings_columns import (
    Field,
    Order,
    columns,
    fields,
    in_order,
)
from tabletui.screens.standings_words import criterion_words, legend, remarks
from tabletui.text import _, ngettext
from tabletui.widgets.form import line
from tabletui.widgets.frame import Foot, Head
from tabletui.widgets.rows import Line, Rows

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp


class StandingsScreen(Once, Screen[None]):
    """Read from a tournament that this screen closes when it goes, unless it is told to keep it open."""

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("standings", "screen", "list")]

    def __init__(self, tournament: Tournament, *, keep_open: bool = False) -> None:
        super().__init__()
        self._tournament = tournament
        self._keep_open = keep_open
        self._results: Results | None = None
        self._standings: Standings | None = None
        self._shown: list[Row] = []
        self._through: str | None = None
        self._course = Course()
        self._order = Order()
        self._fields: list[Field] = []

    def compose(self) -> ComposeResult:
        yield Head(_("Standings"))
        yield line(id="filter", placeholder=_("type a part of a name"))
        yield Rows([], gap=1)
        yield Static("", id="row-words", classes="note", markup=False)
        yield Static("", id="words", classes="note", markup=False)
        yield Foot("standings", "screen")

    def on_mount(self) -> None:
        self.query_one(Input).focus()
        self._say_what()
        self.run_worker(self._count(), exclusive=True)

    def on_unmount(self) -> None:
        if not self._keep_open:
            self._tournament.close()

    async def _count(self) -> None:
        """Game by game, so that a clock behind this screen never waits for us."""
        try:
            regulation = regulation_of(self._tournament, (self.app.regulations,))
            self._results = Results(self._tournament, regulation, (self.app.regulations,))
            for _game in self._results.games_one_by_one():
                await asyncio.sleep(0)
        except (StorageError, WrongRegulation) as error:
            self.app.refuse(error)
            return
        self._take(None if self._standings is not None else 0)
        await self._follow()

    def reload(self) -> None:
        """Counts anew: records of other laptops came."""
        self.run_worker(self._count(), exclusive=True)

    async def _follow(self) -> None:
        """The places after each round, counted beside the screen: it answers meanwhile."""
        if self._results is None or self._standings is None:
            return
        course, count = Course(), self._results.counting()
        for stage, number in self._results.rounds():
            course.add(stage, number, await asyncio.to_thread(count, f"{stage}:{number}"))
        self._course = course
        self._draw()

    def _take(self, index: int | None = 0) -> None:
        if self._results is None:
            return
        try:
            self._standings = self._results.standings(self._through)
        except (StorageError, ValueError) as error:
            self.app.refuse(error)
            return
        self._draw(index)

    def _say_what(self) -> None:
        title = self._tournament.header.title or _("one-off games")
        remark = self._remark()
        field = next((field for field in self._fields if field.id == self._order.id), None)
        if field is not None and self._order != Order():
            sorted_by = _("by {column}").format(column=field.words)
            remark += f" · {sorted_by} {self._order.arrow(field)}"
        self.query_one(Head).say(_("Standings") + f" · {title}", remark)

    def _remark(self) -> str:
        """Which games are counted."""
        if self._through is not None and self._results is not None:
            stage, number = self._through.split(":")
            until = round_title(self._results.regulation, stage, int(number))
            return _("up to {round}").format(round=until)
        if self._standings is None or self._results is None:
            return _("counting …")
        games = len(self._results.games())  # draws too, which the coefficient leaves out
        return ngettext("{count} game", "{count} games", games).format(count=games)

    # -- the table ---------------------------------------------------------------------------------------

    @on(Input.Changed)
    def _typed(self) -> None:
        self._draw(0)

    def on_resize(self) -> None:
        """The chart of places has more room in a wide window."""
        self._draw()

    def _draw(self, index: int | None = None) -> None:
        standings, results = self._standings, self._results
        self._say_what()
        if standings is None or results is None:
            return
        self._fields = fields(standings, results.regulation, self._course, self._through, self.app.size.width)
        part = clean(self.query_one(Input).value).casefold()
        rows = [row for row in standings.rows if part in row.name.casefold()]
        self._shown = in_order(rows, self._fields, self._order)
        lines = [
            Line(tuple(field.cell(row) for field in self._fields), "" if row.games else "quiet")
            for row in self._shown
        ]
        table = self.query_one(Rows)
        table.show_columns(columns(self._fields, self._order))
        table.show(lines, index)
        self.query_one("#words", Static).update(self._words())
        self._tell_row()

    @on(Rows.Moved)
    def _tell_row(self) -> None:
        """The row under the cursor in words: nothing is told by a chart or a mark alone."""
        index = self.query_one(Rows).index
        words = self._about(self._shown[index]) if 0 <= index < len(self._shown) else []
        self.query_one("#row-words", Static).update(
            " · ".join([self._shown[index].name, *words]) if words else ""
        )

    def _about(self, row: Row) -> list[str]:
        """What parted a player from the place above, and his places by round."""
        words = []
        if row.decided_by is not None:
            words.append(
                _("parted from the place above by: {what}").format(what=criterion_words(row.decided_by))
            )
        if places := self._course.words(row.id, self._through):
            words.append(_("places by round: {places}").format(places=places))
        return words

    def _words(self) -> str:
        """What one should know before reading the places aloud."""
        if self._standings is None or self._results is None:
            return ""
        conflict = any(slot.status == "conflict" for slot in self._tournament.slots().values())
        return " ".join(remarks(self._standings, self._results.regulation, self._shown, conflict=conflict))

    # -- what can be done --------------------------------------------------------------------------------

    @on(Input.Submitted)
    @on(Rows.Chosen)
    def action_card(self) -> None:
        """How the points of the player under the cursor came about."""
        from tabletui.screens.card import CardScreen

        index = self.query_one(Rows).index
        if self._results is not None and 0 <= index < len(self._shown):
            row = self._shown[index]
            card = self._results.card(row.id, self._through)
            self.app.push_screen(CardScreen(row, card, self._results.regulation, self._about(row)))

    def action_through(self) -> None:
        """The standings as they were after a round."""
        from tabletui.screens.dialogs import PickDialog
        from tabletui.screens.dialogs import Row as Choice

        if self._results is None:
            return
        regulation = self._results.regulation
        rounds = self._results.rounds()
        if not rounds:
            self.app.say(_("No round is played yet."))
            return
        choices = [Choice("", _("all games"), "0")]
        for line_number, (stage, number) in enumerate(rounds, 1):
            key = str(line_number) if line_number < 10 else ""
            choices.append(Choice(f"{stage}:{number}", round_title(regulation, stage, number), key))

        def answered(value: object) -> None:
            if value is not None:
                self._through = str(value) or None
                self._take()

        self.app.push_screen(
            PickDialog(_("Standings after …"), choices, preselected=self._through or ""), answered
        )

    def action_sort(self) -> None:
        """By which column; the placed order is the first of them."""
        from tabletui.screens.dialogs import PickDialog
        from tabletui.screens.dialogs import Row as Choice

        offered = [field for field in self._fields if field.figure is not None]
        if not offered:
            return
        choices = [
            Choice(
                field.id,
                field.words,
                str(number) if number < 10 else "",
                self._order.arrow(field) if field.id == self._order.id else "",
            )
            for number, field in enumerate(offered)
        ]

        def answered(value: object) -> None:
            if value is not None:
                self._sort(str(value))

        self.app.push_screen(PickDialog(_("Sort by …"), choices, preselected=self._order.id), answered)

    @on(Rows.HeadChosen)
    def _sort_by_title(self, event: Rows.HeadChosen) -> None:
        if event.index < len(self._fields) and self._fields[event.index].figure is not None:
            self._sort(self._fields[event.index].id)

    def action_turn(self) -> None:
        """The order upside down."""
        self._sort(self._order.id)

    def _sort(self, id: str) -> None:
        self._order = self._order.chosen(id)
        self._draw(0)

    def action_awards(self) -> None:
        """Who is awarded what, by the standings as they are shown."""
        from tabletui.screens.awards import AwardsScreen

        if self._standings is not None and self._results is not None:
            regulation = self._results.regulation
            self.app.push_screen(AwardsScreen(self._standings, regulation, self._remark()))

    def action_cursor_up(self) -> None:
        self.query_one(Rows).action_cursor_up()

    def action_cursor_down(self) -> None:
        self.query_one(Rows).action_cursor_down()

    def action_page_up(self) -> None:
        self.query_one(Rows).action_page_up()

    def action_page_down(self) -> None:
        self.query_one(Rows).action_page_down()

    def action_help(self) -> None:
        from tabletui.screens.dialogs import HelpScreen

        keys, others = help_lines("standings"), help_lines("list", "screen", "app")
        marks = [] if self._results is None else legend(self._results.regulation)
        self.app.push_screen(HelpScreen(_("Standings"), [*keys, *marks, *others]))

    def action_back(self) -> None:
        """First the filter goes, then the screen."""
        field = self.query_one(Input)
        if field.value:
            field.value = ""
        else:
            self.dismiss()
