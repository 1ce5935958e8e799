"""The protocol before its signature: points as they fall, awards, fines, notes, protest, another result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Protocol

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from rules.game import Event, Game, History, IllegalEvent, IllegalFact, NothingToRedo, NothingToUndo
from rules.game.events import Award, Fine, Note, Protest, Sign
from rules.regulation import AwardKind
from rules.sheet import Player
from storage.errors import StorageError
from tabletui.cli import sentence
from tabletui.facts import award_name, signed
from tabletui.keys import bindings, help_lines
from tabletui.refusals import refusal_line
from tabletui.screens.dialogs.amend import points_of
from tabletui.screens.dialogs.confirm import ConfirmDialog
from tabletui.screens.dialogs.foot import Foot, Hint, hint
from tabletui.screens.dialogs.help import HelpScreen
from tabletui.screens.dialogs.log import Amended, LogScreen, amended_line
from tabletui.screens.dialogs.pick import PickDialog, Row
from tabletui.screens.dialogs.reason import CANCELLED, ReasonDialog
from tabletui.screens.dialogs.result import ResultDialog
from tabletui.screens.dialogs.seat import NOBODY, SeatDialog
from tabletui.screens.dialogs.sheet import remark_lines, result_line, seat_table
from tabletui.screens.dialogs.text_entry import TextDialog
from tabletui.screens.once import Once
from tabletui.text import _


class Sitting(Protocol):
    """What the screen needs of a running game; every change goes through it and is kept by it."""

    @property
    def game(self) -> Game: ...
    @property
    def history(self) -> History: ...
    @property
    def times(self) -> Sequence[str]: ...

    players: tuple[Player, ...]
    slot: Mapping[str, Any]
    judge: str
    title: str

    def apply(self, event: Event) -> None: ...
    def undo(self) -> None: ...
    def redo(self) -> None: ...
    def amend(self, index: int, event: Event | None) -> None: ...


class ProtocolScreen(Once, Screen[bool]):
    """The protocol of a decided game. True when it is signed, False when it was left or taken back.

    weight: of the points; that of the stage in the slot where it is left out. Only what is legal is offered.
    """

    BINDINGS: ClassVar[list[BindingType]] = list(bindings("protocol"))

    def __init__(self, sitting: Sitting, *, weight: Fraction | None = None) -> None:
        super().__init__(classes="protocol")
        self._sitting = sitting
        stage = sitting.game.regulation.stage(str(sitting.slot.get("stage")))
        of_stage = Fraction(1) if stage is None else stage.weight
        self._weight = of_stage if weight is None else weight
        self._names = {player.seat: player.name for player in sitting.players}

    def compose(self) -> ComposeResult:
        yield Static(self._sitting.title, id="protocol-title", markup=False)
        yield Static("", id="protocol-result", markup=False)
        yield Static("", id="protocol-seats")
        with VerticalScroll(id="protocol-rest"):
            yield Static("", id="protocol-remarks", markup=False)
        yield Static("", markup=False, classes="dialog-message")
        yield Foot()

    def on_mount(self) -> None:
        self.query_one("#protocol-rest").can_focus = False
        self.repaint()

    def on_resize(self) -> None:
        self.repaint()

    @property
    def _game(self) -> Game:
        return self._sitting.game

    def repaint(self) -> None:
        """Shows the game as it stands."""
        game = self._game
        width = max(self.size.width, 40)
        self.query_one("#protocol-result", Static).update(result_line(game))
        self.query_one("#protocol-seats", Static).update(seat_table(game, self._names, self._weight, width))
        remarks = "\n".join(remark_lines(game, self._names, self._weight))
        self.query_one("#protocol-remarks", Static).update(remarks)
        self.query_one(Foot).say(*self._hints())

    def _say(self, words: str) -> None:
        if self.is_attached:  # signed, it may have been left already
            self.query_one(".dialog-message", Static).update(words)

    # -- what can be done now ----------------------------------------------------------------------------

    def _kinds(self) -> Iterable[tuple[str, AwardKind]]:
        return ((str(n), kind) for n, kind in enumerate(self._game.regulation.scoring.awards, 1) if n < 10)

    def _hints(self) -> list[list[Hint]]:
        game, legal = self._game, self._game.legal()
        if game.step.id == "finished":
            return [[hint("enter", _("store the protocol"), "sign"), hint("l", _("log"), "log")]]
        awards = legal["award"].values if "award" in legal else {}
        first = [
            Hint(key, award_name(kind.id, game.regulation), f"digit({key})")
            for key, kind in self._kinds()
            if kind.id in awards
        ]
        words = (
            ("fine", hint("i", _("fine"), "fine")),
            ("note", hint("e", _("note"), "note")),
            ("protest", hint("p", _("protest"), "protest")),
            ("award_result", hint("v", _("another result"), "result")),
        )
        second = [found for kind, found in words if kind in legal]
        sign = [hint("enter", _("sign"), "sign")] if "sign" in legal else []
        third = [
            *sign,
            hint("u", _("undo"), "undo"),
            hint("l", _("log"), "log"),
            hint("question_mark", _("help"), "help"),
            hint("escape", _("back"), "back"),
        ]
        return [line for line in (first, second, third) if line]

    # -- changes -----------------------------------------------------------------------------------------

    def _do(self, change: Callable[[], None]) -> bool:
        """Makes a change; a refusal is said in one line and nothing is changed then."""
        try:
            change()
        except (IllegalEvent, IllegalFact) as refusal:
            self._say(refusal_line(refusal))
        except NothingToUndo:
            self._say(_("There is nothing to undo."))
        except NothingToRedo:
            self._say(_("There is nothing to redo."))
        except StorageError as error:
            self._say(sentence(error))
        else:
            self._say("")
            if self._game.step.id in ("closing", "finished"):
                self.repaint()
            else:
                self.dismiss(False)
            return True
        return False

    def _apply(self, event: Event | None) -> bool:
        return event is not None and self._do(lambda: self._sitting.apply(event))

    def _legal(self, kind: str) -> Any:
        found = self._game.legal().get(kind)
        if found is None:
            self._say(_("Not possible now, or not under this regulation."))
        return found

    def _seats(self, seats: Iterable[int | None]) -> Mapping[int, str]:
        return {seat: self._names.get(seat, "") for seat in seats if seat is not None}

    def action_digit(self, digit: int) -> None:
        kind = next((kind for key, kind in self._kinds() if key == str(digit)), None)
        legal = self._legal("award")
        if legal is None:
            return
        if kind is None or kind.id not in legal.values:
            return self._say(_("This award cannot be given any more."))
        name = award_name(kind.id, self._game.regulation)

        def seated(seat: Any) -> None:
            if seat is None:
                return
            if kind.points is not None:
                self._apply(Award(seat, kind.id))
                return
            dialog = TextDialog(name, placeholder=_("points, such as 0.5 or -1"))
            self.app.push_screen(dialog, lambda words: self._award_points(seat, kind.id, words))

        self.app.push_screen(SeatDialog(name, self._seats(legal.values[kind.id])), seated)

    def _award_points(self, seat: int, kind: str, words: str | None) -> None:
        if words is None:
            return
        points = points_of(words)
        if points is None:
            return self._say(_("“{words}” is not an amount of points.").format(words=words))
        self._apply(Award(seat, kind, points))

    def action_fine(self) -> None:
        legal = self._legal("fine")
        if legal is None:
            return
        amounts = [Row(amount, signed(amount), str(n)) for n, amount in enumerate(legal.values, 1)]

        def reasoned(seat: int, points: Any, reason: Any) -> None:
            if reason is not CANCELLED and reason is not None:
                self._apply(Fine(seat, points, reason))

        def priced(seat: int, points: Any) -> None:
            if points is not None:
                reasons = self._game.regulation.reasons_for("foul")
                dialog = ReasonDialog(_("Reason of the fine"), reasons)
                self.app.push_screen(dialog, lambda reason: reasoned(seat, points, reason))

        def seated(seat: Any) -> None:
            if seat is not None:
                self.app.push_screen(PickDialog(_("How much?"), amounts), lambda points: priced(seat, points))

        self.app.push_screen(SeatDialog(_("Fine"), self._seats(legal.seats)), seated)

    def action_note(self) -> None:
        if self._legal("note") is not None:
            self._write(_("Note"), _("Note: about which seat?"), Note)

    def action_protest(self) -> None:
        if self._legal("protest") is not None:
            self._write(_("Protest"), _("Who lodges the protest?"), Protest)

    def _write(self, title: str, whose: str, kind: Callable[[str, int | None], Event]) -> None:
        def written(words: str | None) -> None:
            if words is not None:
                dialog = SeatDialog(whose, self._names, nobody=_("no seat"), detail=words, preselected=NOBODY)
                self.app.push_screen(dialog, lambda seat: seated(words, seat))

        def seated(words: str, seat: Any) -> None:
            if seat is not None:
                self._apply(kind(words, None if seat == NOBODY else seat))

        self.app.push_screen(TextDialog(title), written)

    def action_result(self) -> None:
        if self._legal("award_result") is not None:
            self.app.push_screen(ResultDialog(self._game), self._apply)  # type: ignore[arg-type]

    def action_log(self) -> None:
        def amended(answer: Amended | None) -> None:
            before = self._game
            if answer is not None and self._do(lambda: self._sitting.amend(*answer)):
                self._say(amended_line(before, self._game, answer, self._names))

        screen = LogScreen(
            self._sitting.history,
            self._sitting.players,
            times=self._sitting.times,
            amending=self._game.step.id != "finished",
        )
        self.app.push_screen(screen, amended)

    def action_undo(self) -> None:
        self._do(self._sitting.undo)

    def action_redo(self) -> None:
        self._do(self._sitting.redo)

    def action_sign(self) -> None:
        if self._game.step.id == "finished":
            self.dismiss(True)
            return
        if self._legal("sign") is None:
            return
        dialog = TextDialog(_("Signature: the judge's name"), self._sitting.judge)
        self.app.push_screen(dialog, self._named)

    def _named(self, judge: str | None) -> None:
        if judge is None:
            return

        def answered(yes: bool | None) -> None:
            if yes and self._apply(Sign(judge)):
                self.dismiss(True)

        detail = _("Signed: {judge}. Afterwards only a correction with a reason.").format(judge=judge)
        question = _("Sign? {result}").format(result=result_line(self._game))
        self.app.push_screen(ConfirmDialog(question, detail), answered)

    def action_cursor_up(self) -> None:
        self.query_one("#protocol-rest").scroll_up(animate=False)

    def action_cursor_down(self) -> None:
        self.query_one("#protocol-rest").scroll_down(animate=False)

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(_("the protocol"), help_lines("protocol")))

    def action_back(self) -> None:
        self.dismiss(False)
