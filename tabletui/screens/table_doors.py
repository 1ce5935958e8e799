"""The doors of the table screen: which dialog is opened, and what becomes of its answer.

Each function takes the screen; the answer goes back to it as a fact to propose. Dialogs are imported when
they are opened, so that none of them costs the start.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rules.game import Event
from rules.game.events import CancelBallot, Note, Remove, Roles, Shoot, TeamDefeat
from storage.errors import StorageError
from tabletui import keys
from tabletui.cli import sentence
from tabletui.facts import who
from tabletui.refusals import step_name
from tabletui.screens.table_foot import key_of
from tabletui.screens.table_input import FOUL, given_up
from tabletui.text import _

if TYPE_CHECKING:
    from tabletui.screens.table import TableScreen
    from tabletui.screens.table_foot import Item


def reason_for(screen: TableScreen, kind: str, seat: int) -> None:
    """A removal or a team defeat has its seat; the reason is missing."""
    from tabletui.screens.dialogs import CANCELLED, ReasonDialog

    titles = {"remove": _("Removal of {who}: why?"), "team_defeat": _("Team defeat by {who}: why?")}
    reasons = screen.session.regulation.reasons_for("removal" if kind == "remove" else kind)
    make = Remove if kind == "remove" else TeamDefeat

    def answered(reason: Any) -> None:
        screen.entry = given_up(screen.entry)
        if reason is not CANCELLED and reason is not None:
            screen.propose(make(seat, reason))
        else:
            screen.draw()

    title = titles[kind].format(who=who(seat, screen.session.names))
    screen.app.push_screen(ReasonDialog(title, reasons), answered)


def foul_reason(screen: TableScreen) -> None:
    """A foul whose reason comes first; its seat is typed afterwards."""
    from tabletui.screens.dialogs import CANCELLED, ReasonDialog

    if not screen.takes("foul"):
        return

    def answered(reason: Any) -> None:
        if reason is not CANCELLED:
            screen.pend(FOUL, reason)

    reasons = screen.session.regulation.reasons_for("foul")
    screen.app.push_screen(ReasonDialog(_("Foul: why?"), reasons, allow_none=True), answered)


def cancel_ballot(screen: TableScreen) -> None:
    """Today's ballot is not held, with a reason."""
    _written(screen, "cancel_ballot", _("Why is there no ballot?"), CancelBallot, _("the judge's decision"))


def note(screen: TableScreen) -> None:
    """A free remark."""
    _written(screen, "note", _("Note"), Note)


def _written(screen: TableScreen, kind: str, title: str, make: Any, initial: str = "") -> None:
    from tabletui.screens.dialogs import TextDialog

    if not screen.takes(kind):
        return

    def answered(text: str | None) -> None:
        if text:
            screen.propose(make(text))

    screen.app.push_screen(TextDialog(title, initial), answered)


def shots(screen: TableScreen) -> None:
    """What each living black showed: a secret, so only while roles are shown."""
    from tabletui.screens.dialogs import ShotsDialog

    if not screen.secrets:
        screen.say(_("Who shoots is a secret: show the roles first (R)."))
        return
    names, s = screen.session.names, screen.session.game.state
    blacks = {seat: names[seat] for seat in screen.session.game.legal()["shoot"].voters}

    def answered(shown: dict[int, int | None] | None) -> None:
        if shown is not None:
            screen.propose(Shoot(None, tuple(sorted(shown.items()))))

    screen.app.push_screen(ShotsDialog(blacks, {seat: names[seat] for seat in s.living}), answered)


def result(screen: TableScreen) -> None:
    """The judge awards a result or voids the game."""
    from tabletui.screens.dialogs import ResultDialog

    if not screen.takes("void"):
        return

    def answered(event: Any) -> None:
        if event is not None:
            screen.propose(event)

    screen.app.push_screen(ResultDialog(screen.session.game), answered)


def log(screen: TableScreen) -> None:
    """The whole log, from which an earlier fact can be amended."""
    from tabletui.screens.dialogs import LogScreen
    from tabletui.screens.dialogs.log import amended_line

    session = screen.session

    def answered(amended: tuple[int, Event | None] | None) -> None:
        if amended is not None:
            before = session.game
            with screen.refusals():
                session.amend(*amended)
                screen.say(amended_line(before, session.game, amended, session.names))

    screen.app.push_screen(LogScreen(session.history, session.players, times=session.times), answered)


def deal(screen: TableScreen) -> None:
    """The program deals; each looks at his own card on the laptop."""
    from tabletui.screens.dialogs import DealScreen

    if screen.session.game.step.id != "deal":
        screen.say(_("The cards are dealt already."))
        return

    def answered(roles: Roles | None) -> None:
        if roles is not None:
            screen.propose(roles)

    screen.app.push_screen(DealScreen(screen.session.players), answered)


def show_help(screen: TableScreen, found: list[Item]) -> None:
    """The keys that do something now, in both alphabets, then the whole list."""
    from tabletui.screens.dialogs import HelpScreen

    now = [
        (key_of(action, screen.own_keys(), twin=True) if action else key, words)
        for key, words, action in found
    ]
    name = step_name(screen.session.game.step.id)
    screen.app.push_screen(HelpScreen(name, [*now, ("", ""), *keys.help_lines("table")]))


def standings(screen: TableScreen) -> None:
    """The standings over the game; the clock runs on."""
    show = getattr(screen.app, "show_standings", None)
    if show is None:
        screen.say(_("There are no standings here."))
    else:
        show(screen.session)


def protocol(screen: TableScreen) -> None:
    """The protocol: points as they fall, awards, fines, protest, signature."""
    from tabletui.screens.dialogs import ProtocolScreen

    def answered(_answer: Any) -> None:
        if screen.session.game.step.id == "finished":
            store(screen)

    stage = screen.session.regulation.stage(str(screen.session.slot.get("stage")))
    weight = Fraction(1) if stage is None else stage.weight
    screen.app.push_screen(ProtocolScreen(screen.session, weight=weight), answered)


def store(screen: TableScreen) -> None:
    """The signed protocol goes where it is kept; after trouble Enter tries again."""
    from tabletui.screens.dialogs import ConfirmDialog

    try:
        finished = screen.session.close()
    except StorageError as error:
        screen.say(_("Not stored yet: {why} Enter tries again.").format(why=sentence(error)))
        return
    detail = sentence(finished.notice or "")
    if finished.outcome == "conflict":
        detail = _("Another protocol of this game is on record; the chief judge decides which one counts.")
    asked = ConfirmDialog(_("The protocol is stored. Show the standings?"), detail)
    screen.app.push_screen(asked, lambda yes: screen.dismiss("standings" if yes else "stored"))


def leave(screen: TableScreen) -> None:
    """Away from the table; the game is kept and can be gone on with."""
    from tabletui.screens.dialogs import ConfirmDialog

    def answered(yes: bool | None) -> None:
        if yes:
            screen.session.release()
            screen.dismiss("left")

    asked = ConfirmDialog(_("Leave the table?"), _("The game is kept and goes on from this very step."))
    screen.app.push_screen(asked, answered)
