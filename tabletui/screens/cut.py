"""Who goes on to a stage: proposed by the whole chain of criteria, the border a line, ties there told."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Static

from rules.course.cut import CutProposal, CutRow
from rules.course.following import is_cut
from rules.regulation import Regulation, text
from storage.errors import StorageError
from storage.tournament import Tournament
from tabletui.keys import bindings, help_lines
from tabletui.screens.once import Once
from tabletui.screens.standings_words import criterion_words
from tabletui.text import N_, _, decimal, language, ngettext
from tabletui.widgets.frame import Foot, Head
from tabletui.widgets.rows import Column, Line, Rows

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp
    from tabletui.course import Course

WHY = {"excluded": N_("excluded"), "withdrawn": N_("withdrawn"), "not_entered": N_("not on the list")}


class CutScreen(Once, Screen[None]):
    """`tournament` is open for writing and stays open."""

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("cut", "screen")]

    def __init__(self, tournament: Tournament, regulation: Regulation, course: Course, stage: str) -> None:
        super().__init__()
        self.tournament = tournament
        self.course = course
        self._regulation = regulation
        self._stage = stage
        self._proposal: CutProposal | None = None

    def compose(self) -> ComposeResult:
        yield Head(_("Who goes on"))
        columns = [
            Column("", 4, right=True),
            Column(_("player"), 0),
            Column(_("points"), 7, right=True),
            Column(_("parted from above by"), 20, wide=70),
            Column("", 24),
        ]
        yield Rows(columns)
        yield Static("", classes="note", markup=False)
        yield Foot("cut", "screen")

    def on_mount(self) -> None:
        self.reload()
        self.query_one(Rows).focus()
        self.call_after_refresh(self._to_border)

    def _to_border(self) -> None:
        """The border is what one looks for: it stands on the screen with some lines below it."""
        rows = self.query_one(Rows)
        border = next((number for number, line in enumerate(rows.lines) if line.kind == "heading"), 0)
        rows.move_to(min(border + 4, len(rows.lines) - 1))
        rows.move_to(border - 1, -1)

    # -- what is shown -------------------------------------------------------------------------------------

    def reload(self) -> None:
        """Proposes anew; a lot may have been drawn."""
        try:
            self._proposal = proposal = self.course.cut(self._stage)
        except (StorageError, ValueError) as error:
            self.app.refuse(error)
            return
        self.query_one(Rows).show(_lines(proposal))
        stage = self._regulation.stage(self._stage)
        title = text(stage.title, language()) if stage is not None else self._stage
        count = _("{at} of {all}").format(at=len(proposal.players), all=proposal.wanted)
        state = _("published") if self._published == list(proposal.players) else _("not published yet")
        self.query_one(Head).say(_("Who goes on") + f" · {title}", f"{count} · {state}")
        self.query_one(".note", Static).update("\n".join(self._notes(proposal)))

    @property
    def _published(self) -> list[str] | None:
        """The list as published last."""
        found = [
            one for one in self.tournament.decisions() if one["kind"] == "cut" and one["stage"] == self._stage
        ]
        return list(found[-1]["players"]) if found else None

    def _notes(self, proposal: CutProposal) -> list[str]:
        """The border in words: who is level there and what decided, who is passed over."""
        names = {row.id: row.name for row in proposal.rows}
        lines = []
        if proposal.lots:
            who = ", ".join(names[one] for one in proposal.lots)
            lines.append(_("Nothing parts these at the border, a lot must: {names}.").format(names=who))
        elif proposal.level and proposal.decided_by:
            who = ", ".join(names[one] for one in proposal.level)
            what = criterion_words(proposal.decided_by)
            lines.append(
                _("Level in points at the border: {names}. Decided by: {what}.").format(names=who, what=what)
            )
        if proposal.passed_over:
            who = ", ".join(
                f"{names.get(one, one)} ({_(WHY[why])})" for one, why in proposal.passed_over.items()
            )
            lines.append(_("Passed over: {names}.").format(names=who))
        return lines

    # -- lots and the list ---------------------------------------------------------------------------------

    def action_lot(self) -> None:
        """The numbers drawn in the hall, one player after another."""
        if self._level_needs_a_lot():
            self.run_worker(self._ask_lots(), group="lots")

    def _level_needs_a_lot(self) -> bool:
        if self._proposal is not None and self._proposal.lots:
            return True
        self.app.say(_("No lot is needed: the border is decided."))
        return False

    async def _ask_lots(self) -> None:
        from tabletui.screens.decisions_ask import Asking

        asking = Asking(self.app, self.tournament, self.course, self._regulation)
        for player in self._proposal.lots if self._proposal is not None else ():
            if not await asking.ask("lot", player):
                break
        self.reload()

    def action_draw_lots(self) -> None:
        """Numbers by lot; what they are drawn from is told, so that anybody can draw them again."""
        if not self._level_needs_a_lot() or self._proposal is None:
            return
        from tabletui.screens.dialogs import ConfirmDialog

        players = self._proposal.lots
        names = {row.id: row.name for row in self._proposal.rows}
        seed = self.app.new_id()

        def answered(yes: bool | None) -> None:
            if not yes:
                return
            try:
                self.course.draw_lots(players, seed)
            except StorageError as error:
                self.app.refuse(error)
                return
            self.reload()
            self.app.say(_("Lots drawn from {seed}.").format(seed=seed))

        count = len(players)
        question = ngettext("Draw the lot of {count} player?", "Draw the lots of {count} players?", count)
        self.app.push_screen(
            ConfirmDialog(question.format(count=count), ", ".join(names[one] for one in players)), answered
        )

    def action_publish(self) -> None:
        """Asks once: the list stands, whatever the coefficient makes of the points later."""
        proposal = self._proposal
        if proposal is None:
            return
        if proposal.lots:
            self.app.say(_("A lot must be drawn first: L types it in, D draws it."), "warning")
            return
        from tabletui.screens.dialogs import ConfirmDialog

        count = len(proposal.players)
        question = ngettext(
            "Publish the list of {count} player who goes on?",
            "Publish the list of {count} players who go on?",
            count,
        ).format(count=count)
        detail = _("It stays as it is, also where later games change the points of earlier ones.")
        self.app.push_screen(ConfirmDialog(question, detail), self._publish)

    def _publish(self, yes: bool | None) -> None:
        if not yes or self._proposal is None:
            return
        try:
            self.course.publish_cut(self._proposal)
        except StorageError as error:
            self.app.refuse(error)
            return
        self.reload()
        self.app.say(_("Published."))

    def action_help(self) -> None:
        from tabletui.screens.dialogs import HelpScreen

        self.app.push_screen(HelpScreen(_("Who goes on"), help_lines("cut", "list", "screen", "app")))

    def action_back(self) -> None:
        self.dismiss()


def _lines(proposal: CutProposal) -> list[Line]:
    """The table with the border drawn where the last goes on."""
    may = [number for number, row in enumerate(proposal.rows) if row.goes is not False]
    border = max(may, default=-1)
    lines = []
    for number, row in enumerate(proposal.rows):
        parted = criterion_words(row.decided_by) if row.decided_by else ""
        kind = "caution" if row.goes is None else "" if row.goes else "quiet"
        cells = (str(row.place or ""), row.name, decimal(row.points), parted, _words(row))
        lines.append(Line(cells, kind))
        if number == border:
            words = ngettext("{count} goes on", "{count} go on", proposal.wanted).format(
                count=proposal.wanted
            )
            lines.append(Line((f"──── {words} " + "─" * 200,), "heading"))
    return lines


def _words(row: CutRow) -> str:
    if row.why is not None:
        return _(WHY[row.why]) + ", " + _("passed over")
    if row.goes is None:
        return _("a lot decides")
    if row.moved_up:
        return _("goes on, moved up")
    return _("goes on") if row.goes else ""


def open_cut(app: TabletuiApp, tournament: Tournament, regulation: Regulation, course: Course) -> None:
    """The cut that is next to be published; where all are, the last of them."""
    stages = [one.id for number, one in enumerate(regulation.stages) if is_cut(regulation, number)]
    if not stages:
        app.say(_("Nobody is cut in this tournament: every stage takes all players."))
        return
    published = {one["stage"] for one in tournament.decisions() if one["kind"] == "cut"}
    stage = next((one for one in stages if one not in published), stages[-1])
    try:
        course.cut(stage)
    except (StorageError, ValueError) as error:
        app.refuse(error)
        return
    app.push_screen(CutScreen(tournament, regulation, course, stage))
