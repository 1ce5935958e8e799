"""The draw of a stage or round: what can be drawn, the seating with its figures, its publication."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from rules.draw.audit import digest
from rules.regulation import Regulation, text
from storage.errors import StorageError
from storage.slots import Slot
from storage.tournament import Tournament
from tabletui.board import round_title, slot_title
from tabletui.cli import sentence
from tabletui.keys import bindings, help_lines
from tabletui.screens.draw_panel import Page, figures, packed, pages_of, proof, remarks, room_for, table_rows
from tabletui.screens.draw_settings import DrawSettings, DrawSettingsDialog
from tabletui.screens.once import Once
from tabletui.text import _, language, told
from tabletui.unfinished import waiting
from tabletui.widgets.frame import Foot, Head
from tabletui.widgets.lines import Lines

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp
    from tabletui.course import Course, Next

BAR = 30
"""Cells of the bar that shows how far a draw is."""


class DrawScreen(Once, Screen[None]):
    """`tournament` is open for writing and stays open. at: the round that is shown first."""

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("draw", "screen")]
    DEFAULT_CSS = """
    DrawScreen #state { height: auto; max-height: 3; }
    DrawScreen #tables { width: 100%; }
    DrawScreen #panel { height: 1fr; margin-top: 1; padding: 0 1; scrollbar-size-vertical: 1; }
    DrawScreen #panel Static { height: auto; width: 100%; }
    DrawScreen #bar { height: 1; padding: 0 1; color: $accent; display: none; }
    DrawScreen.drawing #bar { display: block; }
    """

    def __init__(
        self,
        tournament: Tournament,
        regulation: Regulation,
        course: Course,
        at: tuple[str, int] | None = None,
    ) -> None:
        super().__init__()
        self.tournament = tournament
        self.course = course
        self._regulation = regulation
        self._names: dict[str, str] = {}
        self._pages: list[Page] = []
        self._at = 0
        self._wanted = at
        self._first = 0
        self._settings = DrawSettings()
        self._drawing: Any = None
        self._redraw: tuple[str, int, str] | None = None
        self._worker: Worker[Any] | None = None
        self._stop = Event()
        self._progress = (0, 0)
        self._secret = ""
        self._proof = False

    def compose(self) -> ComposeResult:
        yield Head(_("Draw"))
        yield Static("", id="state", classes="note", markup=False)
        yield Lines(id="tables")
        with VerticalScroll(id="panel"):
            yield Static("", id="figures", markup=False)
        yield Static("", id="bar", markup=False)
        yield Foot("draw", "screen")

    def on_mount(self) -> None:
        self.set_interval(0.25, self._show_progress)
        self._prepare()
        self.reload()
        self.query_one("#panel").focus()

    def on_unmount(self) -> None:
        self._stop.set()

    def on_resize(self) -> None:
        """More or fewer tables have room."""
        self._draw()

    # -- what is shown -------------------------------------------------------------------------------------

    def reload(self) -> None:
        """Looks at what is published anew; a draw that is not published yet stays on the screen."""
        self._names = {entry.id: entry.name for entry in self.tournament.players()}
        if self._drawing is not None:
            self._pages = pages_of(self._drawing.body, draft=True)
        else:
            self._pages = self._published()
        keys = [(page.stage, page.round) for page in self._pages]
        if self._wanted in keys:
            self._at = keys.index(self._wanted)
        self._wanted = None
        self._draw()

    def _published(self) -> list[Page]:
        found = []
        for stage in self._regulation.stages:
            for number in range(1, stage.rounds + 1):
                seating = self.course.seating(stage.id, number)
                if seating is not None:
                    found.append(Page(stage.id, number, seating.tables, seating.sit_outs, seating.draw))
        return found

    @property
    def page(self) -> Page | None:
        """The round on the screen."""
        return self._pages[self._at] if 0 <= self._at < len(self._pages) else None

    def _draw(self) -> None:
        if not self.is_mounted:
            return
        page, width = self.page, self.size.width
        if page is None:
            rows = []
        else:
            self._first = min(self._first, max(len(page.tables) - room_for(width, len(page.tables)), 0))
            rows = table_rows(page, self._names, self._first, width)
        tables = self.query_one("#tables", Lines)
        tables.styles.height = max(len(rows), 1)
        tables.show(rows)
        self.query_one("#figures", Static).update("\n".join(self._panel(page)))
        self.query_one("#state", Static).update(self._state())
        self._say_where(page)

    def _say_where(self, page: Page | None) -> None:
        if page is None:
            self.query_one(Head).say(
                _("Draw") + f" · {self.tournament.header.title}", _("nothing is drawn yet")
            )
            return
        where = round_title(self._regulation, page.stage, page.round)
        count = _("{at} of {all}").format(at=self._at + 1, all=len(self._pages))
        state = _("draft, not published") if page.draft else _("published")
        self.query_one(Head).say(_("Draw") + f" · {where}", f"{state} · {count}")

    def _panel(self, page: Page | None) -> list[str]:
        if page is None:
            return self._commitment()
        if self._proof:
            return [*(f"{words}: {value}" for words, value in proof(page.draw)), *self._commitment()]
        lines = []
        if reason := page.draw.get("reason"):
            lines.append(_("drawn anew: {reason}").format(reason=reason))
        lines += remarks(page.draw, self._names)[:1]
        lines += [_("figure / the least there can be:"), *packed(figures(page.draw), self.size.width - 3)]
        lines += remarks(page.draw, self._names)[1:]
        return lines

    def _commitment(self) -> list[str]:
        """What may be announced before the next draw, so that nobody can say it was chosen afterwards."""
        if self._drawing is not None or self.course.next(waiting(self.app.folder)).code is not None:
            return []
        return [
            _("To be announced before the next draw: {commitment}").format(commitment=digest([self._secret]))
        ]

    def _prepare(self) -> None:
        """The secret of the next draw: as typed, or one that nobody has seen."""
        self._secret = self._settings.secret or self.app.new_id()

    def _state(self) -> str:
        """What can be drawn now, or why nothing can."""
        if self._drawing is not None:
            return _("P publishes this draw; D draws anew before that.")
        following = self.course.next(waiting(self.app.folder))
        if following.code is not None:
            return self._why_not(following)
        first, last = following.rounds[0], following.rounds[-1]
        stage = round_title(self._regulation, following.stage, first).rsplit(" · ", 1)[0]
        if first == last:
            can = _("Can be drawn now: {stage}, round {round}.").format(stage=stage, round=first)
        else:
            can = _("Can be drawn now: {stage}, rounds {first}–{last}.").format(
                stage=stage, first=first, last=last
            )
        return f"{can} {_('D draws, E says how.')}"

    def _why_not(self, following: Next) -> str:
        """Why nothing can be drawn, stages and tables under their titles."""
        details = dict(following.details)
        stage = self._regulation.stage(following.stage)
        if stage is not None and "stage" in details:
            details["stage"] = text(stage.title, language())
        if following.missing:
            slots = [slot_title(self._regulation, Slot(*key)) for key in following.missing]
            details["slots"] = ", ".join(slots[:2]) + (" …" if len(slots) > 2 else "")
        return told(following.template, details)

    # -- drawing -------------------------------------------------------------------------------------------

    def action_draw(self) -> None:
        """Starts the draw in a thread; the screen answers meanwhile."""
        if self._worker is not None:
            self.app.say(_("A draw is being made; S stops it and keeps the best so far."))
            return
        if self._redraw is None:
            following = self.course.next(waiting(self.app.folder))
            if following.code == "draw_conflict":
                self._ask_why_anew(following.stage, following.rounds[0])
                return
            if following.code is not None:
                self.app.say(self._why_not(following), "warning")
                return
        self._begin()

    def _begin(self) -> None:
        self._stop = Event()
        self._progress = (0, 0)
        self.add_class("drawing")
        self._show_progress()
        self._worker = self.run_worker(self._make, thread=True, group="draw", exit_on_error=False)

    def _make(self) -> Any:
        stop, secret = self._stop, self._secret
        return self.course.draw(
            secret,
            apart=self._settings.apart(self.tournament.players()),
            trials=self._settings.trials,
            progress=self._told,
            stop=stop.is_set,
            tables=self._settings.tables,
            stand_ins=self._stand_ins if self._redraw is None else (),
            redraw=self._redraw,
        )

    @property
    def _stand_ins(self) -> tuple[str, ...]:
        """Those of the roster who fill the tables up, where that is wanted."""
        if not self._settings.stand_ins:
            return ()
        return tuple(entry.id for entry in self.tournament.players() if entry.stand_in)

    def _told(self, done: int, all: int) -> None:
        self._progress = (done, all)

    def _show_progress(self) -> None:
        if self._worker is None:
            return
        done, all = self._progress
        full = BAR * done // all if all else 0
        share = f"{100 * done // all} %" if all else ""
        bar = "█" * full + "·" * (BAR - full)
        self.query_one("#bar", Static).update(f"{bar} {share}  {_('S stops and keeps the best so far')}")

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """The draw is made, or it cannot be."""
        worker = event.worker
        if worker is not self._worker or event.state in (WorkerState.PENDING, WorkerState.RUNNING):
            return
        self._worker = None
        self.remove_class("drawing")
        if event.state == WorkerState.SUCCESS:
            self._drawing = worker.result
            self._at = self._first = 0
            self.reload()
            commitment = digest([self._secret])[:16]
            self._prepare()
            self.app.say(_("Drawn; commitment {commitment}….").format(commitment=commitment))
        elif event.state == WorkerState.ERROR and worker.error is not None:
            self._redraw = None
            if not isinstance(worker.error, (StorageError, ValueError)):
                raise worker.error
            self.app.say(sentence(worker.error), "error")

    def action_stop(self) -> None:
        if self._worker is None:
            self.app.say(_("Nothing is being drawn."))
        else:
            self._stop.set()

    def action_settings(self) -> None:
        if self._worker is None:
            dialog = DrawSettingsDialog(self._settings, self.tournament.players())
            self.app.push_screen(dialog, self._set)

    def _set(self, settings: DrawSettings | None) -> None:
        if settings is not None:
            self._settings = settings
            self._prepare()
            self._draw()

    # -- publishing ----------------------------------------------------------------------------------------

    def action_publish(self) -> None:
        """Asks once: a published draw stands."""
        if self._drawing is None:
            self.app.say(_("There is no draw to publish; D draws."))
            return
        from tabletui.screens.dialogs import ConfirmDialog

        first, last = self._pages[0], self._pages[-1]
        title = round_title(self._regulation, first.stage, first.round)
        if last.round != first.round:
            title += f" – {last.round}"
        question = _("Publish the draw of {rounds}?").format(rounds=title)
        detail = _("From then on it stands; only a round without a game can be drawn anew, with a reason.")
        self.app.push_screen(ConfirmDialog(question, detail), self._publish)

    def _publish(self, yes: bool | None) -> None:
        if not yes or self._drawing is None:
            return
        try:
            self.course.publish(self._drawing, waiting(self.app.folder))
        except StorageError as error:
            self.app.refuse(error)
            return
        page = self._pages[0]
        self._drawing, self._redraw, self._wanted = None, None, (page.stage, page.round)
        self.reload()
        self.app.say(_("Published."))

    def action_redraw(self) -> None:
        """Another draw in the place of a published one, where no game of the round has begun."""
        page = self.page
        if page is None or page.draft or self._worker is not None:
            self.app.say(_("There is no published round here."))
            return
        refused = self.course.redraw_allowed(page.stage, page.round, waiting(self.app.folder))
        if refused:
            self.app.say(sentence(refused), "warning")
            return
        self._ask_why_anew(page.stage, page.round)

    def _ask_why_anew(self, stage: str, number: int) -> None:
        from tabletui.screens.dialogs import TextDialog

        where = round_title(self._regulation, stage, number)

        def answered(reason: str | None) -> None:
            if reason:
                self._redraw = (stage, number, reason)
                self._begin()

        self.app.push_screen(TextDialog(_("Why is {round} drawn anew?").format(round=where)), answered)

    def action_swap(self) -> None:
        if self.page is None or self.page.draft:
            self.app.say(_("There is no published round here."))
        else:
            self.run_worker(self._swap(self.page), group="swap")

    async def _swap(self, page: Page) -> None:
        from tabletui.screens.decisions_ask import Asking

        asking = Asking(self.app, self.tournament, self.course, self._regulation)
        if await asking.swap((page.stage, page.round)):
            self._wanted = (page.stage, page.round)
            self.reload()

    def action_proof(self) -> None:
        """The panel turns from the figures to what the draw follows from, and back."""
        self._proof = not self._proof
        self._draw()
        self.query_one("#panel").scroll_home(animate=False)

    # -- moving --------------------------------------------------------------------------------------------

    def action_round(self, way: int) -> None:
        self._at = min(max(self._at + way, 0), max(len(self._pages) - 1, 0))
        self._draw()

    def action_tables(self, way: int) -> None:
        if self.page is not None:
            self._first = max(self._first + way * room_for(self.size.width, len(self.page.tables)), 0)
            self._draw()

    def action_help(self) -> None:
        from tabletui.screens.dialogs import HelpScreen

        self.app.push_screen(HelpScreen(_("Draw"), help_lines("draw", "screen", "app")))

    def action_back(self) -> None:
        if self._drawing is None:
            self.dismiss()
            return
        from tabletui.screens.dialogs import ConfirmDialog

        def answered(yes: bool | None) -> None:
            if yes:
                self.dismiss()

        self.app.push_screen(ConfirmDialog(_("The draw is not published. Leave without it?")), answered)
