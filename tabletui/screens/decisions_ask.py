"""Decisions of a tournament, asked for question by question and kept through the course of the tournament.

Each function is awaited in a worker, waits for the answers of dialogs, and returns whether it kept anything.
Which decisions there may be, and whether one is lawful, the course says.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from rules.regulation import Regulation, text
from storage.errors import StorageError
from storage.tournament import Tournament
from tabletui.board import round_title
from tabletui.screens.decisions_find import FindDialog, Found
from tabletui.text import N_, _, language

if TYPE_CHECKING:
    from tabletui.app import TabletuiApp
    from tabletui.course import Course

KINDS: tuple[tuple[str, str], ...] = (
    ("missed", N_("missed round")),
    ("fine", N_("fine of the panel")),
    ("exclusion", N_("exclusion from the tournament")),
    ("withdrawal", N_("withdrawal")),
    ("substitution", N_("substitution: another takes the places")),
    ("swap", N_("two players change places")),
    ("lot", N_("number drawn in a lot")),
    ("correction", N_("correction of a closed protocol")),
)
"""The decisions that are entered, in the order in which they are offered."""
OF_A_PLAYER = ("missed", "fine", "exclusion", "withdrawal", "substitution", "lot")
WHOLE = "whole"


class Asking:
    """What the questions need: the app, the tournament (open for writing), its course and regulation."""

    def __init__(
        self, app: TabletuiApp, tournament: Tournament, course: Course, regulation: Regulation
    ) -> None:
        self.app = app
        self.tournament = tournament
        self.course = course
        self.regulation = regulation

    # -- single questions ----------------------------------------------------------------------------------

    async def kind(self, kinds: Iterable[str] = tuple(one for one, _words in KINDS)) -> str | None:
        """Which decision."""
        from tabletui.screens.dialogs import PickDialog, Row

        allowed = tuple(kinds)
        rows = [(kind, words) for kind, words in KINDS if kind in allowed]
        lines = [Row(kind, _(words), str(number)) for number, (kind, words) in enumerate(rows, 1)]
        picked = await self.app.push_screen_wait(PickDialog(_("Which decision?"), lines))
        return picked if isinstance(picked, str) else None

    async def player(self, title: str, among: Sequence[str] | None = None, without: str = "") -> str | None:
        """A player of the roster, found by typing."""
        entries = {entry.id: entry for entry in self.tournament.players()}
        ids = list(entries) if among is None else list(among)
        options = [
            Found(id, entries[id].name, entries[id].club or entries[id].city)
            if id in entries
            else Found(id, id)
            for id in ids
            if id != without
        ]
        return await self.app.push_screen_wait(FindDialog(title, options))

    async def round(self, title: str, *, whole: str = "") -> tuple[str, int] | str | None:
        """A round of the regulation; WHOLE for the words of `whole`, where there are any."""
        options = [
            Found(f"{stage.id}:{number}", round_title(self.regulation, stage.id, number))
            for stage in self.regulation.stages
            for number in range(1, stage.rounds + 1)
        ]
        if whole:
            options.insert(0, Found(WHOLE, whole))
        picked = await self.app.push_screen_wait(FindDialog(title, options))
        if picked is None or picked == WHOLE:
            return picked
        stage, number = picked.rsplit(":", 1)
        return stage, int(number)

    async def reason(self, title: str, detail: str = "") -> str | None:
        """A reason in words; None where none was given."""
        from tabletui.screens.dialogs import TextDialog

        return await self.app.push_screen_wait(TextDialog(title, "", _("reason"), detail=detail))

    def name(self, player: str) -> str:
        """How a player is called."""
        return next((entry.name for entry in self.tournament.players() if entry.id == player), player)

    async def keep(self, question: str, keeping: Callable[[], object], detail: str = "") -> bool:
        """Asks once, with the names; then keeps it, or says why that cannot be."""
        from tabletui.screens.dialogs import ConfirmDialog

        if not await self.app.push_screen_wait(ConfirmDialog(question, detail)):
            return False
        try:
            keeping()
        except StorageError as error:
            self.app.refuse(error)
            return False
        self.app.say(_("The decision is kept; it can be undone with a reason."))
        return True

    # -- decisions -----------------------------------------------------------------------------------------

    async def ask(self, kind: str | None = None, player: str | None = None) -> bool:
        """A decision of this kind, about this player; what is not given is asked for."""
        kind = kind or await self.kind(OF_A_PLAYER if player else tuple(one for one, _words in KINDS))
        if kind is None:
            return False
        if kind in OF_A_PLAYER and player is None:
            player = await self.player(_("Which player?"))
            if player is None:
                return False
        way: Callable[[], Awaitable[bool]] | None = {
            "swap": self.swap,
            "correction": self.correction,
        }.get(kind)
        if way is not None:
            return await way()
        of_player: Callable[[str], Awaitable[bool]] = getattr(self, f"_{kind}")
        return await of_player(player or "")

    async def _missed(self, player: str) -> bool:
        where = await self.round(_("Which round did {name} miss?").format(name=self.name(player)))
        if not isinstance(where, tuple):
            return False
        return await self.missed(player, where)

    async def missed(self, player: str, where: tuple[str, int]) -> bool:
        """A round that a player should have played and did not."""
        title = round_title(self.regulation, *where)
        question = _("{name} missed {round}?").format(name=self.name(player), round=title)
        return await self.keep(question, lambda: self.course.missed(player, *where))

    async def _fine(self, player: str) -> bool:
        from tabletui.facts import signed
        from tabletui.screens.dialogs import PickDialog, Row

        amounts = self.regulation.scoring.panel_fines
        if not amounts:
            self.app.say(_("The regulation gives the panel no fines."), "warning")
            return False
        name = self.name(player)
        rows = [Row(amount, signed(amount), str(number)) for number, amount in enumerate(amounts, 1)]
        points = await self.app.push_screen_wait(PickDialog(_("Fine of {name}").format(name=name), rows))
        if points is None:
            return False
        reason = await self.reason(_("Why is {name} fined?").format(name=name))
        if reason is None:
            return False
        where = await self.round(_("In which round?"), whole=_("in no round"))
        if where is None:
            return False
        stage, number = where if isinstance(where, tuple) else (None, None)
        question = _("Fine {name} {points}?").format(name=name, points=signed(points))
        return await self.keep(
            question, lambda: self.course.fine(player, points, reason, stage, number), reason
        )

    async def _exclusion(self, player: str) -> bool:
        name = self.name(player)
        where = await self.round(
            _("After which round is {name} out?").format(name=name), whole=_("from the start")
        )
        if where is None:
            return False
        reason = await self.reason(_("Why is {name} excluded?").format(name=name))
        if reason is None:
            return False
        stage, number = where if isinstance(where, tuple) else (None, None)
        return await self.keep(
            _("Exclude {name} from the tournament?").format(name=name),
            lambda: self.course.exclude(player, reason, stage, number),
            reason,
        )

    async def _withdrawal(self, player: str) -> bool:
        name = self.name(player)
        reason = await self.reason(_("Why does {name} withdraw?").format(name=name))
        if reason is None:
            return False
        bar = self.regulation.tournament.withdrawal_bar
        detail = reason
        if bar is not None:
            noted = _("The regulation bars who withdraws: {bar}. That is noted, not enforced.")
            detail += "\n" + noted.format(bar=text(bar, language()))
        question = _("Does {name} withdraw?").format(name=name)
        return await self.keep(question, lambda: self.course.withdraw(player, reason), detail)

    async def _substitution(self, player: str) -> bool:
        name = self.name(player)
        by = await self.player(_("Who takes the places of {name}?").format(name=name), without=player)
        if by is None:
            return False
        where = await self.round(_("From which round on?"))
        if not isinstance(where, tuple):
            return False
        reason = await self.reason(_("Why is {name} replaced?").format(name=name))
        if reason is None:
            return False
        title = round_title(self.regulation, *where)
        question = _("{by} takes the places of {name} from {round} on?").format(
            by=self.name(by), name=name, round=title
        )
        return await self.keep(
            question, lambda: self.course.substitute(where[0], where[1], player, by, reason), reason
        )

    async def _lot(self, player: str) -> bool:
        from tabletui.screens.dialogs import TextDialog

        name = self.name(player)
        title = _("Which number did {name} draw?").format(name=name)
        typed = await self.app.push_screen_wait(
            TextDialog(title, "", _("a whole number; the lowest goes first"))
        )
        if typed is None:
            return False
        if not (typed.isascii() and typed.isdigit() and len(typed) < 10):
            self.app.say(_("“{typed}” is no whole number.").format(typed=typed), "warning")
            return False
        question = _("{name} drew number {number}?").format(name=name, number=typed)
        return await self.keep(question, lambda: self.course.lot(player, int(typed)))

    async def swap(self, where: tuple[str, int] | None = None) -> bool:
        """Two players of a published round change their places, or one with who sits out."""
        found = where or await self.round(_("In which round?"))
        if not isinstance(found, tuple):
            return False
        seating = self.course.seating(*found)
        if seating is None:
            self.app.say(_("The seating of this round is not published."), "warning")
            return False
        there = [*(player for table in seating.tables for player in table), *seating.sit_outs]
        one = await self.player(_("Who changes places?"), there)
        if one is None:
            return False
        other = await self.player(_("With whom does {name} change?").format(name=self.name(one)), there, one)
        if other is None:
            return False
        reason = await self.reason(_("Why do they change places?"))
        if reason is None:
            return False
        question = _("{one} and {other} change places in {round}?").format(
            one=self.name(one), other=self.name(other), round=round_title(self.regulation, *found)
        )
        return await self.keep(
            question, lambda: self.course.swap(found[0], found[1], one, other, reason), reason
        )

    async def correction(self) -> bool:
        """A protocol that counts, put right."""
        from tabletui.board import slot_title
        from tabletui.screens.decisions_correct import correct_protocol

        stored = self.tournament.official()
        options = [
            Found(str(number), slot_title(self.regulation, one.slot), str(one.protocol.get("judge") or ""))
            for number, one in enumerate(stored)
        ]
        picked = await self.app.push_screen_wait(FindDialog(_("Which protocol?"), options))
        if picked is None:
            return False
        slot = stored[int(picked)].slot
        return await correct_protocol(self.app, self.tournament, slot, self.regulation)

    async def undo(self, decision: str, sentence: str) -> bool:
        """Takes a decision back; both stay on the list."""
        reason = await self.reason(_("Why is this decision undone?"), sentence)
        if reason is None:
            return False
        return await self.keep(_("Undo this decision?"), lambda: self.course.undo(decision, reason), sentence)
