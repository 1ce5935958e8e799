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
from rules.scoring import shown
from rules.standings import Row, Standings
from storage.errors import StorageError
from storage.tournament import Tournament
from tabletui.board import round_title
from tabletui.entry import clean
from tabletui.keys import bindings, help_lines
from tabletui.results import Results, regulation_of
from tabletui.text import _, decimal, ngettext, pgettext
from tabletui.widgets.form import line
from tabletui.widgets.frame import Foot, Head
from tabletui.widgets.rows import Column, Line, Rows

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp

WIDE = 100


class StandingsScreen(Screen[None]):
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

    def compose(self) -> ComposeResult:
        yield Head(_("Standings"))
        yield line(id="filter", placeholder=_("type a part of a name"))
        yield Rows([])
        yield Static("", classes="note", markup=False)
        yield Foot("standings", "screen", before=(("↑↓", _("choose")),))

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
            self.query_one(Static).update("")
            self.app.refuse(error)
            return
        self._take()

    def _take(self) -> None:
        if self._results is None:
            return
        try:
            self._standings = self._results.standings(self._through)
        except (StorageError, ValueError) as error:
            self.app.refuse(error)
            return
        self.query_one(Rows).show_columns(self._columns())
        self._draw(0)

    def _say_what(self) -> None:
        title = self._tournament.header.title or _("one-off games")
        if self._through is not None and self._results is not None:
            stage, number = self._through.split(":")
            until = round_title(self._results.regulation, stage, int(number))
            remark = _("up to {round}").format(round=until)
        elif self._standings is None:
            remark = _("counting …")
        else:
            games = self._standings.difficulty.games
            remark = ngettext("{count} game", "{count} games", games).format(count=games)
        self.query_one(Head).say(_("Standings") + f" · {title}", remark)

    # -- the table ---------------------------------------------------------------------------------------

    def _columns(self) -> list[Column]:
        columns = [
            Column(pgettext("column", "pl."), 4, right=True),
            Column(pgettext("column", "player"), 0),
            Column(pgettext("column", "points"), 6, right=True),
            Column(pgettext("column", "add."), 5, right=True),
            Column(pgettext("column", "gm"), 4, right=True),
            Column(pgettext("column", "wins"), 4, right=True),
            Column(pgettext("column", "don"), 4, right=True),
            Column(pgettext("column", "sher"), 4, right=True),
            Column(pgettext("column", "maf"), 4, right=True),
            Column(pgettext("column", "shot"), 4, right=True),
            Column(pgettext("column", "missed"), 6, right=True, wide=WIDE),
            Column(pgettext("column", "fines"), 6, right=True, wide=WIDE),
        ]
        if self._results is not None and len(self._results.regulation.stages) > 1:
            columns += [
                Column(round_title(self._results.regulation, stage.id, 1).split(" · ")[0][:9], 9, True, WIDE)
                for stage in self._results.regulation.stages
            ]
        return columns

    @on(Input.Changed)
    def _typed(self) -> None:
        self._draw(0)

    def _draw(self, index: int | None = None) -> None:
        standings, results = self._standings, self._results
        self._say_what()
        if standings is None or results is None:
            return
        part = clean(self.query_one(Input).value).casefold()
        self._shown = [row for row in standings.rows if part in row.name.casefold()]
        shared = [row.place for row in standings.rows]
        stages = [stage.id for stage in results.regulation.stages]
        lines = []
        for row in self._shown:
            place = f"{row.place}" + ("=" if row.games and shared.count(row.place) > 1 else "")
            mark = "" if row.may_be_awarded else " ×"
            lines.append(
                Line(
                    (
                        place if row.games or standings.difficulty.games else "–",
                        row.name + mark,
                        decimal(row.shown),
                        _plain(shown(row.additional)),
                        str(row.games),
                        str(row.wins),
                        _count(row.don_wins),
                        _count(row.sheriff_wins),
                        _count(row.mafia_wins),
                        _count(row.first_night_deaths),
                        _count(row.missed),
                        _plain(shown(row.fines)),
                        *(_stage(row, stage) for stage in stages if len(stages) > 1),
                    ),
                    "quiet" if not row.games else "",
                )
            )
        self.query_one(Rows).show(lines, index)
        self.query_one(Static).update(self._words())

    def _words(self) -> str:
        """What one should know before reading the places aloud."""
        standings, results = self._standings, self._results
        if standings is None or results is None:
            return ""
        words = []
        k = standings.difficulty
        if results.regulation.scoring.difficulty is not None and k.games:
            colour = {"red": _("red wins are the harder"), "black": _("black wins are the harder")}
            hard = colour.get(k.hard_colour or "", _("neither colour is the harder"))
            text = _("K = {k} ({games}): {hard}.")
            games = ngettext("{count} game", "{count} games", k.games).format(count=k.games)
            words.append(text.format(k=decimal(shown(k.k)), games=games, hard=hard))
            if k.provisional:
                words.append(_("Provisional: points of past games still change."))
        if results.regulation.scoring.reconstructed:
            words.append(_("The points are reconstructed."))
        if any(not row.may_be_awarded for row in self._shown):
            words.append(_("×: takes no part in the awards."))
        if any(s.status == "conflict" for s in self._tournament.slots().values()):
            words.append(_("Games in conflict are left out until the chief judge decides."))
        return " ".join(words)

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
            self.app.push_screen(CardScreen(row, card, self._results.regulation))

    def action_through(self) -> None:
        """The standings as they were after a round."""
        from tabletui.screens.dialogs import PickDialog
        from tabletui.screens.dialogs import Row as Choice

        if self._results is None:
            return
        regulation = self._results.regulation
        played = dict.fromkeys((game.stage or "", game.round or 0) for game in self._results.games())
        rounds = [key for key in played if regulation.stage(key[0]) is not None]
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

        self.app.push_screen(HelpScreen(_("Standings"), help_lines("standings", "list", "screen", "app")))

    def action_back(self) -> None:
        """First the filter goes, then the screen."""
        field = self.query_one(Input)
        if field.value:
            field.value = ""
        else:
            self.dismiss()


def _plain(text: str) -> str:
    return decimal(text) if text not in ("0", "") else "·"


def _count(number: int) -> str:
    return str(number) if number else "·"


def _stage(row: Row, stage: str) -> str:
    return decimal(shown(row.by_stage[stage])) if stage in row.by_stage else "·"
