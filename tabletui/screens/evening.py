"""A club evening: its games, its table, the next game with the same people or with others."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from rules.regulation import WrongRegulation
from storage.errors import StorageError
from storage.slots import Stored
from storage.tournament import Tournament
from tabletui.board import slot_title
from tabletui.evening import EveningResults, evening_of, last_game
from tabletui.keys import bindings, help_lines
from tabletui.results import regulation_of
from tabletui.screens.once import Once
from tabletui.text import N_, _, decimal, ngettext
from tabletui.unfinished import Waiting, waiting
from tabletui.widgets.frame import Foot, Head
from tabletui.widgets.rows import Column, Line, Rows

if TYPE_CHECKING:
    from rules.standings import Row
    from tabletui.app import TabletuiApp

MOST_GAMES = 7
"""Lines of games on the screen; more scroll."""


class EveningScreen(Once, Screen[None]):
    """Over the file of one-off games, which it closes when it goes."""

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("evening", "screen")]
    DEFAULT_CSS = """
    EveningScreen #games { height: auto; margin-bottom: 1; }
    """

    def __init__(self, tournament: Tournament) -> None:
        super().__init__()
        self.tournament = tournament
        self._games: list[Waiting | Stored | None] = []

    def compose(self) -> ComposeResult:
        yield Head(_("Club evening"))
        games = [Column(_("game"), 6), Column(_("result"), 0), Column(_("regulation"), 20, wide=70)]
        yield Rows([*games, Column(_("judge"), 16), Column(_("stored"), 6)], id="games")
        table = [Column("", 3, right=True), Column(_("player"), 0), Column(_("points"), 7, right=True)]
        yield Rows([*table, Column(_("games"), 5, right=True), Column(_("wins"), 6, right=True)], id="table")
        yield Foot("evening", "screen", before=(("Enter", N_("open")),))

    def on_mount(self) -> None:
        self.reload()
        self.query_one("#games", Rows).focus()

    def on_screen_resume(self) -> None:
        """A game may have been finished or left meanwhile."""
        self.reload()

    def on_unmount(self) -> None:
        self.tournament.close()

    def reload(self) -> None:
        """Looks at the file and the running games anew."""
        try:
            self.tournament.refresh()
            regulation = regulation_of(self.tournament, (self.app.regulations,))
            evening = evening_of(self.app.now())
            results = EveningResults(self.tournament, regulation, evening, (self.app.regulations,))
            stored, table = results.stored(), results.rows()
        except (StorageError, WrongRegulation) as error:
            self.app.refuse(error)
            return
        running = [one for one in waiting(self.app.folder) if one.tournament == self.tournament.id]
        self._show_games(running, stored)
        self._show_table(table)
        count = ngettext("{count} game", "{count} games", len(stored)).format(count=len(stored))
        self.query_one(Head).say(_("Club evening") + f" · {evening}", count)

    def _show_games(self, running: list[Waiting], stored: tuple[Stored, ...]) -> None:
        lines: list[Line] = []
        self._games = []
        for one in running:
            number = one.slot.round if one.slot is not None else 0
            lines.append(Line((f"▸ {number}", one.step, "", "", "")))
            self._games.append(one)
        for game in reversed(stored):
            lines.append(Line(_cells(game)))
            self._games.append(game)
        if not lines:
            for words in (
                _("No game yet this evening: N seats the same ten as last time, drawn anew,"),
                _("O other people."),
            ):
                lines.append(Line((words,), "text"))
                self._games.append(None)
        rows = self.query_one("#games", Rows)
        rows.styles.height = min(len(lines), MOST_GAMES) + 1
        rows.show(lines)

    def _show_table(self, table: tuple[Row, ...]) -> None:
        lines = [
            Line((str(row.place or ""), row.name, decimal(row.shown), str(row.games), str(row.wins)))
            for row in table
        ]
        heading = Line((_("Standings of this evening"),), "heading")
        self.query_one("#table", Rows).show([heading, *lines] if lines else [])

    @on(Rows.Chosen, "#games")
    def _open(self, event: Rows.Chosen) -> None:
        game = self._games[event.index]
        if isinstance(game, Waiting):
            from tabletui.screens.going_on import go_on

            go_on(self.app, game, self.tournament)
        elif game is not None:
            self._show_protocol(game)

    def _show_protocol(self, game: Stored) -> None:
        from rules.regulation import load
        from tabletui.screens.record import RecordScreen

        try:
            own = str(game.protocol.get("regulation") or "")
            folders = (self.app.regulations,)
            regulation = load(own, folders=folders) if own else regulation_of(self.tournament, folders)
        except WrongRegulation as error:
            self.app.refuse(error)
            return
        title = slot_title(regulation, game.slot)
        self.app.push_screen(RecordScreen(title, game.protocol, regulation, self.tournament, game.slot))

    def action_same_people(self) -> None:
        """The ten of the game before on seats drawn by lot; each may still be changed."""
        from tabletui.screens.seating_doors import seat_one_off

        last = last_game(self.tournament)
        if last is None:
            self.app.say(_("A club evening goes on from a one-off game; there is none on record yet."))
        else:
            seat_one_off(self.app, last)

    def action_other_people(self) -> None:
        from tabletui.screens.seating_doors import seat_one_off

        seat_one_off(self.app)

    def action_season(self) -> None:
        """The table over all evenings."""
        from tabletui.screens.standings import StandingsScreen

        self.app.push_screen(StandingsScreen(self.tournament, keep_open=True))

    def action_help(self) -> None:
        from tabletui.screens.dialogs import HelpScreen

        self.app.push_screen(HelpScreen(_("Club evening"), help_lines("evening", "list", "screen", "app")))

    def action_back(self) -> None:
        self.dismiss()


def _cells(game: Stored) -> tuple[str, ...]:
    from tabletui.screens.dialogs.sheet import ending_words, winner_words

    sheet = game.protocol.get("sheet") or {}
    words = [winner_words(sheet.get("winner")), ending_words(sheet.get("ending"))]
    result = ", ".join(word for word in words if word)
    judge = str(game.protocol.get("judge") or "")
    return str(game.slot.round), result, str(game.protocol.get("regulation") or ""), judge, game.at[11:16]


def open_evening(app: TabletuiApp) -> None:
    """Opens the screen, or says why the file of one-off games cannot be used."""
    from storage.tournaments import open_one_off

    try:
        tournament = open_one_off(app.folder, new_id=app.new_id, now=app.now)
    except StorageError as error:
        app.refuse(error)
        return
    app.push_screen(EveningScreen(tournament))
