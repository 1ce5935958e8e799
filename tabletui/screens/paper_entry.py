"""A protocol typed in from paper: facts only, checked as they are typed, typed twice, compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Input, Static

from rules.check import check_sheet
from rules.paper_form import AWARD, Typed, differences, lines_of, read
from rules.protocol import FORMAT, VERSION, player_json
from rules.regulation import Regulation, text
from rules.sheet import Player
from rules.sheet_json import sheet_json
from storage.errors import StorageError
from storage.kinds import Slot
from storage.roster import PlayerEntry
from storage.tournament import Tournament
from storage.typed import Draft, draft_of, drop_draft, keep_draft
from tabletui.entry import clean
from tabletui.keys import bindings, help_lines
from tabletui.screens.once import Once
from tabletui.seats import Person
from tabletui.text import N_, _, language, told, worded
from tabletui.widgets.form import Field, QuickField
from tabletui.widgets.frame import Foot, Head

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp

WORDS: dict[str, tuple[str, str]] = {
    "blacks": (N_("blacks"), N_("don, mafia, mafia, sheriff: 7 2 9 4")),
    "winner": (N_("winner"), N_("r red, b black, d draw")),
    "left": (N_("who left"), N_("5n1 shot, 7d2 ballot, 9f3 fouls, 3x2 removed, 6p3 team")),
    "removed": (N_("removed later"), N_("removed when already out: 5f 8x")),
    "fouls": (N_("fouls"), N_("seat:fouls 9:4 3:1")),
    "best_move": (N_("best move"), N_("seats named, - declined, nothing: not granted")),
}
FIELDS = {
    "roles": "blacks",
    "winner": "winner",
    "left": "left",
    "removed": "removed",
    "fouls": "fouls",
    "best_move": "best_move",
}
"""The line in which a field of the sheet is typed."""


WIDE = 19
PLAYERS = "players"


class PaperEntryScreen(Once, Screen[bool]):
    """One protocol. True when it is stored; what was typed once waits for the second time.

    players: the ten who were seated; where seats are not drawn, nobody, and the ten are typed too.
    """

    app: TabletuiApp
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("form", "screen")]
    DEFAULT_CSS = """
    PaperEntryScreen VerticalScroll { height: 1fr; }
    """

    def __init__(
        self,
        title: str,
        tournament: Tournament,
        regulation: Regulation,
        slot: Slot,
        players: Sequence[Person],
    ) -> None:
        super().__init__()
        self._title = title
        self._tournament = tournament
        self._regulation = regulation
        self._slot = slot
        self._people = tuple(players)
        self._first: Draft | None = None
        self._entries: tuple[PlayerEntry, ...] = ()

    def compose(self) -> ComposeResult:
        yield Head(self._title)
        yield Static("\n".join(self._names()), classes="note", id="names", markup=False)
        with VerticalScroll(can_focus=False):
            if not self._people:
                yield Field(_("players"), _field(PLAYERS, _("numbers in the list of players")), wide=WIDE)
            for name in lines_of(self._regulation):
                words, example = self._words(name)
                yield Field(words, _field(_id(name), example), wide=WIDE)
            yield Field(_("judge"), _field("judge", _("who led the game")), wide=WIDE)
            yield Field(_("typed by"), _field("by", _("your name")), wide=WIDE)
        yield Static("", classes="note", id="findings", markup=False)
        yield Foot("form", "screen", before=(("Tab", _("next field")),))

    def on_mount(self) -> None:
        self._first = draft_of(self.app.folder, self._tournament.id, self._slot)
        self._entries = self._tournament.players()
        self._look()
        self.query_one(Input).focus()

    def _names(self) -> list[str]:
        """The ten, five a line, as they were seated."""
        seated = list(enumerate(self._ten(), 1))
        rows = [seated[start : start + 5] for start in (0, 5)]
        return ["  ".join(f"{seat % 10} {person.name[:12]}" for seat, person in row) for row in rows]

    def _ten(self) -> tuple[Person, ...]:
        """Who sat there: as drawn, else those whose numbers or ids stand in the first field."""
        if self._people or not self.query(f"#{PLAYERS}"):
            return self._people
        known = {entry.id.casefold(): entry for entry in self._entries}
        known |= {str(number): entry for number, entry in enumerate(self._entries, 1)}
        words = self.query_one(f"#{PLAYERS}", Input).value.replace(",", " ").casefold().split()
        found = [known[word] for word in words if word in known]
        return tuple(Person(entry.id, entry.name, entry.stand_in) for entry in found)

    def _words(self, name: str) -> tuple[str, str]:
        if not name.startswith(AWARD):
            words, example = WORDS[name]
            return _(words), _(example)
        kind = next(k for k in self._regulation.scoring.awards if AWARD + k.id == name)
        example = _("seat:points, 3:1/2") if kind.points is None else _("seat")
        return text(kind.name, language()), example

    # -- while one types ---------------------------------------------------------------------------------

    @on(Input.Changed)
    def _look(self) -> None:
        if not self._people:
            self.query_one("#names", Static).update("\n".join(self._names()))
        self.query_one("#findings", Static).update("\n".join(self._remarks()[:4]))

    def _lines(self) -> dict[str, str]:
        return {
            name: clean(self.query_one(f"#{_id(name)}", Input).value) for name in lines_of(self._regulation)
        }

    def _typed(self) -> Typed:
        return read(self._lines(), self._regulation)

    def _remarks(self) -> list[str]:
        """What is wrong with what stands there, in words; first what cannot be read."""
        lines = self._lines()
        if self._first is None:
            begin = _("Typed here for the first time; somebody else types it once more afterwards.")
        else:
            begin = _("{name} typed this already; type it again without looking.").format(name=self._first.by)
        if not any(lines.values()):
            return [begin]
        typed = read(lines, self._regulation)
        wrong = [f"{self._words(name)[0]}: {worded(message)}" for name, message in typed.mistakes.items()]
        return wrong or self._contradictions(typed) or [begin, _("Nothing contradicts anything so far.")]

    def _contradictions(self, typed: Typed) -> list[str]:
        from tabletui.commands.finding_text import finding_sentence

        return ["! " + told(*finding_sentence(one)) for one in check_sheet(typed.sheet, self._regulation)]

    # -- keeping -----------------------------------------------------------------------------------------

    def action_accept(self) -> None:
        """Once: kept as a draft. The second time: compared, and stored when both agree or it is settled."""
        self.run_worker(self._accept(), exclusive=True, group="accept")

    async def _accept(self) -> None:
        from tabletui.screens.dialogs import ConfirmDialog

        typed = self._typed()
        if typed.mistakes:
            name, message = next(iter(typed.mistakes.items()))
            self.app.say(f"{self._words(name)[0]}: {worded(message)}", "warning")
            self.query_one(f"#{_id(name)}", Input).focus()
            return
        if len({person.id for person in self._ten()}) != 10 or len(self._ten()) != 10:
            self.app.say(_("Ten different players are needed, in the order of the seats."), "warning")
            self.query_one(Input).focus()
            return
        for field, words in (("by", _("Who types this?")), ("judge", _("Who led the game?"))):
            if not clean(self.query_one(f"#{field}", Input).value):
                self.app.say(words, "warning")
                self.query_one(f"#{field}", Input).focus()
                return
        if typed.sheet.winner is None or not typed.sheet.roles:
            self.app.say(_("The blacks and the winner are needed."), "warning")
            return
        found = self._contradictions(typed)
        if found and not await self.app.push_screen_wait(
            ConfirmDialog(_("This contradicts itself. Keep it as it stands on paper?"), "\n".join(found[:5]))
        ):
            return
        if self._first is None:
            self._keep_first()
            return
        unlike = self._unlike(typed)
        question = _("The two differ. Does what stands here now count?")
        if unlike and not await self.app.push_screen_wait(ConfirmDialog(question, "\n".join(unlike))):
            return
        self._store(typed)

    def _keep_first(self) -> None:
        by = clean(self.query_one("#by", Input).value)
        lines = self._all_lines()
        try:
            keep_draft(self.app.folder, self._tournament.id, self._slot, Draft(lines, by, self.app.now()))
        except StorageError as error:
            self.app.refuse(error)
            return
        self.app.say(_("Kept. It counts when somebody else has typed it once more."))
        self.dismiss(False)

    def _unlike(self, typed: Typed) -> list[str]:
        """Field by field, what the two hands typed differently."""
        assert self._first is not None
        before = dict(self._first.lines)
        other = read(before, self._regulation)
        now = self._all_lines()
        names = [FIELDS[name] for name in differences(typed.sheet, other.sheet) if name in FIELDS]
        names += [n for n in lines_of(self._regulation) if n.startswith(AWARD) and _unequal(n, before, now)]
        found = [
            _("{line}: first {first}, now {now}").format(
                line=self._words(name)[0], first=before.get(name) or "—", now=now.get(name) or "—"
            )
            for name in names
        ]
        for name, words in ((PLAYERS, _("players")), ("judge", _("judge"))):
            first, second = before.get(name, ""), now[name]
            if first.split() != second.split():
                remark = _("{line}: first {first}, now {now}")
                found.append(remark.format(line=words, first=first or "—", now=second or "—"))
        return found

    def _all_lines(self) -> dict[str, str]:
        """All that must agree between two hands."""
        ten = "" if self._people else " ".join(person.id for person in self._ten())
        return self._lines() | {"judge": clean(self.query_one("#judge", Input).value), PLAYERS: ten}

    def _store(self, typed: Typed) -> None:
        assert self._first is not None
        players = [
            player_json(Player(seat, person.id, person.name, person.stand_in))
            for seat, person in enumerate(self._ten(), 1)
        ]
        now = self.app.now()
        by = clean(self.query_one("#by", Input).value)
        protocol = {
            "format": FORMAT,
            "version": VERSION,
            "regulation": self._regulation.id,
            "tournament": self._tournament.id,
            "stage": self._slot.stage,
            "round": self._slot.round,
            "table": self._slot.table,
            "judge": clean(self.query_one("#judge", Input).value),
            "date": now[:10],
            "players": players,
            "sheet": sheet_json(typed.sheet),
            "typed": [{"by": self._first.by, "at": self._first.at}, {"by": by, "at": now}],
        }
        try:
            outcome = self._tournament.store(protocol)
        except StorageError as error:
            self.app.refuse(error)
            return
        drop_draft(self.app.folder, self._tournament.id, self._slot)
        if outcome == "conflict":
            self.app.say(_("Stored; this table has another protocol already: a conflict."), "warning")
        else:
            self.app.say(_("Both agree: the protocol is stored."))
        self.dismiss(True)

    def action_help(self) -> None:
        from tabletui.screens.dialogs import HelpScreen

        self.app.push_screen(HelpScreen(self._title, help_lines("form", "screen", "app")))

    def action_back(self) -> None:
        self.dismiss(False)


def _field(id: str, example: str) -> QuickField:
    return QuickField(id=id, placeholder=example, max_length=120, select_on_focus=False)


def _id(name: str) -> str:
    return "line-" + name.replace(":", "-")


def _unequal(name: str, before: dict[str, str], now: dict[str, str]) -> bool:
    return before.get(name, "").split() != now.get(name, "").split()
